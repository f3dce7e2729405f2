//! The usable tools of a server: chosen, named, described and bounded.

use std::{
    collections::{BTreeMap, HashSet},
    sync::Arc,
};

use adjutant_domain::ids;
use adjutant_tools::kit::Entry;
use globset::{Glob, GlobSet, GlobSetBuilder};
use rmcp::model::Tool;
use serde_json::Value;

use super::{prompts::Prompt, schema, tool::ServerTool};
use crate::{connection::Listed, server::Server};

/// The longest name of a tool that model servers accept.
const MAX_NAME: usize = 64;
/// The number of hexadecimal digits that distinguish two equal names.
const HASHED: usize = 6;
/// The room for the schemas and descriptions of all tools of a server, in bytes: they cost input tokens.
const MAX_TOTAL: usize = 128 * 1024;
/// How many left-out tools are listed one by one.
const MAX_TOLD: usize = 10;

/// The tools of a server's last list.
#[derive(Default)]
pub(crate) struct Catalogue {
    pub tools: Vec<Arc<Entry>>,
    /// The fingerprints, by the server's names.
    fingerprints: BTreeMap<String, String>,
    pub has_resources: bool,
    pub prompts: Vec<Prompt>,
    /// The unused tools, one line each, with the reason.
    pub left_out: Vec<String>,
}

impl Catalogue {
    /// Returns whether the server has this tool, with this fingerprint.
    pub fn has(&self, tool: &str, fingerprint: &str) -> bool {
        self.fingerprints.get(tool).is_some_and(|it| it == fingerprint)
    }
}

/// Builds the catalogue from a server's list of tools.
pub(crate) fn catalogue(server: &Arc<Server>, listed: Listed) -> Catalogue {
    let chosen = chosen(&server.settings.tools);
    let (mut catalogue, mut left_out, mut taken, mut total) =
        (Catalogue::default(), Vec::new(), HashSet::new(), 0);
    for tool in listed.tools.into_iter().filter(|tool| chosen.is_match(tool.name.as_ref())) {
        let own = adjutant_domain::shown::elided(&adjutant_domain::shown::line(&tool.name), MAX_NAME);
        if catalogue.tools.len() >= server.settings.max_tools as usize {
            left_out.push(format!("{own}: there are more tools than max_tools"));
            continue;
        }
        let parameters = match schema::cleaned(&tool.input_schema) {
            Ok(parameters) => parameters,
            Err(why) => {
                left_out.push(format!("{own}: {why}"));
                continue;
            }
        };
        if catalogue.fingerprints.contains_key(tool.name.as_ref()) {
            left_out.push(format!("{own}: it is listed twice"));
            continue;
        }
        let Some(name) = named(&server.name, &tool.name, &taken) else {
            left_out.push(format!("{own}: another tool has its name"));
            continue;
        };
        let fingerprint = fingerprint(&tool);
        let made = ServerTool::new(server, name.clone(), &tool, (parameters, fingerprint.clone()));
        total += made.size();
        if total > MAX_TOTAL {
            left_out
                .push(format!("{own}: the descriptions of all tools take more than {} KB", MAX_TOTAL >> 10));
            continue;
        }
        taken.insert(name);
        catalogue.fingerprints.insert(tool.name.into_owned(), fingerprint);
        catalogue.tools.push(Arc::new(Entry::new(server.name.clone(), Arc::new(made))));
    }
    if listed.unread > 0 {
        left_out.push(format!("{} that are not as the protocol says", listed.unread));
    }
    let more = left_out.len().saturating_sub(MAX_TOLD);
    left_out.truncate(MAX_TOLD);
    if more > 0 {
        left_out.push(format!("and {more} more"));
    }
    Catalogue { left_out, ..catalogue }
}

/// Returns the patterns of the setting; an invalid one matches only its own text.
fn chosen(patterns: &[String]) -> GlobSet {
    let mut set = GlobSetBuilder::new();
    for pattern in patterns {
        // A star is the only special character.
        let literal: Vec<_> = pattern.split('*').map(globset::escape).collect();
        if let Ok(glob) = Glob::new(&literal.join("*")) {
            set.add(glob);
        }
    }
    set.build().unwrap_or_default()
}

/// Returns the model's name for a tool: `SERVER_TOOL`. A name that had to be cut, or is taken, ends with digits derived
/// from the server's own name for it. Returns `None` if that name is taken, too.
fn named(server: &str, tool: &str, taken: &HashSet<String>) -> Option<String> {
    let clean = |c: char| if c.is_ascii_alphanumeric() || c == '-' { c } else { '_' };
    let whole: String = server.chars().chain(['_']).chain(tool.chars().map(clean)).collect();
    if whole.len() <= MAX_NAME && !taken.contains(&whole) {
        return Some(whole);
    }
    let hash = ids::sha256(tool);
    let room = MAX_NAME - HASHED - 1;
    let cut = format!("{}_{}", &whole[..whole.len().min(room)], &hash[..HASHED]);
    (!taken.contains(&cut)).then_some(cut)
}

/// Returns a digest that changes with a tool's description, schema and hints, but not with the order of their fields.
fn fingerprint(tool: &Tool) -> String {
    let whole = serde_json::to_value(tool).unwrap_or_default();
    ids::sha256(&sorted(&whole).to_string())[..16].to_owned()
}

fn sorted(value: &Value) -> Value {
    match value {
        Value::Object(fields) => {
            let fields: BTreeMap<_, _> = fields.iter().map(|(key, value)| (key, sorted(value))).collect();
            fields.into_iter().map(|(key, value)| (key.clone(), value)).collect()
        }
        Value::Array(items) => items.iter().map(sorted).collect(),
        other => other.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_what_model_servers_take_and_differ() {
        let mut taken = HashSet::new();
        let mut name = |tool: &str| {
            let name = named("my-house", tool, &taken).unwrap();
            assert!(name.len() <= MAX_NAME && name.is_ascii(), "{name}");
            assert!(taken.insert(name.clone()), "{name} is taken");
            name
        };
        assert_eq!(name("turn.on"), "my-house_turn_on");
        assert_eq!(name("turn/on"), "my-house_turn_on_663143");
        assert_eq!(name("Größe"), "my-house_Gr__e");
        assert!(name(&"x".repeat(200)).starts_with("my-house_xxx"));
        assert!(name(&"x".repeat(201)).starts_with("my-house_xxx"));
        taken.insert("my-house_turn-on".to_owned());
        taken.insert(format!("my-house_turn-on_{}", &ids::sha256("turn-on")[..HASHED]));
        assert_eq!(named("my-house", "turn-on", &taken), None);
    }

    #[test]
    fn a_star_stands_for_any_characters_and_nothing_else_is_special() {
        let chosen = chosen(&["issue_*".to_owned(), "a[b]{c,d}?".to_owned()]);
        for (name, fits) in [
            ("issue_close", true),
            ("issue_", true),
            ("issues", false),
            ("a[b]{c,d}?", true),
            ("abc1", false),
        ] {
            assert_eq!(chosen.is_match(name), fits, "{name}");
        }
    }

    #[test]
    fn a_fingerprint_changes_with_each_part_of_a_tool_and_not_with_their_order() {
        let tool = |json: &str| fingerprint(&serde_json::from_str(json).unwrap());
        let plain = tool(r#"{"name":"a","description":"b","inputSchema":{"type":"object","properties":{}}}"#);
        let turned = r#"{"inputSchema":{"properties":{},"type":"object"},"description":"b","name":"a"}"#;
        assert_eq!(tool(turned), plain);
        for changed in [
            r#"{"name":"a","description":"c","inputSchema":{"type":"object","properties":{}}}"#,
            r#"{"name":"a","description":"b","inputSchema":{"type":"object","properties":{"x":{}}}}"#,
            r#"{"name":"a","description":"b","inputSchema":{"type":"object","properties":{}},
                "annotations":{"readOnlyHint":true}}"#,
        ] {
            assert_ne!(tool(changed), plain, "{changed}");
        }
    }
}
