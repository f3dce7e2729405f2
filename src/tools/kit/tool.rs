//! A tool: typed as its author writes it, and by JSON as the registry keeps it.

use async_trait::async_trait;
use schemars::JsonSchema;
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;

use super::{Ask, Context, Decider, Definition, Meta, Outcome, ToolError};

/// A tool: typed arguments and results, what it may do, and what it does.
#[async_trait]
pub trait Tool: Send + Sync + 'static {
    /// The arguments. Their schema is what the model is told and what its calls are checked against.
    type Args: DeserializeOwned + JsonSchema + Send + Sync;
    /// What a success gives the model beside its message; an object.
    type Output: Serialize + JsonSchema + Send;

    const META: Meta;

    /// What the model is told of it, where that is only known at run time.
    fn description(&self) -> String {
        Self::META.details.unwrap_or(Self::META.description).to_owned()
    }

    /// What this very call means for the person, and whether it asks whatever the policy says.
    async fn requirement(&self, _: &Context, _: &Self::Args) -> Result<Requirement, ToolError> {
        Ok(Requirement::default())
    }

    /// Does it.
    async fn execute(
        &self,
        context: &Context,
        arguments: Self::Args,
    ) -> Result<Outcome<Self::Output>, ToolError>;
}

/// A tool by JSON: what [`Tool`] becomes, and what a tool that is only known at run time implements itself.
#[async_trait]
pub trait AnyTool: Send + Sync {
    fn definition(&self) -> Definition;

    /// As [`Tool::requirement`]; the arguments fit the schema.
    async fn requirement(&self, context: &Context, arguments: &Value) -> Result<Requirement, ToolError>;

    /// As [`Tool::execute`]; the arguments fit the schema, and the output is an object.
    async fn execute(&self, context: &Context, arguments: Value) -> Result<Outcome<Value>, ToolError>;
}

/// What a tool says of one call before it runs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Requirement {
    pub need: Need,
    /// The words for the person, in case they are asked. What is empty is filled in.
    pub ask: Ask,
}

/// Whether a call has to be asked about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Need {
    /// It touches nothing but the session's own scratch state, or gets something from a host that is allowed.
    Harmless,
    /// As the policy says for tools like this.
    #[default]
    Policy,
    /// It asks.
    Ask,
}

impl Requirement {
    /// As the policy says; `summary` tells the person what would happen.
    pub fn policy(summary: impl Into<String>) -> Self {
        Self { need: Need::Policy, ask: Ask { summary: summary.into(), ..Ask::default() } }
    }

    /// It asks, for this reason.
    pub fn ask(summary: impl Into<String>, reason: impl Into<String>) -> Self {
        let ask = Ask { summary: summary.into(), reason: reason.into(), ..Ask::default() };
        Self { need: Need::Ask, ask }
    }

    /// Nobody needs to be asked about it.
    pub fn harmless() -> Self {
        Self { need: Need::Harmless, ask: Ask::default() }
    }

    /// With what calls like this one have in common.
    pub fn kind(mut self, kind: impl Into<String>) -> Self {
        self.ask.kind = Some(kind.into());
        self
    }

    /// With what it would look like.
    pub fn preview(mut self, preview: impl Into<String>) -> Self {
        self.ask.preview = preview.into();
        self
    }

    /// Only the owner may decide.
    pub fn by_owner(mut self) -> Self {
        self.need = Need::Ask;
        self.ask.decider = Decider::Owner;
        self
    }
}

#[async_trait]
impl<T: Tool> AnyTool for T {
    fn definition(&self) -> Definition {
        Definition::of::<T>(self.description())
    }

    async fn requirement(&self, context: &Context, arguments: &Value) -> Result<Requirement, ToolError> {
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
