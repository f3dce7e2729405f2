//! `delegate_to_agent`: hands a goal to a specialist, who works on it in a separate session. The call only opens that
//! session; the gateway's `agent::delegation` does the rest.

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use adjutant_config::SpecialistSettings;
use adjutant_domain::ids::SessionId;
use adjutant_store::{
    inbox::{self, InternalOrigin, Kind, Message},
    sessions,
};
use adjutant_texts::tools::helpers;
use anyhow::Result;
use async_trait::async_trait;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{
    kit::{
        ApprovalMode, CallAssessment, Category, Context, Definition, DynTool, OnDemand, Outcome, Permission,
        Risk, SessionView, Tier, ToolError, Toolset, ToolsetOffer,
    },
    task::{self, Task},
};

/// The longest that opening the session may take.
const TIMEOUT: Duration = Duration::from_secs(30);
/// The longest goal, in characters.
const MAX_GOAL: usize = 8_000;
/// Characters of the goal that the approval question shows in its first line.
const FIRST_LINE: usize = 120;
/// The tool's one-line description.
const SUMMARY: &str = "Give a specialist a goal; the specialist works on it alone and returns the result.";

/// Words of a message that plainly asks for delegation, besides the names of the specialists.
const OPENED_BY: [&str; 6] =
    ["delegate", "helper", "helpers", "in parallel", "side by side", "simultaneously"];

/// Search words for delegation.
const TAGS: &str = "\
    agent assign background colleague delegate expert helper meanwhile parallel somebody specialist team";

/// The specialists of the configuration.
pub(super) struct Agents {
    /// Each specialist's name and description.
    agents: Arc<BTreeMap<String, String>>,
}

impl Agents {
    /// Takes the specialists of the configuration; there may be none.
    pub(super) fn new(agents: &BTreeMap<String, SpecialistSettings>) -> Self {
        let described = |(name, own): (&String, &SpecialistSettings)| (name.clone(), own.description.clone());
        Self { agents: Arc::new(agents.iter().map(described).collect()) }
    }
}

#[async_trait]
impl Toolset for Agents {
    fn name(&self) -> &'static str {
        "agents"
    }

    fn on_demand(&self) -> Option<OnDemand> {
        let names: Vec<_> = self.agents.keys().map(String::as_str).collect();
        let known = OnDemand::new(match &names[..] {
            [] => "helpers, side by side".to_owned(),
            names => format!("helpers, and specialists ({})", names.join(", ")),
        });
        Some(known.tags(TAGS).opened_by(names.into_iter().chain(OPENED_BY)))
    }

    fn tools(&self) -> Vec<Arc<dyn DynTool>> {
        vec![Arc::new(Delegate { agents: self.agents.clone() }), Arc::new(Task)]
    }

    /// Offers nothing to a specialist or a helper, because they cannot delegate further.
    async fn prepare(&self, session: &SessionView<'_>, offer: &mut ToolsetOffer) -> Result<()> {
        let has_specialists = !self.agents.is_empty();
        offer.only("a specialist or a helper cannot delegate further", |_| session.session.agent.is_none());
        offer.only("there are no specialists", |tool| has_specialists || tool == task::NAME);
        Ok(())
    }
}

struct Delegate {
    agents: Arc<BTreeMap<String, String>>,
}

/// The arguments of a call.
#[derive(Deserialize)]
pub struct Arguments {
    pub agent: String,
    pub goal: String,
}

#[async_trait]
impl DynTool for Delegate {
    fn definition(&self) -> Definition {
        let names: Vec<_> = self.agents.keys().collect();
        let listed: String =
            self.agents.iter().map(|(name, description)| format!("\n- {name}: {description}")).collect();
        let parameters = json!({
            "type": "object",
            "properties": {
                "agent": { "type": "string", "enum": names, "description": "The specialist's name." },
                "goal": {
                    "type": "string",
                    "minLength": 1,
                    "maxLength": MAX_GOAL,
                    "description": "What to find out or do, with everything needed for it: the specialist knows \
                                    nothing of this conversation.",
                },
            },
            "required": ["agent", "goal"],
            "additionalProperties": false,
        });
        Definition {
            name: "delegate_to_agent".to_owned(),
            summary: SUMMARY.to_owned(),
            description: format!("{SUMMARY} Specialists:{listed}"),
            category: Category::Agents,
            tier: Tier::SideEffecting,
            risk: Risk::Moderate,
            // The specialist's own tools limit what the call can really do.
            needs: vec![Permission::Read],
            may_use: Vec::new(),
            tags: vec!["agents".to_owned(), "delegate".to_owned()],
            timeout: TIMEOUT,
            idempotent: true,
            asks: ApprovalMode::ByPolicy,
            owner_only: false,
            others: None,
            parameters,
            output: || {
                json!({
                    "type": "object",
                    "properties": {
                        "agent": { "type": "string" },
                        "result": { "type": "string" },
                        "files": { "type": "array", "items": { "type": "string" }, "description": "Files that it made." },
                    },
                    "required": ["agent", "result"],
                })
            },
        }
    }

    async fn requirement(&self, _: &Context, arguments: &Value) -> Result<CallAssessment, ToolError> {
        let Arguments { agent, goal } = read(arguments)?;
        let first = goal.lines().next().unwrap_or_default();
        let short: String = first.chars().take(FIRST_LINE).collect();
        let requirement = CallAssessment::by_policy(helpers::specialist(&agent, &short)).kind(agent);
        Ok(if short == goal { requirement } else { requirement.preview(goal) })
    }

    async fn execute(&self, context: &Context, arguments: Value) -> Result<Outcome<Value>, ToolError> {
        let Arguments { agent, goal } = read(&arguments)?;
        let session = open(context, &agent, goal).await?;
        Ok(Outcome::new(format!("{agent} is working on it."), json!({})).awaiting(session))
    }
}

/// Opens the session in which an agent works on a goal for a call.
pub(super) async fn open(context: &Context, agent: &str, goal: String) -> Result<SessionId> {
    let (origin, call, now) = (context.session.clone(), context.call_id.clone(), context.clock.timestamp());
    let (agent, body) = (agent.to_owned(), Message { text: goal, ..Message::default() });
    context
        .db
        .write(context.session_scope(), async move |tx| {
            let session = sessions::open_delegated(tx, &origin, (&agent, &call), now).await?;
            let (source, body) = (InternalOrigin::Delegated(&call), serde_json::to_string(&body)?);
            inbox::queue_internal(tx, source, &session, Kind::Due, None, &body, now).await?;
            Ok(session)
        })
        .await
}

fn read(arguments: &Value) -> Result<Arguments, ToolError> {
    Arguments::deserialize(arguments).map_err(|error| ToolError::invalid(format!("{error} in arguments")))
}
