use std::{
    ffi::OsStr,
    fs,
    os::unix::{ffi::OsStrExt as _, fs::symlink},
    path::PathBuf,
    time::Duration,
};

use tempfile::TempDir;

use super::*;
use crate::Version;

/// Returns a person's folder with `/shared/a`, beside another person's folder with a secret.
fn tree() -> (TempDir, PathBuf, Tree) {
    let all = tempfile::tempdir().unwrap();
    let root = all.path().join("user-alice");
    fs::create_dir_all(root.join("shared/lists")).unwrap();
    fs::write(root.join("shared/a"), "oats").unwrap();
    fs::create_dir_all(all.path().join("user-bob/shared")).unwrap();
    fs::write(all.path().join("user-bob/shared/secret"), "secret").unwrap();
    let tree = Tree::open(&root).unwrap();
    (all, root, tree)
}

fn text(tree: &Tree, path: &str) -> Option<String> {
    let mut opened = tree.read(path).unwrap()?;
    let mut text = String::new();
    opened.content.read_to_string(&mut text).unwrap();
    Some(text)
}

#[test]
fn a_name_is_found_in_either_unicode_form_and_new_ones_are_composed() {
    let (_all, root, tree) = tree();
    let [composed, decomposed] = ["caf\u{e9}", "cafe\u{301}"];
    fs::create_dir(root.join("shared").join(decomposed)).unwrap();
    fs::write(root.join("shared").join(decomposed).join(decomposed), "oats").unwrap();
    let existing = format!("/shared/{decomposed}/{decomposed}");
    for path in [format!("/shared/{composed}/{composed}"), existing.clone()] {
        assert_eq!(tree.spelled(&path), existing);
    }
    assert_eq!(tree.spelled(&format!("/shared/new/{decomposed}")), format!("/shared/new/{composed}"));
    fs::write(root.join("shared").join(decomposed).join(composed), "rye").unwrap();
    let both = format!("/shared/{composed}/{composed}");
    assert_eq!(tree.spelled(&both), format!("/shared/{decomposed}/{composed}"));
}

#[test]
fn no_link_leads_out() {
    let (all, root, tree) = tree();
    let bob = all.path().join("user-bob/shared");
    symlink(&bob, root.join("shared/folder")).unwrap();
    symlink(bob.join("secret"), root.join("shared/file")).unwrap();
    symlink("../../user-bob/shared/secret", root.join("shared/relative")).unwrap();
    symlink("loop", root.join("shared/loop")).unwrap();
    fs::create_dir_all(root.join(".outbox")).unwrap();
    fs::write(root.join(".outbox/x"), "on its way").unwrap();
    symlink("../.outbox", root.join("shared/out")).unwrap();
    for path in [
        "/shared/folder/secret",
        "/shared/file",
        "/shared/relative",
        "/shared/loop",
        "/shared/out/x",
        "/shared/../../user-bob/shared/secret",
        "/shared/a/b",
        "/shared/a\0",
        "/shared/none",
        "/shared",
    ] {
        assert_eq!(tree.find(path).unwrap(), None, "{path}");
    }
    for path in ["/shared/folder/secret", "/shared/file", "/shared/relative"] {
        assert!(!tree.holds(path), "{path}");
    }
    assert!(tree.holds("/shared/a") && tree.holds("/shared/none/a"));
    let paths: Vec<_> = tree.files().unwrap().into_iter().map(|file| file.path).collect();
    assert_eq!(paths, ["/shared/a"]);
    assert_eq!(tree.folders().unwrap(), ["/shared/lists"]);
    // Files cannot be stored behind a link, either.
    fs::write(root.join(".outbox/whole"), "new").unwrap();
    for path in ["/shared/folder/new", "/shared/out/new"] {
        assert!(tree.link_numbered(Path::new(".outbox/whole"), path).is_err(), "{path}");
    }
    assert!(!bob.join("new").exists() && !root.join(".outbox/new").exists());
}

#[test]
fn what_takes_the_place_of_a_file_after_it_was_found_is_not_read() {
    let (all, root, tree) = tree();
    fs::write(root.join("shared/lists/b"), "milk").unwrap();
    assert_eq!(tree.find("/shared/a").unwrap().map(|file| file.size), Some(4));
    assert_eq!(text(&tree, "/shared/lists/b").as_deref(), Some("milk"));

    fs::remove_file(root.join("shared/a")).unwrap();
    symlink(all.path().join("user-bob/shared/secret"), root.join("shared/a")).unwrap();
    fs::remove_dir_all(root.join("shared/lists")).unwrap();
    symlink(all.path().join("user-bob/shared"), root.join("shared/lists")).unwrap();
    for path in ["/shared/a", "/shared/lists/secret", "/shared/lists"] {
        assert_eq!(text(&tree, path), None, "{path}");
    }
    let out = Dir::open_ambient_dir(&root, ambient_authority()).unwrap();
    for path in ["/shared/a", "/shared/lists/secret"] {
        assert!(tree.link_out(path, &out, "kept").is_err(), "{path}");
        assert!(!root.join("kept").exists());
    }
}

#[test]
fn what_is_read_is_what_was_opened() {
    let (_all, root, tree) = tree();
    let mut opened = tree.read("/shared/a").unwrap().unwrap();
    fs::write(root.join("new"), "another").unwrap();
    fs::rename(root.join("new"), root.join("shared/a")).unwrap();
    let mut text = String::new();
    opened.content.read_to_string(&mut text).unwrap();
    assert_eq!((opened.file.size, text.as_str()), (4, "oats"));
}

#[test]
fn a_file_is_replaced_whole_and_never_by_accident() {
    let (_all, root, tree) = tree();
    fs::create_dir_all(root.join(".incoming/call-1")).unwrap();
    let whole = Path::new(".incoming/call-1/file");
    fs::write(root.join(whole), "new").unwrap();
    let (now, kind) = (SystemTime::UNIX_EPOCH, |done: io::Result<()>| done.unwrap_err().kind());
    assert_eq!(kind(tree.create(whole, "/shared/a")), ErrorKind::AlreadyExists);
    assert_eq!(kind(tree.replace(whole, "/shared/lists", now).map(drop)), ErrorKind::AlreadyExists);
    assert_eq!(kind(tree.create(whole, "/shared/a/b")), ErrorKind::NotADirectory);
    assert_eq!(text(&tree, "/shared/a").as_deref(), Some("oats"));

    let mut before = tree.read("/shared/a").unwrap().unwrap();
    for _ in 0..2 {
        tree.replace(whole, "/shared/a", now).unwrap();
        tree.create(whole, "/shared/new/b").unwrap();
    }
    assert_eq!(text(&tree, "/shared/a").as_deref(), Some("new"));
    assert_eq!(text(&tree, "/shared/new/b").as_deref(), Some("new"));
    let mut text = String::new();
    before.content.read_to_string(&mut text).unwrap();
    assert_eq!(text, "oats", "who reads the one before reads it to its end");
    assert_eq!(fs::read_dir(root.join(".incoming/call-1")).unwrap().count(), 1);

    // A link that takes the file's place before the replacement is not followed.
    let outside = root.join("outside");
    fs::write(&outside, "outside").unwrap();
    fs::remove_file(root.join("shared/a")).unwrap();
    symlink(&outside, root.join("shared/a")).unwrap();
    assert_eq!(kind(tree.replace(whole, "/shared/a", now).map(drop)), ErrorKind::AlreadyExists);
    assert_eq!(fs::read_to_string(outside).unwrap(), "outside");
}

#[test]
fn a_move_replaces_nothing() {
    let (_all, root, tree) = tree();
    fs::write(root.join("shared/b"), "milk").unwrap();
    fs::write(root.join("shared/lists/c"), "tea").unwrap();
    let kind = |done: io::Result<()>| done.unwrap_err().kind();
    for (from, to) in
        [("/shared/a", "/shared/b"), ("/shared/lists", "/shared/b"), ("/shared/a", "/shared/lists")]
    {
        assert_eq!(kind(tree.rename(from, to)), ErrorKind::AlreadyExists, "{from} {to}");
    }
    assert_eq!(kind(tree.rename("/shared/none", "/shared/d")), ErrorKind::NotFound);
    assert!(tree.rename("/shared/lists", "/shared/lists/within").is_err());
    tree.rename("/shared/a", "/shared/new/a").unwrap();
    tree.rename("/shared/lists", "/shared/new/lists").unwrap();
    let mut paths: Vec<_> = tree.files().unwrap().into_iter().map(|file| file.path).collect();
    paths.sort();
    assert_eq!(paths, ["/shared/b", "/shared/new/a", "/shared/new/lists/c"]);

    // A move that was interrupted halfway.
    fs::hard_link(root.join("shared/b"), root.join("shared/d")).unwrap();
    tree.rename("/shared/b", "/shared/d").unwrap();
    assert_eq!((text(&tree, "/shared/b"), text(&tree, "/shared/d").as_deref()), (None, Some("milk")));
}

#[test]
fn what_is_deleted_is_out_of_reach_and_still_there() {
    let (_all, root, tree) = tree();
    let (now, later) = (SystemTime::UNIX_EPOCH, SystemTime::UNIX_EPOCH + Duration::from_secs(1));
    for _ in 0..2 {
        tree.discard("/shared/a", "call-1", now).unwrap();
    }
    fs::write(root.join("shared/lists/one"), "milk").unwrap();
    tree.discard("/shared/lists", "call-2", later).unwrap();
    assert_eq!(tree.discard("/shared/none", "call-3", now).unwrap_err().kind(), ErrorKind::NotFound);
    assert_eq!((tree.files().unwrap().len(), tree.folders().unwrap().len()), (0, 0));
    let trash = tree.trash().unwrap();
    let shown: Vec<_> =
        trash.iter().map(|it| (it.path.as_str(), it.is_folder, it.files, it.size, it.at)).collect();
    assert_eq!(shown, [("/shared/lists", true, 1, 4, later), ("/shared/a", false, 1, 4, now)]);
    crate::disk::remove_expired(&root, later, &Default::default()).unwrap();
    assert_eq!(tree.trash().unwrap().len(), 1);
    assert!(!root.join(".trash/call-1").exists());
}

/// Files that a command or a person creates by hand may have names that no path can spell.
#[test]
fn a_name_that_is_no_text_is_spelled() {
    let (_all, root, tree) = tree();
    let odd = OsStr::from_bytes(b"shared/lists/\xff");
    let size = || crate::disk::size(&root).unwrap();
    let before = size();
    fs::write(root.join(odd), "odd").unwrap();
    fs::create_dir_all(root.join(OsStr::from_bytes(b"tmp/\xfe"))).unwrap();
    fs::write(root.join(OsStr::from_bytes(b"tmp/\xfe/in")), "odd").unwrap();
    fs::write(root.join("shared/lists/_-1"), "taken").unwrap();
    crate::disk::put_in_order(&root).unwrap();
    assert_eq!(size(), before + 11);
    let files = tree.files().unwrap();
    let mut paths: Vec<_> = files.iter().map(|file| file.path.as_str()).collect();
    paths.sort_unstable();
    assert_eq!(paths, ["/shared/a", "/shared/lists/_-1", "/shared/lists/_-2", "/tmp/_-1/in"]);
    for file in &files {
        assert!(tree.find(&file.path).unwrap().is_some(), "{} is listed and not found", file.path);
    }
    for folder in tree.folders().unwrap() {
        assert!(tree.holds(&folder), "{folder}");
    }
    tree.discard("/shared/lists", "call-1", SystemTime::UNIX_EPOCH).unwrap();
    let trash = tree.trash().unwrap();
    assert_eq!((trash[0].path.as_str(), trash[0].files, trash[0].size), ("/shared/lists", 2, 8));
    let later = SystemTime::UNIX_EPOCH + Duration::from_secs(1 << 40);
    crate::disk::remove_expired(&root, later, &Default::default()).unwrap();
    assert_eq!(size(), before);
    assert_eq!(fs::read_dir(root.join("tmp")).unwrap().count(), 0);
}

#[test]
fn what_is_in_the_trash_comes_back_and_replaces_nothing() {
    let (_all, root, tree) = tree();
    let now = SystemTime::UNIX_EPOCH;
    fs::write(root.join("shared/lists/one"), "milk").unwrap();
    tree.discard("/shared/a", "call-1", now).unwrap();
    tree.discard("/shared/lists", "call-2", now).unwrap();
    fs::write(root.join("shared/a"), "new").unwrap();
    assert_eq!(tree.restore("call-1").unwrap().as_deref(), Some("/shared/a (2)"));
    assert_eq!(tree.restore("call-2").unwrap().as_deref(), Some("/shared/lists"));
    for id in ["call-1", "call-3", "..", "../shared", ""] {
        assert!(!matches!(tree.restore(id), Ok(Some(_))), "{id}");
    }
    let held = ["/shared/a", "/shared/a (2)", "/shared/lists/one"].map(|path| text(&tree, path).unwrap());
    assert_eq!(held, ["new", "oats", "milk"]);
    assert_eq!(fs::read_dir(root.join(".trash")).unwrap().count(), 0);
}

#[test]
fn what_is_replaced_is_a_version() {
    let (_all, root, tree) = tree();
    let at = |seconds| SystemTime::UNIX_EPOCH + Duration::from_secs(seconds);
    let replace = |text: &str, now| {
        fs::create_dir_all(root.join(".incoming")).unwrap();
        let whole = root.join(".incoming").join(text);
        fs::write(&whole, text).unwrap();
        tree.replace(&Path::new(".incoming").join(text), "/shared/a", now).unwrap()
    };
    let versions = |path: &str| tree.versions(path).unwrap();
    let held = |version: &Version| fs::read_to_string(root.join(&version.path[1..])).unwrap();
    assert_eq!(versions("/shared/a"), []);
    let before = replace("milk", at(1)).unwrap();
    assert_eq!(before, versions("/shared/a")[0].path);
    assert_eq!(
        tree.replace(Path::new(".incoming/milk"), "/shared/a", at(2)).unwrap(),
        None,
        "once for each call"
    );
    replace("tea", at(1)).unwrap();
    let kept = versions("/shared/a");
    assert_eq!(kept.iter().map(held).collect::<Vec<_>>(), ["milk", "oats"], "two within a millisecond");
    assert_eq!((kept[1].until, kept[1].size), (at(1), 4));

    let present = tree.bring_back(&kept[1].path, "/shared/a", at(5)).unwrap().unwrap();
    assert_eq!(text(&tree, "/shared/a").unwrap(), "oats");
    assert_eq!(present, versions("/shared/a")[0].path);
    assert_eq!(tree.bring_back(&kept[1].path, "/shared/a", at(6)).unwrap(), None, "it is there already");
    for number in 10..30 {
        replace(&number.to_string(), at(number)).unwrap();
    }
    let kept = versions("/shared/a");
    assert_eq!((kept.len(), held(&kept[0]), kept[9].until), (10, "28".to_owned(), at(20)));
    let oldest = tree.bring_back(&kept[9].path, "/shared/a", at(30)).unwrap();
    assert!(oldest.is_some());
    assert_eq!(text(&tree, "/shared/a").unwrap(), "19", "although it went, as the oldest one");

    tree.rename("/shared/a", "/shared/b").unwrap();
    tree.rename_versions("/shared/a", "/shared/b").unwrap();
    assert_eq!((versions("/shared/a").len(), versions("/shared/b").len()), (0, 10));
    tree.remove_versions(at(26)).unwrap();
    assert_eq!(versions("/shared/b").iter().map(|it| it.until).min(), Some(at(26)));
    tree.remove_versions(at(99)).unwrap();
    assert_eq!(fs::read_dir(root.join(".versions")).unwrap().count(), 0, "no folder is left");
    fs::write(root.join("shared/large"), vec![0; 2 << 20]).unwrap();
    fs::write(root.join(".incoming/small"), "small").unwrap();
    assert_eq!(tree.replace(Path::new(".incoming/small"), "/shared/large", at(1)).unwrap(), None);
}

#[test]
fn folders_are_made_where_nothing_else_is() {
    let (_all, root, tree) = tree();
    assert!(tree.make("/shared/one/two").unwrap());
    assert!(!tree.make("/shared/one/two").unwrap());
    assert_eq!(tree.make("/shared/a").unwrap_err().kind(), ErrorKind::AlreadyExists);
    assert!(tree.make("/shared/a/b").is_err());
    symlink("/", root.join("shared/top")).unwrap();
    assert!(tree.make("/shared/top/new").is_err());
    assert_eq!(tree.make("/shared/top").unwrap_err().kind(), ErrorKind::AlreadyExists);
}
