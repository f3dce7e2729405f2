//! Changes that can no longer be undone, and why; and how many changes are kept.

use super::*;

/// Tries to undo a change, which must fail, and returns the reason.
async fn refused(tx: &Tx, user: &UserId, site: &SiteId, number: usize) -> Result<String> {
    let before = snapshot(tx, user, site).await?;
    let changes = revisions::list(tx, user, site, 99).await?;
    let change = &changes[changes.len() - number].revision_id;
    let why = undo(tx, (user, user), Some(change), NOW).await.unwrap_err();
    assert!(matches!(why, Error::Conflict(_)), "{why:?}");
    assert_eq!(snapshot(tx, user, site).await?, before);
    Ok(why.to_string())
}

#[tokio::test]
async fn a_change_is_undone_once_and_the_undoing_too() {
    let (store, alice, site) = with_site().await;
    store
        .write(async move |tx| {
            let nothing = undo(tx, (&alice, &alice), None, NOW).await.unwrap_err();
            insta::assert_snapshot!(nothing, @"this cannot be undone: there is nothing to undo");
            let page = pages::add(tx, &site, &page("A", "a"), &by(&alice, "added the page A")).await?;
            let with_page = snapshot(tx, &alice, &site).await?;
            let undone = undo(tx, (&alice, &alice), None, NOW).await?;
            assert_eq!((undone.what.as_str(), undone.subject), ("added the page A", Subject::Page));
            assert_eq!(undone.subject_id, page.page_id.0);
            assert_eq!(pages::list(tx, &alice, &site).await?, []);
            assert_eq!(
                refused(tx, &alice, &site, 1).await?,
                "this cannot be undone: it has been undone already"
            );
            let nothing = undo(tx, (&alice, &alice), None, NOW).await;
            assert!(matches!(nothing, Err(Error::Conflict(Conflict::Nothing))));

            undo(tx, (&alice, &alice), Some(&undone.by), NOW).await?;
            assert_eq!(snapshot(tx, &alice, &site).await?, with_page);
            undo(tx, (&alice, &alice), None, NOW).await?;
            assert_eq!(pages::list(tx, &alice, &site).await?, []);
            let said: Vec<_> =
                revisions::list(tx, &alice, &site, 9).await?.into_iter().map(|it| it.what).collect();
            insta::assert_snapshot!(said.join("\n"), @r"
            undid: added the page A
            undid: undid: added the page A
            undid: added the page A
            added the page A
            ");
            Ok(())
        })
        .await;
}

#[tokio::test]
async fn what_has_changed_since_is_not_undone_over() {
    let (store, alice, site) = with_site().await;
    store
        .write(async move |tx| {
            let mine = by(&alice, "");
            let refused = async |number| refused(tx, &alice, &site, number).await;
            let one = pages::add(tx, &site, &page("One", "one"), &mine).await?.page_id; // 1
            let text = json!("a");
            let a = sections::add(tx, &one, &section(&text), None, &mine).await?.section_id; // 2
            insta::assert_snapshot!(refused(1).await?, @r#"this cannot be undone: the page "One" has got more since, which would be lost"#);
            sections::set_content(tx, &a, &json!("b"), &mine).await?; // 3
            insta::assert_snapshot!(refused(2).await?, @r#"this cannot be undone: the section "text" has been changed since"#);
            sections::delete_many(tx, &one, std::slice::from_ref(&a), &mine).await?; // 4
            insta::assert_snapshot!(refused(3).await?, @r#"this cannot be undone: the section "text" has been deleted since"#);
            pages::delete(tx, &one, &mine).await?; // 5
            insta::assert_snapshot!(refused(4).await?, @"this cannot be undone: the page has been deleted since");
            pages::add(tx, &site, &page("Other", "one"), &mine).await?; // 6
            insta::assert_snapshot!(refused(5).await?, @r#"this cannot be undone: another page has the address "one" now"#);

            let two = pages::add(tx, &site, &page("Two", "two"), &mine).await?.page_id; // 7
            pages::reorder(tx, &site, std::slice::from_ref(&two), &mine).await?; // 8
            pages::add(tx, &site, &page("Three", "three"), &mine).await?; // 9
            insta::assert_snapshot!(refused(8).await?, @"this cannot be undone: the order has been changed since");
            let title = Settings { title: Some("Club"), ..Settings::default() };
            update_settings(tx, &site, &title, &mine).await?; // 10
            let title = Settings { title: Some("Chess club"), ..Settings::default() };
            update_settings(tx, &site, &title, &mine).await?; // 11
            insta::assert_snapshot!(refused(10).await?, @"this cannot be undone: the settings have been changed since");
            let led = item("Two", Target::Page(two.clone()));
            navigation::add(tx, &site, &led, None, &mine).await?; // 12
            insta::assert_snapshot!(refused(7).await?, @r#"this cannot be undone: the page "Two" has got more since, which would be lost"#);
            Ok(())
        })
        .await;
}

#[tokio::test]
async fn a_home_page_comes_back_as_another_page_if_there_is_a_new_one() {
    let (store, alice, site) = with_site().await;
    store
        .write(async move |tx| {
            let mine = by(&alice, "");
            let home = pages::New { is_home: true, ..page("One", "one") };
            let one = pages::add(tx, &site, &home, &mine).await?.page_id;
            pages::delete(tx, &one, &mine).await?;
            let deletion = revisions::list(tx, &alice, &site, 1).await?.remove(0).revision_id;
            let home = pages::New { is_home: true, ..page("Two", "two") };
            pages::add(tx, &site, &home, &mine).await?;
            undo(tx, (&alice, &alice), Some(&deletion), NOW).await?;
            assert_eq!(slugs(tx, &alice, &site).await?, "one two");
            assert!(!pages::get(tx, &alice, &one).await?.unwrap().is_home);

            let nowhere = pages::Change { is_home: Some(false), ..Default::default() };
            let two = pages::home(tx, &alice, &site).await?.unwrap().page_id;
            pages::update(tx, &two, &nowhere, &mine).await?;
            let change = revisions::list(tx, &alice, &site, 1).await?.remove(0).revision_id;
            let here = pages::Change { is_home: Some(true), ..Default::default() };
            pages::update(tx, &one, &here, &mine).await?;
            let why = undo(tx, (&alice, &alice), Some(&change), NOW).await.unwrap_err();
            insta::assert_snapshot!(why, @"this cannot be undone: another page is the home page now");
            Ok(())
        })
        .await;
}

#[tokio::test]
async fn the_last_hundred_changes_of_each_thing_are_kept() {
    let (store, alice, site) = with_site().await;
    store
        .write(async move |tx| {
            let mine = by(&alice, "");
            let page = pages::add(tx, &site, &page("A", "a"), &mine).await?.page_id;
            let text = json!(-1);
            let section = sections::add(tx, &page, &section(&text), None, &mine).await?.section_id;
            for number in 0..150 {
                sections::set_content(tx, &section, &json!(number), &mine).await?;
            }
            assert_eq!(revisions::list(tx, &alice, &site, 999).await?.len(), 101);
            for number in (49..149).rev() {
                undo(tx, (&alice, &alice), None, NOW).await?;
                assert_eq!(contents(tx, &alice, &page).await?, number.to_string());
                if number == 100 {
                    break;
                }
            }
            Ok(())
        })
        .await;
}
