//! Rate limits of the platforms: at most so many requests in any stretch of time.

use std::{
    collections::{HashMap, VecDeque},
    sync::{Mutex, PoisonError},
    time::Duration,
};

use adjutant_channel::{Channels, ChatKind, ChatRef, Limits};
use chrono::{DateTime, TimeDelta, Utc};

/// Requests that one chat may get at once, before its rate applies: platforms tolerate short bursts.
const CHAT_BURST: f64 = 3.0;
/// Most chats whose recent requests are remembered; beyond it, quiet chats are forgotten.
const MAX_CHATS: usize = 10_000;
/// Factor by which every stretch is longer, since requests do not travel equally fast.
const MARGIN: f64 = 1.05;

/// The pace of all channels.
pub struct RateLimiter(HashMap<&'static str, Mutex<ChannelPace>>);

struct ChannelPace {
    limits: Limits,
    all: Window,
    chats: HashMap<String, ChatPace>,
}

struct ChatPace {
    short: Window,
    long: Option<Window>,
    blocked: Option<Blocked>,
}

/// A pause that the platform asked for.
#[derive(Clone, Copy)]
struct Blocked {
    since: DateTime<Utc>,
    until: DateTime<Utc>,
}

impl RateLimiter {
    /// Returns the pace that the channels ask for.
    pub fn new(channels: &Channels) -> Self {
        let pace = |limits: Limits| ChannelPace {
            all: Window::new(limits.per_second, 1.0),
            limits,
            chats: HashMap::new(),
        };
        Self(channels.all().map(|channel| (channel.name(), Mutex::new(pace(channel.limits())))).collect())
    }

    /// Takes a place for a request now, or returns when to ask again.
    pub fn take(&self, chat: &ChatRef, kind: ChatKind, now: DateTime<Utc>) -> Result<(), DateTime<Utc>> {
        let Some(pace) = self.0.get(chat.channel.as_str()) else { return Ok(()) };
        pace.lock().unwrap_or_else(PoisonError::into_inner).take(&chat.chat, kind, now)
    }

    /// Records that the platform asked for a pause in this chat.
    pub fn block(&self, chat: &ChatRef, kind: ChatKind, now: DateTime<Utc>, pause: Duration) {
        if let Some(pace) = self.0.get(chat.channel.as_str()) {
            let mut pace = pace.lock().unwrap_or_else(PoisonError::into_inner);
            pace.chat(&chat.chat, kind).blocked = Some(Blocked { since: now, until: now + pause });
        }
    }
}

impl ChannelPace {
    fn take(&mut self, chat: &str, kind: ChatKind, now: DateTime<Utc>) -> Result<(), DateTime<Utc>> {
        self.forget_quiet_chats(now);
        let all = self.all.free_at(now);
        let chat = self.chat(chat, kind);
        let long = chat.long.as_mut().map_or(now, |window| window.free_at(now));
        let free = all.max(chat.short.free_at(now)).max(long).max(chat.blocked_until(now));
        if free > now {
            return Err(free);
        }
        chat.short.taken.push_back(now);
        if let Some(window) = &mut chat.long {
            window.taken.push_back(now);
        }
        self.all.taken.push_back(now);
        Ok(())
    }

    fn chat(&mut self, chat: &str, kind: ChatKind) -> &mut ChatPace {
        let limits = &self.limits;
        self.chats.entry(chat.to_owned()).or_insert_with(|| ChatPace {
            short: Window::new(
                CHAT_BURST.max(limits.per_chat_second),
                (CHAT_BURST / limits.per_chat_second).max(1.0),
            ),
            long: (kind == ChatKind::Group).then(|| Window::new(limits.per_group_minute, 60.0)),
            blocked: None,
        })
    }

    fn forget_quiet_chats(&mut self, now: DateTime<Utc>) {
        if self.chats.len() >= MAX_CHATS {
            self.chats.retain(|_, chat| !chat.is_quiet(now));
        }
    }
}

impl ChatPace {
    fn is_quiet(&mut self, now: DateTime<Utc>) -> bool {
        self.short.forget(now);
        let long = self.long.as_mut().is_none_or(|window| {
            window.forget(now);
            window.taken.is_empty()
        });
        self.short.taken.is_empty() && long && self.blocked_until(now) <= now
    }

    /// Returns the end of the pause in this chat; `now` if there is none. A pause that has yet to begin dates from
    /// before the clock was set back.
    fn blocked_until(&self, now: DateTime<Utc>) -> DateTime<Utc> {
        self.blocked.filter(|blocked| blocked.since <= now).map_or(now, |blocked| blocked.until)
    }
}

/// At most `most` requests within any `stretch`.
struct Window {
    most: usize,
    stretch: TimeDelta,
    taken: VecDeque<DateTime<Utc>>,
}

impl Window {
    fn new(most: f64, seconds: f64) -> Self {
        let stretch = Duration::from_secs_f64(seconds * MARGIN);
        Self {
            most: most.max(1.0) as usize,
            stretch: TimeDelta::from_std(stretch).unwrap_or(TimeDelta::seconds(1)),
            taken: VecDeque::new(),
        }
    }

    /// Forgets requests that have left the window, and those from before the clock was set back.
    fn forget(&mut self, now: DateTime<Utc>) {
        while self.taken.front().is_some_and(|at| *at + self.stretch <= now || *at > now) {
            self.taken.pop_front();
        }
    }

    /// Returns when the next request may go out; `now` if at once.
    fn free_at(&mut self, now: DateTime<Utc>) -> DateTime<Utc> {
        self.forget(now);
        match self.taken.len().checked_sub(self.most) {
            Some(over) => self.taken.get(over).map_or(now, |at| *at + self.stretch),
            None => now,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limits() -> Limits {
        Limits {
            per_second: 30.0,
            per_chat_second: 1.0,
            per_group_minute: 20.0,
            draft_interval: Duration::from_secs(1),
            group_draft_interval: Duration::from_secs(3),
            in_flight: Duration::from_secs(15),
            upload_bytes: 1_000_000,
            max_parts: usize::MAX,
            private_answers: false,
        }
    }

    fn pace() -> ChannelPace {
        ChannelPace { all: Window::new(30.0, 1.0), limits: limits(), chats: HashMap::new() }
    }

    /// Returns when each of `count` requests to the chats that `chat` names goes out, in milliseconds from the first.
    fn schedule(count: usize, kind: ChatKind, chat: impl Fn(usize) -> String) -> Vec<i64> {
        let (mut pace, start) = (pace(), DateTime::<Utc>::UNIX_EPOCH);
        let mut now = start;
        let mut sent = Vec::new();
        for i in 0..count {
            while let Err(free) = pace.take(&chat(i), kind, now) {
                assert!(free > now, "waiting makes progress");
                now = free;
            }
            sent.push((now - start).num_milliseconds());
        }
        sent
    }

    fn most_within(sent: &[i64], millis: i64) -> usize {
        sent.iter()
            .map(|from| sent.iter().filter(|at| (*from..*from + millis).contains(at)).count())
            .max()
            .unwrap_or(0)
    }

    #[test]
    fn a_hundred_chats_are_served_within_the_overall_rate() {
        let sent = schedule(100, ChatKind::Direct, |i| i.to_string());
        assert_eq!(most_within(&sent, 1000), 30);
        assert!(sent[99] < 4000, "{sent:?}");
    }

    #[test]
    fn one_chat_gets_a_short_burst_and_then_its_rate() {
        let sent = schedule(10, ChatKind::Direct, |_| "42".to_owned());
        assert_eq!(most_within(&sent, 3000), 3);
    }

    #[test]
    fn a_group_gets_twenty_a_minute() {
        let sent = schedule(60, ChatKind::Group, |_| "-100".to_owned());
        assert_eq!(most_within(&sent, 60_000), 20);
    }

    #[test]
    fn a_pause_that_the_platform_asked_for_holds_one_chat_only() {
        let (mut pace, now) = (pace(), DateTime::<Utc>::UNIX_EPOCH);
        let blocked = Blocked { since: now, until: now + TimeDelta::seconds(7) };
        pace.chat("1", ChatKind::Direct).blocked = Some(blocked);
        assert_eq!(pace.take("1", ChatKind::Direct, now), Err(now + TimeDelta::seconds(7)));
        assert_eq!(pace.take("2", ChatKind::Direct, now), Ok(()));
    }
}
