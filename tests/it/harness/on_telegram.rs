//! The conversation through the Telegram adapter and the simulated Bot API.

use std::sync::{Arc, Mutex};

use adjutant_channel::Channel;
use adjutant_config::Config;
use adjutant_domain::clock::Clock;
use adjutant_simulators::telegram::{BotMessage, Rates, Sent, Telegram, User};
use adjutant_texts::commands::{menu, translations};

use super::{Chat, Pressed, Replies, Shown};

/// Alice's id. The configuration admits her.
pub const ALICE: i64 = 42;

/// Alice in her direct chat with the bot.
#[derive(Clone)]
pub struct OnTelegram {
    pub tg: Arc<Telegram>,
    pub alice: User,
    said: Arc<Mutex<Option<Sent>>>,
}

impl OnTelegram {
    fn now(&self, message: &Shown) -> BotMessage {
        let id = message.id.parse().expect("an id of this chat");
        self.tg.message(&(self.alice.id(), id)).expect("the message is there")
    }

    /// Returns the messages of the album that begins with a message.
    fn parts_of(&self, first: &Shown) -> Vec<BotMessage> {
        let album = self.now(first).album.expect("the message is a part of an album");
        let messages = self.tg.messages(&self.alice).into_iter();
        messages.filter(|message| message.album.as_ref() == Some(&album)).collect()
    }
}

impl Chat for OnTelegram {
    const CHANNEL: &'static str = adjutant_telegram::CHANNEL;

    async fn open() -> Self {
        let tg = Arc::new(Telegram::start().await);
        tg.set_rates(Rates::flat(10_000.0));
        let alice = tg.user(ALICE, "alice");
        Self { tg, alice, said: Arc::default() }
    }

    fn set_clock(&self, clock: Arc<dyn Clock>) {
        self.tg.set_clock(move || clock.now().timestamp());
    }

    fn settings(&self) -> Vec<(&'static str, String)> {
        vec![
            ("CHANNELS__TELEGRAM__TOKEN", self.tg.token()),
            ("CHANNELS__TELEGRAM__API_URL", self.tg.url()),
            ("CHANNELS__TELEGRAM__MESSAGES_PER_SECOND", "10000".to_owned()),
            ("CHANNELS__TELEGRAM__MESSAGES_PER_CHAT_SECOND", "10000".to_owned()),
            ("CHANNELS__TELEGRAM__MESSAGES_PER_GROUP_MINUTE", "600000".to_owned()),
            ("ACCESS__ALLOW", format!("[\"telegram:{ALICE}\"]")),
        ]
    }

    fn channel(&self, config: &Config) -> Arc<dyn Channel> {
        let from = &config.channels.telegram;
        let token = from.token.as_ref().expect("a token is set").expose();
        let mut settings = adjutant_telegram::Settings::new(token);
        settings.api_url = from.api_url.clone();
        settings.commands = menu();
        settings.translations = translations();
        settings.per_second = from.messages_per_second;
        settings.per_chat_second = from.messages_per_chat_second;
        settings.per_group_minute = from.messages_per_group_minute;
        if let (Some(listen), Some(public_url)) = (from.webhook_listen, from.webhook_url.clone()) {
            let secret = from.webhook_secret.as_ref().expect("a secret is set").expose().to_owned();
            settings.mode = adjutant_telegram::Mode::Webhook { listen, public_url, secret };
        }
        Arc::new(adjutant_telegram::Telegram::new(settings).expect("the settings are valid"))
    }

    async fn connect(&self) {}

    async fn catch_up(&self) {}

    async fn says(&self, text: &str) {
        let sent = self.alice.says(text).await;
        *self.said.lock().unwrap() = Some(sent);
    }

    async fn sends(&self, name: &str, bytes: &[u8], caption: &str) {
        let sent = self.alice.sends_file(name, caption, bytes).await;
        *self.said.lock().unwrap() = Some(sent);
    }

    async fn speaks(&self, bytes: &[u8]) {
        let sent = self.alice.sends_voice(3, bytes).await;
        *self.said.lock().unwrap() = Some(sent);
    }

    async fn file_of(&self, message: &Shown) -> (String, Vec<u8>) {
        let file = self.now(message).file.expect("the message carries a file");
        (file.name, file.bytes.to_vec())
    }

    async fn album_of(&self, message: &Shown) -> Vec<(String, Vec<u8>)> {
        let parts = self.parts_of(message);
        for part in &parts[1..] {
            assert_eq!(self.tg.next_message(&self.alice).await.id, part.id);
        }
        let files = parts.into_iter().filter_map(|part| part.file);
        files.map(|file| (file.name, file.bytes.to_vec())).collect()
    }

    async fn next_message(&self) -> Shown {
        self.tg.next_message(&self.alice).await.into()
    }

    async fn shows(&self, message: &Shown, text: &str) -> Shown {
        self.tg.shows(&self.now(message), text).await.into()
    }

    async fn changes(&self, message: &Shown) -> Shown {
        let before = message.clone();
        self.tg.when(&self.now(message), |now| Shown::from(now.clone()) != before).await.into()
    }

    async fn presses(&self, message: &Shown, label: &str) -> Pressed {
        let press = self.alice.taps_data(&self.now(message), message.button(label)).await;
        let answer = press.answer().await;
        Pressed { text: answer.text, alert: answer.alert }
    }

    async fn sees_it_waits(&self) {
        let said = self.said.lock().unwrap().expect("alice said something");
        assert_eq!(self.tg.next_reaction(&said).await, "👀");
    }

    fn finish(&self) {
        self.tg.expect_nothing_unread();
        let complaints = self.tg.take_complaints();
        assert!(complaints.is_empty(), "requests that the bot must not make:\n{}", complaints.join("\n"));
    }
}

impl Replies for OnTelegram {
    async fn replies(&self, to: &Shown, text: &str) {
        let sent = self.alice.replies(&self.now(to), text).await;
        *self.said.lock().unwrap() = Some(sent);
    }

    async fn replies_to_file(&self, album: &Shown, place: usize, text: &str) {
        let file = self.parts_of(album).swap_remove(place).into();
        self.replies(&file, text).await;
    }
}

impl From<BotMessage> for Shown {
    fn from(message: BotMessage) -> Self {
        Self { id: message.id.to_string(), text: message.text, buttons: message.buttons }
    }
}
