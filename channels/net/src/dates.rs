//! Hands the dates in the answers of a platform's servers to the gateway: they show whether this machine's clock is
//! right.

use std::{
    sync::{Arc, Mutex, PoisonError, Weak},
    time::Duration,
};

use adjutant_channel::Gateway;
use chrono::DateTime;
use reqwest::header::{DATE, HeaderMap};

/// Hands the dates of a channel's servers to the gateway of the latest run; before the first run, drops them. Cheap to
/// clone.
#[derive(Clone)]
pub struct ServerDates {
    channel: &'static str,
    // Weak, because the gateway holds its channels.
    gateway: Arc<Mutex<Option<Weak<dyn Gateway>>>>,
}

/// The time of a request, by the gateway's [uptime](Gateway::uptime).
#[derive(Clone, Copy, Debug)]
pub struct Asked(Option<Duration>);

impl ServerDates {
    /// Creates the dates of a channel's servers, without a gateway.
    pub fn new(channel: &'static str) -> Self {
        Self { channel, gateway: Arc::default() }
    }

    /// Hands the dates to this gateway from now on.
    pub fn hand_to(&self, gateway: &Arc<dyn Gateway>) {
        *self.gateway.lock().unwrap_or_else(PoisonError::into_inner) = Some(Arc::downgrade(gateway));
    }

    /// Returns the mark for a request that is made now.
    pub fn ask(&self) -> Asked {
        Asked(self.gateway().map(|gateway| gateway.uptime()))
    }

    /// Hands the date of an answer to the gateway.
    pub fn answered(&self, asked: Asked, headers: &HeaderMap) {
        let date = headers.get(DATE).and_then(|date| DateTime::parse_from_rfc2822(date.to_str().ok()?).ok());
        if let (Some(date), Some(asked), Some(gateway)) = (date, asked.0, self.gateway()) {
            gateway.hear_date(self.channel, date.to_utc(), asked);
        }
    }

    fn gateway(&self) -> Option<Arc<dyn Gateway>> {
        self.gateway.lock().unwrap_or_else(PoisonError::into_inner).as_ref()?.upgrade()
    }
}
