//! Finds content that is valid in its file, but conflicts with the other files or the site.

use std::collections::HashMap;

use adjutant_site::Template;
use adjutant_store::site::Snapshot;
use adjutant_texts::in_a_line;

use super::{
    super::{
        mistake::Fault,
        site_file::{ItemFile, Leads},
    },
    Group, Mistakes, Plan,
};

impl Plan {
    /// Sets the ids of the collections that the site already has, and replaces the slugs in sections by the ids of
    /// their collections.
    pub(super) fn find_collections(&mut self, known: Option<&Snapshot>) {
        let known = known.map(|site| &*site.collections).unwrap_or_default();
        for group in &mut self.collections {
            if let Some(old) = known.iter().find(|old| old.slug == group.slug().as_str()) {
                group.collection_id = old.collection_id.clone();
            }
        }
        let of_files = self.collections.iter().map(|it| (it.slug().as_str(), it.collection_id.as_str()));
        let of_site = known.iter().map(|it| (&*it.slug, it.collection_id.as_str()));
        // Where a file and the site have the same slug, the file's group already has the site's id.
        let ids: HashMap<&str, &str> = of_site.chain(of_files).collect();
        for section in self.pages.iter_mut().flat_map(|page| &mut page.part.sections) {
            let Ok(template) = Template::find(&section.template) else { continue };
            for (_, shown) in template.collections(&section.content) {
                let is_id = known.iter().any(|it| it.collection_id.as_str() == shown);
                if let Some(id) = ids.get(&*shown).filter(|_| !is_id) {
                    template.replace_collection(&mut section.content, &shown, id);
                }
            }
        }
    }

    pub(super) fn check_slugs(&self, mistakes: &mut Mistakes<'_>) {
        let pages = self.pages.iter().map(|page| (&*page.file, ("page", "", page.part.slug.as_str())));
        let posts = self.posts.iter().map(|post| (&*post.file, ("post", "", post.part.slug.as_str())));
        let collections =
            self.collections.iter().map(|it| (it.a_file(), ("collection", "", it.slug().as_str())));
        let entries = self.collections.iter().flat_map(|group| {
            let of = move |slug| ("entry", &*group.folder.path, slug);
            group.entries.iter().map(move |entry| (&*entry.file, of(entry.part.slug.as_str())))
        });
        let mut taken = HashMap::new();
        for (file, slug) in pages.chain(posts).chain(collections).chain(entries) {
            if let Some(other) = taken.insert(slug, file) {
                let given = format!("{:?}, which is also that of {other}", slug.2);
                mistakes.of(file, Fault::of("slug", given, "a slug that no other file has"));
            }
        }
    }

    pub(super) fn check_home(&self, mistakes: &mut Mistakes<'_>) {
        for page in self.pages.iter().filter(|page| page.part.is_home).skip(1) {
            mistakes.of(&page.file, Fault::of("home", "true, as in another file", "one home page"));
        }
    }

    pub(super) fn check_navigation(&self, known: Option<&Snapshot>, mistakes: &mut Mistakes<'_>) {
        let Some(site) = &self.site else { return };
        let is_page = |slug: &str| {
            self.pages.iter().any(|page| page.part.slug.as_str() == slug)
                || known.is_some_and(|site| site.pages.iter().any(|page| page.slug == slug))
        };
        for (number, item) in site.part.navigation.iter().flatten().enumerate() {
            if let ItemFile { leads_to: Leads::Page(slug), .. } = item
                && !is_page(slug.as_str())
            {
                let given = format!("{:?}, which no page has", slug.as_str());
                let field = format!("navigation/{number}/page");
                mistakes.of(&site.file, Fault::of(&field, given, "the slug of a page"));
            }
        }
    }

    pub(super) fn check_sections(&self, known: Option<&Snapshot>, mistakes: &mut Mistakes<'_>) {
        let known = known.map(|site| &*site.collections).unwrap_or_default();
        let is_there = |id: &str| {
            known.iter().any(|it| it.collection_id.as_str() == id)
                || self.collections.iter().any(|it| it.collection_id.as_str() == id)
        };
        for page in &self.pages {
            for (number, section) in page.part.sections.iter().enumerate() {
                let template = match Template::find(&section.template) {
                    Ok(template) => template,
                    Err(unknown) => {
                        let given = format!("{:?}", unknown.given);
                        let fits = format!("one of {}", unknown.keys.join(", "));
                        mistakes
                            .of(&page.file, Fault::of(&format!("sections/{number}/template"), given, fits));
                        continue;
                    }
                };
                for problem in template.check(&section.content).err().into_iter().flatten() {
                    let field = format!("sections/{number}: {}", problem.field);
                    mistakes.of(&page.file, Fault::of(&field, problem.given, problem.fits));
                }
                for (field, shown) in template.collections(&section.content) {
                    if !is_there(&shown) {
                        let field = format!("sections/{number}: {field}");
                        let given = format!(
                            "the collection {:?}, which neither the files nor the website have",
                            in_a_line(&shown, 80)
                        );
                        let fits = "the slug of a collection";
                        mistakes.of(&page.file, Fault::of(&field, given, fits));
                    }
                }
            }
        }
    }
}

impl Group {
    /// Returns the path of one of the group's files: the collection's own, else the first entry's.
    fn a_file(&self) -> &str {
        let own = self.file.as_ref().map(|file| &*file.file);
        own.or(self.entries.first().map(|entry| &*entry.file)).unwrap_or_default()
    }
}
