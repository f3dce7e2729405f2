//! The texts of a website get their vectors from the same queue, and are compared only within that site.

use adjutant_domain::{
    ids::{PageId, PostId, SectionId, SiteId, UserId},
    origin::Sources,
    site::PageStatus,
};
use adjutant_store::site::{self, By, Subject, pages, posts, sections};

use super::*;
use crate::{Scored, SiteQuery};

const ALL: &[Subject] = &[Subject::Page, Subject::Section, Subject::Post];

/// Makes a site of a user with a page of one section, and a post.
async fn site_of(store: &Store, user: &User) -> SiteId {
    let user = user.user_id.clone();
    store
        .write(async move |tx| {
            let site = site::open(tx, &user, NOW).await?.site_id;
            let by = By { user: &user, author: &user, what: "", now: NOW, untrusted: &Sources::OWN };
            let content = serde_json::json!({ "body": "Oars and boats wait at the landing stage" });
            let section =
                sections::New { section_id: SectionId::generate(), template: "text", content: &content };
            let page = pages::New {
                page_id: PageId("page-rowing".to_owned() + user.as_str()),
                title: "Rowing",
                slug: "rowing",
                description: "",
                status: PageStatus::Draft,
                is_home: false,
                sections: &[section],
            };
            pages::add(tx, &site, &page, &by).await?;
            let post = posts::New {
                post_id: PostId("post-supper".to_owned() + user.as_str()),
                title: "Supper",
                slug: "supper",
                body: "We cooked soup with onions",
                excerpt: None,
                author: None,
                tags: &[],
                published_at: None,
            };
            posts::add(tx, &site, &post, &by).await?;
            Ok(site)
        })
        .await
}

/// Returns the texts of a site that share words with a query, nearest first.
async fn near(memory: &Memory, user: &UserId, site: &SiteId, text: &str) -> Vec<String> {
    let (store_user, id) = (user.clone(), site.clone());
    let ids = async move |tx: &Tx| {
        let pieces = site::texts::pieces(tx, &store_user, &id, ALL).await?;
        Ok(pieces.into_iter().map(|piece| piece.subject_id).collect::<std::collections::BTreeSet<_>>())
    };
    let ids = memory.db.read(ids).await.unwrap();
    let query = SiteQuery {
        user: user.clone(),
        site: site.clone(),
        text: text.to_owned(),
        of: ALL,
        by_words: ids.iter().cloned().collect(),
    };
    let meaning = memory.near_in_site(query).await.unwrap();
    assert_eq!(meaning.keyword_only, None);
    let mut near: Vec<_> = ids.iter().filter_map(|id| meaning.of(id)).filter(|it| it.cosine > 0.1).collect();
    near.sort_by(|one, two| two.cosine.total_cmp(&one.cosine));
    near.into_iter().map(|nearest| nearest.text.replace('\n', " ")).collect()
}

#[tokio::test]
async fn what_a_website_says_is_embedded_below_its_title_and_found_in_that_site_alone() {
    let bag = Bag::new("bag");
    let mut room = Room::new(Some(bag.clone())).await;
    let alice = room.alice.clone();
    let site = site_of(&room.store, &alice).await;
    let (bob, _) = room.store.person("bob").await;
    let of_bob = site_of(&room.store, &bob).await;
    room.save("boats", "The boats are blue").await;
    assert_eq!(bag.asked(), [[""; 0]; 0], "a change waits for no embedder");
    assert_eq!(room.counts().await, (7, 0));
    room.rests().await;
    assert_eq!(room.counts().await, (0, 7));
    let asked: Vec<_> = bag.asked().into_iter().flatten().collect();
    assert_eq!(asked[0], "The boats are blue", "notes come first");
    let section = "Rowing\nOars and boats wait at the landing stage";
    assert_eq!(asked.iter().filter(|text| *text == section).count(), 2);
    assert_eq!(asked.iter().filter(|text| *text == "Supper We cooked soup with onions").count(), 0);

    let (alice, bob) = (&alice.user_id, &bob.user_id);
    let found = ["Oars and boats wait at the landing stage"];
    assert_eq!(near(&room.memory, alice, &site, "boats at the landing").await, found);
    assert_eq!(near(&room.memory, alice, &site, "onions soup").await, ["Supper We cooked soup with onions"]);
    assert_eq!(near(&room.memory, bob, &of_bob, "boats at the landing").await, found);
    assert_eq!(near(&room.memory, bob, &site, "boats at the landing").await, [""; 0]);
    let of_all = room.search("landing").await;
    assert_eq!(of_all, (0, None), "memory_search finds nothing of a website");
}

#[tokio::test]
async fn another_model_reads_websites_anew_and_without_one_they_wait() {
    let (old, new) = (Bag::new("old"), Bag::new("new"));
    let mut room = Room::new(None).await;
    let site = site_of(&room.store, &room.alice).await;
    room.rests().await;
    assert_eq!(room.counts().await, (3, 0));
    let query = SiteQuery {
        user: room.alice.user_id.clone(),
        site: site.clone(),
        text: "boats".to_owned(),
        of: ALL,
        by_words: std::iter::once("page".to_owned()).collect(),
    };
    let meaning = room.memory.near_in_site(query.clone()).await.unwrap();
    assert_eq!((meaning.of("page"), &meaning.keyword_only), (None, &None));

    for bag in [&old, &new] {
        room.starts_again(Some(bag.clone()));
        room.rests().await;
        assert_eq!(room.counts().await, (0, 3));
        let found = near(&room.memory, &room.alice.user_id, &site, "boats at the landing").await;
        assert_eq!(found, ["Oars and boats wait at the landing stage"]);
    }
    new.set_down(Some(unavailable("the server does not answer")));
    let meaning = room.memory.near_in_site(query).await.unwrap();
    assert_eq!(meaning.keyword_only.as_deref(), Some("the server does not answer"));
}

#[tokio::test]
async fn words_and_meaning_count_together() {
    let (memory, _) = memory_of(&Store::new().await, None);
    let found = |words: f64, cosine: f32| Scored { words, cosine: Some(cosine) };
    let scores = memory.scores_in_site(&[found(1.0, 0.7), found(0.0, 0.6), found(0.5, 0.1), found(0.0, 0.2)]);
    let [both, near, words, neither] = &*scores else { panic!("a score for each") };
    assert_eq!((both, neither), (&Some(1.0), &None));
    assert!(near > words && words.is_some(), "{scores:?}");
    let alone = |words: f64| memory.scores_in_site(&[Scored { words, cosine: None }]);
    assert_eq!((alone(0.4), alone(0.0)), (vec![Some(0.4)], vec![None]), "without vectors words decide");
    assert_eq!(memory.scores_in_site(&[found(0.0, 0.3), found(0.0, 0.1)]), [None, None], "nothing is near");
    assert_eq!(memory.scores_in_site(&[found(0.0, 0.4)]), [Some(0.5)]);
}
