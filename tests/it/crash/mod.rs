//! The real binary, killed in the middle of its work and restarted on the same database. The platform, the model and
//! the web continue to run in the test process.

/// Runs each story over both platforms.
macro_rules! over_both_platforms {
    ($($story:ident),+ $(,)?) => {
        mod telegram {
            $(#[tokio::test]
            async fn $story() {
                super::$story::<adjutant_simulators::telegram::Telegram>().await;
            })+
        }
        mod discord {
            $(#[tokio::test]
            async fn $story() {
                super::$story::<adjutant_simulators::discord::Discord>().await;
            })+
        }
    };
}

/// Runs each story over both platforms, once with kills and once with power cuts.
macro_rules! under_kills_and_power_cuts {
    ($($story:ident),+ $(,)? $(; kills only: $($killed:ident),+ $(,)?)?) => {
        over_both_platforms!($($story,)+ $($($killed),+)?);

        mod power_cuts {
            mod telegram {
                $(#[tokio::test]
                async fn $story() {
                    crate::crash::harness::cut_power();
                    super::super::$story::<adjutant_simulators::telegram::Telegram>().await;
                })+
            }
            mod discord {
                $(#[tokio::test]
                async fn $story() {
                    crate::crash::harness::cut_power();
                    super::super::$story::<adjutant_simulators::discord::Discord>().await;
                })+
            }
        }
    };
}

mod contact_forms;
mod database;
mod harness;
mod health;
mod platform;
mod power;

mod albums;
mod approvals;
mod chaos;
mod charts;
mod commands;
mod compaction;
mod delegation;
mod discord;
mod exports;
mod forgetting;
mod hooks;
mod indexing;
mod logs;
mod many;
mod pictures;
mod plans;
mod processes;
mod programs;
mod publishing;
mod questions;
mod receiving;
mod research;
mod schedules;
mod sending;
mod shards;
mod sign_in;
mod site_templates;
mod starting;
mod steering;
mod tables;
mod traces;
mod voice_answers;
mod working;
