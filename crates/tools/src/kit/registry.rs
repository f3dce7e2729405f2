//! The registry of tools, and the choice of the tools that a session is offered.

use std::{
    collections::BTreeMap,
    panic::AssertUnwindSafe,
    path::Path,
    sync::{Arc, OnceLock},
};

use adjutant_domain::policy::Subject;
use adjutant_store::{holdings, open_toolsets, toolset_state::OPEN};
use anyhow::Result;
use futures::{FutureExt, future::try_join_all};
use serde_json::Value;

use super::{
    CallAssessment, Context, DeclaredArguments, Definition, DynTool, ErrorCode, OPENER, OfferedTools,
    OfferedToolset, OnDemand, Outcome, Permission, SessionView, Tier, ToolError, Toolset, ToolsetOffer,
    coercion,
    offered::{Offering, unknown},
    schema,
};

/// All tools, by name and by toolset.
#[derive(Clone, Default)]
pub struct Registry {
    toolsets: Vec<Registered>,
    tools: BTreeMap<String, Arc<Entry>>,
    /// The values of `${...}` in descriptions.
    variables: Arc<Vec<(&'static str, String)>>,
}

#[derive(Clone)]
struct Registered {
    name: Arc<str>,
    toolset: Arc<dyn Toolset>,
    on_demand: Option<Arc<OnDemand>>,
}

impl Registry {
    /// Creates an empty registry. Descriptions may name the workspace and the working directory.
    pub fn new(workspace: &Path, working_dir: &Path) -> Self {
        let (workspace, here) = (workspace.display().to_string(), working_dir.display().to_string());
        let variables = vec![("${workspace}", workspace), ("${directory}", here.clone()), ("${cwd}", here)];
        Self { variables: Arc::new(variables), ..Self::default() }
    }

    /// Adds a toolset with its tools.
    pub fn add(&mut self, toolset: impl Toolset + 'static) {
        let name: Arc<str> = toolset.name().into();
        for tool in toolset.tools() {
            self.insert(Entry::new(name.clone(), tool));
        }
        let on_demand = toolset.on_demand().map(Arc::new);
        self.toolsets.push(Registered { name, toolset: Arc::new(toolset), on_demand });
    }

    /// Adds a tool to a toolset, or replaces the tool with its name.
    pub fn register(&mut self, toolset: &str, tool: impl DynTool + 'static) {
        self.insert(Entry::new(toolset.into(), Arc::new(tool)));
    }

    /// Returns the tool with this name.
    pub fn get(&self, name: &str) -> Option<&Arc<Entry>> {
        self.tools.get(name)
    }

    /// Returns the tool with this name, even if a toolset has learned it.
    pub fn known(&self, name: &str) -> Option<Arc<Entry>> {
        let learned =
            || self.toolsets.iter().flat_map(|it| it.toolset.learned()).find(|it| it.name() == name);
        self.get(name).cloned().or_else(learned)
    }

    /// Returns all tools, sorted by name.
    pub fn all(&self) -> impl Iterator<Item = &Arc<Entry>> {
        self.tools.values()
    }

    /// Returns the tools of a toolset, including those that it has learned.
    fn of(&self, registered: &Registered) -> Vec<Arc<Entry>> {
        let is_new = |entry: &Arc<Entry>| !self.tools.contains_key(entry.name());
        let own = self.all().filter(|entry| entry.toolset == registered.name).cloned();
        own.chain(registered.toolset.learned().into_iter().filter(is_new)).collect()
    }

    /// Returns the tools that these permissions enable.
    pub fn enabled(&self, permissions: &[Permission]) -> impl Iterator<Item = &Arc<Entry>> {
        self.all().filter(|entry| entry.is_enabled(permissions))
    }

    /// Returns the toolsets on demand with at least one tool to open that these permissions enable and for which
    /// `is_on` holds.
    pub fn on_demand(
        &self,
        permissions: &[Permission],
        is_on: impl Fn(&Entry) -> bool,
    ) -> impl Iterator<Item = (&str, &Arc<OnDemand>)> {
        self.toolsets.iter().filter_map(move |registered| {
            let on_demand = registered.on_demand.as_ref().filter(|it| !it.lacks_settings)?;
            let mut own = self.of(registered).into_iter().filter(|entry| entry.is_enabled(permissions));
            own.any(|entry| self.is_on_demand(&entry) && is_on(&entry))
                .then_some((&*registered.name, on_demand))
        })
    }

    /// Returns whether a tool is offered only once its toolset is open.
    pub fn is_on_demand(&self, tool: &Entry) -> bool {
        let own = self.toolsets.iter().find(|it| it.name == tool.toolset);
        own.and_then(|it| it.on_demand.as_ref()).is_some_and(|it| !it.core.contains(&tool.name()))
    }

    /// Returns the toolsets that a file from a person opens.
    pub fn opened_by_files(&self) -> Vec<&str> {
        let opens = |it: &&Registered| it.on_demand.as_ref().is_some_and(|on_demand| on_demand.by_files);
        self.toolsets.iter().filter(opens).map(|it| &*it.name).collect()
    }

    /// Returns the toolsets on demand that any of these tools belong to.
    pub fn on_demand_of(&self, tools: &[&str]) -> Vec<&str> {
        let owners: Vec<_> =
            tools.iter().filter_map(|name| Some(self.known(name)?.toolset.clone())).collect();
        let is_one = |it: &&Registered| it.on_demand.is_some() && owners.contains(&it.name);
        self.toolsets.iter().filter(is_one).map(|it| &*it.name).collect()
    }

    /// Returns the tools that a session is offered: enabled, not switched off, and chosen by their toolset. A session
    /// that cannot open toolsets, such as a specialist's whose settings name other tools, has all of them open.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn tools(
        &self,
        mut preparation: SessionView<'_>,
        is_on: impl Fn(&Entry) -> bool,
    ) -> Result<OfferedTools> {
        let (session, user) = (preparation.session.session_id.clone(), preparation.user.user_id.clone());
        preparation.has =
            preparation.db.read(async move |tx| holdings::of(tx, &session, &user).await).await?;
        let permissions = &preparation.config.tools.permissions;
        let states = preparation.has.states.clone();
        let may_open = self.get(OPENER).is_some_and(|entry| entry.is_enabled(permissions) && is_on(entry));
        let open = open_toolsets::parse(states.get(OPEN).map(String::as_str));
        let mut offering = Offering { variables: self.variables.clone(), states, ..Offering::default() };
        let offers = self.toolsets.iter().map(async |registered| {
            let own = self.of(registered).into_iter().filter(|entry| entry.is_enabled(permissions)).collect();
            let mut offer = ToolsetOffer::new(registered.name.clone(), own);
            registered.toolset.prepare(&preparation, &mut offer).await?;
            anyhow::Ok(offer)
        });
        // Some of these calls read from the database or the disk; they run concurrently, because the person waits.
        let offers = try_join_all(offers).await?;
        for (Registered { name, on_demand, .. }, mut offer) in self.toolsets.iter().zip(offers) {
            offering.withheld.append(&mut offer.withheld);
            // The same rules apply to tools that the toolset made for this session.
            offer.entries.retain(|entry| entry.is_enabled(permissions) && is_on(entry));
            let is_core = |entry: &Arc<Entry>| match on_demand {
                Some(on_demand) => on_demand.core.contains(&entry.name()),
                None => true,
            };
            let is_open = offer.is_needed || !may_open || open.iter().any(|open| **open == **name);
            let (core, tools): (Vec<_>, Vec<_>) = offer.entries.into_iter().partition(is_core);
            if !core.is_empty() || is_open && !tools.is_empty() {
                offering.prompts.extend(offer.prompt);
            }
            offering.core.extend(core);
            if let Some(on_demand) = on_demand.clone().filter(|_| !tools.is_empty()) {
                let line = offer.line;
                offering.toolsets.push(OfferedToolset {
                    name: name.clone(),
                    on_demand,
                    tools,
                    is_open,
                    line,
                });
            }
        }
        // A tool that the settings or the rules rule out does not exist for the model.
        for tool in self.all().filter(|tool| !(tool.is_enabled(permissions) && is_on(tool))) {
            offering.withheld.remove(tool.name());
        }
        Ok(offering.in_order_of(&open))
    }

    /// Runs a tool directly: no policy, no approval, no record.
    ///
    /// # Errors
    /// Returns an error if there is no such tool, the arguments do not fit, or the tool fails.
    pub async fn execute(
        &self,
        context: &Context,
        name: &str,
        arguments: &str,
    ) -> Result<Outcome<Value>, ToolError> {
        let entry = self.tools.get(name).ok_or_else(|| unknown(name, self.tools.keys()))?;
        entry.run(context, entry.parse(arguments)?).await
    }

    fn insert(&mut self, entry: Entry) {
        self.tools.insert(entry.name().to_owned(), Arc::new(entry));
    }
}

/// The most violations of a schema that one error names.
const MOST_VIOLATIONS: usize = 8;

/// A tool in the registry.
pub struct Entry {
    pub toolset: Arc<str>,
    pub definition: Definition,
    /// Whether the tool has a flag `confirmed`: without the flag, a call only shows what it would do.
    pub confirms: bool,
    /// The arguments that are addresses, paths or secrets.
    pub arguments: DeclaredArguments,
    /// The schema of its arguments in the form that the model is shown.
    pub(super) shown_parameters: Value,
    /// Compiled at the first call, because most tools of a conversation are never called. `None` only if the schema
    /// itself is broken, which a test excludes for every tool.
    validator: OnceLock<Option<jsonschema::Validator>>,
    tool: Arc<dyn DynTool>,
}

impl Entry {
    /// Returns the tool in the form that the policy's rules match.
    pub fn subject(&self) -> Subject<'_> {
        let Definition { tier, risk, .. } = self.definition;
        Subject { name: self.name(), toolset: &self.toolset, tier, risk }
    }

    /// Builds the entry of a tool in a toolset.
    pub fn new(toolset: Arc<str>, tool: Arc<dyn DynTool>) -> Self {
        let mut definition = tool.definition();
        let arguments = DeclaredArguments::take_from(&mut definition.parameters);
        // In tools that others made, an argument `confirmed` and the descriptions follow no rules of the bot.
        let is_own = definition.others.is_none();
        Self {
            toolset,
            arguments,
            confirms: is_own && definition.parameters["properties"]["confirmed"].is_object(),
            shown_parameters: match is_own {
                true => schema::for_model(&definition.parameters),
                false => schema::without_nulls(&definition.parameters),
            },
            validator: OnceLock::new(),
            definition,
            tool,
        }
    }

    /// Returns the tool's name.
    pub fn name(&self) -> &str {
        &self.definition.name
    }

    /// Returns whether these permissions are enough for the tool.
    fn is_enabled(&self, permissions: &[Permission]) -> bool {
        self.definition.needs.iter().all(|need| permissions.contains(need))
    }

    /// Parses and checks arguments as the model wrote them. A value of the wrong type with exactly one reading becomes
    /// the right one.
    ///
    /// # Errors
    /// Returns an error if they are not JSON or do not fit the schema; the text names what is wrong.
    pub fn parse(&self, arguments: &str) -> Result<Value, ToolError> {
        let mut value = coercion::parse(arguments)
            .map_err(|error| ToolError::invalid(format!("the arguments are not valid JSON: {error}")))?;
        let validator =
            self.validator.get_or_init(|| jsonschema::validator_for(&self.definition.parameters).ok());
        let Some(validator) = validator else { return Ok(value) };
        coercion::fit(&mut value, &self.definition.parameters);
        schema::drop_refused_nulls(validator, &mut value);
        let violations = validator.iter_errors(&value).take(MOST_VIOLATIONS);
        let violations: Vec<_> =
            violations.map(|error| schema::explain(&error, &self.definition.parameters)).collect();
        if violations.is_empty() { Ok(value) } else { Err(ToolError::invalid(violations.join("; "))) }
    }

    /// Returns the arguments with which a call runs, if they differ from those that the model wrote.
    pub async fn corrected(&self, context: &Context, arguments: &str) -> Option<String> {
        let mut parsed = self.parse(arguments).ok()?;
        // Where a value cannot be made exact, the call itself says why.
        for (name, exact) in
            self.bounded(context, self.tool.exact(context, &parsed)).await.unwrap_or_default()
        {
            parsed[name] = exact;
        }
        let written = serde_json::from_str::<Value>(arguments).ok();
        (written.as_ref() != Some(&parsed)).then(|| parsed.to_string())
    }

    /// Returns arguments as the model wrote them, without credentials, for the details of a prompt.
    pub fn for_details(&self, arguments: &str) -> String {
        match coercion::parse(arguments) {
            Ok(parsed) => self.arguments.without_credentials(&parsed).to_string(),
            Err(_) => arguments.to_owned(),
        }
    }

    /// Returns arguments as the model wrote them, without those that the tool declares secret.
    pub fn without_secrets(&self, arguments: &str) -> String {
        match coercion::parse(arguments) {
            Ok(parsed) => self.arguments.without_secrets(&parsed).to_string(),
            Err(_) => arguments.to_owned(),
        }
    }

    /// Returns the tool's requirement for this call, within the tool's time limit.
    ///
    /// # Errors
    /// Returns an error if the call cannot be carried out as it is.
    pub async fn requirement(
        &self,
        context: &Context,
        arguments: &Value,
    ) -> Result<CallAssessment, ToolError> {
        self.bounded(context, self.tool.requirement(context, arguments)).await
    }

    /// Runs the tool until it ends, its time limit passes or the turn is stopped; turns a panic into an error. An
    /// interrupted call that changes something may have taken effect, and its error says so.
    ///
    /// # Errors
    /// Returns the tool's own error, or one that says that the tool was stopped, panicked, or took too long.
    pub async fn run(&self, context: &Context, arguments: Value) -> Result<Outcome<Value>, ToolError> {
        let begins = !context.cancel.is_cancelled();
        let done = self.bounded(context, self.tool.execute(context, arguments)).await;
        let changes = self.definition.tier != Tier::ReadOnly && !self.definition.idempotent;
        done.map_err(|error| match error {
            ToolError::Rejected(code @ (ErrorCode::Cancelled | ErrorCode::Timeout), why)
                if begins && changes =>
            {
                ToolError::Rejected(code, format!("{why}; it may have taken effect all the same"))
            }
            error => error,
        })
    }

    async fn bounded<T>(
        &self,
        context: &Context,
        work: impl Future<Output = Result<T, ToolError>>,
    ) -> Result<T, ToolError> {
        let timeout = self.definition.timeout;
        let work = AssertUnwindSafe(work).catch_unwind();
        tokio::select! {
            biased;
            () = context.cancel.cancelled() => {
                Err(ToolError::Rejected(ErrorCode::Cancelled, "the person stopped it".to_owned()))
            }
            done = tokio::time::timeout(timeout, work) => match done {
                Ok(Ok(result)) => result,
                Ok(Err(_)) => Err(ToolError::Internal(anyhow::anyhow!("the tool panicked"))),
                Err(_) => {
                    let why = format!("it took longer than {} s", timeout.as_secs());
                    Err(ToolError::Rejected(ErrorCode::Timeout, why))
                }
            },
        }
    }
}
