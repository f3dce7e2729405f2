//! `deep_research`: several searches, up to twelve pages read side by side, notes on each, and a report with citations
//! as a file. The searches are in the call, so that the person sees what the search service is asked; the pages are
//! those that it finds. The progress is stored after each page, so an interrupted call continues from there.

use std::{sync::Arc, time::Duration};

use adjutant_texts::tools::web as words;
use async_trait::async_trait;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    fetch::Fetcher,
    files,
    kit::{
        ApprovalMode, CallAssessment, Category, Context, Meta, Outcome, Permission, Tier, Tool, ToolError,
    },
    vault,
    web::{
        fetch_tool,
        providers::{Query, SearchProvider},
        search_tool,
    },
};
use search::MAX_PAGES;
use state::{Page, State};

mod read;
mod report;
mod search;
mod state;

/// The name of the tool.
pub(super) const NAME: &str = "deep_research";
/// The longest that a call may take.
const TIMEOUT: Duration = Duration::from_secs(600);
/// The results of each search that are considered.
const RESULTS: usize = 10;
/// The tools whose work it does: it may be used only where they may.
const NEEDED: [&str; 2] = [search_tool::NAME, fetch_tool::NAME];
/// The folder of the reports.
const FOLDER: &str = "/shared/research";

pub(super) struct Research {
    pub(super) fetcher: Arc<Fetcher>,
    pub(super) provider: Option<Arc<dyn SearchProvider>>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ResearchArgs {
    /// The name of the report, in a few words.
    #[schemars(length(min = 1, max = 60))]
    title: String,
    /// The question, with all its background: the readers of the pages do not see this conversation.
    #[schemars(length(min = 1, max = 2000))]
    question: String,
    /// Searches for it, as typed into a search page, from several sides.
    #[schemars(length(min = 3, max = 6), inner(length(min = 1, max = 400)))]
    queries: Vec<String>,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct Findings {
    /// Where the report is.
    path: String,
    /// What it says, in short, with the numbers of its sources.
    summary: String,
    /// The pages that the report rests on.
    sources: Vec<Source>,
    /// How many pages that were found could not be read.
    not_read: usize,
}

#[derive(Serialize, JsonSchema)]
struct Source {
    number: usize,
    title: String,
    url: String,
}

#[async_trait]
impl Tool for Research {
    type Args = ResearchArgs;
    type Output = Findings;
    /// Idempotent: a call that runs again continues from the stored progress.
    const META: Meta = Meta::new(
        NAME,
        "Research a question on the web: several searches, up to 12 pages, a cited report as a file. Takes minutes.",
        Category::Web,
        Tier::SideEffecting,
    )
    .needs(&[Permission::Network, Permission::Write])
    .tags(&["web", "research", "report"])
    .asks(ApprovalMode::Always)
    .timeout(TIMEOUT)
    .idempotent();

    async fn requirement(
        &self,
        context: &Context,
        arguments: &ResearchArgs,
    ) -> Result<CallAssessment, ToolError> {
        let queries = queries(arguments)?;
        if let Some(missing) = NEEDED.iter().find(|needed| !context.tools.contains_key(**needed)) {
            return Err(ToolError::unavailable(format!("it needs {missing}, which may not be used here")));
        }
        let summary = words::research(&arguments.title, queries.len(), MAX_PAGES);
        let preview = words::searches(&arguments.question, &arguments.queries);
        Ok(CallAssessment::must_ask(summary, words::reads_any_server()).preview(preview))
    }

    async fn execute(
        &self,
        context: &Context,
        arguments: ResearchArgs,
    ) -> Result<Outcome<Findings>, ToolError> {
        let mut state = match State::of(context).await? {
            Some(kept) => kept,
            None => self.search(context, &arguments).await?,
        };
        let report = match &state.report {
            Some(report) => report.clone(),
            None => self.write(context, &arguments.question, &mut state).await?,
        };
        deliver(context, &arguments, &state, &report).await
    }
}

impl Research {
    async fn search(&self, context: &Context, arguments: &ResearchArgs) -> Result<State, ToolError> {
        let queries = queries(arguments)?;
        let provider = self.provider.as_ref().ok_or_else(search_tool::not_set_up)?;
        context.progress(words::searching());
        let (pages, failed) = search::find(&**provider, &queries, &vault::filter(context).await?).await;
        if let ([], Some(error)) = (&pages[..], failed.first()) {
            return Err(search_tool::explain(error));
        }
        if pages.is_empty() {
            return Err(ToolError::not_found("the searches found nothing; try other words"));
        }
        let state = State::new(context, pages, failed.len());
        state.keep(context).await?;
        Ok(state)
    }

    /// Reads the pages and writes the report. Reading takes at most half of the time that is left.
    async fn write(&self, context: &Context, question: &str, state: &mut State) -> Result<String, ToolError> {
        let time = context.resources.time_left().await?.min(TIMEOUT) / 2;
        read::all(context, &self.fetcher, (question, state), time).await?;
        if state.noted().next().is_none() {
            return Err(nothing_read(state));
        }
        context.progress(words::writing_report());
        let report = report::write(context, question, state).await;
        state.finish(report.clone());
        state.keep(context).await?;
        Ok(report)
    }
}

/// Saves the report as a file and sends it to the chat.
async fn deliver(
    context: &Context,
    arguments: &ResearchArgs,
    state: &State,
    report: &str,
) -> Result<Outcome<Findings>, ToolError> {
    let file = report::file(context, (&arguments.title, &arguments.question), report, state);
    let untrusted = state.sources();
    let saved =
        files::save_new(context, (FOLDER, &arguments.title, "md"), file.into_bytes(), &untrusted).await?;
    let media = files::to_send(context, &saved).await?;
    let source = |(number, page, _): (usize, &Page, &str)| Source {
        number,
        title: page.title.clone(),
        url: page.url.to_string(),
    };
    let sources: Vec<_> = state.noted().map(source).collect();
    let mut message = format!(
        "The report {saved} is on its way to the chat. Tell what it says in short; it rests on {} pages.",
        sources.len()
    );
    if !report::cites(report, sources.len()) {
        message.push_str(" It cites none of them: say so.");
    }
    if state.failed_searches > 0 {
        message.push_str(&format!(" Of the searches, {} failed.", state.failed_searches));
    }
    let title = words::has_written_report(&arguments.title);
    let output =
        Findings { path: saved, summary: report::summary(report), sources, not_read: state.failed().count() };
    let outcome = Outcome::new(message, output).titled(title).attach(media, "");
    Ok(Outcome { untrusted, ..outcome })
}

fn queries(arguments: &ResearchArgs) -> Result<Vec<Query>, ToolError> {
    let query = |text: &String| Query::new(text, RESULTS, None, None);
    let queries: Result<Vec<_>, _> = arguments.queries.iter().map(query).collect();
    queries.map_err(|error| search_tool::explain(&error))
}

/// Returns the error of a research without notes.
fn nothing_read(state: &State) -> ToolError {
    let why = state.failed().map(|(page, why)| format!("{}: {why}", page.url));
    match &why.take(3).collect::<Vec<_>>()[..] {
        [] => ToolError::not_found("none of the pages that were found says anything about the question"),
        failed => {
            ToolError::unavailable(format!("no page that was found could be used; {}", failed.join("; ")))
        }
    }
}
