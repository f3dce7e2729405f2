//! Finds a message whose send has an unknown outcome.
//!
//! The Bot API cannot read messages, but an edit returns the message. Ids count up: one counter serves all private
//! chats and basic groups of a bot, and each supergroup has its own. So this module starts at the newest id of the same
//! counter that is known from before the send, and probes the ids above it: it gives each message a harmless button. A
//! bot can edit only its own messages, and the gateway knows all of these except the lost one.
//!
//! Each step of a search makes one probe and takes its button away again. The next step follows the same path, and goes
//! past the ids that were examined before. Other messages may be sent to the chat between two steps, because ids that
//! are given out later are above the lost message's: an id that was not in use stays examined, and the gateway's own
//! messages are known.

use std::{collections::HashMap, time::Duration};

use adjutant_channel::{Content, Examined, Found, KnownMessage, LostSend, MessageId, SendError};
use serde::de::IgnoredAny;
use teloxide_core::{
    payloads::{EditMessageReplyMarkup, EditMessageReplyMarkupSetters as _},
    types::{InlineKeyboardButton, InlineKeyboardMarkup, MessageId as TelegramId},
};

use crate::{
    CHANNEL, Settings, api::Api, errors::CallError, parameters::keyboard, target::Target, wire::OwnMessage,
};

/// The data of the probing button, by which its presses are recognised and ignored.
pub(crate) const PROBE_DATA: &str = "probe";
/// The labels of the probing button. There are two, because Telegram refuses an edit that changes nothing: a message
/// may still have the button of an interrupted probe.
const PROBE_LABELS: [&str; 2] = ["…", "· · ·"];

/// The number of ids that are probed before the message counts as not sent. With the pauses, this takes a few seconds.
const MAX_PROBES: usize = 6;
/// The number of ids that are probed while the message may still arrive.
const EARLY_PROBES: usize = 2;
/// How many are probed one after the other in a supergroup, where every message of others takes an id.
const PROBES_IN_ORDER: usize = 14;
/// After how many probes in a supergroup the search ends. With the pauses between them they take more than two minutes,
/// in which the message's topic waits.
const MAX_PROBES_AMONG_OTHERS: usize = 36;
/// How far above the newest message found in order the first leap goes; each further one is twice as long.
const FIRST_LEAP: i32 = 8;
/// A supergroup's counter has come to its end before so many ids in a row that no message has.
const MISSING: i32 = 4;
/// The same where the search leaps: the fewer, the farther it comes.
const MISSING_AFTER_LEAP: i32 = 2;
/// How many probes are made without a pause: Telegram tolerates a few requests at once.
const BURST: usize = 2;
/// The number of probes in a group before its limit per minute applies.
const GROUP_BURST: usize = 4;
/// The share of a group's limit per minute that probes take: messages for other topics need the rest.
const GROUP_SHARE: f64 = 0.75;

/// Makes the next step of the search for the lost message, and restores its buttons if that finds it. A search that was
/// interrupted can be repeated, and finds the message then.
///
/// # Errors
/// Returns the same errors as sending, such as [`SendError::RetryAfter`]; the step can then be retried.
#[tracing::instrument(skip_all, fields(channel = CHANNEL, chat = %lost.message.chat, key = lost.message.key))]
pub(crate) async fn find_lost_message(
    api: &Api,
    settings: &Settings,
    lost: &LostSend,
) -> Result<Found, SendError> {
    if !is_findable(&lost.message.content) {
        return Ok(Found::Unclear);
    }
    let target = Target::of(&lost.message.chat)?;
    let Some(newest) = newest_before(lost) else { return Ok(Found::Unclear) };
    let mut search = Search::new(api, lost, target);
    let done = match (lost.is_settled, counts_alone(&lost.message.chat.chat)) {
        (false, _) => search.in_order(newest, EARLY_PROBES).await,
        (true, false) => search.in_order(newest, MAX_PROBES).await,
        (true, true) => search.among_others(newest).await,
    };
    match done {
        Ok(()) => Ok(search.found.map_or(Found::Unclear, |id| Found::Message(MessageId(id.to_string())))),
        Err(Stop::StepMade) => {
            let pause = pause_after(settings, target, search.probes);
            Ok(Found::GoesOn { examined: search.examined(), pause })
        }
        Err(Stop::Failed(error)) => Err(error),
    }
}

/// Why a search stops before its end.
enum Stop {
    /// The probe of this step is made.
    StepMade,
    Failed(SendError),
}

impl From<SendError> for Stop {
    fn from(error: SendError) -> Self {
        Self::Failed(error)
    }
}

struct Search<'a> {
    api: &'a Api,
    lost: &'a LostSend,
    target: Target,
    /// Whether a message in this chat has an id, as far as that is known.
    exists: HashMap<i32, bool>,
    /// The id that this step has probed.
    probed: Option<i32>,
    /// The number of probes of all steps.
    probes: usize,
    found: Option<i32>,
}

impl<'a> Search<'a> {
    fn new(api: &'a Api, lost: &'a LostSend, target: Target) -> Self {
        let known = same_counter(lost).filter_map(|known| Some((number(&known.message)?, true)));
        // An id that was not in use when it was examined may have become another message's since.
        let examined = lost.examined.iter().filter_map(|it| Some((number(&it.message)?, it.exists)));
        let exists = known.chain(examined).collect();
        Self { api, lost, target, exists, probed: None, probes: lost.examined.len(), found: None }
    }

    /// Returns what all steps have examined.
    fn examined(&self) -> Vec<Examined> {
        let now = self.probed.and_then(|id| {
            let exists = *self.exists.get(&id)?;
            Some(Examined { message: MessageId(id.to_string()), exists })
        });
        self.lost.examined.iter().cloned().chain(now).collect()
    }

    /// Probes the first `most` unknown ids above `newest`.
    async fn in_order(&mut self, newest: i32, most: usize) -> Result<(), Stop> {
        for id in newest.saturating_add(1)..=i32::MAX {
            if !self.goes_on(most) {
                break;
            }
            self.exists(id).await?;
        }
        Ok(())
    }

    /// Searches a supergroup: its first ids in order, and if its counter goes on above them, backwards from the end.
    /// There the message is unless much was said after it, however much was said before.
    async fn among_others(&mut self, newest: i32) -> Result<(), Stop> {
        let mut last = newest;
        for id in newest.saturating_add(1)..=i32::MAX {
            if !self.goes_on(PROBES_IN_ORDER) {
                break;
            }
            if self.exists(id).await? {
                last = id;
            } else if id - last == MISSING {
                return Ok(());
            }
        }
        let end = self.end_of_counter(last).await?;
        for id in (last..=end).rev() {
            if !self.goes_on(MAX_PROBES_AMONG_OTHERS) {
                break;
            }
            self.exists(id).await?;
        }
        Ok(())
    }

    /// Returns the newest id of a supergroup, given one that exists: leaps past it, then halves the distance.
    async fn end_of_counter(&mut self, mut last: i32) -> Result<i32, Stop> {
        let (mut leap, mut missing) = (FIRST_LEAP, None);
        while self.goes_on(MAX_PROBES_AMONG_OTHERS) {
            let next = match missing {
                Some(missing) => last + (missing - last) / 2,
                None => last.saturating_add(leap),
            };
            if next == last {
                break;
            }
            if self.has_come_to(next).await? {
                last = next;
            } else {
                missing = Some(next);
            }
            leap = leap.saturating_mul(2);
        }
        Ok(last)
    }

    /// Returns whether a supergroup's counter has come to this id: it, or the one above it, exists.
    async fn has_come_to(&mut self, id: i32) -> Result<bool, Stop> {
        for id in id..id.saturating_add(MISSING_AFTER_LEAP) {
            if self.exists(id).await? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn goes_on(&self, most: usize) -> bool {
        self.found.is_none() && self.probes < most
    }

    /// Returns whether a message in this chat has an id, by probing it unless that is known. Notes if it is the lost
    /// one. A step makes one probe.
    async fn exists(&mut self, id: i32) -> Result<bool, Stop> {
        if let Some(exists) = self.exists.get(&id) {
            return Ok(*exists);
        }
        if self.probed.is_some() {
            return Err(Stop::StepMade);
        }
        (self.probed, self.probes) = (Some(id), self.probes + 1);
        let probed = probe(self.api, self.target, TelegramId(id)).await?;
        if let Probed::Own(message) = &probed {
            self.compare(id, message).await?;
        }
        let exists = !matches!(probed, Probed::Missing);
        self.exists.insert(id, exists);
        Ok(exists)
    }

    /// Compares a message of the bot with the lost one, and restores its buttons.
    async fn compare(&mut self, id: i32, message: &OwnMessage) -> Result<(), SendError> {
        let topic = self.target.topic.map(|topic| topic.0.0);
        let is_lost = message.topic().is_none_or(|shown| Some(shown) == topic)
            && self.lost.contents().any(|content| shows_content(message, content));
        let buttons = if is_lost { keyboard(&self.lost.message.content.buttons) } else { None };
        set_buttons(self.api, self.target, TelegramId(id), buttons).await?;
        if is_lost {
            self.found = Some(id);
        }
        Ok(())
    }
}

/// Returns whether a message can be found. Albums cannot, because their messages cannot have buttons.
pub(crate) fn is_findable(content: &Content) -> bool {
    content.more.is_empty()
}

/// Returns the newest known id from before the send.
fn newest_before(lost: &LostSend) -> Option<i32> {
    let known = same_counter(lost).filter(|known| known.before).map(|known| &known.message);
    lost.last_known.iter().chain(known).filter_map(number).max()
}

/// Returns the known messages whose ids come from the same counter as the lost one's.
fn same_counter(lost: &LostSend) -> impl Iterator<Item = &KnownMessage> {
    let chat = lost.message.chat.chat.as_str();
    lost.known
        .iter()
        .filter(move |known| known.chat == chat || !counts_alone(chat) && !counts_alone(&known.chat))
}

/// Returns whether a chat has a counter of its own: a supergroup, whose id begins with -100. By chance, the id of a
/// basic group can also begin so; then only the known messages of that group count.
fn counts_alone(chat: &str) -> bool {
    chat.starts_with("-100")
}

fn number(message: &MessageId) -> Option<i32> {
    message.0.parse().ok()
}

/// The message with a probed id.
enum Probed {
    Own(OwnMessage),
    Others,
    /// This chat has no such message: it was deleted, is in another chat, or the id is not in use yet.
    Missing,
}

/// Puts the probing button under a message of the bot.
async fn probe(api: &Api, target: Target, id: TelegramId) -> Result<Probed, SendError> {
    for label in PROBE_LABELS {
        let button = InlineKeyboardButton::callback(label, PROBE_DATA);
        let request =
            EditMessageReplyMarkup::new(target.chat, id).reply_markup(InlineKeyboardMarkup::new([[button]]));
        match api.call(&request).await {
            Ok(message) => return Ok(Probed::Own(message)),
            // The message has the button of an interrupted probe.
            Err(CallError::Refused(refusal)) if refusal.is_unmodified() => {}
            Err(CallError::Refused(refusal)) if refusal.is_of_others() => return Ok(Probed::Others),
            Err(error) => match SendError::from(error) {
                SendError::MessageGone(_) => return Ok(Probed::Missing),
                error => return Err(error),
            },
        }
    }
    Ok(Probed::Others)
}

/// Sets the buttons of a message.
async fn set_buttons(
    api: &Api,
    target: Target,
    id: TelegramId,
    buttons: Option<InlineKeyboardMarkup>,
) -> Result<(), SendError> {
    let mut request = EditMessageReplyMarkup::new(target.chat, id);
    request.reply_markup = buttons;
    api.call::<_, IgnoredAny>(&request).await?;
    Ok(())
}

/// Returns the pause between a search's `probes` so far and its next one. Probes count towards the chat's limits like
/// all requests. The limit of a group is per minute, so its first probes may follow each other faster.
fn pause_after(settings: &Settings, target: Target, probes: usize) -> Duration {
    if probes < BURST {
        return Duration::ZERO;
    }
    let per_chat = settings.per_chat_second;
    let keeps_to_minute = target.is_group() && probes >= GROUP_BURST;
    let of_minute = settings.per_group_minute * GROUP_SHARE / 60.0;
    let per_second = if keeps_to_minute { per_chat.min(of_minute) } else { per_chat };
    Duration::try_from_secs_f64(per_second.recip()).unwrap_or_default()
}

/// Returns whether a message shows this content. Does not compare files: no other file is sent during the search.
fn shows_content(message: &OwnMessage, content: &Content) -> bool {
    let text = match (&content.media, &message.text) {
        (None, Some(text)) => text,
        (Some(_), None) => &message.caption,
        (Some(_), Some(_)) | (None, None) => return false,
    };
    comparable_text(text) == comparable_text(&content.body.text)
}

/// Returns the text without characters that Telegram may change: spaces, control characters and invisible marks.
fn comparable_text(text: &str) -> String {
    let invisible = |c: char| {
        c.is_whitespace() || c.is_control() || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}')
    };
    text.chars().filter(|c| !invisible(*c)).collect()
}
