//! The tool traits: typed for a tool's author, untyped JSON for the registry.

use adjutant_domain::question::Form;
use async_trait::async_trait;
use schemars::JsonSchema;
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;

use super::{ApprovalRequest, Context, Decider, Definition, Meta, Outcome, ToolError};

/// A tool: its typed arguments and results, its metadata, and its code.
#[async_trait]
pub trait Tool: Send + Sync + 'static {
    /// The arguments. The model is given their schema, and its calls are checked against it.
    type Args: DeserializeOwned + JsonSchema + Send + Sync;
    /// The data of a successful outcome, in addition to its message; an object in JSON.
    type Output: Serialize + JsonSchema + Send;

    const META: Meta;

    /// Returns the description for the model. A tool can build it at run time.
    fn description(&self) -> String {
        Self::META.details.unwrap_or(Self::META.description).to_owned()
    }

    /// Returns exact values for the arguments that depend on the present, such as the time that "in 10 minutes" means.
    /// So the call means the same when it is approved or repeated later.
    async fn exact(&self, _: &Context, _: &Self::Args) -> Result<Changed, ToolError> {
        Ok(Changed::new())
    }

    /// Assesses a call: what it would do, in words for people, and whether it needs approval regardless of the policy.
    async fn requirement(&self, _: &Context, _: &Self::Args) -> Result<CallAssessment, ToolError> {
        Ok(CallAssessment::default())
    }

    /// Runs the call.
    async fn execute(
        &self,
        context: &Context,
        arguments: Self::Args,
    ) -> Result<Outcome<Self::Output>, ToolError>;
}

/// Arguments that change, by name.
pub type Changed = Vec<(&'static str, Value)>;

/// An untyped tool: every [`Tool`] becomes one, and a tool that is only known at run time implements it directly.
#[async_trait]
pub trait DynTool: Send + Sync {
    fn definition(&self) -> Definition;

    /// Like [`Tool::exact`]; the arguments fit the schema.
    async fn exact(&self, _: &Context, _: &Value) -> Result<Changed, ToolError> {
        Ok(Changed::new())
    }

    /// Like [`Tool::requirement`]; the arguments fit the schema.
    async fn requirement(&self, context: &Context, arguments: &Value) -> Result<CallAssessment, ToolError>;

    /// Like [`Tool::execute`]; the arguments fit the schema, and the output is an object.
    async fn execute(&self, context: &Context, arguments: Value) -> Result<Outcome<Value>, ToolError>;
}

/// A tool's assessment of one call before it runs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CallAssessment {
    pub need: ApprovalNeed,
    /// The request, if a person must approve the call. Empty fields get defaults.
    pub ask: ApprovalRequest,
}

/// Whether a person must approve a call.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ApprovalNeed {
    /// No: the call touches only the session's own scratch state, or reads from an allowed host.
    NotNeeded,
    /// Only if the turn holds untrusted words, which the call could carry out of the conversation.
    IfUntrusted,
    /// As the policy decides for such tools.
    #[default]
    ByPolicy,
    /// Yes.
    Required,
}

impl CallAssessment {
    /// Leaves the decision to the policy; `summary` tells the person what the call would do.
    pub fn by_policy(summary: impl Into<String>) -> Self {
        Self {
            need: ApprovalNeed::ByPolicy,
            ask: ApprovalRequest { summary: summary.into(), ..ApprovalRequest::default() },
        }
    }

    /// Requires approval, for this reason.
    pub fn must_ask(summary: impl Into<String>, reason: impl Into<String>) -> Self {
        let ask =
            ApprovalRequest { summary: summary.into(), reason: reason.into(), ..ApprovalRequest::default() };
        Self { need: ApprovalNeed::Required, ask }
    }

    /// Runs without asking anybody.
    pub fn without_asking() -> Self {
        Self { need: ApprovalNeed::NotNeeded, ask: ApprovalRequest::default() }
    }

    /// Asks only the person of the turn. The call finds the answer in [`Context::answer`].
    pub fn question(question: impl Into<String>, form: Form) -> Self {
        let mut asks = Self::by_policy(question).by_requester_alone();
        asks.ask.question = Some(form);
        asks
    }

    /// Sets the common property of similar calls.
    pub fn kind(mut self, kind: impl Into<String>) -> Self {
        self.ask.kind = Some(kind.into());
        self
    }

    /// Adds a preview.
    pub fn preview(mut self, preview: impl Into<String>) -> Self {
        self.ask.preview = preview.into();
        self
    }

    /// Sets a digest of the present state of what the call would change. The approved call finds it in
    /// [`Context::basis`].
    pub fn about(mut self, basis: Option<String>) -> Self {
        self.ask.basis = basis;
        self
    }

    /// Requires approval by the turn's person. No approver may decide, because the request shows the person's data.
    pub fn by_requester_alone(mut self) -> Self {
        self.need = ApprovalNeed::Required;
        self.ask.decider = Decider::OnlyRequester;
        self
    }

    /// Requires approval by the owner, or by a reviewer of the website that the group shares.
    pub fn by_reviewer(mut self) -> Self {
        self.need = ApprovalNeed::Required;
        self.ask.decider = Decider::Reviewer;
        self
    }

    /// Requires approval by the owner.
    pub fn by_owner(mut self) -> Self {
        self.need = ApprovalNeed::Required;
        self.ask.decider = Decider::Owner;
        self
    }
}

#[async_trait]
impl<T: Tool> DynTool for T {
    fn definition(&self) -> Definition {
        Definition::of::<T>(self.description())
    }

    async fn exact(&self, context: &Context, arguments: &Value) -> Result<Changed, ToolError> {
        Tool::exact(self, context, &typed(arguments.clone())?).await
    }

    async fn requirement(&self, context: &Context, arguments: &Value) -> Result<CallAssessment, ToolError> {
        Tool::requirement(self, context, &typed(arguments.clone())?).await
    }

    async fn execute(&self, context: &Context, arguments: Value) -> Result<Outcome<Value>, ToolError> {
        let outcome = Tool::execute(self, context, typed(arguments)?).await?;
        outcome.map(serde_json::to_value).map_err(|error| ToolError::Internal(error.into()))
    }
}

fn typed<T: DeserializeOwned>(arguments: Value) -> Result<T, ToolError> {
    serde_json::from_value(arguments).map_err(|error| ToolError::invalid(format!("{error} in arguments")))
}
