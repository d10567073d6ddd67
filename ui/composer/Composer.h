// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QFrame>

class QLabel;

namespace typeshift::ui {

class KeyHintButton;
class MessageEdit;
class Theme;

//! Where the next message is written: the edit, Stop and Send, in a frame that shows the edit's focus. // DESIGN 3
class Composer final : public QFrame
{
    Q_OBJECT

public:
    //! What may be done at this moment.
    enum class State {
        Ready,    //!< Send is on
        Sending,  //!< nothing can be sent at the moment; what is typed is kept
        Running,  //!< the agent works: Stop is on, and Send goes to the agent that works
        Stopping, //!< the run is being stopped: what is sent now begins the next one
        Closed,   //!< nothing can be stored
    };

    //! The theme outlives the composer.
    explicit Composer(const Theme &theme, QWidget *parent = nullptr);
    ~Composer() override;

    void setState(State state);
    State state() const { return m_state; }
    //! Whom the message is for: "Assistant".
    void setRecipient(const QString &name);
    MessageEdit &edit() { return *m_edit; }

signals:
    //! Only with words in it, and not in State::Sending and State::Closed. The edit keeps the text.
    void sendRequested(const QString &text);
    void stopRequested();

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    bool takesMessages() const;
    void send();
    void renew();
    void renewWords();

    const Theme &m_theme;
    QString m_recipient;
    MessageEdit *m_edit;
    QLabel *m_hint;
    KeyHintButton *m_stop;
    KeyHintButton *m_send;
    State m_state = State::Ready;
    bool m_hasFocus = false;
};

} // namespace typeshift::ui
