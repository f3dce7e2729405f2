//! Turns a form into a message in the owner's chat, in one transaction. After a crash the message is there exactly
//! once, or the visitor has got no response and sends it again.

use std::{net::IpAddr, sync::Arc, time::Duration};

use adjutant_channel::{ChatKind, ChatRef};
use adjutant_domain::{
    ids::{self, SiteId, SiteMessageId, UserId},
    outbox_key::OutboxKey,
    timestamp::Timestamp,
};
use adjutant_site::Filled;
use adjutant_store::{
    db::{Scope, Tx},
    inbox, people,
    site::{
        messages::{self, Message},
        public::Served,
    },
};
use adjutant_texts::site::messages as texts;
use anyhow::{Context as _, Result};

use super::visitor;
use crate::{
    core::Core,
    outbox::{self, Address, Answer, Slot},
};

/// The most messages from one address within [`HOUR`].
pub(super) const MOST_OF_ADDRESS: i64 = 5;
const HOUR: Duration = Duration::from_hours(1);
/// The most messages from all visitors within [`DAY`].
pub(super) const MOST_OF_SITE: i64 = 50;
const DAY: Duration = Duration::from_hours(24);
/// How long the same words count as the same message: a form that is sent twice arrives once.
const SAME_WITHIN: Duration = Duration::from_mins(10);

/// A visitor's valid message.
pub(super) struct Sent {
    pub filled: Filled,
    /// The title of the page with the form.
    pub page: String,
    pub address: IpAddr,
    pub now: Timestamp,
}

/// The outcome of a message.
pub(super) enum Taken {
    /// It was queued for the owner, now or before.
    Sent,
    /// Further messages are accepted from this time on.
    TooMany(Timestamp),
    /// The owner has blocked this visitor.
    Blocked,
    /// The owner has no direct chat.
    Unreachable,
}

pub(super) async fn take(core: &Arc<Core>, served: &Served, title: String, sent: Sent) -> Result<Taken> {
    let (core_, served) = (core.clone(), served.clone());
    core.db.write(Scope::Global, async move |tx| store(tx, &core_, &served, &title, &sent).await).await
}

async fn store(tx: &Tx, core: &Core, served: &Served, title: &str, sent: &Sent) -> Result<Taken> {
    let Served { site_id: site, user_id: owner } = served;
    let Sent { filled, now, .. } = sent;
    if !people::is_served(tx, owner).await? {
        return Ok(Taken::Unreachable);
    }
    let address = visitor::digest(&address_key(tx, core, served).await?, sent.address);
    if messages::is_blocked(tx, site, &filled.email, &address).await? {
        return Ok(Taken::Blocked);
    }
    let content = content(filled);
    if messages::is_repeated(tx, site, &content, *now - SAME_WITHIN).await? {
        return Ok(Taken::Sent);
    }
    let of_address = (MOST_OF_ADDRESS, HOUR);
    let full = match messages::address_full_until(tx, (site, &address), of_address, *now).await? {
        None => messages::full_until(tx, site, (MOST_OF_SITE, DAY), *now).await?,
        full => full,
    };
    if let Some(until) = full {
        return Ok(Taken::TooMany(until));
    }
    let Some(chat) = newest_chat(tx, core, owner).await? else { return Ok(Taken::Unreachable) };
    let message = Message {
        message_id: SiteMessageId::generate(),
        site_id: site.clone(),
        page: sent.page.clone(),
        name: filled.name.clone(),
        email: filled.email.clone(),
        message: filled.message.clone(),
        address,
        content,
        received_at: *now,
    };
    messages::put(tx, &message).await?;
    let source = OutboxKey::SiteMessage(message.message_id.clone());
    let to = Address::new(chat, ChatKind::Direct);
    let language = people::language(tx, owner).await?;
    let (said, buttons) = language
        .scope_sync(|| (texts::received(title, &message), texts::buttons(&message.message_id, false)));
    let answer = Answer { markdown: &said, buttons, ..Answer::default() };
    outbox::post_answer(tx, &core.channels, Slot::first(&source), &to, answer, *now).await?;
    Ok(Taken::Sent)
}

/// Returns the direct chat in which the owner wrote most recently.
async fn newest_chat(tx: &Tx, core: &Core, owner: &UserId) -> Result<Option<ChatRef>> {
    let mut newest: Option<(Option<i64>, ChatRef)> = None;
    for chat in outbox::direct_chats(tx, core, owner, "").await? {
        let written = inbox::newest_written(tx, &chat).await?;
        if newest.as_ref().is_none_or(|(other, _)| written > *other) {
            newest = Some((written, chat));
        }
    }
    Ok(newest.map(|(_, chat)| chat))
}

/// Returns a digest that identifies the words of a message.
fn content(filled: &Filled) -> String {
    let Filled { name, message, .. } = filled;
    // None of the fields can contain this character.
    ids::sha256(&[name, &filled.email.to_lowercase(), message].map(String::as_str).join("\u{1f}"))
}

/// Returns the key for a site's digests of addresses, which is created once. If the vault can no longer open it, a new
/// key replaces it: blocked senders are then recognised only by their mail addresses.
async fn address_key(tx: &Tx, core: &Core, served: &Served) -> Result<String> {
    let purpose = purpose(&served.site_id);
    if let Some(sealed) = messages::address_key(tx, &served.site_id).await? {
        match core.vault.open(&purpose, &sealed) {
            Ok(key) => return Ok(key.to_string()),
            Err(error) => tracing::warn!(%error, "cannot open the key of the addresses of visitors"),
        }
    }
    let key = format!("{}{}", ids::token(), ids::token());
    let sealed = core.vault.seal(&purpose, &key).context("sealing the key of the addresses of visitors")?;
    messages::put_address_key(tx, &served.site_id, &sealed).await?;
    Ok(key)
}

fn purpose(site: &SiteId) -> String {
    ["site addresses", site.as_str()].join(" ")
}
