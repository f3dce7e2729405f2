//! Pages, sections and navigation items as the model reads them.

use adjutant_domain::ids::{ItemId, PageId, SectionId};
use adjutant_site::Template;
use adjutant_store::site::{Item, Page, Section};
use adjutant_texts::in_a_line;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};

/// The length of a section's title, in characters.
const TITLE: usize = 60;

/// A page without its sections.
#[derive(Serialize, JsonSchema)]
pub(super) struct PageRow {
    page_id: PageId,
    title: String,
    slug: String,
    /// draft or published
    status: &'static str,
    /// Whether the site begins with it.
    is_home: bool,
    #[serde(skip_serializing_if = "String::is_empty")]
    #[schemars(default)]
    description: String,
}

/// A section without its content.
#[derive(Serialize, JsonSchema)]
pub(super) struct SectionRow {
    section_id: SectionId,
    template: String,
    /// Its heading or first words.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[schemars(default)]
    title: String,
}

/// A section with its content.
#[derive(Serialize, JsonSchema)]
pub(super) struct WholeSection {
    section_id: SectionId,
    template: String,
    /// Its heading or first words.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[schemars(default)]
    title: String,
    /// The fields of the template.
    content: Value,
}

/// An item of the navigation; it leads to a page or to an address.
#[derive(Serialize, JsonSchema)]
pub(super) struct ItemRow {
    item_id: ItemId,
    label: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    page_id: Option<PageId>,
    #[serde(skip_serializing_if = "Option::is_none")]
    url: Option<String>,
    visible: bool,
}

impl From<&Page> for PageRow {
    fn from(page: &Page) -> Self {
        Self {
            page_id: page.page_id.clone(),
            title: page.title.clone(),
            slug: page.slug.clone(),
            status: page.status.name(),
            is_home: page.is_home,
            description: page.description.clone(),
        }
    }
}

impl From<&Section> for SectionRow {
    fn from(section: &Section) -> Self {
        Self {
            section_id: section.section_id.clone(),
            template: section.template.clone(),
            title: title_of(section),
        }
    }
}

impl From<&Section> for WholeSection {
    fn from(section: &Section) -> Self {
        Self {
            section_id: section.section_id.clone(),
            template: section.template.clone(),
            title: title_of(section),
            content: section.content.clone(),
        }
    }
}

impl From<&Item> for ItemRow {
    fn from(item: &Item) -> Self {
        Self {
            item_id: item.item_id.clone(),
            label: item.label.clone(),
            page_id: item.page_id.clone(),
            url: item.url.clone(),
            visible: item.visible,
        }
    }
}

/// Returns the name of a stored section.
pub(super) fn title_of(section: &Section) -> String {
    section.content.as_object().map(|content| title(&section.template, content)).unwrap_or_default()
}

/// Returns the texts, choices and links of a section as a request for approval shows them.
pub(super) fn written(template: &str, content: &Map<String, Value>) -> String {
    Template::find(template).map(|template| template.written(content)).unwrap_or_default()
}

/// Returns the text of a stored section.
pub(super) fn words_of(section: &Section) -> String {
    section.content.as_object().map(|content| words(&section.template, content)).unwrap_or_default()
}

/// Returns the heading of a section, or else its first words; empty if it has none.
pub(super) fn title(template: &str, content: &Map<String, Value>) -> String {
    let heading = content.get("heading").and_then(Value::as_str).map(str::trim);
    match heading.filter(|heading| !heading.is_empty()) {
        Some(heading) => in_a_line(heading, TITLE),
        None => in_a_line(words(template, content).lines().next().unwrap_or_default(), TITLE),
    }
}

/// Returns the text of a section; empty if its template no longer exists.
pub(super) fn words(template: &str, content: &Map<String, Value>) -> String {
    Template::find(template).map(|template| template.words(content)).unwrap_or_default()
}

/// Returns the label of a template: `Opening hours`.
pub(super) fn label(template: &str) -> &str {
    Template::find(template).map_or(template, |template| &template.label)
}
