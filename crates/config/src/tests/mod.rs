use std::io::Write;
use std::time::Duration;

use insta::assert_snapshot;

use super::*;

mod documents;
mod mcp;
mod mistakes;
mod secrets;
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
