use adjutant_store::testing::{NOW, Store};

use super::*;

const PAGE: AccountRef<'static> = AccountRef::new(adjutant_web::CHANNEL, OWNER_ON_THE_PAGE);

/// The owner with telegram:42, and bob with telegram:43.
async fn store() -> Store {
    let store = Store::new().await;
    store
        .write(async |tx| {
            people::ensure_owner(tx, NOW).await?;
            let (owner, bob) = (people::owner(tx).await?, people::add_member(tx, "bob", NOW).await?);
            let account = |id| AccountRef::new("telegram", id);
            people::add_identity(tx, &owner.user_id, account("42"), Admission::Owner, NOW).await?;
            people::add_identity(tx, &bob.user_id, account("43"), Admission::Owner, NOW).await
        })
        .await;
    store
}

/// Carries out an action, and returns its output, or the reason for its failure.
async fn says(store: &Store, action: Action) -> String {
    let mut out = Vec::new();
    match execute(&store.db, &Config::default(), action, (NOW, Zone::UTC), &mut out).await {
        Ok(()) => String::from_utf8(out).unwrap().trim().to_owned(),
        Err(error) => format!("{error:#}"),
    }
}

async fn is_served(store: &Store, id: &'static str) -> bool {
    let find = async move |tx: &Tx| {
        let (user, _) = people::find(tx, "telegram", id).await?.unwrap();
        people::is_served(tx, &user.user_id).await
    };
    store.read(find).await
}

fn who(name: &str) -> String {
    name.to_owned()
}

#[tokio::test]
async fn people_are_removed_and_admitted() {
    let store = store().await;
    assert_eq!(
        says(&store, Action::Remove { who: who("telegram:43") }).await,
        "bob is removed: telegram:43. What they have stays."
    );
    assert!(!is_served(&store, "43").await);
    assert!(says(&store, Action::List).await.contains("bob  removed, last seen never  telegram:43"));
    assert_eq!(says(&store, Action::Admit { who: who("bob") }).await, "bob is admitted: telegram:43.");
    assert!(is_served(&store, "43").await);
    assert_eq!(says(&store, Action::Admit { who: who("telegram:44") }).await, "telegram:44 is admitted.");
    assert!(is_served(&store, "44").await);
    for account in ["telegram:abc", "telegram:0", "discord:", "web:bob"] {
        let said = says(&store, Action::Admit { who: who(account) }).await;
        assert!(said.starts_with("no person matches "), "{said}");
    }
    assert!(
        says(&store, Action::Remove { who: who("nobody") }).await.starts_with("no person matches \"nobody\"")
    );
}

#[tokio::test]
async fn a_name_neither_begins_a_line_nor_controls_the_terminal() {
    let store = store().await;
    store
        .write(async |tx| {
            let (bob, _) = people::find(tx, "telegram", "43").await?.unwrap();
            people::rename(tx, &bob.user_id, "Bob\u{1b}[2J\nuser-1  Carol\u{202e}").await
        })
        .await;
    let list = says(&store, Action::List).await;
    assert!(list.contains("Bob⟨U+001B⟩[2J user-1 Carol⟨U+202E⟩"), "{list}");
    assert_eq!(list.lines().count(), 2);
}

#[tokio::test]
async fn an_account_that_asked_to_be_admitted_keeps_its_name() {
    let store = store().await;
    let knock =
        "INSERT INTO strangers (channel, external_id, knock_token, name, chat, chat_kind, state, wrong_codes,
                     last_line_at)
                 VALUES ('telegram', '51', 'a token', 'carol', '51', 'direct', 'waiting', 0, 0)";
    store.write(async |tx| tx.execute(knock, ()).await).await;
    assert_eq!(
        says(&store, Action::Admit { who: who("telegram:51") }).await,
        "carol is admitted: telegram:51."
    );
}

#[tokio::test]
async fn an_owner_who_has_only_the_page_shares_everything_with_the_new_account() {
    for (account, is_known) in [("77", false), ("43", true)] {
        let store = Store::new().await;
        let before = store
            .write(async |tx| {
                people::ensure_owner(tx, NOW).await?;
                let (owner, bob) = (people::owner(tx).await?, people::add_member(tx, "bob", NOW).await?);
                people::add_identity(tx, &owner.user_id, PAGE, Admission::Owner, NOW).await?;
                let bobs = AccountRef::new("telegram", "43");
                people::add_identity(tx, &bob.user_id, bobs, Admission::Owner, NOW).await?;
                Ok(owner.user_id)
            })
            .await;
        let account = format!("telegram:{account}");
        let own = Action::Owner { account: Some(account.clone()), replaces: None };
        assert_eq!(says(&store, own).await, format!("{account} is the owner now, together with web:owner."));
        let members = store.read(async |tx| {
            let owner = people::owner(tx).await?.user_id;
            assert_eq!(people::find(tx, PAGE.channel, PAGE.external_id).await?.unwrap().0.role, Role::Owner);
            people::members(tx, &owner).await
        });
        let members = members.await;
        assert!(members.contains(&before), "{members:?}");
        assert_eq!(members.len(), if is_known { 2 } else { 1 });
    }
}

#[tokio::test]
async fn the_ownership_moves_and_the_one_before_stays_a_member() {
    let store = store().await;
    let own = |account: &str| Action::Owner { account: Some(who(account)), replaces: None };
    assert_eq!(says(&store, own("telegram:42")).await, "telegram:42 is the owner's already");
    assert_eq!(says(&store, own("telegram:43")).await, "telegram:43 is the owner now.");
    let roles = store.read(async |tx| {
        let role = async |id| Ok::<_, anyhow::Error>(people::find(tx, "telegram", id).await?.unwrap().0.role);
        Ok((role("42").await?, role("43").await?))
    });
    assert_eq!(roles.await, (Role::Member, Role::Owner));
    assert!(is_served(&store, "42").await);
}

#[tokio::test]
async fn a_stolen_account_is_shut_out_and_another_takes_over_what_the_owner_has() {
    let store = store().await;
    let replaces = Some(who("telegram:42"));
    let said = says(&store, Action::Owner { account: Some(who("telegram:77")), replaces }).await;
    assert_eq!(said, "telegram:42 is shut out.\ntelegram:77 is the owner now.");
    let found = store.read(async |tx| {
        let lost = people::find(tx, "telegram", "42").await?.unwrap();
        let new = people::find(tx, "telegram", "77").await?.unwrap();
        assert_eq!(lost.0.person, new.0.person);
        Ok((lost.1, new.1, new.0.role))
    });
    assert_eq!(found.await, (Admission::Removed, Admission::Owner, Role::Owner));
    let listed = says(&store, Action::List).await;
    assert!(listed.contains("owner, last seen never  telegram:77  shut out: telegram:42"), "{listed}");
    let said = says(&store, Action::Owner { account: Some(who("telegram:42")), replaces: None }).await;
    assert_eq!(
        said,
        "telegram:42 is the owner's, but shut out; `adjutant people admit telegram:42` admits it again"
    );
}

#[tokio::test]
async fn the_owner_is_removed_by_account_only_and_the_last_one_leaves_a_code() {
    let store = store().await;
    let said = says(&store, Action::Remove { who: who("owner") }).await;
    assert_eq!(said, "owner is the owner; name the account to shut out, one of telegram:42");
    let said = says(&store, Action::Remove { who: who("telegram:42") }).await;
    assert!(said.contains("telegram:42 is shut out.") && said.contains("Owner code: "), "{said}");
    let said = says(&store, Action::Owner { account: None, replaces: None }).await;
    assert!(said.starts_with("Owner code: "), "{said}");
}

#[tokio::test]
async fn approvers_are_named_and_unnamed() {
    let store = store().await;
    let set = |set: &str| Action::Approver { who: who("bob"), set: who(set) };
    assert_eq!(says(&store, set("on")).await, "bob decides what others ask for in groups.");
    assert_eq!(says(&store, set("off")).await, "bob is no approver any more.");
}
