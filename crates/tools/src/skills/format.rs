//! The format of a SKILL.md: YAML between two lines of three dashes, then the instructions in Markdown. Of the YAML,
//! only the name and the description count; `allowed-tools`, by which a skill would permit its own calls, is ignored.

use serde::Deserialize;

use crate::front_matter;

/// The longest name, in characters.
const MAX_NAME: usize = 64;
/// The longest description, in characters.
const MAX_DESCRIPTION: usize = 1_024;

/// The content of a SKILL.md.
#[derive(Debug, PartialEq)]
pub(super) struct Parsed {
    pub description: String,
    pub instructions: String,
}

#[derive(Deserialize)]
struct FrontMatter {
    name: String,
    description: String,
}

/// Returns whether a skill can have this name: lower-case letters, digits and single hyphens between them.
pub(super) fn is_name(name: &str) -> bool {
    let is_part = |part: &str| {
        !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
    };
    name.len() <= MAX_NAME && name.split('-').all(is_part)
}

/// Parses the SKILL.md of a folder.
///
/// # Errors
/// Returns what is wrong with it, for the model and for its author.
pub(super) fn parse(text: &str, folder: &str) -> Result<Parsed, String> {
    if !is_name(folder) {
        return Err(format!(
            "the folder's name must be lower-case letters, digits and hyphens, at most {MAX_NAME} characters"
        ));
    }
    let (yaml, instructions) = front_matter::split(text).ok_or(
        "it must begin with a line of three dashes, then `name:` and `description:`, then another line of three dashes",
    )?;
    let FrontMatter { name, description } =
        front_matter::parse(yaml).map_err(|problem| format!("its front matter cannot be read: {problem}"))?;
    if name != folder {
        return Err(format!("its name is '{name}', but its folder is '{folder}': they must be the same"));
    }
    let description = description.split_whitespace().collect::<Vec<_>>().join(" ");
    if description.is_empty() || description.chars().count() > MAX_DESCRIPTION {
        return Err(format!("its description must have 1 to {MAX_DESCRIPTION} characters"));
    }
    let instructions = instructions.trim().to_owned();
    if instructions.is_empty() {
        return Err("it has no instructions below the front matter".to_owned());
    }
    Ok(Parsed { description, instructions })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn any_text_is_parsed_or_refused(text in r"(---\n|\r|\n|name: a|description: |[:|>&*\[\]{}'!-]|\PC){0,40}") {
            if let Ok(Parsed { description, instructions }) = parse(&text, "a") {
                prop_assert!(!description.is_empty() && !instructions.is_empty());
                prop_assert!(text.contains(&instructions));
            }
        }
    }

    #[test]
    fn a_skill_says_when_it_is_of_use_and_what_to_do() {
        let parsed = |text: &str| {
            let Parsed { description, instructions } = parse(text, "tide-tables").unwrap();
            (description, instructions)
        };
        let expected = ("Reads tide tables.".to_owned(), "# Tides\n\n---\nAdd an hour.".to_owned());
        for text in [
            "---\nname: tide-tables\ndescription: Reads tide tables.\n---\n# Tides\n\n---\nAdd an hour.\n",
            "\u{feff}---\r\nname: tide-tables\r\ndescription: Reads tide tables.\r\n--- \r\n# Tides\n\n---\nAdd an hour.",
            "---\nname: \"tide-tables\"\ndescription: >\n  Reads tide\n  tables.\nlicense: MIT\nallowed-tools: [http_post]\n\
             metadata:\n  author: somebody\n---\n\n# Tides\n\n---\nAdd an hour.",
        ] {
            assert_eq!(parsed(text), expected, "{text}");
        }
    }

    #[test]
    fn what_is_wrong_with_a_skill_is_said() {
        let wrong = |text: &str| parse(text, "tides").unwrap_err();
        insta::assert_snapshot!(wrong("# Tides"), @"it must begin with a line of three dashes, then `name:` and `description:`, then another line of three dashes");
        insta::assert_snapshot!(wrong("---\nname: tides\n"), @"it must begin with a line of three dashes, then `name:` and `description:`, then another line of three dashes");
        insta::assert_snapshot!(wrong("---\nname: tides\n---\nAdd an hour."), @"its front matter cannot be read: error: line 1 column 1: missing field `description`");
        insta::assert_snapshot!(wrong("---\nname: [\n---\nAdd an hour."), @"its front matter cannot be read: error: line 1 column 7: expected string scalar");
        insta::assert_snapshot!(wrong("---\nname: ebb\ndescription: x\n---\nAdd an hour."), @"its name is 'ebb', but its folder is 'tides': they must be the same");
        insta::assert_snapshot!(wrong("---\nname: tides\ndescription: ' '\n---\nAdd an hour."), @"its description must have 1 to 1024 characters");
        insta::assert_snapshot!(wrong("---\nname: tides\ndescription: x\n---\n\n"), @"it has no instructions below the front matter");
        let long = format!("---\nname: tides\ndescription: {}\n---\nx", "x".repeat(1_025));
        assert_eq!(wrong(&long), wrong("---\nname: tides\ndescription: ''\n---\nx"));
        for folder in ["Tides", "-tides", "tides--low", "tïdes", "tides_low", "", &"x".repeat(65)] {
            assert!(!is_name(folder) && parse("---\n", folder).is_err(), "{folder}");
        }
    }

    #[test]
    fn yaml_that_unfolds_to_more_and_more_is_refused() {
        let level = |at: usize| format!("l{at}: &l{at} [{}]\n", vec![format!("*l{}", at - 1); 9].join(","));
        let bomb: String = (1..20).map(level).collect();
        let text = format!("---\nl0: &l0 [x]\n{bomb}name: tides\ndescription: x\n---\nx");
        assert!(parse(&text, "tides").is_err());
    }
}
