//! Writes a site as Markdown files, which [`super::parse`] reads back.

use std::collections::{BTreeSet, HashMap};

use adjutant_domain::{
    ids::{PageId, PictureId},
    origin::Sources,
    site::{PageStatus, PostStatus, Variant, VariantFormat},
    timestamp::Timestamp,
    zones::Zone,
};
use adjutant_site::{Slug, Template, ThemeSettings, markdown};
use adjutant_store::site::{Collection, Entry, Item, Page, Picture, Post, Section, Snapshot};
use chrono::SecondsFormat;
use serde_json::{Map, Value, json};

use super::{
    parse::{COLLECTIONS, PAGES, POSTS, SITE},
    paths::relative,
};
use crate::{front_matter, site::pictures::CreditArgs};

/// The folder of the pictures.
const PICTURES: &str = "pictures";

/// A Markdown file of an export.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Written {
    /// Its path within the export.
    pub(super) path: String,
    pub(super) text: String,
    pub(super) untrusted: Sources,
}

/// A picture of an export: its path there, and the file of the site to copy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Copied<'a> {
    pub(super) path: String,
    pub(super) picture: &'a Picture,
    pub(super) variant: &'a Variant,
}

/// All files of an export.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Export<'a> {
    pub(super) files: Vec<Written>,
    pub(super) pictures: Vec<Copied<'a>>,
}

/// Exports a whole site, with its drafts. Times are in `zone`.
pub(super) fn export(site: &Snapshot, zone: Zone) -> Export<'_> {
    let pictures = copied(site);
    let paths: HashMap<_, _> =
        pictures.iter().map(|copied| (copied.picture.picture_id.clone(), copied.path.clone())).collect();
    let mut files = vec![settings(site, &pictures)];
    files.extend(site.pages.iter().map(|page| of_page(site, page, &paths)));
    files.extend(site.posts.iter().map(|post| of_post(site, post, &paths, zone)));
    for collection in &site.collections {
        files.push(of_collection(collection));
        let own = site.entries.iter().filter(|entry| entry.collection_id == collection.collection_id);
        files.extend(own.map(|entry| of_entry(collection, entry, &paths)));
    }
    Export { files, pictures }
}

/// Returns the name of each picture, and its widest file that every program can show.
fn copied(site: &Snapshot) -> Vec<Copied<'_>> {
    let (mut taken, mut all) = (BTreeSet::new(), Vec::new());
    for picture in &site.pictures {
        let shown = |variant: &&Variant| variant.format != VariantFormat::WebP;
        let widest = picture.variants.iter().filter(shown).max_by_key(|variant| variant.width);
        let Some(variant) = widest.or(picture.variants.first()) else { continue };
        let stem = picture.name.rsplit_once('.').map_or(&*picture.name, |(stem, _)| stem);
        let slug = Slug::from_title(stem);
        let named = |slug: &Slug| format!("{PICTURES}/{slug}.{}", variant.format.ending());
        let mut path = named(&slug);
        // This ends, because there are fewer pictures than numbers.
        let mut number = 2;
        while !taken.insert(path.clone()) {
            path = named(&slug.numbered(number));
            number += 1;
        }
        all.push(Copied { path, picture, variant });
    }
    all
}

fn document(path: String, fields: Vec<(&str, Value)>, body: &str, untrusted: Sources) -> Written {
    let fields = fields.into_iter().filter(|(_, value)| !value.is_null());
    let fields: Map<_, _> = fields.map(|(name, value)| (name.to_owned(), value)).collect();
    let fence = front_matter::FENCE;
    let mut text = format!("{fence}\n{}{fence}\n", front_matter::yaml(&Value::Object(fields)));
    if !body.is_empty() {
        text += &format!("\n{body}\n");
    }
    Written { path, text, untrusted }
}

/// Returns a value, or null if it is the usual one; documents omit null.
fn unless<T: PartialEq + Into<Value>>(value: T, usual: &T) -> Value {
    if value == *usual { Value::Null } else { value.into() }
}

fn settings(site: &Snapshot, pictures: &[Copied<'_>]) -> Written {
    let slugs: HashMap<&PageId, &str> =
        site.pages.iter().map(|page| (&page.page_id, page.slug.as_str())).collect();
    let item = |item: &Item| {
        let mut fields = Map::from_iter([("label".to_owned(), Value::from(item.label.clone()))]);
        match item.page_id.as_ref().and_then(|page| slugs.get(page)) {
            Some(slug) => fields.insert("page".to_owned(), (*slug).into()),
            None => fields.insert("url".to_owned(), item.url.clone().into()),
        };
        if !item.visible {
            fields.insert("visible".to_owned(), false.into());
        }
        Value::Object(fields)
    };
    let picture = |copied: &Copied<'_>| {
        let Picture { name, alt, caption, credit, .. } = copied.picture;
        let credit = credit.as_ref().map(|credit| json!(CreditArgs::from(credit)));
        let all = [
            ("file", Value::from(copied.path.clone())),
            ("name", name.clone().into()),
            ("alt", unless(alt.clone(), &String::new())),
            ("caption", caption.clone().into()),
            ("credit", credit.unwrap_or_default()),
        ];
        let given = all.into_iter().filter(|(_, value)| !value.is_null());
        Value::Object(given.map(|(name, value)| (name.to_owned(), value)).collect())
    };
    let look: ThemeSettings = serde_json::from_value(site.site.theme.clone()).unwrap_or_default();
    let (items, of) = (site.navigation.iter().map(item).collect::<Vec<_>>(), &site.site);
    let fields = vec![
        ("title", of.title.clone().into()),
        ("description", of.description.clone().into()),
        ("language", of.language.clone().into()),
        ("base_url", of.base_url.clone().into()),
        ("theme", json!(look.theme)),
        ("accent", json!(look.accent)),
        ("font", json!(look.font)),
        ("navigation", items.into()),
        ("pictures", unless(pictures.iter().map(picture).collect::<Vec<_>>(), &Vec::new())),
    ];
    let mut untrusted = of.untrusted.clone();
    for sources in site.navigation.iter().map(|item| &item.untrusted) {
        untrusted = untrusted.and(sources);
    }
    for sources in site.pictures.iter().map(|picture| &picture.untrusted) {
        untrusted = untrusted.and(sources);
    }
    document(SITE.to_owned(), fields, "", untrusted)
}

fn of_page(site: &Snapshot, page: &Page, paths: &HashMap<PictureId, String>) -> Written {
    let path = format!("{PAGES}/{}.md", page.slug);
    let sections: Vec<_> = site.sections.iter().filter(|it| it.page_id == page.page_id).collect();
    let aliases = site.redirects.iter().filter(|it| it.page_id == page.page_id);
    let aliases: Vec<_> = aliases.map(|it| Value::from(it.slug.clone())).collect();
    let contents: Vec<_> = sections.iter().map(|section| content(site, section, &path, paths)).collect();
    let body = match (&*sections, &*contents) {
        ([section], [content]) if section.template == "text" => text_alone(content),
        _ => None,
    };
    let listed = match body {
        Some(_) => Vec::new(),
        None => sections
            .iter()
            .zip(&contents)
            .map(|(section, content)| json!({ "template": section.template, "content": content }))
            .collect(),
    };
    let fields = vec![
        ("title", page.title.clone().into()),
        ("slug", page.slug.clone().into()),
        ("description", unless(page.description.clone(), &String::new())),
        ("draft", unless(page.status == PageStatus::Draft, &false)),
        ("home", unless(page.is_home, &false)),
        ("weight", (page.position + 1).into()),
        ("aliases", unless(aliases, &Vec::new())),
        ("sections", unless(listed, &Vec::new())),
    ];
    let untrusted = sections.iter().map(|section| &section.untrusted).collect::<Sources>();
    document(path, fields, body.unwrap_or_default(), page.untrusted.clone().and(&untrusted))
}

/// Returns the Markdown of a section that has only a text, if reading it back gives the same text.
fn text_alone(content: &Value) -> Option<&str> {
    let fields = content.as_object()?;
    let body = fields.get("body").filter(|_| fields.len() == 1)?.as_str()?;
    (!body.is_empty() && body.trim() == body).then_some(body)
}

/// Returns the content of a section, with pictures named by their paths and collections by their slugs.
fn content(site: &Snapshot, section: &Section, file: &str, paths: &HashMap<PictureId, String>) -> Value {
    let (Ok(template), Some(content)) = (Template::find(&section.template), section.content.as_object())
    else {
        return section.content.clone();
    };
    let mut content = content.clone();
    for id in template.pictures(&content) {
        if let Some(path) = paths.get(&PictureId(id.clone())) {
            template.replace_picture(&mut content, &id, &relative(file, path));
        }
    }
    for (_, id) in template.collections(&content) {
        if let Some(collection) = site.collections.iter().find(|it| it.collection_id.as_str() == id) {
            template.replace_collection(&mut content, &id, &collection.slug);
        }
    }
    Value::Object(content)
}

fn of_post(site: &Snapshot, post: &Post, paths: &HashMap<PictureId, String>, zone: Zone) -> Written {
    // A date at the beginning of a file's name would be read as the post's date.
    let is_dated = post.slug.get(..4).is_some_and(|year| year.bytes().all(|b| b.is_ascii_digit()));
    let path = format!("{POSTS}/{}{}.md", if is_dated { "post-" } else { "" }, post.slug);
    let mut body = post.body.clone();
    for id in markdown::pictures(&post.body) {
        if let Some(shown) = paths.get(&PictureId(id.clone())) {
            markdown::replace_picture(&mut body, &id, &relative(&path, shown));
        }
    }
    let aliases = site.post_redirects.iter().filter(|it| it.post_id == post.post_id);
    let aliases: Vec<_> = aliases.map(|it| Value::from(it.slug.clone())).collect();
    let date = |at: Timestamp| at.to_utc().with_timezone(&zone).to_rfc3339_opts(SecondsFormat::AutoSi, true);
    let tags: Vec<_> = post.tags.iter().cloned().map(Value::from).collect();
    let fields = vec![
        ("title", post.title.clone().into()),
        ("slug", post.slug.clone().into()),
        ("date", post.published_at.map(date).into()),
        ("draft", unless(post.status == PostStatus::Draft, &false)),
        ("status", if post.status == PostStatus::Archived { "archived".into() } else { Value::Null }),
        ("author", post.author.clone().into()),
        ("excerpt", post.excerpt.clone().into()),
        ("tags", unless(tags, &Vec::new())),
        ("aliases", unless(aliases, &Vec::new())),
    ];
    document(path, fields, &body, post.untrusted.clone())
}

fn of_collection(collection: &Collection) -> Written {
    let path = format!("{COLLECTIONS}/{}/_index.md", collection.slug);
    let fields = vec![
        ("title", collection.title.clone().into()),
        ("slug", collection.slug.clone().into()),
        ("description", unless(collection.description.clone(), &String::new())),
    ];
    document(path, fields, "", collection.untrusted.clone())
}

fn of_entry(collection: &Collection, entry: &Entry, paths: &HashMap<PictureId, String>) -> Written {
    let path = format!("{COLLECTIONS}/{}/{}.md", collection.slug, entry.slug);
    let shown = |id: &PictureId| paths.get(id).map(|shown| relative(&path, shown));
    let mut body = entry.body.clone();
    for id in markdown::pictures(&entry.body) {
        if let Some(shown) = shown(&PictureId(id.clone())) {
            markdown::replace_picture(&mut body, &id, &shown);
        }
    }
    let fields = vec![
        ("title", entry.title.clone().into()),
        ("slug", entry.slug.clone().into()),
        ("summary", unless(entry.summary.clone(), &String::new())),
        ("image", entry.picture_id.as_ref().and_then(shown).into()),
        ("link", entry.link.clone().into()),
        ("draft", unless(entry.status == PageStatus::Draft, &false)),
        ("weight", (entry.position + 1).into()),
    ];
    document(path.clone(), fields, &body, entry.untrusted.clone())
}

#[cfg(test)]
mod tests;
