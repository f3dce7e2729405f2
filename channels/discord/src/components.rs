//! A message's buttons, or its menus if there are too many buttons.

use adjutant_channel::{Button, ButtonStyle, Content};
use serenity::all::{
    ButtonStyle as Look, CreateActionRow, CreateButton, CreateSelectMenu, CreateSelectMenuKind,
    CreateSelectMenuOption,
};

/// The most rows below a message.
const MAX_ROWS: usize = 5;
/// The most buttons in a row.
const MAX_BUTTONS: usize = 5;
/// The most choices in a menu.
const MAX_OPTIONS: usize = 25;
/// The longest label of a button, in code points.
const MAX_BUTTON_LABEL: usize = 80;
/// The longest label of a choice, in code points.
pub(crate) const MAX_OPTION_LABEL: usize = 100;

/// Returns the rows below a message; an empty list removes existing ones.
pub(crate) fn component_rows(content: &Content) -> Vec<CreateActionRow> {
    let rows: Vec<&[Button]> = content.buttons.iter().flat_map(|row| row.chunks(MAX_BUTTONS)).collect();
    if rows.len() <= MAX_ROWS {
        return rows.iter().map(|row| CreateActionRow::Buttons(row.iter().map(button).collect())).collect();
    }
    let buttons = content.buttons.concat();
    if buttons.len() > MAX_ROWS * MAX_OPTIONS {
        tracing::warn!(
            buttons = buttons.len(),
            "dropped buttons: the message has more than Discord can show"
        );
    }
    let menus = buttons.chunks(MAX_OPTIONS).take(MAX_ROWS).enumerate();
    menus.map(|(at, choices)| CreateActionRow::SelectMenu(menu(at, choices))).collect()
}

/// Cuts a text to `max` code points, with "…" in place of the rest.
pub(crate) fn shorten(text: &str, max: usize) -> String {
    if text.chars().count() <= max {
        return text.to_owned();
    }
    text.chars().take(max - 1).chain(['…']).collect()
}

fn button(button: &Button) -> CreateButton {
    let look = match button.style {
        ButtonStyle::Plain => Look::Secondary,
        ButtonStyle::Primary => Look::Primary,
        ButtonStyle::Danger => Look::Danger,
    };
    CreateButton::new(&button.data).label(shorten(&button.label, MAX_BUTTON_LABEL)).style(look)
}

/// Returns a menu whose choices have the data of the buttons. It has no placeholder: Discord shows its own, in the
/// app's language.
fn menu(at: usize, choices: &[Button]) -> CreateSelectMenu {
    let option =
        |button: &Button| CreateSelectMenuOption::new(shorten(&button.label, MAX_OPTION_LABEL), &button.data);
    let options = choices.iter().map(option).collect();
    CreateSelectMenu::new(format!("select:{at}"), CreateSelectMenuKind::String { options })
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn shown(rows_of: &[usize]) -> Value {
        let mut number = 0;
        let mut button = || {
            number += 1;
            let (label, data) = (format!("Number {number}"), format!("n:{number}"));
            Button { label, data, style: ButtonStyle::Plain }
        };
        let buttons =
            rows_of.iter().map(|&length| (0..length).map(|_| button()).collect()).collect::<Vec<_>>();
        serde_json::to_value(component_rows(&Content { buttons, ..Content::default() })).unwrap()
    }

    #[test]
    fn buttons_look_as_they_are_meant() {
        let button = |style| Button { label: "Do it".into(), data: "do".into(), style };
        let row = vec![button(ButtonStyle::Plain), button(ButtonStyle::Primary), button(ButtonStyle::Danger)];
        let rows = component_rows(&Content { buttons: vec![row], ..Content::default() });
        let styles: Vec<Value> = serde_json::to_value(rows).unwrap()[0]["components"]
            .as_array()
            .unwrap()
            .iter()
            .map(|button| button["style"].clone())
            .collect();
        assert_eq!(styles, [2, 1, 4]);
        assert_eq!(shown(&[1])[0]["components"][0]["custom_id"], "n:1");
        assert_eq!(shown(&[]), json!([]));
    }

    #[test]
    fn a_long_row_goes_on_below() {
        let rows = shown(&[7, 1]);
        let lengths: Vec<usize> =
            rows.as_array().unwrap().iter().map(|row| row["components"].as_array().unwrap().len()).collect();
        assert_eq!(lengths, [5, 2, 1]);
    }

    #[test]
    fn more_than_the_buttons_there_may_be_are_menus() {
        let rows = shown(&[1; 30]);
        let menus: Vec<&Value> = rows.as_array().unwrap().iter().map(|row| &row["components"][0]).collect();
        assert_eq!(menus.len(), 2);
        assert_eq!((&menus[0]["type"], &menus[0]["custom_id"]), (&json!(3), &json!("select:0")));
        assert_eq!(menus[0]["options"].as_array().unwrap().len(), 25);
        assert_eq!(menus[1]["options"][4]["value"], "n:30");
        assert_eq!(shown(&[1; 200]).as_array().unwrap().len(), 5);
    }

    #[test]
    fn labels_are_shortened() {
        assert_eq!(shorten("🦀🦀🦀", 3), "🦀🦀🦀");
        assert_eq!(shorten("🦀🦀🦀🦀", 3), "🦀🦀…");
    }
}
