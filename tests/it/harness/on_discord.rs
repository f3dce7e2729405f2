//! The conversation through the Discord adapter and the simulated Discord.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex},
    time::Duration,
};

use adjutant_channel::Channel;
use adjutant_config::{Admitted, Config, Threads};
use adjutant_domain::clock::Clock;
use adjutant_simulators::{
    PATIENCE,
    discord::{BotMessage, Discord, Interaction, Rates, Sent, Settings, User, as_read},
};
use adjutant_texts::commands::{menu, translations};
use tokio::time::timeout;

use super::{Chat, Pressed, Replies, Shown};

/// Alice's id. The configuration admits her.
pub const ALICE: u64 = 42;

/// The pause between two sessions; shorter than Discord's own 5 s.
const IDENTIFY_PAUSE: Duration = Duration::from_millis(20);

/// The beginning of an alert.
const ALERT: &str = "⚠️ ";

/// Alice in her direct chat with the bot.
#[derive(Clone)]
pub struct OnDiscord {
    pub discord: Arc<Discord>,
    pub alice: User,
    /// The bot's unread messages, oldest first: public ones, and those that only alice sees.
    unread: Arc<Mutex<VecDeque<BotMessage>>>,
    said: Arc<Mutex<Option<Sent>>>,
    /// Whether the bot can connect to Discord.
    connects: bool,
}

impl OnDiscord {
    /// Opens a Discord with other settings, and without rate limits that slow the bot down.
    pub async fn open_with(settings: Settings) -> Self {
        let settings = Settings { rates: Rates::unlimited(), ..settings };
        let discord = Arc::new(Discord::start_with(settings).await);
        discord.set_identify_pause(Duration::ZERO);
        let alice = discord.user(ALICE, "alice");
        Self { discord, alice, unread: Arc::default(), said: Arc::default(), connects: true }
    }

    /// Prevents every session of the bot from beginning.
    pub fn out_of_reach(self) -> Self {
        Self { connects: false, ..self }
    }

    fn now(&self, message: &Shown) -> BotMessage {
        let id = message.id.parse().expect("an id of this chat");
        self.discord.message(&(self.alice.direct(), id)).expect("the message is there")
    }

    async fn press(&self, message: &Shown, label: &str) -> Interaction {
        let (now, data) = (self.now(message), message.button(label));
        let in_a_menu = now.menus.iter().flatten().any(|(_, value)| value == data);
        match in_a_menu {
            true => self.alice.selects(&now, data).await,
            false => self.alice.taps_data(&now, data).await,
        }
    }

    /// Fetches the messages since the last call.
    fn look(&self) {
        let mut came = self.discord.read_all(&self.alice);
        came.extend(self.discord.read_all_ephemeral(&self.alice));
        came.sort_by_key(|message| message.id);
        self.unread.lock().unwrap().extend(came);
    }

    /// Calls a command as Discord's client does, if it is one of the bot's commands and the bot is connected.
    async fn calls(&self, text: &str) -> bool {
        let Some((name, rest)) =
            text.strip_prefix('/').map(|call| call.split_once(' ').unwrap_or((call, "")))
        else {
            return false;
        };
        if !self.discord.is_connected() {
            return false;
        }
        let Some(command) = menu().iter().find(|command| command.name == name) else { return false };
        let words = rest.splitn(command.arguments.len().max(1), ' ').filter(|word| !word.is_empty());
        let arguments: Vec<_> =
            command.arguments.iter().zip(words).map(|(argument, word)| (argument.name, word)).collect();
        let interaction = self.alice.runs(&self.alice, name, &arguments).await;
        interaction.acknowledged().await;
        true
    }
}

impl Chat for OnDiscord {
    const CHANNEL: &'static str = adjutant_discord::CHANNEL;

    async fn open() -> Self {
        Self::open_with(Settings::default()).await
    }

    fn set_clock(&self, clock: Arc<dyn Clock>) {
        self.discord.set_clock(move || clock.now().timestamp_millis().unsigned_abs());
    }

    fn settings(&self) -> Vec<(&'static str, String)> {
        vec![
            ("CHANNELS__DISCORD__TOKEN", self.discord.token()),
            ("CHANNELS__DISCORD__API_URL", self.discord.url()),
            ("CHANNELS__DISCORD__MESSAGES_PER_SECOND", "10000".to_owned()),
            ("CHANNELS__DISCORD__MESSAGES_PER_CHANNEL_SECOND", "10000".to_owned()),
            ("ACCESS__ALLOW", format!("[\"discord:{ALICE}\"]")),
        ]
    }

    fn channel(&self, config: &Config) -> Arc<dyn Channel> {
        let from = &config.channels.discord;
        let token = from.token.as_ref().expect("a token is set").expose();
        let mut settings = adjutant_discord::Settings::new(token);
        settings.api_url = from.api_url.clone();
        settings.commands = menu();
        settings.translations = translations();
        settings.message_content = from.message_content;
        settings.always_answer.clone_from(&from.always_answer);
        settings.threads = match from.threads {
            Threads::Never => adjutant_discord::Threads::Never,
            Threads::Long => adjutant_discord::Threads::Long,
            Threads::Always => adjutant_discord::Threads::Always,
        };
        let listed = config.access.allow.iter().filter_map(|admitted| match admitted {
            Admitted::Person(identity) if identity.channel == Self::CHANNEL => Some(identity.id.clone()),
            _ => None,
        });
        settings.heard_bots = listed.collect();
        settings.max_messages = from.max_messages;
        settings.per_second = from.messages_per_second;
        settings.per_channel_second = from.messages_per_channel_second;
        settings.identify_pause = IDENTIFY_PAUSE;
        Arc::new(adjutant_discord::Discord::new(settings).expect("the settings are valid"))
    }

    async fn connect(&self) {
        self.discord.has_commands(menu().len()).await;
        if self.connects {
            self.discord.connected().await;
        }
    }

    async fn catch_up(&self) {}

    async fn says(&self, text: &str) {
        if !self.calls(text).await {
            let sent = self.alice.says(text).await;
            *self.said.lock().unwrap() = Some(sent);
        }
    }

    async fn sends(&self, name: &str, bytes: &[u8], caption: &str) {
        let sent = self.alice.sends_file(name, caption, bytes).await;
        *self.said.lock().unwrap() = Some(sent);
    }

    async fn speaks(&self, bytes: &[u8]) {
        let sent = self.alice.sends_voice(bytes).await;
        *self.said.lock().unwrap() = Some(sent);
    }

    async fn file_of(&self, message: &Shown) -> (String, Vec<u8>) {
        let file = self.now(message).files.pop().expect("the message carries a file");
        (file.name, file.bytes.to_vec())
    }

    async fn album_of(&self, message: &Shown) -> Vec<(String, Vec<u8>)> {
        self.now(message).files.into_iter().map(|file| (file.name, file.bytes.to_vec())).collect()
    }

    async fn next_message(&self) -> Shown {
        let mut activity = self.discord.activity();
        let search = async {
            loop {
                self.look();
                if let Some(found) = self.unread.lock().unwrap().pop_front() {
                    return found;
                }
                activity.changed().await.unwrap();
            }
        };
        let found = timeout(PATIENCE, search).await.unwrap_or_else(|_| {
            panic!("waited in vain for a message of the bot:\n{}", self.discord.transcript(&self.alice))
        });
        let now = self.discord.message(&found).unwrap_or(found);
        now.into()
    }

    async fn shows(&self, message: &Shown, text: &str) -> Shown {
        self.discord.when(&self.now(message), |now| as_read(&now.text) == text).await.into()
    }

    async fn changes(&self, message: &Shown) -> Shown {
        let before = message.clone();
        self.discord.when(&self.now(message), |now| Shown::from(now.clone()) != before).await.into()
    }

    async fn presses(&self, message: &Shown, label: &str) -> Pressed {
        self.press(message, label).await.follow_up().await.into()
    }

    async fn taps(&self, message: &Shown, label: &str) -> Shown {
        self.press(message, label).await.acknowledged().await;
        self.changes(message).await
    }

    async fn sees_it_waits(&self) {
        let said = self.said.lock().unwrap().expect("alice said something");
        assert_eq!(self.discord.next_reaction(&said).await, "👀");
    }

    fn finish(&self) {
        self.look();
        let unread: Vec<_> =
            self.unread.lock().unwrap().drain(..).map(|message| Shown::from(message).to_string()).collect();
        assert!(unread.is_empty(), "messages of the bot that the test did not read:\n{}", unread.join("\n"));
        let complaints = self.discord.take_complaints();
        assert!(complaints.is_empty(), "requests that the bot must not make:\n{}", complaints.join("\n"));
    }
}

impl Replies for OnDiscord {
    async fn replies(&self, to: &Shown, text: &str) {
        let sent = self.alice.replies(&self.now(to), text).await;
        *self.said.lock().unwrap() = Some(sent);
    }
}

impl From<BotMessage> for Shown {
    /// Converts a message. Each option of a menu counts as a button in a row of its own.
    fn from(message: BotMessage) -> Self {
        let choices = message.menus.into_iter().flatten().map(|choice| vec![choice]);
        let buttons = message.buttons.into_iter().chain(choices).collect();
        Self { id: message.id.to_string(), text: as_read(&message.text), buttons }
    }
}

/// Converts the message that answers a press.
impl From<BotMessage> for Pressed {
    fn from(answer: BotMessage) -> Self {
        let text = as_read(&answer.text);
        match text.strip_prefix(ALERT) {
            Some(text) => Self { text: text.to_owned(), alert: true },
            None => Self { text, alert: false },
        }
    }
}
