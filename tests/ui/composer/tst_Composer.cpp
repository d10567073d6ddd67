// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "composer/Composer.h"

#include "composer/MessageEdit.h"
#include "support/Accessibles.h"
#include "theme/Appearance.h"
#include "theme/Theme.h"

#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace typeshift;
using namespace typeshift::ui;

Q_DECLARE_METATYPE(typeshift::ui::Composer::State)

namespace {

//! Counts how often a widget was painted.
class Paints final : public QObject
{
public:
    int count = 0;

protected:
    bool eventFilter(QObject *, QEvent *event) override
    {
        count += event->type() == QEvent::Paint ? 1 : 0;
        return false;
    }
};

} // namespace

class tst_Composer : public QObject
{
    Q_OBJECT

private slots:
    void itDiesWithTheFocusInIt()
    {
        Appearance appearance(Scheme::Light);
        auto composer = std::make_unique<Composer>(appearance.theme());
        composer->show();
        QVERIFY(QTest::qWaitForWindowActive(composer.get()));
        QVERIFY(composer->edit().hasFocus());
        composer.reset();
        QVERIFY(!QApplication::focusWidget());
    }

    void enterSendsWhereSomethingCanBeSent_data() // T20
    {
        QTest::addColumn<Composer::State>("state");
        QTest::addColumn<int>("sent");
        QTest::newRow("ready") << Composer::State::Ready << 1;
        QTest::newRow("a message is on its way") << Composer::State::Sending << 0;
        QTest::newRow("the agent works") << Composer::State::Running << 1;
        QTest::newRow("the run is being stopped") << Composer::State::Stopping << 1;
        QTest::newRow("nothing can be stored") << Composer::State::Closed << 0;
    }

    void enterSendsWhereSomethingCanBeSent()
    {
        QFETCH(Composer::State, state);
        QFETCH(int, sent);
        Appearance appearance(Scheme::Light);
        Composer composer(appearance.theme());
        composer.setRecipient(u"Assistant"_s);
        composer.show();
        QVERIFY(QTest::qWaitForWindowActive(&composer));
        QTest::keyClicks(&composer.edit(), u"Also this"_s);
        composer.setState(state);
        QSignalSpy requested(&composer, &Composer::sendRequested);
        QTest::keyClick(&composer.edit(), Qt::Key_Return);
        QCOMPARE(requested.count(), sent);
        QCOMPARE(composer.edit().message(), u"Also this"_s); // it is taken out by whoever keeps it
        for (auto *button : composer.findChildren<QPushButton *>()) {
            if (button->text().startsWith(u"Send"_s)) {
                QTest::mouseClick(button, Qt::LeftButton);
                QCOMPARE(button->isEnabled(), sent > 0);
            }
        }
        QCOMPARE(requested.count(), 2 * sent);
    }

    void itSaysThatTheMessageGoesToTheWorkingAgent()
    {
        Appearance appearance(Scheme::Light);
        Composer composer(appearance.theme());
        composer.setRecipient(u"Assistant"_s);
        composer.setState(Composer::State::Running);
        composer.show();
        QCOMPARE(composer.edit().placeholderText(), u"Write to Assistant while it works"_s);
        QVERIFY(findByAccessibleName<QPushButton>(composer, u"Send to the running agent"_s));
        QStringList labels;
        for (const auto *label : composer.findChildren<QLabel *>())
            labels.append(label->text());
        QVERIFY2(labels.contains(u"Goes in before the next model call"_s), qPrintable(labels.join(u'|')));
        composer.setState(Composer::State::Ready);
        QCOMPARE(composer.edit().placeholderText(), u"Write to Assistant"_s);
        QVERIFY(findByAccessibleName<QPushButton>(composer, u"Send"_s));
    }

    void thePlaceholderIsPaintedWhenItChanges()
    {
        Appearance appearance(Scheme::Light);
        Composer composer(appearance.theme());
        composer.setRecipient(u"Assistant"_s);
        composer.setState(Composer::State::Running);
        composer.show();
        QVERIFY(QTest::qWaitForWindowActive(&composer));
        Paints paints;
        composer.edit().viewport()->installEventFilter(&paints);
        composer.setState(Composer::State::Ready);
        QVERIFY(QTest::qWaitFor([&paints] { return paints.count > 0; }));
    }

    void stopIsSaidAtOnce()
    {
        Appearance appearance(Scheme::Light);
        Composer composer(appearance.theme());
        composer.setState(Composer::State::Running);
        composer.show();
        auto *stop = findByAccessibleName<QPushButton>(composer, u"Stop the run"_s);
        QVERIFY(stop && stop->isEnabled());
        QSignalSpy requested(&composer, &Composer::stopRequested);
        QTest::mouseClick(stop, Qt::LeftButton);
        QCOMPARE(requested.count(), 1);
        composer.setState(Composer::State::Stopping);
        QCOMPARE(stop->text(), u"Stopping…"_s);
        QVERIFY(!stop->isEnabled());
        QCOMPARE(namelessControls(composer), QStringList());
    }
};

QTEST_MAIN(tst_Composer)
#include "tst_Composer.moc"
