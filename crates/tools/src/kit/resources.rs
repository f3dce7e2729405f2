//! The resources of a turn that a long call may use.

use std::{sync::Arc, time::Duration};

use adjutant_domain::picture::Picture;
use adjutant_provider::{ModelReply, ModelRequest};
use async_trait::async_trait;
use url::Url;

use super::ToolError;

/// What a call may use beyond its arguments, within the rules and the budget of its turn: the model, pages that it
/// finds while it runs, and time.
#[async_trait]
pub trait Resources: Send + Sync {
    /// Returns the model's reply to a request, which counts in the budget of the turn.
    ///
    /// # Errors
    /// Returns an error for the model that says why there is no reply: the budget is used up, or the provider failed.
    async fn ask(&self, request: &ModelRequest) -> Result<ModelReply, ToolError>;

    /// Returns the answer of a model with vision about a picture; `None` if the calling model has vision itself.
    ///
    /// # Errors
    /// Returns an error for the model that says why there is no answer: no model here has vision, the budget is used
    /// up, or the provider failed.
    async fn see(&self, picture: &Arc<Picture>, question: &str) -> Result<Option<String>, ToolError>;

    /// Returns whether the rules let the call read a page as `web_fetch` would, provided that a person has approved the
    /// call.
    async fn may_read(&self, page: &Url) -> bool;

    /// Returns how long the call may still work; the rest of the turn's time is left for the answer.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    async fn time_left(&self) -> Result<Duration, ToolError>;
}

/// Refuses everything: for a call that is only checked.
pub struct NoResources;

#[async_trait]
impl Resources for NoResources {
    async fn ask(&self, _: &ModelRequest) -> Result<ModelReply, ToolError> {
        Err(ToolError::unavailable("the model cannot be asked here"))
    }

    async fn see(&self, _: &Arc<Picture>, _: &str) -> Result<Option<String>, ToolError> {
        Err(ToolError::unavailable("no model can be asked here"))
    }

    async fn may_read(&self, _: &Url) -> bool {
        false
    }

    async fn time_left(&self) -> Result<Duration, ToolError> {
        Ok(Duration::ZERO)
    }
}
