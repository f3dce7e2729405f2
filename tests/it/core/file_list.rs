//! `/files`: people look through their files.

use adjutant_simulators::model::Turn;
use serde_json::json;

use crate::harness::{Bot, Chat, Setup, reads};

over_every_channel!(
    people_look_through_their_files_and_get_them,
    people_rename_and_delete_their_files_and_bring_them_back,
);

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
    To rename it: /files rename /shared/plans/may/walk.md NEW
    [Get] [Delete]
    [Back]
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

async fn people_rename_and_delete_their_files_and_bring_them_back<C: Chat>() {
    let bot: Bot<C> = Setup::new().with_model().await.start().await;
    let alice = bot.alice();
    let write = |content: &str, mode: &str| {
        ("file_write", json!({"path": "/shared/list.md", "content": content, "mode": mode}))
    };
    bot.model().script([
        Turn::calls([write("oats", "create")]),
        Turn::calls([write(" and milk", "append")]),
        Turn::text("It is written."),
    ]);
    alice.says("write my list file").await;
    reads!(bot.next_message().await, @"It is written.");

    for (words, answer) in [
        ("/files rename list.md", "To rename a file"),
        ("/files rename none.md new.md", "You have no file or folder /shared/none.md"),
        ("/files rename list.md list.md", "Something has that name already"),
        ("/files rename list.md ../up.md", "There can be no file of that name"),
        ("/files rename list.md /tmp/list.md", "What you keep in /shared cannot"),
    ] {
        alice.says(words).await;
        let text = bot.next_message().await.text;
        assert!(text.starts_with(answer), "{words}: {text}");
    }
    alice.says("/files rename list.md “food/my list.md”").await;
    reads!(bot.next_message().await, @"/shared/list.md is now /shared/food/my list.md.");

    alice.says("/files").await;
    let list = bot.next_message().await;
    let folder = alice.taps(&list, "1. food").await;
    let file = alice.taps(&folder, "1. my list.md").await;
    reads!(file, @r#"
    /shared/food/my list.md
    Size: 13 bytes
    Changed: 1 May 2026, 10:00
    To rename it: /files rename "/shared/food/my list.md" NEW
    [Get] [Delete]
    [1 earlier version]
    [Back]
    "#);
    let versions = alice.taps(&file, "1 earlier version").await;
    reads!(versions, @"
    Earlier versions of /shared/food/my list.md: 1

    1. until 1 May 2026, 10:00: 4 bytes

    A button brings one back; what the file holds now becomes a version. They are kept for 30 days.
    [1. 1 May 2026, 10:00]
    [Back]
    ");
    reads!(alice.presses(&versions, "1. 1 May 2026, 10:00").await.text, @"The file holds again what it held then.");
    let file = alice.changes(&versions).await;
    reads!(file, @r#"
    /shared/food/my list.md
    Size: 4 bytes
    Changed: 1 May 2026, 10:00
    To rename it: /files rename "/shared/food/my list.md" NEW
    [Get] [Delete]
    [2 earlier versions]
    [Back]
    "#);
    reads!(alice.presses(&file, "Get").await.text, @"Here it comes.");
    let sent = bot.next_message().await;
    assert_eq!(alice.file_of(&sent).await, ("my list.md".to_owned(), b"oats".to_vec()));

    let deleted = alice.taps(&file, "Delete").await;
    reads!(deleted, @"
    /shared/food/my list.md
    It is deleted. It stays in the trash for a day, and takes up room there.
    [Undo] [Back]
    ");
    reads!(alice.presses(&deleted, "Undo").await.text, @"It is back: /shared/food/my list.md");
    let folder = alice.changes(&deleted).await;
    reads!(folder, @"
    Your files in /shared/food: 1

    1. my list.md: 4 bytes, 1 May 2026, 10:00

    All your files take 17 bytes.
    [1. my list.md]
    [Back to /shared]
    ");
    let file = alice.taps(&folder, "1. my list.md").await;
    alice.taps(&file, "Delete").await;
    alice.says("/files").await;
    let list = bot.next_message().await;
    reads!(list, @"
    Your files in /shared: 1

    1. food: a folder, 0 files

    All your files take 17 bytes.
    [1. food]
    [Trash (1)]
    ");
    let trash = alice.taps(&list, "Trash (1)").await;
    reads!(trash, @"
    In the trash: 1

    1. /shared/food/my list.md: 4 bytes, deleted 1 May 2026, 10:00

    A button brings one back. A day after it was deleted, it is gone for good.
    [1. my list.md]
    [Back]
    ");
    alice.presses(&trash, "1. my list.md").await;
    let folder = alice.changes(&trash).await;
    reads!(folder, @"
    Your files in /shared/food: 1

    1. my list.md: 4 bytes, 1 May 2026, 10:00

    All your files take 17 bytes.
    [1. my list.md]
    [Back to /shared]
    ");
    bot.end().await;
}
