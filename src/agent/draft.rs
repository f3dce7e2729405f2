//! The draft of an answer: one message, edited at a moderate rate while the model writes. The latest text wins. A draft
//! only previews the outbox row that the end of the turn commits.

use std::{
    sync::{Arc, OnceLock},
    time::Duration,
};

use adjutant_channel::{Channel, ChatKind, Content, MessageId, Outgoing, Rich, SendError};
use adjutant_domain::{outbox_key::OutboxKey, redact::Filter, timestamp::Timestamp};
use adjutant_store::{
    db::{Scope, SyncedTx, Tx},
    outbox::{self as rows, Claim, Post, Row},
};
use anyhow::Result;
use tokio::{sync::watch, task::JoinHandle};
use tracing::Instrument;

use crate::{
    core::Core,
    outbox::{self, Address},
};

/// How long a turn may take before a draft is shown. Most answers are complete by then, and cost one request instead
/// of two.
const PATIENCE: Duration = Duration::from_millis(700);
/// How long an answer may take after its first words before a draft is shown: after long thinking, a model may still
/// send everything at once.
const FIRST_WORDS: Duration = Duration::from_millis(200);

/// The text of a draft while nothing is left to show: what seemed to be the answer was reasoning.
const TAKEN_BACK: &str = "…";

/// A draft in progress. Dropping it stops the edits.
pub(super) struct Draft {
    text: watch::Sender<String>,
    /// The text to show last, if it is not the latest one.
    rest: Arc<OnceLock<String>>,
    task: JoinHandle<bool>,
}

impl Draft {
    /// Starts a draft of segment `segment` of `source`. Nothing is shown before there is text. People see none of the
    /// `secrets`, not even the beginning of one at the end of the text so far.
    pub(super) fn begin(
        core: &Arc<Core>,
        (source, segment): (OutboxKey, i64),
        to: Address,
        secrets: Option<Filter>,
    ) -> Self {
        let (text, latest) = watch::channel(String::new());
        let rest = Arc::new(OnceLock::new());
        let writer = Writer { core: core.clone(), secrets, source, segment, to, rest: rest.clone() };
        Self { text, rest, task: tokio::spawn(writer.run(latest).in_current_span()) }
    }

    /// Shows the whole text so far.
    pub(super) fn show(&self, text: String) {
        self.text.send_replace(text);
    }

    /// Ends the draft and returns whether people may have seen any of it. No request of the draft is in flight after
    /// this returns.
    pub(super) async fn end(self) -> bool {
        drop(self.text);
        self.task.await.unwrap_or_else(|error| {
            tracing::error!(%error, "draft task failed");
            true
        })
    }

    /// Ends a draft that did not become the answer. If people have seen it, it is changed to `rest`.
    pub(super) async fn end_with(self, rest: String) {
        let _ = self.rest.set(rest);
        self.end().await;
    }
}

struct Writer {
    core: Arc<Core>,
    secrets: Option<Filter>,
    source: OutboxKey,
    segment: i64,
    to: Address,
    rest: Arc<OnceLock<String>>,
}

impl Writer {
    /// Runs until the draft ends. Returns whether anything was, or may have been, shown.
    async fn run(self, mut latest: watch::Receiver<String>) -> bool {
        let Ok(channel) = self.core.channels.get(&self.to.chat.channel) else { return false };
        let channel = channel.clone();
        let limits = channel.limits();
        let interval = match self.to.kind {
            ChatKind::Direct => limits.draft_interval,
            ChatKind::Group => limits.group_draft_interval,
        };
        if !self.pause(&mut latest, PATIENCE).await || latest.wait_for(|text| !text.is_empty()).await.is_err()
        {
            return false;
        }
        if !self.pause(&mut latest, FIRST_WORDS).await {
            return false;
        }
        while let Err(free) = self.core.pace.take(&self.to.chat, self.to.kind, self.core.clock.now()) {
            let wait = (free - self.core.clock.now()).to_std().unwrap_or_default();
            if !self.pause(&mut latest, wait).await {
                return false;
            }
        }
        let Some(first) = self.preview(channel.as_ref(), &latest.borrow_and_update().clone()) else {
            return false;
        };
        let mut message = match self.send(&channel, first).await {
            Ok(Some(sent)) => sent,
            Ok(None) => return true,
            Err(error) => {
                tracing::warn!(error = format!("{error:#}"), "cannot show draft");
                return true;
            }
        };
        while self.pause(&mut latest, interval).await && latest.changed().await.is_ok() {
            let text = latest.borrow_and_update().clone();
            let Some(content) = self.preview(channel.as_ref(), &text) else { break };
            if !self.edit(&channel, &mut message, content).await {
                break;
            }
        }
        if let Some(rest) = self.rest.get().and_then(|rest| self.preview(channel.as_ref(), rest)) {
            self.edit(&channel, &mut message, rest).await;
        }
        self.note(message).await;
        true
    }

    /// Returns the text as one message. `None` if it does not fit one: the rest then follows when the turn ends.
    fn preview(&self, channel: &dyn Channel, text: &str) -> Option<Content> {
        // Only shown texts are searched for secrets: a long answer arrives in thousands of pieces.
        let text = self.secrets.as_ref().map_or(text.into(), |secrets| secrets.replace_unfinished(text));
        let text = if text.is_empty() { TAKEN_BACK } else { &text };
        let parts = channel.layout(&self.to.chat, text);
        let [body] = <[Rich; 1]>::try_from(parts).ok()?;
        Some(Content::text(body))
    }

    /// Waits for `time`. Returns false if the draft ended meanwhile.
    async fn pause(&self, latest: &mut watch::Receiver<String>, time: Duration) -> bool {
        let ended = async {
            // Texts that arrive during the wait belong to the next edit; only the end matters here.
            let mut seen = latest.clone();
            while seen.changed().await.is_ok() {}
        };
        tokio::select! {
            biased;
            () = ended => false,
            () = self.core.clock.sleep(time) => true,
        }
    }

    /// Shows the first text. Commits the row first, so that a crash between commit and send is noticed.
    async fn send(&self, channel: &Arc<dyn Channel>, content: Content) -> Result<Option<Message>> {
        let (source, segment, to, shown) =
            (self.source.clone(), self.segment, self.to.clone(), content.clone());
        let (process, now) = (self.core.process.clone(), self.core.clock.timestamp());
        let row = self
            .core
            .db
            .write(Scope::chat(&self.to.chat), async move |tx| {
                let post = Post {
                    source: &source,
                    segment,
                    part: 0,
                    chat: &to.chat,
                    chat_kind: to.kind,
                    reply_to: to.quoted(),
                    content: &shown,
                };
                if rows::has_open(tx, &to.chat).await? {
                    return Ok(Shown::Behind);
                }
                let row = rows::draft(tx, &post, now).await?;
                if let Some(message) = &row.message_id {
                    let claim = rows::take_draft_over(tx, row.claim()).await?;
                    return Ok(Shown::Before(Box::new(Message::new(claim, MessageId(message.clone())))));
                }
                if row.attempt_at.is_some() {
                    return Ok(Shown::InDoubt);
                }
                let row = rows::start_draft(tx, row.outbox_id, &shown, &process, now).await?;
                Ok(Shown::Fresh(Box::new(row)))
            })
            .await?;
        let row = match row {
            Shown::Fresh(row) => row,
            Shown::Before(mut message) => {
                let going_on = self.edit(channel, &mut message, content).await;
                return Ok(going_on.then_some(*message));
            }
            Shown::InDoubt | Shown::Behind => return Ok(None),
        };
        let message = Outgoing {
            key: row.key(),
            chat: self.to.chat.clone(),
            content,
            reply_to: self.to.quoted().map(|id| MessageId(id.to_owned())),
            handle: None,
            part: 0,
        };
        let outcome = channel.send(&message).await;
        outbox::count(&self.core, channel.name(), &row, &outcome);
        if let Err(SendError::RetryAfter(wait)) = &outcome {
            self.core.pace.block(&self.to.chat, self.to.kind, self.core.clock.now(), *wait);
        }
        let now = self.core.clock.timestamp();
        let doubt = match channel.repeatable_for(&message) {
            Duration::ZERO => now + channel.limits().in_flight,
            _ => now,
        };
        let claim = row.claim();
        self.core
            .db
            .write(Scope::chat(&self.to.chat), async move |tx| match &outcome {
                Ok(sent) if rows::delivered(tx, claim, sent, now).await? => {
                    Ok(Some(Message::new(claim, sent.message.clone())))
                }
                Ok(sent) => rows::arrived_late(tx, &row, sent, now).await.map(|()| None),
                Err(error @ SendError::Unknown(_)) => {
                    rows::mark_unknown(tx, claim, doubt, &error.to_string()).await?;
                    Ok(None)
                }
                Err(error) => {
                    let until = match error {
                        SendError::RetryAfter(wait) => now + *wait,
                        _ => Timestamp::EPOCH,
                    };
                    rows::retry(tx, claim, until, &error.to_string()).await?;
                    Ok(None)
                }
            })
            .await
    }

    /// Shows a later text. Returns false if no further edit should be tried.
    async fn edit(&self, channel: &Arc<dyn Channel>, message: &mut Message, content: Content) -> bool {
        // An edit that waits for the rate limit would show an old text: the next edit shows the newest one.
        if self.core.pace.take(&self.to.chat, self.to.kind, self.core.clock.now()).is_err() {
            return true;
        }
        if !self.may_edit(message).await {
            return false;
        }
        match channel.edit(&self.to.chat, &message.id, &content, None).await {
            Ok(()) => {
                message.shown = Some(content);
                true
            }
            Err(SendError::RetryAfter(wait)) => {
                self.core.pace.block(&self.to.chat, self.to.kind, self.core.clock.now(), wait);
                true
            }
            Err(_) => {
                message.shown = None;
                false
            }
        }
    }

    /// Returns whether the message is still the draft of this turn. Before the first edit, stores that the shown text
    /// is not known any more: after a crash, nobody may take the earlier text for it.
    async fn may_edit(&self, message: &mut Message) -> bool {
        let claim = message.claim;
        let checked = match message.is_edited {
            true => self.core.db.read(async move |tx| rows::is_draft(tx, claim).await).await,
            false => {
                let unknown = async move |tx: &SyncedTx| rows::note_draft(tx, claim, None).await;
                self.core.db.write(Scope::chat(&self.to.chat), unknown).await
            }
        };
        let may = checked.unwrap_or_default();
        message.is_edited |= may;
        may
    }

    /// Stores the text that the last edit showed, so that an answer with this text needs no further edit.
    async fn note(&self, Message { claim, shown, .. }: Message) {
        let Some(shown) = shown else { return };
        let noted = async move |tx: &Tx| rows::note_draft(tx, claim, Some(&shown)).await;
        // Without the note, the answer is shown by one more edit.
        if let Err(error) = self.core.db.write_unsynced(Scope::chat(&self.to.chat), noted).await {
            tracing::warn!(error = format!("{error:#}"), "cannot store the text of a draft");
        }
    }
}

/// The message of a draft.
struct Message {
    claim: Claim,
    id: MessageId,
    /// Whether an edit was tried.
    is_edited: bool,
    /// What the last edit showed. `None` if there was no edit, or its outcome is unknown.
    shown: Option<Content>,
}

impl Message {
    fn new(claim: Claim, id: MessageId) -> Self {
        Self { claim, id, is_edited: false, shown: None }
    }
}

/// The state of a draft's message before it is written.
enum Shown {
    /// Nothing was sent yet.
    Fresh(Box<Row>),
    /// An earlier step of the turn sent it.
    Before(Box<Message>),
    /// It may have been sent. The delivery settles that when the answer is complete.
    InDoubt,
    /// Other messages of the chat are still queued; a draft must not overtake them.
    Behind,
}
