use super::*;

const MINUTE: Duration = Duration::from_mins(1);
const UP: Outlook = Outlook { down_for: None, was_up: true, has_failed: false, is_silent: false };

/// A healthy process.
fn well() -> Facts {
    Facts {
        database: DatabaseFacts { has_answered: true, ..DatabaseFacts::default() },
        channels: vec![channel("telegram", Receiving::Receives(UP))],
        timetable: TimetableFacts {
            is_enabled: true,
            since_pass: Some(Duration::from_secs(1)),
            due_for: None,
        },
    }
}

fn channel(name: &'static str, receiving: Receiving) -> ChannelFacts {
    ChannelFacts { name, receiving, due_for: None, since_attempt: None }
}

fn changed(change: impl FnOnce(&mut Facts)) -> Readiness {
    let mut facts = well();
    change(&mut facts);
    judge(&facts)
}

/// Returns whether a part works, the reason, and whether only a restart helps.
fn said(part: &Part) -> (bool, &str, bool) {
    (part.ok, part.reason.as_str(), part.is_stuck)
}

#[test]
fn what_works_is_ready() {
    let readiness = judge(&well());
    assert!(readiness.is_ready() && readiness.is_settled && readiness.gets_on());
    assert_eq!(readiness.status(), "ready");
    let Parts { database, receiving, delivering, timetable } = &readiness.parts;
    assert_eq!(said(database), (true, "can be read and written", false));
    assert_eq!(said(receiving), (true, "telegram: receives", false));
    assert_eq!(said(delivering), (true, "no message is late", false));
    assert_eq!(said(timetable), (true, "no schedule is late", false));
}

#[test]
fn a_database_has_five_seconds() {
    let waits = |time| changed(|facts| facts.database.waits = Some(time));
    let moment = Duration::from_millis(1);
    assert!(waits(ANSWERS_WITHIN - moment).is_ready());
    let late = waits(ANSWERS_WITHIN);
    assert_eq!(said(&late.parts.database), (false, "a write or a read has waited for 5 s", true));
    assert_eq!(late.status(), "not ready; database: a write or a read has waited for 5 s");
    assert!(!late.gets_on());

    // The next query is pending, and tells nothing yet.
    let failed = changed(|facts| (facts.database.fails, facts.database.waits) = (true, Some(moment)));
    assert_eq!(said(&failed.parts.database), (false, "cannot be read or written; the log says why", true));
    let refuses = changed(|facts| facts.database.refuses = true);
    assert_eq!(said(&refuses.parts.database), (false, "refuses writes; the log says why", false));
}

#[test]
fn nothing_is_known_before_the_database_answers() {
    let readiness = changed(|facts| facts.database.has_answered = false);
    assert!(!readiness.is_settled && readiness.gets_on());
    let unknown = (false, "not known while the database does not answer", false);
    assert_eq!(said(&readiness.parts.delivering), unknown);
    assert_eq!(said(&readiness.parts.timetable), unknown);
}

#[test]
fn an_outage_of_a_platform_is_not_ready_but_gets_on() {
    let down = |down_for, was_up, has_failed| {
        let outlook = Outlook { down_for: Some(down_for), was_up, has_failed, is_silent: false };
        changed(|facts| facts.channels.push(channel("discord", Receiving::Receives(outlook))))
    };
    let begins = down(MINUTE, false, false);
    assert_eq!(said(&begins.parts.receiving), (false, "discord: not connected yet", false));
    assert!(!begins.is_settled);
    let refused = down(MINUTE, false, true);
    assert_eq!(said(&refused.parts.receiving), (false, "discord: not connected for 1 min", false));
    assert!(refused.is_settled && refused.gets_on());
    let briefly = down(Duration::from_secs(29), true, true);
    assert_eq!(said(&briefly.parts.receiving), (true, "telegram: receives; discord: connects again", false));
    assert!(!down(Duration::from_secs(30), true, true).is_ready());
}

#[test]
fn a_connection_that_says_nothing_is_stuck() {
    let silent = Receiving::Receives(Outlook { is_silent: true, ..UP });
    let readiness = changed(|facts| facts.channels = vec![channel("telegram", silent)]);
    let said_of_it = "telegram: counts as connected, but nothing comes from it";
    assert_eq!(said(&readiness.parts.receiving), (false, said_of_it, true));
}

#[test]
fn a_process_that_stands_by_is_ready() {
    let readiness = changed(|facts| facts.channels = vec![channel("telegram", Receiving::StandsBy)]);
    assert!(readiness.is_ready() && readiness.is_settled);
    let said_of_it = "telegram: stands by, another process receives";
    assert_eq!(said(&readiness.parts.receiving), (true, said_of_it, false));
    let unsettled = changed(|facts| facts.channels = vec![channel("telegram", Receiving::Begins)]);
    assert!(!unsettled.is_ready() && !unsettled.is_settled && unsettled.gets_on());
}

#[test]
fn delivery_is_stuck_while_a_message_is_late_and_no_attempt_ends() {
    let late = |due_for, since_attempt| {
        changed(|facts| {
            facts.channels[0].due_for = Some(due_for);
            facts.channels[0].since_attempt = since_attempt;
        })
    };
    assert!(late(DELIVERS_WITHIN - Duration::from_secs(1), None).is_ready());
    let never = late(3 * MINUTE, None);
    assert_eq!(said(&never.parts.delivering), (false, "telegram: a message has been due for 3 min", true));
    assert!(late(9 * MINUTE, Some(MINUTE)).is_ready(), "a backlog gets shorter");
    assert!(!late(9 * MINUTE, Some(2 * MINUTE)).is_ready());
}

#[test]
fn a_timetable_is_late_after_two_minutes() {
    let timetable = |timetable| changed(|facts| facts.timetable = timetable).parts.timetable;
    let looks = TimetableFacts { is_enabled: true, since_pass: Some(Duration::ZERO), due_for: None };
    let hangs = timetable(TimetableFacts { since_pass: Some(2 * MINUTE), ..looks });
    assert_eq!(said(&hangs), (false, "has not looked for due schedules for 2 min", true));
    let begins = timetable(TimetableFacts { since_pass: None, ..looks });
    assert_eq!(said(&begins), (false, "has not looked for due schedules yet", false));
    let late = timetable(TimetableFacts { due_for: Some(10 * MINUTE), ..looks });
    assert_eq!(said(&late), (false, "a schedule has been due for 10 min", false));
    let off = TimetableFacts { is_enabled: false, ..looks };
    let elsewhere = "this process runs no schedules, and none is late";
    assert_eq!(said(&timetable(off)), (true, elsewhere, false));
    let nowhere = timetable(TimetableFacts { due_for: Some(10 * MINUTE), ..off });
    let said_of_it = "a schedule has been due for 10 min, and this process runs none";
    assert_eq!(said(&nowhere), (false, said_of_it, false));
}
