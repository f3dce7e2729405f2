//! The texts of a site, in pieces with a vector each. They follow the rows of the site in the same transaction.

use std::collections::BTreeMap;

use adjutant_domain::{
    ids::{CollectionId, EntryId, PageId, PictureId, PostId, SectionId, SiteId, UserId},
    passages,
};
use anyhow::{Result, bail};
use serde::Deserialize;
use serde_json::Value;

use super::{
    Entry, Page, Picture, Post, Section, Subject, own_sites,
    state::{State, Touched},
};
use crate::{
    db::{
        Params, Tx, params,
        sql::{each_of, listed},
    },
    index_queue::{self, Kind},
    vectors,
};

/// The most pieces of one page, section, post, entry or picture. The text after them is only found by its words.
const PIECES: usize = 24;

/// A piece of a site's texts.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Piece {
    pub row: i64,
    /// The id of its page, section, post, entry or picture.
    pub subject_id: String,
}

/// Returns the pieces of these parts of a site.
pub async fn pieces(tx: &Tx, user: &UserId, site: &SiteId, of: &[Subject]) -> Result<Vec<Piece>> {
    let subjects: Vec<_> = of.iter().map(|subject| subject.name()).collect();
    tx.all(
        concat!(
            "SELECT row, subject_id FROM site_texts WHERE site_id = ?2 AND subject IN ",
            listed!("?3"),
            " AND site_id IN ",
            own_sites!()
        ),
        params![user, site, serde_json::to_string(&subjects)?],
    )
    .await
}

/// Returns the texts of these pieces, if they belong to this person's site.
pub async fn texts(tx: &Tx, user: &UserId, rows: &[i64]) -> Result<BTreeMap<i64, String>> {
    #[derive(Deserialize)]
    struct Row {
        row: i64,
        text: String,
    }
    let rows: Vec<Row> = tx
        .all(
            concat!(
                "SELECT t.row, t.text FROM ",
                each_of!("?2"),
                " w CROSS JOIN site_texts t ON t.row = w.value WHERE t.site_id IN ",
                own_sites!()
            ),
            params![user, serde_json::to_string(rows)?],
        )
        .await?;
    Ok(rows.into_iter().map(|row| (row.row, row.text)).collect())
}

/// Divides the text that contains this piece anew, in the program's present way.
pub async fn index(tx: &Tx, row: i64) -> Result<()> {
    #[derive(Deserialize)]
    struct Row {
        site_id: SiteId,
        subject: Subject,
        subject_id: String,
    }
    let found = tx.first("SELECT site_id, subject, subject_id FROM site_texts WHERE row = ?1", [row]);
    let Some(Row { site_id, subject, subject_id: id }) = found.await? else { return Ok(()) };
    let none = Touched::default();
    let touched = match subject {
        Subject::Page => Touched { pages: vec![PageId(id.clone())], ..none },
        Subject::Section => Touched { sections: vec![SectionId(id.clone())], ..none },
        Subject::Post => Touched { posts: vec![PostId(id.clone())], ..none },
        Subject::Entry => Touched { entries: vec![EntryId(id.clone())], ..none },
        Subject::Picture => Touched { pictures: vec![PictureId(id.clone())], ..none },
        Subject::Item | Subject::Collection | Subject::Settings => {
            bail!("the {} has no text", subject.name())
        }
    };
    let state = State::read(tx, &site_id, &touched).await?;
    let saying = sayings(&state).remove(&(subject, id.as_str()));
    put(tx, (subject, &id), saying.as_ref()).await
}

/// Follows a change of a site: queues changed texts for their vectors, and removes the pieces of deleted rows.
pub(super) async fn follow(tx: &Tx, before: &State, after: &State) -> Result<()> {
    let (old, new) = (sayings(before), sayings(after));
    for key in old.keys().filter(|key| !new.contains_key(*key)) {
        put(tx, *key, None).await?;
    }
    for (key, saying) in &new {
        if old.get(key) != Some(saying) {
            put(tx, *key, Some(saying)).await?;
        }
    }
    for page in &after.pages {
        let id = &page.page_id;
        if before.pages.iter().any(|old| old.page_id == *id && old.title != page.title) {
            rename_heading(tx, OF_SECTIONS, (id.as_str(), &page.title)).await?;
        }
    }
    for collection in &after.collections {
        let id = &collection.collection_id;
        if before.collections.iter().any(|old| old.collection_id == *id && old.title != collection.title) {
            rename_heading(tx, OF_ENTRIES, (id.as_str(), &collection.title)).await?;
        }
    }
    Ok(())
}

/// The pieces of the sections of the page ?1 whose heading differs from ?2.
const OF_SECTIONS: &str = "SELECT t.row FROM site_sections x JOIN site_texts t ON t.subject = 'section' AND t.subject_id = x.section_id
     WHERE x.page_id = ?1 AND t.text <> '' AND t.heading IS NOT ?2";

/// The pieces of the entries of the collection ?1 whose heading differs from ?2.
const OF_ENTRIES: &str =
    "SELECT t.row FROM site_entries x JOIN site_texts t ON t.subject = 'entry' AND t.subject_id = x.entry_id
     WHERE x.collection_id = ?1 AND t.text <> '' AND t.heading IS NOT ?2";

/// Removes some pieces of a user's site, at most `limit`. Returns false if there are none.
pub(crate) async fn remove_some(tx: &Tx, user: &UserId, limit: i64) -> Result<bool> {
    let rows = rows(
        tx,
        "SELECT t.row FROM sites s JOIN site_texts t USING (site_id) WHERE s.user_id = ?1 LIMIT ?2",
        params![user, limit],
    );
    let rows = rows.await?;
    for row in &rows {
        remove(tx, *row).await?;
    }
    Ok(!rows.is_empty())
}

/// The text of a page, section, post, entry or picture.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Saying<'a> {
    site_id: &'a SiteId,
    below: Below<'a>,
    pieces: Vec<String>,
}

/// The source of a text's heading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Below<'a> {
    Nothing,
    Page(&'a PageId),
    Collection(&'a CollectionId),
    Title(&'a str),
}

type Key<'a> = (Subject, &'a str);

/// Returns the texts of these rows.
fn sayings(state: &State) -> BTreeMap<Key<'_>, Saying<'_>> {
    let pages = state.pages.iter().map(|it| ((Subject::Page, it.page_id.as_str()), of_page(it)));
    let sections =
        state.sections.iter().map(|it| ((Subject::Section, it.section_id.as_str()), of_section(it)));
    let posts = state.posts.iter().map(|it| ((Subject::Post, it.post_id.as_str()), of_post(it)));
    let entries = state.entries.iter().map(|it| ((Subject::Entry, it.entry_id.as_str()), of_entry(it)));
    let pictures =
        state.pictures.iter().map(|it| ((Subject::Picture, it.picture_id.as_str()), of_picture(it)));
    pages.chain(sections).chain(posts).chain(entries).chain(pictures).collect()
}

fn of_page(page: &Page) -> Saying<'_> {
    Saying::of(&page.site_id, Below::Nothing, &[&page.title, &page.description])
}

fn of_section(section: &Section) -> Saying<'_> {
    let mut words = Vec::new();
    collect_words(&section.content, &mut words);
    Saying::of(&section.site_id, Below::Page(&section.page_id), &words)
}

fn of_post(post: &Post) -> Saying<'_> {
    let tags = post.tags.join(", ");
    let texts = [&*post.title, post.excerpt.as_deref().unwrap_or_default(), &post.body, &tags];
    Saying::of(&post.site_id, Below::Title(&post.title), &texts)
}

fn of_entry(entry: &Entry) -> Saying<'_> {
    let texts = [&*entry.title, &entry.summary, &entry.body];
    Saying::of(&entry.site_id, Below::Collection(&entry.collection_id), &texts)
}

fn of_picture(picture: &Picture) -> Saying<'_> {
    let said = [&*picture.alt, picture.caption.as_deref().unwrap_or_default()];
    // A camera's file name says little, but there is no other text.
    let texts = if said.iter().all(|text| text.trim().is_empty()) { [&*picture.name, ""] } else { said };
    Saying::of(&picture.site_id, Below::Nothing, &texts)
}

impl<'a> Saying<'a> {
    fn of(site_id: &'a SiteId, below: Below<'a>, texts: &[&str]) -> Self {
        let texts: Vec<_> = texts.iter().map(|text| text.trim()).filter(|text| !text.is_empty()).collect();
        let mut pieces = divided(&texts.join("\n"));
        pieces.truncate(PIECES);
        Self { site_id, below, pieces }
    }

    /// Returns the heading of the pieces.
    async fn heading(&self, tx: &Tx) -> Result<Option<String>> {
        match self.below {
            Below::Nothing => Ok(None),
            Below::Title(title) => Ok(Some(title.to_owned())),
            Below::Page(page) => {
                tx.value("SELECT title AS value FROM site_pages WHERE page_id = ?1", params![page]).await
            }
            Below::Collection(id) => {
                let title = "SELECT title AS value FROM site_collections WHERE collection_id = ?1";
                tx.value(title, params![id]).await
            }
        }
    }
}

/// Divides a text into pieces: joins paragraphs up to the words of a passage, and splits long ones.
fn divided(text: &str) -> Vec<String> {
    let (mut pieces, mut open) = (Vec::new(), String::new());
    let count = |text: &str| text.split_whitespace().count();
    for paragraph in text.split("\n\n") {
        if count(&open) + count(paragraph) > passages::WORDS {
            pieces.extend(passages::pieces(&open).into_iter().map(str::to_owned));
            open.clear();
        }
        open.push_str(paragraph);
        open.push_str("\n\n");
    }
    pieces.extend(passages::pieces(&open).into_iter().map(str::to_owned));
    pieces
}

/// Adds the texts of a section's fields, without links and ids. The store does not know the templates, so the words of
/// choices, such as `left`, are kept.
fn collect_words<'a>(content: &'a Value, words: &mut Vec<&'a str>) {
    const NO_WORDS: [&str; 8] = ["/", "#", "http://", "https://", "mailto:", "tel:", "image-", "collection-"];
    match content {
        Value::String(text) => {
            let is_one_word = !text.trim().contains(char::is_whitespace);
            if !(is_one_word && NO_WORDS.iter().any(|prefix| text.starts_with(prefix))) {
                words.push(text);
            }
        }
        Value::Array(items) => items.iter().for_each(|item| collect_words(item, words)),
        Value::Object(fields) => fields.values().for_each(|field| collect_words(field, words)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// Stores the pieces of a text; `None` if it is gone. Equal pieces keep their vectors.
async fn put(tx: &Tx, (subject, id): Key<'_>, saying: Option<&Saying<'_>>) -> Result<()> {
    #[derive(Deserialize)]
    struct Old {
        row: i64,
        heading: Option<String>,
        text: String,
    }
    let old: Vec<Old> = tx
        .all(
            "SELECT row, heading, text FROM site_texts WHERE subject = ?1 AND subject_id = ?2 ORDER BY number",
            params![subject.name(), id],
        )
        .await?;
    let pieces = saying.map(|saying| &*saying.pieces).unwrap_or_default();
    for gone in old.iter().skip(pieces.len()) {
        remove(tx, gone.row).await?;
    }
    let Some(saying) = saying else { return Ok(()) };
    let above = saying.heading(tx).await?;
    for (i, text) in pieces.iter().enumerate() {
        // The first piece of a post begins with its title.
        let is_below = i > 0 || !matches!(saying.below, Below::Title(_));
        let heading = above.as_deref().filter(|_| is_below);
        let row = match old.get(i) {
            Some(old) if (old.heading.as_deref(), &old.text) == (heading, text) => continue,
            Some(old) => {
                vectors::remove(tx, Kind::Draft, old.row).await?;
                tx.execute(
                    "UPDATE site_texts SET heading = ?2, text = ?3 WHERE row = ?1",
                    params![old.row, heading, text.as_str()],
                )
                .await?;
                old.row
            }
            None => {
                tx.added(
                    "INSERT INTO site_texts (site_id, subject, subject_id, number, heading, text)
                     VALUES (?1, ?2, ?3, ?4, ?5, ?6) RETURNING row AS value",
                    params![saying.site_id, subject.name(), id, i as i64 + 1, heading, text.as_str()],
                )
                .await?
            }
        };
        index_queue::add(tx, Kind::Draft, row).await?;
    }
    Ok(())
}

/// Changes the heading of the pieces that a statement finds.
async fn rename_heading(tx: &Tx, find: &'static str, (id, title): (&str, &str)) -> Result<()> {
    let rows = rows(tx, find, params![id, title]).await?;
    for row in &rows {
        vectors::remove(tx, Kind::Draft, *row).await?;
        tx.execute("UPDATE site_texts SET heading = ?2 WHERE row = ?1", params![*row, title]).await?;
    }
    index_queue::add_all(tx, Kind::Draft, &rows).await
}

async fn remove(tx: &Tx, row: i64) -> Result<()> {
    index_queue::remove(tx, Kind::Draft, row).await?;
    tx.execute("DELETE FROM site_texts WHERE row = ?1", [row]).await.map(drop)
}

async fn rows(tx: &Tx, sql: &'static str, params: impl Params) -> Result<Vec<i64>> {
    #[derive(Deserialize)]
    struct Row {
        row: i64,
    }
    let rows: Vec<Row> = tx.all(sql, params).await?;
    Ok(rows.into_iter().map(|row| row.row).collect())
}
