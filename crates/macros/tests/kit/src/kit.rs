use std::time::Duration;

use async_trait::async_trait;
use schemars::JsonSchema;
use serde::{Serialize, de::DeserializeOwned};

#[async_trait]
pub trait Tool: Send + Sync + 'static {
    type Args: DeserializeOwned + JsonSchema + Send + Sync;
    type Output: Serialize + JsonSchema;
    const META: Meta;

    async fn requirement(&self, _: &Context, _: &Self::Args) -> Result<CallAssessment, ToolError> {
        Ok(CallAssessment::ByPolicy)
    }

    async fn execute(
        &self,
        context: &Context,
        arguments: Self::Args,
    ) -> Result<Outcome<Self::Output>, ToolError>;
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Meta {
    pub name: &'static str,
    pub description: &'static str,
    pub details: Option<&'static str>,
    pub category: Category,
    pub tier: Tier,
    pub risk: Risk,
    pub required: &'static [Permission],
    pub optional: &'static [Permission],
    pub tags: &'static [&'static str],
    pub timeout: Duration,
    pub idempotent: bool,
    pub asks: ApprovalMode,
}

#[derive(Debug, PartialEq)]
pub enum CallAssessment {
    ByPolicy,
    Ask(String),
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ApprovalMode {
    ByPolicy,
    Always,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Category {
    Memory,
    Other,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Tier {
    ReadOnly,
    SideEffecting,
    Privileged,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Risk {
    Safe,
    Moderate,
    High,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Permission {
    Read,
    Write,
    Execute,
    Network,
}

pub struct Context {
    pub user: &'static str,
}

#[derive(Debug, PartialEq)]
pub struct Outcome<T> {
    pub output: T,
}

#[derive(Debug, PartialEq)]
pub enum ToolError {
    Rejected(String),
}

impl Meta {
    pub const fn new(name: &'static str, description: &'static str, category: Category, tier: Tier) -> Self {
        Self {
            name,
            description,
            details: None,
            category,
            tier,
            risk: Risk::Safe,
            required: &[],
            optional: &[],
            tags: &[],
            timeout: Duration::from_secs(30),
            idempotent: false,
            asks: ApprovalMode::ByPolicy,
        }
    }

    pub const fn details(self, details: &'static str) -> Self {
        Self { details: Some(details), ..self }
    }

    pub const fn risk(self, risk: Risk) -> Self {
        Self { risk, ..self }
    }

    pub const fn needs(self, required: &'static [Permission]) -> Self {
        Self { required, ..self }
    }

    pub const fn may_use(self, optional: &'static [Permission]) -> Self {
        Self { optional, ..self }
    }

    pub const fn tags(self, tags: &'static [&'static str]) -> Self {
        Self { tags, ..self }
    }

    pub const fn timeout(self, timeout: Duration) -> Self {
        Self { timeout, ..self }
    }

    pub const fn idempotent(self) -> Self {
        Self { idempotent: true, ..self }
    }

    pub const fn asks(self, asks: ApprovalMode) -> Self {
        Self { asks, ..self }
    }
}
