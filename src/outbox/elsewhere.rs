//! Messages that go to people's direct chats because their own chat refuses them, and the notices to the owner about
//! such chats.

use adjutant_channel::{ChatKind, ChatRef, Content, rich::Unit};
use adjutant_domain::{outbox_key::OutboxKey, timestamp::Timestamp};
use adjutant_store::{
    db::Tx,
    outbox::{self as rows, Row},
    people,
    sessions::{self, Place},
};
use adjutant_texts as texts;
use anyhow::Result;

use super::{Address, Slot, direct_chats, post_content, post_text};
use crate::core::Core;

/// The longest caption that has room for a line above it, in characters.
pub(super) const CAPTION: usize = 900;

/// The outbox segments of the owner's notices about a place.
const NOTHING_TAKEN: i64 = 0;
const NO_FILES: i64 = 1;

/// Readdresses the answers that wait for a closed topic to the direct chats of the people who asked, if they have one.
/// The rest of the group is no place for them, since nobody there has asked. Messages with buttons stay, because the
/// chat determines who may press them.
pub(super) async fn move_answers(tx: &Tx, core: &Core, topic: Place<'_>, now: Timestamp) -> Result<()> {
    for row in rows::open_in(tx, topic).await? {
        let mut content = row.content()?;
        let is_answer = matches!(
            row.source,
            OutboxKey::Turn(_) | OutboxKey::Command(_) | OutboxKey::Media(_) | OutboxKey::Plan(_)
        );
        if !is_answer || !content.buttons.is_empty() {
            continue;
        }
        let Some(user) = rows::user_of(tx, &row.source).await? else { continue };
        let own = direct_chats(tx, core, &user, topic.channel).await?;
        // Another channel may have a lower limit on message length.
        let Some(own) = own.into_iter().find(|own| own.channel == topic.channel) else { continue };
        if row.part == 0 {
            let language = people::language(tx, &user).await?;
            content.body = language.scope_sync(|| texts::from_closed_topic(content.body));
        }
        rows::redirect(tx, &row, &own, &content, now).await?;
    }
    Ok(())
}

/// Sends a file that a group refuses to the direct chat of the person whose work or request it belongs to, on the same
/// channel: another channel may have a lower limit on file size. Returns false if the person has no such chat.
pub(super) async fn send_file(tx: &Tx, core: &Core, row: &Row, why: &str, now: Timestamp) -> Result<bool> {
    let content = row.content()?;
    if row.chat_kind != ChatKind::Group || content.media.is_none() {
        return Ok(false);
    }
    let Some(user) = rows::user_of(tx, &row.source).await? else { return Ok(false) };
    let chat = row.chat();
    let own = direct_chats(tx, core, &user, &chat.channel).await?;
    let Some(own) = own.into_iter().find(|own| own.channel == chat.channel) else { return Ok(false) };
    rows::dead_letter(tx, row.outbox_id, why).await?;
    let caption = content.body.split(CAPTION, Unit::Chars).swap_remove(0);
    let body = people::language(tx, &user).await?.scope_sync(|| texts::file_for_group(caption));
    let content = Content { body, buttons: Vec::new(), ..content };
    let (source, to) = (OutboxKey::LostMessage(row.outbox_id), Address::new(own, ChatKind::Direct));
    post_content(tx, Slot::first(&source), &to, &content, now).await?;
    tell_owner(tx, core, (&chat, NO_FILES), |place| texts::runs::files_refused(place, why), now).await?;
    Ok(true)
}

/// Tells the owner that scheduled results were not delivered to a place that can no longer be written to. Direct chats
/// are left out: they concern only their person.
pub(super) async fn tell_owner_of_place(
    tx: &Tx,
    core: &Core,
    place: Place<'_>,
    why: &str,
    now: Timestamp,
) -> Result<()> {
    let chat = sessions::place(place.channel, place.chat, place.thread.unwrap_or_default());
    if people::in_direct_chat(tx, &chat).await?.is_some() {
        return Ok(());
    }
    tell_owner(tx, core, (&chat, NOTHING_TAKEN), |place| texts::runs::place_refused(place, why), now).await
}

/// Tells the owner something about a group or a topic, once a day. `said` receives its name and returns the text.
async fn tell_owner(
    tx: &Tx,
    core: &Core,
    (chat, segment): (&ChatRef, i64),
    said: impl FnOnce(&str) -> String,
    now: Timestamp,
) -> Result<()> {
    let owner = people::owner(tx).await?;
    let Some(to) = Address::of(tx, core, &owner.user_id).await? else { return Ok(()) };
    let source = OutboxKey::Unwritable { chat: chat.clone(), date: now.to_utc().date_naive() };
    let name = || match core.channels.mention_for(&to.chat, chat) {
        Some(mention) => mention,
        None => texts::named_place(chat, to.chat.channel != chat.channel),
    };
    let said = owner.language().scope_sync(|| said(&name()));
    post_text(tx, &core.channels, Slot { source: &source, segment }, &to, &said, now).await
}
