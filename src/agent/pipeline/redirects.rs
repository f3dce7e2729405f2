//! Which redirects a call may follow: those to addresses that the call could fetch directly without an approval.

use std::sync::Arc;

use adjutant_domain::{
    origin::Sources,
    policy::{Effect, Place},
    web,
};
use adjutant_tools::kit::{ArgumentKind, Context, Entry, Redirects, ToolError};
use async_trait::async_trait;
use serde_json::Value;
use url::Url;

use super::{Call, Stage, approval, security};
use crate::{approvals::policy, core::Core};

/// The parts of a running call that decide about its redirects.
pub(super) struct FromCall {
    pub(super) core: Arc<Core>,
    pub(super) context: Context,
    pub(super) tool: Arc<Entry>,
    pub(super) arguments: Value,
    pub(super) place: Place,
    pub(super) untrusted: Sources,
    /// The effect of the policy on the call.
    pub(super) effect: Effect,
}

#[async_trait]
impl Redirects for FromCall {
    async fn may_follow(&self, from: &Url, to: &Url) -> bool {
        self.evaluate(from, to).await.unwrap_or_else(|error| {
            tracing::debug!(error = format!("{error:#}"), "redirect refused");
            false
        })
    }
}

impl FromCall {
    /// Passes the same call with the other address through the steps of the pipeline. A redirect within a server needs
    /// no permission of its own, unless stricter rules hold for the new address.
    async fn evaluate(&self, from: &Url, to: &Url) -> Result<bool, ToolError> {
        let (core, tool) = (&self.core, &self.tool);
        let mut arguments = self.arguments.clone();
        tool.arguments.change(ArgumentKind::Url, &mut arguments, &mut |url| to.as_str().clone_into(url));
        security::check(tool, &self.context, &arguments).await?;
        let requirement = tool.requirement(&self.context, &arguments).await?;
        let judged = (&arguments, &requirement);
        let judgement = policy::judge(&core.config.tools.rules, self.place, tool, judged, &self.untrusted);
        if web::stays_at_server(from, to) && judgement.effect <= self.effect {
            return Ok(true);
        }
        let context = Context { approved: false, basis: None, answer: None, ..self.context.clone() };
        let written = arguments.to_string();
        let call = Call {
            tool,
            arguments: &written,
            parsed: &arguments,
            requirement,
            judgement,
            untrusted: &self.untrusted,
            earlier: Sources::OWN,
        };
        Ok(approval(core, &context, call, Stage::Run).await?.is_none())
    }
}
