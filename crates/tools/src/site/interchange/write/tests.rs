use std::collections::BTreeMap;

use adjutant_domain::{
    ids::{CollectionId, EntryId, ItemId, PostId, SectionId, SiteId, UserId},
    site::Credit,
    zones::Tz,
};
use adjutant_store::site::{PostRedirect, Redirect, Site};
use proptest::{collection::vec, option, prelude::*, sample::Index};

use super::*;
use crate::site::interchange::{
    plan::{Plan, TextFile},
    site_file::{ItemFile, Leads, PictureSaid, SiteFile},
};

const ZONE: Zone = Zone::of(Tz::Europe__Berlin);

/// A text on one line, as the tools store it.
fn lines(most: usize) -> impl Strategy<Value = String> {
    let texts = prop_oneof![r"[A-Za-z][ -~]{0,30}", r"\PC{1,20}", r"[0-9:.-]{1,12}", Just("yes".to_owned())];
    texts.prop_filter_map("empty", move |text| {
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        (!text.is_empty() && text.chars().count() <= most).then_some(text)
    })
}

/// Markdown, with pictures as `{0}`.
fn texts() -> impl Strategy<Value = String> {
    let line = prop_oneof![
        r"[A-Za-z0-9 #>*_:'.,-]{0,30}",
        r"(é|ß|🙂|\t|  |---|```|- |a){0,8}",
        Just("![words](PICTURE)".to_owned()),
        Just("[link](/about) and [out](https://example.org/?a=b#c)".to_owned()),
        Just(String::new()),
    ];
    vec(line, 1..6).prop_map(|lines| lines.join("\n"))
}

fn bodies() -> impl Strategy<Value = String> {
    texts().prop_filter_map("empty", |text| Some(text.trim().to_owned()).filter(|text| !text.is_empty()))
}

fn contents() -> impl Strategy<Value = (&'static str, Value)> {
    let shown = prop_oneof![
        Just(json!({ "image": "PICTURE" })),
        lines(200).prop_map(|caption| json!({ "image": "PICTURE", "caption": caption }))
    ];
    let full = |text: &String| !text.trim().is_empty();
    prop_oneof![
        bodies().prop_map(|body| ("text", json!({ "body": body }))),
        texts().prop_filter("empty", full).prop_map(|body| ("text", json!({ "body": body }))),
        (lines(80), texts().prop_filter("empty", full))
            .prop_map(|(heading, body)| ("text", json!({ "heading": heading, "body": body }))),
        lines(80).prop_map(|heading| (
            "hero",
            json!({ "heading": heading, "image": "PICTURE", "button_label": "Go", "button_link": "/about" })
        )),
        vec(shown, 1..4).prop_map(|images| ("gallery", json!({ "images": images }))),
        (lines(80), texts()).prop_map(|(title, text)| (
            "cards",
            json!({ "items": [{ "title": title, "text": text, "image": null }] })
        )),
        Just(("collection", json!({ "collection": "COLLECTION", "layout": "cards" }))),
    ]
}

fn times() -> impl Strategy<Value = Timestamp> {
    (0_i64..4_000_000_000_000).prop_map(Timestamp::from_millis)
}

fn pictures() -> impl Strategy<Value = Vec<Picture>> {
    let url = prop_oneof![Just(String::new()), Just("https://photos.example/alice".to_owned())];
    let credit = (lines(60), url, prop_oneof![Just(String::new()), lines(30)])
        .prop_map(|(photographer, url, source)| Credit { photographer, url, source });
    let picture =
        (lines(40), prop_oneof![Just(String::new()), lines(60)], option::of(lines(60)), option::of(credit));
    vec(picture, 1..4).prop_map(|pictures| {
        let made = pictures.into_iter().enumerate().map(|(number, (name, alt, caption, credit))| {
            let variant = |format: VariantFormat, width| Variant {
                width,
                height: width,
                format,
                file: format!("{number:032x}-{width}.{}", format.ending()),
            };
            Picture {
                picture_id: PictureId(format!("picture-{number}")),
                site_id: SiteId("site".into()),
                name: adjutant_workspace::names::shown(&name),
                alt,
                caption,
                hash: format!("{number}"),
                bytes: 1,
                width: 2,
                height: 2,
                variants: vec![
                    variant(VariantFormat::WebP, 2),
                    variant(VariantFormat::Jpeg, 1),
                    variant(VariantFormat::Jpeg, 2),
                ],
                credit,
                session_id: None,
                untrusted: Sources::OWN,
                created_at: Timestamp::EPOCH,
                updated_at: Timestamp::EPOCH,
            }
        });
        made.collect()
    })
}

type EntryParts = ((String, String, String), (bool, bool, bool, bool));
type CollectionParts = (String, String, Vec<EntryParts>);
type PageParts = (String, String, bool, Vec<(&'static str, Value)>, bool);
type PostParts =
    ((String, String, Option<String>, Option<String>), (u8, Vec<String>, Option<Timestamp>), (bool, bool));

fn snapshots() -> impl Strategy<Value = Snapshot> {
    let description = prop_oneof![Just(String::new()), lines(300)];
    let page = (lines(120), description, any::<bool>(), vec(contents(), 0..4), any::<bool>());
    let post = (
        (lines(120), bodies(), option::of(lines(300)), option::of(lines(80))),
        (0_u8..3, vec(lines(40), 0..4), option::of(times())),
        (any::<bool>(), any::<bool>()),
    );
    let item = (
        lines(60),
        any::<Index>(),
        option::of(prop_oneof![Just("/posts"), Just("https://example.org/")]),
        any::<bool>(),
    );
    let look = (0_usize..3, option::of(Just("#1d5fb8")));
    let text = prop_oneof![Just(String::new()), bodies()];
    let summary = prop_oneof![Just(String::new()), lines(300)];
    let flags = (any::<bool>(), any::<bool>(), any::<bool>(), any::<bool>());
    let entry = ((lines(120), summary.clone(), text), flags);
    let collection = (lines(120), summary, vec(entry, 0..4));
    (
        vec(collection, 0..3),
        pictures(),
        vec(page, 0..5),
        vec(post, 0..5),
        vec(item, 0..4),
        (option::of(lines(120)), look),
        any::<Index>(),
    )
        .prop_map(|(collections, pictures, pages, posts, items, (title, look), shown)| {
            let picture = shown.get(&pictures).picture_id.0.clone();
            let mut site = empty();
            site.site.title = title.unwrap_or_default();
            let theme = ["plain", "warm", "bold"][look.0];
            site.site.theme = json!({ "theme": theme, "accent": look.1, "font": null });
            site.pictures = pictures;
            for (number, collection) in collections.into_iter().enumerate() {
                add_collection(&mut site, number, collection, &picture);
            }
            for (number, page) in pages.into_iter().enumerate() {
                add_page(&mut site, number, page, &picture);
            }
            for (number, post) in posts.into_iter().enumerate() {
                add_post(&mut site, number, post, &picture);
            }
            for (position, (label, page, url, visible)) in items.into_iter().enumerate() {
                let page_id =
                    (!site.pages.is_empty() && url.is_none()).then(|| page.get(&site.pages).page_id.clone());
                let url = page_id.is_none().then(|| url.unwrap_or("/posts").to_owned());
                let (item_id, site_id) = (ItemId(format!("item-{position}")), SiteId("site".into()));
                let (position, untrusted, at) = (position as i64, Sources::OWN, Timestamp::EPOCH);
                site.navigation.push(Item {
                    item_id,
                    site_id,
                    label,
                    page_id,
                    url,
                    position,
                    visible,
                    untrusted,
                    created_at: at,
                    updated_at: at,
                });
            }
            site
        })
}

fn empty() -> Snapshot {
    let at = Timestamp::EPOCH;
    Snapshot {
        site: Site {
            site_id: SiteId("site".into()),
            user_id: UserId("alice".into()),
            title: String::new(),
            description: String::new(),
            language: "de-AT".to_owned(),
            theme: json!({}),
            base_url: None,
            name: None,
            untrusted: Sources::OWN,
            created_at: at,
            updated_at: at,
            published_at: None,
        },
        pages: Vec::new(),
        sections: Vec::new(),
        navigation: Vec::new(),
        redirects: Vec::new(),
        pictures: Vec::new(),
        posts: Vec::new(),
        post_redirects: Vec::new(),
        collections: Vec::new(),
        entries: Vec::new(),
    }
}

fn showing(content: &Value, picture: &str) -> Value {
    serde_json::from_str(&content.to_string().replace("PICTURE", picture)).unwrap()
}

fn add_page(
    site: &mut Snapshot,
    number: usize,
    (title, description, draft, sections, led): PageParts,
    picture: &str,
) {
    let (page_id, site_id, at) = (PageId(format!("page-{number}")), SiteId("site".into()), Timestamp::EPOCH);
    let slug = format!("page-{number}");
    if led {
        let slug = format!("old-{number}");
        site.redirects.push(Redirect { site_id: site_id.clone(), slug, page_id: page_id.clone() });
    }
    let collection = site.collections.last().map(|it| it.collection_id.0.clone());
    let is_there = |(template, _): &(&str, Value)| *template != "collection" || collection.is_some();
    for (position, (template, content)) in sections.into_iter().filter(is_there).enumerate() {
        let content = content.to_string().replace("COLLECTION", collection.as_deref().unwrap_or_default());
        let content = serde_json::from_str(&content).unwrap();
        site.sections.push(Section {
            section_id: SectionId(format!("section-{number}-{position}")),
            page_id: page_id.clone(),
            site_id: site_id.clone(),
            template: template.to_owned(),
            content: showing(&content, picture),
            position: position as i64,
            untrusted: Sources::OWN,
            created_at: at,
            updated_at: at,
        });
    }
    let status = if draft { PageStatus::Draft } else { PageStatus::Published };
    let (is_home, position) = (number == 0, number as i64);
    site.pages.push(Page {
        page_id,
        site_id,
        title,
        slug,
        description,
        status,
        is_home,
        position,
        untrusted: Sources::OWN,
        created_at: at,
        updated_at: at,
    });
}

fn add_collection(
    site: &mut Snapshot,
    number: usize,
    (title, description, entries): CollectionParts,
    picture: &str,
) {
    let (site_id, at) = (SiteId("site".into()), Timestamp::EPOCH);
    let collection_id = CollectionId(format!("collection-{number}"));
    for (position, ((title, summary, body), (shows, leads, draft, dated))) in entries.into_iter().enumerate()
    {
        let slug = if dated { format!("2024-05-01-entry-{position}") } else { format!("entry-{position}") };
        site.entries.push(Entry {
            entry_id: EntryId(format!("entry-{number}-{position}")),
            collection_id: collection_id.clone(),
            site_id: site_id.clone(),
            title,
            slug,
            summary,
            body: body.replace("PICTURE", picture),
            picture_id: shows.then(|| PictureId(picture.to_owned())),
            link: leads.then(|| "https://example.org/?a=b#c".to_owned()),
            status: if draft { PageStatus::Draft } else { PageStatus::Published },
            position: position as i64,
            untrusted: Sources::OWN,
            created_at: at,
            updated_at: at,
        });
    }
    site.collections.push(Collection {
        collection_id,
        site_id,
        title,
        slug: format!("collection-{number}-of-all"),
        description,
        untrusted: Sources::OWN,
        created_at: at,
        updated_at: at,
    });
}

fn add_post(
    site: &mut Snapshot,
    number: usize,
    ((title, body, excerpt, author), (status, tags, published_at), (led, dated)): PostParts,
    picture: &str,
) {
    let (post_id, site_id, at) = (PostId(format!("post-{number}")), SiteId("site".into()), Timestamp::EPOCH);
    let slug = if dated { format!("2024-05-01-post-{number}") } else { format!("post-{number}") };
    let status = [PostStatus::Draft, PostStatus::Published, PostStatus::Archived][usize::from(status)];
    let published_at = if status == PostStatus::Draft { published_at } else { published_at.or(Some(at)) };
    let mut all: Vec<String> = Vec::new();
    for tag in tags {
        if !all.contains(&tag) {
            all.push(tag);
        }
    }
    if led {
        let slug = format!("old-{number}");
        site.post_redirects.push(PostRedirect { site_id: site_id.clone(), slug, post_id: post_id.clone() });
    }
    site.posts.push(Post {
        post_id,
        site_id,
        title,
        slug,
        body: body.replace("PICTURE", picture),
        excerpt,
        author,
        status,
        tags: all,
        published_at,
        untrusted: Sources::OWN,
        created_at: at,
        updated_at: at,
    });
}

/// Reads an export back as an import into an empty site would.
fn read_back(export: &Export<'_>) -> Result<Plan, String> {
    let mut files: Vec<_> = export
        .files
        .iter()
        .map(|file| TextFile { path: file.path.clone(), text: file.text.clone(), untrusted: Sources::OWN })
        .collect();
    files.sort_by(|one, other| one.path.cmp(&other.path));
    let pictures = export.pictures.iter().map(|copied| copied.path.clone()).collect();
    let plan = Plan::new(&files, &pictures, None, ZONE);
    let mut plan =
        plan.map_err(|mistakes| mistakes.iter().map(|it| format!("{it}\n")).collect::<String>())?;
    let ids: BTreeMap<_, _> = export
        .pictures
        .iter()
        .map(|copied| (copied.path.clone(), copied.picture.picture_id.clone()))
        .collect();
    plan.show(&ids);
    Ok(plan)
}

/// Checks that a plan would make the same site.
fn is_same(site: &Snapshot, export: &Export<'_>, plan: &Plan) -> Result<(), TestCaseError> {
    prop_assert_eq!(plan.pages.len(), site.pages.len());
    for (new, old) in plan.pages.iter().zip(&site.pages) {
        let new = &new.part;
        prop_assert_eq!(
            (&new.title, new.slug.as_str(), &new.description),
            (&old.title, &*old.slug, &old.description)
        );
        prop_assert_eq!((new.status, new.is_home), (old.status, old.is_home));
        let sections: Vec<_> = site
            .sections
            .iter()
            .filter(|it| it.page_id == old.page_id)
            .map(|it| (it.template.clone(), it.content.clone()))
            .collect();
        let made = new.sections.iter().map(|it| (it.template.clone(), as_before(site, plan, &it.content)));
        let made: Vec<_> = made.collect();
        prop_assert_eq!(made, sections);
        let led: Vec<_> =
            site.redirects.iter().filter(|it| it.page_id == old.page_id).map(|it| it.slug.clone()).collect();
        prop_assert_eq!(new.aliases.iter().map(ToString::to_string).collect::<Vec<_>>(), led);
    }
    prop_assert_eq!(plan.posts.len(), site.posts.len());
    for old in &site.posts {
        let new = plan.posts.iter().find(|post| post.part.slug.as_str() == old.slug).unwrap();
        let new = &new.part;
        prop_assert_eq!(
            (&new.title, &new.body, &new.excerpt, &new.author),
            (&old.title, &old.body, &old.excerpt, &old.author)
        );
        prop_assert_eq!((new.status, &new.tags, new.published_at), (old.status, &old.tags, old.published_at));
        let led: Vec<_> = site
            .post_redirects
            .iter()
            .filter(|it| it.post_id == old.post_id)
            .map(|it| it.slug.clone())
            .collect();
        prop_assert_eq!(new.aliases.iter().map(ToString::to_string).collect::<Vec<_>>(), led);
    }
    collections_are_same(site, plan)?;
    let SiteFile { title, description, language, base_url, theme, navigation, .. } =
        &plan.site.as_ref().unwrap().part;
    prop_assert_eq!(title.as_deref(), Some(&*site.site.title));
    prop_assert_eq!(description.as_deref(), Some(&*site.site.description));
    prop_assert_eq!(language.as_ref().map(adjutant_site::Language::as_str), Some(&*site.site.language));
    prop_assert_eq!(base_url, &site.site.base_url);
    prop_assert_eq!(serde_json::to_value(theme).unwrap(), site.site.theme.clone());
    let items: Vec<_> = site
        .navigation
        .iter()
        .map(|item| {
            let page =
                item.page_id.as_ref().and_then(|id| site.pages.iter().find(|page| page.page_id == *id));
            let leads_to = match page {
                Some(page) => Leads::Page(Slug::parse(&page.slug).unwrap()),
                None => Leads::Url(item.url.clone().unwrap()),
            };
            ItemFile { label: item.label.clone(), leads_to, visible: item.visible }
        })
        .collect();
    prop_assert_eq!(navigation.clone().unwrap(), items);
    prop_assert_eq!(plan.pictures.len(), site.pictures.len());
    for copied in &export.pictures {
        let (new, old) = (&plan.pictures[&copied.path], copied.picture);
        let PictureSaid { name, caption, credit, .. } = &new.said;
        prop_assert_eq!(
            (name.as_ref(), caption.clone().flatten(), credit.clone().flatten()),
            (Some(&old.name), old.caption.clone(), old.credit.clone())
        );
        prop_assert!(new.said.change_of(old).is_none(), "it changes nothing of the same picture");
        // The words of a picture in a text are its description if it has no other.
        prop_assert!(new.alt() == old.alt || old.alt.is_empty() && new.alt() == "words");
    }
    prop_assert_eq!(&plan.unread.iter().collect::<Vec<_>>(), &Vec::<&String>::new());
    Ok(())
}

/// Returns a content in which collections have their former ids.
fn as_before(site: &Snapshot, plan: &Plan, content: &Map<String, Value>) -> Value {
    let mut text = Value::Object(content.clone()).to_string();
    for group in &plan.collections {
        let old = site.collections.iter().find(|old| old.slug == group.slug().as_str()).unwrap();
        text = text.replace(group.collection_id.as_str(), old.collection_id.as_str());
    }
    serde_json::from_str(&text).unwrap()
}

fn collections_are_same(site: &Snapshot, plan: &Plan) -> Result<(), TestCaseError> {
    prop_assert_eq!(plan.collections.len(), site.collections.len());
    for old in &site.collections {
        let new = plan.collections.iter().find(|new| new.slug().as_str() == old.slug).unwrap();
        let file = &new.file.as_ref().unwrap().part;
        prop_assert_eq!((&file.title, &file.description), (&old.title, &old.description));
        let entries: Vec<_> =
            site.entries.iter().filter(|it| it.collection_id == old.collection_id).collect();
        prop_assert_eq!(new.entries.len(), entries.len());
        for (new, old) in new.entries.iter().zip(entries) {
            let new = &new.part;
            prop_assert_eq!(
                (&new.title, new.slug.as_str(), &new.summary, &new.body),
                (&old.title, &*old.slug, &old.summary, &old.body)
            );
            let picture = new.picture.clone().map(PictureId);
            prop_assert_eq!(
                (picture, &new.link, new.status),
                (old.picture_id.clone(), &old.link, old.status)
            );
        }
    }
    Ok(())
}

proptest! {
    #[test]
    fn what_is_exported_is_the_same_site_once_it_is_imported(site in snapshots()) {
        let written = export(&site, ZONE);
        let plan = read_back(&written).map_err(|mistakes| {
            let files: Vec<_> = written.files.iter().map(|file| &file.text).collect();
            TestCaseError::fail(format!("{mistakes}\n{files:#?}"))
        })?;
        is_same(&site, &written, &plan)?;
    }
}

#[test]
fn a_site_is_written_as_people_would_write_it() {
    let mut site = empty();
    "Rowing Club".clone_into(&mut site.site.title);
    let home = vec![
        ("hero", json!({ "heading": "Welcome", "image": "picture-0" })),
        ("text", json!({ "body": "We row." })),
    ];
    add_page(&mut site, 0, ("Home".into(), String::new(), false, home, false), "");
    let about = vec![("text", json!({ "body": "# Us\n\n![A boat](picture-0)" }))];
    add_page(&mut site, 1, ("About: us".into(), "Who we are".into(), true, about, true), "");
    let day = Timestamp::from_millis(1_714_546_800_000);
    let post = (
        ("New boat".into(), "It is *fast*.".into(), None, Some("Bob".into())),
        (1, vec!["boats".into()], Some(day)),
        (false, false),
    );
    add_post(&mut site, 0, post, "");
    let entry =
        (("Anna".into(), "Rows since 1987.".into(), "She *wins*.".into()), (true, false, true, false));
    add_collection(&mut site, 0, ("Members".into(), String::new(), vec![entry]), "picture-0");
    let at = Timestamp::EPOCH;
    site.pictures.push(Picture {
        picture_id: PictureId("picture-0".into()),
        site_id: SiteId("site".into()),
        name: "Red Boat.JPG".into(),
        alt: "A boat".into(),
        caption: None,
        hash: String::new(),
        bytes: 1,
        width: 2,
        height: 2,
        variants: vec![Variant { width: 2, height: 2, format: VariantFormat::Jpeg, file: "a-2.jpg".into() }],
        credit: Some(Credit {
            photographer: "Anna".into(),
            url: "https://photos.example/".into(),
            source: String::new(),
        }),
        session_id: None,
        untrusted: Sources::OWN,
        created_at: at,
        updated_at: at,
    });
    let written: String =
        export(&site, ZONE).files.iter().map(|file| format!("== {}\n{}", file.path, file.text)).collect();
    insta::assert_snapshot!(written, @r##"
    == _site.md
    ---
    title: Rowing Club
    description: ""
    language: de-AT
    theme: plain
    navigation: []
    pictures:
      - file: pictures/red-boat.jpg
        alt: A boat
        credit:
          photographer: Anna
          url: "https://photos.example/"
        name: Red Boat.JPG
    ---
    == pages/page-0.md
    ---
    title: Home
    slug: page-0
    home: true
    weight: 1
    sections:
      - template: hero
        content:
          heading: Welcome
          image: "../pictures/red-boat.jpg"
      - template: text
        content:
          body: We row.
    ---
    == pages/page-1.md
    ---
    title: "About: us"
    slug: page-1
    aliases:
      - old-1
    description: Who we are
    draft: true
    weight: 2
    ---

    # Us

    ![A boat](../pictures/red-boat.jpg)
    == posts/post-0.md
    ---
    title: New boat
    slug: post-0
    date: "2024-05-01T09:00:00+02:00"
    author: Bob
    tags:
      - boats
    ---

    It is *fast*.
    == collections/collection-0-of-all/_index.md
    ---
    title: Members
    slug: collection-0-of-all
    ---
    == collections/collection-0-of-all/entry-0.md
    ---
    title: Anna
    slug: entry-0
    draft: true
    image: "../../pictures/red-boat.jpg"
    summary: Rows since 1987.
    weight: 1
    ---

    She *wins*.
    "##);
}
