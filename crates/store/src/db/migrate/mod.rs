//! Migrations, which bring a database file to the newest schema one version at a time.

use std::path::Path;

use anyhow::{Context, Result, ensure};
use libsql::Connection;

use super::in_full;

/// All migrations, in order, each with the schema version that it produces. Only append: a migration that has shipped
/// is never edited.
pub(super) const MIGRATIONS: &[(i64, &str)] = &[
    (1, include_str!("../../../../../migrations/0001_core.sql")),
    (2, include_str!("../../../../../migrations/0002_tool_kit.sql")),
    (3, include_str!("../../../../../migrations/0003_discord.sql")),
    (4, include_str!("../../../../../migrations/0004_memory.sql")),
    (5, include_str!("../../../../../migrations/0005_shareable_notes.sql")),
    (6, include_str!("../../../../../migrations/0006_scheduler.sql")),
    (7, include_str!("../../../../../migrations/0007_budgets.sql")),
    (8, include_str!("../../../../../migrations/0008_runs_looked_up.sql")),
    (9, include_str!("../../../../../migrations/0009_trust.sql")),
    (10, include_str!("../../../../../migrations/0010_bots_and_threads.sql")),
    (11, include_str!("../../../../../migrations/0011_clock.sql")),
    (12, include_str!("../../../../../migrations/0012_gone_chats.sql")),
    (13, include_str!("../../../../../migrations/0013_flat.sql")),
    (14, include_str!("../../../../../migrations/0014_turns.sql")),
    (15, include_str!("../../../../../migrations/0015_merging.sql")),
    (16, include_str!("../../../../../migrations/0016_claims.sql")),
    (17, include_str!("../../../../../migrations/0017_suggestions.sql")),
    (18, include_str!("../../../../../migrations/0018_rows.sql")),
    (19, include_str!("../../../../../migrations/0019_own_words.sql")),
    (20, include_str!("../../../../../migrations/0020_zone_data.sql")),
    (21, include_str!("../../../../../migrations/0021_held_results.sql")),
    (22, include_str!("../../../../../migrations/0022_note_edits.sql")),
    (23, include_str!("../../../../../migrations/0023_knocks.sql")),
    (24, include_str!("../../../../../migrations/0024_dead_letters.sql")),
    (25, include_str!("../../../../../migrations/0025_vault.sql")),
    (26, include_str!("../../../../../migrations/0026_hooks.sql")),
    (27, include_str!("../../../../../migrations/0027_hosts_for_everybody.sql")),
    (28, include_str!("../../../../../migrations/0028_mcp_clients.sql")),
    (29, include_str!("../../../../../migrations/0029_approved_basis.sql")),
    (30, include_str!("../../../../../migrations/0030_questions.sql")),
    (31, include_str!("../../../../../migrations/0031_pictures.sql")),
    (32, include_str!("../../../../../migrations/0032_passages.sql")),
    (33, include_str!("../../../../../migrations/0033_cached.sql")),
    (34, include_str!("../../../../../migrations/0034_interrupted.sql")),
    (35, include_str!("../../../../../migrations/0035_voice_answers.sql")),
    (36, include_str!("../../../../../migrations/0036_reasoning.sql")),
    (37, include_str!("../../../../../migrations/0037_schedule_model.sql")),
    (38, include_str!("../../../../../migrations/0038_pictures_of_steps.sql")),
    (39, include_str!("../../../../../migrations/0039_album_messages.sql")),
    (40, include_str!("../../../../../migrations/0040_unreadable.sql")),
    (41, include_str!("../../../../../migrations/0041_files_of_groups.sql")),
    (42, include_str!("../../../../../migrations/0042_site.sql")),
    (43, include_str!("../../../../../migrations/0043_site_revision_subjects.sql")),
    (44, include_str!("../../../../../migrations/0044_site_pictures.sql")),
    (45, include_str!("../../../../../migrations/0045_site_posts.sql")),
    (46, include_str!("../../../../../migrations/0046_site_messages.sql")),
    (47, include_str!("../../../../../migrations/0047_site_entries.sql")),
    (48, include_str!("../../../../../migrations/0048_site_sharing.sql")),
    (49, include_str!("../../../../../migrations/0049_site_texts.sql")),
    (50, include_str!("../../../../../migrations/0050_console.sql")),
    (51, include_str!("../../../../../migrations/0051_languages.sql")),
    (52, include_str!("../../../../../migrations/0052_usage_by_model.sql")),
    (53, include_str!("../../../../../migrations/0053_recurrence_rules.sql")),
    (54, include_str!("../../../../../migrations/0054_withdrawn_notes.sql")),
    (55, include_str!("../../../../../migrations/0055_secret_messages.sql")),
    (56, include_str!("../../../../../migrations/0056_schedules_over.sql")),
];

/// The schema of a new database, and its version: the result of the migrations up to that version, in one piece. It
/// shortens the time to the first message of a new installation.
const BASELINE: (i64, &str) = (53, include_str!("../../../../../migrations/schema_0053.sql"));

/// Repairs for versions that early builds created differently: the version, a query that detects such a database, and
/// the SQL that repairs it.
const REPAIRS: &[(i64, &str, &str)] = &[
    (
        1,
        "SELECT 1 FROM pragma_table_info('turns') WHERE name = 'leg'",
        include_str!("../../../../../migrations/0001_repair.sql"),
    ),
    (
        2,
        "SELECT 1 FROM sqlite_schema WHERE name = 'scratchpads'
             AND NOT EXISTS (SELECT 1 FROM pragma_table_info('scratchpads') WHERE name = 'untrusted')",
        include_str!("../../../../../migrations/0002_repair.sql"),
    ),
];

/// Applies the missing migrations, all or none.
pub(super) async fn migrate(connection: &Connection) -> Result<()> {
    migrate_to(connection, MIGRATIONS).await
}

/// Returns the schema version that this program works with.
pub(super) fn newest() -> i64 {
    newest_of(MIGRATIONS)
}

fn newest_of(migrations: &[(i64, &str)]) -> i64 {
    migrations.last().map_or(0, |(version, _)| *version)
}

/// Returns an error if a database was made by a newer program.
pub(super) fn check_not_newer(version: i64) -> Result<()> {
    let newest = newest();
    ensure!(
        version <= newest,
        "the database has schema version {version}, and this program knows versions up to {newest}; run the newer \
         program that made it, or restore a backup"
    );
    Ok(())
}

/// Returns an error if a database belongs to another program.
pub(super) async fn ensure_own(connection: &Connection, path: &Path) -> Result<()> {
    ensure!(
        is_own(connection).await?,
        "{} is a database of another program; set [database] url to another file",
        in_full(path).display()
    );
    Ok(())
}

/// Returns whether a database is one of this program, or has no tables yet.
pub(super) async fn is_own(connection: &Connection) -> Result<bool> {
    let tables = match version(connection).await? {
        0 => "SELECT count(*) = 0 FROM sqlite_schema WHERE name NOT LIKE 'sqlite~_%' ESCAPE '~'",
        // These tables have been there since version 1.
        _ => {
            "SELECT count(*) = 4 FROM sqlite_schema
              WHERE type = 'table' AND name IN ('users', 'identities', 'sessions', 'outbox')"
        }
    };
    let mut rows = connection.query(tables, ()).await?;
    Ok(rows.next().await?.context("the schema cannot be read")?.get(0)?)
}

pub(super) async fn migrate_to(connection: &Connection, migrations: &[(i64, &str)]) -> Result<()> {
    let newest = newest_of(migrations);
    let current = version(connection).await?;
    check_not_newer(current)?;
    if current == newest {
        return Ok(());
    }
    // Another process may have applied some meanwhile, so `apply` reads the version again inside the transaction.
    connection.execute("BEGIN IMMEDIATE", ()).await?;
    let done = apply_all(connection, migrations).await;
    let end = if done.is_ok() { "COMMIT" } else { "ROLLBACK" };
    connection.execute(end, ()).await?;
    done
}

async fn apply_all(connection: &Connection, migrations: &[(i64, &str)]) -> Result<()> {
    if version(connection).await? == 0 && BASELINE.0 <= newest_of(migrations) {
        apply(connection, BASELINE.0, BASELINE.1).await.context("the schema of a new database")?;
    }
    for (target, sql) in migrations {
        apply(connection, *target, sql).await.with_context(|| format!("migration {target}"))?;
    }
    Ok(())
}

async fn apply(connection: &Connection, target: i64, sql: &str) -> Result<()> {
    let current = version(connection).await?;
    if current >= target {
        return Ok(());
    }
    for (_, is_early, mend) in REPAIRS.iter().filter(|(version, ..)| *version == current) {
        if connection.query(is_early, ()).await?.next().await?.is_some() {
            connection.execute_batch(mend).await?;
        }
    }
    connection.execute_batch(sql).await?;
    connection.execute_batch(&format!("PRAGMA user_version = {target}")).await?;
    Ok(())
}

/// Returns the schema version of a database; 0 if it has no tables yet.
pub(super) async fn version(connection: &Connection) -> Result<i64> {
    let mut rows = connection.query("PRAGMA user_version", ()).await?;
    let row = rows.next().await?.context("the database has no version")?;
    Ok(row.get(0)?)
}

#[cfg(test)]
pub mod tests;
