//! Finds a message whose send has an unknown outcome.

use std::{collections::HashSet, time::Duration};

use adjutant_channel::{LostSend, MessageId, SendError};

use crate::{
    CHANNEL, Discord,
    errors::{CallError, code, send_error},
    interaction_response::{self, ResponseHandle},
    posted_message::PostedMessage,
    send,
    target::Target,
    wire::Id,
};

/// For how long a repeated create certainly returns the existing message; Discord speaks of "the past few minutes".
const NONCE_HOLDS: Duration = Duration::from_secs(2 * 60);
/// How many messages Discord returns at most per page.
const PAGE: usize = 100;
/// How many pages are read before the message counts as not sent.
const MAX_PAGES: usize = 5;
/// By how much Discord's clock and ours may differ.
const CLOCKS_DIFFER: Duration = Duration::from_secs(60);

/// Finds the lost message: sends it again while that cannot duplicate it, else searches the chat's history.
///
/// # Errors
/// Returns an error in the same cases as sending.
#[tracing::instrument(skip_all, fields(channel = CHANNEL, chat = %lost.message.chat, key = lost.message.key))]
pub(crate) async fn find_lost_message(
    discord: &Discord,
    lost: &LostSend,
) -> Result<Option<MessageId>, SendError> {
    let handle = lost.message.handle.as_deref().map(ResponseHandle::parse).transpose();
    let find = async {
        let handle = handle?;
        // A second response to a command replaces the first, but only while Discord accepts one.
        let is_first = lost.message.part == 0;
        let is_repeatable = handle.as_ref().is_none_or(|handle| is_first && handle.is_alive(discord));
        if lost.age < NONCE_HOLDS && is_repeatable {
            return send::try_send_message(discord, &lost.message).await.map(Some);
        }
        let Some(handle) = handle else {
            return search_target(discord, Target::of(&lost.message.chat)?, lost).await;
        };
        match interaction_response::find_response(discord, &handle, &lost.message).await? {
            Some(found) => Ok(Some(found)),
            None => {
                let look = async {
                    search_target(discord, handle.fallback_target(discord, &lost.message).await?, lost).await
                };
                look.await.map_err(|error| handle.as_message_error(error))
            }
        }
    };
    find.await.map_err(|error| send_error(&error, false))
}

/// Searches for the message where it was to be sent.
async fn search_target(
    discord: &Discord,
    target: Target,
    lost: &LostSend,
) -> Result<Option<MessageId>, CallError> {
    let Some(after) = search_start(discord, lost) else { return Ok(None) };
    let channel = discord.thread_fallbacks.channel_for(target);
    match (search_channel(discord, channel, after, lost).await, target.parent) {
        // The thread was not opened, or could not be.
        (Err(error), Some(parent)) if error.is(&[code::UNKNOWN_CHANNEL]) && channel != parent => {
            search_channel(discord, parent, after, lost).await
        }
        (found, _) => found,
    }
}

/// Returns an id that is smaller than the lost message's.
fn search_start(discord: &Discord, lost: &LostSend) -> Option<Id> {
    let last_known = lost.last_known.as_ref().and_then(|id| Id::parse(&id.0));
    last_known.or_else(|| {
        let began =
            discord.now()?.checked_sub_signed(chrono::TimeDelta::from_std(lost.age + CLOCKS_DIFFER).ok()?)?;
        Some(Id::at(began))
    })
}

/// Searches the bot's own messages after that id.
async fn search_channel(
    discord: &Discord,
    channel: Id,
    mut after: Id,
    lost: &LostSend,
) -> Result<Option<MessageId>, CallError> {
    let me = &discord.identity().await?.id;
    let taken: HashSet<&MessageId> = lost.known.iter().map(|known| &known.message).collect();
    for _ in 0..MAX_PAGES {
        let path = format!("channels/{channel}/messages?after={after}&limit={PAGE}");
        let page: Vec<PostedMessage> = discord.api.get(&path).await?;
        let is_lost = |posted: &&PostedMessage| {
            posted.author.id.to_string() == *me
                && !taken.contains(&posted.message_id())
                && posted.shows(&lost.message.content)
        };
        if let Some(found) = page.iter().filter(is_lost).min_by_key(|posted| posted.id) {
            return Ok(Some(found.message_id()));
        }
        match page.iter().map(|posted| posted.id).max() {
            Some(newest) if page.len() == PAGE => after = newest,
            _ => break,
        }
    }
    Ok(None)
}
