//! Scheduled results that a server refuses, which go to direct chats.

use adjutant_simulators::discord::{Fault, Method, Permission};

use super::{becomes_owner, garden, with_bob};
use crate::harness::{OnDiscord, Setup, Shown, reads};

const HELD: &str = "SELECT count(*) AS value FROM runs WHERE delivery = 'held'";

#[tokio::test]
async fn a_reminder_that_a_channel_refuses_is_told_of_in_the_direct_chat() {
    let (bot, _) = with_bob(Setup::new()).await;
    let OnDiscord { discord, alice, .. } = bot.alice();
    let garden = garden(&discord);

    alice.says("jot oats").await;
    bot.next_message().await;
    alice.mentions_bot_in(&garden, "remind me in 5 minutes to stretch").await;
    reads!(Shown::from(discord.next_message(&garden).await), @"I'll remind you in 5 minutes, at 10:05 (UTC): stretch");
    garden.forbids(Permission::SendMessages);
    bot.advance(5);
    reads!(bot.next_message().await, @"
    I can no longer write to the chat where you made “stretch”. This is what it had to say there:

    stretch
    ");
    bot.end().await;
}

#[tokio::test]
async fn a_direct_chat_is_opened_for_a_reminder_that_a_channel_refuses() {
    let (bot, bob) = with_bob(Setup::new()).await;
    let OnDiscord { discord, .. } = bot.alice();
    let garden = garden(&discord);

    bob.mentions_bot_in(&garden, "remind me in 5 minutes to stretch").await;
    reads!(Shown::from(discord.next_message(&garden).await), @"I'll remind you in 5 minutes, at 10:05 (UTC): stretch");
    garden.forbids(Permission::SendMessages);
    let opened = discord.count(Method::CreateDm);
    discord.fail_next(Method::CreateDm, Fault::Status(502));
    bot.advance(5);
    let told = bot.while_time_passes(discord.next_message(&bob)).await;
    reads!(Shown::from(told), @"
    I can no longer write to the chat where you made “stretch”. This is what it had to say there:

    stretch
    ");
    assert_eq!(discord.count(Method::CreateDm), opened + 2, "the first did not succeed");
    bot.end().await;
}

#[tokio::test]
async fn the_status_and_the_owner_hear_that_results_went_elsewhere_and_why() {
    let (bot, bob) = with_bob(Setup::new()).await;
    let OnDiscord { discord, .. } = bot.alice();
    let garden = garden(&discord);
    becomes_owner(&bot).await;

    for minutes in [5, 6] {
        bob.mentions_bot_in(&garden, &format!("remind me in {minutes} minutes to stretch")).await;
        discord.next_message(&garden).await;
    }
    garden.forbids(Permission::SendMessages);
    bot.advance(5);
    discord.next_message(&bob).await;
    reads!(bot.next_message().await, @"
    I could not post scheduled results in <#600>: the chat cannot be reached: Missing Permissions: the bot's role needs View Channels, Send Messages, Send Messages in Threads, Attach Files and Read Message History in this channel.

    They went to the direct chats of those who asked for them, and the schedules are paused. Once I can write there again, each of them can resume theirs: /schedules.
    ");
    bot.advance(1);
    discord.next_message(&bob).await;
    let status = Shown::from(bob.runs(&bob, "status", &[]).await.answer().await).text;
    let line = status.lines().find(|line| line.contains("Scheduled results")).unwrap_or(&status);
    insta::assert_snapshot!(line, @"• Scheduled results that I could not post where they belong, and sent to your direct chat in the last week: 2 (the chat cannot be reached: Missing Permissions: the bot's role needs View Channels, Send Messages, Send Messages in Threads, Attach Files and Read Message History in this channel)");
    bot.end().await;
}

#[tokio::test]
async fn a_file_that_a_channel_refuses_goes_to_the_direct_chat() {
    let (bot, bob) = with_bob(Setup::new().with("CHANNELS__DISCORD__MAX_MESSAGES", 1)).await;
    let OnDiscord { discord, .. } = bot.alice();
    let garden = garden(&discord);
    becomes_owner(&bot).await;

    bob.runs(&bob, "quiet", &[("hours", "10:01 to 10:30")]).await.answer().await;
    let long = "weed the beds, ".repeat(128);
    bob.mentions_bot_in(&garden, &format!("remind me in 5 minutes to {long}")).await;
    discord.next_message(&garden).await;
    garden.forbids(Permission::AttachFiles);
    bot.advance(5);
    bot.until("the hold", async || bot.number(HELD).await == 1).await;
    bot.advance(25);
    let beginning = discord.next_message(&garden).await;
    assert!(beginning.text.contains("⏰ weed the beds, ") && beginning.files.is_empty(), "{beginning:?}");
    let sent = discord.next_message(&bob).await;
    reads!(Shown::from(sent.clone()), @"↪ I may not send files in the chat that this is for:");
    let [file] = sent.files.try_into().unwrap();
    assert_eq!(file.name, "answer.md");
    reads!(bot.next_message().await, @"
    I could not post a file in <#600>: not allowed there: Missing Permissions: the bot's role needs View Channels, Send Messages, Send Messages in Threads, Attach Files and Read Message History in this channel.

    Until I may, files for it go to the direct chats of those who asked for them.
    ");
    let status = Shown::from(bob.runs(&bob, "status", &[]).await.answer().await).text;
    assert!(status.contains("• Scheduled results that I could not post where they belong"), "{status}");
    bot.end().await;
}
