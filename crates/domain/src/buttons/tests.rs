use proptest::{prelude::*, sample::select};

use super::{
    approvals::{CALL_CHOICES, LISTED_CHOICES, PROMPT_CHOICES},
    *,
};
use crate::ids::{self, NoteId, RunId, ScheduleId};

const GOLDEN: &str = include_str!("golden.txt");

/// The most bytes in a Telegram button's data.
const MOST: usize = 64;

#[test]
fn golden_data_is_read_and_written_as_before() {
    for line in GOLDEN.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let mut words = line.splitn(3, ' ');
        let (kind, data, meaning) = (words.next().unwrap(), words.next().unwrap(), words.next());
        let button = Button::parse(data);
        assert_eq!(button.map(|button| format!("{button:?}")).as_deref(), meaning, "{data}");
        assert_eq!(kind == "unknown", button.is_none(), "{data}");
        if kind == "written" {
            assert_eq!(button.unwrap().to_string(), data);
            assert!(data.len() <= MOST, "{data}");
        }
    }
    assert_eq!(Button::parse(""), None);
}

/// Ids as long as the gateway makes them.
#[derive(Debug)]
struct Ids {
    token: String,
    note: NoteId,
    schedule: ScheduleId,
    run: RunId,
}

/// Returns every kind of button, with these numbers.
fn all(ids: &Ids, number: i64, part: usize) -> Vec<Button<'_>> {
    let Ids { token, note, schedule, run } = ids;
    let (id, note, schedule, run) = (token.as_str(), note.as_str(), schedule.as_str(), run.as_str());
    let mut all = vec![
        Button::RevokeGrant(id),
        Button::Suggestion { turn: run, position: number },
        Button::Model { name: id },
        Button::ToolsetPage(number),
    ];
    all.extend(TableForm::NAMES.map(|(_, form)| Button::TableForm(form)));
    all.extend(Language::ALL.map(|language| Button::Language(Some(language))));
    all.push(Button::Language(None));
    all.extend(WhileBusy::NAMES.map(|(_, choice)| Button::WhileBusy(choice)));
    for yes in [true, false] {
        all.extend([
            Button::Link { id, agrees: yes },
            Button::Forget { id, agrees: yes },
            Button::Knock { token: id, admits: yes },
            Button::Toolset { name: "schedules", opens: yes },
            Button::Reasoning { shows: yes },
        ]);
    }
    all.extend(CALL_CHOICES.map(|(_, choice)| Button::Approval(ApprovalPress::Call(id, choice))));
    all.extend(PROMPT_CHOICES.map(|(_, choice)| Button::Approval(ApprovalPress::Whole(id, choice))));
    all.extend(PROMPT_CHOICES.map(|(_, choice)| Button::Approval(ApprovalPress::Prompt(number, choice))));
    all.push(Button::ApprovalList(ApprovalListPress::List));
    all.extend(LISTED_CHOICES.map(|(_, choice)| Button::ApprovalList(ApprovalListPress::Call(id, choice))));
    let note_actions = [
        NoteAction::Open(part),
        NoteAction::Rewrite,
        NoteAction::Share(true),
        NoteAction::Share(false),
        NoteAction::Delete,
        NoteAction::Confirm,
    ];
    let about_a_note = note_actions.map(|action| NotePress::Note(note, action));
    let note_presses = about_a_note.into_iter().chain([NotePress::Page(number), NotePress::Leave]);
    all.extend(note_presses.map(|press| Button::NoteList(number, press)));
    let about_a_schedule =
        schedule_list::ACTIONS.map(|(_, action)| SchedulePress::Schedule(schedule, action));
    let others = [SchedulePress::Page(number), SchedulePress::Output(run, part)];
    let schedule_presses = about_a_schedule.into_iter().chain(others);
    all.extend(schedule_presses.map(|press| Button::ScheduleList(number, press)));
    let user = "user-01a20572-69f1-7654-8dc7-1a18d4aab822";
    let message = "sitemessage-01a20572-69f1-7654-8dc7-1a18d4aab822";
    let short = &id[..20];
    all.extend([
        Button::Files(FilePress::Folder(number, short)),
        Button::Files(FilePress::Versions(number, short)),
        Button::Files(FilePress::Trash(number)),
        Button::Files(FilePress::Restore(short)),
        Button::Files(FilePress::BringBack { file: short, version: short }),
    ]);
    all.extend(file_list::FILE_ACTIONS.map(|(_, action)| Button::Files(FilePress::File(short, action))));
    all.push(Button::Vault(VaultPress::Page(number)));
    all.push(Button::Client(ClientPress::Page(number)));
    all.extend(clients::CLIENT_ACTIONS.map(|(_, action)| Button::Client(ClientPress::Client(user, action))));
    all.extend(vault::SECRET_ACTIONS.map(|(_, action)| Button::Vault(VaultPress::Secret(user, action))));
    all.push(Button::Hooks(HookPress::Page(number)));
    all.extend(hooks::HOOK_ACTIONS.map(|(_, action)| Button::Hooks(HookPress::Hook(schedule, action))));
    all.extend([
        Button::Site(SitePress::List(number)),
        Button::Site(SitePress::Preview),
        Button::Site(SitePress::Publish(short)),
        Button::Site(SitePress::Undo(schedule)),
        Button::Site(SitePress::Sharing),
        Button::Site(SitePress::Reviewer(user, true)),
        Button::Site(SitePress::Reviewer(user, false)),
        Button::Site(SitePress::Unshare),
    ]);
    all.extend(site::PAGE_ACTIONS.map(|(_, action)| Button::Site(SitePress::Page(schedule, action))));
    all.extend(site::POST_ACTIONS.map(|(_, action)| Button::Site(SitePress::Post(schedule, action))));
    all.extend(
        site_message::SITE_MESSAGE_ACTIONS
            .map(|(_, action)| Button::SiteMessage(SiteMessagePress { message, action })),
    );
    all.push(Button::People(PeoplePress::Page(number)));
    all.extend(people::PERSON_ACTIONS.map(|(_, action)| Button::People(PeoplePress::Person(user, action))));
    let deliveries =
        delivery::ACTIONS.map(|(_, action)| DeliveryButton { run, delivery: number.min(999_999), action });
    all.extend(deliveries.map(Button::Delivered));
    all.push(Button::UndoEdit { note, edited_at: number });
    all.extend(overdue::ACTIONS.map(|(_, action)| Button::Overdue { schedule, action }));
    all
}

fn any_ids() -> impl Strategy<Value = Ids> {
    Just(()).prop_map(|()| Ids {
        token: ids::token(),
        note: NoteId::generate(),
        schedule: ScheduleId::generate(),
        run: RunId::generate(),
    })
}

proptest! {
    #[test]
    fn every_button_is_read_again_and_fits(
        ids in any_ids(),
        number in 0..=9_999_999_999_i64,
        part in 0..=9_999_usize,
    ) {
        for button in all(&ids, number, part) {
            let data = button.to_string();
            prop_assert_eq!(Button::parse(&data), Some(button), "{}", data);
            prop_assert!(data.len() <= MOST, "{}", data);
        }
    }

    #[test]
    fn any_text_is_read_without_a_panic(data in any::<String>()) {
        let _ = Button::parse(&data);
    }

    /// Texts like data. Some are parsed although nothing writes them, such as a number with a sign.
    #[test]
    fn what_is_read_is_written_so_that_it_means_the_same(
        family in select(vec!["a", "g", "m", "n", "s", "r", "o", "l", "fm", "k", "p", "t", "x"]),
        rest in "(:[a-z+-]{0,2}[0-9]{0,3}){0,4}",
    ) {
        let data = format!("{family}{rest}");
        if let Some(button) = Button::parse(&data) {
            let written = button.to_string();
            prop_assert_eq!(Button::parse(&written), Some(button), "{}", data);
        }
    }

    /// Data without such numbers is written exactly as it was read.
    #[test]
    fn what_is_read_is_written_byte_for_byte(
        data in "(a:([ychnsw]|p[012]):[0-9a-f]{32}|a:(ya|na|m|b|d):[1-9][0-9]{0,17}|g:r:[0-9a-f]{32}\
            |m:[1-9][0-9]{0,9}:(n|p(0|[1-9][0-9]{0,5})|([esudy]|o(0|[1-9][0-9]?)):note-[0-9a-f-]{36})\
            |s:[1-9][0-9]{0,9}:(p(0|[1-9][0-9]{0,5})|[ozrnsedyh]:schedule-[0-9a-f-]{36})\
            |s:[1-9][0-9]{0,9}:t(0|[1-9][0-9]{0,3}):run-[0-9a-f-]{36}\
            |r:[dlbmhutapro]:(0|[1-9][0-9]{0,5}):run-[0-9a-f-]{36}|o:[ntd]:schedule-[0-9a-f-]{36}|(l|fm|k):[yn]:[0-9a-f]{32})",
    ) {
        let button = Button::parse(&data);
        prop_assert_eq!(button.map(|button| button.to_string()), Some(data));
    }
}
