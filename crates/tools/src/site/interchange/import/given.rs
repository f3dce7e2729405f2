//! The input of an import: the files of a folder, or of a ZIP archive.

use std::collections::BTreeMap;

use adjutant_channel::AttachmentKind;
use adjutant_domain::{
    archive::Order,
    document::MOST_READ,
    ids::{self, AttachmentId, PictureId},
    origin::Sources,
};
use adjutant_sandbox::{Failure, Sandbox};
use adjutant_store::site::MAX_PICTURES;
use adjutant_texts::{self as texts, count, tools::site as words};
use adjutant_workspace::kinds;

use super::{
    super::plan::{Plan, TextFile, is_markdown},
    planned::{Planned, Row},
};
use crate::{
    decoders::archives::{self, Refusal},
    files::{folder, source},
    kit::{Context, FilePath, ToolError},
    site::{pictures, shared, whole},
};

/// The most Markdown files of one call.
const MAX_FILES: usize = 500;
/// The most pictures of one call.
const MAX_SHOWN: usize = 100;
/// The most files of any kind.
const MAX_ALL: usize = 5_000;
/// The most folders within each other.
const MAX_DEPTH: usize = 8;
/// The largest Markdown file, in bytes.
const MAX_FILE: usize = 256 << 10;
/// The largest size of all Markdown files together, in bytes.
const MAX_BYTES: usize = 16 << 20;
/// The largest size of an archive's files once they are unpacked, in bytes.
const MAX_UNPACKED: usize = 64 << 20;
/// The extensions of the files that are unpacked: Markdown and pictures.
const UNPACKED: [&str; 6] = ["md", "markdown", "jpg", "jpeg", "png", "webp"];
/// The extension of an archive.
const ARCHIVE: &str = ".zip";
/// Folders with a meaning: one that is the only folder of an archive is not skipped.
const FOLDERS: [&str; 5] = ["pages", "posts", "collections", "content", "static"];
/// The most mistakes that an error names.
const TOLD: usize = 20;

/// The files of a folder or an archive.
pub(super) struct Given {
    /// The folder's path, or the archive's path or name.
    pub(super) from: String,
    texts: Vec<TextFile>,
    /// The files that are not Markdown, by their paths within the import.
    others: BTreeMap<String, Other>,
    /// The sources of the words in the names of the files.
    pub(super) names: Sources,
}

/// A file that is not Markdown.
enum Other {
    /// Its path among the person's files.
    Stored(String),
    Unpacked(Vec<u8>, Sources),
    /// Still packed, because it is not an image that the site can show.
    Packed,
}

impl Given {
    pub(super) async fn read(
        context: &Context,
        sandbox: &Sandbox,
        (path, attachment): (Option<&FilePath>, Option<&AttachmentId>),
    ) -> Result<Self, ToolError> {
        if context.shared_site.is_some() {
            return Err(ToolError::rejected(
                "files are imported in the direct chat of the website's owner: here others would read what the person has \
                 kept",
            ));
        }
        source::requirement(context, path, attachment)?;
        let given = match path.filter(|path| !is_archive(path)) {
            Some(folder) => Self::of_folder(context, folder).await?,
            None => Self::of_archive(context, sandbox, (path, attachment)).await?,
        };
        if given.texts.is_empty() {
            return Err(ToolError::rejected("there is no Markdown file (.md) in it"));
        }
        Ok(given)
    }

    async fn of_folder(context: &Context, path: &FilePath) -> Result<Self, ToolError> {
        let (folder, below) = folder::below(context, path).await?;
        if below.len() > MAX_ALL {
            return Err(ToolError::rejected(format!(
                "the folder has {}, and at most {MAX_ALL} are read",
                count(below.len() as i64, "file")
            )));
        }
        let names = below.iter().map(|file| &file.untrusted).collect();
        let mut given = Self { from: folder, texts: Vec::new(), others: BTreeMap::new(), names };
        for file in below {
            let within = file.path[given.from.len() + 1..].to_owned();
            if within.split('/').any(|part| part.starts_with('.')) {
                continue;
            }
            check_depth(&within)?;
            if !is_markdown(&within) {
                given.others.insert(within, Other::Stored(file.path));
                continue;
            }
            given.check_room(file.size as usize)?;
            let (bytes, untrusted) = folder::bytes(context, &file.path, MAX_FILE as u64).await?;
            given.add_text(within, bytes, untrusted)?;
        }
        Ok(given)
    }

    async fn of_archive(
        context: &Context,
        sandbox: &Sandbox,
        (path, attachment): (Option<&FilePath>, Option<&AttachmentId>),
    ) -> Result<Self, ToolError> {
        let source = source::read(context, path, attachment, MOST_READ as u64).await?;
        let order = Order {
            endings: UNPACKED.map(str::to_owned).to_vec(),
            max_files: MAX_ALL,
            max_bytes: MAX_UNPACKED,
        };
        context.progress(words::unpacking());
        let unpacked = archives::unpack(&context.sandbox(sandbox), &source.bytes, &order).await;
        let mut files = unpacked.map_err(|refusal| refused(&source.subject, &refusal))?;
        let top = only_folder(files.iter().map(|(path, _)| path.as_str())).map(str::len);
        if let Some(length) = top {
            for (path, _) in &mut files {
                path.drain(..=length);
            }
        }
        files.sort_by(|(one, _), (other, _)| one.cmp(other));
        let names = source.untrusted.clone();
        let mut given = Self { from: source.file, texts: Vec::new(), others: BTreeMap::new(), names };
        for (within, bytes) in files {
            check_depth(&within)?;
            match bytes {
                Some(bytes) if is_markdown(&within) => {
                    given.check_room(bytes.len())?;
                    given.add_text(within, bytes, source.untrusted.clone())?;
                }
                Some(bytes) => {
                    given.others.insert(within, Other::Unpacked(bytes, source.untrusted.clone()));
                }
                None => drop(given.others.insert(within, Other::Packed)),
            }
        }
        Ok(given)
    }

    /// Returns an error if there is no room for another text of this size, in bytes.
    fn check_room(&self, bytes: usize) -> Result<(), ToolError> {
        if bytes > MAX_FILE {
            return Err(too_large(MAX_FILE as u64));
        }
        let so_far: usize = self.texts.iter().map(|file| file.text.len()).sum();
        if self.texts.len() >= MAX_FILES || so_far + bytes > MAX_BYTES {
            return Err(ToolError::rejected(format!(
                "there are more than {MAX_FILES} Markdown files, or they take more than {}; import them in parts",
                texts::for_model(|| texts::bytes(MAX_BYTES as u64))
            )));
        }
        Ok(())
    }

    fn add_text(&mut self, path: String, bytes: Vec<u8>, untrusted: Sources) -> Result<(), ToolError> {
        let number = self.texts.len() + 1;
        let text = String::from_utf8(bytes).map_err(|_| {
            ToolError::rejected(format!("Markdown file {number} by path is not UTF-8; save it as UTF-8"))
        })?;
        self.texts.push(TextFile { path, text, untrusted });
        Ok(())
    }

    /// Reads a picture, and returns the sources of its words.
    pub(super) async fn picture(
        &self,
        context: &Context,
        path: &str,
    ) -> Result<(Vec<u8>, Sources), ToolError> {
        let most = context.config.media.max_picture;
        match self.others.get(path) {
            Some(Other::Stored(path)) => folder::bytes(context, path, most).await,
            Some(Other::Unpacked(bytes, _)) if bytes.len() as u64 > most => Err(too_large(most)),
            Some(Other::Unpacked(bytes, untrusted)) => Ok((bytes.clone(), untrusted.clone())),
            Some(Other::Packed) | None => Ok((Vec::new(), Sources::OWN)),
        }
    }

    /// Returns the planned changes, and a digest of the files and of these changes.
    pub(super) async fn plan(&self, context: &Context) -> Result<(Planned, String), ToolError> {
        let site = whole(context).await?;
        let paths = self.others.keys().cloned().collect();
        let planned = Plan::new(&self.texts, &paths, site.as_ref(), shared::zone(context));
        let mut plan = planned.map_err(|mistakes| {
            let told: Vec<_> = mistakes.iter().take(TOLD).map(ToString::to_string).collect();
            let more = match mistakes.len().saturating_sub(TOLD) {
                0 => String::new(),
                more => format!("\nand {more} more"),
            };
            ToolError::rejected(format!("nothing is imported as it is:\n{}{more}", told.join("\n")))
        })?;
        let in_all = site.as_ref().map_or(0, |site| site.pictures.len()) + plan.pictures.len();
        if plan.pictures.len() > MAX_SHOWN || in_all > MAX_PICTURES {
            return Err(ToolError::rejected(format!(
                "the files show {}; at most {MAX_SHOWN} come with one call, and a site has at most {MAX_PICTURES}; import \
                 them in parts",
                count(plan.pictures.len() as i64, "picture")
            )));
        }
        let mut digest = String::new();
        for file in &self.texts {
            digest += &format!("{} {}\n", file.path, ids::sha256(&file.text));
        }
        let (mut ids, mut new, mut reworded) = (BTreeMap::new(), BTreeMap::new(), Vec::new());
        for (number, (path, words)) in plan.pictures.iter().enumerate() {
            let (bytes, _) = self.picture(context, path).await?;
            if kinds::of(&bytes).0 != AttachmentKind::Photo {
                return Err(ToolError::rejected(format!(
                    "file {} of those that the pages show is no JPEG, PNG or WebP",
                    number + 1
                )));
            }
            digest += &format!("{path} {}\n", ids::sha256_of(&bytes));
            let known = site.as_ref().and_then(|site| pictures::made_from(site, &bytes));
            let id = known.map_or_else(PictureId::generate, |picture| picture.picture_id.clone());
            match known {
                Some(picture) if words.said.change_of(picture).is_some() => {
                    reworded.push((id.clone(), path.clone()));
                }
                Some(_) => {}
                None => drop(new.insert(path.clone(), id.clone())),
            }
            ids.insert(path.clone(), id);
        }
        plan.show(&ids);
        let left_out = self.others.len() - plan.pictures.len();
        let planned = Planned { plan, site, new, reworded, left_out };
        for Row { file, what, .. } in planned.rows() {
            digest += &format!("{what} {file}\n");
        }
        Ok((planned, ids::sha256(&digest)))
    }
}

fn is_archive(path: &str) -> bool {
    path.len() > ARCHIVE.len() && path.to_ascii_lowercase().ends_with(ARCHIVE)
}

fn check_depth(within: &str) -> Result<(), ToolError> {
    if within.matches('/').count() < MAX_DEPTH {
        return Ok(());
    }
    Err(ToolError::rejected(format!("the folder is deeper than {MAX_DEPTH} folders; give one below it")))
}

fn too_large(most: u64) -> ToolError {
    ToolError::rejected(format!("a file is larger than {}", texts::for_model(|| texts::bytes(most))))
}

/// Returns the folder that contains all files of an archive, if it has no meaning of its own: people often pack a
/// folder together with its name.
fn only_folder<'a>(mut paths: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let (first, _) = paths.next()?.split_once('/')?;
    let has_meaning = FOLDERS.contains(&first) || first.starts_with('_');
    let is_in = |path: &str| path.split_once('/').is_some_and(|(folder, _)| folder == first);
    (!has_meaning && paths.all(is_in)).then_some(first)
}

fn refused(subject: &str, refusal: &Refusal) -> ToolError {
    match refusal {
        Refusal::Archive(problem) => ToolError::rejected(format!("{subject} {problem}")),
        Refusal::Failed(Failure::Unavailable(why)) => ToolError::unavailable(texts::files::no_jail(why)),
        Refusal::Failed(failure) => ToolError::rejected(format!("{subject} cannot be unpacked: {failure}")),
    }
}
