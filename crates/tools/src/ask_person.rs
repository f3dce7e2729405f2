//! `ask_person`: asks the person of the turn a question, with buttons for the options. The call waits like one that
//! needs an approval; running it only returns the answer.

use std::{collections::BTreeSet, sync::Arc};

use adjutant_domain::question::{self, Form};
use async_trait::async_trait;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::kit::{
    CallAssessment, Category, Context, DynTool, Meta, OnDemand, Outcome, Permission, Tier, Tool, ToolError,
    Toolset,
};

/// The longest question, in characters: with all options, it fits one message.
const MAX_QUESTION: u32 = 500;
/// The longest option, in characters.
const MAX_OPTION: u32 = 80;

/// The toolset for questions.
pub(super) struct Questions;

#[async_trait]
impl Toolset for Questions {
    fn name(&self) -> &'static str {
        "questions"
    }

    fn on_demand(&self) -> Option<OnDemand> {
        let words = ["ask me", "let me choose", "let me pick"];
        Some(OnDemand::new("ask with buttons").tags(TAGS).opened_by(words))
    }

    fn tools(&self) -> Vec<Arc<dyn DynTool>> {
        vec![Arc::new(AskPerson)]
    }
}

/// Search words for questions to a person.
const TAGS: &str = "multiple choice buttons";

struct AskPerson;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct AskArgs {
    /// One question, in plain words.
    #[schemars(length(min = 1, max = MAX_QUESTION))]
    question: String,
    /// The choices, as buttons. Without any, the person writes the answer.
    #[schemars(length(min = 2, max = question::OPTIONS), inner(length(min = 1, max = MAX_OPTION)))]
    options: Option<Vec<String>>,
    /// Whether more than one may be chosen.
    #[serde(default)]
    several: bool,
}

/// What the person has answered.
#[derive(Serialize, JsonSchema)]
struct Answered {
    /// The options that they chose.
    #[serde(skip_serializing_if = "Option::is_none")]
    chosen: Option<Vec<String>>,
    /// What they wrote, if they did not press buttons.
    #[serde(skip_serializing_if = "Option::is_none")]
    typed: Option<String>,
}

#[async_trait]
impl Tool for AskPerson {
    type Args = AskArgs;
    type Output = Answered;
    const META: Meta = Meta::new(
        "ask_person",
        "Ask the person something without which you cannot go on. Not for permission: what needs it asks by itself.",
        Category::Other,
        Tier::ReadOnly,
    )
    .needs(&[Permission::Read])
    .tags(&["question", "choice"]);

    async fn requirement(&self, _: &Context, arguments: &AskArgs) -> Result<CallAssessment, ToolError> {
        let AskArgs { question, several, .. } = arguments;
        let form = Form { options: options(arguments)?, several: *several };
        if form.options.is_empty() && form.several {
            return Err(ToolError::invalid("'several' needs 'options' to choose from"));
        }
        Ok(CallAssessment::question(question.trim(), form))
    }

    async fn execute(&self, context: &Context, arguments: AskArgs) -> Result<Outcome<Answered>, ToolError> {
        let Some(answer) = &context.answer else {
            return Err(ToolError::rejected("nobody has answered; go on without the answer"));
        };
        let form = Form { options: options(&arguments)?, several: arguments.several };
        let chosen: Vec<_> = form.words(answer).map(str::to_owned).collect();
        let output = Answered { chosen: (!chosen.is_empty()).then_some(chosen), typed: answer.text.clone() };
        Ok(Outcome::new("The person has answered.", output))
    }
}

/// Returns the options as they are shown. They must all differ.
fn options(arguments: &AskArgs) -> Result<Vec<String>, ToolError> {
    let options: Vec<_> = arguments.options.iter().flatten().map(|option| option.trim().to_owned()).collect();
    let distinct: BTreeSet<_> = options.iter().map(|option| question::folded(option)).collect();
    if distinct.len() < options.len() || distinct.contains("") {
        return Err(ToolError::invalid(
            "each option must have words of its own; two of 'options' are the same, or one is empty",
        ));
    }
    if arguments.question.trim().is_empty() {
        return Err(ToolError::invalid("'question' is empty"));
    }
    Ok(options)
}
