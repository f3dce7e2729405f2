//! Tests of the texts for operators: the example file, the snippets, the reference, the schema.

use std::{collections::BTreeSet, fs, path::PathBuf};

use jsonschema::Validator;
use serde_json::{Value, json};
use toml::Table;

use super::*;

const EXAMPLE: &str = include_str!("../../../../config.toml");
/// The configuration file of earlier checkouts, when one file held both the defaults and the example.
const EXAMPLE_BEFORE: &str = include_str!("../../../../tests/data/config/defaults-before.toml");
/// The prefix of a setting that is ready to use.
const READY: &str = "# ";

fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(name)
}

/// Returns the variables that the text's secrets name, with values.
fn variables(text: &str) -> Vec<(&str, &str)> {
    text.split("env = \"").skip(1).filter_map(|rest| Some((rest.split_once('"')?.0, "set"))).collect()
}

/// Returns the TOML snippets of a Markdown file, each with a name for messages.
fn snippets(file: &str) -> Vec<(String, String)> {
    let text = fs::read_to_string(path(file)).expect(file);
    let blocks = text.split("\n```toml\n").skip(1).zip(1..);
    blocks
        .map(|(rest, number)| {
            let snippet = rest.split_once("\n```\n").expect("a block has an end").0;
            (format!("snippet {number} of {file}"), snippet.to_owned() + "\n")
        })
        .collect()
}

fn all_snippets() -> Vec<(String, String)> {
    let mut files = vec!["README.md".to_owned()];
    for folder in ["docs", "deploy"] {
        for entry in fs::read_dir(path(folder)).unwrap() {
            let name = entry.unwrap().file_name().into_string().unwrap();
            if name.ends_with(".md") {
                files.push(format!("{folder}/{name}"));
            }
        }
    }
    files.iter().flat_map(|file| snippets(file)).collect()
}

fn sections(text: &str) -> BTreeSet<&str> {
    text.lines().filter(|line| line.starts_with('[')).filter_map(|line| line.split(']').next()).collect()
}

/// Returns the lines of the example that are ready to use.
fn ready() -> Vec<&'static str> {
    let bare = EXAMPLE.lines().filter_map(|line| line.strip_prefix(READY));
    let is_setting = |line: &&str| {
        line.split_once(" = ").is_some_and(|(key, value)| !key.contains([' ', '`']) && value != "...")
    };
    bare.filter(is_setting).collect()
}

#[test]
fn the_example_is_short_and_changes_nothing() {
    assert!(EXAMPLE.lines().count() <= 40);
    assert_eq!(load(EXAMPLE, &[]).unwrap(), Config::default());
}

#[test]
fn the_five_settings_of_the_example_are_ready_to_use() {
    let lines = ready();
    let topics: BTreeSet<_> = lines
        .iter()
        .map(|line| line.split('=').next().unwrap().trim().trim_start_matches("channels."))
        .collect();
    assert_eq!(
        topics.into_iter().collect::<Vec<_>>(),
        [
            "access.allow",
            "discord.token",
            "model.api_key",
            "model.name",
            "model.provider",
            "scheduler.timezone",
            "telegram.token"
        ]
    );
    // Tries each line alone, except that the three lines of the model belong together; then all lines.
    let (model, others): (Vec<_>, Vec<_>) = lines.iter().partition(|line| line.starts_with("model."));
    for used in others.iter().map(|line| vec![*line]).chain([model, lines.iter().collect()]) {
        let mut text = EXAMPLE.to_owned();
        for line in used {
            text = text.replace(&format!("{READY}{line}"), line);
        }
        load(&text, &variables(&text)).expect(&text);
    }
}

#[test]
fn every_snippet_can_be_appended_to_the_example() {
    let snippets = all_snippets();
    assert!(snippets.len() > 10, "{}", snippets.len());
    for (name, snippet) in &snippets {
        let text = format!("{EXAMPLE}\n{snippet}");
        load(&text, &variables(&text)).unwrap_or_else(|error| panic!("{name}: {error}"));
    }
}

#[test]
fn snippets_on_different_sections_can_be_appended_together() {
    let snippets = all_snippets();
    for (first_name, first) in &snippets {
        for (second_name, second) in &snippets {
            if sections(first).is_disjoint(&sections(second)) {
                let text = format!("{EXAMPLE}\n{first}\n{second}");
                load(&text, &variables(&text))
                    .unwrap_or_else(|error| panic!("{first_name}, then {second_name}: {error}"));
            }
        }
    }
}

#[test]
fn snippets_can_be_appended_where_other_settings_of_the_example_are_used() {
    let lines = ready();
    for (name, snippet) in all_snippets() {
        let mut text = EXAMPLE.to_owned();
        for line in &lines {
            let section = line.split_once('=').unwrap().0.trim().rsplit_once('.').unwrap().0;
            if !sections(&snippet).contains(&format!("[{section}")[..]) {
                text = text.replace(&format!("{READY}{line}"), line);
            }
        }
        let text = format!("{text}\n{snippet}");
        load(&text, &variables(&text)).unwrap_or_else(|error| panic!("{name}: {error}"));
    }
}

#[test]
fn the_file_that_held_all_defaults_still_loads() {
    let set = [("ADJUTANT_TELEGRAM_TOKEN", "42:token"), ("ADJUTANT_DISCORD_TOKEN", "token")];
    for variables in [&[][..], &set] {
        let mut today = load("", variables).unwrap();
        // The old file sets the default of that time.
        today.agent.user_daily_tokens = 1_000_000;
        let before = load(EXAMPLE_BEFORE, variables).unwrap();
        assert_eq!(Config { warnings: Vec::new(), ..before }, today);
    }
}

#[test]
fn a_section_appended_to_the_file_that_held_all_defaults_is_told_with_both_lines() {
    assert_snapshot!(
        refused(&format!("{EXAMPLE_BEFORE}\n[access]\nallow = []\n"), &[]),
        @r"
    config.toml line 273: [access] stands in line 141 and again in line 273: merge them into one
    config.toml line 274: [access] allow stands in line 145 and again in line 274: keep one of them
    "
    );
}

fn assert_generated(file: &str, option: &str, printed: &str) {
    let documented = fs::read_to_string(path(file)).unwrap_or_default();
    assert!(documented == printed, "{file} is out of date: cargo run -- config {option} > {file}");
}

#[test]
fn the_documented_reference_is_the_one_that_is_printed() {
    assert_generated("docs/CONFIG.md", "--reference", &reference());
}

#[test]
fn the_documented_schema_is_the_one_that_is_printed() {
    assert_generated("docs/config.schema.json", "--schema", &format!("{:#}\n", schema()));
}

fn validator() -> Validator {
    let schema = schema();
    assert_eq!(schema["$schema"], "https://json-schema.org/draft/2020-12/schema");
    jsonschema::draft202012::meta::validate(&schema).unwrap();
    jsonschema::draft202012::new(&schema).unwrap()
}

fn json(text: &str) -> Value {
    serde_json::to_value(toml::from_str::<Table>(text).expect(text)).unwrap()
}

#[test]
fn the_schema_accepts_the_defaults_the_examples_and_the_snippets() {
    let validator = validator();
    let check = |name: &str, text: &str| {
        let errors: Vec<_> = validator.iter_errors(&json(text)).map(|error| error.to_string()).collect();
        assert!(errors.is_empty(), "{name}: {errors:?}");
    };
    check("the defaults", DEFAULTS);
    check("the defaults before", EXAMPLE_BEFORE);
    check("the example", EXAMPLE);
    check("the lines that are ready to use", &ready().join("\n"));
    for (name, snippet) in all_snippets() {
        check(&name, &snippet);
    }
    for section in manual::sections() {
        for example in section.settings.iter().filter_map(|setting| setting.example.as_ref()) {
            check(example, &format!("[{}]\n{example}", section.path));
        }
    }
}

#[test]
fn the_schema_refuses_what_the_program_refuses() {
    let validator = validator();
    for text in [
        "[agent]\nmax_step = 5",
        "[agents.researcher]\ndescription = 'x'\ntool = []",
        "[agents.Researcher]\ndescription = 'x'",
        "[agents.adjutant]\ndescription = 'x'",
        "[mcp.Tracker]\nurl = 'https://example.com'",
        "[mcp.web]\nurl = 'https://example.com'",
        "[mcp.tracker]\nurl = 'example.com'",
        "[mcp.tracker]\nurl = 'https://example.com'\nheaders = ['no colon']",
        "[mcp.tracker]\nurl = 'https://example.com'\nroles = 'all'",
        "[mcp.tracker]\nurl = 'https://example.com'\nmax_tools = 0",
        "[channel.web]\nenabled = true",
        "agent = 1",
        "[agent]\nmax_steps = 0",
        "[agent]\nmax_steps = 1001",
        "[agent]\nmax_steps = 'many'",
        "[agent]\nmax_cost = -1.0",
        "[memory]\nvector_weight = 2",
        "[channels.telegram]\nmessages_per_second = 0",
        "[channels.telegram]\nmode = 'push'",
        "[channels.telegram]\napi_url = 'ftp://example.com'",
        "[channels.telegram]\ntoken = { evn = 'NAME' }",
        "[channels.telegram]\ntoken = 4711",
        "[channels.web]\nbind = 'localhost'",
        "[channels.web]\nhosts = ['https://example.com/']",
        "[channels.discord]\nalways_answer = ['general']",
        "[model]\nprovider = 'opnai'",
        "[model]\ntimeout = '2'",
        "[model]\ntimeout = 2",
        "[model]\ninput_price = 'cheap'",
        "[retention]\nmessages = 'always'",
        "[tools]\npermissions = ['fly']",
        "[tools]\nrules = [{ tool = 'web' }]",
        "[tools]\nrules = [{ toool = 'web', then = 'ask' }]",
        "[tools]\nrules = [{ chat = 'groop', then = 'ask' }]",
        "[tools.files]\nmax_file = '20'",
        "[tools.search]\nprovider = 'google'",
        "[access]\nallow = ['telegram:@alice']",
        "[access]\napprovers = ['discord:role:7']",
        "[database]\nurl = 'https://db.example.com'",
        "[log]\nlevel = 'loud'",
    ] {
        assert!(load(text, &[]).is_err(), "the program refuses {text:?}");
        assert!(!validator.is_valid(&json(text)), "the schema refuses {text:?}");
    }
}

#[test]
fn the_schema_describes_every_section_and_every_setting() {
    fn described(name: &str, schema: &Value) {
        let is_named_by_operator = name.ends_with(".NAME");
        assert!(schema["title"].is_string(), "{name}");
        assert!(schema["description"].is_string() || is_named_by_operator, "{name}");
        let is_section = schema.get("properties").is_some() || schema.get("patternProperties").is_some();
        let is_example = name.contains(".NAME.");
        assert!(is_section || is_example || schema.get("default").is_some(), "{name}");
        if is_section {
            assert_eq!(schema["additionalProperties"], false, "{name}");
        }
        for (key, inner) in schema["properties"].as_object().into_iter().flatten() {
            described(&paths::join(name, key), inner);
        }
        for inner in schema["patternProperties"].as_object().into_iter().flat_map(|inner| inner.values()) {
            described(&paths::join(name, "NAME"), inner);
        }
    }
    described("", &schema());
    assert!(!schema().to_string().contains("$comment"));
}

#[test]
fn the_schema_knows_the_keys_and_the_words_of_rules() {
    let rule = &schema()["properties"]["tools"]["properties"]["rules"]["items"]["properties"];
    let mut known = rules::KEYS.to_vec();
    known.sort_unstable();
    let mut described: Vec<_> = rule.as_object().unwrap().keys().map(String::as_str).collect();
    described.sort_unstable();
    assert_eq!(described, known);
    for (key, schema) in rule.as_object().unwrap() {
        for word in schema["enum"].as_array().into_iter().flatten() {
            let then = if key == "then" { String::new() } else { ", then = \"ask\"".to_owned() };
            load(&format!("[tools]\nrules = [{{ {key} = {word}{then} }}]"), &[]).expect(key);
        }
    }
    for permission in
        schema()["properties"]["tools"]["properties"]["permissions"]["items"]["enum"].as_array().unwrap()
    {
        load(&format!("[tools]\npermissions = [{permission}]"), &[]).unwrap();
    }
}

#[test]
fn the_schema_has_types_defaults_and_limits() {
    let schema = schema();
    let of = |path: &str| path.split('.').fold(&schema, |schema, key| &schema["properties"][key]).clone();
    assert_eq!(
        of("agent.max_steps"),
        json!({
            "type": "integer",
            "minimum": 1,
            "maximum": 1000,
            "title": "[agent] max_steps",
            "description": "Model calls that one turn may make.",
            "default": 20,
        })
    );
    let timeout = of("model.timeout");
    assert_eq!(timeout["default"], "120s");
    assert!(
        timeout["description"].as_str().unwrap().ends_with(" Value: a duration, at most 1h."),
        "{timeout}"
    );
    assert_eq!(of("channels.telegram.mode")["enum"], json!(["polling", "webhook"]));
    assert_eq!(of("scheduler.timezone")["examples"], json!(["Europe/Berlin"]));
}

#[test]
fn the_reference_has_types_defaults_and_limits() {
    let reference = reference();
    for line in [
        "## `[channels.telegram]`\n",
        "- **`max_steps`** (a whole number, 1 to 1000; default `20`): Model calls that one turn may make.\n",
        "- **`transcripts`** (\"never\" or a duration, 48h to 36500d; default `\"365d\"`): ",
        "- **`format`** (one of \"human\", \"json\"; default `\"human\"`): How a line looks",
        "  Example: `timezone = \"Europe/Berlin\"`\n",
        "\n```toml\n[agents.researcher]\n",
    ] {
        assert!(reference.contains(line), "{line}");
    }
    assert!(reference.lines().all(|line| line.starts_with("  Example:") || line.chars().count() <= 120));
}
