//! The planned changes of an import, in words for people and models.

use std::collections::BTreeMap;

use adjutant_domain::{ids::PictureId, origin::Sources};
use adjutant_store::site::Snapshot;
use adjutant_texts::{self as texts, site::files as site_files};
use schemars::JsonSchema;
use serde::Serialize;

use super::{
    super::plan::{Effect, Plan},
    Imported,
};
use crate::site::within_a_result;

pub(super) const NEW: &str = "new";
pub(super) const CHANGED: &str = "changed";
pub(super) const SAME: &str = "same";

/// The kinds of [`Row`].
const SETTINGS: &str = "settings";
const PAGE: &str = "page";
const POST: &str = "post";
const COLLECTION: &str = "collection";
const ENTRY: &str = "entry";

#[derive(Serialize, JsonSchema)]
pub(super) struct Row {
    pub(super) file: String,
    /// page, post, collection, entry or settings
    pub(super) kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(default)]
    slug: Option<String>,
    /// new, changed or same
    pub(super) what: &'static str,
}

/// The planned changes of the site.
pub(super) struct Planned {
    pub(super) plan: Plan,
    pub(super) site: Option<Snapshot>,
    /// The ids of the pictures that the site does not have yet, by their paths within the import.
    pub(super) new: BTreeMap<String, PictureId>,
    /// The pictures of the site whose descriptions change, with the paths of their files.
    pub(super) reworded: Vec<(PictureId, String)>,
    /// How many files are left out.
    pub(super) left_out: usize,
}

impl Planned {
    pub(super) fn rows(&self) -> Vec<Row> {
        let what = |effect| match effect {
            Effect::New => NEW,
            Effect::Changed => CHANGED,
            Effect::Same => SAME,
        };
        let row = move |file: &str, kind, slug: Option<&str>, effect| Row {
            file: file.to_owned(),
            kind,
            slug: slug.map(str::to_owned),
            what: what(effect),
        };
        let (plan, site) = (&self.plan, self.site.as_ref());
        let settings = plan.site.iter().map(|file| {
            let effect = match Effect::of_settings(&file.part, site) {
                Effect::Same if !self.reworded.is_empty() => Effect::Changed,
                effect => effect,
            };
            row(&file.file, SETTINGS, None, effect)
        });
        let groups = plan.collections.iter().flat_map(|group| {
            let own = row(
                group.path(),
                COLLECTION,
                Some(group.slug().as_str()),
                Effect::of_collection(group, site),
            );
            let entries = group.entries.iter().map(move |entry| {
                let effect = Effect::of_entry(group, &entry.part, site);
                row(&entry.file, ENTRY, Some(entry.part.slug.as_str()), effect)
            });
            [own].into_iter().chain(entries)
        });
        let pages = plan.pages.iter().map(|page| {
            let (slug, effect) = (page.part.slug.as_str(), Effect::of_page(&page.part, site));
            row(&page.file, PAGE, Some(slug), effect)
        });
        let posts = plan.posts.iter().map(|post| {
            let (slug, effect) = (post.part.slug.as_str(), Effect::of_post(&post.part, site));
            row(&post.file, POST, Some(slug), effect)
        });
        settings.chain(groups).chain(pages).chain(posts).collect()
    }

    pub(super) fn summary(&self, from: &str) -> String {
        site_files::import(from, &self.counts(&self.rows()))
    }

    pub(super) fn counts(&self, rows: &[Row]) -> site_files::Counts {
        let of =
            |kind: &str, what: &str| rows.iter().filter(|row| row.kind == kind && row.what == what).count();
        let settings = self.plan.site.as_ref();
        site_files::Counts {
            new_pages: of(PAGE, NEW),
            changed_pages: of(PAGE, CHANGED),
            new_posts: of(POST, NEW),
            changed_posts: of(POST, CHANGED),
            new_collections: of(COLLECTION, NEW),
            changed_collections: of(COLLECTION, CHANGED),
            new_entries: of(ENTRY, NEW),
            changed_entries: of(ENTRY, CHANGED),
            same: rows.iter().filter(|row| row.what == SAME).count(),
            pictures: self.new.len(),
            reworded: self.reworded.len(),
            settings: settings
                .is_some_and(|file| Effect::of_settings(&file.part, self.site.as_ref()) != Effect::Same),
        }
    }

    pub(super) fn untrusted(&self) -> Sources {
        self.plan.untrusted()
    }

    pub(super) fn output(&self, rows: Vec<Row>, requires_confirmation: bool) -> Imported {
        let total = self.plan.len();
        let unread = self.plan.unread.iter().take(20);
        Imported {
            requires_confirmation,
            files: within_a_result(rows),
            total,
            pictures: self.new.len(),
            pictures_changed: self.reworded.len(),
            fields_left_out: unread.map(|name| texts::in_a_line(name, 40)).collect(),
            files_left_out: self.left_out,
        }
    }
}
