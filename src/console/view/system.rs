//! The program, the places of its files, the copies of the database, and the process with the effective settings. Only
//! the owner sees them.

use std::{env::consts, path, path::Path};

use adjutant_domain::timestamp::Timestamp;
use adjutant_store::people::{Role, User};
use adjutant_texts::console::{Kept, kept};
use serde::Serialize;
use tokio::task::spawn_blocking;

use crate::{
    backups,
    console::system::{self, Setting},
    core::Core,
    health,
};

#[derive(Debug, Default, Serialize)]
pub(super) struct System {
    is_owner: bool,
    version: &'static str,
    /// The target and the options of the program's build.
    build: String,
    started_at: Option<Timestamp>,
    /// Files and folders of the gateway, with display names.
    paths: Vec<(&'static str, String)>,
    backups: Backups,
}

#[derive(Debug, Default, Serialize)]
struct Backups {
    /// A cron expression; empty if there are no scheduled copies.
    schedule: String,
    keep: u32,
    /// The copies, newest first.
    copies: Vec<Copy>,
    /// Why the copies cannot be listed.
    failure: Option<String>,
}

#[derive(Debug, Serialize)]
struct Copy {
    name: String,
    at: Timestamp,
    bytes: u64,
}

#[derive(Debug, Default, Serialize)]
pub(super) struct Process {
    id: u32,
    /// Bytes of memory.
    memory: Option<u64>,
    cpu_ms: Option<u64>,
    /// The number of open files and connections.
    files: Option<u64>,
    settings: Vec<Setting>,
}

/// Reads the process's resources and settings; empty for anybody but the owner.
pub(super) fn process(core: &Core, viewer: &User) -> Process {
    if viewer.role != Role::Owner {
        return Process::default();
    }
    let figures = health::figures();
    Process {
        id: std::process::id(),
        memory: figures.map(|figures| figures.memory),
        cpu_ms: figures.map(|figures| figures.cpu_millis),
        files: figures.map(|figures| figures.files),
        settings: system::settings(&core.config, &core.redactor),
    }
}

/// Reads the rest. A disk may be slow, so this occupies no thread of the database.
pub(super) async fn read(core: &Core, viewer: &User) -> System {
    if viewer.role != Role::Owner {
        return System::default();
    }
    let folder = backups::folder(&core.config);
    let listed = spawn_blocking(move || backups::list(&folder)).await;
    let (listed, failure) = match listed {
        Ok(Ok(listed)) => (listed, None),
        Ok(Err(error)) => (Vec::new(), Some(error.to_string())),
        Err(error) => (Vec::new(), Some(error.to_string())),
    };
    let copies =
        listed.into_iter().map(|copy| Copy { name: copy.name, at: copy.at.into(), bytes: copy.bytes });
    let backup = &core.config.backup;
    let profile = if cfg!(debug_assertions) { "debug" } else { "release" };
    System {
        is_owner: true,
        version: env!("CARGO_PKG_VERSION"),
        build: format!("{} {}, {profile}", consts::OS, consts::ARCH),
        started_at: Some(core.started_at),
        paths: paths(core),
        backups: Backups {
            schedule: backup.schedule.clone(),
            keep: backup.keep,
            copies: copies.collect(),
            failure,
        },
    }
}

fn paths(core: &Core) -> Vec<(&'static str, String)> {
    let config = &core.config;
    let shown = |path: &Path| path::absolute(path).unwrap_or_else(|_| path.to_owned()).display().to_string();
    let program = std::env::current_exe().ok();
    let mut paths: Vec<_> = program.iter().map(|program| (Kept::Program, shown(program))).collect();
    paths.extend([
        (Kept::Database, shown(core.db.path())),
        (Kept::Copies, shown(&backups::folder(config))),
        (Kept::Files, shown(&adjutant_tools::workspace_root(config))),
        (Kept::Websites, shown(&adjutant_tools::sites_folder(config))),
        (Kept::Key, core.vault.key_is_in()),
    ]);
    paths.into_iter().map(|(what, path)| (kept(what), path)).collect()
}
