//! Specialists and helpers that work for a call: their results, and how they are stopped. Any end of a specialist's
//! turn lets the parent turn continue, in the same transaction.

use adjutant_channel::Content;
use adjutant_domain::{
    ids::{CallId, TurnId},
    origin::Sources,
    outbox_key::OutboxKey,
    timestamp::Timestamp,
    tools::{ErrorCode, HELPER},
    turn::StopReason,
    wake::Wake,
};
use adjutant_store::{
    calls::{self, Finished},
    db::Tx,
    inbox::{self, Decision, InternalOrigin, Kind},
    outbox as rows, people,
    sessions::{self, Session},
    turns,
};
use adjutant_texts::delegation::{self as texts, Progress};
use adjutant_tools::task;
use anyhow::Result;

use super::close;

/// Stops the specialists of a turn that ends early. Returns how many there were.
pub(crate) async fn stop(tx: &Tx, turn: &TurnId, now: Timestamp) -> Result<usize> {
    let at_work = sessions::delegated_sessions_of(tx, turn).await?;
    for session in &at_work {
        let id = &session.session_id;
        fail(tx, session, (ErrorCode::Cancelled, texts::stopped_for(StopReason::Cancelled)), now).await?;
        match turns::request_cancel(tx, id).await? {
            Some(running) => tx.wake(Wake::Stop(id.clone(), running)),
            // Boxed, because `withdraw` calls this function; a specialist has no specialists of its own.
            None => drop(Box::pin(close::withdraw(tx, id, now)).await?),
        }
    }
    Ok(at_work.len())
}

/// Tells the parent turn that the specialist has failed, and why.
pub(crate) async fn fail(
    tx: &Tx,
    session: &Session,
    (code, why): (ErrorCode, &str),
    now: Timestamp,
) -> Result<()> {
    let title = texts::could_not_finish(session.agent.as_deref().unwrap_or_default(), why);
    let text = code.envelope(&title, None);
    let finished = Finished {
        result: &text,
        title: &title,
        error_code: Some(code.as_str()),
        untrusted: &Sources::OWN,
        receipt: None,
    };
    settle(tx, session, finished, Some((code, why)), now).await.map(drop)
}

/// Finishes the call that a session works for, updates the line in the chat, and wakes the parent turn. If the call
/// ended without the session, notifies nobody and returns false.
pub(crate) async fn settle(
    tx: &Tx,
    session: &Session,
    finished: Finished<'_>,
    failure: Option<(ErrorCode, &str)>,
    now: Timestamp,
) -> Result<bool> {
    let (Some(agent), Some(call)) = (&session.agent, &session.parent_call) else { return Ok(false) };
    if calls::is_done(tx, call).await? {
        return Ok(false);
    }
    // The parent's answer shows the specialist's receipts.
    let receipts = calls::receipts(tx, &session.session_id).await?.join("\n");
    let receipt = Some(receipts.as_str()).filter(|receipts| !receipts.is_empty());
    calls::finish(tx, call, Finished { receipt, ..finished }, now).await?;
    let line = async {
        Ok(match agent.as_str() {
            HELPER => line_of_helpers(tx, call).await?,
            _ => (OutboxKey::Delegate(call.clone()), texts::ended(agent, failure)),
        })
    };
    // The owner may have decided, in another language.
    let (source, line) = people::speaking_to(tx, &session.user_id, line).await?;
    for row in rows::of_source(tx, &source).await? {
        rows::update_content(tx, row.outbox_id, &line).await?;
    }
    if let Some(parent) = &session.parent_session {
        let decision = serde_json::to_string(&Decision { delegated: true })?;
        let (origin, turn) = (InternalOrigin::DelegatedResult(call), session.parent_turn.as_ref());
        inbox::queue_internal(tx, origin, parent, Kind::Decision, turn, &decision, now).await?;
        tx.wake(Wake::Session(parent.clone()));
    }
    Ok(true)
}

/// Returns the line about the helpers of the response that a call belongs to, and its outbox key: that of the first
/// helper's call, whichever helper begins first.
pub(crate) async fn line_of_helpers(tx: &Tx, call: &CallId) -> Result<(OutboxKey, Content)> {
    let beside = calls::beside(tx, call).await?;
    let key = OutboxKey::Delegate(beside.first().map_or_else(|| call.clone(), |first| first.call_id.clone()));
    let parts = beside.iter().filter(|it| it.has_begun).filter_map(|it| {
        let task::Arguments { title, .. } = serde_json::from_str(&it.arguments).ok()?;
        Some((title, progress(it)))
    });
    Ok((key, texts::helpers(&parts.collect::<Vec<_>>())))
}

fn progress(call: &calls::Beside) -> Progress {
    match (call.state, call.error_code.as_deref()) {
        (calls::State::Done, None) => Progress::Done,
        (calls::State::Done, Some(code)) if code == ErrorCode::Cancelled.as_str() => Progress::Stopped,
        (calls::State::Done, Some(_)) => Progress::Failed,
        _ => Progress::Working,
    }
}
