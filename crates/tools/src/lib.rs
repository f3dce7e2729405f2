//! The tools that the model can call: one file for each family, built on the [`kit`].

// `#[tool]` names the tool kit by its path from outside, also in this crate.
extern crate self as adjutant_tools;

use std::{path::PathBuf, sync::Arc};

use adjutant_config::Config;
use adjutant_domain::policy::names;
use adjutant_sandbox::Sandbox;
use adjutant_workspace::{Blobs, Folder};

use kit::Registry;

pub mod code;
pub mod fetch;
pub mod kit;

mod ask_person;
mod cells;
mod chart;
pub mod decoders;
pub mod delegate;
pub mod files;
mod front_matter;
mod memory;
pub mod outputs;
mod page;
pub mod plan;
mod research;
pub mod schedule;
mod scratchpad;
pub mod shell;
pub mod site;
pub mod skills;
pub mod task;
pub mod toolsets;
pub mod vault;
pub mod web;

/// Registers all tools; each toolset offers those that the configuration allows. Untrusted work runs in `sandbox`.
pub fn registry(config: &Config, sandbox: &Sandbox) -> Registry {
    let here = std::env::current_dir().unwrap_or_default();
    let mut registry = Registry::new(&workspace_root(config), &here);
    registry.add(memory::Memory);
    registry.add(scratchpad::Scratchpad);
    registry.add(schedule::Schedules);
    registry.add(web::Web::new(config, sandbox.clone()));
    registry.add(vault::Vault);
    registry.add(files::Files::new(blobs(config), sandbox.clone()));
    registry.add(site::Site::new(config, sandbox.clone()));
    registry.add(code::Code::new(sandbox.clone()));
    registry.add(ask_person::Questions);
    registry.add(shell::Shell::new(config, sandbox.clone()));
    registry.add(skills::Skills::new(blobs(config)));
    registry.add(outputs::Outputs);
    registry.add(delegate::Agents::new(&config.agents));
    registry.add(toolsets::Toolsets);
    registry
}

/// Returns a line for each name in the settings that matches no tool: the name has no effect, and may be misspelt.
pub fn unknown_tool_names(registry: &Registry, config: &Config) -> Vec<String> {
    let rules = config.tools.rules.iter().zip(1..).filter_map(|(rule, number)| {
        rule.tool.as_ref().map(|name| (format!("[tools] rules, rule {number},"), name))
    });
    let specialists = config
        .agents
        .iter()
        .flat_map(|(agent, own)| own.tools.iter().map(move |name| (format!("[agents.{agent}] tools"), name)));
    let chats = config.chats.iter().flat_map(|(chat, own)| {
        own.tools.iter().flatten().map(move |name| (format!("[chats.{chat:?}] tools"), name))
    });
    rules
        .chain(specialists)
        .chain(chats)
        // This tool is made for each run of a schedule, so the registry does not list it.
        .filter(|(_, name)| *name != schedule::current::NAME)
        .filter(|(_, name)| !registry.all().any(|tool| names(name, tool.subject())))
        // The tools of a server are unknown until it is connected.
        .filter(|(_, name)| {
            let server = name.split('_').next().unwrap_or_default().trim_end_matches('*');
            !config.mcp.contains_key(server) && (server != "mcp" || config.mcp.is_empty())
        })
        .map(|(place, name)| format!("{place} names {name:?}, which matches no tool or toolset"))
        .collect()
}

/// Returns the storage of everybody's files.
pub fn blobs(config: &Config) -> Arc<dyn Blobs> {
    Arc::new(Folder::new(workspace_root(config)))
}

/// Returns the folder of everybody's files: as configured, else `AGENT_WORKSPACE_ROOT`, else beside the database. The
/// path is absolute, because commands begin in a folder of their own.
pub fn workspace_root(config: &Config) -> PathBuf {
    let named = || std::env::var_os("AGENT_WORKSPACE_ROOT").filter(|root| !root.is_empty()).map(Into::into);
    let root = config.tools.workspace.clone().or_else(named);
    let root = root.unwrap_or_else(|| config.database.url.beside(".files"));
    std::path::absolute(&root).unwrap_or(root)
}

/// Returns the folder to which sites are published, each below its name.
pub fn sites_folder(config: &Config) -> PathBuf {
    config.site.folder.clone().unwrap_or_else(|| config.database.url.beside(".sites"))
}

#[cfg(test)]
mod tests;
