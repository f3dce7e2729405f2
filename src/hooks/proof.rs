//! Checks whether a request proves to know a hook's secret: by a bearer token, or by a signature of its body.

use std::time::Duration;

use adjutant_domain::timestamp::Timestamp;
use adjutant_listen::bearer;
use axum::http::{HeaderMap, header::AUTHORIZATION};
use base64::{Engine as _, engine::general_purpose::STANDARD};
use data_encoding::HEXLOWER_PERMISSIVE;
use ring::hmac;

use super::secret::PREFIX;

/// The signature header of GitHub and many others: `sha256=HEX` of the body, with the secret's text as the key. See
/// <https://docs.github.com/webhooks/using-webhooks/validating-webhook-deliveries>.
const HUB_SIGNATURE: &str = "x-hub-signature-256";
/// The headers of Standard Webhooks: `v1,BASE64` of `ID.TIMESTAMP.BODY`, with the decoded secret as the key. See
/// <https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md>.
const STANDARD_WEBHOOK: Names =
    Names { id: "webhook-id", sent_at: "webhook-timestamp", signature: "webhook-signature" };
/// The same headers under the names that Svix, which the standard comes from, still sends.
const SVIX: Names = Names { id: "svix-id", sent_at: "svix-timestamp", signature: "svix-signature" };
/// How far the time in a signature may differ from now.
const TOLERANCE: Duration = Duration::from_mins(5);

/// The names of the headers of a Standard Webhook.
struct Names {
    id: &'static str,
    sent_at: &'static str,
    signature: &'static str,
}

/// Returns whether a request has any possible proof. If not, the rest of it is not read.
pub(super) fn is_given(headers: &HeaderMap) -> bool {
    let names = [AUTHORIZATION.as_str(), HUB_SIGNATURE, STANDARD_WEBHOOK.signature, SVIX.signature];
    names.iter().any(|name| headers.contains_key(*name))
}

/// How a request proves to know a secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Proof<'h> {
    /// By the secret itself, or a signature of the body alone.
    Plain,
    /// By a signature of the body and of this id, which tells the call apart from others.
    WithId(&'h str),
}

/// Returns how a request proves to know a secret, if it does. Every comparison takes constant time.
pub(super) fn of<'h>(headers: &'h HeaderMap, body: &[u8], secret: &str, now: Timestamp) -> Option<Proof<'h>> {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    let is_bearer = bearer(headers).is_some_and(|given| is_same(given, secret));
    let is_signed = text(HUB_SIGNATURE).is_some_and(|given| is_signed(given, body, secret));
    let signed_id = [STANDARD_WEBHOOK, SVIX].iter().find_map(|names| {
        let (id, sent_at, signatures) = (text(names.id)?, text(names.sent_at)?, text(names.signature)?);
        is_standard((id, sent_at), signatures, body, (secret, now)).then_some(id)
    });
    signed_id.map(Proof::WithId).or((is_bearer || is_signed).then_some(Proof::Plain))
}

/// Compares digests, which have equal lengths.
fn is_same(given: &str, secret: &str) -> bool {
    let key = hmac::Key::new(hmac::HMAC_SHA256, secret.as_bytes());
    let tag = hmac::sign(&key, given.as_bytes());
    hmac::verify(&key, secret.as_bytes(), tag.as_ref()).is_ok()
}

fn is_signed(given: &str, body: &[u8], secret: &str) -> bool {
    let Some(tag) = given.strip_prefix("sha256=") else { return false };
    let Ok(tag) = HEXLOWER_PERMISSIVE.decode(tag.as_bytes()) else { return false };
    hmac::verify(&hmac::Key::new(hmac::HMAC_SHA256, secret.as_bytes()), body, &tag).is_ok()
}

fn is_standard(
    (id, sent_at): (&str, &str),
    signatures: &str,
    body: &[u8],
    (secret, now): (&str, Timestamp),
) -> bool {
    let key = secret.strip_prefix(PREFIX).and_then(|encoded| STANDARD.decode(encoded).ok());
    let (Some(key), Ok(seconds)) = (key, sent_at.parse::<i64>()) else { return false };
    let Some(millis) = seconds.checked_mul(1_000) else { return false };
    let at = Timestamp::from_millis(millis);
    if at < now - TOLERANCE || at > now + TOLERANCE {
        return false;
    }
    let key = hmac::Key::new(hmac::HMAC_SHA256, &key);
    let signed = [id.as_bytes(), b".", sent_at.as_bytes(), b".", body].concat();
    let tags = signatures.split(' ').filter_map(|one| STANDARD.decode(one.strip_prefix("v1,")?).ok());
    tags.fold(false, |found, tag| found | hmac::verify(&key, &signed, &tag).is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECRET: &str = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

    fn headers(pairs: &[(&'static str, &str)]) -> HeaderMap {
        pairs.iter().map(|(name, value)| (name.parse().unwrap(), value.parse().unwrap())).collect()
    }

    #[test]
    fn a_bearer_token_is_the_secret_itself() {
        let shows = |value: &str| {
            of(&headers(&[("authorization", value)]), b"body", SECRET, Timestamp::from_millis(0)).is_some()
        };
        assert!(shows(&format!("Bearer {SECRET}")) && shows(&format!("bearer {SECRET}")));
        for wrong in
            ["", "Bearer", "Bearer ", "Basic abc", &format!("Bearer {SECRET}x"), SECRET, "Bearer whsec_"]
        {
            assert!(!shows(wrong), "{wrong}");
        }
        assert_eq!(of(&headers(&[]), b"body", SECRET, Timestamp::from_millis(0)), None);
    }

    /// The example from GitHub's documentation.
    #[test]
    fn a_signature_as_github_makes_it_is_of_the_body() {
        let (secret, body) = ("It's a Secret to Everybody", b"Hello, World!");
        let tag = "sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17";
        let shows = |body, tag| {
            of(&headers(&[(HUB_SIGNATURE, tag)]), body, secret, Timestamp::from_millis(0)).is_some()
        };
        assert!(shows(body, tag));
        assert!(!shows(b"Hello, World?", tag));
        for wrong in ["", "sha256=", "sha256=7", "sha256=zz", "sha256=é", &tag[7..], &tag[..70]] {
            assert!(!shows(body, wrong), "{wrong}");
        }
    }

    /// The example from the specification of Standard Webhooks.
    #[test]
    fn a_standard_signature_holds_for_five_minutes() {
        let (id, body) = ("msg_p5jXN8AQM9LWM0D4loKWxJek", br#"{"test": 2432232314}"#);
        let signature = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=";
        let shown = |names: &Names, signature: &str, seconds_later: i64| {
            let pairs = [(names.id, id), (names.sent_at, "1614265330"), (names.signature, signature)];
            let now = Timestamp::from_millis((1_614_265_330 + seconds_later) * 1_000);
            of(&headers(&pairs), body, SECRET, now) == Some(Proof::WithId(id))
        };
        for names in [STANDARD_WEBHOOK, SVIX] {
            let shows = |signature: &str, seconds_later| shown(&names, signature, seconds_later);
            assert!(shows(signature, 0) && shows(signature, 300) && shows(signature, -300));
            assert!(shows(&format!("v1,AAAA {signature}"), 0), "one of several is enough");
            assert!(!shows(signature, 301) && !shows(signature, -301));
            for wrong in ["", "v1,", "v1,AAAA", &signature[3..], &signature.replace("v1,", "v2,")] {
                assert!(!shows(wrong, 0), "{wrong}");
            }
        }
    }
}
