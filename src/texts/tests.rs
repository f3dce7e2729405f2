use super::*;

#[test]
fn what_stop_did_is_said() {
    assert_eq!(stopped(false, 0, 0), "There is nothing to stop.");
    assert_eq!(stopped(true, 0, 0), "I have stopped.");
    assert_eq!(
        stopped(true, 1, 1),
        "I have stopped. The message that was waiting is dropped. What was waiting for your approval will not be done."
    );
    assert_eq!(stopped(false, 3, 0), "The 3 messages that were waiting are dropped.");
}

#[test]
fn a_command_that_does_not_exist_is_answered_with_the_nearest() {
    assert_eq!(
        unknown_command("statsu"),
        "I do not know the command /statsu. Did you mean /status? /help lists them all."
    );
}

#[test]
fn the_status_names_what_is_wrong() {
    let all = Status {
        model: "offline".to_owned(),
        zone: "Europe/Paris".to_owned(),
        busy: true,
        approvals: 1,
        schedules: 2,
        channels: vec![("telegram".to_owned(), Some("401".to_owned())), ("web".to_owned(), None)],
        undelivered: 3,
        dead: 4,
        dead_reason: Some("blocked".to_owned()),
    };
    insta::assert_snapshot!(status(&all), @r"
        - Model: offline
        - Now: working on your message
        - Waiting for your approval: 1
        - Active schedules: 2 (times are in Europe/Paris)
        - Channel telegram: 401
        - Channel web: connected
        - Messages on their way out: 3
        - Could not be delivered here in the last week: 4 (blocked)
        ");
}

#[test]
fn everything_said_about_a_failed_model_says_what_to_do() {
    let errors = [
        ModelError::RateLimited { message: "429".to_owned(), retry_after: None },
        ModelError::Unavailable("reset".to_owned()),
        ModelError::Cut,
        ModelError::TooLong("200000".to_owned()),
        ModelError::Refused("401 key sk-1".to_owned()),
    ];
    for error in &errors {
        let said = model_failed(error);
        assert!(!said.contains("sk-1"), "{said}");
        assert!(["try again", "/new", "doctor"].iter().any(|step| said.contains(step)), "{said}");
    }
}

#[test]
fn a_possible_repeat_says_so_above_the_text() {
    let body = Rich::builder().text("Here is ").bold("it").build();
    let marked = possible_repeat(body);
    assert_eq!(marked.text, "↻ This may be a repeat:\nHere is it");
}

#[test]
fn sizes_are_said_as_people_do() {
    let said = [0, 999, 1_000, 123_456, 999_999, 1_500_000, 20 << 20].map(bytes);
    assert_eq!(said, ["0 bytes", "999 bytes", "1 KB", "121 KB", "977 KB", "1.4 MB", "20 MB"]);
}
