//! Saved documents are found by what they say, by their owner alone and never where others read along.

use adjutant_domain::passages::Passage;
use adjutant_store::{
    documents,
    file_origins::{self, SavedFile},
};

use super::*;

async fn keep_document(store: &Store, user: &User, path: &'static str, pages: &'static [&'static str]) {
    let user_id = user.user_id.clone();
    store
        .write(async move |tx| {
            let (user_id, bytes, untrusted) = (user_id.clone(), 1, Sources::OWN);
            let file = SavedFile { user_id, path: path.to_owned(), bytes, modified_at: NOW, untrusted };
            file_origins::put(tx, &file).await?;
            let document = documents::next(tx, NOW).await?.unwrap().document_id;
            let passage = |(number, text): (usize, &&str)| Passage {
                place: Some(format!("page {}", number + 1)),
                heading: None,
                text: (*text).to_owned(),
            };
            let passages: Vec<_> = pages.iter().enumerate().map(passage).collect();
            documents::add(tx, document, 1, &passages).await?;
            documents::done(tx, document, documents::Outcome::Read).await
        })
        .await;
}

/// Returns what a search finds: its source, and the file and the place of a document.
async fn found(store: &Store, user: &User, query: Query) -> Vec<String> {
    let line = |found: SearchResult| match (found.file, found.place) {
        (Some(file), Some(place)) => {
            format!("{file}, {place}, of {}", found.untrusted.stored().unwrap_or_default())
        }
        _ => found.source.to_owned(),
    };
    find(store, user, query).await.into_iter().map(line).collect()
}

#[tokio::test]
async fn a_document_is_found_by_its_owner_and_not_in_a_group() {
    let store = Store::new().await;
    let ((alice, _), (bob, _)) = (store.person("alice").await, store.person("bob").await);
    let pages = &["The lease begins in May.", "The deposit is two months' rent.", "Pets need consent."];
    keep_document(&store, &alice, "/shared/lease.pdf", pages).await;
    keep_document(&store, &bob, "/shared/rent.txt", &["Bob pays a deposit too."]).await;
    keep(&store, &alice, "note-keys", "The keys are with carol.", &["lease"]).await;

    let asked = Query { include_documents: true, ..asks("How much is the deposit?", &[]) };
    assert_eq!(
        found(&store, &alice, asked.clone()).await,
        ["/shared/lease.pdf, page 2, of the document /shared/lease.pdf"]
    );
    let of_bob = found(&store, &bob, asked.clone()).await;
    assert_eq!(of_bob, ["/shared/rent.txt, page 1, of "], "a plain text is as its file is");
    let group = Scope::Group { channel: "test".into(), chat: "club".into() };
    for elsewhere in [
        Query { scope: group, ..asked.clone() },
        Query { tags: vec!["lease".into()], ..asked.clone() },
        asks("How much is the deposit?", &[]),
    ] {
        let lines = found(&store, &alice, elsewhere).await;
        assert!(!lines.iter().any(|line| line.contains("lease.pdf")), "{lines:?}");
    }

    // What is deleted is found no more.
    let (user, moved) = (alice.user_id.clone(), ("/shared/lease.pdf", "/.trash/1/item"));
    store.write(async move |tx| file_origins::rename(tx, &user, moved, &Sources::OWN).await).await;
    assert_eq!(found(&store, &alice, asked).await, [""; 0]);
}
