//! Failures of Telegram to accept the bot's messages.

use std::time::Duration;

use adjutant_simulators::{
    model::Turn,
    telegram::{BotMessage, Fault, Method, Telegram},
};
use adjutant_store::db::Tx;
use chrono::TimeDelta;

use super::with_bob;
use crate::harness::{ALICE, Bot, OnTelegram, Setup, Shown, reads};

#[tokio::test]
async fn too_many_requests_hold_up_one_chat_only_and_keep_its_order() {
    let (bot, bob) = with_bob(Setup::new()).await;
    let OnTelegram { tg, alice, .. } = bot.alice();

    tg.fail_next(Method::SendMessage, Fault::TooManyRequests { retry_after: 30 });
    alice.says("jot one").await;
    tg.called(Method::SendMessage, 1).await;
    alice.says("jot two").await;
    bob.says("jot three").await;
    reads!(Shown::from(tg.next_message(&bob).await), @"Jotted down: it is the only thing on the scratchpad.");
    assert_eq!(sent_to_alice(&tg), 1);
    bot.while_time_passes(async {
        reads!(bot.next_message().await, @"Jotted down: it is the only thing on the scratchpad.");
        reads!(bot.next_message().await, @"Jotted down. There are 2 things on the scratchpad now.");
    })
    .await;
    bot.end().await;
}

#[tokio::test]
async fn a_server_error_leaves_a_send_in_doubt_and_its_repeat_is_marked() {
    let bot: Bot<OnTelegram> = Setup::new().start().await;
    let OnTelegram { tg, alice, .. } = bot.alice();

    tg.fail_next(Method::SendMessage, Fault::ServerError(502));
    alice.says("jot one").await;
    tg.called(Method::SendMessage, 1).await;
    alice.says("jot two").await;
    bot.while_time_passes(async {
        reads!(bot.next_message().await, @"
        ↻ This may be a repeat:
        Jotted down: it is the only thing on the scratchpad.
        ");
        reads!(bot.next_message().await, @"Jotted down. There are 2 things on the scratchpad now.");
    })
    .await;
    bot.end().await;
}

#[tokio::test]
async fn each_send_in_doubt_is_searched_for_once_however_many_came_before() {
    let bot: Bot<OnTelegram> = Setup::new().start().await;
    let OnTelegram { tg, alice, .. } = bot.alice();

    alice.says("jot one").await;
    reads!(bot.next_message().await, @"Jotted down: it is the only thing on the scratchpad.");
    for _ in 0..4 {
        tg.fail_next(Method::SendMessage, Fault::ServerError(500));
    }
    alice.says("jot two").await;
    reads!(bot.while_time_passes(bot.next_message()).await, @"
    ↻ This may be a repeat:
    Jotted down. There are 2 things on the scratchpad now.
    ");
    assert_eq!(tg.count(Method::EditMessageReplyMarkup), 4 * 6);
    bot.end().await;
}

#[tokio::test]
async fn a_send_that_arrived_though_the_connection_broke_is_found_again() {
    let bot: Bot<OnTelegram> = Setup::new().start().await;
    let OnTelegram { tg, alice, .. } = bot.alice();

    alice.says("jot one").await;
    reads!(bot.next_message().await, @"Jotted down: it is the only thing on the scratchpad.");
    tg.fail_next(Method::SendMessage, Fault::CutAfter);
    alice.says("jot two").await;
    reads!(bot.next_message().await, @"Jotted down. There are 2 things on the scratchpad now.");
    bot.advance_by(TimeDelta::seconds(1));
    alice.says("jot three").await;
    reads!(bot.while_time_passes(bot.next_message()).await, @"Jotted down. There are 3 things on the scratchpad now.");
    assert_eq!(tg.messages(&alice).len(), 3);
    bot.end().await;
}

#[tokio::test]
async fn a_send_in_doubt_is_resolved_within_seconds_while_the_chat_shows_typing() {
    let bot: Bot<OnTelegram> = Setup::new().start().await;
    let OnTelegram { tg, alice, .. } = bot.alice();
    let now = || bot.app().core().clock.timestamp();
    let in_doubt = "SELECT count(*) AS value FROM outbox WHERE state = 'unknown'";

    alice.says("jot one").await;
    bot.next_message().await;
    let begun = now();
    tg.fail_next(Method::SendMessage, Fault::CutAfter);
    alice.says("jot two").await;
    reads!(bot.next_message().await, @"Jotted down. There are 2 things on the scratchpad now.");
    bot.while_deliveries_wait(bot.rests()).await;
    assert!(now() - begun < TimeDelta::seconds(7), "found after {}", now() - begun);

    let (begun, shown) = (now(), tg.count(Method::SendChatAction));
    tg.fail_next(Method::SendMessage, Fault::Cut);
    alice.says("jot three").await;
    bot.until("the doubt", async || bot.number(in_doubt).await == 1).await;
    reads!(bot.while_deliveries_wait(bot.next_message()).await, @"
    ↻ This may be a repeat:
    Jotted down. There are 3 things on the scratchpad now.
    ");
    assert!(now() - begun < TimeDelta::seconds(7), "sent again after {}", now() - begun);
    assert!(tg.count(Method::SendChatAction) - shown >= 2);
    bot.end().await;
}

#[tokio::test]
async fn a_message_in_doubt_is_found_though_others_have_talked_meanwhile() {
    let (bot, bob) = with_bob(Setup::new()).await;
    let OnTelegram { tg, alice, .. } = bot.alice();
    let group = tg.group(-300, "family");

    alice.says("remind me in 5 minutes to stretch").await;
    bot.next_message().await;
    for _ in 0..30 {
        bob.says_in(&group, "this is not for the bot").await;
    }
    bot.advance(1);
    bob.says("jot oats").await;
    tg.next_message(&bob).await;
    bot.rests().await;
    tg.fail_next(Method::SendMessage, Fault::CutAfter);
    bot.advance(4);
    let reminder = tg.next_message(&alice).await;
    bot.while_deliveries_fail(TimeDelta::minutes(8)).await;
    bot.rests().await;
    assert_eq!(tg.messages(&alice).last(), Some(&reminder), "it is not sent again");
    bot.end().await;
}

#[tokio::test]
async fn a_question_in_doubt_is_found_with_its_buttons() {
    let bot: Bot<OnTelegram> = Setup::new().start().await;
    let OnTelegram { tg, alice, .. } = bot.alice();

    let prompt = is_asked_in_doubt(&bot).await;
    bot.while_time_passes(tg.called(Method::EditMessageReplyMarkup, 2)).await;
    bot.rests().await;
    assert_eq!(tg.message(&prompt), Some(prompt.clone()));
    reads!(alice.presses(&prompt, "Deny").await.text, @"Denied. Nothing was done.");
    reads!(bot.next_message().await, @"All right: nothing was deleted.");
    bot.end().await;
}

#[tokio::test]
async fn a_press_tells_that_a_question_in_doubt_has_arrived() {
    let bot: Bot<OnTelegram> = Setup::new().start().await;
    let OnTelegram { tg, alice, .. } = bot.alice();

    let prompt = is_asked_in_doubt(&bot).await;
    reads!(alice.presses(&prompt, "Approve").await.text, @"Approved.");
    bot.while_time_passes(async {
        reads!(bot.next_message().await, @"Forgotten: I have deleted the note. Our conversation may still contain what it said; /new begins without it.");
        reads!(Shown::from(tg.when(&prompt, |now| now.buttons.is_empty()).await), @"
        Delete the note “the wifi code is 4711”
        A deleted note cannot be brought back.
        ✅ Approved
        ");
    })
    .await;
    assert_eq!(tg.count(Method::EditMessageReplyMarkup), 0, "nothing had to be probed");
    bot.end().await;
}

#[tokio::test]
async fn what_telegram_refuses_is_told_and_in_the_status() {
    let bot: Bot<OnTelegram> = Setup::new().start().await;
    let OnTelegram { tg, alice, .. } = bot.alice();

    tg.fail_next(Method::SendMessage, Fault::Refused("no reason"));
    alice.says("jot one").await;
    reads!(bot.next_message().await, @"I could not show you my answer: this chat did not accept it. /status shows why. Please ask me again in another way.");
    alice.says("/status").await;
    reads!(bot.next_message().await, @"
    • Model: built-in assistant (no model)
    • Now: idle
    • Waiting for your approval: 0
    • Active schedules: 0 (times are in UTC)
    • Telegram: connected; last heard from it just now
    • Messages I could not deliver here in the last week: 1 (refused: Bad Request: no reason)
    • Stored for you: 0 notes, 2 messages, 0 bytes of files
    ");
    bot.end().await;
}

#[tokio::test]
async fn what_reports_to_a_person_who_blocked_the_bot_waits_for_their_return() {
    let bot: Bot<OnTelegram> = Setup::new().start().await;
    let OnTelegram { tg, alice, .. } = bot.alice();

    alice.says("every hour: drink").await;
    bot.next_message().await;
    alice.says("remind me in 5 minutes to stretch").await;
    bot.next_message().await;
    alice.block().await;
    tg.all_acknowledged().await;
    bot.advance(150);
    bot.rests().await;
    assert_eq!(bot.number("SELECT count(*) AS value FROM runs").await, 0);

    alice.unblock().await;
    alice.says("jot one").await;
    reads!(bot.next_message().await, @"
    I could not write to you here for a while, and had paused what reports here. It goes on now:

    • “drink”: Fri 1 May, 13:00

    While I could not write to you here, this was due and did not run:

    • “stretch”: Fri 1 May, 10:05
    ");
    reads!(bot.next_message().await, @"Jotted down: it is the only thing on the scratchpad.");
    bot.advance(30);
    reads!(bot.next_message().await.text, @"⏰ drink");
    bot.end().await;
}

#[tokio::test]
async fn the_bot_answers_when_the_network_is_back() {
    let bot: Bot<OnTelegram> = Setup::new().start().await;
    let OnTelegram { tg, alice, .. } = bot.alice();

    alice.says("remind me in 5 minutes to stretch").await;
    reads!(bot.next_message().await, @"I'll remind you in 5 minutes, at 10:05 (UTC): stretch");
    tg.go_offline();
    bot.advance(5);
    bot.until("an attempt that failed", async || failures(&bot).await > 0).await;
    alice.says("jot one").await;
    tg.go_online();
    bot.while_time_passes(async {
        reads!(bot.next_message().await, @"
        ↻ This may be a repeat:
        ⏰ stretch
        [Done] [Snooze …]
        [History]
        ");
        reads!(bot.next_message().await, @"Jotted down: it is the only thing on the scratchpad.");
    })
    .await;
    bot.end().await;
}

#[tokio::test]
async fn an_edit_on_which_telegram_alone_fails_becomes_a_new_message() {
    let bot: Bot<OnTelegram> = Setup::new().with_model().await.start().await;
    let OnTelegram { tg, alice, .. } = bot.alice();
    let story = (1..=60).map(|n| format!("word-{n}")).collect::<Vec<_>>().join(" ");

    let told = Turn::text(&*story).paced(Duration::from_millis(10));
    bot.model().script([told, Turn::text("The second.")]);
    alice.says("tell me a story").await;
    bot.while_time_passes(tg.next_message(&alice)).await;
    for _ in 0..30 {
        tg.fail_next(Method::EditMessageText, Fault::ServerError(500));
    }
    bot.while_time_passes(tg.called(Method::EditMessageText, 5)).await;
    alice.says("and then?").await;
    messages_wait(&bot, 2).await;
    bot.while_deliveries_fail(TimeDelta::minutes(150)).await;
    assert_eq!(tg.next_message(&alice).await.text, format!("↻ This may be a repeat:\n{story}"));
    reads!(bot.next_message().await, @"The second.");
    bot.end().await;
}

#[tokio::test]
async fn a_message_on_which_telegram_alone_fails_holds_up_its_chat_for_an_hour() {
    let bot: Bot<OnTelegram> = Setup::new().start().await;
    let OnTelegram { tg, alice, .. } = bot.alice();

    alice.says("jot one").await;
    reads!(bot.next_message().await, @"Jotted down: it is the only thing on the scratchpad.");
    bot.rests().await;
    for _ in 0..20 {
        tg.fail_next(Method::SendMessage, Fault::ServerError(500));
    }
    alice.says("jot two").await;
    messages_wait(&bot, 1).await;
    alice.says("jot three").await;
    messages_wait(&bot, 2).await;
    bot.while_deliveries_fail(TimeDelta::minutes(150)).await;
    reads!(bot.next_message().await, @"Jotted down. There are 3 things on the scratchpad now.");
    reads!(bot.next_message().await, @"I could not show you my answer: this chat did not accept it. /status shows why. Please ask me again in another way.");
    bot.end().await;
}

#[tokio::test]
async fn a_change_that_telegram_refuses_is_told_of_as_one() {
    let bot: Bot<OnTelegram> = Setup::new().start().await;
    let OnTelegram { tg, alice, .. } = bot.alice();

    alice.says("remind me in 5 minutes to stretch").await;
    reads!(bot.next_message().await, @"I'll remind you in 5 minutes, at 10:05 (UTC): stretch");
    bot.advance(5);
    let reminder = tg.next_message(&alice).await;
    tg.fail_next(Method::EditMessageText, Fault::Refused("no reason"));
    alice.presses(&reminder, "Done").await;
    reads!(bot.next_message().await, @"I could not change one of my messages: this chat did not accept the change. What you pressed still counts. /status shows why.");
    bot.end().await;
}

/// Waits until this many messages wait for delivery.
async fn messages_wait(bot: &Bot<OnTelegram>, messages: i64) {
    let waiting = async || bot.number("SELECT count(*) AS value FROM outbox WHERE state <> 'done'").await;
    bot.until("messages that wait for delivery", async || waiting().await == messages).await;
}

/// Alice is asked whether to delete a note, but the bot is not notified that the question has arrived.
async fn is_asked_in_doubt(bot: &Bot<OnTelegram>) -> BotMessage {
    let OnTelegram { tg, alice, .. } = bot.alice();
    alice.says("remember that the wifi code is 4711").await;
    reads!(bot.next_message().await, @"I'll remember: the wifi code is 4711");
    let held = tg.hold_after(Method::SendMessage);
    alice.says("forget the wifi code").await;
    held.wait().await;
    tg.fail_next(Method::SendMessage, Fault::CutAfter);
    held.release();
    reads!(bot.next_message().await, @"This is the note: the wifi code is 4711");
    let prompt = tg.next_message(&alice).await;
    reads!(Shown::from(prompt.clone()), @"
    Delete the note “the wifi code is 4711”
    A deleted note cannot be brought back.
    [Approve] [Deny]
    [More choices] [Details]
    ");
    prompt
}

/// Returns how many sends have failed so far.
async fn failures(bot: &Bot<OnTelegram>) -> i64 {
    let failed = async |tx: &Tx| tx.value("SELECT count(error) AS value FROM outbox", ()).await;
    bot.app().core().db.read(failed).await.expect("the database can be read").unwrap_or_default()
}

fn sent_to_alice(tg: &Telegram) -> usize {
    let requests = tg.requests().into_iter();
    requests.filter(|it| it.method == Method::SendMessage && it.chat_id() == Some(ALICE)).count()
}
