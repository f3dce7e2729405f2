//! `site_list_templates`, `site_get_template`: the kinds of sections.

use adjutant_macros::tool;
use adjutant_site::{Template, templates};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use crate::kit::{Outcome, ToolError};

#[derive(Serialize, JsonSchema)]
pub(super) struct ListedTemplates {
    templates: Vec<TemplateRow>,
    total: usize,
}

#[derive(Serialize, JsonSchema)]
struct TemplateRow {
    template: &'static str,
    description: &'static str,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct GotTemplate {
    template: &'static str,
    description: &'static str,
    /// Each with its name, type, limits, and whether it is required.
    fields: Value,
}

/// List the kinds of sections that a page can have.
#[tool(category = Other, tier = ReadOnly, needs(Read), tags("website", "section", "template"))]
pub(super) async fn site_list_templates() -> Result<Outcome<ListedTemplates>, ToolError> {
    let rows = templates().iter().map(|it| TemplateRow { template: &it.key, description: &it.description });
    let templates: Vec<_> = rows.collect();
    let total = templates.len();
    Ok(Outcome::new(format!("{total} templates."), ListedTemplates { templates, total }))
}

/// Get the fields of a template: the fields that a section needs, and the values that each takes.
#[tool(category = Other, tier = ReadOnly, needs(Read), tags("website", "section", "template"))]
pub(super) async fn site_get_template(
    /// From site_list_templates.
    template: &str,
) -> Result<Outcome<GotTemplate>, ToolError> {
    let found = Template::find(template).map_err(|unknown| ToolError::not_found(unknown.to_string()))?;
    let fields = serde_json::to_value(&found.fields).map_err(anyhow::Error::from)?;
    let got = GotTemplate { template: &found.key, description: &found.description, fields };
    Ok(Outcome::new(format!("The fields of {}.", found.label), got))
}
