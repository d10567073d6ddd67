// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/Announcer.h"
#include "widgets/KeyHintButton.h"
#include "widgets/LiveDot.h"
#include "widgets/LivePulse.h"
#include "widgets/MessageBar.h"
#include "widgets/SearchField.h"

#include "support/Accessibles.h"
#include "theme/Appearance.h"
#include "theme/Theme.h"

#include <QMenu>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

using namespace Qt::StringLiterals;
using namespace typeshift;
using namespace typeshift::ui;

class tst_Widgets : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { m_appearance = std::make_unique<Appearance>(Scheme::Light); }

    void aMessageBarReadsItself()
    {
        MessageBar bar(theme(), MessageBar::Severity::Danger);
        bar.setMessage(u"No connection to api.example."_s, u"Your message is stored."_s);
        KeyHintButton *again = bar.addAction(u"Try again"_s, u"Ctrl+Shift+R"_s);
        QSignalSpy clicked(again, &QPushButton::clicked);
        bar.show();
        QTest::keyClick(again, Qt::Key_Space);
        QCOMPARE(clicked.count(), 1);
        QCOMPARE(QAccessible::queryAccessibleInterface(&bar)->text(QAccessible::Name),
                 u"No connection to api.example."_s);
        QCOMPARE(namelessControls(bar), QStringList());
    }

    void theBeatStopsWithTheLastDot() // T1, DESIGN 4.4
    {
        LivePulse pulse;
        {
            LiveDot one(theme(), pulse);
            LiveDot other(theme(), pulse);
            QVERIFY(!pulse.isBeating());
            one.show();
            other.show();
            QVERIFY(pulse.isBeating());
            one.hide();
            QVERIFY(pulse.isBeating());
        }
        QVERIFY(!pulse.isBeating());
    }

    void announcementsAreMerged() // DESIGN 4.5
    {
        QWidget window;
        Announcer announcer;
        announcer.setSpeaker(&window);
        QSignalSpy announced(&announcer, &Announcer::announced);
        announcer.announce(u"Copied."_s);
        announcer.announce(u"Run stopped."_s);
        announcer.announce(u"Answer ready."_s);
        announcer.announce(u"Answer ready."_s);
        QCOMPARE(announced.count(), 1);
        QTRY_COMPARE(announced.count(), 2);
        QCOMPARE(announced.constLast().constFirst().toString(), u"Run stopped. Answer ready."_s);
    }

    void escapeEmptiesASearch()
    {
        SearchField field(theme(), u"Search conversations"_s, u"Ctrl+Shift+F"_s);
        field.setText(u"vpn"_s);
        QTest::keyClick(&field, Qt::Key_Escape);
        QVERIFY(field.text().isEmpty());
    }

    void aProminentButtonHasTheAccentFill() // DESIGN 2
    {
        KeyHintButton button(theme(), u"Send"_s, u"Enter"_s);
        button.setProminent(true);
        button.resize(button.sizeHint());
        const QImage image = button.grab().toImage();
        QCOMPARE(image.pixelColor(4, image.height() / 2), theme().colour(Token::Accent));
    }

    void aProminentButtonThatIsOffLooksLikeAnyOther() // design 09b
    {
        KeyHintButton button(theme(), u"Send"_s, u"Enter"_s);
        KeyHintButton plain(theme(), u"Send"_s, u"Enter"_s);
        button.setProminent(true);
        for (KeyHintButton *each : {&button, &plain}) {
            each->setSymbol(u"document-send"_s);
            each->setEnabled(false);
            each->resize(each->sizeHint());
        }
        QCOMPARE(button.grab().toImage(), plain.grab().toImage());
    }

    void aMenuButtonHasItsChevronInTheMiddleOfItsEnd() // design 01
    {
        QToolButton button;
        QMenu menu;
        button.setMenu(&menu);
        button.setPopupMode(QToolButton::InstantPopup);
        button.setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        button.setText(u"Model"_s);
        button.resize(button.sizeHint());
        const QImage image = button.grab().toImage();
        QRect ink;
        for (int y = 0; y < image.height(); ++y) {
            for (int x = image.width() - theme().px(22); x < image.width(); ++x) {
                if (image.pixelColor(x, y) != image.pixelColor(1, 1))
                    ink |= QRect(x, y, 1, 1);
            }
        }
        QVERIFY(ink.width() >= theme().px(6));
        QVERIFY(std::abs(ink.center().y() - image.height() / 2) <= 2);
    }

private:
    const Theme &theme() const { return m_appearance->theme(); }

    std::unique_ptr<Appearance> m_appearance;
};

QTEST_MAIN(tst_Widgets)
#include "tst_Widgets.moc"
