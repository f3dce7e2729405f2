//! Rate limits of the platforms: at most a given number of requests within any window of time.

use std::{
    collections::{HashMap, VecDeque},
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use adjutant_channel::{Channels, ChatKind, ChatRef, Limits};
use chrono::{DateTime, TimeDelta, Utc};
use tokio::sync::{Mutex as FairMutex, MutexGuard as FairMutexGuard};

/// Requests that one chat may receive at once before its rate applies: platforms tolerate short bursts.
const CHAT_BURST: f64 = 3.0;
/// The most chats whose recent requests are remembered; beyond that, quiet chats are forgotten.
const MAX_CHATS: usize = 10_000;
/// The factor that lengthens every window, since requests do not travel equally fast.
const MARGIN: f64 = 1.05;
/// The share of a channel's places that optional requests beside the messages may use.
const SPARE_SHARE: f64 = 0.5;

/// The pace of all channels.
pub struct RateLimiter(HashMap<&'static str, ChannelLimiter>);

struct ChannelLimiter {
    pace: Mutex<ChannelPace>,
    /// Messages that wait for the channel's limit, served in order of arrival.
    queue: FairMutex<()>,
}

/// The right to a channel's next place, held by the first in its queue. `None` if the channel has no limits.
pub struct Turn<'a>(Option<(&'a ChannelLimiter, FairMutexGuard<'a, ()>)>);

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
    /// Creates the limiter from the channels' limits.
    pub fn new(channels: &Channels) -> Self {
        let pace = |limits: Limits| ChannelPace {
            all: Window::new(limits.per_second, 1.0),
            limits,
            chats: HashMap::new(),
        };
        let limiter = |limits| ChannelLimiter { pace: Mutex::new(pace(limits)), queue: FairMutex::default() };
        Self(channels.all().map(|channel| (channel.name(), limiter(channel.limits()))).collect())
    }

    /// Returns whether a chat's own limits allow a request now. The error is the time to ask again.
    pub fn ask(&self, chat: &ChatRef, kind: ChatKind, now: DateTime<Utc>) -> Result<(), DateTime<Utc>> {
        let Some(limiter) = self.0.get(chat.channel.as_str()) else { return Ok(()) };
        match limiter.pace().chat(&chat.chat, kind).free_at(now) {
            free if free > now => Err(free),
            _ => Ok(()),
        }
    }

    /// Waits until everybody who queued earlier has taken a place.
    pub async fn queue(&self, channel: &str) -> Turn<'_> {
        match self.0.get(channel) {
            Some(limiter) => Turn(Some((limiter, limiter.queue.lock().await))),
            None => Turn(None),
        }
    }

    /// Takes a place now for a request that does not queue, such as a draft. The error is the time to ask again. Queued
    /// requests go first.
    pub fn take(&self, chat: &ChatRef, kind: ChatKind, now: DateTime<Utc>) -> Result<(), DateTime<Utc>> {
        let Some(limiter) = self.0.get(chat.channel.as_str()) else { return Ok(()) };
        let mut pace = limiter.pace();
        match limiter.has_queue() {
            true => Err(now + pace.all.stretch),
            false => pace.take(&chat.chat, kind, now),
        }
    }

    /// Takes a place now for an optional request beside the messages, such as a typing indicator. Returns false if it
    /// could delay a message.
    pub fn take_spare(&self, channel: &str, now: DateTime<Utc>) -> bool {
        let Some(limiter) = self.0.get(channel) else { return true };
        !limiter.has_queue() && limiter.pace().all.take_spare(now)
    }

    /// Counts the answer to a press. It cannot wait; later requests wait for it instead.
    pub fn count_press_answer(&self, channel: &str, now: DateTime<Utc>) {
        if let Some(limiter) = self.0.get(channel) {
            limiter.pace().all.taken.push_back(now);
        }
    }

    /// Counts the further files of an album if the platform counts each of them; later requests wait for them.
    pub fn count_files(&self, chat: &ChatRef, kind: ChatKind, now: DateTime<Utc>, more: usize) {
        let Some(limiter) = self.0.get(chat.channel.as_str()) else { return };
        let mut pace = limiter.pace();
        if pace.limits.counts_files {
            (0..more).for_each(|_| pace.count(&chat.chat, kind, now));
        }
    }

    /// Records that the platform asked for a pause in this chat.
    pub fn block(&self, chat: &ChatRef, kind: ChatKind, now: DateTime<Utc>, pause: Duration) {
        if let Some(limiter) = self.0.get(chat.channel.as_str()) {
            limiter.pace().chat(&chat.chat, kind).blocked = Some(Blocked { since: now, until: now + pause });
        }
    }
}

impl Turn<'_> {
    /// Takes the next place now for a request in a chat. The error is the time to ask again.
    pub fn take(&self, chat: &ChatRef, kind: ChatKind, now: DateTime<Utc>) -> Result<(), DateTime<Utc>> {
        let Some((limiter, _)) = &self.0 else { return Ok(()) };
        limiter.pace().take(&chat.chat, kind, now)
    }
}

impl ChannelLimiter {
    fn pace(&self) -> MutexGuard<'_, ChannelPace> {
        self.pace.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn has_queue(&self) -> bool {
        self.queue.try_lock().is_err()
    }
}

impl ChannelPace {
    fn take(&mut self, chat: &str, kind: ChatKind, now: DateTime<Utc>) -> Result<(), DateTime<Utc>> {
        self.forget_quiet_chats(now);
        let all = self.all.free_at(now);
        let free = all.max(self.chat(chat, kind).free_at(now));
        if free > now {
            return Err(free);
        }
        self.count(chat, kind, now);
        Ok(())
    }

    fn count(&mut self, chat: &str, kind: ChatKind, now: DateTime<Utc>) {
        let chat = self.chat(chat, kind);
        chat.short.taken.push_back(now);
        if let Some(window) = &mut chat.long {
            window.taken.push_back(now);
        }
        self.all.taken.push_back(now);
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
    /// Returns the time at which the chat's own limits allow the next request; `now` if they allow it at once.
    fn free_at(&mut self, now: DateTime<Utc>) -> DateTime<Utc> {
        let long = self.long.as_mut().map_or(now, |window| window.free_at(now));
        self.short.free_at(now).max(long).max(self.blocked_until(now))
    }

    fn is_quiet(&mut self, now: DateTime<Utc>) -> bool {
        self.short.forget(now);
        let long = self.long.as_mut().is_none_or(|window| {
            window.forget(now);
            window.taken.is_empty()
        });
        self.short.taken.is_empty() && long && self.blocked_until(now) <= now
    }

    /// Returns the end of the pause in this chat; `now` if there is none. A pause that lies in the future was recorded
    /// before the clock was set back, and is ignored.
    fn blocked_until(&self, now: DateTime<Utc>) -> DateTime<Utc> {
        self.blocked.filter(|blocked| blocked.since <= now).map_or(now, |blocked| blocked.until)
    }
}

/// At most `most` requests within any period of length `stretch`.
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

    /// Forgets requests that have left the window, and those recorded before the clock was set back.
    fn forget(&mut self, now: DateTime<Utc>) {
        while self.taken.front().is_some_and(|at| *at + self.stretch <= now || *at > now) {
            self.taken.pop_front();
        }
    }

    /// Returns the time of the next allowed request; `now` if it is allowed at once.
    fn free_at(&mut self, now: DateTime<Utc>) -> DateTime<Utc> {
        self.forget(now);
        match self.taken.len().checked_sub(self.most) {
            Some(over) => self.taken.get(over).map_or(now, |at| *at + self.stretch),
            None => now,
        }
    }

    /// Takes a place if many are free.
    fn take_spare(&mut self, now: DateTime<Utc>) -> bool {
        self.forget(now);
        let is_free = (self.taken.len() as f64) < (self.most as f64 * SPARE_SHARE).max(1.0);
        if is_free {
            self.taken.push_back(now);
        }
        is_free
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
            counts_files: true,
            private_answers: false,
        }
    }

    fn limiter() -> RateLimiter {
        let limiter = ChannelLimiter { pace: Mutex::new(pace()), queue: FairMutex::default() };
        RateLimiter(HashMap::from([("test", limiter)]))
    }

    fn chat(name: &str) -> ChatRef {
        ChatRef { channel: "test".to_owned(), chat: name.to_owned(), thread: None }
    }

    #[test]
    fn what_is_beside_the_messages_counts_and_gives_way() {
        let (limiter, now) = (limiter(), DateTime::<Utc>::UNIX_EPOCH);
        let spare = || (0..100).filter(|_| limiter.take_spare("test", now)).count();
        assert_eq!(spare(), 15);
        let message = |number: usize| limiter.take(&chat(&number.to_string()), ChatKind::Direct, now).is_ok();
        assert_eq!((0..100).filter(|number| message(*number)).count(), 15, "half of the places were left");

        let later = now + TimeDelta::seconds(2);
        for _ in 0..30 {
            limiter.count_press_answer("test", later);
        }
        assert!(limiter.take(&chat("alice"), ChatKind::Direct, later).is_err(), "answers to presses count");
        assert!(!limiter.take_spare("test", later));
    }

    #[tokio::test]
    async fn whoever_waits_in_no_queue_takes_nothing_from_those_who_do() {
        let (limiter, now) = (limiter(), DateTime::<Utc>::UNIX_EPOCH);
        let turn = limiter.queue("test").await;
        assert!(limiter.take(&chat("alice"), ChatKind::Direct, now).is_err());
        assert!(!limiter.take_spare("test", now));
        assert_eq!(turn.take(&chat("alice"), ChatKind::Direct, now), Ok(()));
        drop(turn);
        assert!(limiter.take(&chat("alice"), ChatKind::Direct, now).is_ok());
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

    #[test]
    fn an_album_counts_as_many_messages_as_it_has_files() {
        let (limiter, now) = (limiter(), DateTime::<Utc>::UNIX_EPOCH);
        let group = chat("group");
        assert_eq!(limiter.take(&group, ChatKind::Group, now), Ok(()));
        limiter.count_files(&group, ChatKind::Group, now, 9);
        let later = now + TimeDelta::seconds(10);
        assert_eq!(limiter.take(&group, ChatKind::Group, later), Ok(()));
        limiter.count_files(&group, ChatKind::Group, later, 9);
        // Twenty messages in a minute.
        let full = later + TimeDelta::seconds(10);
        assert_eq!(limiter.take(&group, ChatKind::Group, full), Err(now + TimeDelta::seconds(63)));
    }
}
