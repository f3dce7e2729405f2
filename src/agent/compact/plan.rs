//! The plan of compaction: when it is due, and how many turns it covers. Pure functions; sizes are in bytes.

use crate::agent::context::MAX_TURNS;

/// The use of the model's context apart from the earlier turns.
#[derive(Clone, Copy, Debug)]
pub(super) struct Load {
    /// The size of the context.
    pub budget: usize,
    /// The size of the current turn.
    pub current: usize,
    /// The size of the existing summary.
    pub summary: usize,
    /// Whether the turn has just begun: it may still grow, and needs room.
    pub begins: bool,
}

/// Returns the greatest length of a summary.
pub(super) fn summary_bound(budget: usize) -> usize {
    budget / 10
}

/// Returns how many of the oldest turns to summarise: none while all fit; otherwise all but the newest turns, which may
/// fill half of the budget.
pub(super) fn due(sizes: &[usize], load: Load) -> usize {
    let Load { budget, current, summary, begins } = load;
    let most = if begins { budget / 10 * 8 } else { budget };
    // The model receives at most `MAX_TURNS` turns, however short they are.
    let size = |bytes: &usize| (*bytes).max(budget / MAX_TURNS as usize);
    let all: usize = sizes.iter().map(size).sum();
    let after = current + summary_bound(budget);
    if current + summary + all <= most || after > budget {
        // A summary would gain nothing if the turn leaves no room for it.
        return 0;
    }
    let mut room = (budget / 2).saturating_sub(current);
    let mut kept = 0;
    for bytes in sizes.iter().rev().map(size) {
        // The last turn stays if it fits at all, however long it is.
        let fits = bytes <= room || kept == 0 && after + bytes <= most;
        if !fits {
            break;
        }
        room = room.saturating_sub(bytes);
        kept += 1;
    }
    sizes.len() - kept
}

/// Returns how many of the oldest turns one summary covers: as many as fit the model's context, and at least one.
pub(super) fn part(sizes: impl Iterator<Item = usize>, budget: usize) -> usize {
    let most = budget / 10 * 8;
    let sums = sizes.scan(0_usize, |sum, bytes| {
        *sum += bytes;
        Some(*sum)
    });
    sums.enumerate().take_while(|&(at, sum)| at == 0 || sum <= most).count()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const BUDGET: usize = 10_000;

    fn load(current: usize, summary: usize, begins: bool) -> Load {
        Load { budget: BUDGET, current, summary, begins }
    }

    #[test]
    fn nothing_is_due_before_it_is_too_much() {
        let beginning = load(1_000, 0, true);
        assert_eq!(due(&[], beginning), 0);
        assert_eq!(due(&[1_000; 7], beginning), 0);
        assert_eq!(due(&[1_000; 8], beginning), 4, "the newest keep half of the budget");
        assert_eq!(due(&[1_000; 8], load(1_000, 0, false)), 0, "a turn in progress may use the whole budget");
        assert_eq!(due(&[1_000; 9], load(1_500, 0, false)), 6);
    }

    #[test]
    fn what_was_said_last_stays_if_it_can() {
        assert_eq!(due(&[3_000, 6_000], load(100, 0, true)), 1);
        assert_eq!(due(&[3_000, 9_000], load(100, 0, true)), 2);
    }

    #[test]
    fn a_turn_that_leaves_no_room_for_a_summary_makes_none() {
        assert_eq!(due(&[1_000; 8], load(9_500, 0, false)), 0);
        assert_eq!(due(&[1_000; 8], load(20_000, 0, true)), 0);
    }

    #[test]
    fn many_short_turns_are_too_much_as_well() {
        assert_eq!(due(&[10; 150], load(100, 0, true)), 0);
        assert_eq!(due(&[10; 200], load(100, 0, true)), 102);
    }

    #[test]
    fn a_part_is_what_the_model_can_be_given() {
        assert_eq!(part([1_000; 20].into_iter(), BUDGET), 8);
        assert_eq!(part([50_000, 10].into_iter(), BUDGET), 1);
        assert_eq!(part([].into_iter(), BUDGET), 0);
    }

    proptest! {
        #[test]
        fn afterwards_there_is_room(
            sizes in prop::collection::vec(0_usize..4_000, 0..60), current in 0_usize..12_000,
            summary in 0_usize..1_000, begins: bool,
        ) {
            let load = load(current, summary, begins);
            let due = due(&sizes, load);
            if due > 0 {
                let kept: usize = sizes[due..].iter().sum();
                prop_assert!(current + summary_bound(BUDGET) + kept <= BUDGET);
                let again = Load { summary: summary_bound(BUDGET), ..load };
                prop_assert_eq!(super::due(&sizes[due..], again), 0, "once is enough");
            }
        }
    }
}
