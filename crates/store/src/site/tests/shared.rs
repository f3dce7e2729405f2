//! Sites that are shared with a group.

use adjutant_channel::{ChatKind, ChatRef};

use super::{
    sharing::{self, Member, Role},
    *,
};
use crate::{
    people::{AccountRef, Admission, User},
    sessions,
    testing::{chat, ms},
};

/// Alice's site, and bob and carol, who talk to the bot in one group.
struct Group {
    store: Store,
    site: SiteId,
    alice: User,
    bob: User,
    carol: User,
}

impl Group {
    async fn new() -> Self {
        let (store, alice, site) = with_site().await;
        let (bob, _) = store.person("bob").await;
        let (carol, _) = store.person("carol").await;
        let people = [alice.clone(), bob.user_id.clone(), carol.user_id.clone()];
        let alice = store
            .write(async move |tx| {
                for (at, user) in (0..).zip(&people) {
                    sessions::open(tx, &chat("club"), ChatKind::Group, user, NOW + ms(at)).await?;
                }
                people::get(tx, &people[0]).await
            })
            .await;
        Self { store, site, alice, bob, carol }
    }

    async fn share(&self, with: &'static str) {
        let (alice, site) = (self.alice.user_id.clone(), self.site.clone());
        self.store.write(async move |tx| sharing::share(tx, &alice, &site, &chat(with), NOW).await).await;
    }

    async fn review(&self, by: &User, member: &User, reviews: bool) {
        let (by, member, site) = (by.user_id.clone(), member.user_id.clone(), self.site.clone());
        self.store
            .write(async move |tx| sharing::set_reviewer(tx, &by, &site, (&member, reviews)).await)
            .await;
    }

    /// Returns a person's role for the group's website.
    async fn role(&self, of: &User, there: &ChatRef) -> Option<Role> {
        let (of, there) = (of.clone(), there.clone());
        let shared = self.store.read(async move |tx| sharing::in_chat(tx, &there, &of).await).await?;
        assert_eq!((shared.site_id, shared.owner.user_id), (self.site.clone(), self.alice.user_id.clone()));
        Some(shared.role)
    }

    async fn members(&self) -> Vec<(String, bool)> {
        let (alice, site) = (self.alice.user_id.clone(), self.site.clone());
        let members = self.store.read(async move |tx| sharing::members(tx, &alice, &site, 9).await).await;
        members.into_iter().map(|Member { name, reviews, .. }| (name, reviews)).collect()
    }
}

fn named(members: &[(&str, bool)]) -> Vec<(String, bool)> {
    members.iter().map(|(name, reviews)| ((*name).to_owned(), *reviews)).collect()
}

#[tokio::test]
async fn the_people_of_a_group_are_editors_until_the_owner_makes_them_reviewers() {
    let group = Group::new().await;
    assert_eq!(group.role(&group.bob, &chat("club")).await, None);
    group.share("club").await;
    assert_eq!(group.role(&group.alice, &chat("club")).await, Some(Role::Owner));
    assert_eq!(group.role(&group.bob, &chat("club")).await, Some(Role::Editor));
    assert_eq!(group.role(&group.bob, &chat("other")).await, None);
    let topic = ChatRef { thread: Some("7".to_owned()), ..chat("club") };
    assert_eq!(group.role(&group.bob, &topic).await, Some(Role::Editor), "each topic is the group's");
    assert_eq!(group.members().await, named(&[("carol", false), ("bob", false)]));

    group.review(&group.alice, &group.bob, true).await;
    assert_eq!(group.role(&group.bob, &chat("club")).await, Some(Role::Reviewer));
    assert_eq!(group.role(&group.carol, &chat("club")).await, Some(Role::Editor));
    assert_eq!(group.members().await, named(&[("bob", true), ("carol", false)]));
    group.review(&group.alice, &group.bob, true).await;
    group.review(&group.alice, &group.bob, false).await;
    assert_eq!(group.role(&group.bob, &chat("club")).await, Some(Role::Editor));
}

#[tokio::test]
async fn nobody_but_the_owner_shares_a_site_or_says_who_reviews_it() {
    let group = Group::new().await;
    let (bob, site) = (group.bob.user_id.clone(), group.site.clone());
    group
        .store
        .write(async move |tx| {
            sharing::share(tx, &bob, &site, &chat("club"), NOW).await?;
            assert!(!sharing::end(tx, &bob, &site).await?);
            Ok(())
        })
        .await;
    assert_eq!(group.role(&group.bob, &chat("club")).await, None);
    group.share("club").await;
    group.review(&group.bob, &group.bob, true).await;
    assert_eq!(group.role(&group.bob, &chat("club")).await, Some(Role::Editor));
    let (bob, site) = (group.bob.user_id.clone(), group.site.clone());
    group
        .store
        .write(async move |tx| {
            assert!(!sharing::end(tx, &bob, &site).await?);
            assert_eq!(sharing::members(tx, &bob, &site, 9).await?, []);
            Ok(())
        })
        .await;
    assert_eq!(group.role(&group.carol, &chat("club")).await, Some(Role::Editor));
}

#[tokio::test]
async fn a_site_is_shared_with_one_group_and_its_reviewers_end_with_that() {
    let group = Group::new().await;
    group.share("club").await;
    group.review(&group.alice, &group.bob, true).await;
    group.share("other").await;
    assert_eq!(group.role(&group.bob, &chat("club")).await, None);
    assert_eq!(group.role(&group.bob, &chat("other")).await, Some(Role::Editor));
    let (alice, site) = (group.alice.user_id.clone(), group.site.clone());
    group
        .store
        .write(async move |tx| {
            assert_eq!(sharing::chat_of(tx, &alice).await?, Some(chat("other")));
            assert!(sharing::end(tx, &alice, &site).await?);
            assert_eq!(sharing::chat_of(tx, &alice).await?, None);
            Ok(())
        })
        .await;
    assert_eq!(group.role(&group.bob, &chat("other")).await, None);
}

#[tokio::test]
async fn a_group_with_a_new_id_keeps_its_website() {
    let group = Group::new().await;
    group.share("club").await;
    group
        .store
        .write(async |tx| sessions::migrate_chat(tx, &chat("club").channel, "club", "new").await)
        .await;
    assert_eq!(group.role(&group.bob, &chat("new")).await, Some(Role::Editor));
    assert_eq!(group.role(&group.bob, &chat("club")).await, None);
}

#[tokio::test]
async fn a_change_of_somebody_else_is_theirs_in_the_owner_s_site() {
    let group = Group::new().await;
    let (alice, bob, site) = (group.alice.user_id.clone(), group.bob.user_id.clone(), group.site.clone());
    group
        .store
        .write(async move |tx| {
            let by = By { author: &bob, ..by(&alice, "made a page") };
            pages::add(tx, &site, &page("A", "a"), &by).await?;
            let changes = revisions::list(tx, &alice, &site, 9).await?;
            assert_eq!(
                changes.iter().map(|it| (&it.person, &*it.what)).collect::<Vec<_>>(),
                [(&bob, "made a page")]
            );
            assert_eq!(pages::list(tx, &bob, &site).await?, []);
            undo(tx, (&alice, &bob), None, NOW).await?;
            assert_eq!(pages::list(tx, &alice, &site).await?, []);
            Ok(())
        })
        .await;
}

#[tokio::test]
async fn whoever_had_a_link_to_the_drafts_loses_it_with_the_sharing() {
    let group = Group::new().await;
    let (alice, site) = (group.alice.user_id.clone(), group.site.clone());
    group
        .store
        .write(async move |tx| {
            let shown =
                async |token: &str| Ok::<_, Error>(public::previewed(tx, token, NOW).await?.is_some());
            public::add_preview(tx, (&alice, &site), "own", (NOW, NOW + ms(9))).await?;
            assert!(!sharing::end(tx, &alice, &site).await?);
            assert!(shown("own").await?, "it was never shared");
            sharing::share(tx, &alice, &site, &chat("club"), NOW).await?;
            public::add_preview(tx, (&alice, &site), "club", (NOW, NOW + ms(9))).await?;
            assert!(shown("club").await?);
            sharing::end(tx, &alice, &site).await?;
            assert!(!shown("club").await?);
            Ok(())
        })
        .await;
}

#[tokio::test]
async fn the_site_of_a_removed_person_is_withheld_until_they_are_back() {
    let (store, alice, site) = with_site().await;
    store
        .write(async move |tx| {
            let admit = async || {
                people::add_identity(tx, &alice, AccountRef::new("test", "alice"), Admission::Owner, NOW)
                    .await
            };
            let seen = async || {
                let is_previewed = public::previewed(tx, "link", NOW).await?.is_some();
                Ok::<_, Error>((is_previewed, public::is_withheld(tx, "choir").await?))
            };
            admit().await?;
            public::take_name(tx, &alice, &site, "choir").await?;
            public::add_preview(tx, (&alice, &site), "link", (NOW, NOW + ms(9))).await?;
            assert_eq!(seen().await?, (true, false));
            people::remove(tx, &alice, NOW).await?;
            assert_eq!(seen().await?, (false, true));
            admit().await?;
            assert_eq!(seen().await?, (true, false));
            Ok(())
        })
        .await;
}
