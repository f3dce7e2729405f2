//! Threads: never, for long answers, or always; and conversations that continue in them.

use adjutant_simulators::{
    discord::{Method, Permission, as_read},
    model::Turn,
};

use super::{garden, home, with_bob};
use crate::harness::{OnDiscord, Setup, Shown, conversation, reads};

#[tokio::test]
async fn without_the_setting_no_thread_is_opened() {
    let (bot, _) = with_bob(Setup::new().with_model().await).await;
    let OnDiscord { discord, alice, .. } = bot.alice();
    let garden = garden(&discord);

    bot.model().script([Turn::text(words(300))]);
    let asked = alice.mentions_bot_in(&garden, "tell me a long story").await;
    let first = discord.next_message(&garden).await;
    let second = discord.next_message(&garden).await;
    assert_eq!((first.reply_to, second.reply_to), (Some(asked.id), None));
    assert_eq!(format!("{} {}", as_read(&first.text), as_read(&second.text)), words(300));
    assert_eq!(discord.count(Method::StartThread), 0);
    bot.end().await;
}

#[tokio::test]
async fn the_rest_of_a_long_answer_goes_to_a_thread_where_the_conversation_goes_on() {
    let (bot, bob) = with_bob(threads("long").with_model().await).await;
    let OnDiscord { discord, alice, .. } = bot.alice();
    let garden = garden(&discord);

    bot.model().script([
        Turn::text("Good day."),
        Turn::text(words(300)),
        Turn::text("They lived on."),
        Turn::text("Hello, bob."),
    ]);
    alice.mentions_bot_in(&garden, "good day").await;
    reads!(Shown::from(discord.next_message(&garden).await), @"Good day.");
    assert_eq!(discord.count(Method::StartThread), 0, "a short answer needs none");
    let asked = alice.mentions_bot_in(&garden, "tell me a long story").await;
    let first = discord.next_message(&garden).await;
    assert_eq!(first.reply_to, Some(asked.id));
    let thread = discord.thread_at(&asked).await;
    reads!(thread.name(), @"tell me a long story");
    let rest = discord.next_message(&thread).await;
    assert_eq!(format!("{} {}", as_read(&first.text), as_read(&rest.text)), words(300));

    alice.says_in(&thread, "and then?").await;
    reads!(Shown::from(discord.next_message(&thread).await), @"They lived on.");
    let told = conversation(bot.model());
    assert!(told.starts_with("user: tell me a long story\nassistant: word-1 word-2"), "{told}");
    assert!(told.ends_with("word-300\nuser: and then?"), "{told}");
    bob.says_in(&thread, "what is this?").await;
    reads!(Shown::from(discord.next_message(&thread).await), @"Hello, bob.");
    reads!(conversation(bot.model()), @"user: what is this?");
    bot.end().await;
}

#[tokio::test]
async fn every_answer_in_a_server_opens_a_thread_if_that_is_wished() {
    let (mut bot, _) = with_bob(threads("always").with_model().await).await;
    let OnDiscord { discord, alice, .. } = bot.alice();
    let garden = garden(&discord);

    bot.model().script([Turn::text("Oats."), Turn::text("Rye."), Turn::text("Milk.")]);
    let asked = alice.mentions_bot_in(&garden, "what shall I buy?").await;
    let thread = discord.thread_at(&asked).await;
    reads!(thread.name(), @"what shall I buy?");
    let answer = discord.next_message(&thread).await;
    assert_eq!(answer.reply_to, None, "the question is not in the thread");
    reads!(Shown::from(answer), @"Oats.");
    alice.says_in(&thread, "something else?").await;
    reads!(Shown::from(discord.next_message(&thread).await), @"Rye.");
    bot.restart().await;
    alice.says_in(&thread, "and to drink?").await;
    reads!(Shown::from(discord.next_message(&thread).await), @"Milk.");
    reads!(conversation(bot.model()), @"
    user: what shall I buy?
    assistant: Oats.
    user: something else?
    assistant: Rye.
    user: and to drink?
    ");
    assert_eq!(discord.messages(&garden), []);
    bot.end().await;
}

#[tokio::test]
async fn direct_messages_and_other_people_s_threads_open_none() {
    let (bot, _) = with_bob(threads("always")).await;
    let OnDiscord { discord, alice, .. } = bot.alice();
    let plans = garden(&discord).thread("plans");

    alice.says("jot one").await;
    reads!(Shown::from(discord.next_message(&alice).await), @"Jotted down: it is the only thing on the scratchpad.");
    alice.says_in(&plans, "not for the bot").await;
    let asked = alice.mentions_bot_in(&plans, "jot one").await;
    let answer = discord.next_message(&plans).await;
    assert_eq!(answer.reply_to, Some(asked.id));
    assert_eq!(discord.count(Method::StartThread), 0);
    bot.end().await;
}

#[tokio::test]
async fn where_threads_are_forbidden_the_answer_is_a_reply() {
    let (bot, _) = with_bob(threads("always")).await;
    let OnDiscord { discord, alice, .. } = bot.alice();
    let (garden, kitchen) = (garden(&discord), home(&discord).channel(601, "kitchen"));

    garden.forbids(Permission::CreatePublicThreads);
    let asked = alice.mentions_bot_in(&garden, "jot one").await;
    let answer = discord.next_message(&garden).await;
    assert_eq!(answer.reply_to, Some(asked.id));
    let asked = alice.mentions_bot_in(&kitchen, "jot one").await;
    let thread = discord.thread_at(&asked).await;
    discord.next_message(&thread).await;
    bot.end().await;
}

#[tokio::test]
async fn questions_and_results_stay_in_their_thread() {
    let (mut bot, bob) = with_bob(threads("always")).await;
    let OnDiscord { discord, alice, .. } = bot.alice();
    let garden = garden(&discord);

    let asked = alice.mentions_bot_in(&garden, "remind me in 5 minutes to stretch").await;
    let thread = discord.thread_at(&asked).await;
    reads!(Shown::from(discord.next_message(&thread).await), @"I'll remind you in 5 minutes, at 10:05 (UTC): stretch");
    alice.says_in(&thread, "remember that my shoe size is 38").await;
    reads!(Shown::from(discord.next_message(&thread).await), @"I'll remember: my shoe size is 38");
    alice.says_in(&thread, "forget my shoe size").await;
    reads!(Shown::from(discord.next_message(&thread).await), @"This is the note: my shoe size is 38");
    let prompt = discord.next_message(&thread).await;
    let alert = bob.presses(&prompt, "Approve").await.answer().await;
    assert_eq!(alert.ephemeral_for, Some(bob.id()));
    bot.restart().await;
    alice.presses(&prompt, "Approve").await.answer().await;
    reads!(Shown::from(discord.next_message(&thread).await), @"Forgotten: I have deleted the note. Our conversation may still contain what it said; /new begins without it.");
    thread.archive();
    bot.advance(5);
    reads!(Shown::from(discord.next_message(&thread).await), @"
    <@42> ⏰ stretch
    [Done] [Snooze …]
    [History]
    ");
    let stop = alice.runs(&thread, "stop", &[]).await.answer().await;
    assert_eq!(stop.channel_id, thread.id());
    bot.end().await;
}

#[tokio::test]
async fn without_the_content_of_messages_a_thread_of_the_bot_s_own_needs_a_mention() {
    let setup = Setup::new().with("CHANNELS__DISCORD__THREADS", "always");
    let (bot, _) = with_bob(setup).await;
    let OnDiscord { discord, alice, .. } = bot.alice();

    let asked = alice.mentions_bot_in(&garden(&discord), "jot one").await;
    let thread = discord.thread_at(&asked).await;
    discord.next_message(&thread).await;
    alice.says_in(&thread, "jot two").await;
    alice.mentions_bot_in(&thread, "jot three").await;
    reads!(Shown::from(discord.next_message(&thread).await), @"Jotted down. There are 2 things on the scratchpad now.");
    bot.end().await;
}

/// Returns a setup with this setting for threads, and with the message content intent, so that the bot receives
/// messages in threads.
fn threads(setting: &str) -> Setup {
    Setup::new().with("CHANNELS__DISCORD__THREADS", setting).with("CHANNELS__DISCORD__MESSAGE_CONTENT", true)
}

fn words(count: usize) -> String {
    (1..=count).map(|n| format!("word-{n}")).collect::<Vec<_>>().join(" ")
}
