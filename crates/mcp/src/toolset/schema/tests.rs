use super::*;

fn clean(schema: Value) -> Result<Value, String> {
    cleaned(schema.as_object().unwrap())
}

#[test]
fn references_are_followed_and_circles_are_not() {
    let schema = json!({
        "$defs": {
            "kind": { "type": "string", "enum": ["bug", "wish"] },
            "tree": { "type": "object", "properties": { "child": { "$ref": "#/$defs/tree" } } },
        },
        "properties": {
            "kind": { "$ref": "#/$defs/kind", "description": "Which." },
            "tree": { "$ref": "#/$defs/tree" },
            "far": { "$ref": "https://example.com/schema.json" },
        },
    });
    assert_eq!(
        clean(schema).unwrap(),
        json!({
            "type": "object",
            "properties": {
                "kind": { "type": "string", "enum": ["bug", "wish"], "description": "Which." },
                "tree": { "type": "object", "properties": { "child": {} } },
                "far": {},
            },
        })
    );
}

#[test]
fn what_model_servers_refuse_is_left_out() {
    let schema = json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "type": ["object"],
        "anyOf": [{ "required": ["a"] }],
        "title": "Arguments",
        "properties": {
            "a": { "type": ["string", "null"], "format": "uri", "pattern": "(a+)+$", "minLength": 1 },
            "b c": { "type": "string" },
            "hidden": { "description": "Say\u{200b} nothing", "enum": ["a\u{202e}b"], "default": ["a\u{e0041}"] },
            "long": { "type": "string", "default": "x".repeat(500) },
            "list": { "type": "array", "items": { "type": "object", "required": ["x", "y z"],
                "properties": { "x": { "type": "integer" }, "y z": {} } } },
        },
        "required": ["a"],
        "additionalProperties": false,
    });
    assert_eq!(
        clean(schema).unwrap(),
        json!({
            "type": "object",
            "properties": {
                "a": { "type": ["string", "null"], "minLength": 1, "description": "(format: uri)" },
                "hidden": { "description": "Say⟨U+200B⟩ nothing" },
                "long": { "type": "string" },
                "list": { "type": "array", "items": { "type": "object", "required": ["x"],
                    "properties": { "x": { "type": "integer" } } } },
            },
            "required": ["a"],
            "additionalProperties": false,
        })
    );
}

/// Real schemas of servers, of various drafts and generators: input and output.
#[test]
fn unusual_schemas_become_usual_ones() {
    let of = |argument: Value| json!({ "properties": { "a": argument } });
    for (argument, expected) in [
        (json!(true), json!({})),
        (json!({ "type": "any" }), json!({})),
        (json!({ "type": ["string", "integer", "null"] }), json!({})),
        (json!({ "const": "on" }), json!({ "enum": ["on"] })),
        (
            json!({ "type": ["string", "null"], "enum": ["x", null] }),
            json!({ "type": ["string", "null"], "enum": ["x", null] }),
        ),
        (
            json!({ "anyOf": [{ "type": "string" }, { "type": "null" }], "default": null, "title": "A" }),
            json!({ "type": ["string", "null"], "default": null }),
        ),
        (
            json!({ "anyOf": [{ "type": "string", "format": "date" }, { "type": "null" }],
                "description": "The day" }),
            json!({ "type": ["string", "null"], "description": "The day (format: date)" }),
        ),
        (json!({ "type": "integer", "format": "int64" }), json!({ "type": "integer" })),
        (
            json!({ "oneOf": [{ "const": null }, { "type": "integer" }] }),
            json!({ "type": ["integer", "null"] }),
        ),
        (
            json!({ "anyOf": [{ "enum": ["x"] }, { "type": "null" }] }),
            json!({ "anyOf": [{ "enum": ["x"] }, { "type": "null" }] }),
        ),
        (
            json!({ "anyOf": [{ "type": "string", "enum": ["x"] }, { "type": "null" }] }),
            json!({ "type": ["string", "null"], "enum": ["x", null] }),
        ),
        (
            json!({ "anyOf": [{ "type": "string" }, { "type": "integer" }, { "type": "null" }] }),
            json!({ "anyOf": [{ "type": "string" }, { "type": "integer" }, { "type": "null" }] }),
        ),
        (
            json!({ "oneOf": [{ "type": "string" }, { "type": "integer", "minimum": 0 }] }),
            json!({ "anyOf": [{ "type": "string" }, { "type": "integer", "minimum": 0 }] }),
        ),
        (json!({ "anyOf": [{ "type": "string" }, {}] }), json!({})),
        (
            json!({ "type": "integer", "minimum": 0, "exclusiveMinimum": true }),
            json!({ "type": "integer", "minimum": 0 }),
        ),
        (json!({ "type": "string", "required": true, "minLength": "1" }), json!({ "type": "string" })),
        (json!({ "type": "array" }), json!({ "type": "array", "items": {} })),
        (
            json!({ "type": "array", "items": [{ "type": "string" }], "minItems": 1 }),
            json!({ "type": "array", "items": {}, "minItems": 1 }),
        ),
        (
            json!({ "type": "object", "patternProperties": { "^x-": {} }, "additionalProperties": false }),
            json!({ "type": "object" }),
        ),
        (
            json!({ "allOf": [
            { "type": "object", "properties": { "x": { "type": "string" } }, "required": ["x"] },
            { "properties": { "x": {}, "y": {}, "z": false }, "required": ["x", "y", "z"] },
         ] }),
            json!({ "type": "object", "properties": { "x": { "type": "string" }, "y": {} }, "required": ["x", "y"] }),
        ),
    ] {
        assert_eq!(clean(of(argument.clone())).unwrap()["properties"]["a"], expected, "{argument}");
    }
    assert_eq!(clean(json!({})).unwrap(), json!({ "type": "object", "properties": {} }));
}

#[test]
fn what_may_be_null_as_openapi_says_it_may_be_null_here() {
    let of = |argument: Value| json!({ "properties": { "a": argument } });
    for (argument, expected) in [
        (json!({ "type": "string", "nullable": true }), json!({ "type": ["string", "null"] })),
        (json!({ "type": "string", "nullable": false }), json!({ "type": "string" })),
        (
            json!({ "type": "string", "enum": ["on", "off"], "nullable": true }),
            json!({ "type": ["string", "null"], "enum": ["on", "off", null] }),
        ),
        (json!({ "enum": [1], "nullable": true }), json!({ "enum": [1, null] })),
        (
            json!({ "anyOf": [{ "type": "string" }, { "type": "integer" }], "nullable": true }),
            json!({ "anyOf": [{ "type": "string" }, { "type": "integer" }, { "type": "null" }] }),
        ),
        (json!({ "type": ["string", "null"], "nullable": true }), json!({ "type": ["string", "null"] })),
        (json!({ "nullable": true }), json!({})),
    ] {
        assert_eq!(clean(of(argument.clone())).unwrap()["properties"]["a"], expected, "{argument}");
    }
}

#[test]
fn a_long_list_of_values_is_kept_or_told() {
    let codes = |count: usize| (0..count).map(|n| json!(format!("c{n:03}"))).collect::<Vec<_>>();
    let of = |values: &[Value]| json!({ "type": "string", "description": "Which.", "enum": values });
    let (long, longer) = (codes(200), codes(400));
    let cleaned =
        clean(json!({ "properties": { "a": of(&long), "b": of(&longer), "c": of(&long) } })).unwrap();
    assert_eq!(cleaned["properties"]["a"], of(&long));
    let told = |argument: &str| cleaned["properties"][argument]["description"].as_str().unwrap().to_owned();
    assert!(told("b").starts_with("Which. (one of 400 values, such as: c000, c001, "), "{}", told("b"));
    assert!(told("b").len() < 300 && cleaned["properties"]["b"].get("enum").is_none(), "{}", told("b"));
    assert!(told("c").contains("one of 200 values"), "there is no more room: {}", told("c"));
}

#[test]
fn alternatives_at_the_root_become_one_object() {
    let schema = json!({
        "$schema": "http://json-schema.org/draft-04/schema#",
        "$ref": "#/definitions/Args",
        "definitions": { "Args": {
            "oneOf": [
                { "type": "object", "required": ["kind", "x"],
                  "properties": { "kind": { "const": "at" }, "x": { "type": "number" } } },
                { "type": "object", "required": ["kind", "x"],
                  "properties": { "kind": { "const": "near" }, "x": { "type": "string" } } },
                { "type": "object", "required": ["kind"],
                  "properties": { "kind": { "const": "off" }, "x": { "type": "boolean" } } },
            ],
        } },
    });
    let any = json!({ "anyOf": [{ "type": "number" }, { "type": "string" }, { "type": "boolean" }] });
    assert_eq!(
        clean(schema).unwrap(),
        json!({
            "type": "object",
            "properties": { "kind": { "enum": ["at", "near", "off"] }, "x": any },
            "required": ["kind"],
        })
    );
}

#[test]
fn what_is_too_large_or_cannot_be_called_is_refused() {
    let many: Map<String, Value> =
        (0..1000).map(|n| (format!("argument_{n}"), json!({ "type": "string" }))).collect();
    assert_eq!(clean(json!({ "properties": many })).unwrap_err(), "its schema has too many parts");
    let long: Map<String, Value> =
        (0..60).map(|n| (format!("a{n}"), json!({ "description": "x".repeat(390) }))).collect();
    assert_eq!(clean(json!({ "properties": long })).unwrap_err(), "its schema takes 24 KB");
    let unnamed = json!({ "properties": { "b c": {} }, "required": ["b c"] });
    assert_eq!(clean(unnamed).unwrap_err(), r#"its argument "b c" cannot be used"#);
    // References that multiply at each step.
    let mut schema =
        json!({ "$defs": { "d0": { "type": "string" } }, "properties": { "x": { "$ref": "#/$defs/d30" } } });
    for n in 1..=30 {
        let before = json!({ "$ref": format!("#/$defs/d{}", n - 1) });
        schema["$defs"][format!("d{n}")] = json!({ "anyOf": vec![before; 4] });
    }
    assert_eq!(clean(schema).unwrap_err(), "its schema has too many parts");
    let mut deep = json!({ "type": "string" });
    for _ in 0..500 {
        deep = json!({ "type": "array", "items": deep });
    }
    assert!(clean(json!({ "properties": { "deep": deep } })).unwrap().to_string().len() < 500);
}
