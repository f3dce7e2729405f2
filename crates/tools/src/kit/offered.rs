//! The tools that a session is offered.

use std::{collections::BTreeMap, fmt::Write as _, sync::Arc};

use adjutant_domain::origin::Sources;
use adjutant_provider::ToolSpec;

use super::{Entry, ErrorCode, OPENER, OnDemand, Said, Tier, ToolError, toolset::Line};

/// A prefix of names that is no part of them.
const PREFIX: &str = "functions.";

/// The values of `${...}` in descriptions.
type Variables = Arc<Vec<(&'static str, String)>>;

/// The tools that a session is offered: those that the model is shown, and those of closed toolsets, which it may call
/// too if it knows them.
#[derive(Clone, Default)]
pub struct OfferedTools {
    tools: Arc<BTreeMap<String, Arc<Entry>>>,
    /// In the order in which the model is shown them.
    shown: Vec<Arc<Entry>>,
    toolsets: Arc<[OfferedToolset]>,
    prompts: Vec<String>,
    variables: Variables,
    states: BTreeMap<String, String>,
    withheld: Arc<BTreeMap<String, String>>,
}

/// A toolset on demand with at least one tool for the session that is not core.
#[derive(Clone)]
pub struct OfferedToolset {
    pub name: Arc<str>,
    pub on_demand: Arc<OnDemand>,
    /// Its tools that are not core, at least one.
    pub tools: Vec<Arc<Entry>>,
    pub is_open: bool,
    pub(super) line: Line,
}

impl OfferedToolset {
    /// Returns the names of its tools that are not core.
    pub fn tool_names(&self) -> Vec<&str> {
        self.tools.iter().map(|tool| tool.name()).collect()
    }
}

/// The parts from which [`OfferedTools`] are made, in the order of the registry.
#[derive(Default)]
pub(super) struct Offering {
    pub core: Vec<Arc<Entry>>,
    pub toolsets: Vec<OfferedToolset>,
    pub prompts: Vec<String>,
    pub variables: Variables,
    pub states: BTreeMap<String, String>,
    /// Why the other known tools are not offered, by their names.
    pub withheld: BTreeMap<String, String>,
}

impl Offering {
    /// Puts the core tools first, then those of the open toolsets in the order in which they were opened: providers
    /// charge less for a beginning that they have read before.
    pub fn in_order_of(self, opened: &[String]) -> OfferedTools {
        let Self { core, toolsets, mut prompts, variables, states, withheld } = self;
        let mut open: Vec<_> = toolsets.iter().filter(|toolset| toolset.is_open).collect();
        open.sort_by_key(|toolset| opened.iter().position(|name| **name == *toolset.name));
        let all = core.iter().chain(toolsets.iter().flat_map(|toolset| &toolset.tools));
        let tools = all.map(|tool| (tool.name().to_owned(), tool.clone()));
        let tools = Arc::new(tools.collect());
        let shown = core.iter().chain(open.into_iter().flat_map(|toolset| &toolset.tools)).cloned().collect();
        prompts.extend(closed_list(&toolsets));
        let (toolsets, withheld) = (toolsets.into(), Arc::new(withheld));
        OfferedTools { tools, shown, toolsets, prompts, variables, states, withheld }
    }
}

/// Returns the system prompt's list of the closed toolsets, if there are any.
fn closed_list(toolsets: &[OfferedToolset]) -> Option<String> {
    let mut list = format!("Toolsets that {OPENER} opens:");
    let head = list.len();
    for OfferedToolset { name, on_demand, line, .. } in toolsets.iter().filter(|toolset| !toolset.is_open) {
        let _ = match line {
            Line::Summary => write!(list, "\n- {name}: {}", on_demand.summary),
            Line::Own(line) => write!(list, "\n- {name}: {line}"),
            Line::Nothing => Ok(()),
        };
    }
    (list.len() > head).then_some(list)
}

impl OfferedTools {
    /// Returns the session's state of a toolset: JSON, if there is any.
    pub fn state(&self, name: &str) -> Option<&str> {
        self.states.get(name).map(String::as_str)
    }

    /// Returns the tool with this name, whether or not its toolset is open. Models trained on other formats write the
    /// name after `functions.`.
    ///
    /// # Errors
    /// Returns an error if there is no such tool; its text names the most similar one, or says why it is not offered.
    pub fn get(&self, name: &str) -> Result<&Arc<Entry>, ToolError> {
        let plain = name.strip_prefix(PREFIX).unwrap_or(name);
        if let Some(tool) = self.tools.get(name).or_else(|| self.tools.get(plain)) {
            return Ok(tool);
        }
        Err(match self.withheld.get(plain) {
            Some(why) => ToolError::rejected(format!("the tool '{plain}' is not offered here: {why}")),
            None => unknown(name, self.tools.keys()),
        })
    }

    /// Returns all tools by name, whether or not their toolsets are open.
    pub fn tools(&self) -> &Arc<BTreeMap<String, Arc<Entry>>> {
        &self.tools
    }

    /// Returns the tools as the model sees them.
    pub fn specs(&self) -> Vec<ToolSpec> {
        let spec = |entry: &Arc<Entry>| ToolSpec {
            name: entry.definition.name.clone(),
            description: self.filled_in(&entry.definition.description),
            parameters: entry.shown_parameters.clone(),
        };
        self.shown.iter().map(spec).collect()
    }

    /// Returns whose words the model reads in the descriptions of tools that others made.
    pub fn described_by(&self) -> Sources {
        let others = self.shown.iter().filter_map(|entry| entry.definition.others.as_ref());
        others.fold(Sources::OWN, |all, others| all.and(&others.source.as_str().into()))
    }

    /// Returns the text that the toolsets add to the system prompt.
    pub fn prompts(&self) -> &[String] {
        &self.prompts
    }

    /// Returns the toolsets on demand, open and closed, in the order of the registry.
    pub fn toolsets(&self) -> &Arc<[OfferedToolset]> {
        &self.toolsets
    }

    /// Returns the name of the closed toolset that has this tool.
    pub fn closed_toolset_of(&self, tool: &str) -> Option<&str> {
        self.closed().find(|toolset| toolset.tool_names().contains(&tool)).map(|toolset| &*toolset.name)
    }

    /// Returns the closed toolsets that a person's message plainly needs.
    pub fn needed_by(&self, said: &str) -> Vec<Arc<str>> {
        let said = Said::of(said);
        let needed = self.closed().filter(|toolset| toolset.on_demand.is_needed_by(&said));
        needed.map(|toolset| toolset.name.clone()).collect()
    }

    /// Returns whether a tool changes nothing, so that its calls may run in parallel with others.
    pub fn is_read_only(&self, name: &str) -> bool {
        self.tools.get(name).is_some_and(|entry| entry.definition.tier == Tier::ReadOnly)
    }

    /// Returns whether a call of this tool that a crash interrupted may run again.
    pub fn is_idempotent(&self, name: &str) -> bool {
        self.tools.get(name).is_some_and(|entry| entry.definition.idempotent)
    }

    fn closed(&self) -> impl Iterator<Item = &OfferedToolset> {
        self.toolsets.iter().filter(|toolset| !toolset.is_open)
    }

    fn filled_in(&self, text: &str) -> String {
        self.variables.iter().fold(text.to_owned(), |text, (name, value)| text.replace(name, value))
    }
}

/// Returns the error for an unknown tool; its text names the most similar known one.
pub(super) fn unknown<'a>(name: &str, known: impl Iterator<Item = &'a String>) -> ToolError {
    let likeness = |known: &str| strsim::jaro_winkler(known, name);
    let nearest = known.max_by(|a, b| likeness(a).total_cmp(&likeness(b)));
    let hint = nearest.map(|nearest| format!("; did you mean '{nearest}'?")).unwrap_or_default();
    ToolError::Rejected(ErrorCode::UnknownTool, format!("there is no tool '{name}'{hint}"))
}
