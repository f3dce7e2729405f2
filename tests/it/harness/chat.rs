//! What one person does in one chat, whatever the adapter.

use std::{fmt, sync::Arc};

use adjutant::config::Config;
use adjutant_channel::Channel;
use adjutant_domain::clock::Clock;

/// One person's side of a direct chat. Clones speak for the same person.
pub trait Chat: Clone {
    /// How the gateway calls the channel.
    const CHANNEL: &'static str;

    /// Prepares the other side of the wire; connects to nothing.
    async fn open() -> Self;

    /// The platform goes by this clock from now on, where it has one of its own.
    fn set_clock(&self, _clock: Arc<dyn Clock>) {}

    /// Settings that the channel needs.
    fn settings(&self) -> Vec<(&'static str, String)>;

    /// The adapter, for each start of the gateway.
    fn channel(&self, config: &Config) -> Arc<dyn Channel>;

    /// The adapters, where there are several.
    fn channels(&self, config: &Config) -> Vec<Arc<dyn Channel>> {
        vec![self.channel(config)]
    }

    /// The gateway has been started, perhaps again.
    async fn connect(&self);

    /// Reads what was said while nobody was connected.
    async fn catch_up(&self);

    /// Sends a message or a command.
    async fn says(&self, text: &str);

    /// Sends a file with a caption, which may be empty.
    async fn sends(&self, name: &str, bytes: &[u8], caption: &str);

    /// Name and content of the file that a message of the bot carries.
    async fn file_of(&self, message: &Shown) -> (String, Vec<u8>);

    /// The next message of the bot that was not read, as it is now.
    async fn next_message(&self) -> Shown;

    /// Waits until a message shows exactly this.
    async fn shows(&self, message: &Shown, text: &str) -> Shown;

    /// Waits until a message is another than it was.
    async fn changes(&self, message: &Shown) -> Shown;

    /// Presses a button, as this view of the message has it, and waits for the answer.
    async fn presses(&self, message: &Shown, label: &str) -> Pressed;

    /// Presses a button that is answered by nothing but what the message shows then; gives that.
    async fn taps(&self, message: &Shown, label: &str) -> Shown {
        let answer = self.presses(message, label).await;
        assert_eq!((answer.text.as_str(), answer.alert), ("", false));
        self.changes(message).await
    }

    /// Waits until the bot has noted the person's last message as one that waits its turn.
    async fn sees_it_waits(&self);

    /// Fails if the bot said something that was not read.
    fn finish(&self);
}

/// Where a message can reply to another one. The chat page has no such thing.
pub trait Replies: Chat {
    /// Sends a message that replies to one of the bot's.
    async fn replies(&self, to: &Shown, text: &str);
}

/// A message of the bot, as it was when the test looked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    pub id: String,
    pub text: String,
    /// Rows of labels and what they carry.
    pub buttons: Vec<Vec<(String, String)>>,
}

/// How a press was answered.
#[derive(Debug, PartialEq, Eq)]
pub struct Pressed {
    pub text: String,
    pub alert: bool,
}

impl Shown {
    /// What the button with this label carries.
    pub fn button(&self, label: &str) -> &str {
        let button = self.buttons.iter().flatten().find(|(own, _)| own == label);
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

/// With what differs from run to run, such as a port, replaced.
pub trait Masked: fmt::Display {
    fn masked(&self, what: &str, by: &str) -> String {
        self.to_string().replace(what, by)
    }
}

impl<T: fmt::Display> Masked for T {}
