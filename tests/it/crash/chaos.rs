//! Three processes on one database, killed one after the other during five hundred due times.

use std::collections::BTreeMap;

use super::{
    harness::Home,
    many::{Dice, get_acquainted, unmarked},
    platform::{Person as _, Platform, seen},
};

over_both_platforms!(five_hundred_due_times_ring_once_each_though_one_process_after_the_other_dies);

const PEOPLE: u32 = 20;
const BELLS: u32 = 25;
/// Messages in each chat that were read beforehand.
const ACQUAINTED: usize = 1;
const KILLS: usize = 20;
/// The time between two reminders of a person, in milliseconds.
const APART: u64 = 700;

/// Everybody's reminders, starting in two seconds. A child process runs in real time.
const SCHEDULES: &str = "
    WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < BELLS - 1),
    due AS (SELECT s.session_id, s.user_id, i,
                (SELECT max(received_at) FROM inbox) + 2000 + i * APART AS at
            FROM sessions s, n WHERE s.kind = 'chat')
    INSERT INTO schedules (schedule_id, user_id, session_id, name, goal, reminder, cadence_type, cadence_value, timezone,
                           notification, status, anchor_at, next_run_at, created_at, updated_at)
    SELECT session_id || '-' || i, user_id, session_id, 'bell', 'bell ' || i, 1, 'once',
        strftime('%Y-%m-%dT%H:%M:%fZ', at / 1000.0, 'unixepoch'), 'UTC', 'always', 'active', at, at, at, at
    FROM due;";

async fn five_hundred_due_times_ring_once_each_though_one_process_after_the_other_dies<P: Platform>() {
    let at = P::open().await;
    let home = Home::new(&at);
    let people: Vec<_> = (0..PEOPLE).map(|i| at.person(1000 + i, &format!("person {i}"))).collect();
    let mut processes = vec![home.start_listening(&at).await];
    get_acquainted(&at, &people).await;
    for _ in 0..2 {
        processes.push(home.start_beside().await);
    }
    home.change(&SCHEDULES.replace("BELLS", &BELLS.to_string()).replace("APART", &APART.to_string())).await;

    let mut dice = Dice(3);
    for round in 0..KILLS {
        // The platform leaves a message that is being sent unanswered, or never receives it.
        let held = (round % 2 == 0).then(|| at.hold_sent());
        at.sent(at.sends() + 1 + dice.below(20)).await;
        processes.swap_remove(dice.below(processes.len())).kill().await;
        if let Some(held) = held {
            if dice.below(2) == 0 { held.cut() } else { held.release() }
        }
        processes.push(home.start());
    }

    home.comes_to("SELECT count(*) FROM runs WHERE delivery = 'delivered'", i64::from(PEOPLE * BELLS)).await;
    assert_eq!(home.number("SELECT count(*) FROM runs").await, i64::from(PEOPLE * BELLS));
    let mut marked = 0;
    for person in &people {
        let mut rung: BTreeMap<String, [usize; 2]> = BTreeMap::new();
        let messages = seen(&at, person);
        for _ in ACQUAINTED..messages.len() {
            at.next_message(person).await;
        }
        for message in messages {
            let bell = unmarked(&message).to_owned();
            let is_marked = bell != message;
            rung.entry(bell).or_default()[usize::from(is_marked)] += 1;
            marked += usize::from(is_marked);
        }
        rung.retain(|bell, _| bell.starts_with("⏰ bell "));
        assert_eq!(rung.len(), BELLS as usize, "{}: {rung:?}", person.id());
        for (bell, [plain, _]) in rung {
            assert!(plain <= 1, "{}: {bell} rang twice without a mark", person.id());
        }
    }
    assert!(marked <= KILLS * PEOPLE as usize, "{marked}");
    let last = processes.pop().expect("three run");
    for process in processes {
        process.terminate().await;
    }
    last.finish(&at).await;
}
