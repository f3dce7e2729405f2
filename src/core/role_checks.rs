//! When the platforms were last asked about the roles that admit people.

use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
    time::Duration,
};

use adjutant_store::people::RoleHolder;

/// How long an answer counts.
const VALID_FOR: Duration = Duration::from_mins(10);

/// The uptime at which each account was last asked about.
#[derive(Default)]
pub(crate) struct RoleChecks(Mutex<HashMap<RoleHolder, Duration>>);

impl RoleChecks {
    /// Returns whether an account has to be asked about now, and notes that it is.
    pub(crate) fn begin(&self, holder: &RoleHolder, uptime: Duration) -> bool {
        let mut checked = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        checked.retain(|_, at| uptime < *at + VALID_FOR);
        let is_due = !checked.contains_key(holder);
        if is_due {
            checked.insert(holder.clone(), uptime);
        }
        is_due
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_account_is_asked_about_once_in_ten_minutes() {
        let checks = RoleChecks::default();
        let holder = |id: &str| RoleHolder {
            channel: "discord".to_owned(),
            external_id: id.to_owned(),
            chat: "20".to_owned(),
        };
        let asks = [("7", 0), ("8", 0), ("7", 9), ("7", 10), ("8", 10)];
        let asked = asks.map(|(id, minutes)| checks.begin(&holder(id), Duration::from_mins(minutes)));
        assert_eq!(asked, [true, true, false, true, true]);
    }
}
