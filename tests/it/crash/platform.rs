//! The platforms for the crash tests, each with people who write to the bot directly.

use std::time::Duration;

use adjutant_simulators::{
    Held,
    discord::{self, Discord, GatewayStep, as_read},
    telegram::{self, Telegram},
};

use super::harness::RATE;
use crate::harness::{Pressed, Shown};

/// A simulated platform.
pub trait Platform: Sized {
    /// The gateway's name for the channel.
    const CHANNEL: &'static str;
    /// The mark above a message that may have arrived before.
    const MARK: &'static str;
    /// The number of characters that fill more than half a message.
    const LONG: usize;
    /// The setting for a request's timeout.
    const SEND_TIMEOUT: &'static str;
    /// Holds the next request of each kind by which the bot receives.
    const RECEIPTS: [fn(&Self) -> Held; 2];

    type Person: Person;

    /// Starts a platform whose rate limits do not affect a test.
    async fn open() -> Self;

    /// Returns the settings for connecting to the platform, by the ends of the environment variables.
    fn settings(&self) -> Vec<(&'static str, String)>;

    fn person(&self, id: u32, name: &str) -> Self::Person;

    /// Returns how often a bot has begun to listen.
    fn begun(&self) -> usize;

    /// Waits until a bot listens, not counting the first `begun` times.
    async fn listens(&self, begun: usize);

    /// Waits until the bot has received all messages, if the platform is notified of that.
    async fn all_received(&self);

    /// Checks that never two bots listened at once.
    fn expect_one_receiver(&self);

    /// Returns the next unread message to that person.
    async fn next_message(&self, to: &Self::Person) -> Shown;

    /// Returns all messages to that person, in their current state.
    fn messages(&self, to: &Self::Person) -> Vec<Shown>;

    /// Returns the name and content of a message's file.
    fn file_of(&self, to: &Self::Person, message: &Shown) -> (String, Vec<u8>);

    /// Waits until a message shows exactly this text.
    async fn shows(&self, to: &Self::Person, message: &Shown, text: &str);

    /// Presses a button, and waits for the answer.
    async fn presses(&self, person: &Self::Person, message: &Shown, label: &str) -> Pressed;

    /// Holds the next new message before it takes effect.
    fn hold_sending(&self) -> Held;

    /// Holds the answer to the next new message, which has taken effect.
    fn hold_sent(&self) -> Held;

    /// Holds the answer to the next new message with a file, which has taken effect.
    fn hold_file_sent(&self) -> Held;

    /// Holds the next edit before it takes effect.
    fn hold_editing(&self) -> Held;

    /// Returns how often the bot has tried to send a new message.
    fn sends(&self) -> usize;

    /// Waits until there have been that many attempts to send.
    async fn sent(&self, times: usize);

    /// Returns every attempt to send to that person, with its outcome.
    fn attempts(&self, to: &Self::Person) -> Vec<String>;

    /// Returns texts that must not be in a log.
    fn secrets(&self) -> Vec<String>;

    /// Returns all texts of both sides.
    fn told(&self) -> Vec<String>;

    /// Fails if a message is unread, or if the bot broke a rule of the platform.
    fn end(self);
}

/// A person in a direct chat with the bot.
pub trait Person: Clone {
    fn id(&self) -> u64;

    async fn says(&self, text: &str);
}

/// Returns the bot's texts to a person, in order.
pub fn seen<P: Platform>(at: &P, person: &P::Person) -> Vec<String> {
    at.messages(person).into_iter().map(|message| message.text).collect()
}

/// Returns a message in its current state, if it exists.
pub fn now<P: Platform>(at: &P, person: &P::Person, message: &Shown) -> Option<Shown> {
    at.messages(person).into_iter().find(|other| other.id == message.id)
}

impl Platform for Telegram {
    const CHANNEL: &'static str = adjutant_telegram::CHANNEL;
    const MARK: &'static str = "↻ This may be a repeat:\n";
    const LONG: usize = 4000;
    const RECEIPTS: [fn(&Self) -> Held; 2] = [
        |telegram| telegram.hold_after(telegram::Method::GetUpdates),
        |telegram| telegram.hold_before(telegram::Method::GetUpdates),
    ];
    const SEND_TIMEOUT: &'static str = "CHANNELS__TELEGRAM__SEND_TIMEOUT";

    type Person = telegram::User;

    async fn open() -> Self {
        let rates = telegram::Rates::flat(RATE);
        Self::start_with(telegram::Settings { rates, ..telegram::Settings::default() }).await
    }

    fn settings(&self) -> Vec<(&'static str, String)> {
        vec![
            ("CHANNELS__TELEGRAM__TOKEN", self.token()),
            ("CHANNELS__TELEGRAM__API_URL", self.url()),
            ("CHANNELS__TELEGRAM__MESSAGES_PER_SECOND", RATE.to_string()),
            ("CHANNELS__TELEGRAM__MESSAGES_PER_CHAT_SECOND", RATE.to_string()),
            ("CHANNELS__TELEGRAM__MESSAGES_PER_GROUP_MINUTE", RATE.to_string()),
            // An uncertain send is looked up after three seconds.
            (Self::SEND_TIMEOUT, "2s".to_owned()),
        ]
    }

    fn person(&self, id: u32, name: &str) -> Self::Person {
        self.user(id.into(), name)
    }

    fn begun(&self) -> usize {
        self.count(telegram::Method::GetUpdates)
    }

    async fn listens(&self, begun: usize) {
        // The first poll does not wait for updates; the second does.
        self.called(telegram::Method::GetUpdates, begun + 2).await;
    }

    async fn all_received(&self) {
        self.all_acknowledged().await;
    }

    fn expect_one_receiver(&self) {
        let requests = self.requests();
        let polls = requests.iter().filter(|request| request.method == telegram::Method::GetUpdates);
        let refused: Vec<_> =
            polls.filter(|poll| matches!(poll.outcome, telegram::Outcome::Refused { .. })).collect();
        assert!(refused.is_empty(), "two processes polled at a time: {refused:#?}");
    }

    async fn next_message(&self, to: &Self::Person) -> Shown {
        Self::next_message(self, to).await.into()
    }

    fn messages(&self, to: &Self::Person) -> Vec<Shown> {
        Self::messages(self, to).into_iter().map(Shown::from).collect()
    }

    fn file_of(&self, to: &Self::Person, message: &Shown) -> (String, Vec<u8>) {
        let message = self.message(&(to.id(), message.id.parse().unwrap()));
        let file = message.and_then(|message| message.file).expect("the message carries a file");
        (file.name, file.bytes.to_vec())
    }

    async fn shows(&self, to: &Self::Person, message: &Shown, text: &str) {
        Self::shows(self, &(to.id(), message.id.parse().unwrap()), text).await;
    }

    async fn presses(&self, person: &Self::Person, message: &Shown, label: &str) -> Pressed {
        let message_ref = (person.id(), message.id.parse().unwrap());
        let answer = person.taps_data(&message_ref, message.button(label)).await.answer().await;
        Pressed { text: answer.text, alert: answer.alert }
    }

    fn hold_sending(&self) -> Held {
        self.hold_before(telegram::Method::SendMessage)
    }

    fn hold_sent(&self) -> Held {
        self.hold_after(telegram::Method::SendMessage)
    }

    fn hold_file_sent(&self) -> Held {
        self.hold_after(telegram::Method::SendDocument)
    }

    fn hold_editing(&self) -> Held {
        self.hold_before(telegram::Method::EditMessageText)
    }

    fn sends(&self) -> usize {
        self.count(telegram::Method::SendMessage)
    }

    async fn sent(&self, times: usize) {
        self.called(telegram::Method::SendMessage, times).await;
    }

    fn attempts(&self, to: &Self::Person) -> Vec<String> {
        let sends = self.requests().into_iter().filter(|request| {
            request.method == telegram::Method::SendMessage && request.chat_id() == Some(to.id())
        });
        sends.map(|request| format!("{:?} {:?} {:?}", request.at, request.text(), request.outcome)).collect()
    }

    fn secrets(&self) -> Vec<String> {
        vec![self.token()]
    }

    fn told(&self) -> Vec<String> {
        let heard = self.served().into_iter();
        let heard = heard.filter_map(|served| Some(served.update["message"]["text"].as_str()?.to_owned()));
        let said = self.requests().into_iter();
        heard.chain(said.filter_map(|request| Some(request.text()?.to_owned()))).collect()
    }

    fn end(self) {
        self.finish();
    }
}

impl Person for telegram::User {
    fn id(&self) -> u64 {
        Self::id(self).unsigned_abs()
    }

    async fn says(&self, text: &str) {
        Self::says(self, text).await;
    }
}

impl Platform for Discord {
    const CHANNEL: &'static str = adjutant_discord::CHANNEL;
    // For some minutes, the nonce tells whether a message has arrived.
    const MARK: &'static str = "";
    const LONG: usize = 1900;
    const RECEIPTS: [fn(&Self) -> Held; 2] = [
        |discord| discord.hold_before(discord::Method::ListMessages),
        |discord| discord.hold_after(discord::Method::ListMessages),
    ];
    const SEND_TIMEOUT: &'static str = "CHANNELS__DISCORD__SEND_TIMEOUT";

    type Person = discord::User;

    async fn open() -> Self {
        let rates = discord::Rates::unlimited();
        let discord = Self::start_with(discord::Settings { rates, ..discord::Settings::default() }).await;
        // Processes are started at shorter intervals than in production.
        discord.set_identify_pause(Duration::ZERO);
        discord
    }

    fn settings(&self) -> Vec<(&'static str, String)> {
        vec![
            ("CHANNELS__DISCORD__TOKEN", self.token()),
            ("CHANNELS__DISCORD__API_URL", self.url()),
            ("CHANNELS__DISCORD__MESSAGES_PER_SECOND", RATE.to_string()),
            ("CHANNELS__DISCORD__MESSAGES_PER_CHANNEL_SECOND", RATE.to_string()),
            ("CHANNELS__DISCORD__SESSION_START_PAUSE", "1ms".to_owned()),
            (Self::SEND_TIMEOUT, "2s".to_owned()),
        ]
    }

    fn person(&self, id: u32, name: &str) -> Self::Person {
        self.user(id.into(), name)
    }

    fn begun(&self) -> usize {
        let steps = self.gateway_steps();
        steps.iter().filter(|(_, step)| matches!(step, GatewayStep::Identified { .. })).count()
    }

    async fn listens(&self, begun: usize) {
        self.identified(begun + 1).await;
    }

    async fn all_received(&self) {
        // The bot acknowledges nothing on Discord; at its next start, it fetches messages that were not stored.
    }

    fn expect_one_receiver(&self) {
        assert_eq!(
            self.most_sessions_at_once(),
            1,
            "two processes listened at a time: {:#?}",
            self.gateway_steps()
        );
    }

    async fn next_message(&self, to: &Self::Person) -> Shown {
        Self::next_message(self, to).await.into()
    }

    fn messages(&self, to: &Self::Person) -> Vec<Shown> {
        Self::messages(self, to).into_iter().map(Shown::from).collect()
    }

    fn file_of(&self, to: &Self::Person, message: &Shown) -> (String, Vec<u8>) {
        let message = self.message(&(to.direct(), message.id.parse().unwrap()));
        let file = message.and_then(|mut message| message.files.pop()).expect("the message carries a file");
        (file.name, file.bytes.to_vec())
    }

    async fn shows(&self, to: &Self::Person, message: &Shown, text: &str) {
        let message = (to.direct(), message.id.parse().unwrap());
        self.when(&message, |now| as_read(&now.text) == text).await;
    }

    async fn presses(&self, person: &Self::Person, message: &Shown, label: &str) -> Pressed {
        let message_ref = (person.direct(), message.id.parse().unwrap());
        let press = person.taps_data(&message_ref, message.button(label)).await;
        Pressed::from(press.answer().await)
    }

    fn hold_sending(&self) -> Held {
        self.hold_before(discord::Method::CreateMessage)
    }

    fn hold_sent(&self) -> Held {
        self.hold_after(discord::Method::CreateMessage)
    }

    fn hold_file_sent(&self) -> Held {
        self.hold_sent()
    }

    fn hold_editing(&self) -> Held {
        self.hold_before(discord::Method::EditMessage)
    }

    fn sends(&self) -> usize {
        self.count(discord::Method::CreateMessage)
    }

    async fn sent(&self, times: usize) {
        self.called(discord::Method::CreateMessage, times).await;
    }

    fn attempts(&self, to: &Self::Person) -> Vec<String> {
        let sends = self.requests().into_iter().filter(|request| {
            request.method == discord::Method::CreateMessage && request.channel_id() == Some(to.direct())
        });
        sends.map(|request| format!("{:?} {request}", request.at)).collect()
    }

    fn secrets(&self) -> Vec<String> {
        let requests = self.requests();
        // The tokens of the answers to interactions.
        let paths = requests.iter().map(|request| request.path.trim_start_matches('/').split('/'));
        let tokens = paths.filter_map(|mut path| {
            let kind = path.next()?;
            matches!(kind, "interactions" | "webhooks").then(|| path.nth(1).map(str::to_owned)).flatten()
        });
        tokens.chain([self.token()]).collect()
    }

    fn told(&self) -> Vec<String> {
        // The models of these tests repeat their input.
        let said = self.requests().into_iter();
        let said = said.filter_map(|request| Some(as_read(request.text()?)));
        said.flat_map(|text| [text.trim_start_matches("You said: ").to_owned(), text]).collect()
    }

    fn end(self) {
        self.finish();
    }
}

impl Person for discord::User {
    fn id(&self) -> u64 {
        Self::id(self)
    }

    async fn says(&self, text: &str) {
        Self::says(self, text).await;
    }
}
