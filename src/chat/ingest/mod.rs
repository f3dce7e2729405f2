//! Ingest: stores the events of a channel. One transaction stores an event and does its immediate work; only then may
//! the channel acknowledge it. Messages wait in the inbox; commands and presses never wait behind a turn.

use std::{collections::BTreeSet, panic::AssertUnwindSafe, sync::Arc, time::Duration};

use adjutant_channel::{
    Accepted, ChatRef, Choice, Completion, Duty, Event, Gateway, HistoryCursor, HistoryItem, Hold, Inbound,
    KnownChat, KnownPerson, Media, MessageId, Part, Phrase, PressAnswer, Receipt,
};
use adjutant_config::Admitted;
use adjutant_domain::{commands::Command, language::Language, timestamp::Timestamp, wake::Wake};
use adjutant_store::{
    attachments,
    db::{self, Scope, SyncedTx, Tx},
    first_bots,
    inbox::{self, Message},
    outbox as stored,
    people::{self, User},
    receive_cursor,
    sessions::{self, Place},
    set_aside::ATTEMPTS,
    turns,
};
use adjutant_texts as texts;
use anyhow::{Result, anyhow};
use async_trait::async_trait;
use chrono::{DateTime, Utc};
use futures::FutureExt;

use crate::{
    approvals,
    chat::{
        access, commands, late_messages, owner_reads,
        prepared::Prepared,
        press::{self, Press},
        prompts,
        request::Typed,
        suggestions,
    },
    core::{Core, counts, receipts},
    outbox,
};

mod album;
mod bots;
mod command;
mod duties;
mod edit;
mod history;
pub(super) mod message;
mod set_aside;
mod stranger;

/// The gateway as channels see it.
pub struct Ingest(pub Arc<Core>);

#[async_trait]
impl Gateway for Ingest {
    #[tracing::instrument(
        name = "inbound_event",
        skip_all,
        fields(channel = event.chat.channel, external_id = event.external_id, chat = %event.chat)
    )]
    async fn accept(&self, event: Inbound) -> Result<Accepted> {
        let event = Arc::new(Inbound { event: event.event.without_nul(), ..event });
        let mut attempts = 0;
        loop {
            let attempted = AssertUnwindSafe(attempt_once(&self.0, &event)).catch_unwind().await;
            let error = match attempted.unwrap_or_else(|_| Err(anyhow!("handling the event panicked"))) {
                Ok(accepted) => {
                    tracing::debug!(waits = accepted.waits, "stored event");
                    if let (true, Event::Message { message_id, .. }) = (accepted.waits, &event.event) {
                        receipts::show(&self.0, (&event.chat, event.chat_kind), message_id, Receipt::Seen);
                    }
                    return Ok(accepted);
                }
                Err(error) => error,
            };
            // The channel retries until the database works.
            if db::is_storage_failure(&error) || self.0.shutdown.is_cancelled() {
                return Err(error);
            }
            attempts += 1;
            if attempts == ATTEMPTS {
                return set_aside::event(&self.0, &event, &error).await;
            }
        }
    }

    async fn set_aside(&self, channel: &str, external_id: &str) -> Result<()> {
        set_aside::unreadable(&self.0, channel, external_id).await
    }

    async fn is_first_bot(&self, channel: &str, bot: &str) -> Result<bool> {
        let (channel, bot) = (channel.to_owned(), bot.to_owned());
        self.0.db.write(Scope::Global, async move |tx| first_bots::is_first(tx, &channel, &bot).await).await
    }

    async fn history(
        &self,
        chat: &ChatRef,
        before: Option<HistoryCursor>,
        limit: usize,
    ) -> Result<Vec<HistoryItem>> {
        let (chat, before) = (chat.clone(), before.unwrap_or(HistoryCursor::NOW));
        let mut items = self.0.db.read(async move |tx| history::of(tx, &chat, before, limit).await).await?;
        for item in &mut items {
            item.content = outbox::on_this_machine(&self.0, std::mem::take(&mut item.content)).await?;
        }
        Ok(items)
    }

    async fn media_of(&self, chat: &ChatRef, message: &MessageId, at: usize) -> Result<Option<Media>> {
        let (chat, message) = (chat.clone(), message.clone());
        let row = self.0.db.read(async move |tx| stored::by_message(tx, &chat, &message).await).await?;
        let Some(row) = row else { return Ok(None) };
        Ok(outbox::on_this_machine(&self.0, row.content()?).await?.files().nth(at).cloned())
    }

    async fn complete(&self, completion: Completion) -> Result<Vec<Choice>> {
        let core = self.0.clone();
        self.0.db.read(async move |tx| commands::complete(tx, &core, &completion).await).await
    }

    async fn language(&self, channel: &str, person: &str, tag: Option<&str>) -> Result<Option<&'static str>> {
        let (channel, person) = (channel.to_owned(), person.to_owned());
        let known = self.0.db.read(async move |tx| people::find(tx, &channel, &person).await).await?;
        let user = known.map(|(user, _)| user);
        let chosen = user.as_ref().and_then(|user| user.language).or(tag.and_then(Language::of_tag));
        Ok(chosen.or(user.and_then(|user| user.platform_language)).map(Language::code))
    }

    fn phrase(&self, phrase: Phrase, language: Option<&str>) -> &'static str {
        let language = language.and_then(Language::of_tag).unwrap_or_default();
        language.scope_sync(|| texts::channels::phrase(phrase))
    }

    async fn known_chats(
        &self,
        channel: &str,
        after: Option<&ChatRef>,
        limit: usize,
    ) -> Result<Vec<KnownChat>> {
        let (channel, after, limit) = (channel.to_owned(), after.cloned(), limit as i64);
        self.0.db.read(async move |tx| sessions::chats_of(tx, &channel, after.as_ref(), limit).await).await
    }

    async fn people_without_chat(&self, channel: &str, limit: usize) -> Result<Vec<String>> {
        let (channel, limit) = (channel.to_owned(), limit as i64);
        let allowed = self.0.config.access.allow.iter().filter_map(|admitted| match admitted {
            Admitted::Person(identity) if identity.channel == channel => Some(identity.id.clone()),
            _ => None,
        });
        let listed: Vec<String> = allowed.collect();
        self.0.db.read(async move |tx| people::without_chat(tx, &channel, &listed, limit).await).await
    }

    async fn known_people(&self, channel: &str, limit: usize) -> Result<Vec<KnownPerson>> {
        let (channel, limit) = (channel.to_owned(), limit as i64);
        self.0.db.read(async move |tx| people::speakers(tx, &channel, limit).await).await
    }

    async fn note_skipped(&self, place: &KnownChat, after: DateTime<Utc>) -> Result<()> {
        let (core, place) = (self.0.clone(), place.clone());
        let note =
            async move |tx: &SyncedTx| late_messages::record_skipped(tx, &core, &place, after.into()).await;
        self.0.db.write(Scope::Global, note).await
    }

    async fn share(&self, channel: &str, count: u32) -> Result<BTreeSet<u32>> {
        duties::share(&self.0, channel, count).await
    }

    async fn hold(&self, channel: &str, duty: Duty) -> Result<Hold> {
        duties::hold(&self.0, channel, duty).await
    }

    async fn release(&self, channel: &str, duty: Duty) -> Result<()> {
        duties::release(&self.0, channel, duty).await
    }

    async fn received_up_to(&self, channel: &str, part: Part) -> Result<Vec<String>> {
        let channel = channel.to_owned();
        self.0.db.read(async move |tx| receive_cursor::get(tx, &channel, part).await).await
    }

    async fn note_received(&self, channel: &str, part: Part, mark: &str) -> Result<()> {
        let (channel, mark, now) = (channel.to_owned(), mark.to_owned(), self.0.clock.timestamp());
        self.0
            .db
            .write_unsynced(Scope::Global, async move |tx| {
                receive_cursor::set(tx, &channel, part, &mark, now).await
            })
            .await
    }

    async fn last_message(&self, channel: &str) -> Result<Option<MessageId>> {
        let channel = channel.to_owned();
        self.0.db.read(async move |tx| inbox::last_message(tx, &channel).await).await
    }

    fn count_press_answer(&self, channel: &str) {
        self.0.pace.count_press_answer(channel, self.0.clock.now());
    }

    fn now(&self) -> DateTime<Utc> {
        self.0.clock.now()
    }

    fn certain(&self) -> DateTime<Utc> {
        self.0.clock.certain().to_utc()
    }

    fn uptime(&self) -> Duration {
        self.0.clock.uptime()
    }

    fn hear_date(&self, channel: &str, date: DateTime<Utc>, asked: Duration) {
        self.0.trust.hear(channel, date, asked);
    }

    fn hear_message_date(&self, channel: &str, date: DateTime<Utc>) {
        self.0.trust.hear_message(channel, date);
    }
}

/// Stores the event and does its immediate work, or changes nothing.
async fn attempt_once(core: &Arc<Core>, event: &Arc<Inbound>) -> Result<Accepted> {
    let (core_, event, prepared) = (core.clone(), event.clone(), Prepared::of(core, event).await?);
    // Only the transaction finds the event's sender, and the person that a press or a command concerns.
    core.db.write(Scope::Global, async move |tx| accept(tx, &core_, &event, &prepared).await).await
}

async fn accept(tx: &SyncedTx, core: &Arc<Core>, event: &Inbound, prepared: &Prepared) -> Result<Accepted> {
    // The language until the sender is known; strangers never are.
    access::spoken(&event.sender).scope(Box::pin(accept_once(tx, core, event, prepared))).await
}

async fn accept_once(
    tx: &SyncedTx,
    core: &Arc<Core>,
    event: &Inbound,
    prepared: &Prepared,
) -> Result<Accepted> {
    let now = core.clock.timestamp();
    let Some(recorded) = inbox::record(tx, event, now).await? else {
        return repeated(tx, core, event, prepared, now).await;
    };
    let (channel, chat) = (event.chat.channel.as_str(), event.chat.chat.as_str());
    counts::received(tx, event);
    match &event.event {
        Event::Removed => {
            let (place, why) = (Place::whole(&event.chat), "the bot was removed from the chat");
            outbox::give_up_place(tx, core, place, why, now).await?;
            return Ok(Accepted::default());
        }
        Event::Migrated { to } => {
            sessions::migrate_chat(tx, channel, chat, to).await?;
            tx.wake(Wake::Chat(ChatRef { chat: to.clone(), ..event.chat.clone() }));
            return Ok(Accepted::default());
        }
        // Platforms do not name the deleter; anybody whose deletion they report was allowed to delete.
        Event::Deleted { message_id } => {
            inbox::delete(tx, event, message_id).await?;
            stop_answering(tx, event, message_id).await?;
            attachments::forget(tx, &event.chat, message_id).await?;
            people::drop_first_event(tx, &event.chat, message_id).await?;
            approvals::post_again(tx, core, (&event.chat, message_id), now).await?;
            return Ok(Accepted::default());
        }
        _ if recorded.was_deleted => return Ok(Accepted::default()),
        // Before the press takes effect, because its effect may be to edit the message.
        Event::Press { message_id: Some(message), handle: Some(handle), .. } => {
            stored::renew_handle(tx, &event.chat, message, handle).await?;
        }
        // The album is not addressed to the bot so far.
        Event::Message { album: Some(album), .. }
            if !album.addressed && !inbox::has_album(tx, &event.chat, &album.id, false).await? =>
        {
            core.album_parts.keep(event, core.clock.uptime());
            return Ok(Accepted::default());
        }
        _ => {}
    }
    if let Some(said) = access::void_shown_code(tx, event, now).await? {
        return stranger::claimed(tx, core, event, said, now).await;
    }
    let user = access::identify(tx, core, event, now).await?;
    if may_be_for_another_bot(core, event, user.as_ref()) {
        return Ok(Accepted::default());
    }
    match user {
        Some(user) => user.language().scope(Box::pin(serve(tx, core, event, &user, prepared, now))).await,
        None => stranger::refuse(tx, core, event, now).await,
    }
}

/// Stops the turn that answers a deleted message and no other.
async fn stop_answering(tx: &SyncedTx, event: &Inbound, deleted: &MessageId) -> Result<()> {
    let Some(session) = inbox::session_answering_only(tx, &event.chat, deleted).await? else { return Ok(()) };
    if let Some(turn) = turns::request_cancel(tx, &session).await? {
        tx.wake(Wake::Stop(session, turn));
    }
    Ok(())
}

/// Returns whether an event is a command in a group that names no bot and is not one of this bot's commands.
fn may_be_for_another_bot(core: &Core, event: &Inbound, user: Option<&User>) -> bool {
    let Event::Command { name, named: false, .. } = &event.event else { return false };
    Command::parse(name).is_none() && !user.is_some_and(|user| prompts::is_one(core, user, name))
}

/// Handles an event from a known user.
async fn serve(
    tx: &Tx,
    core: &Arc<Core>,
    event: &Inbound,
    user: &User,
    prepared: &Prepared,
    now: Timestamp,
) -> Result<Accepted> {
    if bots::gets_silence(tx, core, event, now).await? {
        return Ok(Accepted { unanswered: true, ..Accepted::default() });
    }
    if matches!(event.event, Event::Message { .. } | Event::Command { .. }) {
        owner_reads::tell(tx, core, event, user, now).await?;
    }
    match &event.event {
        Event::Message { album: Some(album), .. } if album.addressed => {
            album::receive(tx, core, event, (user, album), now).await
        }
        Event::Message { .. } => message::receive(tx, core, event, user, now).await,
        Event::Added => {
            outbox::answer(tx, core, event, texts::added(), now).await?;
            Ok(Accepted::default())
        }
        Event::Edit { message_id, text, attachments } => {
            let version = edit::NewVersion { id: message_id, text, files: attachments.as_deref() };
            edit::take(tx, core, event, user, version, now).await
        }
        Event::Command { name, args, .. } => {
            command::receive(tx, core, event, user, Typed { name, args, prepared }, now).await
        }
        Event::Press { message_id, data, .. } => {
            let press = Press { tx, core, event, message: message_id.as_ref(), is_repeat: false, now };
            match (message_id, suggestions::take(&press, user, data).await?) {
                (Some(below), Some(said)) => say(tx, core, event, user, (below, said), now).await,
                _ => press::carry_out(&press, user, data, prepared).await,
            }
        }
        Event::Deleted { .. } | Event::Removed | Event::Migrated { .. } => Ok(Accepted::default()),
    }
}

/// Handles a press that sends a message as if the person had typed it. In a group, the answer replies to the message
/// with the button.
async fn say(
    tx: &Tx,
    core: &Arc<Core>,
    event: &Inbound,
    user: &User,
    (below, message): (&MessageId, Message),
    now: Timestamp,
) -> Result<Accepted> {
    let queued = message::queue(tx, core, event, user, (below, message), now).await?;
    Ok(Accepted { answer: Some(PressAnswer::told("")), ..queued })
}

/// Handles an event that the platform delivered again. Only a press is answered again, by its present outcome.
async fn repeated(
    tx: &Tx,
    core: &Arc<Core>,
    event: &Inbound,
    prepared: &Prepared,
    now: Timestamp,
) -> Result<Accepted> {
    let Event::Press { message_id, data, .. } = &event.event else { return Ok(Accepted::default()) };
    let press = Press { tx, core, event, message: message_id.as_ref(), is_repeat: true, now };
    match access::identify(tx, core, event, now).await? {
        Some(user) => user.language().scope(Box::pin(press::carry_out(&press, &user, data, prepared))).await,
        None => press::carry_out_for_stranger(&press, data).await,
    }
}

#[cfg(test)]
mod tests;
