//! Posts the approval prompts of a model response, each in the chat of its decider.

use std::time::Duration;

use adjutant_channel::{ChatKind, Content};
use adjutant_domain::{
    ids::CallId, origin::Sources, outbox_key::OutboxKey, timestamp::Timestamp, tools::ToolCall, wake::Wake,
};
use adjutant_store::{
    approvals as rows,
    db::Tx,
    people::{self, Role, User},
    schedules,
    sessions::Session,
    turns,
};
use adjutant_texts::approvals as texts;
use adjutant_tools::kit::{ApprovalRequest, Decider, Pattern};
use anyhow::Result;

use super::redraw;
use crate::{
    core::Core,
    outbox::{self, Address, Slot},
};

/// Most calls in one prompt: nobody reads more in five seconds, so further calls go into another prompt.
const CALLS_AT_ONCE: usize = 6;

const HOUR: Duration = Duration::from_hours(1);

/// A tool call that needs an approval.
pub struct Question<'a> {
    pub call_id: &'a CallId,
    pub call: &'a ToolCall,
    pub ask: &'a ApprovalRequest,
    /// Patterns that can be granted beyond this call: at most three, narrowest first; may be empty.
    pub patterns: Vec<Pattern>,
    /// The sources of the untrusted words in the turn, if they are the reason for asking.
    pub untrusted: Sources,
}

/// The outcome of [`ask`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// The prompts are in the outbox.
    Prompted,
    /// The turn or the hour would have more prompts than allowed; nothing was stored.
    TooMany,
    /// Only the owner may decide and has no direct chat with the bot; nothing was stored.
    NobodyToAsk,
}

/// The response whose calls need approvals.
#[derive(Clone, Copy)]
pub struct Response<'a> {
    pub session: &'a Session,
    /// The person in the session.
    pub user: &'a User,
    pub turn: &'a turns::Head,
    /// The entry that holds the calls.
    pub entry_id: i64,
}

/// Stores an approval for each call of a response that needs one, and posts their prompts: calls that the requester
/// decides and calls that the owner decides are in separate prompts.
pub async fn ask(
    tx: &Tx,
    core: &Core,
    response: Response<'_>,
    questions: &[Question<'_>],
    now: Timestamp,
) -> Result<Asked> {
    let Response { session, user, turn, entry_id } = response;
    let here = Address { reply_to: turn.reply_to.clone(), ..Address::new(session.chat(), session.chat_kind) };
    let is_owner_chat = user.role == Role::Owner && session.chat_kind == ChatKind::Direct;
    let (elsewhere, own): (Vec<_>, Vec<_>) =
        questions.iter().partition(|question| question.ask.decider == Decider::Owner && !is_owner_chat);
    let own = own.chunks(CALLS_AT_ONCE).map(|some| (&here, some));
    let there = match elsewhere.is_empty() {
        true => here.clone(),
        false => match owner_chat(tx, core, session).await? {
            Some(address) => address,
            None => return Ok(Asked::NobodyToAsk),
        },
    };
    let prompts: Vec<_> = own.chain(elsewhere.chunks(CALLS_AT_ONCE).map(|some| (&there, some))).collect();
    if is_flood(tx, core, session, turn, prompts.len(), now).await? {
        return Ok(Asked::TooMany);
    }
    let asking = Asking::begin(tx, core, session, turn, now).await?;
    for (segment, (to, questions)) in prompts.into_iter().enumerate() {
        let source = OutboxKey::Prompt(entry_id);
        let outbox_id =
            asking.prompt(tx, Slot { source: &source, segment: segment as i64 }, to, questions).await?;
        if to.chat != here.chat {
            outbox::post_content(
                tx,
                Slot::first(&OutboxKey::Waits(outbox_id)),
                &here,
                &Content::default(),
                now,
            )
            .await?;
        }
        // The buttons carry the id of the prompt's own outbox row, so drawing has to wait until the row exists.
        redraw(tx, outbox_id).await?;
    }
    tx.wake(Wake::Schedules);
    Ok(Asked::Prompted)
}

/// The context that all questions of a response share.
struct Asking<'a> {
    core: &'a Core,
    session: &'a Session,
    turn: &'a turns::Head,
    /// The name of the schedule, if the session belongs to a scheduled run.
    schedule: Option<String>,
    now: Timestamp,
    expires_at: Timestamp,
}

impl<'a> Asking<'a> {
    async fn begin(
        tx: &Tx,
        core: &'a Core,
        session: &'a Session,
        turn: &'a turns::Head,
        now: Timestamp,
    ) -> Result<Self> {
        let schedule = match session.scheduled_by() {
            Some(run) => schedules::of_run(tx, run).await?,
            None => None,
        };
        let expiry = core.config.approvals.expiry;
        // An approval does not outlive the next run, which asks for its own.
        let next_run = schedule.as_ref().and_then(|schedule| schedule.next_run_at);
        let expires_at =
            next_run.filter(|at| *at > now).map_or(now + expiry, |next_run| next_run.min(now + expiry));
        Ok(Self { core, session, turn, schedule: schedule.map(|schedule| schedule.name), now, expires_at })
    }

    /// Stores a prompt and its approvals, and returns the prompt's outbox id. Does not draw the prompt.
    async fn prompt(
        &self,
        tx: &Tx,
        slot: Slot<'_>,
        to: &Address,
        questions: &[&Question<'_>],
    ) -> Result<i64> {
        let outbox_id = outbox::post_content(tx, slot, to, &Content::default(), self.now).await?;
        let redact = |text: &str| texts::visible(&self.core.redactor.redact(text));
        for question in questions {
            let new = rows::New {
                call_id: question.call_id,
                call: question.call,
                turn: &self.turn.turn_id,
                session: self.session,
                outbox_id,
                summary: &texts::one_line(&redact(&question.ask.summary)),
                preview: &redact(&question.ask.preview),
                reason: &redact(&texts::reason(&question.ask.reason, self.schedule.as_deref())),
                patterns: &question.patterns,
                decider: question.ask.decider,
                untrusted: &question.untrusted,
                expires_at: self.expires_at,
                remind_at: self.expires_at - HOUR.min(self.expires_at.since(self.now) / 4),
            };
            rows::insert(tx, &new, self.now).await?;
        }
        Ok(outbox_id)
    }
}

/// Returns whether `more` prompts would exceed the limit for the turn or for the hour.
async fn is_flood(
    tx: &Tx,
    core: &Core,
    session: &Session,
    turn: &turns::Head,
    more: usize,
    now: Timestamp,
) -> Result<bool> {
    let settings = &core.config.approvals;
    let over = |before: i64, most: u32| most > 0 && before + more as i64 > i64::from(most);
    Ok(over(rows::count_prompts_of_turn(tx, &turn.turn_id).await?, settings.max_per_turn)
        || over(rows::count_prompts_since(tx, &session.user_id, now - HOUR).await?, settings.max_per_hour))
}

/// Returns the owner's direct chat, preferring the session's channel; `None` if the owner has no direct chat.
async fn owner_chat(tx: &Tx, core: &Core, session: &Session) -> Result<Option<Address>> {
    let owner = people::owner(tx).await?;
    let (channel, listed) = (session.chat().channel, core.config.access.listed());
    let chats = people::direct_chats(tx, &owner.user_id, &channel, &listed).await?;
    Ok(chats.into_iter().next().map(|chat| Address::new(chat, ChatKind::Direct)))
}
