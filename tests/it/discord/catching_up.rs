//! Messages that people write while the bot is not running are fetched, and answered late.

use adjutant_simulators::{
    discord::{Method, Place},
    model::{Request, Turn},
};
use adjutant_store::db::{Db, Scope};
use chrono::TimeDelta;

use super::{GARDEN, garden, home, with_bob};
use crate::harness::{Bot, Chat as _, OnDiscord, Setup, Shown, conversation, reads};

/// 30 April 2026, 10:00 UTC, in milliseconds since 1970: the day before tests begin.
const YESTERDAY: u64 = 1_777_543_200_000;

#[tokio::test]
async fn direct_messages_and_mentions_are_answered_in_order_and_marked() {
    let (mut bot, bob) = with_bob(Setup::new().with_model().await).await;
    let OnDiscord { discord, alice, .. } = bot.alice();
    let garden = garden(&discord);
    bot.model().answer_with(|request: &Request| {
        let said = request.last_user().lines().filter(|line| !line.is_empty() && !line.starts_with('['));
        Turn::text(format!("To {}", said.collect::<Vec<_>>().join(", ")))
    });

    alice.says("zero").await;
    reads!(bot.next_message().await, @"To zero");
    let seen = bot
        .away(30, async {
            alice.says("one").await;
            let two = bob.mentions_bot_in(&garden, "two").await;
            alice.says("three").await;
            bob.says_in(&garden, "this is for nobody").await;
            two
        })
        .await;
    let answer = discord.next_message(&garden).await;
    assert_eq!((answer.reply_to, &*answer.pings), (Some(seen.id), [bob.id()].as_slice()));
    reads!(Shown::from(answer), @"
    You wrote this at 10:00 (30 minutes ago), while I was away.

    To two
    ");
    let mut answers = Vec::new();
    while !answers.last().is_some_and(|answer: &Shown| answer.text.ends_with("three")) {
        answers.push(bot.next_message().await);
    }
    assert!(answers.iter().all(|answer| answer.text.starts_with("You wrote this")), "{answers:#?}");
    let said = answers.iter().map(|answer| answer.text.as_str()).collect::<Vec<_>>().join(" ");
    assert!(said.find("one").unwrap() < said.find("three").unwrap(), "{said}");
    assert_eq!((said.matches("one").count(), said.matches("three").count()), (1, 1), "{said}");
    alice.says("four").await;
    reads!(bot.next_message().await, @"To four");
    bot.end().await;
}

#[tokio::test]
async fn a_direct_chat_is_caught_up_on_however_many_others_were_used_since() {
    catches_up_although(
        "WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 1500)
         INSERT INTO sessions (session_id, kind, channel, chat, thread, chat_kind, user_id, created_at)
         SELECT 'session-' || n, 'chat', channel, n, thread, 'group', user_id, created_at + 1000 FROM sessions, n
         WHERE kind = 'chat'",
    )
    .await;
}

#[tokio::test]
async fn a_first_direct_message_is_found_though_nobody_knew_the_chat() {
    let (mut bot, bob) = with_bob(Setup::new()).await;
    bot.away(30, bob.says("jot one")).await;
    is_answered_late_and_once(bot, &bob).await;
}

#[tokio::test]
async fn a_mention_in_the_middle_of_five_hundred_messages_is_answered_once_and_holds_up_nobody() {
    let (mut bot, bob) = with_bob(Setup::new()).await;
    let OnDiscord { discord, alice, .. } = bot.alice();
    let garden = garden(&discord);

    let held = discord.hold_before(Method::ListMessages);
    bot.away(30, async {
        for number in 0..500 {
            alice.says_in(&garden, "this is for nobody").await;
            if number == 250 {
                bob.mentions_bot_in(&garden, "jot one").await;
            }
        }
    })
    .await;
    held.wait().await;
    bob.says("jot live").await;
    reads!(Shown::from(discord.next_message(&bob).await), @"Jotted down: it is the only thing on the scratchpad.");
    assert_eq!(discord.messages(&garden), []);
    held.release();
    is_answered_late_and_once(bot, &garden).await;
}

#[tokio::test]
async fn what_is_too_old_gets_one_line() {
    let mut bot: Bot<OnDiscord> = Setup::new().start().await;
    let OnDiscord { discord, alice, .. } = bot.alice();
    let garden = garden(&discord);

    alice.says("jot one").await;
    bot.next_message().await;
    bot.away(7 * 60, async {
        alice.says("jot two").await;
        alice.says("jot three").await;
        alice.mentions_bot_in(&garden, "jot four").await;
    })
    .await;
    let line = bot.next_message().await;
    bot.alice()
        .shows(
            &line,
            "I was away, so I have not answered 2 messages that are more than 6 hours old. The last is from Fri 1 \
             May, 10:00. Send again what still matters.",
        )
        .await;
    reads!(Shown::from(discord.next_message(&garden).await), @"I was away, so I have not answered your message from Fri 1 May, 10:00: it is more than 6 hours old. Send it again if it still matters.");
    alice.says("show scratchpad").await;
    reads!(bot.next_message().await, @"
    On the scratchpad:

    • one
    ");
    bot.end().await;
}

#[tokio::test]
async fn a_first_start_answers_nothing_of_before() {
    let chat = OnDiscord::open_with(adjutant_simulators::discord::Settings::default()).await;
    let OnDiscord { discord, alice, .. } = chat.clone();
    let garden = garden(&discord);
    discord.set_time(YESTERDAY);
    alice.says("jot one").await;
    alice.mentions_bot_in(&garden, "jot one").await;

    let bot = Setup::new().start_over(chat).await;
    alice.says("show scratchpad").await;
    reads!(bot.next_message().await, @"The scratchpad is empty. To put something on it: jot buy milk");
    assert_eq!(discord.messages(&garden), []);
    bot.end().await;
}

#[tokio::test]
async fn channels_that_are_always_answered_are_caught_up_on_too() {
    let listening = Setup::new()
        .with("CHANNELS__DISCORD__MESSAGE_CONTENT", true)
        .with("CHANNELS__DISCORD__ALWAYS_ANSWER", format!(r#"["{GARDEN}"]"#));
    let (mut bot, bob) = with_bob(listening).await;
    let OnDiscord { discord, alice, .. } = bot.alice();
    let (garden, kitchen) = (garden(&discord), home(&discord).channel(601, "kitchen"));

    bot.away(1, async {
        alice.says_in(&garden, "jot oats").await;
        bob.says_in(&kitchen, "jot rye").await;
        bob.says_in(&garden, "jot milk").await;
    })
    .await;
    for _ in 0..2 {
        reads!(Shown::from(discord.next_message(&garden).await), @"Jotted down: it is the only thing on the scratchpad.");
    }
    bot.end().await;
}

#[tokio::test]
async fn roles_count_for_what_was_missed() {
    let allowed = Setup::new().with("ACCESS__ALLOW", r#"["discord:42", "discord:role:700"]"#);
    let mut bot: Bot<OnDiscord> = allowed.start().await;
    let OnDiscord { discord, .. } = bot.alice();
    let (home, garden, bob) = (home(&discord), garden(&discord), discord.user(43, "bob"));
    home.gives_role(&bob, home.role(700, "friends"));

    bot.away(1, bob.mentions_bot_in(&garden, "show scratchpad")).await;
    reads!(Shown::from(discord.next_message(&garden).await), @"The scratchpad is empty. To put something on it: jot buy milk");
    bot.end().await;
}

#[tokio::test]
async fn what_was_deleted_meanwhile_is_not_answered_and_what_was_edited_counts_as_it_is() {
    let mut bot: Bot<OnDiscord> = Setup::new().with_model().await.start().await;
    let OnDiscord { alice, .. } = bot.alice();

    bot.model().script([Turn::text("Hello."), Turn::text("Two it is.")]);
    alice.says("hello").await;
    reads!(bot.next_message().await, @"Hello.");
    bot.away(1, async {
        let gone = alice.says("one").await;
        let changed = alice.says("twoo").await;
        alice.deletes(&gone).await;
        alice.edits(&changed, "two").await;
    })
    .await;
    reads!(bot.next_message().await, @"Two it is.");
    reads!(conversation(bot.model()), @"
    user: hello
    assistant: Hello.
    user: two
    ");
    bot.end().await;
}

#[tokio::test]
async fn a_clock_that_is_years_ahead_for_a_while_keeps_nothing_from_being_caught_up_on() {
    let mut bot: Bot<OnDiscord> = Setup::new().start().await;
    let alice = bot.alice();

    bot.set_clock_by(TimeDelta::days(3_652));
    alice.says("jot one").await;
    bot.next_message().await;
    bot.set_clock_by(TimeDelta::days(-3_652));
    bot.away(30, alice.says("jot two")).await;
    reads!(bot.next_message().await, @"
    You wrote this at 10:00 (30 minutes ago), while I was away.

    Jotted down. There are 2 things on the scratchpad now.
    ");
    bot.end().await;
}

#[tokio::test]
async fn a_cursor_that_a_wrong_clock_has_moved_ahead_keeps_nothing_from_being_caught_up_on() {
    // A mark in the year 2036.
    catches_up_although("UPDATE channel_marks SET mark = '2831155200000000000'").await;
}

/// Sends a message while the bot is not running, and changes the bot's database with this statement. The bot must
/// answer when it is back.
async fn catches_up_although(change: &'static str) {
    let mut bot: Bot<OnDiscord> = Setup::new().start().await;
    let alice = bot.alice();

    alice.says("jot one").await;
    bot.next_message().await;
    let database = bot.database();
    bot.away(30, async {
        let db = Db::open(&database).await.unwrap();
        db.write(Scope::Global, async |tx| tx.execute(change, ()).await).await.unwrap();
        alice.says("jot two").await;
    })
    .await;
    reads!(bot.next_message().await, @"
    You wrote this at 10:00 (30 minutes ago), while I was away.

    Jotted down. There are 2 things on the scratchpad now.
    ");
    bot.end().await;
}

/// Checks that the bot answers "jot one", written half an hour ago in this place, and does not answer it again after a
/// restart.
async fn is_answered_late_and_once(mut bot: Bot<OnDiscord>, place: &impl Place) {
    let OnDiscord { discord, .. } = bot.alice();
    reads!(Shown::from(discord.next_message(place).await), @"
    You wrote this at 10:00 (30 minutes ago), while I was away.

    Jotted down: it is the only thing on the scratchpad.
    ");
    bot.restart().await;
    assert_eq!(discord.messages(place).len(), 1);
    bot.end().await;
}
