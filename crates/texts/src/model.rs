//! The bot's texts about its models.

use std::time::Duration;

use adjutant_channel::{Button as Shown, ButtonStyle, Content, Rich};
use adjutant_domain::{buttons::Button, language::Language, text::escaped};
use adjutant_provider::{LONGEST_WAIT, ModelError};

use super::{
    button,
    fluent::{PART, text},
    times::{hours, minutes},
};

/// The name by which people choose the default model.
pub const DEFAULT: &str = "default";

/// The most models in the list, each with a button.
const MOST: usize = 8;
/// The most buttons in a row.
const IN_A_ROW: usize = 4;

/// The name of the assistant that answers if no language model is set up.
pub fn built_in() -> &'static str {
    text!("model-built-in")
}

/// Names the model that wrote an answer, if it is not the intended one.
pub fn answered_by(model: &str) -> String {
    text!("model-answered-by", model = escaped(model))
}

/// A model in the list of `/model`.
pub struct Listed<'a> {
    pub name: &'a str,
    /// Provider and model.
    pub label: String,
    pub is_chosen: bool,
}

/// The models that a person may choose for a conversation, the default one first, with a button for each that is not
/// chosen. `gone`: the previously chosen model, if it is no longer available.
pub fn listing(models: &[Listed<'_>], gone: Option<&str>) -> Content {
    let mut body = Rich::builder();
    if let Some(gone) = gone {
        body = body.text(text!("model-gone", name = gone)).text("\n\n");
    }
    if let [only] = models {
        let text = text!("model-only", model = &only.label);
        return Content { body: body.text(text).build(), ..Content::default() };
    }
    body = body.text(text!("model-title")).text("\n");
    let shown = &models[..models.len().min(MOST)];
    for Listed { name, label, is_chosen } in shown {
        let state = if *is_chosen { format!(" {}", text!("model-chosen-mark")) } else { String::new() };
        body = body.text("\n- ").bold(*name).text(format!("{state}: {label}"));
    }
    let rest: Vec<_> = models[shown.len()..].iter().map(|model| model.name).collect();
    if !rest.is_empty() {
        body = body.text("\n\n").text(text!("model-others", names = rest.join(", ")));
    }
    let buttons: Vec<Shown> = shown
        .iter()
        .filter(|model| !model.is_chosen)
        .map(|model| button(model.name, Button::Model { name: model.name }, ButtonStyle::Plain))
        .collect();
    let buttons = buttons.chunks(IN_A_ROW).map(<[_]>::to_vec).collect();
    Content { body: body.build(), buttons, ..Content::default() }
}

/// The answer to a choice of model by name; `None` is the default one.
pub fn chosen(name: Option<&str>, label: &str) -> String {
    match name {
        Some(name) => {
            text!("model-chosen", model = escaped(&named(name, label)), default = DEFAULT)
        }
        None => text!("model-chosen-usual", model = escaped(label)),
    }
}

/// The answer if the person may choose no model with this name.
pub fn unknown_model(name: &str) -> String {
    text!("model-unknown", name = escaped(name))
}

/// The notice to the owner that a provider refuses the key of a model. `section` is the model's section in the
/// settings; `helped`: other models answer instead.
pub fn key_refused(section: &str, label: &str, helped: bool) -> String {
    let instead = if helped { text!("model-key-helped") } else { text!("model-key-not-helped") };
    let refused = text!("model-key-refused", section = section, model = escaped(label));
    format!("⚠️ {refused} {instead}\n\n{}", text!("model-key-what-to-do"))
}

/// The notice that the key is accepted again, if the owner was told of the refusal.
pub fn key_accepted(section: &str, label: &str) -> String {
    format!("✅ {}", text!("model-key-accepted", section = section, model = escaped(label)))
}

/// A model with the name of its section.
pub fn named(name: &str, label: &str) -> String {
    format!("{name} ({label})")
}

pub fn model_failed(error: &ModelError) -> String {
    match error {
        ModelError::RateLimited { retry_after: Some(wait), .. } if *wait > LONGEST_WAIT => {
            return overloaded(*wait);
        }
        ModelError::RateLimited { .. } => text!("model-refused-often"),
        ModelError::Unavailable(_) => text!("model-unavailable"),
        ModelError::Cut => text!("model-cut"),
        ModelError::Blind(_) => text!("model-blind"),
        ModelError::TooDear => text!("model-too-dear"),
        ModelError::TooLong(_) => text!("model-too-long"),
        ModelError::WebPage => text!("model-web-page"),
        ModelError::NoTools(_) => text!("model-no-tools"),
        ModelError::Withheld(_) => text!("model-withheld"),
        ModelError::KeyRefused(_)
        | ModelError::AccountEmpty(_)
        | ModelError::NoModel(_)
        | ModelError::Refused(_) => text!("model-refused"),
    }
    .to_owned()
}

/// The text for a provider that asks to wait this long.
fn overloaded(wait: Duration) -> String {
    let time = match wait.as_secs().div_ceil(60) {
        count @ ..120 => minutes(count),
        count => hours(count.div_ceil(60)),
    };
    text!("model-overloaded", time = time)
}

/// Returns the text of [`overloaded`] in the language `to`, if `said` is such a text in the language `from`.
pub(super) fn overloaded_translated(said: &str, from: Language, to: Language) -> Option<String> {
    let wait = from.scope_sync(|| {
        let whole = text!("model-overloaded", time = PART);
        let (before, after) = whole.split_once(PART)?;
        let shown = said.strip_prefix(before)?.strip_suffix(after)?;
        let number: u64 = shown.chars().filter(char::is_ascii_digit).collect::<String>().parse().ok()?;
        let waits = [60, 60 * 60].map(|unit| Duration::from_secs(number.saturating_mul(unit)));
        waits.into_iter().find(|wait| overloaded(*wait) == said)
    })?;
    Some(to.scope_sync(|| overloaded(wait)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_without_a_long_wait_is_none_for_a_wait() {
        let said = |retry_after: Option<Duration>| {
            model_failed(&ModelError::RateLimited { message: "429".to_owned(), retry_after })
        };
        let refused =
            "The model is overloaded right now, and refused me several times. Please try again in a minute.";
        assert_eq!((said(None).as_str(), said(Some(LONGEST_WAIT)).as_str()), (refused, refused));
        assert!(said(Some(LONGEST_WAIT * 2)).contains("asked me to wait longer than I can"));
    }

    #[test]
    fn a_long_wait_is_named_and_rounded_up() {
        let said = |seconds| {
            let retry_after = Some(Duration::from_secs(seconds));
            let error = ModelError::RateLimited { message: "429".to_owned(), retry_after };
            Language::ALL.map(|language| language.scope_sync(|| model_failed(&error))).join("\n")
        };
        insta::assert_snapshot!(said(31), @"
        The model is overloaded right now and asked me to wait longer than I can. Please try again in about 1 minute.
        Das Modell ist gerade überlastet, und so lange, wie es will, kann ich nicht warten. Versuch es bitte in etwa 1 Minute noch einmal.
        El modelo está sobrecargado ahora mismo y me pide esperar más de lo que puedo. Inténtalo de nuevo dentro de 1 minuto, más o menos.
        Le modèle est surchargé en ce moment et me demande d’attendre plus que je ne peux. Veuillez réessayer dans 1 minute environ.
        ");
        insta::assert_snapshot!(said(121), @"
        The model is overloaded right now and asked me to wait longer than I can. Please try again in about 3 minutes.
        Das Modell ist gerade überlastet, und so lange, wie es will, kann ich nicht warten. Versuch es bitte in etwa 3 Minuten noch einmal.
        El modelo está sobrecargado ahora mismo y me pide esperar más de lo que puedo. Inténtalo de nuevo dentro de 3 minutos, más o menos.
        Le modèle est surchargé en ce moment et me demande d’attendre plus que je ne peux. Veuillez réessayer dans 3 minutes environ.
        ");
        insta::assert_snapshot!(said(36_000), @"
        The model is overloaded right now and asked me to wait longer than I can. Please try again in about 10 hours.
        Das Modell ist gerade überlastet, und so lange, wie es will, kann ich nicht warten. Versuch es bitte in etwa 10 Stunden noch einmal.
        El modelo está sobrecargado ahora mismo y me pide esperar más de lo que puedo. Inténtalo de nuevo dentro de 10 horas, más o menos.
        Le modèle est surchargé en ce moment et me demande d’attendre plus que je ne peux. Veuillez réessayer dans 10 heures environ.
        ");
    }
}
