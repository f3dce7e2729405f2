use std::{fs, os::unix::fs::symlink, path::PathBuf};

use tempfile::TempDir;

use super::*;

/// A person's folder with `/shared/a`, beside a folder of somebody else with a secret.
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
    // Nothing can be put behind a link either.
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
    let kind = |done: io::Result<()>| done.unwrap_err().kind();
    assert_eq!(kind(tree.create(whole, "/shared/a")), ErrorKind::AlreadyExists);
    assert_eq!(kind(tree.replace(whole, "/shared/lists")), ErrorKind::AlreadyExists);
    assert_eq!(kind(tree.create(whole, "/shared/a/b")), ErrorKind::NotADirectory);
    assert_eq!(text(&tree, "/shared/a").as_deref(), Some("oats"));

    let mut before = tree.read("/shared/a").unwrap().unwrap();
    for _ in 0..2 {
        tree.replace(whole, "/shared/a").unwrap();
        tree.create(whole, "/shared/new/b").unwrap();
    }
    assert_eq!(text(&tree, "/shared/a").as_deref(), Some("new"));
    assert_eq!(text(&tree, "/shared/new/b").as_deref(), Some("new"));
    let mut text = String::new();
    before.content.read_to_string(&mut text).unwrap();
    assert_eq!(text, "oats", "who reads the one before reads it to its end");
    assert_eq!(fs::read_dir(root.join(".incoming/call-1")).unwrap().count(), 1);

    // What takes the place of the file before it is replaced is not written through.
    let outside = root.join("outside");
    fs::write(&outside, "outside").unwrap();
    fs::remove_file(root.join("shared/a")).unwrap();
    symlink(&outside, root.join("shared/a")).unwrap();
    assert_eq!(kind(tree.replace(whole, "/shared/a")), ErrorKind::AlreadyExists);
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

    // A move that was interrupted after its first half.
    fs::hard_link(root.join("shared/b"), root.join("shared/d")).unwrap();
    tree.rename("/shared/b", "/shared/d").unwrap();
    assert_eq!((text(&tree, "/shared/b"), text(&tree, "/shared/d").as_deref()), (None, Some("milk")));
}

#[test]
fn what_is_deleted_is_out_of_reach_and_still_there() {
    let (_all, root, tree) = tree();
    let now = SystemTime::UNIX_EPOCH;
    for _ in 0..2 {
        tree.discard("/shared/a", "call-1", now).unwrap();
    }
    tree.discard("/shared/lists", "call-2", now).unwrap();
    assert_eq!(tree.discard("/shared/none", "call-3", now).unwrap_err().kind(), ErrorKind::NotFound);
    assert_eq!((tree.files().unwrap().len(), tree.folders().unwrap().len()), (0, 0));
    assert_eq!(fs::read_to_string(root.join(".trash/call-1/shared/a")).unwrap(), "oats");
    assert!(root.join(".trash/call-2/shared/lists").is_dir());
    let dated = fs::metadata(root.join(".trash/call-1")).unwrap().modified().unwrap();
    assert_eq!(dated, now);
    crate::disk::remove_expired(&root, now + std::time::Duration::from_secs(1), &Default::default()).unwrap();
    assert!(!root.join(".trash/call-1").exists());
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
