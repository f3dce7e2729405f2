use std::io::Write;
use std::time::Duration;

use insta::assert_snapshot;

use super::*;

mod documents;
mod mcp;
mod traces;

/// Loads a file with this text. In errors, the file's path is shortened to `config.toml`.
fn load(text: &str, env: &[(&str, &str)]) -> Result<Config, String> {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("config.toml");
    std::fs::write(&path, text).unwrap();
    let env = env.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
    let directory = format!("{}/", directory.path().display());
    Config::load(Some(&path), env).map_err(|errors| errors.to_string().replace(&directory, ""))
}

fn refused(text: &str, env: &[(&str, &str)]) -> String {
    load(text, env).expect_err("refused")
}

#[test]
fn the_manual_is_the_default_and_names_every_key() {
    // Sections refuse unknown keys and have no defaults in code, so the file parses only if it holds each key exactly
    // once.
    let defaults = Config::default();
    assert_eq!(load("", &[]).unwrap(), defaults);
    assert_eq!(Config { warnings: Vec::new(), ..load(DEFAULTS, &[]).unwrap() }, defaults);

    assert_eq!(defaults.database.url.as_path(), Path::new("adjutant.db"));
    assert_eq!(defaults.channels.telegram.token, None);
    assert_eq!(defaults.channels.telegram.mode, TelegramMode::Polling);
    assert_eq!(defaults.channels.web.bind, "127.0.0.1:8765".parse().unwrap());
    assert_eq!(defaults.model.provider, ProviderName::Offline);
    assert_eq!(defaults.model.timeout, Duration::from_secs(120));
    assert_eq!(defaults.approvals.expiry, Duration::from_secs(24 * 60 * 60));
    assert_eq!(defaults.scheduler.timezone, None);
    assert_eq!(defaults.tools.files.max_file, 20 * 1024 * 1024);
    assert_eq!(defaults.secrets().count(), 0);
}

#[test]
fn sizes_carry_their_unit() {
    let size = |text: &str| {
        let config = load(&format!("[tools.files]\nmax_total = \"{text}\""), &[]);
        config.map(|config| config.tools.files.max_total)
    };
    assert_eq!(["7 B", "2KB", "1 GB"].map(|text| size(text).unwrap()), [7, 2 << 10, 1 << 30]);
    for text in ["5", "0 MB", "1.5 MB", "-1 MB", "MB", "99999999999 GB"] {
        assert!(size(text).unwrap_err().contains("must be a size with its unit"), "{text}");
    }
    let refused = refused("[tools.files]\nmax_file = \"2 GB\"", &[]);
    assert_snapshot!(refused, @"config.toml line 2: [tools.files] max_file must be at most 1024 MB");
}

#[test]
fn every_example_of_the_manual_is_accepted() {
    let mut section = "";
    for line in DEFAULTS.lines() {
        if line.starts_with('[') {
            section = line;
        }
        if let Some(example) = line.strip_prefix("# Example: ") {
            let more = match example {
                _ if example.starts_with("name") => "provider = \"ollama\"\n",
                "provider = \"searxng\"" => "url = \"http://127.0.0.1:8888\"\n",
                _ if example.starts_with("always_answer") => "message_content = true\n",
                _ if example.starts_with("input_price") => "output_price = 2.0\n",
                _ if example.starts_with("output_price") => "input_price = 0.25\n",
                _ => "",
            };
            load(&format!("{section}\n{more}{example}\n"), &[]).expect(example);
        }
    }
}

#[test]
fn the_environment_wins_over_the_file_and_the_file_over_the_defaults() {
    let file = "[agent]\nmax_steps = 5\nmax_seconds = 6\n[model]\nprovider = 'ollama'\nname = 'llama3'";
    let env = [
        ("ADJUTANT__AGENT__MAX_STEPS", "7"),
        ("ADJUTANT__MODEL__NAME", "4711"),
        ("ADJUTANT__CHANNELS__WEB__ENABLED", "false"),
        ("ADJUTANT__ACCESS__ALLOW", r#"["telegram:42", "discord:1234"]"#),
        ("ADJUTANT__AGENT__MAX_COST", "1"),
        ("ADJUTANT_OTHER", "not a setting"),
    ];
    let config = load(file, &env).unwrap();
    assert_eq!((config.agent.max_steps, config.agent.max_seconds, config.agent.max_tokens), (7, 6, 200_000));
    assert_eq!(config.model.name, "4711");
    assert!(!config.channels.web.enabled);
    assert_eq!(config.access.allow[1].to_string(), "discord:1234");
    assert_eq!(config.agent.max_cost, 1.0);
}

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
fn a_model_that_is_named_has_a_section() {
    let file = r#"
[model]
fallbacks = ["other"]
runs = "lokal"
specialists = "local"

[agents.poet]
description = "writes verse"
model = "lcoal"

[models.local]
provider = "ollama"
name = "qwen3"
context_tokens = 2000

[models.default]
provider = "ollama"
name = "qwen3"
"#;
    assert_snapshot!(refused(file, &[]), @r#"
    config.toml line 3: [model] fallbacks names "other", and there is no [models.other]
    config.toml line 4: [model] runs names "lokal", and there is no [models.lokal]; did you mean "local"?
    config.toml line 9: [agents.poet] model names "lcoal", and there is no [models.lcoal]; did you mean "local"?
    config.toml line 14: [models.local] context_tokens must be at least four times recall_tokens in [memory]
    config.toml line 16: [models.default] is not allowed: a model's name is 1 to 32 characters of a-z, 0-9, _ and -, and not "default"
    "#);
}

#[test]
fn what_a_model_of_anthropic_reasons_fits_its_longest_answer() {
    let file = r#"
[models.deep]
provider = "anthropic"
name = "x"
api_key = "k"
reasoning_effort = "high"

[models.fast]
provider = "anthropic"
name = "x"
api_key = "k"
reasoning_effort = "low"

[models.odd]
provider = "ollama"
name = "x"
reasoning_effort = "extreme"
"#;
    assert_snapshot!(refused(file, &[]), @r#"
    config.toml line 6: [models.deep] reasoning_effort = "high" needs max_output_tokens above 24000: what the model reasons counts as output
    config.toml line 17: [models.odd] reasoning_effort must be one of "none", "low", "medium", "high"
    "#);
}

#[test]
fn a_chat_is_named_as_the_log_names_it() {
    let file = r#"
[models.local]
provider = "ollama"
name = "x"

[chats."telegram:-100123"]
instructions = "Answer in Dutch."
model = "lokal"

[chats."telegram:@rowers"]
model = "local"

[chats.discord]
tools = ["memory"]

[chats."discord:7/9"]
model = "local"
tool = []
"#;
    assert_snapshot!(refused(file, &[]), @r#"
    config.toml line 8: [chats."telegram:-100123"] model names "lokal", and there is no [models.lokal]; did you mean "local"?
    config.toml line 10: [chats."telegram:@rowers"] is not allowed: a chat is "telegram:ID", "discord:ID" or "web:main", with "/ID" behind it for one topic or thread; the log names each chat so
    config.toml line 13: [chats."discord"] is not allowed: a chat is "telegram:ID", "discord:ID" or "web:main", with "/ID" behind it for one topic or thread; the log names each chat so
    config.toml line 18: unknown key "tool" in [chats.discord:7/9]; did you mean "tools"?
    "#);
    let long = format!("[chats.'web:main']\ninstructions = '{}'\n", "x".repeat(8_001));
    assert_snapshot!(refused(&long, &[]), @r#"config.toml line 2: [chats."web:main"] instructions must be at most 8000 characters"#);
}

#[test]
fn a_thread_has_what_its_chat_has_or_its_own() {
    let file = "[chats.'discord:7']\ninstructions = 'a'\n\n[chats.'discord:7/9']\ntools = []\n";
    let config = load(file, &[]).unwrap();
    let of = |name: &str| config.chat(name).map(|own| (own.instructions.as_str(), own.tools.as_deref()));
    assert_eq!(of("discord:7/8"), Some(("a", None)));
    assert_eq!(of("discord:7/9"), Some(("", Some(&[][..]))));
    assert_eq!((of("discord:8"), of("telegram:7")), (None, None));
}

#[test]
fn another_model_has_the_context_of_the_usual_one_or_its_own() {
    let file = "[models.a]\nprovider = 'ollama'\nname = 'x'\n\n[models.b]\nprovider = 'ollama'\nname = 'x'\ncontext_tokens = 16000\n";
    let config = load(file, &[]).unwrap();
    let tokens = |name: &str| config.models[name].in_place_of(&config.model).context_tokens;
    assert_eq!((tokens("a"), tokens("b")), (32_000, 16_000));
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
fn a_required_secret_whose_variable_is_not_set_is_told_by_that_variable() {
    let file = "[model]\nprovider = 'openai'\nname = 'gpt-5-mini'\napi_key = { env = 'OPENAI_API_KEY' }\n";
    let told = refused(file, &[]);
    assert_snapshot!(told, @r#"config.toml line 4: [model] api_key is required for provider = "openai", and the variable OPENAI_API_KEY is not set"#);
    assert_eq!(refused(file, &[("OPENAI_API_KEY", " ")]), told);
    load(file, &[("OPENAI_API_KEY", "key")]).unwrap();
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
fn the_token_of_the_chat_page_fits_a_url() {
    let must = "[channels.web] token must be 16 to 128 characters of A-Z, a-z, 0-9, _ and -";
    for token in ["short", "seventeen letters", &"a".repeat(129)] {
        let file = format!("[channels.web]\ntoken = '{token}'");
        assert_eq!(refused(&file, &[]), format!("config.toml line 2: {must}"));
    }
    let variable = [("ADJUTANT__CHANNELS__WEB__TOKEN", "short")];
    assert_eq!(
        refused("", &variable),
        format!("environment variable ADJUTANT__CHANNELS__WEB__TOKEN: {must}")
    );
    assert!(load("[channels.web]\ntoken = 'a-token_of-16-ch'", &[]).is_ok());
}

#[test]
fn no_address_is_used_twice() {
    assert_snapshot!(
        refused("[health]\nbind = '127.0.0.1:8765'\n[hooks]\nbind = '127.0.0.1:8767'", &[]),
        @r"
    config.toml line 2: [health] bind must not be the address of [channels.web] bind: choose another port
    [mcp_server] bind must not be the address of [hooks] bind: choose another port
    "
    );
    let free =
        "[health]\nbind = '127.0.0.1:8765'\n[channels.web]\nenabled = false\n[site]\nbind = '127.0.0.1:0'";
    assert!(load(free, &[]).is_ok());
}

#[test]
fn links_to_the_console_lead_to_a_host_over_tls() {
    let load = |url: &str| load(&format!("[console]\nurl = {url:?}"), &[]);
    for good in ["https://bot.example.org", "https://bot.example.org:8443/", "http://localhost:8765", ""] {
        assert!(load(good).is_ok(), "{good}");
    }
    let refused = |url: &str| load(url).expect_err("refused");
    assert_snapshot!(refused("http://bot.example.org"), @r#"config.toml line 2: [console] url must begin with https://: its links sign people in, and others would read them on the way; example: url = "https://bot.example.org""#);
    for url in
        ["https://bot.example.org/bot", "https://bot.example.org/?a=b", "https://alice@bot.example.org"]
    {
        assert!(refused(url).contains("[console] url must be a host without a path"), "{url}");
    }
}

#[test]
fn who_searches_the_web_needs_an_address_or_a_key() {
    assert_eq!(load("", &[]).unwrap().tools.search.provider, None);
    let refused = |provider: &str| refused(&format!("[tools.search]\nprovider = {provider:?}"), &[]);
    assert_snapshot!(refused("google"), @r#"config.toml line 2: [tools.search] provider must be one of "searxng", "brave"; example: provider = "searxng""#);
    assert_snapshot!(refused("searxng"), @r#"[tools.search] url is required for provider = "searxng": the address of your server; example: url = "http://127.0.0.1:8888""#);
    assert_snapshot!(refused("brave"), @r#"[tools.search] api_key is required for provider = "brave"; example: api_key = { env = "BRAVE_API_KEY" } with that variable set"#);
    let file = "[tools.search]\nprovider = 'searxng'\nurl = 'http://alice:hunter22@127.0.0.1:8888'";
    let config = load(file, &[]).unwrap();
    assert_eq!(config.secrets().collect::<Vec<_>>(), ["hunter22"]);
}

#[test]
fn a_key_in_the_query_of_an_address_is_a_secret() {
    let file = "[tools.search]\nprovider = 'searxng'\nurl = 'http://127.0.0.1:8888/?lang=de&apiKey=sesame-1'
[mcp.tracker]\nurl = 'https://example.com/mcp?api_key=sesame-2&mode=quiet'";
    let config = load(file, &[]).unwrap();
    assert_eq!(config.secrets().collect::<Vec<_>>(), ["sesame-1", "sesame-2"]);
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
fn secrets_come_as_text_from_a_variable_or_from_a_file() {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    writeln!(file, "from-file").unwrap();
    let text = format!(
        "[model]\napi_key = {{ file = '{}' }}\nbase_url = 'http://alice:pass-word@localhost'\n\
         [channels.web]\ntoken = 'from-text-in-the-file'",
        file.path().display()
    );
    let env = [
        ("ADJUTANT_TELEGRAM_TOKEN", "from-variable"),
        ("HOOK", "hook"),
        ("ADJUTANT__CHANNELS__TELEGRAM__WEBHOOK_SECRET", "{ env = 'HOOK' }"),
    ];
    let config = load(&text, &env).unwrap();
    let secrets: Vec<_> = config.secrets().collect();
    assert_eq!(secrets, ["from-variable", "hook", "from-text-in-the-file", "from-file", "pass-word"]);
    assert_eq!(format!("{:?}", config.model.api_key), "Some([secret])");
    assert_eq!(config.model.base_url.unwrap().path(), "/");
}

#[test]
fn a_secret_that_cannot_be_had_is_an_error_and_is_never_quoted() {
    let file = r#"
[channels.telegram]
token = { env = "NOT_SET" }
webhook_secret = { file = "/nonexistent/secret" }
[channels.web]
token = 123456
[model]
api_key = { evn = "KEY" }
"#;
    assert_snapshot!(refused(file, &[]), @r#"
    config.toml line 4: [channels.telegram] webhook_secret names the file /nonexistent/secret, which cannot be read: No such file or directory (os error 2)
    config.toml line 6: [channels.web] token must be a text in quotes, { env = "NAME" } or { file = "PATH" }
    config.toml line 8: [model] api_key must be a text in quotes, { env = "NAME" } or { file = "PATH" }
    "#);
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
fn specialists_have_sections_of_their_own() {
    let file = "
[agents.researcher]
description = 'finds things out'
tools = ['web_*', 'memory']
max_cost = 1

[agents.fact-checker_2]
description = 'doubts'
";
    let config = load(file, &[("ADJUTANT__AGENTS__RESEARCHER__MAX_STEPS", "7")]).unwrap();
    let researcher = SpecialistSettings {
        description: "finds things out".into(),
        tools: vec!["web_*".into(), "memory".into()],
        max_steps: Some(7),
        max_cost: Some(1.0),
        ..SpecialistSettings::default()
    };
    assert_eq!(config.agents["researcher"], researcher);
    assert_eq!(config.agents.keys().collect::<Vec<_>>(), ["fact-checker_2", "researcher"]);
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

#[test]
fn what_counts_is_said_with_its_source_and_without_secrets() {
    let file = r#"
[model]
provider = "openai"
name = "gpt-5-mini"
api_key = "sk-hunter22"
base_url = "https://bob:hunter22@models.example/v1?key=hunter22"
[models.local]
provider = "ollama"
name = "llama3.3"
[mcp.tracker]
url = "https://tracker.example/s/hunter22/mcp"
headers = ["Authorization: Bearer hunter22"]
[mcp.house]
command = "/usr/bin/house"
args = ["--key", "hunter22"]
env = ["HOUSE_TOKEN=hunter22"]
[site]
deploy = ["/usr/bin/rsync", "--password=hunter22"]
[traces]
headers = ["x-team: hunter22"]
"#;
    let env = [("TOKEN", "42:hunter22"), ("ADJUTANT__CHANNELS__TELEGRAM__TOKEN", "{ env = \"TOKEN\" }")];
    let config = load(file, &env).unwrap();
    let told: Vec<_> = config.effective().iter().map(ToString::to_string).collect();
    assert!(!told.concat().contains("hunter22"), "{told:#?}");
    let directory = |line: &String| line.split_once("  # ").is_some_and(|(_, from)| from != "default");
    let own = told.iter().filter(|line| directory(line)).map(|line| {
        let (said, from) = line.rsplit_once("  # ").unwrap();
        format!("{said}  # {}", from.rsplit('/').next().unwrap())
    });
    assert_snapshot!(own.collect::<Vec<_>>().join("\n"), @r#"
    [channels.telegram] token = (set, from the variable TOKEN)  # ADJUTANT__CHANNELS__TELEGRAM__TOKEN
    [mcp.house] args = "…"  # config.toml line 15
    [mcp.house] command = "/usr/bin/house"  # config.toml line 14
    [mcp.house] env = ["HOUSE_TOKEN=…"]  # config.toml line 16
    [mcp.tracker] headers = ["Authorization:…"]  # config.toml line 12
    [mcp.tracker] url = "https://tracker.example/…"  # config.toml line 11
    [model] api_key = (set)  # config.toml line 5
    [model] base_url = "https://models.example/v1"  # config.toml line 6
    [model] name = "gpt-5-mini"  # config.toml line 4
    [model] provider = "openai"  # config.toml line 3
    [models.local] name = "llama3.3"  # config.toml line 9
    [models.local] provider = "ollama"  # config.toml line 8
    [site] deploy = ["/usr/bin/rsync","…"]  # config.toml line 18
    [traces] headers = ["x-team:…"]  # config.toml line 20
    "#);
    for line in ["[channels.discord] token = (not set)  # default", "[agent] max_steps = 20  # default"] {
        assert!(told.iter().any(|each| each == line), "{line}");
    }
}
