//! The trash: deleted files and folders, each in a folder of its own with a record of its former path.

use std::{
    io::{self, ErrorKind, Read as _, Write as _},
    path::Path,
    time::SystemTime,
};

use cap_fs_ext::DirExt as _;
use cap_std::fs::{Dir, OpenOptions};

use super::{NUMBERS, Tree, if_there, sync, walk};
use crate::{
    blobs::{Discarded, ITEM, TRASH, trashed},
    names,
};

/// The name of the text file with an item's former path, beside the item.
const FROM: &str = "from";
/// The most bytes of a path that are read.
const LONGEST: u64 = 16 << 10;

impl Tree {
    /// Moves a file or a folder to the trash, into a folder named `id`. Does nothing if it is there already.
    pub(crate) fn discard(&self, path: &str, id: &str, now: SystemTime) -> io::Result<()> {
        let kept = trashed(id);
        let (target, item) = self.made_place(&kept)?;
        if if_there(target.symlink_metadata(item))?.is_none() {
            let (source, name) = self.place(path)?;
            source.symlink_metadata(name)?;
            let mut from =
                target.open_with(FROM, OpenOptions::new().write(true).create(true).truncate(true))?;
            from.write_all(path.as_bytes())?;
            from.sync_all()?;
            source.rename(name, &target, item)?;
            sync(&target)?;
            sync(&source)?;
        }
        // The gateway's clock dates the folder, because it also decides when the folder expires.
        target.open(".")?.into_std().set_modified(now)
    }

    /// Lists the trash, the latest deletion first.
    pub(crate) fn trash(&self) -> io::Result<Vec<Discarded>> {
        let Some(trash) = if_there(self.0.open_dir_nofollow(TRASH))? else { return Ok(Vec::new()) };
        let mut found = Vec::new();
        for entry in trash.entries()? {
            let name = entry?.file_name();
            let (Some(id), Some(folder)) = (name.to_str(), if_there(trash.open_dir_nofollow(&name))?) else {
                continue;
            };
            found.extend(discarded(id, &folder)?);
        }
        found.sort_by(|one, other| other.at.cmp(&one.at).then_with(|| one.path.cmp(&other.path)));
        Ok(found)
    }

    /// Moves an item from the trash back to its path, or to a numbered path beside it if that is taken. Returns the
    /// path; `None` if the item is not in the trash.
    pub(crate) fn restore(&self, id: &str) -> io::Result<Option<String>> {
        let item = trashed(id);
        let Some((folder, _)) = if_there(self.place(&item))? else { return Ok(None) };
        let Some(Discarded { path, .. }) = discarded(id, &folder)? else { return Ok(None) };
        let (parent, name) = path.rsplit_once('/').ok_or(ErrorKind::InvalidData)?;
        for number in 1..=NUMBERS {
            let to = format!("{parent}/{}", names::numbered(name, number));
            match self.rename(&item, &to) {
                Err(error) if error.kind() == ErrorKind::AlreadyExists => continue,
                moved => moved?,
            }
            self.0.open_dir_nofollow(TRASH)?.remove_dir_all(id)?;
            return Ok(Some(to));
        }
        Err(ErrorKind::AlreadyExists.into())
    }
}

/// Returns the item in a folder of the trash; `None` if its deletion was interrupted before the move, or an earlier
/// release stored it in another form.
fn discarded(id: &str, folder: &Dir) -> io::Result<Option<Discarded>> {
    let (Some(metadata), Some(from)) =
        (if_there(folder.symlink_metadata(ITEM))?, if_there(folder.open(FROM))?)
    else {
        return Ok(None);
    };
    let mut path = String::new();
    from.take(LONGEST).read_to_string(&mut path)?;
    let (mut files, mut size) = (0, 0);
    let mut count = |metadata: &cap_std::fs::Metadata| {
        if metadata.is_file() {
            (files, size) = (files + 1, size + metadata.len());
        }
    };
    count(&metadata);
    let is_folder = metadata.is_dir();
    if is_folder {
        walk(&folder.open_dir_nofollow(ITEM)?, Path::new(""), &mut |_, metadata| {
            count(metadata);
            Ok(true)
        })?;
    }
    let at = folder.dir_metadata()?.modified()?.into_std();
    Ok(Some(Discarded { id: id.to_owned(), path, is_folder, files, size, at }))
}
