//! One page: its head, its sections, and the parts around them.

use std::cell::{Cell, RefCell};

use chrono::NaiveDate;
use minijinja::{Value, context};
use serde::Serialize;

use super::{Mode, PICTURES, Rendering, views::PictureView};
use crate::{
    form::{Faults, Filled},
    link::{FITS, Link, SitePath},
    markdown::{self, Resolver},
    model::{Credit, NavigationTarget, Page, Picture, Section, Variant},
    problem::Problem,
    slug::Slug,
    template::{find, quoted},
};

/// The name of the page for addresses that do not exist. Problems of the navigation are reported once, with this page.
const MISSING: &str = "404";

/// A page while it is rendered, with its location, on which the form of its links depends.
pub(super) struct Place<'r, 'a> {
    pub rendering: &'r Rendering<'a>,
    /// `None` for the page for addresses that do not exist.
    pub path: Option<SitePath>,
    /// The relative path from the page to the site's own folder.
    pub root: String,
    /// For problems: `page about`.
    pub name: String,
    /// Whether a picture has been shown: the first one is loaded at once.
    pictured: Cell<bool>,
    /// The first picture, for other sites.
    picture: RefCell<Option<HeadPicture>>,
    /// The names of its sections, and of the entries in them, for links into the page.
    anchors: RefCell<Vec<String>>,
    /// The credits of the pictures that have been shown, each once and in order.
    credits: RefCell<Vec<&'a Credit>>,
}

/// The data of a page's head.
#[derive(Serialize)]
pub(super) struct Head {
    /// With the name of the site.
    pub title: String,
    pub heading: String,
    pub description: Option<String>,
    /// Hidden from search engines.
    pub hidden: bool,
    pub canonical: Option<String>,
    /// The type in terms of Open Graph.
    pub kind: &'static str,
    pub picture: Option<HeadPicture>,
}

#[derive(Clone, Serialize)]
pub(super) struct HeadPicture {
    url: String,
    width: u32,
    height: u32,
    alt: String,
}

#[derive(Serialize)]
pub(super) struct DateView {
    pub iso: String,
    pub text: String,
}

#[derive(Serialize)]
struct NavigationView<'a> {
    label: &'a str,
    href: String,
    current: bool,
}

impl Rendering<'_> {
    /// Writes a page of sections.
    pub(super) fn page(&self, page: &Page) {
        let place = Place::of(self, page.path(), format!("page {}", page.slug));
        let mut main = String::new();
        let headed = page.sections.first().is_some_and(begins_with_heading);
        if !headed {
            let title = super::views::escape(&page.title);
            main.push_str(&format!("<header class=\"section\">\n<h1>{title}</h1>\n</header>\n"));
        }
        for (index, section) in page.sections.iter().enumerate() {
            main.push_str(&place.section(section, index, headed && index == 0));
        }
        let description = page.description.clone().filter(|text| !text.trim().is_empty());
        let description = description.or_else(|| {
            Some(self.site.description.clone()).filter(|text| page.home && !text.trim().is_empty())
        });
        let head = Head { description, ..place.head(&page.title) };
        self.write(format!("{}index.html", page.path().folder()), place.whole(&head, &main));
    }
}

impl<'r, 'a> Place<'r, 'a> {
    pub(super) fn of(rendering: &'r Rendering<'a>, path: SitePath, name: String) -> Self {
        let root = "../".repeat(path.folder().matches('/').count());
        Self {
            rendering,
            path: Some(path),
            root,
            name,
            pictured: Cell::new(false),
            picture: RefCell::new(None),
            anchors: RefCell::default(),
            credits: RefCell::default(),
        }
    }

    /// Returns the place of a page that is deeper than its path: a later page of a list.
    pub(super) fn deeper(self, folders: usize) -> Self {
        Self { root: "../".repeat(folders) + &self.root, path: None, ..self }
    }

    /// Returns the place of the page for addresses that do not exist. It can appear in any folder, so its links begin
    /// at the top of the server.
    pub(super) fn missing(rendering: &'r Rendering<'a>) -> Self {
        let root = match (&rendering.base_url, rendering.mode) {
            (Some(url), _) => url.path().to_owned(),
            (None, Mode::Published) => "/".to_owned(),
            (None, Mode::Preview) => String::new(),
        };
        let (pictured, picture) = (Cell::new(false), RefCell::new(None));
        let (anchors, credits) = (RefCell::default(), RefCell::default());
        Self { rendering, path: None, root, name: MISSING.to_owned(), pictured, picture, anchors, credits }
    }

    /// Returns the link from this page to another.
    pub(super) fn href(&self, path: &SitePath) -> String {
        let href = format!("{}{}", self.root, path.folder());
        if href.is_empty() { "./".to_owned() } else { href }
    }

    pub(super) fn href_home(&self) -> String {
        self.href(&SitePath::Home)
    }

    /// Returns the address of a link. Returns `None` and records an error for a link that is invalid or leads nowhere.
    pub(super) fn link(&self, text: &str, field: &str) -> Option<String> {
        match Link::parse(text) {
            Ok(Link::Inner(path, anchor)) => match self.rendering.targets.resolve(&path) {
                Some(target) => {
                    let place = anchor.as_ref().map(|anchor| format!("#{anchor}")).unwrap_or_default();
                    self.linked(target, anchor, field);
                    Some(self.href(target) + &place)
                }
                None => {
                    self.rendering.error(self.rendering.targets.dead(&self.field(field), &path));
                    None
                }
            },
            Ok(Link::Here(anchor)) => {
                let href = format!("#{anchor}");
                if let Some(path) = &self.path {
                    self.linked(path, Some(anchor), field);
                }
                Some(href)
            }
            Ok(Link::Outer(url)) => {
                if url.scheme() == "http" {
                    let given = format!("{}, which is not encrypted", quoted(text));
                    self.rendering.warn(Problem::new(self.field(field), given, "an address with https://"));
                }
                Some(url.into())
            }
            Err(refusal) => {
                let (field, given) = (self.field(field), quoted(&refusal.0));
                // Sections are checked earlier, so the problem may have been reported already.
                let told = |problem: &Problem| problem.field == field && problem.given.contains(&given);
                if !self.rendering.found.borrow().errors.iter().any(told) {
                    self.rendering.error(Problem::new(field, given, FITS));
                }
                None
            }
        }
    }

    /// Returns a picture. Returns `None` and records an error if the site does not have it.
    pub(super) fn picture(&self, id: &str, field: &str) -> Option<PictureView> {
        let address = |variant: &Variant| format!("{}{PICTURES}/{}", self.root, variant.file);
        let picture = self.rendering.pictures.get(id).copied();
        let view = picture.and_then(|picture| PictureView::new(picture, !self.pictured.get(), address));
        let (Some(picture), Some(view)) = (picture, view) else {
            let given = format!("{}, which is no picture of the site", quoted(id));
            self.rendering.error(Problem::new(self.field(field), given, "the id of a picture"));
            return None;
        };
        if !self.pictured.replace(true)
            && let Some((_, variant)) = view.fallback()
            && let Some(base) = &self.rendering.base_url
            && let Ok(url) = base.join(&format!("{PICTURES}/{}", variant.file))
        {
            let (width, height, alt) = (variant.width, variant.height, view.alt.clone());
            *self.picture.borrow_mut() = Some(HeadPicture { url: url.into(), width, height, alt });
        }
        self.credit(picture);
        let files = picture.variants.iter().map(|variant| variant.file.clone());
        self.rendering.found.borrow_mut().pictures.extend(files);
        Some(view)
    }

    /// Returns Markdown as HTML whose highest headings have this level.
    pub(super) fn markdown(&self, text: &str, heading: u8, field: &str) -> Value {
        Value::from_safe_string(markdown::html(text, heading, &mut InText { place: self, field }))
    }

    /// Returns the head of a page with this heading, as far as it does not depend on the page.
    pub(super) fn head(&self, heading: &str) -> Head {
        let site = &self.rendering.site.title;
        let same = heading == site || heading.is_empty() || site.is_empty();
        let title = if same {
            format!("{site}{}", if site.is_empty() { heading } else { "" })
        } else {
            format!("{heading} – {site}")
        };
        Head {
            title,
            heading: heading.to_owned(),
            description: None,
            hidden: self.rendering.mode == Mode::Preview || self.name == MISSING,
            canonical: self.path.as_ref().and_then(|path| self.rendering.absolute(path)).map(String::from),
            kind: "website",
            picture: self.picture.borrow().clone(),
        }
    }

    /// Returns the whole page around its main part.
    pub(super) fn whole(&self, head: &Head, main: &str) -> String {
        let rendering = self.rendering;
        let values = context! {
            site => rendering.shown,
            say => rendering.say,
            head => head,
            root => self.root,
            home => self.href_home(),
            navigation => self.navigation(),
            main => Value::from_safe_string(main.to_owned()),
            credits => *self.credits.borrow(),
        };
        rendering.fill("layout.html", &self.name, values)
    }

    fn credit(&self, picture: &'a Picture) {
        let mut credits = self.credits.borrow_mut();
        let new = picture.credit.as_ref().filter(|credit| !credits.contains(credit));
        credits.extend(new);
    }

    fn linked(&self, path: &SitePath, anchor: Option<String>, field: &str) {
        let linked = anchor.map(|anchor| (self.field(field), path.clone(), anchor));
        self.rendering.linked.borrow_mut().extend(linked);
    }

    /// Records that links may lead to a place in the page.
    fn is_led_to(&self, anchor: &str) {
        if let Some(path) = &self.path {
            self.rendering.anchors.borrow_mut().insert((path.clone(), anchor.to_owned()));
        }
    }

    /// Takes a name for a place in the page, and returns it; `None` if another place has it.
    pub(super) fn own_anchor(&self, name: &str) -> Option<String> {
        let mut anchors = self.anchors.borrow_mut();
        if !is_free(name, &anchors) {
            return None;
        }
        anchors.push(name.to_owned());
        self.is_led_to(name);
        Some(name.to_owned())
    }

    /// Returns the name of a field of this page, for problems.
    pub(super) fn field(&self, field: &str) -> String {
        if self.name == MISSING { field.to_owned() } else { format!("{}, {field}", self.name) }
    }

    fn navigation(&self) -> Vec<NavigationView<'_>> {
        let items = self.rendering.site.navigation.iter().enumerate();
        items
            .filter_map(|(index, item)| {
                let text = match &item.target {
                    NavigationTarget::Page(slug) => format!("/{slug}"),
                    NavigationTarget::Url(url) => url.clone(),
                };
                let leads_to = match Link::parse(&text) {
                    Ok(Link::Inner(path, _)) => self.rendering.targets.resolve(&path).cloned(),
                    _ => None,
                };
                // Every page has the same navigation, so its problems are reported only once.
                let href = if self.name == MISSING {
                    self.link(&text, &format!("navigation[{index}]"))
                } else {
                    self.quiet_link(&text)
                };
                let href = href?;
                Some(NavigationView {
                    label: &item.label,
                    href,
                    current: leads_to.is_some() && leads_to == self.path,
                })
            })
            .collect()
    }

    /// Like [`Self::link`], without reporting problems.
    fn quiet_link(&self, text: &str) -> Option<String> {
        match Link::parse(text).ok()? {
            Link::Inner(path, None) => self.rendering.targets.resolve(&path).map(|target| self.href(target)),
            Link::Inner(path, Some(anchor)) => {
                self.rendering.targets.resolve(&path).map(|target| format!("{}#{anchor}", self.href(target)))
            }
            Link::Here(anchor) => Some(format!("#{anchor}")),
            Link::Outer(url) => Some(url.into()),
        }
    }

    fn section(&self, section: &Section, index: usize, first_heading: bool) -> String {
        let named = format!("section {}", index + 1);
        let template = match find(self.rendering.templates, &section.template) {
            Ok(template) => template,
            Err(unknown) => {
                let given = format!("of the kind {}, which no template has", quoted(&unknown.given));
                let fits = format!("one of {}", unknown.keys.join(", "));
                self.rendering.error(Problem::new(self.field(&named), given, fits));
                return String::new();
            }
        };
        for problem in template.check(&section.content).err().into_iter().flatten() {
            self.rendering.error(problem.within(&self.field(&named)));
        }
        let heading = heading_of(section);
        let level = if first_heading { 1 } else { 2 };
        let below = if heading.is_some() { level + 1 } else { level };
        let anchor = anchor(heading, index, &mut self.anchors.borrow_mut());
        let form = section.has_form().then(|| self.contact_form(&anchor, &named)).flatten();
        let mut classes = vec!["section".to_owned(), template.key.replace('_', "-")];
        let values = self.content(&template.fields, section, below, &named, &mut classes);
        let values = context! {
            id => anchor,
            level => format!("h{level}"),
            below => format!("h{below}"),
            site => self.rendering.shown,
            say => self.rendering.say,
            page => context! { path => self.path.as_ref().map(ToString::to_string) },
            contact_form => form,
            ..values
        };
        let inside = self.rendering.fill(&template.key, &self.field(&named), values);
        if inside.trim().is_empty() {
            return String::new();
        }
        self.is_led_to(&anchor);
        let classes = classes.join(" ");
        format!("<section class=\"{classes}\" id=\"{anchor}\">\n{}\n</section>\n", inside.trim())
    }
}

impl Place<'_, '_> {
    /// Returns the form of a section, unless the site is published without an address for forms.
    fn contact_form(&self, anchor: &str, named: &str) -> Option<Value> {
        if self.rendering.site.contact_form.is_none() && self.rendering.mode == Mode::Published {
            let given = "true, but the site has no address that takes forms, so none is shown";
            let problem = Problem::new("form", given, "a site with such an address");
            self.rendering.warn(problem.within(&self.field(named)));
            return None;
        }
        let page = self.path.as_ref().map(ToString::to_string).unwrap_or_default();
        Some(self.form(anchor, &Filled { page, ..Filled::default() }, Faults::default()))
    }
}

impl super::words::Words {
    pub(super) fn date_view(&self, date: NaiveDate) -> DateView {
        DateView { iso: date.format("%Y-%m-%d").to_string(), text: self.date(date) }
    }
}

/// Links and pictures within a text of a page.
struct InText<'p, 'r, 'a> {
    place: &'p Place<'r, 'a>,
    field: &'p str,
}

impl Resolver for InText<'_, '_, '_> {
    fn link(&mut self, link: &str) -> Option<String> {
        self.place.link(link, self.field)
    }

    fn picture(&mut self, id: &str) -> Option<String> {
        let picture = self.place.picture(id, self.field)?;
        Some(picture.html("(min-width: 48rem) 44rem, 100vw"))
    }

    fn table_label(&self) -> &str {
        self.place.rendering.words.table
    }
}

/// Returns whether the section contains the heading of its page.
fn begins_with_heading(section: &Section) -> bool {
    section.template == "hero" && heading_of(section).is_some()
}

fn heading_of(section: &Section) -> Option<&str> {
    section.content.get("heading")?.as_str().map(str::trim).filter(|heading| !heading.is_empty())
}

/// Returns the name of a section for links into the page.
fn anchor(heading: Option<&str>, index: usize, taken: &mut Vec<String>) -> String {
    let numbered = format!("section-{}", index + 1);
    let slug = heading.map_or_else(|| numbered.clone(), |heading| Slug::from_title(heading).into());
    let free = |anchor: &String| is_free(anchor, taken);
    let anchor = [slug, numbered].into_iter().find(free).unwrap_or_else(|| format!("part-{}", index + 1));
    taken.push(anchor.clone());
    anchor
}

fn is_free(anchor: &str, taken: &[String]) -> bool {
    anchor != "content" && !taken.iter().any(|other| other == anchor)
}
