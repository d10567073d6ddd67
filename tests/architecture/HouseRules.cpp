// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "HouseRules.h"

#include <QRegularExpression>

#include <vector>

namespace typeshift::architecture {

using namespace Qt::StringLiterals;

namespace {

//! A word that may not stand in the files whose path matches `where`, unless the path matches `except`.
struct WordRule {
    QRegularExpression word;
    QRegularExpression where;
    QRegularExpression except;
    QString instead;
};

WordRule rule(const QString &word, const QString &where, const QString &instead, const QString &except = u"^$"_s)
{
    return {QRegularExpression(word), QRegularExpression(where), QRegularExpression(except), instead};
}

const std::vector<WordRule> &rules()
{
    const QString product = u"^(engine|ui|app)/"_s;
    const QString everywhere = u"^(engine|ui|app|tests)/"_s;
    const QString dbus = u"^app/FreedesktopNotifier\\.cpp$"_s; // Qt D-Bus connects by name and takes maps of variants.
    static const std::vector<WordRule> all{
        rule(u"\\bexec\\(\\)"_s, u"^(ui|app)/"_s, u"open() and a signal, not a nested event loop"_s,
             u"^app/(.+/)?main\\.cpp$"_s),
        rule(u"\\bQEventLoop\\b"_s, product, u"co_await or a signal, not a nested event loop"_s),
        rule(u"\\bprocessEvents\\b"_s, everywhere, u"co_await, a signal or QTRY_, not a pumped event loop"_s),
        rule(u"\\bqWait\\("_s, everywhere, u"QTRY_ on what is waited for"_s),
        rule(u"\\b(SIGNAL|SLOT)\\("_s, everywhere, u"member pointers with a context object"_s, dbus),
        rule(u"\\bQSKIP\\("_s, product, u"nothing of a test stands in the product"_s),
        rule(u"\\btr\\("_s, u"^engine/"_s, u"error kinds and facts; ui and app word them"_s),
        rule(u"\\bQVariantMap\\b"_s, product, u"a struct with fields()"_s, dbus),
        rule(u"\\b(QMutex|QReadWriteLock|std::mutex|std::shared_mutex)\\b"_s, product,
             u"values handed between threads; docs/THREADS.md"_s, u"^engine/storage/sql/"_s),
        rule(u"\\bthrow\\b"_s, product, u"Result; no exception crosses a function of ours"_s),
        rule(u"\\bcoroutine_handle\\b"_s, everywhere, u"Task and Completion; only engine/async touches handles"_s,
             u"^(tests/)?engine/async/"_s),
        rule(u"^using namespace\\b"_s, u"\\.h$"_s, u"a using directive stands in .cpp files only"_s),
    };
    return all;
}

//! "ToolCallHandler" is Tool, Call, Handler; "Database" is one word.
QStringList wordsOf(const QString &name)
{
    static const QRegularExpression word(u"[A-Z]+(?![a-z])|[A-Z][a-z0-9]*|[a-z0-9]+"_s);
    QStringList words;
    for (auto matches = word.globalMatch(name); matches.hasNext();)
        words.append(matches.next().captured());
    return words;
}

} // namespace

QStringList brokenRules(const SourceFile &file)
{
    QStringList broken;
    const QStringList lines = codeOnly(file.text).split(u'\n');
    for (const WordRule &rule : rules()) {
        if (!rule.where.match(file.path).hasMatch() || rule.except.match(file.path).hasMatch())
            continue;
        for (qsizetype number = 0; number < lines.size(); ++number) {
            if (const auto match = rule.word.match(lines.at(number)); match.hasMatch())
                broken.append(u"%1:%2: %3: %4"_s.arg(file.path).arg(number + 1).arg(match.captured(), rule.instead));
        }
    }
    return broken;
}

QStringList hollowNames(const SourceFile &file)
{
    static const QSet<QString> hollow{u"Manager"_s, u"Helper"_s, u"Helpers"_s, u"Util"_s, u"Utils"_s,   u"Handler"_s,
                                      u"Impl"_s,    u"Info"_s,   u"Data"_s,    u"Base"_s, u"Abstract"_s};
    static const QRegularExpression type(
        u"\\b(?:class|struct|enum class|enum)\\s+(?:\\[\\[\\w+\\]\\]\\s+)?([A-Z]\\w+)"_s);
    QStringList found;
    for (auto matches = type.globalMatch(codeOnly(file.text)); matches.hasNext();) {
        const QString name = matches.next().captured(1);
        const bool isOfQt = name.size() > 1 && name.front() == u'Q' && name.at(1).isUpper();
        // The last word is the noun; Abstract and Base hide it in front as well.
        const QStringList words = wordsOf(name);
        const bool hidesInFront = words.constFirst() == "Abstract"_L1 || words.constFirst() == "Base"_L1;
        if (!isOfQt && (hidesInFront || hollow.contains(words.constLast())))
            found.append(QString(file.path + u": "_s + name));
    }
    return found;
}

} // namespace typeshift::architecture
