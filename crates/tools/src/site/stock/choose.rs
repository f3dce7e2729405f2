//! `site_choose_stock_photo`: asks the person which of the shown photos they want. The call waits like a question;
//! running it only returns the answer.

use adjutant_domain::question::Form;
use adjutant_texts::site::files as texts;
use async_trait::async_trait;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::SHOWN;
use crate::kit::{CallAssessment, Category, Context, Meta, Outcome, Permission, Tier, Tool, ToolError};

pub(super) const NAME: &str = "site_choose_stock_photo";

pub(super) struct SiteChooseStockPhoto;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ChooseArgs {
    /// Those that the person sees, in their order, from site_search_stock_photos.
    #[schemars(length(min = 1, max = SHOWN))]
    photo_ids: Vec<String>,
}

/// What the person has chosen.
#[derive(Serialize, JsonSchema)]
pub(super) struct ChosenPhoto {
    /// For site_add_stock_photo; none if they want none of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    photo_id: Option<String>,
    /// What they wrote instead of pressing a button.
    #[serde(skip_serializing_if = "Option::is_none")]
    typed: Option<String>,
}

#[async_trait]
impl Tool for SiteChooseStockPhoto {
    type Args = ChooseArgs;
    type Output = ChosenPhoto;
    const META: Meta = Meta::new(
        NAME,
        "Ask the person, with buttons, to choose one of the stock photos that site_search_stock_photos has shown.",
        Category::Other,
        Tier::ReadOnly,
    )
    .needs(&[Permission::Read])
    .tags(&["website", "image", "picture", "photo", "stock", "choice"]);

    async fn requirement(&self, _: &Context, arguments: &ChooseArgs) -> Result<CallAssessment, ToolError> {
        check(arguments)?;
        Ok(CallAssessment::question(texts::which_photo(), form(arguments)))
    }

    async fn execute(
        &self,
        context: &Context,
        arguments: ChooseArgs,
    ) -> Result<Outcome<ChosenPhoto>, ToolError> {
        check(&arguments)?;
        let Some(answer) = &context.answer else {
            return Err(ToolError::rejected("nobody has answered; go on without a photo"));
        };
        let photo_id = answer.chosen.first().and_then(|at| arguments.photo_ids.get(*at)).cloned();
        let message = match (&photo_id, &answer.text) {
            (Some(_), _) => "The person has chosen a photo; site_add_stock_photo adds it.",
            (None, None) => "The person wants none of them.",
            (None, Some(_)) => "The person has answered in words.",
        };
        Ok(Outcome::new(message, ChosenPhoto { photo_id, typed: answer.text.clone() }))
    }
}

/// Returns the options: the numbers of the photos, and none of them.
fn form(arguments: &ChooseArgs) -> Form {
    let numbers = (1..=arguments.photo_ids.len()).map(|number| number.to_string());
    Form { options: numbers.chain([texts::no_photo().to_owned()]).collect(), several: false }
}

fn check(arguments: &ChooseArgs) -> Result<(), ToolError> {
    let is_id = |id: &String| !id.is_empty() && id.len() <= 20 && id.bytes().all(|b| b.is_ascii_digit());
    match arguments.photo_ids.iter().all(is_id) {
        true => Ok(()),
        false => Err(ToolError::invalid(
            "field 'photo_ids' in arguments has what is no id of a photo; site_search_stock_photos returns ids",
        )),
    }
}
