//! Whether a model accepts pictures. Providers have no common way to ask, so unless the settings tell, the first
//! request with a picture decides.

use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

use adjutant_config::Vision;

use crate::ModelError;

const UNKNOWN: u8 = 0;
const SEES: u8 = 1;
const BLIND: u8 = 2;

/// The knowledge about a model's sight.
pub(super) struct Sight {
    known: AtomicU8,
    /// Whether the settings fix it.
    is_fixed: bool,
}

impl Sight {
    pub(super) fn configured(vision: Vision) -> Self {
        let (known, is_fixed) = match vision {
            Vision::Auto => (UNKNOWN, false),
            Vision::Yes => (SEES, true),
            Vision::No => (BLIND, true),
        };
        Self { known: AtomicU8::new(known), is_fixed }
    }

    pub(super) fn sees(&self) -> bool {
        self.known.load(Relaxed) != BLIND
    }

    /// Records that a request with pictures was answered.
    pub(super) fn taken(&self) {
        if !self.is_fixed {
            self.known.store(SEES, Relaxed);
        }
    }

    /// Returns the error of a request with pictures; as [`ModelError::Blind`] if the model seems not to accept any.
    pub(super) fn refused(&self, error: ModelError) -> ModelError {
        let why = match &error {
            // Some servers fail with such a text where others refuse the request.
            ModelError::Unavailable(why) if says_so(why) => why,
            ModelError::Refused(why) => why,
            _ => return error,
        };
        if self.is_fixed || (self.known.load(Relaxed) == SEES && !says_so(why)) {
            return error;
        }
        self.known.store(BLIND, Relaxed);
        ModelError::Blind(why.clone())
    }
}

/// Returns whether an explanation says that pictures are not supported.
fn says_so(why: &str) -> bool {
    let why = why.to_lowercase();
    ["image", "vision", "multimodal"].iter().any(|word| why.contains(word))
        && [
            "not support",
            "only supported",
            "not a multimodal",
            "not enabled",
            "no endpoints",
            "expected `text`",
        ]
        .iter()
        .any(|words| why.contains(words))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(why: &str) -> ModelError {
        ModelError::Refused(why.to_owned())
    }

    #[test]
    fn the_first_refusal_of_a_picture_tells_and_later_ones_must_say_so() {
        let sight = Sight::configured(Vision::Auto);
        assert!(sight.sees());
        let empty = ModelError::AccountEmpty("HTTP 429: insufficient_quota".to_owned());
        for error in [ModelError::KeyRefused("HTTP 401".to_owned()), empty] {
            assert_eq!(sight.refused(error.clone()), error);
        }
        let busy = ModelError::Unavailable("HTTP 503: overloaded".to_owned());
        assert_eq!(sight.refused(busy.clone()), busy);
        assert!(sight.sees());
        sight.taken();
        let damaged = refused("HTTP 400: Could not process image");
        assert_eq!(sight.refused(damaged.clone()), damaged);
        assert!(sight.sees());
        assert!(matches!(
            sight.refused(refused("HTTP 400: image_url is only supported by certain models.")),
            ModelError::Blind(_)
        ));
        assert!(!sight.sees());
        let fresh = Sight::configured(Vision::Auto);
        assert!(matches!(fresh.refused(refused("HTTP 400: content must be a string")), ModelError::Blind(_)));
        let fresh = Sight::configured(Vision::Auto);
        let local = ModelError::Unavailable("HTTP 500: image input is not supported".to_owned());
        assert!(matches!(fresh.refused(local), ModelError::Blind(_)));
    }

    #[test]
    fn what_the_settings_say_holds() {
        let (sees, blind) = (Sight::configured(Vision::Yes), Sight::configured(Vision::No));
        let error = refused("HTTP 400: image input is not supported");
        assert_eq!(sees.refused(error.clone()), error);
        blind.taken();
        assert_eq!((sees.sees(), blind.sees()), (true, false));
    }
}
