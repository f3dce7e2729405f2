//! The list of all tools, printed for operators.

use adjutant_domain::policy::Effect;
use adjutant_tools::kit::{ApprovalMode, Entry, Registry};

use crate::approvals::policy::default_effect;

const HEAD: [&str; 7] = ["Tool", "Offered", "Tier", "Risk", "Permissions", "Approval", "What it does"];

/// Returns the list as text in aligned columns.
pub fn plain(registry: &Registry) -> String {
    let rows: Vec<_> = registry.all().map(|tool| row(registry, tool)).collect();
    let width = |i: usize| {
        let cells = rows.iter().map(|row| row[i].chars().count());
        cells.chain([HEAD[i].len()]).max().unwrap_or_default()
    };
    let widths: [usize; 7] = std::array::from_fn(width);
    let line = |cells: [&str; 7]| {
        let padded = cells.iter().zip(widths).map(|(cell, width)| format!("{cell:width$}"));
        padded.collect::<Vec<_>>().join("  ").trim_end().to_owned() + "\n"
    };
    let rows = rows.iter().map(|row| line(row.each_ref().map(String::as_str)));
    [line(HEAD)].into_iter().chain(rows).collect()
}

/// Returns the list as a Markdown table.
pub fn markdown(registry: &Registry) -> String {
    let line = |cells: [&str; 7]| format!("| {} |\n", cells.join(" | "));
    let rows = registry.all().map(|tool| {
        let mut cells = row(registry, tool);
        cells[0] = format!("`{}`", cells[0]);
        line(cells.each_ref().map(String::as_str))
    });
    [line(HEAD), line(["---"; 7])].into_iter().chain(rows).collect()
}

fn row(registry: &Registry, tool: &Entry) -> [String; 7] {
    let definition = &tool.definition;
    let needs = definition.needs.iter().map(ToString::to_string);
    let may_use = definition.may_use.iter().map(|permission| format!("({permission})"));
    [
        definition.name.clone(),
        offered(registry, tool),
        definition.tier.as_str().to_owned(),
        definition.risk.as_str().to_owned(),
        needs.chain(may_use).collect::<Vec<_>>().join(", "),
        approval(tool),
        definition.summary.clone(),
    ]
}

/// Returns the toolset that must be open for the tool to be offered, or `always`.
fn offered(registry: &Registry, tool: &Entry) -> String {
    if registry.is_on_demand(tool) { format!("with {}", tool.toolset) } else { "always".to_owned() }
}

/// Returns the default treatment of the tool's calls, in a direct chat and in a turn without untrusted content.
fn approval(tool: &Entry) -> String {
    match (default_effect(&tool.definition), tool.definition.asks) {
        (Effect::Allow, ApprovalMode::ByPolicy) => "runs".to_owned(),
        (Effect::Log, ApprovalMode::ByPolicy) => "runs, logged".to_owned(),
        (Effect::Allow | Effect::Log, ApprovalMode::Conditional(when)) => format!("asks {when}"),
        _ => "asks".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use adjutant_config::Config;
    use adjutant_sandbox::Sandbox;
    use adjutant_tools::registry;

    use super::*;

    #[test]
    fn the_documented_table_is_the_one_that_is_printed() {
        let documented = include_str!("../../docs/TOOLS.md");
        let table = markdown(&registry(&Config::default(), &Sandbox::own()));
        assert!(documented.contains(&table), "docs/TOOLS.md should hold this table:\n\n{table}");
    }
}
