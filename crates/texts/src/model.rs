//! What the bot says of its models.

use adjutant_channel::{Button as Shown, ButtonStyle, Content, Rich};
use adjutant_domain::{buttons::Button, text::escaped};
use adjutant_provider::ModelError;

use super::button;

/// The name by which people choose the usual model.
pub const DEFAULT: &str = "default";

/// The most models that are listed, each with its button.
const MOST: usize = 8;
const IN_A_ROW: usize = 4;

/// Says which model wrote an answer, if not the one that was meant to.
pub fn answered_by(model: &str) -> String {
    format!("_Answered by {}, because the first choice does not answer._", escaped(model))
}

/// A model as the list of `/model` shows it.
pub struct Listed<'a> {
    pub name: &'a str,
    /// Provider and model.
    pub label: String,
    pub is_chosen: bool,
}

/// The models that a person may choose for a conversation, the usual one first, with a button for each that is not chosen.
/// `gone`: the one that was chosen before, and cannot be any more.
pub fn listing(models: &[Listed<'_>], gone: Option<&str>) -> Content {
    let mut body = Rich::builder();
    if let Some(gone) = gone {
        body = body.text(format!(
            "The model {gone}, which you had chosen, is not available any more. The usual one answers again.\n\n"
        ));
    }
    if let [only] = models {
        let text = format!("{} answers in this conversation. There is no other model to choose.", only.label);
        return Content { body: body.text(text).build(), ..Content::default() };
    }
    body = body.text("The model that answers you in this conversation, until you choose another:\n");
    let shown = &models[..models.len().min(MOST)];
    for Listed { name, label, is_chosen } in shown {
        let state = if *is_chosen { " (chosen)" } else { "" };
        body = body.text("\n- ").bold(*name).text(format!("{state}: {label}"));
    }
    let rest: Vec<_> = models[shown.len()..].iter().map(|model| model.name).collect();
    if !rest.is_empty() {
        body = body.text(format!("\n\nAlso, with /model NAME: {}", rest.join(", ")));
    }
    let buttons: Vec<Shown> = shown
        .iter()
        .filter(|model| !model.is_chosen)
        .map(|model| button(model.name, Button::Model { name: model.name }, ButtonStyle::Plain))
        .collect();
    let buttons = buttons.chunks(IN_A_ROW).map(<[_]>::to_vec).collect();
    Content { body: body.build(), buttons, ..Content::default() }
}

/// The answer when a model was chosen by its name; `None` is the usual one.
pub fn chosen(name: Option<&str>, label: &str) -> String {
    match name {
        Some(name) => format!(
            "From now on {} answers you in this conversation. “/model {DEFAULT}” goes back to the usual model.",
            escaped(&named(name, label))
        ),
        None => format!("From now on the usual model answers you in this conversation: {}.", escaped(label)),
    }
}

/// The answer when there is no model of this name that the person may choose.
pub fn unknown_model(name: &str) -> String {
    format!("You cannot choose a model “{}”. /model lists those that you can choose.", escaped(name))
}

/// The notice to the owner that a provider refuses the key of a model. `section` is the model's in the settings; `helped`:
/// others answer in its place.
pub fn key_refused(section: &str, label: &str, helped: bool) -> String {
    let instead = if helped { "Others answer in its place." } else { "Nothing answers in its place." };
    format!(
        "⚠️ The key of the model `[{section}]` ({}) is refused. {instead}\n\nPlease set another api_key there and start me \
         again; `adjutant doctor` tries it. I will tell you when it is accepted.",
        escaped(label)
    )
}

/// The notice that the key is accepted again, where the owner was told that it was not.
pub fn key_accepted(section: &str, label: &str) -> String {
    format!("✅ The key of the model `[{section}]` ({}) is accepted again.", escaped(label))
}

/// A model with the name of its section.
pub fn named(name: &str, label: &str) -> String {
    format!("{name} ({label})")
}

pub fn model_failed(error: &ModelError) -> String {
    match error {
        ModelError::RateLimited { .. } => {
            "The model is overloaded right now and asked me to wait longer than I can. Please try again in a minute."
        }
        ModelError::Unavailable(_) => {
            "I could not reach the model, though I tried several times. Please try again in a while."
        }
        ModelError::Cut => "The model's answer broke off several times. Please try again.",
        ModelError::Blind(_) => "The model does not take pictures. Please write what you need.",
        ModelError::TooDear => "The models that answer now cost more than I may spend. Please try again later.",
        ModelError::TooLong(_) => {
            "This conversation has become too long for the model. Please start a new one with /new. I keep what you \
             asked me to remember."
        }
        ModelError::KeyRefused(_)
        | ModelError::AccountEmpty(_)
        | ModelError::NoModel(_)
        | ModelError::Refused(_) => {
            "The model refused my request. The operator of this bot can find the reason in the log, and `adjutant \
             doctor` checks the model's settings."
        }
    }
    .to_owned()
}
