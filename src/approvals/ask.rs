//! Asking: one prompt for each response, in the chat of whoever decides.

use adjutant_channel::{ChatKind, Content};
use adjutant_domain::{ids::CallId, tools::ToolCall, wake::Wake};
use adjutant_store::{
    approvals as rows,
    db::Tx,
    outbox::{self as outbox_rows, Post},
    people::{self, Role, User},
    schedules,
    sessions::Session,
    turns,
};
use anyhow::Result;

use super::{redraw, waiting_source};
use crate::{
    core::Core,
    outbox::Address,
    texts::approvals as texts,
    tools::kit::{Ask, Decider, Pattern},
};

/// Calls in one prompt: more are not read in five seconds, so they get another one.
const CALLS_AT_ONCE: usize = 6;

const HOUR: i64 = 3_600_000;

/// A call to ask about.
pub struct Question<'a> {
    pub call_id: &'a CallId,
    pub call: &'a ToolCall,
    pub ask: &'a Ask,
    /// What can be allowed beyond this call: at most three, narrowest first; may be empty.
    pub patterns: Vec<Pattern>,
    /// Whose words the turn holds, where that is why it asks.
    pub untrusted: Option<String>,
}

/// What came of asking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// The prompts are on their way.
    Prompted,
    /// It would be too many prompts for one turn, or one hour; nothing was stored.
    TooMany,
    /// The owner would have to decide, and has no direct chat with the bot; nothing was stored.
    NobodyToAsk,
}

/// Asks about a response's calls: a row for each, and a prompt for those that the requester decides as for those that
/// the owner does.
pub async fn ask(
    tx: &Tx,
    core: &Core,
    (session, user): (&Session, &User),
    turn: &turns::Head,
    entry_id: i64,
    questions: &[Question<'_>],
    now: i64,
) -> Result<Asked> {
    let here = Address { reply_to: turn.reply_to.clone(), ..Address::new(session.chat(), session.chat_kind) };
    let is_owner_s_chat = user.role == Role::Owner && session.chat_kind == ChatKind::Direct;
    let (elsewhere, own): (Vec<_>, Vec<_>) =
        questions.iter().partition(|question| question.ask.decider == Decider::Owner && !is_owner_s_chat);
    let own = own.chunks(CALLS_AT_ONCE).map(|some| (&here, some));
    let there = match elsewhere.is_empty() {
        true => here.clone(),
        false => match owner_s_chat(tx, core, session).await? {
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
        let source = format!("prompt-{entry_id}");
        let outbox_id = asking.prompt(tx, (&source, segment), to, questions).await?;
        if to.chat != here.chat {
            post(tx, (&waiting_source(outbox_id), 0), &here, &Content::default(), now).await?;
        }
        // Its buttons carry its own id, so that it can be drawn only now.
        redraw(tx, outbox_id).await?;
    }
    tx.wake(Wake::Schedules);
    Ok(Asked::Prompted)
}

/// What the questions of a response have in common.
struct Asking<'a> {
    core: &'a Core,
    session: &'a Session,
    turn: &'a turns::Head,
    /// The schedule whose run it is.
    schedule: Option<String>,
    now: i64,
    expires_at: i64,
}

impl<'a> Asking<'a> {
    async fn begin(
        tx: &Tx,
        core: &'a Core,
        session: &'a Session,
        turn: &'a turns::Head,
        now: i64,
    ) -> Result<Self> {
        let schedule = match session.scheduled_by() {
            Some(run) => schedules::of_run(tx, run).await?,
            None => None,
        };
        let expiry = i64::try_from(core.config.approvals.expiry.as_millis()).unwrap_or(i64::MAX / 2);
        // The next run asks anew.
        let next_run = schedule.as_ref().and_then(|schedule| schedule.next_run_at);
        let expires_at =
            next_run.filter(|at| *at > now).map_or(now + expiry, |next_run| next_run.min(now + expiry));
        Ok(Self { core, session, turn, schedule: schedule.map(|schedule| schedule.name), now, expires_at })
    }

    /// Stores a prompt and its questions, and gives its id. It is not drawn yet.
    async fn prompt(
        &self,
        tx: &Tx,
        name: (&str, usize),
        to: &Address,
        questions: &[&Question<'_>],
    ) -> Result<i64> {
        let outbox_id = post(tx, name, to, &Content::default(), self.now).await?;
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
                untrusted: question.untrusted.as_deref(),
                expires_at: self.expires_at,
                remind_at: self.expires_at - HOUR.min((self.expires_at - self.now) / 4),
            };
            rows::insert(tx, &new, self.now).await?;
        }
        Ok(outbox_id)
    }
}

/// Whether so many more prompts are more than a turn, or an hour, may have.
async fn is_flood(
    tx: &Tx,
    core: &Core,
    session: &Session,
    turn: &turns::Head,
    more: usize,
    now: i64,
) -> Result<bool> {
    let settings = &core.config.approvals;
    let over = |before: i64, most: u32| most > 0 && before + more as i64 > i64::from(most);
    Ok(over(rows::count_prompts_of_turn(tx, &turn.turn_id).await?, settings.max_per_turn)
        || over(rows::count_prompts_since(tx, &session.user_id, now - HOUR).await?, settings.max_per_hour))
}

/// Where the owner is asked: on the same channel if they have a direct chat there.
async fn owner_s_chat(tx: &Tx, core: &Core, session: &Session) -> Result<Option<Address>> {
    let owner = people::owner(tx).await?;
    let (channel, listed) = (session.chat().channel, core.config.access.listed());
    let chats = people::direct_chats(tx, &owner.user_id, &channel, &listed).await?;
    Ok(chats.into_iter().next().map(|chat| Address::new(chat, ChatKind::Direct)))
}

async fn post(
    tx: &Tx,
    (source, segment): (&str, usize),
    to: &Address,
    content: &Content,
    now: i64,
) -> Result<i64> {
    let post = Post {
        source,
        segment: segment as i64,
        part: 0,
        chat: &to.chat,
        chat_kind: to.kind,
        reply_to: to.reply_to.as_deref(),
        content,
    };
    outbox_rows::post(tx, &post, now).await
}
