//! `/files`: people browse their files, get, rename, delete and restore them; in their direct chats only. The list has
//! no row of its own: its buttons name paths by short ids, which are looked up only among the presser's files.

use adjutant_channel::{ChatKind, Content, PressAnswer};
use adjutant_domain::{
    buttons::{Button, FilePress},
    ids::UserId,
    origin::Sources,
    outbox_key::OutboxKey,
    zones::Zone,
};
use adjutant_store::{db::Tx, people::User};
use adjutant_texts::{self as all_texts, files as texts};
use adjutant_workspace::origins;
use anyhow::Result;

use super::{list as lists, prepared::Prepared, press::Press, request::Request};
use crate::outbox::{self, Address, Slot};

mod listing;

use listing::Done;
pub(super) use listing::{Listing, Wanted, carry_out_and_list};

/// The folder that is shown first.
const KEPT: &str = "/shared";
/// The temporary folder, which is shown beside it.
const TEMPORARY: &str = "/tmp";

/// `/files`: answers with the list, or with the outcome of a change.
pub(super) async fn run(request: &Request<'_>) -> Result<()> {
    let &Request { tx, core, event, user, prepared, .. } = request;
    if event.chat_kind != ChatKind::Direct {
        return request.point_to_direct_chat(texts::in_private()).await;
    }
    match &prepared.files.done {
        None => {
            let content = prepared.files.draw(KEPT, 0, user.zone(core.zone));
            request.post(Slot::first(&request.source), content).await
        }
        Some(Err(why)) => request.answer(why.clone()).await,
        Some(Ok(done)) => {
            record(tx, &user.user_id, done).await?;
            match done {
                Done::Renamed { from, to } => request.answer(texts::renamed(from, to)).await,
                _ => Ok(()),
            }
        }
    }
}

/// Carries out a press, and redraws the message.
pub(super) async fn press(
    press: &Press<'_>,
    user: &User,
    button: FilePress<'_>,
    prepared: &Prepared,
) -> Result<PressAnswer> {
    let Press { tx, core, event, now, .. } = *press;
    if event.chat_kind != ChatKind::Direct {
        return Ok(PressAnswer::alert(all_texts::not_yours()));
    }
    let row = match lists::pressed(press, |button| matches!(button, Button::Files(_))).await? {
        Ok(row) => row,
        Err(refused) => return Ok(refused),
    };
    let (listing, zone) = (&prepared.files, user.zone(core.zone));
    let (content, answer) = match &listing.done {
        None => shown(listing, button, zone),
        Some(Err(why)) => (shown(listing, button, zone).0, PressAnswer::alert(why)),
        Some(Ok(done)) => {
            record(tx, &user.user_id, done).await?;
            if let Done::Kept(media) = done {
                let content = Content { media: Some(media.clone()), ..Content::default() };
                let (source, to) = (OutboxKey::answering(event), Address::answering(event));
                outbox::post_content(tx, Slot::first(&source), &to, &content, now).await?;
            }
            carried_out(listing, button, done, zone)
        }
    };
    if let Some(row) = row {
        lists::redraw(tx, &row, &content).await?;
    }
    Ok(answer)
}

/// Draws the view that a press requests.
fn shown(listing: &Listing, button: FilePress<'_>, zone: Zone) -> (Content, PressAnswer) {
    let versions =
        |page, id| listing.file(id).map(|(file, _)| texts::versions(file, &listing.versions, page, zone));
    let drawn = match button {
        FilePress::Folder(page, id) => listing.folder(id).map(|path| listing.draw(path, page, zone)),
        FilePress::File(id, _) => listing.file(id).map(|(file, is_own)| listing.one(file, is_own, zone)),
        FilePress::Versions(page, id) => versions(page, id),
        FilePress::BringBack { file, .. } => versions(0, file),
        FilePress::Trash(page) => Some(texts::trash(&listing.trash, page, zone)),
        FilePress::Restore(_) => Some(texts::trash(&listing.trash, 0, zone)),
    };
    match drawn {
        Some(content) => (content, lists::shown()),
        None => (listing.draw(KEPT, 0, zone), PressAnswer::alert(texts::no_such_file())),
    }
}

/// Draws the outcome of a press, with the answer to the press.
fn carried_out(listing: &Listing, button: FilePress<'_>, done: &Done, zone: Zone) -> (Content, PressAnswer) {
    match done {
        Done::Kept(_) => (shown(listing, button, zone).0, PressAnswer::told(texts::on_its_way())),
        Done::Deleted { path, id } => (texts::deleted(path, id, parent(path)), lists::shown()),
        Done::Restored { to, .. } => {
            (listing.draw(parent(to), 0, zone), PressAnswer::told(texts::restored(to)))
        }
        Done::BroughtBack { replaced, .. } => {
            let content = listing.one(&replaced.file, true, zone);
            (content, PressAnswer::told(texts::brought_back()))
        }
        // Only a command can rename.
        Done::Renamed { to, .. } => (listing.draw(parent(to), 0, zone), lists::shown()),
    }
}

/// Updates the records of the sources of files to the files' new places.
async fn record(tx: &Tx, user: &UserId, done: &Done) -> Result<()> {
    match done {
        Done::Kept(_) => Ok(()),
        Done::Deleted { path, id } => origins::discarded(tx, user, path, id).await,
        Done::Restored { id, to } => origins::restored(tx, user, id, to).await,
        Done::BroughtBack { version, replaced } => origins::brought_back(tx, user, version, replaced).await,
        Done::Renamed { from, to } => origins::moved(tx, user, (from, to), &Sources::OWN).await,
    }
}

/// Returns the path of the parent folder.
fn parent(path: &str) -> &str {
    path.rsplit_once('/').map_or(KEPT, |(folder, _)| folder)
}
