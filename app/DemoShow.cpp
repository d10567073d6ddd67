// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "DemoShow.h"

#include "Application.h"

#include <ui/page/ConversationPage.h>

#include <QTimer>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace typeshift {

DemoShow::DemoShow(Application &application, QString picture)
    : QObject(&application)
    , m_application(application)
    , m_picture(std::move(picture))
{
}

void DemoShow::play()
{
    ui::MainWindow *window = m_application.window();
    if (!window) {
        emit finished(false);
        return;
    }
    window->open(std::nullopt);
    ui::OpenConversations &conversations = window->page().conversations();
    connect(&conversations, &ui::OpenConversations::runFinished, this, [this] {
        if (!m_picture.isEmpty())
            QTimer::singleShot(300ms, this, &DemoShow::takePicture); // The last rows and the list settle.
    });
    send();
}

void DemoShow::send()
{
    ui::ConversationSession &session = m_application.window()->page().session();
    session.setChoice({QString(demoProvider), u"chat"_s});
    session.send(tr("How do I read a setting that may be missing?"));
}

void DemoShow::takePicture()
{
    emit finished(m_application.window()->grab().save(m_picture));
}

} // namespace typeshift
