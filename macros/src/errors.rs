//! All mistakes of a tool are reported together, each where it was made.

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
    /// Notes a mistake at `place`. The message says what to write instead.
    pub fn at(&mut self, place: impl ToTokens, message: impl Display) {
        self.add(Error::new_spanned(place, message));
    }

    pub fn add(&mut self, error: Error) {
        match &mut self.combined {
            Some(combined) => combined.combine(error),
            None => self.combined = Some(error),
        }
    }

    /// The compile errors, of which there may be none.
    pub fn into_tokens(self) -> TokenStream {
        self.combined.map(Error::into_compile_error).unwrap_or_default()
    }
}
