//! Scheduled copies of the database, and restoring one.

use adjutant_domain::timestamp::Timestamp;
use adjutant_store::{db::restore::restore, process::Registering};

use crate::harness::{Bot, Chat as _, OnWeb, Setup, reads};

#[tokio::test]
async fn a_copy_is_made_each_night_and_can_be_restored() {
    let folder = tempfile::tempdir().unwrap();
    let copies = || {
        let names = std::fs::read_dir(folder.path()).unwrap().map(|it| it.unwrap().file_name());
        let names = names.map(|name| name.to_string_lossy().into_owned());
        let mut names: Vec<_> = names.filter(|name| name != ".lock").collect();
        names.sort();
        names
    };
    let setup = Setup::new().with("BACKUP__SCHEDULE", "\"30 3 * * *\"").with("BACKUP__KEEP", 2);
    let mut bot: Bot<OnWeb> = setup.with("BACKUP__FOLDER", folder.path().display()).start().await;
    let alice = bot.alice();
    alice.says("remember that the wifi code is 4711").await;
    bot.next_message().await;
    assert_eq!(copies(), Vec::<String>::new());
    // The remains of a killed process.
    std::fs::write(folder.path().join("adjutant-20260502T033000Z.db.part"), "half").unwrap();

    bot.advance(18 * 60);
    bot.until("the first copy", async || copies() == ["adjutant-20260502T033000Z.db"]).await;
    alice.says("remember that my shoe size is 38").await;
    bot.next_message().await;
    // Of the copies that were due while no process ran, only the last one is made afterwards.
    bot.restart_after(3 * 24 * 60).await;
    bot.until("the second copy", async || copies().len() == 2).await;
    bot.advance(24 * 60);
    bot.until("the oldest to go", async || {
        copies() == ["adjutant-20260505T033000Z.db", "adjutant-20260506T033000Z.db"]
    })
    .await;

    alice.says("remember that my bike is red").await;
    bot.next_message().await;
    let (database, copy) = (bot.database(), folder.path().join("adjutant-20260506T033000Z.db"));
    let drill = async {
        let registering = Registering::begin(&database).unwrap();
        restore(&database, Some(&copy), &registering, Timestamp::EPOCH).await.unwrap();
    };
    bot.away(1, drill).await;
    alice.says("what is my shoe size?").await;
    reads!(bot.next_message().await, @"You told me: my shoe size is 38");
    bot.advance(1);
    alice.says("what colour is my bike?").await;
    reads!(bot.next_message().await, @"I have no note that answers “what colour is my bike?”. I know only what you tell me, for example: remember that the wifi code is 4711");
    bot.end().await;
}
