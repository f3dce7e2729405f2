//! The scratchpad.

use insta::assert_snapshot as expect;
use serde_json::json;

use super::Conversation;

#[test]
fn keeps_what_is_on_the_scratchpad() {
    let mut alice = Conversation::default();
    expect!(alice.says("jot milk\njot 2. eggs"), @"> scratchpad_read {}");
    let pad = json!({ "session_id": "s", "items": ["tea"], "updated_at": null, "item_count": 1 });
    expect!(alice.returned(&[pad]), @r#"> scratchpad_write {"items":["tea","milk","2. eggs"]}"#);
    expect!(alice.returned(&[json!({ "updated": true, "item_count": 3 })]), @"Jotted down. There are 3 things on the scratchpad now.");
    expect!(alice.says("jot a\nremember b\njot c"), @r#"
    > scratchpad_read {}
    > memory_save {"content":"b"}
    "#);
    let saved = json!({ "note_id": "note-1", "message": "saved" });
    expect!(alice.returned(&[json!({ "items": [] }), saved]), @r#"> scratchpad_write {"items":["a"]}"#);
    expect!(alice.returned(&[json!({ "updated": true })]), @"> scratchpad_read {}");
    expect!(alice.returned(&[json!({ "items": ["a"] })]), @r#"> scratchpad_write {"items":["a","c"]}"#);
    alice.returned(&[json!({ "updated": true })]);
    alice.says("show scratchpad");
    expect!(alice.returned(&[json!({ "items": ["tea", "2. eggs"] })]), @r"
    On the scratchpad:
    - tea
    - 2\. eggs
    ");
    alice.says("jot one more");
    let full = json!({ "items": vec!["x"; 32] });
    expect!(alice.returned(&[full]), @"That doesn't fit: the scratchpad holds 32 things. `clear scratchpad` makes room.");
}

#[test]
fn crosses_out_single_lines() {
    let mut alice = Conversation::default();
    let pad = json!({ "items": ["milk", "oat milk", "two eggs", "tea"] });
    expect!(alice.says("cross out milk from my list"), @"> scratchpad_read {}");
    expect!(alice.returned(std::slice::from_ref(&pad)), @r#"> scratchpad_write {"items":["oat milk","two eggs","tea"]}"#);
    expect!(alice.returned(&[json!({ "updated": true })]), @"Crossed out: milk. 3 things are left on the scratchpad.");
    alice.says("cross eggs and tea off my list");
    expect!(alice.returned(std::slice::from_ref(&pad)), @r#"> scratchpad_write {"items":["milk","oat milk"]}"#);
    expect!(alice.returned(&[json!({ "updated": true })]), @"Crossed out: two eggs, tea. 2 things are left on the scratchpad.");
    alice.says("remove bread from my list");
    expect!(alice.returned(&[json!({ "items": ["milk"] })]), @"
    “bread” is not on the scratchpad. There is:
    - milk
    ");
    alice.says("cross out the milk");
    expect!(alice.returned(&[json!({ "items": ["oat milk", "cow milk"] })]), @"
    Which one do you mean? Press it, or be more exact:
    - oat milk
    - cow milk
    ");
    expect!(alice.offered.join("\n"), @"
    [oat milk] cross out oat milk
    [cow milk] cross out cow milk
    ");
    alice.says("cross out tea");
    expect!(alice.returned(&[json!({ "items": ["tea"] })]), @"> scratchpad_clear {}");
    expect!(alice.returned(&[json!({ "cleared": true })]), @"Crossed out: tea. The scratchpad is empty now.");
    alice.says("cross out tea");
    expect!(alice.returned(&[json!({ "items": [] })]), @"There is nothing to cross out: the scratchpad is empty.");
}

#[test]
fn a_part_of_a_line_is_crossed_out_alone() {
    let mut alice = Conversation::default();
    alice.says("cross out honey");
    expect!(alice.returned(&[json!({ "items": ["milk and honey", "tea"] })]), @r#"> scratchpad_write {"items":["milk","tea"]}"#);
    expect!(alice.returned(&[json!({ "updated": true })]), @"Crossed out: honey. What stays of that line: milk. 2 things are left on the scratchpad.");
    alice.says("cross out eggs and tea");
    expect!(alice.returned(&[json!({ "items": ["milk, eggs and bread", "tea"] })]), @r#"> scratchpad_write {"items":["milk, bread"]}"#);
    alice.says("cross out eggs and bread");
    expect!(alice.returned(&[json!({ "items": ["milk, eggs and bread"] })]), @r#"> scratchpad_write {"items":["milk"]}"#);
    alice.says("cross out tea");
    expect!(alice.returned(&[json!({ "items": ["- tea\n- coffee"] })]), @r#"> scratchpad_write {"items":["coffee"]}"#);
    alice.says("cross out milk and honey");
    expect!(alice.returned(&[json!({ "items": ["milk and honey"] })]), @"> scratchpad_clear {}");
    expect!(alice.says("jot - tea\n- coffee"), @"> scratchpad_read {}");
    expect!(alice.returned(&[json!({ "items": [] })]), @r#"> scratchpad_write {"items":["tea","coffee"]}"#);
}
