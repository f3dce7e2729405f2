//! Messages that people write while the bot is not running. On the chat page, this is impossible.

use adjutant_simulators::model::Turn;

use crate::harness::{Bot, Chat, OnDiscord, OnTelegram, Setup, conversation, reads};

/// Runs each conversation over the adapters whose platforms keep messages meanwhile.
macro_rules! over_every_platform {
    ($($conversation:ident),+ $(,)?) => {
        mod telegram {
            $(#[tokio::test]
            async fn $conversation() {
                super::$conversation::<super::OnTelegram>().await;
            })+
        }
        mod discord {
            $(#[tokio::test]
            async fn $conversation() {
                super::$conversation::<super::OnDiscord>().await;
            })+
        }
    };
}

over_every_platform!(
    what_was_written_meanwhile_is_answered_late,
    a_question_that_came_late_says_so,
    times_count_from_when_they_were_written,
    what_is_too_old_is_counted,
);

async fn what_was_written_meanwhile_is_answered_late<C: Chat>() {
    let mut bot: Bot<C> = Setup::new().with_model().await.start().await;
    let alice = bot.alice();

    bot.model().script([Turn::text("Hello."), Turn::text("It will rain."), Turn::text("Yes.")]);
    alice.says("hello").await;
    bot.next_message().await;
    bot.away(180, alice.says("how will the weather be?")).await;
    reads!(bot.next_message().await, @"
    You wrote this at 10:00 (3 hours ago), while I was away.

    It will rain.
    ");
    alice.says("still?").await;
    reads!(bot.next_message().await, @"Yes.");
    reads!(conversation(bot.model()), @"
    user: hello
    assistant: Hello.
    user: [Not from the user: The next message was sent at 10:00, 3 hours ago, while you were away. Its times count from then.]

    how will the weather be?
    assistant: It will rain.
    user: still?
    ");
    bot.away(3, alice.says("/stop")).await;
    reads!(bot.next_message().await, @"
    You wrote this at 13:00 (3 minutes ago), while I was away.

    There is nothing to stop.
    ");
    alice.says("/timezone paris").await;
    bot.next_message().await;
    bot.away(3, alice.says("/schedules")).await;
    reads!(bot.next_message().await, @"
    You wrote this at 15:03 (3 minutes ago), while I was away.

    You have no schedules. To make one, say for example: remind me every day at 9:30 to water the plants
    ");
    bot.end().await;
}

async fn a_question_that_came_late_says_so<C: Chat>() {
    let mut bot: Bot<C> = Setup::new().start().await;
    let alice = bot.alice();

    alice.says("remember that my shoe size is 38").await;
    bot.next_message().await;
    bot.away(60, alice.says("forget my shoe size")).await;
    reads!(bot.next_message().await, @"
    You wrote this at 10:00 (1 hour ago), while I was away.

    This is the note: my shoe size is 38
    ");
    let prompt = bot.next_message().await;
    reads!(alice.presses(&prompt, "Approve").await, @"Approved.");
    reads!(bot.next_message().await, @"Forgotten: I have deleted the note. Our conversation may still contain what it said; /new begins without it.");
    bot.end().await;
}

async fn times_count_from_when_they_were_written<C: Chat>() {
    let mut bot: Bot<C> = Setup::new().with("CHANNELS__ANSWER_WITHIN", "15h").start().await;
    let alice = bot.alice();

    alice.says("/stop").await;
    bot.next_message().await;
    bot.away(14 * 60 + 7, alice.says("remind me tomorrow at 11am to call bob")).await;
    reads!(bot.next_message().await, @"
    You wrote this at Fri 1 May, 10:00 (14 hours ago), while I was away.

    I'll remind you in 10 hours and 53 minutes, on Saturday 2 May 2026 at 11:00 (UTC): call bob
    ");
    bot.away(120, alice.says("remind me in 3 hours to eat")).await;
    reads!(bot.next_message().await, @"
    You wrote this at 00:07 (2 hours ago), while I was away.

    I'll remind you in 1 hour, on Saturday 2 May 2026 at 03:07 (UTC): eat
    ");
    bot.away(20, alice.says("remind me in 10 minutes to take the cake out")).await;
    reads!(bot.next_message().await, @"
    You wrote this at 02:07 (20 minutes ago), while I was away.

    I have set nothing: 2 May 2026 at 02:17 has passed.

    Say it again with a time, for example: remind me tomorrow at 9:30 to take the cake out
    ");
    alice.says("in 5 minutes").await;
    reads!(bot.next_message().await, @"I'll remind you in 5 minutes, at 02:32 (UTC): take the cake out");
    bot.end().await;
}

async fn what_is_too_old_is_counted<C: Chat>() {
    let mut bot: Bot<C> = Setup::new().with("CHANNELS__ANSWER_WITHIN", "2h").start().await;
    let alice = bot.alice();

    // Discord does not deliver messages in a direct chat that began while the bot was not running.
    alice.says("/stop").await;
    bot.next_message().await;
    let wrote = async {
        alice.says("remember that my shoe size is 38").await;
        alice.says("/new").await;
        alice.says("what is my shoe size?").await;
    };
    bot.away(121, wrote).await;
    let line = bot.next_message().await;
    let line = alice
        .shows(
            &line,
            "I was away, so I have not answered 3 messages that are more than 2 hours old. The last is from Fri 1 \
             May, 10:00. Send again what still matters.",
        )
        .await;
    alice.says("what is my shoe size?").await;
    let answer = bot.next_message().await;
    assert!(answer.text.starts_with("I have no note about my shoe size."), "{answer}");
    assert_ne!(answer.id, line.id);
    bot.end().await;
}
