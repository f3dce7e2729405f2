//! Prompts of MCP servers as commands: `/SERVER_PROMPT` and its arguments become a message of the person that requests
//! the prompt. The model then reads it (`mcp_read`) like anything else of a server, with the person's approval, as
//! other people's words.

use std::collections::BTreeMap;

use adjutant_channel::Inbound;
use adjutant_mcp::Prompt;
use adjutant_store::{
    db::Tx,
    open_toolsets,
    people::User,
    sessions::{self, Session},
};
use adjutant_texts::prompts as texts;
use anyhow::Result;

use super::toolsets;
use crate::core::Core;

/// The toolset that reads prompts.
const TOOLSET: &str = "mcp";

/// Returns the prompts that a person can use in a chat.
pub(super) fn known(core: &Core, session: &Session, user: &User) -> Vec<Prompt> {
    // The built-in assistant cannot follow prompts.
    let may_read = || toolsets::of_place(core, session, user).iter().any(|(name, _)| *name == TOOLSET);
    if core.config.has_model() && may_read() { core.mcp.prompts(user.policy_role()) } else { Vec::new() }
}

/// Returns whether a command is that of a prompt, which the person may be able to use.
pub(super) fn is_one(core: &Core, user: &User, command: &str) -> bool {
    core.mcp.prompts(user.policy_role()).iter().any(|prompt| prompt.command == command.to_lowercase())
}

/// Returns the message for a prompt's command, or what is wrong with the command; `None` if no prompt has this name.
pub(super) async fn message_for(
    tx: &Tx,
    core: &Core,
    event: &Inbound,
    user: &User,
    (name, args): (&str, &str),
) -> Result<Option<Result<String, String>>> {
    let now = core.clock.timestamp();
    let session = sessions::open_for(tx, event, &user.user_id, now).await?;
    let name = name.to_lowercase();
    let Some(prompt) = known(core, &session, user).into_iter().find(|prompt| prompt.command == name) else {
        return Ok(None);
    };
    Ok(Some(match arguments(&prompt, args) {
        Ok(arguments) => {
            open_toolsets::open(tx, &session.session_id, &[TOOLSET], now).await?;
            Ok(texts::asked(&prompt.server, &prompt.name, &serde_json::to_string(&arguments)?))
        }
        Err(why) => Err(why),
    }))
}

/// Returns the part of the help that lists prompts; empty if there are none.
pub(super) fn help(core: &Core, session: &Session, user: &User) -> String {
    let known = known(core, session, user);
    let arguments: Vec<_> = known.iter().map(named).collect();
    let shown: Vec<_> = known.iter().zip(&arguments).map(|(prompt, named)| shown(prompt, named)).collect();
    if shown.is_empty() { String::new() } else { texts::listed(&shown) }
}

/// Returns the explanation of the prompt with this command; `None` if there is none.
pub(super) fn about(core: &Core, session: &Session, user: &User, command: &str) -> Option<String> {
    let prompt = known(core, session, user).into_iter().find(|prompt| prompt.command == command)?;
    Some(texts::about(&shown(&prompt, &named(&prompt))))
}

fn named(prompt: &Prompt) -> Vec<(&str, bool)> {
    prompt.arguments.iter().map(|argument| (argument.name.as_str(), argument.required)).collect()
}

fn shown<'a>(prompt: &'a Prompt, arguments: &'a [(&'a str, bool)]) -> texts::Shown<'a> {
    texts::Shown { command: &prompt.command, server: &prompt.server, arguments }
}

/// Returns the typed arguments of a prompt in order: each is a word or a quotation. A single argument takes the whole
/// text.
fn arguments<'a>(prompt: &'a Prompt, typed: &str) -> Result<BTreeMap<&'a str, String>, String> {
    let named = named(prompt);
    let shown = shown(prompt, &named);
    let words = words(typed).ok_or_else(|| texts::unclosed().to_owned())?;
    let words = match (&named[..], &words[..]) {
        ([_], [_, _, ..]) => vec![typed.trim().to_owned()],
        _ => words,
    };
    if words.len() > named.len() {
        return Err(texts::too_many(&shown));
    }
    match named.iter().skip(words.len()).find(|(_, required)| *required) {
        Some((name, _)) => Err(texts::missing(&shown, name)),
        None => Ok(named.iter().map(|(name, _)| *name).zip(words).collect()),
    }
}

/// Splits a text into words and quotations, without the quotes. Returns `None` if a quote is not closed.
fn words(text: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let closing = match first {
            '"' => Some('"'),
            '“' | '„' => Some('”'),
            _ => None,
        };
        let (word, after) = match closing {
            Some(closing) => rest[first.len_utf8()..].split_once(closing)?,
            None => rest.split_once(char::is_whitespace).unwrap_or((rest, "")),
        };
        words.push(word.to_owned());
        rest = after.trim_start();
    }
    Some(words)
}

#[cfg(test)]
mod tests {
    use adjutant_mcp::Argument;

    use super::*;

    fn typed(arguments: &[(&str, bool)], text: &str) -> Result<Vec<String>, String> {
        let arguments = arguments.iter();
        let arguments =
            arguments.map(|(name, required)| Argument { name: (*name).to_owned(), required: *required });
        let prompt = Prompt {
            server: "garden".into(),
            name: "water".to_owned(),
            command: "garden_water".to_owned(),
            arguments: arguments.collect(),
        };
        super::arguments(&prompt, text)
            .map(|found| found.iter().map(|(name, value)| format!("{name}={value}")).collect())
    }

    #[test]
    fn arguments_are_words_and_quotations_in_order() {
        let both = &[("plant", true), ("tool", false)][..];
        let found = |text: &str| typed(both, text).unwrap();
        assert_eq!(found(" roses "), ["plant=roses"]);
        assert_eq!(found("\"old roses\" can"), ["plant=old roses", "tool=can"]);
        assert_eq!(found("“old roses” „the can”"), ["plant=old roses", "tool=the can"]);
        assert_eq!(typed(&[("plant", true)], "the \"old\" roses").unwrap(), ["plant=the \"old\" roses"]);
        assert_eq!(typed(&[("plant", false)], "").unwrap(), [""; 0]);
        let wrong = |arguments: &[(&str, bool)], text: &str| typed(arguments, text).unwrap_err();
        insta::assert_snapshot!(wrong(both, ""), @"The argument plant is missing. Write /garden_water plant [tool]");
        insta::assert_snapshot!(
            wrong(both, "old roses can"),
            @"That is more than it takes. Write /garden_water plant [tool]. Put words that belong together in quotes"
        );
        insta::assert_snapshot!(wrong(&[], "now"), @"That is more than it takes. Write /garden_water");
        insta::assert_snapshot!(
            wrong(both, "\"old roses"),
            @r#"A quote is not closed. Put words that belong together in quotes: "like this""#
        );
    }
}
