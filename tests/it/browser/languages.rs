//! The pages in the language of the viewer.

use super::{
    Browser, CONNECTED, ENTER,
    console::{IS_WIDER, asks_for_the_token, goes, shown},
    shows,
};
use crate::harness::{Bot, Chat as _, OnWeb, Setup};

/// Shows German, as the browser requests, and French once the person has chosen it.
pub(super) async fn of_the_page(browser: &Browser) {
    let bot: Bot<OnWeb> = Setup::new().start().await;
    browser.goes_to(&bot.alice().address()).await;
    browser.until(CONNECTED).await;
    assert_eq!(browser.sees("document.documentElement.lang").await, "de");
    assert_eq!(browser.sees("document.querySelector('#connection').textContent").await, "Verbunden");
    assert_eq!(browser.sees("document.querySelector('#input').placeholder").await, "Nachricht");
    assert_eq!(browser.sees("document.querySelector('#send').ariaLabel").await, "Senden");
    browser.until("document.querySelector('#empty').innerText.startsWith('Sag etwas')").await;
    browser.is_accessible("empty, in German").await;
    browser.clicks("#commands-button").await;
    browser
        .until(
            "document.querySelector('#commands').innerText.includes('Die Konsole zeigt, wie alles steht.')",
        )
        .await;
    browser.clicks("#commands-button").await;

    browser.clicks("#input").await;
    browser.types(&format!("remember that the wifi code is 4711{ENTER}")).await;
    bot.next_message().await;
    browser.until(&shows("4711")).await;
    assert_eq!(browser.sees("document.querySelector('#log .day').textContent").await, "Freitag, 1. Mai");
    assert_eq!(browser.sees("document.querySelector('article').ariaLabel.startsWith('Du ')").await, true);
    browser.is_accessible("messages, in German").await;
    assert_eq!(browser.sees(IS_WIDER).await, false, "it scrolls sideways");

    let much = "(() => { const input = document.querySelector('#input'); input.value = 'x'.repeat(70_000);
                input.dispatchEvent(new Event('input')); })()";
    browser.sees(much).await;
    browser.types(ENTER).await;
    browser
        .until(&shows("Das ist zu lang für eine Nachricht. Sende es in Teilen von höchstens 60.000 Zeichen."))
        .await;
    browser.empties_the_box().await;

    browser.clicks("#input").await;
    browser.types(&format!("/language fr{ENTER}")).await;
    bot.next_message().await;
    browser.until("document.documentElement.lang === 'fr'").await;
    browser
        .until("document.querySelector('#command-list').innerText.includes('/help Commandes et exemples')")
        .await;
    assert_eq!(browser.sees("document.querySelector('#log .day').textContent").await, "vendredi 1 mai");
    assert_eq!(browser.sees("document.querySelector('#input').placeholder").await, "Message");

    browser.forgets_its_cookies().await;
    browser.reloads().await;
    browser.until("document.querySelector('#lock').open").await;
    let title = "document.querySelector('#lock-title').textContent";
    assert_eq!(browser.sees(title).await, "Diese Seite braucht ihren Zugangsschlüssel");
    browser.is_accessible("the question for the token, in German").await;
    bot.end().await;
}

/// Opens each page in German.
pub(super) async fn of_the_console(browser: &Browser) {
    let bot: Bot<OnWeb> = Setup::new().start().await;
    let alice = bot.alice();
    alice.says("remind me every day at 9:30 to water the plants").await;
    bot.next_message().await;
    alice.says("/remember my orchid needs rain water #plants").await;
    bot.next_message().await;
    bot.advance(1);

    browser.goes_to(&alice.url("/console")).await;
    browser.until("document.querySelector('#lock').open").await;
    let title = "document.querySelector('#lock-title').textContent";
    assert_eq!(browser.sees(title).await, "Bei der Konsole anmelden");
    asks_for_the_token(browser, &bot).await;
    assert_eq!(browser.sees("document.documentElement.lang").await, "de");
    assert_eq!(browser.sees("document.title").await, "Überblick · Konsole");
    browser.until("document.querySelector('#freshness').textContent.startsWith('Stand: ')").await;
    browser.until("document.querySelector('#whose').innerText.startsWith('Konsole von ')").await;
    for (page, shows) in [
        ("overview", "Als Nächstes fällig"),
        ("approvals", "Nichts wartet auf dich."),
        ("schedules", "Deine Zeitpläne (1)"),
        ("activity", "Antworten, die neuesten zuerst"),
        ("people", "Niemand wartet darauf, zugelassen zu werden."),
        ("deliveries", "Alles ist zugestellt."),
        ("memory", "Deine Notizen (1)"),
        ("usage", "Dein Verbrauch nach Tagen"),
        ("audit", "Kein Ereignis passt."),
        ("log", "Zeilen seit"),
        ("system", "Läuft seit"),
    ] {
        goes(browser, page).await;
        browser.until(&shown(shows)).await;
        browser.is_accessible(&format!("{page}, in German")).await;
        assert_eq!(browser.sees(IS_WIDER).await, false, "{page} scrolls sideways");
    }

    goes(browser, "overview").await;
    browser.until(&shown("Wie lange Antworten gedauert haben.")).await;
    goes(browser, "schedules").await;
    browser.until(&shown("Er ist noch nicht gelaufen.")).await;
    browser.clicks("button[data-key^=edit]").await;
    browser.until("document.querySelector('dialog.form .preview p') !== null").await;
    let form = "document.querySelector('dialog.form').innerText";
    for text in ["Text der Erinnerung", "nach dem Kalender (cron)", "Minute, Stunde", "Abbrechen"] {
        browser.until(&format!("{form}.includes('{text}')")).await;
    }
    browser.is_accessible("an edit, in German").await;
    assert_eq!(browser.complains().await, Vec::<String>::new());
    bot.end().await;
}
