//! Notices to people whose direct chats the owner may read on the console. Each person gets one in such a chat first,
//! and the owner can read only messages written after its arrival. Messages in groups are not readable there.

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

/// Sends the notice to the sender of an event, unless they have it already.
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
