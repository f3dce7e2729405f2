//! The pages of posts, and the lists of them.

use minijinja::context;
use serde::Serialize;

use super::{
    Rendering,
    page::{DateView, Head, Place},
};
use crate::{link::SitePath, markdown, model::Post};

/// The most posts on a page of the list.
pub(super) const POSTS_PER_PAGE: usize = 30;

/// The longest excerpt that is made from a body, in characters.
const MAX_EXCERPT: usize = 240;

#[derive(Serialize)]
struct PostView<'a> {
    href: String,
    title: &'a str,
    date: DateView,
    author: Option<&'a str>,
    excerpt: String,
    tags: &'a [String],
}

impl Rendering<'_> {
    /// Writes the list of all posts.
    pub(super) fn list_of_posts(&self) {
        let pages = self.posts.len().div_ceil(POSTS_PER_PAGE).max(1);
        for number in 1..=pages {
            self.list(number, pages);
        }
    }

    /// Writes the page of a post, by its index.
    pub(super) fn post(&self, index: usize) {
        let Some(post) = self.posts.get(index) else { return };
        let newer = index.checked_sub(1).and_then(|newer| self.posts.get(newer)).copied();
        let older = self.posts.get(index + 1).copied();
        let path = SitePath::Post(post.slug.clone());
        let place = Place::of(self, path.clone(), format!("post {}", post.slug));
        let view = |post| self.view(&place, post);
        let values = context! {
            say => self.say,
            post => view(post),
            body => place.markdown(&post.body, 2, "body"),
            newer => newer.map(view),
            older => older.map(view),
            index => place.href(&SitePath::Posts),
        };
        let main = self.fill("post.html", &place.name, values);
        let head = Head { description: Some(excerpt(post)), kind: "article", ..place.head(&post.title) };
        self.write(format!("{}index.html", path.folder()), place.whole(&head, &main));
    }

    fn list(&self, number: usize, pages: usize) {
        let place = Place::of(self, SitePath::Posts, "posts".to_owned());
        let place = if number == 1 { place } else { place.deeper(2) };
        let href = |number| format!("{}{}", place.root, list_folder(number));
        let posts = self.posts.iter().skip((number - 1) * POSTS_PER_PAGE).take(POSTS_PER_PAGE);
        let values = context! {
            say => self.say,
            posts => posts.map(|post| self.view(&place, post)).collect::<Vec<_>>(),
            newer => (number > 1).then(|| href(number - 1)),
            older => (number < pages).then(|| href(number + 1)),
        };
        let main = self.fill("posts.html", &place.name, values);
        let page = place.whole(&place.head(self.words.posts), &main);
        self.write(format!("{}index.html", list_folder(number)), page);
    }

    fn view<'p>(&self, place: &Place<'_, '_>, post: &'p Post) -> PostView<'p> {
        PostView {
            href: place.href(&SitePath::Post(post.slug.clone())),
            title: &post.title,
            date: DateView {
                iso: post.published_at.to_rfc3339(),
                ..self.words.date_view(post.published_at.date_naive())
            },
            author: post.author.as_deref().filter(|author| !author.trim().is_empty()),
            excerpt: excerpt(post),
            tags: &post.tags,
        }
    }
}

/// Returns the excerpt of a post, or the first words of its body.
pub(super) fn excerpt(post: &Post) -> String {
    if let Some(excerpt) = post.excerpt.as_deref().map(str::trim).filter(|excerpt| !excerpt.is_empty()) {
        return excerpt.to_owned();
    }
    let words = markdown::words(&post.body);
    let Some((end, _)) = words.char_indices().nth(MAX_EXCERPT) else { return words };
    let start = &words[..end];
    format!("{}…", start.rfind(' ').map_or(start, |space| &start[..space]))
}

fn list_folder(number: usize) -> String {
    if number == 1 { "posts/".to_owned() } else { format!("posts/page/{number}/") }
}
