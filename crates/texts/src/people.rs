//! Texts about people for the owner: the list, one person, and the question before one is removed. Names come from
//! people, so the texts are composed, not marked up.

use adjutant_channel::{Button as Shown, ButtonStyle, Content, Rich, rich::RichBuilder};
use adjutant_domain::{
    buttons::{Button, PeoplePress, PersonAction},
    timestamp::Timestamp,
    zones::Zone,
};
use adjutant_store::{
    people::{PersonSummary, Role},
    usage::Sums,
};

use super::{
    account, button, count, in_a_line,
    list::{Page, as_many, in_rows, titled},
};

/// The most of a name that is shown, in characters.
const NAME: usize = 40;
/// The most of a person's accounts that is shown, in characters.
const ACCOUNTS: usize = 120;

pub fn for_the_owner() -> &'static str {
    "Only the owner of this bot can see who uses it, and let people in or remove them."
}

pub fn in_private() -> &'static str {
    "Please ask me that in a direct chat: here others would read who uses me."
}

pub fn listing(people: &[PersonSummary], page: Page, zone: Zone) -> Content {
    let extent = page.extent(people.len() as i64);
    let mut body = Rich::builder().bold("People").text(extent).text("\n");
    let mut open = Vec::new();
    for (number, person) in page.numbers().zip(people) {
        body =
            body.text(format!("\n{number}. ")).bold(in_a_line(&person.name, NAME)).text(about(person, zone));
        open.push(act(&titled(number, &person.name), person, PersonAction::Open, ButtonStyle::Plain));
    }
    let turn = |label: &str, page| button(label, Button::People(PeoplePress::Page(page)), ButtonStyle::Plain);
    let buttons = in_rows(open.into_iter(), page.turns(turn));
    Content { body: body.build(), buttons, ..Content::default() }
}

pub fn person(person: &PersonSummary, month: &Sums, zone: Zone) -> Content {
    let tokens = month.input_tokens + month.output_tokens;
    let mut body = heading(person)
        .text(format!("\nAccounts: {}", accounts(person)))
        .text(format!("\nRole: {}", role(person)))
        .text(format!("\nLast seen: {}", seen(person.seen_at, zone)))
        .text(format!("\nThis month: {}, {}", count(month.turns, "turn"), count(tokens, "token")));
    if !person.served {
        body = body.text("\n\nI do nothing for them, and what they have stays until they are back.");
    }
    let mut row = Vec::new();
    if person.role == Role::Member && person.served {
        row.push(match person.approver {
            true => act("No approver any more", person, PersonAction::EndApprover, ButtonStyle::Plain),
            false => act("Make approver", person, PersonAction::MakeApprover, ButtonStyle::Plain),
        });
        row.push(act("Remove", person, PersonAction::Remove, ButtonStyle::Danger));
    } else if person.role == Role::Member {
        row.push(act("Admit", person, PersonAction::Admit, ButtonStyle::Primary));
        if !person.removed {
            row.push(act("Remove", person, PersonAction::Remove, ButtonStyle::Danger));
        }
    }
    let buttons = [row, vec![back()]].into_iter().filter(|row| !row.is_empty()).collect();
    Content { body: body.build(), buttons, ..Content::default() }
}

pub fn removing(person: &PersonSummary) -> Content {
    let body = heading(person)
        .text("\n\nRemove them? I stop what I do for them, and answer them no more, even if the configuration lists ")
        .text("them. Their notes, schedules and files stay, and are theirs again if you admit them.")
        .build();
    let buttons = vec![vec![
        act("Yes, remove", person, PersonAction::Confirm, ButtonStyle::Danger),
        act("Keep", person, PersonAction::Open, ButtonStyle::Plain),
    ]];
    Content { body, buttons, ..Content::default() }
}

fn heading(person: &PersonSummary) -> RichBuilder {
    Rich::builder().bold(in_a_line(&person.name, NAME))
}

fn back() -> Shown {
    button("All people", Button::People(PeoplePress::Page(0)), ButtonStyle::Plain)
}

fn act(label: &str, person: &PersonSummary, action: PersonAction, style: ButtonStyle) -> Shown {
    button(label, Button::People(PeoplePress::Person(person.user_id.as_str(), action)), style)
}

/// Returns what a list says after a name.
fn about(person: &PersonSummary, zone: Zone) -> String {
    format!(" ({}): {}, last seen {}", accounts(person), role(person), seen(person.seen_at, zone))
}

fn accounts(person: &PersonSummary) -> String {
    let named: Vec<_> = person.accounts.split(", ").map(account).collect();
    as_many(named.iter().map(String::as_str), ", ", ACCOUNTS)
}

/// Returns a person's role in words.
pub fn role(person: &PersonSummary) -> &'static str {
    match (person.role, person.approver) {
        (Role::Owner, _) => "owner",
        _ if person.removed => "removed",
        _ if !person.served => "not admitted now",
        (Role::Member, true) => "member, approver",
        (Role::Member, false) => "member",
    }
}

/// Returns a time of which only the day matters.
pub fn seen(at: Option<Timestamp>, zone: Zone) -> String {
    let day = |at: Timestamp| at.to_utc().with_timezone(&zone).format("%-d %b %Y").to_string();
    at.map_or_else(|| "never".to_owned(), day)
}

pub fn no_such_person() -> &'static str {
    "I do not know this person any more. Nothing has changed."
}

pub fn owner_stays() -> &'static str {
    "The owner cannot be removed here. `adjutant people`, where I run, can move the ownership or shut out an account."
}

pub fn removed() -> &'static str {
    "Removed."
}

pub fn admitted() -> &'static str {
    "Admitted."
}

pub fn made_approver() -> &'static str {
    "They may now decide what others ask for in groups."
}

pub fn ended_approver() -> &'static str {
    "They decide only what they ask for themselves."
}

pub fn approver_by_configuration() -> &'static str {
    "The configuration names them, under approvers in [access], so they stay an approver."
}
