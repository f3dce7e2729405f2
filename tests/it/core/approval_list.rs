//! `/approvals`: waiting calls are decided there.

use adjutant_simulators::{model::Turn, pages::Pages};
use serde_json::{Value, json};

use crate::harness::{Bot, Chat, Setup, Shown, reads};

over_every_channel!(
    what_waits_is_decided_in_the_list,
    a_long_request_is_shown_whole_before_it_is_decided,
    a_list_decides_nothing_that_it_no_longer_shows,
);

async fn what_waits_is_decided_in_the_list<C: Chat>() {
    let bot: Bot<C> = Setup::new().with_model().await.start().await;
    let alice = bot.alice();
    let prompt = is_asked_to_forget_both(&bot).await;
    bot.advance(5);
    alice.says("/approvals").await;
    let list = bot.next_message().await;
    reads!(list, @"
    Waiting for a decision
    1. Delete the note “the wifi code is 4711”
    A deleted note cannot be brought back.
    Asked 5 min ago. Expires in 23 h.
    2. Delete the note “the door code is 1234”
    A deleted note cannot be brought back.
    Asked 5 min ago. Expires in 23 h.

    You have allowed nothing beyond single calls.
    [1. Approve] [1. Deny]
    [2. Approve] [2. Deny]
    ");
    reads!(alice.presses(&list, "1. Approve").await, @"Approved.");
    let prompt = alice.changes(&prompt).await;
    reads!(prompt, @"
    1. Delete the note “the wifi code is 4711”
    A deleted note cannot be brought back.
    ✅ Approved

    2. Delete the note “the door code is 1234”
    A deleted note cannot be brought back.
    [2. Approve] [2. Deny]
    [More choices] [Details]
    ");
    let list = alice.changes(&list).await;
    reads!(list, @"
    Waiting for a decision
    1. Delete the note “the door code is 1234”
    A deleted note cannot be brought back.
    Asked 5 min ago. Expires in 23 h.

    You have allowed nothing beyond single calls.
    [1. Approve] [1. Deny]
    ");
    bot.model().script([Turn::text("One is gone, the other stays.")]);
    reads!(alice.presses(&list, "1. Deny").await, @"Denied. Nothing was done.");
    reads!(bot.next_message().await, @"
    One is gone, the other stays.

    🗑️ Deleted the note: “the wifi code is 4711” (our conversation may still contain it; /new begins without it)
    ");
    reads!(alice.changes(&prompt).await, @"
    1. Delete the note “the wifi code is 4711”
    A deleted note cannot be brought back.
    ✅ Approved

    2. Delete the note “the door code is 1234”
    A deleted note cannot be brought back.
    ❌ Denied; nothing was done
    ");
    reads!(alice.changes(&list).await, @"
    Nothing waits for a decision.

    You have allowed nothing beyond single calls.
    ");
    bot.end().await;
}

async fn a_long_request_is_shown_whole_before_it_is_decided<C: Chat>() {
    let site = Pages::start().await;
    site.serve("/tides", "text/plain", "The tide is out.");
    let bot: Bot<C> = Setup::new().beside(&site).with_model().await.start().await;
    let alice = bot.alice();
    let fetch =
        |word: &str| ("web_fetch", json!({ "url": format!("{}?{}", site.url("/tides"), word.repeat(50)) }));
    bot.model()
        .script([Turn::calls([fetch("tide=out&"), fetch("wind=low&")]), Turn::text("The tide is out.")]);
    alice.says("look at the tide and the wind").await;
    let prompt = bot.next_message().await;
    alice.says("/approvals").await;
    let list = bot.next_message().await;
    assert!(list.text.contains(&"tide=out&".repeat(50)), "{list}");
    let whole = alice.taps(&list, "2. Show").await;
    assert!(whole.text.contains(&"wind=low&".repeat(50)), "{whole}");
    let buttons = Shown { text: String::new(), ..whole.clone() };
    reads!(buttons, @"

    [Approve] [Deny]
    [Back to the list]
    ");
    let list = alice.taps(&whole, "Back to the list").await;
    let whole = alice.taps(&list, "2. Show").await;
    reads!(alice.presses(&whole, "Approve").await, @"Approved.");
    let list = alice.changes(&whole).await;
    reads!(alice.presses(&list, "1. Deny").await, @"Denied. Nothing was done.");
    reads!(bot.next_message().await, @"The tide is out.");
    alice.changes(&prompt).await;
    reads!(alice.changes(&list).await, @"
    Nothing waits for a decision.

    You have allowed nothing beyond single calls.
    ");
    bot.end().await;
}

async fn a_list_decides_nothing_that_it_no_longer_shows<C: Chat>() {
    let bot: Bot<C> = Setup::new().with_model().await.start().await;
    let alice = bot.alice();
    let prompt = is_asked_to_forget_both(&bot).await;
    alice.says("/approvals").await;
    let old = bot.next_message().await;
    bot.model().script([Turn::text("Then I keep both.")]);
    let _ = alice.presses(&prompt, "Deny all").await;
    reads!(bot.next_message().await, @"Then I keep both.");
    alice.changes(&prompt).await;
    reads!(alice.presses(&old, "1. Approve").await, @"This was already decided. Denied. Nothing was done. (alert)");
    let list = alice.changes(&old).await;
    reads!(list, @"
    Nothing waits for a decision.

    You have allowed nothing beyond single calls.
    ");
    let never_shown = old.button("2. Approve").replace("q:y:", "q:o:");
    let forged = Shown { buttons: vec![vec![("Show".to_owned(), never_shown)]], ..list };
    reads!(alice.presses(&forged, "Show").await, @"This prompt is no longer valid. Nothing has changed. /approvals lists what waits for a decision. (alert)");
    bot.end().await;
}

/// The model requests the deletion of both of alice's notes.
async fn is_asked_to_forget_both<C: Chat>(bot: &Bot<C>) -> Shown {
    let alice = bot.alice();
    let save = |content: &str| ("memory_save", json!({"content": content}));
    let saves = [save("the wifi code is 4711"), save("the door code is 1234")];
    bot.model().script([Turn::calls(saves), Turn::text("Noted.")]);
    alice.says("the wifi code is 4711, that of the door 1234").await;
    bot.next_message().await;
    let request = bot.model().requests().pop().unwrap();
    let deletes = request.tool_results().into_iter().map(|saved| {
        let saved: Value = serde_json::from_str(saved).unwrap();
        ("memory_delete", json!({"note_id": saved["note_id"]}))
    });
    bot.model().script([Turn::calls(deletes)]);
    alice.says("forget both").await;
    bot.next_message().await
}
