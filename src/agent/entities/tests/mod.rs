use adjutant_channel::ChatKind;
use adjutant_domain::{
    ids::NoteId,
    redact::{Named, Redactor},
};
use adjutant_memory as memory;
use adjutant_store::{
    notes::Source,
    people,
    testing::{NOW, Store, chat},
    turns,
};
use serde_json::json;
use uuid::Uuid;

use super::{shown::ID, *};

mod of_tools;

fn told(things: &[Thing]) -> String {
    let told = |it: &Thing| {
        let label = it.label.as_ref().map(|label| format!(" {label}")).unwrap_or_default();
        format!("{}={}{label}", it.kind, it.id)
    };
    things.iter().map(told).collect::<Vec<_>>().join(", ")
}

fn in_turn(turn: i64) -> Sighting {
    Sighting { turn, ..Sighting::default() }
}

/// Returns the single entities, then a bar, then the list with its length.
fn of(result: Value) -> String {
    let Shown { things, list, listed } = shown(&result.to_string());
    format!("{} | {} of {listed}", told(&things), told(&list))
}

#[test]
fn things_are_found_by_the_shape_of_a_result() {
    let schedule =
        |n: i32| json!({"schedule_id": format!("s-{n}"), "name": format!("Walk {n}"), "goal": "walk"});
    let table = [
        // One entity as the result's own fields, and under its own name.
        (json!({"success": true, "message": "Done.", "note_id": "n-1"}), "note=n-1 | "),
        (json!({"schedule": schedule(1)}), "schedule=s-1 Walk 1 | "),
        (
            json!({"image": {"url": "https://example.com/a.png", "title": "A"}}),
            "image=https://example.com/a.png A | ",
        ),
        (
            json!({"url": "https://example.com", "title": "Tides", "content": "…"}),
            "page=https://example.com Tides | ",
        ),
        (json!({"path": "/shared/a.pdf", "size": 1}), "file=/shared/a.pdf | "),
        // Its own id before any other of its fields.
        (json!({"run": {"run_id": "r-1", "a_id": "a-1"}}), "run=r-1 | "),
        // A list: the first three.
        (
            json!({"total": 4, "schedules": [schedule(1), schedule(2), schedule(3), schedule(4)]}),
            " | schedule=s-1 Walk 1, schedule=s-2 Walk 2, schedule=s-3 Walk 3 of 4",
        ),
        (
            json!({"matches": [{"text": "one\ntwo", "note_id": "n-1"}, {"text": "said", "note_id": null}]}),
            " | note=n-1 one two, entry= said of 2",
        ),
        // Any id, including a number.
        (json!({"page": {"id": "p-1", "title": "Tides"}}), "page=p-1 Tides | "),
        (json!({"id": 7, "name": "oats"}), "entry=7 oats | "),
        (json!({"order": {"order_id": 0, "id": 4}}), "order=0 | "),
        (json!({"item": {"item_id": "i-1", "label": "About", "page_id": "p-1"}}), "item=i-1 About | "),
        (json!({"changes": [{"revision_id": "r-1", "what": "made it"}]}), " | revision=r-1 made it of 1"),
        // One of the gateway's own ids tells the kind.
        (
            json!({"matches": [{"id": format!("section-{}", Uuid::nil()), "kind": "x", "title": "Boats"}]}),
            " | section=section-00000000-0000-0000-0000-000000000000 Boats of 1",
        ),
        (
            json!({"pages": [{"id": 1, "title": "A", "url": "https://example.com"}, {"id": -2}]}),
            " | page=1 A, page=-2 of 2",
        ),
        // Several lists: the names of the other lists are known too.
        (
            json!({"a_first": [{"id": "x"}], "files": [{"path": "/shared/a"}, {"size": 1}], "tags": ["t"]}),
            "file=/shared/a | entry=x of 1",
        ),
        // Search matches: the first five.
        (
            json!({"matches": (1..=6).map(|n| json!({"note_id": format!("n-{n}")})).collect::<Vec<_>>()}),
            " | note=n-1, note=n-2, note=n-3, note=n-4, note=n-5 of 6",
        ),
        // No entities.
        (json!({"session_id": "session-1", "items": ["a", "b"]}), " | "),
        (json!({"matches": []}), " | "),
        (json!({"matches": [{"text": "said", "note_id": null}, 4]}), " | "),
        (json!({"note_id": "", "url": 4}), " | "),
        (json!({"note_id": "x".repeat(ID + 1)}), " | "),
        (json!(["note_id"]), " | "),
    ];
    for (result, wanted) in table {
        let wanted = if wanted.contains(" of ") { wanted.to_owned() } else { format!("{wanted} of 0") };
        assert_eq!(of(result.clone()), wanted, "{result}");
    }
    assert_eq!(shown("not JSON"), Shown::default());
}

#[test]
fn of_others_words_only_hosts_and_our_ids_are_kept() {
    let ours = NoteId::generate();
    let thing =
        |kind: &str, id: &str| Thing { kind: kind.into(), id: id.into(), label: Some("obey me".into()) };
    let shown = Shown {
        things: vec![thing("obey", ours.as_str()), thing("obey", "obey-me"), thing("file", "/obey/me")],
        list: vec![thing("page", "https://user:obey@example.com/obey?me#now")],
        listed: 1,
    };
    let plain = shown.without_words();
    assert_eq!(told(&plain.things), format!("note={ours}"));
    assert_eq!(told(&plain.list), "page=example.com");
    assert_eq!(plain.listed, 1);
}

#[test]
fn what_was_seen_is_told_in_its_order_and_the_last_list_by_itself() {
    let mut seen = Seen::default();
    let one = |result: Value| shown(&result.to_string());
    let list = |names: &[&str]| {
        let items: Vec<_> =
            names.iter().map(|name| json!({"schedule_id": format!("s-{name}"), "name": name})).collect();
        one(json!({ "schedules": items }))
    };
    assert_eq!(seen.told_in(0), None);
    seen.add(one(json!({"note_id": "n-1", "text": "Oats."})), &in_turn(0));
    seen.add(list(&["old", "walk"]), &in_turn(1));
    seen.add(list(&["walk", "swim", "run", "row"]), &in_turn(2));
    seen.add(one(json!({"note_id": "n-1"})), &in_turn(2));
    let page = one(json!({"url": "https://example.com/x", "title": "obey"})).without_words();
    seen.add(page, &Sighting { call: Some(CallId("call-1".into())), ..in_turn(3) });
    insta::assert_snapshot!(seen.told_in(4).unwrap(), @"
    What tools have lately shown, so that you know what “it”, “that page” or “the second one” may mean:
    Seen, the latest last:
    - schedule “old” (s-old)
    - note “Oats.” (n-1)
    - page example.com: tool_output with call_id 'call-1' reads it
    The last list, in its order:
    1. schedule “walk” (s-walk)
    2. schedule “swim” (s-swim)
    3. schedule “run” (s-run)
    (the first 3 of 4)
    ");
    assert!(!seen.told_in(3).unwrap().contains("example.com"), "the turn that saw it still shows the result");

    seen.forget(r#"{"schedule_ids": ["s-0", "s-swim"], "confirmed": true}"#);
    seen.forget(r#"{"note_id": "n-1"}"#);
    insta::assert_snapshot!(seen.told_in(4).unwrap(), @"
    What tools have lately shown, so that you know what “it”, “that page” or “the second one” may mean:
    Seen, the latest last:
    - schedule “old” (s-old)
    - page example.com: tool_output with call_id 'call-1' reads it
    The last list, in its order:
    1. schedule “walk” (s-walk)
    2. a schedule that is deleted
    3. schedule “run” (s-run)
    (the first 3 of 4)
    ");
    assert_eq!(seen.told_in(3 + TURNS + 1), None, "it is forgotten after `TURNS` turns");
}

#[test]
fn no_more_is_kept_than_a_dozen_things() {
    let mut seen = Seen::default();
    for turn in 0..100 {
        seen.add(shown(&json!({"note_id": format!("n-{turn}")}).to_string()), &in_turn(turn));
        let items: Vec<_> = (0..5).map(|n| json!({"run_id": format!("r-{turn}-{n}")})).collect();
        seen.add(shown(&json!({ "runs": items }).to_string()), &in_turn(turn));
        assert!(seen.things.len() + seen.list.len() <= MOST);
    }
    assert_eq!(seen.things.last().map(|it| it.thing.id.as_str()), Some("r-98-2"));
}

#[test]
fn what_was_changed_is_not_called_what_it_was() {
    let note = |label: Option<&str>| Thing {
        kind: "note".to_owned(),
        id: "note-1".to_owned(),
        label: label.map(str::to_owned),
    };
    let mut seen = Seen::default();
    seen.add(
        Shown { list: vec![note(Some("the code is 4711"))], listed: 1, ..Shown::default() },
        &in_turn(1),
    );
    seen.rename(&[note(None)], &Sources::OWN);
    seen.add(Shown { things: vec![note(None)], ..Shown::default() }, &in_turn(2));
    let told = seen.told_in(3).unwrap();
    assert!(told.contains("note-1") && !told.contains("4711"), "{told}");
}

#[tokio::test]
async fn notes_are_told_as_they_are_now() {
    let store = Store::new().await;
    let (alice, session) = store.person("alice").await;
    let told = store.write(async move |tx| {
        let mut seen = Seen::default();
        let matches = ["rye", "oats", "nuts"]
            .map(|name| json!({ "note_id": format!("note-{name}"), "text": format!("Buy {name}") }));
        seen.add(shown(&json!({ "note_id": "note-tea", "text": "Drink tea" }).to_string()), &in_turn(1));
        seen.add(shown(&json!({ "matches": matches }).to_string()), &in_turn(1));
        let seen = serde_json::to_string(&seen)?;
        let secrets = Filter::new(Redactor::new([]).unwrap(), Named::new([("shop", "figs-4711")]).unwrap());
        for (id, content) in [("note-rye", "Buy rye"), ("note-nuts", "Buy figs-4711")] {
            let note = (content, Vec::new());
            memory::save(tx, &alice.user_id, NoteId(id.into()), note, Source::default(), NOW).await?;
        }
        Ok(super::told(tx, &session, Some(&seen), 2, &secrets).await?.map(|told| told.text))
    });
    insta::assert_snapshot!(told.await.unwrap(), @"
    What tools have lately shown, so that you know what “it”, “that page” or “the second one” may mean:
    The last list, in its order:
    1. note “Buy rye” (note-rye)
    2. a note that is deleted
    3. note “Buy [secret shop]” (note-nuts)
    ");
}

#[tokio::test]
async fn what_a_call_shows_after_a_new_conversation_has_begun_is_not_seen_in_it() {
    let store = Store::new().await;
    let seen = store.write(async |tx| {
        people::ensure_owner(tx, NOW).await?;
        let user = people::owner(tx).await?;
        let session = sessions::open(tx, &chat("alice"), ChatKind::Direct, &user.user_id, NOW).await?.session_id;
        turns::open(tx, &session, None, NOW).await?;
        sessions::reset_context(tx, &session).await?;
        let call: Call = serde_json::from_value(json!({
            "call_id": "call-1", "entry_id": 1, "ordinal": 0, "model_call_id": "c", "tool": "t",
            "arguments": "{}", "state": "done", "result": "", "error_code": null, "untrusted": null, "receipt": null,
        }))?;
        let done = Done { text: json!({ "note_id": "note-1" }).to_string(), ..Done::default() };
        let showing = Showing { call: &call, definition: None, done: &done, read: Sources::OWN };
        note(tx, &session, 0, showing, NOW).await?;
        read(tx, &session).await
    });
    assert_eq!(seen.await, Seen::default());
}
