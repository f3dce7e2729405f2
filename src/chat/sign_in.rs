//! `/console`: sends a link that signs a browser in to the console, only in a direct chat, and handles its use. The
//! link's code is stored as a digest, and removed from its message once it no longer works.

use adjutant_channel::ChatKind;
use adjutant_domain::{ids::UserId, timestamp::Timestamp};
use adjutant_store::{
    audit::{self, Act, Kind},
    console::{self as rows, Link},
    db::Tx,
    outbox as outbox_rows, owner_reads,
    people::{self, AccountRef, Role},
};
use adjutant_texts::sign_in as texts;
use anyhow::{Result, anyhow};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use ring::rand::{SecureRandom as _, SystemRandom};
use url::Url;

use super::request::Request;
use crate::{core::Core, outbox::Slot};

/// The length of codes and tokens: that of [`SECRET`] bytes in Base64.
pub(crate) const SECRET_LENGTH: usize = 43;
/// The random bytes of a code or token.
const SECRET: usize = 32;

/// `/console [off]`: sends a link that signs a browser in, or signs all browsers out.
pub(crate) async fn run(request: &Request<'_>) -> Result<()> {
    let &Request { tx, core, event, user, args, now, .. } = request;
    if event.chat_kind != ChatKind::Direct {
        return request.point_to_direct_chat(texts::in_private()).await;
    }
    let account = AccountRef::sender_of(event);
    if args.eq_ignore_ascii_case(texts::OFF) {
        let browsers = rows::sign_out_all(tx, &user.user_id).await?;
        end_links(tx, &user.user_id).await?;
        if browsers > 0 {
            record(tx, &user.user_id, (Kind::Revocation, "signed_out"), texts::ALL_BROWSERS, now).await?;
        }
        return request.answer(texts::signed_out(browsers)).await;
    }
    if !args.is_empty() {
        return request.answer(texts::how_to_use().to_owned()).await;
    }
    let is_owner = user.role == Role::Owner;
    let Some(url) = address(core) else {
        let web = &core.config.channels.web;
        let answer = match is_owner {
            true => texts::no_address(web.enabled.then(|| on_this_machine(core)).as_deref()),
            false => texts::no_address_for_you().to_owned(),
        };
        return request.answer(answer).await;
    };
    end_links(tx, &user.user_id).await?;
    let code = secret()?;
    rows::offer(tx, (&user.user_id, account), &code, &request.source, now).await?;
    let read_since = match core.config.console.owner_reads {
        true => owner_reads::told_at(tx, &user.user_id).await?,
        false => None,
    };
    let url = format!("{url}console#link={code}");
    let content = texts::link(&url, is_owner, read_since.map(|at| (at, user.zone(core.zone))), now);
    request.post(Slot::first(&request.source), content).await
}

/// Returns the console's public URL, with a slash at its end; `None` if it has none.
fn address(core: &Core) -> Option<&Url> {
    core.config.console.url.as_ref().filter(|_| core.config.channels.web.enabled)
}

/// Returns the console's URL on this machine.
fn on_this_machine(core: &Core) -> String {
    let bind = core.config.channels.web.bind;
    let ip = match bind.ip() {
        ip if !ip.is_unspecified() => ip,
        ip if ip.is_ipv4() => std::net::Ipv4Addr::LOCALHOST.into(),
        _ => std::net::Ipv6Addr::LOCALHOST.into(),
    };
    format!("http://{}/console", std::net::SocketAddr::new(ip, bind.port()))
}

/// Makes a code or a token.
///
/// # Errors
/// Returns an error if the machine provides no random numbers.
pub(crate) fn secret() -> Result<String> {
    let mut random = [0; SECRET];
    SystemRandom::new().fill(&mut random).map_err(|_| anyhow!("there are no random numbers"))?;
    Ok(URL_SAFE_NO_PAD.encode(random))
}

/// Uses up a code, and signs in the browser that has the token. Returns false if the code is wrong, used or expired.
pub(crate) async fn sign_in(tx: &Tx, code: &str, token: &str, now: Timestamp) -> Result<bool> {
    let Some(link) = rows::open(tx, code, now).await? else { return Ok(false) };
    rows::sign_in(tx, &link, token, now).await?;
    let AccountRef { channel, external_id } = link.account();
    let label = texts::signed_in(&format!("{channel}:{external_id}"));
    record(tx, &link.user_id, (Kind::Grant, "signed_in"), &label, now).await?;
    show(tx, &link, texts::opened).await?;
    Ok(true)
}

/// Signs out the browser with this token. Returns false if it was not signed in.
pub(crate) async fn sign_out(tx: &Tx, token: &str, now: Timestamp) -> Result<bool> {
    let Some(user) = rows::sign_out(tx, token).await? else { return Ok(false) };
    record(tx, &user, (Kind::Revocation, "signed_out"), texts::ONE_BROWSER, now).await?;
    Ok(true)
}

/// Ends links that nobody opened in time, and forgets expired browser sessions.
pub(crate) async fn expire(tx: &Tx, now: Timestamp) -> Result<()> {
    for link in rows::take_expired(tx, now).await? {
        show(tx, &link, texts::over).await?;
    }
    Ok(())
}

/// Ends the links of a person.
async fn end_links(tx: &Tx, user: &UserId) -> Result<()> {
    for link in rows::end_links(tx, user).await? {
        show(tx, &link, texts::over).await?;
    }
    Ok(())
}

/// Shows a text in place of a link.
async fn show(tx: &Tx, link: &Link, said: fn() -> &'static str) -> Result<()> {
    let language = people::language(tx, &link.user_id).await?;
    let content = language.scope_sync(|| texts::in_its_place(said()));
    for row in outbox_rows::of_source(tx, &link.shown_by).await? {
        outbox_rows::update_content(tx, row.outbox_id, &content).await?;
    }
    Ok(())
}

async fn record(
    tx: &Tx,
    user: &UserId,
    (kind, outcome): (Kind, &str),
    label: &str,
    now: Timestamp,
) -> Result<()> {
    let act = Act { kind, user, actor: Some(user), at: "console", outcome, label };
    audit::record_act(tx, act, now).await
}
