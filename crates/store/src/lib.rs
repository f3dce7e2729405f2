//! The gateway's storage: the database, and SQL with one file for each aggregate. Every function takes the caller's
//! transaction.

pub mod db;
pub mod documents;
pub mod process;

pub mod approvals;
pub mod arrival;
pub mod attachments;
pub mod audit;
pub mod calls;
pub mod chosen_model;
pub mod console;
pub mod export;
pub mod file_origins;
pub mod file_usage;
pub mod first_bots;
pub mod forget;
pub mod grants;
pub mod holdings;
pub mod hooks;
pub mod inbox;
pub mod index_queue;
pub mod last_run;
pub mod late_messages;
pub mod leases;
pub mod links;
pub mod note_lists;
pub mod mcp_clients;
pub mod notes;
pub mod open_toolsets;
pub mod outbox;
pub mod overlong_backoffs;
pub mod outputs;
pub mod owner_reads;
pub mod people;
pub mod pictures;
pub mod plans;
pub mod receive_cursor;
pub mod reasoning;
pub mod retention;
pub mod runs;
pub mod schedule_lists;
pub mod schedules;
pub mod scratchpad;
pub mod search;
pub mod secrets;
pub mod sessions;
pub mod set_aside;
pub mod site;
pub mod suggestions;
pub mod summaries;
pub mod table_form;
pub mod timeline;
pub mod toolset_state;
pub mod turns;
pub mod usage;
pub mod vectors;
pub mod while_busy;
pub mod voice_answers;

#[cfg(any(test, feature = "testing"))]
pub mod testing;
#[cfg(test)]
mod tests;
