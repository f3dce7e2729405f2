//! Posts the approval prompts of a model response, each in the chat of its decider.

use std::time::Duration;

use adjutant_channel::{ChatKind, Content};
use adjutant_domain::{
    ids::{self, CallId},
    origin::Sources,
    outbox_key::OutboxKey,
    question::Form,
    redact::Filter,
    shown,
    timestamp::Timestamp,
    tools::ToolCall,
    wake::Wake,
};
use adjutant_store::{
    approvals as rows,
    db::Tx,
    people::{self, Role, User},
    schedules::{self, Schedule},
    sessions::Session,
    turns,
};
use adjutant_texts::approvals as texts;
use adjutant_tools::kit::{ApprovalRequest, Decider, Pattern};
use anyhow::Result;

use super::{redraw, whole};
use crate::{
    core::Core,
    outbox::{self, Address, Slot},
};

const HOUR: Duration = Duration::from_hours(1);

/// A tool call that needs an approval.
pub struct Question<'a> {
    pub call_id: &'a CallId,
    pub call: &'a ToolCall,
    pub ask: &'a ApprovalRequest,
    /// The patterns that can be granted beyond this call: at most three, narrowest first; may be empty.
    pub patterns: Vec<Pattern>,
    /// The sources of the untrusted words in the turn, if they are the reason for asking.
    pub untrusted: Sources,
    /// Whether the call uses the network.
    pub reaches_out: bool,
}

impl Question<'_> {
    /// Returns whether the call has a prompt of its own: one by which untrusted words could carry something out, so
    /// that no other call distracts from it; one that asks a question and has its own buttons; or one that reviewers
    /// decide.
    fn is_alone(&self) -> bool {
        self.reaches_out && !self.untrusted.is_empty()
            || self.ask.question.is_some()
            || self.ask.decider == Decider::Reviewer
    }
}

/// A question with the texts that its prompt shows.
struct Worded<'a> {
    question: &'a Question<'a>,
    summary: String,
    preview: String,
    reason: String,
    form: Option<Form>,
}

impl Worded<'_> {
    fn texts(&self) -> [&str; 3] {
        [&self.summary, &self.preview, &self.reason]
    }
}

/// The outcome of [`ask`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// The prompts are in the outbox.
    Prompted,
    /// The turn would have more requests than allowed; nothing was stored.
    TooManyInTurn,
    /// The hour would have more requests than allowed; nothing was stored.
    TooManyInHour,
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

/// Stores an approval for each call of a response that needs one, and posts their prompts. Calls that the requester
/// decides and calls that the owner decides are in separate prompts.
pub async fn ask(
    tx: &Tx,
    core: &Core,
    response: Response<'_>,
    questions: &[Question<'_>],
    now: Timestamp,
) -> Result<Asked> {
    let Response { session, user, turn, entry_id } = response;
    let mut here =
        Address { reply_to: turn.reply_to.clone(), ..Address::new(session.chat(), session.chat_kind) };
    // Nobody follows a run, so its request could expire unnoticed.
    if session.scheduled_by().is_some() {
        here = here.notifying(tx, core, &session.user_id).await?;
    }
    let is_owner_chat = user.role == Role::Owner && session.chat_kind == ChatKind::Direct;
    let asking = Asking::begin(tx, core, response, now).await?;
    let (elsewhere, own): (Vec<_>, Vec<_>) = questions
        .iter()
        .map(|question| asking.worded(question))
        .partition(|worded| worded.question.ask.decider == Decider::Owner && !is_owner_chat);
    let there = match elsewhere.is_empty() {
        true => here.clone(),
        false => match owner_chat(tx, core, session).await? {
            Some(address) => address,
            None => return Ok(Asked::NobodyToAsk),
        },
    };
    // Separate prompts for some calls do not count as additional requests.
    let requests = own.len().div_ceil(rows::CALLS_AT_ONCE) + elsewhere.len().div_ceil(rows::CALLS_AT_ONCE);
    if let Some(flood) = flood(tx, core, session, turn, requests, now).await? {
        return Ok(flood);
    }
    let own = prompts(&own).into_iter().map(|some| (&here, some));
    let prompts = own.chain(prompts(&elsewhere).into_iter().map(|some| (&there, some)));
    for (segment, (to, worded)) in prompts.enumerate() {
        let source = OutboxKey::Prompt(entry_id);
        let outbox_id =
            asking.prompt(tx, Slot { source: &source, segment: segment as i64 }, to, worded).await?;
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
        // The prompt is drawn from its approvals, which name its outbox row.
        redraw(tx, outbox_id).await?;
    }
    tx.wake(Wake::Schedules);
    Ok(Asked::Prompted)
}

/// Divides questions into prompts, in order: as many per prompt as it can show whole, and some questions in a prompt of
/// their own.
fn prompts<'a>(questions: &'a [Worded<'a>]) -> Vec<&'a [Worded<'a>]> {
    let mut prompts = Vec::new();
    let (mut start, mut room) = (0, texts::CALLS);
    for (at, next) in questions.iter().enumerate() {
        let takes = texts::room_for(&next.summary, &next.preview, &next.reason);
        let is_apart = at > start && (next.question.is_alone() || questions[at - 1].question.is_alone());
        if at > start && (is_apart || at - start == rows::CALLS_AT_ONCE || takes > room) {
            prompts.push(&questions[start..at]);
            (start, room) = (at, texts::CALLS);
        }
        room = room.saturating_sub(takes);
    }
    prompts.extend((start < questions.len()).then(|| &questions[start..]));
    prompts
}

/// The context that all questions of a response share.
struct Asking<'a> {
    core: &'a Core,
    session: &'a Session,
    user: &'a User,
    turn: &'a turns::Head,
    /// The schedule, if the session belongs to a scheduled run.
    schedule: Option<Schedule>,
    /// The secrets that prompts must not show.
    secrets: Filter,
    now: Timestamp,
    expires_at: Timestamp,
}

impl<'a> Asking<'a> {
    async fn begin(
        tx: &Tx,
        core: &'a Core,
        Response { session, user, turn, .. }: Response<'a>,
        now: Timestamp,
    ) -> Result<Self> {
        let schedule = match session.scheduled_by() {
            Some(run) => schedules::of_run(tx, run).await?,
            None => None,
        };
        let expires_at = now + core.config.approvals.expiry;
        let secrets = core.secrets_in(tx, &session.user_id).await?;
        Ok(Self { core, session, user, turn, schedule, secrets, now, expires_at })
    }

    /// Returns a question with its texts, without secrets or hidden characters.
    fn worded<'q>(&self, question: &'q Question<'q>) -> Worded<'q> {
        let line = |text: &str| shown::line(&self.secrets.redact(text));
        let ask = question.ask;
        let form = ask.question.as_ref().map(|form| Form {
            options: form.options.iter().map(|option| line(option)).collect(),
            several: form.several,
        });
        let preview = form.as_ref().map_or_else(|| ask.preview.clone(), texts::options_by_number);
        Worded {
            question,
            summary: line(&ask.summary),
            preview: shown::text(&self.secrets.redact(&preview)),
            reason: line(texts::reason(&ask.reason, self.schedule.as_ref()).trim_end()),
            form,
        }
    }

    /// Stores a prompt and its approvals, and above it the texts for which it has no room. Returns the prompt's outbox
    /// id. Does not draw the prompt.
    async fn prompt(&self, tx: &Tx, slot: Slot<'_>, to: &Address, questions: &[Worded<'_>]) -> Result<i64> {
        if let Some(first) = questions.first() {
            let texts: Vec<_> = questions.iter().map(Worded::texts).collect();
            whole::post(tx, self.core, self.user, (slot, to), (first.question.call_id, &texts)).await?;
        }
        let outbox_id = outbox::post_content(tx, slot, to, &Content::default(), self.now).await?;
        let token = ids::token();
        for Worded { question, summary, preview, reason, form } in questions {
            let new = rows::New {
                call_id: question.call_id,
                call: question.call,
                turn: &self.turn.turn_id,
                session: self.session,
                outbox_id,
                prompt: &token,
                summary,
                preview,
                reason,
                patterns: &question.patterns,
                decider: question.ask.decider,
                untrusted: &question.untrusted,
                basis: question.ask.basis.as_deref(),
                question: form.as_ref(),
                expires_at: self.expires_at,
                remind_at: self.expires_at - HOUR.min(self.expires_at.since(self.now) / 4),
            };
            rows::insert(tx, &new, self.now).await?;
        }
        Ok(outbox_id)
    }
}

/// Returns the limit that `more` requests would exceed: of the turn or of the hour.
async fn flood(
    tx: &Tx,
    core: &Core,
    session: &Session,
    turn: &turns::Head,
    more: usize,
    now: Timestamp,
) -> Result<Option<Asked>> {
    let settings = &core.config.approvals;
    // A client that asks repeatedly leaves room for the person's own requests.
    let per_hour =
        if session.client.is_some() { settings.max_per_hour.div_ceil(2) } else { settings.max_per_hour };
    let over = |before: i64, most: u32| most > 0 && before + more as i64 > i64::from(most);
    if over(rows::count_requests_of_turn(tx, &turn.turn_id).await?, settings.max_per_turn) {
        return Ok(Some(Asked::TooManyInTurn));
    }
    let in_hour = rows::count_requests_since(tx, &session.user_id, now - HOUR).await?;
    Ok(over(in_hour, per_hour).then_some(Asked::TooManyInHour))
}

/// Returns the owner's direct chat, preferring the session's channel; `None` if the owner has no direct chat.
async fn owner_chat(tx: &Tx, core: &Core, session: &Session) -> Result<Option<Address>> {
    let owner = people::owner(tx).await?;
    let (channel, listed) = (session.chat().channel, core.config.access.listed());
    let chats = people::direct_chats(tx, &owner.user_id, &channel, &listed).await?;
    Ok(chats.into_iter().next().map(|chat| Address::new(chat, ChatKind::Direct)))
}
