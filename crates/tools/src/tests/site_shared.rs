//! The tools of the website in a group, which change only the site that is shared with the group.

use adjutant_channel::ChatKind;
use adjutant_domain::tools::Decider;
use adjutant_store::{
    db::SyncedTx,
    sessions,
    site::{self, sharing},
};

use super::*;

const OTHERS: &str = "a shared website";

/// Returns the context of a person in this group.
pub(super) async fn in_group<'a>(person: &Person<'a>, group: &'static str) -> Person<'a> {
    let user = person.context.user.user_id.clone();
    let open = async move |tx: &SyncedTx| {
        sessions::open(tx, &testing::chat(group), ChatKind::Group, &user, NOW).await
    };
    let session = person.bench.store.write(open).await;
    Person { bench: person.bench, context: Context { session, ..person.context.clone() } }
}

/// Shares a person's website with a group.
pub(super) async fn share(person: &Person<'_>, group: &'static str) {
    let user = person.context.user.user_id.clone();
    let share = async move |tx: &SyncedTx| {
        let site = site::open(tx, &user, NOW).await?.site_id;
        sharing::share(tx, &user, &site, &testing::chat(group), NOW).await
    };
    person.bench.store.write(share).await;
}

async fn makes_page(person: &Person<'_>, title: &str) -> Outcome<Value> {
    person.call("site_create_page", json!({ "title": title })).await.unwrap()
}

async fn titles(person: &Person<'_>) -> Vec<String> {
    let listed = person.json("site_list_pages", json!({})).await;
    let all = listed["pages"].as_array().unwrap().iter();
    all.map(|page| page["title"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn where_no_website_is_shared_calls_are_rejected() {
    let bench = Bench::new().await;
    let alice = bench.person("alice").await;
    let page = read(&makes_page(&alice, "Alice's").await)["page"]["page_id"].clone();
    let here = in_group(&alice, "family").await;
    let why = "rejected: no website is shared with this group; its owner can share it: /site share";
    let update = json!({ "page_id": page, "title": "Ours" });
    for (tool, arguments) in
        [("site_list_pages", json!({})), ("site_update_page", update.clone()), ("site_publish", json!({}))]
    {
        assert_eq!(here.error(tool, arguments).await, why, "{tool}");
    }
    let asked = here.requirement("site_update_page", update).await.unwrap_err();
    assert_eq!(explained(&asked), why, "nobody is asked");
    share(&alice, "choir").await;
    assert_eq!(here.error("site_list_pages", json!({})).await, why, "another group's");
    assert_eq!(titles(&alice).await, ["Alice's"]);
}

#[tokio::test]
async fn in_a_group_everybody_changes_the_site_that_is_shared_with_it() {
    let bench = Bench::new().await;
    let (alice, bob) = (bench.person("alice").await, bench.person("bob").await);
    makes_page(&alice, "Alice's").await;
    makes_page(&bob, "Bob's").await;
    share(&alice, "family").await;
    let (alice_here, bob_here) = (in_group(&alice, "family").await, in_group(&bob, "family").await);

    let read_by =
        async |person: &Person<'_>| person.call("site_list_pages", json!({})).await.unwrap().untrusted;
    assert_eq!(read_by(&bob_here).await, OTHERS.into());
    assert_eq!(read_by(&alice_here).await, Sources::OWN);
    assert_eq!(makes_page(&bob_here, "Ours").await.untrusted, OTHERS.into());
    assert_eq!(titles(&bob_here).await, ["Alice's", "Ours"]);
    assert_eq!(titles(&alice).await, ["Alice's", "Ours"]);
    assert_eq!(titles(&bob).await, ["Bob's"], "bob's own site is as it was");
    assert_eq!(read_by(&bob).await, Sources::OWN);
    assert_eq!(read_by(&alice).await, OTHERS.into(), "what bob has written for her");

    let why = "rejected: what visitors write is for the owner of the website, who can ask for it in their direct chat";
    for person in [&alice_here, &bob_here] {
        assert_eq!(person.error("site_list_messages", json!({})).await, why);
    }
}

#[tokio::test]
async fn what_a_shared_site_publishes_is_for_reviewers_to_decide() {
    let folder = tempfile::tempdir().unwrap();
    let bench = site_posts::publishing_into(folder.path()).await;
    let (alice, bob) = (bench.person("alice").await, bench.person("bob").await);
    site_posts::site(&alice).await;
    share(&alice, "family").await;
    for person in [in_group(&alice, "family").await, in_group(&bob, "family").await] {
        assert_eq!(person.question("site_publish", json!({})).await.decider, Decider::Reviewer);
    }
    assert_ne!(alice.question("site_publish", json!({})).await.decider, Decider::Reviewer, "in her own chat");
}

#[tokio::test]
async fn nobody_s_own_files_are_shown_to_a_group() {
    let bench = Bench::new().await;
    let (alice, bob) = (bench.person("alice").await, bench.person("bob").await);
    share(&alice, "family").await;
    for (path, content) in [("diary/one.md", "Dear diary."), ("me.png", "no picture")] {
        bob.json("file_write", json!({ "path": format!("/shared/{path}"), "content": content })).await;
    }
    let bob = in_group(&bob, "family").await;
    let why = "rejected: files are imported in the direct chat of the website's owner: here others would read what the \
               person has kept";
    let diary = json!({ "path": "/shared/diary" });
    assert_eq!(explained(&bob.requirement("site_import", diary.clone()).await.unwrap_err()), why);
    assert_eq!(bob.error("site_import", diary).await, why);
    let asked = bob.question("site_add_image", json!({ "path": "/shared/me.png" })).await;
    assert_eq!(asked.decider, Decider::OnlyRequester);
}

#[tokio::test]
async fn what_is_undone_is_what_was_asked_about() {
    let bench = Bench::new().await;
    let (alice, bob) = (bench.person("alice").await, bench.person("bob").await);
    share(&alice, "family").await;
    makes_page(&alice, "Welcome").await;
    makes_page(&alice, "Dates").await;
    let here = in_group(&bob, "family").await;
    let asked = here.requirement("site_undo", json!({})).await.unwrap().ask;
    alice.json("site_update_settings", json!({ "title": "Choir" })).await;
    let context = Context { basis: asked.basis, ..here.context.clone() };
    let undone = Person { bench: &bench, context }.json("site_undo", json!({})).await;
    assert_eq!(undone["undone"], "made the page “Dates”");
    assert_eq!(titles(&alice).await, ["Welcome"]);
}

#[tokio::test]
async fn what_a_member_takes_along_stays_other_people_s_words() {
    let bench = Bench::new().await;
    let (alice, bob) = (bench.person("alice").await, bench.person("bob").await);
    share(&alice, "family").await;
    makes_page(&alice, "Welcome").await;
    let here = in_group(&bob, "family").await;
    let export = json!({ "path": "/shared/site" });
    assert_eq!(here.question("site_export", export.clone()).await.decider, Decider::OnlyRequester);
    here.json("site_export", export).await;
    let read = bob.call("file_read", json!({ "path": "/shared/site/_site.md" })).await.unwrap();
    assert!(read.untrusted.to_string().contains(OTHERS), "{}", read.untrusted);
}
