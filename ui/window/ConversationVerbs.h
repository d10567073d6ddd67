// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <engine/async/TaskScope.h>
#include <engine/base/Result.h>
#include <engine/workbench/ConversationRecord.h>

#include <QObject>

class QFileDialog;
class QWidget;

namespace typeshift {
class ConversationArchive;
class ConversationCatalog;
} // namespace typeshift

namespace typeshift::ui {

//! What the menu of a conversation offers: rename, export and delete, with their dialogs over the window.
class ConversationVerbs final : public QObject
{
    Q_OBJECT

public:
    //! Whether the database takes anything: without that, conversations can only be exported.
    enum class Access { Full, ReadOnly };

    //! All three outlive it.
    ConversationVerbs(QWidget &window, ConversationCatalog &catalog, ConversationArchive &archive, Access access);

    //! What can be done with a conversation, as a menu at this place of the screen.
    void showMenu(const ConversationRecord &record, const QPoint &globalPosition);

    void rename(const ConversationRecord &record);
    void exportTo(const ConversationRecord &record);
    //! Who or what decided which call, as JSON lines.
    void exportDecisions(const ConversationRecord &record);
    //! Asks first: there is no way back.
    void remove(const ConversationRecord &record);

signals:
    void resumeRequested(const typeshift::ConversationId &conversation);
    void approvalsRequested(const typeshift::ConversationRecord &record);
    void removed(const typeshift::ConversationId &conversation);
    void done(const QString &message);
    void failed(const typeshift::Error &error);

private:
    QFileDialog *askForFile(const ConversationRecord &record, const QString &title, const QString &ending);
    void write(const QString &path, const QByteArray &content);

    QWidget &m_window;
    ConversationCatalog &m_catalog;
    ConversationArchive &m_archive;
    Access m_access;
    TaskScope m_tasks;
};

} // namespace typeshift::ui
