//! Threads for answers. Each thread is opened at the answered message.

use std::{
    collections::HashSet,
    sync::{Arc, Mutex, PoisonError},
};

use adjutant_channel::{ChatRef, MessageId};
use reqwest::Method;
use serde::{Deserialize, de::IgnoredAny};
use serenity::all::{AutoArchiveDuration, CreateThread, EditThread};

use crate::{
    CHANNEL, Discord, Threads,
    errors::{CallError, Refusal, code},
    target::Target,
    wire::Id,
};

/// The longest name of a new thread, in characters; Discord accepts 100.
const MAX_NAME: usize = 60;
/// The name of a thread at a message without words.
const UNNAMED: &str = "💬";
/// The most remembered threads that could not be opened. Beyond that, all are forgotten, and opening them is tried
/// again.
const MAX_FALLBACKS: usize = 1_000;

/// The outcome of opening a thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ThreadOutcome {
    Opened,
    /// The thread was open before.
    Exists,
    /// Discord does not let the bot open a thread at this message.
    Refused,
    /// The same, and the bot may not read the channel: the id may be that of an independent thread that was deleted.
    RefusedUnseen,
    /// There is no such message in the channel. It was deleted, or the id is that of an independent thread.
    MessageNotFound,
}

/// Opens a thread at a message.
///
/// # Errors
/// Returns an error if opening may work later. In no case has anything been sent to the thread.
pub(crate) async fn open_thread(
    discord: &Discord,
    parent: Id,
    message: Id,
) -> Result<ThreadOutcome, CallError> {
    let (name, refused) = match thread_name_at(discord, parent, message).await {
        Ok(name) => (name, ThreadOutcome::Refused),
        Err(error) if error.is(&[code::UNKNOWN_MESSAGE]) => return Ok(ThreadOutcome::MessageNotFound),
        Err(CallError::Refused(_)) => (UNNAMED.into(), ThreadOutcome::RefusedUnseen),
        Err(error) => return Err(as_not_sent(error)),
    };
    let body = CreateThread::new(name).auto_archive_duration(AutoArchiveDuration::OneDay);
    let path = format!("channels/{parent}/messages/{message}/threads");
    match discord.api.send::<IgnoredAny>(Method::POST, &path, &body).await {
        Ok(_) => Ok(ThreadOutcome::Opened),
        Err(error) if error.is(&[code::THREAD_EXISTS]) => Ok(ThreadOutcome::Exists),
        Err(error) if error.is(&[code::UNKNOWN_MESSAGE]) => Ok(ThreadOutcome::MessageNotFound),
        Err(CallError::Refused(refusal)) => {
            tracing::info!(channel = %parent, code = refusal.code, "cannot open a thread here");
            Ok(refused)
        }
        Err(error) => Err(as_not_sent(error)),
    }
}

/// Deletes a thread that the bot opened and may not write in. Best effort: the bot may not be allowed to.
pub(crate) async fn delete_empty_thread(discord: &Discord, thread: Id) {
    if let Err(error) = discord.api.delete(&format!("channels/{thread}")).await {
        tracing::info!(%thread, %error, "cannot delete an empty thread");
    }
}

/// Unarchives a thread.
///
/// # Errors
/// Returns Discord's refusal of an archived thread if this one is locked.
pub(crate) async fn unarchive_thread(discord: &Discord, thread: Id) -> Result<(), CallError> {
    let path = format!("channels/{thread}");
    let body = EditThread::new().archived(false);
    match discord.api.send::<IgnoredAny>(Method::PATCH, &path, &body).await {
        Ok(_) => Ok(()),
        // Any other refusal means that the thread is locked: only moderators can unarchive it.
        Err(CallError::Refused(refusal)) if refusal.code != code::UNKNOWN_CHANNEL => {
            Err(CallError::Refused(Refusal { code: code::THREAD_ARCHIVED, ..refusal }))
        }
        Err(error) => Err(as_not_sent(error)),
    }
}

/// Returns the thread for the rest of a long answer to a message, if the settings and the channel allow one.
pub(crate) fn thread_at(discord: &Discord, chat: &ChatRef, message: &MessageId) -> Option<ChatRef> {
    if discord.settings.threads != Threads::Long || Target::of(chat).ok()?.parent.is_some() {
        return None;
    }
    let info = discord.channel_cache.lookup(&chat.chat)?;
    info.takes_threads.then(|| ChatRef {
        channel: CHANNEL.into(),
        chat: format!("{}/{message}", chat.chat),
        thread: None,
    })
}

/// Threads that could not be opened: their messages go to the parent channel. Cheap to clone.
#[derive(Clone, Default)]
pub(crate) struct ThreadFallbacks(Arc<Mutex<HashSet<Id>>>);

impl ThreadFallbacks {
    /// Returns the channel to which requests for a chat go.
    pub(crate) fn channel_for(&self, target: Target) -> Id {
        let threads = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match target.parent {
            Some(parent) if threads.contains(&target.channel) => parent,
            _ => target.channel,
        }
    }

    /// Sends everything for this thread to its parent channel from now on.
    pub(crate) fn insert(&self, target: Target) {
        let mut threads = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if threads.len() >= MAX_FALLBACKS {
            threads.clear();
        }
        threads.insert(target.channel);
    }
}

/// Returns the name for a thread at a message: its first words.
async fn thread_name_at(discord: &Discord, parent: Id, message: Id) -> Result<String, CallError> {
    #[derive(Deserialize)]
    struct Question {
        content: String,
    }
    let path = format!("channels/{parent}/messages/{message}");
    Ok(first_words(&discord.api.get::<Question>(&path).await?.content))
}

/// Returns the words that fit, without mentions, custom emoji and the like.
fn first_words(content: &str) -> String {
    let mut name = String::new();
    let mut left = MAX_NAME;
    for word in content.split_whitespace().filter(|word| !(word.starts_with('<') && word.contains('>'))) {
        let length = word.chars().count() + 1;
        if length > left {
            if name.is_empty() {
                name.extend(word.chars().take(MAX_NAME - 1));
            }
            name.push('…');
            break;
        }
        if !name.is_empty() {
            name.push(' ');
        }
        name += word;
        left -= length;
    }
    if name.is_empty() { UNNAMED.into() } else { name }
}

/// Converts an unknown outcome to "not sent": at this point the message itself has not been sent.
fn as_not_sent(error: CallError) -> CallError {
    match error {
        CallError::Unknown(what) => CallError::NotSent(what),
        error => error,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thread_is_named_by_what_was_asked() {
        for (content, name) in [
            ("<@100> what is  the\nweather?", "what is the weather?"),
            ("", UNNAMED),
            ("<@!100>, <:wave:5>", UNNAMED),
            ("if 1 <2 and so on", "if 1 <2 and so on"),
        ] {
            assert_eq!(first_words(content), name);
        }
        let long = first_words(&"word ".repeat(30));
        assert!(long.ends_with("word…") && long.chars().count() <= MAX_NAME, "{long}");
        let longer = first_words(&"🦀".repeat(200));
        assert_eq!(longer.chars().count(), MAX_NAME);
    }
}
