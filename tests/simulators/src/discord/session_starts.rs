//! The daily limit of session starts. <https://docs.discord.com/developers/events/gateway#session-start-limit>

/// The length of a window, in milliseconds.
const WINDOW: u64 = 24 * 60 * 60 * 1_000;

/// The session starts in the present window, which begins with the first of them.
#[derive(Debug, Default)]
pub(crate) struct SessionStarts {
    /// Milliseconds since 1970.
    began: u64,
    count: u64,
}

impl SessionStarts {
    /// Counts a start. Returns false if it exceeds the limit.
    pub(crate) fn count(&mut self, total: u64, now: u64) -> bool {
        if self.reset_after(now) == 0 {
            *self = Self { began: now, count: 0 };
        }
        self.count += 1;
        self.count <= total
    }

    /// Returns how many more sessions may start in this window.
    pub(crate) fn remaining(&self, total: u64, now: u64) -> u64 {
        if self.reset_after(now) == 0 { total } else { total.saturating_sub(self.count) }
    }

    /// Returns the milliseconds until the limit resets; zero if no start is counted.
    pub(crate) fn reset_after(&self, now: u64) -> u64 {
        if self.count == 0 { 0 } else { (self.began + WINDOW).saturating_sub(now) }
    }
}
