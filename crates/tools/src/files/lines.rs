//! Files read line by line, however long their lines are.

use std::io::{self, BufRead as _, BufReader, Read};

use adjutant_workspace::kinds;

/// The first bytes of a file, which tell whether it is text; also the size of one read.
const HEAD: usize = 8 << 10;

/// The lines of a file, each cut at a number of bytes.
pub(super) struct Lines {
    from: BufReader<Box<dyn Read + Send>>,
    most: usize,
}

impl Lines {
    pub(super) fn new(content: Box<dyn Read + Send>, most: usize) -> Self {
        Self { from: BufReader::with_capacity(HEAD, content), most }
    }

    /// Returns the first bytes without consuming them.
    pub(super) fn head(&mut self) -> io::Result<&[u8]> {
        self.from.fill_buf()
    }

    /// Returns whether the file is text.
    pub(super) fn is_text(&mut self) -> io::Result<bool> {
        self.head().map(kinds::is_text)
    }

    /// Returns whether the end of the file is reached.
    pub(super) fn is_at_end(&mut self) -> io::Result<bool> {
        Ok(self.from.fill_buf()?.is_empty())
    }

    /// Returns the next line without its end.
    pub(super) fn next(&mut self) -> io::Result<Option<String>> {
        let mut line = Vec::new();
        let mut any = false;
        loop {
            let found = match self.from.fill_buf() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                found => found?,
            };
            if found.is_empty() {
                break;
            }
            any = true;
            let end = found.iter().position(|&byte| byte == b'\n');
            let part = &found[..end.unwrap_or(found.len())];
            let room = self.most.saturating_sub(line.len());
            line.extend_from_slice(&part[..part.len().min(room)]);
            let read = end.map_or(found.len(), |end| end + 1);
            self.from.consume(read);
            if end.is_some() {
                break;
            }
        }
        if line.last() == Some(&b'\r') {
            line.pop();
        }
        Ok(any.then(|| String::from_utf8_lossy(&line).into_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_as_on_any_system_and_are_cut() {
        let long = "é".repeat(HEAD);
        let text = format!("one\r\n\n{long}\nlast");
        let mut lines = Lines::new(Box::new(io::Cursor::new(text)), 6);
        let mut found = Vec::new();
        while let Some(line) = lines.next().unwrap() {
            found.push(line);
        }
        assert_eq!(found, ["one", "", "ééé", "last"]);
        assert!(lines.is_at_end().unwrap());
        let mut none = Lines::new(Box::new(io::empty()), 6);
        assert!(none.is_text().unwrap() && none.next().unwrap().is_none());
    }
}
