//! The prepared statements of a connection.

use std::collections::HashMap;

/// How many statements a connection keeps. The code has several times as many, most of them rare.
const KEPT: usize = 256;

/// Prepared statements, each with the number of its last use. The least recently used is evicted.
pub(super) struct Statements<S> {
    kept: HashMap<Place, (u64, S)>,
    uses: u64,
}

/// The address and the length of a statement's text in the program. Hashing the text itself would take longer than many
/// a statement. A text that the program holds twice is kept twice.
type Place = (usize, usize);

fn place(sql: &'static str) -> Place {
    (sql.as_ptr().addr(), sql.len())
}

impl<S> Default for Statements<S> {
    fn default() -> Self {
        Self { kept: HashMap::new(), uses: 0 }
    }
}

impl<S> Statements<S> {
    /// Takes a statement out of the cache for the time it runs.
    pub fn take(&mut self, sql: &'static str) -> Option<S> {
        self.kept.remove(&place(sql)).map(|(_, statement)| statement)
    }

    /// Keeps a statement for the next time.
    pub fn give_back(&mut self, sql: &'static str, statement: S) {
        if self.kept.len() == KEPT {
            let last_uses = self.kept.iter().map(|(place, (last, _))| (*last, *place));
            if let Some((_, oldest)) = last_uses.min() {
                self.kept.remove(&oldest);
            }
        }
        self.uses += 1;
        self.kept.insert(place(sql), (self.uses, statement));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_recently_used_makes_room() {
        let texts: Vec<&'static str> = (0..=KEPT).map(|i| &*format!("SELECT {i}").leak()).collect();
        let mut statements = Statements::default();
        for sql in &texts[..KEPT] {
            statements.give_back(sql, ());
        }
        assert_eq!(statements.take(texts[0]), Some(()));
        statements.give_back(texts[0], ());
        statements.give_back(texts[KEPT], ());
        assert_eq!(statements.take(texts[1]), None, "it was used before all others");
        assert_eq!((statements.take(texts[0]), statements.take(texts[KEPT])), (Some(()), Some(())));
    }
}
