//! The planned changes of a site: reads the files and compares them with the site, but writes nothing.

use std::collections::{BTreeMap, BTreeSet};

use adjutant_domain::{ids::CollectionId, origin::Sources, zones::Zone};
use adjutant_site::Slug;
use adjutant_store::site::Snapshot;

use super::{
    mistake::Mistake,
    parse::{CollectionFile, EntryFile, Folder, PageFile, Part, PostFile, SITE, parse},
    site_file::SiteFile,
};

mod checks;
mod effect;
mod mistakes;
mod pictures;

pub(super) use effect::Effect;
pub(super) use pictures::PictureWords;

use mistakes::Mistakes;

/// A Markdown file.
#[derive(Clone, Debug)]
pub(super) struct TextFile {
    /// Its path within the import.
    pub(super) path: String,
    pub(super) text: String,
    pub(super) untrusted: Sources,
}

/// A part with its file, and the sources of its words.
#[derive(Clone, Debug)]
pub(super) struct Sourced<T> {
    pub(super) file: String,
    pub(super) untrusted: Sources,
    pub(super) part: T,
}

/// The parts from all files.
#[derive(Clone, Debug, Default)]
pub(super) struct Plan {
    pub(super) site: Option<Sourced<SiteFile>>,
    /// In their order.
    pub(super) pages: Vec<Sourced<PageFile>>,
    pub(super) posts: Vec<Sourced<PostFile>>,
    pub(super) collections: Vec<Group>,
    /// By their paths within the import.
    pub(super) pictures: BTreeMap<String, PictureWords>,
    /// The names of unknown fields.
    pub(super) unread: BTreeSet<String>,
}

/// The folder of a collection.
#[derive(Clone, Debug)]
pub(super) struct Group {
    /// The id of the site's collection, or a new one.
    pub(super) collection_id: CollectionId,
    pub(super) folder: Folder,
    /// The content of its own file, if it has one.
    pub(super) file: Option<Sourced<CollectionFile>>,
    /// In their order.
    pub(super) entries: Vec<Sourced<EntryFile>>,
}

impl Plan {
    /// Reads the Markdown files, which are sorted by path. `pictures`: the paths of all other files. `known`: the
    /// present site.
    ///
    /// # Errors
    /// Returns all mistakes.
    pub(super) fn new(
        files: &[TextFile],
        pictures: &BTreeSet<String>,
        known: Option<&Snapshot>,
        zone: Zone,
    ) -> Result<Self, Vec<Mistake>> {
        let (mut plan, mut mistakes) = (Self::default(), Mistakes::in_these(files));
        for (number, file) in files.iter().enumerate() {
            match parse(&file.path, &file.text, zone) {
                Ok((part, unread)) => {
                    plan.unread.extend(unread);
                    plan.add(file, part);
                }
                Err(faults) => faults.into_iter().for_each(|fault| mistakes.add(number, fault)),
            }
        }
        // Items without a weight come last.
        plan.pages.sort_by_key(|page| (page.part.weight.is_none(), page.part.weight));
        for group in &mut plan.collections {
            group.entries.sort_by_key(|entry| (entry.part.weight.is_none(), entry.part.weight));
        }
        plan.find_collections(known);
        plan.find_pictures(pictures, known, &mut mistakes);
        plan.check_slugs(&mut mistakes);
        plan.check_home(&mut mistakes);
        plan.check_navigation(known, &mut mistakes);
        plan.check_sections(known, &mut mistakes);
        let mistakes = mistakes.found();
        if !mistakes.is_empty() {
            return Err(mistakes);
        }
        plan.give_a_home(known);
        Ok(plan)
    }

    fn add(&mut self, file: &TextFile, part: Part) {
        let (path, untrusted) = (file.path.clone(), file.untrusted.clone());
        match part {
            Part::Page(part) => self.pages.push(Sourced { file: path, untrusted, part }),
            Part::Post(part) => self.posts.push(Sourced { file: path, untrusted, part }),
            Part::Collection(folder, part) => {
                self.group(folder).file = Some(Sourced { file: path, untrusted, part });
            }
            Part::Entry(folder, part) => {
                self.group(folder).entries.push(Sourced { file: path, untrusted, part });
            }
            Part::Site(part) => self.site = Some(Sourced { file: path, untrusted, part }),
        }
    }

    /// Returns the group of a folder, and creates it if there is none.
    fn group(&mut self, folder: Folder) -> &mut Group {
        let found = self.collections.iter().position(|group| group.folder.path == folder.path);
        let at = found.unwrap_or_else(|| {
            let collection_id = CollectionId::generate();
            self.collections.push(Group { collection_id, folder, file: None, entries: Vec::new() });
            self.collections.len() - 1
        });
        &mut self.collections[at]
    }

    /// Makes the first page the home page of a site that would have none. Not with exported settings, where the pages
    /// say which one it is.
    fn give_a_home(&mut self, known: Option<&Snapshot>) {
        let has_one = self.pages.iter().any(|page| page.part.is_home)
            || known.is_some_and(|site| site.pages.iter().any(|page| page.is_home));
        if !has_one
            && self.site.is_none()
            && let Some(first) = self.pages.first_mut()
        {
            first.part.is_home = true;
        }
    }

    /// Returns the number of files that become part of the site.
    pub(super) fn len(&self) -> usize {
        let of_groups = self.collections.iter().map(|it| usize::from(it.file.is_some()) + it.entries.len());
        usize::from(self.site.is_some()) + self.pages.len() + self.posts.len() + of_groups.sum::<usize>()
    }

    /// Returns the sources of the words in the files that become part of the site.
    pub(super) fn untrusted(&self) -> Sources {
        let of_site = self.site.iter().map(|it| &it.untrusted);
        let of_pages = self.pages.iter().map(|it| &it.untrusted);
        let of_posts = self.posts.iter().map(|it| &it.untrusted);
        let of_groups = self.collections.iter().flat_map(Group::sources);
        of_site.chain(of_pages).chain(of_posts).chain(of_groups).collect()
    }
}

impl Group {
    pub(super) fn slug(&self) -> &Slug {
        self.file.as_ref().map_or(&self.folder.slug, |file| &file.part.slug)
    }

    pub(super) fn title(&self) -> &str {
        self.file.as_ref().map_or(&self.folder.words, |file| &file.part.title)
    }

    /// Returns the path of its own file, or of its folder.
    pub(super) fn path(&self) -> &str {
        self.file.as_ref().map_or(&self.folder.path, |file| &file.file)
    }

    /// Returns the sources of the words in each of its files.
    fn sources(&self) -> impl Iterator<Item = &Sources> {
        let own = self.file.iter().map(|file| &file.untrusted);
        own.chain(self.entries.iter().map(|entry| &entry.untrusted))
    }

    /// Returns the sources of the collection's own words: those of its file, or else of all its entries, whose authors
    /// named the folder.
    pub(super) fn untrusted(&self) -> Sources {
        match &self.file {
            Some(file) => file.untrusted.clone(),
            None => self.sources().collect(),
        }
    }
}

/// Returns whether a file is Markdown by its name.
pub(super) fn is_markdown(path: &str) -> bool {
    let ending = path.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase());
    matches!(ending.as_deref(), Some("md" | "markdown")) || path == SITE
}
