//! Other spellings: if a search knows none of a query's words, or not all of a few, it takes the nearest words of the
//! person's own texts.

use adjutant_domain::words::{QueryTerms, Spellings};
use adjutant_store::{
    db::Tx,
    search::{Indexed, Rows, Searched},
};
use anyhow::Result;

use super::Query;

/// The most words of a query that may be known while others are looked for: in a longer one, the known words say
/// enough.
const FEW: usize = 4;
/// The newest texts of each kind whose words are compared. Reading one takes 4-7 µs.
const NEWEST: usize = 2_000;

/// Returns the query with other spellings of its unknown words; `None` if nothing is to be looked for, or is found.
/// `known` says for each word whether a text has it. Only rows that the search covers are read.
pub(crate) async fn of(
    tx: &Tx,
    query: &Query,
    wanted: &QueryTerms,
    known: &[bool],
    among: Option<&Rows>,
) -> Result<Option<QueryTerms>> {
    let known = &known[..wanted.terms.len().min(known.len())];
    if known.len() > FEW && known.contains(&true) {
        return Ok(None);
    }
    let unknown = known.iter().enumerate().filter(|(_, known)| !**known).map(|(index, _)| index);
    let mut spellings = Spellings::of(wanted, unknown);
    if spellings.is_empty() {
        return Ok(None);
    }
    for source in query.sources() {
        let searched = Searched::of(tx, &query.user, source, among).await?;
        let own = searched.own(tx).await?;
        let newest = &own[own.len().saturating_sub(NEWEST)..];
        let read = |text: Indexed| {
            spellings.read(&text.text);
            spellings.read(&text.tags);
        };
        searched.indexed(tx, newest, read).await?;
    }
    Ok(spellings.found())
}
