//! The data of buttons as the golden file has it.

use crate::{
    approvals,
    chat::{
        access, approvals as approval_list, links, notes, privacy,
        schedules::{self, Pressed},
    },
};

const GOLDEN: &str = include_str!("../../../domain/src/buttons/golden.txt");

#[test]
fn golden_data_is_read_as_before() {
    for line in GOLDEN.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let mut words = line.splitn(3, ' ');
        let (kind, data, meaning) = (words.next().unwrap(), words.next().unwrap(), words.next());
        assert!(data.len() <= 64, "{data}");
        assert_eq!(read(data).as_deref(), meaning, "{data}");
        assert_eq!(kind == "unknown", meaning.is_none(), "{data}");
        if kind == "written"
            && let Some(written) = written(data)
        {
            assert_eq!(written, data);
        }
    }
    assert_eq!(read(""), None);
}

/// Returns what a button's data means, as `press` has it.
fn read(data: &str) -> Option<String> {
    if let Some(press) = approvals::parse(data) {
        Some(format!("Approval({press:?})"))
    } else if let Some(grant) = approval_list::parse_revocation(data) {
        Some(format!("RevokeGrant({grant:?})"))
    } else if let Some((list, press)) = notes::parse(data) {
        Some(format!("NoteList({list}, {press:?})"))
    } else if let Some(pressed) = schedules::parse(data) {
        Some(match pressed {
            Pressed::List(list, press) => format!("ScheduleList({list}, {press:?})"),
            Pressed::Delivered(button) => {
                let schedules::DeliveredButton { run, delivery, act } = button;
                format!(
                    "Delivered(DeliveryButton {{ run: {run:?}, delivery: {delivery}, action: {act:?} }})"
                )
            }
        })
    } else if let Some((id, agrees)) = links::parse(data) {
        Some(format!("Link {{ id: {id:?}, agrees: {agrees} }}"))
    } else if let Some((id, agrees)) = privacy::forget::parse(data) {
        Some(format!("Forget {{ id: {id:?}, agrees: {agrees} }}"))
    } else if let Some((token, admits)) = access::parse(data) {
        Some(format!("Knock {{ token: {token:?}, admits: {admits} }}"))
    } else {
        None
    }
}

/// Writes the data of a button again, where it is written by its enum.
fn written(data: &str) -> Option<String> {
    match (notes::parse(data), schedules::parse(data)) {
        (Some((list, press)), _) => Some(press.data(list)),
        (_, Some(Pressed::List(list, press))) => Some(press.data(list)),
        (_, Some(Pressed::Delivered(button))) => Some(button.data()),
        _ => None,
    }
}
