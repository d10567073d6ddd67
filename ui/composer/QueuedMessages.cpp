// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "composer/QueuedMessages.h"

#include "composer/QueuedMessageRow.h"
#include "theme/Theme.h"
#include "widgets/KeyHintButton.h"

#include <QApplication>
#include <QEvent>
#include <QLabel>
#include <QScrollArea>
#include <QScrollBar>
#include <QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace typeshift::ui {

namespace {

//! As high as the rows while there is room; with less it scrolls, and shows what has the focus.
class RowsArea final : public QScrollArea
{
public:
    RowsArea()
    {
        setFrameShape(QFrame::NoFrame);
        setFocusPolicy(Qt::NoFocus);
        setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        setWidgetResizable(true);
        setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Preferred);
        setWidget(new QWidget);
        widget()->setAutoFillBackground(false);
        viewport()->setAutoFillBackground(false);
        connect(qApp, &QApplication::focusChanged, this, &RowsArea::showFocus);
    }
    ~RowsArea() override
    {
        disconnect(qApp, nullptr, this, nullptr); // A row loses the focus while the area dies.
    }

    QSize sizeHint() const override { return widget()->sizeHint(); }
    QSize minimumSizeHint() const override { return {0, std::min(sizeHint().height(), fontMetrics().height() * 2)}; }

protected:
    bool eventFilter(QObject *watched, QEvent *event) override
    {
        if (watched == widget() && event->type() == QEvent::LayoutRequest) {
            updateGeometry();
            QMetaObject::invokeMethod(this, &RowsArea::showFocus, Qt::QueuedConnection); // Its edit may have grown.
        }
        return QScrollArea::eventFilter(watched, event);
    }

private:
    void showFocus()
    {
        QWidget *focused = QApplication::focusWidget();
        if (focused && widget()->isAncestorOf(focused))
            ensureWidgetVisible(focused, 0, fontMetrics().height() / 2);
    }
};

} // namespace

QueuedMessages::QueuedMessages(const Theme &theme, QWidget *parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_title(new QLabel)
    , m_send(new KeyHintButton(theme, tr("Send now"), {}))
    , m_area(new RowsArea)
    , m_column(new QVBoxLayout(m_area->widget()))
{
    setAccessibleName(tr("Waiting messages"));
    m_title->setTextFormat(Qt::PlainText);
    m_title->setWordWrap(true);
    m_send->setSymbol(u"document-send"_s);
    m_send->setAccessibleName(tr("Send the waiting messages now"));
    auto *head = new QHBoxLayout;
    head->setSpacing(theme.px(8));
    head->addWidget(m_title, 1);
    head->addWidget(m_send);
    m_column->setContentsMargins(0, 0, 0, 0);
    m_column->setSpacing(theme.px(4));
    auto *all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, theme.px(8));
    all->setSpacing(theme.px(4));
    all->addLayout(head);
    all->addWidget(m_area);
    connect(m_send, &QPushButton::clicked, this, &QueuedMessages::sendRequested);
    hide();
}

void QueuedMessages::present(const QList<QueuedText> &messages, Fate fate, const QString &recipient)
{
    m_title->setFont(m_theme.font(TextStyle::Small));
    QPalette faint = m_title->palette();
    faint.setColor(QPalette::WindowText, m_theme.colour(Token::Text2));
    m_title->setPalette(faint);
    m_title->setText(fate == Fate::GoIn          ? tr("Sent to %1, goes in before the next model call").arg(recipient)
                         : fate == Fate::NextRun ? tr("Begins a new run when this one has ended")
                                                 : tr("Not sent yet"));
    m_send->setVisible(fate == Fate::NotSent);

    const QUuid lastBefore = m_rows.isEmpty() ? QUuid() : m_rows.constLast()->uid();
    bool isChanged = false;
    for (qsizetype i = m_rows.size() - 1; i >= 0; --i) {
        if (!std::ranges::contains(messages, m_rows[i]->uid(), &QueuedText::uid)) {
            removeRow(i);
            isChanged = true;
        }
    }
    // Messages keep their order and new ones come last, but what an earlier program left is read after the first rows.
    for (qsizetype i = 0; i < messages.size(); ++i) {
        const qsizetype at = std::ranges::find(m_rows, messages[i].uid, &QueuedMessageRow::uid) - m_rows.begin();
        if (at == m_rows.size())
            m_rows.append(addRow(messages[i].uid));
        if (m_column->indexOf(m_rows[at]) != int(i)) {
            m_rows.move(at, i);
            m_column->insertWidget(int(i), m_rows[i]);
            m_rows[i]->show(); // The layout would wait for the event loop, and Tab with it.
            isChanged = true;
        }
        m_rows[i]->present(messages[i], int(i) + 1);
    }
    setVisible(!messages.isEmpty());
    const bool hasNew = messages.size() > 1 && messages.constLast().uid != lastBefore;
    if (hasNew) // Whoever sends sees it arrive, once the rows have their places.
        QMetaObject::invokeMethod(
            m_area, [bar = m_area->verticalScrollBar()] { bar->setValue(bar->maximum()); }, Qt::QueuedConnection);
    if (isChanged)
        emit rowsChanged();
}

QueuedMessageRow *QueuedMessages::addRow(const QUuid &uid)
{
    auto *row = new QueuedMessageRow(m_theme, uid, m_area->widget());
    connect(row, &QueuedMessageRow::editRequested, this, [this, uid] { emit editRequested(uid); });
    connect(row, &QueuedMessageRow::textChanged, this,
            [this, uid](const QString &text) { emit textChanged(uid, text); });
    connect(row, &QueuedMessageRow::editFinished, this, [this, uid] { emit editFinished(uid); });
    connect(row, &QueuedMessageRow::removeRequested, this, [this, uid] { emit removeRequested(uid); });
    return row;
}

void QueuedMessages::removeRow(qsizetype index)
{
    QueuedMessageRow *row = m_rows.takeAt(index);
    const bool held = row->holdsFocus();
    m_column->removeWidget(row);
    if (held && !m_rows.isEmpty())
        m_rows[std::min(index, m_rows.size() - 1)]->takeFocus();
    else if (held)
        emit focusLost();
    row->hide();
    row->deleteLater(); // One of its own signals may be on the stack.
}

QList<QWidget *> QueuedMessages::tabStops() const
{
    QList<QWidget *> stops{m_send};
    for (const QueuedMessageRow *row : m_rows)
        stops.append(row->tabStops());
    return stops;
}

} // namespace typeshift::ui
