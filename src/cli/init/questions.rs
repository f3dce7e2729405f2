//! The questions to a person at the terminal. Enter keeps the present value.

use adjutant_config::{Config, ConfigErrors, ProviderName};
use anyhow::Result;

use super::{
    BAD_CONFIG, Part, Severity, attempt,
    draft::{Asked, Draft, Source},
    environment, set_model,
    terminal::Terminal,
};

/// Asks for everything, and tries it; settings that do not work are asked for again. Returns the exit code if the file
/// has to be corrected first.
pub(super) async fn ask(draft: &mut Draft, terminal: &mut Terminal) -> Result<Option<u8>> {
    if let Err(errors) = take_out_lost_secrets(draft, terminal)? {
        terminal
            .tells(format!("What stands in {} must be mended first:\n{errors}", draft.path().display()))?;
        return Ok(Some(BAD_CONFIG));
    }
    let path = draft.path().display();
    terminal.tells(match draft.exists() {
        true => {
            format!("{path} is there. Enter keeps what stands in brackets. Ctrl-C ends, and changes nothing.")
        }
        false => format!(
            "This makes {path}. Enter takes what stands in brackets. Ctrl-C ends, and changes nothing."
        ),
    })?;
    model(draft, terminal).await?;
    let telegram = "Telegram: the bot's token, from @BotFather";
    token(draft, terminal, (Part::Telegram, Asked::TelegramToken, telegram)).await?;
    let discord = "Discord: the bot's token, from the Developer Portal under Bot";
    token(draft, terminal, (Part::Discord, Asked::DiscordToken, discord)).await?;
    Ok(None)
}

/// Removes the secrets whose files are lost, so that they are asked for, and reports them. If the file has other
/// errors, returns those and removes nothing.
fn take_out_lost_secrets(draft: &mut Draft, terminal: &Terminal) -> Result<Result<(), ConfigErrors>> {
    if draft.config(environment()).is_ok() {
        return Ok(Ok(()));
    }
    let lost = draft.lost_secrets();
    let mut whole = draft.clone();
    for (asked, _) in &lost {
        whole.set_secret(*asked, Source::Given("lost".to_owned()))?;
    }
    if let Err(errors) = whole.config(environment()) {
        return Ok(Err(errors));
    }
    for (asked, problem) in lost {
        terminal.tells(format!("{problem}. The secret has to be entered again."))?;
        draft.remove_secret(asked);
    }
    Ok(Ok(()))
}

async fn model(draft: &mut Draft, terminal: &mut Terminal) -> Result<()> {
    let names: Vec<_> = ProviderName::all().map(ProviderName::as_str).collect();
    terminal.tells(format!(
        "\nWho answers: {}. With offline, the built-in assistant does, which knows a few commands. With openai and an address, \
         any server that speaks OpenAI's protocol.",
        names.join(", ")
    ))?;
    // The next attempt shows the answers in brackets.
    let mut tried = draft.clone();
    loop {
        let provider = known(&tried, terminal).await?;
        set_model(&mut tried, (Some(provider.as_str()), None, None));
        if provider == ProviderName::Offline {
            break;
        }
        let example = example(provider).map(|name| format!(", such as {name}")).unwrap_or_default();
        if let Some(name) = text(&tried, terminal, "model.name", &format!("Model{example}"), "").await? {
            set_model(&mut tried, (None, Some(&name), None));
        }
        if matches!(provider, ProviderName::OpenAi | ProviderName::Ollama) {
            let asks = "Address of its server; - for the usual one";
            match text(&tried, terminal, "model.base_url", asks, "the usual one").await?.as_deref() {
                Some("-") => set_model(&mut tried, (None, None, Some(""))),
                url => set_model(&mut tried, (None, None, url)),
            }
        }
        if provider.needs_key() {
            secret(&mut tried, terminal, Asked::ModelKey, "Key").await?;
        }
        if works(&tried, terminal, Part::Model).await? {
            break;
        }
    }
    *draft = tried;
    Ok(())
}

async fn token(
    draft: &mut Draft,
    terminal: &mut Terminal,
    (part, asked, asks): (Part, Asked, &str),
) -> Result<()> {
    terminal.tells("")?;
    loop {
        let mut tried = draft.clone();
        secret(&mut tried, terminal, asked, asks).await?;
        if works(&tried, terminal, part).await? {
            *draft = tried;
            return Ok(());
        }
    }
}

/// Tries a part of the settings. Returns whether to continue: the part works, is switched off, or the person accepts
/// it.
async fn works(tried: &Draft, terminal: &mut Terminal, part: Part) -> Result<bool> {
    let config = match tried.config(environment()) {
        Ok(config) => config,
        Err(errors) => {
            terminal.tells(errors)?;
            return Ok(false);
        }
    };
    let Some(finding) = terminal.awaits(attempt(&config, part)).await? else { return Ok(true) };
    terminal.tells(&finding)?;
    match finding.severity() {
        Severity::Fine | Severity::Warning => Ok(true),
        Severity::Failure => terminal.agrees("Take it all the same?", false).await,
    }
}

async fn known(tried: &Draft, terminal: &mut Terminal) -> Result<ProviderName> {
    loop {
        let now = tried.text("model.provider").unwrap_or("offline").to_owned();
        let answer = terminal.asks(&format!("Who answers [{now}]")).await?.to_lowercase();
        let chosen = if answer.is_empty() { now } else { answer };
        if let Some(provider) = ProviderName::all().find(|provider| provider.as_str() == chosen) {
            return Ok(provider);
        }
        terminal.tells(format!("{chosen} is none of them."))?;
    }
}

/// Asks for a text; `None` if the present value is kept.
async fn text(
    tried: &Draft,
    terminal: &mut Terminal,
    path: &str,
    asks: &str,
    without: &str,
) -> Result<Option<String>> {
    let now = tried.text(path).unwrap_or(without);
    let question = if now.is_empty() { asks.to_owned() } else { format!("{asks} [{now}]") };
    Ok(Some(terminal.asks(&question).await?).filter(|answer| !answer.is_empty()))
}

/// Asks for a secret without showing it; Enter keeps the present one, or sets none.
async fn secret(tried: &mut Draft, terminal: &mut Terminal, asked: Asked, asks: &str) -> Result<()> {
    let now = tried.config(environment()).ok().and_then(|config| present_secret(&config, asked));
    let now = now.unwrap_or_else(|| "none".to_owned());
    let answer = terminal.asks_hidden(&format!("{asks}; it is not shown [{now}]")).await?;
    if !answer.is_empty() {
        tried.set_secret(asked, Source::Given(answer))?;
    }
    Ok(())
}

/// Returns the description of a present secret.
fn present_secret(config: &Config, asked: Asked) -> Option<String> {
    let effective = config.effective().iter().find(|setting| setting.path == asked.path())?;
    let said = effective.value.strip_prefix('(')?.strip_suffix(')')?;
    said.starts_with("set").then(|| said.to_owned())
}

fn example(provider: ProviderName) -> Option<&'static str> {
    Some(match provider {
        ProviderName::OpenAi => "gpt-5-mini",
        ProviderName::Anthropic => "claude-sonnet-4-5",
        ProviderName::Gemini => "gemini-2.5-flash",
        ProviderName::Ollama => "qwen3",
        ProviderName::Mistral => "mistral-small-latest",
        _ => return None,
    })
}
