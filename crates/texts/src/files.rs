//! `/files`: the folders and files of a person. Names may come from others, so the texts are composed without markup.

use adjutant_channel::{Attachment, Button as Shown, ButtonStyle, Content, Rich};
use adjutant_domain::{
    buttons::{Button, FileAction, FilePress, short},
    ids::AttachmentId,
    text::escaped,
    zones::Zone,
};
use adjutant_workspace::{Discarded, Listed, Version, names};

use super::{
    button, bytes,
    fluent::text,
    in_a_line,
    list::{PAGE, Page, in_rows, numbered_moment, titled},
    note_list::moment,
};

/// The longest shown part of a path, in characters.
const PATH: usize = 200;

/// A folder or a file in a folder.
#[derive(Clone, Debug)]
pub enum Entry<'a> {
    /// A folder's path, and the number of files below it.
    Folder(&'a str, i64),
    File(&'a Listed),
}

/// A folder as a message shows it.
#[derive(Debug)]
pub struct Folder<'a> {
    pub path: &'a str,
    pub page: Page,
    /// The entries of the page.
    pub entries: Vec<Entry<'a>>,
    /// The path of the folder to go back to.
    pub parent: Option<&'a str>,
    /// The number of deletions in the trash, if a button leads there.
    pub trash: i64,
    /// The size of all files of the person, in bytes.
    pub used: u64,
}

pub fn in_private() -> &'static str {
    text!("files-in-private")
}

pub fn folder(folder: &Folder<'_>, zone: Zone) -> Content {
    let Folder { path, page, entries, parent, trash, used } = folder;
    let mut body = Rich::builder().bold(text!("files-title", path = in_a_line(path, PATH)));
    body = match entries.is_empty() {
        true => body.text(text!("files-none")).text("\n"),
        false => body.text(page.extent(entries.len() as i64)).text("\n"),
    };
    let mut open = Vec::new();
    for (number, entry) in page.numbers().zip(entries) {
        let name = in_a_line(entry.name(), PATH);
        let (about, opens) = match entry {
            Entry::Folder(path, files) => {
                (text!("files-about-folder", files = *files), shows(&titled(number, &name), path, 0))
            }
            Entry::File(file) => {
                let (size, time) = (bytes(file.size), moment(file.modified_at(), zone));
                let about = text!("files-about-file", size = size, time = time);
                (about, act(&titled(number, &name), file, FileAction::Open))
            }
        };
        body = body.text(format!("\n{number}. ")).bold(name).text(about);
        open.push(opens);
    }
    if !entries.is_empty() {
        body = body.text("\n");
    }
    body = body.text("\n").text(text!("files-all-take", size = bytes(*used)));
    let mut turns = page.turns(|label, page| shows(label, path, page));
    turns.extend(parent.map(|parent| shows(&text!("files-back-to", folder = parent), parent, 0)));
    let shows_trash = (*trash > 0).then(|| press(&text!("files-trash", count = *trash), FilePress::Trash(0)));
    turns.extend(shows_trash);
    Content { body: body.build(), buttons: in_rows(open.into_iter(), turns), ..Content::default() }
}

/// The possible actions on a file besides getting it.
#[derive(Clone, Copy, Debug)]
pub struct Can {
    /// Whether it can be changed: a linked user's cannot.
    pub change: bool,
    /// The number of earlier versions.
    pub versions: i64,
}

/// A file; `folder` is the path of its folder.
pub fn one(file: &Listed, folder: &str, can: Can, zone: Zone) -> Content {
    let mut body = Rich::builder()
        .bold(in_a_line(&file.path, PATH))
        .text("\n")
        .text(text!("files-size", size = bytes(file.size)))
        .text("\n")
        .text(text!("files-changed", time = moment(file.modified_at(), zone)));
    let mut below = vec![act(text!("files-get"), file, FileAction::Get)];
    if can.change {
        let command = format!("/files rename {} {}", quoted(&file.path), text!("files-new-name"));
        body = body.text("\n").text(text!("files-to-rename")).text(" ").code(command);
        below.push(act(text!("button-delete"), file, FileAction::Delete));
    } else {
        body = body.text("\n").text(text!("files-of-linked"));
    }
    let versions = (can.versions > 0).then(|| {
        let label = text!("files-versions", count = can.versions);
        press(&label, FilePress::Versions(0, &short(&file.path)))
    });
    let rows = [below, versions.into_iter().collect(), vec![shows(text!("button-back"), folder, 0)]];
    let buttons = rows.into_iter().filter(|row| !row.is_empty()).collect();
    Content { body: body.build(), buttons, ..Content::default() }
}

/// Returns a path as one word of a command.
fn quoted(path: &str) -> String {
    let path = in_a_line(path, PATH);
    if path.contains(' ') { format!("\"{path}\"") } else { path }
}

/// A deleted file and the id of its deletion; `folder` is the path of its folder.
pub fn deleted(path: &str, id: &str, folder: &str) -> Content {
    let body = Rich::builder().bold(in_a_line(path, PATH)).text("\n").text(text!("files-deleted")).build();
    let undo = press(text!("button-undo"), FilePress::Restore(&short(id)));
    let back = shows(text!("button-back"), folder, 0);
    Content { body, buttons: vec![vec![undo, back]], ..Content::default() }
}

/// A page, from 0, of the trash.
pub fn trash(trash: &[Discarded], page: i64, zone: Zone) -> Content {
    let page = Page::of(page, trash.len() as i64);
    let here: Vec<_> = trash.iter().skip(page.first as usize).take(PAGE as usize).collect();
    let mut body = Rich::builder().bold(text!("files-trash-title"));
    body = match here.is_empty() {
        true => body.text(text!("files-trash-empty")),
        false => body.text(page.extent(here.len() as i64)).text("\n"),
    };
    let mut bring_back = Vec::new();
    for (number, it) in page.numbers().zip(&here) {
        let path = in_a_line(&it.path, PATH);
        let time = moment(it.deleted_at(), zone);
        let about = match it.is_folder {
            true => text!("files-trash-folder", files = it.files as i64, time = time),
            false => text!("files-trash-file", size = bytes(it.size), time = time),
        };
        let label = titled(number, path.rsplit('/').next().unwrap_or_default());
        bring_back.push(press(&label, FilePress::Restore(&short(&it.id))));
        body = body.text(format!("\n{number}. ")).bold(path).text(about);
    }
    if !here.is_empty() {
        body = body.text("\n\n").text(text!("files-trash-hint"));
    }
    let mut turns = page.turns(|label, page| press(label, FilePress::Trash(page)));
    turns.push(shows(text!("button-back"), "/shared", 0));
    Content { body: body.build(), buttons: in_rows(bring_back.into_iter(), turns), ..Content::default() }
}

/// A page, from 0, of the versions of a file.
pub fn versions(file: &Listed, versions: &[Version], page: i64, zone: Zone) -> Content {
    let id = short(&file.path);
    let page = Page::of(page, versions.len() as i64);
    let here: Vec<_> = versions.iter().skip(page.first as usize).take(PAGE as usize).collect();
    let mut body = Rich::builder()
        .bold(text!("files-versions-title", path = in_a_line(&file.path, PATH)))
        .text(page.extent(here.len() as i64))
        .text("\n");
    let mut bring_back = Vec::new();
    for (number, version) in page.numbers().zip(&here) {
        let until = moment(version.until_at(), zone);
        let size = bytes(version.size);
        let line = text!("files-version", number = number, time = until.as_str(), size = size);
        body = body.text("\n").text(line);
        let version = short(&version.path);
        let press_it = FilePress::BringBack { file: &id, version: &version };
        bring_back.push(press(&numbered_moment(number, &until), press_it));
    }
    body = body.text("\n\n").text(text!("files-versions-hint"));
    let mut turns = page.turns(|label, page| press(label, FilePress::Versions(page, &id)));
    turns.push(act(text!("button-back"), file, FileAction::Open));
    Content { body: body.build(), buttons: in_rows(bring_back.into_iter(), turns), ..Content::default() }
}

/// The answer to a press that restores something from the trash.
pub fn restored(path: &str) -> String {
    text!("files-restored", path = in_a_line(path, PATH))
}

/// The answer to a press that restores a version.
pub fn brought_back() -> &'static str {
    text!("files-brought-back")
}

pub fn renamed(from: &str, to: &str) -> String {
    text!("files-renamed", from = in_a_line(from, PATH), to = in_a_line(to, PATH))
}

pub fn how_to_rename() -> &'static str {
    text!("files-how-to-rename")
}

pub fn no_file_at(path: &str) -> String {
    text!("files-none-at", path = in_a_line(path, PATH))
}

pub fn taken() -> &'static str {
    text!("files-name-taken")
}

pub fn bad_name() -> &'static str {
    text!("files-bad-name")
}

pub fn stays_kept() -> &'static str {
    text!("files-stays-kept")
}

pub fn no_such_file() -> &'static str {
    text!("files-no-such")
}

/// The answer to a press that sends a file.
pub fn on_its_way() -> &'static str {
    text!("files-on-its-way")
}

pub fn empty() -> &'static str {
    text!("files-empty")
}

/// The answer about a file that is too large for the platform; sizes in bytes.
pub fn too_large(size: u64, limit: u64) -> String {
    text!("files-too-large-to-send", size = bytes(size), most = bytes(limit))
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

/// For the model: why no documents can be read.
pub fn no_jail(why: &str) -> String {
    format!(
        "this machine cannot lock up what reads documents, so it reads none ({why}); tell the user, and that `adjutant \
         doctor` says more to whoever runs it"
    )
}

/// The line above an answer that was written without a document's text. `why` is the end of an English sentence about
/// the file, as recorded and as the model reads it.
pub fn unread(file: &Attachment, why: &str) -> String {
    let kind = match why {
        GONE => "gone",
        NOT_FETCHED => "failed",
        NOT_READ => "broken",
        EXHAUSTING => "exhausting",
        "is damaged, or not what it claims to be" => "damaged",
        "is locked with a password" => "locked",
        "is neither text nor a document that can be read" => "unknown",
        "has the form of office suites before 2007; save it as DOCX or PPTX, or as a PDF" => "old",
        _ => "other",
    };
    match &file.name {
        Some(name) => {
            let name = escaped(&names::shown(name));
            text!("files-unread-named", why = kind, name = name, reason = why)
        }
        None => text!("files-unread", why = kind, reason = why),
    }
}

/// For the model: the same as [`unread`].
pub fn unread_note(file: &AttachmentId, why: &str) -> String {
    format!("The file {file} {why}. The person has been told.")
}

/// For the model: that a short document has no text.
pub fn without_text(file: &AttachmentId) -> String {
    format!("There is no text in {file}: it may be scanned, and look shows a page.")
}

const GONE: &str = "is not on the platform any more; please send it again";
const NOT_FETCHED: &str =
    "could not be fetched, though I tried several times; please send it again in a while";
const EXHAUSTING: &str = "takes more memory or time to read than I may use";
const NOT_READ: &str = "could not be read here; whoever runs me finds out more with `adjutant doctor`";

/// For the record and the model: why a file cannot be read or looked at, as the end of a sentence about it. [`unread`]
/// tells the person.
pub fn gone() -> &'static str {
    GONE
}

/// Likewise: the file could not be fetched.
pub fn not_fetched() -> &'static str {
    NOT_FETCHED
}

/// Likewise: reading the file takes too much.
pub fn exhausting() -> &'static str {
    EXHAUSTING
}

/// Likewise: the file could not be read.
pub fn not_read() -> &'static str {
    NOT_READ
}
