//! Searches of a website also find other words for its content.

use adjutant_memory::{
    embedder::{Embedder, Local},
    indexer::{Indexer, Step},
    testing::{Bag, unavailable},
};

use super::{
    site_pictures::picture,
    site_shared::{in_group, share},
    *,
};

impl Bench {
    /// A person whose memory has this embedder.
    async fn person_with(&self, name: &'static str, embedder: Arc<dyn Embedder>) -> Person<'_> {
        let mut person = self.person(name).await;
        let zone = person.context.zone;
        let (db, settings) = (self.store.db.clone(), self.config.memory.clone());
        person.context.memory =
            Arc::new(Memory::new(db, (self.clock.clone(), zone), settings, Some(embedder)));
        person
    }
}

impl Person<'_> {
    /// Makes a vector for each text in the queue.
    async fn indexed(&self) {
        let mut indexer = Indexer::new(&self.context.memory, self.bench.store.process.clone());
        while indexer.step().await.unwrap() != Step::Idle {}
    }

    /// Makes a page of one section of text.
    async fn page(&self, title: &str, body: &str) {
        let sections = json!([{ "template": "text", "content": { "body": body } }]);
        let page = json!({ "title": title, "sections": sections });
        self.json("site_create_page_with_content", page).await;
    }

    /// Returns the titles of the results of a search, best first.
    async fn finds(&self, tool: &str, query: &str) -> Vec<String> {
        let found = self.json(tool, json!({ "query": query })).await;
        let title = |found: &Value| found["title"].as_str().unwrap().to_owned();
        found["matches"].as_array().unwrap().iter().map(title).collect()
    }
}

fn bundled() -> Arc<dyn Embedder> {
    Arc::new(Local::bundled(Arc::new(ManualClock::new(NOW.to_utc()))))
}

#[tokio::test]
async fn a_website_is_found_in_other_words_with_what_says_it() {
    let bench = Bench::new().await;
    let (alice, bob) =
        (bench.person_with("alice", bundled()).await, bench.person_with("bob", bundled()).await);
    alice.page("Visit us", "The shop is open from Monday to Friday, nine to five.").await;
    alice.page("Delivery", "Parcels are sent by train and arrive within three days.").await;
    alice.page("About", "My grandmother founded this bakery in 1952.").await;
    let long = format!("{}\n\nThe puppy may sleep in the kitchen.", "Flour, water and salt. ".repeat(50));
    let posts = [("Bread", &*long), ("Harvest", "The apples were picked in autumn.")];
    for (title, body) in posts {
        alice.json("site_create_post", json!({ "title": title, "body": body })).await;
    }
    picture(&bench, &alice, "boat.jpg", "A red boat on the river").await;
    picture(&bench, &alice, "lawn.jpg", "Children eat ice cream on the lawn").await;
    bob.page("Opening hours", "Bob's garage opens at noon.").await;
    alice.indexed().await;

    let mut found = Vec::new();
    for query in [
        "opening hours",
        "shipping of packages",
        "history of the company",
        "fruit",
        "where does the dog stay?",
    ] {
        found.push(format!("{query}: {}", alice.finds("site_search_pages", query).await.join(", ")));
    }
    for query in ["vessel on the water", "frozen dessert", "a red bota"] {
        found.push(format!("{query}: {}", alice.finds("site_search_images", query).await.join(", ")));
    }
    insta::assert_snapshot!(found.join("\n"), @"
    opening hours: Visit us
    shipping of packages: Delivery
    history of the company: About
    fruit: Harvest
    where does the dog stay?: Bread
    vessel on the water: A red boat on the river
    frozen dessert: Children eat ice cream on the lawn
    a red bota: A red boat on the river
    ");
    let dog = alice.json("site_search_pages", json!({ "query": "where does the dog stay?" })).await;
    assert!(dog["matches"][0]["text"].as_str().unwrap().contains("puppy"), "{dog}");
    assert_eq!(alice.finds("site_search_pages", "quantum chromodynamics").await, [""; 0]);
    assert_eq!(bob.finds("site_search_pages", "opening hours").await, ["Opening hours"]);
    assert_eq!(bob.finds("site_search_pages", "where does the dog stay?").await, [""; 0]);
    assert_eq!(bob.finds("site_search_images", "vessel on the water").await, [""; 0]);
}

#[tokio::test]
async fn in_a_group_the_shared_website_is_searched() {
    let bench = Bench::new().await;
    let (alice, bob) =
        (bench.person_with("alice", bundled()).await, bench.person_with("bob", bundled()).await);
    alice.page("Harvest", "The apples were picked in autumn.").await;
    bob.page("Orchard", "Bob's pears are sweet.").await;
    alice.indexed().await;
    share(&alice, "family").await;
    let here = in_group(&bob, "family").await;
    assert_eq!(here.finds("site_search_pages", "fruit").await, ["Harvest"]);
    let outcome = here.call("site_search_pages", json!({ "query": "fruit" })).await.unwrap();
    assert_eq!(outcome.untrusted, "a shared website".into());
    assert_eq!(bob.finds("site_search_pages", "fruit").await, ["Orchard"]);
}

#[tokio::test]
async fn without_vectors_the_words_decide_and_the_model_is_told() {
    let bench = Bench::new().await;
    let bag = Bag::new("bag");
    let alice = bench.person_with("alice", bag.clone()).await;
    alice.page("Visit us", "The shop is open from Monday to Friday.").await;
    bag.set_down(Some(unavailable("the server does not answer")));
    let found = alice.json("site_search_pages", json!({ "query": "shop" })).await;
    assert_eq!(found["matches"].as_array().unwrap().len(), 1);
    insta::assert_snapshot!(found["message"].as_str().unwrap(), @"Found 1 match. The search went by words alone (the server does not answer): other words may find more.");
    let found = alice.json("site_search_images", json!({ "query": "shop" })).await;
    insta::assert_snapshot!(found["message"].as_str().unwrap(), @"Nothing was found; site_list_images lists all pictures. The search went by words alone (the server does not answer): other words may find more.");
    // Texts without a vector yet are found by their words, beside those that have one.
    bag.set_down(None);
    alice.indexed().await;
    alice.page("Shop", "Cakes.").await;
    let found = alice.json("site_search_pages", json!({ "query": "shop" })).await;
    assert_eq!(
        (&found["message"], &found["matches"][0]["title"]),
        (&json!("Found 2 matches."), &json!("Shop"))
    );
}
