//! Finding a message whose send was left in doubt.

use std::{collections::HashSet, time::Duration};

use adjutant_channel::{Content, LostSend, MessageId, SendError};
use serde::{Deserialize, de::IgnoredAny};
use serde_json::Value;

use crate::{
    Discord,
    answers::{self, Handle},
    components, dialect,
    errors::{CallError, code, send_error},
    send::{self, Target},
    wire::{Id, User},
};

/// For how long a repeated create is certainly answered with the message that is there; Discord speaks of "the past few
/// minutes".
const NONCE_HOLDS: Duration = Duration::from_secs(2 * 60);
/// How many messages Discord gives at once, at most.
const PAGE: usize = 100;
/// How many pages are read before the message counts as not sent.
const MAX_PAGES: usize = 5;
/// By how much Discord's clock and ours may differ.
const CLOCKS_DIFFER: Duration = Duration::from_secs(60);

/// Gives the lost message: sends it again as long as that cannot double it, else looks for it among what was said.
///
/// # Errors
/// As for sending.
pub(crate) async fn find(discord: &Discord, lost: &LostSend) -> Result<Option<MessageId>, SendError> {
    let handle = lost.message.handle.as_deref().map(Handle::parse).transpose();
    let find = async {
        let handle = handle?;
        // A second answer to a command takes the place of the first, but not once there can be none.
        let is_first = lost.message.part == 0;
        let is_repeatable = handle.as_ref().is_none_or(|handle| is_first && handle.is_alive(discord));
        if lost.age < NONCE_HOLDS && is_repeatable {
            return send::deliver(discord, &lost.message).await.map(Some);
        }
        let Some(handle) = handle else {
            return look(discord, Target::of(&lost.message.chat)?, lost).await;
        };
        match answers::find(discord, &handle, &lost.message).await? {
            Some(found) => Ok(Some(found)),
            None => {
                let look =
                    async { look(discord, handle.elsewhere(discord, &lost.message).await?, lost).await };
                look.await.map_err(|error| handle.of_the_message(error))
            }
        }
    };
    find.await.map_err(|error| send_error(&error, false))
}

/// Looks for the message where it was to be sent.
async fn look(discord: &Discord, target: Target, lost: &LostSend) -> Result<Option<MessageId>, CallError> {
    let Some(after) = beginning(discord, lost) else { return Ok(None) };
    let way = discord.detours.way(target);
    match (read_back(discord, way, after, lost).await, target.parent) {
        // The thread was not opened, or could not be.
        (Err(error), Some(parent)) if error.is(&[code::UNKNOWN_CHANNEL]) && way != parent => {
            read_back(discord, parent, after, lost).await
        }
        (found, _) => found,
    }
}

/// An id that is smaller than the lost message's.
fn beginning(discord: &Discord, lost: &LostSend) -> Option<Id> {
    let last_known = lost.last_known.as_ref().and_then(|id| Id::read(&id.0));
    last_known.or_else(|| {
        let began =
            discord.now()?.checked_sub_signed(chrono::TimeDelta::from_std(lost.age + CLOCKS_DIFFER).ok()?)?;
        Some(Id::at(began))
    })
}

/// Looks for the message among the bot's own after that id.
async fn read_back(
    discord: &Discord,
    channel: Id,
    mut after: Id,
    lost: &LostSend,
) -> Result<Option<MessageId>, CallError> {
    let me = &discord.me().await?.id;
    let taken: HashSet<&MessageId> = lost.taken.iter().collect();
    for _ in 0..MAX_PAGES {
        let path = format!("channels/{channel}/messages?after={after}&limit={PAGE}");
        let page: Vec<Posted> = discord.api.get(&path).await?;
        let is_lost = |posted: &&Posted| {
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

/// A message as it is there.
#[derive(Deserialize)]
pub(crate) struct Posted {
    id: Id,
    author: User,
    content: String,
    #[serde(default)]
    components: Value,
    #[serde(default)]
    attachments: Vec<IgnoredAny>,
}

impl Posted {
    pub(crate) fn message_id(&self) -> MessageId {
        MessageId(self.id.to_string())
    }

    /// Whether it shows this. One file is not told from another: none is sent while one is looked for.
    pub(crate) fn shows(&self, content: &Content) -> bool {
        let wanted = serde_json::to_value(components::rows(content)).unwrap_or_default();
        readable(&self.content) == readable(&dialect::render(&content.body))
            && self.attachments.is_empty() == content.media.is_none()
            && controls(&self.components) == controls(&wanted)
    }
}

/// What buttons and menus say and bring back, each with its place: without what Discord adds to them.
fn controls(rows: &Value) -> Vec<(usize, Vec<&str>)> {
    let mut controls = Vec::new();
    for (at, row) in list(rows).enumerate() {
        for control in list(&row["components"]) {
            let mut says = vec![&control["custom_id"], &control["label"]];
            says.extend(list(&control["options"]).flat_map(|option| [&option["label"], &option["value"]]));
            controls.push((at, says.into_iter().filter_map(Value::as_str).collect()));
        }
    }
    controls
}

fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

/// A text without what Discord may change in it: spaces and control characters.
fn readable(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace() && !c.is_control()).collect()
}
