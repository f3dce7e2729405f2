//! Commands on Discord: acknowledged at once, answered in place, with completion of arguments.

use std::time::Duration;

use adjutant_simulators::{
    discord::{AckKind, Fault, Method},
    model::Turn,
};
use adjutant_texts::commands::menu;

use super::{failures, garden, with_bob};
use crate::harness::{Bot, OnDiscord, Setup, Shown, reads};

#[tokio::test]
async fn the_commands_are_those_of_every_menu_and_are_set_only_when_they_differ() {
    let mut bot: Bot<OnDiscord> = Setup::new().start().await;
    let discord = bot.alice().discord;

    let writes = |discord: &adjutant_simulators::discord::Discord| {
        let methods =
            [Method::CreateCommand, Method::EditCommand, Method::DeleteCommand, Method::OverwriteCommands];
        methods.map(|method| discord.count(method)).iter().sum::<usize>()
    };
    discord.has_commands(menu().len()).await;
    let written = writes(&discord);
    bot.restart().await;
    discord.called(Method::ListCommands, 2).await;
    bot.rests().await;
    assert_eq!(writes(&discord), written);
    bot.end().await;
}

#[tokio::test]
async fn a_command_is_answered_in_its_place_for_whom_it_concerns() {
    let bot: Bot<OnDiscord> = Setup::new().start().await;
    let OnDiscord { discord, alice, .. } = bot.alice();
    let garden = garden(&discord);

    let new = alice.runs(&garden, "new", &[]).await;
    let sign = new.acknowledged().await;
    assert_eq!((sign.kind, sign.ephemeral), (AckKind::Deferred, false));
    let answer = new.answer().await;
    assert_eq!((answer.ephemeral_for, answer.reply_to), (None, None));
    reads!(Shown::from(answer), @"A new conversation begins. I keep what you asked me to remember.");

    let usage = alice.runs(&garden, "usage", &[("days", "7")]).await;
    let sign = usage.acknowledged().await;
    assert_eq!((sign.kind, sign.ephemeral), (AckKind::Deferred, true));
    let answer = usage.answer().await;
    assert_eq!(answer.ephemeral_for, Some(alice.id()));
    reads!(Shown::from(answer), @"
    Your usage (days are UTC):

    • last 7 days: 0 turns, 0 tokens in, 0 tokens out
    ");
    bot.rests().await;
    assert_eq!(discord.count(Method::CreateMessage), 0, "the answers took the place that was held");
    bot.end().await;
}

#[tokio::test]
async fn a_command_is_acknowledged_while_the_model_is_busy() {
    let (bot, bob) = with_bob(Setup::new().with_model().await).await;
    let OnDiscord { discord, alice, .. } = bot.alice();
    let garden = garden(&discord);

    bot.model().script([Turn::hang(), Turn::hang()]);
    alice.says("tell me a very long story").await;
    bob.mentions_bot_in(&garden, "and me").await;
    bot.model().called(2).await;
    let status = alice.runs(&alice, "status", &[]).await;
    assert!(status.acknowledged().await.after < Duration::from_secs(1));
    assert!(status.answer().await.text.contains("Now: working on your message"));
    reads!(Shown::from(alice.runs(&alice, "stop", &[]).await.answer().await), @"I have stopped.");
    reads!(Shown::from(bob.runs(&garden, "stop", &[]).await.answer().await), @"I have stopped.");
    bot.end().await;
}

#[tokio::test]
async fn a_command_is_acknowledged_though_the_first_attempt_breaks() {
    let bot: Bot<OnDiscord> = Setup::new().start().await;
    let OnDiscord { discord, alice, .. } = bot.alice();

    let limit = Fault::TooManyRequests { after: 0.2, global: false };
    for fault in [Fault::Cut, Fault::CutAfter, Fault::Status(502), limit] {
        discord.fail_next(Method::InteractionCallback, fault);
        let stop = alice.runs(&alice, "stop", &[]).await;
        reads!(Shown::from(stop.answer().await), @"There is nothing to stop.");
    }
    bot.end().await;
}

#[tokio::test]
async fn what_an_argument_can_be_is_offered() {
    let bot: Bot<OnDiscord> = Setup::new().start().await;
    let OnDiscord { discord, alice, .. } = bot.alice();
    let garden = garden(&discord);
    alice.says("/stop").await;
    bot.next_message().await;

    let values = async |typed: &str| {
        let offered = alice.types(&garden, "help", "command", typed).await;
        offered.into_iter().map(|(_, value)| value).collect::<Vec<_>>().join(" ")
    };
    reads!(values("st").await, @"start stop status new unlink");
    reads!(values("usa").await, @"usage");
    reads!(values("xyz").await, @"");
    let about = alice.runs(&garden, "help", &[("command", "usage")]).await;
    assert!(about.answer().await.text.contains("/usage [days]"));
    bot.end().await;
}

#[tokio::test]
async fn past_its_time_a_command_is_answered_by_a_message() {
    let bot: Bot<OnDiscord> = Setup::new().start().await;
    let OnDiscord { discord, alice, .. } = bot.alice();
    let garden = garden(&discord);

    // The answer cannot be delivered as long as the interaction is valid.
    discord.fail_next(Method::EditResponse, Fault::TooManyRequests { after: 900.0, global: false });
    alice.runs(&garden, "stop", &[]).await.acknowledged().await;
    bot.until("an attempt that failed", async || failures(&bot).await > 0).await;
    bot.advance(16);
    reads!(Shown::from(discord.next_message(&garden).await), @"There is nothing to stop.");

    // By Discord's own clock, the interaction may expire earlier.
    let help = alice.runs(&garden, "new", &[]).await;
    discord.set_interaction_lifetime(Duration::ZERO);
    help.acknowledged().await;
    reads!(Shown::from(discord.next_message(&garden).await), @"A new conversation begins. I keep what you asked me to remember.");
    bot.end().await;
}

#[tokio::test]
async fn past_its_time_a_private_answer_goes_to_the_direct_messages() {
    let bot: Bot<OnDiscord> = Setup::new().start().await;
    let OnDiscord { discord, alice, .. } = bot.alice();
    let garden = garden(&discord);

    discord.set_interaction_lifetime(Duration::ZERO);
    alice.runs(&garden, "usage", &[("days", "today")]).await.acknowledged().await;
    reads!(Shown::from(discord.next_message(&alice).await), @"
    Your usage (days are UTC):

    • today: 0 turns, 0 tokens in, 0 tokens out
    ");
    assert_eq!(discord.messages(&garden), []);
    bot.end().await;
}

#[tokio::test]
async fn a_typed_command_is_one_as_well() {
    let bot: Bot<OnDiscord> = Setup::new().start().await;
    let OnDiscord { discord, alice, .. } = bot.alice();
    let garden = garden(&discord);

    alice.says("/usage 7").await;
    assert!(bot.next_message().await.text.starts_with("Your usage"));
    alice.mentions_bot_in(&garden, "/stop").await;
    reads!(Shown::from(discord.next_message(&garden).await), @"There is nothing to stop.");
    bot.end().await;
}

#[tokio::test]
async fn the_answer_of_a_command_outlives_the_process() {
    let mut bot: Bot<OnDiscord> = Setup::new().start().await;
    let OnDiscord { discord, alice, .. } = bot.alice();
    let garden = garden(&discord);

    discord.fail_next(Method::EditResponse, Fault::Status(502));
    discord.fail_next(Method::EditResponse, Fault::Status(502));
    let stop = alice.runs(&garden, "stop", &[]).await;
    discord.called(Method::EditResponse, 2).await;
    bot.restart_after(1).await;
    reads!(Shown::from(bot.while_time_passes(stop.answer()).await), @"There is nothing to stop.");
    assert_eq!(discord.count(Method::CreateMessage), 0);
    bot.end().await;
}
