//! The tool kit: what a tool is, what it receives, what it returns, and which tools a session is offered.

mod ask;
mod context;
mod meta;
mod outcome;
mod registry;
mod schema;
mod tool;
mod toolset;

pub use adjutant_domain::tools::{Decider, ErrorCode, Pattern, Permission, Risk, Tier};
pub use ask::Ask;
pub use context::{Context, Progress};
pub use meta::{Asks, Category, Definition, Meta, Nothing};
pub use outcome::{Attached, Outcome, ToolError};
pub use registry::{Entry, Offered, Registry};
pub use tool::{AnyTool, Need, Requirement, Tool};
pub use toolset::{Offer, Preparation, Toolset};
