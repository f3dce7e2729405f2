//! One person's actions in one chat, independent of the adapter.

use std::{fmt, sync::Arc};

use adjutant::core::Core;
use adjutant_channel::Channel;
use adjutant_config::Config;
use adjutant_domain::clock::Clock;

/// One person's side of a direct chat. Clones speak for the same person.
pub trait Chat: Clone {
    /// The gateway's name for the channel.
    const CHANNEL: &'static str;

    /// Prepares the platform's side; opens no connection.
    async fn open() -> Self;

    /// Makes the platform use this clock, if it has one of its own.
    fn set_clock(&self, _clock: Arc<dyn Clock>) {}

    /// Returns the settings for the channel.
    fn settings(&self) -> Vec<(&'static str, String)>;

    /// Returns a new adapter for each start of the gateway.
    fn channel(&self, config: &Config) -> Arc<dyn Channel>;

    /// Returns the adapters, if there are several.
    fn channels(&self, config: &Config) -> Vec<Arc<dyn Channel>> {
        vec![self.channel(config)]
    }

    /// Receives the started gateway, if the adapter shows more than messages.
    fn shows_gateway(&self, _core: &Arc<Core>) {}

    /// Connects after a start of the gateway, perhaps not the first.
    async fn connect(&self);

    /// Reads messages that were sent while nobody was connected.
    async fn catch_up(&self);

    /// Sends a message or a command.
    async fn says(&self, text: &str);

    /// Sends a file with a caption, which may be empty.
    async fn sends(&self, name: &str, bytes: &[u8], caption: &str);

    /// Records a voice message.
    async fn speaks(&self, bytes: &[u8]);

    /// Returns the name and content of a message's file.
    async fn file_of(&self, message: &Shown) -> (String, Vec<u8>);

    /// Returns the names and contents of the files of an album that begins with a message, and reads its other
    /// messages.
    async fn album_of(&self, message: &Shown) -> Vec<(String, Vec<u8>)>;

    /// Returns the next unread message of the bot, in its current state.
    async fn next_message(&self) -> Shown;

    /// Waits until a message shows exactly this text.
    async fn shows(&self, message: &Shown, text: &str) -> Shown;

    /// Waits until a message differs from `message`.
    async fn changes(&self, message: &Shown) -> Shown;

    /// Presses a button, as in this view of the message, and waits for the answer.
    async fn presses(&self, message: &Shown, label: &str) -> Pressed;

    /// Presses a button whose only answer is a change of the message; returns the changed message.
    async fn taps(&self, message: &Shown, label: &str) -> Shown {
        let answer = self.presses(message, label).await;
        assert_eq!((answer.text.as_str(), answer.alert), ("", false));
        self.changes(message).await
    }

    /// Waits until the bot has marked the person's last message as waiting.
    async fn sees_it_waits(&self);

    /// Fails if a message of the bot is unread.
    fn finish(&self);
}

/// A chat in which a message can reply to another one; the chat page has no replies.
pub trait Replies: Chat {
    /// Sends a message that replies to one of the bot's.
    async fn replies(&self, to: &Shown, text: &str);

    /// Sends a message that replies to a file of an album, by its index, where the album begins with a message of the
    /// bot; to the whole album if it is a single message.
    async fn replies_to_file(&self, album: &Shown, _place: usize, text: &str) {
        self.replies(album, text).await;
    }
}

/// Returns whether a button has this name: its label, or the number of its item in a list.
pub fn is_named(label: &str, name: &str) -> bool {
    label == name || label.split_once(". ").is_some_and(|(number, _)| number == name)
}

/// A snapshot of a message of the bot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    pub id: String,
    pub text: String,
    /// Rows of labels, each with its data.
    pub buttons: Vec<Vec<(String, String)>>,
}

/// The answer to a press.
#[derive(Debug, PartialEq, Eq)]
pub struct Pressed {
    pub text: String,
    pub alert: bool,
}

impl Shown {
    /// Returns the data of the button with this label.
    pub fn button(&self, label: &str) -> &str {
        let button = self.buttons.iter().flatten().find(|(own, _)| is_named(own, label));
        button.map(|(_, data)| data.as_str()).unwrap_or_else(|| panic!("no button {label:?} in:\n{self}"))
    }
}

/// The text, then a line for each row of buttons.
impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)?;
        for row in &self.buttons {
            let labels: Vec<_> = row.iter().map(|(label, _)| format!("[{label}]")).collect();
            write!(f, "\n{}", labels.join(" "))?;
        }
        Ok(())
    }
}

impl fmt::Display for Pressed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.text, if self.alert { " (alert)" } else { "" })
    }
}

/// Replaces text that varies between runs, such as a port.
pub trait Masked: fmt::Display {
    fn masked(&self, what: &str, by: &str) -> String {
        self.to_string().replace(what, by)
    }
}

impl<T: fmt::Display> Masked for T {}
