//! Each kind of section.

use super::{hostile::assert_harmless, *};
use crate::form::{Filled, FormAnswer};

/// Returns the inside of a section with this content, without line ends before tags.
fn inside(template: &str, content: Value) -> String {
    let rendered = render(
        &site(vec![section("text", json!({ "body": "First." })), section(template, content)]),
        Mode::Preview,
    );
    assert_eq!(told(&rendered.errors), "");
    let html = text(&rendered, "index.html");
    let start = html.rfind("<section").unwrap();
    let end = html.rfind("</section>").unwrap();
    html[start..end].lines().filter(|line| !line.trim().is_empty()).collect::<Vec<_>>().join("\n")
}

#[test]
fn a_text_has_its_tables_links_and_headings() {
    let body = "# Prices\n\nSee [about](/about#us) <b>now</b>.\n\n### Deep\n\n| Who | EUR |\n|:--|--:|\n| Kids | 5 |\n\n\
                ![net](court)\n\n- one\n- [two](https://example.org/?a=1&b=2)";
    insta::assert_snapshot!(inside("text", json!({ "heading": "Fees & more", "body": body })), @r##"
    <section class="section text" id="fees-more">
    <h2>Fees &amp; more</h2><h3>Prices</h3>
    <p>See <a href="about/#us">about</a> &lt;b&gt;now&lt;/b&gt;.</p>
    <h4>Deep</h4>
    <div class="table" role="region" tabindex="0" aria-label="Table">
    <table><thead><tr><th>Who</th><th>EUR</th></tr></thead><tbody>
    <tr><td>Kids</td><td>5</td></tr>
    </tbody></table>
    </div>
    <p><picture><source type="image/webp" srcset="assets/pictures/court-480.webp 480w, assets/pictures/court-960.webp 960w" sizes="(min-width: 48rem) 44rem, 100vw"><img src="assets/pictures/court-960.jpg" alt="The court" width="960" height="480" loading="eager" decoding="auto"></picture></p>
    <ul>
    <li>one</li>
    <li><a href="https://example.org/?a=1&amp;b=2">two</a></li>
    </ul>
    "##);
}

#[test]
fn sections_of_pictures() {
    insta::assert_snapshot!(inside("hero", json!({ "heading": "Play", "text": "Now.", "button_label": "Join", "button_link": "/about" })), @r##"
    <section class="section hero" id="play">
    <div class="words">
    <h2>Play</h2>
    <p>Now.</p>
    <p class="buttons">
    <a class="button" href="about/">Join</a></p>
    </div>
    "##);
    insta::assert_snapshot!(inside("image_text", json!({ "body": "Text.", "image": "court", "side": "right" })), @r##"
    <section class="section image-text side-right" id="section-2">
    <picture><source type="image/webp" srcset="assets/pictures/court-480.webp 480w, assets/pictures/court-960.webp 960w" sizes="(min-width: 60rem) 30rem, 100vw"><img src="assets/pictures/court-960.jpg" alt="The court" width="960" height="480" loading="eager" decoding="auto"></picture>
    <div class="words">
    <p>Text.</p>
    </div>
    "##);
    insta::assert_snapshot!(inside("gallery", json!({ "images": [{ "image": "court", "caption": "Red \"clay\"" }] })), @r##"
    <section class="section gallery" id="section-2">
    <ul class="grid">
    <li><figure><picture><source type="image/webp" srcset="assets/pictures/court-480.webp 480w, assets/pictures/court-960.webp 960w" sizes="(min-width: 60rem) 20rem, (min-width: 36rem) 50vw, 100vw"><img src="assets/pictures/court-960.jpg" alt="The court" width="960" height="480" loading="eager" decoding="auto"></picture>
    <figcaption>Red &quot;clay&quot;</figcaption></figure></li>
    </ul>
    "##);
    insta::assert_snapshot!(inside("quote", json!({ "text": "Best club.", "author": "Bob", "role": "member" })), @r##"
    <section class="section quote" id="section-2">
    <figure>
    <blockquote><p>Best club.</p>
    </blockquote>
    <figcaption><span><cite>Bob</cite>, member</span></figcaption>
    </figure>
    "##);
}

#[test]
fn sections_of_lists() {
    let cards = json!({ "heading": "Offers", "items": [
        { "title": "Lessons", "text": "For all.", "link": "/about" },
        { "title": "Courts", "link": "/about", "link_label": "Book" },
    ] });
    insta::assert_snapshot!(inside("cards", cards), @r##"
    <section class="section cards" id="offers">
    <h2>Offers</h2>
    <ul class="grid">
    <li class="card">
    <h3><a href="about/">Lessons</a></h3>
    <p>For all.</p>
    </li>
    <li class="card">
    <h3>Courts</h3>
    <p><a href="about/">Book</a></p></li>
    </ul>
    "##);
    insta::assert_snapshot!(inside("faq", json!({ "items": [{ "question": "When?", "answer": "Now." }] })), @r##"
    <section class="section faq" id="section-2">
    <details><summary>When?</summary>
    <p>Now.</p>
    </details>
    "##);
    let hours = json!({ "days": [
        { "day": "monday", "opens": "09:00", "closes": "18:00", "note": "by phone" },
        { "day": "sunday" },
    ] });
    insta::assert_snapshot!(inside("hours", hours), @r##"
    <section class="section hours" id="section-2">
    <table>
    <thead class="hidden"><tr><th scope="col">Day</th><th scope="col">Hours</th></tr></thead>
    <tbody>
    <tr><th scope="row">Monday</th><td><time>09:00</time>–<time>18:00</time> <small>by phone</small></td></tr>
    <tr><th scope="row">Sunday</th><td>closed</td></tr>
    </tbody>
    </table>
    "##);
    let events = json!({ "items": [
        { "title": "Fair", "date": "2026-05-01", "time": "10:00", "end_time": "18:00", "place": "Court 1" },
        { "title": "Cup", "date": "2026-04-01", "last_date": "2026-04-03", "link": "https://example.org" },
    ] });
    insta::assert_snapshot!(inside("events", events), @r##"
    <section class="section events" id="section-2">
    <ol class="events">
    <li>
    <p class="when"><time datetime="2026-04-01">1 April 2026</time> – <time datetime="2026-04-03">3 April 2026</time></p>
    <h2><a href="https://example.org/">Cup</a></h2>
    </li>
    <li>
    <p class="when"><time datetime="2026-05-01T10:00">1 May 2026, 10:00</time>–<time>18:00</time></p>
    <h2>Fair</h2>
    <p class="where">Court 1</p>
    </li>
    </ol>
    "##);
}

#[test]
fn a_collection_shows_its_entries_in_their_order() {
    insta::assert_snapshot!(inside("collection", json!({ "collection": "c-1", "heading": "Members" })), @r##"
    <section class="section collection" id="members">
    <h2>Members</h2><p>Who we are.</p><ul class="entries">
    <li id="alice">
    <picture><source type="image/webp" srcset="assets/pictures/court-480.webp 480w, assets/pictures/court-960.webp 960w" sizes="(min-width: 36rem) 12rem, 100vw"><img src="assets/pictures/court-960.jpg" alt="The court" width="960" height="480" loading="eager" decoding="auto"></picture><div class="words">
    <h3><a href="https://alice.example/">Alice</a></h3>
    <p>Plays on &lt;clay&gt;.</p><h4>Wins</h4>
    <p>See <a href="about/">us</a>.</p>
    </div>
    </li>
    <li id="bob">
    <div class="words">
    <h3>Bob</h3>
    </div>
    </li>
    </ul>
    "##);
    let cards = json!({ "collection": "c-1", "layout": "cards" });
    insta::assert_snapshot!(inside("collection", cards), @r##"
    <section class="section collection layout-cards" id="section-2">
    <p>Who we are.</p><ul class="grid">
    <li id="alice" class="card">
    <picture><source type="image/webp" srcset="assets/pictures/court-480.webp 480w, assets/pictures/court-960.webp 960w" sizes="(min-width: 60rem) 20rem, (min-width: 36rem) 50vw, 100vw"><img src="assets/pictures/court-960.jpg" alt="The court" width="960" height="480" loading="eager" decoding="auto"></picture><div class="words">
    <h2><a href="https://alice.example/">Alice</a></h2>
    <p>Plays on &lt;clay&gt;.</p><details><summary>Read more<span class="hidden">: Alice</span></summary>
    <h3>Wins</h3>
    <p>See <a href="about/">us</a>.</p>
    </details>
    </div>
    </li>
    <li id="bob" class="card">
    <div class="words">
    <h2>Bob</h2>
    </div>
    </li>
    </ul>
    "##);
}

#[test]
fn a_collection_without_entries_is_not_shown_and_one_that_is_missing_is_an_error() {
    let text_of = |content: Value| {
        let sections = vec![section("text", json!({ "body": "First." })), section("collection", content)];
        let rendered = render(&site(sections), Mode::Preview);
        (told(&rendered.errors), text(&rendered, "index.html").matches("<section").count())
    };
    assert_eq!(text_of(json!({ "collection": "c-2", "heading": "Nobody" })), (String::new(), 1));
    let (errors, sections) = text_of(json!({ "collection": "c-3", "heading": "Members" }));
    insta::assert_snapshot!(errors, @r#"`page home, section 2: collection` is "c-3", which is no collection of the site; the id of a collection fits."#);
    assert_eq!(sections, 1);
}

#[test]
fn what_entries_link_to_and_show_is_checked_and_links_lead_to_them() {
    let show = json!({ "collection": "c-1" });
    let to = json!({ "body": "[her](#alice) [him](#bob) [nobody](#carol)" });
    let sections = || vec![section("text", to.clone()), section("collection", show.clone())];
    let rendered = render(&site(sections()), Mode::Published);
    assert_eq!(told(&rendered.errors), "");
    assert_eq!(rendered.pictures.len(), 3);
    insta::assert_snapshot!(told(&rendered.warnings), @"`page home, section 1: body` is a link to `#carol`, which no section of the page is called; the heading of a section in lower case, with hyphens fits.");

    let mut broken = site(sections());
    let alice = &mut broken.collections[0].entries[0];
    alice.link = Some("/abuot".to_owned());
    alice.body = Some("[x](/none)".to_owned());
    alice.picture = Some("hall".to_owned());
    insta::assert_snapshot!(told(&render(&broken, Mode::Published).errors), @r#"
    `page home, section 2: collection, entry "Alice": body` is "/none", which is no page of the site; the path of a page fits.
    `page home, section 2: collection, entry "Alice": picture` is "hall", which is no picture of the site; the id of a picture fits.
    `page home, section 2: collection, entry "Alice": link` is "/abuot", which is no page of the site; the path of a page (`/about` is the closest) fits.
    "#);

    // The same entries twice on a page, or a section with the same name, do not share an id.
    let twice = vec![
        section("text", json!({ "heading": "Bob", "body": "x" })),
        section("collection", show.clone()),
        section("collection", json!({ "collection": "c-1", "layout": "cards" })),
    ];
    let html = text(&render(&site(twice), Mode::Published), "index.html");
    let ids: Vec<_> = elements(&html).into_iter().flat_map(|(_, attributes)| attributes).collect();
    let mut ids: Vec<_> = ids.into_iter().filter(|(name, _)| name == "id").map(|(_, id)| id).collect();
    ids.sort();
    assert_eq!(ids, ["alice", "bob", "content", "section-2", "section-3"]);
}

#[test]
fn the_answer_to_a_form_keeps_what_was_written() {
    let mut site = site(vec![section("contact", json!({ "form": true }))]);
    site.language = Language::parse("de-AT").unwrap();
    site.base_url = Some(Url::parse("https://bot.example/club/").unwrap());
    site.contact_form = Some(Url::parse("https://bot.example/club/contact").unwrap());
    let filled = Filled {
        page: "/".to_owned(),
        name: "Bob <b>".to_owned(),
        email: "bob".to_owned(),
        message: "\"Hello\"\n</textarea><script>".to_owned(),
        trap: String::new(),
    };
    let faults = filled.faults().unwrap();
    let html = render_answer(templates(), &site, &FormAnswer::Wrong(filled.clone(), faults));
    assert_harmless("the answer", &html);
    let style = text(&render(&site, Mode::Published), "index.html");
    let style = style.lines().find(|line| line.contains("stylesheet")).unwrap().to_owned();
    assert!(html.contains(&style) && html.contains("noindex") && !html.contains("canonical"), "{html}");
    let (_, main) = html.split_once("<main id=\"content\">").unwrap();
    insta::assert_snapshot!(main.split_once("</main>").unwrap().0.trim(), @r##"
    <div class="section">
    <h1>Die Nachricht wurde nicht abgeschickt</h1>
    <p>Bitte verbessern Sie, was markiert ist, und senden Sie es noch einmal.</p>
    <form method="post" action="contact">
    <input type="hidden" name="page" value="/">
    <p><label for="again-name">Ihr Name</label><input id="again-name" name="name" autocomplete="name" maxlength="120" required value="Bob &lt;b&gt;"></p>
    <p><label for="again-email">Ihre Mailadresse</label><input id="again-email" name="email" type="email" autocomplete="email" maxlength="254" required value="bob" aria-invalid="true" aria-describedby="again-email-fits"></p>
    <p class="fault" id="again-email-fits">Bitte geben Sie eine Mailadresse wie name@example.org an.</p>
    <p><label for="again-message">Ihre Nachricht</label><textarea id="again-message" name="message" rows="6" maxlength="4000" required>&quot;Hello&quot;
    &lt;/textarea&gt;&lt;script&gt;</textarea></p>
    <p class="trap"><label for="again-website">Bitte leer lassen</label><input id="again-website" name="website" tabindex="-1" autocomplete="off"></p>
    <p><button class="button">Senden</button></p>
    </form>
    <p class="buttons"><a class="button second" href="./">Zur Startseite</a></p>
    </div>
    "##);
    let sent = render_answer(templates(), &site, &FormAnswer::Sent);
    assert!(sent.contains("<h1>Vielen Dank</h1>") && !sent.contains("<form"), "{sent}");
    let later = render_answer(templates(), &site, &FormAnswer::TooMany(filled));
    assert!(later.contains("Bob &lt;b&gt;") && later.contains("zu viele Nachrichten"), "{later}");
}

#[test]
fn sections_that_lead_to_people() {
    let contact = json!({
        "name": "Alice", "address": "High Street 1\nBerlin", "email": "alice@example.org", "phone": "+49 30 123456", "form": true
    });
    insta::assert_snapshot!(inside("contact", contact.clone()), @r##"
    <section class="section contact" id="section-2">
    <address>
    <p><strong>Alice</strong></p><p>High Street 1
    Berlin</p>
    <p><a href="mailto:alice@example.org">alice@example.org</a></p><p><a href="tel:+4930123456">+49 30 123456</a></p></address>
    <form method="post">
    <input type="hidden" name="page" value="/">
    <p><label for="section-2-name">Your name</label><input id="section-2-name" name="name" autocomplete="name" maxlength="120" required></p>
    <p><label for="section-2-email">Your mail address</label><input id="section-2-email" name="email" type="email" autocomplete="email" maxlength="254" required></p>
    <p><label for="section-2-message">Your message</label><textarea id="section-2-message" name="message" rows="6" maxlength="4000" required></textarea></p>
    <p class="trap"><label for="section-2-website">Leave this empty</label><input id="section-2-website" name="website" tabindex="-1" autocomplete="off"></p>
    <p><button class="button" disabled>Send</button></p>
    </form>
    "##);
    let mut with_form = site(vec![section("contact", contact)]);
    with_form.contact_form = Some(Url::parse("https://bot.example/contact").unwrap());
    let html = text(&render(&with_form, Mode::Published), "index.html");
    assert!(html.contains("<form method=\"post\" action=\"https://bot.example/contact\">"), "{html}");
    assert!(html.contains("<button class=\"button\">Send</button>"), "{html}");
    with_form.base_url = Some(Url::parse("https://bot.example").unwrap());
    let html = text(&render(&with_form, Mode::Published), "index.html");
    assert!(html.contains("<form method=\"post\" action=\"contact\">"), "under every name: {html}");
    with_form.contact_form = None;
    let html = text(&render(&with_form, Mode::Published), "index.html");
    assert!(!html.contains("<form"), "nobody takes it: {html}");
    let warnings = told(&render(&with_form, Mode::Published).warnings);
    let told = "`page home, section 1: form` is true, but the site has no address that takes forms";
    assert!(warnings.contains(told), "{warnings}");
    insta::assert_snapshot!(inside("map", json!({ "place": "Club", "address": "Höhe 1, Berlin" })), @r##"
    <section class="section map" id="section-2">
    <div class="words">
    <address><strong>Club</strong><br>Höhe 1, Berlin</address>
    <p class="buttons"><a class="button second" href="https://www.openstreetmap.org/search?query=H%C3%B6he+1%2C+Berlin">Show on the map</a></p>
    </div>
    "##);
    insta::assert_snapshot!(inside("cta", json!({ "heading": "Join", "button_label": "Call", "button_link": "tel:+4930123" })), @r##"
    <section class="section cta" id="join">
    <h2>Join</h2>
    <p class="buttons"><a class="button" href="tel:+4930123">Call</a></p>
    "##);
}

#[test]
fn what_leads_nowhere_is_an_error() {
    let mut site = site(vec![
        section(
            "text",
            json!({ "body": "[a](/abuot) [b](javascript:x) ![c](cort) [d](http://example.org)" }),
        ),
        section("cta", json!({ "heading": "Go", "button_label": "Go", "button_link": "/posts/gone" })),
        section("galery", json!({})),
    ]);
    site.navigation =
        vec![NavigationItem { label: "Old".to_owned(), target: NavigationTarget::Page(slug("old")) }];
    site.redirects = vec![
        Redirect { from: SitePath::Page(slug("a")), to: SitePath::Page(slug("b")) },
        Redirect { from: SitePath::Page(slug("b")), to: SitePath::Page(slug("a")) },
        Redirect { from: SitePath::Page(slug("about")), to: SitePath::Home },
    ];
    site.pages.push(page("about", Vec::new()));
    let rendered = render(&site, Mode::Published);
    insta::assert_snapshot!(told(&rendered.errors), @r##"
    `page about` is the second page with this slug; a slug of its own fits.
    `redirect /a` is a circle; the path of a page fits.
    `redirect /b` is a circle; the path of a page fits.
    `page home, section 1: body` is a text with the link "javascript:x"; the path of a page such as /about, or an address that begins with https://, http://, mailto: or tel: fits.
    `page home, section 1: body` is "/abuot", which is no page of the site; the path of a page (`/about` is the closest) fits.
    `page home, section 1: body` is "cort", which is no picture of the site; the id of a picture fits.
    `page home, section 2: button_link` is "/posts/gone", which is no page of the site; the path of a page (`/posts` is the closest) fits.
    `page home, section 3` is of the kind "galery", which no template has; one of hero, text, image_text, gallery, cards, collection, quote, faq, contact, hours, events, map, cta fits.
    `navigation[0]` is "/old", which is no page of the site; the path of a page fits.
    "##);
    insta::assert_snapshot!(told(&rendered.warnings), @r##"
    `redirect /about` is the path of a page, which is shown instead; a path that no page has fits.
    `page home, section 1: body` is "http://example.org", which is not encrypted; an address with https:// fits.
    "##);
    let html = text(&rendered, "index.html");
    assert!(!html.contains("javascript") && !html.contains("abuot"), "{html}");
}

#[test]
fn what_only_looks_wrong_is_a_warning() {
    let mut site = site(vec![
        section("contact", json!({ "heading": "Write", "form": true })),
        section("text", json!({ "body": "[a](#write) [b](#wriet) [c](/about#team) [d](/about#us)" })),
    ]);
    site.pages[1].sections.push(section("text", json!({ "heading": "Team", "body": "Alice." })));
    insta::assert_snapshot!(told(&render(&site, Mode::Preview).warnings), @r#"
    `page home, section 2: body` is a link to `#wriet`, which no section of the page is called; the heading of a section in lower case, with hyphens fits.
    `page home, section 2: body` is a link to `#us`, which no section of the page is called; the heading of a section in lower case, with hyphens fits.
    "#);
    assert_eq!(render(&site, Mode::Preview).errors, []);
}
