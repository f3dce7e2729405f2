//! Texts about people for the owner: the list, one person, and the question before one is removed. Names come from
//! people, so the texts are composed without markup.

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
    account, button,
    fluent::text,
    in_a_line,
    list::{Page, as_many, in_rows, titled},
    times::year_and_day,
};

/// The longest shown part of a name, in characters.
const NAME: usize = 40;
/// The longest shown part of a person's accounts, in characters.
const ACCOUNTS: usize = 120;

pub fn for_the_owner() -> &'static str {
    text!("people-for-the-owner")
}

pub fn in_private() -> &'static str {
    text!("people-in-private")
}

pub fn listing(people: &[PersonSummary], page: Page, zone: Zone) -> Content {
    let extent = page.extent(people.len() as i64);
    let mut body = Rich::builder().bold(text!("people-title")).text(extent).text("\n");
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
        .text("\n")
        .text(text!("people-accounts", accounts = accounts(person)))
        .text(shut_out(person))
        .text("\n")
        .text(text!("people-role", role = role(person)))
        .text("\n")
        .text(text!("people-last-seen", seen = seen(person.seen_at, zone)))
        .text("\n")
        .text(text!("people-this-month", turns = month.turns, tokens = tokens));
    if !person.served {
        body = body.text("\n\n").text(text!("people-not-served"));
    }
    let mut row = Vec::new();
    if person.role == Role::Member && person.served {
        row.push(match person.approver {
            true => act(text!("people-no-approver"), person, PersonAction::EndApprover, ButtonStyle::Plain),
            false => {
                act(text!("people-make-approver"), person, PersonAction::MakeApprover, ButtonStyle::Plain)
            }
        });
        row.push(act(text!("button-remove"), person, PersonAction::Remove, ButtonStyle::Danger));
    } else if person.role == Role::Member {
        row.push(act(text!("people-admit"), person, PersonAction::Admit, ButtonStyle::Primary));
        if !person.removed {
            row.push(act(text!("button-remove"), person, PersonAction::Remove, ButtonStyle::Danger));
        }
    }
    let buttons = [row, vec![back()]].into_iter().filter(|row| !row.is_empty()).collect();
    Content { body: body.build(), buttons, ..Content::default() }
}

pub fn removing(person: &PersonSummary) -> Content {
    let body = heading(person).text("\n\n").text(text!("people-removing")).build();
    let buttons = vec![vec![
        act(text!("people-yes-remove"), person, PersonAction::Confirm, ButtonStyle::Danger),
        act(text!("button-keep"), person, PersonAction::Open, ButtonStyle::Plain),
    ]];
    Content { body, buttons, ..Content::default() }
}

fn heading(person: &PersonSummary) -> RichBuilder {
    Rich::builder().bold(in_a_line(&person.name, NAME))
}

fn back() -> Shown {
    button(text!("people-all"), Button::People(PeoplePress::Page(0)), ButtonStyle::Plain)
}

fn act(label: &str, person: &PersonSummary, action: PersonAction, style: ButtonStyle) -> Shown {
    button(label, Button::People(PeoplePress::Person(person.user_id.as_str(), action)), style)
}

/// Returns the text after a name in a list.
fn about(person: &PersonSummary, zone: Zone) -> String {
    let (accounts, seen) = (accounts(person), seen(person.seen_at, zone));
    format!(" {}", text!("people-about", accounts = accounts, role = role(person), seen = seen))
}

fn accounts(person: &PersonSummary) -> String {
    named(&person.accounts)
}

/// Returns the line about accounts that are shut out, if there are any.
fn shut_out(person: &PersonSummary) -> String {
    match person.shut_out.as_str() {
        "" => String::new(),
        accounts => format!("\n{}", text!("people-shut-out", accounts = named(accounts))),
    }
}

/// Returns the names of accounts that are separated by commas.
fn named(accounts: &str) -> String {
    let named: Vec<_> = accounts.split(", ").map(account).collect();
    as_many(named.iter().map(String::as_str), ", ", ACCOUNTS)
}

/// Returns a person's role in words.
pub fn role(person: &PersonSummary) -> &'static str {
    match (person.role, person.approver) {
        (Role::Owner, _) => text!("people-owner"),
        _ if person.removed => text!("people-removed-role"),
        _ if !person.served => text!("people-not-admitted"),
        (Role::Member, true) => text!("people-member-approver"),
        (Role::Member, false) => text!("people-member"),
    }
}

/// Returns the day on which a person was last seen.
pub fn seen(at: Option<Timestamp>, zone: Zone) -> String {
    at.map_or_else(|| text!("people-never").to_owned(), |at| year_and_day(at, zone))
}

pub fn no_such_person() -> &'static str {
    text!("people-gone")
}

pub fn owner_stays() -> &'static str {
    text!("people-owner-stays")
}

pub fn removed() -> &'static str {
    text!("people-removed")
}

pub fn admitted() -> &'static str {
    text!("people-admitted")
}

pub fn made_approver() -> &'static str {
    text!("people-made-approver")
}

pub fn ended_approver() -> &'static str {
    text!("people-ended-approver")
}

pub fn approver_by_configuration() -> &'static str {
    text!("people-approver-by-configuration")
}
