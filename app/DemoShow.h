// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <engine/base/Result.h>

#include <QObject>

namespace typeshift {

class Application;

//! Plays the demo conversation in the window and takes a picture of it: what `./dev run` does without a display.
class DemoShow final : public QObject
{
    Q_OBJECT

public:
    //! `picture`: where it goes; empty takes none and leaves the window open.
    DemoShow(Application &application, QString picture);

    void play();

signals:
    void finished(bool isSaved);

private:
    void send();
    void takePicture();

    Application &m_application;
    QString m_picture;
};

} // namespace typeshift
