//! A stored site as the value that is rendered.

use adjutant_domain::{ids::PageId, site::PageStatus};
use adjutant_site::{
    Language, NavigationItem, NavigationTarget, Page, Redirect, Section, Site, SitePath, Slug,
};
use adjutant_store::site::{self as store, Snapshot};
use anyhow::{Context as _, Result, bail};
use serde_json::Value;

/// Returns the site with those of its pages that `is_shown`, and without what leads to others.
///
/// # Errors
/// Returns an error if something is stored that the tools do not write.
pub fn to_render(stored: &Snapshot, is_shown: impl Fn(&store::Page) -> bool) -> Result<Site> {
    let pages: Vec<_> = stored.pages.iter().filter(|page| is_shown(page)).collect();
    let find = |id: &PageId| pages.iter().find(|page| page.page_id == *id);
    let mut navigation = Vec::new();
    for item in stored.navigation.iter().filter(|item| item.visible) {
        let target = match &item.page_id {
            Some(id) => match find(id) {
                Some(page) => NavigationTarget::Page(slug(&page.slug)?),
                None => continue,
            },
            None => NavigationTarget::Url(item.url.clone().unwrap_or_default()),
        };
        navigation.push(NavigationItem { label: item.label.clone(), target });
    }
    let mut redirects = Vec::new();
    for redirect in &stored.redirects {
        let Some(page) = find(&redirect.page_id) else { continue };
        let to = if page.is_home { SitePath::Home } else { SitePath::Page(slug(&page.slug)?) };
        redirects.push(Redirect { from: SitePath::Page(slug(&redirect.slug)?), to });
    }
    let site = &stored.site;
    Ok(Site {
        title: site.title.clone(),
        description: site.description.clone(),
        language: Language::parse(&site.language).with_context(|| format!("language {:?}", site.language))?,
        base_url: site.base_url.as_deref().map(str::parse).transpose().context("base_url")?,
        theme: serde_json::from_value(site.theme.clone()).context("theme")?,
        pages: pages.iter().map(|page| with_sections(stored, page)).collect::<Result<_>>()?,
        navigation,
        redirects,
        ..Site::default()
    })
}

/// Returns whether a page is public once the site is.
pub fn is_published(page: &store::Page) -> bool {
    page.status == PageStatus::Published
}

fn with_sections(stored: &Snapshot, page: &store::Page) -> Result<Page> {
    let mut sections = Vec::new();
    for section in stored.sections.iter().filter(|section| section.page_id == page.page_id) {
        let Value::Object(content) = &section.content else {
            bail!("the content of {} is no object", section.section_id)
        };
        let (id, template) = (section.section_id.to_string(), section.template.clone());
        sections.push(Section { id, template, content: content.clone() });
    }
    Ok(Page {
        slug: slug(&page.slug)?,
        title: page.title.clone(),
        description: Some(page.description.clone()).filter(|description| !description.is_empty()),
        home: page.is_home,
        sections,
    })
}

fn slug(stored: &str) -> Result<Slug> {
    Slug::parse(stored).with_context(|| format!("slug {stored:?}"))
}
