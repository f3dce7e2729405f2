//! `site_get_settings`, `site_update_settings`: what holds for the whole site.

use adjutant_domain::origin::Sources;
use adjutant_macros::tool;
use adjutant_site::{Colour, Font, Language, Theme, ThemeSettings};
use adjutant_store::{
    db::{SyncedTx, Tx},
    site::{self as store, By},
};
use adjutant_texts::site as texts;
use async_trait::async_trait;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use url::Url;

use super::{MAX_DESCRIPTION, MAX_TITLE, asks, line, misfit, refused};
use crate::kit::{CallAssessment, Category, Context, Meta, Outcome, Permission, Tier, Tool, ToolError, WebUrl};

/// A setting of the site.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum Setting {
    Title,
    Description,
    Language,
    BaseUrl,
    Theme,
    Accent,
    Font,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct GotSettings {
    /// By name; null where it is the theme's own, or not set.
    settings: Map<String, Value>,
}

/// Get the settings of the website: its title, description, language, base_url, theme, accent and font.
#[tool(category = Other, tier = ReadOnly, needs(Read), tags("website", "settings", "theme"))]
pub(super) async fn site_get_settings(
    context: &Context,
    /// Only this one.
    key: Option<Setting>,
) -> Result<Outcome<GotSettings>, ToolError> {
    let user = context.user.user_id.clone();
    let site = context.db.read(async move |tx: &Tx| store::of(tx, &user).await).await?;
    let mut settings = described(site.unwrap_or_default())?;
    if let Some(key) = key {
        settings.retain(|name, _| *name == key.name());
    }
    let untrusted = site.untrusted;
    Ok(Outcome { untrusted, ..Outcome::new("The settings of the website.", GotSettings { settings }) })
}

pub(super) struct SiteUpdateSettings;

#[derive(Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct SettingsArgs {
    /// Of the whole site.
    title: Option<String>,
    /// For search engines: one or two sentences.
    description: Option<String>,
    /// Such as en or de-AT.
    language: Option<String>,
    /// Where the site is served.
    base_url: Option<WebUrl>,
    /// The look.
    #[schemars(with = "Option<ThemeName>")]
    theme: Option<Theme>,
    /// A colour such as #1d5fb8; an empty one leaves it to the theme.
    accent: Option<String>,
    /// The kind of letters.
    #[schemars(with = "Option<FontName>")]
    font: Option<Font>,
}

/// The names of [`Theme`] as the model reads them.
#[derive(JsonSchema)]
#[serde(rename_all = "snake_case")]
#[expect(dead_code, reason = "only its schema is used")]
enum ThemeName {
    Plain,
    Warm,
    Bold,
}

/// The names of [`Font`] as the model reads them.
#[derive(JsonSchema)]
#[serde(rename_all = "snake_case")]
#[expect(dead_code, reason = "only its schema is used")]
enum FontName {
    System,
    Humanist,
    Geometric,
    Serif,
    Antique,
    Slab,
    Rounded,
}

#[async_trait]
impl Tool for SiteUpdateSettings {
    type Args = SettingsArgs;
    type Output = GotSettings;
    const META: Meta = Meta::new(
        "site_update_settings",
        "Change settings of the website: those given change, the others stay.",
        Category::Other,
        Tier::SideEffecting,
    )
    .needs(&[Permission::Write])
    .tags(&["website", "settings", "theme", "colour", "font", "update"]);

    async fn requirement(
        &self,
        context: &Context,
        arguments: &SettingsArgs,
    ) -> Result<CallAssessment, ToolError> {
        todo!()
    }

    async fn execute(
        &self,
        context: &Context,
        arguments: SettingsArgs,
    ) -> Result<Outcome<GotSettings>, ToolError> {
        todo!()
    }
}

impl Setting {
    fn name(self) -> &'static str {
        match self {
            Self::Title => "title",
            Self::Description => "description",
            Self::Language => "language",
            Self::BaseUrl => "base_url",
            Self::Theme => "theme",
            Self::Accent => "accent",
            Self::Font => "font",
        }
    }
}
