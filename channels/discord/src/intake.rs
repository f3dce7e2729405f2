//! What becomes of an event: it is stored, and seen to be.

use std::{sync::Arc, time::Duration};

use adjutant_channel::{Accepted, Gateway, Inbound};
use adjutant_net::Backoff;
use reqwest::Method;
use serde::de::IgnoredAny;
use tokio::{
    sync::Semaphore,
    time::{sleep, timeout},
};
use tokio_util::{sync::CancellationToken, task::TaskTracker};

use crate::{
    Discord,
    insist::insist,
    interactions,
    map::{self, View},
    places::Place,
    wire::{Deletion, Dispatch, Id, Interaction, Message},
};

/// The longest pause before an event is given to the store again.
const MAX_PAUSE: Duration = Duration::from_secs(30);
/// How often Discord is asked what an unknown channel is, and for a reaction.
const ATTEMPTS: u32 = 4;
/// How many reactions may be under way at a time; more are left out.
const MAX_REACTIONS: usize = 64;
/// How long a shutdown waits for interactions and reactions that are under way.
const DRAIN_TIMEOUT: Duration = Duration::from_secs(5);

/// Where events go. Cheap to clone.
#[derive(Clone)]
pub(crate) struct Intake {
    pub(crate) discord: Discord,
    pub(crate) gateway: Arc<dyn Gateway>,
    pub(crate) shutdown: CancellationToken,
    tasks: TaskTracker,
    reactions: Arc<Semaphore>,
}

/// The shutdown came before something could be stored.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Stopped;

impl Intake {
    pub(crate) fn new(discord: Discord, gateway: Arc<dyn Gateway>, shutdown: CancellationToken) -> Self {
        let reactions = Arc::new(Semaphore::new(MAX_REACTIONS));
        Self { discord, gateway, shutdown, tasks: TaskTracker::new(), reactions }
    }

    /// The same, until another shutdown.
    pub(crate) fn until(&self, shutdown: CancellationToken) -> Self {
        Self { shutdown, ..self.clone() }
    }

    /// Notes what an event says of channels, and stores what it says to the bot.
    pub(crate) async fn take(&self, event: &Dispatch) -> Result<(), Stopped> {
        let places = &self.discord.places;
        match event {
            Dispatch::Guild(guild) => places.learn_guild(guild),
            Dispatch::GuildGone(guild) if !guild.unavailable => places.forget_guild(guild.id),
            Dispatch::Channel(channel) => places.learn(channel, None),
            Dispatch::ChannelGone(channel) => places.forget(channel.id),
            Dispatch::Threads(list) => {
                list.threads.iter().for_each(|thread| places.learn(thread, Some(list.guild_id)));
            }
            Dispatch::Message(message) => {
                if let Some(inbound) = self.read(message).await {
                    self.store(inbound, message.channel_id, message.id).await?;
                }
            }
            Dispatch::Edited(message) => {
                let place = self.place(message.channel_id, message.guild_id).await;
                if let Some(inbound) = self.view(place.as_ref()).and_then(|view| map::edit(message, &view)) {
                    self.accept(inbound).await?;
                }
            }
            Dispatch::Deleted(deletion) => self.delete(deletion).await?,
            Dispatch::GuildGone(_)
            | Dispatch::Ready(_)
            | Dispatch::Resumed
            | Dispatch::Interaction(_)
            | Dispatch::Other
            | Dispatch::Unreadable => {}
        }
        Ok(())
    }

    /// What a message says to the bot, if anything.
    pub(crate) async fn read(&self, message: &Message) -> Option<Inbound> {
        let place = self.place(message.channel_id, message.guild_id).await;
        map::message(message, &self.view(place.as_ref())?)
    }

    /// Stores what a message says to the bot, and shows under it if that has to wait.
    pub(crate) async fn store(&self, inbound: Inbound, channel: Id, message: Id) -> Result<(), Stopped> {
        if self.accept(inbound).await?.waits {
            self.react(channel, message);
        }
        Ok(())
    }

    /// Sees to an interaction, beside everything else: its answer cannot wait.
    pub(crate) fn interact(&self, interaction: Interaction) {
        let (discord, gateway) = (self.discord.clone(), Arc::clone(&self.gateway));
        self.tasks.spawn(async move { interactions::handle(&discord, gateway, interaction).await });
    }

    /// Lets interactions and reactions that are under way finish, for a moment.
    pub(crate) async fn drain(&self) {
        self.tasks.close();
        if timeout(DRAIN_TIMEOUT, self.tasks.wait()).await.is_err() {
            tracing::warn!("answers to interactions were cut off by the shutdown");
        }
    }

    async fn delete(&self, deletion: &Deletion) -> Result<(), Stopped> {
        let place = self.place(deletion.channel_id, deletion.guild_id).await;
        let Some(view) = self.view(place.as_ref()) else { return Ok(()) };
        for id in deletion.messages() {
            let now = self.gateway.now();
            self.accept(map::deletion(id, deletion.channel_id, deletion.guild_id, &view, now)).await?;
        }
        Ok(())
    }

    /// Gives an event to the gateway until that has stored it. After the shutdown it is given once.
    async fn accept(&self, inbound: Inbound) -> Result<Accepted, Stopped> {
        let mut backoff = Backoff::new();
        loop {
            let error = match self.gateway.accept(inbound.clone()).await {
                Ok(accepted) => return Ok(accepted),
                Err(error) => error,
            };
            tracing::error!(
                event = inbound.external_id,
                error = format!("{error:#}"),
                "an event was not stored; it is given to the store again"
            );
            let pause = sleep(backoff.pause(MAX_PAUSE));
            self.shutdown.run_until_cancelled(pause).await.ok_or(Stopped)?;
        }
    }

    /// What a channel of a guild is. One that cannot be told is taken for a plain channel.
    pub(crate) async fn place(&self, channel: Id, guild: Option<Id>) -> Option<Place> {
        let (places, api) = (&self.discord.places, &self.discord.api);
        let Some(guild) = guild else {
            places.learn_direct(channel);
            return None;
        };
        if let Some(place) = places.get(channel) {
            return Some(place);
        }
        let id = channel.to_string();
        match insist(ATTEMPTS, || places.resolve(api, &id)).await {
            Ok(Some(place)) => return Some(place),
            Ok(None) => places.give_up(channel, guild),
            Err(error) => tracing::warn!(%channel, %error, "it is not known what kind of channel this is"),
        }
        places.get(channel)
    }

    fn view<'a>(&'a self, place: Option<&'a Place>) -> Option<View<'a>> {
        // Known from the first event of the first session on.
        let me = Id::read(&self.discord.me.get()?.id)?;
        Some(View { me, settings: &self.discord.settings, place })
    }

    /// Shows under a message that it has been seen and waits its turn.
    fn react(&self, channel: Id, message: Id) {
        let Ok(permit) = Arc::clone(&self.reactions).try_acquire_owned() else {
            tracing::debug!("a reaction was left out: too many are under way");
            return;
        };
        let api = self.discord.api.clone();
        self.tasks.spawn(async move {
            let path = format!("channels/{channel}/messages/{message}/reactions/%F0%9F%91%80/@me");
            let request = || api.send::<IgnoredAny>(Method::PUT, &path, &());
            if let Err(error) = insist(ATTEMPTS, request).await {
                tracing::debug!(%error, "a reaction could not be shown");
            }
            drop(permit);
        });
    }
}
