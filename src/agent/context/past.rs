//! The part of a conversation before the current turn that the model is shown: the summary of its beginning, the turns
//! after that, and the entities that tools have lately shown.

use std::sync::Arc;

use adjutant_domain::{ids::TurnId, origin::Sources, redact::Filter};
use adjutant_provider::ModelMessage;
use adjutant_store::{
    db::Tx,
    sessions::Session,
    summaries::{self, Summary},
    toolset_state::SEEN,
    turns::{self, Page},
};
use adjutant_texts as texts;
use anyhow::Result;

use super::{MAX_TURNS, budget, earlier_turn_messages, size, written_by_others};
use crate::{
    agent::{
        entities::{self, Told},
        turn::Job,
    },
    core::Core,
};

/// The number of earlier turns in one read. Those that do not fit the budget are read in vain.
const TURNS_AT_ONCE: i64 = 25;

/// A conversation before the current turn.
pub(in crate::agent) struct Past {
    summary: Option<Summary>,
    /// Newest first: no more than the model's context holds.
    turns: Vec<PastTurn>,
    /// Whether there are more turns.
    is_cut: bool,
    /// The entities that tools have shown in the conversation, as a text for the model.
    pub(super) seen: Option<Told>,
    /// The secrets that no model reads.
    pub(super) secrets: Filter,
}

/// An earlier turn as messages for the model. Turns stay whole: a call is never separated from its result.
struct PastTurn {
    messages: Vec<ModelMessage>,
    bytes: usize,
    untrusted: Sources,
}

/// Reads the conversation before a turn.
pub(in crate::agent) async fn read(core: &Arc<Core>, job: &Job) -> Result<Past> {
    let (session, head, budget) = (job.session.clone(), job.turn.head.clone(), budget(core, job));
    let seen = job.offered.state(SEEN).map(str::to_owned);
    let core_ = core.clone();
    core.db
        .read(async move |tx| {
            let summary = summaries::get(tx, &session.session_id).await?;
            let secrets = core_.secrets_in(tx, &session.user_id).await?;
            let seen = entities::told(tx, &session, seen.as_deref(), head.seq, &secrets).await?;
            let mut past = Past { summary, turns: Vec::new(), is_cut: false, seen, secrets };
            past.read_turns(tx, &session, &head.turn_id, budget).await?;
            Ok(past)
        })
        .await
}

impl Past {
    /// Reads the newest turns without `current`, up to this many bytes including the summary.
    async fn read_turns(&mut self, tx: &Tx, session: &Session, current: &TurnId, bytes: usize) -> Result<()> {
        let mut left = bytes.saturating_sub(self.summary_bytes());
        let mut page = Page { except: current, before: i64::MAX, limit: TURNS_AT_ONCE };
        loop {
            let turns = turns::earlier(tx, &session.session_id, session.context_from, page).await?;
            let is_last = (turns.len() as i64) < page.limit;
            for turn in turns {
                page.before = turn.seq;
                let untrusted = written_by_others(&turn.entries);
                let messages = earlier_turn_messages(turn.entries);
                let bytes = messages.iter().map(size).sum();
                let rest = left.checked_sub(bytes).filter(|_| (self.turns.len() as i64) < MAX_TURNS);
                let Some(rest) = rest else {
                    self.is_cut = true;
                    return Ok(());
                };
                left = rest;
                self.turns.push(PastTurn { messages, bytes, untrusted });
            }
            if is_last {
                return Ok(());
            }
        }
    }

    /// Returns the summary if no answer has reported it yet.
    pub(in crate::agent) fn untold_summary(&self) -> Option<&Summary> {
        self.summary.as_ref().filter(|summary| summary.turn_id.is_none())
    }

    /// Returns the person's words in the previous turn, if there was one.
    pub(super) fn said_last(&self) -> Option<String> {
        let said = self.turns.first()?.messages.iter().filter_map(|message| match message {
            ModelMessage::User { text } => Some(text.as_str()),
            _ => None,
        });
        Some(said.collect::<Vec<_>>().join("\n")).filter(|said| !said.is_empty())
    }

    /// Returns whether the past exceeds this many bytes.
    pub(super) fn outgrows(&self, bytes: usize) -> bool {
        self.is_cut || self.bytes().sum::<usize>() + self.summary_bytes() > bytes
    }

    /// Returns the size of each turn, oldest first.
    pub(super) fn bytes(&self) -> impl Iterator<Item = usize> {
        self.turns.iter().rev().map(|turn| turn.bytes)
    }

    /// Returns the size of the summary.
    pub(super) fn summary_bytes(&self) -> usize {
        self.summary_note().iter().map(size).sum()
    }

    /// Returns the summary and the newest turns that fit into this many bytes, and their untrusted sources.
    pub(super) fn into_messages(self, bytes: usize) -> (Vec<ModelMessage>, Sources) {
        let mut left = bytes.saturating_sub(self.summary_bytes());
        let summary = self.summary_note();
        let mut untrusted = self.summary.map_or(Sources::OWN, |summary| summary.untrusted);
        let mut kept: Vec<Vec<ModelMessage>> = Vec::new();
        for turn in self.turns {
            let Some(rest) = left.checked_sub(turn.bytes) else { break };
            left = rest;
            untrusted = untrusted.and(&turn.untrusted);
            kept.push(turn.messages);
        }
        if let Some(seen) = &self.seen {
            untrusted = untrusted.and(&seen.untrusted);
        }
        (summary.into_iter().chain(kept.into_iter().rev().flatten()).collect(), untrusted)
    }

    fn summary_note(&self) -> Option<ModelMessage> {
        let text = texts::compact::for_model(&self.summary.as_ref()?.text);
        Some(ModelMessage::Note { text })
    }
}
