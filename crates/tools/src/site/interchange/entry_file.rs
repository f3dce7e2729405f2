//! The files of a collection: `collections/members/_index.md` describes it, each of the others is an entry.

use adjutant_domain::site::PageStatus;
use adjutant_site::{Link, Slug};

use super::{
    fields::{Fields, described, line_of},
    mistake::Fault,
    named::{Folder, Named},
    parse::{check_body, is_draft, title},
};
use crate::site::{MAX_DESCRIPTION, MAX_TITLE};

/// The longest path or address, in characters.
const MAX_PATH: usize = 1_000;

#[derive(Clone, Debug, PartialEq)]
pub(super) struct CollectionFile {
    pub(super) title: String,
    pub(super) slug: Slug,
    pub(super) description: String,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct EntryFile {
    pub(super) title: String,
    pub(super) slug: Slug,
    pub(super) summary: String,
    /// Pictures are named by their paths, relative to the file.
    pub(super) body: String,
    /// Named like the pictures of the body.
    pub(super) picture: Option<String>,
    pub(super) link: Option<String>,
    pub(super) status: PageStatus,
    /// Entries with a smaller weight come first.
    pub(super) weight: Option<i64>,
}

/// Takes the collection from the fields; `body` is the text below them.
pub(super) fn collection(fields: &mut Fields, folder: &Folder, body: &str) -> CollectionFile {
    if !body.is_empty() {
        fields.faults.push(Fault {
            subject: "its text".to_owned(),
            given: "not empty".to_owned(),
            fits: "a `description` of one or two sentences, and nothing below the front matter,".to_owned(),
        });
    }
    let title = fields.line(&["title"], MAX_TITLE);
    CollectionFile {
        title: if title.is_empty() { folder.words.clone() } else { title },
        slug: fields.slug("slug").unwrap_or_else(|| folder.slug.clone()),
        description: fields.line(&["description", "summary", "excerpt"], MAX_DESCRIPTION),
    }
}

pub(super) fn entry(fields: &mut Fields, named: &Named, body: &str) -> EntryFile {
    let (title, body) = title(fields, named, body);
    check_body(fields, body);
    EntryFile {
        slug: fields.slug("slug").unwrap_or_else(|| named.slug.clone()),
        summary: fields.line(&["summary", "description", "excerpt"], MAX_DESCRIPTION),
        body: body.to_owned(),
        picture: Some(fields.line(&["image", "picture"], MAX_PATH)).filter(|path| !path.is_empty()),
        link: link(fields),
        status: if is_draft(fields, named) { PageStatus::Draft } else { PageStatus::Published },
        weight: fields.number("weight").or_else(|| fields.number("order")),
        title,
    }
}

fn link(fields: &mut Fields) -> Option<String> {
    let (name, value) = fields.take(&["link", "leads_to"])?;
    let text = line_of(&value).unwrap_or_default();
    if text.is_empty() && value.is_string() {
        return None;
    }
    if Link::parse(&text).is_err() {
        let fits = "the path of a page such as /contact, or an address such as https://example.org,";
        fields.fault(name, described(&value), fits);
        return None;
    }
    Some(text)
}
