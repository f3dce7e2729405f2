//! Parsers for the parts of keys.

use adjutant_channel::{AttachmentKind, ChatRef};
use chrono::NaiveDate;

use super::OutboxKey;
use crate::{
    ids::{ScheduleId, UserId},
    timestamp::Timestamp,
};

/// The beginning of a schedule's id inside a key, with the dash before it.
const SCHEDULE_ID: &str = "-schedule-";

/// The length of a date in a key, such as `2026-05-01`.
const DATE: usize = 10;

/// Parses `KIND-CHAT-SENDER-TIME` after its kind.
pub(super) fn files(kind: AttachmentKind, rest: &str) -> Option<OutboxKey> {
    let (rest, sent_at) = rest.rsplit_once('-')?;
    let (place, sender) = rest.rsplit_once('-')?;
    Some(OutboxKey::Files { kind, chat: chat(place)?, sender: sender.to_owned(), sent_at: time(sent_at)? })
}

/// Parses `paused-USER-SCHEDULE-TIME` after its word.
pub(super) fn paused(rest: &str) -> Option<OutboxKey> {
    let at = rest.find(SCHEDULE_ID)?;
    let (user, (schedule, since)) = (&rest[..at], rest[at + 1..].rsplit_once('-')?);
    Some(OutboxKey::Paused {
        user: UserId(user.to_owned()),
        schedule: ScheduleId(schedule.to_owned()),
        at: time(since)?,
    })
}

/// Parses `day-USER-DATE` after its word.
pub(super) fn day(rest: &str) -> Option<OutboxKey> {
    let (user, date) = before_date(rest)?;
    Some(OutboxKey::Day { user: UserId(user.to_owned()), date })
}

/// Splits a key into the part before the date at its end, and the date.
pub(super) fn before_date(rest: &str) -> Option<(&str, NaiveDate)> {
    let (before, date) = rest.split_at_checked(rest.len().checked_sub(DATE)?)?;
    Some((before.strip_suffix('-')?, date.parse().ok()?))
}

/// Parses a chat as [`ChatRef`] displays it.
pub(super) fn chat(text: &str) -> Option<ChatRef> {
    let (channel, chat) = text.split_once(':')?;
    let (chat, thread) = match chat.rsplit_once('/') {
        Some((chat, thread)) => (chat, Some(thread.to_owned())),
        None => (chat, None),
    };
    Some(ChatRef { channel: channel.to_owned(), chat: chat.to_owned(), thread })
}

/// Parses a time in milliseconds, in the form in which the program writes it.
pub(super) fn time(text: &str) -> Option<Timestamp> {
    number(text).map(Timestamp::from_millis)
}

pub(super) fn number(text: &str) -> Option<i64> {
    text.parse().ok().filter(|number: &i64| number.to_string() == text)
}

pub(super) fn named<T: Copy>(names: &[(&str, T)], name: &str) -> Option<T> {
    names.iter().find(|(known, _)| *known == name).map(|(_, value)| *value)
}

pub(super) fn name<T: PartialEq>(names: &[(&'static str, T)], value: T) -> &'static str {
    names.iter().find(|(_, known)| *known == value).map_or("", |(name, _)| name)
}
