//! A view that goes on: it is sent anew whenever what it shows has changed.

use std::{
    collections::{HashMap, hash_map::Entry},
    convert::Infallible,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use adjutant_domain::ids::{UserId, sha256};
use adjutant_store::people::Role;
use adjutant_texts::console as texts;
use anyhow::Context as _;
use axum::{
    Extension,
    extract::State,
    http::{HeaderMap, StatusCode},
    response::{Sse, sse::Event},
};
use futures::{Stream, stream};

use super::{
    Console, Refusal,
    view::{self, Kept, Page, View},
    viewer::{Credential, Viewer},
};
use crate::recent_log::Place as LogPlace;

/// How often a view is read while a page shows it.
const INTERVAL: Duration = Duration::from_secs(2);
/// The most pages that a person follows at a time.
const PAGES: usize = 16;

/// Follows a view with server-sent events. `view` carries it, whenever it has changed, and names its state by a digest; a
/// page that was cut off says which one it has, and gets nothing until there is another. `checked` says that nothing has
/// changed; `refused` that the viewer may see it no longer, or that it could not be read. `more` carries only the lines that
/// the log has got since the state before; the id is the place in the log.
pub(super) async fn follow(
    State(console): State<Console>,
    Extension(Viewer { core, user, credential }): Extension<Viewer>,
    view: View,
    headers: HeaderMap,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Refusal> {
    let too_many = || Refusal(StatusCode::SERVICE_UNAVAILABLE, texts::too_many_pages().to_owned());
    let place = console.pages.take(&user.person).ok_or_else(too_many)?;
    let shown = headers.get("last-event-id").and_then(|id| id.to_str().ok()).map(str::to_owned);
    let shown = shown.or_else(|| view.last.clone());
    let kept = Kept::default();
    let followed = Followed { console, credential, view, kept, shown, is_first: true, _place: place };
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
    credential: Credential,
    view: View,
    kept: Kept,
    /// What the page shows: the digest of a view, or the place in the log.
    shown: Option<String>,
    is_first: bool,
    _place: Place,
}

impl Followed {
    /// Returns the next event; `None` once the gateway has ended, or the browser is signed out.
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
        match next {
            Ok(event) => Some(event),
            // The browser finds out why when it asks again.
            Err(Refusal(StatusCode::UNAUTHORIZED, _)) => None,
            Err(Refusal(_, why)) => Some(Event::default().event("refused").data(why)),
        }
    }

    async fn view(&mut self) -> Result<Event, Refusal> {
        // Anew each time: who looked may have been removed.
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

fn checked() -> Event {
    Event::default().event("checked").data("{}")
}

/// The pages that people follow: nobody keeps others from following theirs.
#[derive(Clone, Default)]
pub(super) struct Pages(Arc<Mutex<HashMap<UserId, usize>>>);

impl Pages {
    /// Takes a place for a page of a person; `None` if they follow too many.
    fn take(&self, person: &UserId) -> Option<Place> {
        let mut followed = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let pages = followed.entry(person.clone()).or_default();
        if *pages >= PAGES {
            return None;
        }
        *pages += 1;
        Some(Place { pages: self.clone(), person: person.clone() })
    }
}

/// A place for a page, which is free again once this is dropped.
struct Place {
    pages: Pages,
    person: UserId,
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut followed = self.pages.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Entry::Occupied(mut pages) = followed.entry(self.person.clone()) {
            *pages.get_mut() -= 1;
            if *pages.get() == 0 {
                pages.remove();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_follows_too_many_pages_keeps_nobody_else_out() {
        let (pages, [alice, bob]) = (Pages::default(), ["alice", "bob"].map(|name| UserId(name.to_owned())));
        let mut places: Vec<_> = (0..PAGES).map(|_| pages.take(&alice).expect("there is room")).collect();
        assert!(pages.take(&alice).is_none());
        let other = pages.take(&bob).expect("there is room for bob");
        places.pop();
        assert!(pages.take(&alice).is_some());
        drop((places, other));
        assert!(pages.0.lock().unwrap().is_empty());
    }
}
