//! Calls of MCP clients. A client's connection has a session of its own, in which each call is a turn without a model:
//! the client requests one call and gets its result. So the call passes the same pipeline as a model's call, its
//! approval prompt goes to the person's chat, and it survives a crash. A client's input counts as other people's words,
//! because any program that has the token may have sent it.

use std::{slice, sync::Arc};

use adjutant_domain::{
    ids::{CallId, SessionId, TurnId},
    policy::Effect,
    timestamp::Timestamp,
    tools::{ErrorCode, Tier, ToolCall},
    wake::Wake,
};
use adjutant_store::{
    approvals as approval_rows, calls as call_rows,
    db::Tx,
    inbox,
    mcp_clients::{self, Client},
    outbox as rows, people,
    sessions::Session,
    turns::{self, Entry},
};
use adjutant_texts::{self as all_texts, clients as texts};
use adjutant_tools::{kit, outputs::OUTPUTS};
use anyhow::{Context as _, Result};

use super::{
    calls,
    limits::{self, Used},
    reply::End,
    turn::{self, Job},
};
use crate::{
    approvals::{self, policy::Judgement},
    core::Core,
    outbox::{self, Address, Slot},
    runs::finish::FailureKind,
};

/// The toolsets that clients may use: those for what the person has asked the bot to keep.
const TOOLSETS: [&str; 4] = ["memory", "schedules", "files", OUTPUTS];
/// Tools in these toolsets that need a chat, which a client does not have.
const IN_CHAT: [&str; 3] = ["attachment_save", "send_media", "notify"];

/// The path that clients connect to over HTTP.
pub(crate) const PATH: &str = "/mcp";

/// Returns the URL that clients connect to over HTTP; `None` if the server is off.
pub(crate) fn address(core: &Core) -> Option<String> {
    core.config.mcp_server.enabled.then(|| format!("{}{}", core.addresses.mcp.url(), &PATH[1..]))
}

/// Returns whether clients may use a tool.
pub fn may_use(tool: &kit::Entry) -> bool {
    TOOLSETS.contains(&&*tool.toolset) && !IN_CHAT.contains(&tool.name())
}

/// Opens the turn of a client's call. Returns `None` if the client was removed meanwhile.
pub(super) async fn begin(
    tx: &Tx,
    row: &inbox::Waiting,
    session: &Session,
    now: Timestamp,
) -> Result<Option<TurnId>> {
    let Some(name) = &session.client_name else {
        inbox::discard(tx, row.inbox_id).await?;
        return Ok(None);
    };
    let call: ToolCall = row.body()?;
    let turn = turns::open(tx, &session.session_id, None, now).await?.turn_id;
    inbox::take(tx, row.inbox_id, &turn).await?;
    // Stored as a note, because nobody said it.
    let source = texts::source(name).into();
    turns::append_note(tx, &turn, &serde_json::to_string(&call)?, &source, now).await?;
    Ok(Some(turn))
}

/// Checks and stores the call of a client's turn, at the point where another turn requests a response of its model.
/// Returns how the turn ends, if the call is done.
pub(super) async fn next(core: &Arc<Core>, job: &mut Job) -> Result<Option<End>> {
    let call: ToolCall = match job.turn.entries.last() {
        Some(Entry::Note { text, .. }) => serde_json::from_str(text).context("a client's call")?,
        _ => return Ok(Some(End::Called)),
    };
    turn::restore_state(core, job).await?;
    let checked = match limits::day_used_up(core, job).await? {
        Some(measure) => {
            calls::refused(core, call, (ErrorCode::Unavailable, &all_texts::usage::day_used_up(measure)))
        }
        None => calls::check_one(core, job, CallId(call.id.clone()), call).await,
    };
    let refused = calls::store(core, job, String::new(), vec![checked], Used::default()).await?;
    turn::reload(core, job).await?;
    Ok(refused.map(|why| End::Failed(why.to_owned(), FailureKind::Permanent)))
}

/// Returns the policy's judgement on a call, made stricter for a client: its changes always need an approval.
pub(super) fn stricter(session: &Session, tool: &kit::Entry, judgement: Judgement) -> Judgement {
    let is_change = session.client.is_some() && tool.definition.tier != Tier::ReadOnly;
    match is_change && judgement.effect < Effect::Ask {
        true => Judgement { effect: Effect::Ask, reason: texts::always_asks().to_owned() },
        false => judgement,
    }
}

/// Reports in the chat what a call has changed, or failed to change although the person approved it.
pub(super) async fn report(tx: &Tx, core: &Core, job: &Job, now: Timestamp) -> Result<()> {
    tx.wake(Wake::Clients);
    let Some(name) = &job.session.client_name else { return Ok(()) };
    let turn = &job.turn.head.turn_id;
    let titles = call_rows::titles(tx, slice::from_ref(turn)).await?;
    for call in call_rows::of_turn(tx, turn).await? {
        if job.offered.is_read_only(&call.tool) {
            continue;
        }
        let failed = call.has_failed();
        let approval = approval_rows::of_call(tx, &call.call_id).await?;
        if failed && !approval.is_some_and(|it| it.state == approval_rows::State::Approved) {
            continue;
        }
        let title = titles.get(&call.call_id).map(String::as_str).unwrap_or_default();
        let source = turn.into();
        let slot = Slot { source: &source, segment: job.turn.head.segment };
        let to = Address::new(job.session.chat(), job.session.chat_kind);
        let said = texts::outcome(name, failed, title);
        outbox::post_text(tx, &core.channels, slot, &to, &said, now).await?;
    }
    Ok(())
}

/// Removes a client and ends its calls.
pub(crate) async fn remove(tx: &Tx, client: &Client, now: Timestamp) -> Result<()> {
    hide_token(tx, client).await?;
    for session in mcp_clients::at_work(tx, &client.client_id).await? {
        end_calls(tx, &session, now).await?;
    }
    mcp_clients::delete(tx, &client.user_id, &client.client_id).await.map(drop)
}

/// Ends the calls of a connection whose client no longer waits for them.
pub(crate) async fn end_calls(tx: &Tx, session: &SessionId, now: Timestamp) -> Result<()> {
    inbox::drop_goal(tx, session).await?;
    if let Some(running) = turns::request_cancel(tx, session).await? {
        tx.wake(Wake::Stop(session.clone(), running));
    }
    for turn in turns::suspended(tx, session).await? {
        approvals::withdraw_waiting(tx, &turn, now).await?;
    }
    Ok(())
}

/// Removes a client's token from the message that shows it.
pub(crate) async fn hide_token(tx: &Tx, client: &Client) -> Result<()> {
    let Some(source) = mcp_clients::take_shown(tx, &client.client_id).await? else { return Ok(()) };
    let language = people::language(tx, &client.user_id).await?;
    let removed = language.scope_sync(|| texts::token_removed(&client.name));
    for row in rows::of_source(tx, &source).await? {
        rows::update_content(tx, row.outbox_id, &removed).await?;
    }
    Ok(())
}

/// Removes unused expired tokens from the messages that show them.
pub(crate) async fn hide_expired(tx: &Tx, now: Timestamp) -> Result<()> {
    for client in mcp_clients::expired(tx, now).await? {
        hide_token(tx, &client).await?;
    }
    Ok(())
}
