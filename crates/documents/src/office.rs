//! Text documents and presentations of office suites: OOXML (DOCX, PPTX) and OpenDocument (ODT, ODP).

use adjutant_domain::document::Part;

use crate::{
    Unreadable,
    archive::Archive,
    xml::{self, Met},
};

/// DOCX.
pub(super) fn word(archive: &mut Archive<'_>) -> Result<Vec<Part>, Unreadable> {
    let mut text = paragraphs(&archive.text("word/document.xml")?);
    for (file, heading) in [("word/footnotes.xml", "Footnotes"), ("word/endnotes.xml", "Endnotes")] {
        let notes = archive.text(file).map(|xml| paragraphs(&xml)).unwrap_or_default();
        if !notes.is_empty() {
            text.push_str(&format!("\n\n## {heading}\n\n{notes}"));
        }
    }
    Ok(vec![Part::new(text)])
}

/// PPTX: each slide, with the speaker's notes below.
pub(super) fn powerpoint(archive: &mut Archive<'_>) -> Result<Vec<Part>, Unreadable> {
    let mut slides = Vec::new();
    for number in archive.numbered("ppt/slides/slide") {
        let mut text = paragraphs(&archive.text(&format!("ppt/slides/slide{number}.xml"))?);
        let notes = archive.text(&format!("ppt/notesSlides/notesSlide{number}.xml"));
        let notes = notes.map(|xml| paragraphs(&xml)).unwrap_or_default();
        if !notes.is_empty() {
            text.push_str(&format!("\n\nNotes: {notes}"));
        }
        slides.push(Part::new(text));
    }
    if slides.is_empty() { Err(Unreadable::Damaged) } else { Ok(slides) }
}

/// ODT.
pub(super) fn opendocument_text(archive: &mut Archive<'_>) -> Result<Vec<Part>, Unreadable> {
    Ok(vec![Part::new(paragraphs(&archive.text("content.xml")?))])
}

/// ODP.
pub(super) fn opendocument_slides(archive: &mut Archive<'_>) -> Result<Vec<Part>, Unreadable> {
    let content = archive.text("content.xml")?;
    let slides: Vec<_> =
        content.split("<draw:page ").skip(1).map(|slide| Part::new(paragraphs(slide))).collect();
    if slides.is_empty() { Err(Unreadable::Damaged) } else { Ok(slides) }
}

/// Returns the paragraphs of a document in either family of formats. A table row becomes a line, with bars between its
/// cells.
fn paragraphs(xml: &str) -> String {
    let mut text = Paragraphs::default();
    xml::walk(xml, |met| text.meet(met));
    text.done
}

#[derive(Default)]
struct Paragraphs {
    done: String,
    /// The paragraph or table row that is being read.
    line: String,
    /// The level of its heading; 0 if it is not a heading.
    level: usize,
    /// How many open elements hold text of the document.
    in_text: usize,
    /// How many table rows are open: tables may be nested.
    rows: usize,
    /// How many open elements are hidden, such as struck-out text.
    hidden: usize,
}

impl Paragraphs {
    fn meet(&mut self, met: Met<'_>) {
        match met {
            Met::Text(text) if self.in_text > 0 && self.hidden == 0 => self.line.push_str(text),
            Met::Text(_) => {}
            Met::Begin(name, element) => match name {
                // In OOXML, `t` holds the text, and `p` and `h` hold only elements. In OpenDocument, `p` and `h` hold
                // the text.
                "t" => self.in_text += 1,
                "p" if element.name().as_ref().starts_with("text:") => self.in_text += 1,
                "h" => {
                    self.in_text += 1;
                    let level = xml::attribute(element, "outline-level");
                    self.level = level.and_then(|level| level.parse().ok()).unwrap_or(1);
                }
                "pStyle" => {
                    let style = xml::attribute(element, "val").unwrap_or_default();
                    self.level = match style.strip_prefix("Heading") {
                        Some(level) => level.parse().unwrap_or(0),
                        None => usize::from(style == "Title"),
                    };
                }
                "tab" => self.line.push('\t'),
                "s" if self.in_text > 0 => self.line.push(' '),
                "br" | "cr" | "line-break" => self.line.push('\n'),
                "tr" | "table-row" => self.rows += 1,
                "del" | "delText" | "tracked-changes" | "instrText" => self.hidden += 1,
                _ => {}
            },
            Met::End(name) => match name {
                "t" => self.in_text = self.in_text.saturating_sub(1),
                "p" | "h" => {
                    self.in_text = 0;
                    if self.rows == 0 {
                        self.end_line();
                    } else {
                        self.line.push(' ');
                    }
                }
                "tc" | "table-cell" => self.line.push_str("| "),
                "tr" | "table-row" => {
                    self.rows = self.rows.saturating_sub(1);
                    if self.rows == 0 {
                        self.end_line();
                    }
                }
                "del" | "delText" | "tracked-changes" | "instrText" => {
                    self.hidden = self.hidden.saturating_sub(1);
                }
                _ => {}
            },
        }
    }

    fn end_line(&mut self) {
        let line = self.line.trim().trim_end_matches('|').trim_end();
        if !line.is_empty() {
            if !self.done.is_empty() {
                self.done.push('\n');
            }
            if self.level > 0 {
                if !self.done.is_empty() {
                    self.done.push('\n');
                }
                self.done.push_str(&"#".repeat(self.level.min(6)));
                self.done.push(' ');
            }
            self.done.push_str(line);
        }
        self.line.clear();
        self.level = 0;
    }
}
