//! Why a connection is over, and what to do about it. Pure.

use std::time::Duration;

use adjutant_net::Backoff;

use crate::errors::CallError;

/// The longest pause after a failure that passes by itself.
const MAX_PAUSE: Duration = Duration::from_secs(30);
/// The longest pause after one that its operator must mend.
const MAX_OPERATOR_PAUSE: Duration = Duration::from_secs(60);

/// The longest wait before Discord is asked again whether a session may begin.
const MAX_WAIT: Duration = Duration::from_secs(600);

const BAD_TOKEN: &str = "Discord does not accept the bot's token; check channels.discord.token";

/// Why a connection is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Disconnect {
    pub(super) next: Next,
    /// What is wrong, in words for the operator.
    pub(super) problem: String,
}

/// What comes after a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// The session goes on, in another connection.
    Resume,
    /// Another session.
    Identify,
    /// Another session, but not at once: Discord asks for a random pause.
    IdentifyLater,
    /// Another session, once somebody has mended something; tried again now and then.
    Operator,
    /// Another session, when Discord lets one begin.
    Wait(Duration),
    /// Other shards.
    Reshard,
    /// Nothing.
    Stop,
}

impl Disconnect {
    pub(super) fn new(next: Next, problem: impl Into<String>) -> Self {
        Self { next, problem: problem.into() }
    }

    /// The connection is no good any more; the session may be.
    pub(super) fn lost(what: impl Into<String>) -> Self {
        Self::new(Next::Resume, what)
    }

    pub(super) fn shutdown() -> Self {
        Self::new(Next::Stop, "the bot is shutting down")
    }

    /// Discord has closed the connection, or it ended without a word.
    /// <https://discord.com/developers/docs/topics/opcodes-and-status-codes#gateway-gateway-close-event-codes>
    pub(super) fn from_close_code(code: Option<u16>) -> Self {
        let operator = |what: &str| Self::new(Next::Operator, what);
        match code {
            None => Self::lost("the connection to Discord broke"),
            Some(4004) => operator(BAD_TOKEN),
            Some(4010) => operator("Discord does not accept the shard that this bot claims to be"),
            Some(4011) => Self::new(Next::Reshard, "Discord wants more shards"),
            Some(4012) => operator("Discord does not offer this version of its gateway any more; update"),
            Some(4013) => operator("Discord does not know the intents that the bot asks for; update"),
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

    /// Discord could not be asked how to connect.
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
        let minutes = reset.as_secs().div_ceil(60);
        let problem = format!("Discord lets the bot begin no more sessions for {minutes} min");
        Self::new(Next::Wait(reset), problem)
    }

    /// How long to pause. `renewal` is the longest one before a session after one that Discord has declared invalid.
    pub(super) fn pause(&self, backoff: &mut Backoff, renewal: Duration) -> Duration {
        match self.next {
            Next::Resume | Next::Identify => backoff.pause(MAX_PAUSE),
            Next::IdentifyLater => renewal.mul_f64(0.2 + 0.8 * fastrand::f64()),
            Next::Operator => backoff.pause(MAX_OPERATOR_PAUSE),
            Next::Wait(pause) => pause.min(MAX_WAIT) + backoff.pause(MAX_PAUSE),
            Next::Reshard => MAX_OPERATOR_PAUSE,
            Next::Stop => Duration::ZERO,
        }
    }

    pub(super) fn log(&self, shard: u32) {
        let problem = &self.problem;
        match self.next {
            // Discord does so some times a day.
            Next::Resume => tracing::info!(shard, problem, "connecting to Discord anew"),
            _ => tracing::warn!(shard, problem, "the connection to Discord is over"),
        }
    }

    /// Whether the session is worth keeping.
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
            let later = Disconnect::new(Next::IdentifyLater, "").pause(&mut backoff, renewal);
            assert!(Duration::from_secs(1) <= later && later <= renewal, "{later:?}");
            assert!(Disconnect::lost("").pause(&mut backoff, renewal) <= MAX_PAUSE);
            assert!(Disconnect::new(Next::Operator, "").pause(&mut backoff, renewal) <= MAX_OPERATOR_PAUSE);
        }
    }
}
