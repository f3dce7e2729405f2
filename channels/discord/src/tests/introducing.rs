use adjutant_simulators::discord::Settings as Simulated;

use super::*;
use crate::Threads;

/// The outcome of the check, with the intent on or off, and wanted or not.
async fn check([there, wanted]: [bool; 2]) -> anyhow::Result<String> {
    let simulated = Simulated { message_content: there, application_id: 7, ..Simulated::default() };
    let discord = simulator::Discord::start_with(simulated).await;
    let settings = Settings { message_content: wanted, threads: Threads::Always, ..settings(&discord) };
    Discord::new(settings)?.check().await
}

#[tokio::test]
async fn doctor_is_told_who_the_bot_is_and_how_to_invite_it() {
    let told = check([true, true]).await.unwrap();
    assert_eq!(told, check([false, false]).await.unwrap());
    insta::assert_snapshot!(told, @r"
    adjutant
    invite it by https://discord.com/oauth2/authorize?client_id=7&scope=bot+applications.commands&permissions=309237746752
    ");
    insta::assert_snapshot!(check([true, false]).await.unwrap(), @r#"
    adjutant; its "Message Content Intent" is on, but message_content = false does not ask for it
    invite it by https://discord.com/oauth2/authorize?client_id=7&scope=bot+applications.commands&permissions=309237746752
    "#);
}

#[tokio::test]
async fn doctor_is_told_which_switch_to_turn_on() {
    insta::assert_snapshot!(
        check([false, true]).await.unwrap_err(),
        @r#"adjutant may not see the content of messages: turn on "Message Content Intent" in the Discord Developer Portal under Bot, or set message_content = false in [channels.discord]"#
    );
}

#[tokio::test]
async fn doctor_is_told_of_a_wrong_token() {
    let discord = discord().await;
    let settings = Settings { token: "wrong".into(), ..settings(&discord) };
    insta::assert_snapshot!(
        Discord::new(settings).unwrap().check().await.unwrap_err(),
        @"Discord does not accept the bot's token; reset it in the Discord Developer Portal under Bot, and copy it into channels.discord.token"
    );
    discord.take_complaints();

    discord.go_offline();
    let unreachable = channel(&discord).check().await.unwrap_err();
    insta::assert_snapshot!(unreachable, @"cannot reach Discord; check the network, and api_url if set");
}
