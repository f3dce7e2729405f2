//! Records trace spans after the fact, once a turn is over: the whole turn, and its phases.

use std::sync::Arc;

use adjutant_domain::{ids::TurnId, timestamp::Timestamp};
use adjutant_store::{
    sessions::Session,
    turns::trace::{self, Course},
};
use tracing::{Level, field::display};

use crate::core::Core;

/// The target by which tracing recognises such spans.
const PAST: &str = "adjutant::past";

/// Records the spans of an ended turn, if traces are recorded. A specialist's turn is a part of another turn's trace.
pub(super) async fn record(core: &Arc<Core>, session: &Session, turn: &TurnId) {
    if session.agent.is_some() || !tracing::span_enabled!(target: PAST, Level::TRACE) {
        return;
    }
    let id = turn.clone();
    match core.db.read(async move |tx| trace::course(tx, &id).await).await {
        Ok(Some(course)) => spans(session, turn, course),
        Ok(None) => {}
        Err(error) => tracing::debug!(error = format!("{error:#}"), "cannot look up how a turn went"),
    }
}

fn spans(session: &Session, turn: &TurnId, course: Course) {
    let Some(finished_at) = course.finished_at.filter(|_| course.state.is_final()) else { return };
    let (run, started_at) = (session.scheduled_by().map(display), course.started_at);
    // The platform's clock may be ahead.
    let received_at = course.received_at.unwrap_or(started_at).min(started_at);
    let sent_at = course.sent_at.unwrap_or(received_at).min(received_at);
    macro_rules! record {
        ($name:literal, $began:expr, $ended:expr $(, $field:ident = $value:expr)*) => {{
            let (began, ended): (Timestamp, Timestamp) = ($began, $ended);
            let (began, ended) = (began.as_millis(), ended.as_millis());
            // The span has its times as fields, so it is closed at once.
            drop(tracing::trace_span!(
                target: PAST, parent: None, $name, turn = %turn, run = run.clone(), began, ended $(, $field = $value)*
            ));
        }};
    }
    let (channel, end) = (session.chat().channel, course.state.text());
    record!("whole_turn", sent_at, finished_at, channel = channel.as_str(), end = end);
    record!("accept", sent_at, received_at);
    record!("queue", received_at, started_at);
}
