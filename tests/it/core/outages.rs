//! A platform that accepts no messages for a long time, but delivers those of people.

use std::time::Duration;

use adjutant_simulators::{discord, model::Turn, telegram};
use chrono::TimeDelta;

use crate::harness::{Bot, Chat, OnDiscord, OnTelegram, Setup, reads};

mod telegram_is_out {
    #[tokio::test]
    async fn answers_outlive_a_day_of_server_errors() {
        super::answers_outlive_a_day_of_server_errors::<super::OnTelegram>().await;
    }
    #[tokio::test]
    async fn what_arrived_in_a_day_of_broken_connections_is_found() {
        super::what_arrived_in_a_day_of_broken_connections_is_found::<super::OnTelegram>().await;
    }
    #[tokio::test]
    async fn what_could_not_be_delivered_in_a_day_is_given_up_and_said() {
        super::what_could_not_be_delivered_in_a_day_is_given_up_and_said::<super::OnTelegram>().await;
    }
}
mod discord_is_out {
    #[tokio::test]
    async fn answers_outlive_a_day_of_server_errors() {
        super::answers_outlive_a_day_of_server_errors::<super::OnDiscord>().await;
    }
    #[tokio::test]
    async fn what_arrived_in_a_day_of_broken_connections_is_found() {
        super::what_arrived_in_a_day_of_broken_connections_is_found::<super::OnDiscord>().await;
    }
    #[tokio::test]
    async fn what_could_not_be_delivered_in_a_day_is_given_up_and_said() {
        super::what_could_not_be_delivered_in_a_day_is_given_up_and_said::<super::OnDiscord>().await;
    }
}

/// The fate of the bot's messages.
#[derive(Clone, Copy)]
enum Outage {
    /// The platform answers with an error, without any effect.
    ServerErrors,
    /// The connection breaks after the request has taken effect.
    BrokenConnections,
}

trait CanBeOut: Chat {
    /// The text above a message that may have arrived before; empty if the chat's history shows that it did not.
    const REPEATED: &str;

    /// Makes all of the bot's writes fail in this way, until it is set to `None`.
    fn is_out(&self, outage: Option<Outage>);
}

impl CanBeOut for OnTelegram {
    const REPEATED: &str = "↻ This may be a repeat:\n";

    fn is_out(&self, outage: Option<Outage>) {
        self.tg.fail_writes(outage.map(|outage| match outage {
            Outage::ServerErrors => telegram::Fault::ServerError(502),
            Outage::BrokenConnections => telegram::Fault::CutAfter,
        }));
    }
}

impl CanBeOut for OnDiscord {
    const REPEATED: &str = "";

    fn is_out(&self, outage: Option<Outage>) {
        self.discord.fail_writes(outage.map(|outage| match outage {
            Outage::ServerErrors => discord::Fault::Status(502),
            Outage::BrokenConnections => discord::Fault::CutAfter,
        }));
    }
}

async fn answers_outlive_a_day_of_server_errors<C: CanBeOut>() {
    let bot: Bot<C> = Setup::new().with_model().await.start().await;
    let alice = bot.alice();
    let story = (1..=60).map(|n| format!("word-{n}")).collect::<Vec<_>>().join(" ");

    let told = Turn::text(&*story).paced(Duration::from_millis(10));
    bot.model().script([told, Turn::text("The second."), Turn::text("The third.")]);
    alice.says("tell me a story").await;
    let draft = bot.while_time_passes(bot.next_message()).await;
    assert_ne!(draft.text, story);
    alice.is_out(Some(Outage::ServerErrors));
    bot.while_time_passes(waiting(&bot, 1)).await;
    for (number, question) in ["and the second?", "and the third?"].into_iter().enumerate() {
        alice.says(question).await;
        waiting(&bot, number + 2).await;
    }
    bot.while_deliveries_fail(TimeDelta::hours(23)).await;
    assert_eq!(waiting_now(&bot).await, 3);
    alice.is_out(None);
    bot.while_deliveries_fail(TimeDelta::minutes(10)).await;
    bot.while_time_passes(alice.shows(&draft, &story)).await;
    reads!(bot.while_time_passes(bot.next_message()).await, @"The second.");
    reads!(bot.while_time_passes(bot.next_message()).await, @"The third.");
    bot.end().await;
}

async fn what_arrived_in_a_day_of_broken_connections_is_found<C: CanBeOut>() {
    let bot: Bot<C> = Setup::new().start().await;
    let alice = bot.alice();

    alice.says("jot one").await;
    reads!(bot.next_message().await, @"Jotted down: it is the only thing on the scratchpad.");
    bot.rests().await;
    alice.is_out(Some(Outage::BrokenConnections));
    alice.says("jot two").await;
    reads!(bot.next_message().await, @"Jotted down. There are 2 things on the scratchpad now.");
    alice.says("jot three").await;
    waiting(&bot, 2).await;
    bot.while_deliveries_fail(TimeDelta::hours(23)).await;
    alice.is_out(None);
    bot.while_deliveries_fail(TimeDelta::minutes(10)).await;
    reads!(bot.while_time_passes(bot.next_message()).await, @"Jotted down. There are 3 things on the scratchpad now.");
    bot.end().await;
}

async fn what_could_not_be_delivered_in_a_day_is_given_up_and_said<C: CanBeOut>() {
    let bot: Bot<C> = Setup::new().start().await;
    let alice = bot.alice();

    alice.says("jot one").await;
    reads!(bot.next_message().await, @"Jotted down: it is the only thing on the scratchpad.");
    bot.rests().await;
    alice.is_out(Some(Outage::ServerErrors));
    alice.says("jot two").await;
    waiting(&bot, 1).await;
    alice.says("jot three").await;
    waiting(&bot, 2).await;
    bot.while_deliveries_fail(TimeDelta::hours(25)).await;
    alice.is_out(None);
    bot.while_deliveries_fail(TimeDelta::minutes(10)).await;
    let late = bot.while_time_passes(bot.next_message()).await.text;
    assert_eq!(late, format!("{}Jotted down. There are 3 things on the scratchpad now.", C::REPEATED));
    reads!(bot.while_time_passes(bot.next_message()).await, @"I could not show you my answer: this chat was out of reach for so long that I gave it up. /status shows the reason. Please ask me again if you still want it.");
    bot.end().await;
}

/// Waits until this many messages wait for delivery.
async fn waiting<C: Chat>(bot: &Bot<C>, messages: usize) {
    bot.until("messages that wait for delivery", async || waiting_now(bot).await == messages as i64).await;
}

async fn waiting_now<C: Chat>(bot: &Bot<C>) -> i64 {
    bot.number("SELECT count(*) AS value FROM outbox WHERE state IN ('pending', 'sending', 'unknown')").await
}
