//! Outgoing messages, against the simulated Discord.

mod answering;
mod downloading;
mod files;
mod finding;
mod introducing;
mod limits;
mod sending;
mod threading;

use std::{sync::Arc, time::Duration};

use adjutant_channel::{
    Accepted, Button, ButtonStyle, Channel as _, ChatRef, Content, Gateway, HistoryCursor, HistoryItem,
    Inbound, MessageId, Outgoing, Rich,
};
use adjutant_simulators::discord::{self as simulator, Rates};
use async_trait::async_trait;
use chrono::{DateTime, Utc};
use url::Url;

use crate::{CHANNEL, Discord, Settings};

/// A simulated Discord that does not limit rates.
async fn discord() -> simulator::Discord {
    let settings = simulator::Settings { rates: Rates::unlimited(), ..simulator::Settings::default() };
    simulator::Discord::start_with(settings).await
}

fn settings(discord: &simulator::Discord) -> Settings {
    Settings { api_url: Some(Url::parse(&discord.url()).unwrap()), ..Settings::new(discord.token()) }
}

fn channel(discord: &simulator::Discord) -> Discord {
    Discord::new(settings(discord)).unwrap()
}

/// A channel that knows the time.
fn channel_at(discord: &simulator::Discord, now: DateTime<Utc>) -> Discord {
    let channel = channel(discord);
    // The channel does not keep the gateway alive; the test does, to its end.
    let clock: &'static mut Arc<dyn Gateway> = Box::leak(Box::new(Arc::new(Clock(now))));
    channel.remember_gateway(clock);
    channel
}

/// A gateway that only tells the time.
struct Clock(DateTime<Utc>);

#[async_trait]
impl Gateway for Clock {
    async fn accept(&self, _: Inbound) -> anyhow::Result<Accepted> {
        Ok(Accepted::default())
    }

    async fn history(
        &self,
        _: &ChatRef,
        _: Option<HistoryCursor>,
        _: usize,
    ) -> anyhow::Result<Vec<HistoryItem>> {
        Ok(Vec::new())
    }

    fn now(&self) -> DateTime<Utc> {
        self.0
    }
}

/// A channel, a direct chat, or `PARENT/THREAD`.
fn chat(id: impl ToString) -> ChatRef {
    ChatRef { channel: CHANNEL.into(), chat: id.to_string(), thread: None }
}

fn outgoing(chat: ChatRef, text: &str) -> Outgoing {
    let content = Content::text(Rich::plain(text));
    Outgoing { key: "turn-1/0/0".into(), chat, content, reply_to: None, handle: None, part: 0 }
}

fn button(label: &str) -> Button {
    Button { label: label.into(), data: format!("{label}:1"), style: ButtonStyle::Plain }
}
