//! The keys of outbox rows: the subject of each message. A key is stored as text, with ids in it, and never changes
//! once written: a repeated step finds its earlier row by the key.
//!
//! Ids contain dashes, so a key is parsed by the structure of its ids. A channel's name has no dash. The platform's id
//! of an event or chat, which may have dashes, comes last, or before an id of the gateway, which begins with a known
//! word, or before parts without dashes: a sender, a number.

use std::{convert::Infallible, fmt, str::FromStr};

use adjutant_channel::{AttachmentKind, ChatRef, Inbound};
use chrono::NaiveDate;
use serde::Deserialize;

use crate::{
    ids::{CallId, RunId, ScheduleId, SiteMessageId, TurnId, UserId},
    timestamp::Timestamp,
};

mod event;
mod parts;
mod prefix;
mod word;

pub use event::EventKey;
use parts::{before_date, chat, day, files, name, named, number, paused, time};
pub use prefix::KeyPrefix;

/// The subject of an outbox row.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(from = "String")]
pub enum OutboxKey {
    /// The answer of a turn.
    Turn(TurnId),
    /// The result of a run.
    Run(RunId),
    /// The files of an export, or the notice that it failed. Holds the id of the export.
    Export(String),

    /// A message from a website's visitor.
    SiteMessage(SiteMessageId),

    /// The immediate answer to an event: to a command or a press, to a message or an edit that no turn answers, or to
    /// being added to a chat.
    Command(EventKey),
    /// The answer to the owner code.
    Claim(EventKey),
    /// The line for a stranger.
    Stranger(EventKey),
    /// The answer to a stranger who typed a link code.
    LinkTyped(EventKey),
    /// The notices that an account was unlinked.
    Unlinked(EventKey),
    /// The answer to the new text of a note.
    NoteText(EventKey),
    /// The line about files that no turn answers.
    Files { kind: AttachmentKind, chat: ChatRef, sender: String, sent_at: Timestamp },

    /// The transcription of a message's recordings, by the id of its inbox row.
    Heard(i64),
    /// The line that a turn will consider a message that came during it.
    Noted(TurnId),

    /// The voice message that speaks the answer of a turn.
    Voice(TurnId),
    /// The voice message for the result of a run; the segment is the number of the delivery.
    VoiceOfRun(RunId),
    /// The notice to a user that an answer was not spoken.
    Voiceless { user: UserId, at: Timestamp },

    /// The files that a call sends.
    Media(CallId),
    /// The line that names the specialist working on a call.
    Delegate(CallId),
    /// The plan of a conversation, by the call that began it.
    Plan(CallId),
    /// The prompts for the calls of an entry, by its id.
    Prompt(i64),
    /// The line in the requester's chat while the prompt with this outbox id is in the owner's chat.
    Waits(i64),
    /// The details of the prompt with this outbox id.
    Details(i64),
    /// The reminder of the prompt with this outbox id.
    Reminder(i64),
    /// The notice that approvals expired, by the id of the first.
    Expired(String),

    /// The loss notice for the message with this outbox id.
    LostMessage(i64),
    /// The loss notice for the result of a run.
    LostRun(RunId),
    /// The notice of misfires, by the first of their runs.
    Misfires(RunId),
    /// The notices of a user's late messages in a chat; the segment is the number of the burst.
    LateMessages { chat: ChatRef, user: UserId },
    /// The notice that messages of a chat after `after` were not fetched.
    Skipped { chat: ChatRef, after: Timestamp },
    /// The receipts of stopped runs, by the first of them.
    Stopped(RunId),
    /// The notices that a schedule cannot run and was paused at `at`, and that it and others continue.
    Paused { user: UserId, schedule: ScheduleId, at: Timestamp },
    /// The warning that little of a daily budget is left.
    Day { user: UserId, date: NaiveDate },
    /// The notices that a channel is down, since `since`, and that it is back.
    Outage { channel: String, since: Timestamp },
    /// The notices that the key of a model, by its section, is refused since `since`, and that it is accepted again.
    ModelKey { section: String, since: Timestamp },
    /// The notice that a user has reached a limit, and that their messages from `at` on are not answered.
    Full { user: UserId, at: Timestamp },
    /// The notice to a user that the owner may read their messages from `at` on.
    OwnerReads { user: UserId, at: Timestamp },
    /// The notice to the owner of the items set aside on a day.
    SetAside { date: NaiveDate },

    /// The notices to the owner that a chat did not accept the bot's messages on a day.
    Unwritable { chat: ChatRef, date: NaiveDate },

    /// A list of notes, by its id.
    NoteList(i64),
    /// A list of schedules, by its id.
    ScheduleList(i64),
    /// The lists of a user's approvals in a chat, in any topic.
    Approvals { user: UserId, channel: String, chat: String },

    /// The question whether to admit a stranger, by its token, in rows of earlier versions.
    Knock(String),
    /// The request to the owner about the strangers who knocked since this time.
    Knocks(Timestamp),
    /// The notice that a stranger is admitted, by the token of the question.
    Admitted(String),
    /// The question to one side of a link.
    LinkPrompt { side: LinkSide, link_id: String },
    /// The notice to one side that the accounts are linked.
    Linked { side: LinkSide, link_id: String },

    /// The messages of a deletion, by its id: the question, and the notice of the end.
    DeletionRequest(String),

    /// Any other text, such as a key of another version.
    Other(String),
}

/// One of the two sides of a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LinkSide {
    /// The account that made the code.
    Maker,
    /// The account that typed it.
    Typist,
}

/// The beginning of a user's id inside a key, with the dash before it.
const USER_ID: &str = "-user-";

/// The words in keys for the kinds of attachment, and for the sides of a link.
const KINDS: [(&str, AttachmentKind); 8] = [
    ("Photo", AttachmentKind::Photo),
    ("Voice", AttachmentKind::Voice),
    ("Audio", AttachmentKind::Audio),
    ("Video", AttachmentKind::Video),
    ("File", AttachmentKind::File),
    ("Sticker", AttachmentKind::Sticker),
    ("Other", AttachmentKind::Other),
    ("RoundVideo", AttachmentKind::RoundVideo),
];
const SIDES: [(&str, LinkSide); 2] = [("Maker", LinkSide::Maker), ("Typist", LinkSide::Typist)];

impl OutboxKey {
    /// Parses a stored key. A text that no variant would write becomes [`OutboxKey::Other`].
    pub fn parse(text: &str) -> Self {
        let key = Self::known(text).filter(|key| key.to_string() == text);
        key.unwrap_or_else(|| Self::Other(text.to_owned()))
    }

    /// Returns whether the message reports the loss of another.
    pub fn reports_loss(&self) -> bool {
        matches!(self, Self::LostMessage(_) | Self::LostRun(_))
    }

    /// Returns whether the message belongs to a deletion, which ends once that message has been delivered.
    pub fn is_last_word(&self) -> bool {
        matches!(self, Self::DeletionRequest(_))
    }

    /// Returns whether the loss of the message is not reported to anybody.
    pub fn needs_no_loss_notice(&self) -> bool {
        self.reports_loss() || self.is_last_word() || self.is_voice()
    }

    /// Returns the turn to which the message belongs.
    pub fn turn(&self) -> Option<&TurnId> {
        match self {
            Self::Turn(turn) | Self::Noted(turn) | Self::Voice(turn) => Some(turn),
            _ => None,
        }
    }

    /// Returns the run to which the message belongs.
    pub fn run(&self) -> Option<&RunId> {
        match self {
            Self::Run(run) | Self::VoiceOfRun(run) => Some(run),
            _ => None,
        }
    }

    /// Returns whether the message is the spoken form of another one.
    pub fn is_voice(&self) -> bool {
        matches!(self, Self::Voice(_) | Self::VoiceOfRun(_))
    }

    /// Returns the key of the immediate answer to an event.
    pub fn answering(event: &Inbound) -> Self {
        Self::Command(EventKey::of(event))
    }

    /// Returns the keys of all answers to an event, other than those about its files.
    pub fn answers_to(event: &EventKey) -> [Self; 6] {
        [Self::Command, Self::Claim, Self::Stranger, Self::LinkTyped, Self::Unlinked, Self::NoteText]
            .map(|answer| answer(event.clone()))
    }

    /// Returns the keys of all messages about the message with this outbox id.
    pub fn about(outbox_id: i64) -> [Self; 4] {
        [Self::Details, Self::Reminder, Self::Waits, Self::LostMessage].map(|about| about(outbox_id))
    }

    /// Returns the keys of all messages about a link.
    pub fn of_link(link_id: &str) -> [Self; 4] {
        let link_id = || link_id.to_owned();
        [
            Self::LinkPrompt { side: LinkSide::Maker, link_id: link_id() },
            Self::LinkPrompt { side: LinkSide::Typist, link_id: link_id() },
            Self::Linked { side: LinkSide::Maker, link_id: link_id() },
            Self::Linked { side: LinkSide::Typist, link_id: link_id() },
        ]
    }

    fn known(text: &str) -> Option<Self> {
        let (word, rest) = text.split_once('-')?;
        let own = || rest.to_owned();
        Some(match word {
            word::TURN => Self::Turn(TurnId(text.to_owned())),
            word::RUN => Self::Run(RunId(text.to_owned())),
            word::EXPORT => Self::Export(text.to_owned()),
            word::SITE_MESSAGE => Self::SiteMessage(SiteMessageId(text.to_owned())),
            word::COMMAND => Self::Command(EventKey::parse(rest)?),
            word::CLAIM => Self::Claim(EventKey::parse(rest)?),
            word::STRANGER => Self::Stranger(EventKey::parse(rest)?),
            word::UNLINKED => Self::Unlinked(EventKey::parse(rest)?),
            word::NOTE => Self::NoteText(EventKey::parse(rest.strip_prefix(word::TEXT)?.strip_prefix('-')?)?),
            word::HEARD => Self::Heard(number(rest)?),
            word::NOTED => Self::Noted(TurnId(own())),
            word::VOICE if rest.starts_with(word::RUN) => Self::VoiceOfRun(RunId(own())),
            word::VOICE => Self::Voice(TurnId(own())),
            word::VOICELESS => {
                let (user, at) = rest.rsplit_once('-')?;
                Self::Voiceless { user: UserId(user.to_owned()), at: time(at)? }
            }
            word::MEDIA => Self::Media(CallId(own())),
            word::DELEGATE => Self::Delegate(CallId(own())),
            word::PLAN => Self::Plan(CallId(own())),
            word::PROMPT => Self::Prompt(number(rest)?),
            word::WAITS => Self::Waits(number(rest)?),
            word::DETAILS => Self::Details(number(rest)?),
            word::REMINDER => Self::Reminder(number(rest)?),
            word::EXPIRED => Self::Expired(own()),
            word::LOST => number(rest).map_or_else(|| Self::LostRun(RunId(own())), Self::LostMessage),
            word::MISSED => match rest.rfind(USER_ID) {
                Some(at) => {
                    Self::LateMessages { chat: chat(&rest[..at])?, user: UserId(rest[at + 1..].to_owned()) }
                }
                None => Self::Misfires(RunId(own())),
            },
            word::SKIPPED => {
                let (place, after) = rest.rsplit_once('-')?;
                Self::Skipped { chat: chat(place)?, after: time(after)? }
            }
            word::STOPPED => Self::Stopped(RunId(own())),
            word::PAUSED => paused(rest)?,
            word::DAY => day(rest)?,
            word::OUTAGE => {
                let (channel, since) = rest.rsplit_once('-')?;
                Self::Outage { channel: channel.to_owned(), since: time(since)? }
            }
            word::MODEL_KEY => {
                // Section names may contain dashes.
                let (section, since) = rest.rsplit_once(':')?;
                Self::ModelKey { section: section.to_owned(), since: time(since)? }
            }
            word::FULL => {
                let (user, at) = rest.rsplit_once('-')?;
                Self::Full { user: UserId(user.to_owned()), at: time(at)? }
            }
            word::OWNER_READS => {
                let (user, at) = rest.rsplit_once('-')?;
                Self::OwnerReads { user: UserId(user.to_owned()), at: time(at)? }
            }
            word::ASIDE => Self::SetAside { date: rest.parse().ok()? },
            word::UNWRITABLE => {
                let (place, date) = before_date(rest)?;
                Self::Unwritable { chat: chat(place)?, date }
            }
            word::NOTES => Self::NoteList(number(rest)?),
            word::SCHEDULES => Self::ScheduleList(number(rest)?),
            word::APPROVALS => {
                let (beginning, chat) = rest.split_once(':')?;
                let (user, channel) = beginning.rsplit_once('-')?;
                Self::Approvals {
                    user: UserId(user.to_owned()),
                    channel: channel.to_owned(),
                    chat: chat.to_owned(),
                }
            }
            word::KNOCK => Self::Knock(own()),
            word::KNOCKS => Self::Knocks(time(rest)?),
            word::ADMITTED => Self::Admitted(own()),
            word::LINK => match rest.split_once('-')? {
                (word::TYPED, event) => Self::LinkTyped(EventKey::parse(event)?),
                (side, id) => Self::LinkPrompt { side: named(&SIDES, side)?, link_id: id.to_owned() },
            },
            word::LINKED => {
                let (side, id) = rest.split_once('-')?;
                Self::Linked { side: named(&SIDES, side)?, link_id: id.to_owned() }
            }
            word::FORGETTING => Self::DeletionRequest(own()),
            kind => files(named(&KINDS, kind)?, rest)?,
        })
    }
}

impl fmt::Display for OutboxKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use word::*;
        match self {
            Self::Turn(id) => write!(f, "{id}"),
            Self::Run(id) => write!(f, "{id}"),
            Self::SiteMessage(id) => write!(f, "{id}"),
            Self::Export(text) | Self::Other(text) => f.write_str(text),
            Self::Command(event) => write!(f, "{COMMAND}-{event}"),
            Self::Claim(event) => write!(f, "{CLAIM}-{event}"),
            Self::Stranger(event) => write!(f, "{STRANGER}-{event}"),
            Self::LinkTyped(event) => write!(f, "{LINK}-{TYPED}-{event}"),
            Self::Unlinked(event) => write!(f, "{UNLINKED}-{event}"),
            Self::NoteText(event) => write!(f, "{NOTE}-{TEXT}-{event}"),
            Self::Files { kind, chat, sender, sent_at } => {
                write!(f, "{}-{chat}-{sender}-{sent_at}", name(&KINDS, *kind))
            }
            Self::Heard(row) => write!(f, "{HEARD}-{row}"),
            Self::Noted(turn) => write!(f, "{NOTED}-{turn}"),
            Self::Voice(turn) => write!(f, "{VOICE}-{turn}"),
            Self::VoiceOfRun(run) => write!(f, "{VOICE}-{run}"),
            Self::Voiceless { user, at } => write!(f, "{VOICELESS}-{user}-{at}"),
            Self::Media(call) => write!(f, "{MEDIA}-{call}"),
            Self::Delegate(call) => write!(f, "{DELEGATE}-{call}"),
            Self::Plan(call) => write!(f, "{PLAN}-{call}"),
            Self::Prompt(entry) => write!(f, "{PROMPT}-{entry}"),
            Self::Waits(prompt) => write!(f, "{WAITS}-{prompt}"),
            Self::Details(prompt) => write!(f, "{DETAILS}-{prompt}"),
            Self::Reminder(prompt) => write!(f, "{REMINDER}-{prompt}"),
            Self::Expired(approval) => write!(f, "{EXPIRED}-{approval}"),
            Self::LostMessage(row) => write!(f, "{LOST}-{row}"),
            Self::LostRun(run) => write!(f, "{LOST}-{run}"),
            Self::Misfires(run) => write!(f, "{MISSED}-{run}"),
            Self::LateMessages { chat, user } => write!(f, "{MISSED}-{chat}-{user}"),
            Self::Skipped { chat, after } => write!(f, "{SKIPPED}-{chat}-{after}"),
            Self::Stopped(run) => write!(f, "{STOPPED}-{run}"),
            Self::Paused { user, schedule, at } => write!(f, "{PAUSED}-{user}-{schedule}-{at}"),
            Self::Day { user, date } => write!(f, "{DAY}-{user}-{date}"),
            Self::Outage { channel, since } => write!(f, "{OUTAGE}-{channel}-{since}"),
            Self::ModelKey { section, since } => write!(f, "{MODEL_KEY}-{section}:{since}"),
            Self::Full { user, at } => write!(f, "{FULL}-{user}-{at}"),
            Self::OwnerReads { user, at } => write!(f, "{OWNER_READS}-{user}-{at}"),
            Self::SetAside { date } => write!(f, "{ASIDE}-{date}"),
            Self::Unwritable { chat, date } => write!(f, "{UNWRITABLE}-{chat}-{date}"),
            Self::NoteList(list) => write!(f, "{NOTES}-{list}"),
            Self::ScheduleList(list) => write!(f, "{SCHEDULES}-{list}"),
            Self::Approvals { user, channel, chat } => write!(f, "{APPROVALS}-{user}-{channel}:{chat}"),
            Self::Knock(token) => write!(f, "{KNOCK}-{token}"),
            Self::Knocks(request) => write!(f, "{KNOCKS}-{}", request.as_millis()),
            Self::Admitted(token) => write!(f, "{ADMITTED}-{token}"),
            Self::LinkPrompt { side, link_id } => write!(f, "{LINK}-{}-{link_id}", name(&SIDES, *side)),
            Self::Linked { side, link_id } => write!(f, "{LINKED}-{}-{link_id}", name(&SIDES, *side)),
            Self::DeletionRequest(id) => write!(f, "{FORGETTING}-{id}"),
        }
    }
}

impl From<String> for OutboxKey {
    fn from(text: String) -> Self {
        Self::parse(&text)
    }
}

impl FromStr for OutboxKey {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        Ok(Self::parse(text))
    }
}

impl From<&TurnId> for OutboxKey {
    fn from(turn: &TurnId) -> Self {
        Self::Turn(turn.clone())
    }
}

impl From<&RunId> for OutboxKey {
    fn from(run: &RunId) -> Self {
        Self::Run(run.clone())
    }
}

#[cfg(test)]
mod tests;
