use super::*;

#[test]
fn internal_rows_are_stored_with_these_origins() {
    let run = RunId("run-0197a5d2-7b3e-7c41-9d52-0f6e1a2b3c4d".to_owned());
    let call = CallId("call-0197a5d2-7b3e-7c41-9d52-0f6e1a2b3c4d".to_owned());
    let origins = [
        (InternalOrigin::Run { run: &run, attempt: 2 }, ("schedule", format!("{run}#2"))),
        (InternalOrigin::Approval("approval-7"), ("approval", "approval-7".to_owned())),
        (InternalOrigin::Delegated(&call), ("delegate", call.to_string())),
        (InternalOrigin::DelegatedResult(&call), ("delegation", call.to_string())),
        (InternalOrigin::Client(&call), ("client", call.to_string())),
    ];
    for (origin, columns) in origins {
        assert_eq!(origin.columns(), columns);
    }
}
