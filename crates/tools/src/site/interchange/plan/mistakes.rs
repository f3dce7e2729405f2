//! The mistakes in the files.

use std::collections::BTreeSet;

use adjutant_texts::in_a_line;

use super::{
    super::{
        mistake::{Fault, Mistake},
        paths,
    },
    TextFile,
};

/// The mistakes that were found so far.
pub(super) struct Mistakes<'a> {
    files: &'a [TextFile],
    found: Vec<Mistake>,
}

impl<'a> Mistakes<'a> {
    pub(super) fn in_these(files: &'a [TextFile]) -> Self {
        Self { files, found: Vec::new() }
    }

    pub(super) fn found(self) -> Vec<Mistake> {
        self.found
    }

    /// Adds a fault of the file with this number.
    pub(super) fn add(&mut self, number: usize, fault: Fault) {
        let TextFile { path, untrusted, .. } = &self.files[number];
        let (file, is_own) = (path.clone(), untrusted.is_empty());
        self.found.push(Mistake { file, number: number + 1, is_own, fault });
    }

    pub(super) fn of(&mut self, file: &str, fault: Fault) {
        if let Some(number) = self.files.iter().position(|known| known.path == file) {
            self.add(number, fault);
        }
    }

    /// Returns the path of the picture that a file shows; adds a mistake if there is none.
    pub(super) fn picture(
        &mut self,
        file: &str,
        field: &str,
        shown: &str,
        files: &BTreeSet<String>,
    ) -> Option<String> {
        let found = paths::candidates(file, shown).into_iter().find(|path| files.contains(path));
        if found.is_none() {
            let given = format!("the picture {:?}, which is not among the files", in_a_line(shown, 80));
            let fits = "the path of a picture's file beside it, and no address of the web,";
            self.of(file, Fault::of(field, given, fits));
        }
        found
    }
}
