//! The tool kit: tools and their registry, the context and the outcome of a call, and the choice of the tools that a
//! session is offered.

mod arguments;
mod ask;
mod coercion;
mod context;
mod meta;
mod offered;
mod on_demand;
mod outcome;
mod process_group;
mod redirects;
mod registry;
mod resources;
mod schema;
mod tool;
mod toolset;

pub use adjutant_domain::tools::{Decider, ErrorCode, Pattern, Permission, Risk, Tier};
pub use arguments::{ArgumentKind, DeclaredArguments, FilePath, SecretText, WebUrl};
pub use ask::{ApprovalRequest, listed};
pub use context::{Context, Progress};
pub use meta::{ApprovalMode, Category, Definition, MAX_DESCRIPTION, Meta, NoFields, Others};
pub use offered::{OfferedTools, OfferedToolset};
pub use on_demand::{OPENER, OnDemand, Said};
pub use outcome::{Attached, Outcome, ToolError};
pub use process_group::ProcessGroup;
pub use redirects::{Redirects, WithinServer};
pub use registry::{Entry, Registry};
pub use resources::{NoResources, Resources};
pub use tool::{ApprovalNeed, CallAssessment, Changed, DynTool, Tool};
pub use toolset::{SessionView, Toolset, ToolsetOffer};
