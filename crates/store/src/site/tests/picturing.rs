//! The pictures of a site.

use adjutant_domain::site::Credit;

use super::*;

#[tokio::test]
async fn the_same_file_is_one_picture_and_a_picture_is_its_person_s_alone() {
    let (store, alice, site) = with_site().await;
    let (bob, _) = store.person("bob").await;
    let bob = bob.user_id;
    store
        .write(async move |tx| {
            let mine = by(&alice, "added a picture");
            let boat = pictures::add(tx, &site, &picture("a"), &mine).await?;
            assert_eq!((boat.width, boat.height, boat.caption.as_deref()), (48, 32, None));
            let again = pictures::New { alt: "Another", ..picture("a") };
            assert_eq!(pictures::add(tx, &site, &again, &mine).await?, boat);
            assert_eq!(revisions::list(tx, &alice, &site, 9).await?.len(), 1, "nothing has changed");
            pictures::add(tx, &site, &picture("b"), &mine).await?;
            assert_eq!(pictures::list(tx, &alice, &site).await?.len(), 2);

            let (id, theirs) = (&boat.picture_id, by(&bob, ""));
            assert_eq!(pictures::get(tx, &bob, id).await?, None);
            assert_eq!(pictures::list(tx, &bob, &site).await?, []);
            assert_eq!(pictures::by_hash(tx, &bob, &site, "a").await?, None);
            assert!(pictures::files(tx, &bob).await?.is_empty());
            let change = pictures::Change { alt: Some("Mine"), ..Default::default() };
            for refused in [
                pictures::add(tx, &site, &picture("c"), &theirs).await,
                pictures::update(tx, id, &change, &theirs).await,
                pictures::set_shown(tx, id, &pictures::Shown::default(), true, &theirs).await,
            ] {
                assert!(matches!(refused, Err(Error::Missing(_))), "{refused:?}");
            }
            Ok(())
        })
        .await;
}

#[tokio::test]
async fn a_picture_keeps_whose_words_it_holds_and_the_conversation_it_came_from() {
    let (store, alice, site) = with_site().await;
    let (_, session) = store.person("alice").await;
    let id = session.session_id.clone();
    store
        .write(async move |tx| {
            let others = Sources::from("example.com");
            let new = pictures::New { session_id: Some(&id), ..picture("a") };
            let boat = pictures::add(tx, &site, &new, &By { untrusted: &others, ..by(&alice, "") }).await?;
            assert_eq!(boat.session_id.as_ref(), Some(&id));
            let credit = Credit {
                photographer: "Anna Berger".to_owned(),
                url: String::new(),
                source: "the club".to_owned(),
            };
            let change = pictures::Change {
                alt: Some("Our boat"),
                caption: Some(Some("At sea")),
                credit: Some(Some(&credit)),
            };
            let boat = pictures::update(tx, &boat.picture_id, &change, &by(&alice, "")).await?;
            assert_eq!((boat.alt.as_str(), boat.caption.as_deref()), ("Our boat", Some("At sea")));
            assert_eq!(boat.untrusted, others, "the name of its file may be somebody else's");
            assert_eq!(pictures::get(tx, &alice, &boat.picture_id).await?.unwrap().credit, Some(credit));
            undo(tx, (&alice, &alice), None, NOW).await?;
            assert_eq!(pictures::get(tx, &alice, &boat.picture_id).await?.unwrap().credit, None);
            Ok(())
        })
        .await;
}

#[tokio::test]
async fn a_replaced_or_deleted_picture_is_back_everywhere_once_that_is_undone() {
    let (store, alice, site) = with_site().await;
    store
        .write(async move |tx| {
            let mine = by(&alice, "");
            let boat = pictures::add(tx, &site, &picture("a"), &mine).await?.picture_id;
            let page = pages::add(tx, &site, &page("A", "a"), &mine).await?.page_id;
            let content = json!({ "image": boat });
            let hero = sections::add(tx, &page, &section(&content), None, &mine).await?.section_id;
            let refused = undo(tx, (&alice, &alice), Some(&revisions::list(tx, &alice, &site, 9).await?[2].revision_id), NOW).await;
            insta::assert_snapshot!(refused.unwrap_err(), @r#"this cannot be undone: the picture "boat.jpg" is shown on a page now"#);

            let before = snapshot(tx, &alice, &site).await?;
            let bare = [(hero.clone(), json!({}))];
            pictures::set_shown(tx, &boat, &pictures::Shown { contents: &bare, ..Default::default() }, true, &mine).await?;
            assert_eq!(pictures::list(tx, &alice, &site).await?, []);
            let files = pictures::files(tx, &alice).await?;
            assert!(files.contains("0f-48.webp"), "what can be undone keeps its files");
            let undone = undo(tx, (&alice, &alice), None, NOW).await?;
            assert_eq!(snapshot(tx, &alice, &site).await?, before);
            undo(tx, (&alice, &alice), Some(&undone.by), NOW).await?;
            assert_eq!(pictures::list(tx, &alice, &site).await?, []);
            assert_eq!(contents(tx, &alice, &page).await?, "{}");

            pictures::add(tx, &site, &picture("a"), &mine).await?;
            let taken = revisions::list(tx, &alice, &site, 9).await?;
            let deletion = taken.iter().find(|it| it.subject == Subject::Picture && it.undoes.is_none() && it.subject_id == boat.0);
            let refused = undo(tx, (&alice, &alice), deletion.map(|it| &it.revision_id), NOW).await;
            insta::assert_snapshot!(refused.unwrap_err(), @r#"this cannot be undone: the picture "boat.jpg" is there again"#);
            Ok(())
        })
        .await;
}

#[tokio::test]
async fn what_is_public_keeps_its_files() {
    let (store, alice, site) = with_site().await;
    store
        .write(async move |tx| {
            pictures::add(tx, &site, &picture("a"), &by(&alice, "")).await?;
            let public = snapshot(tx, &alice, &site).await?.unwrap();
            tx.execute("DELETE FROM site_pictures", ()).await?;
            tx.execute("DELETE FROM site_revisions", ()).await?;
            assert!(pictures::files(tx, &alice).await?.is_empty());
            note_published(tx, &alice, &site, &Published::new(&public)?, NOW).await?;
            assert!(pictures::files(tx, &alice).await?.contains("0f-48.webp"));
            // Snapshots from before pictures existed can be read too.
            tx.execute("UPDATE sites SET published = json_remove(published, '$.pictures')", ()).await?;
            assert_eq!(published(tx, &alice, &site).await?.unwrap().snapshot()?.pictures, []);
            Ok(())
        })
        .await;
}
