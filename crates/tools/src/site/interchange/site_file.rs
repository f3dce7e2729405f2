//! The file `_site.md`: the settings, the navigation and the descriptions of the pictures.

use adjutant_domain::site::Credit;
use adjutant_site::{Language, Slug, ThemeSettings};
use adjutant_store::site::{Picture, pictures::Change};
use serde_json::{Map, Value, json};

use super::{
    fields::{Fields, described, line_of},
    mistake::Fault,
    parse::SITE,
};
use crate::site::{
    MAX_DESCRIPTION, MAX_TITLE,
    navigation::{self as items, MAX_LABEL},
    pictures::{CreditArgs, MAX_ALT, MAX_CAPTION},
    settings,
};

/// The settings that the file gives; the others stay.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct SiteFile {
    pub(super) title: Option<String>,
    pub(super) description: Option<String>,
    pub(super) language: Option<Language>,
    pub(super) base_url: Option<String>,
    pub(super) theme: Option<ThemeSettings>,
    pub(super) navigation: Option<Vec<ItemFile>>,
    pub(super) pictures: Vec<PictureEntry>,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct ItemFile {
    pub(super) label: String,
    pub(super) leads_to: Leads,
    pub(super) visible: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Leads {
    Page(Slug),
    Url(String),
}

/// A picture with its descriptions.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct PictureEntry {
    /// Its path, relative to the file.
    pub(super) file: String,
    pub(super) said: PictureSaid,
}

/// The descriptions of a picture. For a picture of the site, those that are missing stay as they are.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct PictureSaid {
    pub(super) name: Option<String>,
    pub(super) alt: Option<String>,
    /// `Some(None)` removes it.
    pub(super) caption: Option<Option<String>>,
    /// Like the caption.
    pub(super) credit: Option<Option<Credit>>,
}

impl PictureSaid {
    /// Returns the change of a picture that the site has; `None` if nothing changes.
    pub(super) fn change_of<'a>(&'a self, old: &Picture) -> Option<Change<'a>> {
        let alt = self.alt.as_deref().filter(|alt| *alt != old.alt);
        let caption = self.caption.as_ref().filter(|caption| **caption != old.caption);
        let credit = self.credit.as_ref().filter(|credit| **credit != old.credit);
        let changes = alt.is_some() || caption.is_some() || credit.is_some();
        changes.then(|| Change {
            alt,
            caption: caption.map(Option::as_deref),
            credit: credit.map(Option::as_ref),
        })
    }
}

/// Takes everything from the fields; `body` is the text below them.
pub(super) fn site(fields: &mut Fields, body: &str) -> SiteFile {
    if !body.is_empty() {
        fields.faults.push(Fault {
            subject: "its text".to_owned(),
            given: "not empty".to_owned(),
            fits: format!(
                "nothing below the front matter of {SITE}: pages are files of their own, and nothing"
            ),
        });
    }
    let given =
        |fields: &mut Fields, name: &str, most: usize| fields.has(name).then(|| fields.line(&[name], most));
    let (title, description) =
        (given(fields, "title", MAX_TITLE), given(fields, "description", MAX_DESCRIPTION));
    let language = fields.take(&["language"]).and_then(|(name, value)| {
        let language = value.as_str().and_then(Language::parse);
        if language.is_none() {
            fields.fault(name, described(&value), "a language such as en or de-AT");
        }
        language
    });
    let base_url = fields.take(&["base_url", "baseURL", "url"]).and_then(|(name, value)| {
        let address = value.as_str().and_then(settings::address_of);
        if address.is_none() {
            fields.fault(name, described(&value), "an address such as https://club.example.org");
        }
        address
    });
    SiteFile {
        title,
        description,
        language,
        base_url,
        theme: theme(fields),
        navigation: navigation(fields),
        pictures: pictures(fields),
    }
}

fn theme(fields: &mut Fields) -> Option<ThemeSettings> {
    let named = ["theme", "accent", "font"].map(|name| (name, fields.take(&[name])));
    if named.iter().all(|(_, value)| value.is_none()) {
        return None;
    }
    let mut look = Map::new();
    for (name, value) in named {
        let Some((_, value)) = value else { continue };
        let one = json!({ name: value });
        if serde_json::from_value::<ThemeSettings>(one).is_err() {
            let fits = match name {
                "theme" => "plain, warm or bold",
                "accent" => "a colour such as \"#1d5fb8\"",
                _ => "system, humanist, geometric, serif, antique, slab or rounded",
            };
            fields.fault(name, described(&value), fits);
            continue;
        }
        look.insert(name.to_owned(), value);
    }
    let look: ThemeSettings = serde_json::from_value(Value::Object(look)).unwrap_or_default();
    if let Err(refusal) = look.check() {
        fields.fault("accent", format!("hard to read: {refusal}"), "a darker colour");
    }
    Some(look)
}

fn navigation(fields: &mut Fields) -> Option<Vec<ItemFile>> {
    const FITS: &str = "a `label`, and either a `page` (its slug) or a `url`,";
    let (name, value) = fields.take(&["navigation"])?;
    let Value::Array(entries) = value else {
        fields.fault(name, described(&value), "a list of items");
        return None;
    };
    let mut items = Vec::new();
    for (number, entry) in entries.iter().enumerate() {
        let field = format!("navigation/{number}");
        let text = |name: &str| entry.get(name).and_then(line_of).filter(|text| !text.is_empty());
        let page = text("page").and_then(|slug| Slug::parse(slug.trim_matches('/')).ok()).map(Leads::Page);
        let url = text("url").filter(|url| items::is_target(url)).map(Leads::Url);
        let label = text("label").filter(|label| label.chars().count() <= MAX_LABEL);
        let leads_to = match (page, url) {
            (Some(one), None) | (None, Some(one)) => Some(one),
            _ => None,
        };
        match (label, leads_to) {
            (Some(label), Some(leads_to)) => {
                let visible = entry.get("visible").and_then(Value::as_bool).unwrap_or(true);
                items.push(ItemFile { label, leads_to, visible });
            }
            _ => fields.fault(&field, described(entry), FITS),
        }
    }
    Some(items)
}

fn pictures(fields: &mut Fields) -> Vec<PictureEntry> {
    let entries = match fields.take(&["pictures"]) {
        Some((_, Value::Array(entries))) => entries,
        Some((name, other)) => {
            fields.fault(name, described(&other), "a list of pictures, each with its `file`,");
            return Vec::new();
        }
        None => return Vec::new(),
    };
    let mut pictures = Vec::new();
    for (number, entry) in entries.into_iter().enumerate() {
        let field = |name: &str| format!("pictures/{number}/{name}");
        let Value::Object(entry) = entry else {
            fields.fault(&format!("pictures/{number}"), described(&entry), "fields such as `file` and `alt`");
            continue;
        };
        let mut of_entry = Fields::new(entry);
        let (file, name) = (of_entry.line(&["file"], 1_000), of_entry.line(&["name"], 300));
        let alt = of_entry.has("alt").then(|| of_entry.line(&["alt"], MAX_ALT));
        let caption = of_entry.has("caption").then(|| of_entry.line(&["caption"], MAX_CAPTION));
        let is_credited = of_entry.has("credit");
        let credit = of_entry.take(&["credit"]).map(|(_, credit)| credit);
        if file.is_empty() {
            fields.fault(&field("file"), "missing", "the path of the picture's file");
        }
        let credit = credit.and_then(|credit| {
            let read = serde_json::from_value::<CreditArgs>(credit.clone()).ok();
            let checked = read.and_then(|credit| credit.check().ok());
            if checked.is_none() {
                let fits = "a `photographer`, and where wanted a `url` and a `source`,";
                fields.fault(&field("credit"), described(&credit), fits);
            }
            checked.flatten()
        });
        let faults = std::mem::take(&mut of_entry.faults);
        fields.faults.extend(faults);
        let given = |text: String| Some(text).filter(|text| !text.is_empty());
        let said = PictureSaid {
            name: given(name),
            alt,
            caption: caption.map(given),
            credit: is_credited.then_some(credit),
        };
        pictures.push(PictureEntry { file, said });
    }
    pictures
}
