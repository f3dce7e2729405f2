//! Admission: by default the bot serves only the owner, people whom the owner admits, and people whom the configuration
//! lists.

use adjutant_channel::{ChatKind, Event, Inbound, Sender};
use adjutant_config::Config;
use adjutant_domain::{ids::UserId, language::Language, timestamp::Timestamp};
use adjutant_store::{
    audit::{self, Kind},
    db::Tx,
    people::{self, Account, AccountRef, Admission, Presence, User},
};
use adjutant_texts as texts;
use anyhow::Result;

use crate::{core::Core, runs::unreachable};

/// Wrong codes that a stranger may try before the bot stops answering; a new owner code resets the count.
const WRONG_CODES: i64 = 10;

/// Returns the user who sent an event. A sender whom the configuration lists is created as a user at first sight.
/// `None` for a stranger.
pub(crate) async fn identify(tx: &Tx, core: &Core, event: &Inbound, now: Timestamp) -> Result<Option<User>> {
    let (account, config) = (AccountRef::sender_of(event), &*core.config);
    let known = people::account(tx, account).await?;
    let presence = known.as_ref().map(|known| known.presence.clone()).unwrap_or_default();
    let user = match status(config, account.channel, &event.sender, known) {
        SenderStatus::Known(user) => Some(user),
        SenderStatus::Listed => Some(admit(tx, account, &event.sender.name, Admission::Listed, now).await?),
        SenderStatus::Stranger => None,
    };
    note_role(tx, config, event).await?;
    let Some(user) = user else { return Ok(None) };
    if people::note_presence(tx, event, &presence, now).await? {
        unreachable::resume_on_return(tx, core, &event.chat, &user, now).await?;
    }
    let approver = is_approver(tx, config, &user).await?;
    let platform_language = note_language(tx, event, &user).await?;
    let name = note_name(tx, &event.sender, &user).await?;
    Ok(Some(User { approver, platform_language, name, ..user }))
}

/// Returns the sender's language on the platform if it is known and supported, else the default.
pub(crate) fn spoken(sender: &Sender) -> Language {
    sender.language.as_deref().and_then(Language::of_tag).unwrap_or_default()
}

/// Records the name that the platform shows for the user, if it has changed. Returns the name that is known now. The
/// chat page shows no name, only its id.
async fn note_name(tx: &Tx, sender: &Sender, user: &User) -> Result<String> {
    let name = &sender.name;
    if name.is_empty() || *name == sender.id || *name == user.name {
        return Ok(user.name.clone());
    }
    people::rename(tx, &user.user_id, name).await?;
    Ok(name.clone())
}

/// Records the user's language on the platform, if an event names it. Returns the language that is known now.
async fn note_language(tx: &Tx, event: &Inbound, user: &User) -> Result<Option<Language>> {
    let language = platform_language(&event.sender, user);
    if language != user.platform_language {
        people::note_platform_language(tx, &user.user_id, language).await?;
    }
    Ok(language)
}

/// Returns the language in which a user uses the platform: the one that the platform names now, or else the known one.
pub(crate) fn platform_language(sender: &Sender, user: &User) -> Option<Language> {
    sender.language.as_deref().map_or(user.platform_language, Language::of_tag)
}

/// Stores the role by which the configuration admits the sender in this chat, because later work without an event needs
/// it. Direct chats have no roles.
async fn note_role(tx: &Tx, config: &Config, event: &Inbound) -> Result<()> {
    if event.chat_kind == ChatKind::Direct || !config.access.admits_roles() {
        return Ok(());
    }
    let account = AccountRef::sender_of(event);
    let role = config.access.admitting_role(account.channel, account.external_id, &event.sender.roles);
    people::note_role(tx, account, &event.chat.chat, role.as_deref()).await
}

/// A sender's admission.
pub(crate) enum SenderStatus {
    Known(User),
    /// The configuration lists the sender, who has not written yet.
    Listed,
    Stranger,
}

/// Returns a sender's admission without changing anything.
pub(crate) async fn sender_status(
    tx: &Tx,
    config: &Config,
    channel: &str,
    sender: &Sender,
) -> Result<SenderStatus> {
    let known = people::account(tx, AccountRef::new(channel, &sender.id)).await?;
    Ok(status(config, channel, sender, known))
}

/// Returns a sender's admission, given the known account.
fn status(config: &Config, channel: &str, sender: &Sender, known: Option<Account>) -> SenderStatus {
    let listed = config.access.allow.iter().any(|listed| listed.fits(channel, &sender.id, &sender.roles));
    match known {
        Some(Account { user, admission: Admission::Owner, .. }) => SenderStatus::Known(user),
        Some(Account { user, admission: Admission::Listed, .. }) if listed => SenderStatus::Known(user),
        None if listed => SenderStatus::Listed,
        // A removed account is a stranger's, even if the configuration lists it.
        Some(_) | None => SenderStatus::Stranger,
    }
}

/// Returns the user with an identity if they are served in their direct chat, which has no roles.
pub(crate) async fn served(tx: &Tx, config: &Config, account: AccountRef<'_>) -> Result<Option<User>> {
    match sender_status(tx, config, account.channel, &Sender::person(account.external_id, "")).await? {
        SenderStatus::Known(user) => Ok(Some(user)),
        SenderStatus::Listed | SenderStatus::Stranger => Ok(None),
    }
}

/// Returns whether the configuration makes this person an approver by one of their identities. Stores a change.
async fn is_approver(tx: &Tx, config: &Config, user: &User) -> Result<bool> {
    if config.access.approvers.is_empty() && !user.approver {
        return Ok(false);
    }
    let approvers: Vec<_> = config.access.approvers.iter().map(ToString::to_string).collect();
    people::note_approver(tx, &user.user_id, &approvers).await
}

/// The outcome of a code that somebody sent.
pub(crate) enum Claimed {
    /// The sender is the owner now.
    Ownership,
    /// The sender is not the owner, for this reason.
    Nothing(&'static str),
    /// The sender tried too many wrong codes and gets no answer.
    Unheard,
}

/// Makes the sender the owner if the code is right.
pub(crate) async fn claim(tx: &Tx, event: &Inbound, code: &str, now: Timestamp) -> Result<Claimed> {
    if event.chat_kind != ChatKind::Direct {
        return Ok(Claimed::Nothing(texts::access::code_in_private()));
    }
    let (channel, id) = (event.chat.channel.as_str(), event.sender.id.as_str());
    let known = people::stranger(tx, channel, id).await?;
    if known.as_ref().is_some_and(|stranger| stranger.wrong_codes >= WRONG_CODES) {
        return Ok(Claimed::Unheard);
    }
    if !people::use_owner_code(tx, code, now).await? {
        let stranger = match known {
            Some(stranger) => stranger,
            // A stranger's first message may be a wrong code; the owner is asked about them only when they write
            // something else.
            None => people::note_stranger(tx, event, Timestamp::EPOCH).await?,
        };
        people::count_wrong_code(tx, &stranger).await?;
        return Ok(Claimed::Nothing(texts::access::wrong_code()));
    }
    let owner = own(tx, AccountRef::new(channel, id), now).await?;
    people::rename(tx, &owner, &event.sender.name).await?;
    people::note_presence(tx, event, &Presence::default(), now).await?;
    let label = format!("{channel}:{id} became the owner by the code");
    let (kind, outcome) = (Kind::Grant, "owner");
    let change = audit::Act { kind, user: &owner, actor: Some(&owner), at: "people", outcome, label: &label };
    audit::record_act(tx, change, now).await?;
    Ok(Claimed::Ownership)
}

/// Makes an account the owner's, and returns its user. A known user keeps their data and joins the owner: both users
/// become one person, and the role moves to the known user.
pub(crate) async fn own(tx: &Tx, account: AccountRef<'_>, now: Timestamp) -> Result<UserId> {
    let user = match people::find(tx, account.channel, account.external_id).await? {
        Some((user, _)) => user,
        None => people::owner(tx).await?,
    };
    people::add_identity(tx, &user.user_id, account, Admission::Owner, now).await?;
    people::move_ownership(tx, &user.user_id, true).await?;
    Ok(user.user_id)
}

/// The most words of a message that are compared with the owner code.
const WORDS_COMPARED: usize = 50;
/// The shortest length of a code, in characters.
const SHORTEST_CODE: usize = 8;

/// Revokes the owner code if an event shows it to others, who could use it before the owner does. Returns the answer,
/// or `None` if the event does not show the code.
pub(crate) async fn void_shown_code(
    tx: &Tx,
    event: &Inbound,
    now: Timestamp,
) -> Result<Option<&'static str>> {
    let said = match &event.event {
        Event::Message { text, .. } | Event::Edit { text, .. } => text,
        Event::Command { args, .. } => args,
        _ => return Ok(None),
    };
    if event.chat_kind == ChatKind::Direct || !people::is_owner_code_open(tx).await? {
        return Ok(None);
    }
    let words = said.split(|char: char| !char.is_alphanumeric()).filter(|word| word.len() >= SHORTEST_CODE);
    for word in words.take(WORDS_COMPARED) {
        if people::void_owner_code(tx, word, now).await? {
            return Ok(Some(texts::access::code_void()));
        }
    }
    Ok(None)
}

/// Admits an identity, as a new user if it is unknown.
pub(crate) async fn admit(
    tx: &Tx,
    account: AccountRef<'_>,
    name: &str,
    admission: Admission,
    now: Timestamp,
) -> Result<User> {
    // A user who was listed earlier but is not any more keeps their data.
    let user = match people::find(tx, account.channel, account.external_id).await? {
        Some((user, _)) => user,
        None => people::add_member(tx, name, now).await?,
    };
    people::add_identity(tx, &user.user_id, account, admission, now).await?;
    Ok(user)
}
