//! Room for turns: a limited number runs at the same time in one process, and people alternate in taking freed places.

use std::{
    collections::{HashMap, VecDeque},
    hash::Hash,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use tokio::sync::oneshot;

/// Room for turns, shared between people. Nobody takes more than a share, however many sessions they have. A freed
/// place goes to the person who has waited longest since they last got one.
pub(crate) struct TurnRoom<P: Clone + Eq + Hash> {
    places: usize,
    share: usize,
    state: Mutex<State<P>>,
}

struct State<P: Clone + Eq + Hash> {
    free: usize,
    at_work: HashMap<P, usize>,
    /// The waiting people, with each of their sessions; the first gets the next place.
    waiting: VecDeque<(P, VecDeque<oneshot::Sender<Place<P>>>)>,
}

/// A place, which is given back on drop.
pub(crate) struct Place<P: Clone + Eq + Hash> {
    room: Arc<TurnRoom<P>>,
    person: P,
}

impl<P: Clone + Eq + Hash> TurnRoom<P> {
    /// Creates room for this many turns, of which each person may take a share.
    pub(crate) fn new(places: usize, share: usize) -> Arc<Self> {
        let state = State { free: places, at_work: HashMap::new(), waiting: VecDeque::new() };
        Arc::new(Self { places, share: share.clamp(1, places), state: Mutex::new(state) })
    }

    /// Waits for a place for this person.
    pub(crate) async fn enter(self: &Arc<Self>, person: P) -> Place<P> {
        loop {
            let (sender, granted) = oneshot::channel();
            {
                let mut state = self.lock();
                match state.waiting.iter_mut().find(|(waiting, _)| *waiting == person) {
                    Some((_, sessions)) => sessions.push_back(sender),
                    None => state.waiting.push_back((person.clone(), VecDeque::from([sender]))),
                }
            }
            self.hand_out();
            // The sender stays in the queue until it has sent.
            if let Ok(place) = granted.await {
                return place;
            }
        }
    }

    /// Returns whether this person would get a place at once.
    pub(crate) fn has_place(&self, person: &P) -> bool {
        let state = self.lock();
        state.free > state.waiting.len() && state.at_work.get(person).is_none_or(|taken| *taken < self.share)
    }

    /// Returns whether no turn is running.
    pub(crate) fn is_idle(&self) -> bool {
        self.lock().free == self.places
    }

    /// Hands free places to those who wait.
    fn hand_out(self: &Arc<Self>) {
        // If the receiver is gone, the place returns by being dropped, which needs the lock.
        while let Some((sender, place)) = self.next() {
            drop(sender.send(place));
        }
    }

    /// Takes a free place for the next waiting session, if there are both.
    fn next(self: &Arc<Self>) -> Option<(oneshot::Sender<Place<P>>, Place<P>)> {
        let state = &mut *self.lock();
        if state.free == 0 {
            return None;
        }
        let taken = |person: &P| state.at_work.get(person).copied().unwrap_or_default();
        let at = state.waiting.iter().position(|(person, _)| taken(person) < self.share)?;
        let (person, mut sessions) = state.waiting.remove(at)?;
        let sender = sessions.pop_front();
        if !sessions.is_empty() {
            state.waiting.push_back((person.clone(), sessions));
        }
        let sender = sender?;
        state.free -= 1;
        *state.at_work.entry(person.clone()).or_default() += 1;
        Some((sender, Place { room: self.clone(), person }))
    }

    fn lock(&self) -> MutexGuard<'_, State<P>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<P: Clone + Eq + Hash> Drop for Place<P> {
    fn drop(&mut self) {
        {
            let mut state = self.room.lock();
            state.free += 1;
            if let Some(taken) = state.at_work.get_mut(&self.person) {
                *taken -= 1;
                if *taken == 0 {
                    state.at_work.remove(&self.person);
                }
            }
        }
        self.room.hand_out();
    }
}

#[cfg(test)]
mod tests {
    use futures::FutureExt;

    use super::*;

    #[tokio::test]
    async fn one_person_takes_no_more_than_a_share() {
        let room = TurnRoom::new(4, 2);
        let (first, _second) = (room.enter("alice").await, room.enter("alice").await);
        let mut third = Box::pin(room.enter("alice"));
        assert!((&mut third).now_or_never().is_none(), "two places are free, and not for alice");
        let bob = room.enter("bob").await;
        drop(bob);
        assert!((&mut third).now_or_never().is_none());
        drop(first);
        assert!(third.now_or_never().is_some());
    }

    #[tokio::test]
    async fn people_take_turns_at_what_becomes_free() {
        let room = TurnRoom::new(1, 1);
        let held = room.enter("alice").await;
        let mut waiting = Vec::new();
        for person in ["alice", "alice", "alice", "bob", "carol", "bob"] {
            let mut enters = Box::pin(room.enter(person));
            assert!((&mut enters).now_or_never().is_none());
            waiting.push((person, enters));
        }
        drop(held);
        let mut order = Vec::new();
        while !waiting.is_empty() {
            let ready = waiting.iter_mut().position(|(_, enters)| {
                let place = enters.now_or_never();
                place.map(drop).is_some()
            });
            order.push(waiting.remove(ready.expect("somebody gets the place")).0);
        }
        assert_eq!(order, ["alice", "bob", "carol", "alice", "bob", "alice"]);
        assert!(room.is_idle());
    }

    #[tokio::test]
    async fn whoever_no_longer_waits_keeps_no_place() {
        let room = TurnRoom::new(1, 1);
        let held = room.enter("alice").await;
        let mut gone = Box::pin(room.enter("bob"));
        assert!((&mut gone).now_or_never().is_none());
        drop(gone);
        drop(held);
        assert!(room.is_idle());
        drop(room.enter("carol").await);
        assert!(room.is_idle());
    }
}
