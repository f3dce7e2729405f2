use adjutant_domain::ids::SiteMessageId;

use super::*;
use crate::site::messages::{self, Message};

const HOUR: std::time::Duration = std::time::Duration::from_hours(1);

fn message(site: &SiteId, email: &str, address: &str, at: Timestamp) -> Message {
    Message {
        message_id: SiteMessageId::generate(),
        site_id: site.clone(),
        page: "Welcome".to_owned(),
        name: "Bob".to_owned(),
        email: email.to_owned(),
        message: "Hello".to_owned(),
        address: address.to_owned(),
        content: format!("{email} says Hello"),
        received_at: at,
    }
}

#[tokio::test]
async fn messages_are_counted_by_site_and_by_address() {
    let (store, _, site) = with_site().await;
    store
        .write(async move |tx| {
            for (at, address) in [(0, "one"), (10, "two"), (20, "one")] {
                messages::put(tx, &message(&site, "bob@example.org", address, NOW + ms(at))).await?;
            }
            let now = NOW + ms(30);
            let of_site = async |most| messages::full_until(tx, &site, (most, HOUR), now).await;
            assert_eq!(of_site(4).await?, None);
            assert_eq!(of_site(3).await?, Some(NOW + HOUR));
            assert_eq!(of_site(2).await?, Some(NOW + ms(10) + HOUR));
            let of =
                async |address, now| messages::address_full_until(tx, (&site, address), (2, HOUR), now).await;
            assert_eq!(of("one", now).await?, Some(NOW + HOUR));
            assert_eq!(of("two", now).await?, None);
            assert_eq!(of("one", NOW + HOUR + ms(1)).await?, None, "an hour later the first counts no more");

            let repeated = async |content, since| messages::is_repeated(tx, &site, content, since).await;
            assert!(repeated("bob@example.org says Hello", NOW).await?);
            assert!(!repeated("bob@example.org says Hello", NOW + ms(20)).await?);
            assert!(!repeated("bob@example.org says Bye", NOW).await?);
            Ok(())
        })
        .await;
}

#[tokio::test]
async fn a_persons_messages_are_listed_the_newest_first() {
    let (store, alice, site) = with_site().await;
    let (bob, _) = store.person("bob").await;
    store
        .write(async move |tx| {
            let sent: Vec<_> =
                (0..3).map(|at| message(&site, "carol@example.org", "one", NOW + ms(at))).collect();
            for message in &sent {
                messages::put(tx, message).await?;
            }
            let newest: Vec<_> = sent.iter().rev().cloned().collect();
            assert_eq!(messages::list(tx, &alice, 9, 0).await?, newest);
            assert_eq!(messages::list(tx, &alice, 1, 1).await?, newest[1..2]);
            assert_eq!(messages::list(tx, &bob.user_id, 9, 0).await?, [], "another person's");
            Ok(())
        })
        .await;
}

#[tokio::test]
async fn a_blocked_sender_is_known_by_mail_and_by_address_until_unblocked() {
    let (store, alice, site) = with_site().await;
    let (bob, _) = store.person("bob").await;
    store
        .write(async move |tx| {
            let sent = message(&site, "Bob@Example.org", "one", NOW);
            let id = &sent.message_id;
            messages::put(tx, &sent).await?;
            assert_eq!(messages::get(tx, &alice, id).await?.as_ref(), Some(&sent));
            assert_eq!(messages::get(tx, &bob.user_id, id).await?, None, "another person's");
            for _ in 0..2 {
                messages::block(tx, &sent, NOW).await?;
            }
            let blocked = async |email, address| messages::is_blocked(tx, &site, email, address).await;
            assert!(blocked("bob@example.ORG", "two").await?);
            assert!(blocked("carol@example.org", "one").await?);
            assert!(!blocked("carol@example.org", "two").await?);

            assert_eq!(messages::unblock(tx, &bob.user_id, id).await?, None, "another person's");
            tx.execute("DELETE FROM site_messages", ()).await?;
            assert_eq!(messages::unblock(tx, &alice, id).await?.as_deref(), Some("bob@example.org"));
            assert_eq!(messages::unblock(tx, &alice, id).await?, None);
            assert!(!blocked("bob@example.org", "one").await?);
            Ok(())
        })
        .await;
}

#[tokio::test]
async fn the_oldest_blocked_sender_makes_room() {
    let (store, _, site) = with_site().await;
    store
        .write(async move |tx| {
            for number in 0..1_002 {
                let sent = message(&site, &format!("{number}@example.org"), &number.to_string(), NOW);
                messages::block(tx, &sent, NOW + ms(number)).await?;
            }
            let blocked = async |number: &str| messages::is_blocked(tx, &site, "", number).await;
            assert!(!blocked("0").await? && !blocked("1").await?);
            assert!(blocked("2").await? && blocked("1001").await?);
            Ok(())
        })
        .await;
}
