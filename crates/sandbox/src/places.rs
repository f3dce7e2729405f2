//! How many children run side by side.

use std::{
    collections::HashMap,
    io,
    sync::{Arc, Mutex, PoisonError, Weak},
};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::Failure;

/// How many children run at once; more wait.
const SIDE_BY_SIDE: usize = 4;
/// How many of them one holder has at once, so that the children of one wait for their own and leave places to others.
const OF_ONE: usize = 2;

/// The places for children.
#[derive(Clone, Debug)]
pub(crate) struct Places {
    all: Arc<Semaphore>,
    /// The places of each holder who has a child, or waits to have one.
    of_each: Arc<Mutex<HashMap<Arc<str>, Weak<Semaphore>>>>,
}

/// A child's place.
#[derive(Debug)]
pub(crate) struct Place {
    _of_all: OwnedSemaphorePermit,
    _of_one: Option<OwnedSemaphorePermit>,
}

impl Places {
    pub(crate) fn new() -> Self {
        Self { all: Arc::new(Semaphore::new(SIDE_BY_SIDE)), of_each: Arc::default() }
    }

    /// Waits for a place. One without a holder waits for places of all alone.
    pub(crate) async fn take(&self, holder: Option<&Arc<str>>) -> Result<Place, Failure> {
        let of_one = match holder {
            Some(holder) => Some(acquire(self.of(holder)).await?),
            None => None,
        };
        Ok(Place { _of_all: acquire(self.all.clone()).await?, _of_one: of_one })
    }

    /// Returns the places of a holder.
    fn of(&self, holder: &Arc<str>) -> Arc<Semaphore> {
        // A panic under the lock leaves no change half done.
        let mut of_each = self.of_each.lock().unwrap_or_else(PoisonError::into_inner);
        of_each.retain(|_, places| places.strong_count() > 0);
        of_each.get(holder).and_then(Weak::upgrade).unwrap_or_else(|| {
            let places = Arc::new(Semaphore::new(OF_ONE));
            of_each.insert(holder.clone(), Arc::downgrade(&places));
            places
        })
    }
}

async fn acquire(places: Arc<Semaphore>) -> Result<OwnedSemaphorePermit, Failure> {
    // The semaphores are never closed.
    places.acquire_owned().await.map_err(|closed| Failure::Io(io::Error::other(closed)))
}

#[cfg(test)]
mod tests {
    use std::{future::Future as _, pin::pin, task};

    use super::*;

    /// Returns the place if there is one without waiting.
    fn now(places: &Places, holder: &str) -> Option<Place> {
        let holder = Arc::from(holder);
        let mut taken = pin!(places.take(Some(&holder)));
        match taken.as_mut().poll(&mut task::Context::from_waker(task::Waker::noop())) {
            task::Poll::Ready(place) => Some(place.unwrap()),
            task::Poll::Pending => None,
        }
    }

    #[test]
    fn one_holder_leaves_places_to_others() {
        let places = Places::new();
        let mut of_bob = vec![now(&places, "bob").unwrap(), now(&places, "bob").unwrap()];
        assert!(now(&places, "bob").is_none(), "he waits for his own");
        let of_alice = now(&places, "alice").unwrap();
        of_bob.pop();
        of_bob.push(now(&places, "bob").unwrap());
        let of_carol = now(&places, "carol").unwrap();
        assert!(now(&places, "alice").is_none(), "all places are taken");
        drop((of_bob, of_alice, of_carol));
        assert!(now(&places, "dave").is_some());
        assert_eq!(places.of_each.lock().unwrap().len(), 1, "holders without a child are forgotten");
    }
}
