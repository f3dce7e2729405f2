//! The console in a real browser.

use tracing_subscriber::layer::SubscriberExt as _;

use super::{Browser, ENTER, ESCAPE};
use crate::harness::{Bot, Both, Chat as _, OnTelegram, OnWeb, Setup};

pub(super) const LIVE: &str = "document.querySelector('#freshness').dataset.state === 'live'";
pub(super) const IS_WIDER: &str =
    "document.documentElement.scrollWidth > document.documentElement.clientWidth";

/// Opens each page, decides a call and pauses a schedule.
pub(super) async fn serves(browser: &Browser) {
    let bot: Bot<OnWeb> = Setup::new().start().await;
    let alice = bot.alice();
    let _logged = tracing::subscriber::set_default(tracing_subscriber::registry().with(alice.log().layer()));
    alice.says("/timezone Europe/Berlin").await;
    bot.next_message().await;
    alice.says("remind me every day at 9:30 to water the plants").await;
    bot.next_message().await;
    alice.says("/remember my orchid needs rain water #plants").await;
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
        ("memory", "Your notes (2)"),
        ("usage", "Your usage by day"),
        ("audit", "No event matches."),
        ("log", "lines since"),
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

    shows_what_it_remembers(browser).await;
    goes(browser, "approvals").await;
    browser.until(&shown("Delete the note")).await;
    browser.clicks("summary").await;
    browser.until(&shown("Tool: memory_delete")).await;
    browser.clicks("button.primary[data-key^=approve]").await;
    bot.while_time_passes(browser.until(&shown("Nothing waits for you."))).await;
    assert_eq!(browser.sees("document.activeElement.id").await, "main", "the focus stays in the page");
    alice.changes(&prompt).await;
    bot.next_message().await;

    goes(browser, "schedules").await;
    browser.until(&shown("every day at 09:30")).await;
    for (clock, shows) in [("utc", "Sat 2 May, 07:30"), ("schedule", "Sat 2 May, 09:30 (CEST)")] {
        chooses_the_clock(browser, clock).await;
        browser.until(&shown(shows)).await;
    }
    edits_a_schedule(browser).await;
    browser.clicks("button[data-key^=pause]").await;
    browser.until("document.activeElement.matches('button.primary[data-key^=pause]')").await;
    browser.clicks("button[data-key^=delete]").await;
    browser.until("document.querySelector('#confirm').open").await;
    browser.is_accessible("the question before a deletion").await;
    browser.clicks("#confirm button.danger").await;
    browser.until(&shown("You have no schedules.")).await;

    goes(browser, "activity").await;
    browser.until(&shown("Turns, the newest first")).await;
    let scrolls = "((table) => (table.scrollLeft = 50, table.scrollLeft))(document.querySelector('.wide'))";
    let scrolled = browser.sees(scrolls).await;
    chooses_the_clock(browser, "utc").await;
    assert_eq!(browser.sees("document.querySelector('.wide').scrollLeft").await, scrolled);
    browser.clicks("td a").await;
    browser.until(&shown("memory_delete")).await;
    browser.is_accessible("a turn").await;
    assert_eq!(browser.sees(IS_WIDER).await, false, "a turn scrolls sideways");

    goes(browser, "people").await;
    browser.until("document.querySelector('main h3 a') !== null").await;
    browser.clicks("main h3 a").await;
    browser.until(&shown("What they keep")).await;
    browser.is_accessible("a person").await;
    assert_eq!(browser.sees(IS_WIDER).await, false, "a person scrolls sideways");

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
    writes_its_log(browser, &bot).await;
    assert_eq!(browser.complains().await, Vec::<String>::new());
    bot.end().await;
}

/// Chooses the time of the page, which redraws it.
async fn chooses_the_clock(browser: &Browser, clock: &str) {
    let chooses = format!(
        "((clock) => {{ clock.value = '{clock}'; clock.dispatchEvent(new Event('change')); }})(document.querySelector('#clock'))"
    );
    browser.sees(&chooses).await;
}

/// Searches, and then changes, shares and deletes a result.
async fn shows_what_it_remembers(browser: &Browser) {
    goes(browser, "memory").await;
    browser.until(&shown("with you alone")).await;
    browser.clicks("input[data-key=query]").await;
    browser.types(&format!("orchid water{ENTER}")).await;
    browser.until(&shown("Found for “orchid water”")).await;
    browser.until(&shown("my orchid needs rain water")).await;
    assert_eq!(browser.sees("location.hash").await, "#memory=orchid%20water");
    browser.clicks("main summary").await;
    browser.until(&shown("BM25")).await;
    browser.is_accessible("what was found").await;
    assert_eq!(browser.sees(IS_WIDER).await, false, "what was found scrolls sideways");

    browser.clicks("button[data-key^=edit]").await;
    browser.until("document.activeElement.localName === 'textarea'").await;
    browser.is_accessible("a note that is changed").await;
    browser.types(ESCAPE).await;
    browser.until("document.querySelector('dialog.form') === null").await;
    browser.clicks("button[data-key^=edit]").await;
    writes(browser, "textarea", " ").await;
    browser.clicks("dialog.form button.primary").await;
    browser
        .until("document.querySelector('dialog.form').innerText.includes('There is nothing to remember')")
        .await;
    writes(browser, "textarea", "my orchid needs warm water").await;
    browser.clicks("dialog.form button.primary").await;
    browser.until(&shown("needs warm water")).await;
    browser.clicks("button[data-key^=share]").await;
    browser.until(&shown("in every group")).await;
    browser.clicks("button[data-key^=forget]").await;
    browser.clicks("#confirm button.danger").await;
    browser.until("!document.querySelector('main').innerText.includes('needs warm water')").await;
    browser.clicks("main a.beside").await;
    browser.until(&shown("Your notes (1)")).await;
}

/// Changes the due times of a schedule, with a preview.
async fn edits_a_schedule(browser: &Browser) {
    let previewed =
        |text: &str| format!("document.querySelector('dialog.form .preview').innerText.includes('{text}')");
    browser.clicks("button[data-key^=edit]").await;
    browser.until("document.querySelector('dialog.form') !== null").await;
    chooses_the_clock(browser, "schedule").await;
    browser.types(ESCAPE).await;
    // The button that had opened it is another one since the redraw.
    browser.until("document.activeElement.matches('main button[data-key^=edit]')").await;
    browser.types(ENTER).await;
    browser.until(&previewed("every day at 09:30")).await;
    writes(browser, "input[value='30 9 * * *']", "at breakfast").await;
    browser.until(&previewed("cron: five fields are needed")).await;
    browser.is_accessible("a refused edit").await;
    writes(browser, "input[value='30 9 * * *']", "0 7 * * MON").await;
    browser.until(&previewed("every Monday at 07:00")).await;
    browser.is_accessible("the preview of an edit").await;
    browser.clicks("dialog.form button.primary").await;
    browser.until(&shown("every Monday at 07:00")).await;
    // The browser logs a refused preview.
    let complaints = browser.complains().await;
    assert!(complaints.iter().all(|complaint| complaint.contains("422")), "{complaints:?}");
}

/// Follows the log, pauses it, and reads on.
async fn writes_its_log(browser: &Browser, bot: &Bot<OnWeb>) {
    let watches = "(window.EventSource = class extends EventSource {
        constructor(url) {
            super(url);
            window.feed = this;
            this.addEventListener('more', () => { window.hasMore = true; });
        }
    }, null)";
    browser.sees(watches).await;
    goes(browser, "log").await;
    keeps_what_is_selected(browser, bot).await;
    tracing::warn!("the kettle is on");
    bot.while_time_passes(browser.until(&shown("the kettle is on"))).await;
    let chooses = "((level) => { level.value = 'WARN'; level.dispatchEvent(new Event('change')); })(document.querySelector('select[data-key=level]'))";
    browser.sees(chooses).await;
    browser
        .until("[...document.querySelectorAll('.log li')].every((line) => line.dataset.level === 'WARN')")
        .await;
    browser.is_accessible("the log").await;
    assert_eq!(browser.sees(IS_WIDER).await, false, "the log scrolls sideways");
    browser.clicks("button[data-key=pause]").await;
    tracing::warn!("the kettle sings");
    bot.while_time_passes(browser.until(&shown("Newer lines: 1."))).await;
    assert_eq!(browser.sees(&shown("the kettle sings")).await, false, "it is paused");
    browser.clicks("button[data-key=pause]").await;
    browser.until(&shown("the kettle sings")).await;
    browser.clicks("input[data-key=words]").await;
    browser.types("sings").await;
    browser.until("document.querySelectorAll('.log li').length === 1").await;
    assert_eq!(browser.sees("document.activeElement.dataset.key").await, "words");
}

/// Selects a line of the log, while another one arrives and the tab is hidden.
async fn keeps_what_is_selected(browser: &Browser, bot: &Bot<OnWeb>) {
    tracing::warn!("the kettle is full");
    bot.while_time_passes(browser.until(&shown("the kettle is full"))).await;
    browser
        .sees("(window.hasMore = false, getSelection().selectAllChildren(document.querySelector('.log li')))")
        .await;
    tracing::warn!("the kettle hums");
    bot.while_time_passes(browser.until("window.hasMore")).await;
    assert_eq!(browser.sees("getSelection().toString().includes('the kettle is full')").await, true);
    assert_eq!(browser.sees(&shown("the kettle hums")).await, false, "the line is selected");
    browser.sees("getSelection().removeAllRanges()").await;
    bot.while_time_passes(browser.until(&shown("the kettle hums"))).await;

    let turns = "document.dispatchEvent(new Event('visibilitychange'))";
    let hides = "Object.defineProperty(document, 'hidden', { value: true, configurable: true })";
    browser.sees(&format!("({hides}, {turns})")).await;
    assert_eq!(browser.sees("feed.readyState === EventSource.CLOSED").await, true, "a browser allows six");
    browser.sees(&format!("(delete document.hidden, {turns})")).await;
    browser.until("feed.readyState === EventSource.OPEN").await;
    assert_eq!(browser.sees("feed.url.includes('last=')").await, true, "it gets only what is new");
}

/// Writes a text into a field of a form.
async fn writes(browser: &Browser, css: &str, text: &str) {
    let written = format!(
        "((field) => {{ field.value = '{text}'; field.dispatchEvent(new Event('input', {{ bubbles: true }})); }})(document.querySelector(\"dialog.form {css}\"))"
    );
    browser.sees(&written).await;
}

pub(super) async fn asks_for_the_token(browser: &Browser, bot: &Bot<OnWeb>) {
    let address = bot.alice().address();
    let token = address.split("token=").nth(1).unwrap();
    browser.goes_to(&bot.alice().url("/console")).await;
    browser.until("document.querySelector('#lock').open").await;
    browser.is_accessible("the question for the token").await;
    // The browser logs a refused request.
    browser.complains().await;
    browser.until("document.activeElement.id === 'token'").await;
    // Browsers close other dialogs at the second Escape.
    browser.types(ESCAPE).await;
    browser.types(ESCAPE).await;
    browser.until("document.querySelector('#lock').open && document.activeElement.id === 'token'").await;
    browser.types(token).await;
    browser.clicks("#unlock button").await;
    browser.until(LIVE).await;
}

pub(super) async fn goes(browser: &Browser, page: &str) {
    browser.clicks(&format!("nav a[href='#{page}']")).await;
    browser.until(&format!("document.querySelector('nav a[aria-current=page]').hash === '#{page}'")).await;
}

pub(super) fn shown(text: &str) -> String {
    format!("document.querySelector('main').innerText.includes('{text}')")
}

/// Opens the console of a person who is not the owner by a link from their direct chat, and leaves it.
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
    assert_eq!(browser.sees("document.querySelector('#chat').hidden").await, true, "it is the owner's");

    browser.sees("location.hash = 'memory=plants'").await;
    browser.until("document.querySelector('main input[type=search]')?.value === 'plants'").await;
    browser.clicks("#leave").await;
    browser.until("document.querySelector('#lock').open").await;
    assert_eq!(browser.sees("document.querySelector('main').innerText + location.hash").await, "");
    browser.goes_to(&first).await;
    browser.until("document.querySelector('#lock-error').innerText.includes('opens nothing any more')").await;
    browser.is_accessible("a link that was used").await;
    let (message, second) = link().await;
    browser.goes_to(&second).await;
    browser.until("!document.querySelector('#lock').open").await;
    browser.until(LIVE).await;
    phone.changes(&message).await;

    goes(browser, "schedules").await;
    browser.until(&shown("water the plants")).await;
    browser.clicks("button[data-key^=edit]").await;
    browser.until("document.querySelector('dialog.form') !== null").await;
    phone.says("/console off").await;
    phone.next_message().await;
    bot.while_time_passes(browser.until("document.querySelector('#lock').open")).await;
    assert_eq!(
        browser.sees("document.querySelectorAll('dialog.form').length").await,
        0,
        "it shows what is theirs"
    );
    assert_eq!(browser.sees("document.querySelector('main').innerText + location.hash").await, "");
    browser.complains().await;
    bot.end().await;
}
