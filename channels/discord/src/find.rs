//! Finds a message whose send has an unknown outcome.

use std::{collections::HashSet, time::Duration};

use adjutant_channel::{Found, LostSend, MessageId, SendError};

use crate::{
    CHANNEL, Discord, direct_chat,
    errors::{CallError, code, send_error},
    interaction_response::{self, ResponseHandle},
    posted_message::PostedMessage,
    send,
    target::Target,
    wire::Id,
};

/// The most messages of a page; Discord returns no more.
const PAGE: usize = 100;
/// The number of pages that are read before the search ends.
const MAX_PAGES: usize = 5;
/// The most by which Discord's clock and this machine's may differ.
const CLOCKS_DIFFER: Duration = Duration::from_secs(60);

/// Finds the lost message in the chat's history, or as the response to its command.
///
/// # Errors
/// Returns an error in the same cases as sending.
#[tracing::instrument(skip_all, fields(channel = CHANNEL, chat = %lost.message.chat, key = lost.message.key))]
pub(crate) async fn find_lost_message(discord: &Discord, lost: &LostSend) -> Result<Found, SendError> {
    if let Some(person) = direct_chat::person(&lost.message.chat) {
        return Err(direct_chat::moved(discord, person).await);
    }
    if !send::is_findable(discord, &lost.message) {
        return Ok(Found::Unclear);
    }
    let find = async {
        match &lost.message.handle {
            Some(handle) => find_response(discord, &ResponseHandle::parse(handle)?, lost).await,
            None => search_target(discord, Target::of(&lost.message.chat)?, lost).await,
        }
    };
    find.await.map_err(|error| send_error(&error, false))
}

async fn find_response(
    discord: &Discord,
    handle: &ResponseHandle,
    lost: &LostSend,
) -> Result<Found, CallError> {
    if let Some(found) = interaction_response::find_response(discord, handle, lost).await? {
        return Ok(Found::Message(found));
    }
    let look =
        async { search_target(discord, handle.fallback_target(discord, &lost.message).await?, lost).await };
    match look.await.map_err(|error| handle.as_message_error(error))? {
        // It may have been a follow-up, or a response that can no longer be fetched.
        Found::Absent if lost.message.part > 0 || !handle.is_alive(discord) => Ok(Found::Unclear),
        found => Ok(found),
    }
}

/// Searches for the message where it was to be sent.
async fn search_target(discord: &Discord, target: Target, lost: &LostSend) -> Result<Found, CallError> {
    let Some(after) = search_start(discord, lost) else { return Ok(Found::Unclear) };
    let channel = discord.thread_fallbacks.channel_for(target);
    match (search_channel(discord, channel, after, lost).await, target.parent) {
        // The thread was not opened.
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

/// Searches the bot's own messages after the id `after`.
async fn search_channel(
    discord: &Discord,
    channel: Id,
    mut after: Id,
    lost: &LostSend,
) -> Result<Found, CallError> {
    let me = &discord.identity().await?.id;
    let taken: HashSet<&MessageId> = lost.known.iter().map(|known| &known.message).collect();
    for _ in 0..MAX_PAGES {
        let path = format!("channels/{channel}/messages?after={after}&limit={PAGE}");
        let page: Vec<PostedMessage> = discord.api.get(&path).await?;
        let is_lost = |posted: &&PostedMessage| {
            posted.author.id.to_string() == *me
                && !taken.contains(&posted.message_id())
                && lost.contents().any(|content| posted.shows(content))
        };
        if let Some(found) = page.iter().filter(is_lost).min_by_key(|posted| posted.id) {
            return Ok(Found::Message(found.message_id()));
        }
        match page.iter().map(|posted| posted.id).max() {
            Some(newest) if page.len() == PAGE => after = newest,
            _ => return Ok(Found::Absent),
        }
    }
    Ok(Found::Unclear)
}
