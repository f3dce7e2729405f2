//! Reminders and tasks that are approved after their time: only the person knows whether they still want them.

use adjutant_simulators::model::Turn;
use serde_json::json;

use crate::harness::{Bot, Chat, Setup, Shown, reads};

over_every_channel!(
    a_reminder_approved_too_late_comes_now_if_it_is_wanted,
    a_reminder_approved_too_late_is_moved_to_the_next_day,
    a_reminder_approved_too_late_is_given_another_time_in_words,
    a_reminder_approved_too_late_is_dropped,
    a_task_approved_too_late_is_done_now,
    a_change_approved_too_late_asks_too,
    a_reminder_that_nobody_approved_is_asked_for_again,
);

/// Returns the setup of a bot that asks before it creates or changes a schedule.
fn asking(tool: &str) -> Setup {
    Setup::new().with("TOOLS__RULES", format!(r#"[{{ tool = "{tool}", then = "ask" }}]"#))
}

/// Requests a reminder in 20 minutes from the built-in assistant, and approves it after 30. Returns the question that
/// follows.
async fn asked_about<C: Chat>(bot: &Bot<C>) -> Shown {
    let alice = bot.alice();
    alice.says("remind me in 20 minutes to call mum").await;
    let prompt = bot.next_message().await;
    bot.rests().await;
    bot.advance(30);
    reads!(alice.presses(&prompt, "Approve").await, @"Approved.");
    let question = bot.next_message().await;
    reads!(bot.next_message().await, @"Its time has passed, so I have set nothing yet: please choose above.");
    question
}

async fn a_reminder_approved_too_late_comes_now_if_it_is_wanted<C: Chat>() {
    let mut bot: Bot<C> = asking("schedule_create").start().await;
    let alice = bot.alice();
    let question = asked_about(&bot).await;
    reads!(question, @"
    ⏰ call mum

    This was for 10:20, and was approved after that. Shall I remind you now?
    [Remind me now] [Tomorrow at 10:20]
    [Drop it]
    ");
    bot.restart_after(5).await;
    reads!(alice.taps(&question, "Remind me now").await, @"
    ⏰ call mum

    Here it is.
    ");
    reads!(bot.next_message().await, @"
    ⏰ call mum
    [Done] [Snooze …]
    [History]
    ");
    reads!(alice.presses(&question, "Remind me now").await, @"This was already decided. Nothing has changed. (alert)");
    bot.advance(24 * 60);
    bot.rests().await;
    bot.end().await;
}

async fn a_reminder_approved_too_late_is_moved_to_the_next_day<C: Chat>() {
    let bot: Bot<C> = asking("schedule_create").start().await;
    let alice = bot.alice();
    let question = asked_about(&bot).await;
    alice.says("/schedules").await;
    reads!(bot.next_message().await, @"
    Your schedules: 1

    1. call mum
    once on Fri 1 May 2026 at 10:20 · paused

    Times are in UTC.
    [1. call mum]
    ");
    reads!(alice.taps(&question, "Tomorrow at 10:20").await, @"
    ⏰ call mum

    I will remind you tomorrow at 10:20 (UTC).
    ");
    alice.says("/schedules").await;
    reads!(bot.next_message().await, @"
    Your schedules: 1

    1. call mum
    once on Sat 2 May 2026 at 10:20 · next on Sat 2 May, 10:20

    Times are in UTC.
    [1. call mum]
    ");
    bot.advance(24 * 60 - 10);
    reads!(bot.next_message().await, @"
    ⏰ call mum
    [Done] [Snooze …]
    [History]
    ");
    bot.end().await;
}

async fn a_reminder_approved_too_late_is_given_another_time_in_words<C: Chat>() {
    let bot: Bot<C> = asking("schedule_create").start().await;
    let alice = bot.alice();
    let question = asked_about(&bot).await;
    alice.says("move it to 18:00").await;
    reads!(bot.next_message().await, @"Changed. I'll remind you in 7 hours and 30 minutes, at 18:00 (UTC): call mum");
    reads!(alice.changes(&question).await, @"
    ⏰ call mum

    It has another time now.
    ");
    reads!(alice.presses(&question, "Remind me now").await, @"This was already decided. Nothing has changed. (alert)");
    bot.advance(7 * 60 + 30);
    reads!(bot.next_message().await, @"
    ⏰ call mum
    [Done] [Snooze …]
    [History]
    ");
    bot.end().await;
}

async fn a_reminder_approved_too_late_is_dropped<C: Chat>() {
    let bot: Bot<C> = asking("schedule_create").start().await;
    let alice = bot.alice();
    let question = asked_about(&bot).await;
    reads!(alice.taps(&question, "Drop it").await, @"
    ⏰ call mum

    Dropped.
    ");
    reads!(alice.presses(&question, "Remind me now").await, @"This schedule is gone, or no longer for this chat. Nothing has changed. (alert)");
    alice.says("/schedules").await;
    reads!(bot.next_message().await, @"You have no schedules. To make one, say for example: remind me every day at 9:30 to water the plants");
    bot.end().await;
}

async fn a_task_approved_too_late_is_done_now<C: Chat>() {
    let bot: Bot<C> = asking("schedule_create").with_model().await.start().await;
    let alice = bot.alice();
    let task = json!({ "goal": "Say how high the tide is.", "name": "Tide", "cadence_type": "once",
        "cadence_value": "2026-05-01T10:20" });
    bot.model().script([Turn::calls([("schedule_create", task)]), Turn::text("I have asked you above.")]);
    alice.says("How high is the tide at 10:20?").await;
    let prompt = bot.next_message().await;
    bot.rests().await;
    bot.advance(30);
    alice.presses(&prompt, "Approve").await;
    let question = bot.next_message().await;
    reads!(question, @"
    ⏰ Say how high the tide is.

    This was for 10:20, and was approved after that. Shall I do it now?
    [Do it now] [Tomorrow at 10:20]
    [Drop it]
    ");
    reads!(bot.next_message().await, @"I have asked you above.");
    bot.model().script([Turn::text("It is high.")]);
    reads!(alice.taps(&question, "Do it now").await, @"
    ⏰ Say how high the tide is.

    I am doing it now.
    ");
    reads!(bot.next_message().await, @"
    Tide

    It is high.
    [Snooze …] [Run again]
    [History]
    ");
    bot.end().await;
}

async fn a_change_approved_too_late_asks_too<C: Chat>() {
    let bot: Bot<C> = asking("schedule_edit").with_model().await.start().await;
    let alice = bot.alice();
    let made = json!({ "goal": "call mum", "reminder": true, "cadence_type": "once",
        "cadence_value": "2026-05-01T18:00" });
    bot.model().script([Turn::calls([("schedule_create", made)]), Turn::text("Set.")]);
    alice.says("Remind me at six to call mum").await;
    reads!(bot.next_message().await, @"Set.");
    let requests = bot.model().requests();
    let made: serde_json::Value = serde_json::from_str(requests[1].tool_results()[0]).unwrap();
    let id = made["schedule_id"].as_str().unwrap();
    let moved = json!({ "schedule_id": id, "cadence_type": "once", "cadence_value": "2026-05-01T10:20" });
    bot.model().script([Turn::calls([("schedule_edit", moved)]), Turn::text("I have asked you above.")]);
    alice.says("Make that 10:20").await;
    let prompt = bot.next_message().await;
    bot.rests().await;
    bot.advance(30);
    alice.presses(&prompt, "Approve").await;
    let question = bot.next_message().await;
    reads!(question, @"
    ⏰ call mum

    This was for 10:20, and was approved after that. Shall I remind you now?
    [Remind me now] [Tomorrow at 10:20]
    [Drop it]
    ");
    reads!(bot.next_message().await, @"I have asked you above.");
    reads!(alice.taps(&question, "Tomorrow at 10:20").await, @"
    ⏰ call mum

    I will remind you tomorrow at 10:20 (UTC).
    ");
    bot.end().await;
}

async fn a_reminder_that_nobody_approved_is_asked_for_again<C: Chat>() {
    let mut bot: Bot<C> = asking("schedule_create").start().await;
    let alice = bot.alice();
    alice.says("remind me at 21:00 to call mum").await;
    let prompt = bot.next_message().await;
    bot.rests().await;
    bot.advance(24 * 60);
    let expired = bot.next_message().await;
    reads!(expired, @"
    Nobody decided within 24 h, so this was not done:

    • Schedule “call mum”
    [Ask again]
    ");
    alice.changes(&prompt).await;
    bot.restart().await;
    alice.taps(&expired, "Ask again").await;
    let prompt = bot.next_message().await;
    reads!(prompt, @"
    Schedule “call mum”
    once on Sat 2 May 2026 at 21:00 (UTC)
    a reminder: this text is sent, and no model runs
    call mum
    Whoever runs this bot wants you to be asked about this.
    [Approve] [Deny]
    [More choices] [Details]
    ");
    reads!(alice.presses(&expired, "Ask again").await, @"You have answered this already.");
    alice.presses(&prompt, "Approve").await;
    reads!(bot.next_message().await, @"I'll remind you in 11 hours, at 21:00 (UTC): call mum");
    bot.end().await;
}
