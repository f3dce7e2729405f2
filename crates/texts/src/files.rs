//! `/files`: the folders and files of a person. Names may come from others, so the texts are composed, not marked up.

use adjutant_channel::{Button as Shown, ButtonStyle, Content, Rich};
use adjutant_domain::{
    buttons::{Button, FileAction, FilePress, short},
    zones::Zone,
};
use adjutant_workspace::Listed;

use super::{
    button, bytes, count, in_a_line,
    list::{Page, in_rows, titled},
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
    /// What all files of the person take, in bytes.
    pub used: u64,
}

pub fn in_private() -> &'static str {
    "Please ask me that in a direct chat: here others would read the names of your files."
}

pub fn folder(folder: &Folder<'_>, zone: Zone) -> Content {
    let Folder { path, page, entries, parent, used } = folder;
    let mut body = Rich::builder().bold(format!("Your files in {}", in_a_line(path, PATH)));
    body = match entries.is_empty() {
        true => body.text(": none\n"),
        false => body.text(page.extent(entries.len() as i64)).text("\n"),
    };
    let mut open = Vec::new();
    for (number, entry) in page.numbers().zip(entries) {
        let name = in_a_line(entry.name(), PATH);
        let (about, press) = match entry {
            Entry::Folder(path, files) => {
                (format!("a folder, {}", count(*files, "file")), shows(&titled(number, &name), path, 0))
            }
            Entry::File(file) => {
                let about = format!("{}, {}", bytes(file.size), moment(file.modified_at(), zone));
                (about, act(&titled(number, &name), file, FileAction::Open))
            }
        };
        body = body.text(format!("\n{number}. ")).bold(name).text(format!(": {about}"));
        open.push(press);
    }
    if !entries.is_empty() {
        body = body.text("\n");
    }
    body = body.text(format!("\nAll your files take {}.", bytes(*used)));
    let mut turns = page.turns(|label, page| shows(label, path, page));
    turns.extend(parent.map(|parent| shows(&format!("Back to {parent}"), parent, 0)));
    Content { body: body.build(), buttons: in_rows(open.into_iter(), turns), media: None }
}

/// A file; `folder` is the path of the one that it is in.
pub fn one(file: &Listed, folder: &str, zone: Zone) -> Content {
    let body = Rich::builder()
        .bold(in_a_line(&file.path, PATH))
        .text(format!("\nSize: {}", bytes(file.size)))
        .text(format!("\nChanged: {}", moment(file.modified_at(), zone)))
        .build();
    let buttons = vec![vec![act("Get", file, FileAction::Get), shows("Back", folder, 0)]];
    Content { body, buttons, media: None }
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
    button(label, Button::Files(FilePress::Folder(page, &short(folder))), ButtonStyle::Plain)
}

fn act(label: &str, file: &Listed, action: FileAction) -> Shown {
    button(label, Button::Files(FilePress::File(&short(&file.path), action)), ButtonStyle::Plain)
}
