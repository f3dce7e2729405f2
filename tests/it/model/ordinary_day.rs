//! The number of questions on an ordinary day: 50 messages, of which three have a page read.

use adjutant_simulators::{model::Turn, pages::Pages};
use adjutant_store::db::Scope;
use serde_json::{Value, json};

use crate::harness::{Bot, Chat, OnWeb, Setup};

/// How the person answers a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Presses {
    /// Approves each call.
    Each,
    /// Allows the tool for the conversation, if that is offered.
    Kinds,
}

#[tokio::test]
async fn a_day_with_three_pages_asks_once_for_each_kind_of_change() {
    let (before, each, kinds) = tokio::join!(
        // Without marks, as when a page counted only in its own turn.
        day(Presses::Each, false),
        day(Presses::Each, true),
        day(Presses::Kinds, true),
    );
    println!(
        "questions in 50 messages: {before} before, {each} with a press for each, {kinds} for each kind"
    );
    assert_eq!((before, each, kinds), (1, 13, 2));
}

/// Plays the day, and returns the number of questions. Without `marks`, the model's texts after a page are not marked
/// as tainted.
async fn day(presses: Presses, marks: bool) -> usize {
    let site = Pages::start().await;
    for page in ["/tides", "/news", "/bus"] {
        site.serve(page, "text/plain", "Nothing to see.");
    }
    let bot: Bot<OnWeb> = Setup::new().reading(&site).with_model().await.start().await;
    let alice = bot.alice();
    let mut questions = 0;
    for message in 0..50 {
        let call = call(message, &site);
        let answer = Turn::text(format!("Answer {message}."));
        match call {
            Some(calls) => {
                bot.model().script(calls.into_iter().map(|call| Turn::calls([call])).chain([answer]));
            }
            None => bot.model().script([answer]),
        }
        alice.says(&format!("message {message}")).await;
        let mut shown = bot.next_message().await;
        while !shown.buttons.is_empty() {
            questions += 1;
            let asked = shown.clone();
            let tool = "This conversation: every ";
            if presses == Presses::Kinds {
                alice.presses(&asked, "More choices").await;
                let all = alice.changes(&asked).await;
                let whole = all
                    .buttons
                    .iter()
                    .flatten()
                    .map(|(label, _)| label.clone())
                    .find(|label| label.starts_with(tool));
                alice.presses(&all, whole.as_deref().unwrap_or("Back")).await;
            } else {
                alice.presses(&asked, "Approve").await;
            }
            shown = bot.next_message().await;
            alice.changes(&asked).await;
        }
        assert!(shown.text.starts_with(&format!("Answer {message}.")), "{shown}");
        bot.rests().await;
        if !marks {
            let forget = async |tx: &adjutant_store::db::SyncedTx| {
                tx.execute("UPDATE entries SET untrusted = NULL WHERE role = 'assistant'", ()).await?;
                tx.execute("UPDATE notes SET untrusted = NULL", ()).await?;
                tx.execute("DELETE FROM toolset_state WHERE toolset = 'seen'", ()).await
            };
            bot.app().core().db.write(Scope::Global, forget).await.unwrap();
        }
    }
    bot.end().await;
    questions
}

/// Returns the model's calls for a message; `None` for most, which it only answers.
fn call(message: usize, site: &Pages) -> Option<Vec<(&'static str, Value)>> {
    let note = |words: &str| ("memory_save", json!({ "content": format!("Fact {message} is {words}.") }));
    let reads = |page: &str| ("web_fetch", json!({ "url": site.url(page) }));
    Some(match message {
        5 => vec![reads("/tides")],
        // Once, the person wants content of the page itself kept.
        20 => vec![reads("/news"), note("in the news")],
        35 => vec![reads("/bus")],
        n if n % 5 == 3 => vec![note("kept")],
        n if n % 12 == 6 => vec![(
            "schedule_create",
            json!({
                "goal": format!("errand {n}"), "cadence_type": "once", "cadence_value": "2026-05-02 09:00",
                "reminder": true,
            }),
        )],
        n if n % 7 == 2 => vec![("memory_search", json!({ "query": "what is kept" }))],
        n if n % 9 == 1 => vec![("scratchpad_write", json!({ "items": ["one", "two"] }))],
        _ => return None,
    })
}
