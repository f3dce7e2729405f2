//! Saved documents are found by their content, and only by their owner: everywhere in a direct chat, and in a group
//! only those that were saved there.

use adjutant_channel::ChatKind;
use adjutant_domain::passages::Passage;
use adjutant_store::{
    documents,
    file_origins::{self, SavedFile},
    sessions,
    testing::chat,
};

use super::*;

/// Keeps a document that was saved in the group `club`, or in the person's direct chat.
async fn keep_document(
    store: &Store,
    user: &User,
    (path, place): (&'static str, ChatKind),
    pages: &'static [&'static str],
) {
    let user_id = user.user_id.clone();
    store
        .write(async move |tx| {
            let saved_in = match place {
                ChatKind::Direct => chat("direct"),
                ChatKind::Group => chat("club"),
            };
            let session = sessions::open(tx, &saved_in, place, &user_id, NOW).await?;
            let file = SavedFile {
                user_id: user_id.clone(),
                path: path.to_owned(),
                bytes: pages.concat().len() as i64,
                modified_at: NOW,
                untrusted: Sources::OWN,
                session_id: Some(session.session_id),
            };
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

/// Returns the results of a search: the source, and the file and the place of a document.
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
async fn a_document_is_found_by_its_owner_and_in_a_group_if_it_was_saved_there() {
    let store = Store::new().await;
    let ((alice, _), (bob, _)) = (store.person("alice").await, store.person("bob").await);
    let pages = &["The lease begins in May.", "The deposit is two months' rent.", "Pets need consent."];
    keep_document(&store, &alice, ("/shared/lease.pdf", ChatKind::Direct), pages).await;
    keep_document(&store, &bob, ("/shared/rent.txt", ChatKind::Direct), &["Bob pays a deposit too."]).await;
    keep(&store, &alice, "note-keys", "The keys are with carol.", &["lease"]).await;

    let asked = Query { include_documents: true, ..asks("How much is the deposit?", &[]) };
    assert_eq!(
        found(&store, &alice, asked.clone()).await,
        ["/shared/lease.pdf, page 2, of the document /shared/lease.pdf"]
    );
    let of_bob = found(&store, &bob, asked.clone()).await;
    assert_eq!(of_bob, ["/shared/rent.txt, page 1, of "], "a plain text is as its file is");
    let group = |chat: &str| Scope::Group { channel: "test".into(), chat: chat.into() };
    for elsewhere in [
        Query { scope: group("club"), ..asked.clone() },
        Query { tags: vec!["lease".into()], ..asked.clone() },
        asks("How much is the deposit?", &[]),
    ] {
        let lines = found(&store, &alice, elsewhere).await;
        assert!(!lines.iter().any(|line| line.contains("lease.pdf")), "{lines:?}");
    }

    // In the group, a document that was saved there is found, whoever saved it.
    let pages = &["The boat club takes a deposit of ten euros."];
    keep_document(&store, &alice, ("/shared/club.pdf", ChatKind::Group), pages).await;
    for (user, place, expected) in [
        (&alice, "club", &["/shared/club.pdf, page 1, of the document /shared/club.pdf"][..]),
        (&alice, "choir", &[]),
        (&bob, "club", &[]),
    ] {
        let query = Query { scope: group(place), ..asked.clone() };
        assert_eq!(found(&store, user, query).await, expected, "{place}");
    }
    let all = found(&store, &alice, asked.clone()).await;
    assert!(all.iter().any(|line| line.starts_with("/shared/club.pdf")), "{all:?}");
    // A file that was changed in another chat may contain words from there.
    keep_document(
        &store,
        &alice,
        ("/shared/club.pdf", ChatKind::Direct),
        &["A deposit of ten, and the key is red."],
    )
    .await;
    let query = Query { scope: group("club"), ..asked.clone() };
    assert_eq!(found(&store, &alice, query).await, [""; 0]);
    let moved = ("/shared/club.pdf", "/.trash/2/item");
    let user = alice.user_id.clone();
    store.write(async move |tx| file_origins::rename(tx, &user, moved, &Sources::OWN).await).await;

    // A deleted document is no longer found.
    let (user, moved) = (alice.user_id.clone(), ("/shared/lease.pdf", "/.trash/1/item"));
    store.write(async move |tx| file_origins::rename(tx, &user, moved, &Sources::OWN).await).await;
    assert_eq!(found(&store, &alice, asked).await, [""; 0]);
}
