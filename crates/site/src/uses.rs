//! The places where a site uses a page or a picture, which would be lost with it.

use std::fmt;

use serde::Serialize;

use crate::{
    link::{Link, SitePath},
    markdown,
    model::{Entry, NavigationTarget, Site},
    slug::Slug,
    template::{Template, find},
};

/// A place in a site that uses a page or a picture. It displays as words for people.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "place", rename_all = "snake_case")]
pub enum Use {
    /// A field of a section: `items[2].link`.
    Section {
        page: Slug,
        title: String,
        section_id: String,
        field: String,
    },
    Post {
        slug: Slug,
        title: String,
    },
    Entry {
        /// The title of the collection.
        collection: String,
        title: String,
    },
    Navigation {
        label: String,
    },
    Redirect {
        from: SitePath,
    },
}

impl fmt::Display for Use {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Section { title, field, .. } => write!(f, "page {title} ({field})"),
            Self::Post { title, .. } => write!(f, "post {title}"),
            Self::Entry { collection, title } => write!(f, "entry {title} in {collection}"),
            Self::Navigation { label } => write!(f, "navigation: {label}"),
            Self::Redirect { from } => write!(f, "the old address {from}"),
        }
    }
}

/// Returns the places that link to a path, in the order of the site. Links of a page to itself do not count.
pub fn links_to(templates: &[Template], site: &Site, path: &SitePath) -> Vec<Use> {
    let home = site.home().map(|home| SitePath::Page(home.slug.clone()));
    let leads_there = |link: &str| match Link::parse(link) {
        Ok(Link::Inner(to, _)) => to == *path || (*path == SitePath::Home && Some(&to) == home.as_ref()),
        _ => false,
    };
    let mut uses = Vec::new();
    for page in site.pages.iter().filter(|page| page.path() != *path) {
        for section in &page.sections {
            let Ok(template) = find(templates, &section.template) else { continue };
            for (field, _) in
                template.links(&section.content).into_iter().filter(|(_, link)| leads_there(link))
            {
                let (page, title) = (page.slug.clone(), page.title.clone());
                uses.push(Use::Section { page, title, section_id: section.id.clone(), field });
            }
        }
    }
    for post in site.posts.iter().filter(|post| SitePath::Post(post.slug.clone()) != *path) {
        if markdown::links(&post.body).iter().any(|link| leads_there(link)) {
            uses.push(Use::Post { slug: post.slug.clone(), title: post.title.clone() });
        }
    }
    let links = |entry: &Entry| {
        let in_body = markdown::links(entry.body.as_deref().unwrap_or_default());
        in_body.into_iter().chain(entry.link.clone()).any(|link| leads_there(&link))
    };
    uses.extend(entries_that(site, links));
    for item in &site.navigation {
        let there = match &item.target {
            NavigationTarget::Page(slug) => leads_there(&format!("/{slug}")),
            NavigationTarget::Url(url) => leads_there(url),
        };
        if there {
            uses.push(Use::Navigation { label: item.label.clone() });
        }
    }
    let redirects = site.redirects.iter().filter(|redirect| redirect.to == *path);
    uses.extend(redirects.map(|redirect| Use::Redirect { from: redirect.from.clone() }));
    uses
}

/// Returns the places that show a picture, in the order of the site.
pub fn uses_of_picture(templates: &[Template], site: &Site, id: &str) -> Vec<Use> {
    let mut uses = Vec::new();
    for page in &site.pages {
        for section in &page.sections {
            let Ok(template) = find(templates, &section.template) else { continue };
            let fields = template.picture_fields(&section.content).into_iter();
            uses.extend(fields.filter(|(_, picture)| picture == id).map(|(field, _)| Use::Section {
                page: page.slug.clone(),
                title: page.title.clone(),
                section_id: section.id.clone(),
                field,
            }));
        }
    }
    let posts =
        site.posts.iter().filter(|post| markdown::pictures(&post.body).iter().any(|picture| picture == id));
    uses.extend(posts.map(|post| Use::Post { slug: post.slug.clone(), title: post.title.clone() }));
    uses.extend(entries_that(site, |entry| {
        let in_body = markdown::pictures(entry.body.as_deref().unwrap_or_default());
        in_body.into_iter().chain(entry.picture.clone()).any(|picture| picture == id)
    }));
    uses
}

fn entries_that(site: &Site, uses: impl Fn(&Entry) -> bool) -> Vec<Use> {
    let all = site.collections.iter().flat_map(|of| of.entries.iter().map(move |entry| (of, entry)));
    let using = all.filter(|(_, entry)| uses(entry));
    using.map(|(of, entry)| Use::Entry { collection: of.title.clone(), title: entry.title.clone() }).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::template::templates;

    fn site() -> Site {
        serde_json::from_value(json!({
            "pages": [
                { "slug": "home", "title": "Home", "description": null, "home": true, "sections": [
                    { "id": "1", "template": "hero", "content": {
                        "heading": "Hi", "image": "court", "button_label": "Us", "button_link": "about#team",
                    } },
                    { "id": "2", "template": "cards", "content": { "items": [
                        { "title": "A", "link": "/posts/new" },
                        { "title": "B", "link": "https://example.org/about", "image": "court" },
                        { "title": "C", "text": "See [us](/about/) and ![x](court)." },
                    ] } },
                ] },
                { "slug": "about", "title": "About us", "description": null, "home": false, "sections": [
                    { "id": "3", "template": "text", "content": { "body": "[Up](/about) [home](/home)" } },
                ] },
            ],
            "collections": [{ "id": "c", "title": "Members", "description": null, "entries": [
                { "id": "a", "slug": "alice", "title": "Alice", "summary": null, "body": null, "picture": "court",
                  "link": "/about" },
                { "id": "b", "slug": "bob", "title": "Bob", "summary": null, "body": "[us](/about) ![](court)",
                  "picture": null, "link": null },
            ] }],
            "posts": [{ "slug": "new", "title": "New", "excerpt": null, "body": "[us](/about) ![](court)", "author": null,
                "published_at": "2026-03-01T09:00:00Z", "tags": [] }],
            "navigation": [{ "label": "Who we are", "target": { "page": "about" } }],
            "redirects": [{ "from": "us", "to": "about" }],
        }))
        .unwrap()
    }

    fn told(uses: &[Use]) -> String {
        uses.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn every_link_to_a_page_is_found() {
        let to = |path| told(&links_to(templates(), &site(), &SitePath::parse(path).unwrap()));
        insta::assert_snapshot!(to("/about"), @r"
        page Home (button_link)
        page Home (items[2].text)
        post New
        entry Alice in Members
        entry Bob in Members
        navigation: Who we are
        the old address /us
        ");
        assert_eq!(to("/posts/new"), "page Home (items[0].link)");
        assert_eq!(to("/"), "page About us (body)");
    }

    #[test]
    fn every_use_of_a_picture_is_found() {
        insta::assert_snapshot!(told(&uses_of_picture(templates(), &site(), "court")), @r"
        page Home (image)
        page Home (items[1].image)
        page Home (items[2].text)
        post New
        entry Alice in Members
        entry Bob in Members
        ");
        assert_eq!(uses_of_picture(templates(), &site(), "hall"), []);
    }
}
