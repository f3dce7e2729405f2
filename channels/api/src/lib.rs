//! The contract between a chat channel and the gateway.
//!
//! A channel (Telegram, Discord, the local web page) implements [`Channel`]; the gateway implements [`Gateway`].
//! Nothing here does I/O, and nothing here knows a platform or the gateway's internals.

#![warn(missing_docs)]

mod card;
mod channel;
mod channels;
mod command;
mod duty;
mod history;
mod inbound;
mod mentions;
mod outbound;
pub mod rich;

pub use card::{Card, Position};
pub use channel::{Channel, Gateway, Health, Limits, MAX_ALBUM, Phrase, Receipt};
pub use channels::Channels;
pub use command::{Argument, Choice, Command, Completion, Form, Menu};
pub use duty::{Duty, Hold, NotAPart, Part};
pub use history::{HistoryCursor, HistoryItem, KnownChat, KnownPerson};
pub use inbound::{
    Accepted, Album, Attachment, AttachmentKind, ChatKind, ChatRef, Event, Heard, Inbound, MessageId,
    Opening, PressAnswer, Quoted, Sender,
};
pub use mentions::without_mentions;
pub use outbound::{
    Button, ButtonStyle, Content, DownloadError, Examined, Found, KnownMessage, LostSend, Media, Outgoing,
    SendError, SentIds,
};
pub use rich::Rich;
