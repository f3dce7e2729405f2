use std::{collections::BTreeMap, os::unix::fs::MetadataExt};

use super::*;
use crate::render::PICTURES;

type Files = BTreeMap<String, Vec<u8>>;

/// Returns a site of pages with these texts.
fn rendered(pages: &[(&str, &str)], pictures: &[&str]) -> Rendered {
    Rendered {
        files: pages.iter().map(|(path, text)| ((*path).to_owned(), text.as_bytes().to_vec())).collect(),
        pictures: pictures.iter().map(|name| PictureFile::parse(name).unwrap()).collect(),
        ..Rendered::default()
    }
}

fn content(file: &PictureFile) -> Vec<u8> {
    format!("picture {file}").into_bytes()
}

/// Returns the path of a picture's file.
fn source(file: &PictureFile) -> io::Result<PathBuf> {
    thread_local! {
        static SOURCES: tempfile::TempDir = tempfile::tempdir().unwrap();
    }
    let path = SOURCES.with(|folder| folder.path().join(file.as_str()));
    fs::write(&path, content(file))?;
    Ok(path)
}

fn old() -> Rendered {
    rendered(
        &[("index.html", "old"), ("about/index.html", "about"), ("gone/index.html", "gone")],
        &["a.jpg", "b.jpg"],
    )
}

fn new() -> Rendered {
    rendered(
        &[("index.html", "new"), ("about/index.html", "about"), ("posts/x/index.html", "x")],
        &["b.jpg", "c.jpg"],
    )
}

/// Returns all files of a version of the site.
fn whole(rendered: &Rendered) -> Files {
    let pictures = rendered.pictures.iter().map(|file| (format!("{PICTURES}/{file}"), content(file)));
    rendered.files.clone().into_iter().chain(pictures).collect()
}

/// Returns the served files by path; `None` if there is no current version.
fn served(root: &Path) -> Option<Files> {
    fn read(folder: &Path, prefix: &str, files: &mut Files) {
        for entry in fs::read_dir(folder).unwrap() {
            let entry = entry.unwrap();
            let path = format!("{prefix}{}", entry.file_name().to_str().unwrap());
            if entry.file_type().unwrap().is_dir() {
                read(&entry.path(), &format!("{path}/"), files);
            } else {
                files.insert(path, fs::read(entry.path()).unwrap());
            }
        }
    }
    let current = root.join("current");
    fs::symlink_metadata(&current).ok()?;
    let mut files = Files::new();
    read(&current, "", &mut files);
    Some(files)
}

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

/// Publishes up to the step with this number; returns whether it was stopped there.
fn ended_at(root: &Path, rendered: &Rendered, at: usize) -> bool {
    let mut steps = 0;
    let result = publish_by_steps(root, rendered, &source, &mut || {
        steps += 1;
        if steps > at { Err(io::Error::other("ended")) } else { Ok(()) }
    });
    result.is_err()
}

#[test]
fn unchanged_files_are_those_of_the_version_before() {
    let root = tempfile::tempdir().unwrap();
    let first = publish(root.path(), &old(), &source).unwrap();
    assert_eq!((first.version, first.written, first.unchanged), (1, 5, 0));
    assert_eq!(served(root.path()), Some(whole(&old())));

    let asked_for_c = |file: &PictureFile| {
        assert_eq!(file.as_str(), "c.jpg");
        source(file)
    };
    let second = publish(root.path(), &new(), &asked_for_c).unwrap();
    assert_eq!((second.version, second.written, second.unchanged), (2, 3, 2));
    assert_eq!(served(root.path()), Some(whole(&new())));
    let inode = |folder: &Path, path: &str| fs::metadata(folder.join(path)).unwrap().ino();
    for same in ["about/index.html", "assets/pictures/b.jpg"] {
        assert_eq!(inode(&first.folder, same), inode(&second.folder, same), "{same}");
    }
    assert_eq!(fs::read(first.folder.join("index.html")).unwrap(), b"old");
}

/// Publishes older versions. One has a folder in place of a file of the new version, and a file in place of a folder.
fn publish_before(root: &Path, versions: usize) -> Option<Files> {
    let odd = rendered(
        &[("index.html", "odd"), ("posts", "a file"), ("about/index.html/x", "a folder")],
        &["a.jpg"],
    );
    let sites = [odd, new(), old()];
    let sites = &sites[3 - versions..];
    for rendered in sites {
        publish(root, rendered, &source).unwrap();
    }
    sites.last().map(whole)
}

#[test]
fn a_publish_that_ends_at_any_step_leaves_a_whole_site() {
    for versions in [0, 1, 3] {
        let mut outcomes = Vec::new();
        for at in 0.. {
            let root = tempfile::tempdir().unwrap();
            let root = root.path();
            let before = publish_before(root, versions);
            // An older, interrupted attempt has left something, too.
            ended_at(root, &rendered(&[("index.html", "never"), ("x/y/z.html", "never")], &[]), at % 7);
            let ended = ended_at(root, &new(), at);
            let now = served(root);
            let is_new = now == Some(whole(&new()));
            assert!(is_new || now == before, "{versions} versions, step {at}");
            outcomes.push(is_new);

            // The next publish ignores the leftovers, and removes them.
            let last = rendered(&[("index.html", "last")], &["b.jpg"]);
            let published = publish(root, &last, &source).unwrap();
            assert_eq!(served(root), Some(whole(&last)), "{versions} versions, step {at}");
            assert_eq!(names(root), ["current", "lock", "versions"], "{versions} versions, step {at}");
            assert!(names(&root.join("versions")).len() <= KEPT_VERSIONS, "{versions} versions, step {at}");
            assert!(names(&root.join("versions")).contains(&published.version.to_string()));
            if !ended {
                break;
            }
        }
        assert!(outcomes.len() > 10);
        assert!(outcomes.first() == Some(&false) && outcomes.last() == Some(&true), "{outcomes:?}");
    }
}

#[test]
fn the_folder_of_an_old_version_keeps_nothing_of_it() {
    let root = tempfile::tempdir().unwrap();
    publish_before(root.path(), 3);
    let kept = whole(&old());
    publish(root.path(), &new(), &source).unwrap();
    assert_eq!(served(root.path()), Some(whole(&new())));
    assert_eq!(names(&root.path().join("versions")), ["2", "3", "4"]);
    // The previous version is unchanged.
    fs::remove_file(root.path().join("current")).unwrap();
    std::os::unix::fs::symlink("versions/3", root.path().join("current")).unwrap();
    assert_eq!(served(root.path()), Some(kept));
}

#[test]
fn a_file_that_changed_and_stayed_is_not_the_one_of_the_old_folder() {
    let root = tempfile::tempdir().unwrap();
    publish_before(root.path(), 3);
    // The first page differs in the oldest version, whose folder is reused.
    publish(root.path(), &old(), &source).unwrap();
    assert_eq!(served(root.path()), Some(whole(&old())));
}

#[test]
fn only_the_last_versions_are_kept() {
    let root = tempfile::tempdir().unwrap();
    for text in ["1", "2", "3", "4", "5"] {
        publish(root.path(), &rendered(&[("index.html", text)], &[]), &source).unwrap();
    }
    assert_eq!(names(&root.path().join("versions")), ["3", "4", "5"]);
}

#[test]
fn a_site_with_mistakes_is_not_published() {
    let root = tempfile::tempdir().unwrap();
    let mistake = Problem::new("page home, section 1: link", "\"/x\"", "the path of a page");
    let refused = publish(root.path(), &Rendered { errors: vec![mistake], ..old() }, &source).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "the site has mistakes to be put right first: `page home, section 1: link` is \"/x\"; the path of a page fits."
    );
    assert_eq!(served(root.path()), None);
}

#[test]
fn a_picture_that_cannot_be_read_or_a_path_outside_leaves_the_site_as_it_is() {
    let root = tempfile::tempdir().unwrap();
    publish(root.path(), &old(), &source).unwrap();
    let unreadable = |_: &PictureFile| Err(io::Error::other("no such blob"));
    assert!(matches!(publish(root.path(), &new(), &unreadable), Err(PublishError::Picture { .. })));
    let gone = |_: &PictureFile| Ok(root.path().join("gone.jpg"));
    assert!(matches!(publish(root.path(), &new(), &gone), Err(PublishError::Picture { .. })));
    for outside in ["../x", "/x", "a/../../x", "", "./x", "x/"] {
        let refused = publish(root.path(), &rendered(&[(outside, "x")], &[]), &source);
        assert!(matches!(refused, Err(PublishError::Path { .. })), "{outside}");
    }
    assert_eq!(served(root.path()), Some(whole(&old())));
}

#[test]
fn two_cannot_publish_at_once() {
    let root = tempfile::tempdir().unwrap();
    publish(root.path(), &old(), &source).unwrap();
    let meanwhile = |file: &PictureFile| {
        assert!(matches!(publish(root.path(), &old(), &source), Err(PublishError::Busy)));
        source(file)
    };
    publish(root.path(), &new(), &meanwhile).unwrap();
    assert_eq!(served(root.path()), Some(whole(&new())));
}

#[test]
fn a_withdrawn_site_is_gone_and_may_be_published_again() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("choir");
    withdraw(&root).unwrap();
    publish(&root, &old(), &source).unwrap();
    withdraw(&root).unwrap();
    assert!(!root.exists());
    publish(&root, &new(), &source).unwrap();
    assert_eq!(served(&root), Some(whole(&new())));
}
