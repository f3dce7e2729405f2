//! The turn's resources that a call may use: the model and pages, within the turn's budget and the rules.

use std::{future, sync::Arc, time::Duration};

use adjutant_domain::{picture::Picture, policy::Effect};
use adjutant_provider::{ModelReply, ModelRequest};
use adjutant_store::db::Scope;
use adjutant_texts as texts;
use adjutant_tools::{
    kit::{Context, Resources, ToolError},
    web::fetch_tool,
};
use anyhow::Result;
use async_trait::async_trait;
use serde_json::json;
use url::Url;

use super::{place, security};
use crate::{
    agent::{
        choice::{self, Task},
        limits::{self, Used},
        model::{self, Failure},
        pictures, reply, retry,
        turn::{self, Job},
        unseen,
    },
    approvals::policy,
    core::Core,
};

/// The share of the remaining time that a call may take; the rest is for the answer.
const SHARE: (u32, u32) = (4, 5);

/// A running call and its turn.
pub(super) struct OfTurn {
    pub(super) core: Arc<Core>,
    pub(super) job: Job,
    pub(super) context: Context,
}

const TIME_IS_UP: &str = "the time for it was up";

/// Returns the model's answer, if it comes within the time left. Never returns if the request was stopped: the call
/// itself is then stopped too, or runs again after the next start.
async fn answered<T>(
    time_left: Duration,
    asked: impl Future<Output = Result<Result<T, Failure>>>,
) -> Result<T, ToolError> {
    let Ok(answer) = tokio::time::timeout(time_left, asked).await else {
        return Err(ToolError::unavailable(TIME_IS_UP));
    };
    Err(ToolError::unavailable(match answer? {
        Ok(answer) => return Ok(answer),
        Err(Failure::Stopped) => future::pending().await,
        Err(Failure::TimeUp) => TIME_IS_UP.to_owned(),
        Err(Failure::Over(over)) => texts::usage::not_asked(over),
        Err(Failure::Model(error)) => error.to_string(),
    }))
}

#[async_trait]
impl Resources for OfTurn {
    async fn ask(&self, request: &ModelRequest) -> Result<ModelReply, ToolError> {
        let (core, job) = (&self.core, self.current().await?);
        let chosen = choice::of(core, &job, Task::Answer);
        let mut request = request.clone();
        let secrets = core.secrets_of(&job.user.user_id).await?;
        unseen::clean_material(&secrets, &mut request);
        let asked = model::respond(core, &job, (chosen, request), &secrets, |_| {});
        let reply = answered(self.time_left().await?, asked).await?;
        self.count(limits::used(chosen, &reply)).await?;
        Ok(reply)
    }

    async fn see(&self, picture: &Arc<Picture>, question: &str) -> Result<Option<String>, ToolError> {
        let (core, job) = (&self.core, &self.job);
        if choice::of(core, job, Task::Answer).provider.sees() {
            return Ok(None);
        }
        let Some(vision) = core.models.vision() else {
            return Err(ToolError::unavailable("no model here sees pictures; tell the person so"));
        };
        let job = self.current().await?;
        let asked = pictures::describe(core, &job, vision, picture, question);
        answered(self.time_left().await?, asked).await.map(Some)
    }

    async fn may_read(&self, page: &Url) -> bool {
        self.judge(page).await.unwrap_or_else(|error| {
            tracing::debug!(error = format!("{error:#}"), "page refused");
            false
        })
    }

    async fn time_left(&self) -> Result<Duration, ToolError> {
        let limits = limits::of(&self.core, &self.job).await?;
        let left = limits::deadline(&self.job, limits) - self.core.clock.now();
        Ok(left.to_std().unwrap_or_default() / SHARE.1 * SHARE.0)
    }
}

impl OfTurn {
    /// Returns the turn with the call's usage so far.
    async fn current(&self) -> Result<Job> {
        let mut job = self.job.clone();
        turn::reload(&self.core, &mut job).await?;
        Ok(job)
    }

    /// Counts the usage of a reply. A tool's question to the model is not a step of the turn.
    async fn count(&self, used: Used) -> Result<()> {
        let (core, job) = (self.core.clone(), self.job.clone());
        retry::write_unsynced(&self.core, Scope::Person(job.user.user_id.clone()), async move |tx| {
            reply::count_beside(tx, &core, &job, &used).await
        })
        .await
    }

    /// Passes the page through the steps of the pipeline as a call of `web_fetch`, if that tool is offered.
    async fn judge(&self, page: &Url) -> Result<bool, ToolError> {
        let Some(tool) = self.context.tools.get(fetch_tool::NAME) else { return Ok(false) };
        let arguments = tool.parse(&json!({ "url": page.as_str() }).to_string())?;
        security::check(tool, &self.context, &arguments).await?;
        let requirement = tool.requirement(&self.context, &arguments).await?;
        let judged = (&arguments, &requirement);
        let rules = &self.core.config.tools.rules;
        let judgement = policy::judge(rules, place(&self.job), tool, judged, &self.context.untrusted);
        Ok(judgement.effect <= Effect::Ask)
    }
}
