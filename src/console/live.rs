//! A live view: sends a view again whenever its content has changed.

use std::{convert::Infallible, time::Duration};

use adjutant_domain::{ids::sha256, language::Language};
use adjutant_store::people::Role;
use adjutant_texts::console as texts;
use anyhow::Context as _;
use axum::{
    Extension,
    extract::State,
    http::{HeaderMap, StatusCode},
    response::{Sse, sse::Event},
};
use futures::{Stream, StreamExt as _, stream};

use super::{
    Console, Refusal,
    per_person::Place,
    view::{self, Kept, Page, View},
    viewer::{Credential, Viewer},
};
use crate::recent_log::Place as LogPlace;

/// How often a view is read while a page shows it.
const INTERVAL: Duration = Duration::from_secs(2);
/// The most pages that a person can follow at a time.
pub(super) const PAGES: usize = 16;

/// Follows a view with server-sent events:
///
/// - `view` carries the changed view, and identifies its state by a digest. A reconnecting page names its state, and
///   gets nothing until there is a different one.
/// - `checked` says that nothing has changed.
/// - `refused` says that the viewer may no longer see the view, or that it could not be read. It also tells a page
///   beyond the limit, and then ends the feed: browsers show pages no other response.
/// - `more` carries only the log lines since the previous state; its id is the place in the log.
pub(super) async fn follow(
    State(console): State<Console>,
    Extension(Viewer { core, user, credential }): Extension<Viewer>,
    view: View,
    headers: HeaderMap,
) -> Sse<impl Stream<Item = Result<Event, Infallible>>> {
    let Some(place) = console.pages.take(&user) else {
        let told = refused(texts::too_many_pages());
        return Sse::new(stream::once(async { Ok(told) }).left_stream());
    };
    let shown = headers.get("last-event-id").and_then(|id| id.to_str().ok()).map(str::to_owned);
    let shown = shown.or_else(|| view.last.clone());
    let kept = Kept::default();
    let language = Language::current();
    let followed =
        Followed { console, credential, view, kept, shown, language, is_first: true, _place: place };
    let until = core.shutdown.clone();
    let events = stream::unfold(followed, async |mut followed| {
        let event = followed.language.scope(followed.next()).await?;
        Some((Ok(event), followed))
    });
    Sse::new(events.take_until(until.cancelled_owned()).right_stream())
}

/// A view that a page follows.
struct Followed {
    console: Console,
    credential: Credential,
    view: View,
    kept: Kept,
    /// The state on the page: the digest of a view, or the place in the log.
    shown: Option<String>,
    /// The language also applies to text that is made after the response has begun.
    language: Language,
    is_first: bool,
    _place: Place,
}

impl Followed {
    /// Returns the next event; `None` once the gateway has ended, or the browser is signed out.
    async fn next(&mut self) -> Option<Event> {
        if !self.is_first {
            // Not held during the pause, so that the console does not keep a gateway alive.
            let clock = self.console.core().ok()?.clock.clone();
            clock.sleep(INTERVAL).await;
        }
        self.is_first = false;
        let next = match self.view.page {
            Page::Log => self.log().await,
            _ => self.view().await,
        };
        match next {
            Ok(event) => Some(event),
            // The browser learns the reason from its next request.
            Err(Refusal(StatusCode::UNAUTHORIZED, _)) => None,
            Err(Refusal(_, why)) => {
                // The page shows the reason in place of the view, which must then be sent again.
                self.shown = None;
                Some(refused(&why))
            }
        }
    }

    async fn view(&mut self) -> Result<Event, Refusal> {
        // Checked each time: the viewer may have been removed.
        let Viewer { core, user, .. } = self.console.viewer(self.credential.clone()).await?;
        let json = view::read(&core, user, self.view.clone(), &mut self.kept).await?.to_string();
        let digest = sha256(&json);
        if self.shown.as_ref() == Some(&digest) {
            return Ok(checked());
        }
        self.shown = Some(digest.clone());
        Ok(Event::default().event("view").id(digest).data(json))
    }

    async fn log(&mut self) -> Result<Event, Refusal> {
        let Viewer { core, user, .. } = self.console.viewer(self.credential.clone()).await?;
        let log = self.console.log()?;
        let place = self.shown.as_deref().and_then(LogPlace::parse).filter(|place| log.has(*place));
        let Some(place) = place else {
            let (shown, end) = view::log(&core, user, &log, &self.view).await?;
            self.shown = Some(end.to_string());
            return Ok(Event::default().event("view").id(end.to_string()).data(shown.to_string()));
        };
        let (lines, end) = log.after(Some(place));
        if lines.is_empty() || user.role != Role::Owner {
            return Ok(checked());
        }
        self.shown = Some(end.to_string());
        let lines = serde_json::to_string(&lines).context("cannot write lines of the log")?;
        Ok(Event::default().event("more").id(end.to_string()).data(lines))
    }
}

fn refused(why: &str) -> Event {
    Event::default().event("refused").data(why)
}

fn checked() -> Event {
    Event::default().event("checked").data("{}")
}
