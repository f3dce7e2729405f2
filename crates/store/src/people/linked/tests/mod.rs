use std::collections::BTreeSet;

use adjutant_domain::{
    ids::{NoteId, ScheduleId, UserId},
    origin::Sources,
    zones::{Tz, Zone},
};

use super::*;
use crate::{
    audit, grants, notes,
    people::{self, AccountRef, Admission, Role},
    schedules, search,
    testing::NOW,
};

mod room;
mod shared;

use room::{NAMES, room};

#[tokio::test]
async fn whoever_is_linked_has_the_times_that_either_has_set() {
    let (store, users) = room().await;
    let [alice, bob, carol] = [0, 1, 2].map(|i| users[i].user_id.clone());
    store
        .write(async move |tx| {
            let times = async |user: &UserId| {
                let user = get(tx, user).await?;
                anyhow::Ok((user.timezone, user.quiet_from.zip(user.quiet_until)))
            };
            let (zone, night) = (|zone: Zone| Some(zone.name().to_owned()), Some((1_320, 420)));
            people::set_timezone(tx, &bob, Some(Zone::of(Tz::Europe__Paris))).await?;
            people::set_quiet(tx, &bob, night).await?;
            link(tx, &alice, &bob).await?;
            assert_eq!(times(&alice).await?, (zone(Zone::of(Tz::Europe__Paris)), night));

            people::set_timezone(tx, &alice, Some(Zone::of(Tz::Asia__Tokyo))).await?;
            people::set_timezone(tx, &carol, Some(Zone::of(Tz::America__Lima))).await?;
            assert_eq!(times(&bob).await?, (zone(Zone::of(Tz::Asia__Tokyo)), night));
            link(tx, &carol, &alice).await?;
            for user in [&alice, &bob, &carol] {
                assert_eq!(
                    times(user).await?,
                    (zone(Zone::of(Tz::America__Lima)), night),
                    "the one who asked first wins"
                );
            }

            unlink(tx, &bob).await?;
            people::set_timezone(tx, &alice, None).await?;
            people::set_quiet(tx, &alice, None).await?;
            assert_eq!(times(&carol).await?, (None, None));
            assert_eq!(times(&bob).await?, (zone(Zone::of(Tz::America__Lima)), night));
            Ok(())
        })
        .await;
}

#[tokio::test]
async fn what_a_linked_user_changes_stays_whose_it_was() {
    let (store, users) = room().await;
    let [alice, bob, carol] = [0, 1, 2].map(|i| users[i].user_id.clone());
    store
        .write(async move |tx| {
            let id = NoteId("alice".into());
            assert!(!notes::update(tx, &bob, &id, "rye", None, &Sources::OWN, NOW).await?);
            assert!(!notes::delete(tx, &bob, &id, NOW).await?);
            link(tx, &alice, &bob).await?;
            assert!(notes::update(tx, &bob, &id, "rye", None, &Sources::OWN, NOW).await?);
            let schedule = schedules::get(tx, &bob, &ScheduleId("alice".into())).await?.unwrap();
            schedules::put(tx, &schedules::Schedule { name: "walk".into(), ..schedule }).await?;
            assert!(!notes::delete(tx, &carol, &id, NOW).await?);
            assert!(!schedules::delete(tx, &carol, &ScheduleId("alice".into())).await?);

            unlink(tx, &bob).await?;
            let rye = async |user: &UserId| {
                let searched = search::Searched::of(tx, user, search::Source::Note, None).await?;
                searched.matching(tx, "\"rye\"", 5).await.map(|rows| rows.len())
            };
            assert_eq!((rye(&alice).await?, rye(&bob).await?), (1, 0));
            let walk = schedules::get(tx, &alice, &ScheduleId("alice".into())).await?.unwrap();
            assert_eq!((walk.name.as_str(), walk.user_id), ("walk", alice.clone()));

            link(tx, &bob, &alice).await?;
            assert!(schedules::delete(tx, &bob, &ScheduleId("alice".into())).await?);
            assert!(notes::delete(tx, &bob, &id, NOW).await?);
            let grant = grants::in_force(tx, &alice, NOW).await?.into_iter().find(|it| it.label == "alice");
            let id = grant.unwrap().grant_id;
            assert_eq!(grants::revoke(tx, &carol, &id, NOW).await?, None);
            assert_eq!(
                grants::revoke(tx, &bob, &id, NOW).await?.map(|grant| grant.user_id),
                Some(alice.clone())
            );
            Ok(())
        })
        .await;
}

#[tokio::test]
async fn the_owner_s_role_and_an_approver_s_hold_for_the_person() {
    let (store, users) = room().await;
    let [alice, bob, carol] = [0, 1, 2].map(|i| users[i].user_id.clone());
    store
        .write(async move |tx| {
            people::ensure_owner(tx, NOW).await?;
            let owner = people::owner(tx).await?.user_id;
            link(tx, &alice, &owner).await?;
            link(tx, &carol, &bob).await?;
            assert!(people::note_approver(tx, &carol, &["test:bob".into()]).await?);
            let who = async |user: &UserId| get(tx, user).await.map(|user| (user.role, user.approver));
            assert_eq!(who(&alice).await?, (Role::Owner, false));
            assert_eq!(who(&bob).await?, (Role::Member, true));
            assert_eq!(people::owner(tx).await?.user_id, owner, "links leave the owner the same user");
            unlink(tx, &owner).await?;
            unlink(tx, &bob).await?;
            assert_eq!(who(&owner).await?, (Role::Owner, false));
            assert_eq!(who(&alice).await?, (Role::Member, false));
            assert_eq!(who(&bob).await?, (Role::Member, true));
            assert_eq!(who(&carol).await?, (Role::Member, false));
            link(tx, &carol, &bob).await?;
            assert!(!people::note_approver(tx, &carol, &[]).await?, "nobody is named any more");
            Ok(())
        })
        .await;
}

#[tokio::test]
async fn a_person_of_several_is_listed_by_identity_and_named() {
    let (store, users) = room().await;
    let [alice, bob, carol] = [0, 1, 2].map(|i| users[i].user_id.clone());
    store
        .write(async move |tx| {
            assert_eq!(linked_identities(tx, &alice).await?, []);
            link(tx, &alice, &bob).await?;
            link(tx, &carol, &bob).await?;
            let pair = |name: &str| (format!("test:{name}"), name.to_owned());
            assert_eq!(linked_identities(tx, &bob).await?[0], pair("bob"), "their own first");
            let all: BTreeSet<_> = linked_identities(tx, &alice).await?.into_iter().collect();
            assert_eq!(all, BTreeSet::from(NAMES.map(pair)));
            assert!(audit::page(tx, 0, NOW, None, 10).await?.is_empty());
            Ok(())
        })
        .await;
}

#[tokio::test]
async fn whom_the_configuration_lists_no_more_is_asked_nothing() {
    let (store, users) = room().await;
    let [alice, bob, _] = [0, 1, 2].map(|i| users[i].user_id.clone());
    store
        .write(async move |tx| {
            people::add_identity(tx, &bob, AccountRef::new("test", "bob"), Admission::Listed, NOW).await?;
            link(tx, &alice, &bob).await?;
            let chats = async |listed: &[&str]| {
                let listed: Vec<_> = listed.iter().map(|id| (*id).to_owned()).collect();
                let chats = people::direct_chats(tx, &alice, "test", &listed).await?;
                anyhow::Ok(chats.into_iter().map(|chat| chat.chat).collect::<Vec<_>>())
            };
            assert_eq!(chats(&["test:bob"]).await?, ["alice", "bob"]);
            assert_eq!(chats(&[]).await?, ["alice"]);
            Ok(())
        })
        .await;
}
