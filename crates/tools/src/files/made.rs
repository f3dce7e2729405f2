//! The files that a turn has made. A specialist's result names them.

use adjutant_store::calls::{Call, State};
use adjutant_workspace::{self as workspace, is_below};
use serde_json::Value;

use super::{edit, history, manage, save, write};
use crate::chart;

/// The tools that make or change one file, whose `path` is in their result.
const MAKERS: [&str; 6] = [save::NAME, write::NAME, edit::NAME, manage::COPY, history::RESTORE, chart::NAME];

/// Returns the paths of the files that the calls of a turn, in order, have made or changed and that are still there.
pub fn made(calls: &[Call]) -> Vec<String> {
    let mut made: Vec<String> = Vec::new();
    for call in calls.iter().filter(|call| call.state == State::Done && call.error_code.is_none()) {
        match call.tool.as_str() {
            tool if MAKERS.contains(&tool) => {
                let path = text(&call.result, "path").filter(|path| !made.contains(path));
                made.extend(path);
            }
            manage::MOVE => {
                let (from, to) = (argument(call, "from"), text(&call.result, "path"));
                if let (Some(from), Some(to)) = (from, to) {
                    for path in made.iter_mut().filter(|path| is_at(path, &from)) {
                        path.replace_range(..from.len(), &to);
                    }
                }
            }
            manage::DELETE => {
                let gone = argument(call, "path");
                made.retain(|path| gone.as_ref().is_none_or(|gone| !is_at(path, gone)));
            }
            _ => {}
        }
    }
    made
}

/// Returns whether a file has this path, or is in the folder with this path.
fn is_at(file: &str, path: &str) -> bool {
    file == path || is_below(path, file)
}

/// Returns the path in an argument, in its normal form.
fn argument(call: &Call, name: &str) -> Option<String> {
    text(&call.arguments, name).map(|path| workspace::plain(&path))
}

/// Returns a text field of a JSON object.
fn text(json: &str, field: &str) -> Option<String> {
    let object: Value = serde_json::from_str(json).ok()?;
    object[field].as_str().map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn call(tool: &str, arguments: Value, result: Value) -> Call {
        let row = json!({
            "call_id": "call", "entry_id": 1, "ordinal": 0, "model_call_id": "1", "tool": tool,
            "arguments": arguments.to_string(), "state": "done", "result": result.to_string(), "error_code": null,
            "untrusted": null, "receipt": null,
        });
        serde_json::from_value(row).unwrap()
    }

    fn writes(path: &str) -> Call {
        call("file_write", json!({}), json!({"path": path}))
    }

    #[test]
    fn a_file_counts_once_by_the_path_that_it_has_in_the_end() {
        let calls = [
            writes("/shared/plan.md"),
            call("file_edit", json!({}), json!({"path": "/shared/plan.md", "replaced": 1})),
            call("file_copy", json!({}), json!({"path": "/shared/copy.md"})),
            writes("/shared/old/a.md"),
            call("file_read", json!({}), json!({"path": "/shared/read.md"})),
            call("file_move", json!({"from": "/shared//old/"}), json!({"path": "/shared/new"})),
            call("file_move", json!({"from": "/shared/found.md"}), json!({"path": "/shared/named.md"})),
        ];
        assert_eq!(made(&calls), ["/shared/plan.md", "/shared/copy.md", "/shared/new/a.md"]);
    }

    #[test]
    fn what_failed_or_went_again_does_not_count() {
        let mut failed = writes("/shared/failed.md");
        failed.error_code = Some("rejected".to_owned());
        let calls = [
            failed,
            writes("/shared/drafts/a.md"),
            writes("/shared/drafts-kept.md"),
            call("file_delete", json!({"path": "/shared/drafts"}), json!({"deleted": 1})),
        ];
        assert_eq!(made(&calls), ["/shared/drafts-kept.md"]);
    }
}
