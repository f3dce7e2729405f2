//! Approval questions with buttons: who decides, until when, and with what effect.

use adjutant_simulators::model::Turn;
use chrono::TimeDelta;
use serde_json::json;

use crate::harness::{Bot, Chat, Setup, Shown, in_order, reads};

/// How far a clock with a wrong year is ahead.
const TEN_YEARS: TimeDelta = TimeDelta::days(3_652);

over_every_channel!(
    a_question_survives_a_restart,
    a_question_expires_and_a_late_press_changes_nothing,
    a_question_does_not_expire_by_a_clock_that_is_years_ahead,
    a_second_press_changes_nothing,
    each_call_of_a_response_is_decided_by_itself,
    messages_are_answered_while_a_question_waits,
    reading_does_not_wait_for_a_question,
    a_new_conversation_withdraws_a_question,
    stopping_withdraws_a_question,
    a_typed_yes_points_to_the_button,
    after_too_many_questions_in_an_hour_it_says_what_helps,
);

async fn after_too_many_questions_in_an_hour_it_says_what_helps<C: Chat>() {
    let bot: Bot<C> = Setup::new().with_model().await.with("APPROVALS__MAX_PER_HOUR", 1).start().await;
    let alice = bot.alice();
    let asks = |host: &str| Turn::calls([("web_fetch", json!({"url": format!("https://{host}/")}))]);
    bot.model().script([asks("example.com"), Turn::text("Then not.")]);
    alice.says("read it").await;
    let prompt = bot.next_message().await;
    alice.presses(&prompt, "Deny").await;
    reads!(bot.next_message().await, @"Then not.");
    alice.changes(&prompt).await;
    bot.model().script([asks("example.org")]);
    alice.says("read the other one").await;
    reads!(bot.next_message().await, @"I stopped here: I have asked for your approval as often as I may within an hour. Write “go on” in a while. So that I ask less often, allow a call for an hour or always, with “More choices” under a request. Whoever runs me can also raise max_per_hour, under [approvals].");
    bot.end().await;
}

async fn a_question_survives_a_restart<C: Chat>() {
    let mut bot: Bot<C> = Setup::new().start().await;
    let alice = bot.alice();

    let prompt = is_asked_to_forget(&bot).await;
    bot.restart().await;
    reads!(alice.presses(&prompt, "Approve").await, @"Approved.");
    reads!(bot.next_message().await, @"Forgotten: I have deleted the note. Our conversation may still contain what it said; /new begins without it.");
    reads!(alice.changes(&prompt).await, @"
    Delete the note “the wifi code is 4711”
    A deleted note cannot be brought back.
    ✅ Approved
    ");
    bot.end().await;
}

async fn a_question_expires_and_a_late_press_changes_nothing<C: Chat>() {
    let bot: Bot<C> = Setup::new().start().await;
    let alice = bot.alice();

    let prompt = is_asked_to_forget(&bot).await;
    bot.advance(24 * 60);
    reads!(bot.next_message().await, @"
    Nobody decided within 24 h, so this was not done:

    • Delete the note “the wifi code is 4711”
    [Ask again]
    ");
    reads!(alice.changes(&prompt).await, @"
    Delete the note “the wifi code is 4711”
    A deleted note cannot be brought back.
    ⌛ Expired; nothing was done
    ");
    reads!(alice.presses(&prompt, "Approve").await, @"This was already decided. Too late: this had expired. Nothing was done. (alert)");
    alice.says("what is the wifi code?").await;
    reads!(bot.next_message().await, @"You told me: the wifi code is 4711");
    bot.end().await;
}

async fn a_question_does_not_expire_by_a_clock_that_is_years_ahead<C: Chat>() {
    let mut bot: Bot<C> = Setup::new().start().await;
    let alice = bot.alice();

    let prompt = is_asked_to_forget(&bot).await;
    // While the gateway runs, and at a start.
    bot.set_clock_by(TEN_YEARS);
    bot.advance(10);
    bot.restart().await;
    bot.advance(10);
    alice.says("jot oats").await;
    bot.next_message().await;
    bot.set_clock_by(-TEN_YEARS);
    reads!(alice.presses(&prompt, "Approve").await, @"Approved.");
    reads!(bot.next_message().await, @"Forgotten: I have deleted the note. Our conversation may still contain what it said; /new begins without it.");
    alice.changes(&prompt).await;
    bot.end().await;
}

async fn a_second_press_changes_nothing<C: Chat>() {
    let bot: Bot<C> = Setup::new().start().await;
    let alice = bot.alice();

    let prompt = is_asked_to_forget(&bot).await;
    reads!(alice.presses(&prompt, "Deny").await, @"Denied. Nothing was done.");
    reads!(alice.presses(&prompt, "Approve").await, @"This was already decided. Denied. Nothing was done. (alert)");
    reads!(bot.next_message().await, @"All right: nothing was deleted.");
    reads!(alice.changes(&prompt).await, @"
    Delete the note “the wifi code is 4711”
    A deleted note cannot be brought back.
    ❌ Denied; nothing was done
    ");
    reads!(alice.presses(&prompt, "Deny").await, @"This was already decided. Denied. Nothing was done. (alert)");
    alice.says("what is the wifi code?").await;
    reads!(bot.next_message().await, @"You told me: the wifi code is 4711");
    bot.end().await;
}

async fn each_call_of_a_response_is_decided_by_itself<C: Chat>() {
    let bot: Bot<C> = Setup::new().with_model().await.start().await;
    let alice = bot.alice();
    let [wifi, door] = remembers_two(&bot).await;

    bot.model().script([
        Turn::text("Both of them, then.").and_calls([
            ("memory_delete", json!({"note_id": wifi})),
            ("scratchpad_write", json!({"items": ["tidied up"]})),
            ("memory_delete", json!({"note_id": door})),
        ]),
        Turn::text("The wifi code stays, the door code is gone."),
    ]);
    alice.says("forget both codes").await;
    reads!(bot.next_message().await, @"Both of them, then.");
    let prompt = bot.next_message().await;
    reads!(prompt, @"
    1. Delete the note “the wifi code is 4711”
    A deleted note cannot be brought back.

    2. Delete the note “the door code is 1234”
    A deleted note cannot be brought back.
    [1. Approve] [1. Deny]
    [2. Approve] [2. Deny]
    [Approve all] [Deny all]
    [More choices] [Details]
    ");
    reads!(alice.presses(&prompt, "2. Approve").await, @"Approved.");
    let half = alice.changes(&prompt).await;
    reads!(half, @"
    1. Delete the note “the wifi code is 4711”
    A deleted note cannot be brought back.

    2. Delete the note “the door code is 1234”
    A deleted note cannot be brought back.
    ✅ Approved
    [1. Approve] [1. Deny]
    [More choices] [Details]
    ");
    bot.rests().await;
    reads!(alice.presses(&half, "1. Deny").await, @"Denied. Nothing was done.");
    reads!(bot.next_message().await, @"
    The wifi code stays, the door code is gone.

    🗑️ Deleted the note: “the door code is 1234” (our conversation may still contain it; /new begins without it)
    ");
    reads!(alice.changes(&half).await, @"
    1. Delete the note “the wifi code is 4711”
    A deleted note cannot be brought back.
    ❌ Denied; nothing was done

    2. Delete the note “the door code is 1234”
    A deleted note cannot be brought back.
    ✅ Approved
    ");
    let last = bot.model().requests().pop().unwrap();
    reads!(last.tool_results().into_iter().map(in_order).collect::<Vec<_>>().join("\n"), @r#"
    {"error":"the person denied this; do not try it again unless they ask","error_code":"denied","success":false}
    {"item_count":1,"message":"The scratchpad has 1 item.","success":true,"updated":true}
    {"message":"Deleted.","success":true}
    "#);
    bot.end().await;
}

async fn messages_are_answered_while_a_question_waits<C: Chat>() {
    let bot: Bot<C> = Setup::new().start().await;
    let alice = bot.alice();

    let prompt = is_asked_to_forget(&bot).await;
    alice.says("what is the wifi code?").await;
    reads!(bot.next_message().await, @"You told me: the wifi code is 4711");
    alice.says("/status").await;
    assert!(bot.next_message().await.text.contains("Waiting for your approval: 1"));
    reads!(alice.presses(&prompt, "Approve").await, @"Approved.");
    reads!(bot.next_message().await, @"Forgotten: I have deleted the note. Our conversation may still contain what it said; /new begins without it.");
    alice.says("/status").await;
    assert!(bot.next_message().await.text.contains("Waiting for your approval: 0"));
    bot.end().await;
}

async fn reading_does_not_wait_for_a_question<C: Chat>() {
    let bot: Bot<C> = Setup::new().with_model().await.start().await;
    let alice = bot.alice();
    let [wifi, _] = remembers_two(&bot).await;

    bot.model().script([
        Turn::calls([
            ("memory_delete", json!({"note_id": wifi})),
            ("memory_search", json!({"query": "code"})),
        ]),
        Turn::text("It is waiting for you."),
        Turn::text("Gone."),
    ]);
    alice.says("forget the wifi code").await;
    let prompt = bot.next_message().await;
    bot.rests().await;
    alice.says("how is it going").await;
    reads!(bot.next_message().await, @"It is waiting for you.");
    // The model's view of the waiting turn: one call has a result, the other has none yet.
    let seen = bot.model().requests().pop().unwrap();
    let results: Vec<_> = seen.messages.iter().filter(|message| message.role == "tool").collect();
    let [.., deleted, found] = results.as_slice() else { panic!("two results") };
    reads!(deleted.text, @"pending: waiting for the person's approval");
    assert!(found.text.contains("the door code is 1234"), "{}", found.text);
    let _ = alice.presses(&prompt, "Approve").await;
    reads!(bot.next_message().await, @"
    Gone.

    🗑️ Deleted the note: “the wifi code is 4711” (our conversation may still contain it; /new begins without it)
    ");
    bot.end().await;
}

async fn a_new_conversation_withdraws_a_question<C: Chat>() {
    let bot: Bot<C> = Setup::new().start().await;
    let alice = bot.alice();

    let prompt = is_asked_to_forget(&bot).await;
    alice.says("/new").await;
    reads!(bot.next_message().await, @"A new conversation begins. I will not do what was waiting for your approval. I keep what you asked me to remember.");
    reads!(alice.changes(&prompt).await, @"
    Delete the note “the wifi code is 4711”
    A deleted note cannot be brought back.
    🚫 Withdrawn; nothing was done
    ");
    reads!(alice.presses(&prompt, "Approve").await, @"This was already decided. This was withdrawn. Nothing was done. (alert)");
    alice.says("what is the wifi code?").await;
    reads!(bot.next_message().await, @"You told me: the wifi code is 4711");
    bot.end().await;
}

async fn stopping_withdraws_a_question<C: Chat>() {
    let bot: Bot<C> = Setup::new().start().await;
    let alice = bot.alice();

    let prompt = is_asked_to_forget(&bot).await;
    alice.says("/stop").await;
    reads!(bot.next_message().await, @"I will not do what was waiting for your approval.");
    reads!(alice.changes(&prompt).await, @"
    Delete the note “the wifi code is 4711”
    A deleted note cannot be brought back.
    🚫 Withdrawn; nothing was done
    ");
    bot.end().await;
}

/// Alice saves a note and requests its deletion; returns the approval question.
async fn is_asked_to_forget<C: Chat>(bot: &Bot<C>) -> Shown {
    let alice = bot.alice();
    alice.says("remember that the wifi code is 4711").await;
    reads!(bot.next_message().await, @"I'll remember: the wifi code is 4711");
    alice.says("forget the wifi code").await;
    reads!(bot.next_message().await, @"This is the note: the wifi code is 4711");
    let prompt = bot.next_message().await;
    reads!(prompt, @"
    Delete the note “the wifi code is 4711”
    A deleted note cannot be brought back.
    [Approve] [Deny]
    [More choices] [Details]
    ");
    prompt
}

/// Saves two notes for alice; returns their ids.
async fn remembers_two<C: Chat>(bot: &Bot<C>) -> [String; 2] {
    bot.model().script([
        Turn::calls([
            ("memory_save", json!({"content": "the wifi code is 4711"})),
            ("memory_save", json!({"content": "the door code is 1234"})),
        ]),
        Turn::text("Noted, both."),
    ]);
    bot.alice().says("the wifi code is 4711, that of the door 1234").await;
    reads!(bot.next_message().await, @"
    Noted, both.

    📝 Remembered: “the wifi code is 4711”
    📝 Remembered: “the door code is 1234”
    ");
    let last = bot.model().requests().pop().unwrap();
    let id = |result: &&str| {
        let saved: serde_json::Value = serde_json::from_str(result).unwrap();
        saved["note_id"].as_str().unwrap().to_owned()
    };
    let ids: Vec<_> = last.tool_results().iter().map(id).collect();
    ids.try_into().expect("two results")
}

async fn a_typed_yes_points_to_the_button<C: Chat>() {
    let bot: Bot<C> = Setup::new().start().await;
    let alice = bot.alice();

    let prompt = is_asked_to_forget(&bot).await;
    for said in ["Yes!", "no"] {
        alice.says(said).await;
        reads!(bot.next_message().await, @"Please press “Approve” or “Deny” below the question: only a press decides it.");
    }
    reads!(alice.presses(&prompt, "Deny").await, @"Denied. Nothing was done.");
    bot.next_message().await;
    alice.changes(&prompt).await;
    alice.says("yes").await;
    assert!(!bot.next_message().await.text.contains("“Approve”"));
    bot.end().await;
}

mod replied {
    use super::*;
    use crate::harness::{OnDiscord, OnTelegram, Replies};

    #[tokio::test]
    async fn on_telegram() {
        a_yes_belongs_to_the_message_to_which_it_replies::<OnTelegram>().await;
    }

    #[tokio::test]
    async fn on_discord() {
        a_yes_belongs_to_the_message_to_which_it_replies::<OnDiscord>().await;
    }

    /// The chat page has no replies.
    async fn a_yes_belongs_to_the_message_to_which_it_replies<C: Replies>() {
        let bot: Bot<C> = Setup::new().with_model().await.start().await;
        let alice = bot.alice();
        bot.model().script([Turn::text("Shall I look up the tide, too?")]);
        alice.says("good morning").await;
        let offer = bot.next_message().await;
        bot.model().script([Turn::calls([("web_fetch", json!({"url": "https://example.com/"}))])]);
        alice.says("read the news").await;
        let prompt = bot.next_message().await;
        bot.model().script([Turn::text("It comes in at six.")]);
        alice.replies(&offer, "yes").await;
        reads!(bot.next_message().await, @"It comes in at six.");
        alice.replies(&prompt, "yes").await;
        reads!(bot.next_message().await, @"Please press “Approve” or “Deny” below the question: only a press decides it.");
        bot.model().script([Turn::text("Then not.")]);
        alice.presses(&prompt, "Deny").await;
        reads!(bot.next_message().await, @"Then not.");
        alice.changes(&prompt).await;
        bot.end().await;
    }
}
