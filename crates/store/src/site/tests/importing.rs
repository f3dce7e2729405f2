//! Imports of whole pages, posts and navigations.

use super::*;
use crate::site::import::{WholePage, WholePost, put_navigation, put_page, put_post};

fn whole_page<'a>(
    id: &str,
    slug: &'a str,
    sections: &'a [sections::New<'a>],
    aliases: &'a [String],
) -> WholePage<'a> {
    WholePage {
        page_id: PageId(id.to_owned()),
        title: slug,
        slug,
        description: "",
        status: PageStatus::Published,
        is_home: slug == "home",
        sections,
        aliases,
    }
}

fn whole_post<'a>(id: &str, slug: &'a str, body: &'a str, aliases: &'a [String]) -> WholePost<'a> {
    WholePost {
        post_id: PostId(id.to_owned()),
        title: slug,
        slug,
        body,
        excerpt: None,
        author: None,
        status: PostStatus::Published,
        tags: &[],
        published_at: None,
        aliases,
    }
}

fn text<'a>(id: &str, content: &'a Value) -> sections::New<'a> {
    sections::New { section_id: SectionId(id.to_owned()), template: "text", content }
}

#[tokio::test]
async fn what_comes_whole_is_one_change_each_and_nothing_where_it_is_the_same() {
    let (store, alice, site) = with_site().await;
    store
        .write(async move |tx| {
            let mine = by(&alice, "imported");
            let before = snapshot(tx, &alice, &site).await?.unwrap();
            let (one, two) = (json!({ "body": "One." }), json!({ "body": "Two." }));
            let led = ["old-home".to_owned()];
            let sections = [text("s1", &one), text("s2", &two)];
            let home = put_page(tx, &site, &whole_page("p1", "home", &sections, &led), &mine).await?;
            assert!(home.is_home && home.status == PageStatus::Published);
            put_page(tx, &site, &whole_page("p2", "about", &[], &[]), &mine).await?;
            put_post(tx, &site, &whole_post("t1", "news", "Words.", &led), &mine).await?;
            let items = [
                navigation::New {
                    item_id: ItemId("i1".to_owned()),
                    label: "Home",
                    target: Target::Page(home.page_id.clone()),
                    visible: true,
                },
                navigation::New {
                    item_id: ItemId("i2".to_owned()),
                    label: "Posts",
                    target: Target::Url("/posts".to_owned()),
                    visible: false,
                },
            ];
            put_navigation(tx, &site, &items, &mine).await?;
            let all = snapshot(tx, &alice, &site).await?.unwrap();
            assert_eq!((all.redirects.len(), all.post_redirects.len(), all.navigation.len()), (1, 1, 2));
            assert_eq!(all.posts[0].published_at, Some(NOW), "it is public from now on");
            let changes = revisions::list(tx, &alice, &site, 99).await?.len();

            // Importing the same again changes nothing, even with other section ids.
            let again = [text("s3", &one), text("s4", &two)];
            put_page(tx, &site, &whole_page("p1", "home", &again, &led), &mine).await?;
            put_post(tx, &site, &whole_post("t1", "news", "Words.", &led), &mine).await?;
            put_navigation(tx, &site, &items, &mine).await?;
            assert_eq!(snapshot(tx, &alice, &site).await?.unwrap(), all);
            assert_eq!(revisions::list(tx, &alice, &site, 99).await?.len(), changes);

            // Other sections replace the old ones; a slug that another page or post has is refused.
            put_page(tx, &site, &whole_page("p1", "home", &[text("s5", &two)], &led), &mine).await?;
            put_post(tx, &site, &whole_post("t1", "news", "Others.", &[]), &mine).await?;
            let taken = put_page(tx, &site, &whole_page("p3", "about", &[], &[]), &mine).await;
            assert!(matches!(taken, Err(Error::SlugTaken(_))), "{taken:?}");
            let taken = put_post(tx, &site, &whole_post("t3", "news", "", &[]), &mine).await;
            assert!(matches!(taken, Err(Error::PostSlugTaken(_))), "{taken:?}");
            let theirs = UserId("bob".to_owned());
            let refused = put_page(tx, &site, &whole_page("p4", "x", &[], &[]), &by(&theirs, "")).await;
            assert!(matches!(refused, Err(Error::Missing(_))), "{refused:?}");
            assert_eq!(sections::of_page(tx, &alice, &home.page_id).await?.len(), 1);

            // Each import is undone by itself, the newest first.
            undo(tx, (&alice, &alice), None, NOW).await?;
            undo(tx, (&alice, &alice), None, NOW).await?;
            assert_eq!(snapshot(tx, &alice, &site).await?.unwrap(), all);
            for _ in 0..changes {
                undo(tx, (&alice, &alice), None, NOW).await?;
            }
            assert_eq!(snapshot(tx, &alice, &site).await?.unwrap(), before);
            Ok(())
        })
        .await;
}
