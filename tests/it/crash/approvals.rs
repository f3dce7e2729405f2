//! Crashes during an approval question.

use adjutant_simulators::{pages::Pages, telegram::Method};

use super::{
    harness::{Home, StuckPage, telegram},
    platform::{Person, Platform, now},
};
use crate::harness::{Pressed, Shown, reads};

under_kills_and_power_cuts!(
    a_button_works_after_a_crash_and_only_once,
    a_prompt_shows_the_decision_though_its_edit_was_lost,
    an_approved_call_that_was_cut_off_needs_no_second_approval,
);

/// A website whose only page is fetched after approval.
struct Site {
    pages: Pages,
    home: Home,
}

impl Site {
    async fn start<P: Platform>(at: &P) -> Self {
        let pages = Pages::start().await;
        pages.serve("/", "text/html", "<title>Tides</title><p>The tide is out.</p>");
        let server = pages.url("").replace("http://", "");
        let home = Home::new(at).with("TOOLS__WEB__ALLOW_PRIVATE_HOSTS", format!(r#"["{server}"]"#));
        Self { pages, home }
    }

    async fn is_asked_for(&self, alice: &impl Person) {
        alice.says(&format!("fetch {}", self.pages.url("/"))).await;
    }

    /// Returns a text without the port, which differs between tests.
    fn plain(&self, message: impl Into<Shown>) -> String {
        message.into().text.replace(&self.pages.url(""), "http://SITE")
    }
}

fn answered(text: &str, alert: bool) -> Pressed {
    Pressed { text: text.to_owned(), alert }
}

async fn a_button_works_after_a_crash_and_only_once<P: Platform>() {
    let at = P::open().await;
    let site = Site::start(&at).await;
    let alice = at.person(42, "alice");
    let adjutant = site.home.start_listening(&at).await;
    site.is_asked_for(&alice).await;
    let prompt = at.next_message(&alice).await;
    reads!(site.plain(prompt.clone()), @"
    Fetch http://SITE/
    The host 127.0.0.1 is not on the list of allowed hosts.
    ");
    adjutant.kill().await;

    let adjutant = site.home.start_listening(&at).await;
    assert_eq!(at.presses(&alice, &prompt, "Approve").await, answered("Approved.", false));
    reads!(site.plain(at.next_message(&alice).await), @"
Tides

The tide is out.
");
    reads!(site.plain(now(&at, &alice, &prompt).unwrap()), @"
    Fetch http://SITE/
    The host 127.0.0.1 is not on the list of allowed hosts.
    ✅ Approved
    ");
    assert_eq!(
        at.presses(&alice, &prompt, "Deny").await,
        answered("This was already decided. Approved.", true)
    );
    adjutant.finish(&at).await;
    assert_eq!(site.pages.hits("/"), 1);
}

#[tokio::test]
async fn a_press_while_nobody_listens_counts_at_the_next_start() {
    let tg = telegram().await;
    let site = Site::start(&tg).await;
    let alice = tg.user(42, "alice");
    let adjutant = site.home.start_listening(&tg).await;
    site.is_asked_for(&alice).await;
    let prompt = tg.next_message(&alice).await;
    adjutant.kill().await;
    let press = alice.taps(&prompt, "Deny").await;

    let adjutant = site.home.start();
    assert_eq!(press.answer().await.text, "Denied. Nothing was done.");
    reads!(site.plain(tg.next_message(&alice).await), @"All right: I did not fetch the page.");
    adjutant.finish(&tg).await;
    assert_eq!(site.pages.hits("/"), 0);
}

#[tokio::test]
async fn a_lost_prompt_is_found_with_its_buttons() {
    let tg = telegram().await;
    let site = Site::start(&tg).await;
    let alice = tg.user(42, "alice");
    let adjutant = site.home.start_listening(&tg).await;
    let sent = tg.hold_after(Method::SendMessage);
    site.is_asked_for(&alice).await;
    sent.wait().await;
    adjutant.kill().await;
    let prompt = tg.next_message(&alice).await;

    let adjutant = site.home.start();
    tg.called(Method::EditMessageReplyMarkup, 2).await;
    tg.when(&prompt, |message| *message == prompt).await;
    assert_eq!(alice.presses(&prompt, "Approve").await.text, "Approved.");
    reads!(site.plain(tg.next_message(&alice).await), @"
    Tides

    The tide is out.
    ");
    adjutant.finish(&tg).await;
    assert_eq!(tg.messages(&alice).len(), 2);
}

#[tokio::test]
async fn a_press_on_a_lost_prompt_shows_where_it_is() {
    let tg = telegram().await;
    let site = Site::start(&tg).await;
    let alice = tg.user(42, "alice");
    let adjutant = site.home.start_listening(&tg).await;
    let sent = tg.hold_after(Method::SendMessage);
    site.is_asked_for(&alice).await;
    sent.wait().await;
    adjutant.kill().await;
    let prompt = tg.next_message(&alice).await;
    let press = alice.taps(&prompt, "Approve").await;

    let adjutant = site.home.start();
    assert_eq!(press.answer().await.text, "Approved.");
    reads!(site.plain(tg.next_message(&alice).await), @"
Tides

The tide is out.
");
    reads!(site.plain(tg.message(&prompt).unwrap()), @"
    Fetch http://SITE/
    The host 127.0.0.1 is not on the list of allowed hosts.
    ✅ Approved
    ");
    adjutant.finish(&tg).await;
    // Either the press or the first check finds the message.
    assert!(tg.count(Method::EditMessageReplyMarkup) <= 2);
    assert_eq!(tg.messages(&alice).len(), 2);
}

async fn a_prompt_shows_the_decision_though_its_edit_was_lost<P: Platform>() {
    let at = P::open().await;
    let site = Site::start(&at).await;
    let alice = at.person(42, "alice");
    let adjutant = site.home.start_listening(&at).await;
    site.is_asked_for(&alice).await;
    let prompt = at.next_message(&alice).await;
    let editing = at.hold_editing();
    assert_eq!(at.presses(&alice, &prompt, "Deny").await, answered("Denied. Nothing was done.", false));
    editing.wait().await;
    adjutant.kill().await;
    editing.cut();

    let adjutant = site.home.start();
    assert_eq!(site.plain(at.next_message(&alice).await), "All right: I did not fetch the page.");
    reads!(site.plain(now(&at, &alice, &prompt).unwrap()), @"
    Fetch http://SITE/
    The host 127.0.0.1 is not on the list of allowed hosts.
    ❌ Denied; nothing was done
    ");
    adjutant.finish(&at).await;
    assert_eq!((site.pages.hits("/"), at.messages(&alice).len()), (0, 2));
}

async fn an_approved_call_that_was_cut_off_needs_no_second_approval<P: Platform>() {
    let (at, page) = (P::open().await, StuckPage::start().await);
    let home = Home::new(&at).with("TOOLS__WEB__ALLOW_PRIVATE_HOSTS", format!(r#"["{}"]"#, page.server()));
    let alice = at.person(42, "alice");
    let adjutant = home.start_listening(&at).await;
    alice.says(&format!("fetch {}", page.url())).await;
    let prompt = at.next_message(&alice).await;
    assert_eq!(at.presses(&alice, &prompt, "Approve").await, answered("Approved.", false));
    page.visited(1).await;
    adjutant.kill().await;

    let adjutant = home.start();
    let result = at.next_message(&alice).await.text.replace(&page.server(), "SITE");
    reads!(result, @"
    Tides

    The tide is out.
    ");
    adjutant.finish(&at).await;
    assert_eq!((page.visits(), at.messages(&alice).len()), (2, 2));
}
