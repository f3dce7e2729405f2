//! Collections and their entries: the effects of their changes, and who may make them.

use super::*;

/// Adds a collection; returns its id.
async fn added(tx: &Tx, site: &SiteId, title: &str, by: &By<'_>) -> Result<CollectionId> {
    Ok(collections::add(tx, site, &collection(title, title), by).await?.collection_id)
}

/// Returns the slugs of the entries of a collection in order.
async fn order(tx: &Tx, user: &UserId, id: &CollectionId) -> Result<String> {
    let found = entries::of_collection(tx, user, id).await?;
    assert!(found.iter().enumerate().all(|(i, entry)| entry.position == i as i64));
    Ok(found.into_iter().map(|entry| entry.slug).collect::<Vec<_>>().join(" "))
}

#[tokio::test]
async fn entries_have_an_order_and_a_slug_of_their_own_in_their_collection() {
    let (store, alice, site) = with_site().await;
    store
        .write(async move |tx| {
            let mine = by(&alice, "");
            let (members, songs) =
                (added(tx, &site, "members", &mine).await?, added(tx, &site, "songs", &mine).await?);
            let first = entry("A", "a");
            let a = entries::add(tx, &members, &first, &mine).await?;
            assert_eq!(entries::add(tx, &members, &first, &mine).await?, a, "the same id again");
            entries::add(tx, &members, &entry("B", "b"), &mine).await?;
            let c = entries::add(tx, &members, &entry("C", "c"), &mine).await?;
            entries::add(tx, &songs, &entry("A", "a"), &mine).await?;
            let refused = entries::add(tx, &members, &entry("D", "a"), &mine).await.unwrap_err();
            insta::assert_snapshot!(refused, @r#"another entry of the collection is called "a""#);
            let refused =
                collections::add(tx, &site, &collection("Songs", "songs"), &mine).await.unwrap_err();
            insta::assert_snapshot!(refused, @r#"another collection is called "songs""#);

            let moved = entries::Change { position: Some(0), title: Some("Sea"), ..Default::default() };
            let changed = entries::update(tx, &c.entry_id, &moved, &mine).await?;
            assert_eq!((changed.position, changed.title.as_str()), (0, "Sea"));
            assert_eq!(order(tx, &alice, &members).await?, "c a b");
            let last = entries::Change { position: Some(9), ..Default::default() };
            assert_eq!(entries::update(tx, &c.entry_id, &last, &mine).await?.position, 2);
            undo(tx, (&alice, &alice), None, NOW).await?;
            undo(tx, (&alice, &alice), None, NOW).await?;
            assert_eq!(order(tx, &alice, &members).await?, "a b c");
            assert_eq!(entries::get(tx, &alice, &c.entry_id).await?, Some(c), "one change is undone whole");
            entries::delete(tx, &a.entry_id, &mine).await?;
            assert_eq!(order(tx, &alice, &members).await?, "b c");
            undo(tx, (&alice, &alice), None, NOW).await?;
            assert_eq!(order(tx, &alice, &members).await?, "a b c");
            let changes = revisions::list(tx, &alice, &site, 99).await?.len();
            let same = entries::Change { position: Some(0), title: Some("A"), ..Default::default() };
            entries::update(tx, &a.entry_id, &same, &mine).await?;
            assert_eq!(revisions::list(tx, &alice, &site, 99).await?.len(), changes, "nothing has changed");

            // An entry that has not moved can be changed back, even after others were added.
            let same = entries::Change { position: Some(0), title: Some("Ay"), ..Default::default() };
            entries::update(tx, &a.entry_id, &same, &mine).await?;
            let change = revisions::list(tx, &alice, &site, 1).await?.remove(0).revision_id;
            entries::add(tx, &members, &entry("D", "d"), &mine).await?;
            undo(tx, (&alice, &alice), Some(&change), NOW).await?;
            assert_eq!(entries::get(tx, &alice, &a.entry_id).await?.map(|it| it.title).as_deref(), Some("A"));
            Ok(())
        })
        .await;
}

#[tokio::test]
async fn a_collection_goes_with_its_entries_and_comes_back_with_them() {
    let (store, alice, site) = with_site().await;
    store
        .write(async move |tx| {
            let mine = by(&alice, "");
            let members = added(tx, &site, "members", &mine).await?;
            for slug in ["a", "b"] {
                entries::add(tx, &members, &entry(slug, slug), &mine).await?;
            }
            let before = snapshot(tx, &alice, &site).await?;
            let deleted = collections::delete(tx, &members, &mine).await?;
            assert_eq!(deleted.entries.len(), 2);
            let after = snapshot(tx, &alice, &site).await?.unwrap();
            assert_eq!((after.collections, after.entries), (vec![], vec![]));
            let deletion = revisions::list(tx, &alice, &site, 1).await?.remove(0);
            assert_eq!((deletion.subject, &deletion.subject_id), (Subject::Collection, &members.0));

            let entry = deleted.entries[1].entry_id.clone();
            let added_it = revisions::list(tx, &alice, &site, 9).await?;
            let added_it = added_it.iter().find(|it| it.subject_id == entry.0).unwrap();
            let why = undo(tx, (&alice, &alice), Some(&added_it.revision_id), NOW).await.unwrap_err();
            insta::assert_snapshot!(why, @r#"this cannot be undone: the entry "b" has been deleted since"#);

            let other = added(tx, &site, "members", &mine).await?;
            let why = undo(tx, (&alice, &alice), Some(&deletion.revision_id), NOW).await.unwrap_err();
            insta::assert_snapshot!(why, @r#"this cannot be undone: another collection is called "members" now"#);
            collections::delete(tx, &other, &mine).await?;
            undo(tx, (&alice, &alice), Some(&deletion.revision_id), NOW).await?;
            assert_eq!(snapshot(tx, &alice, &site).await?, before);
            Ok(())
        })
        .await;
}

#[tokio::test]
async fn a_new_collection_is_not_undone_from_under_later_entries() {
    let (store, alice, site) = with_site().await;
    store
        .write(async move |tx| {
            let mine = by(&alice, "");
            let members = added(tx, &site, "members", &mine).await?;
            let made = revisions::list(tx, &alice, &site, 1).await?.remove(0).revision_id;
            let id = entries::add(tx, &members, &entry("A", "a"), &mine).await?.entry_id;
            let why = undo(tx, (&alice, &alice), Some(&made), NOW).await.unwrap_err();
            insta::assert_snapshot!(why, @r#"this cannot be undone: the collection "members" has got more since, which would be lost"#);
            entries::delete(tx, &id, &mine).await?;
            let deletion = revisions::list(tx, &alice, &site, 1).await?.remove(0).revision_id;
            undo(tx, (&alice, &alice), Some(&made), NOW).await?;
            let why = undo(tx, (&alice, &alice), Some(&deletion), NOW).await.unwrap_err();
            insta::assert_snapshot!(why, @"this cannot be undone: the collection has been deleted since");
            Ok(())
        })
        .await;
}

#[tokio::test]
async fn drafts_of_a_collection_become_public_in_one_change() {
    let (store, alice, site) = with_site().await;
    store
        .write(async move |tx| {
            let mine = by(&alice, "published");
            let members = added(tx, &site, "members", &mine).await?;
            let mut ids = Vec::new();
            for slug in ["a", "b", "c"] {
                ids.push(entries::add(tx, &members, &entry(slug, slug), &mine).await?.entry_id);
            }
            let statuses = async || -> Result<Vec<&'static str>> {
                let all = entries::of_collection(tx, &alice, &members).await?;
                Ok(all.into_iter().map(|entry| entry.status.name()).collect())
            };
            let changes = revisions::list(tx, &alice, &site, 99).await?.len();
            entries::publish(tx, &members, &ids[..2], &mine).await?;
            entries::publish(tx, &members, &ids[..1], &mine).await?;
            assert_eq!(statuses().await?, ["published", "published", "draft"]);
            assert_eq!(revisions::list(tx, &alice, &site, 99).await?.len(), changes + 1);
            undo(tx, (&alice, &alice), None, NOW).await?;
            assert_eq!(statuses().await?, ["draft"; 3]);
            Ok(())
        })
        .await;
}

#[tokio::test]
async fn words_and_limits_of_entries() {
    let (store, alice, site) = with_site().await;
    let (one, other) = (Sources::from("example.com"), Sources::from("example.org"));
    store
        .write(async move |tx| {
            let of_one = By { untrusted: &one, ..by(&alice, "") };
            let of_other = By { untrusted: &other, ..by(&alice, "") };
            let members = added(tx, &site, "members", &of_one).await?;
            let id = entries::add(tx, &members, &entry("A", "a"), &of_one).await?.entry_id;
            let body = entries::Change { body: Some("New."), ..Default::default() };
            let changed = entries::update(tx, &id, &body, &of_other).await?;
            assert_eq!(changed.untrusted, one.clone().and(&other), "the title is the old one");
            let moved = entries::Change { position: Some(0), ..Default::default() };
            assert_eq!(entries::update(tx, &id, &moved, &by(&alice, "")).await?.untrusted, changed.untrusted);
            let all = entries::Change {
                title: Some("B"),
                slug: Some("b"),
                body: Some("B"),
                summary: Some(""),
                ..Default::default()
            };
            assert_eq!(entries::update(tx, &id, &all, &of_other).await?.untrusted, other);
            let renamed =
                collections::Change { title: Some("A"), slug: Some("a"), description: Some("All.") };
            assert_eq!(collections::update(tx, &members, &renamed, &of_other).await?.untrusted, other);

            let long = "a".repeat(MAX_BODY + 1);
            let body = entries::Change { body: Some(&long), ..Default::default() };
            let error = entries::update(tx, &id, &body, &of_one).await.unwrap_err();
            insta::assert_snapshot!(error, @"the body of an entry has at most 65536 bytes, and this has 65537");
            for number in 1..MAX_ENTRIES {
                let slug = format!("entry-{number}");
                entries::add(tx, &members, &entry("A", &slug), &of_one).await?;
            }
            let error = entries::add(tx, &members, &entry("A", "more"), &of_one).await.unwrap_err();
            insta::assert_snapshot!(error, @"a site has at most 2000 entries in its collections");
            for number in 1..MAX_COLLECTIONS {
                added(tx, &site, &format!("collection-{number}"), &of_one).await?;
            }
            let error = added(tx, &site, "more", &of_one).await.unwrap_err();
            insta::assert_snapshot!(error, @"a site has at most 50 collections");
            Ok(())
        })
        .await;
}

#[tokio::test]
async fn a_picture_that_an_entry_shows_is_replaced_and_not_undone_from_under_it() {
    let (store, alice, site) = with_site().await;
    store
        .write(async move |tx| {
            let mine = by(&alice, "");
            let boat = pictures::add(tx, &site, &picture("a"), &mine).await?.picture_id;
            let made = revisions::list(tx, &alice, &site, 1).await?.remove(0).revision_id;
            let members = added(tx, &site, "members", &mine).await?;
            let body = format!("![]({boat})");
            let new = entries::New { picture_id: Some(&boat), body: &body, ..entry("A", "a") };
            let id = entries::add(tx, &members, &new, &mine).await?.entry_id;
            let why = undo(tx, (&alice, &alice), Some(&made), NOW).await.unwrap_err();
            insta::assert_snapshot!(why, @r#"this cannot be undone: the picture "boat.jpg" is shown on a page now"#);

            let before = snapshot(tx, &alice, &site).await?;
            let bare = [pictures::ShowingEntry { entry_id: id.clone(), picture_id: None, body: String::new() }];
            let shown = pictures::Shown { entries: &bare, ..Default::default() };
            pictures::set_shown(tx, &boat, &shown, true, &mine).await?;
            let now = entries::get(tx, &alice, &id).await?.unwrap();
            assert_eq!((now.picture_id, now.body.as_str()), (None, ""));
            undo(tx, (&alice, &alice), None, NOW).await?;
            assert_eq!(snapshot(tx, &alice, &site).await?, before);
            Ok(())
        })
        .await;
}

#[tokio::test]
async fn nothing_of_a_collection_is_found_by_somebody_else() {
    let (store, alice, site) = with_site().await;
    let (bob, _) = store.person("bob").await;
    let bob = bob.user_id;
    store
        .write(async move |tx| {
            let mine = by(&alice, "");
            let members = added(tx, &site, "members", &mine).await?;
            let id = entries::add(tx, &members, &entry("A", "a"), &mine).await?.entry_id;
            let theirs = open(tx, &bob, NOW).await?.site_id;
            let before = snapshot(tx, &alice, &site).await?;
            assert_eq!(collections::list(tx, &bob, &site).await?, []);
            assert_eq!(collections::get(tx, &bob, &members).await?, None);
            assert_eq!(collections::by_slug(tx, &bob, &site, "members").await?, None);
            assert_eq!(entries::of_site(tx, &bob, &site).await?, []);
            assert_eq!(entries::of_collection(tx, &bob, &members).await?, []);
            assert_eq!(entries::get(tx, &bob, &id).await?, None);
            assert_eq!(entries::by_slug(tx, &bob, &members, "a").await?, None);
            let by = by(&bob, "");
            let (rename, change) = (
                collections::Change { title: Some("B"), ..Default::default() },
                entries::Change { title: Some("B"), ..Default::default() },
            );
            let image = pictures::add(tx, &theirs, &picture("b"), &by).await?.picture_id;
            let showing =
                [pictures::ShowingEntry { entry_id: id.clone(), picture_id: None, body: String::new() }];
            let shown = pictures::Shown { entries: &showing, ..Default::default() };
            let refused = [
                collections::add(tx, &site, &collection("B", "b"), &by).await.err(),
                collections::update(tx, &members, &rename, &by).await.err(),
                collections::delete(tx, &members, &by).await.err(),
                entries::add(tx, &members, &entry("B", "b"), &by).await.err(),
                entries::update(tx, &id, &change, &by).await.err(),
                entries::publish(tx, &members, std::slice::from_ref(&id), &by).await.err(),
                entries::delete(tx, &id, &by).await.err(),
                pictures::set_shown(tx, &image, &shown, false, &by).await.err(),
            ];
            for (i, error) in refused.iter().enumerate() {
                assert!(matches!(error, Some(Error::Missing(_))), "{i}: {error:?}");
            }
            assert_eq!(snapshot(tx, &alice, &site).await?, before);
            Ok(())
        })
        .await;
}

#[tokio::test]
async fn what_was_published_before_there_were_collections_has_none() {
    let (store, alice, site) = with_site().await;
    store
        .write(async move |tx| {
            added(tx, &site, "members", &by(&alice, "")).await?;
            let now = snapshot(tx, &alice, &site).await?.unwrap();
            let mut old = serde_json::to_value(&now)?;
            let fields = old.as_object_mut().unwrap();
            assert!(fields.remove("collections").is_some() && fields.remove("entries").is_some());
            let read: Snapshot = serde_json::from_value(old)?;
            assert_eq!(read, Snapshot { collections: Vec::new(), ..now });
            Ok(())
        })
        .await;
}
