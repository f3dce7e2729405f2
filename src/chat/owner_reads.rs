//! Before the owner may read on the console what somebody writes in their direct chats, that person is told so, in such a chat.
//! What they read from then on begins with what was written after that message had arrived. What is written in groups they do not
//! read there.

use adjutant_channel::{ChatKind, Inbound};
use adjutant_domain::{outbox_key::OutboxKey, timestamp::Timestamp};
use adjutant_store::{
    db::Tx,
    owner_reads as rows,
    people::{Role, User},
};
use adjutant_texts::sign_in as texts;
use anyhow::Result;

use crate::{
    core::Core,
    outbox::{self, Address, Slot},
};

/// Tells the sender of an event, unless they know.
pub(crate) async fn tell(tx: &Tx, core: &Core, event: &Inbound, user: &User, now: Timestamp) -> Result<()> {
    let concerns = core.config.console.owner_reads
        && event.chat_kind == ChatKind::Direct
        && user.role != Role::Owner
        && !event.sender.bot;
    if !concerns || !rows::say(tx, &user.user_id, now).await? {
        return Ok(());
    }
    let source = OutboxKey::OwnerReads { user: user.user_id.clone(), at: now };
    let to = Address { handle: None, ..Address::answering(event) };
    outbox::post_text(tx, &core.channels, Slot::first(&source), &to, texts::owner_reads(), now).await
}
