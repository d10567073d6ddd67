// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "transcript/RowHeights.h"

#include <QRandomGenerator>
#include <QTest>

using namespace typeshift::ui;

class TestRowHeights : public QObject
{
    Q_OBJECT

private slots:
    void everyChangeGivesTheSameAsAPlainList()
    {
        QRandomGenerator random(7);
        RowHeights heights;
        QList<int> plain;
        for (int step = 0; step < 600; ++step) {
            const int count = random.bounded(1, 5);
            const int at = int(random.bounded(plain.size() + 1));
            switch (random.bounded(3)) {
            case 0: {
                QList<int> added;
                for (int i = 0; i < count; ++i)
                    added.append(random.bounded(0, 60));
                heights.insert(at, added);
                for (int i = 0; i < count; ++i)
                    plain.insert(at + i, added[i]);
                break;
            }
            case 1:
                if (at + count <= plain.size() && plain.size() > 20) {
                    heights.remove(at, count);
                    plain.remove(at, count);
                }
                break;
            default:
                if (at < plain.size()) {
                    plain[at] = random.bounded(0, 90);
                    heights.set(at, plain[at]);
                }
            }
            int top = 0;
            for (int row = 0; row < plain.size(); ++row) {
                QCOMPARE(heights.top(row), top);
                if (plain[row] > 0) {
                    QCOMPARE(heights.rowAt(top), row);
                    QCOMPARE(heights.rowAt(top + plain[row] - 1), row);
                }
                top += plain[row];
            }
            QCOMPARE(heights.total(), top);
        }
    }

    void outsideIsTheFirstOrTheLastRow()
    {
        RowHeights heights;
        QCOMPARE(heights.rowAt(0), -1);
        heights.reset({10, 20});
        QCOMPARE(heights.rowAt(-5), 0);
        QCOMPARE(heights.rowAt(500), 1);
    }
};

QTEST_GUILESS_MAIN(TestRowHeights)
#include "tst_RowHeights.moc"
