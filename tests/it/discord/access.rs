//! People whose messages the bot receives, and whom it serves.

use adjutant_simulators::discord::Method;

use super::{garden, home};
use crate::harness::{Bot, OnDiscord, Setup, Shown, reads};

#[tokio::test]
async fn a_role_admits_in_its_server_and_nowhere_else() {
    let bot: Bot<OnDiscord> =
        Setup::new().with("ACCESS__ALLOW", r#"["discord:42", "discord:role:700"]"#).start().await;
    let OnDiscord { discord, .. } = bot.alice();
    let (home, garden) = (home(&discord), garden(&discord));
    let elsewhere = discord.guild(501, "elsewhere").channel(611, "hall");
    let (bob, carol) = (discord.user(43, "bob"), discord.user(44, "carol"));
    home.gives_role(&bob, home.role(700, "friends"));

    bob.mentions_bot_in(&garden, "show scratchpad").await;
    reads!(Shown::from(discord.next_message(&garden).await), @"The scratchpad is empty. To put something on it: jot buy milk");
    carol.mentions_bot_in(&garden, "show scratchpad").await;
    reads!(Shown::from(discord.next_message(&garden).await), @"This bot is private, and I cannot reach its owner. If you know them, tell them your id: discord:44. They can let you in with it.");
    bob.says("show scratchpad").await;
    reads!(Shown::from(discord.next_message(&bob).await), @"This bot is private, and I cannot reach its owner. If you know them, tell them your id: discord:43. They can let you in with it.");
    bot.advance(60);
    bob.mentions_bot_in(&elsewhere, "show scratchpad").await;
    reads!(Shown::from(discord.next_message(&elsewhere).await), @"This bot is private, and I cannot reach its owner. If you know them, tell them your id: discord:43. They can let you in with it.");

    home.takes_role(&bob, home.role(700, "friends"));
    bot.advance(60);
    bob.mentions_bot_in(&garden, "show scratchpad").await;
    reads!(Shown::from(discord.next_message(&garden).await), @"This bot is private, and I cannot reach its owner. If you know them, tell them your id: discord:43. They can let you in with it.");
    bot.end().await;
}

#[tokio::test]
async fn a_stranger_gets_a_line_an_hour() {
    let bot: Bot<OnDiscord> = Setup::new().start().await;
    let OnDiscord { discord, alice, .. } = bot.alice();
    let bob = discord.user(43, "bob");

    bob.says("let me in").await;
    reads!(Shown::from(discord.next_message(&bob).await), @"This bot is private, and I cannot reach its owner. If you know them, tell them your id: discord:43. They can let you in with it.");
    bob.says("please").await;
    alice.says("jot one").await;
    reads!(bot.next_message().await, @"Jotted down: it is the only thing on the scratchpad.");
    bot.advance(60);
    bob.says("hello?").await;
    reads!(Shown::from(discord.next_message(&bob).await), @"This bot is private, and I cannot reach its owner. If you know them, tell them your id: discord:43. They can let you in with it.");
    bot.end().await;
}

#[tokio::test]
async fn a_stranger_s_command_is_answered_as_rarely_and_never_left_pending() {
    let bot: Bot<OnDiscord> = Setup::new().start().await;
    let OnDiscord { discord, .. } = bot.alice();
    let (garden, bob) = (garden(&discord), discord.user(43, "bob"));

    let answer = bob.runs(&garden, "status", &[]).await.answer().await;
    assert_eq!(answer.ephemeral_for, Some(bob.id()));
    reads!(Shown::from(answer), @"This bot is private, and I cannot reach its owner. If you know them, tell them your id: discord:43. They can let you in with it.");
    bob.runs(&garden, "status", &[]).await.acknowledged().await;
    discord.called(Method::DeleteResponse, 1).await;
    assert_eq!(discord.read_all_ephemeral(&bob), []);
    assert!(bob.types(&garden, "help", "command", "").await.is_empty(), "strangers are offered nothing");
    bot.end().await;
}

#[tokio::test]
async fn other_programs_are_not_heard_unless_they_are_listed() {
    let listed = r#"["discord:42", "discord:80", "discord:81"]"#;
    let bot: Bot<OnDiscord> = Setup::new().with("ACCESS__ALLOW", listed).start().await;
    let OnDiscord { discord, alice, .. } = bot.alice();
    let garden = garden(&discord);

    discord.bot_user(70, "stranger").mentions_bot_in(&garden, "show scratchpad").await;
    discord.webhook(71, "news").mentions_bot_in(&garden, "show scratchpad").await;
    for program in [discord.bot_user(80, "butler"), discord.webhook(81, "alarm")] {
        program.mentions_bot_in(&garden, "show scratchpad").await;
        reads!(Shown::from(discord.next_message(&garden).await), @"The scratchpad is empty. To put something on it: jot buy milk");
    }
    alice.mentions_bot_in(&garden, "show scratchpad").await;
    discord.next_message(&garden).await;
    bot.end().await;
}
