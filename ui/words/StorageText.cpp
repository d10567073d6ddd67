// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "words/StorageText.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace typeshift::ui {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(typeshift::ui::StorageText)
};

struct StorageCase {
    QLatin1StringView code;
    const char *headline;
    const char *cause;
};

constexpr std::array storageCases{
    StorageCase{
        "newer"_L1,
        QT_TRANSLATE_NOOP("typeshift::ui::StorageText", "The database was written by a newer version of this program."),
        QT_TRANSLATE_NOOP("typeshift::ui::StorageText",
                          "Nothing was changed. Start the newer version, or name another database with --store.")},
    StorageCase{"locked"_L1,
                QT_TRANSLATE_NOOP("typeshift::ui::StorageText", "The database is locked by another program."),
                QT_TRANSLATE_NOOP("typeshift::ui::StorageText",
                                  "Nothing was changed. Most often a backup or another database program holds it; "
                                  "close that and try again.")},
    StorageCase{"readonly"_L1, QT_TRANSLATE_NOOP("typeshift::ui::StorageText", "The database can only be read."),
                QT_TRANSLATE_NOOP(
                    "typeshift::ui::StorageText",
                    "Conversations can be read, but nothing new is stored. Its file or folder is write-protected.")},
    StorageCase{"full"_L1, QT_TRANSLATE_NOOP("typeshift::ui::StorageText", "The disk is full."),
                QT_TRANSLATE_NOOP("typeshift::ui::StorageText",
                                  "What was stored before is safe. Free some space, then try again.")},
    StorageCase{"corrupt"_L1, QT_TRANSLATE_NOOP("typeshift::ui::StorageText", "The database is damaged."),
                QT_TRANSLATE_NOOP("typeshift::ui::StorageText",
                                  "It is opened for reading only, so that nothing more is lost. Export what you need, "
                                  "or put a backup in its place.")},
    StorageCase{"permission"_L1, QT_TRANSLATE_NOOP("typeshift::ui::StorageText", "The data folder can't be used."),
                QT_TRANSLATE_NOOP("typeshift::ui::StorageText",
                                  "Nothing was changed. Check who owns it, or name another place with --store.")},
    StorageCase{"not-found"_L1, QT_TRANSLATE_NOOP("typeshift::ui::StorageText", "There is no database at this place."),
                QT_TRANSLATE_NOOP("typeshift::ui::StorageText", "Nothing was made. Check the path.")},
    StorageCase{
        "login"_L1,
        QT_TRANSLATE_NOOP("typeshift::ui::StorageText", "The database's server refused the user or the password."),
        QT_TRANSLATE_NOOP("typeshift::ui::StorageText",
                          "Nothing was changed. Check the user in the address, and the password in the file "
                          "~/.pgpass.")},
    StorageCase{"lost"_L1,
                QT_TRANSLATE_NOOP("typeshift::ui::StorageText", "The connection to the database's server was lost."),
                QT_TRANSLATE_NOOP("typeshift::ui::StorageText",
                                  "What was confirmed before is stored; the last step may be stored or not. The next "
                                  "step connects again.")},
    StorageCase{
        "open"_L1, QT_TRANSLATE_NOOP("typeshift::ui::StorageText", "The database can't be opened."),
        QT_TRANSLATE_NOOP("typeshift::ui::StorageText", "Nothing was changed. Check the path and who may read it.")},
    StorageCase{"io"_L1, QT_TRANSLATE_NOOP("typeshift::ui::StorageText", "The disk reported an error."),
                QT_TRANSLATE_NOOP("typeshift::ui::StorageText",
                                  "What was confirmed before is stored. Check the disk, then try again.")},
};

constexpr StorageCase noServer{
    "open"_L1, QT_TRANSLATE_NOOP("typeshift::ui::StorageText", "The database's server can't be used."),
    QT_TRANSLATE_NOOP("typeshift::ui::StorageText", "Nothing was changed. Check that it runs, and the address.")};

constexpr StorageCase otherCase{
    ""_L1, QT_TRANSLATE_NOOP("typeshift::ui::StorageText", "This could not be read from or written to the database."),
    QT_TRANSLATE_NOOP("typeshift::ui::StorageText", "What was confirmed before is stored.")};

} // namespace

ErrorText storageText(const ErrorFacts &facts)
{
    const auto found = std::ranges::find(storageCases, facts.code,
                                         [](const StorageCase &each) { return QString(each.code); });
    const bool isServer = facts.host.contains("://"_L1);
    const StorageCase &named = found == storageCases.end() ? otherCase : *found;
    const StorageCase &chosen = isServer && facts.code == "open"_L1 ? noServer : named;
    QStringList body;
    if (!facts.host.isEmpty())
        body.append(facts.host + u'.');
    if (!facts.message.isEmpty())
        body.append(facts.message + u'.');
    body.append(Words::tr(chosen.cause));
    QList<ErrorAction> actions;
    static const QStringList mayPass{u"locked"_s, u"full"_s, u"io"_s, u"lost"_s, u"login"_s};
    if (mayPass.contains(facts.code) || &chosen == &noServer)
        actions.append(ErrorAction::TryAgain);
    return {Words::tr(chosen.headline), body.join(u' '), actions};
}

} // namespace typeshift::ui
