//! Unpacks the files of a ZIP archive. Trusts nothing in the archive's directory: neither sizes nor names, which may
//! lead out of the archive's folder.

use std::{
    collections::BTreeSet,
    io::{Cursor, Read as _},
    panic,
};

use adjutant_domain::archive::{Answer, Entry, Order, Problem};
use zip::ZipArchive;

/// The most bytes unpacked for each byte of an archive, beyond [`ANY`]. Texts reach a ratio of ten.
const DENSEST: usize = 100;
/// The unpacked bytes that every archive may have.
const ANY: usize = 1 << 20;

/// The mask of the file type in a mode.
const KINDS: u32 = 0o170_000;
/// The type of a file.
const FILE: u32 = 0o100_000;
/// The type of a folder.
const FOLDER: u32 = 0o040_000;

/// Unpacks an archive. Takes an [`Order`] as a line of JSON and the archive; returns the [`Answer`] as a line of JSON
/// and the files' bytes.
pub fn unpack(given: &[u8]) -> Vec<u8> {
    let unpacked = panic::catch_unwind(|| files(given)).unwrap_or(Err(Problem::Damaged));
    let (answer, bytes) = match unpacked {
        Ok((entries, bytes)) => (Answer::Unpacked(entries), bytes),
        Err(problem) => (Answer::Refused(problem), Vec::new()),
    };
    // Names and numbers can always be written as JSON.
    let mut line = serde_json::to_vec(&answer).unwrap_or_default();
    line.push(b'\n');
    line.extend(bytes);
    line
}

fn files(given: &[u8]) -> Result<(Vec<Entry>, Vec<u8>), Problem> {
    let end = given.iter().position(|byte| *byte == b'\n').ok_or(Problem::Damaged)?;
    let order: Order = serde_json::from_slice(&given[..end]).map_err(|_| Problem::Damaged)?;
    let packed = &given[end + 1..];
    let mut archive = ZipArchive::new(Cursor::new(packed)).map_err(|_| Problem::Damaged)?;
    if archive.len() > order.max_files {
        return Err(Problem::TooMany);
    }
    let (mut entries, mut bytes, mut taken) = (Vec::new(), Vec::new(), BTreeSet::new());
    for at in 0..archive.len() {
        let Some(path) = path_of(&mut archive, at)? else { continue };
        if !taken.insert(path.clone()) {
            return Err(Problem::Doubled);
        }
        let ending = path.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase());
        if !ending.is_some_and(|ending| order.endings.contains(&ending)) {
            entries.push(Entry { path, bytes: None });
            continue;
        }
        let (before, room) = (bytes.len(), order.max_bytes - bytes.len());
        let dense = packed.len().saturating_mul(DENSEST).saturating_add(ANY).saturating_sub(before);
        let most = room.min(dense);
        let file = archive.by_index(at).map_err(|_| Problem::Damaged)?;
        file.take(most as u64 + 1).read_to_end(&mut bytes).map_err(|_| Problem::Damaged)?;
        let length = bytes.len() - before;
        if length > most {
            return Err(if room <= dense { Problem::TooLarge } else { Problem::TooDense });
        }
        entries.push(Entry { path, bytes: Some(length) });
    }
    Ok((entries, bytes))
}

/// Returns a file's path in normal form; `None` for folders and for files that operating systems add.
fn path_of(archive: &mut ZipArchive<Cursor<&[u8]>>, at: usize) -> Result<Option<String>, Problem> {
    let file = archive.by_index_raw(at).map_err(|_| Problem::Damaged)?;
    if file.encrypted() {
        return Err(Problem::Locked);
    }
    let name = file.name().map_err(|_| Problem::Damaged)?;
    let is_plain = |kind: u32| matches!(kind, 0 | FILE | FOLDER);
    if file.is_symlink() || !file.unix_mode().is_none_or(|mode| is_plain(mode & KINDS)) {
        return Err(Problem::NoFile);
    }
    let path = path(&name)?;
    let is_folder = file.is_dir() || name.ends_with('\\');
    let is_added = path.split('/').any(|part| part == "__MACOSX" || part.starts_with('.'));
    Ok((!is_folder && !is_added && !path.is_empty()).then_some(path))
}

fn path(name: &str) -> Result<String, Problem> {
    // Some programs separate folders as Windows does.
    let name = name.replace('\\', "/");
    let is_absolute =
        name.starts_with('/') || name.split('/').next().is_some_and(|first| first.ends_with(':'));
    let leads_out = |part: &str| part == ".." || part.chars().any(char::is_control);
    if is_absolute || name.split('/').any(leads_out) {
        return Err(Problem::Outside);
    }
    let parts: Vec<_> = name.split('/').filter(|part| !matches!(*part, "" | ".")).collect();
    Ok(parts.join("/"))
}

#[cfg(test)]
mod tests;
