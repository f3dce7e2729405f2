//! Secrets among the settings.

use super::*;

#[test]
fn a_required_secret_whose_variable_is_not_set_is_told_by_that_variable() {
    let file = "[model]\nprovider = 'openai'\nname = 'gpt-5-mini'\napi_key = { env = 'OPENAI_API_KEY' }\n";
    let told = refused(file, &[]);
    assert_snapshot!(told, @r#"config.toml line 4: [model] api_key is required for provider = "openai", and the variable OPENAI_API_KEY is not set"#);
    assert_eq!(refused(file, &[("OPENAI_API_KEY", " ")]), told);
    load(file, &[("OPENAI_API_KEY", "key")]).unwrap();
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
fn a_key_in_the_query_of_an_address_is_a_secret() {
    let file = "[tools.search]\nprovider = 'searxng'\nurl = 'http://127.0.0.1:8888/?lang=de&apiKey=sesame-1'
[mcp.tracker]\nurl = 'https://example.com/mcp?api_key=sesame-2&mode=quiet'";
    let config = load(file, &[]).unwrap();
    assert_eq!(config.secrets().collect::<Vec<_>>(), ["sesame-1", "sesame-2"]);
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
