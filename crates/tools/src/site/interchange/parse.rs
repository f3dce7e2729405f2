//! Parses a Markdown file into its part of the site: a page, a post, a collection or one of its entries, or the
//! settings.

use adjutant_domain::{
    site::{PageStatus, PostStatus},
    timestamp::Timestamp,
    zones::Zone,
};
use adjutant_site::Slug;
use adjutant_store::site::{MAX_BODY, MAX_SECTIONS, MAX_TAGS};
use adjutant_texts::{bytes, for_model};
use serde_json::{Map, Value, json};

use super::{
    entry_file::{collection, entry},
    fields::{Fields, SLUG, described, line_of},
    mistake::Fault,
    named::Named,
    site_file::{SiteFile, site},
};
use crate::{
    front_matter,
    site::{
        MAX_DESCRIPTION, MAX_TITLE,
        posts::{MAX_AUTHOR, MAX_TAG},
    },
};

/// The file of the settings, the navigation and the descriptions of the pictures.
pub(super) const SITE: &str = "_site.md";

/// The folders of pages, of posts, and of collections.
pub(super) const PAGES: &str = "pages";
pub(super) const POSTS: &str = "posts";
pub(super) const COLLECTIONS: &str = "collections";

pub(super) use super::{
    entry_file::{CollectionFile, EntryFile},
    named::Folder,
};

/// The part of the site that a file describes.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Part {
    Page(PageFile),
    Post(PostFile),
    Collection(Folder, CollectionFile),
    Entry(Folder, EntryFile),
    Site(SiteFile),
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct PageFile {
    pub(super) title: String,
    pub(super) slug: Slug,
    pub(super) description: String,
    pub(super) status: PageStatus,
    pub(super) is_home: bool,
    /// Pages with a smaller weight come first.
    pub(super) weight: Option<i64>,
    pub(super) aliases: Vec<Slug>,
    pub(super) sections: Vec<SectionFile>,
}

/// The template and the content. Pictures are named by their paths, relative to the file.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct SectionFile {
    pub(super) template: String,
    pub(super) content: Map<String, Value>,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct PostFile {
    pub(super) title: String,
    pub(super) slug: Slug,
    /// Pictures are named by their paths, relative to the file.
    pub(super) body: String,
    pub(super) excerpt: Option<String>,
    pub(super) author: Option<String>,
    pub(super) status: PostStatus,
    pub(super) tags: Vec<String>,
    pub(super) published_at: Option<Timestamp>,
    pub(super) aliases: Vec<Slug>,
}

/// A part, and the names of the unknown fields in its file.
pub(super) type Parsed = (Part, Vec<String>);

/// Parses a file. `path` is its path within the import.
///
/// # Errors
/// Returns all faults.
pub(super) fn parse(path: &str, text: &str, zone: Zone) -> Result<Parsed, Vec<Fault>> {
    let (fields, body) = front_matter_of(text).map_err(|fault| vec![fault])?;
    let mut fields = Fields::new(fields);
    let named = Named::of(path, zone);
    let part = match &named.collection {
        _ if path == SITE => Part::Site(site(&mut fields, body)),
        Some(folder) if named.is_of_folder => {
            Part::Collection(folder.clone(), collection(&mut fields, folder, body))
        }
        Some(folder) => Part::Entry(folder.clone(), entry(&mut fields, &named, body)),
        None => {
            let date = match named.is_page {
                true => None,
                false => fields.date(&["date", "publishDate"], zone).or(named.date),
            };
            match named.is_post || date.is_some() {
                true => Part::Post(post(&mut fields, &named, body, date)),
                false => Part::Page(page(&mut fields, &named, body)),
            }
        }
    };
    match std::mem::take(&mut fields.faults) {
        faults if faults.is_empty() => Ok((part, fields.unread())),
        faults => Err(faults),
    }
}

/// Returns the fields of the front matter, and the trimmed text below it.
fn front_matter_of(text: &str) -> Result<(Map<String, Value>, &str), Fault> {
    let text = text.trim_start_matches('\u{feff}');
    if text.starts_with("+++") {
        return Err(Fault {
            subject: "its front matter".to_owned(),
            given: "TOML (between lines of +++), which is not read".to_owned(),
            fits: "YAML between two lines of three dashes".to_owned(),
        });
    }
    let Some((yaml, body)) = front_matter::split(text) else {
        if text.lines().next().is_some_and(|line| line.trim_end() == front_matter::FENCE) {
            return Err(Fault {
                subject: "its front matter".to_owned(),
                given: "without an end".to_owned(),
                fits: "a second line of three dashes".to_owned(),
            });
        }
        return Ok((Map::new(), text.trim()));
    };
    if yaml.trim().is_empty() {
        return Ok((Map::new(), body.trim()));
    }
    match front_matter::parse::<Value>(yaml) {
        Ok(Value::Object(fields)) => Ok((fields, body.trim())),
        Ok(Value::Null) => Ok((Map::new(), body.trim())),
        Ok(other) => Err(Fault {
            subject: "its front matter".to_owned(),
            given: described(&other),
            fits: "a line for each field, such as `title: Boats`,".to_owned(),
        }),
        Err(problem) => Err(Fault {
            subject: "its front matter".to_owned(),
            given: format!("no YAML ({}, counted below the dashes)", problem.trim_start_matches("error: ")),
            fits: "a line for each field, such as `title: Boats`, with quotation marks around a text that has a colon,"
                .to_owned(),
        }),
    }
}

/// Takes the title: the field, else the first heading of the text, else the file's name.
pub(super) fn title<'a>(fields: &mut Fields, named: &Named, body: &'a str) -> (String, &'a str) {
    let given = fields.line(&["title"], MAX_TITLE);
    if !given.is_empty() {
        return (given, body);
    }
    let (first, rest) = body.split_once('\n').unwrap_or((body, ""));
    let heading = first.strip_prefix("# ").map(|text| text.trim().trim_end_matches('#').trim());
    match heading {
        Some(heading) if !heading.is_empty() && heading.chars().count() <= MAX_TITLE => {
            (heading.to_owned(), rest.trim())
        }
        _ => (named.words.chars().take(MAX_TITLE).collect(), body),
    }
}

/// Returns whether it is a draft, by any of the usual spellings.
pub(super) fn is_draft(fields: &mut Fields, named: &Named) -> bool {
    let draft = fields.flag("draft");
    let published = fields.flag("published");
    draft == Some(true) || published == Some(false) || named.is_draft
}

fn aliases(fields: &mut Fields) -> Vec<Slug> {
    let mut slugs = Vec::new();
    for text in fields.texts(&["aliases", "redirect_from"], adjutant_site::MAX_SLUG + 40) {
        // Other generators give whole paths: `/posts/old-name/`.
        let last = text.trim_matches('/').rsplit('/').next().unwrap_or_default();
        match Slug::parse(last.trim_end_matches(".html")) {
            Ok(slug) => slugs.push(slug),
            Err(_) => fields.fault("aliases", described(&Value::from(text)), SLUG),
        }
    }
    slugs
}

fn page(fields: &mut Fields, named: &Named, body: &str) -> PageFile {
    let (title, body) = title(fields, named, body);
    let mut sections = sections(fields);
    if !body.is_empty() {
        let content = Map::from_iter([("body".to_owned(), Value::from(body))]);
        sections.push(SectionFile { template: "text".to_owned(), content });
    }
    if sections.len() > MAX_SECTIONS {
        fields.fault("sections", format!("a list of {}", sections.len()), format!("at most {MAX_SECTIONS}"));
    }
    let is_home = fields.flag("home");
    PageFile {
        slug: fields.slug("slug").unwrap_or_else(|| match named.is_home {
            true => Slug::from_title(&title),
            false => named.slug.clone(),
        }),
        description: fields.line(&["description", "summary", "excerpt"], MAX_DESCRIPTION),
        status: if is_draft(fields, named) { PageStatus::Draft } else { PageStatus::Published },
        is_home: is_home.unwrap_or(named.is_home),
        weight: fields.number("weight"),
        aliases: aliases(fields),
        sections,
        title,
    }
}

fn sections(fields: &mut Fields) -> Vec<SectionFile> {
    const FITS: &str = "a list of sections, each with a `template` and its `content`,";
    let entries = match fields.take(&["sections"]) {
        Some((_, Value::Array(entries))) => entries,
        Some((name, other)) => {
            fields.fault(name, described(&other), FITS);
            return Vec::new();
        }
        None => return Vec::new(),
    };
    let mut sections = Vec::new();
    for (number, entry) in entries.into_iter().enumerate() {
        let template = entry.get("template").and_then(Value::as_str).map(str::to_owned);
        let content = entry.get("content").cloned().unwrap_or_else(|| json!({}));
        match (template, content) {
            (Some(template), Value::Object(content)) => sections.push(SectionFile { template, content }),
            _ => fields.fault(&format!("sections/{number}"), described(&entry), FITS),
        }
    }
    sections
}

fn post(fields: &mut Fields, named: &Named, body: &str, date: Option<Timestamp>) -> PostFile {
    let (title, body) = title(fields, named, body);
    let mut tags = fields.texts(&["tags"], MAX_TAG);
    for more in fields.texts(&["categories", "category"], MAX_TAG) {
        if !tags.contains(&more) {
            tags.push(more);
        }
    }
    if tags.len() > MAX_TAGS {
        fields.fault("tags", format!("a list of {}", tags.len()), format!("at most {MAX_TAGS}"));
    }
    if body.is_empty() {
        fields.faults.push(Fault {
            subject: "its text".to_owned(),
            given: "empty".to_owned(),
            fits: "Markdown below the front matter".to_owned(),
        });
    }
    check_body(fields, body);
    let known = [
        ("draft", PostStatus::Draft),
        ("published", PostStatus::Published),
        ("archived", PostStatus::Archived),
    ];
    let status = fields.one_of("status", &known);
    let is_draft = is_draft(fields, named);
    let author = fields.take(&["author", "authors"]).map(|(name, author)| match author {
        Value::Array(authors) => authors.iter().filter_map(line_of).collect::<Vec<_>>().join(", "),
        other => line_of(&other).unwrap_or_else(|| {
            fields.fault(name, described(&other), "a name");
            String::new()
        }),
    });
    if let Some(author) = author.as_ref().filter(|author| author.chars().count() > MAX_AUTHOR) {
        let given = format!("a text of {} characters", author.chars().count());
        fields.fault("author", given, format!("a text of at most {MAX_AUTHOR} characters"));
    }
    let excerpt = fields.line(&["excerpt", "description", "summary"], MAX_DESCRIPTION);
    PostFile {
        slug: fields.slug("slug").unwrap_or_else(|| named.slug.clone()),
        body: body.to_owned(),
        excerpt: Some(excerpt).filter(|excerpt| !excerpt.is_empty()),
        author: author.filter(|author| !author.is_empty()),
        status: status.unwrap_or(if is_draft { PostStatus::Draft } else { PostStatus::Published }),
        tags,
        published_at: date,
        aliases: aliases(fields),
        title,
    }
}

/// Notes a fault if a text is too long for a post or an entry.
pub(super) fn check_body(fields: &mut Fields, body: &str) {
    if body.len() > MAX_BODY {
        fields.faults.push(Fault {
            subject: "its text".to_owned(),
            given: for_model(|| bytes(body.len() as u64)),
            fits: format!("a text of at most {}", for_model(|| bytes(MAX_BODY as u64))),
        });
    }
}
