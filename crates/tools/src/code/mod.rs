//! `run_code`: a small program that calculates. The toolset also draws charts, see `chart`.

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use adjutant_domain::{
    code::{Answer, Error, MOST_PRINTED, MOST_VALUE, NAME, Program},
    origin::Sources,
};
use adjutant_sandbox::{Failure, Limits, Sandbox};
use adjutant_texts::tools::files as words;
use async_trait::async_trait;
use chrono::NaiveDateTime;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{
    chart, files,
    kit::{
        CallAssessment, Category, Context, DynTool, FilePath, Meta, OnDemand, Outcome, Permission, Tier,
        Tool, ToolError, Toolset,
    },
};

/// Words of a message that plainly asks for a calculation or a chart.
const OPENED_BY: [&str; 20] = [
    "add up",
    "average",
    "calculate",
    "calculation",
    "chart",
    "charts",
    "compound interest",
    "compute",
    "csv",
    "diagram",
    "graph",
    "graphs",
    "how many days",
    "how many weeks",
    "median",
    "multiply",
    "percent",
    "percentage",
    "plot",
    "square root",
];

/// Search words for calculations and charts.
const TAGS: &str = "\
    add arithmetic axis bar bill calculator chart code csv curve decimal diagram divide draw formula fraction graph \
    histogram interest json line loan math multiply percent pie plot program regex script sort statistics subtract sum \
    table tax tip total trend vat visualise";

/// The limits of the child process; its program's own memory comes on top.
const LIMITS: Limits = Limits { memory: 256 << 20, cpu: 5, processes: 0, file: 0, open_files: 16 };
/// The time limit of the child process once its jail is set up; the language itself stops a program sooner.
const WITHIN: Duration = Duration::from_secs(8);
/// The most bytes of an answer. JSON may write a byte as six.
const LONGEST_ANSWER: usize = 6 * MOST_PRINTED + MOST_VALUE + 4096;
/// The most bytes of one file, and of all.
const LONGEST_FILE: usize = 1 << 20;

/// The toolset for calculations and charts.
pub(super) struct Code {
    sandbox: Sandbox,
}

impl Code {
    pub(super) fn new(sandbox: Sandbox) -> Self {
        Self { sandbox }
    }
}

impl Toolset for Code {
    fn name(&self) -> &'static str {
        "code"
    }

    fn on_demand(&self) -> Option<OnDemand> {
        let known = OnDemand::new("calculations, charts");
        Some(known.tags(TAGS).opened_by(OPENED_BY))
    }

    fn tools(&self) -> Vec<Arc<dyn DynTool>> {
        vec![Arc::new(RunCode(self.sandbox.clone())), Arc::new(chart::DrawChart)]
    }
}

struct RunCode(Sandbox);

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct CodeArgs {
    #[schemars(length(min = 1, max = 16_384), description = include_str!("language.txt").trim_ascii_end())]
    code: String,
    /// Text files that it reads, of up to 1 MB: `file("name")` is the text of one.
    #[serde(default)]
    #[schemars(length(max = 8))]
    files: Vec<FilePath>,
}

#[derive(Serialize, JsonSchema)]
struct Ran {
    /// The value of the last expression.
    value: Value,
    /// What the program printed.
    #[serde(skip_serializing_if = "String::is_empty")]
    printed: String,
    /// The sources of words in the files that are not the person's own.
    #[serde(skip_serializing_if = "Option::is_none")]
    words_of: Option<String>,
}

#[async_trait]
impl Tool for RunCode {
    type Args = CodeArgs;
    type Output = Ran;
    const META: Meta = Meta::new(
        "run_code",
        "Run a small program that calculates: numbers, dates, tables, text.",
        Category::Code,
        Tier::ReadOnly,
    )
    .details(include_str!("run.txt").trim_ascii_end())
    .needs(&[Permission::Read])
    .tags(&["code", "calculate", "compute"]);

    async fn requirement(
        &self,
        context: &Context,
        arguments: &CodeArgs,
    ) -> Result<CallAssessment, ToolError> {
        let paths: Vec<_> = arguments.files.iter().map(|path| &**path).collect();
        Ok(match paths.as_slice() {
            // The program knows only what the model has written itself.
            [] => CallAssessment::without_asking(),
            paths => files::asks_in_group(context, words::calculate_with(paths)),
        })
    }

    async fn execute(
        &self,
        context: &Context,
        CodeArgs { code, files }: CodeArgs,
    ) -> Result<Outcome<Ran>, ToolError> {
        let (mut texts, mut untrusted, mut left) = (BTreeMap::new(), Sources::OWN, LONGEST_FILE);
        for path in &files {
            let file = files::whole_text(context, path, left).await?;
            left -= file.text.len();
            untrusted = untrusted.and(&file.untrusted);
            texts.insert(file.path, file.text);
        }
        let now = context.clock.now().with_timezone(&context.zone).naive_local();
        let program = Program { code, files: texts, now };
        let answer = compute(&context.sandbox(&self.0), &program).await?;
        let words_of = (!untrusted.is_empty()).then(|| untrusted.to_string());
        if let Some(error) = answer.error {
            return Err(ToolError::rejected(explained(&error, &answer.printed)));
        }
        let ran = Ran { value: answer.value, printed: answer.printed, words_of };
        Ok(Outcome { untrusted, ..Outcome::new("Calculated.", ran) })
    }
}

async fn compute(sandbox: &Sandbox, program: &Program) -> Result<Answer, ToolError> {
    let input = serde_json::to_vec(program).map_err(anyhow::Error::from)?;
    let answer = sandbox.compute(NAME, &input, LIMITS, WITHIN, LONGEST_ANSWER).await;
    let answer = answer.map_err(|failure| match failure {
        Failure::Unavailable(_) => ToolError::unavailable(failure.to_string()),
        Failure::Io(error) => ToolError::Internal(error.into()),
        failure => ToolError::rejected(format!("the program was stopped: {failure}; let it do less")),
    })?;
    Ok(serde_json::from_slice(&answer).map_err(anyhow::Error::from)?)
}

/// Checks that this machine can calculate.
///
/// # Errors
/// Returns why it cannot.
pub async fn check(sandbox: &Sandbox) -> Result<(), ToolError> {
    let program = Program { code: "1 + 1".to_owned(), files: BTreeMap::new(), now: NaiveDateTime::default() };
    match compute(sandbox, &program).await?.value.as_i64() {
        Some(2) => Ok(()),
        _ => Err(ToolError::unavailable("it calculates wrongly; use an official build")),
    }
}

/// Returns what went wrong in a program, where, and the end of what it had printed.
fn explained(error: &Error, printed: &str) -> String {
    let mut text = match (error.line, error.column) {
        (Some(line), Some(column)) => format!("line {line}, column {column}: {}", error.message),
        (Some(line), None) => format!("line {line}: {}", error.message),
        (None, _) => error.message.clone(),
    };
    if !printed.is_empty() {
        let start = printed.ceil_char_boundary(printed.len().saturating_sub(PRINTED_BEFORE));
        text.push_str(&format!("; printed before: {}", printed[start..].trim_end()));
    }
    text
}

/// The most bytes of printed text that an error repeats.
const PRINTED_BEFORE: usize = 500;
