//! A property test of isolation between people. Alice and Bob use every tool and command, each in a direct chat and
//! both in one group, where Bob is an approver. They quote their and the bot's messages, press each other's buttons,
//! and try to change each other's websites. All of a person's words in one place, including names of files, contain a
//! word that appears nowhere else. In the end one person's data is deleted, which takes nothing from the other.

use proptest::{prelude::*, test_runner::TestRunner};
use stage::Stage;

mod checks;
mod messages;
mod stage;
mod website;

const NAMES: [&str; 2] = ["alice", "bob"];
/// Each person's word in their direct chat, and their word in the group.
const WORDS: [[&str; 2]; 2] = [["quokka", "wombat"], ["axolotl", "narwhal"]];
/// The index of the approver, Bob.
const APPROVER: usize = 1;
/// Words in everybody's messages, so that a search for them returns everything that the person may see.
const SHARED: &str = "wifi code";

/// An action of a person in a chat.
#[derive(Clone, Debug)]
struct Deed {
    who: usize,
    in_group: bool,
    what: What,
}

#[derive(Clone, Debug)]
enum What {
    /// Sends a message that matches every note.
    Ask { with_file: bool },
    /// Lets the model call a tool; the seed selects its arguments.
    Call { tool: prop::sample::Index, seed: u64 },
    /// Sends a command, and requests the completions of its arguments.
    Command { command: prop::sample::Index, with_words: bool },
    /// Replies to a message, counted from the newest: any message of this chat, or of another chat.
    Quote { back: usize, elsewhere: bool },
    /// Presses a button of a message in the chat; `back` selects the message, counted from the newest. `beyond` selects
    /// the scope of an approval.
    Press { back: usize, button: prop::sample::Index, beyond: usize },
    /// Changes a website, perhaps the other person's; `change` selects the kind of change, `seed` its target.
    Website { change: usize, seed: usize },
    /// Waits until schedules are due.
    Wait,
}

fn deeds() -> impl Strategy<Value = Vec<Deed>> {
    let what = prop_oneof![
        2 => any::<bool>().prop_map(|with_file| What::Ask { with_file }),
        6 => (any::<prop::sample::Index>(), any::<u64>()).prop_map(|(tool, seed)| What::Call { tool, seed }),
        3 => (any::<prop::sample::Index>(), any::<bool>())
            .prop_map(|(command, with_words)| What::Command { command, with_words }),
        3 => (0..6_usize, prop::bool::weighted(0.2))
            .prop_map(|(back, elsewhere)| What::Quote { back, elsewhere }),
        5 => (0..3_usize, any::<prop::sample::Index>(), 0..4_usize)
            .prop_map(|(back, button, beyond)| What::Press { back, button, beyond }),
        3 => (0..website::CHANGES, any::<usize>())
            .prop_map(|(change, seed)| What::Website { change, seed }),
        1 => Just(What::Wait),
    ];
    let deed =
        (0..2_usize, any::<bool>(), what).prop_map(|(who, in_group, what)| Deed { who, in_group, what });
    prop::collection::vec(deed, 1..40)
}

#[test]
fn nothing_of_one_person_reaches_another() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    // Each case is a whole gateway, so there are few; PROPTEST_CASES sets another number.
    let cases = std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(16);
    let config =
        ProptestConfig { cases, max_shrink_iters: 200, failure_persistence: None, ..Default::default() };
    TestRunner::new(config)
        .run(&(deeds(), 0..2_usize), |(deeds, leaver)| {
            runtime.block_on(async {
                let mut stage = Stage::new().await?;
                for deed in &deeds {
                    stage.happens(deed).await?;
                }
                stage.searches_all().await?;
                stage.check_deciders().await?;
                stage.leaves(leaver).await
            })
        })
        .unwrap();
}

/// Checks that tools accept the generated arguments, so that the walk really calls them.
#[test]
fn every_tool_is_called_with_arguments_that_fit() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let stage = Stage::new().await.unwrap();
        for tool in stage.tools() {
            for seed in 0..64 {
                let arguments = stage.arguments(&tool, seed * 0x9e37_79b9, "quokka wifi code").await;
                let entry = stage.room.core.tools.get(&tool).unwrap();
                assert!(entry.parse(&arguments.to_string()).is_ok(), "{tool}: {arguments}");
            }
        }
    });
}
