use adjutant_clock::ManualClock;
use chrono::{DateTime, TimeDelta};
use tracing::{Level, info, info_span, warn};
use tracing_subscriber::{
    filter::LevelFilter,
    layer::{Layer as _, SubscriberExt as _},
    registry,
};

use super::*;

const SECRET: &str = "very-secret-value";

fn log() -> RecentLog {
    let clock = ManualClock::new(DateTime::from_timestamp(1_777_629_600, 0).unwrap());
    RecentLog::new(Redactor::new([SECRET]).unwrap(), Arc::new(clock))
}

/// Returns the lines that a log keeps of an action.
fn kept(log: &RecentLog, done: impl FnOnce()) -> Vec<Arc<Line>> {
    let layer = log.layer().with_filter(LevelFilter::from_level(Level::INFO));
    tracing::subscriber::with_default(registry().with(layer), done);
    log.after(None).0
}

#[test]
fn a_line_has_its_fields_and_those_of_its_spans() {
    let log = log();
    let lines = kept(&log, || {
        let turn = info_span!("turn", turn = "turn-1", user = "user-1", step = tracing::field::Empty);
        let _turn = turn.enter();
        turn.record("step", 7);
        let _call = info_span!("tool_call", turn = "turn-2", tool = "look").entered();
        warn!(attempt = 2, is_last = false, error = %"no answer", "model call failed");
        tracing::debug!("too low");
    });
    let line = serde_json::to_string(&lines).unwrap();
    let expected = r#"[{"number":1,"at":1777629600000,"level":"WARN","target":"adjutant::recent_log::tests","message":"model call failed","fields":{"attempt":"2","is_last":"false","error":"no answer"},"spans":["turn","tool_call"],"ids":{"user":"user-1","step":"7","turn":"turn-2","tool":"look"}}]"#;
    assert_eq!(line, expected);
}

#[test]
fn no_secret_is_kept_not_even_half_of_one() {
    let log = log();
    let lines = kept(&log, || {
        let _span = info_span!("poll", url = %format_args!("https://{SECRET}/")).entered();
        info!(token = SECRET, "polling with {SECRET}");
        info!("{}{SECRET}", "x".repeat(LINE - 4));
    });
    let written = format!("{lines:?}");
    assert!(!written.contains("very"), "{written}");
    assert_eq!(&*lines[0].message, "polling with [secret]");
    assert_eq!(&*lines[0].ids[0].1, "https://[secret]/");
}

#[test]
fn long_lines_are_cut_and_old_ones_dropped() {
    let log = log();
    let lines = kept(&log, || {
        info!(rest = "never shown", "{}", "é".repeat(LINE));
        info!("short");
    });
    assert_eq!(lines[0].message.len(), LINE - 1, "a character is two bytes, and is not cut in half");
    assert!(lines[0].message.ends_with('…'));
    assert_eq!(&*lines[0].fields[0].1, "…");

    let lines = kept(&log, || (0..LINES).for_each(|number| info!("line {number}")));
    assert_eq!((lines.len(), lines[0].number), (LINES, 3));
    let lines = kept(&log, || (0..LINES).for_each(|_| info!("{}", "x".repeat(LINE))));
    let bytes: usize = lines.iter().map(|line| line.size()).sum();
    assert!(bytes <= BYTES && bytes > BYTES - 2 * LINE, "{bytes}");
}

#[test]
fn who_reads_on_gets_what_is_new() {
    let log = log();
    let (none, begun) = log.after(None);
    assert_eq!(none.len(), 0);
    kept(&log, || info!("one"));
    let (one, place) = log.after(Some(begun));
    assert_eq!(one.len(), 1);
    assert_eq!(log.after(Some(place)), (vec![], place));
    kept(&log, || info!("two"));
    let known = Place::parse(&place.to_string()).unwrap();
    assert_eq!(&*log.after(Some(known)).0[0].message, "two");
    assert!(log.has(known));

    let clock = ManualClock::new(DateTime::from_timestamp(1_777_629_600, 0).unwrap() + TimeDelta::hours(1));
    let next = RecentLog::new(Redactor::new([]).unwrap(), Arc::new(clock));
    kept(&next, || info!("three"));
    assert!(!next.has(known));
    assert_eq!(next.after(Some(known)).0.len(), 1, "numbers of another log say nothing of this one");
    for nonsense in ["", "1", "1-", "-1", "a-b", "1-2-3"] {
        assert_eq!(Place::parse(nonsense), None, "{nonsense}");
    }
}
