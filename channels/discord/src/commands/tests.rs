use adjutant_channel::Form;
use adjutant_simulators::discord::{self as simulator, Fault, Method, Outcome, Rates};
use serde_json::{Value, json};
use url::Url;

use super::*;
use crate::Settings;

const STATUS: Command =
    Command { name: "status", description: "How it is going", arguments: &[], private: false };
const UNLINK: Command = Command {
    name: "unlink",
    description: "Part what was linked",
    arguments: &[Argument { name: "identity", description: "Which one", completes: true, form: Form::Value }],
    private: true,
};

const TRANSLATED: &[Menu] = &[
    Menu { language: "de", commands: &[Command { description: "Wie es läuft", ..STATUS }, TRENNEN] },
    Menu { language: "es", commands: &[Command { description: "Cómo va", ..STATUS }] },
    // Discord has no Latin.
    Menu { language: "la", commands: &[Command { description: "Quomodo sit", ..STATUS }] },
];
const TRENNEN: Command = Command {
    description: "Trennen, was verknüpft war",
    arguments: &[Argument { name: "identity", description: "Welches", completes: true, form: Form::Value }],
    ..UNLINK
};

fn english(commands: &'static [Command]) -> Menus {
    Menus { commands, translations: &[] }
}

async fn platform() -> (simulator::Discord, Api, String) {
    let settings = simulator::Settings { rates: Rates::unlimited(), ..simulator::Settings::default() };
    let application = settings.application_id.to_string();
    let platform = simulator::Discord::start_with(settings).await;
    let url = Some(Url::parse(&platform.url()).unwrap());
    let api = Api::new(&Settings { api_url: url, ..Settings::new(platform.token()) }).unwrap();
    (platform, api, application)
}

/// The writes so far: the method, and the command or its path.
fn writes(platform: &simulator::Discord) -> Vec<String> {
    let writes = platform.requests().into_iter().filter(|request| request.method != Method::ListCommands);
    let done = writes.filter(|request| request.outcome == Outcome::Done);
    done.map(|request| format!("{:?} {}", request.method, request.body["name"].as_str().unwrap_or("-")))
        .collect()
}

#[tokio::test]
async fn only_what_differs_is_written() {
    let (platform, api, application) = platform().await;
    sync_commands(&api, &application, english(&[STATUS, UNLINK])).await.unwrap();
    assert_eq!(writes(&platform), ["OverwriteCommands -"]);
    let listed = platform.commands();
    assert_eq!(
        (&listed[1]["options"][0]["autocomplete"], &listed[1]["options"][0]["name"]),
        (&json!(true), &json!("identity"))
    );

    sync_commands(&api, &application, english(&[STATUS, UNLINK])).await.unwrap();
    assert_eq!(writes(&platform).len(), 1);

    const NEW: &[Command] = &[Command { description: "How it goes", ..STATUS }];
    sync_commands(&api, &application, english(NEW)).await.unwrap();
    assert_eq!(writes(&platform)[1..], ["EditCommand status", "DeleteCommand -"]);
    assert_eq!(platform.commands().len(), 1);

    // An argument that no longer exists is removed too.
    sync_commands(&api, &application, english(&[UNLINK])).await.unwrap();
    const BARE: &[Command] = &[Command { arguments: &[], ..UNLINK }];
    sync_commands(&api, &application, english(BARE)).await.unwrap();
    assert!(platform.commands()[0]["options"].as_array().is_none_or(Vec::is_empty));
    platform.finish();
}

#[tokio::test]
async fn descriptions_are_in_the_languages_of_the_apps() {
    let (platform, api, application) = platform().await;
    let menus = Menus { commands: &[STATUS, UNLINK], translations: TRANSLATED };
    sync_commands(&api, &application, menus).await.unwrap();
    let listed = platform.commands();
    let theirs = |described: &Value| described["description_localizations"].clone();
    assert_eq!(theirs(&listed[0]), json!({"de": "Wie es läuft", "es-419": "Cómo va", "es-ES": "Cómo va"}));
    assert_eq!(theirs(&listed[1]), json!({"de": "Trennen, was verknüpft war"}));
    assert_eq!(theirs(&listed[1]["options"][0]), json!({"de": "Welches"}));

    sync_commands(&api, &application, menus).await.unwrap();
    assert_eq!(writes(&platform), ["OverwriteCommands -"]);

    // Translations into languages that are gone are removed.
    sync_commands(&api, &application, english(&[STATUS, UNLINK])).await.unwrap();
    assert_eq!(writes(&platform)[1..], ["EditCommand status", "EditCommand unlink"]);
    sync_commands(&api, &application, english(&[STATUS, UNLINK])).await.unwrap();
    assert_eq!(writes(&platform).len(), 3);
    platform.finish();
}

#[test]
fn what_is_no_slash_command_is_left_alone() {
    let listed = |kind: Value| -> RegisteredCommand {
        serde_json::from_value(json!({"id": "1", "name": "Look it up", "type": kind})).unwrap()
    };
    assert!(listed(json!(1)).is_slash() && listed(Value::Null).is_slash());
    // A message command; the entry point of an activity.
    assert!(!listed(json!(3)).is_slash() && !listed(json!(4)).is_slash());
}

#[tokio::test]
async fn a_limit_is_waited_for() {
    let (platform, api, application) = platform().await;
    platform.fail_next(Method::OverwriteCommands, Fault::TooManyRequests { after: 0.05, global: false });
    sync_commands(&api, &application, english(&[STATUS, UNLINK])).await.unwrap();
    assert_eq!(platform.commands().len(), 2);
    platform.finish();
}
