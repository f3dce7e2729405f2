//! Features of every channel. Each conversation runs over Telegram, Discord and the chat page.

/// Runs each conversation over every adapter.
macro_rules! over_every_channel {
    ($($conversation:ident),+ $(,)?) => {
        mod telegram {
            $(#[tokio::test]
            async fn $conversation() {
                super::$conversation::<crate::harness::OnTelegram>().await;
            })+
        }
        mod discord {
            $(#[tokio::test]
            async fn $conversation() {
                super::$conversation::<crate::harness::OnDiscord>().await;
            })+
        }
        mod web {
            $(#[tokio::test]
            async fn $conversation() {
                super::$conversation::<crate::harness::OnWeb>().await;
            })+
        }
    };
}

mod approvals;
mod choices;
mod clock;
mod commands;
mod files;
mod full;
mod late_messages;
mod long_outputs;
mod memory;
mod memory_lists;
mod pages;
mod poison;
mod privacy;
mod progress;
mod replies;
mod schedules;
mod scratchpad;
mod steered;
mod times;
mod chat_schedules;
mod turns;
