//! Reads answers of which a part violates the protocol or belongs to a later version: that part is skipped, and the
//! rest is used.

use rmcp::model::{CallToolResult, ContentBlock, CustomResult, ServerResult, Tool};
use serde::Deserialize as _;
use serde_json::Value;

use crate::toolset::label;

/// A page of a list of tools.
pub(crate) struct Page {
    pub tools: Vec<Tool>,
    /// The number of tools that cannot be parsed.
    pub unread: usize,
    pub next: Option<String>,
}

/// Returns the page in an answer, or `None` if the answer is no list. An empty cursor ends the list, as no cursor does.
pub(crate) fn page(answer: ServerResult) -> Option<Page> {
    let page = match answer {
        ServerResult::ListToolsResult(page) => Page { tools: page.tools, unread: 0, next: page.next_cursor },
        ServerResult::CustomResult(CustomResult(mut page)) => {
            let Value::Array(listed) = page["tools"].take() else { return None };
            let all = listed.len();
            let tools: Vec<_> = listed.into_iter().filter_map(|it| serde_json::from_value(it).ok()).collect();
            let next = page["nextCursor"].as_str().map(ToOwned::to_owned);
            Page { unread: all - tools.len(), tools, next }
        }
        _ => return None,
    };
    Some(Page { next: page.next.filter(|next| !next.is_empty()), ..page })
}

/// Returns the result of a call in an answer, or `None` if it is no result.
pub(crate) fn result(CustomResult(mut answer): CustomResult) -> Option<CallToolResult> {
    for part in answer.get_mut("content")?.as_array_mut()? {
        if ContentBlock::deserialize(&*part).is_err() {
            let kind = part["type"].as_str().map(|kind| format!(" of the kind {}", label(kind)));
            let told = format!("(something{} that the bot does not know)", kind.unwrap_or_default());
            *part = serde_json::json!({ "type": "text", "text": told });
        }
    }
    serde_json::from_value(answer).ok()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn an_empty_cursor_ends_the_list() {
        let odd = json!({ "tools": [7], "nextCursor": "" });
        let usual = json!({ "tools": [], "nextCursor": "" });
        let usual = ServerResult::ListToolsResult(serde_json::from_value(usual).unwrap());
        for answer in [ServerResult::CustomResult(CustomResult(odd)), usual] {
            assert_eq!(page(answer).unwrap().next, None);
        }
    }
}
