//! Files for machines: the site map, the feed, and the rules for crawlers.

use super::{Mode, Rendering, posts::excerpt, views::escape};
use crate::link::SitePath;

/// The most posts in the feed: the newest.
const MAX_FEED: usize = 30;

impl Rendering<'_> {
    pub(super) fn feeds(&self) {
        self.write("robots.txt".to_owned(), self.robots());
        if let Some(sitemap) = self.sitemap() {
            self.write("sitemap.xml".to_owned(), sitemap);
        }
        if let Some(feed) = self.feed() {
            self.write("feed.xml".to_owned(), feed);
        }
    }

    fn robots(&self) -> String {
        let allowed = match self.mode {
            Mode::Published => "User-agent: *\nAllow: /\n",
            Mode::Preview => "User-agent: *\nDisallow: /\n",
        };
        match &self.base_url {
            Some(base) => format!("{allowed}Sitemap: {base}sitemap.xml\n"),
            None => allowed.to_owned(),
        }
    }

    /// Returns `None` without the site's address, because the site map has complete addresses.
    fn sitemap(&self) -> Option<String> {
        self.base_url.as_ref()?;
        let mut xml = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
                       <urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n"
            .to_owned();
        let mut push = |path: &SitePath, changed: Option<String>| {
            let Some(url) = self.absolute(path) else { return };
            let changed = changed.map(|day| format!("<lastmod>{day}</lastmod>")).unwrap_or_default();
            xml.push_str(&format!("<url><loc>{}</loc>{changed}</url>\n", escape(url.as_str())));
        };
        for page in &self.site.pages {
            push(&page.path(), None);
        }
        if let Some(newest) = self.posts.first() {
            push(&SitePath::Posts, Some(newest.published_at.format("%Y-%m-%d").to_string()));
        }
        for post in &self.posts {
            push(&SitePath::Post(post.slug.clone()), Some(post.published_at.format("%Y-%m-%d").to_string()));
        }
        Some(xml + "</urlset>\n")
    }

    /// Returns the feed as RSS 2.0; `None` without the site's address or posts.
    fn feed(&self) -> Option<String> {
        let base = self.base_url.as_ref()?;
        let newest = self.posts.first()?;
        let site = self.site;
        let description = if site.description.trim().is_empty() { &site.title } else { &site.description };
        let mut xml = format!(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
             <rss version=\"2.0\" xmlns:atom=\"http://www.w3.org/2005/Atom\">\n<channel>\n\
             <title>{}</title>\n<link>{base}</link>\n<description>{}</description>\n<language>{}</language>\n\
             <lastBuildDate>{}</lastBuildDate>\n\
             <atom:link href=\"{base}feed.xml\" rel=\"self\" type=\"application/rss+xml\"/>\n",
            escape(&site.title),
            escape(description),
            escape(site.language.as_str()),
            newest.published_at.to_rfc2822(),
            base = escape(base.as_str()),
        );
        for post in self.posts.iter().take(MAX_FEED) {
            let url = escape(self.absolute(&SitePath::Post(post.slug.clone()))?.as_str());
            xml.push_str(&format!(
                "<item>\n<title>{}</title>\n<link>{url}</link>\n<guid>{url}</guid>\n<pubDate>{}</pubDate>\n\
                 <description>{}</description>\n",
                escape(&post.title),
                post.published_at.to_rfc2822(),
                escape(&excerpt(post)),
            ));
            for tag in &post.tags {
                xml.push_str(&format!("<category>{}</category>\n", escape(tag)));
            }
            xml.push_str("</item>\n");
        }
        Some(xml + "</channel>\n</rss>\n")
    }
}
