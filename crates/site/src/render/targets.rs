//! The existing paths of a site, and the targets of moved ones.

use std::collections::{BTreeMap, BTreeSet};

use crate::{
    link::SitePath,
    model::Site,
    problem::Problem,
    slug::Slug,
    template::{closest, quoted},
};

/// The least similarity of two paths, from 0 to 1, at which one may be a mistake for the other.
const MIN_LIKENESS: f64 = 0.8;

pub(super) struct Targets {
    exist: BTreeSet<SitePath>,
    /// Maps each moved path to its present page. The slug of the home page counts as moved.
    moved: BTreeMap<SitePath, SitePath>,
}

impl Targets {
    /// Also adds the errors and warnings about the site's paths.
    pub(super) fn new(site: &Site, errors: &mut Vec<Problem>, warnings: &mut Vec<Problem>) -> Self {
        let mut targets = Self { exist: [SitePath::Posts].into(), moved: BTreeMap::new() };
        let mut slugs = BTreeSet::new();
        for page in &site.pages {
            let twice = !slugs.insert(&page.slug);
            let home_twice = !targets.exist.insert(page.path()) && page.home;
            if home_twice {
                errors.push(Problem::new(
                    format!("page {}", page.slug),
                    "a second home page",
                    "one home page",
                ));
            } else if twice {
                errors.push(taken("page", &page.slug));
            }
            if page.home {
                targets.moved.insert(SitePath::Page(page.slug.clone()), SitePath::Home);
            }
        }
        if !targets.exist.contains(&SitePath::Home) {
            errors.push(Problem::new("home", "missing", "a page that the site begins with"));
        }
        for post in &site.posts {
            if !targets.exist.insert(SitePath::Post(post.slug.clone())) {
                errors.push(taken("post", &post.slug));
            }
        }
        targets.add_redirects(site, errors, warnings);
        targets
    }

    /// Returns the page to which a path leads today.
    pub(super) fn resolve<'a>(&'a self, path: &'a SitePath) -> Option<&'a SitePath> {
        if self.exist.contains(path) { Some(path) } else { self.moved.get(path) }
    }

    /// Returns the moved paths with their targets.
    pub(super) fn moved(&self) -> impl Iterator<Item = (&SitePath, &SitePath)> {
        self.moved.iter()
    }

    /// Returns the problem of a link that leads nowhere.
    pub(super) fn dead(&self, field: &str, path: &SitePath) -> Problem {
        let given = format!("{}, which is no page of the site", quoted(&path.to_string()));
        let known: Vec<String> = self.exist.iter().map(ToString::to_string).collect();
        let path = path.to_string();
        let closest = closest(known.iter().map(String::as_str), &path);
        let alike = strsim::jaro_winkler(&closest, &path) >= MIN_LIKENESS;
        let hint = if alike { format!(" (`{closest}` is the closest)") } else { String::new() };
        Problem::new(field, given, format!("the path of a page{hint}"))
    }

    fn add_redirects(&mut self, site: &Site, errors: &mut Vec<Problem>, warnings: &mut Vec<Problem>) {
        let mut steps: BTreeMap<&SitePath, &SitePath> = BTreeMap::new();
        for redirect in &site.redirects {
            let field = format!("redirect {}", redirect.from);
            if self.resolve(&redirect.from).is_some() {
                let given = "the path of a page, which is shown instead";
                warnings.push(Problem::new(field, given, "a path that no page has"));
            } else if steps.insert(&redirect.from, &redirect.to).is_some() {
                warnings.push(Problem::new(
                    field,
                    "given twice, and the last counts",
                    "one redirect for a path",
                ));
            }
        }
        let mut found = Vec::new();
        for from in steps.keys() {
            let mut at = *from;
            // More steps than there are redirects mean a circle.
            for _ in 0..=steps.len() {
                match steps.get(at) {
                    Some(to) => at = to,
                    None => break,
                }
            }
            match self.resolve(at) {
                Some(target) => found.push(((*from).clone(), target.clone())),
                None if steps.contains_key(at) => {
                    errors.push(Problem::new(format!("redirect {from}"), "a circle", "the path of a page"));
                }
                None => errors.push(self.dead(&format!("redirect {from}"), at)),
            }
        }
        self.moved.extend(found);
    }
}

fn taken(kind: &str, slug: &Slug) -> Problem {
    Problem::new(format!("{kind} {slug}"), format!("the second {kind} with this slug"), "a slug of its own")
}
