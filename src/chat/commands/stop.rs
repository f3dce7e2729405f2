//! `/stop`: stops everything that runs or waits in this conversation.

use adjutant_domain::{text::join, wake::Wake};
use adjutant_store::{db::Tx, inbox, runs, sessions::Session, turns};
use adjutant_texts::commands as texts;
use anyhow::Result;

use crate::{agent::compact::manual, approvals, chat::request::Request, scheduler::manual as manual_runs};

pub(super) async fn run(request: &Request<'_>) -> Result<()> {
    let &Request { tx, ref session, now, .. } = request;
    let running = end_running(tx, session).await?;
    let dropped = inbox::cancel_waiting(tx, &session.session_id).await?;
    if dropped > 0 {
        // The session may be transcribing one of them.
        tx.wake(Wake::Session(session.session_id.clone()));
    }
    let compactions = manual::withdraw(tx, &session.session_id).await?;
    let withdrawn = approvals::withdraw(tx, &session.session_id, now).await?;
    let runs = runs::unfinished_of_session(tx, session).await?;
    let of_runs = manual_runs::stop(tx, &runs, now).await?;
    let stopped = running || withdrawn.specialists > 0 || compactions > 0;
    let asked = (withdrawn.approvals + of_runs.approvals, withdrawn.questions + of_runs.questions);
    let receipts = join(&withdrawn.receipts, &of_runs.receipts);
    request.answer(join(&texts::stopped(stopped, runs.len(), dropped, asked), &receipts)).await
}

/// Stops the turn that is running in a conversation. Returns false if none is.
pub(super) async fn end_running(tx: &Tx, session: &Session) -> Result<bool> {
    let running = turns::request_cancel(tx, &session.session_id).await?;
    if let Some(turn) = &running {
        tx.wake(Wake::Stop(session.session_id.clone(), turn.clone()));
    }
    Ok(running.is_some())
}
