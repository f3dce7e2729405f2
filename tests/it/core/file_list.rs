//! `/files`: people look through their files.

use adjutant_simulators::model::Turn;
use serde_json::json;

use crate::harness::{Bot, Chat, Setup, reads};

over_every_channel!(people_look_through_their_files_and_get_them);

async fn people_look_through_their_files_and_get_them<C: Chat>() {
    let bot: Bot<C> = Setup::new().with_model().await.start().await;
    let alice = bot.alice();
    alice.says("/files").await;
    reads!(bot.next_message().await, @"
    Your files in /shared: none

    All your files take 0 bytes.
    ");

    let write = |path: &str| ("file_write", json!({"path": path, "content": "oats and milk"}));
    bot.model().script([
        Turn::calls(["/shared/list.md", "/shared/plans/may/walk.md", "/tmp/draft.md"].map(write)),
        Turn::calls([("file_write", json!({"path": "/shared/none.md", "content": ""}))]),
        Turn::text("They are written."),
    ]);
    alice.says("write my files").await;
    reads!(bot.next_message().await, @"They are written.");
    alice.says("/files").await;
    let list = bot.next_message().await;
    reads!(list, @"
    Your files in /shared: 4

    1. plans: a folder, 1 file
    2. tmp: a folder, 1 file
    3. list.md: 13 bytes, 1 May 2026, 10:00
    4. none.md: 0 bytes, 1 May 2026, 10:00

    All your files take 39 bytes.
    [1. plans] [2. tmp]
    [3. list.md] [4. none.md]
    ");
    let temporary = alice.taps(&list, "2. tmp").await;
    reads!(temporary, @"
    Your files in /tmp: 1

    1. draft.md: 13 bytes, 1 May 2026, 10:00

    All your files take 39 bytes.
    [1. draft.md]
    [Back to /shared]
    ");
    let list = alice.taps(&temporary, "Back to /shared").await;
    let folder = alice.taps(&list, "1. plans").await;
    reads!(folder, @"
    Your files in /shared/plans: 1

    1. may: a folder, 1 file

    All your files take 39 bytes.
    [1. may]
    [Back to /shared]
    ");
    let folder = alice.taps(&folder, "1. may").await;
    reads!(folder, @"
    Your files in /shared/plans/may: 1

    1. walk.md: 13 bytes, 1 May 2026, 10:00

    All your files take 39 bytes.
    [1. walk.md]
    [Back to /shared/plans]
    ");
    let file = alice.taps(&folder, "1. walk.md").await;
    reads!(file, @"
    /shared/plans/may/walk.md
    Size: 13 bytes
    Changed: 1 May 2026, 10:00
    [Get] [Back]
    ");
    reads!(alice.presses(&file, "Get").await.text, @"Here it comes.");
    let sent = bot.next_message().await;
    assert_eq!(alice.file_of(&sent).await, ("walk.md".to_owned(), b"oats and milk".to_vec()));
    let folder = alice.taps(&file, "Back").await;
    reads!(folder, @"
    Your files in /shared/plans/may: 1

    1. walk.md: 13 bytes, 1 May 2026, 10:00

    All your files take 39 bytes.
    [1. walk.md]
    [Back to /shared/plans]
    ");

    bot.model().script([
        Turn::calls([("file_move", json!({"from": "/shared/plans", "to": "/shared/old"}))]),
        Turn::text("They are moved."),
    ]);
    alice.says("move my plans").await;
    reads!(bot.next_message().await, @"They are moved.");
    reads!(alice.presses(&folder, "1. walk.md").await.text, @"That is not among your files any more.");
    let list = alice.changes(&folder).await;
    reads!(list, @"
    Your files in /shared: 4

    1. old: a folder, 1 file
    2. tmp: a folder, 1 file
    3. list.md: 13 bytes, 1 May 2026, 10:00
    4. none.md: 0 bytes, 1 May 2026, 10:00

    All your files take 39 bytes.
    [1. old] [2. tmp]
    [3. list.md] [4. none.md]
    ");
    let none = alice.taps(&list, "4. none.md").await;
    reads!(alice.presses(&none, "Get").await.text, @"The file is empty, so I cannot send it.");
    bot.end().await;
}
