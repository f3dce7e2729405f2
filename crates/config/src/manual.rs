//! `defaults.toml` as a manual: the descriptions of the sections and the settings.

use super::DEFAULTS;

/// The placeholder for a section's name that the operator chooses.
const CHOSEN: &str = "NAME";

/// A section, in the order of the file.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Section {
    /// Such as `channels.telegram`, or `agents.NAME` where the operator chooses the name.
    pub path: String,
    /// What the section is about.
    pub text: String,
    pub settings: Vec<Setting>,
    /// The section as an operator would write it, if the operator chooses its name.
    pub example: Option<String>,
}

/// A setting.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Setting {
    pub key: String,
    /// The default as TOML; an example in a section whose name the operator chooses.
    pub value: String,
    /// What the setting means.
    pub text: String,
    /// A line `key = value`.
    pub example: Option<String>,
}

impl Setting {
    /// The line `key = value`.
    pub fn line(&self) -> String {
        format!("{} = {}", self.key, self.value)
    }
}

/// Returns the sections of the defaults.
pub(super) fn sections() -> Vec<Section> {
    parse(DEFAULTS)
}

/// Returns how an operator would write a setting: the example if there is one, else the default.
pub(super) fn example(section: &str, key: &str) -> Option<String> {
    let section = sections().into_iter().find(|each| each.path == section)?;
    let setting = section.settings.into_iter().find(|each| each.key == key)?;
    Some(setting.example.clone().unwrap_or_else(|| setting.line()))
}

/// Returns the keys of the sections below `parent` whose names the operator chooses, each with an example, as TOML.
pub(super) fn chosen(parent: &str) -> String {
    let path = format!("{parent}.{CHOSEN}");
    let sections = sections().into_iter().filter(|each| each.path == path);
    sections.flat_map(|section| section.settings).map(|setting| setting.line() + "\n").collect()
}

fn parse(manual: &str) -> Vec<Section> {
    let mut sections: Vec<Section> = Vec::new();
    let mut above = Setting::default();
    let mut is_commented_out = false;
    for line in manual.lines() {
        if line.is_empty() {
            above = Setting::default();
            is_commented_out = false;
            continue;
        }
        let bare = line.strip_prefix("# ").unwrap_or(line);
        is_commented_out |= bare != line && header(bare).is_some();
        let line = if is_commented_out { bare } else { line };
        if let Some(example) = line.strip_prefix("# Example: ") {
            above.example = Some(example.to_owned());
        } else if let Some(text) = line.strip_prefix("# ") {
            if !above.text.is_empty() {
                above.text.push(' ');
            }
            above.text.push_str(text);
        } else if let Some(path) = header(line) {
            let text = std::mem::take(&mut above).text;
            let mut section = Section { path: path.to_owned(), text, ..Section::default() };
            if let Some((parent, _)) = path.rsplit_once('.').filter(|_| is_commented_out) {
                section.path = format!("{parent}.{CHOSEN}");
                section.example = Some(format!("{line}\n"));
            }
            sections.push(section);
        } else if let (Some((key, value)), Some(section)) = (line.split_once(" = "), sections.last_mut()) {
            let (key, value) = (key.to_owned(), value.to_owned());
            let setting = Setting { key, value, ..std::mem::take(&mut above) };
            if let Some(example) = &mut section.example {
                example.push_str(&setting.line());
                example.push('\n');
            }
            section.settings.push(setting);
        }
    }
    sections
}

/// Returns the path in a line `[path]`.
fn header(line: &str) -> Option<&str> {
    line.strip_prefix('[')?.strip_suffix(']')
}

#[cfg(test)]
mod tests {
    use toml::{Table, Value};

    use super::*;
    use crate::paths::{join, leaves};

    #[test]
    fn the_manual_describes_every_section_and_every_setting() {
        let sections = sections();
        let (chosen, fixed): (Vec<_>, Vec<_>) = sections.iter().partition(|each| each.example.is_some());
        let mut paths = Vec::new();
        let defaults: Table = toml::from_str(DEFAULTS).unwrap();
        for section in &fixed {
            for setting in &section.settings {
                let path = join(&section.path, &setting.key);
                let alone: Table = toml::from_str(&setting.line()).unwrap();
                assert_eq!(crate::paths::find(&defaults, &path), alone.get(&setting.key), "{path}");
                paths.push(path);
            }
        }
        paths.sort();
        // A reference to a secret is a table in TOML, but a single setting.
        let mut known: Vec<_> =
            leaves(&defaults).iter().map(|path| path.trim_end_matches(".env").to_owned()).collect();
        known.sort();
        assert_eq!(paths, known);
        for section in &sections {
            let texts = section.settings.iter().map(|setting| &setting.text).chain([&section.text]);
            let described = texts.filter(|text| text.ends_with(['.', ':'])).count();
            // A section whose name the operator chooses is described with its parent.
            assert_eq!(
                described,
                section.settings.len() + usize::from(section.example.is_none()),
                "{}",
                section.path
            );
        }
        assert_eq!(
            chosen.iter().map(|each| each.path.as_str()).collect::<Vec<_>>(),
            ["models.NAME", "agents.NAME", "chats.NAME", "mcp.NAME", "mcp.NAME"]
        );
    }

    #[test]
    fn a_section_whose_name_the_operator_chooses_is_commented_out() {
        let manual = "# All.\n[a]\n# # One of them.\n# [a.b]\n# # The key.\n# # Example: c = 2\n# c = 1\n\n# More.\n[d]\n";
        let parsed = parse(manual);
        assert_eq!(parsed.iter().map(|each| each.path.as_str()).collect::<Vec<_>>(), ["a", "a.NAME", "d"]);
        assert_eq!(parsed[1].example.as_deref(), Some("[a.b]\nc = 1\n"));
        let setting = Setting {
            key: "c".into(),
            value: "1".into(),
            text: "The key.".into(),
            example: Some("c = 2".into()),
        };
        assert_eq!(parsed[1].settings, [setting]);
        let specialist: Table = toml::from_str(&chosen("agents")).unwrap();
        assert!(matches!(specialist["tools"], Value::Array(_)));
    }
}
