//! What the bot says of its models.

use adjutant_domain::text::escaped;
use adjutant_provider::ModelError;

/// Says which model wrote an answer, if not the one that was meant to.
pub fn answered_by(model: &str) -> String {
    format!("_Answered by {}, because the usual model does not answer._", escaped(model))
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
        ModelError::TooLong(_) => {
            "This conversation has become too long for the model. Please start a new one with /new. I keep what you \
             asked me to remember."
        }
        ModelError::Refused(_) => {
            "The model refused my request. The operator of this bot can find the reason in the log, and `adjutant \
             doctor` checks the model's settings."
        }
    }
    .to_owned()
}
