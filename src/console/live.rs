//! A view that goes on: it is sent anew whenever what it shows has changed.

use std::{convert::Infallible, sync::Arc, time::Duration};

use adjutant_domain::ids::sha256;
use adjutant_store::people::Role;
use adjutant_texts::console as texts;
use anyhow::Context as _;
use axum::{
    extract::State,
    http::{HeaderMap, StatusCode},
    response::{Sse, sse::Event},
};
use futures::{Stream, stream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::{
    Console, Refusal,
    view::{self, Kept, Page, View},
};
use crate::recent_log::Place;

/// How often a view is read while a page shows it.
const INTERVAL: Duration = Duration::from_secs(2);
/// The most pages that are followed at a time.
pub(super) const PAGES: usize = 16;

/// Follows a view with server-sent events. `view` carries it, whenever it has changed, and names its state by a digest; a
/// page that was cut off says which one it has, and gets nothing until there is another. `checked` says that nothing has
/// changed; `refused` that the viewer may see it no longer, or that it could not be read. `more` carries only the lines that
/// the log has got since the state before; the id is the place in the log.
pub(super) async fn follow(
    State(console): State<Console>,
    view: View,
    headers: HeaderMap,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Refusal> {
    let (core, _) = console.viewed().await?;
    let place = console.pages.clone().try_acquire_owned();
    let place =
        place.map_err(|_| Refusal(StatusCode::SERVICE_UNAVAILABLE, texts::too_many_pages().to_owned()))?;
    let shown = headers.get("last-event-id").and_then(|id| id.to_str().ok()).map(str::to_owned);
    let shown = shown.or_else(|| view.last.clone());
    let followed = Followed { console, view, kept: Kept::default(), shown, is_first: true, _place: place };
    let until = core.shutdown.clone();
    let events = stream::unfold(followed, async |mut followed| {
        let event = followed.next().await?;
        Some((Ok(event), followed))
    });
    Ok(Sse::new(futures::StreamExt::take_until(events, until.cancelled_owned())))
}

/// A view on somebody's screen.
struct Followed {
    console: Console,
    view: View,
    kept: Kept,
    /// What the page shows: the digest of a view, or the place in the log.
    shown: Option<String>,
    is_first: bool,
    _place: OwnedSemaphorePermit,
}

impl Followed {
    /// Returns the next event; `None` once the gateway has ended.
    async fn next(&mut self) -> Option<Event> {
        if !self.is_first {
            // Not held during the pause: the console does not keep a gateway alive.
            let clock = self.console.core().ok()?.clock.clone();
            clock.sleep(INTERVAL).await;
        }
        self.is_first = false;
        let next = match self.view.page {
            Page::Log => self.log().await,
            _ => self.view().await,
        };
        Some(next.unwrap_or_else(|Refusal(_, why)| Event::default().event("refused").data(why)))
    }

    async fn view(&mut self) -> Result<Event, Refusal> {
        // Anew each time: who looked may have been removed.
        let (core, viewer) = self.console.viewed().await?;
        let json = view::read(&core, viewer, self.view.clone(), &mut self.kept).await?.to_string();
        let digest = sha256(&json);
        if self.shown.as_ref() == Some(&digest) {
            return Ok(checked());
        }
        self.shown = Some(digest.clone());
        Ok(Event::default().event("view").id(digest).data(json))
    }

    async fn log(&mut self) -> Result<Event, Refusal> {
        let (core, viewer) = self.console.viewed().await?;
        let log = self.console.log()?;
        let place = self.shown.as_deref().and_then(Place::parse).filter(|place| log.has(*place));
        let Some(place) = place else {
            let (shown, end) = view::log(&core, viewer, &log, &self.view).await?;
            self.shown = Some(end.to_string());
            return Ok(Event::default().event("view").id(end.to_string()).data(shown.to_string()));
        };
        let (lines, end) = log.after(Some(place));
        if lines.is_empty() || viewer.role != Role::Owner {
            return Ok(checked());
        }
        self.shown = Some(end.to_string());
        let lines = serde_json::to_string(&lines).context("cannot write lines of the log")?;
        Ok(Event::default().event("more").id(end.to_string()).data(lines))
    }
}

fn checked() -> Event {
    Event::default().event("checked").data("{}")
}

/// Returns the places for pages.
pub(super) fn pages() -> Arc<Semaphore> {
    Arc::new(Semaphore::new(PAGES))
}
