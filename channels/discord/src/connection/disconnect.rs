//! Why a connection ended, and what follows. Does no I/O.

use std::time::Duration;

use adjutant_net::Backoff;

use crate::errors::CallError;

/// The longest pause after a transient failure.
const MAX_PAUSE: Duration = Duration::from_secs(30);
/// The longest pause after a failure that the operator must fix, unless few sessions may still start today.
const MAX_OPERATOR_PAUSE: Duration = Duration::from_secs(4 * 60);
/// The pause before starting over with a different number of shards.
const RESHARD_PAUSE: Duration = Duration::from_secs(60);

/// The longest wait before asking Discord again whether a session may start.
const MAX_WAIT: Duration = Duration::from_secs(600);

const BAD_TOKEN: &str = "Discord does not accept the bot's token; check channels.discord.token";

/// The reason why a connection ended, and the next step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Disconnect {
    pub(super) next: Next,
    /// The problem, described for the operator.
    pub(super) problem: String,
}

/// The next step after a disconnect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// Resume the session over another connection.
    Resume,
    /// Start a new session.
    Identify,
    /// Start a new session, but not at once: Discord asks for a random pause.
    IdentifyLater,
    /// Start a new session when the operator has fixed the problem; retried now and then.
    Operator,
    /// Start a new session when Discord allows one again.
    Wait(Duration),
    /// Start over with a different number of shards.
    Reshard,
    /// Stop.
    Stop,
}

impl Disconnect {
    pub(super) fn new(next: Next, problem: impl Into<String>) -> Self {
        Self { next, problem: problem.into() }
    }

    /// Returns a disconnect that keeps the session, for a connection that broke.
    pub(super) fn lost(what: impl Into<String>) -> Self {
        Self::new(Next::Resume, what)
    }

    pub(super) fn shutdown() -> Self {
        Self::new(Next::Stop, "the bot is shutting down")
    }

    /// Returns the disconnect for a close code, or for a connection that ended without one.
    /// <https://discord.com/developers/docs/topics/opcodes-and-status-codes#gateway-gateway-close-event-codes>
    pub(super) fn from_close_code(code: Option<u16>) -> Self {
        let operator = |what: &str| Self::new(Next::Operator, what);
        match code {
            None => Self::lost("the connection to Discord broke"),
            Some(4004) => operator(BAD_TOKEN),
            Some(4010) => operator("Discord rejects the shard number that this bot sent"),
            Some(4011) => Self::new(Next::Reshard, "Discord wants more shards"),
            Some(4012) => operator("Discord no longer supports this gateway version; update Adjutant"),
            Some(4013) => operator("Discord rejects the intents that the bot asks for; update Adjutant"),
            Some(4014) => operator(
                "the bot may not read the content of all messages: turn on \"Message Content Intent\" in the \
                 Discord Developer Portal under Bot, or set message_content = false",
            ),
            Some(code @ (4003 | 4005 | 4007 | 4009)) => {
                Self::new(Next::Identify, format!("Discord ended the session (code {code})"))
            }
            Some(code) => Self::lost(format!("Discord closed the connection (code {code})")),
        }
    }

    /// Returns the disconnect for a failed request for the gateway's address.
    pub(super) fn from_call_error(error: &CallError) -> Self {
        match error {
            error if error.is_bad_token() => Self::new(Next::Operator, BAD_TOKEN),
            CallError::RetryAfter(pause) => Self::new(Next::Wait(*pause), error.to_string()),
            CallError::Refused(refusal) => Self::lost(format!("Discord refuses: {}", refusal.message)),
            CallError::NotSent(what) | CallError::Unknown(what) => {
                Self::lost(format!("cannot reach Discord: {what}"))
            }
        }
    }

    pub(super) fn session_start_limit_reached(reset: Duration) -> Self {
        let seconds = reset.as_secs_f64().ceil() as u64;
        let time = match seconds {
            0..120 => format!("{seconds} s"),
            _ => format!("{} min", seconds.div_ceil(60)),
        };
        let problem = format!("Discord's session start limit is used up for {time}");
        Self::new(Next::Wait(reset), problem)
    }

    /// Returns how long to pause before reconnecting. `renewal` bounds the pause after Discord has invalidated a
    /// session. `sparing` is the shortest pause, if further session starts are likely to be in vain.
    pub(super) fn pause(&self, backoff: &mut Backoff, renewal: Duration, sparing: Duration) -> Duration {
        match self.next {
            Next::Resume | Next::Identify => backoff.pause(MAX_PAUSE).max(sparing),
            Next::IdentifyLater => renewal.mul_f64(0.2 + 0.8 * fastrand::f64()).max(sparing),
            Next::Operator => backoff.pause(MAX_OPERATOR_PAUSE).max(sparing),
            Next::Wait(pause) => pause.min(MAX_WAIT) + backoff.pause(MAX_PAUSE),
            Next::Reshard => RESHARD_PAUSE,
            Next::Stop => Duration::ZERO,
        }
    }

    /// Logs the disconnect, except a problem that was logged `before` for the operator.
    pub(super) fn log(&self, shard: u32, before: Option<&Self>) {
        let problem = &self.problem;
        match self.next {
            Next::Operator if before == Some(self) => tracing::debug!(shard, problem, "still disconnected"),
            // Discord asks for this several times a day.
            Next::Resume => tracing::info!(shard, problem, "reconnecting to Discord"),
            _ => tracing::warn!(shard, problem, "disconnected from Discord"),
        }
    }

    /// Returns whether the session can still be resumed.
    pub(super) fn keeps_session(&self) -> bool {
        matches!(self.next, Next::Resume | Next::Wait(_))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::errors::Refusal;

    fn next(code: u16) -> Next {
        Disconnect::from_close_code(Some(code)).next
    }

    #[test]
    fn a_session_is_resumed_unless_discord_says_otherwise() {
        assert_eq!(Disconnect::from_close_code(None).next, Next::Resume);
        for code in [1000, 1001, 1006, 4000, 4001, 4002, 4008, 4999] {
            assert_eq!(next(code), Next::Resume, "{code}");
        }
        for code in [4003, 4005, 4007, 4009] {
            assert_eq!(next(code), Next::Identify, "{code}");
        }
        for code in [4004, 4010, 4012, 4013, 4014] {
            assert_eq!(next(code), Next::Operator, "{code}");
        }
        assert_eq!(next(4011), Next::Reshard);
    }

    #[test]
    fn a_missing_intent_says_which_switch_to_turn_on() {
        insta::assert_snapshot!(
            Disconnect::from_close_code(Some(4014)).problem,
            @r#"the bot may not read the content of all messages: turn on "Message Content Intent" in the Discord Developer Portal under Bot, or set message_content = false"#
        );
    }

    #[test]
    fn a_wrong_token_is_for_the_operator() {
        let error = CallError::Refused(Refusal { status: 401, code: 0, message: "401: Unauthorized".into() });
        assert_eq!(Disconnect::from_call_error(&error), Disconnect::new(Next::Operator, BAD_TOKEN));
    }

    #[test]
    fn pauses_are_bounded() {
        let mut backoff = Backoff::new();
        let renewal = Duration::from_secs(5);
        for _ in 0..50 {
            let mut pause = |next| Disconnect::new(next, "").pause(&mut backoff, renewal, Duration::ZERO);
            let later = pause(Next::IdentifyLater);
            assert!(Duration::from_secs(1) <= later && later <= renewal, "{later:?}");
            assert!(pause(Next::Resume) <= MAX_PAUSE);
            assert!(pause(Next::Operator) <= MAX_OPERATOR_PAUSE);
        }
    }
}
