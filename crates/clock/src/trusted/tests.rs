use super::*;
use crate::ManualClock;

const YEARS: TimeDelta = TimeDelta::days(3_650);
const HOUR: TimeDelta = TimeDelta::hours(1);
const MINUTE: TimeDelta = TimeDelta::minutes(1);

fn start() -> DateTime<Utc> {
    DateTime::from_timestamp(1_777_622_400, 0).unwrap()
}

fn clocks() -> (Arc<ManualClock>, TrustedClock) {
    let machine = Arc::new(ManualClock::new(start()));
    (machine.clone(), TrustedClock::new(machine))
}

/// Returns the time and the certain time, both since the start, and the reason to doubt the machine's clock.
fn shows(clock: &TrustedClock) -> (TimeDelta, TimeDelta, Option<Why>) {
    let doubt = clock.doubt().map(|doubt| doubt.why);
    (clock.now() - start(), clock.certain().to_utc() - start(), doubt)
}

#[test]
fn a_clock_that_goes_on_as_time_passes_is_followed() {
    let (machine, clock) = clocks();
    machine.advance(YEARS);
    assert_eq!(shows(&clock), (YEARS, YEARS, None));
    machine.sleep_machine(YEARS);
    assert_eq!(shows(&clock), (YEARS * 2, YEARS * 2, None));
    machine.step_wall_clock(JUMP);
    assert_eq!(shows(&clock), (YEARS * 2 + JUMP, YEARS * 2 + JUMP, None));
}

#[test]
fn a_jump_forward_is_not_followed_and_forgotten_when_the_clock_returns() {
    let (machine, clock) = clocks();
    machine.step_wall_clock(YEARS);
    assert_eq!(shows(&clock), (TimeDelta::zero(), TimeDelta::zero(), Some(Why::Jumped)));
    machine.advance(MINUTE);
    machine.step_wall_clock(-YEARS);
    assert_eq!(shows(&clock), (MINUTE, MINUTE, None));
}

#[test]
fn a_clock_that_jumped_is_believed_after_an_hour_without_another_jump() {
    let (machine, clock) = clocks();
    machine.step_wall_clock(YEARS);
    clock.now();
    machine.advance(HOUR / 2);
    machine.step_wall_clock(-YEARS / 2);
    assert_eq!(shows(&clock), (HOUR / 2, HOUR / 2, Some(Why::Jumped)));
    machine.advance(HOUR - MINUTE);
    assert!(clock.doubt().is_some());
    machine.advance(MINUTE);
    let later = YEARS / 2 + HOUR * 3 / 2;
    assert_eq!(shows(&clock), (later, later, None));
}

#[test]
fn the_date_of_a_message_confirms_the_clock_and_contradicts_nothing() {
    let (machine, clock) = clocks();
    machine.step_wall_clock(YEARS);
    clock.hear_message("telegram", start() - YEARS);
    assert_eq!(
        shows(&clock),
        (TimeDelta::zero(), TimeDelta::zero(), Some(Why::Jumped)),
        "it was sent long ago"
    );
    clock.hear_message("telegram", start() + YEARS - MINUTE);
    assert_eq!(shows(&clock), (YEARS, YEARS, None));
    clock.hear_message("telegram", start());
    assert_eq!(shows(&clock), (YEARS, YEARS, None));
}

#[test]
fn a_platform_confirms_a_jump_or_contradicts_the_clock() {
    let (machine, clock) = clocks();
    machine.step_wall_clock(YEARS);
    clock.hear("test", start() + YEARS - MINUTE, machine.uptime());
    assert_eq!(shows(&clock), (YEARS, YEARS, None));

    // The clock is not believed, however long it runs.
    machine.step_wall_clock(YEARS);
    clock.hear("test", start() + YEARS, machine.uptime());
    machine.advance(HOUR * 5);
    let (by_platform, ahead) = (YEARS + HOUR * 5, Some(Why::AheadOf("test".to_owned())));
    assert_eq!(shows(&clock), (by_platform, by_platform, ahead));
    machine.step_wall_clock(-YEARS);
    assert_eq!(shows(&clock), (by_platform, by_platform, None));
}

#[test]
fn a_date_that_was_long_under_way_says_nothing() {
    let (machine, clock) = clocks();
    let asked = machine.uptime();
    machine.advance(HOUR);
    clock.hear("test", start(), asked);
    assert_eq!(shows(&clock), (HOUR, HOUR, None));
    // A poll that was held for some minutes confirms the clock.
    let asked = machine.uptime();
    machine.advance(MINUTE * 4);
    clock.hear("test", start() + HOUR, asked);
    assert_eq!(clock.doubt(), None);
}

#[test]
fn after_a_long_absence_only_what_is_certain_waits() {
    let (machine, clock) = clocks();
    let weeks = TimeDelta::weeks(3);
    clock.compare_with_last_run((start() - weeks).into());
    assert_eq!(shows(&clock), (TimeDelta::zero(), -weeks, Some(Why::LongAbsence)));
    machine.advance(MINUTE);
    assert_eq!(shows(&clock), (MINUTE, MINUTE - weeks, Some(Why::LongAbsence)));
    clock.hear("test", start(), machine.uptime());
    assert_eq!(shows(&clock), (MINUTE, MINUTE, None));

    // A weekend is not long, and the last run may seem to be in the future.
    for last_run in [start() - TimeDelta::days(3), start() + YEARS] {
        let (_, clock) = clocks();
        clock.compare_with_last_run(last_run.into());
        assert_eq!(shows(&clock), (TimeDelta::zero(), TimeDelta::zero(), None));
    }
}

#[test]
fn a_clock_that_is_set_back_is_followed_and_may_return() {
    let (machine, clock) = clocks();
    machine.step_wall_clock(-YEARS);
    assert_eq!(shows(&clock), (-YEARS, -YEARS, None));
    machine.advance(HOUR);
    machine.step_wall_clock(YEARS);
    assert_eq!(shows(&clock), (HOUR, HOUR, None));
    machine.step_wall_clock(YEARS);
    assert_eq!(shows(&clock), (HOUR, HOUR, Some(Why::Jumped)));
}

#[test]
fn a_clock_behind_a_platform_is_followed_but_in_doubt() {
    let (machine, clock) = clocks();
    clock.hear("test", start() + YEARS, machine.uptime());
    assert_eq!(shows(&clock), (TimeDelta::zero(), TimeDelta::zero(), Some(Why::BehindOf("test".to_owned()))));
    machine.step_wall_clock(YEARS);
    clock.hear("test", start() + YEARS, machine.uptime());
    assert_eq!(shows(&clock), (YEARS, YEARS, None));
}

#[tokio::test]
async fn who_waits_for_a_time_is_woken_when_it_is_confirmed_and_not_before() {
    let (machine, clock) = clocks();
    let later = start() + YEARS;
    machine.step_wall_clock(YEARS);
    let mut waiting = std::pin::pin!(clock.sleep_until(later));
    assert!(futures_poll(waiting.as_mut()).await);
    clock.hear("test", later, machine.uptime());
    waiting.await;
}

/// Polls a future once; returns whether it waits.
async fn futures_poll(mut future: std::pin::Pin<&mut impl Future<Output = ()>>) -> bool {
    std::future::poll_fn(|context| std::task::Poll::Ready(future.as_mut().poll(context).is_pending())).await
}
