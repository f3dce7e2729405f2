//! `/files`: people look through their files and get them, in their direct chats only. The list has no row of its own:
//! its buttons name paths by short ids, which mean something only among the files of the person who presses.

use std::{io, sync::Arc};

use adjutant_channel::{ChatKind, Content, Inbound, Media, PressAnswer};
use adjutant_domain::{
    buttons::{Button, FileAction, FilePress, short},
    ids::UserId,
    zones::Zone,
};
use adjutant_store::{
    file_usage,
    inbox::Origin,
    outbox as rows,
    people::{self, User},
};
use adjutant_texts::{
    self as all_texts,
    files::{self as texts, Entry, Folder},
    list::{PAGE, Page},
};
use adjutant_workspace::{
    Blob, Listed, OwnFiles,
    room::Room,
    sending::{self, Unfit},
};
use anyhow::Result;

use super::{list as lists, press::Press, read_ahead::ReadAhead, request::Request};
use crate::{
    core::Core,
    outbox::{self, Address, Slot},
};

/// The folder that is shown first, and the one beside it.
const KEPT: &str = "/shared";
const TEMPORARY: &str = "/tmp";

/// A person's files, as they were before the transaction. Somebody whom the gateway did not know then has none.
#[derive(Debug, Default)]
pub(crate) struct Listing {
    /// Newest first.
    files: Vec<Listed>,
    /// Paths, sorted.
    folders: Vec<String>,
    /// What all files take, in bytes.
    used: u64,
    /// What a press sends, or why it cannot be sent.
    sent: Option<Result<Media, String>>,
}

/// Lists the files of a user; for a press that gets a file, prepares it to be sent.
pub(super) async fn list(
    core: &Arc<Core>,
    user: &User,
    event: &Inbound,
    press: Option<FilePress<'_>>,
) -> Result<Listing> {
    let id = user.user_id.clone();
    let members = async move |tx: &_| {
        let members = people::members(tx, &id).await?;
        let used = file_usage::total(tx, &members).await?;
        Ok((members, used))
    };
    let (users, used) = core.db.read(members).await?;
    let own = OwnFiles { blobs: core.blobs.clone(), users };
    let read = move || Ok::<_, io::Error>((own.list()?, own.folders()?));
    let (found, folders) = tokio::task::spawn_blocking(read).await??;
    let sent = match press {
        Some(FilePress::File(wanted, FileAction::Get)) => {
            match found.iter().find(|(_, file)| short(&file.path) == wanted) {
                Some((owner, file)) => Some(prepare(core, user, event, (owner, file)).await?),
                None => None,
            }
        }
        _ => None,
    };
    let files = found.into_iter().map(|(_, file)| file).collect();
    Ok(Listing { files, folders: folders.into_iter().collect(), used, sent })
}

/// Keeps a file as it is now, to be sent.
async fn prepare(
    core: &Core,
    user: &User,
    event: &Inbound,
    (owner, file): (&UserId, &Listed),
) -> Result<Result<Media, String>> {
    let limit = core.channels.get(&event.chat.channel)?.limits().upload_bytes;
    let room = Room { db: &core.db, blobs: &core.blobs, user: &user.user_id };
    let press = short(&format!("{}/{}", event.chat.channel, event.external_id));
    let blob = Blob::outgoing(&user.user_id, format!("get-{press}"));
    let kept = sending::keep(room, (owner, file), &blob, limit, core.clock.timestamp()).await?;
    Ok(match kept {
        Ok(looked) => {
            let name = file.path.rsplit('/').next().unwrap_or_default().to_owned();
            Ok(Media { kind: looked.kind, path: blob.stored(), name })
        }
        Err(Unfit::Missing | Unfit::NoPerson) => Err(texts::no_such_file().to_owned()),
        Err(Unfit::Empty) => Err(texts::empty().to_owned()),
        Err(Unfit::TooLarge(size)) => Err(texts::too_large(size, limit)),
    })
}

/// Posts the list.
pub(super) async fn browse(request: &Request<'_>) -> Result<()> {
    let &Request { core, event, user, ahead, .. } = request;
    if event.chat_kind != ChatKind::Direct {
        return request.answer(texts::in_private().to_owned()).await;
    }
    let content = ahead.files.draw(KEPT, 0, user.zone(core.zone));
    request.post(Slot::first(&request.source), content).await
}

/// Carries out a press, and redraws the message.
pub(super) async fn press(
    press: &Press<'_>,
    user: &User,
    button: FilePress<'_>,
    ahead: &ReadAhead,
) -> Result<PressAnswer> {
    let Press { tx, core, event, message, now } = *press;
    if event.chat_kind != ChatKind::Direct {
        return Ok(PressAnswer::alert(all_texts::not_yours()));
    }
    let row = match message {
        Some(message) => rows::by_message(tx, &event.chat, message).await?,
        None => None,
    };
    // The ids of messages may come again, where the platform does not choose them.
    if let Some(row) = &row
        && !shows_files(&row.content()?)
    {
        return Ok(PressAnswer::alert(all_texts::unknown_button()));
    }
    let (listing, zone) = (&ahead.files, user.zone(core.zone));
    let (content, answer) = match button {
        FilePress::Folder(page, id) => match listing.folder(id) {
            Some(path) => (listing.draw(path, page, zone), lists::shown()),
            None => (listing.draw(KEPT, 0, zone), PressAnswer::alert(texts::no_such_file())),
        },
        FilePress::File(id, action) => match listing.file(id) {
            None => (listing.draw(KEPT, 0, zone), PressAnswer::alert(texts::no_such_file())),
            Some(file) => {
                let answer = match (action, &listing.sent) {
                    (FileAction::Open, _) => lists::shown(),
                    (FileAction::Get, Some(Ok(media))) => {
                        let content = Content { media: Some(media.clone()), ..Content::default() };
                        let (source, to) = (Origin::of(event).source(), Address::answering(event));
                        outbox::post_content(tx, Slot::first(&source), &to, &content, now).await?;
                        PressAnswer::told(texts::on_its_way())
                    }
                    (FileAction::Get, Some(Err(why))) => PressAnswer::alert(why),
                    (FileAction::Get, None) => PressAnswer::alert(texts::no_such_file()),
                };
                (texts::one(file, parent(&file.path), zone), answer)
            }
        },
    };
    if let Some(row) = row {
        lists::redraw(tx, &row, &content).await?;
    }
    Ok(answer)
}

/// Returns whether a message is one of `/files`.
fn shows_files(content: &Content) -> bool {
    let is_one = |data: &str| matches!(Button::parse(data), Some(Button::Files(_)));
    content.buttons.iter().flatten().any(|button| is_one(&button.data))
}

/// Returns the path of the folder in which a path is.
fn parent(path: &str) -> &str {
    path.rsplit_once('/').map_or(KEPT, |(folder, _)| folder)
}

impl Listing {
    fn folder(&self, id: &str) -> Option<&str> {
        let all = self.folders.iter().map(String::as_str).chain([KEPT, TEMPORARY]);
        all.into_iter().find(|path| short(path) == id)
    }

    fn file(&self, id: &str) -> Option<&Listed> {
        self.files.iter().find(|file| short(&file.path) == id)
    }

    /// Draws a page of a folder: its folders, then its files.
    fn draw(&self, path: &str, page: i64, zone: Zone) -> Content {
        let below = |folder: &str| {
            let is_below =
                |file: &&Listed| file.path.strip_prefix(folder).is_some_and(|it| it.starts_with('/'));
            self.files.iter().filter(is_below).count() as i64
        };
        let inner = |folder: &&str| parent(folder) == path;
        let mut folders: Vec<_> = self.folders.iter().map(String::as_str).filter(inner).collect();
        // What is kept for a day is beside what is kept for good; one begins with the latter.
        if path == KEPT && below(TEMPORARY) > 0 {
            folders.push(TEMPORARY);
        }
        let folders = folders.into_iter().map(|folder| Entry::Folder(folder, below(folder)));
        let files = self.files.iter().filter(|file| parent(&file.path) == path).map(Entry::File);
        let entries: Vec<_> = folders.chain(files).collect();
        let page = Page::of(page, entries.len() as i64);
        let entries = entries.into_iter().skip(page.first as usize).take(PAGE as usize).collect();
        let parent = match path {
            KEPT => None,
            TEMPORARY => Some(KEPT),
            path => Some(parent(path)),
        };
        texts::folder(&Folder { path, page, entries, parent, used: self.used }, zone)
    }
}
