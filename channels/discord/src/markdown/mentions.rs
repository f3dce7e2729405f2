//! Finds the names of people and channels in a message, so that Discord shows them as mentions.

use std::ops::Range;

use adjutant_channel::{Rich, rich::Style};

use super::span::{self, Span};
use crate::wire::Id;

/// The people and channels that are known in a chat, by their names.
#[derive(Debug, Default)]
pub(crate) struct Names {
    pub(crate) people: Vec<(String, Id)>,
    pub(crate) channels: Vec<(String, Id)>,
    /// The channels that the text mentions by their ids.
    pub(crate) mentioned: Vec<Id>,
}

/// Returns the ids of the channels that a text mentions in Discord's form.
pub(crate) fn mentioned_channels(text: &str) -> impl Iterator<Item = Id> {
    text.split("<#").skip(1).filter_map(|rest| Id::parse(rest.split_once('>')?.0))
}

/// Returns the message with its names as mentions that notify nobody: `@name`, `#name`, and Discord's own form with a
/// known id. An ambiguous name stays as it is, and so do code and links.
pub(super) fn with_mentions(rich: &Rich, names: &Names) -> Rich {
    let spans = span::spans(rich);
    let mut found: Vec<(Range<usize>, Style)> = Vec::new();
    for (start, _) in rich.text.match_indices(['@', '#', '<']) {
        if found.last().is_some_and(|(last, _)| last.contains(&start)) {
            continue;
        }
        let mention = mention_at(&rich.text, start, names);
        found.extend(mention.filter(|(range, _)| is_free(range, &spans)));
    }
    rich.with_spans(found)
}

fn mention_at(text: &str, start: usize, names: &Names) -> Option<(Range<usize>, Style)> {
    let rest = &text[start + 1..];
    if text[start..].starts_with('<') {
        let (tag, _) = rest.split_once('>')?;
        let style = match tag.strip_prefix('#') {
            Some(id) => place(Id::parse(id).filter(|id| names.mentioned.contains(id))?),
            None => {
                let tag = tag.strip_prefix('@')?;
                let id = Id::parse(tag.strip_prefix('!').unwrap_or(tag))?;
                person(names.people.iter().any(|(_, known)| *known == id).then_some(id)?)
            }
        };
        return Some((start..start + tag.len() + 2, style));
    }
    // An address such as alice@example.org, or a fragment of one, mentions nobody.
    if text[..start].ends_with(|c: char| c.is_alphanumeric() || "_/.&<".contains(c)) {
        return None;
    }
    let is_person = text[start..].starts_with('@');
    let (name, id) = longest_name(rest, if is_person { &names.people } else { &names.channels })?;
    let style = if is_person { person(id) } else { place(id) };
    Some((start..start + 1 + name, style))
}

/// Returns the length of the longest name with which the text begins, and the name's id.
fn longest_name(text: &str, names: &[(String, Id)]) -> Option<(usize, Id)> {
    let begins = |name: &str| {
        let is_name = text.get(..name.len()).is_some_and(|beginning| beginning.eq_ignore_ascii_case(name));
        is_name && !text[name.len()..].starts_with(|c: char| c.is_alphanumeric() || c == '_')
    };
    let matching = names.iter().filter(|(name, _)| !name.is_empty() && begins(name));
    let longest = matching.clone().map(|(name, _)| name.len()).max()?;
    let mut whose = matching.filter(|(name, _)| name.len() == longest).map(|(_, id)| *id);
    let id = whose.next()?;
    whose.all(|other| other == id).then_some((longest, id))
}

/// Returns whether a range can become a mention: it is neither in code nor in a link, and uniform in style.
fn is_free(range: &Range<usize>, spans: &[Span]) -> bool {
    spans.iter().all(|span| {
        let is_apart = span.range.end <= range.start || range.end <= span.range.start;
        let contains = span.range.start <= range.start && range.end <= span.range.end;
        is_apart || contains && !span.is_code() && !matches!(span.style, Style::Link { .. })
    })
}

fn person(id: Id) -> Style {
    Style::Person { id: id.to_string(), notify: false }
}

fn place(id: Id) -> Style {
    Style::Place { id: id.to_string() }
}

#[cfg(test)]
mod tests {
    use adjutant_channel::rich;

    use super::*;
    use crate::markdown::render;

    fn rendered(markdown: &str) -> String {
        let name = |name: &str, id| (name.to_owned(), Id(id));
        let names = Names {
            people: vec![name("bob", 43), name("Bob Smith", 44), name("sam", 45), name("sam", 46)],
            channels: vec![name("garden", 600), name("garden-plans", 601)],
            mentioned: mentioned_channels(markdown).filter(|id| id.0 == 600).collect(),
        };
        render(&with_mentions(&rich::from_markdown(markdown), &names))
    }

    #[test]
    fn names_and_ids_that_are_known_become_mentions() {
        assert_eq!(rendered("Ask @bob, or **@Bob Smith**."), "Ask <@43>, or **<@44>**.");
        assert_eq!(rendered("in #garden and #garden-plans"), "in <#600> and <#601>");
        assert_eq!(rendered("<@43> <@!44> in <#600>"), "<@43> <@44> in <#600>");
        assert_eq!(rendered("- @Bob\n- #garden"), "• <@43>\n• <#600>");
    }

    #[test]
    fn what_is_unknown_or_ambiguous_or_no_mention_stays_text() {
        for text in ["@carol", "@bobby", "@sam", "@everyone", "me@bob.example", "#gardens", "a#garden"] {
            assert_eq!(rendered(text), text);
        }
        assert_eq!(rendered("<@99> <#99>"), r"\<@99> \<#99>");
        assert_eq!(rendered("`@bob` [@bob](https://a.example)"), "`@bob` [@bob](<https://a.example>)");
    }
}
