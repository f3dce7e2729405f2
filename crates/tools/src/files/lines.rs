//! Files read line by line, however long their lines are, in whatever encoding.

use std::io::{self, BufRead as _, BufReader, Cursor, Read};

use adjutant_domain::encoding;
use adjutant_workspace::kinds;
use encoding_rs::{Decoder, UTF_8};

/// The size of one read.
const HEAD: usize = 8 << 10;
/// The part of a file that tells its encoding.
const SAMPLE: usize = 1 << 20;

/// The lines of a file, each cut at a number of bytes.
pub(super) struct Lines {
    from: BufReader<Box<dyn Read + Send>>,
    most: usize,
    is_text: bool,
    has_cut: bool,
}

impl Lines {
    /// Opens a file; reads the part of it that tells its encoding.
    pub(super) fn open(mut content: Box<dyn Read + Send>, most: usize) -> io::Result<Self> {
        let sample = sample(&mut content)?;
        let encoding = encoding::detect(&sample, sample.len() < SAMPLE).filter(|_| !kinds::is_other(&sample));
        let mut whole = Cursor::new(sample);
        whole.set_position(encoding.map_or(0, |(_, mark)| mark as u64));
        let bytes = Box::new(whole.chain(content));
        let from: Box<dyn Read + Send> = match encoding {
            Some((encoding, _)) if encoding != UTF_8 => Box::new(Decoded {
                from: bytes,
                decoder: encoding.new_decoder_without_bom_handling(),
                text: Cursor::default(),
                is_ended: false,
            }),
            _ => bytes,
        };
        let from = BufReader::with_capacity(HEAD, from);
        Ok(Self { from, most, is_text: encoding.is_some(), has_cut: false })
    }

    /// Returns whether the file is text.
    pub(super) fn is_text(&self) -> bool {
        self.is_text
    }

    /// Returns the next bytes without consuming them.
    pub(super) fn head(&mut self) -> io::Result<&[u8]> {
        self.from.fill_buf()
    }

    /// Returns whether the end of the file is reached.
    pub(super) fn is_at_end(&mut self) -> io::Result<bool> {
        Ok(self.from.fill_buf()?.is_empty())
    }

    /// Returns whether any line so far was cut.
    pub(super) fn has_cut(&self) -> bool {
        self.has_cut
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
            self.has_cut |= part.len() > room;
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

fn sample(content: &mut dyn Read) -> io::Result<Vec<u8>> {
    let (mut sample, mut part) = (Vec::new(), [0; HEAD]);
    while sample.len() < SAMPLE {
        match content.read(&mut part) {
            Ok(0) => break,
            Ok(read) => sample.extend_from_slice(&part[..read]),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(sample)
}

/// A text in UTF-8, decoded from another encoding.
struct Decoded {
    from: Box<dyn Read + Send>,
    decoder: Decoder,
    /// The decoded part that has not been read yet.
    text: Cursor<String>,
    is_ended: bool,
}

impl Read for Decoded {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        loop {
            let read = self.text.read(into)?;
            if read > 0 || self.is_ended {
                return Ok(read);
            }
            let mut bytes = [0; HEAD];
            let found = self.from.read(&mut bytes)?;
            self.is_ended = found == 0;
            let mut text = String::with_capacity(4 * HEAD);
            let _ = self.decoder.decode_to_string(&bytes[..found], &mut text, self.is_ended);
            self.text = Cursor::new(text);
            if self.is_ended {
                return self.text.read(into);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(bytes: impl Into<Vec<u8>>, most: usize) -> (Vec<String>, Lines) {
        let mut lines = Lines::open(Box::new(Cursor::new(bytes.into())), most).unwrap();
        assert!(lines.is_text());
        let mut found = Vec::new();
        while let Some(line) = lines.next().unwrap() {
            found.push(line);
        }
        (found, lines)
    }

    #[test]
    fn lines_end_as_on_any_system_and_are_cut() {
        let long = "é".repeat(HEAD);
        let (found, mut lines) = all(format!("one\r\n\n{long}\nlast"), 6);
        assert_eq!(found, ["one", "", "ééé", "last"]);
        assert!(lines.is_at_end().unwrap() && lines.has_cut());
        let (found, lines) = all("", 6);
        assert!(found.is_empty() && !lines.has_cut());
    }

    #[test]
    fn lines_are_decoded_and_have_no_byte_order_mark() {
        let expected = ["Viele Grüße", "aus Köln"];
        let wide = |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<_>>();
        for bytes in [
            "\u{feff}Viele Grüße\r\naus Köln".as_bytes().to_vec(),
            b"Viele Gr\xfc\xdfe\r\naus K\xf6ln".to_vec(),
            wide("\u{feff}Viele Grüße\r\naus Köln"),
            wide("Viele Grüße\naus Köln\n"),
        ] {
            assert_eq!(all(bytes, 100).0, expected);
        }
        let long = "Viele Grüße. ".repeat(SAMPLE / 8);
        let bytes: Vec<u8> = long.chars().map(|c| c as u8).collect();
        assert!(all(bytes, 2 * SAMPLE).0 == [long]);
    }

    #[test]
    fn what_has_another_kind_is_no_text() {
        for bytes in [&b"%PDF-1.7"[..], b"\x89PNG\r\n\x1a\n", b"\0\x01\x02\x03"] {
            assert!(!Lines::open(Box::new(Cursor::new(bytes.to_vec())), 6).unwrap().is_text());
        }
    }
}
