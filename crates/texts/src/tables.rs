//! What the bot says of tables that are too wide for a phone.

use adjutant_channel::{ButtonStyle, Content, Rich};
use adjutant_domain::{buttons::Button, table_form::TableForm, text::escaped};

use super::{button, fluent::text};

/// How wide tables come in this conversation, with a button for each other form.
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

/// The answer when a form was named.
pub fn chosen(form: TableForm) -> String {
    let form = match form {
        TableForm::Text => text!("table-chosen-text"),
        TableForm::Picture => text!("table-chosen-picture"),
        TableForm::File => text!("table-chosen-file"),
    };
    form.to_owned()
}

/// The answer when there is no form of this name.
pub fn unknown(name: &str) -> String {
    text!("table-unknown", name = escaped(name))
}

/// What stands in an answer, as Markdown, where a table was that comes below it.
pub fn in_place(number: usize, comes: Below) -> String {
    let title = title(number);
    match comes {
        Below::Picture => text!("table-in-picture", title = title),
        Below::PictureAndFile => text!("table-in-picture-and-file", title = title),
        Below::File => text!("table-in-file", title = title),
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
    text!("table-number", number = number)
}
