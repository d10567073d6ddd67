// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "FreedesktopNotifier.h"

#include <QDBusMessage>
#include <QProcess>
#include <QSignalSpy>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace typeshift;
using namespace typeshift::ui;

//! What a desktop shows: takes the calls, and holds an answer back when the test wants it.
class Desktop final : public QObject
{
    Q_OBJECT
    Q_CLASSINFO("D-Bus Interface", "org.freedesktop.Notifications")

public:
    struct Call {
        uint replaces;
        QString title;
        QString text;
        QStringList actions;
    };

    QList<Call> calls;
    QList<uint> closed;
    QStringList capabilities{u"body"_s, u"body-markup"_s, u"actions"_s};

public slots:
    QStringList GetCapabilities() { return capabilities; }
    uint Notify(const QString &, uint replaces, const QString &, const QString &title, const QString &text,
                const QStringList &actions, const QVariantMap &, int)
    {
        calls.append({replaces, title, text, actions});
        return replaces == 0 ? ++m_last : replaces;
    }
    void CloseNotification(uint id) { closed.append(id); }

signals:
    void ActionInvoked(uint id, const QString &action);
    void NotificationClosed(uint id, uint reason);

private:
    uint m_last = 0;
};

//! A bus of the test's own, with a desktop on it.
class tst_FreedesktopNotifier : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        m_daemon.start(u"dbus-daemon"_s, {u"--session"_s, u"--nofork"_s, u"--print-address"_s});
        QVERIFY2(m_daemon.waitForStarted(), qPrintable(m_daemon.errorString()));
        QTRY_VERIFY(m_daemon.canReadLine());
        m_address = QString::fromUtf8(m_daemon.readLine()).trimmed();
    }

    void cleanupTestCase()
    {
        m_daemon.terminate();
        m_daemon.waitForFinished();
    }

    void init()
    {
        m_desktop = std::make_unique<Desktop>();
        QDBusConnection server = QDBusConnection::connectToBus(m_address, u"desktop"_s);
        QVERIFY(server.isConnected());
        QVERIFY(server.registerObject(u"/org/freedesktop/Notifications"_s, m_desktop.get(),
                                      QDBusConnection::ExportAllContents));
        QVERIFY(server.registerService(u"org.freedesktop.Notifications"_s));
        m_notifier = std::make_unique<FreedesktopNotifier>(QDBusConnection::connectToBus(m_address, u"program"_s));
    }

    void cleanup()
    {
        m_notifier.reset();
        QDBusConnection::disconnectFromBus(u"program"_s);
        QDBusConnection::disconnectFromBus(u"desktop"_s);
        m_desktop.reset();
    }

    void aNewerNoticeTakesThePlaceOfTheOlder()
    {
        m_notifier->show({m_one, u"Refund"_s, u"Coder needs your approval."_s});
        QTRY_COMPARE(m_desktop->calls.size(), 1);
        QCOMPARE(m_desktop->calls[0].replaces, 0U);
        QCOMPARE(m_desktop->calls[0].title, u"Refund"_s);
        QCOMPARE(m_desktop->calls[0].actions.value(0), u"default"_s);
        // Whether the answer of the first has come or not.
        m_notifier->show({m_one, u"Refund"_s, u"The run of Coder failed."_s});
        QTRY_COMPARE(m_desktop->calls.size(), 2);
        QCOMPARE(m_desktop->calls[1].replaces, 1U);
        m_notifier->show({m_other, u"Invoices"_s, u"Coder has finished."_s});
        QTRY_COMPARE(m_desktop->calls.size(), 3);
        QCOMPARE(m_desktop->calls[2].replaces, 0U);
    }

    void whatCameWhileTheDesktopWasAskedReplacesToo()
    {
        m_notifier->show({m_one, u"Refund"_s, u"first"_s});
        m_notifier->show({m_one, u"Refund"_s, u"second"_s});
        m_notifier->show({m_one, u"Refund"_s, u"third"_s});
        QTRY_COMPARE(m_desktop->calls.size(), 2);
        QCOMPARE(m_desktop->calls[1].text, u"third"_s);
        QCOMPARE(m_desktop->calls[1].replaces, 1U);
    }

    void aClickOpensItsConversation()
    {
        QSignalSpy opened(m_notifier.get(), &DesktopNotifier::opened);
        m_notifier->show({m_one, u"Refund"_s, u"one"_s});
        QTRY_COMPARE(m_desktop->calls.size(), 1);
        m_notifier->show({m_other, u"Invoices"_s, u"other"_s});
        QTRY_COMPARE(m_desktop->calls.size(), 2);
        const auto click = [&] {
            emit m_desktop->ActionInvoked(2, u"default"_s);
            return !opened.isEmpty();
        };
        QTRY_VERIFY(click());
        QCOMPARE(opened[0][0].value<ConversationId>(), m_other);
        opened.clear();
        emit m_desktop->ActionInvoked(77, u"default"_s); // Of another program.
        emit m_desktop->ActionInvoked(1, u"default"_s);
        const auto last = [&] { return opened.isEmpty() ? m_other : opened.constLast()[0].value<ConversationId>(); };
        QTRY_COMPARE(last(), m_one);
    }

    void whatIsSeenIsTakenAway()
    {
        m_notifier->show({m_one, u"Refund"_s, u"one"_s});
        m_notifier->withdraw(m_one); // Before the desktop answered.
        QTRY_COMPARE(m_desktop->closed, QList<uint>{1U});
        m_notifier->withdraw(m_one);
        m_notifier->show({m_one, u"Refund"_s, u"again"_s});
        QTRY_COMPARE(m_desktop->calls.size(), 2);
        QCOMPARE(m_desktop->calls[1].replaces, 0U);
    }

    void aNameWithAMarkIsNoMarkup_data()
    {
        QTest::addColumn<QStringList>("capabilities");
        QTest::addColumn<QString>("shown");
        QTest::newRow("reads markup") << QStringList{u"body-markup"_s} << u"&lt;b&gt;R&amp;D has finished."_s;
        QTest::newRow("shows it as it is") << QStringList{u"body"_s} << u"<b>R&D has finished."_s;
    }

    void aNameWithAMarkIsNoMarkup()
    {
        QFETCH(QStringList, capabilities);
        QFETCH(QString, shown);
        m_desktop->capabilities = capabilities;
        const auto lastText = [&] {
            m_notifier->show({m_one, u"<i>"_s, u"<b>R&D has finished."_s});
            return m_desktop->calls.isEmpty() ? QString() : m_desktop->calls.constLast().text;
        };
        QTRY_COMPARE(lastText(), shown);
        QCOMPARE(m_desktop->calls.constLast().title, u"<i>"_s);
    }

    void withoutABusNothingHappens()
    {
        FreedesktopNotifier alone(QDBusConnection(u"no such bus"_s));
        alone.show({m_one, u"Refund"_s, u"one"_s});
        alone.withdraw(m_one);
        QVERIFY(m_desktop->calls.isEmpty());
    }

private:
    const ConversationId m_one{QUuid::createUuid()};
    const ConversationId m_other{QUuid::createUuid()};
    QProcess m_daemon;
    QString m_address;
    std::unique_ptr<Desktop> m_desktop;
    std::unique_ptr<FreedesktopNotifier> m_notifier;
};

QTEST_GUILESS_MAIN(tst_FreedesktopNotifier)
#include "tst_FreedesktopNotifier.moc"
