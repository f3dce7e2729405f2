//! The next step of a turn: a pure function of the turn so far.

use adjutant_domain::{
    budget::Budget, ids::CallId, timestamp::Timestamp, tools::ErrorCode, turn::StopReason,
};
use adjutant_store::{
    calls::{Call, State},
    turns::{Entry, Head},
};

/// The next step of a turn.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// Request a response from the model.
    CallModel,
    /// Run these calls concurrently; they change nothing.
    RunTogether(Vec<CallId>),
    /// Run this call.
    Run(CallId),
    /// Mark this call as interrupted: it was running when a process ended, so its outcome is unknown.
    Interrupted(CallId),
    /// Nothing can be done before somebody decides.
    AwaitApproval,
    /// The answer is complete.
    Reply,
    /// The turn ends here.
    Stop(StopReason),
}

/// The limits of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    pub budget: Budget,
    /// The most calls to unknown tools or with invalid arguments.
    pub corrections: usize,
}

/// The most specialists and helpers that work for a turn at the same time.
const SIDE_BY_SIDE: usize = 4;

/// The properties of tools that [`next_step`] needs.
pub trait Tools {
    /// Returns whether the tool changes nothing, so that its calls may run concurrently with others.
    fn is_read_only(&self, tool: &str) -> bool;
    /// Returns whether the tool reads from the network and changes nothing there, so that adjacent calls of such tools
    /// may run concurrently.
    fn is_network_read(&self, tool: &str) -> bool;
    /// Returns whether a call may run again that was interrupted.
    fn is_idempotent(&self, tool: &str) -> bool;
    /// Returns whether a specialist or a helper carries out the call, concurrently with others.
    fn is_delegated(&self, tool: &str) -> bool;
}

/// Decides the next step of a turn.
pub fn next_step(head: &Head, entries: &[Entry], tools: &impl Tools, limits: Limits, now: Timestamp) -> Step {
    if head.cancel_requested {
        return Step::Stop(StopReason::Cancelled);
    }
    let next = || {
        if wrong_calls(entries) > limits.corrections {
            Step::Stop(StopReason::Corrections)
        } else {
            call_model(head, limits, now)
        }
    };
    let Some(Entry::Assistant { calls, .. }) = entries.last() else { return next() };
    if calls.is_empty() {
        return Step::Reply;
    }
    let ready = |state| state == State::Ready;
    let reads = calls.iter().filter(|call| ready(call.state) && tools.is_read_only(&call.tool));
    let reads: Vec<_> = reads.map(|call| call.call_id.clone()).collect();
    if !reads.is_empty() {
        return Step::RunTogether(reads);
    }
    let mut open = calls.iter().filter(|call| call.state != State::Done);
    // A fetch must not run before an earlier call whose changes it is meant to read.
    let fetches = |call: &&Call| ready(call.state) && tools.is_network_read(&call.tool);
    let fetched: Vec<_> = open.clone().take_while(fetches).map(|call| call.call_id.clone()).collect();
    if fetched.len() > 1 {
        return Step::RunTogether(fetched);
    }
    // Specialists and helpers whose calls are adjacent work concurrently.
    let waits = |call: &&Call| call.state == State::Asking && tools.is_delegated(&call.tool);
    let beside = open.clone().find(|call| !waits(call));
    let beside = beside.filter(|call| ready(call.state) && tools.is_delegated(&call.tool));
    if beside.is_some() && open.clone().filter(waits).count() >= SIDE_BY_SIDE {
        return Step::AwaitApproval;
    }
    let Some(open) = beside.or_else(|| open.next()) else { return next() };
    match open.state {
        State::Ready => Step::Run(open.call_id.clone()),
        State::Started if tools.is_idempotent(&open.tool) => Step::Run(open.call_id.clone()),
        State::Started => Step::Interrupted(open.call_id.clone()),
        State::Asking | State::Done => Step::AwaitApproval,
    }
}

/// Counts the calls that were wrong, so that the model had to correct them.
fn wrong_calls(entries: &[Entry]) -> usize {
    let calls = entries.iter().filter_map(|entry| match entry {
        Entry::Assistant { calls, .. } => Some(calls),
        _ => None,
    });
    let wrong = [ErrorCode::UnknownTool.as_str(), ErrorCode::InvalidArguments.as_str()];
    calls
        .flatten()
        .filter(|call| call.error_code.as_deref().is_some_and(|code| wrong.contains(&code)))
        .count()
}

/// Checks the limits before each model call: a response that was received is always finished.
fn call_model(head: &Head, limits: Limits, now: Timestamp) -> Step {
    match limits.budget.used_up(&head.spent(now)) {
        Some(measure) => Step::Stop(StopReason::UsedUp(measure)),
        None => Step::CallModel,
    }
}

#[cfg(test)]
mod tests {
    use adjutant_domain::budget::Measure;
    use adjutant_domain::ids::{SessionId, TurnId};
    use adjutant_domain::origin::Sources;
    use adjutant_store::turns;

    use super::*;

    struct Kit;

    impl Tools for Kit {
        fn is_read_only(&self, tool: &str) -> bool {
            tool == "read"
        }
        fn is_network_read(&self, tool: &str) -> bool {
            tool == "fetch"
        }
        fn is_idempotent(&self, tool: &str) -> bool {
            tool != "post"
        }
        fn is_delegated(&self, tool: &str) -> bool {
            tool == "delegate"
        }
    }

    const LIMITS: Limits = Limits {
        budget: Budget { steps: Some(5), millis: Some(60_000), tokens: Some(1_000), cost_micros: None },
        corrections: 2,
    };

    fn head() -> Head {
        Head {
            turn_id: TurnId("turn-1".into()),
            session_id: SessionId("session-1".into()),
            seq: 0,
            state: turns::State::Running,
            cancel_requested: false,
            reply_to: None,
            attempts: 0,
            segment: 0,
            steps: 1,
            began_at: Timestamp::EPOCH,
            input_tokens: 0,
            cached_tokens: 0,
            output_tokens: 0,
            cost_micros: 0,
        }
    }

    fn at(millis: i64) -> Timestamp {
        Timestamp::from_millis(millis)
    }

    fn hello() -> Entry {
        Entry::User { text: "hello".into(), untrusted: Sources::OWN }
    }

    fn after(calls: &[(&str, State)]) -> Step {
        let call = |(i, (tool, state)): (usize, &(&str, State))| Call {
            call_id: CallId(format!("call-{i}")),
            entry_id: 1,
            ordinal: i as i64,
            model_call_id: i.to_string(),
            tool: (*tool).to_owned(),
            arguments: "{}".to_owned(),
            state: *state,
            result: String::new(),
            error_code: None,
            untrusted: Sources::OWN,
            receipt: None,
        };
        let calls = calls.iter().enumerate().map(call).collect();
        let entries =
            [hello(), Entry::Assistant { text: String::new(), segment: 0, untrusted: Sources::OWN, calls }];
        next_step(&head(), &entries, &Kit, LIMITS, at(1_000))
    }

    fn run(i: usize) -> Step {
        Step::Run(CallId(format!("call-{i}")))
    }

    #[test]
    fn specialists_work_side_by_side_where_nothing_stands_between_them() {
        let (asking, ready, done) = (State::Asking, State::Ready, State::Done);
        assert_eq!(after(&[("delegate", ready), ("delegate", ready)]), run(0));
        assert_eq!(after(&[("delegate", asking), ("delegate", ready)]), run(1));
        assert_eq!(after(&[("delegate", asking), ("delegate", done), ("delegate", ready)]), run(2));
        assert_eq!(after(&[("delegate", asking), ("delegate", asking)]), Step::AwaitApproval);
        let between = [("delegate", asking), ("write", ready), ("delegate", ready)];
        assert_eq!(after(&between), Step::AwaitApproval);
        assert_eq!(after(&[("write", asking), ("delegate", ready)]), Step::AwaitApproval);
        assert_eq!(after(&[("delegate", done), ("delegate", done)]), Step::CallModel);
        // At most four at once; the next begins when one of them has ended.
        let mut many = [("delegate", asking); 6];
        many[5] = ("delegate", ready);
        assert_eq!(after(&many), Step::AwaitApproval);
        many[1] = ("delegate", done);
        assert_eq!(after(&many), Step::AwaitApproval);
        many[2] = ("delegate", done);
        assert_eq!(after(&many), run(5));
    }

    #[test]
    fn pages_are_fetched_side_by_side_where_nothing_stands_between_them() {
        let (asking, ready, started) = (State::Asking, State::Ready, State::Started);
        let together =
            |calls: &[usize]| Step::RunTogether(calls.iter().map(|i| CallId(format!("call-{i}"))).collect());
        assert_eq!(after(&[("fetch", ready), ("fetch", ready), ("post", ready)]), together(&[0, 1]));
        assert_eq!(after(&[("fetch", ready), ("read", ready), ("fetch", ready)]), together(&[1]));
        assert_eq!(after(&[("fetch", ready), ("post", ready), ("fetch", ready)]), run(0));
        assert_eq!(after(&[("post", ready), ("fetch", ready), ("fetch", ready)]), run(0));
        assert_eq!(after(&[("fetch", ready), ("fetch", asking), ("fetch", ready)]), run(0));
        assert_eq!(after(&[("fetch", started), ("fetch", ready)]), run(0));
    }

    #[test]
    fn a_message_is_answered_by_the_model_and_text_is_the_reply() {
        let asked = [hello()];
        assert_eq!(next_step(&head(), &asked, &Kit, LIMITS, at(1_000)), Step::CallModel);
        assert_eq!(after(&[]), Step::Reply);
    }

    #[test]
    fn reads_run_together_and_first_then_the_rest_in_order() {
        use State::{Done, Ready};
        let reads = Step::RunTogether(vec![CallId("call-1".into()), CallId("call-2".into())]);
        assert_eq!(after(&[("save", Ready), ("read", Ready), ("read", Ready)]), reads);
        assert_eq!(after(&[("save", Ready), ("read", Done), ("save", Ready)]), run(0));
        assert_eq!(after(&[("save", Done), ("read", Done), ("save", Ready)]), run(2));
        assert_eq!(after(&[("save", Done), ("read", Done)]), Step::CallModel);
    }

    #[test]
    fn a_call_waits_for_the_ones_before_it_that_are_asked_about() {
        use State::{Asking, Done, Ready};
        assert_eq!(after(&[("save", Ready), ("fetch", Asking), ("save", Ready)]), run(0));
        assert_eq!(after(&[("save", Done), ("fetch", Asking), ("save", Ready)]), Step::AwaitApproval);
        assert_eq!(after(&[("save", Done), ("fetch", Done), ("save", Ready)]), run(2));
    }

    #[test]
    fn an_effect_that_had_begun_is_not_repeated() {
        assert_eq!(after(&[("save", State::Started)]), run(0));
        assert_eq!(after(&[("post", State::Started)]), Step::Interrupted(CallId("call-0".into())));
    }

    #[test]
    fn limits_and_stops_end_the_turn() {
        let asked = [hello()];
        let ends = |head: Head, now| next_step(&head, &asked, &Kit, LIMITS, now);
        assert_eq!(ends(Head { cancel_requested: true, ..head() }, at(0)), Step::Stop(StopReason::Cancelled));
        assert_eq!(ends(Head { steps: 5, ..head() }, at(0)), Step::Stop(StopReason::UsedUp(Measure::Steps)));
        assert_eq!(ends(head(), at(60_000)), Step::Stop(StopReason::UsedUp(Measure::Time)));
        assert_eq!(
            ends(Head { output_tokens: 1_000, ..head() }, at(0)),
            Step::Stop(StopReason::UsedUp(Measure::Tokens))
        );
        assert_eq!(ends(Head { cost_micros: 9_000_000, ..head() }, at(0)), Step::CallModel);
    }

    #[test]
    fn a_model_that_calls_tools_wrongly_again_and_again_is_stopped() {
        let wrong = |code: ErrorCode| Call {
            call_id: CallId("call-0".into()),
            entry_id: 1,
            ordinal: 0,
            model_call_id: "0".into(),
            tool: "raed".into(),
            arguments: "{}".into(),
            state: State::Done,
            result: String::new(),
            error_code: Some(code.as_str().to_owned()),
            untrusted: Sources::OWN,
            receipt: None,
        };
        let tried = |codes: &[ErrorCode]| {
            let calls = codes.iter().map(|code| wrong(*code)).collect();
            let entries = [
                hello(),
                Entry::Assistant { text: String::new(), segment: 0, untrusted: Sources::OWN, calls },
            ];
            next_step(&head(), &entries, &Kit, LIMITS, at(1_000))
        };
        use ErrorCode::{InvalidArguments, NotFound, UnknownTool};
        assert_eq!(tried(&[UnknownTool, InvalidArguments, NotFound]), Step::CallModel);
        assert_eq!(tried(&[UnknownTool, InvalidArguments, UnknownTool]), Step::Stop(StopReason::Corrections));
    }
}
