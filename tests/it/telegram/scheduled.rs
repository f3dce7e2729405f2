//! Deliveries of schedules while Telegram does not accept them.

use adjutant_simulators::{
    model::Turn,
    telegram::{Fault, Method, User},
};
use chrono::TimeDelta;

use super::with_bob;
use crate::harness::{Bot, OnTelegram, Setup, Shown, reads};

const DELIVERED: &str = "SELECT count(*) AS value FROM runs WHERE delivery = 'delivered'";
const TRIES: &str = "SELECT coalesce(max(attempts), 0) AS value FROM outbox WHERE state = 'pending'";
const FAILED: &str = "SELECT count(*) AS value FROM runs WHERE delivery = 'failed'";

/// Sets up reminders: alice's is due every hour, bob's a second later.
async fn reminders() -> (Bot<OnTelegram>, User) {
    let (bot, bob) = with_bob(Setup::new()).await;
    let tg = bot.alice().tg;
    bot.alice().alice.says("every hour: stretch").await;
    bot.next_message().await;
    bot.advance_by(TimeDelta::seconds(1));
    bob.says("every hour: breathe").await;
    tg.next_message(&bob).await;
    bot.advance_by(TimeDelta::seconds(3_598));
    (bot, bob)
}

#[tokio::test]
async fn a_reminder_that_is_not_taken_for_long_arrives_once_and_holds_up_nobody() {
    let (bot, bob) = reminders().await;
    let tg = bot.alice().tg;

    let sent = tg.count(Method::SendMessage);
    tg.fail_next(Method::SendMessage, Fault::TooManyRequests { retry_after: 600 });
    bot.advance_by(TimeDelta::seconds(1));
    tg.called(Method::SendMessage, sent + 1).await;
    bot.until("its record", async || bot.number(TRIES).await == 1).await;
    bot.advance_by(TimeDelta::seconds(1));
    reads!(Shown::from(tg.next_message(&bob).await).text, @"⏰ breathe");
    bot.until("its record", async || bot.number(DELIVERED).await == 1).await;
    for tries in 1..=3 {
        tg.fail_next(Method::SendMessage, Fault::TooManyRequests { retry_after: 600 });
        bot.advance(10);
        bot.while_time_passes(tg.called(Method::SendMessage, sent + 2 + tries)).await;
        bot.until("its record", async || bot.number(TRIES).await == tries as i64 + 1).await;
    }
    assert_eq!(bot.number(DELIVERED).await, 1);
    bot.advance(10);
    let late = bot.while_time_passes(tg.next_message(&bot.alice().alice)).await;
    reads!(Shown::from(late.clone()), @"
    This is from Fri 1 May, 11:00 and comes late:
    ⏰ stretch
    [Done] [Snooze …]
    [Pause] [History]
    ");
    bot.rests().await;
    assert_eq!(bot.number(DELIVERED).await, 2);
    bot.alice().alice.presses(&late, "Done").await;
    reads!(Shown::from(tg.when(&late, |now| now.text.contains("✅")).await).text, @"
    This is from Fri 1 May, 11:00 and comes late:
    ⏰ stretch

    ✅ Done at 11:40
    ");
    bot.end().await;
}

#[tokio::test]
async fn a_result_that_is_refused_is_on_record_as_such_and_said_and_all_go_on() {
    let (bot, bob) = reminders().await;
    let tg = bot.alice().tg;

    tg.fail_next(Method::SendMessage, Fault::Refused("Bad Request: for a reason of its own"));
    bot.advance_by(TimeDelta::seconds(1));
    reads!(bot.next_message().await, @"I could not show you my answer: this chat did not accept it. /status shows why. Please ask me again in another way.");
    bot.advance_by(TimeDelta::seconds(1));
    reads!(Shown::from(tg.next_message(&bob).await).text, @"⏰ breathe");
    bot.rests().await;
    assert_eq!((bot.number(FAILED).await, bot.number(DELIVERED).await), (1, 1));
    bot.advance(60);
    reads!(bot.next_message().await.text, @"⏰ stretch");
    reads!(Shown::from(tg.next_message(&bob).await).text, @"⏰ breathe");
    bot.rests().await;
    assert_eq!((bot.number(FAILED).await, bot.number(DELIVERED).await), (1, 3));
    bot.end().await;
}

#[tokio::test]
async fn a_result_that_a_group_with_restrictions_refuses_goes_to_the_direct_chat() {
    let (bot, bob) = with_bob(Setup::new()).await;
    let tg = bot.alice().tg;
    let group = tg.group(-100_200, "family");

    bob.says("hello").await;
    tg.next_message(&bob).await;
    bob.says_in(&group, "@adjutant_bot remind me in 5 minutes to stretch").await;
    tg.next_message(&group).await;
    tg.fail_next(
        Method::SendMessage,
        Fault::Refused("Bad Request: not enough rights to send text messages to the chat"),
    );
    bot.advance(5);
    reads!(Shown::from(tg.next_message(&bob).await), @"
    I can no longer write to the chat where you made “stretch”. This is what it had to say there:

    stretch
    ");
    bob.says("/status").await;
    let status = tg.next_message(&bob).await.text;
    assert!(
        status.contains(
            "• Scheduled results that I could not post where they belong, and sent to your direct chat"
        ),
        "{status}"
    );
    bot.end().await;
}

#[tokio::test]
async fn a_file_that_a_group_refuses_goes_to_the_direct_chat() {
    let (bot, bob) = with_bob(Setup::new().with_model().await).await;
    let tg = bot.alice().tg;
    let group = tg.group(-100_200, "family");

    bot.model().script([Turn::text("Hello."), Turn::text("weed the beds, ".repeat(4_000))]);
    bob.says("hello").await;
    tg.next_message(&bob).await;
    tg.fail_next(
        Method::SendDocument,
        Fault::Refused("Bad Request: not enough rights to send documents to the chat"),
    );
    bob.says_in(&group, "@adjutant_bot what is there to do?").await;
    let beginning = tg.next_message(&group).await;
    assert!(beginning.text.starts_with("weed the beds, ") && beginning.file.is_none(), "{beginning:?}");
    let sent = tg.next_message(&bob).await;
    reads!(Shown::from(sent.clone()), @"↪ I may not send files in the chat that this is for:");
    assert_eq!(sent.file.map(|file| file.name).as_deref(), Some("answer.md"));
    bot.end().await;
}

#[tokio::test]
async fn a_reminder_in_a_group_notifies_the_person_who_made_it() {
    let (bot, bob) = with_bob(Setup::new()).await;
    let tg = bot.alice().tg;
    let group = tg.group(-100_200, "family");

    bob.says_in(&group, "@adjutant_bot remind me in 5 minutes to stretch").await;
    tg.next_message(&group).await;
    bot.advance(5);
    let reminder = tg.next_message(&group).await;
    let mentions: Vec<_> = reminder.entities.iter().filter_map(|entity| entity.user).collect();
    assert_eq!(mentions, [43]);
    reads!(Shown::from(reminder), @"
    bob ⏰ stretch
    [Done] [Snooze …]
    [History]
    ");
    bob.says("remind me in 5 minutes to rest").await;
    tg.next_message(&bob).await;
    bot.advance(5);
    reads!(Shown::from(tg.next_message(&bob).await).text, @"⏰ rest");
    bot.end().await;
}
