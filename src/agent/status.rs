//! The status line: shows in place of the answer what a slow tool is doing, until the tool is done.

use std::sync::{Arc, Mutex, PoisonError};

use adjutant_domain::{language::Language, redact::Filter, text::join};
use adjutant_texts as texts;
use adjutant_tools::kit::Progress;
use anyhow::Result;

use super::{draft::Draft, pipeline::Done, reply, turn::Job};
use crate::core::Core;

/// The status line of calls that run together.
pub(super) struct Status(Option<Line>);

#[derive(Clone)]
struct Line {
    /// Taken when the calls are done, so that a tool's later reports are not shown.
    draft: Arc<Mutex<Option<Draft>>>,
    /// The text above the line.
    above: String,
    /// The secrets that the line must not show.
    secrets: Filter,
}

impl Status {
    /// Creates a status line that shows nothing yet.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub(super) async fn begin(core: &Arc<Core>, job: &Job) -> Result<Self> {
        let to = job.address();
        if !job.is_shown() || !core.delivers(&to.chat.channel) {
            return Ok(Self(None));
        }
        let secrets = core.secrets_of(&job.user.user_id).await?;
        let segment = job.turn.head.segment;
        let source = ((&job.turn.head.turn_id).into(), segment);
        // Each line is redacted before.
        let draft = Draft::begin(core, source, to, None);
        let above = job.prefixed(reply::visible(&job.turn.entries, segment));
        Ok(Self(Some(Line { draft: Arc::new(Mutex::new(Some(draft))), above, secrets })))
    }

    /// Returns the progress reporter for one call.
    pub(super) fn progress(&self) -> Progress {
        match &self.0 {
            Some(line) => {
                // A tool may report from any task.
                let (line, language) = (line.clone(), Language::current());
                let said = move |title: &str, secrets: &Filter| {
                    language.scope_sync(|| texts::working_on(&secrets.redact(title)))
                };
                Progress::on(Arc::new(move |title| line.show(&said(title, &line.secrets))))
            }
            None => Progress::default(),
        }
    }

    /// Shows what a call has done while others still run.
    pub(super) fn finished(&self, done: &Done) {
        if done.error_code.is_none() && !done.title.is_empty() {
            self.0.iter().for_each(|line| line.show(&texts::done_meanwhile(&done.title)));
        }
    }

    /// Removes the line. No request of its draft is in flight after this returns.
    pub(super) async fn end(self) {
        let Some(Line { draft, above, .. }) = self.0 else { return };
        let draft = draft.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(draft) = draft {
            let rest = if above.trim().is_empty() { texts::still_working().to_owned() } else { above };
            draft.end_with(rest).await;
        }
    }
}

impl Line {
    fn show(&self, said: &str) {
        if let Some(draft) = &*self.draft.lock().unwrap_or_else(PoisonError::into_inner) {
            draft.show(join(&self.above, said));
        }
    }
}
