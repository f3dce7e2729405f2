//! Tables that are too wide for a phone, in the form that their person chose.

use std::time::Duration;

use adjutant_simulators::model::Turn;
use serde_json::json;

use crate::harness::{Bot, Chat, OnTelegram, Setup, Shown, reads};

over_every_channel!(
    a_form_is_chosen_for_a_conversation,
    wide_tables_come_as_pictures,
    what_a_picture_cannot_show_comes_as_a_file,
    wide_tables_come_as_files,
    the_result_of_a_task_has_its_tables_below_it,
    a_draft_shows_columns_and_the_answer_a_reference,
);

const TRAINS: &str = "Three trains:\n\n| Train | Remarks | Price |\n|---|---|---|\n| IC 5 | With a restaurant and a \
    quiet coach | 104.50 |\n| RE 17 | Bicycles need a ticket | -8 |\n| S 1 | =1+1 | |\n\nTake the first.";
const NARROW: &str = "| a | b |\n|---|---|\n| 1 | 2 |";

async fn chosen<C: Chat>(bot: &Bot<C>, form: &str) {
    bot.alice().says(&format!("/tables {form}")).await;
    bot.next_message().await;
}

async fn answers<C: Chat>(bot: &Bot<C>, text: &str) -> Shown {
    bot.model().script([Turn::text(text)]);
    bot.alice().says("which trains are there").await;
    bot.next_message().await
}

/// Returns the text of the next message, and the name and content of its file.
async fn file<C: Chat>(bot: &Bot<C>) -> (String, String, Vec<u8>) {
    let message = bot.next_message().await;
    let (name, bytes) = bot.alice().file_of(&message).await;
    (message.text, name, bytes)
}

/// Checks that an answer has its table as columns.
fn has_columns(answer: impl ToString) {
    reads!(answer, @"
    Three trains:

    Train | Remarks                             | Price
    ------+-------------------------------------+-------
    IC 5  | With a restaurant and a quiet coach | 104.50
    RE 17 | Bicycles need a ticket              | -8
    S 1   | =1+1                                |

    Take the first.
    ");
}

/// Returns the answer, and the CSV file below it.
async fn with_file<C: Chat>(bot: &Bot<C>, text: &str) -> String {
    let answer = answers(bot, text).await;
    let (text, name, bytes) = file(bot).await;
    format!("{answer}\n\n{name} ({text})\n{}", csv(bytes))
}

fn csv(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap().strip_prefix('\u{feff}').unwrap().replace("\r\n", "\n")
}

async fn a_form_is_chosen_for_a_conversation<C: Chat>() {
    let bot: Bot<C> = Setup::new().start().await;
    let alice = bot.alice();

    alice.says("/tables").await;
    let list = bot.next_message().await;
    reads!(list, @"
    Tables that are too wide for a phone come here as:

    - text (chosen): columns in the message.
    - picture: a picture below the message; what it has no room for, as a file too.
    - file: a CSV file below the message, for spreadsheets.

    The chat page in a browser scrolls wide tables: there, text is enough.
    [picture] [file]
    ");
    reads!(alice.taps(&list, "picture").await, @"
    Tables that are too wide for a phone come here as:

    - text: columns in the message.
    - picture (chosen): a picture below the message; what it has no room for, as a file too.
    - file: a CSV file below the message, for spreadsheets.

    The chat page in a browser scrolls wide tables: there, text is enough.
    [text] [file]
    ");
    alice.says("/tables file").await;
    reads!(bot.next_message().await, @"From now on, tables that are too wide for a phone come here as CSV files below the message.");
    alice.says("/tables pdf").await;
    reads!(bot.next_message().await, @"There is no form “pdf”. The forms are text, picture and file; /tables says what they mean.");
    bot.end().await;
}

async fn wide_tables_come_as_pictures<C: Chat>() {
    let mut bot: Bot<C> = Setup::new().with_model().await.start().await;
    chosen(&bot, "picture").await;

    reads!(answers(&bot, &format!("{TRAINS}\n\n{NARROW}\n\n{TRAINS}")).await, @"
    Three trains:

    Table 1: see the picture below.

    Take the first.

    a | b
    --+--
    1 | 2

    Three trains:

    Table 2: see the picture below.

    Take the first.
    ");
    for number in [1, 2] {
        let (text, name, picture) = file(&bot).await;
        assert_eq!((text, name), (format!("Table {number}"), format!("table-{number}.png")));
        let picture = image::load_from_memory_with_format(&picture, image::ImageFormat::Png).unwrap();
        assert!(picture.width() <= adjutant_charts::WIDTH);
    }

    // In the conversation, the model's answer holds the table itself.
    bot.restart().await;
    reads!(answers(&bot, "The first.").await, @"The first.");
    let asked = bot.model().requests().pop().unwrap().body.to_string();
    assert!(asked.contains("With a restaurant") && !asked.contains("see the picture"), "{asked}");
    chosen(&bot, "text").await;
    has_columns(answers(&bot, TRAINS).await);
    bot.end().await;
}

async fn what_a_picture_cannot_show_comes_as_a_file<C: Chat>() {
    let bot: Bot<C> = Setup::new().with_model().await.start().await;
    chosen(&bot, "picture").await;

    reads!(with_file(&bot, &TRAINS.replace("RE 17", "東京 17")).await, @"
    Three trains:

    Table 1: see the file below.

    Take the first.

    table-1.csv (Table 1)
    Train,Remarks,Price
    IC 5,With a restaurant and a quiet coach,104.50
    東京 17,Bicycles need a ticket,-8
    S 1,'=1+1,
    ");

    let rows: String = (1..=100).map(|row| format!("| {row} | {} |\n", "word ".repeat(10))).collect();
    reads!(answers(&bot, &format!("| Row | Words |\n|---|---|\n{rows}")).await, @"Table 1: see the picture below; all of it is in the file.");
    let names = [file(&bot).await.1, file(&bot).await.1];
    assert_eq!(names, ["table-1.png", "table-1.csv"]);
    bot.end().await;
}

async fn wide_tables_come_as_files<C: Chat>() {
    let bot: Bot<C> = Setup::new().with_model().await.start().await;
    chosen(&bot, "file").await;

    reads!(with_file(&bot, TRAINS).await, @"
    Three trains:

    Table 1: see the file below.

    Take the first.

    table-1.csv (Table 1)
    Train,Remarks,Price
    IC 5,With a restaurant and a quiet coach,104.50
    RE 17,Bicycles need a ticket,-8
    S 1,'=1+1,
    ");
    bot.end().await;
}

async fn the_result_of_a_task_has_its_tables_below_it<C: Chat>() {
    let bot: Bot<C> = Setup::new().with_model().await.start().await;
    chosen(&bot, "file").await;
    let task = json!({
        "goal": "look at the trains", "cadence_type": "interval", "cadence_value": "1h", "name": "Trains",
        "notification": "always",
    });
    bot.model().script([Turn::calls([("schedule_create", task)]), Turn::text("Every hour, then.")]);
    bot.alice().says("look at the trains every hour").await;
    reads!(bot.next_message().await, @"Every hour, then.");
    bot.model().script([Turn::text(TRAINS)]);
    bot.advance(60);
    reads!(bot.next_message().await, @"
    Trains

    Three trains:

    Table 1: see the file below.

    Take the first.
    ");
    let result = bot.next_message().await;
    reads!(result, @"
    Table 1
    [Snooze …] [Run again]
    [Pause] [History]
    ");
    assert_eq!(bot.alice().file_of(&result).await.0, "table-1.csv");
    bot.end().await;
}

async fn a_draft_shows_columns_and_the_answer_a_reference<C: Chat>() {
    let bot: Bot<C> = Setup::new().with_model().await.start().await;
    chosen(&bot, "file").await;
    let turn = Turn::text(TRAINS).paced(Duration::from_millis(50));
    bot.model().script([turn]);
    bot.alice().says("which trains are there").await;
    let draft = bot.while_time_passes(bot.next_message()).await;
    assert!(!draft.text.contains("see the file"), "{draft}");
    let answer = "Three trains:\n\nTable 1: see the file below.\n\nTake the first.";
    bot.while_time_passes(bot.alice().shows(&draft, answer)).await;
    assert_eq!(file(&bot).await.1, "table-1.csv");
    bot.end().await;
}

#[tokio::test]
async fn in_a_group_each_person_has_tables_as_they_chose() {
    let setup = Setup::new().with("ACCESS__ALLOW", r#"["telegram:42", "telegram:43"]"#);
    let bot: Bot<OnTelegram> = setup.with_model().await.start().await;
    let OnTelegram { tg, alice, .. } = bot.alice();
    let (bob, group) = (tg.user(43, "bob"), tg.group(-100_200, "family"));
    alice.says_in(&group, "/tables file").await;
    reads!(tg.next_message(&group).await.text, @"From now on, tables that are too wide for a phone come here as CSV files below the message.");

    bot.model().script([Turn::text(TRAINS)]);
    let asked = alice.says_in(&group, "@adjutant_bot which trains are there").await;
    let answer = tg.next_message(&group).await;
    assert_eq!(answer.reply_to, Some(asked.id));
    reads!(answer.text, @"
    Three trains:

    Table 1: see the file below.

    Take the first.
    ");
    let table = tg.next_message(&group).await;
    assert_eq!(
        (table.text.as_str(), table.file.unwrap().to_string().as_str()),
        ("Table 1", "document table-1.csv")
    );

    bot.model().script([Turn::text(TRAINS)]);
    bob.says_in(&group, "@adjutant_bot which trains are there").await;
    has_columns(tg.next_message(&group).await.text);
    bot.end().await;
}
