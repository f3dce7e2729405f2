//! The common parts of lists of notes and schedules: pages, and the parts of long texts.

use adjutant_channel::{
    Button, Choice, Rich,
    rich::{RichBuilder, Unit},
};

use super::{fluent::text, in_a_line, note_list::parts};
use adjutant_domain::shown::line;

/// The most items on one page.
pub const PAGE: i64 = 5;
/// The longest part of an item's title on its button, in characters: a phone shows about that much of two buttons in a
/// row.
const TITLE: usize = 24;
/// The buttons of items in a row. The items of a page and the row below them need at most as many rows as Discord
/// accepts.
const IN_A_ROW: usize = 2;
/// The longest label and value of a completion, in characters.
const CHOICE: usize = 100;

/// Joins as many items as fit into this many characters, and says how many are left out.
pub(super) fn as_many<'a>(items: impl IntoIterator<Item = &'a str>, separator: &str, chars: usize) -> String {
    let items: Vec<_> = items.into_iter().collect();
    let mut shown = String::new();
    for (i, item) in items.iter().enumerate() {
        let item = in_a_line(item, chars);
        if i > 0 && shown.chars().count() + item.chars().count() > chars {
            return text!("list-and-more", shown = shown, count = items.len() - i);
        }
        shown = if i > 0 { format!("{shown}{separator}{item}") } else { item };
    }
    shown
}

/// The part of a list that a page shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Page {
    /// The number of items before the page.
    pub first: i64,
    /// The number of items in all.
    pub total: i64,
}

impl Page {
    /// Returns the page with this number, from 0, of a list of `total` items; the last page if the number is too high.
    pub fn of(page: i64, total: i64) -> Self {
        Self { first: page.clamp(0, (total - 1).max(0) / PAGE) * PAGE, total }
    }

    /// Returns the range of a page with `shown` items: `: 3`, or `: 6 to 10 of 12`.
    pub(super) fn extent(self, shown: i64) -> String {
        let Self { first, total } = self;
        match total {
            total if shown == total => text!("list-all", total = total),
            total => text!("list-some", first = first + 1, last = first + shown, total = total),
        }
    }

    /// Returns the numbers of the page's items.
    pub(super) fn numbers(self) -> std::ops::RangeFrom<i64> {
        self.first + 1..
    }

    /// Returns the buttons for the previous and the next page; `turn` makes a button with a label, to a page.
    pub(super) fn turns(self, turn: impl Fn(&str, i64) -> Button) -> Vec<Button> {
        let page = self.first / PAGE;
        let back = (page > 0).then(|| turn(text!("list-previous"), page - 1));
        let next = (self.first + PAGE < self.total).then(|| turn(text!("list-next"), page + 1));
        back.into_iter().chain(next).collect()
    }
}

/// Returns the label of an item's button. The number distinguishes items with the same beginning.
pub(super) fn titled(number: i64, title: &str) -> String {
    format!("{number}. {}", in_a_line(title, TITLE).replace(" …", "…"))
}

/// Returns an item that begins with a moment, with its number. A language whose dates begin with a number and a dot
/// writes the item's number with another sign.
pub(super) fn numbered_moment(number: i64, moment: &str) -> String {
    text!("list-numbered-moment", number = number, moment = moment)
}

/// Arranges the buttons of items in rows, with the page buttons in a row below them.
pub(super) fn in_rows(items: impl Iterator<Item = Button>, turns: Vec<Button>) -> Vec<Vec<Button>> {
    let items: Vec<_> = items.collect();
    let rows = items.chunks(IN_A_ROW).map(<[_]>::to_vec).chain([turns]);
    rows.filter(|row| !row.is_empty()).collect()
}

/// Begins a message with a part of a text, from 0, or with the last part if the number is too high; the caller may
/// append more in italics. For a text with several parts, also returns the row of buttons for the other parts.
pub(super) fn part(
    text: &str,
    part: usize,
    turn: impl Fn(&str, usize) -> Button,
) -> (RichBuilder, Vec<Vec<Button>>) {
    let parts = parts(text);
    let part = part.min(parts.len() - 1);
    let body = Rich::builder().rich(&parts[part]).text("\n\n");
    if parts.len() == 1 {
        return (body, Vec::new());
    }
    let body = body.italic(text!("list-part", number = part + 1, count = parts.len())).text("\n");
    let before = part.checked_sub(1).map(|before| turn(text!("list-previous-part"), before));
    let after = (part + 1 < parts.len()).then(|| turn(text!("list-next-part"), part + 1));
    (body, vec![before.into_iter().chain(after).collect()])
}

/// Returns a text as a completion; `None` if nothing of it can be shown.
pub fn choice(text: &str) -> Option<Choice> {
    let value = Rich::plain(line(text)).truncate(CHOICE, Unit::Chars).text;
    (!value.is_empty()).then(|| Choice { label: value.clone(), value })
}

#[cfg(test)]
mod tests {
    use adjutant_channel::ButtonStyle;
    use adjutant_domain::{language::Language, timestamp::Timestamp, zones::Zone};

    use super::*;
    use crate::times::year_and_day;

    #[test]
    fn what_does_not_fit_is_counted() {
        let shown = |chars| as_many(["#home", "#garden", "#tools"], " ", chars);
        assert_eq!(shown(60), "#home #garden #tools");
        assert_eq!(shown(13), "#home #garden and 1 more");
        assert_eq!(shown(6), "#home and 2 more");
        assert_eq!(
            as_many(["a-very-long-name-of-one-thing", "another"], ", ", 16),
            "a-very-long-name… and 1 more"
        );
    }

    #[test]
    fn the_buttons_of_a_page_fit_every_platform_and_differ() {
        let button =
            |label: &str| Button { label: label.to_owned(), data: "x".to_owned(), style: ButtonStyle::Plain };
        let items =
            (1..=PAGE).map(|number| button(&titled(number, "a title that is far too long for a button")));
        let rows = in_rows(items, vec![button("Previous"), button("Next")]);
        let labels: Vec<_> = rows.iter().flatten().map(|button| button.label.as_str()).collect();
        assert_eq!(labels[..2], ["1. a title that is far too…", "2. a title that is far too…"]);
        assert!(labels.iter().all(|label| label.len() <= 64));
        assert_eq!(rows.iter().map(Vec::len).collect::<Vec<_>>(), [2, 2, 1, 2]);
    }

    #[test]
    fn the_number_of_an_item_is_told_from_that_of_a_date() {
        let numbered = |language: Language| {
            language.scope_sync(|| numbered_moment(2, &year_and_day(Timestamp::EPOCH, Zone::UTC)))
        };
        let all = ["2. 1 Jan 1970", "2) 1. Jan. 1970", "2. 1 ene 1970", "2. 1er janv. 1970"];
        assert_eq!(Language::ALL.map(numbered), all);
    }

    #[test]
    fn a_page_is_in_the_list() {
        for (page, total, first) in
            [(0, 0, 0), (3, 0, 0), (-1, 7, 0), (1, 7, 5), (9, 7, 5), (1, 5, 0), (i64::MAX, 11, 10)]
        {
            assert_eq!(Page::of(page, total), Page { first, total }, "page {page} of {total} items");
        }
        assert_eq!(Page::of(0, 3).extent(3), ": 3");
        assert_eq!(Page::of(1, 12).extent(5), ": 6 to 10 of 12");
    }
}
