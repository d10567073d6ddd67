// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "providers/FirstRunPage.h"

#include "support/Accessibles.h"
#include "support/TestDesk.h"
#include "widgets/MessageBar.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPushButton>
#include <QRadioButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTableView>

using namespace Qt::StringLiterals;
using namespace typeshift;
using namespace typeshift::ui;

namespace {

//! What the servers of a test answer.
struct Servers {
    Result<OllamaFacts> ollama = failure(
        {Error::Kind::Network, ErrorFacts{.message = u"Connection refused"_s, .host = u"localhost"_s}});
    Result<QList<ModelFacts>> models = QList<ModelFacts>{{.id = u"gpt-5"_s}, {.id = u"gpt-5-mini"_s}};
    QString askedKey;
    QString keptKey;
    std::optional<KeyPlace> keptIn;
};

Task<Result<OllamaFacts>> answerOllama(Servers &servers)
{
    co_return servers.ollama;
}
Task<Result<QList<ModelFacts>>> answerModels(Servers &servers, QString key)
{
    servers.askedKey = key;
    co_return servers.models;
}
Task<Result<>> keep(Servers &servers, QString key, KeyPlace place)
{
    servers.keptKey = key;
    servers.keptIn = place;
    co_return {};
}

ProviderDesk deskOf(TestDesk &test, Servers &servers)
{
    return {
        .theme = test.appearance.theme(),
        .profiles = *test.workbench->profiles,
        .secrets = test.secrets,
        .askOllama = [&servers](QUrl) { return answerOllama(servers); },
        .askModels = [&servers](QUrl, QString key) { return answerModels(servers, std::move(key)); },
        .keepKey = [&servers](QString, QString key, KeyPlace place) { return keep(servers, std::move(key), place); }};
}

} // namespace

class tst_FirstRunPage : public QObject
{
    Q_OBJECT

private slots:
    void anOllamaThatIsFoundIsReadyToStart() // design 09a
    {
        TestDesk test;
        Servers servers;
        servers.ollama = OllamaFacts{
            .version = u"0.12.3"_s,
            .models = {{.name = u"gemma2:9b"_s, .bytes = 5'400'000'000, .capabilities = {u"completion"_s}},
                       {.name = u"qwen3:32b"_s,
                        .bytes = 20'000'000'000,
                        .contextLength = 40'960,
                        .capabilities = {u"tools"_s}}}};
        FirstRunPage page(deskOf(test, servers), FirstRunPage::Occasion::FirstRun);
        show(page);
        page.detect();
        QSignalSpy chosen(&page, &FirstRunPage::chosen);
        QTRY_VERIFY(button(page, u"&Start with qwen3:32b"_s)); // the first that can call tools
        auto *models = findByAccessibleName<QTableView>(page, u"Models"_s);
        QVERIFY(models);
        QCOMPARE(models->model()->rowCount(), 2);
        QTest::mouseClick(button(page, u"&Start with qwen3:32b"_s), Qt::LeftButton);
        QTRY_COMPARE(chosen.count(), 1);
        const auto profile = awaitTask(test.workbench->profiles->find(u"ollama"_s));
        QVERIFY(profile && *profile);
        QCOMPARE((*profile)->baseUrl, QUrl(u"http://localhost:11434/v1"_s));
        QCOMPARE(awaitTask(test.workbench->profiles->defaultChoice())->model, u"qwen3:32b"_s);
        QVERIFY(!servers.keptIn);
    }

    void withoutOllamaThePageSaysHowToGetIt()
    {
        TestDesk test;
        Servers servers;
        FirstRunPage page(deskOf(test, servers), FirstRunPage::Occasion::FirstRun);
        show(page);
        page.detect();
        QTRY_VERIFY(bar(page) && bar(page)->headline() == u"Ollama does not run here."_s);
        QVERIFY(!button(page, u"&Start"_s)->isEnabled());
    }

    void whatIsAskedOnThisPageLosesNoMessage() // the words of a run's error say "Your message is stored"
    {
        TestDesk test;
        Servers servers;
        FirstRunPage page(deskOf(test, servers), FirstRunPage::Occasion::FirstRun);
        show(page);
        page.detect();
        QTRY_VERIFY(bar(page));
        QVERIFY2(bar(page)->body().startsWith(u"Nothing answered at http://localhost:11434."_s),
                 qPrintable(bar(page)->body()));
        servers.ollama = failure(
            {Error::Kind::Network, ErrorFacts{.message = u"Failed to connect: Could not connect to server"_s}});
        page.detect();
        QCOMPARE(bar(page)->headline(), u"Ollama does not run here."_s);
        servers.ollama = failure({Error::Kind::Protocol, ErrorFacts{.message = u"not JSON"_s, .host = u"localhost"_s}});
        page.detect();
        QTRY_VERIFY(bar(page)->headline().contains(u"can't be understood"_s));
        QVERIFY2(!bar(page)->body().contains(u"message"_s), qPrintable(bar(page)->body()));
    }

    void thePageNeverScrollsSideways_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::newRow("window of 1024 x 700, with the side bar") << QSize(1'024 - 289, 620);
        QTest::newRow("smallest window, side bar folded") << QSize(720, 420);
    }

    void thePageNeverScrollsSideways() // DESIGN 3, 8
    {
        QFETCH(QSize, size);
        TestDesk test;
        Servers servers;
        servers.ollama = OllamaFacts{.version = u"0.12.3"_s,
                                     .models = {{.name = u"qwen3-coder:30b"_s,
                                                 .bytes = 20'000'000'000,
                                                 .contextLength = 262'144,
                                                 .capabilities = {u"tools"_s}}}};
        FirstRunPage page(deskOf(test, servers), FirstRunPage::Occasion::FirstRun);
        show(page);
        page.detect();
        QTRY_VERIFY(button(page, u"&Start with qwen3-coder:30b"_s));
        page.resize(size);
        QCOMPARE(page.size(), size); // Nothing in it asks for more.
        for (const QString &provider : {u"Ollama"_s, u"OpenAI-compatible"_s, u"OpenAI"_s, u"Demo model"_s}) {
            choose(page, provider);
            for (const auto *area : page.findChildren<QScrollArea *>()) {
                if (area->isVisibleTo(&page))
                    QTRY_VERIFY2(area->horizontalScrollBar()->maximum() == 0,
                                 qPrintable(u"%1: %2 pixels too wide"_s.arg(provider).arg(
                                     area->horizontalScrollBar()->maximum())));
            }
        }
    }

    void aRefusedKeySaysSoAndKeepsEverything() // design 09b, T25
    {
        TestDesk test;
        Servers servers;
        servers.models = failure(
            {Error::Kind::Auth,
             ErrorFacts{.message = u"Incorrect API key provided"_s, .code = u"invalid_api_key"_s, .status = 401}});
        FirstRunPage page(deskOf(test, servers), FirstRunPage::Occasion::FirstRun);
        show(page);
        choose(page, u"OpenAI"_s);
        auto *key = findByAccessibleName<QLineEdit>(page, u"API key"_s);
        QVERIFY(key);
        QCOMPARE(key->echoMode(), QLineEdit::Password);
        QTest::keyClicks(key, u"sk-wrong"_s);
        QTest::mouseClick(button(page, u"Test"_s), Qt::LeftButton);
        QTRY_VERIFY(bar(page) && bar(page)->headline() == u"The key doesn't work yet."_s);
        QVERIFY(bar(page)->body().contains(u"401, invalid_api_key: Incorrect API key provided."_s));
        QCOMPARE(servers.askedKey, u"sk-wrong"_s);
        QCOMPARE(key->text(), u"sk-wrong"_s);
        QVERIFY(!servers.keptIn); // tested, but not saved
        QVERIFY(!button(page, u"&Start"_s)->isEnabled());

        servers.models = QList<ModelFacts>{{.id = u"gpt-5"_s}};
        QTest::mouseClick(button(page, u"Test again"_s), Qt::LeftButton);
        QTRY_VERIFY(button(page, u"&Start with gpt-5"_s));
        QSignalSpy chosen(&page, &FirstRunPage::chosen);
        QTest::mouseClick(button(page, u"&Start with gpt-5"_s), Qt::LeftButton);
        QTRY_COMPARE(chosen.count(), 1);
        QCOMPARE(servers.keptKey, u"sk-wrong"_s);
        const auto profile = awaitTask(test.workbench->profiles->find(u"openai"_s));
        QVERIFY(profile && *profile);
        QCOMPARE((*profile)->keyReference, keyReferenceFor(u"openai"_s));
    }

    void withoutAKeychainMemoryOnlyIsChosenWithTheReason() // T25
    {
        TestDesk test;
        Servers servers;
        MemorySecrets none(u"no such service"_s);
        ProviderDesk desk{.theme = test.appearance.theme(),
                          .profiles = *test.workbench->profiles,
                          .secrets = none,
                          .askOllama = [&servers](QUrl) { return answerOllama(servers); },
                          .askModels = [&servers](QUrl, QString key) { return answerModels(servers, std::move(key)); },
                          .keepKey = [&servers](QString, QString key,
                                                KeyPlace place) { return keep(servers, std::move(key), place); }};
        FirstRunPage page(desk, FirstRunPage::Occasion::FirstRun);
        show(page);
        choose(page, u"OpenAI"_s);
        auto *memory = findByAccessibleName<QRadioButton>(page, u"Memory only, ask again at the next start"_s);
        QVERIFY(memory && memory->isChecked());
        QVERIFY(!findByAccessibleName<QRadioButton>(page, u"System keychain"_s)->isEnabled());
        QStringList words;
        for (const QLabel *label : page.findChildren<QLabel *>()) {
            if (label->isVisibleTo(&page))
                words.append(label->text());
        }
        const QString why = u"No keychain answered: no such service. The key stays in memory until the program ends."_s;
        QVERIFY2(words.contains(why), qPrintable(words.join(u'\n')));
    }

    void theDemoNeedsNothing()
    {
        TestDesk test;
        Servers servers;
        FirstRunPage page(deskOf(test, servers), FirstRunPage::Occasion::FirstRun);
        show(page);
        QSignalSpy chosen(&page, &FirstRunPage::chosen);
        QTest::mouseClick(button(page, u"Use the &demo model"_s), Qt::LeftButton);
        QTRY_COMPARE(chosen.count(), 1);
        QCOMPARE(chosen.constFirst().constFirst().value<ModelChoice>().provider, QString(demoProvider));
    }

    void onlyWhatIsBuiltIsListed()
    {
        TestDesk test;
        Servers servers;
        FirstRunPage page(deskOf(test, servers), FirstRunPage::Occasion::FirstRun);
        show(page);
        auto *list = findByAccessibleName<QListView>(page, u"Providers"_s);
        QStringList titles;
        for (int row = 0; row < list->model()->rowCount(); ++row)
            titles.append(list->model()->index(row, 0).data().toString());
        QCOMPARE(titles,
                 (QStringList{u"ON THIS COMPUTER"_s, u"Ollama"_s, u"OVER THE NETWORK"_s, u"OpenAI-compatible"_s,
                              u"OpenAI"_s, u"TO TRY IT OUT"_s, u"Demo model"_s}));
    }

    void everyControlHasAName() // 39
    {
        TestDesk test;
        Servers servers;
        FirstRunPage page(deskOf(test, servers), FirstRunPage::Occasion::FirstRun);
        show(page);
        for (const QString &provider : {u"Ollama"_s, u"OpenAI-compatible"_s, u"OpenAI"_s, u"Demo model"_s}) {
            choose(page, provider);
            const QStringList nameless = namelessControls(page);
            QVERIFY2(nameless.isEmpty(), qPrintable(QString(provider + u": "_s + nameless.join(u", "_s))));
        }
    }

private:
    static void show(QWidget &page)
    {
        page.resize(1'100, 760);
        page.show();
        QVERIFY(QTest::qWaitForWindowExposed(&page));
    }
    static QPushButton *button(QWidget &page, const QString &text)
    {
        for (auto *each : page.findChildren<QPushButton *>()) {
            if (each->isVisibleTo(&page) && each->text() == text)
                return each;
        }
        return nullptr;
    }
    static MessageBar *bar(QWidget &page)
    {
        for (auto *each : page.findChildren<MessageBar *>()) {
            if (each->isVisibleTo(&page))
                return each;
        }
        return nullptr;
    }
    static void choose(QWidget &page, const QString &provider)
    {
        auto *list = findByAccessibleName<QListView>(page, u"Providers"_s);
        for (int row = 0; row < list->model()->rowCount(); ++row) {
            if (list->model()->index(row, 0).data().toString() == provider)
                list->setCurrentIndex(list->model()->index(row, 0));
        }
    }
};

QTEST_MAIN(tst_FirstRunPage)
#include "tst_FirstRunPage.moc"
