//! `/tools`: the toolsets of a conversation.

use adjutant_channel::{Button as Shown, ButtonStyle, Content, Rich};
use adjutant_domain::buttons::Button;

use super::{button, fluent::text};

/// The most toolsets in the list, each with a button: Discord accepts no more rows.
const MOST: usize = 20;
/// The most toolsets on one of several pages: the last row turns the page.
const ON_A_PAGE: usize = MOST - IN_A_ROW;
/// The most buttons in a row.
const IN_A_ROW: usize = 4;

/// A toolset in the list.
pub struct Listed<'a> {
    pub name: &'a str,
    pub summary: &'a str,
    pub is_open: bool,
}

/// Returns the page, from 0, with the toolset at `position` of a list of `total`.
pub fn page_of(position: usize, total: usize) -> i64 {
    (position / size_of_page(total)) as i64
}

fn size_of_page(total: usize) -> usize {
    if total > MOST { ON_A_PAGE } else { MOST }
}

/// A page, from 0, of the list, with a button to open or close each toolset; the last page if the number is too high.
pub fn listing(toolsets: &[Listed<'_>], page: i64) -> Content {
    let (total, size) = (toolsets.len(), size_of_page(toolsets.len()));
    let last_page = total.saturating_sub(1) / size;
    let page = usize::try_from(page).unwrap_or_default().min(last_page);
    let first = page * size;
    let shown = &toolsets[first..total.min(first + size)];
    let mut body = Rich::builder().bold(text!("toolset-heading"));
    if last_page > 0 {
        body = body.text(text!("list-some", first = first + 1, last = first + shown.len(), total = total));
    }
    body = body.text(format!("\n\n{}\n", text!("toolset-introduction")));
    for Listed { name, summary, is_open } in shown {
        let state = if *is_open { format!(" {}", text!("toolset-open-mark")) } else { String::new() };
        body = body.text("\n- ").bold(*name).text(format!("{state}: {}", about(name, summary)));
    }
    let switches: Vec<_> = shown.iter().map(switch).collect();
    let mut buttons: Vec<_> = switches.chunks(IN_A_ROW).map(<[_]>::to_vec).collect();
    let turn = |label: &str, page: usize| button(label, Button::ToolsetPage(page as i64), ButtonStyle::Plain);
    let back = page.checked_sub(1).map(|before| turn(text!("list-previous"), before));
    let next = (page < last_page).then(|| turn(text!("list-next"), page + 1));
    if last_page > 0 {
        buttons.push(back.into_iter().chain(next).collect());
    }
    Content { body: body.build(), buttons, ..Content::default() }
}

/// Returns a toolset's purpose; `summary`: its text for the model. Only the gateway's own toolsets are translated.
fn about(name: &str, summary: &str) -> String {
    text!("tools-toolset", name = name, summary = summary)
}

fn switch(toolset: &Listed<'_>) -> Shown {
    let Listed { name, is_open, .. } = *toolset;
    let label = match is_open {
        true => text!("toolset-button-close", name = name),
        false => text!("toolset-button-open", name = name),
    };
    button(&label, Button::Toolset { name, opens: !is_open }, ButtonStyle::Plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_toolsets_than_buttons_come_in_pages() {
        let names: Vec<_> = (1..=23).map(|number| format!("set{number}")).collect();
        let listed = |name: &'static str| Listed { name, summary: "", is_open: false };
        let names: Vec<_> = names.into_iter().map(|name| listed(name.leak())).collect();
        let labels = |page: i64| {
            let rows = listing(&names, page).buttons;
            assert!(rows.len() <= 5, "{rows:?}");
            rows.concat().into_iter().map(|button| button.label).collect::<Vec<_>>()
        };
        let (first, second) = (labels(0), labels(1));
        assert_eq!((first.len(), first.last().unwrap().as_str()), (17, "Next"));
        assert_eq!((second.len(), second.last().unwrap().as_str()), (8, "Previous"));
        assert_eq!((labels(7), page_of(16, 23), page_of(15, 23)), (second, 1, 0));
        assert!(listing(&names, 1).body.text.starts_with("Tools: 17 to 23 of 23"));
        assert_eq!(listing(&names[..20], 0).buttons.concat().len(), 20);
    }
}
