use std::io::{Cursor, Write as _};

use adjutant_domain::archive::{Answer, Entry, Order, Problem};
use proptest::prelude::*;
use zip::{CompressionMethod, ZipWriter, write::SimpleFileOptions};

use super::*;

fn order() -> Order {
    Order { endings: vec!["md".to_owned(), "jpg".to_owned()], max_files: 10, max_bytes: 4 << 20 }
}

fn ask(order: &Order, archive: &[u8]) -> (Answer, Vec<u8>) {
    let mut given = serde_json::to_vec(order).unwrap();
    given.push(b'\n');
    given.extend_from_slice(archive);
    let mut answered = unpack(&given);
    let end = answered.iter().position(|byte| *byte == b'\n').unwrap();
    let bytes = answered.split_off(end + 1);
    (serde_json::from_slice(&answered).unwrap(), bytes)
}

/// Packs files, given as name, mode and content.
fn packed(files: &[(&str, u32, &[u8])]) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, mode, bytes) in files {
        let options = SimpleFileOptions::default()
            .compression_method(CompressionMethod::Deflated)
            .unix_permissions(*mode);
        writer.start_file(*name, options).unwrap();
        writer.write_all(bytes).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

fn refused(order: &Order, archive: &[u8]) -> Problem {
    match ask(order, archive) {
        (Answer::Refused(problem), bytes) if bytes.is_empty() => problem,
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_files_that_are_asked_for_are_unpacked() {
    let archive = packed(&[
        ("blog/index.md", 0o644, b"We row."),
        ("blog/./posts//new.MD", 0o644, b"New."),
        ("blog\\pictures\\boat.jpg", 0o644, b"JPEG"),
        ("blog/film.mp4", 0o644, b"film"),
        ("__MACOSX/blog/._index.md", 0o644, b"noise"),
        ("blog/.DS_Store", 0o644, b"noise"),
    ]);
    let (answer, bytes) = ask(&order(), &archive);
    let entry = |path: &str, bytes| Entry { path: path.to_owned(), bytes };
    let entries = vec![
        entry("blog/index.md", Some(7)),
        entry("blog/posts/new.MD", Some(4)),
        entry("blog/pictures/boat.jpg", Some(4)),
        entry("blog/film.mp4", None),
    ];
    assert_eq!((answer, &*bytes), (Answer::Unpacked(entries), &b"We row.New.JPEG"[..]));
}

#[test]
fn no_file_has_a_name_that_leads_out() {
    for name in ["../a.md", "a/../../b.md", "/etc/a.md", "C:/a.md", "a\\..\\..\\b.md", "\\a.md", "a\nb.md"] {
        assert_eq!(refused(&order(), &packed(&[(name, 0o644, b"x")])), Problem::Outside, "{name:?}");
    }
    let twice = packed(&[("a.md", 0o644, b"x"), ("./a.md", 0o644, b"y")]);
    assert_eq!(refused(&order(), &twice), Problem::Doubled);
}

#[test]
fn nothing_but_files_is_unpacked() {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    writer.add_symlink("a.md", "/etc/passwd", SimpleFileOptions::default()).unwrap();
    assert_eq!(refused(&order(), &writer.finish().unwrap().into_inner()), Problem::NoFile);
}

#[test]
fn an_archive_has_bounds() {
    let zeros = vec![0; 3 << 20];
    let bomb = packed(&[("a.md", 0o644, &zeros)]);
    assert!(bomb.len() < 8_000, "{}", bomb.len());
    assert_eq!(refused(&order(), &bomb), Problem::TooDense);
    let two = packed(&[("a.md", 0o644, b"abc"), ("b.md", 0o644, b"def")]);
    assert_eq!(refused(&Order { max_bytes: 5, ..order() }, &two), Problem::TooLarge);
    assert_eq!(refused(&Order { max_files: 1, ..order() }, &two), Problem::TooMany);
    assert!(matches!(ask(&Order { max_bytes: 6, ..order() }, &two).0, Answer::Unpacked(_)));
    for damaged in [&b"PK\x03\x04"[..], b"", b"no archive", &two[..two.len() / 2]] {
        assert_eq!(refused(&order(), damaged), Problem::Damaged);
    }
}

#[test]
fn a_locked_archive_is_refused() {
    let mut locked = packed(&[("a.md", 0o644, b"abc")]);
    // Sets the flag of an encrypted file, in the directory and in the file's header.
    let directory = locked.windows(4).position(|four| four == b"PK\x01\x02").unwrap();
    locked[directory + 8] |= 1;
    locked[6] |= 1;
    assert_eq!(refused(&order(), &locked), Problem::Locked);
}

proptest! {
    #[test]
    fn whatever_an_archive_holds_stays_within_its_bounds(
        name in r"\PC{1,12}|([a-z.\\/:]{0,3}[/\\]){0,3}[a-z.]{1,4}",
        content in prop::collection::vec(any::<u8>(), 0..200),
        at in any::<prop::sample::Index>(),
        byte in any::<u8>(),
    ) {
        // No generated name equals this one: a writer refuses to pack two files of one name.
        let first = "the first of both files.md";
        let mut archive = packed(&[(first, 0o644, b"first"), (&format!("{name}.md"), 0o644, &content)]);
        let at = at.index(archive.len());
        archive[at] = byte;
        let (answer, bytes) = ask(&order(), &archive);
        let Answer::Unpacked(entries) = answer else { return Ok(()) };
        prop_assert_eq!(entries.iter().filter_map(|entry| entry.bytes).sum::<usize>(), bytes.len());
        for Entry { path, .. } in entries {
            prop_assert!(path.split('/').all(|part| !matches!(part, "" | "." | "..")), "{:?}", path);
            prop_assert!(!path.starts_with('/') && !path.contains('\\'), "{:?}", path);
        }
    }
}
