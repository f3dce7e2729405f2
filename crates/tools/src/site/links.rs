//! Links within the site: those that lead to a page, and those that lead nowhere.

use adjutant_site::{Link, SitePath, Template, markdown};
use adjutant_store::site::{Page, Section, Snapshot};
use serde_json::{Map, Value};

/// The references to a page from elsewhere in the site.
#[derive(Debug, Default)]
pub(super) struct Inbound {
    /// The navigation items.
    pub(super) items: usize,
    /// The title of the page, the post or the entry with each link in a text or button.
    pub(super) links: Vec<String>,
}

impl Inbound {
    pub(super) fn is_empty(&self) -> bool {
        self.items == 0 && self.links.is_empty()
    }
}

/// Returns the references to a page, except its own.
pub(super) fn to(site: &Snapshot, page: &Page) -> Inbound {
    let items = site.navigation.iter().filter(|item| item.page_id.as_ref() == Some(&page.page_id)).count();
    let title_of = |section: &Section| {
        let holder = site.pages.iter().find(|page| page.page_id == section.page_id)?;
        (holder.page_id != page.page_id).then(|| holder.title.clone())
    };
    let mut links = Vec::new();
    for section in &site.sections {
        let Some(title) = title_of(section) else { continue };
        let content = section.content.as_object();
        let inner = content.map(|content| inner(&section.template, content)).unwrap_or_default();
        let leads = inner.into_iter().filter(|(_, path)| is_of(path, page));
        links.extend(leads.map(|_| title.clone()));
    }
    for post in &site.posts {
        let inner = markdown::links(&post.body).into_iter().filter_map(|link| inner_path(&link));
        links.extend(inner.filter(|path| is_of(path, page)).map(|_| format!("post {}", post.title)));
    }
    for entry in &site.entries {
        let own = markdown::links(&entry.body).into_iter().chain(entry.link.clone());
        let inner = own.filter_map(|link| inner_path(&link));
        links.extend(inner.filter(|path| is_of(path, page)).map(|_| format!("entry {}", entry.title)));
    }
    Inbound { items, links }
}

/// Returns the links of a section to missing pages, with the paths of their fields.
pub(super) fn dead(pages: &[Page], template: &str, content: &Map<String, Value>) -> Vec<String> {
    let is_there = |path: &SitePath| match path {
        SitePath::Page(_) | SitePath::Home => pages.iter().any(|page| is_of(path, page)),
        SitePath::Posts | SitePath::Post(_) => true,
    };
    let links = inner(template, content).into_iter().filter(|(_, path)| !is_there(path));
    links.map(|(field, path)| format!("`{field}` {path}")).collect()
}

/// Returns a remark for the model about links that lead nowhere; empty if there are none.
pub(super) fn remark(dead: &[String]) -> String {
    match dead {
        [] => String::new(),
        dead => format!(" No page is there yet for these links: {}.", dead.join(", ")),
    }
}

fn inner(template: &str, content: &Map<String, Value>) -> Vec<(String, SitePath)> {
    let links = Template::find(template).map(|template| template.links(content)).unwrap_or_default();
    links.into_iter().filter_map(|(field, link)| Some((field, inner_path(&link)?))).collect()
}

fn inner_path(link: &str) -> Option<SitePath> {
    match Link::parse(link) {
        Ok(Link::Inner(path, _)) => Some(path),
        _ => None,
    }
}

fn is_of(path: &SitePath, page: &Page) -> bool {
    match path {
        SitePath::Home => page.is_home,
        SitePath::Page(slug) => slug.as_str() == page.slug,
        SitePath::Posts | SitePath::Post(_) => false,
    }
}
