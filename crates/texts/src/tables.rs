//! The bot's texts about tables that are too wide for a phone.

use adjutant_channel::{ButtonStyle, Content, Rich};
use adjutant_domain::{buttons::Button, table_form::TableForm, text::escaped};

use super::{button, fluent::text};

/// The form of wide tables in this conversation, with a button for each other form.
pub fn listing(chosen: TableForm) -> Content {
    let mut body = Rich::builder().text(text!("table-title")).text("\n");
    for (name, form) in TableForm::NAMES {
        let state = if form == chosen { format!(" {}", text!("table-chosen-mark")) } else { String::new() };
        body = body.text("\n- ").bold(name).text(format!("{state}: {}", meaning(form)));
    }
    let body = body.text("\n\n").text(text!("table-on-chat-page"));
    let others = TableForm::NAMES.into_iter().filter(|(_, form)| *form != chosen);
    let others = others.map(|(name, form)| button(name, Button::TableForm(form), ButtonStyle::Plain));
    Content { body: body.build(), buttons: vec![others.collect()], ..Content::default() }
}

fn meaning(form: TableForm) -> &'static str {
    match form {
        TableForm::Text => text!("table-text"),
        TableForm::Picture => text!("table-picture"),
        TableForm::File => text!("table-file"),
    }
}

/// The answer to a choice of form by name.
pub fn chosen(form: TableForm) -> String {
    let form = match form {
        TableForm::Text => text!("table-chosen-text"),
        TableForm::Picture => text!("table-chosen-picture"),
        TableForm::File => text!("table-chosen-file"),
    };
    form.to_owned()
}

/// The answer if no form has this name.
pub fn unknown(name: &str) -> String {
    text!("table-unknown", name = escaped(name))
}

/// The text in an answer, as Markdown, in place of a table that follows below it.
pub fn in_place(number: usize, comes: Below) -> String {
    let title = title(number);
    match comes {
        Below::Picture => text!("table-in-picture", title = title),
        Below::PictureAndFile => text!("table-in-picture-and-file", title = title),
        Below::File => text!("table-in-file", title = title),
    }
}

/// The form in which a table follows below an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Below {
    Picture,
    PictureAndFile,
    File,
}

/// The caption of a table.
pub fn title(number: usize) -> String {
    text!("table-number", number = number)
}
