//! The context of a command, and its ways to answer.

use std::sync::Arc;

use adjutant_channel::{ChatKind, Content, Inbound};
use adjutant_domain::{outbox_key::OutboxKey, timestamp::Timestamp};
use adjutant_store::{
    db::Tx,
    people::User,
    sessions::{self, Session},
};
use adjutant_texts as texts;
use anyhow::Result;

use super::{late_messages, list, prepared::Prepared};
use crate::{
    core::Core,
    outbox::{self, Address, Slot},
};

/// A typed command.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Typed<'a> {
    /// The name without its slash.
    pub name: &'a str,
    pub args: &'a str,
    /// The results of the work before the transaction.
    pub prepared: &'a Prepared,
}

/// A command of a known user, in the transaction that stores and answers it.
pub(crate) struct Request<'a> {
    pub tx: &'a Tx,
    pub core: &'a Arc<Core>,
    pub event: &'a Inbound,
    pub user: &'a User,
    /// The user's session in the event's chat.
    pub session: Session,
    pub args: &'a str,
    /// The results of the work before the transaction.
    pub prepared: &'a Prepared,
    /// The outbox source of the answer.
    pub source: OutboxKey,
    /// The address of the answer.
    pub to: Address,
    /// The present time.
    pub now: Timestamp,
}

impl<'a> Request<'a> {
    /// Opens the user's session, and returns the command as a request in it.
    pub(crate) async fn open(
        tx: &'a Tx,
        core: &'a Arc<Core>,
        event: &'a Inbound,
        user: &'a User,
        typed: Typed<'a>,
        now: Timestamp,
    ) -> Result<Self> {
        Ok(Self {
            tx,
            core,
            event,
            user,
            session: sessions::open_for(tx, event, &user.user_id, now).await?,
            args: typed.args,
            prepared: typed.prepared,
            source: OutboxKey::answering(event),
            to: Address { late: late_messages::delay(event, now).is_some(), ..Address::answering(event) },
            now,
        })
    }

    /// Returns whether nobody else sees a [private](adjutant_domain::commands) command and its answer: it was sent in a
    /// direct chat, or the platform shows the answer only to the sender.
    pub(crate) fn is_unseen(&self) -> bool {
        self.event.chat_kind == ChatKind::Direct || self.to.handle.is_some()
    }

    /// Answers a command that only works in a direct chat. `others_read` says so where others would read the answer.
    pub(crate) async fn point_to_direct_chat(&self, others_read: &str) -> Result<()> {
        let said = if self.is_unseen() { texts::only_in_direct_chat() } else { others_read };
        self.answer(said.to_owned()).await
    }

    /// Answers in Markdown, with a remark if the command came late.
    pub(crate) async fn answer(&self, markdown: String) -> Result<()> {
        let zone = self.user.zone(self.core.zone);
        self.say(&late_messages::opened(self.event, markdown, zone, self.now)).await
    }

    /// Answers in Markdown, without a remark if the command came late.
    pub(crate) async fn say(&self, markdown: &str) -> Result<()> {
        outbox::post_text(
            self.tx,
            &self.core.channels,
            Slot::first(&self.source),
            &self.to,
            markdown,
            self.now,
        )
        .await
    }

    /// Answers with a message that presses may redraw, with a remark if the command came late.
    pub(crate) async fn post(&self, slot: Slot<'_>, mut content: Content) -> Result<()> {
        if let Some(delay) = late_messages::delay(self.event, self.now) {
            content = list::with_opening(content, &delay, self.user.zone(self.core.zone));
        }
        outbox::post_content(self.tx, slot, &self.to, &content, self.now).await.map(drop)
    }
}
