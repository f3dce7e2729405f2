//! Posts, their lists and their feed.

use super::*;

fn main(html: &str) -> String {
    let (start, end) = (html.find("<main").unwrap(), html.find("</main>").unwrap());
    html[start..end].lines().filter(|line| !line.trim().is_empty()).collect::<Vec<_>>().join("\n")
}

#[test]
fn posts_have_pages_a_list_a_feed_and_a_place_in_the_site_map() {
    let mut site = site(Vec::new());
    site.posts = vec![post("old", 1), post("new", 3)];
    site.posts[1].title = "New & <fast>".to_owned();
    let rendered = render(&site, Mode::Published);
    assert_eq!(told(&rendered.errors), "");
    insta::assert_snapshot!(main(&text(&rendered, "posts/new/index.html")), @r##"
    <main id="content">
    <article class="post">
    <header>
    <h1>New &amp; &lt;fast&gt;</h1>
    <p class="when"><time datetime="2026-03-03T09:00:00+01:00">3 March 2026</time> · Alice</p>
    </header>
    <p>Some <em>words</em> on it.</p>
    <ul class="tags" aria-label="Tags">
    <li>courts</li>
    </ul>
    </article>
    <nav class="more" aria-label="Posts">
    <p><a href="../../posts/old/" rel="prev">Older: Post old</a></p>
    <p><a href="../../posts/">All posts</a></p>
    </nav>
    "##);
    insta::assert_snapshot!(main(&text(&rendered, "posts/index.html")), @r##"
    <main id="content">
    <div class="section">
    <h1>Posts</h1>
    <ol class="posts">
    <li>
    <h2><a href="../posts/new/">New &amp; &lt;fast&gt;</a></h2>
    <p class="when"><time datetime="2026-03-03T09:00:00+01:00">3 March 2026</time> · Alice</p>
    <p>Some words on it.</p>
    </li>
    <li>
    <h2><a href="../posts/old/">Post old</a></h2>
    <p class="when"><time datetime="2026-03-01T09:00:00+01:00">1 March 2026</time> · Alice</p>
    <p>Some words on it.</p>
    </li>
    </ol>
    </div>
    "##);
    insta::assert_snapshot!(text(&rendered, "feed.xml"), @r##"
    <?xml version="1.0" encoding="UTF-8"?>
    <rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">
    <channel>
    <title>Tennis club</title>
    <link>https://club.example/site/</link>
    <description>Tennis for everybody</description>
    <language>en</language>
    <lastBuildDate>Tue, 3 Mar 2026 09:00:00 +0100</lastBuildDate>
    <atom:link href="https://club.example/site/feed.xml" rel="self" type="application/rss+xml"/>
    <item>
    <title>New &amp; &lt;fast&gt;</title>
    <link>https://club.example/site/posts/new/</link>
    <guid>https://club.example/site/posts/new/</guid>
    <pubDate>Tue, 3 Mar 2026 09:00:00 +0100</pubDate>
    <description>Some words on it.</description>
    <category>courts</category>
    </item>
    <item>
    <title>Post old</title>
    <link>https://club.example/site/posts/old/</link>
    <guid>https://club.example/site/posts/old/</guid>
    <pubDate>Sun, 1 Mar 2026 09:00:00 +0100</pubDate>
    <description>Some words on it.</description>
    <category>courts</category>
    </item>
    </channel>
    </rss>
    "##);
    insta::assert_snapshot!(text(&rendered, "sitemap.xml"), @r##"
    <?xml version="1.0" encoding="UTF-8"?>
    <urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
    <url><loc>https://club.example/site/</loc></url>
    <url><loc>https://club.example/site/about/</loc></url>
    <url><loc>https://club.example/site/posts/</loc><lastmod>2026-03-03</lastmod></url>
    <url><loc>https://club.example/site/posts/new/</loc><lastmod>2026-03-03</lastmod></url>
    <url><loc>https://club.example/site/posts/old/</loc><lastmod>2026-03-01</lastmod></url>
    </urlset>
    "##);
    insta::assert_snapshot!(text(&rendered, "robots.txt"), @r##"
    User-agent: *
    Allow: /
    Sitemap: https://club.example/site/sitemap.xml
    "##);
}

#[test]
fn a_long_list_of_posts_is_on_several_pages() {
    let mut site = site(Vec::new());
    site.posts = (0..65).map(|number| post(&format!("p{number}"), number % 28 + 1)).collect();
    let rendered = render(&site, Mode::Published);
    let links = |file| text(&rendered, file).matches("<h2><a href=\"../").count();
    assert_eq!((links("posts/index.html"), links("posts/page/3/index.html")), (30, 5));
    let second = text(&rendered, "posts/page/2/index.html");
    assert!(second.contains("<a href=\"../../../posts/\" rel=\"prev\">"), "{second}");
    assert!(second.contains("<a href=\"../../../posts/page/3/\" rel=\"next\">"), "{second}");
    assert!(!rendered.files.contains_key("posts/page/4/index.html"));
}
