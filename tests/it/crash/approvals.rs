//! Killed while somebody is asked.

use adjutant_simulators::{
    pages::Pages,
    telegram::{Answer, BotMessage, Method, Telegram, User},
};
use insta::assert_snapshot;

use super::harness::{Home, StuckPage, telegram};

/// A web site whose only page is fetched after approval.
struct Site {
    pages: Pages,
    home: Home,
}

impl Site {
    async fn start(tg: &Telegram) -> Self {
        let pages = Pages::start().await;
        pages.serve("/", "text/html", "<title>Tides</title><p>The tide is out.</p>");
        let server = pages.url("").replace("http://", "");
        let home = Home::new(tg).with("TOOLS__WEB__ALLOW_PRIVATE_HOSTS", format!(r#"["{server}"]"#));
        Self { pages, home }
    }

    async fn is_asked_for(&self, alice: &User) {
        alice.says(&format!("fetch {}", self.pages.url("/"))).await;
    }

    /// A text without the port, which is another in each test.
    fn plain(&self, message: &BotMessage) -> String {
        message.text.replace(&self.pages.url(""), "http://SITE")
    }
}

fn answered(text: &str, alert: bool) -> Answer {
    Answer { text: text.to_owned(), alert }
}

#[tokio::test]
async fn a_button_works_after_a_crash_and_only_once() {
    let tg = telegram().await;
    let site = Site::start(&tg).await;
    let alice = tg.user(42, "alice");
    let adjutant = site.home.start_listening(&tg).await;
    site.is_asked_for(&alice).await;
    let prompt = tg.next_message(&alice).await;
    assert_snapshot!(site.plain(&prompt), @"
    Fetch http://SITE/
    The host 127.0.0.1 is not on the list of allowed hosts.
    ");
    adjutant.kill().await;

    let adjutant = site.home.start();
    assert_eq!(alice.presses(&prompt, "Approve").await, answered("Approved.", false));
    assert_snapshot!(site.plain(&tg.next_message(&alice).await), @"
Tides

The tide is out.
");
    assert_snapshot!(site.plain(&tg.message(&prompt).unwrap()), @"
    Fetch http://SITE/
    The host 127.0.0.1 is not on the list of allowed hosts.
    ✅ Approved
    ");
    assert_eq!(alice.presses(&prompt, "Deny").await, answered("This was decided before. Approved.", true));
    adjutant.finish(&tg).await;
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
    assert_eq!(press.answer().await, answered("Denied. Nothing was done.", false));
    assert_snapshot!(site.plain(&tg.next_message(&alice).await), @"All right: I did not fetch the page.");
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
    assert_eq!(alice.presses(&prompt, "Approve").await, answered("Approved.", false));
    assert_snapshot!(site.plain(&tg.next_message(&alice).await), @"
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
    assert_eq!(press.answer().await, answered("Approved.", false));
    assert_snapshot!(site.plain(&tg.next_message(&alice).await), @"
Tides

The tide is out.
");
    assert_snapshot!(site.plain(&tg.message(&prompt).unwrap()), @"
    Fetch http://SITE/
    The host 127.0.0.1 is not on the list of allowed hosts.
    ✅ Approved
    ");
    adjutant.finish(&tg).await;
    assert_eq!(tg.count(Method::EditMessageReplyMarkup), 0, "nothing had to be looked for");
    assert_eq!(tg.messages(&alice).len(), 2);
}

#[tokio::test]
async fn a_prompt_shows_the_decision_though_its_edit_was_lost() {
    let tg = telegram().await;
    let site = Site::start(&tg).await;
    let alice = tg.user(42, "alice");
    let adjutant = site.home.start_listening(&tg).await;
    site.is_asked_for(&alice).await;
    let prompt = tg.next_message(&alice).await;
    let editing = tg.hold_before(Method::EditMessageText);
    assert_eq!(alice.presses(&prompt, "Deny").await, answered("Denied. Nothing was done.", false));
    editing.wait().await;
    adjutant.kill().await;
    editing.cut();

    let adjutant = site.home.start();
    assert_snapshot!(site.plain(&tg.next_message(&alice).await), @"All right: I did not fetch the page.");
    assert_snapshot!(site.plain(&tg.message(&prompt).unwrap()), @"
    Fetch http://SITE/
    The host 127.0.0.1 is not on the list of allowed hosts.
    ❌ Denied; nothing was done
    ");
    adjutant.finish(&tg).await;
    assert_eq!((site.pages.hits("/"), tg.messages(&alice).len()), (0, 2));
}

#[tokio::test]
async fn an_approved_call_that_was_cut_off_needs_no_second_approval() {
    let (tg, page) = (telegram().await, StuckPage::start().await);
    let home = Home::new(&tg).with("TOOLS__WEB__ALLOW_PRIVATE_HOSTS", format!(r#"["{}"]"#, page.server()));
    let alice = tg.user(42, "alice");
    let adjutant = home.start_listening(&tg).await;
    alice.says(&format!("fetch {}", page.url())).await;
    let prompt = tg.next_message(&alice).await;
    assert_eq!(alice.presses(&prompt, "Approve").await, answered("Approved.", false));
    page.visited(1).await;
    adjutant.kill().await;

    let adjutant = home.start();
    let result = tg.next_message(&alice).await.text.replace(&page.server(), "SITE");
    assert_snapshot!(result, @"
    Tides

    The tide is out.
    ");
    adjutant.finish(&tg).await;
    assert_eq!((page.visits(), tg.messages(&alice).len()), (2, 2));
}
