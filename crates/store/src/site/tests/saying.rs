//! The texts of a site wait for vectors, and lose them when they change or are deleted.

use super::*;
use crate::{
    index_queue::{self, Item, Kind, Part},
    vectors,
};

/// Makes a vector for each piece in the queue, as the indexer does. Returns their texts, the oldest piece first.
async fn embedded(tx: &Tx) -> Result<Vec<String>> {
    let space = vectors::open_space(tx, "test", 8, NOW).await?;
    let mut items = index_queue::next(tx, Part::Vector, NOW, 1_000).await?;
    items.sort_by_key(|item| item.row);
    let mut said = Vec::new();
    for item in items {
        let text = index_queue::text(tx, &item).await?.unwrap();
        vectors::put(tx, &text.user_id, space, (item.kind, item.row), &[0.5; 8]).await?;
        index_queue::done(tx, Part::Vector, &item).await?;
        said.push(text.text.replace('\n', " | "));
    }
    Ok(said)
}

async fn count_vectors(tx: &Tx) -> Result<i64> {
    Ok(tx.value("SELECT count(*) AS value FROM vectors", ()).await?.unwrap_or_default())
}

#[tokio::test]
async fn what_a_site_says_waits_for_vectors_below_the_title_of_its_page() {
    let (store, alice, site) = with_site().await;
    store
        .write(async move |tx| {
            let mine = by(&alice, "");
            // Some builds keep the order of fields, others sort them.
            let hours = json!({
                "days": [{ "day": "monday", "open": "9" }], "heading": "When?", "link": "/contact", "picture": "image-1",
            });
            let sections = [section(&hours)];
            let about = pages::New { description: "Who we are.", sections: &sections, ..page("About", "about") };
            let about = pages::add(tx, &site, &about, &mine).await?;
            let tags = ["music".to_owned()];
            posts::add(tx, &site, &posts::New { tags: &tags, ..post("A fair", "fair") }, &mine).await?;
            let members = collections::add(tx, &site, &collection("Members", "members"), &mine).await?;
            entries::add(tx, &members.collection_id, &entry("Bob", "bob"), &mine).await?;
            pictures::add(tx, &site, &picture("1"), &mine).await?;
            pictures::add(tx, &site, &pictures::New { alt: "", ..picture("2") }, &mine).await?;
            let item = item("Somewhere", Target::Url("https://example.org".to_owned()));
            navigation::add(tx, &site, &item, None, &mine).await?;
            assert_eq!(
                embedded(tx).await?,
                [
                    "About | Who we are.",
                    "About | monday | 9 | When?",
                    "A fair | Text. | music",
                    "Members | Bob | In short. | Text.",
                    "A boat",
                    "boat.jpg",
                ]
            );

            // A change that leaves the texts alone queues nothing.
            pages::set_status(tx, &about.page_id, PageStatus::Published, &mine).await?;
            let moved = pages::Change { slug: Some("us"), ..pages::Change::default() };
            pages::update(tx, &about.page_id, &moved, &mine).await?;
            assert_eq!(embedded(tx).await?, [""; 0]);
            assert_eq!(count_vectors(tx).await?, 6);

            // A new title changes the heading of everything below it.
            let renamed = pages::Change { title: Some("Us"), ..pages::Change::default() };
            pages::update(tx, &about.page_id, &renamed, &mine).await?;
            let title = collections::Change { title: Some("People"), ..collections::Change::default() };
            collections::update(tx, &members.collection_id, &title, &mine).await?;
            assert_eq!(count_vectors(tx).await?, 3, "what has changed is not found by what it said");
            let changed = ["Us | Who we are.", "Us | monday | 9 | When?", "People | Bob | In short. | Text."];
            assert_eq!(embedded(tx).await?, changed);
            undo(tx, (&alice, &alice), None, NOW).await?;
            assert_eq!(embedded(tx).await?, ["Members | Bob | In short. | Text."]);
            Ok(())
        })
        .await;
}

#[tokio::test]
async fn what_is_deleted_has_no_vectors_and_comes_back_into_the_queue() {
    let (store, alice, site) = with_site().await;
    store
        .write(async move |tx| {
            let mine = by(&alice, "");
            let text = json!({ "body": "We row." });
            let sections = [section(&text)];
            let page = pages::New { sections: &sections, ..page("Rowing", "rowing") };
            let page = pages::add(tx, &site, &page, &mine).await?.page_id;
            assert_eq!(embedded(tx).await?, ["Rowing", "Rowing | We row."]);
            pages::delete(tx, &page, &mine).await?;
            let left = texts::pieces(tx, &alice, &site, &[Subject::Page, Subject::Section]).await?;
            assert_eq!((left, count_vectors(tx).await?), (vec![], 0));
            undo(tx, (&alice, &alice), None, NOW).await?;
            assert_eq!(count_vectors(tx).await?, 0);
            assert_eq!(embedded(tx).await?, ["Rowing", "Rowing | We row."]);

            // A text that still waits for its vector leaves the queue when it is deleted.
            let post = posts::add(tx, &site, &post("A fair", "fair"), &mine).await?;
            posts::delete(tx, &post.post_id, &mine).await?;
            assert_eq!(embedded(tx).await?, [""; 0]);
            Ok(())
        })
        .await;
}

#[tokio::test]
async fn a_long_text_has_pieces_of_which_those_that_change_are_queued() {
    let (store, alice, site) = with_site().await;
    store
        .write(async move |tx| {
            let mine = by(&alice, "");
            let body = "oats ".repeat(300);
            let long = posts::New { body: &body, ..post("Breakfast", "breakfast") };
            let post = posts::add(tx, &site, &long, &mine).await?;
            let said = embedded(tx).await?;
            assert_eq!(said.len(), 2);
            assert!(said.iter().all(|text| text.starts_with("Breakfast | oats oats")), "{said:?}");
            let more = format!("{body} rice");
            let more = posts::Change { body: Some(&more), ..posts::Change::default() };
            posts::update(tx, &post.post_id, &more, &mine).await?;
            let said = embedded(tx).await?;
            assert!(said.len() == 1 && said[0].ends_with(" rice"), "{said:?}");
            let paragraphs = format!("{body}\n\nRice.\n\nPeas.");
            let paragraphs = posts::Change { body: Some(&paragraphs), ..posts::Change::default() };
            posts::update(tx, &post.post_id, &paragraphs, &mine).await?;
            let said = embedded(tx).await?;
            assert_eq!(said.last().unwrap(), "Breakfast | Rice. |  | Peas.", "short paragraphs are together");
            let short = posts::Change { body: Some("Rice."), ..posts::Change::default() };
            posts::update(tx, &post.post_id, &short, &mine).await?;
            assert_eq!(embedded(tx).await?, ["Breakfast | Rice."]);
            assert_eq!(count_vectors(tx).await?, 1);
            let endless = "oats ".repeat(10_000);
            let endless = posts::Change { body: Some(&endless), ..posts::Change::default() };
            posts::update(tx, &post.post_id, &endless, &mine).await?;
            assert_eq!(embedded(tx).await?.len(), 24, "a text has so many pieces at most");
            Ok(())
        })
        .await;
}

#[tokio::test]
async fn the_texts_of_an_older_database_are_read_by_the_program() {
    let (store, alice, site) = with_site().await;
    store
        .write(async move |tx| {
            let mine = by(&alice, "");
            let text = json!({ "body": "We row." });
            let sections = [section(&text), section(&Value::Null)];
            let page = pages::New { sections: &sections, ..page("Rowing", "rowing") };
            pages::add(tx, &site, &page, &mine).await?;
            // The state after the migration: one empty piece for each part, even for one without text.
            for sql in [
                "DELETE FROM unindexed",
                "UPDATE site_texts SET text = '', heading = NULL",
                "INSERT INTO site_texts (site_id, subject, subject_id, number, text)
                     SELECT site_id, 'section', section_id, 1, '' FROM site_sections WHERE content = 'null'",
            ] {
                tx.execute(sql, ()).await?;
            }
            let empty = texts::pieces(tx, &alice, &site, &[Subject::Page, Subject::Section]).await?;
            assert_eq!(empty.len(), 3);
            for piece in empty {
                let waiting = Item { kind: Kind::Draft, row: piece.row, attempts: 0 };
                assert_eq!(index_queue::text(tx, &waiting).await?, None);
                texts::index(tx, piece.row).await?;
            }
            assert_eq!(embedded(tx).await?, ["Rowing", "Rowing | We row."]);
            let pieces = texts::pieces(tx, &alice, &site, &[Subject::Page, Subject::Section]).await?;
            assert_eq!(pieces.len(), 2);
            Ok(())
        })
        .await;
}

#[tokio::test]
async fn nobody_else_reads_what_a_site_says() {
    let (store, alice, site) = with_site().await;
    let (bob, _) = store.person("bob").await;
    store
        .write(async move |tx| {
            pages::add(tx, &site, &page("Rowing", "rowing"), &by(&alice, "")).await?;
            let pieces = texts::pieces(tx, &alice, &site, &[Subject::Page]).await?;
            let rows: Vec<_> = pieces.iter().map(|piece| piece.row).collect();
            assert_eq!(texts::texts(tx, &alice, &rows).await?.len(), 1);
            let bob = &bob.user_id;
            assert_eq!(texts::pieces(tx, bob, &site, &[Subject::Page]).await?, []);
            assert!(texts::texts(tx, bob, &rows).await?.is_empty());
            Ok(())
        })
        .await;
}
