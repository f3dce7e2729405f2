//! The console in a real browser.

use super::Browser;
use crate::harness::{Bot, Both, Chat as _, OnTelegram, OnWeb, Setup};

const LIVE: &str = "document.querySelector('#freshness').dataset.state === 'live'";
const IS_WIDER: &str = "document.documentElement.scrollWidth > document.documentElement.clientWidth";

/// Opens each page, decides a call and pauses a schedule.
pub(super) async fn serves(browser: &Browser) {
    let bot: Bot<OnWeb> = Setup::new().start().await;
    let alice = bot.alice();
    alice.says("/timezone Europe/Berlin").await;
    bot.next_message().await;
    alice.says("remind me every day at 9:30 to water the plants").await;
    bot.next_message().await;
    alice.says("remember that the wifi code is 4711").await;
    bot.next_message().await;
    bot.advance(1);
    alice.says("forget the wifi code").await;
    bot.next_message().await;
    let prompt = bot.next_message().await;

    asks_for_the_token(browser, &bot).await;
    for (page, shows) in [
        ("overview", "Due next"),
        ("approvals", "Delete the note"),
        ("schedules", "water the plants"),
        ("activity", "Turns, the newest first"),
        ("people", "Nobody waits to be admitted."),
        ("deliveries", "Everything has been delivered."),
        ("usage", "Your usage by day"),
        ("audit", "No event matches."),
        ("system", "Running since"),
    ] {
        goes(browser, page).await;
        browser.until(&shown(shows)).await;
        browser.is_accessible(page).await;
        assert_eq!(browser.sees(IS_WIDER).await, false, "{page} scrolls sideways");
    }

    goes(browser, "overview").await;
    browser.until(&shown("How long answers took.")).await;
    browser.until("document.querySelectorAll('svg.plot').length > 0").await;
    browser.clicks("figure summary").await;
    browser.until("document.querySelector('figure details').open").await;
    browser.is_accessible("the overview with plots").await;
    assert_eq!(browser.sees(IS_WIDER).await, false, "the plots scroll sideways");

    goes(browser, "approvals").await;
    browser.until(&shown("Delete the note")).await;
    browser.clicks("summary").await;
    browser.until(&shown("Tool: memory_delete")).await;
    browser.clicks("button.primary[data-key^=approve]").await;
    bot.while_time_passes(browser.until(&shown("Nothing waits for you."))).await;
    alice.changes(&prompt).await;
    bot.next_message().await;

    goes(browser, "schedules").await;
    browser.until(&shown("every day at 09:30")).await;
    for (clock, shows) in [("utc", "Sat 2 May, 07:30"), ("schedule", "Sat 2 May, 09:30 (CEST)")] {
        let chooses = format!(
            "((clock) => {{ clock.value = '{clock}'; clock.dispatchEvent(new Event('change')); }})(document.querySelector('#clock'))"
        );
        browser.sees(&chooses).await;
        browser.until(&shown(shows)).await;
    }
    browser.clicks("button[data-key^=pause]").await;
    browser.until("document.querySelector('button[data-key^=resume]') !== null").await;
    browser.clicks("button[data-key^=delete]").await;
    browser.until("document.querySelector('#confirm').open").await;
    browser.is_accessible("the question before a deletion").await;
    browser.clicks("#confirm button.danger").await;
    browser.until(&shown("You have no schedules.")).await;

    goes(browser, "activity").await;
    browser.until(&shown("Turns, the newest first")).await;
    browser.clicks("td a").await;
    browser.until(&shown("memory_delete")).await;
    browser.is_accessible("a turn").await;
    assert_eq!(browser.sees(IS_WIDER).await, false, "a turn scrolls sideways");

    goes(browser, "system").await;
    browser.until(&shown("channels.web.token")).await;
    browser.clicks("input[data-key=setting-defaults]").await;
    browser.until(&shown("agent.max_steps")).await;
    browser.clicks("input[data-key=setting-words]").await;
    browser.types("backup").await;
    browser.until(&shown("backup.keep")).await;
    assert_eq!(browser.sees(&shown("agent.max_steps")).await, false);
    browser.sees("scrollTo(0, 0)").await;
    browser.clicks("button[data-key=checks]").await;
    browser.until(&shown("What is well")).await;
    browser.clicks("details[data-key=well] summary").await;
    browser.until(&shown("A model answers one short question.")).await;
    browser.sees("document.querySelector('button[data-key=copy]').scrollIntoView({ block: 'center' })").await;
    browser.clicks("button[data-key=copy]").await;
    browser.until("document.querySelector('a[download^=adjutant-]') !== null").await;
    browser.is_accessible("the system with findings and a copy").await;
    assert_eq!(browser.sees(IS_WIDER).await, false, "the system scrolls sideways");

    goes(browser, "audit").await;
    browser.until(&shown("console")).await;
    browser.is_accessible("the audit with events").await;
    assert_eq!(browser.complains().await, Vec::<String>::new());
    bot.end().await;
}

async fn asks_for_the_token(browser: &Browser, bot: &Bot<OnWeb>) {
    let address = bot.alice().address();
    let token = address.split("token=").nth(1).unwrap();
    browser.goes_to(&bot.alice().url("/console")).await;
    browser.until("document.querySelector('#lock').open").await;
    browser.is_accessible("the question for the token").await;
    // A refused request is told by the browser.
    browser.complains().await;
    browser.until("document.activeElement.id === 'token'").await;
    browser.types(token).await;
    browser.clicks("#unlock button").await;
    browser.until(LIVE).await;
}

async fn goes(browser: &Browser, page: &str) {
    browser.clicks(&format!("nav a[href='#{page}']")).await;
    browser.until(&format!("document.querySelector('nav a[aria-current=page]').hash === '#{page}'")).await;
}

fn shown(text: &str) -> String {
    format!("document.querySelector('main').innerText.includes('{text}')")
}

/// Opens the console of somebody who is not the owner by a link from their direct chat, and leaves.
pub(super) async fn opens_by_link(browser: &Browser) {
    let setup = Setup::new().with("CONSOLE__URL", "http://localhost");
    let bot: Bot<Both<OnTelegram, OnWeb>> = setup.start().await;
    let Both(phone, page) = bot.alice();
    phone.says("remind me every day at 9:30 to water the plants").await;
    phone.next_message().await;
    let link = async || {
        phone.says("/console").await;
        let message = phone.next_message().await;
        let (_, rest) = message.text.split_once("/console#").expect("it shows a link");
        let link = page.url(&format!("/console#{}", rest.split_whitespace().next().unwrap()));
        (message, link)
    };
    let (message, first) = link().await;
    browser.goes_to(&first).await;
    browser.until(LIVE).await;
    phone.changes(&message).await;
    assert_eq!(browser.sees("location.hash").await, "", "the code is gone from the address");
    browser.until("document.querySelector('#whose').innerText.includes('Console of alice')").await;
    let links = "[...document.querySelectorAll('nav a')].filter((link) => !link.hidden).map((link) => link.innerText).join(' ')";
    let shown_links = browser.sees(links).await.to_string();
    for hidden in ["People", "Deliveries", "Log", "System"] {
        assert!(!shown_links.contains(hidden), "{shown_links}");
    }
    browser.is_accessible("the console of somebody who is signed in").await;
    assert_eq!(browser.sees(IS_WIDER).await, false, "it scrolls sideways");
    goes(browser, "schedules").await;
    browser.until(&shown("water the plants")).await;
    browser.reloads().await;
    browser.until(LIVE).await;
    browser.until(&shown("water the plants")).await;
    assert_eq!(browser.complains().await, Vec::<String>::new());

    browser.clicks("#leave").await;
    browser.until("document.querySelector('#lock').open").await;
    assert_eq!(browser.sees("document.querySelector('main').innerText").await, "");
    browser.goes_to(&first).await;
    browser.until("document.querySelector('#lock-error').innerText.includes('opens nothing any more')").await;
    browser.is_accessible("a link that was used").await;
    let (message, second) = link().await;
    browser.goes_to(&second).await;
    browser.until("!document.querySelector('#lock').open").await;
    browser.until(LIVE).await;
    phone.changes(&message).await;
    browser.complains().await;
    bot.end().await;
}
