//! Tests with documents that common programs wrote.

use std::{fs, path::Path};

use insta::assert_snapshot;
use proptest::prelude::*;

use super::*;

fn bytes(name: &str) -> Vec<u8> {
    fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("src/data").join(name)).unwrap()
}

/// Returns the kind of a document and its numbered parts.
fn reading(name: &str) -> String {
    let document = match read(&bytes(name)) {
        Ok(document) => document,
        Err(why) => return format!("The file {why}."),
    };
    let parts = (1..).zip(&document.parts).map(|(number, Part { name, text })| {
        let name = name.as_deref().map(|name| format!(" {name}")).unwrap_or_default();
        format!("[{} {number}{name}]\n{text}", document.kind.part())
    });
    parts.collect::<Vec<_>>().join("\n")
}

#[test]
fn pdf() {
    assert_snapshot!(reading("tides.pdf"), @"
    [page 1]
    Tide tables

    High tide in Dover is at nine.
    [page 2]

    [page 3]
    Page three: low tide is at three.
    ");
    assert_snapshot!(reading("owner.pdf"), @"
    [page 1]
    Tide tables

    High tide in Dover is at nine.
    [page 2]

    [page 3]
    Page three: low tide is at three.
    ");
    assert_snapshot!(reading("locked.pdf"), @"The file is locked with a password.");
}

#[test]
fn text_documents() {
    assert_snapshot!(reading("lease.docx"), @"
    [part 1]
    # Lease

    # Rent
    The rent is 900 € a month & due on the 3rd.
    Keep the cellar dry.
    Room | m²
    Kitchen | 12
    Signed by alice	and bob.
    ");
    assert_snapshot!(reading("lease.odt"), @"
    [part 1]
    # Lease
    The rent is 900 €.
    Room | m²
    Kitchen | 12
    The end.
    ");
    assert_snapshot!(reading("tides.rtf"), @"
    [part 1]
    The rent is 900 €
    Café closed.
    — end 😀
    ");
    assert_snapshot!(reading("page.html"), @"
    [part 1]
    # Tides

    At **nine**.
    ");
    assert_snapshot!(reading("latin.txt"), @"
    [part 1]
    Der Käse kostet fünf Euro, süß und groß.
    ");
    assert_snapshot!(reading("utf16.txt"), @"
    [part 1]
    Käse
    ");
}

#[test]
fn spreadsheets() {
    assert_snapshot!(reading("costs.xlsx"), @"
    [sheet 1 Costs]
    1: Day | What | Amount
    2: 2026-05-01 | Oats | 3.5
    3: 2026-05-02 09:30:00 | Tea | 4
    5: | | =SUM(C2:C3)

    [sheet 2 Empty]

    [sheet 3 Notes]
    2: | Check the tea.
    ");
    assert_snapshot!(reading("costs.ods"), @"
    [sheet 1 Costs]
    1: Oats | 3.5
    2: Tea | 4
    ");
    assert_snapshot!(reading("costs.xls"), @"
    [sheet 1 Costs]
    1: Oats | 3.5
    ");
}

#[test]
fn cells_far_apart_take_no_more_room_than_others() {
    let sheet = r#"<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>
        <row r="1"><c r="A1"><v>1</v></c><c r="D1"><v>4</v></c></row>
        <row r="2000"><c r="B2000"><v>2</v></c><c r="XFD2000"><v>3</v></c></row></sheetData></worksheet>"#;
    let book = zipped(&[
        (
            "_rels/.rels",
            r#"<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">
                <Relationship Id="rId1" Target="xl/workbook.xml"
                    Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument"/>
                </Relationships>"#,
        ),
        (
            "xl/workbook.xml",
            r#"<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"
                xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships">
                <sheets><sheet name="Far" sheetId="1" r:id="rId1"/></sheets></workbook>"#,
        ),
        (
            "xl/_rels/workbook.xml.rels",
            r#"<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">
                <Relationship Id="rId1" Target="worksheets/sheet1.xml"
                    Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet"/>
                </Relationships>"#,
        ),
        ("xl/worksheets/sheet1.xml", sheet),
    ]);
    let document = read(&book).unwrap();
    assert_eq!(document.parts[0].text, "1: 1 |  |  | 4\n2000: | 2 | |XFD| 3\n");
}

#[test]
fn presentations() {
    assert_snapshot!(reading("talk.pptx"), @"
    [slide 1]
    Tides
    High at nine

    Notes: Speak slowly.
    [slide 2]
    Wind
    From the west
    ");
    assert_snapshot!(reading("talk.odp"), @"
    [slide 1]
    Tides
    [slide 2]
    Wind
    ");
}

#[test]
fn books_mails_and_archives() {
    assert_snapshot!(reading("tides.epub"), @"
    [chapter 1]
    # Chapter 1

    The sea rises.
    [chapter 2]
    # Chapter 2

    The sea falls.
    ");
    assert_snapshot!(reading("tides.eml"), @"
    [part 1]
    From: Alice <alice@example.com>
    To: bob@example.com
    Date: 2026-05-01T09:00:00+02:00
    Subject: Tides – today

    High tide is at nine.
    Bring boots.

    Attached: tides.pdf
    ");
    assert_snapshot!(reading("photos.zip"), @"
    [part 1]
    summer/beach.jpg (100 bytes)
    list.txt (4 bytes)
    ");
}

#[test]
fn a_mail_of_few_headers_is_a_mail() {
    let kind = |text: &str| read(text.as_bytes()).unwrap().kind;
    for mail in [
        "From: alice@example.com\nSubject: Tides\n\nHigh tide is at nine.",
        "Subject: Grüße an alle\r\n von der Küste\r\nFrom: alice@example.com\r\n\r\nHallo.",
        "from: alice@example.com\nto: bob@example.com\nsubject: Tides\n\nHello.",
    ] {
        assert_eq!(kind(mail), Kind::Mail, "{mail}");
    }
    for text in ["From: here\nOn we go.\nTo: there", "Subject: Tides\nDate: today\n\nNotes.", "From: here"] {
        assert_eq!(kind(text), Kind::Text, "{text}");
    }
}

#[test]
fn what_is_no_document_is_said() {
    assert_eq!(read(b"\x89PNG\r\n\x1a\n\0\0"), Err(Unreadable::Unknown));
    assert_eq!(read(b"PK\x03\x04 and no more"), Err(Unreadable::Damaged));
    assert_eq!(read(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"), Err(Unreadable::Old));
    assert_eq!(read(b""), Ok(Document { kind: Kind::Text, parts: vec![Part::new("")], is_cut: false }));
}

#[test]
fn a_long_text_is_cut_between_characters() {
    let document = read("ä".repeat(MOST_TEXT).as_bytes()).unwrap();
    assert!(document.is_cut && document.parts[0].text.len() <= MOST_TEXT);
}

/// Every document with one damaged place is either read or reported as damaged.
#[test]
fn a_damaged_document_costs_an_answer_and_no_more() {
    let names: Vec<_> =
        fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("src/data")).unwrap().collect();
    assert!(names.len() > 15);
    for name in names {
        let whole = bytes(name.unwrap().file_name().to_str().unwrap());
        let cuts = (0..8).map(|eighth| whole[..whole.len() * eighth / 8].to_vec());
        let flips = (1..24).map(|at| {
            let mut flipped = whole.clone();
            let at = whole.len() * at / 24;
            flipped[at] ^= 0x55;
            flipped
        });
        for damaged in cuts.chain(flips) {
            let said: Answer = serde_json::from_slice(&answer(&damaged)).unwrap();
            assert!(!matches!(said, Answer::Read(document) if document.parts.is_empty()));
        }
    }
}

proptest! {
    #[test]
    fn any_rtf_ends(rest in "[\\\\{}a-z0-9' *-]{0,200}") {
        rtf::text(format!("{{\\rtf1{rest}").as_bytes());
    }
}

#[test]
fn a_book_may_escape_the_names_of_its_files() {
    let package = r#"<package><manifest><item id="1" href="Tides%20%C3%BC%25.xhtml"/></manifest>
        <spine><itemref idref="1"/></spine></package>"#;
    let book = zipped(&[
        ("mimetype", "application/epub+zip"),
        ("META-INF/container.xml", r#"<container><rootfile full-path="text/package.opf"/></container>"#),
        ("text/package.opf", package),
        ("text/Tides ü%.xhtml", "<p>The sea rises.</p>"),
    ]);
    let document = read(&book).unwrap();
    assert_eq!(document.parts[0].text, "The sea rises.");
}

/// Returns an archive of these files.
fn zipped(files: &[(&str, &str)]) -> Vec<u8> {
    let mut archive = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    let stored = zip::write::SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored);
    for (name, text) in files {
        archive.start_file(*name, stored).unwrap();
        std::io::Write::write_all(&mut archive, text.as_bytes()).unwrap();
    }
    archive.finish().unwrap().into_inner()
}
