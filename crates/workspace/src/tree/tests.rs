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
