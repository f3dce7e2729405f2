//! Where a model's files are: compiled in, or in a folder.

use std::{
    borrow::Cow,
    fs::File,
    io::{ErrorKind, Read as _, Seek as _, SeekFrom},
    ops::Range,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, Result, ensure};

/// How much of a file is read at a time when all of it is gone through, in bytes.
const PIECE: usize = 64 << 10;

pub enum Folder {
    /// Names and contents.
    Static(&'static [(&'static str, &'static [u8])]),
    Disk(PathBuf),
}

/// A file of which parts are read.
pub enum Parts {
    Static(&'static [u8]),
    Disk(File),
}

impl Folder {
    pub fn disk(path: &Path) -> Self {
        Self::Disk(path.to_owned())
    }

    /// The whole file, or `None` if there is none of this name.
    ///
    /// # Errors
    /// It cannot be read.
    pub fn read(&self, name: &str) -> Result<Option<Cow<'static, [u8]>>> {
        let Some(mut file) = self.open(name)? else { return Ok(None) };
        let bytes = file.len().and_then(|length| file.read(0..length));
        bytes.with_context(|| format!("{name} cannot be read")).map(Some)
    }

    /// The file, or `None` if there is none of this name.
    ///
    /// # Errors
    /// It cannot be opened.
    pub fn open(&self, name: &str) -> Result<Option<Parts>> {
        match self {
            Self::Static(files) => {
                let file = files.iter().find(|(known, _)| *known == name);
                Ok(file.map(|(_, bytes)| Parts::Static(bytes)))
            }
            Self::Disk(folder) => match File::open(folder.join(name)) {
                Ok(file) => Ok(Some(Parts::Disk(file))),
                Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
                Err(error) => Err(error).with_context(|| format!("{name} cannot be opened")),
            },
        }
    }
}

impl Parts {
    /// In bytes.
    ///
    /// # Errors
    /// The file system does not say.
    pub fn len(&self) -> Result<usize> {
        match self {
            Self::Static(bytes) => Ok(bytes.len()),
            Self::Disk(file) => Ok(file.metadata()?.len().try_into()?),
        }
    }

    /// The bytes at `range`: borrowed if they are compiled in, so that only those that are used take up memory.
    ///
    /// # Errors
    /// They are beyond the end, or cannot be read.
    pub fn read(&mut self, range: Range<usize>) -> Result<Cow<'static, [u8]>> {
        // Checked first: a length that a broken file claims is not allocated.
        ensure!(range.start <= range.end && range.end <= self.len()?, "the file is too short");
        match self {
            Self::Static(bytes) => Ok(Cow::Borrowed(&bytes[range])),
            Self::Disk(file) => {
                let mut bytes = vec![0; range.len()];
                file.seek(SeekFrom::Start(range.start as u64))?;
                file.read_exact(&mut bytes)?;
                Ok(bytes.into())
            }
        }
    }

    /// The whole file, a piece at a time.
    ///
    /// # Errors
    /// It cannot be read.
    pub fn each(&mut self, mut use_piece: impl FnMut(&[u8])) -> Result<()> {
        let length = self.len()?;
        for start in (0..length).step_by(PIECE) {
            use_piece(&self.read(start..length.min(start + PIECE))?);
        }
        Ok(())
    }
}
