//! Collects the mistakes in a tool, so that all are reported together, each at its position.

use std::fmt::Display;

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::Error;

/// The mistakes found so far.
#[derive(Default)]
pub struct Errors {
    combined: Option<Error>,
}

impl Errors {
    /// Adds a mistake at `place`. The message says what to write instead.
    pub fn at(&mut self, place: impl ToTokens, message: impl Display) {
        self.add(Error::new_spanned(place, message));
    }

    pub fn add(&mut self, error: Error) {
        match &mut self.combined {
            Some(combined) => combined.combine(error),
            None => self.combined = Some(error),
        }
    }

    /// Returns the compile errors; empty if there are none.
    pub fn into_tokens(self) -> TokenStream {
        self.combined.map(Error::into_compile_error).unwrap_or_default()
    }
}
