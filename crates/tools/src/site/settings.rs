//! `site_get_settings`, `site_update_settings`: the settings of the whole site.

use adjutant_macros::tool;
use adjutant_site::{Colour, Font, Language, Theme, ThemeSettings};
use adjutant_store::{
    db::{SyncedTx, Tx},
    site::{self as store, Site},
};
use adjutant_texts::site as texts;
use async_trait::async_trait;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use url::Url;

use super::{Author, MAX_DESCRIPTION, MAX_TITLE, asks, changed_fields, line, misfit, refused, shared};
use crate::kit::{
    CallAssessment, Category, Context, Meta, Outcome, Permission, Tier, Tool, ToolError, WebUrl,
};

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
    let user = shared::owner(context).clone();
    let site = context.db.read(async move |tx: &Tx| store::of(tx, &user).await).await?;
    let mut settings = described(site.as_ref());
    if let Some(key) = key {
        settings.retain(|name, _| *name == key.name());
    }
    let untrusted = site.map(|site| site.untrusted).unwrap_or_default();
    Ok(Outcome { untrusted, ..Outcome::new("The settings of the website.", GotSettings { settings }) })
}

/// Returns the settings of a site, or those of a new site.
fn described(site: Option<&Site>) -> Map<String, Value> {
    let (title, description, language, base_url) = match site {
        Some(site) => (&*site.title, &*site.description, &*site.language, site.base_url.as_deref()),
        None => ("", "", store::LANGUAGE, None),
    };
    let ThemeSettings { theme, accent, font } = site.map(look).unwrap_or_default();
    let all = json!({
        "title": title,
        "description": description,
        "language": language,
        "base_url": base_url,
        "theme": theme,
        "accent": accent,
        "font": font,
    });
    match all {
        Value::Object(settings) => settings,
        _ => Map::new(),
    }
}

/// Returns the theme of a site. A theme that this version cannot parse counts as the usual one.
fn look(site: &Site) -> ThemeSettings {
    serde_json::from_value(site.theme.clone()).unwrap_or_default()
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
        "Change settings of the website; settings that you omit stay.",
        Category::Other,
        Tier::SideEffecting,
    )
    .needs(&[Permission::Write])
    .tags(&["website", "settings", "theme", "colour", "font"])
    .idempotent();

    async fn requirement(
        &self,
        context: &Context,
        arguments: &SettingsArgs,
    ) -> Result<CallAssessment, ToolError> {
        let user = shared::owner(context).clone();
        let site = context.db.read(async move |tx: &Tx| store::of(tx, &user).await).await?;
        let wanted = Wanted::new(arguments, site.as_ref())?;
        Ok(asks(texts::change_settings(&wanted.names()), || wanted.in_lines()))
    }

    async fn execute(
        &self,
        context: &Context,
        arguments: SettingsArgs,
    ) -> Result<Outcome<GotSettings>, ToolError> {
        let author = Author::of(context);
        let update = async move |tx: &SyncedTx| {
            let site = store::open(tx, &author.user, author.now).await?;
            let wanted = Wanted::new(&arguments, Some(&site))?;
            let theme = wanted.theme.as_ref().map(serde_json::to_value).transpose()?;
            let settings = store::Settings {
                title: wanted.title.as_deref(),
                description: wanted.description.as_deref(),
                language: wanted.language.as_ref().map(Language::as_str),
                theme: theme.as_ref(),
                base_url: wanted.base_url.as_deref().map(Some),
            };
            let what = texts::settings_changed(&wanted.names());
            Ok(store::update_settings(tx, &site.site_id, &settings, &author.by(&what)).await?)
        };
        let site = context.db.write(shared::scope(context), update).await.map_err(refused)?;
        let output = GotSettings { settings: described(Some(&site)) };
        Ok(Outcome {
            untrusted: site.untrusted,
            ..Outcome::new("Changed the settings of the website.", output)
        })
    }
}

/// The checked changes of the settings.
struct Wanted {
    title: Option<String>,
    description: Option<String>,
    language: Option<Language>,
    base_url: Option<String>,
    /// Includes the unchanged parts of the old theme.
    theme: Option<ThemeSettings>,
    /// The names of the changed parts of the theme.
    looks: Vec<&'static str>,
}

impl Wanted {
    fn new(arguments: &SettingsArgs, site: Option<&Site>) -> Result<Self, ToolError> {
        let SettingsArgs { title, description, language, base_url, theme, accent, font } = arguments;
        let description = match description.as_deref().map(str::trim) {
            Some("") => Some(String::new()),
            Some(text) => Some(line("description", text, MAX_DESCRIPTION)?),
            None => None,
        };
        let known = |tag: &String| {
            let fits = "a language such as en or de-AT";
            Language::parse(tag.trim()).ok_or_else(|| misfit("language", &format!("{tag:?}"), fits))
        };
        let mut look = site.map(look).unwrap_or_default();
        look.theme = theme.unwrap_or(look.theme);
        look.font = font.or(look.font);
        if let Some(accent) = accent {
            look.accent = colour(accent)?;
        }
        look.check()
            .map_err(|refusal| ToolError::invalid(format!("field 'accent' in arguments: {refusal}")))?;
        let looks = changed_fields([
            (theme.is_some(), "theme"),
            (accent.is_some(), "accent"),
            (font.is_some(), "font"),
        ]);
        let wanted = Self {
            title: title.as_deref().map(|title| line("title", title, MAX_TITLE)).transpose()?,
            description,
            language: language.as_ref().map(known).transpose()?,
            base_url: base_url.as_deref().map(address).transpose()?,
            theme: (!looks.is_empty()).then_some(look),
            looks,
        };
        match wanted.names().is_empty() {
            true => Err(ToolError::invalid("give a setting to change, such as 'title', in arguments")),
            false => Ok(wanted),
        }
    }

    /// Returns the names of the changed settings, for people.
    fn names(&self) -> Vec<&'static str> {
        let mut names = changed_fields([
            (self.title.is_some(), "title"),
            (self.description.is_some(), "description"),
            (self.language.is_some(), "language"),
            (self.base_url.is_some(), "address"),
        ]);
        names.extend(&self.looks);
        names
    }

    /// Returns the new texts, for the details of a prompt.
    fn in_lines(&self) -> String {
        let lines = [
            ("title", self.title.as_deref()),
            ("description", self.description.as_deref()),
            ("language", self.language.as_ref().map(Language::as_str)),
            ("address", self.base_url.as_deref()),
        ];
        let lines = lines.into_iter().filter_map(|(name, value)| Some(format!("{name}: {}", value?)));
        lines.collect::<Vec<_>>().join("\n")
    }
}

/// Parses the accent that a call names; `None` for the theme's own.
fn colour(text: &str) -> Result<Option<Colour>, ToolError> {
    match text.trim() {
        "" => Ok(None),
        text => match Colour::parse(text) {
            Some(colour) => Ok(Some(colour)),
            None => Err(misfit("accent", &format!("{text:?}"), "a colour such as #1d5fb8")),
        },
    }
}

/// Returns the address of the site, without a slash at its end.
fn address(text: &str) -> Result<String, ToolError> {
    address_of(text).ok_or_else(|| {
        misfit("base_url", &format!("{text:?}"), "an address such as https://club.example.org")
    })
}

/// Returns the address of a site, without a slash at its end; `None` if the text is no such address.
pub(super) fn address_of(text: &str) -> Option<String> {
    let url = Url::parse(text.trim()).ok().filter(|url| matches!(url.scheme(), "http" | "https"));
    let url = url.filter(|url| url.has_host() && url.query().is_none() && url.fragment().is_none());
    url.map(|url| url.as_str().trim_end_matches('/').to_owned())
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
