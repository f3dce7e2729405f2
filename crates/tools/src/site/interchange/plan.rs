//! What files would change of a site: the files are read, compared with the site, and nothing is written.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use adjutant_domain::{ids::PictureId, origin::Sources, site::Credit, zones::Zone};
use adjutant_site::{Language, Template, ThemeSettings, markdown};
use adjutant_store::site::{self as store, Item, Snapshot};
use adjutant_texts::in_a_line;
use serde_json::Value;

use super::{
    mistake::{Fault, Mistake},
    parse::{PageFile, Part, PostFile, SITE, parse},
    paths,
    site_file::{ItemFile, Leads, PictureEntry, SiteFile},
};
use crate::site::pictures::MAX_ALT;

/// A Markdown file.
#[derive(Clone, Debug)]
pub(super) struct TextFile {
    /// Its path within what is imported.
    pub(super) path: String,
    pub(super) text: String,
    pub(super) untrusted: Sources,
}

/// A part with its file, and whose words it holds.
#[derive(Clone, Debug)]
pub(super) struct Sourced<T> {
    pub(super) file: String,
    pub(super) untrusted: Sources,
    pub(super) part: T,
}

/// What all files become.
#[derive(Clone, Debug, Default)]
pub(super) struct Plan {
    pub(super) site: Option<Sourced<SiteFile>>,
    /// In their order.
    pub(super) pages: Vec<Sourced<PageFile>>,
    pub(super) posts: Vec<Sourced<PostFile>>,
    /// By their paths within what is imported.
    pub(super) pictures: BTreeMap<String, PictureWords>,
    /// The names of fields that mean nothing here.
    pub(super) unread: BTreeSet<String>,
}

/// What is said of a picture.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct PictureWords {
    /// What stands for it in texts and fields until it has an id: a path could not stand in any text.
    token: String,
    pub(super) name: Option<String>,
    pub(super) alt: String,
    pub(super) caption: Option<String>,
    pub(super) credit: Option<Credit>,
    /// Of the file that says it.
    pub(super) untrusted: Sources,
}

impl Plan {
    /// Reads the Markdown files, which are in the order of their paths. `pictures`: the paths of all other files. `known`:
    /// the site as it is.
    ///
    /// # Errors
    /// Returns everything that does not fit.
    pub(super) fn new(
        files: &[TextFile],
        pictures: &BTreeSet<String>,
        known: Option<&Snapshot>,
        zone: Zone,
    ) -> Result<Self, Vec<Mistake>> {
        let (mut plan, mut mistakes) = (Self::default(), Mistakes { files, found: Vec::new() });
        for (number, file) in files.iter().enumerate() {
            match parse(&file.path, &file.text, zone) {
                Ok((part, unread)) => {
                    plan.unread.extend(unread);
                    plan.add(file, part);
                }
                Err(faults) => faults.into_iter().for_each(|fault| mistakes.add(number, fault)),
            }
        }
        // A page without a weight comes behind those with one.
        plan.pages.sort_by_key(|page| (page.part.weight.is_none(), page.part.weight));
        plan.find_pictures(pictures, known, &mut mistakes);
        plan.check_slugs(&mut mistakes);
        plan.check_home(&mut mistakes);
        plan.check_navigation(known, &mut mistakes);
        plan.check_sections(known, &mut mistakes);
        if !mistakes.found.is_empty() {
            return Err(mistakes.found);
        }
        plan.give_a_home(known);
        Ok(plan)
    }

    fn add(&mut self, file: &TextFile, part: Part) {
        let (path, untrusted) = (file.path.clone(), file.untrusted.clone());
        match part {
            Part::Page(part) => self.pages.push(Sourced { file: path, untrusted, part }),
            Part::Post(part) => self.posts.push(Sourced { file: path, untrusted, part }),
            Part::Site(part) => self.site = Some(Sourced { file: path, untrusted, part }),
        }
    }

    /// Calls pictures by their tokens, and collects what is said of each.
    fn find_pictures(
        &mut self,
        files: &BTreeSet<String>,
        known: Option<&Snapshot>,
        mistakes: &mut Mistakes<'_>,
    ) {
        let is_known = |id: &str| {
            known.is_some_and(|site| site.pictures.iter().any(|picture| picture.picture_id.as_str() == id))
        };
        let mut words: BTreeMap<String, PictureWords> = BTreeMap::new();
        if let Some(site) = &self.site {
            for (number, entry) in site.part.pictures.iter().enumerate() {
                let field = format!("pictures/{number}/file");
                let Some(path) = mistakes.picture(&site.file, &field, &entry.file, files) else { continue };
                let PictureEntry { name, alt, caption, credit, .. } = entry.clone();
                let known = known_or_new(&mut words, path, &site.untrusted);
                *known = PictureWords { name, alt, caption, credit, ..known.clone() };
            }
        }
        for Sourced { file, untrusted, part } in &mut self.pages {
            for (number, section) in part.sections.iter_mut().enumerate() {
                let Ok(template) = Template::find(&section.template) else { continue };
                for (field, shown) in template.picture_fields(&section.content) {
                    let field = format!("sections/{number}: {field}");
                    if is_known(&shown) || is_token(&words, &shown) {
                        continue;
                    }
                    let Some(path) = mistakes.picture(file, &field, &shown, files) else { continue };
                    let token = known_or_new(&mut words, path, untrusted).token.clone();
                    template.replace_picture(&mut section.content, &shown, &token);
                    if template.pictures(&section.content).contains(&shown) {
                        mistakes.of(file, Fault::of(&field, ESCAPED, PLAIN_PATH));
                    }
                }
                section
                    .content
                    .values()
                    .filter_map(Value::as_str)
                    .for_each(|text| describe(&mut words, text));
            }
        }
        for Sourced { file, untrusted, part } in &mut self.posts {
            for shown in markdown::pictures(&part.body) {
                if is_known(&shown) || is_token(&words, &shown) {
                    continue;
                }
                let Some(path) = mistakes.picture(file, "text", &shown, files) else { continue };
                let token = known_or_new(&mut words, path, untrusted).token.clone();
                markdown::replace_picture(&mut part.body, &shown, &token);
                if markdown::pictures(&part.body).contains(&shown) {
                    mistakes.of(file, Fault::of("text", ESCAPED, PLAIN_PATH));
                }
            }
            describe(&mut words, &part.body);
        }
        self.pictures = words;
    }

    fn check_slugs(&self, mistakes: &mut Mistakes<'_>) {
        let pages = self.pages.iter().map(|page| (&page.file, ("page", page.part.slug.as_str())));
        let posts = self.posts.iter().map(|post| (&post.file, ("post", post.part.slug.as_str())));
        let mut taken = HashMap::new();
        for (file, slug) in pages.chain(posts) {
            if let Some(other) = taken.insert(slug, file) {
                let given = format!("{:?}, which is also that of {other}", slug.1);
                mistakes.of(file, Fault::of("slug", given, "a slug that no other file has"));
            }
        }
    }

    fn check_home(&self, mistakes: &mut Mistakes<'_>) {
        for page in self.pages.iter().filter(|page| page.part.is_home).skip(1) {
            mistakes.of(&page.file, Fault::of("home", "true, as in another file", "one home page"));
        }
    }

    fn check_navigation(&self, known: Option<&Snapshot>, mistakes: &mut Mistakes<'_>) {
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

    fn check_sections(&self, known: Option<&Snapshot>, mistakes: &mut Mistakes<'_>) {
        let is_known = |id: &str| {
            known.is_some_and(|site| site.collections.iter().any(|it| it.collection_id.as_str() == id))
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
                for (field, id) in template.collections(&section.content) {
                    if !is_known(&id) {
                        let field = format!("sections/{number}: {field}");
                        let given = format!(
                            "the collection {:?}, which the website does not have",
                            in_a_line(&id, 80)
                        );
                        mistakes.of(
                            &page.file,
                            Fault::of(&field, given, "the id of a collection of the website"),
                        );
                    }
                }
            }
        }
    }

    /// Makes the first page the home page of a site that would have none. What was exported says which page it is.
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

    /// Returns how many files become something.
    pub(super) fn len(&self) -> usize {
        usize::from(self.site.is_some()) + self.pages.len() + self.posts.len()
    }

    /// Puts the ids of pictures in their places. `ids`: by the paths of their files.
    pub(super) fn show(&mut self, ids: &BTreeMap<String, PictureId>) {
        for (path, PictureWords { token, .. }) in &self.pictures {
            let Some(id) = ids.get(path).map(PictureId::as_str) else { continue };
            for section in self.pages.iter_mut().flat_map(|page| &mut page.part.sections) {
                if let Ok(template) = Template::find(&section.template) {
                    template.replace_picture(&mut section.content, token, id);
                }
            }
            for post in &mut self.posts {
                if post.part.body.contains(token.as_str()) {
                    markdown::replace_picture(&mut post.part.body, token, id);
                }
            }
        }
    }
}

/// What is wrong with a picture in a text that cannot be called otherwise, and what fits.
const ESCAPED: &str = "a picture whose path is written with backslashes or in parts";
const PLAIN_PATH: &str = "a plain path, as in `![words](pictures/boat.jpg)`,";

fn known_or_new<'a>(
    words: &'a mut BTreeMap<String, PictureWords>,
    path: String,
    untrusted: &Sources,
) -> &'a mut PictureWords {
    let token = format!("{TOKEN}{}", words.len() + 1);
    words.entry(path).or_insert_with(|| PictureWords {
        token,
        untrusted: untrusted.clone(),
        ..PictureWords::default()
    })
}

fn is_token(words: &BTreeMap<String, PictureWords>, shown: &str) -> bool {
    shown.starts_with(TOKEN) && words.values().any(|known| known.token == shown)
}

/// What the tokens of pictures begin with.
const TOKEN: &str = "file-of-picture-";

/// Takes the words that stand for pictures in a text, where nothing else is said of them.
fn describe(words: &mut BTreeMap<String, PictureWords>, text: &str) {
    for (shown, alt) in markdown::pictures_with_words(text) {
        let known = words.values_mut().find(|known| known.token == shown && known.alt.is_empty());
        if let Some(known) = known {
            known.alt = in_a_line(&alt, MAX_ALT);
        }
    }
}

/// What was found so far.
struct Mistakes<'a> {
    files: &'a [TextFile],
    found: Vec<Mistake>,
}

impl Mistakes<'_> {
    fn add(&mut self, number: usize, fault: Fault) {
        let TextFile { path, untrusted, .. } = &self.files[number];
        let (file, is_own) = (path.clone(), untrusted.is_empty());
        self.found.push(Mistake { file, number: number + 1, is_own, fault });
    }

    fn of(&mut self, file: &str, fault: Fault) {
        if let Some(number) = self.files.iter().position(|known| known.path == file) {
            self.add(number, fault);
        }
    }

    /// Returns the path of the picture that a file shows.
    fn picture(&mut self, file: &str, field: &str, shown: &str, files: &BTreeSet<String>) -> Option<String> {
        let found = paths::candidates(file, shown).into_iter().find(|path| files.contains(path));
        if found.is_none() {
            let given = format!("the picture {:?}, which is not among the files", in_a_line(shown, 80));
            let fits = "the path of a picture's file beside it, and no address of the web,";
            self.of(file, Fault::of(field, given, fits));
        }
        found
    }
}

/// What a file does to a site.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Effect {
    New,
    Changed,
    Same,
}

impl Effect {
    /// Tells what a page that is called by the ids of its pictures does.
    pub(super) fn of_page(page: &PageFile, known: Option<&Snapshot>) -> Self {
        let Some(site) = known else { return Self::New };
        let Some(old) = site.pages.iter().find(|old| old.slug == page.slug.as_str()) else {
            return Self::New;
        };
        let sections: Vec<_> = site.sections.iter().filter(|it| it.page_id == old.page_id).collect();
        let is_same = old.title == page.title
            && old.description == page.description
            && old.status == page.status
            && (old.is_home || !page.is_home)
            && page.aliases.iter().all(|alias| {
                let is_page = site.pages.iter().any(|other| other.slug == alias.as_str());
                is_page
                    || site.redirects.iter().any(|it| it.slug == alias.as_str() && it.page_id == old.page_id)
            })
            && sections.len() == page.sections.len()
            && sections.iter().zip(&page.sections).all(|(old, new)| {
                old.template == new.template && old.content.as_object() == Some(&new.content)
            });
        if is_same { Self::Same } else { Self::Changed }
    }

    /// Tells what the settings and the navigation of a file do.
    pub(super) fn of_settings(file: &SiteFile, known: Option<&Snapshot>) -> Self {
        let Some(site) = known else { return Self::New };
        let of = &site.site;
        let is_kept = |new: Option<&str>, old: &str| new.is_none_or(|new| new == old);
        let has_look = file.theme.as_ref().is_none_or(|look| {
            serde_json::from_value(of.theme.clone()).is_ok_and(|known: ThemeSettings| known == *look)
        });
        let leads = |item: &ItemFile, old: &Item| match &item.leads_to {
            Leads::Url(url) => old.url.as_ref() == Some(url),
            Leads::Page(slug) => site
                .pages
                .iter()
                .any(|page| page.slug == slug.as_str() && old.page_id.as_ref() == Some(&page.page_id)),
        };
        let has_navigation = file.navigation.as_ref().is_none_or(|items| {
            items.len() == site.navigation.len()
                && items
                    .iter()
                    .zip(&site.navigation)
                    .all(|(new, old)| new.label == old.label && new.visible == old.visible && leads(new, old))
        });
        let is_same = is_kept(file.title.as_deref(), &of.title)
            && is_kept(file.description.as_deref(), &of.description)
            && is_kept(file.language.as_ref().map(Language::as_str), &of.language)
            && (file.base_url.is_none() || file.base_url == of.base_url)
            && has_look
            && has_navigation;
        if is_same { Self::Same } else { Self::Changed }
    }

    /// Tells what a post that is called by the ids of its pictures does.
    pub(super) fn of_post(post: &PostFile, known: Option<&Snapshot>) -> Self {
        let Some(site) = known else { return Self::New };
        let Some(old) = site.posts.iter().find(|old| old.slug == post.slug.as_str()) else {
            return Self::New;
        };
        let store::Post { title, body, excerpt, author, status, tags, published_at, .. } = old;
        let is_same = (title, body, excerpt, author)
            == (&post.title, &post.body, &post.excerpt, &post.author)
            && (status, tags) == (&post.status, &post.tags)
            && post.aliases.iter().all(|alias| {
                let is_post = site.posts.iter().any(|other| other.slug == alias.as_str());
                is_post
                    || site
                        .post_redirects
                        .iter()
                        .any(|it| it.slug == alias.as_str() && it.post_id == old.post_id)
            })
            && (post.published_at.is_none() || *published_at == post.published_at);
        if is_same { Self::Same } else { Self::Changed }
    }
}

/// Returns whether a file is one of Markdown.
pub(super) fn is_markdown(path: &str) -> bool {
    let ending = path.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase());
    matches!(ending.as_deref(), Some("md" | "markdown")) || path == SITE
}
