//! Approvals: one row for each call that needs a decision, or that asks the turn's person a question. Both have states,
//! an expiry and buttons. An answered question counts as approved, and its call returns the answer.

use adjutant_channel::ChatKind;
use adjutant_domain::{
    counted::Counted,
    ids::{self, CallId, SessionId, TurnId, UserId},
    origin::Sources,
    question::{Answer, Form},
    timestamp::Timestamp,
    tools::{Decider, Pattern, ToolCall},
    wake::Wake,
};
use anyhow::Result;
use serde::Deserialize;

use super::{
    people::{Role, User},
    sessions::Session,
};
use crate::db::{Tx, params};

mod due;
mod prompt;
mod shown_texts;

pub use due::{
    CALLS_AT_ONCE, count_pending, count_requests_of_turn, count_requests_since, count_waiting, due_reminders,
    mark_reminded, next_time, overdue_turns,
};
pub use prompt::{await_denial_reason, awaiting_text, expand, mark_answer, of_prompt, of_token};
pub(crate) use shown_texts::line;
use shown_texts::{answer, form, maybe_line, patterns, people, text};

/// An approval: a call that needs a decision, and the decision.
///
/// Its texts are read in their displayable form (see [`adjutant_domain::shown`]), because anybody may have written
/// them. The tool, its arguments and the patterns of the grants are as stored.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Approval {
    pub approval_id: String,
    pub call_id: CallId,
    pub turn_id: TurnId,
    pub session_id: SessionId,
    /// The user whose turn makes the call.
    pub requester: UserId,
    /// The person behind the requester.
    pub requester_person: UserId,
    #[serde(deserialize_with = "line")]
    pub requester_name: String,
    pub requester_role: Role,
    /// The chat of the requester's session.
    pub channel: String,
    pub chat: String,
    pub chat_kind: ChatKind,
    #[serde(rename = "who_decides")]
    pub decider: Decider,
    /// The people who review the website that the chat shares, if they decide.
    #[serde(deserialize_with = "people")]
    pub reviewers: Vec<UserId>,
    /// The prompt's row in the outbox.
    pub outbox_id: i64,
    /// The prompt's token; `None` for a prompt of an earlier version.
    pub prompt: Option<String>,
    pub tool: String,
    pub arguments: String,
    pub arguments_hash: String,
    /// A digest of the data that the call would change, from when the question was asked; `None` if it changes no
    /// existing data.
    pub basis: Option<String>,
    /// What the call will do, in words.
    #[serde(deserialize_with = "line")]
    pub summary: String,
    /// The arguments that matter; empty if the summary says it all.
    #[serde(deserialize_with = "text")]
    pub preview: String,
    /// Why the call needs a decision.
    #[serde(deserialize_with = "line")]
    pub reason: String,
    /// The grants on offer beyond this call, narrowest first.
    #[serde(deserialize_with = "patterns")]
    pub patterns: Vec<Pattern>,
    /// The sources of the turn's untrusted content, if that is why the call needs a decision.
    pub untrusted: Sources,
    pub state: State,
    pub scope: Option<Scope>,
    /// The grant given beyond this call, in words.
    #[serde(deserialize_with = "maybe_line")]
    pub allowed: Option<String>,
    /// The reason for a denial, in the person's words.
    #[serde(deserialize_with = "maybe_line")]
    pub why: Option<String>,
    /// The user whose next message is that reason, or the answer to a question, while the approval is pending.
    pub why_from: Option<UserId>,
    /// The form of the answer, if the call asks a question: the summary is the question.
    #[serde(deserialize_with = "form")]
    pub question: Option<Form>,
    /// The answer; while it is pending, the choices marked so far.
    #[serde(deserialize_with = "answer")]
    pub answer: Answer,
    /// Whether the prompt shows all choices.
    pub expanded: bool,
    pub decided_by: Option<UserId>,
    #[serde(deserialize_with = "maybe_line")]
    pub decided_by_name: Option<String>,
    pub created_at: Timestamp,
    pub expires_at: Timestamp,
}

/// The state of an approval.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum State {
    Pending,
    Approved,
    Denied,
    /// Nobody decided in time.
    Expired,
    /// The turn was stopped, or the conversation ended.
    Cancelled,
}

impl State {
    /// Returns the column's value.
    pub fn text(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Approved => "approved",
            Self::Denied => "denied",
            Self::Expired => "expired",
            Self::Cancelled => "cancelled",
        }
    }
}

/// The tools that read from a web server, for which grants by server exist.
const READ_THE_WEB: [&str; 2] = ["http_get", "web_fetch"];

/// The reach of an approval.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Scope {
    /// This call alone.
    Once,
    /// Until the conversation ends.
    Conversation,
    Hour,
    Always,
}

impl Scope {
    /// Returns the column's value.
    pub fn text(self) -> &'static str {
        match self {
            Self::Once => "once",
            Self::Conversation => "conversation",
            Self::Hour => "hour",
            Self::Always => "always",
        }
    }
}

impl Approval {
    /// Returns whether these arguments are the ones that the person was asked about.
    pub fn matches_arguments(&self, arguments: &str) -> bool {
        self.arguments_hash == ids::sha256(arguments)
    }

    /// Returns the texts that a person must read before they decide: the summary, the preview and the reason.
    pub fn texts(&self) -> [&str; 3] {
        [&self.summary, &self.preview, &self.reason]
    }

    /// Returns whether the person was asked about the tool in its present form. `fingerprint` identifies the form of a
    /// third-party tool.
    pub fn matches_tool(&self, fingerprint: Option<&str>) -> bool {
        fingerprint.is_none_or(|it| self.patterns.iter().any(|pattern| pattern.is_while_same(it)))
    }

    /// Returns whether this person may decide: the owner or a reviewer if the tool demands it, or else the requester.
    /// In a group an approver may too, unless the call shows private data of the requester.
    pub fn may_be_decided_by(&self, user: &User) -> bool {
        let is_owner = user.role == Role::Owner;
        match self.decider {
            Decider::Owner => is_owner,
            Decider::OnlyRequester => user.person == self.requester_person,
            Decider::Reviewer => self.reviewers.contains(&user.person),
            Decider::Requester => {
                user.person == self.requester_person
                    || (self.chat_kind == ChatKind::Group && (user.approver || is_owner))
            }
        }
    }

    /// Returns whether this person may deny: everyone who may decide, and the requester of a call that reviewers
    /// decide.
    pub fn may_be_denied_by(&self, user: &User) -> bool {
        let takes_back = self.decider == Decider::Reviewer && user.person == self.requester_person;
        takes_back || self.may_be_decided_by(user)
    }

    /// Returns whether this person, who may decide, may also give a grant of this scope. Only the requester and the
    /// owner may give a grant that holds outside the group.
    pub fn may_grant(&self, scope: Scope, user: &User) -> bool {
        scope == Scope::Conversation || user.person == self.requester_person || user.role == Role::Owner
    }

    /// Returns the pattern to grant for a conversation or an hour: the widest on offer, except the whole tool if there
    /// is another one.
    pub fn widest_pattern(&self) -> Option<&Pattern> {
        let narrower = self.patterns.iter().rev().find(|pattern| !pattern.is_whole_tool());
        narrower.or(self.patterns.last())
    }

    /// Returns the pattern to grant for the conversation: the whole tool if the turn held untrusted content, or else
    /// the widest pattern as above. Untrusted content stays in the conversation, and would cause the questions again.
    pub fn conversation_pattern(&self) -> Option<&Pattern> {
        let whole = self.patterns.iter().find(|pattern| pattern.is_whole_tool());
        whole.filter(|_| !self.untrusted.is_empty()).or_else(|| self.widest_pattern())
    }

    /// Returns the patterns that can be granted for good, with their numbers. For a turn that held untrusted content,
    /// the whole tool is never one of them.
    pub fn lasting_patterns(&self) -> impl Iterator<Item = (usize, &Pattern)> {
        let lasts = |pattern: &Pattern| self.untrusted.is_empty() || !pattern.is_whole_tool();
        self.patterns.iter().enumerate().filter(move |(_, pattern)| lasts(pattern))
    }

    /// Returns the web server that the owner, who reads from it, may allow everybody; `None` while the turn holds
    /// untrusted content, which may have named the server.
    pub fn server_for_everybody(&self) -> Option<&Pattern> {
        let may_be = self.requester_role == Role::Owner
            && self.untrusted.is_empty()
            && READ_THE_WEB.contains(&self.tool.as_str());
        self.patterns.iter().find(|pattern| may_be && pattern.pattern.starts_with("kind:"))
    }

    /// Returns whether the prompt is in the owner's chat and the request came from another chat.
    pub fn is_decided_elsewhere(&self) -> bool {
        let own_chat = self.requester_role == Role::Owner && self.chat_kind == ChatKind::Direct;
        self.decider == Decider::Owner && !own_chat
    }

    /// Returns the kind of the prompt's chat.
    pub fn prompt_kind(&self) -> ChatKind {
        if self.decider == Decider::Owner { ChatKind::Direct } else { self.chat_kind }
    }
}

/// A new approval.
pub struct New<'a> {
    pub call_id: &'a CallId,
    pub call: &'a ToolCall,
    pub turn: &'a TurnId,
    pub session: &'a Session,
    pub outbox_id: i64,
    /// The prompt's token, the same for all of its calls.
    pub prompt: &'a str,
    pub summary: &'a str,
    pub preview: &'a str,
    pub reason: &'a str,
    pub patterns: &'a [Pattern],
    pub decider: Decider,
    pub untrusted: &'a Sources,
    pub basis: Option<&'a str>,
    /// The form of the answer, if the call asks a question. A message of the session's person in its chat answers too.
    pub question: Option<&'a Form>,
    pub expires_at: Timestamp,
    pub remind_at: Timestamp,
}

/// Stores an approval, and returns the id that its buttons carry.
pub async fn insert(tx: &Tx, new: &New<'_>, now: Timestamp) -> Result<String> {
    let id = ids::token();
    tx.execute(
        "INSERT INTO approvals (approval_id, call_id, turn_id, session_id, requester, outbox_id, tool, arguments,
             arguments_hash, summary, preview, reason, patterns, decider, untrusted, state, created_at, expires_at,
             remind_at, prompt, private, basis, question, why_from, why_chat, reviewed)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, 'pending', ?16, ?17, ?18, ?19, ?20,
             ?21, ?22, ?23, ?24, ?25)",
        params![
            id.as_str(),
            new.call_id,
            new.turn,
            &new.session.session_id,
            &new.session.user_id,
            new.outbox_id,
            new.call.name.as_str(),
            new.call.arguments.as_str(),
            ids::sha256(&new.call.arguments),
            new.summary,
            new.preview,
            new.reason,
            serde_json::to_string(new.patterns)?,
            decider_text(new.decider),
            new.untrusted,
            now,
            new.expires_at,
            new.remind_at,
            new.prompt,
            new.decider == Decider::OnlyRequester,
            new.basis,
            new.question.map(serde_json::to_string).transpose()?,
            new.question.map(|_| new.session.user_id.as_str()),
            new.question.map(|_| new.session.chat().to_string()),
            new.decider == Decider::Reviewer
        ],
    )
    .await?;
    tx.wake(Wake::Counted(Counted::Approvals("asked", 1)));
    Ok(id)
}

/// Selects approvals with their requester, decider and chat.
macro_rules! select {
    ($rest:literal) => {
        concat!(
            "SELECT a.*, CASE WHEN a.private THEN 'only_requester' WHEN a.reviewed THEN 'reviewer' ELSE a.decider END
                     AS who_decides,
                 CASE WHEN a.reviewed THEN (SELECT v.people FROM site_deciders v
                                            WHERE v.channel = s.channel AND v.chat = s.chat) END AS reviewers,
                 r.person AS requester_person, r.name AS requester_name, r.role AS requester_role,
                 d.name AS decided_by_name, s.channel AS channel, s.chat AS chat, s.chat_kind AS chat_kind
             FROM approvals a JOIN people r ON r.user_id = a.requester JOIN sessions s ON s.session_id = a.session_id
             LEFT JOIN users d ON d.user_id = a.decided_by ",
            $rest
        )
    };
}

use select;

/// Returns the approval that a button refers to.
pub async fn get(tx: &Tx, id: &str) -> Result<Option<Approval>> {
    tx.first(select!("WHERE a.approval_id = ?1"), [id]).await
}

/// Returns the approval of a call; `None` if the call never needed one.
pub async fn of_call(tx: &Tx, call: &CallId) -> Result<Option<Approval>> {
    tx.first(select!("WHERE a.call_id = ?1"), params![call]).await
}

/// Returns up to `limit` pending approvals that concern this person, oldest first: the approvals of their own calls,
/// and for the owner also the approvals that only the owner can decide.
pub async fn pending_for(tx: &Tx, user: &User, now: Timestamp, limit: i64) -> Result<Vec<Approval>> {
    tx.all(
        select!(
            "WHERE a.state = 'pending' AND a.expires_at > ?3
                 AND (r.person = ?1 OR (a.decider = 'owner' AND ?2))
             ORDER BY a.created_at, a.call_id LIMIT ?4
             -- sort: what waits for a decision expires, so it is little"
        ),
        params![&user.person, user.role == Role::Owner, now, limit],
    )
    .await
}

/// A decision to record.
#[derive(Clone, Copy, Debug)]
pub struct Decision<'a> {
    pub state: State,
    pub scope: Option<Scope>,
    pub allowed: Option<&'a str>,
    pub why: Option<&'a str>,
    /// `None` if no person decided.
    pub by: Option<&'a UserId>,
}

impl Decision<'_> {
    /// Returns an end without a decider, such as expiry.
    pub fn without_decider(state: State) -> Self {
        Self { state, scope: None, allowed: None, why: None, by: None }
    }
}

/// Decides a pending approval. Returns false if it was not pending, or had expired.
pub async fn decide(tx: &Tx, id: &str, decision: Decision<'_>, now: Timestamp) -> Result<bool> {
    let changed = tx
        .execute(
            "UPDATE approvals SET state = ?2, scope = ?3, allowed = ?4, why = ?5, decided_by = ?6, decided_at = ?7
             WHERE approval_id = ?1 AND state = 'pending' AND (expires_at > ?7 OR ?2 IN ('expired', 'cancelled'))",
            params![
                id,
                decision.state.text(),
                decision.scope.map(Scope::text),
                decision.allowed,
                decision.why,
                decision.by.map(UserId::as_str),
                now
            ],
        )
        .await?;
    tx.wake(Wake::Counted(Counted::Approvals(decision.state.text(), changed)));
    Ok(changed == 1)
}

/// Returns the approvals of a turn whose calls have not run: the pending ones, and the decided ones that were not acted
/// on.
pub async fn open_of_turn(tx: &Tx, turn: &TurnId) -> Result<Vec<Approval>> {
    tx.all(
        select!(
            "JOIN tool_calls c ON c.call_id = a.call_id
             WHERE a.turn_id = ?1 AND c.state IN ('asking', 'ready') ORDER BY c.ordinal"
        ),
        params![turn],
    )
    .await
}

/// Withdraws an approval, decided or not.
pub async fn cancel(tx: &Tx, id: &str, now: Timestamp) -> Result<()> {
    tx.execute(
        "UPDATE approvals SET state = 'cancelled', decided_at = ?2 WHERE approval_id = ?1",
        params![id, now],
    )
    .await
    .map(drop)
}

/// Returns the expired pending approvals of a turn, in the order of their expiry.
pub async fn overdue(tx: &Tx, turn: &TurnId, now: Timestamp) -> Result<Vec<Approval>> {
    tx.all(
        select!(
            "WHERE a.turn_id = ?1 AND a.state = 'pending' AND a.expires_at <= ?2 ORDER BY a.expires_at, a.call_id"
        ),
        params![turn, now],
    )
    .await
}

/// Expires the pending approvals of a turn without reading them.
pub async fn expire_unread(tx: &Tx, turn: &TurnId, now: Timestamp) -> Result<()> {
    let expired = tx.execute(
        "UPDATE approvals SET state = 'expired', decided_at = ?2 WHERE turn_id = ?1 AND state = 'pending'",
        params![turn, now],
    )
    .await?;
    tx.wake(Wake::Counted(Counted::Approvals(State::Expired.text(), expired)));
    Ok(())
}

fn decider_text(decider: Decider) -> &'static str {
    match decider {
        // The columns `private` and `reviewed` distinguish these.
        Decider::Requester | Decider::OnlyRequester | Decider::Reviewer => "requester",
        Decider::Owner => "owner",
    }
}
