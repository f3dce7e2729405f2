//! The plan of a conversation: one message in the chat, which each change edits.

use adjutant_simulators::model::Turn;
use serde_json::{Value, json};

use crate::harness::{Bot, Chat, Setup, reads};

over_every_channel!(
    a_plan_is_one_message_that_follows_the_work,
    a_plan_that_is_far_above_goes_on_below_and_the_person_clears_it,
    a_plan_made_from_other_people_s_words_is_only_named_to_later_turns,
);

fn plan(steps: &[(&str, &str)]) -> Turn {
    let steps: Vec<_> = steps.iter().map(|(text, state)| json!({ "text": text, "state": state })).collect();
    Turn::calls([("plan", json!({ "steps": steps }))])
}

async fn a_plan_is_one_message_that_follows_the_work<C: Chat>() {
    let mut bot: Bot<C> = Setup::new().with_model().await.start().await;
    let script = [plan(&[("Book *the* flight", "doing"), ("Pack", "open")]), Turn::text("I am on it.")];
    bot.model().script(script);
    bot.alice().says("help me with my trip, with a checklist").await;
    let shown = bot.next_message().await;
    reads!(shown, @"
    Plan: 0 of 2 done
    ▶ Book *the* flight
    ☐ Pack
    ");
    reads!(bot.next_message().await, @"I am on it.");
    let result = bot.model().requests().pop().unwrap().tool_results().concat();
    assert!(result.contains(r#""left":2"#) && !result.contains("Book"), "{result}");

    bot.restart().await;
    bot.model().script([plan(&[("Book *the* flight", "done"), ("Pack", "dropped")]), Turn::text("All set.")]);
    bot.alice().says("it is booked, and I take no bag").await;
    bot.alice().shows(&shown, "Plan: done\n☑ Book *the* flight\n✕ Pack").await;
    reads!(bot.next_message().await, @"All set.");
    let requests = bot.model().requests();
    let reminded = |at: usize| requests[at].present().contains("kept up to date");
    assert_eq!(
        [0, 1, 2, 3].map(reminded),
        [false, false, true, false],
        "while it is open, until it is called"
    );

    bot.alice().says("/plan").await;
    reads!(bot.next_message().await, @"
    Plan: done
    ☑ Book *the* flight
    ✕ Pack

    To clear it: /plan clear
    ");
    bot.alice().says("/new").await;
    reads!(bot.next_message().await, @"A new conversation begins. I keep what you asked me to remember.");
    bot.alice().says("/plan").await;
    reads!(bot.next_message().await, @"There is no plan in this conversation. Ask me to make one, and I show here how far it is.");
    bot.end().await;
}

async fn a_plan_that_is_far_above_goes_on_below_and_the_person_clears_it<C: Chat>() {
    let bot: Bot<C> = Setup::new().with_model().await.start().await;
    bot.model().script([plan(&[("Pack", "open")]), Turn::text("I am on it.")]);
    bot.alice().says("help me pack, with a checklist").await;
    let above = bot.next_message().await;
    reads!(above, @"
    Plan: 0 of 1 done
    ☐ Pack
    ");
    reads!(bot.next_message().await, @"I am on it.");
    for _ in 0..7 {
        bot.model().script([Turn::text("Yes.")]);
        bot.alice().says("really?").await;
        reads!(bot.next_message().await, @"Yes.");
    }
    bot.model().script([plan(&[("Pack", "doing")]), Turn::text("Packing.")]);
    bot.alice().says("now").await;
    let below = bot.next_message().await;
    reads!(below, @"
    Plan: 0 of 1 done
    ▶ Pack
    ");
    reads!(bot.next_message().await, @"Packing.");
    bot.alice().shows(&above, "(The plan is in a message below.)").await;

    bot.alice().says("/export").await;
    bot.next_message().await;
    let (_, export) = (bot.next_message().await, bot.next_message().await);
    let (_, export) = bot.alice().file_of(&export).await;
    let export: Value = serde_json::from_slice(&export).unwrap();
    assert_eq!(export["conversations"][0]["plan"], json!([{ "text": "Pack", "state": "doing" }]));

    bot.alice().says("/plan clear").await;
    reads!(bot.next_message().await, @"The plan is cleared.");
    bot.alice().shows(&below, "(The plan was cleared.)").await;
    bot.alice().says("/plan away").await;
    reads!(bot.next_message().await, @"/plan shows the plan of this conversation, and /plan clear clears it.");
    bot.end().await;
}

async fn a_plan_made_from_other_people_s_words_is_only_named_to_later_turns<C: Chat>() {
    let site = adjutant_simulators::pages::Pages::start().await;
    site.serve("/list", "text/plain", "Buy a boat.");
    let bot: Bot<C> = Setup::new().reading(&site).with_model().await.start().await;
    bot.model().script([
        Turn::calls([("web_fetch", json!({ "url": site.url("/list") }))]),
        plan(&[("Buy a boat", "open")]),
        Turn::text("That is the list."),
    ]);
    bot.alice().says("make a checklist of this page").await;
    reads!(bot.next_message().await, @"
    Plan: 0 of 1 done
    ☐ Buy a boat
    ");
    reads!(bot.next_message().await, @"That is the list.");
    bot.model().script([Turn::calls([("plan", json!({}))]), Turn::text("A boat.")]);
    bot.alice().says("what is left?").await;
    reads!(bot.next_message().await, @"A boat.");
    let [.., asked, read] = &bot.model().requests()[..] else { panic!("the model was not asked") };
    let told = asked.present();
    assert!(told.contains("0 of 1 done. Call `plan` without steps to read it."), "{told}");
    assert!(read.tool_results().concat().contains("Buy a boat"));
    let marked = "SELECT count(*) AS value FROM tool_calls
         WHERE tool = 'plan' AND arguments = '{}' AND untrusted LIKE '127.0.0.1%'";
    assert_eq!(bot.number(marked).await, 1, "the turn that reads it holds other people's words");
    bot.end().await;
}
