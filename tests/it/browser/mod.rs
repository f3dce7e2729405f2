//! The chat page and websites in a real browser, with the real gateway behind them.
//!
//! The tests need `chromedriver` and `chromium` in the path, and report if they are left out. To check accessibility as
//! well, set `ADJUTANT_TEST_AXE` to the path of axe-core's `axe.min.js`.

mod console;
mod driver;
mod files;
mod languages;
mod reasoning;
mod sites;
mod tabs;
mod voice;

use std::panic::{AssertUnwindSafe, resume_unwind};

use adjutant_site::Theme;
use driver::{Browser, Window};
use futures::FutureExt as _;
use serde_json::Value;

use crate::harness::{Bot, Chat as _, OnWeb, Setup, reads};

const DESK: Window = Window { width: 1280, height: 800, is_phone: false, languages: "en-US,en" };
const PHONE: Window = Window { width: 390, height: 844, is_phone: true, languages: "en-US,en" };
const GERMAN: Window = Window { languages: "de-DE,de", ..PHONE };

const TAB: &str = "\u{e004}";
const ENTER: &str = "\u{e007}";
const ESCAPE: &str = "\u{e00c}";

const CONNECTED: &str = "document.querySelector('#connection').dataset.state === 'connected'";
const IN_THE_BOX: &str = "document.activeElement.id === 'input'";

#[tokio::test]
async fn the_page_serves_at_a_desk() {
    serves_in(&DESK).await;
}

#[tokio::test]
async fn the_page_serves_on_a_phone() {
    serves_in(&PHONE).await;
}

#[tokio::test]
async fn the_page_takes_and_shows_files() {
    in_browser(&DESK, async |browser| files::are_taken_and_shown(browser).await).await;
}

#[tokio::test]
async fn the_page_draws_a_moment_of_a_film() {
    in_browser(&DESK, async |browser| files::films_have_stills(browser).await).await;
}

#[tokio::test]
async fn the_page_records_voice_messages() {
    in_browser(&DESK, async |browser| voice::messages_are_recorded(browser).await).await;
}

#[tokio::test]
async fn hidden_tabs_of_the_page_share_a_connection() {
    in_browser(&DESK, async |browser| tabs::that_are_hidden_share_a_connection(browser).await).await;
}

#[tokio::test]
async fn the_console_serves_at_a_desk() {
    in_browser(&DESK, async |browser| console::serves(browser).await).await;
}

#[tokio::test]
async fn the_console_serves_on_a_phone() {
    in_browser(&PHONE, async |browser| console::serves(browser).await).await;
}

#[tokio::test]
async fn the_console_is_opened_by_a_link_on_a_phone() {
    in_browser(&PHONE, async |browser| console::opens_by_link(browser).await).await;
}

#[tokio::test]
async fn the_page_folds_what_a_model_reasons() {
    in_browser(&DESK, async |browser| reasoning::is_folded_above_the_answer(browser).await).await;
}

#[tokio::test]
async fn the_page_speaks_the_language_of_the_person() {
    in_browser(&GERMAN, async |browser| languages::of_the_page(browser).await).await;
}

#[tokio::test]
async fn the_console_speaks_the_language_of_the_person() {
    in_browser(&GERMAN, async |browser| languages::of_the_console(browser).await).await;
}

#[tokio::test]
async fn a_plain_website_is_fit_to_be_seen() {
    in_browser(&DESK, async |browser| sites::are_fit_to_be_seen(browser, Theme::Plain).await).await;
}

#[tokio::test]
async fn a_warm_website_is_fit_to_be_seen_on_a_phone() {
    in_browser(&PHONE, async |browser| sites::are_fit_to_be_seen(browser, Theme::Warm).await).await;
}

#[tokio::test]
async fn a_bold_website_is_fit_to_be_seen() {
    in_browser(&DESK, async |browser| sites::are_fit_to_be_seen(browser, Theme::Bold).await).await;
}

async fn serves_in(window: &Window) {
    in_browser(window, async |browser| uses_everything(browser, window).await).await;
}

async fn in_browser(window: &Window, uses: impl AsyncFnOnce(&Browser)) {
    let Some(browser) = Browser::open(window).await else { return };
    let used = AssertUnwindSafe(uses(&browser)).catch_unwind().await;
    // The browser does not end with its driver.
    browser.closes().await;
    if let Err(failure) = used {
        resume_unwind(failure);
    }
}

async fn uses_everything(browser: &Browser, window: &Window) {
    let bot: Bot<OnWeb> = Setup::new().start().await;
    browser.goes_to(&bot.alice().address()).await;
    browser.until(CONNECTED).await;

    begins_in_the_box(browser).await;
    talks(browser, &bot).await;
    reaches_the_box_in_five_tabs(browser).await;
    opens_the_menu(browser, window).await;
    types_a_slash(browser).await;
    reloads_with_a_draft(browser).await;
    is_refused(browser).await;
    presses_a_button(browser).await;
    presses_an_example(browser, &bot).await;
    scrolls_up(browser, &bot).await;
    has_no_token(browser).await;
    bot.end().await;
}

async fn begins_in_the_box(browser: &Browser) {
    browser.until(IN_THE_BOX).await;
    browser.until("!document.querySelector('#empty').hidden").await;
    browser.is_accessible("empty").await;
    // A click on an example puts it into the box.
    browser.clicks("#empty .chips button").await;
    assert_eq!(browser.sees("document.activeElement.value").await, "remember that the wifi code is 4711");
}

async fn talks(browser: &Browser, bot: &Bot<OnWeb>) {
    browser.types(ENTER).await;
    reads!(bot.next_message().await, @"I'll remember: the wifi code is 4711");
    browser.until(&shows("I'll remember: the wifi code is 4711")).await;
    browser.types(&format!("forget the wifi code{ENTER}")).await;
    reads!(bot.next_message().await, @"This is the note: the wifi code is 4711");
    bot.next_message().await;
    browser.until(&shows("A deleted note cannot be brought back.")).await;
    browser.until("document.querySelector('#log .buttons button') !== null").await;
    browser.is_accessible("messages and buttons").await;
}

async fn reaches_the_box_in_five_tabs(browser: &Browser) {
    // From the top of the page, where the focus of a browser begins.
    browser.sees("(document.body.tabIndex = -1, document.body.focus())").await;
    browser.types(TAB).await;
    assert_eq!(browser.sees("document.activeElement.textContent").await, "Skip to the message box");
    for _ in 1..5 {
        browser.types(TAB).await;
    }
    assert_eq!(browser.sees(IN_THE_BOX).await, true);
    // Otherwise, both the box and a button in it would have an outline.
    browser.types(TAB).await;
    assert_eq!(
        browser.sees("getComputedStyle(document.querySelector('#composer')).outlineStyle").await,
        "none"
    );
    browser.clicks("#input").await;
}

async fn opens_the_menu(browser: &Browser, window: &Window) {
    browser.clicks("#commands-button").await;
    browser.until("document.querySelector('#commands').matches(':popover-open')").await;
    browser.is_accessible("the menu").await;
    let escape = browser.sees("getComputedStyle(document.querySelector('#commands small')).display").await;
    assert_eq!(escape == "none", window.is_phone, "a phone has no Esc");
    let last_is_reached = "(() => {
        const last = document.querySelector('#command-list button:last-child');
        last.scrollIntoView();
        const { left, top, width, height } = last.getBoundingClientRect();
        return last.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    })()";
    assert_eq!(browser.sees(last_is_reached).await, true, "the menu's end is out of reach");
    browser.clicks("#commands-button").await;
    browser.until("!document.querySelector('#commands').matches(':popover-open')").await;
}

async fn types_a_slash(browser: &Browser) {
    browser.clicks("#input").await;
    browser.types("/").await;
    browser.until("document.querySelectorAll('#slash-list li').length > 15").await;
    browser.is_accessible("the slash list").await;
    browser.types(&format!("hel{TAB}")).await;
    browser.until("document.querySelectorAll('#slash-list li').length > 5").await;
    browser.is_accessible("values for an argument").await;
    browser.types(ESCAPE).await;
    browser.until("document.querySelector('#slash').hidden").await;
}

async fn reloads_with_a_draft(browser: &Browser) {
    browser.types("memory, half a thought").await;
    browser.reloads().await;
    browser.until(CONNECTED).await;
    browser.until(IN_THE_BOX).await;
    assert_eq!(browser.sees("document.activeElement.value").await, "/help memory, half a thought");
}

async fn is_refused(browser: &Browser) {
    let much = "(() => { const input = document.querySelector('#input'); input.value = 'x'.repeat(70_000);
                input.dispatchEvent(new Event('input')); })()";
    browser.sees(much).await;
    browser.types(ENTER).await;
    browser.until("document.querySelector('[data-state=refused] .note') !== null").await;
    let note = browser.sees("document.querySelector('[data-state=refused] .note').textContent").await;
    assert_eq!(
        note,
        "Not sent: That is too long for one message. Send it in parts of at most 60,000 characters."
    );
    browser.is_accessible("an error").await;
    // The text was put back into the box.
    browser.empties_the_box().await;
}

async fn presses_a_button(browser: &Browser) {
    // “More choices”, below the question about the note.
    browser.clicks("#log .buttons > div:last-child button").await;
    browser.until("document.querySelector('.toast') !== null").await;
    browser.until(&shows("Deny and say why")).await;
    browser.is_accessible("a notice").await;
    let covers = "(() => {
        const [toast, scroller] = ['.toast', '#scroller'].map((css) => document.querySelector(css).getBoundingClientRect());
        return toast.top < scroller.bottom;
    })()";
    assert_eq!(browser.sees(covers).await, false, "the notice covers messages");
}

async fn presses_an_example(browser: &Browser, bot: &Bot<OnWeb>) {
    browser.clicks("#input").await;
    browser.types(&format!("list reminders{ENTER}")).await;
    bot.next_message().await;
    browser.until("document.querySelector('#log .example') !== null").await;
    let refused = "document.querySelector('#log .entry:last-child [data-state=refused]')";
    assert_eq!(browser.sees(refused).await, Value::Null, "later messages stand below a refused one");
    browser.clicks("#log .example").await;
    assert_eq!(browser.sees("document.activeElement.value").await, "remind me in 20 minutes to stretch");
    browser.empties_the_box().await;
    browser.types(&format!("/cancel{ENTER}")).await;
    reads!(bot.next_message().await, @"There is nothing to cancel. To stop what I am doing, send /stop.");
    let at_the_end = "[...document.querySelectorAll('#log .example')].at(-1).textContent === '/stop'";
    browser.until(at_the_end).await;
    lists_things(browser, bot).await;
}

/// Lists have a button for each entry, and their rows are aligned in columns.
async fn lists_things(browser: &Browser, bot: &Bot<OnWeb>) {
    for what in ["water the plants", "stretch", "call mum about the long weekend in october"] {
        browser.types(&format!("every day at 9: {what}{ENTER}")).await;
        bot.next_message().await;
    }
    browser.types(&format!("/schedules {ENTER}")).await;
    bot.next_message().await;
    browser.until(&shows("Times are in UTC.")).await;
    browser.is_accessible("a list").await;
    let columns =
        "new Set([...document.querySelectorAll('#log .entry:last-child .buttons > div > :first-child')]
        .map((button) => Math.round(button.getBoundingClientRect().left))).size === 1";
    // The buttons are drawn after the text.
    browser.until(columns).await;
    let is_within =
        "document.querySelector('#scroller').scrollWidth <= document.querySelector('#scroller').clientWidth";
    assert_eq!(browser.sees(is_within).await, true, "something is wider than the window");
}

async fn scrolls_up(browser: &Browser, bot: &Bot<OnWeb>) {
    for number in 0..70 {
        bot.advance(1);
        bot.alice().says(&format!("/help new {number}")).await;
        bot.next_message().await;
    }
    bot.rests().await;
    browser.reloads().await;
    browser.until(CONNECTED).await;
    browser.until("document.querySelectorAll('article').length === 100").await;
    let first = "document.querySelector('#log .text').textContent";
    assert!(browser.sees(first).await.as_str().unwrap_or_default().starts_with("/help new"));
    let held = "(window.oldest = document.querySelector('article'),
                 document.querySelector('#scroller').scrollTop = 300, oldest.getBoundingClientRect().top)";
    let before = browser.sees(held).await;
    browser.until("document.querySelectorAll('article').length > 100").await;
    assert_eq!(browser.sees("oldest.getBoundingClientRect().top").await, before, "what is read moved");
    browser.sees("document.querySelector('#scroller').scrollTop = 0").await;
    browser.until("document.querySelector('#earlier').hidden").await;
    assert_eq!(browser.sees(first).await, "remember that the wifi code is 4711");
    browser.sees("document.querySelector('#latest').focus()").await;
    browser.types(ENTER).await;
    browser.until("document.querySelector('#latest').hidden").await;
    assert_eq!(browser.sees("document.activeElement.id").await, "scroller", "the focus is not lost");
}

async fn has_no_token(browser: &Browser) {
    browser.forgets_its_cookies().await;
    browser.reloads().await;
    browser.until("document.querySelector('#lock').open").await;
    browser.is_accessible("the question for the token").await;
    // Browsers close other dialogs at the second Escape.
    browser.types("4711").await;
    browser.types(ESCAPE).await;
    browser.types(ESCAPE).await;
    browser.until("document.querySelector('#lock').open").await;
    assert_eq!(browser.sees("document.activeElement.id").await, "token");
}

/// Returns a condition that holds while a message with this text is on the page.
fn shows(text: &str) -> String {
    format!("document.querySelector('#log').innerText.includes({text:?})")
}
