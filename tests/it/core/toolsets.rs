//! Toolsets: they open when a conversation needs them, and `/tools` lists, opens and closes them.

use adjutant_simulators::model::Turn;
use serde_json::json;

use crate::harness::{Bot, Chat, Setup, reads};

over_every_channel!(a_toolset_opens_by_a_button_by_the_model_and_by_what_is_said);

async fn a_toolset_opens_by_a_button_by_the_model_and_by_what_is_said<C: Chat>() {
    let bot: Bot<C> = Setup::new().with_model().await.start().await;
    let alice = bot.alice();
    alice.says("/tools").await;
    let list = bot.next_message().await;
    reads!(list, @"
    Tools

    I always have your notes and reminders at hand. These I open when our conversation needs them, until you close them or start a new one:

    - memory: change and delete saved notes
    - scratchpad: the open steps of a longer task
    - schedules: change, pause and delete reminders and tasks; what their runs said
    - web: read pages, search, call services
    - vault: log in to services with saved secrets
    - files: read, write, send
    - site: make and change a website
    - code: calculations, charts
    - questions: ask with buttons
    - skills: instructions for certain tasks
    - agents: helpers, side by side
    [Open memory] [Open scratchpad] [Open schedules] [Open web]
    [Open vault] [Open files] [Open site] [Open code]
    [Open questions] [Open skills] [Open agents]
    ");
    let list = alice.taps(&list, "Open scratchpad").await;
    reads!(list, @"
    Tools

    I always have your notes and reminders at hand. These I open when our conversation needs them, until you close them or start a new one:

    - memory: change and delete saved notes
    - scratchpad (open): the open steps of a longer task
    - schedules: change, pause and delete reminders and tasks; what their runs said
    - web: read pages, search, call services
    - vault: log in to services with saved secrets
    - files: read, write, send
    - site: make and change a website
    - code: calculations, charts
    - questions: ask with buttons
    - skills: instructions for certain tasks
    - agents: helpers, side by side
    [Open memory] [Close scratchpad] [Open schedules] [Open web]
    [Open vault] [Open files] [Open site] [Open code]
    [Open questions] [Open skills] [Open agents]
    ");

    bot.model().script([
        Turn::calls([("toolset_open", json!({"names": ["memory"]}))]),
        Turn::text("I can change your notes now."),
        Turn::text("It may rain."),
        Turn::text("Goodbye."),
    ]);
    alice.says("I have to change a lot.").await;
    reads!(bot.next_message().await, @"I can change your notes now.");
    alice.says("How is the weather?").await;
    reads!(bot.next_message().await, @"It may rain.");
    let opened = bot.model().requests().pop().unwrap().tools.split_off(6).join(" ");
    reads!(opened, @"plan scratchpad_clear scratchpad_read scratchpad_write memory_delete memory_update http_get http_post web_fetch");

    reads!(alice.taps(&list, "Close scratchpad").await, @"
    Tools

    I always have your notes and reminders at hand. These I open when our conversation needs them, until you close them or start a new one:

    - memory (open): change and delete saved notes
    - scratchpad: the open steps of a longer task
    - schedules: change, pause and delete reminders and tasks; what their runs said
    - web (open): read pages, search, call services
    - vault: log in to services with saved secrets
    - files: read, write, send
    - site: make and change a website
    - code: calculations, charts
    - questions: ask with buttons
    - skills: instructions for certain tasks
    - agents: helpers, side by side
    [Close memory] [Open scratchpad] [Open schedules] [Close web]
    [Open vault] [Open files] [Open site] [Open code]
    [Open questions] [Open skills] [Open agents]
    ");
    alice.says("That is all.").await;
    reads!(bot.next_message().await, @"Goodbye.");
    let opened = bot.model().requests().pop().unwrap().tools.split_off(6).join(" ");
    reads!(opened, @"memory_delete memory_update http_get http_post web_fetch");
    bot.end().await;
}
