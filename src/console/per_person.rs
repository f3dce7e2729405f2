//! Limits on what each person may use at a time, so that nobody locks others out.

use std::{
    collections::{HashMap, hash_map::Entry},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use adjutant_domain::ids::UserId;
use adjutant_store::people::{Role, User};

/// Places that people take and free again.
#[derive(Clone)]
pub(super) struct PerPerson {
    /// The most places of one person.
    most: usize,
    /// The most places of all people together.
    most_of_all: usize,
    taken: Arc<Mutex<HashMap<UserId, usize>>>,
}

impl PerPerson {
    pub(super) fn new(most: usize, most_of_all: usize) -> Self {
        Self { most, most_of_all, taken: Arc::default() }
    }

    /// Takes a place for a person; `None` if they have too many, or all are taken. The owner gets a place even then.
    pub(super) fn take(&self, user: &User) -> Option<Place> {
        let (mut taken, person) = (self.lock(), &user.person);
        let own = taken.get(person).copied().unwrap_or_default();
        let are_all_taken = taken.values().sum::<usize>() >= self.most_of_all;
        if own >= self.most || are_all_taken && user.role != Role::Owner {
            return None;
        }
        taken.insert(person.clone(), own + 1);
        Some(Place { all: self.clone(), person: person.clone() })
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<UserId, usize>> {
        // A panic under this lock leaves no inconsistent state.
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A place, which is free again once this is dropped.
pub(super) struct Place {
    all: PerPerson,
    person: UserId,
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut taken = self.all.lock();
        if let Entry::Occupied(mut own) = taken.entry(self.person.clone()) {
            *own.get_mut() -= 1;
            if *own.get() == 0 {
                own.remove();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn user(name: &str, role: Role) -> User {
        let id = UserId(name.to_owned());
        User {
            user_id: id.clone(),
            person: id,
            name: name.to_owned(),
            role,
            approver: false,
            timezone: None,
            quiet_from: None,
            quiet_until: None,
            language: None,
            platform_language: None,
        }
    }

    #[test]
    fn who_takes_too_many_keeps_nobody_else_out() {
        let all = PerPerson::new(2, 3);
        let [alice, bob, carol] = ["alice", "bob", "carol"].map(|name| user(name, Role::Member));
        let mut places: Vec<_> = (0..2).map(|_| all.take(&alice).expect("there is room")).collect();
        assert!(all.take(&alice).is_none());
        let other = all.take(&bob).expect("there is room for bob");
        assert!(all.take(&carol).is_none(), "all are taken");
        assert!(all.take(&user("olivia", Role::Owner)).is_some(), "the owner is let in");
        places.pop();
        assert!(all.take(&alice).is_some());
        drop((places, other));
        assert!(all.lock().is_empty());
    }
}
