//! `/files`: the folders and files of a person. Names may come from others, so the texts are composed, not marked up.

use adjutant_channel::{Attachment, Button as Shown, ButtonStyle, Content, Rich};
use adjutant_domain::{
    buttons::{Button, FileAction, FilePress, short},
    ids::AttachmentId,
    text::escaped,
    zones::Zone,
};
use adjutant_workspace::{Discarded, Listed, Version, names};

use super::{
    button, bytes, count, in_a_line,
    list::{PAGE, Page, in_rows, titled},
    note_list::moment,
};

/// The most of a path that is shown, in characters.
const PATH: usize = 200;

/// A folder or a file in a folder.
#[derive(Clone, Debug)]
pub enum Entry<'a> {
    /// A folder's path, and how many files are below it.
    Folder(&'a str, i64),
    File(&'a Listed),
}

/// What a message shows of a folder.
#[derive(Debug)]
pub struct Folder<'a> {
    pub path: &'a str,
    pub page: Page,
    /// Those of the page.
    pub entries: Vec<Entry<'a>>,
    /// The path of the folder to go back to.
    pub parent: Option<&'a str>,
    /// How many deletions are in the trash that a button leads to.
    pub trash: i64,
    /// What all files of the person take, in bytes.
    pub used: u64,
}

pub fn in_private() -> &'static str {
    "Please ask me that in a direct chat: here others would read the names of your files."
}

pub fn folder(folder: &Folder<'_>, zone: Zone) -> Content {
    let Folder { path, page, entries, parent, trash, used } = folder;
    let mut body = Rich::builder().bold(format!("Your files in {}", in_a_line(path, PATH)));
    body = match entries.is_empty() {
        true => body.text(": none\n"),
        false => body.text(page.extent(entries.len() as i64)).text("\n"),
    };
    let mut open = Vec::new();
    for (number, entry) in page.numbers().zip(entries) {
        let name = in_a_line(entry.name(), PATH);
        let (about, opens) = match entry {
            Entry::Folder(path, files) => {
                (format!("a folder, {}", count(*files, "file")), shows(&titled(number, &name), path, 0))
            }
            Entry::File(file) => {
                let about = format!("{}, {}", bytes(file.size), moment(file.modified_at(), zone));
                (about, act(&titled(number, &name), file, FileAction::Open))
            }
        };
        body = body.text(format!("\n{number}. ")).bold(name).text(format!(": {about}"));
        open.push(opens);
    }
    if !entries.is_empty() {
        body = body.text("\n");
    }
    body = body.text(format!("\nAll your files take {}.", bytes(*used)));
    let mut turns = page.turns(|label, page| shows(label, path, page));
    turns.extend(parent.map(|parent| shows(&format!("Back to {parent}"), parent, 0)));
    let shows_trash = (*trash > 0).then(|| press(&format!("Trash ({trash})"), FilePress::Trash(0)));
    turns.extend(shows_trash);
    Content { body: body.build(), buttons: in_rows(open.into_iter(), turns), ..Content::default() }
}

/// What can be done with a file besides getting it.
#[derive(Clone, Copy, Debug)]
pub struct Can {
    /// Whether it can be changed: a linked user's cannot.
    pub change: bool,
    /// How many earlier versions it has.
    pub versions: i64,
}

/// A file; `folder` is the path of the one that it is in.
pub fn one(file: &Listed, folder: &str, can: Can, zone: Zone) -> Content {
    let mut body = Rich::builder()
        .bold(in_a_line(&file.path, PATH))
        .text(format!("\nSize: {}", bytes(file.size)))
        .text(format!("\nChanged: {}", moment(file.modified_at(), zone)));
    let mut below = vec![act("Get", file, FileAction::Get)];
    if can.change {
        body = body.text("\nTo rename it: ").code(format!("/files rename {} NEW", quoted(&file.path)));
        below.push(act("Delete", file, FileAction::Delete));
    } else {
        body = body.text("\nIt is of a linked account, where it can be changed.");
    }
    let versions = (can.versions > 0)
        .then(|| press(&count(can.versions, "earlier version"), FilePress::Versions(0, &short(&file.path))));
    let rows = [below, versions.into_iter().collect(), vec![shows("Back", folder, 0)]];
    let buttons = rows.into_iter().filter(|row| !row.is_empty()).collect();
    Content { body: body.build(), buttons, ..Content::default() }
}

/// Returns a path as a word of a command.
fn quoted(path: &str) -> String {
    let path = in_a_line(path, PATH);
    if path.contains(' ') { format!("\"{path}\"") } else { path }
}

/// A file that was deleted under this id; `folder` is the path of the one that it was in.
pub fn deleted(path: &str, id: &str, folder: &str) -> Content {
    let body = Rich::builder()
        .bold(in_a_line(path, PATH))
        .text("\nIt is deleted. It stays in the trash for a day, and takes up room there.")
        .build();
    let undo = press("Undo", FilePress::Restore(&short(id)));
    Content { body, buttons: vec![vec![undo, shows("Back", folder, 0)]], ..Content::default() }
}

/// A page, from 0, of what is in the trash.
pub fn trash(trash: &[Discarded], page: i64, zone: Zone) -> Content {
    let page = Page::of(page, trash.len() as i64);
    let here: Vec<_> = trash.iter().skip(page.first as usize).take(PAGE as usize).collect();
    let mut body = Rich::builder().bold("In the trash");
    body = match here.is_empty() {
        true => body.text(": nothing"),
        false => body.text(page.extent(here.len() as i64)).text("\n"),
    };
    let mut bring_back = Vec::new();
    for (number, it) in page.numbers().zip(&here) {
        let path = in_a_line(&it.path, PATH);
        let what = match it.is_folder {
            true => format!("a folder with {}", count(it.files as i64, "file")),
            false => bytes(it.size),
        };
        let label = titled(number, path.rsplit('/').next().unwrap_or_default());
        bring_back.push(press(&label, FilePress::Restore(&short(&it.id))));
        let about = format!(": {what}, deleted {}", moment(it.deleted_at(), zone));
        body = body.text(format!("\n{number}. ")).bold(path).text(about);
    }
    if !here.is_empty() {
        body = body.text("\n\nA button brings one back. A day after it was deleted, it is gone for good.");
    }
    let mut turns = page.turns(|label, page| press(label, FilePress::Trash(page)));
    turns.push(shows("Back", "/shared", 0));
    Content { body: body.build(), buttons: in_rows(bring_back.into_iter(), turns), ..Content::default() }
}

/// A page, from 0, of the versions of a file.
pub fn versions(file: &Listed, versions: &[Version], page: i64, zone: Zone) -> Content {
    let id = short(&file.path);
    let page = Page::of(page, versions.len() as i64);
    let here: Vec<_> = versions.iter().skip(page.first as usize).take(PAGE as usize).collect();
    let mut body = Rich::builder()
        .bold(format!("Earlier versions of {}", in_a_line(&file.path, PATH)))
        .text(page.extent(here.len() as i64))
        .text("\n");
    let mut bring_back = Vec::new();
    for (number, version) in page.numbers().zip(&here) {
        let until = moment(version.until_at(), zone);
        body = body.text(format!("\n{number}. until {until}: {}", bytes(version.size)));
        let version = short(&version.path);
        let press_it = FilePress::BringBack { file: &id, version: &version };
        bring_back.push(press(&titled(number, &until), press_it));
    }
    body = body.text(
        "\n\nA button brings one back; what the file holds now becomes a version. They are kept for 30 days.",
    );
    let mut turns = page.turns(|label, page| press(label, FilePress::Versions(page, &id)));
    turns.push(act("Back", file, FileAction::Open));
    Content { body: body.build(), buttons: in_rows(bring_back.into_iter(), turns), ..Content::default() }
}

/// The answer to a press that brings something back from the trash.
pub fn restored(path: &str) -> String {
    format!("It is back: {}", in_a_line(path, PATH))
}

/// The answer to a press that brings a version back.
pub fn brought_back() -> &'static str {
    "The file holds again what it held then."
}

pub fn renamed(from: &str, to: &str) -> String {
    format!("{} is now {}.", in_a_line(from, PATH), in_a_line(to, PATH))
}

pub fn how_to_rename() -> &'static str {
    "To rename a file or folder, write /files rename OLD NEW, with names that have spaces in quotation marks; for example \
     /files rename list.md \"packing list.md\". Or write /files alone."
}

pub fn no_file_at(path: &str) -> String {
    format!(
        "You have no file or folder {} that you can rename; /files shows what you have.",
        in_a_line(path, PATH)
    )
}

pub fn taken() -> &'static str {
    "Something has that name already, so I changed nothing."
}

pub fn bad_name() -> &'static str {
    "There can be no file of that name. Paths begin with /shared/ or /tmp/."
}

pub fn stays_kept() -> &'static str {
    "What you keep in /shared cannot be moved to /tmp, which is emptied each day."
}

pub fn no_such_file() -> &'static str {
    "That is not among your files any more."
}

/// The answer to a press that sends a file.
pub fn on_its_way() -> &'static str {
    "Here it comes."
}

pub fn empty() -> &'static str {
    "The file is empty, so I cannot send it."
}

/// The answer about a file that is larger than what the platform takes; sizes in bytes.
pub fn too_large(size: u64, limit: u64) -> String {
    format!("The file has {}, and I can send at most {} here.", bytes(size), bytes(limit))
}

impl Entry<'_> {
    /// Returns the last part of its path.
    fn name(&self) -> &str {
        let path = match self {
            Self::Folder(path, _) => path,
            Self::File(file) => file.path.as_str(),
        };
        path.rsplit('/').next().unwrap_or_default()
    }
}

/// A button that shows a page of a folder.
fn shows(label: &str, folder: &str, page: i64) -> Shown {
    press(label, FilePress::Folder(page, &short(folder)))
}

fn act(label: &str, file: &Listed, action: FileAction) -> Shown {
    press(label, FilePress::File(&short(&file.path), action))
}

fn press(label: &str, press: FilePress<'_>) -> Shown {
    button(label, Button::Files(press), ButtonStyle::Plain)
}

/// For the model: why no document is read.
pub fn no_jail(why: &str) -> String {
    format!(
        "this machine cannot lock up what reads documents, so it reads none ({why}); tell the user, and that `adjutant \
         doctor` says more to whoever runs it"
    )
}

/// The line above an answer that goes without the text of a document; `why` ends a sentence about it.
pub fn unread(file: &Attachment, why: &str) -> String {
    match &file.name {
        Some(name) => format!("I have not read “{}”: it {why}.", escaped(&names::shown(name))),
        None => format!("I have not read your document: it {why}."),
    }
}

/// For the model: the same.
pub fn unread_note(file: &AttachmentId, why: &str) -> String {
    format!("The file {file} {why}. The person has been told.")
}

/// For the model: that a short document has no text.
pub fn without_text(file: &AttachmentId) -> String {
    format!("There is no text in {file}: it may be scanned, and look shows a page.")
}

/// Why a file cannot be read or looked at, as the end of a sentence about it.
pub fn gone() -> &'static str {
    "is not on the platform any more; please send it again"
}

/// The same.
pub fn not_fetched() -> &'static str {
    "could not be fetched, though I tried several times; please send it again in a while"
}

/// The same.
pub fn not_read() -> &'static str {
    "could not be read here; whoever runs me finds out more with `adjutant doctor`"
}
