//! Posts: the effects of their changes, and who may make them.

use adjutant_domain::site::PostStatus;

use super::*;

#[tokio::test]
async fn posts_come_newest_first_and_keep_their_date() {
    let (store, alice, site) = with_site().await;
    store
        .write(async move |tx| {
            let mine = by(&alice, "");
            let later = |millis| By { now: NOW + ms(millis), ..mine };
            let tags = ["courts".to_owned()];
            let first =
                posts::New { excerpt: Some("It opens."), tags: &tags, ..post("New court", "new-court") };
            let court = posts::add(tx, &site, &first, &mine).await?;
            assert_eq!(
                (court.status, court.published_at, &court.tags[..]),
                (PostStatus::Draft, None, &tags[..])
            );
            assert_eq!(posts::add(tx, &site, &first, &mine).await?, court, "the same id again");
            let taken = posts::add(tx, &site, &post("Other", "new-court"), &mine).await;
            assert!(matches!(taken, Err(Error::PostSlugTaken(slug)) if slug == "new-court"));
            let feast = posts::add(tx, &site, &post("Feast", "feast"), &later(1)).await?;
            let titles = async || -> Result<Vec<String>> {
                Ok(posts::list(tx, &alice, &site).await?.into_iter().map(|post| post.title).collect())
            };
            assert_eq!(titles().await?, ["Feast", "New court"]);

            let published = posts::set_status(tx, &court.post_id, PostStatus::Published, &later(5)).await?;
            assert_eq!(published.published_at, Some(NOW + ms(5)));
            assert_eq!(titles().await?, ["New court", "Feast"]);
            posts::set_status(tx, &court.post_id, PostStatus::Archived, &later(6)).await?;
            let again = posts::set_status(tx, &court.post_id, PostStatus::Published, &later(7)).await?;
            assert_eq!(again.published_at, Some(NOW + ms(5)), "it keeps its first date");
            let none = posts::Change { excerpt: Some(None), ..Default::default() };
            assert_eq!(posts::update(tx, &court.post_id, &none, &mine).await?.excerpt, None);
            assert_eq!(posts::by_slug(tx, &alice, &site, "feast").await?, Some(feast));
            Ok(())
        })
        .await;
}

#[tokio::test]
async fn the_old_slug_of_a_published_post_leads_to_it() {
    let (store, alice, site) = with_site().await;
    store
        .write(async move |tx| {
            let mine = by(&alice, "");
            let old_slugs = async || -> Result<String> {
                let slugs = posts::redirects(tx, &alice, &site).await?.into_iter().map(|it| it.slug);
                Ok(slugs.collect::<Vec<_>>().join(" "))
            };
            let id = posts::add(tx, &site, &post("A", "a"), &mine).await?.post_id;
            let rename = async |slug| {
                let change = posts::Change { slug: Some(slug), ..Default::default() };
                posts::update(tx, &id, &change, &mine).await
            };
            rename("b").await?;
            assert_eq!(old_slugs().await?, "", "nobody has seen the draft");
            posts::set_status(tx, &id, PostStatus::Published, &mine).await?;
            rename("c").await?;
            rename("d").await?;
            assert_eq!(old_slugs().await?, "b c");
            posts::add(tx, &site, &post("C", "c"), &mine).await?;
            assert_eq!(old_slugs().await?, "b", "another post has taken the slug");
            let before = snapshot(tx, &alice, &site).await?;
            posts::delete(tx, &id, &mine).await?;
            assert_eq!(old_slugs().await?, "");
            undo(tx, (&alice, &alice), None, NOW).await?;
            assert_eq!(snapshot(tx, &alice, &site).await?, before);
            Ok(())
        })
        .await;
}

#[tokio::test]
async fn a_post_whose_slug_was_taken_does_not_come_back() {
    let (store, alice, site) = with_site().await;
    store
        .write(async move |tx| {
            let mine = by(&alice, "");
            let id = posts::add(tx, &site, &post("A", "a"), &mine).await?.post_id;
            posts::delete(tx, &id, &mine).await?;
            let deletion = revisions::list(tx, &alice, &site, 1).await?.remove(0);
            assert_eq!((deletion.subject, deletion.subject_id), (Subject::Post, id.0));
            posts::add(tx, &site, &post("B", "a"), &mine).await?;
            let why = undo(tx, (&alice, &alice), Some(&deletion.revision_id), NOW).await.unwrap_err();
            insta::assert_snapshot!(why, @r#"this cannot be undone: another post has the address "a" now"#);
            Ok(())
        })
        .await;
}

#[tokio::test]
async fn words_and_limits_of_posts() {
    let (store, alice, site) = with_site().await;
    let (one, other) = (Sources::from("example.com"), Sources::from("example.org"));
    store
        .write(async move |tx| {
            let of_one = By { untrusted: &one, ..by(&alice, "") };
            let of_other = By { untrusted: &other, ..by(&alice, "") };
            let id = posts::add(tx, &site, &post("A", "a"), &of_one).await?.post_id;
            let body = posts::Change { body: Some("New."), ..Default::default() };
            let changed = posts::update(tx, &id, &body, &of_other).await?;
            assert_eq!(changed.untrusted, one.clone().and(&other), "the title is the old one");
            let all =
                posts::Change { title: Some("B"), slug: Some("b"), body: Some("B"), ..Default::default() };
            assert_eq!(posts::update(tx, &id, &all, &of_other).await?.untrusted, other);

            let (long, tags) = ("a".repeat(MAX_BODY + 1), vec!["a".to_owned(); MAX_TAGS + 1]);
            let body = posts::Change { body: Some(&long), ..Default::default() };
            let error = posts::update(tx, &id, &body, &of_one).await.unwrap_err();
            insta::assert_snapshot!(error, @"the body of a post has at most 65536 bytes, and this has 65537");
            let tagged = posts::New { tags: &tags, ..post("C", "c") };
            let error = posts::add(tx, &site, &tagged, &of_one).await.unwrap_err();
            insta::assert_snapshot!(error, @"a post has at most 20 tags, and this has 21");
            Ok(())
        })
        .await;
}

#[tokio::test]
async fn nothing_of_a_post_is_found_by_somebody_else() {
    let (store, alice, site) = with_site().await;
    let (bob, _) = store.person("bob").await;
    let bob = bob.user_id;
    store
        .write(async move |tx| {
            let id = posts::add(tx, &site, &post("A", "a"), &by(&alice, "")).await?.post_id;
            open(tx, &bob, NOW).await?;
            let before = snapshot(tx, &alice, &site).await?;
            assert_eq!(posts::list(tx, &bob, &site).await?, []);
            assert_eq!(posts::redirects(tx, &bob, &site).await?, []);
            assert_eq!(posts::get(tx, &bob, &id).await?, None);
            assert_eq!(posts::by_slug(tx, &bob, &site, "a").await?, None);
            let by = by(&bob, "");
            let rename = posts::Change { title: Some("B"), ..Default::default() };
            let refused = [
                posts::add(tx, &site, &post("B", "b"), &by).await.err(),
                posts::update(tx, &id, &rename, &by).await.err(),
                posts::set_status(tx, &id, PostStatus::Published, &by).await.err(),
                posts::delete(tx, &id, &by).await.err(),
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
async fn what_was_published_before_there_were_posts_has_none() {
    let (store, alice, site) = with_site().await;
    store
        .write(async move |tx| {
            posts::add(tx, &site, &post("A", "a"), &by(&alice, "")).await?;
            let now = snapshot(tx, &alice, &site).await?.unwrap();
            let mut old = serde_json::to_value(&now)?;
            let fields = old.as_object_mut().unwrap();
            assert!(fields.remove("posts").is_some() && fields.remove("post_redirects").is_some());
            assert_eq!(serde_json::from_value::<Snapshot>(old)?, Snapshot { posts: Vec::new(), ..now });
            Ok(())
        })
        .await;
}
