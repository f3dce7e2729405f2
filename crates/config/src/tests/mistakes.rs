//! Errors and warnings about settings.

use super::*;

#[test]
fn all_mistakes_of_a_file_are_told_at_once() {
    let file = r#"
[channels.telegram]
tokn = "42:very-secret"
api_url = "ftp://example.com"
mode = "push"

[channel.web]
bind = "0.0.0.0:80"

[agent]
max_steps = "many"
max_tokens = -1
bind = "127.0.0.1:1"

[access]
allow = ["telegram:42", "telegram:@alice"]

[model]
timeout = "2 moons"
zzz = 1

[approvals]
expiry = 24
"#;
    assert_snapshot!(refused(file, &[]), @r#"
    config.toml line 3: unknown key "tokn" in [channels.telegram]; did you mean "token"?
    config.toml line 4: [channels.telegram] api_url must be an address that begins with http:// or https://; example: api_url = "http://127.0.0.1:8081"
    config.toml line 5: [channels.telegram] mode must be one of "polling", "webhook"; example: mode = "polling"
    config.toml line 7: unknown section [channel]; did you mean [channels]?
    config.toml line 11: [agent] max_steps must be a whole number, not negative; example: max_steps = 20
    config.toml line 12: [agent] max_tokens must be a whole number, not negative; example: max_tokens = 200000
    config.toml line 13: unknown key "bind" in [agent]; it belongs in [channels.web]
    config.toml line 16: [access] allow must list "telegram:ID", "discord:ID" or "discord:role:ID" with numeric ids, not "telegram:@alice"; example: allow = ["telegram:42", "discord:1234", "discord:role:5678"]
    config.toml line 19: [model] timeout must be a duration with its unit, longer than zero; example: timeout = "120s"
    config.toml line 20: unknown key "zzz" in [model]; known keys: api_key, base_url, context_tokens, fallbacks, input_price, max_output_tokens, name, output_price, provider, reasoning_effort, runs, specialists, summaries, timeout, vision
    config.toml line 23: [approvals] expiry must be a text in quotes; example: expiry = "24h"
    "#);
}

#[test]
fn broken_toml_is_told_with_its_line() {
    assert_snapshot!(refused("[agent]\nmax_steps = \n[model\nname = \"x", &[]), @r#"
    config.toml line 2: string values must be quoted, expected literal string
    config.toml line 3: unclosed table, expected `]`
    "#);
}

#[test]
fn what_stands_twice_is_told_with_both_lines() {
    let file = "
[model]
provider = 'ollama'
name = 'a'

[log]
level = 'info'
level = 'warn'

[model]
name = 'b'
";
    assert_snapshot!(refused(file, &[]), @r"
    config.toml line 8: [log] level stands in line 7 and again in line 8: keep one of them
    config.toml line 10: [model] stands in line 2 and again in line 10: merge them into one
    config.toml line 11: [model] name stands in line 4 and again in line 11: keep one of them
    ");
}

#[test]
fn what_is_hardly_meant_is_warned_of() {
    let warned = |text: &str, env: &[(&str, &str)]| load(text, env).unwrap().warnings.join("\n");
    assert_eq!(warned("", &[]), "");
    let token = "[channels.telegram]\ntoken = { env = 'MY_TOKEN' }\n";
    let unset = warned(token, &[]);
    assert!(
        unset.ends_with(
            "config.toml line 2: [channels.telegram] token counts as not set, because the variable MY_TOKEN is not \
             set or empty"
        ),
        "{unset}"
    );
    assert_eq!(warned(token, &[("MY_TOKEN", "1:a")]), "");
    assert_snapshot!(
        warned("", &[("ADJUTANT_MODEL__NAME", "x"), ("adjutant_log_level", "x"), ("ADJUTANT_HOME", "x")]),
        @r"
    environment variable ADJUTANT_MODEL__NAME is not a setting, and has no effect; did you mean ADJUTANT__MODEL__NAME?
    environment variable adjutant_log_level is not a setting, and has no effect; did you mean ADJUTANT__LOG__LEVEL?
    "
    );
    assert_snapshot!(
        warned("[channels.web]\nenabled = false\n", &[]),
        @"no channel is configured, so nobody can write to the bot; enable one in [channels]"
    );
}

#[test]
fn an_unknown_word_in_a_list_is_named() {
    assert_snapshot!(
        refused("[tools]\npermissions = ['read', 'wriet']\n", &[]),
        @r#"config.toml line 2: [tools] permissions must not have "wriet": the words are "read", "write", "execute", "network"; example: permissions = ["read", "write", "network"]"#
    );
}

#[test]
fn mistakes_in_the_environment_name_the_variable() {
    let env =
        [("ADJUTANT__AGENT__MAXSTEPS", "7"), ("ADJUTANT__AGENT", "7"), ("ADJUTANT__LOG__LEVEL", "loud")];
    assert_snapshot!(refused("", &env), @r#"
    environment variable ADJUTANT__AGENT is not a setting; did you mean ADJUTANT__AGENT__MAX_COST?
    environment variable ADJUTANT__AGENT__MAXSTEPS is not a setting; did you mean ADJUTANT__AGENT__MAX_STEPS?
    environment variable ADJUTANT__LOG__LEVEL: [log] level must be one of "error", "warn", "info", "debug", "trace"; example: level = "info"
    "#);
}

#[test]
fn settings_that_do_not_fit_each_other_are_told_with_the_remedy() {
    let file = r#"
agent = 1
[channels.telegram]
mode = "webhook"
messages_per_second = 0
[channels.web]
bind = "0.0.0.0:8765"
[model]
provider = "openai"
[database]
url = "https://db.example.com"
[tools]
max_output_bytes = 0
[tools.web]
allow_hosts = ["https://example.com/"]
[scheduler]
timezone = "Mars/Olympus"
"#;
    assert_snapshot!(refused(file, &[]), @r#"
    config.toml line 2: agent is a section: write [agent] and its keys below
    config.toml line 5: [channels.telegram] messages_per_second must be a number above 0
    config.toml line 7: [channels.web] bind is reachable from other machines: use 127.0.0.1, or set allow_remote = true and put a proxy with TLS in front
    config.toml line 11: [database] url must be file:PATH; this version cannot use a database server; example: url = "file:adjutant.db"
    config.toml line 13: [tools] max_output_bytes must be at least 256
    config.toml line 15: [tools.web] allow_hosts must list host names without scheme, path or wildcard, not "https://example.com/"; example: allow_hosts = ["example.com", "api.example.org:8443"]
    config.toml line 17: [scheduler] timezone must be a time zone of the IANA list; example: timezone = "Europe/Berlin"
    [channels.telegram] webhook_listen is required for mode = "webhook"; example: webhook_listen = "127.0.0.1:8443"
    [channels.telegram] webhook_url is required for mode = "webhook": the public address that Telegram calls
    [channels.telegram] webhook_secret must be 1 to 256 characters of A-Z, a-z, 0-9, _ and - for mode = "webhook"
    [model] name is required for provider = "openai": the model, by the provider's name for it
    [model] api_key is required for provider = "openai"; example: api_key = { env = "OPENAI_API_KEY" } with that variable set
    "#);
}

#[test]
fn a_far_name_is_not_suggested_for_a_variable() {
    assert_snapshot!(
        refused("", &[("ADJUTANT__FOO", "1")]),
        @"environment variable ADJUTANT__FOO is not a setting; `adjutant config --reference` lists all settings"
    );
}

#[test]
fn what_would_overflow_a_clock_is_refused() {
    let file =
        "[agent]\nmax_seconds = 9223372036854775807\n[approvals]\nexpiry = '2years'\n[model]\ntimeout = '2h'";
    assert_snapshot!(refused(file, &[]), @r"
    config.toml line 2: [agent] max_seconds must be at most 86400
    config.toml line 4: [approvals] expiry must be at most 8760h
    config.toml line 6: [model] timeout must be at most 1h
    ");
}

#[test]
fn a_named_file_must_exist() {
    let missing = Path::new("/nonexistent/config.toml");
    let error = Config::load(Some(missing), []).unwrap_err();
    assert_eq!(
        error.to_string(),
        "/nonexistent/config.toml cannot be read: No such file or directory (os error 2)"
    );
}

#[test]
fn what_is_wrong_with_specialists_is_told() {
    let file = "
[agents.Researcher]
description = 'finds things out'
[agents.adjutant]
description = 'is the bot itself'
[agents.poet]
tool = ['memory']
max_steps = 0
max_seconds = 'many'
max_cost = -1.0
";
    assert_snapshot!(refused(file, &[]), @r#"
    config.toml line 2: [agents.Researcher] is not allowed: a specialist's name is 1 to 32 characters of a-z, 0-9, _ and -, and not "adjutant"
    config.toml line 4: [agents.adjutant] is not allowed: a specialist's name is 1 to 32 characters of a-z, 0-9, _ and -, and not "adjutant"
    config.toml line 6: [agents.poet] description is required: the bot decides by it what to ask this specialist
    config.toml line 7: unknown key "tool" in [agents.poet]; did you mean "tools"?
    config.toml line 8: [agents.poet] max_steps must be at least 1
    config.toml line 9: [agents.poet] max_seconds must be a whole number, not negative
    config.toml line 10: [agents.poet] max_cost must be an amount in USD, not negative
    "#);
}

#[test]
fn what_is_wrong_with_a_rule_is_told() {
    let told = |rules: &str| refused(&format!("[tools]\nrules = {rules}"), &[]);
    let (before, example) = (
        "config.toml line 2: [tools] rules ",
        "; example: rules = [{ tool = \"web\", role = \"member\", then = \"off\" }, { tool = \"memory_save\", chat = \
         \"group\", then = \"log\" }]",
    );
    for (rules, expected) in [
        (r#""web""#, "must be a list of rules, each in braces"),
        (
            r#"[{ tool = "web", then = "ask" }, { toool = "web", then = "deny" }]"#,
            r#"must be corrected in rule 2: unknown key "toool" (did you mean "tool"?)"#,
        ),
        (
            r#"[{ who = "alice", then = "deny" }]"#,
            "must be corrected in rule 1: unknown key \"who\" (known keys: tool, tier, risk, arguments, role, chat, \
             attended, then)",
        ),
        (
            r#"[{ tool = "web" }]"#,
            r#"must be corrected in rule 1: the key "then" is missing, which says what happens"#,
        ),
        (
            r#"[{ chat = "groop", then = "deny" }]"#,
            "must be corrected in rule 1: chat: unknown variant `groop`, expected `direct` or `group`",
        ),
        (
            r#"[{ tool = "web", arguments = { url = "(" }, then = "deny" }]"#,
            r#"must be corrected in rule 1: arguments: "(" is not a regular expression"#,
        ),
    ] {
        assert_eq!(told(rules), format!("{before}{expected}{example}"));
    }
    let variable = [("ADJUTANT__TOOLS__RULES", r#"[{ tool = "web", then = "never" }]"#)];
    assert!(
        refused("", &variable)
            .contains("corrected in rule 1: then: unknown variant `never`, expected one of")
    );
}
