//! Renders a site to files.

use std::{
    cell::RefCell,
    collections::{BTreeMap, BTreeSet, HashMap, HashSet},
};

use minijinja::{Environment, Value, context};
use serde::Serialize;
use url::Url;

use crate::{
    link::SitePath,
    model::{Picture, PictureFile, Post, Site},
    problem::Problem,
    template::{self, Template, templates},
};
pub use answer::render_answer;
use page::Place;
use targets::Targets;
use words::Words;

mod answer;
mod collections;
mod content;
mod feeds;
mod page;
mod posts;
mod style;
mod targets;
#[cfg(test)]
mod tests;
mod views;
mod words;

/// The folder of the pictures' files in the site.
pub const PICTURES: &str = "assets/pictures";

/// The readers of the files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Everybody.
    Published,
    /// People who edit the site: search engines are kept out, and no page names its future address.
    Preview,
}

/// The files of a site, except those of pictures.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rendered {
    /// By path within the site: `about/index.html`.
    pub files: BTreeMap<String, Vec<u8>>,
    /// The files of the pictures in pages, which belong into [`PICTURES`].
    pub pictures: BTreeSet<PictureFile>,
    /// Problems that do not prevent publishing.
    pub warnings: Vec<Problem>,
    /// Problems that prevent publishing.
    pub errors: Vec<Problem>,
}

/// Renders a site with the installed templates. Invalid content is left out and reported in the errors.
pub fn render(site: &Site, mode: Mode) -> Rendered {
    render_with(templates(), site, mode)
}

/// Renders a site with these templates.
pub fn render_with(templates: &[Template], site: &Site, mode: Mode) -> Rendered {
    let rendering = Rendering::new(templates, site, mode);
    for page in &site.pages {
        rendering.page(page);
    }
    for index in 0..rendering.posts.len() {
        rendering.post(index);
    }
    rendering.list_of_posts();
    rendering.missing_page();
    rendering.check_anchors();
    for (from, to) in rendering.targets.moved() {
        rendering.moved_page(from, to);
    }
    rendering.feeds();
    rendering.found.into_inner()
}

/// Renders the preview of the page at one path, with the style and the pictures that it needs, so that it does not wait
/// for all other pages. If there is no such page, there is only `404.html`.
pub fn preview_path(templates: &[Template], site: &Site, path: &SitePath) -> Rendered {
    let rendering = Rendering::new(templates, site, Mode::Preview);
    match path {
        SitePath::Posts => rendering.list_of_posts(),
        SitePath::Post(slug) => {
            if let Some(index) = rendering.posts.iter().position(|post| post.slug == *slug) {
                rendering.post(index);
            }
        }
        SitePath::Home | SitePath::Page(_) => {
            if let Some(page) = site.pages.iter().find(|page| page.path() == *path) {
                rendering.page(page);
            }
        }
    }
    if let Some((from, to)) = rendering.targets.moved().find(|(from, _)| *from == path) {
        rendering.moved_page(from, to);
    }
    rendering.missing_page();
    rendering.found.into_inner()
}

/// Checks the HTML of a template, and returns what is wrong with it.
pub(crate) fn parse(template: &Template) -> Result<(), String> {
    let mut environment = Environment::new();
    views::set_up(&mut environment);
    environment.add_template(&template.key, &template.html).map_err(|error| error.to_string())
}

/// A site while it is rendered.
struct Rendering<'a> {
    site: &'a Site,
    mode: Mode,
    templates: &'a [Template],
    words: &'static Words,
    /// The words of the site's language, for templates.
    say: Value,
    /// The data of the site for templates.
    shown: Value,
    /// The newest first.
    posts: Vec<&'a Post>,
    /// By their ids.
    pictures: HashMap<&'a str, &'a Picture>,
    /// Ends with a slash. Absent in previews.
    base_url: Option<Url>,
    targets: Targets,
    environment: Environment<'a>,
    found: RefCell<Rendered>,
    /// The places within pages that links may name, and those that links do name, each with the field of the link.
    anchors: RefCell<HashSet<(SitePath, String)>>,
    linked: RefCell<Vec<(String, SitePath, String)>>,
}

#[derive(Serialize)]
struct Shown<'a> {
    title: &'a str,
    language: &'a str,
    right_to_left: bool,
    style: &'a str,
    icon: &'a str,
    feed: bool,
}

/// A file that is not a page.
struct Asset {
    path: String,
    content: Vec<u8>,
}

impl<'a> Rendering<'a> {
    fn new(templates: &'a [Template], site: &'a Site, mode: Mode) -> Self {
        let mut found = Rendered::default();
        let targets = Targets::new(site, &mut found.errors, &mut found.warnings);
        let base_url = base_url(site, mode, &mut found);
        let mut posts: Vec<&Post> = site.posts.iter().collect();
        posts.sort_by(|one, two| {
            two.published_at.cmp(&one.published_at).then_with(|| one.slug.cmp(&two.slug))
        });
        let style = style::stylesheet(&site.theme, &mut found.errors);
        let icon = style::icon(&site.title, &site.theme);
        let words = Words::of(&site.language);
        let rendering = Self {
            site,
            mode,
            templates,
            words,
            say: Value::from_serialize(words),
            shown: Value::from_serialize(Shown {
                title: &site.title,
                language: site.language.as_str(),
                right_to_left: site.language.is_right_to_left(),
                style: &style.path,
                icon: &icon.path,
                feed: base_url.is_some() && !posts.is_empty(),
            }),
            posts,
            pictures: site.pictures.iter().map(|picture| (&*picture.id, picture)).collect(),
            base_url,
            targets,
            environment: environment(templates, &mut found.errors),
            found: RefCell::new(found),
            anchors: RefCell::default(),
            linked: RefCell::default(),
        };
        for file in [style, icon] {
            rendering.write(file.path, file.content);
        }
        rendering
    }

    fn write(&self, path: String, content: impl Into<Vec<u8>>) {
        self.found.borrow_mut().files.insert(path, content.into());
    }

    fn error(&self, problem: Problem) {
        self.found.borrow_mut().errors.push(problem);
    }

    fn warn(&self, problem: Problem) {
        self.found.borrow_mut().warnings.push(problem);
    }

    /// Returns the address of a page for other sites.
    fn absolute(&self, path: &SitePath) -> Option<Url> {
        self.base_url.as_ref()?.join(&path.folder()).ok()
    }

    /// Renders one of the templates. `of` is its subject, for problems.
    fn fill(&self, template: &str, of: &str, values: Value) -> String {
        let filled = self.environment.get_template(template).and_then(|template| template.render(values));
        filled.unwrap_or_else(|error| {
            self.error(Problem::new(of, format!("not rendered: {error}"), "a template that can be rendered"));
            String::new()
        })
    }

    /// Warns of links to places that do not exist in a page. The link still leads to the page.
    fn check_anchors(&self) {
        let anchors = self.anchors.borrow();
        for (field, path, anchor) in self.linked.take() {
            if anchor != "content" && !anchors.contains(&(path, anchor.clone())) {
                let given = format!("a link to `#{anchor}`, which no section of the page is called");
                self.warn(Problem::new(field, given, "the heading of a section in lower case, with hyphens"));
            }
        }
    }

    /// Writes the page for addresses that do not exist.
    fn missing_page(&self) {
        let place = Place::missing(self);
        let main = self.fill("missing.html", "404", context! { say => self.say, home => place.href_home() });
        self.write("404.html".to_owned(), place.whole(&place.head(self.words.missing), &main));
    }

    /// Writes the page at a path that moved.
    fn moved_page(&self, from: &SitePath, to: &SitePath) {
        let place = Place::of(self, from.clone(), format!("redirect {from}"));
        let href = place.href(to);
        let canonical = self.absolute(to).map_or_else(|| href.clone(), String::from);
        let values = context! {
            site => self.shown, say => self.say, root => place.root, href => href, canonical => canonical
        };
        let html = self.fill("redirect.html", &place.name, values);
        self.write(format!("{}index.html", from.folder()), html);
    }
}

/// Returns the address of the site, with a slash at its end.
fn base_url(site: &Site, mode: Mode, found: &mut Rendered) -> Option<Url> {
    const FITS: &str = "the address of the site, which begins with https://";
    if mode == Mode::Preview {
        return None;
    }
    let Some(url) = &site.base_url else {
        let given = "missing, so there is no site map and no feed";
        found.warnings.push(Problem::new("base_url", given, FITS));
        return None;
    };
    if !matches!(url.scheme(), "http" | "https") {
        found.errors.push(Problem::new("base_url", template::quoted(url.as_str()), FITS));
        return None;
    }
    let mut url = url.clone();
    url.set_query(None);
    url.set_fragment(None);
    if !url.path().ends_with('/') {
        url.set_path(&format!("{}/", url.path()));
    }
    Some(url)
}

fn environment<'a>(templates: &'a [Template], errors: &mut Vec<Problem>) -> Environment<'a> {
    let mut environment = Environment::new();
    views::set_up(&mut environment);
    let own = [
        ("answer.html", include_str!("html/answer.html")),
        ("form.html", include_str!("html/form.html")),
        ("layout.html", include_str!("html/layout.html")),
        ("post.html", include_str!("html/post.html")),
        ("posts.html", include_str!("html/posts.html")),
        ("missing.html", include_str!("html/missing.html")),
        ("redirect.html", include_str!("html/redirect.html")),
    ];
    let sections = templates.iter().map(|template| (&*template.key, &*template.html));
    for (name, html) in own.into_iter().chain(sections) {
        if let Err(error) = environment.add_template(name, html) {
            let given = format!("not readable: {error}");
            errors.push(Problem::new(format!("template {name}"), given, "a template that minijinja reads"));
        }
    }
    environment
}
