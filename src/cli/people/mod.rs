//! `adjutant people`: manages who is served, from the command line. It works while the gateway runs, which asks the
//! database whenever something begins. It also helps if nobody can reach the owner's account, or somebody else can.

use std::io::Write;

use adjutant_config::{Config, Identity};
use adjutant_domain::{ids::UserId, shown, timestamp::Timestamp, zones::Zone};
use adjutant_store::{
    audit::{self, Kind},
    db::{Db, Scope, Tx},
    people::{self, AccountRef, Admission, PersonSummary, Role},
};
use adjutant_texts::people as texts;
use anyhow::{Context, Result, bail, ensure};
use clap::Subcommand;

use crate::{
    app::wiring::OWNER_ON_THE_PAGE,
    chat::{
        access,
        people::change::{self, Change},
    },
};

/// The most people that are listed.
const LISTED: i64 = 10_000;

/// What to do about people.
#[derive(Clone, Debug, Subcommand)]
pub enum Action {
    /// List everybody who is known, with their accounts, roles, and when they last wrote (the default).
    List,
    /// Admit an account such as telegram:42, or everything of a person who was removed.
    Admit { who: String },
    /// Remove a person: by an account such as telegram:42, an id or a name. Of the owner, only the account is shut out.
    Remove { who: String },
    /// Let a person decide what others ask for in groups, or take that back.
    Approver {
        who: String,
        #[arg(value_parser = ["on", "off"])]
        set: String,
    },
    /// Make an account the owner; whoever was it stays as a member, or shares everything with it if they have only the
    /// chat page. Without an account, print a new owner code.
    Owner {
        /// An account such as telegram:42.
        account: Option<String>,
        /// The owner's lost or stolen account: it is shut out, and the other takes over everything that the owner has.
        #[arg(long, value_name = "ACCOUNT", requires = "account")]
        replaces: Option<String>,
    },
}

/// Carries out an action, and writes the outcome.
///
/// # Errors
/// Returns an error if nobody or more than one person matches, or the database cannot be written. Nothing has changed
/// then.
pub async fn execute(
    db: &Db,
    config: &Config,
    action: Action,
    (now, zone): (Timestamp, Zone),
    out: &mut impl Write,
) -> Result<()> {
    let config = config.clone();
    let lines = db.write(Scope::Global, async move |tx| {
        people::ensure_owner(tx, now).await?;
        match &action {
            Action::List => list(tx, zone).await,
            Action::Admit { who } => admit(tx, who, now).await,
            Action::Remove { who } => remove(tx, who, now).await,
            Action::Approver { who, set } => {
                let (person, approves) = (one(tx, who).await?, set == "on");
                let change = Change { person: &person, actor: None, now };
                let is_one = change::set_approver(tx, &config, &change, approves).await?;
                Ok(vec![approver_said(&person, approves, is_one)])
            }
            Action::Owner { account: None, .. } => {
                let code = people::replace_owner_code(tx, now).await?;
                Ok(vec![format!(
                    "Owner code: {code} (send “/start {code}” to the bot in a direct chat; it works once)"
                )])
            }
            Action::Owner { account: Some(account), replaces } => {
                own(tx, account, replaces.as_deref(), now).await
            }
        }
    });
    for line in lines.await? {
        writeln!(out, "{line}").context("cannot write to standard output")?;
    }
    Ok(())
}

async fn list(tx: &Tx, zone: Zone) -> Result<Vec<String>> {
    let line = |person: PersonSummary| {
        let (role, seen) = (texts::role(&person), texts::seen(person.seen_at, zone));
        let shut_out = match person.shut_out.as_str() {
            "" => String::new(),
            accounts => format!("  shut out: {accounts}"),
        };
        format!(
            "{}  {}  {role}, last seen {seen}  {}{shut_out}",
            person.user_id,
            name_of(&person),
            person.accounts
        )
    };
    Ok(people::summaries(tx, LISTED, 0).await?.into_iter().map(line).collect())
}

async fn admit(tx: &Tx, who: &str, now: Timestamp) -> Result<Vec<String>> {
    let person = match account_of(who) {
        Some(account) => change::admit_newcomer(tx, reference(&account), None, now).await?,
        None => {
            let person = one(tx, who).await?;
            change::admit(tx, &Change { person: &person, actor: None, now }).await?;
            person
        }
    };
    // An account that never wrote has no other name.
    Ok(vec![match person.name == person.accounts {
        true => format!("{} is admitted.", name_of(&person)),
        false => format!("{} is admitted: {}.", name_of(&person), person.accounts),
    }])
}

async fn remove(tx: &Tx, who: &str, now: Timestamp) -> Result<Vec<String>> {
    let person = one(tx, who).await?;
    if person.role == Role::Member {
        change::remove(tx, &Change { person: &person, actor: None, now }).await?;
        return Ok(vec![format!(
            "{} is removed: {}. What they have stays.",
            name_of(&person),
            person.accounts
        )]);
    }
    let account = account_of(who).with_context(|| {
        format!("{} is the owner; name the account to shut out, one of {}", name_of(&person), person.accounts)
    })?;
    shut_out(tx, &person, reference(&account), now).await
}

/// Shuts out one account of the owner. If the owner has no chat account left, makes a new owner code.
async fn shut_out(
    tx: &Tx,
    owner: &PersonSummary,
    account: AccountRef<'_>,
    now: Timestamp,
) -> Result<Vec<String>> {
    let AccountRef { channel, external_id } = account;
    ensure!(
        channel != adjutant_web::CHANNEL,
        "the chat page is the owner's as long as it is set up; delete its token to shut others out"
    );
    // The owner's running work may be a thief's, so it ends.
    let change = Change { person: owner, actor: None, now };
    change::end_work(tx, &change).await?;
    people::remove_account(tx, account, now).await?;
    let label = format!("{channel}:{external_id} was shut out");
    let (kind, outcome) = (Kind::Revocation, "removed");
    let record = audit::Act { kind, user: &owner.user_id, actor: None, at: "people", outcome, label: &label };
    audit::record_act(tx, record, now).await?;
    let mut said = vec![format!("{channel}:{external_id} is shut out.")];
    if !has_chat_account(tx, &owner.user_id).await? {
        let code = people::replace_owner_code(tx, now).await?;
        said.push(format!("The owner has no other chat account. Owner code: {code} (send “/start {code}” to the bot in a direct chat; it works once)"));
    }
    Ok(said)
}

/// Returns whether a person has an admitted account beside the chat page.
async fn has_chat_account(tx: &Tx, person: &UserId) -> Result<bool> {
    for member in people::members(tx, person).await? {
        for own in people::identities(tx, &member).await? {
            let Some(Identity { channel, id }) = account_of(&own) else { continue };
            let admitted = people::find(tx, &channel, &id).await?.map(|(_, admission)| admission);
            if channel != adjutant_web::CHANNEL && admitted == Some(Admission::Owner) {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

/// Moves the ownership to an account; `replaces` names the owner's account that it replaces.
async fn own(tx: &Tx, to: &str, replaces: Option<&str>, now: Timestamp) -> Result<Vec<String>> {
    let identity =
        account_of(to).with_context(|| format!("{to:?} is no account; give one such as telegram:42"))?;
    let account = reference(&identity);
    let before = people::owner(tx).await?;
    let before = people::summary(tx, &before.user_id).await?.context("the owner is not known")?;
    let mut said = Vec::new();
    let owner = match replaces {
        Some(lost) => {
            let lost_account = account_of(lost).filter(|lost| *lost != identity);
            let lost_account = lost_account.with_context(|| format!("{lost:?} is not another account"))?;
            let holder = people::find(tx, &lost_account.channel, &lost_account.id).await?;
            ensure!(
                holder.is_some_and(|(user, _)| user.role == Role::Owner),
                "{lost} is not the owner's; those are {}",
                before.accounts
            );
            let owner = access::own(tx, account, now).await?;
            said.extend(shut_out(tx, &before, reference(&lost_account), now).await?);
            owner
        }
        None => {
            match people::find(tx, account.channel, account.external_id).await? {
                Some((user, Admission::Removed)) if user.role == Role::Owner => {
                    bail!("{to} is the owner's, but shut out; `adjutant people admit {to}` admits it again")
                }
                Some((user, _)) if user.role == Role::Owner => bail!("{to} is the owner's already"),
                _ => {}
            }
            match has_chat_account(tx, &before.user_id).await? {
                true => hand_over(tx, account, now).await?,
                // Without the page, the former owner would have no account, and nobody could reach their data.
                false => access::own(tx, account, now).await?,
            }
        }
    };
    let label = format!("{to} became the owner on the command line");
    let (kind, outcome) = (Kind::Grant, "owner");
    let record = audit::Act { kind, user: &owner, actor: None, at: "people", outcome, label: &label };
    audit::record_act(tx, record, now).await?;
    let now_one = people::members(tx, &owner).await?.contains(&before.user_id);
    said.push(match now_one && replaces.is_none() && !before.accounts.is_empty() {
        true => format!("{to} is the owner now, together with {}.", before.accounts),
        false => format!("{to} is the owner now."),
    });
    Ok(said)
}

/// Makes an account the owner, and the former owner, who keeps an account, a member.
async fn hand_over(tx: &Tx, account: AccountRef<'_>, now: Timestamp) -> Result<UserId> {
    let user = match people::find(tx, account.channel, account.external_id).await? {
        Some((user, _)) => user,
        None => people::add_member(tx, &change::name_of(tx, account).await?, now).await?,
    };
    people::add_identity(tx, &user.user_id, account, Admission::Owner, now).await?;
    people::move_ownership(tx, &user.user_id, false).await?;
    // The chat page is always the owner's.
    let page = AccountRef::new(adjutant_web::CHANNEL, OWNER_ON_THE_PAGE);
    if people::find(tx, page.channel, page.external_id).await?.is_some() {
        people::add_identity(tx, &user.user_id, page, Admission::Owner, now).await?;
    }
    Ok(user.user_id)
}

/// Returns a person's name on one line: people choose their names, which must not control a terminal.
fn name_of(person: &PersonSummary) -> String {
    shown::line(&person.name)
}

/// Returns the one person who matches an id, a name, or an account.
async fn one(tx: &Tx, who: &str) -> Result<PersonSummary> {
    let mut found: Vec<PersonSummary> = Vec::new();
    for user in people::called(tx, who).await? {
        let person = people::summary(tx, &user).await?;
        found.extend(person.filter(|person| found.iter().all(|other| other.user_id != person.user_id)));
    }
    ensure!(
        found.len() < 2,
        "{} people match {who:?}; give an account or an id: {}",
        found.len(),
        found
            .iter()
            .map(|person| format!("{} ({})", person.user_id, person.accounts))
            .collect::<Vec<_>>()
            .join(", ")
    );
    found.pop().with_context(|| {
        format!("no person matches {who:?}; give an id, a name, or an account such as telegram:42")
    })
}

/// Parses an account such as `telegram:42`, as `[access] allow` does, or that of the chat page.
fn account_of(text: &str) -> Option<Identity> {
    let page = Identity { channel: adjutant_web::CHANNEL.to_owned(), id: OWNER_ON_THE_PAGE.to_owned() };
    Identity::parse(text).or_else(|| Some(page).filter(|page| page.to_string() == text))
}

fn reference(Identity { channel, id }: &Identity) -> AccountRef<'_> {
    AccountRef::new(channel, id)
}

fn approver_said(person: &PersonSummary, approves: bool, is_one: bool) -> String {
    match (approves, is_one) {
        (true, _) => format!("{} decides what others ask for in groups.", name_of(person)),
        (false, false) => format!("{} is no approver any more.", name_of(person)),
        (false, true) => format!("{} stays an approver: the configuration names them.", name_of(person)),
    }
}

#[cfg(test)]
mod tests;
