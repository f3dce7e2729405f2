//! Features of every channel. Each conversation runs over Telegram, Discord and the chat page.

/// Runs each conversation over every adapter, with the attributes from the list.
macro_rules! over_every_channel {
    ($($(#[$attribute:meta])* $conversation:ident),+ $(,)?) => {
        mod telegram {
            $(#[tokio::test]
            $(#[$attribute])*
            async fn $conversation() {
                super::$conversation::<crate::harness::OnTelegram>().await;
            })+
        }
        mod discord {
            $(#[tokio::test]
            $(#[$attribute])*
            async fn $conversation() {
                super::$conversation::<crate::harness::OnDiscord>().await;
            })+
        }
        mod web {
            $(#[tokio::test]
            $(#[$attribute])*
            async fn $conversation() {
                super::$conversation::<crate::harness::OnWeb>().await;
            })+
        }
    };
}

mod approvals;
mod approval_list;
mod backups;
mod charts;
mod chat_schedules;
mod choices;
mod clock;
mod code;
mod commands;
pub(crate) mod contact_forms;
mod documents;
mod edits;
mod saved_documents;
mod fallbacks;
mod file_list;
mod files;
mod full;
pub(crate) mod hooks;
mod languages;
mod late_messages;
mod long_outputs;
mod mcp;
mod memory;
mod memory_lists;
mod models;
mod outages;
mod overdue;
mod pages;
mod pictures;
mod plain_words;
mod plan;
mod planted_secrets;
mod poison;
mod privacy;
mod queue;
mod programs;
pub(crate) mod published_sites;
mod progress;
mod reasoning;
mod recurrence;
mod rehearsed;
mod questions;
mod replies;
mod research;
mod schedule_messages;
mod schedules;
mod seeing;
mod site;
mod site_command;
mod site_conversations;
mod site_entries;
mod site_files;
mod site_pictures;
mod site_posts;
mod site_search;
mod site_stock_photos;
mod site_stories;
pub(crate) mod shell;
pub(crate) mod sidecar;
mod scratchpad;
mod skills;
mod steered;
pub(crate) mod speech;
mod suggestions;
mod tables;
mod times;
mod toolsets;
mod turns;
mod unlocked;
mod vault;
mod voice_answers;
mod within_limits;
