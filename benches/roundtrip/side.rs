//! The platforms that can be measured: their people, and the times at which they see each message.

use std::{collections::HashMap, time::Duration};

use adjutant_simulators::{discord, telegram};
use anyhow::{Context, Result};
use clap::ValueEnum;
use tokio::{
    sync::watch,
    time::{Instant, timeout},
};

use crate::load::last_line;

/// The longest time that a bot may take to connect.
const CONNECTS_WITHIN: Duration = Duration::from_secs(60);

/// The name of a platform.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Channel {
    Telegram,
    Discord,
}

/// A simulated platform and the people on it, each in a direct chat with the bot.
pub enum Side {
    Telegram(telegram::Telegram, Vec<telegram::User>),
    Discord(discord::Discord, Vec<discord::User>),
}

/// The traffic: the bot's texts, with the time at which each was complete, and the refusals.
pub struct Heard {
    pub texts: HashMap<String, Instant>,
    /// The number of requests that were refused as too many.
    pub too_many: usize,
}

impl Side {
    /// Starts the simulator. `rate` is as in [`crate::gateway::Setup`].
    pub async fn start(channel: Channel, users: usize, rate: Option<u32>) -> Self {
        match channel {
            Channel::Telegram => {
                let rates =
                    rate.map_or_else(telegram::Rates::default, |rate| telegram::Rates::flat(rate.into()));
                let settings = telegram::Settings { rates, strict: false, ..telegram::Settings::default() };
                let platform = telegram::Telegram::start_with(settings).await;
                let person = |n| platform.user(1000 + n as i64, &format!("alice{n}"));
                let people = (0..users).map(person).collect();
                Self::Telegram(platform, people)
            }
            Channel::Discord => {
                let rates = rate.map_or_else(discord::Rates::default, |_| discord::Rates::unlimited());
                let settings = discord::Settings { rates, strict: false, ..discord::Settings::default() };
                let platform = discord::Discord::start_with(settings).await;
                // Bots connect at shorter intervals here than in production.
                platform.set_identify_pause(Duration::ZERO);
                let person = |n| platform.user(1000 + n as u64, &format!("alice{n}"));
                let people = (0..users).map(person).collect();
                Self::Discord(platform, people)
            }
        }
    }

    /// Returns the people as `[access] allow` lists them.
    pub fn identities(&self) -> Vec<String> {
        match self {
            Self::Telegram(_, people) => {
                people.iter().map(|person| format!("telegram:{}", person.id())).collect()
            }
            Self::Discord(_, people) => {
                people.iter().map(|person| format!("discord:{}", person.id())).collect()
            }
        }
    }

    /// Returns the configuration section for this platform. `rate` is as in [`crate::gateway::Setup`].
    pub fn config(&self, rate: Option<u32>) -> String {
        let (name, token, url, per_chat) = match self {
            Self::Telegram(platform, _) => {
                let per_chat = "messages_per_chat_second = {rate}\nmessages_per_group_minute = {minute}\n";
                ("telegram", platform.token(), platform.url(), per_chat)
            }
            Self::Discord(platform, _) => {
                ("discord", platform.token(), platform.url(), "messages_per_channel_second = {rate}\n")
            }
        };
        let rates = rate.map_or_else(String::new, |rate| {
            let rates = format!("messages_per_second = {{rate}}\n{per_chat}");
            rates.replace("{rate}", &rate.to_string()).replace("{minute}", &(rate * 60).to_string())
        });
        format!("[channels.{name}]\ntoken = \"{token}\"\napi_url = \"{url}\"\n{rates}")
    }

    /// Returns how often a bot has requested events or begun a session so far.
    pub fn connections(&self) -> usize {
        match self {
            Self::Telegram(platform, _) => platform.count(telegram::Method::GetUpdates),
            Self::Discord(platform, _) => platform.gateway_steps().into_iter().filter(is_identify).count(),
        }
    }

    /// Returns when a bot first requested events after `since`.
    pub fn first_connection(&self, since: Instant) -> Option<Instant> {
        match self {
            Self::Telegram(platform, _) => {
                let requests = platform.requests().into_iter();
                let mut polls = requests.filter(|request| request.method == telegram::Method::GetUpdates);
                polls.find(|request| request.at > since).map(|request| request.at)
            }
            Self::Discord(platform, _) => {
                let mut steps = platform.gateway_steps().into_iter().filter(is_identify);
                steps.find(|(at, _)| *at > since).map(|(at, _)| at)
            }
        }
    }

    /// Waits until a bot listens, not counting the first `before` connections.
    ///
    /// # Errors
    /// Returns an error if no bot listens in time.
    pub async fn connected(&self, before: usize) -> Result<()> {
        // Telegram's first poll does not wait for updates. By the second poll, the whole gateway has started.
        let enough = if matches!(self, Self::Telegram(..)) { before + 2 } else { before + 1 };
        let mut activity = self.activity();
        let connects = async { while self.connections() < enough && activity.changed().await.is_ok() {} };
        timeout(CONNECTS_WITHIN, connects).await.context("the bot does not ask for events")
    }

    /// Waits until a bot that was just started misses no further messages.
    ///
    /// # Errors
    /// Returns an error if the bot does not listen in time.
    pub async fn heard_from_now_on(&self) -> Result<()> {
        match self {
            // Telegram keeps earlier messages for the bot.
            Self::Telegram(..) => Ok(()),
            Self::Discord(..) => self.connected(0).await,
        }
    }

    /// Returns the number of people.
    pub fn people(&self) -> usize {
        match self {
            Self::Telegram(_, people) => people.len(),
            Self::Discord(_, people) => people.len(),
        }
    }

    /// Makes one of the people write.
    pub async fn says(&self, person: usize, text: &str) {
        match self {
            Self::Telegram(_, people) => drop(people[person].says(text).await),
            Self::Discord(_, people) => drop(people[person].says(text).await),
        }
    }

    /// Returns how many messages the bot has sent, without edits.
    pub fn sends(&self) -> usize {
        match self {
            Self::Telegram(platform, _) => platform.count(telegram::Method::SendMessage),
            Self::Discord(platform, _) => platform.count(discord::Method::CreateMessage),
        }
    }

    /// Returns the present text of the bot's newest message to a person. `last` remembers the message.
    pub fn newest(&self, person: usize, last: &mut u64) -> Option<String> {
        match self {
            Self::Telegram(platform, people) => {
                let person = &people[person];
                if let Some(newest) = platform.read_all(person).last() {
                    *last = newest.id.unsigned_abs().into();
                }
                let id = i32::try_from(*last).ok()?;
                platform.message(&(person.id(), id)).map(|message| message.text)
            }
            Self::Discord(platform, people) => {
                let person = &people[person];
                if let Some(newest) = platform.read_all(person).last() {
                    *last = newest.id;
                }
                platform.message(&(person.direct(), *last)).map(|message| message.text)
            }
        }
    }

    /// Returns a counter that changes with all traffic.
    pub fn activity(&self) -> watch::Receiver<u64> {
        match self {
            Self::Telegram(platform, _) => platform.activity(),
            Self::Discord(platform, _) => platform.activity(),
        }
    }

    /// Returns when people's messages were delivered to the bot, if the platform knows.
    pub fn served(&self) -> HashMap<String, Instant> {
        match self {
            Self::Telegram(platform, _) => {
                let text = |served: telegram::Served| {
                    Some((served.update["message"]["text"].as_str()?.to_owned(), served.at))
                };
                platform.served().into_iter().filter_map(text).collect()
            }
            // A message is written to the socket when it is sent.
            Self::Discord(..) => HashMap::new(),
        }
    }

    /// Returns the bot's texts and refusals so far.
    pub fn heard(&self) -> Heard {
        let mut heard = Heard { texts: HashMap::new(), too_many: 0 };
        match self {
            Self::Telegram(platform, _) => {
                for request in platform.requests() {
                    if matches!(request.outcome, telegram::Outcome::Refused { code: 429, .. }) {
                        heard.too_many += 1;
                    } else if let Some(text) = request.text() {
                        heard.texts.entry(last_line(text).to_owned()).or_insert(request.at);
                    }
                }
            }
            Self::Discord(platform, _) => {
                for request in platform.requests() {
                    if matches!(request.outcome, discord::Outcome::Refused { status: 429, .. }) {
                        heard.too_many += 1;
                    } else if let Some(text) = request.text() {
                        heard.texts.entry(last_line(text).to_owned()).or_insert(request.at);
                    }
                }
            }
        }
        heard
    }
}

fn is_identify((_, step): &(Instant, discord::GatewayStep)) -> bool {
    matches!(step, discord::GatewayStep::Identified { .. })
}
