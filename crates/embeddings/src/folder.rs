//! A model's files: compiled in, or in a folder on disk.

use std::{
    borrow::Cow,
    fs::File,
    io::{ErrorKind, Read as _, Seek as _, SeekFrom},
    ops::Range,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, Result, ensure};

/// Bytes read at a time when a whole file is streamed.
const CHUNK: usize = 64 << 10;

/// The files of a model.
pub enum Folder {
    /// File names and contents.
    Static(&'static [(&'static str, &'static [u8])]),
    Disk(PathBuf),
}

/// A file that is read by byte range.
pub enum FileReader {
    Static(&'static [u8]),
    Disk(File),
}

impl Folder {
    pub fn disk(path: &Path) -> Self {
        Self::Disk(path.to_owned())
    }

    /// Returns the whole file, or `None` if there is no file of this name.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read.
    pub fn read(&self, name: &str) -> Result<Option<Cow<'static, [u8]>>> {
        let Some(mut file) = self.open(name)? else { return Ok(None) };
        let bytes = file.len().and_then(|length| file.read(0..length));
        bytes.with_context(|| format!("{name} cannot be read")).map(Some)
    }

    /// Opens a file; `None` if there is no file of this name.
    ///
    /// # Errors
    /// Returns an error if the file cannot be opened.
    pub fn open(&self, name: &str) -> Result<Option<FileReader>> {
        match self {
            Self::Static(files) => {
                let file = files.iter().find(|(known, _)| *known == name);
                Ok(file.map(|(_, bytes)| FileReader::Static(bytes)))
            }
            Self::Disk(folder) => match File::open(folder.join(name)) {
                Ok(file) => Ok(Some(FileReader::Disk(file))),
                Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
                Err(error) => Err(error).with_context(|| format!("{name} cannot be opened")),
            },
        }
    }
}

impl FileReader {
    /// Returns the length in bytes.
    ///
    /// # Errors
    /// Returns an error if the file system does not report the length.
    pub fn len(&self) -> Result<usize> {
        match self {
            Self::Static(bytes) => Ok(bytes.len()),
            Self::Disk(file) => Ok(file.metadata()?.len().try_into()?),
        }
    }

    /// Returns the bytes at `range`. Bytes that are compiled in are borrowed, so that only the pages in use take up
    /// memory.
    ///
    /// # Errors
    /// Returns an error if the range is beyond the end, or cannot be read.
    pub fn read(&mut self, range: Range<usize>) -> Result<Cow<'static, [u8]>> {
        // Checked first, so that a length claimed by a broken file is not allocated.
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

    /// Passes the whole file to `use_chunk`, one chunk at a time.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read.
    pub fn for_each_chunk(&mut self, mut use_chunk: impl FnMut(&[u8])) -> Result<()> {
        let length = self.len()?;
        for start in (0..length).step_by(CHUNK) {
            use_chunk(&self.read(start..length.min(start + CHUNK))?);
        }
        Ok(())
    }
}
