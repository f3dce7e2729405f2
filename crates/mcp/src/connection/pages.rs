//! Lists that a server gives page by page.

use std::collections::HashSet;

use rmcp::model::PaginatedRequestParams;

/// The most pages of a list that are read.
const MAX_PAGES: usize = 50;
/// The most entries of a list that are read.
const MAX_LISTED: usize = 2_000;

/// Returns the entries of a list, up to a limit. `read` returns a page and the cursor of the next one. An empty cursor,
/// or one that was there before, ends the list.
///
/// # Errors
/// Returns the error of the first page that cannot be read.
pub(super) async fn all<T, E, F>(read: impl Fn(PaginatedRequestParams) -> F) -> Result<Vec<T>, E>
where
    F: Future<Output = Result<(Vec<T>, Option<String>), E>>,
{
    let (mut listed, mut cursor, mut seen) = (Vec::new(), None, HashSet::new());
    for _ in 0..MAX_PAGES {
        let (page, next) = read(PaginatedRequestParams::default().with_cursor(cursor.take())).await?;
        listed.extend(page);
        match next.filter(|next| !next.is_empty() && seen.insert(next.clone())) {
            Some(next) if listed.len() < MAX_LISTED => cursor = Some(next),
            _ => break,
        }
    }
    listed.truncate(MAX_LISTED);
    Ok(listed)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads a list whose pages have this many entries, and whose last page has this cursor.
    async fn count(pages: usize, entries: usize, last: Option<&str>) -> usize {
        let read = |params: PaginatedRequestParams| {
            let page = params.cursor.map_or(0, |cursor| cursor.parse().unwrap());
            let next = if page + 1 < pages { Some((page + 1).to_string()) } else { last.map(str::to_owned) };
            async move { Ok::<_, ()>((vec![page; entries], next)) }
        };
        all(read).await.unwrap().len()
    }

    #[tokio::test]
    async fn all_pages_are_read_up_to_a_limit() {
        assert_eq!(count(1, 3, None).await, 3);
        assert_eq!(count(4, 3, None).await, 12);
        assert_eq!(count(4, 3, Some("")).await, 12);
        assert_eq!(count(4, 3, Some("2")).await, 12, "a circle ends");
        assert_eq!(count(1_000, 1, None).await, MAX_PAGES);
        assert_eq!(count(40, 100, None).await, MAX_LISTED);
    }
}
