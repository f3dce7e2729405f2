//! A client's call: passes it to the gateway, and follows it until it has its result.

use std::{
    collections::VecDeque,
    future,
    sync::{Mutex, PoisonError},
    time::Duration,
};

use adjutant_domain::{
    ids::{CallId, SessionId},
    timestamp::Timestamp,
    tools::ToolCall,
};
use adjutant_store::{
    db::Scope,
    mcp_clients::{self, Progress},
    process, turns,
};
use adjutant_texts::clients as texts;
use anyhow::Result;
use rmcp::{
    RoleServer,
    model::{CallToolRequestParams, CallToolResult, ContentBlock, ProgressNotificationParam},
    service::RequestContext,
};
use tokio::sync::{Semaphore, SemaphorePermit, watch};

use super::{Connection, Line, Server};
use crate::approvals;

/// The most calls that a client may make within [`WINDOW`].
const CALLS: usize = 120;
/// The time in which the calls of a client are counted.
const WINDOW: Duration = Duration::from_mins(1);
/// The most calls of a client that run at once.
const AT_ONCE: usize = 8;
/// The most calls of a client that wait for their turn.
const WAITING: usize = 64;
/// The longest arguments, in bytes.
const ARGUMENTS: usize = 512 * 1024;
/// The pause before the first read of a call's state; it doubles with each further read.
const FIRST_GLANCE: Duration = Duration::from_millis(3);
/// The longest pause between two reads of a call's state.
const GLANCE: Duration = Duration::from_millis(50);
/// The pause between two reads while the person has to decide.
const PATIENT_GLANCE: Duration = Duration::from_millis(500);
/// How often a client is told that its call still waits.
const HEARTBEAT: Duration = Duration::from_secs(10);
/// How long a call waits for its person. The prompt could wait longer, so it is withdrawn then.
const WAIT: Duration = Duration::from_hours(1);

/// Why a call has no result, in words for the caller.
pub(super) struct Refused(pub(super) String);

impl Refused {
    pub(super) fn of(why: &str) -> Self {
        Self(why.to_owned())
    }

    /// Logs an internal error, and returns a refusal without its details.
    pub(super) fn internal(error: &anyhow::Error) -> Self {
        tracing::error!(error = format!("{error:#}"), "cannot serve the MCP client");
        Self::of(texts::internal_error())
    }
}

/// The calls of a connection.
pub(super) struct Calls {
    /// The times of the last [`CALLS`] calls.
    made: Mutex<VecDeque<Timestamp>>,
    places: Semaphore,
    /// The places of all calls, whether they run or wait.
    known: Semaphore,
}

impl Default for Calls {
    fn default() -> Self {
        let (places, known) = (Semaphore::new(AT_ONCE), Semaphore::new(AT_ONCE + WAITING));
        Self { made: Mutex::default(), places, known }
    }
}

/// The place of a call that runs.
type Place<'a> = (SemaphorePermit<'a>, SemaphorePermit<'a>);

impl Calls {
    /// Waits until a call may run. Returns `None` if too many wait already.
    async fn place(&self) -> Option<Place<'_>> {
        let known = self.known.try_acquire().ok()?;
        Some((self.places.acquire().await.ok()?, known))
    }

    /// Counts a call. Returns false if there were too many recently.
    fn count(&self, now: Timestamp) -> bool {
        let mut made = self.made.lock().unwrap_or_else(PoisonError::into_inner);
        if made.len() == CALLS && made.front().is_some_and(|first| now < *first + WINDOW) {
            return false;
        }
        made.push_back(now);
        if made.len() > CALLS {
            made.pop_front();
        }
        true
    }
}

impl Server {
    /// Makes a call, and returns its result once it has one.
    pub(super) async fn call(
        &self,
        request: CallToolRequestParams,
        context: &RequestContext<RoleServer>,
    ) -> Result<CallToolResult, Refused> {
        let (line, now) = (self.line(context)?, self.parts.clock.timestamp());
        let _at_work = line.at_work.token();
        let place = tokio::select! {
            () = context.ct.cancelled() => return Err(Refused::of(texts::ended())),
            () = line.gone.cancelled() => return Err(Refused::of(texts::gateway_ends())),
            place = line.calls.place() => place,
        };
        let Some(_place) = place else { return Err(Refused(texts::too_many_at_once(AT_ONCE + WAITING))) };
        if !line.calls.count(now) {
            return Err(Refused(texts::too_many_calls(CALLS)));
        }
        let arguments = serde_json::Value::Object(request.arguments.unwrap_or_default()).to_string();
        if arguments.len() > ARGUMENTS {
            return Err(Refused(texts::arguments_too_long(ARGUMENTS)));
        }
        let is_elsewhere = self.parts.changes.is_none();
        if is_elsewhere && !process::any_runs(self.parts.config.database.url.as_path()) {
            return Err(Refused::of(texts::gateway_is_away()));
        }
        let Connection { session, .. } = self.connection(&line).await?;
        let id = CallId::generate();
        let call = ToolCall { id: id.0.clone(), name: request.name.into_owned(), arguments };
        let own = session.session_id.clone();
        self.parts
            .db
            .write(Scope::Session(own.clone()), async move |tx| mcp_clients::ask(tx, &own, &call, now).await)
            .await
            .map_err(|error| Refused::internal(&error))?;
        self.follow(&id, &session.session_id, &line, context).await
    }

    /// Follows a call until it has its result, or nobody waits for the result any more.
    async fn follow(
        &self,
        id: &CallId,
        session: &SessionId,
        line: &Line,
        context: &RequestContext<RoleServer>,
    ) -> Result<CallToolResult, Refused> {
        let begun = self.parts.clock.monotonic();
        let (mut heard, mut glance) = (begun, FIRST_GLANCE);
        let mut changes = self.parts.changes.clone();
        loop {
            if let Some(changes) = &mut changes {
                // Later changes are read again.
                changes.mark_unchanged();
            }
            let read = id.clone();
            let progress = self.parts.db.read(async move |tx| mcp_clients::progress(tx, &read).await).await;
            glance = (glance * 2).min(GLANCE);
            let pause = match progress.map_err(|error| Refused::internal(&error))? {
                Progress::Done { result, failed } => {
                    let content = vec![ContentBlock::text(result)];
                    let kind = if failed { CallToolResult::error } else { CallToolResult::success };
                    return Ok(kind(content));
                }
                Progress::Ended => return Err(Refused::of(texts::ended())),
                Progress::Queued | Progress::AtWork(_) => glance,
                Progress::Asking(_) => PATIENT_GLANCE,
            };
            let waited = self.parts.clock.monotonic() - begun;
            if pause == PATIENT_GLANCE && (heard == begun || begun + waited > heard + HEARTBEAT) {
                heard = self.parts.clock.monotonic();
                self.tell(waited, context).await;
            }
            let left = tokio::select! {
                () = context.ct.cancelled() => Some(texts::nobody_decided()),
                () = line.gone.cancelled() => Some(texts::gateway_ends()),
                () = changed(changes.as_mut()) => None,
                () = self.parts.clock.sleep(pause) => (waited > WAIT).then(texts::nobody_decided),
            };
            if let Some(why) = left {
                let ended = self.withdraw(id, session).await.map_err(|error| Refused::internal(&error))?;
                return match ended {
                    // The call ended just now.
                    Progress::Done { result, failed: false } => {
                        Ok(CallToolResult::success(vec![ContentBlock::text(result)]))
                    }
                    _ => Err(Refused::of(why)),
                };
            }
        }
    }

    /// Tells the client that its call waits for a person, if the client wants progress notifications.
    async fn tell(&self, waited: Duration, context: &RequestContext<RoleServer>) {
        let Some(token) = context.meta.get_progress_token() else { return };
        let progress =
            ProgressNotificationParam::new(token, waited.as_secs_f64()).with_message(texts::waits());
        if let Err(error) = context.peer.notify_progress(progress).await {
            tracing::debug!(%error, "cannot tell the MCP client about a call");
        }
    }

    /// Withdraws a call that nobody waits for, and returns its last state. A running call is stopped.
    async fn withdraw(&self, id: &CallId, session: &SessionId) -> Result<Progress> {
        let (id, session, now) = (id.clone(), session.clone(), self.parts.clock.timestamp());
        self.parts
            .db
            .write(Scope::Session(session.clone()), async move |tx| {
                mcp_clients::drop_call(tx, &id).await?;
                match mcp_clients::progress(tx, &id).await? {
                    Progress::Asking(turn) => approvals::withdraw_waiting(tx, &turn, now).await?,
                    Progress::AtWork(_) => drop(turns::request_cancel(tx, &session).await?),
                    Progress::Queued | Progress::Done { .. } | Progress::Ended => {}
                }
                mcp_clients::progress(tx, &id).await
            })
            .await
    }
}

/// Waits until some call makes progress, if this process is notified of that.
async fn changed(changes: Option<&mut watch::Receiver<()>>) {
    let is_heard = match changes {
        Some(changes) => changes.changed().await.is_ok(),
        None => false,
    };
    if !is_heard {
        future::pending::<()>().await;
    }
}

#[cfg(test)]
mod tests {
    use futures::FutureExt as _;

    use super::*;

    #[tokio::test]
    async fn a_call_too_many_waits_and_only_far_more_are_refused() {
        let calls = Calls::default();
        let mut running: Vec<_> = (0..AT_ONCE).map(|_| calls.place().now_or_never()).collect();
        assert!(running.iter().all(|place| matches!(place, Some(Some(_)))), "they run");
        let mut next = Box::pin(calls.place());
        assert!((&mut next).now_or_never().is_none(), "it waits");
        let mut waiting: Vec<_> = (1..WAITING).map(|_| Box::pin(calls.place())).collect();
        assert!(waiting.iter_mut().all(|place| place.now_or_never().is_none()));
        assert!(matches!(calls.place().now_or_never(), Some(None)), "it is refused");
        drop(running.pop());
        assert!(matches!(next.now_or_never(), Some(Some(_))), "it is its turn");
    }
}
