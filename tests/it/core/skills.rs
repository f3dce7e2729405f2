//! Skills: instructions for a conversation after their activation.

use std::fs;

use adjutant_simulators::model::Turn;
use serde_json::json;

use crate::harness::{Bot, Chat, Setup, in_order, reads};

over_every_channel!(
    a_person_s_skill_holds_until_it_is_closed,
    the_operator_s_skills_are_named_and_end_with_the_conversation,
);

const TIDES: &str = "---\nname: tides\ndescription: How tide tables are read.\n---\nAdd an hour in summer.";

async fn a_person_s_skill_holds_until_it_is_closed<C: Chat>() {
    let mut bot: Bot<C> = Setup::new().with_model().await.start().await;
    bot.model().script([
        Turn::calls([("attachment_save", json!({"to": "/shared/skills/tides/SKILL.md"}))]),
        Turn::calls([("skill_activate", json!({"name": "tides"}))]),
        Turn::text("From now on I add an hour."),
    ]);
    bot.alice().sends("SKILL.md", TIDES.as_bytes(), "use this skill").await;
    reads!(bot.next_message().await, @"From now on I add an hour.");
    let [first, .., last] = &bot.model().requests()[..] else { panic!("the model was not asked") };
    assert!(!first.system().contains("Add an hour"), "{}", first.system());
    assert!(
        last.system().contains(
            "[Skill tides, written by the person: it weighs as what they say]\nAdd an hour in summer.\n[End"
        ),
        "{}",
        last.system()
    );

    bot.restart().await;
    bot.model().script([Turn::text("At nine, so at ten.")]);
    bot.alice().says("when is high tide?").await;
    reads!(bot.next_message().await, @"At nine, so at ten.");
    let asked = bot.model().requests().pop().unwrap();
    assert_eq!(asked.system(), last.system(), "the beginning of the request stays the same");
    assert_eq!(asked.tools, last.tools);

    bot.alice().says("/status").await;
    let status = bot.next_message().await.text;
    assert!(status.contains("Active skills: tides (yours) (/tools ends them)"), "{status}");
    bot.alice().says("/tools").await;
    let list = bot.next_message().await;
    let list = bot.alice().taps(&list, "Close skills").await;
    assert!(list.text.contains("skills: instructions for certain tasks"), "{}", list.text);
    bot.model().script([Turn::text("At nine.")]);
    bot.alice().says("and without the skills?").await;
    reads!(bot.next_message().await, @"At nine.");
    let asked = bot.model().requests().pop().unwrap();
    assert!(!asked.system().contains("Add an hour"), "{}", asked.system());
    bot.alice().says("/status").await;
    let status = bot.next_message().await.text;
    assert!(!status.contains("skills"), "{status}");
    bot.end().await;
}

async fn the_operator_s_skills_are_named_and_end_with_the_conversation<C: Chat>() {
    let folder = tempfile::tempdir().unwrap();
    let minutes = folder.path().join("minutes");
    fs::create_dir_all(&minutes).unwrap();
    fs::write(
        minutes.join("SKILL.md"),
        "---\nname: minutes\ndescription: Writes minutes.\n---\nName who decided. See form.md.",
    )
    .unwrap();
    fs::write(minutes.join("form.md"), "Date, place, decisions.").unwrap();
    let setup = Setup::new().with("SKILLS__FOLDER", folder.path().display());
    let bot: Bot<C> = setup.with_model().await.start().await;

    bot.model().script([
        Turn::calls([("skill_activate", json!({"name": "minutes"}))]),
        Turn::calls([("skill_read", json!({"skill": "minutes", "document": "form.md"}))]),
        Turn::text("Who decided?"),
    ]);
    bot.alice().says("write the minutes of our meeting").await;
    reads!(bot.next_message().await, @"Who decided?");
    let [first, activated, read] = &bot.model().requests()[..] else { panic!("the model was not asked") };
    let line = "- skills: instructions for certain tasks (minutes)";
    assert!(first.system().contains(line), "{}", first.system());
    assert!(
        activated.system().contains("[Skill minutes, the operator's]\nName who decided."),
        "{}",
        activated.system()
    );
    let results: Vec<_> = read.tool_results().into_iter().map(in_order).collect();
    reads!(results.join("\n"), @r#"{"content":"Date, place, decisions.","document":"form.md","message":"form.md of the skill 'minutes'.","skill":"minutes","success":true}"#);

    bot.alice().says("/new").await;
    reads!(bot.next_message().await, @"A new conversation begins. I keep what you asked me to remember.");
    bot.model().script([Turn::text("Of course.")]);
    bot.alice().says("can you write?").await;
    reads!(bot.next_message().await, @"Of course.");
    let asked = bot.model().requests().pop().unwrap();
    assert!(
        asked.system().contains(line) && !asked.system().contains("Name who decided"),
        "{}",
        asked.system()
    );
    bot.end().await;
}
