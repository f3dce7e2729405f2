//! Pages, sections and navigation items have an order.

use super::*;

#[tokio::test]
async fn pages_have_an_order_and_one_is_the_home_page() {
    let (store, alice, site) = with_site().await;
    store
        .write(async move |tx| {
            let mine = by(&alice, "");
            let text = json!({"text": "hello"});
            let sections = [section(&text), section(&text)];
            let first = pages::New { is_home: true, sections: &sections, ..page("One", "one") };
            let one = pages::add(tx, &site, &first, &mine).await?;
            assert_eq!(pages::add(tx, &site, &first, &mine).await?, one, "the same id again");
            assert_eq!(contents(tx, &alice, &one.page_id).await?, r#"{"text":"hello"} {"text":"hello"}"#);
            let two = pages::add(tx, &site, &page("Two", "two"), &mine).await?;
            let three = pages::New { is_home: true, ..page("Three", "three") };
            let three = pages::add(tx, &site, &three, &mine).await?;
            assert_eq!(pages::home(tx, &alice, &site).await?.map(|home| home.slug).as_deref(), Some("three"));
            let home = pages::Change { is_home: Some(true), ..Default::default() };
            pages::update(tx, &two.page_id, &home, &mine).await?;
            assert_eq!(pages::home(tx, &alice, &site).await?.map(|home| home.slug).as_deref(), Some("two"));

            pages::reorder(tx, &site, &[three.page_id.clone(), one.page_id.clone()], &mine).await?;
            assert_eq!(slugs(tx, &alice, &site).await?, "three one two");
            pages::reorder(tx, &site, std::slice::from_ref(&two.page_id), &mine).await?;
            assert_eq!(slugs(tx, &alice, &site).await?, "two three one");
            let unknown = pages::reorder(tx, &site, &[PageId::generate()], &mine).await;
            assert!(matches!(unknown, Err(Error::Missing("page"))));
            pages::delete(tx, &three.page_id, &mine).await?;
            assert_eq!(slugs(tx, &alice, &site).await?, "two one");
            assert!(!pages::slug_is_free(tx, &alice, &site, "one", None).await?);
            assert!(pages::slug_is_free(tx, &alice, &site, "one", Some(&one.page_id)).await?);
            assert!(pages::slug_is_free(tx, &alice, &site, "three", None).await?);
            let taken = pages::add(tx, &site, &page("Two", "two"), &mine).await;
            assert!(matches!(taken, Err(Error::SlugTaken(slug)) if slug == "two"));
            Ok(())
        })
        .await;
}

#[tokio::test]
async fn the_old_slug_of_a_published_page_leads_to_it() {
    let (store, alice, site) = with_site().await;
    store
        .write(async move |tx| {
            let mine = by(&alice, "");
            let redirects = async || -> Result<String> {
                let redirects = snapshot(tx, &alice, &site).await?.unwrap().redirects;
                Ok(redirects.into_iter().map(|redirect| redirect.slug).collect::<Vec<_>>().join(" "))
            };
            let about = pages::add(tx, &site, &page("About", "about"), &mine).await?.page_id;
            let rename = async |slug| {
                let change = pages::Change { slug: Some(slug), ..Default::default() };
                pages::update(tx, &about, &change, &mine).await
            };
            rename("club").await?;
            assert_eq!(redirects().await?, "", "nobody has seen the draft");
            pages::set_status(tx, &about, PageStatus::Published, &mine).await?;
            rename("people").await?;
            rename("team").await?;
            assert_eq!(redirects().await?, "club people");
            rename("club").await?;
            assert_eq!(redirects().await?, "people team", "a page has its slug itself");
            pages::add(tx, &site, &page("Team", "team"), &mine).await?;
            assert_eq!(redirects().await?, "people", "another page has taken the slug");
            let deleted = pages::delete(tx, &about, &mine).await?;
            assert_eq!(deleted.redirects.len(), 1);
            assert_eq!(redirects().await?, "");
            Ok(())
        })
        .await;
}

#[tokio::test]
async fn sections_have_an_order() {
    let (store, alice, site) = with_site().await;
    store
        .write(async move |tx| {
            let mine = by(&alice, "");
            let page = pages::add(tx, &site, &page("A", "a"), &mine).await?.page_id;
            let mut ids = Vec::new();
            for (number, position) in [(0, None), (1, None), (2, Some(0)), (3, Some(1)), (4, Some(99))] {
                let number = json!(number);
                ids.push(sections::add(tx, &page, &section(&number), position, &mine).await?.section_id);
            }
            assert_eq!(contents(tx, &alice, &page).await?, "2 3 0 1 4");
            assert_eq!(sections::move_to(tx, &ids[0], 0, &mine).await?.position, 0);
            assert_eq!(contents(tx, &alice, &page).await?, "0 2 3 1 4");
            assert_eq!(sections::move_to(tx, &ids[2], 99, &mine).await?.position, 4);
            assert_eq!(contents(tx, &alice, &page).await?, "0 3 1 4 2");
            sections::set_content(tx, &ids[1], &json!("one"), &mine).await?;
            let lacks_one =
                sections::delete_many(tx, &page, &[ids[0].clone(), SectionId::generate()], &mine).await;
            assert!(matches!(lacks_one, Err(Error::Missing("section"))));
            let deleted = sections::delete_many(tx, &page, &[ids[4].clone(), ids[0].clone()], &mine).await?;
            assert_eq!(deleted.iter().map(|it| it.content.clone()).collect::<Vec<_>>(), [json!(0), json!(4)]);
            assert_eq!(contents(tx, &alice, &page).await?, r#"3 "one" 2"#);
            Ok(())
        })
        .await;
}

#[tokio::test]
async fn navigation_items_lead_somewhere_in_an_order() {
    let (store, alice, site) = with_site().await;
    store
        .write(async move |tx| {
            let mine = by(&alice, "");
            let shown = async || -> Result<String> {
                let items = navigation::list(tx, &alice, &site).await?;
                assert!(items.iter().enumerate().all(|(i, item)| item.position == i as i64));
                let label = |item: Item| if item.visible { item.label } else { format!("({})", item.label) };
                Ok(items.into_iter().map(label).collect::<Vec<_>>().join(" "))
            };
            let page = pages::add(tx, &site, &page("A", "a"), &mine).await?.page_id;
            let led = item("a", Target::Page(page.clone()));
            let a = navigation::add(tx, &site, &led, None, &mine).await?;
            assert_eq!(a.target(), Some(Target::Page(page.clone())));
            let b = item("b", Target::Url("https://example.com".into()));
            let b = navigation::add(tx, &site, &b, Some(0), &mine).await?;
            let c = navigation::add(tx, &site, &item("c", Target::Page(page.clone())), None, &mine).await?;
            assert_eq!(shown().await?, "b a c");
            navigation::toggle(tx, &a.item_id, &mine).await?;
            navigation::reorder(tx, &site, std::slice::from_ref(&c.item_id), &mine).await?;
            assert_eq!(shown().await?, "c b (a)");
            let change = navigation::Change {
                label: Some("d"),
                target: Some(Target::Page(page.clone())),
                visible: Some(false),
            };
            let changed = navigation::update(tx, &b.item_id, &change, &mine).await?;
            assert_eq!((changed.page_id, changed.url), (Some(page.clone()), None));
            navigation::toggle(tx, &a.item_id, &mine).await?;
            assert_eq!(shown().await?, "c (d) a");
            navigation::remove(tx, &c.item_id, &mine).await?;
            assert_eq!(shown().await?, "(d) a");
            assert_eq!(pages::delete(tx, &page, &mine).await?.items.len(), 2);
            assert_eq!(shown().await?, "");
            Ok(())
        })
        .await;
}
