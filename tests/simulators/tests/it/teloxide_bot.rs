//! The gateway's library can parse every answer.

use adjutant_simulators::telegram::{Fault, Method, Telegram};
use teloxide::{
    ApiError, RequestError,
    payloads::{
        AnswerCallbackQuerySetters, EditMessageCaptionSetters, GetUpdatesSetters, SendMessageSetters,
        SendPhotoSetters,
    },
    prelude::{Bot, Request, Requester},
    types::{
        AllowedUpdate, ChatId, InlineKeyboardButton, InlineKeyboardMarkup, InputFile, MessageEntity,
        ReplyParameters, Update, UpdateKind,
    },
};

fn bot_of(tg: &Telegram) -> Bot {
    Bot::new(tg.token()).set_api_url(tg.url().parse().expect("the simulator has a URL"))
}

async fn next_update(bot: &Bot) -> Update {
    let mut updates = bot.get_updates().timeout(10).limit(1).send().await.expect("updates parse");
    let update = updates.remove(0);
    bot.get_updates().offset(update.id.as_offset()).limit(1).send().await.expect("updates parse");
    update
}

#[tokio::test]
async fn teloxide_polls_sends_edits_and_answers() {
    let tg = Telegram::start().await;
    let bot = bot_of(&tg);
    let alice = tg.user(42, "alice");
    assert_eq!(bot.get_me().await.unwrap().username(), "adjutant_bot");

    alice.says("/start 😀").await;
    let UpdateKind::Message(message) = next_update(&bot).await.kind else { panic!("not a message") };
    assert_eq!((message.text(), message.chat.id), (Some("/start 😀"), ChatId(42)));

    let keyboard = InlineKeyboardMarkup::new([[InlineKeyboardButton::callback("Approve", "ok")]]);
    let sent = bot
        .send_message(message.chat.id, "Really?")
        .entities([MessageEntity::bold(0, 6)])
        .reply_markup(keyboard)
        .reply_parameters(ReplyParameters::new(message.id))
        .await
        .unwrap();
    let prompt = tg.next_message(&alice).await;
    assert_eq!((prompt.id, prompt.entities[0].kind.as_str()), (sent.id.0, "bold"));

    let (answer, ()) = tokio::join!(alice.presses(&prompt, "Approve"), async {
        let UpdateKind::CallbackQuery(query) = next_update(&bot).await.kind else { panic!("not a press") };
        assert_eq!(query.data.as_deref(), Some("ok"));
        assert_eq!(query.regular_message().and_then(|message| message.text()), Some("Really?"));
        bot.answer_callback_query(query.id).text("Approved.").await.unwrap();
    });
    assert_eq!(answer.text, "Approved.");
    bot.edit_message_text(sent.chat.id, sent.id, "Approved: it").await.unwrap();
    assert!(tg.shows(&prompt, "Approved: it").await.buttons.is_empty());
}

#[tokio::test]
async fn teloxide_sends_files() {
    let tg = Telegram::start().await;
    let bot = bot_of(&tg);
    let alice = tg.user(42, "alice");
    alice.says("hi").await;
    let chart = || InputFile::memory("a chart").file_name("chart.png");
    let sent = bot.send_photo(ChatId(42), chart()).caption("June so far").await.unwrap();
    let shown = tg.next_message(&alice).await;
    let file = shown.file.unwrap();
    assert_eq!((file.kind, file.name.as_str(), shown.text.as_str()), ("photo", "chart.png", "June so far"));
    bot.edit_message_caption(ChatId(42), sent.id).caption("June").await.unwrap();

    let photo = &sent.photo().expect("a message with a photo")[0];
    assert_eq!(bot.get_file(photo.file.id.clone()).await.unwrap().size, 7);
    bot.send_document(ChatId(42), chart()).await.unwrap();
    assert_eq!(tg.next_message(&alice).await.file.unwrap().kind, "document");
}

#[tokio::test]
async fn teloxide_parses_every_kind_of_update() {
    let tg = Telegram::start().await;
    let bot = bot_of(&tg);
    let alice = tg.user(42, "alice");
    let kinds = [AllowedUpdate::Message, AllowedUpdate::EditedMessage, AllowedUpdate::MyChatMember];
    bot.get_updates().allowed_updates(kinds).send().await.unwrap();

    let team = tg.group(-100_200, "team");
    let plans = team.topic(&alice, "Plans").await;
    let first = alice.says_in(&plans, "a plan").await;
    alice.replies(&first, "a better one").await;
    alice.edits(&first, "no plan").await;
    alice.forwards("what bob wrote").await;
    alice.sends_album("look", &[b"1", b"2"]).await;
    alice.sends_voice(2, b"voice").await;
    alice.sends_file("notes.txt", "", b"notes").await;
    alice.block().await;
    alice.unblock().await;
    alice.upgrades(&tg.group(-7, "old"), -100_300).await;
    alice.removes_bot_from(&team).await;

    let updates = bot.get_updates().send().await.unwrap();
    assert_eq!(updates.len(), 14);
    for update in updates {
        assert!(!matches!(update.kind, UpdateKind::Error(_)), "{update:?}");
    }
}

#[tokio::test]
async fn teloxide_knows_the_errors() {
    let tg = Telegram::start().await;
    let bot = bot_of(&tg);
    let alice = tg.user(42, "alice");
    let unknown = bot.send_message(ChatId(5), "hello").await.unwrap_err();
    assert!(matches!(unknown, RequestError::Api(ApiError::ChatNotFound)), "{unknown:?}");
    alice.says("hi").await;
    alice.block().await;
    let blocked = bot.send_message(ChatId(42), "hello").await.unwrap_err();
    assert!(matches!(blocked, RequestError::Api(ApiError::BotBlocked)), "{blocked:?}");
    alice.unblock().await;

    tg.fail_next(Method::SendMessage, Fault::TooManyRequests { retry_after: 5 });
    let paused = bot.send_message(ChatId(42), "hello").await.unwrap_err();
    assert!(matches!(paused, RequestError::RetryAfter(seconds) if seconds.seconds() == 5), "{paused:?}");
    let sent = bot.send_message(ChatId(42), "hello").await.unwrap();
    let same = bot.edit_message_text(sent.chat.id, sent.id, "hello").await.unwrap_err();
    assert!(matches!(same, RequestError::Api(ApiError::MessageNotModified)), "{same:?}");
    let long = bot.send_message(ChatId(42), "x".repeat(4097)).await.unwrap_err();
    assert!(matches!(long, RequestError::Api(ApiError::MessageIsTooLong)), "{long:?}");
    alice.upgrades(&tg.group(-7, "old"), -100_300).await;
    let moved = bot.send_message(ChatId(-7), "hello").await.unwrap_err();
    assert!(matches!(moved, RequestError::MigrateToChatId(ChatId(-100_300))), "{moved:?}");

    assert_eq!(tg.read_all(&alice).len(), 1);
    assert_eq!(tg.take_complaints(), ["SendMessage: Bad Request: message is too long"]);
}
