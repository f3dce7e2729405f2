//! Two hundred channels of a Discord server at once, with a slow model: meanwhile, commands are acknowledged promptly,
//! and no channel waits for another.

use std::time::Duration;

use adjutant_simulators::{
    discord::{Channel, Discord, Rates, Settings, User},
    model::Model,
};
use adjutant_texts::commands;
use anyhow::{Context, Result};
use tempfile::TempDir;
use tokio::time::{Instant, timeout};

use crate::{
    RATE,
    gateway::{Gateway, Setup},
    load::echoing_model,
    side::{self, Side},
};

/// The number of channels, each with one person who writes there.
const CHANNELS: u64 = 200;
/// The number of channels in which a command is given meanwhile.
const COMMANDS_GIVEN: usize = 50;
/// The model's time for an answer.
const MODEL_DELAY: Duration = Duration::from_secs(5);
/// The longest time for the whole measurement.
const PATIENCE: Duration = Duration::from_secs(60);
const SERVER: u64 = 900;

/// The results of a measurement.
pub struct Figures {
    /// The slowest acknowledgement of a command.
    pub slowest_acknowledgement: Duration,
    /// Time from the model's first answer to its last.
    pub spread: Duration,
    /// Time from the first message to the last answer, without the model's time.
    pub all_answered: Duration,
}

/// Measures once.
///
/// # Errors
/// Returns an error if the gateway does not work.
pub async fn measure() -> Result<Figures> {
    let settings = Settings { rates: Rates::unlimited(), strict: false, ..Settings::default() };
    let discord = Discord::start_with(settings).await;
    let server = discord.guild(SERVER, "server");
    let people: Vec<(User, Channel)> = (0..CHANNELS)
        .map(|n| {
            (discord.user(1000 + n, &format!("alice{n}")), server.channel(2000 + n, &format!("room{n}")))
        })
        .collect();
    let side = Side::Discord(discord, people.iter().map(|(person, _)| person.clone()).collect());
    let Side::Discord(discord, _) = &side else { unreachable!("it was just made") };
    let (folder, model) = (TempDir::new()?, echoing_model(MODEL_DELAY).await);
    let gateway = start(&side, &model, &folder).await?;
    discord.has_commands(commands::menu().len()).await;

    let begun = Instant::now();
    for (n, (person, room)) in people.iter().enumerate() {
        person.mentions_bot_in(room, &format!("message {n}")).await;
    }
    let mut given = Vec::new();
    for (person, room) in people.iter().take(COMMANDS_GIVEN) {
        given.push(person.runs(room, "status", &[]).await);
    }
    let mut slowest_acknowledgement = Duration::ZERO;
    for command in &given {
        command.acknowledged().await;
        let took = command.elapsed_to_ack().context("the command has no acknowledgement")?;
        slowest_acknowledgement = slowest_acknowledgement.max(took);
    }
    let answers = timeout(PATIENCE, answers(&side)).await.context("not all were answered")?;
    let first = answers.iter().min().context("nobody was answered")?;
    let last = answers.iter().max().context("nobody was answered")?;
    gateway.stop()?;
    Ok(Figures {
        slowest_acknowledgement,
        spread: *last - *first,
        all_answered: (*last - begun).saturating_sub(MODEL_DELAY),
    })
}

async fn start(side: &Side, model: &Model, folder: &TempDir) -> Result<Gateway> {
    let setup = Setup {
        folder: folder.path(),
        channel: side.config(Some(RATE)),
        model_url: model.url(),
        users: side.identities(),
    };
    let gateway = Gateway::start(&setup)?;
    side.connected(0).await.with_context(|| gateway.log())?;
    Ok(gateway)
}

/// Waits until everybody has an answer; returns when each answer was complete.
async fn answers(side: &Side) -> Vec<Instant> {
    let mut activity = side.activity();
    loop {
        let side::Heard { texts, .. } = side.heard();
        let answers = (0..CHANNELS).map(|n| texts.get(&format!("You wrote: message {n}")).copied());
        if let Some(all) = answers.collect::<Option<Vec<_>>>() {
            return all;
        }
        if activity.changed().await.is_err() {
            return Vec::new();
        }
    }
}
