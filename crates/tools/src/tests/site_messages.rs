use adjutant_domain::{ids::SiteMessageId, timestamp::Timestamp};
use adjutant_store::{
    db::SyncedTx,
    site::{
        self,
        messages::{self, Message},
    },
};

use super::*;

/// Lets a visitor write to a person's website; returns the message.
async fn received(person: &Person<'_>, email: &str, text: &str, at: Timestamp) -> Message {
    let (user, email, text) = (person.context.user.user_id.clone(), email.to_owned(), text.to_owned());
    let put = async move |tx: &SyncedTx| {
        let message = Message {
            message_id: SiteMessageId::generate(),
            site_id: site::open(tx, &user, at).await?.site_id,
            page: "Welcome".to_owned(),
            name: "Carol".to_owned(),
            address: format!("digest of the address of {email}"),
            email: email.clone(),
            content: "digest of the words".to_owned(),
            message: text.clone(),
            received_at: at,
        };
        messages::put(tx, &message).await?;
        Ok(message)
    };
    person.bench.store.write(put).await
}

#[tokio::test]
async fn what_visitors_wrote_is_listed_as_their_words() {
    let bench = Bench::new().await;
    let (alice, bob) = (bench.person("alice").await, bench.person("bob").await);
    let none = alice.call("site_list_messages", json!({})).await.unwrap();
    assert_eq!(
        (read(&none)["message"].as_str(), &none.untrusted),
        (Some("There are no messages."), &Sources::OWN)
    );

    let spam = received(&alice, "spam@example.org", "Buy now", NOW).await;
    received(&alice, "carol@example.org", "May I row?", NOW + std::time::Duration::from_secs(60)).await;
    let block = async move |tx: &SyncedTx| messages::block(tx, &spam, NOW).await;
    bench.store.write(block).await;
    let outcome = alice.call("site_list_messages", json!({})).await.unwrap();
    assert_eq!(outcome.untrusted, "a message of a visitor of your website".into());
    let mut listed = read(&outcome);
    for message in listed["messages"].as_array_mut().unwrap() {
        assert!(message["message_id"].take().is_string());
    }
    assert_eq!(
        listed,
        json!({
            "message": "2 messages.",
            "messages": [
                {
                    "message_id": null, "page": "Welcome", "name": "Carol", "email": "carol@example.org",
                    "message": "May I row?", "received_at": "2026-05-01T10:01:00+02:00", "is_blocked": false,
                },
                {
                    "message_id": null, "page": "Welcome", "name": "Carol", "email": "spam@example.org",
                    "message": "Buy now", "received_at": "2026-05-01T10:00:00+02:00", "is_blocked": true,
                },
            ],
        })
    );
    let none = bob.json("site_list_messages", json!({})).await;
    assert_eq!(none["messages"], json!([]), "another person's");
}

#[tokio::test]
async fn many_and_long_messages_are_read_on() {
    let bench = Bench::new().await;
    let alice = bench.person("alice").await;
    for number in 0..5 {
        let at = NOW + std::time::Duration::from_secs(number);
        received(&alice, "carol@example.org", &number.to_string().repeat(3_000), at).await;
    }
    let first = async |arguments: Value| {
        let listed = alice.json("site_list_messages", arguments).await;
        let all = listed["messages"].as_array().unwrap().iter();
        let shown: String = all.map(|it| it["message"].as_str().unwrap()[..1].to_owned()).collect();
        (shown, listed["next_offset"].as_i64())
    };
    assert_eq!(first(json!({ "limit": 2 })).await, ("43".to_owned(), Some(2)));
    assert_eq!(first(json!({ "limit": 2, "offset": 2 })).await, ("21".to_owned(), Some(4)));
    assert_eq!(first(json!({ "limit": 2, "offset": 4 })).await, ("0".to_owned(), None));
    assert_eq!(first(json!({})).await, ("432".to_owned(), Some(3)), "what fits into one result");
    assert_eq!(first(json!({ "offset": 3 })).await, ("10".to_owned(), None));
    // The longest message that the form takes, in characters of many bytes.
    received(
        &alice,
        "carol@example.org",
        &"\u{1f6a3}".repeat(4_000),
        NOW + std::time::Duration::from_secs(9),
    )
    .await;
    let long = alice.json("site_list_messages", json!({})).await;
    assert_eq!((long["messages"].as_array().map(Vec::len), &long["next_offset"]), (Some(1), &json!(1)));
}
