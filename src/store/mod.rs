//! Stored data, one file for each aggregate. Every function takes the caller's transaction.

pub mod approvals;
pub mod attachments;
pub mod audit;
pub mod calls;
pub mod export;
pub mod forget;
pub mod grants;
pub mod inbox;
pub mod leases;
pub mod links;
pub mod marks;
pub mod missed;
pub mod note_lists;
pub mod notes;
pub mod outbox;
pub mod outputs;
pub mod pauses;
pub mod people;
pub mod retention;
pub mod runs;
pub mod schedule_lists;
pub mod schedules;
pub mod scratchpad;
pub mod search;
pub mod sessions;
pub mod summaries;
pub mod toolset_state;
pub mod turns;
pub mod unindexed;
pub mod usage;
pub mod vectors;

#[cfg(test)]
pub mod testing;
#[cfg(test)]
mod tests;
