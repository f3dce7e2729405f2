//! What the bot says of tables that are too wide for a phone.

use adjutant_channel::{ButtonStyle, Content, Rich};
use adjutant_domain::{buttons::Button, table_form::TableForm, text::escaped};

use super::button;

/// How wide tables come in this conversation, with a button for each other form.
pub fn listing(chosen: TableForm) -> Content {
    let mut body = Rich::builder().text("Tables that are too wide for a phone come here as:\n");
    for (name, form) in TableForm::NAMES {
        let state = if form == chosen { " (chosen)" } else { "" };
        body = body.text("\n- ").bold(name).text(format!("{state}: {}", meaning(form)));
    }
    let body = body.text("\n\nThe chat page in a browser scrolls wide tables: there, text is enough.");
    let others = TableForm::NAMES.into_iter().filter(|(_, form)| *form != chosen);
    let others = others.map(|(name, form)| button(name, Button::TableForm(form), ButtonStyle::Plain));
    Content { body: body.build(), buttons: vec![others.collect()], ..Content::default() }
}

fn meaning(form: TableForm) -> &'static str {
    match form {
        TableForm::Text => "columns in the message.",
        TableForm::Picture => "a picture below the message; what it has no room for, as a file too.",
        TableForm::File => "a CSV file below the message, for spreadsheets.",
    }
}

/// The answer when a form was named.
pub fn chosen(form: TableForm) -> String {
    format!("From now on, tables that are too wide for a phone come here as {}", meaning_of_one(form))
}

fn meaning_of_one(form: TableForm) -> &'static str {
    match form {
        TableForm::Text => "text: columns in the message.",
        TableForm::Picture => "pictures below the message.",
        TableForm::File => "CSV files below the message.",
    }
}

/// The answer when there is no form of this name.
pub fn unknown(name: &str) -> String {
    format!(
        "There is no form “{}”. The forms are text, picture and file; /tables says what they mean.",
        escaped(name)
    )
}

/// What stands in an answer, as Markdown, where a table was that comes below it.
pub fn in_place(number: usize, comes: Below) -> String {
    let title = title(number);
    match comes {
        Below::Picture => format!("*{title}: see the picture below.*"),
        Below::PictureAndFile => format!("*{title}: see the picture below; all of it is in the file.*"),
        Below::File => format!("*{title}: see the file below.*"),
    }
}

/// What comes below an answer in place of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Below {
    Picture,
    PictureAndFile,
    File,
}

/// The caption of a table.
pub fn title(number: usize) -> String {
    format!("Table {number}")
}
