// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "toolsets/files/FileTools.h"

#include "toolsets/Background.h"
#include "toolsets/files/ChangePlan.h"
#include "toolsets/files/FileReading.h"
#include "toolsets/files/FileSearch.h"

#include <atomic>

using namespace Qt::StringLiterals;

namespace typeshift::toolsets {

namespace {

struct Written {
    ChangePlan plan;
    FileStamp stamp;
};

Result<Written> writePlan(const FileRoots &roots, const Result<ChangePlan> &plan, const WriteCalls &calls)
{
    if (!plan)
        return failure(plan.error());
    return carryOut(roots, *plan, calls).transform([&](FileStamp stamp) { return Written{*plan, std::move(stamp)}; });
}

QString answerOf(const FileRoots &roots, const Written &written)
{
    const ChangePlan &plan = written.plan;
    const QString path = roots.pathOf(plan.place);
    if (!plan.before)
        return u"%1: written, a new file of %2"_s.arg(path, byteWords(written.stamp.size));
    const QString places = plan.places == 1 ? u"1 place"_s : u"%1 places"_s.arg(plan.places);
    return u"%1: changed in %2\n%3"_s.arg(path, places, unifiedDiff(plan.change, 2).left(20'000));
}

} // namespace

FileTools::FileTools(FileRoots roots, FileLimits limits, WriteCalls calls)
    : m_roots(std::move(roots))
    , m_limits(limits)
    , m_calls(std::move(calls))
{
    m_readers.setMaxThreadCount(2);
    m_writer.setMaxThreadCount(1);
}

Task<Result<QString>> FileTools::read(ReadFileArguments arguments, QString reader)
{
    auto answer = co_await inBackground(
        &m_readers, [roots = m_roots, limits = m_limits, arguments] { return readFile(roots, arguments, limits); });
    if (!answer)
        co_return failure(answer.error());
    remember(reader, m_roots.absolutePathOf(answer->found.place), answer->found.stamp);
    co_return std::move(answer->text);
}

Task<Result<QString>> FileTools::list(ListFilesArguments arguments)
{
    co_return co_await inBackground(
        &m_readers, [roots = m_roots, limits = m_limits, arguments] { return listFiles(roots, arguments, limits); });
}

Task<Result<QString>> FileTools::search(SearchFilesArguments arguments, StopToken stop)
{
    const auto isStopped = std::make_shared<std::atomic<bool>>(false);
    const StopCallback stopped(stop, [isStopped] { *isStopped = true; });
    co_return co_await inBackground(&m_readers, [roots = m_roots, limits = m_limits, arguments, isStopped] {
        return searchFiles(roots, arguments, limits, *isStopped);
    });
}

template<typename Plan>
Task<Result<QString>> FileTools::change(Plan plan, QString reader)
{
    auto written = co_await inBackground(
        &m_writer, [roots = m_roots, calls = m_calls, plan] { return writePlan(roots, plan(roots), calls); });
    if (!written)
        co_return failure(written.error());
    remember(reader, written->plan.change.path, written->stamp);
    co_return answerOf(m_roots, *written);
}

Task<Result<QString>> FileTools::write(WriteFileArguments arguments, QString reader)
{
    const auto before = known(reader, arguments.path);
    co_return co_await change(
        [=, limits = m_limits](const FileRoots &roots) { return planWrite(roots, arguments, limits, before); }, reader);
}

Task<Result<QString>> FileTools::edit(EditFileArguments arguments, QString reader)
{
    const auto before = known(reader, arguments.path);
    co_return co_await change(
        [=, limits = m_limits](const FileRoots &roots) { return planEdit(roots, arguments, limits, before); }, reader);
}

Task<Result<FileChange>> FileTools::previewOf(WriteFileArguments arguments, QString reader)
{
    const auto before = known(reader, arguments.path);
    co_return co_await inBackground(&m_readers, [roots = m_roots, limits = m_limits, arguments, before] {
        return planWrite(roots, arguments, limits, before).transform([](const ChangePlan &plan) {
            return plan.change;
        });
    });
}

Task<Result<FileChange>> FileTools::previewOf(EditFileArguments arguments, QString reader)
{
    const auto before = known(reader, arguments.path);
    co_return co_await inBackground(&m_readers, [roots = m_roots, limits = m_limits, arguments, before] {
        return planEdit(roots, arguments, limits, before).transform([](const ChangePlan &plan) { return plan.change; });
    });
}

std::optional<FileStamp> FileTools::known(const QString &reader, const QString &path) const
{
    const auto place = m_roots.locate(path);
    const FileStamp *stamp = place ? m_known.object(Key(reader, m_roots.absolutePathOf(*place))) : nullptr;
    return stamp ? std::optional(*stamp) : std::nullopt;
}

void FileTools::remember(const QString &reader, const QString &path, const FileStamp &stamp)
{
    m_known.insert(Key(reader, path), new FileStamp(stamp));
}

} // namespace typeshift::toolsets
