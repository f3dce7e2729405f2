//! Completes the arguments of commands about notes.

use adjutant_channel::{ChatKind, ChatRef, Choice};
use adjutant_domain::scope::Scope;
use adjutant_store::{
    db::Tx,
    notes,
    people::{self, User},
};
use adjutant_texts::list::choice;
use anyhow::Result;

use super::hashtags;
use crate::core::Core;

/// The most notes that are offered, newest first, and the most notes whose tags are offered.
const NEWEST: i64 = 100;
/// The most tags that come before the notes, most used first.
const FIRST_TAGS: usize = 8;

/// Returns the person's tags and the beginnings of their notes that may be seen in this chat.
pub(crate) async fn values(tx: &Tx, core: &Core, user: &User, chat: &ChatRef) -> Result<Vec<Choice>> {
    let direct = people::direct_chats(tx, &user.user_id, &chat.channel, &core.config.access.listed()).await?;
    let kind = if direct.contains(chat) { ChatKind::Direct } else { ChatKind::Group };
    let scope = Scope::in_chat(chat, kind);
    let tags = notes::tags(tx, &user.user_id, &scope, NEWEST).await?;
    let mut tags = tags.iter().filter_map(|tag| hashtags::typed(tag)).filter_map(|tag| choice(&tag));
    let mut choices: Vec<_> = tags.by_ref().take(FIRST_TAGS).collect();
    let newest = notes::newest(tx, &user.user_id, &scope, NEWEST, 0).await?;
    choices.extend(newest.into_iter().filter_map(|note| choice(&note.content)));
    choices.extend(tags);
    Ok(choices)
}
