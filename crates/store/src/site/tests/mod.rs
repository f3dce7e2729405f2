use adjutant_domain::{
    ids::{CallId, CollectionId, EntryId, ItemId, PageId, PictureId, PostId, SectionId},
    origin::Sources,
    site::{PageStatus, PostStatus, Variant, VariantFormat},
};
use serde_json::json;

use super::*;
use crate::{
    people,
    testing::{NOW, Store, ms},
};

mod arranging;
mod entering;
mod importing;
mod messages;
mod picturing;
mod posting;
mod saying;
mod series;
mod shared;
mod undoing;

static OWN: Sources = Sources::OWN;

/// A change of a user with their own text.
fn by<'a>(user: &'a UserId, what: &'a str) -> By<'a> {
    By { user, author: user, what, now: NOW, untrusted: &OWN }
}

fn page<'a>(title: &'a str, slug: &'a str) -> pages::New<'a> {
    let (description, status, is_home) = ("", PageStatus::Draft, false);
    pages::New { page_id: PageId::generate(), title, slug, description, status, is_home, sections: &[] }
}

fn section(content: &Value) -> sections::New<'_> {
    sections::New { section_id: SectionId::generate(), template: "text", content }
}

fn post<'a>(title: &'a str, slug: &'a str) -> posts::New<'a> {
    let (body, excerpt, author, tags, published_at) = ("Text.", None, None, &[][..], None);
    posts::New { post_id: PostId::generate(), title, slug, body, excerpt, author, tags, published_at }
}

fn collection<'a>(title: &'a str, slug: &'a str) -> collections::New<'a> {
    collections::New { collection_id: CollectionId::generate(), title, slug, description: "" }
}

fn entry<'a>(title: &'a str, slug: &'a str) -> entries::New<'a> {
    let (summary, body, picture_id, link, status) = ("In short.", "Text.", None, None, PageStatus::Draft);
    entries::New { entry_id: EntryId::generate(), title, slug, summary, body, picture_id, link, status }
}

fn item(label: &str, target: Target) -> navigation::New<'_> {
    navigation::New { item_id: ItemId::generate(), label, target, visible: true }
}

/// A picture of one small file, made from a file with this hash.
fn picture(hash: &str) -> pictures::New<'_> {
    static VARIANT: std::sync::LazyLock<[Variant; 1]> = std::sync::LazyLock::new(|| {
        let file = "0f-48.webp".to_owned();
        [Variant { width: 48, height: 32, format: VariantFormat::WebP, file }]
    });
    pictures::New {
        picture_id: PictureId::generate(),
        name: "boat.jpg",
        alt: "A boat",
        caption: None,
        hash,
        bytes: 100,
        variants: &*VARIANT,
        credit: None,
        session_id: None,
    }
}

/// A database with alice and her site.
async fn with_site() -> (Store, UserId, SiteId) {
    let store = Store::new().await;
    let (alice, _) = store.person("alice").await;
    let alice = alice.user_id;
    let user = alice.clone();
    let site = store.write(async move |tx| Ok(open(tx, &user, NOW).await?.site_id)).await;
    (store, alice, site)
}

/// Returns the slugs of the pages of a site in order.
async fn slugs(tx: &Tx, user: &UserId, site: &SiteId) -> Result<String> {
    let pages = pages::list(tx, user, site).await?;
    assert!(pages.iter().enumerate().all(|(i, page)| page.position == i as i64));
    Ok(pages.into_iter().map(|page| page.slug).collect::<Vec<_>>().join(" "))
}

/// Returns the contents of the sections of a page in order.
async fn contents(tx: &Tx, user: &UserId, page: &PageId) -> Result<String> {
    let sections = sections::of_page(tx, user, page).await?;
    assert!(sections.iter().enumerate().all(|(i, section)| section.position == i as i64));
    Ok(sections.into_iter().map(|section| section.content.to_string()).collect::<Vec<_>>().join(" "))
}

#[tokio::test]
async fn a_person_has_one_site_with_settings() {
    let (store, alice, site) = with_site().await;
    let other = Sources::from("example.com");
    store
        .write(async move |tx| {
            assert_eq!(open(tx, &alice, NOW).await?.site_id, site);
            let by = By { untrusted: &other, now: NOW + ms(5), ..by(&alice, "named the site") };
            let theme = json!({"accent": "#204060"});
            let settings = Settings {
                title: Some("Chess club"),
                theme: Some(&theme),
                base_url: Some(Some("https://example.com")),
                ..Settings::default()
            };
            update_settings(tx, &site, &settings, &by).await?;
            let found = of(tx, &alice).await?.unwrap();
            assert_eq!((found.title.as_str(), found.language.as_str()), ("Chess club", "en"));
            assert_eq!((&found.theme, found.base_url.as_deref()), (&theme, Some("https://example.com")));
            assert_eq!((&found.untrusted, found.updated_at), (&other, NOW + ms(5)));

            update_settings(tx, &site, &settings, &by).await?;
            assert_eq!(revisions::list(tx, &alice, &site, 10).await?.len(), 1, "nothing has changed");
            let settings = Settings { base_url: Some(None), ..Settings::default() };
            let changed = update_settings(tx, &site, &settings, &by).await?;
            assert_eq!((changed.base_url.as_deref(), &changed.untrusted), (None, &other));
            Ok(())
        })
        .await;
}

#[tokio::test]
async fn linked_users_have_the_older_site_in_common() {
    let store = Store::new().await;
    let ((alice, _), (bob, _)) = (store.person("alice").await, store.person("bob").await);
    let (alice, bob) = (alice.user_id, bob.user_id);
    store
        .write(async move |tx| {
            let (of_bob, of_alice) = (open(tx, &bob, NOW).await?, open(tx, &alice, NOW + ms(1)).await?);
            people::link(tx, &alice, &bob).await?;
            for user in [&alice, &bob] {
                assert_eq!(open(tx, user, NOW).await?, of_bob);
                pages::add(tx, &of_bob.site_id, &page(user.as_str(), user.as_str()), &by(user, "")).await?;
            }
            people::unlink(tx, &alice).await?;
            assert_eq!((of(tx, &alice).await?, of(tx, &bob).await?), (Some(of_alice), Some(of_bob.clone())));
            assert_eq!(pages::list(tx, &bob, &of_bob.site_id).await?.len(), 2);
            assert_eq!(pages::list(tx, &alice, &of_bob.site_id).await?, []);
            Ok(())
        })
        .await;
}

#[tokio::test]
async fn nothing_of_a_site_is_found_by_somebody_else() {
    let (store, alice, site) = with_site().await;
    let (bob, _) = store.person("bob").await;
    let bob = bob.user_id;
    store
        .write(async move |tx| {
            let (mine, text) = (by(&alice, ""), json!({"text": "a"}));
            let added = pages::add(tx, &site, &page("A", "a"), &mine).await?;
            let text_of_a = sections::add(tx, &added.page_id, &section(&text), None, &mine).await?;
            let led = item("A", Target::Page(added.page_id.clone()));
            let led = navigation::add(tx, &site, &led, None, &mine).await?;
            let change = revisions::list(tx, &alice, &site, 1).await?.remove(0).revision_id;
            open(tx, &bob, NOW).await?;
            let before = snapshot(tx, &alice, &site).await?;

            let (its_page, its_section, its_item) = (&added.page_id, &text_of_a.section_id, &led.item_id);
            assert_eq!(pages::list(tx, &bob, &site).await?, []);
            assert_eq!(pages::get(tx, &bob, its_page).await?, None);
            assert_eq!(pages::by_slug(tx, &bob, &site, "a").await?, None);
            assert_eq!(pages::would_delete(tx, &bob, its_page).await?, None);
            assert_eq!(sections::of_page(tx, &bob, its_page).await?, []);
            assert_eq!(sections::of_site(tx, &bob, &site).await?, []);
            assert_eq!(sections::get(tx, &bob, its_section).await?, None);
            assert_eq!(navigation::list(tx, &bob, &site).await?, []);
            assert_eq!(navigation::get(tx, &bob, its_item).await?, None);
            assert_eq!(revisions::list(tx, &bob, &site, 9).await?, []);
            assert_eq!(snapshot(tx, &bob, &site).await?, None);
            assert!(published(tx, &bob, &site).await?.is_none());

            let by = by(&bob, "");
            let text = json!({"text": "b"});
            let rename = pages::Change { title: Some("B"), ..Default::default() };
            let relabel = navigation::Change { label: Some("B"), ..Default::default() };
            let settings = Settings { title: Some("B"), ..Settings::default() };
            let refused = [
                update_settings(tx, &site, &settings, &by).await.err(),
                note_published(tx, &bob, &site, &Published::new(before.as_ref().unwrap())?, NOW).await.err(),
                pages::add(tx, &site, &page("B", "b"), &by).await.err(),
                pages::update(tx, its_page, &rename, &by).await.err(),
                pages::set_status(tx, its_page, PageStatus::Published, &by).await.err(),
                pages::reorder(tx, &site, &[], &by).await.err(),
                pages::delete(tx, its_page, &by).await.err(),
                sections::add(tx, its_page, &section(&text), None, &by).await.err(),
                sections::set_content(tx, its_section, &text, &by).await.err(),
                sections::move_to(tx, its_section, 0, &by).await.err(),
                sections::delete_many(tx, its_page, std::slice::from_ref(its_section), &by).await.err(),
                navigation::add(tx, &site, &item("B", Target::Url("b".into())), None, &by).await.err(),
                navigation::update(tx, its_item, &relabel, &by).await.err(),
                navigation::toggle(tx, its_item, &by).await.err(),
                navigation::remove(tx, its_item, &by).await.err(),
                navigation::reorder(tx, &site, &[], &by).await.err(),
                undo(tx, (&bob, &bob), Some(&change), NOW).await.err(),
            ];
            for (i, error) in refused.iter().enumerate() {
                assert!(matches!(error, Some(Error::Missing(_))), "{i}: {error:?}");
            }
            let bob_s_site = of(tx, &bob).await?.unwrap().site_id;
            let led = item("A", Target::Page(its_page.clone()));
            let lead_there = navigation::add(tx, &bob_s_site, &led, None, &by).await;
            assert!(matches!(lead_there, Err(Error::Missing("page"))));
            assert_eq!(snapshot(tx, &alice, &site).await?, before);
            Ok(())
        })
        .await;
}

#[tokio::test]
async fn words_keep_their_sources() {
    let (store, alice, site) = with_site().await;
    let (one, other) = (Sources::from("example.com"), Sources::from("example.org"));
    store
        .write(async move |tx| {
            let of_one = By { untrusted: &one, ..by(&alice, "") };
            let of_other = By { untrusted: &other, ..by(&alice, "") };
            let both = one.clone().and(&other);
            let page = pages::add(tx, &site, &page("A", "a"), &of_one).await?.page_id;
            let title = pages::Change { title: Some("B"), ..Default::default() };
            assert_eq!(
                pages::update(tx, &page, &title, &of_other).await?.untrusted,
                both,
                "the slug is the old one"
            );
            let home = pages::Change { is_home: Some(true), ..Default::default() };
            assert_eq!(pages::update(tx, &page, &home, &by(&alice, "")).await?.untrusted, both);
            let all = pages::Change { title: Some("C"), slug: Some("c"), ..Default::default() };
            assert_eq!(pages::update(tx, &page, &all, &of_other).await?.untrusted, other);

            let text = json!({"title": "a", "texts": ["b", ""]});
            let section = sections::add(tx, &page, &section(&text), None, &of_one).await?.section_id;
            let set = async |content: Value, by| sections::set_content(tx, &section, &content, by).await;
            assert_eq!(set(json!({"title": "c", "texts": ["b"]}), &of_other).await?.untrusted, both);
            assert_eq!(
                set(json!({"title": "d", "texts": [""]}), &by(&alice, "")).await?.untrusted,
                Sources::OWN
            );

            let led = navigation::add(tx, &site, &item("A", Target::Page(page.clone())), None, &of_one)
                .await?
                .item_id;
            assert_eq!(navigation::toggle(tx, &led, &of_other).await?.untrusted, one);
            let target = Some(Target::Url("https://example.org".into()));
            let change = navigation::Change { target, ..Default::default() };
            assert_eq!(navigation::update(tx, &led, &change, &of_other).await?.untrusted, both);
            let newest = revisions::list(tx, &alice, &site, 1).await?.remove(0);
            assert_eq!((newest.untrusted, newest.subject), (other.clone(), Subject::Item));
            Ok(())
        })
        .await;
}

#[tokio::test]
async fn limits_say_which_they_are() {
    let (store, alice, site) = with_site().await;
    store
        .write(async move |tx| {
            let mine = by(&alice, "");
            let large = json!("a".repeat(MAX_CONTENT - 1));
            let error = pages::New { sections: &[section(&large)], ..page("A", "a") };
            let error = pages::add(tx, &site, &error, &mine).await.unwrap_err();
            insta::assert_snapshot!(error, @"the content of a section has at most 65536 bytes, and this has 65537");
            let text = json!("a");
            let many = vec![section(&text); MAX_SECTIONS + 1];
            let full = pages::New { sections: &many, ..page("A", "a") };
            let error = pages::add(tx, &site, &full, &mine).await.unwrap_err();
            insta::assert_snapshot!(error, @"a page has at most 100 sections");
            assert_eq!(pages::list(tx, &alice, &site).await?, []);

            let many: Vec<_> = (0..MAX_SECTIONS).map(|_| section(&text)).collect();
            let full = pages::New { sections: &many, ..page("A", "a") };
            let full = pages::add(tx, &site, &full, &mine).await?.page_id;
            let error = sections::add(tx, &full, &section(&text), None, &mine).await.unwrap_err();
            insta::assert_snapshot!(error, @"a page has at most 100 sections");
            let some = sections::of_page(tx, &alice, &full).await?.remove(0).section_id;
            let error = sections::set_content(tx, &some, &large, &mine).await.unwrap_err();
            assert!(matches!(error, Error::Limit(Limit::Content { bytes: 65_537 })));

            for _ in 0..MAX_ITEMS {
                navigation::add(tx, &site, &item("a", Target::Url("a".into())), None, &mine).await?;
            }
            let error = navigation::add(tx, &site, &item("a", Target::Url("a".into())), None, &mine).await;
            insta::assert_snapshot!(error.unwrap_err(), @"a navigation has at most 50 items");
            for number in 1..MAX_PAGES {
                pages::add(tx, &site, &page("A", &number.to_string()), &mine).await?;
            }
            let error = pages::add(tx, &site, &page("A", "last"), &mine).await.unwrap_err();
            insta::assert_snapshot!(error, @"a site has at most 1000 pages");
            assert_eq!(revisions::list(tx, &alice, &site, 9_999).await?.len() as i64, revisions::MAX_OF_SITE);
            Ok(())
        })
        .await;
}

#[tokio::test]
async fn what_was_published_is_kept_beside_what_is_now() {
    let (store, alice, site) = with_site().await;
    let other = Sources::from("example.com").and(&"example.org".into());
    store
        .write(async move |tx| {
            let mine = By { untrusted: &other, ..by(&alice, "") };
            assert!(published(tx, &alice, &site).await?.is_none());
            let text = json!({"text": "“a” \\ b", "n": 1.5});
            let new = pages::New { is_home: true, sections: &[section(&text)], ..page("A", "a") };
            let page = pages::add(tx, &site, &new, &mine).await?.page_id;
            navigation::add(tx, &site, &item("A", Target::Page(page.clone())), None, &mine).await?;
            let now = snapshot(tx, &alice, &site).await?.unwrap();
            assert_eq!((now.pages.len(), now.sections.len(), now.navigation.len()), (1, 1, 1));
            note_published(tx, &alice, &site, &Published::new(&now)?, NOW + ms(9)).await?;
            pages::delete(tx, &page, &mine).await?;
            assert_eq!(published(tx, &alice, &site).await?.unwrap().snapshot()?, now);
            assert_eq!(of(tx, &alice).await?.unwrap().published_at, Some(NOW + ms(9)));
            Ok(())
        })
        .await;
}

#[tokio::test]
async fn many_pages_and_posts_are_published_in_one_change() {
    let (store, alice, site) = with_site().await;
    let bob = store.person("bob").await.0.user_id;
    store
        .write(async move |tx| {
            let mine = by(&alice, "published 2 pages");
            let a = pages::add(tx, &site, &page("A", "a"), &mine).await?.page_id;
            let b = pages::add(tx, &site, &page("B", "b"), &mine).await?.page_id;
            pages::set_status(tx, &a, PageStatus::Published, &mine).await?;
            let c = posts::add(tx, &site, &post("C", "c"), &mine).await?.post_id;
            let theirs = open(tx, &bob, NOW).await?.site_id;
            let d = pages::add(tx, &theirs, &page("D", "d"), &by(&bob, "")).await?.page_id;
            let last = revisions::last_number(tx, &alice, &site).await?;

            let all = [a.clone(), b.clone(), d.clone(), PageId::generate()];
            pages::publish(tx, &site, &all, &mine).await?;
            posts::publish(tx, &site, &[c.clone(), PostId::generate()], &By { now: NOW + ms(5), ..mine })
                .await?;
            let pages = pages::list(tx, &alice, &site).await?;
            assert!(pages.iter().all(|page| page.status == PageStatus::Published));
            assert_eq!(pages::get(tx, &bob, &d).await?.unwrap().status, PageStatus::Draft, "it is bob's");
            let post = posts::get(tx, &alice, &c).await?.unwrap();
            assert_eq!((post.status, post.published_at), (PostStatus::Published, Some(NOW + ms(5))));
            pages::publish(tx, &site, &all, &mine).await?;
            assert_eq!(
                revisions::last_number(tx, &alice, &site).await?,
                last + 2,
                "the same again is no change"
            );
            let refused = pages::publish(tx, &site, &all, &by(&bob, "")).await;
            assert!(matches!(refused, Err(Error::Missing("site"))), "{refused:?}");

            undo(tx, (&alice, &alice), None, NOW).await.unwrap();
            assert_eq!(posts::get(tx, &alice, &c).await?.unwrap().published_at, None);
            undo(tx, (&alice, &alice), None, NOW).await.unwrap();
            let statuses: Vec<_> = pages::list(tx, &alice, &site).await?.iter().map(|it| it.status).collect();
            assert_eq!(statuses, [PageStatus::Published, PageStatus::Draft], "only what it published");
            Ok(())
        })
        .await;
}

#[tokio::test]
async fn a_part_of_a_site_is_read_by_itself() {
    let (store, alice, site) = with_site().await;
    let bob = store.person("bob").await.0.user_id;
    store
        .write(async move |tx| {
            let text = json!({"body": "Text."});
            let new = pages::New { sections: &[section(&text), section(&text)], ..page("A", "a") };
            let a = pages::add(tx, &site, &new, &by(&alice, "")).await?.page_id;
            pages::add(tx, &site, &page("B", "b"), &by(&alice, "")).await?;
            let one = pictures::add(tx, &site, &picture("a"), &by(&alice, "")).await?.picture_id.0;
            pictures::add(tx, &site, &picture("b"), &by(&alice, "")).await?;
            let whole = snapshot(tx, &alice, &site).await?.unwrap();
            let part = around(tx, &alice, &site).await?.unwrap();
            assert_eq!(part, Snapshot { sections: Vec::new(), pictures: Vec::new(), ..whole });
            assert_eq!(sections::numbers(tx, &alice, &site).await?.into_iter().collect::<Vec<_>>(), [(a, 2)]);
            let ids = [one.clone(), "picture-of-nobody".to_owned()];
            let found = pictures::some(tx, &alice, &site, &ids).await?;
            assert_eq!(found.into_iter().map(|it| it.picture_id.0).collect::<Vec<_>>(), [one]);
            for (file, is_there) in [("0f-48.webp", true), ("0f-48", false), ("webp", false), ("", false)] {
                assert_eq!(pictures::has_file(tx, &alice, &site, file).await?, is_there, "{file}");
            }
            assert!(around(tx, &bob, &site).await?.is_none());
            assert!(sections::numbers(tx, &bob, &site).await?.is_empty());
            assert!(pictures::some(tx, &bob, &site, &ids).await?.is_empty());
            assert!(!pictures::has_file(tx, &bob, &site, "0f-48.webp").await?);
            Ok(())
        })
        .await;
}

#[test]
fn what_a_call_makes_has_the_same_id_however_often_it_runs() {
    let call = CallId("call-1".into());
    assert_eq!(PageId::of(&call), PageId::of(&call));
    assert_ne!(SectionId::of(&call), SectionId::of(&CallId("call-2".into())));
    assert!(ItemId::of(&call).as_str().starts_with("item-"));
}
