use std::{os::unix::fs::PermissionsExt as _, time::Duration};

use adjutant_domain::ids::{CallId, UserId};

use super::*;

fn call(id: &str) -> CallId {
    CallId(id.to_owned())
}

fn alice() -> UserId {
    UserId("user-alice".to_owned())
}

fn write(root: &Path, blob: &Blob, bytes: &[u8], now: SystemTime) -> io::Result<PathBuf> {
    let folder = folder_of(root, blob);
    let mut file = InParts::begin(root, &folder)?;
    file.append(bytes)?;
    file.complete(now).map(|()| folder.join(WHOLE))
}

fn fetched(root: &Path, call: &CallId) -> Option<PathBuf> {
    let whole = folder_of(root, &Blob::incoming(&alice(), call)).join(WHOLE);
    whole.is_file().then_some(whole)
}

fn store(root: &Path, call: &CallId, bytes: &[u8], now: SystemTime) -> io::Result<PathBuf> {
    write(root, &Blob::incoming(&alice(), call), bytes, now)
}

fn write_for_sending(root: &Path, name: &str, bytes: &[u8], now: SystemTime) -> io::Result<PathBuf> {
    write(root, &Blob::outgoing(&alice(), name), bytes, now)
}

fn begin(root: &Path, name: &str) -> InParts {
    InParts::begin(root, &folder_of(root, &Blob::outgoing(&alice(), name))).unwrap()
}

fn keep(root: &Path, call: &str, file: &Path, now: SystemTime) -> io::Result<PathBuf> {
    let blob = Blob::outgoing(&alice(), call);
    let path = format!("/{}", file.strip_prefix(root).unwrap().display());
    keep_for_sending(root, &blob, (&Tree::open(root)?, &path), now)
        .map(|()| folder_of(root, &blob).join(WHOLE))
}

fn place(root: &Path, whole: &Path, wanted: &Path) -> io::Result<PathBuf> {
    let wanted = format!("/{}", wanted.strip_prefix(root).unwrap().display());
    let placed = Tree::open(root)?.link_numbered(whole.strip_prefix(root).unwrap(), &wanted)?;
    Ok(root.join(&placed[1..]))
}

/// Returns the paths that tools can name.
fn paths(root: &Path) -> Vec<String> {
    let files = Tree::open(root).unwrap().files().unwrap();
    let mut paths: Vec<_> = files.into_iter().map(|file| file.path).collect();
    paths.sort_unstable();
    paths
}

#[test]
fn a_call_that_runs_again_makes_nothing_twice() {
    let folder = tempfile::tempdir().unwrap();
    let (root, now) = (folder.path(), SystemTime::UNIX_EPOCH);
    let wanted = root.join("shared/lists/a.txt");
    for (id, bytes) in [("call-1", b"one"), ("call-1", b"one"), ("call-2", b"two")] {
        let whole = fetched(root, &call(id)).unwrap_or_else(|| store(root, &call(id), bytes, now).unwrap());
        let placed = place(root, &whole, &wanted).unwrap();
        assert_eq!(fs::read(placed).unwrap(), bytes);
    }
    assert_eq!(paths(root), ["/shared/lists/a (2).txt", "/shared/lists/a.txt"]);
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!((mode(&wanted), mode(wanted.parent().unwrap())), (0o600, 0o700));
}

#[test]
fn what_is_sent_is_what_was_there_when_it_was_first_sent() {
    let folder = tempfile::tempdir().unwrap();
    let (root, now) = (folder.path(), SystemTime::UNIX_EPOCH);
    let file =
        place(root, &store(root, &call("call-1"), b"one", now).unwrap(), &root.join("shared/a")).unwrap();
    let kept = keep(root, "call-2", &file, now).unwrap();
    fs::remove_file(&file).unwrap();
    fs::write(&file, "another").unwrap();
    assert_eq!(keep(root, "call-2", &file, now).unwrap(), kept);
    assert_eq!(fs::read(kept).unwrap(), b"one");
}

#[test]
fn what_is_old_goes_unless_it_is_on_its_way() {
    let folder = tempfile::tempdir().unwrap();
    let (root, then) = (folder.path(), SystemTime::UNIX_EPOCH);
    let now = then + Duration::from_secs(1);
    for (id, at) in [("call-1", then), ("call-2", now)] {
        let whole = store(root, &call(id), b"x", at).unwrap();
        for wanted in ["shared/a", "tmp/a"] {
            let file = place(root, &whole, &root.join(wanted)).unwrap();
            keep(root, &format!("{id} {}", &wanted[..3]), &file, at).unwrap();
        }
    }
    std::os::unix::fs::symlink(root.join("shared"), root.join("tmp/link")).unwrap();
    remove_expired(root, now, &HashSet::from(["call-1 tmp".to_owned()])).unwrap();
    assert_eq!(paths(root), ["/shared/a", "/shared/a (2)", "/tmp/a (2)"]);
    assert_eq!((fetched(root, &call("call-1")), fetched(root, &call("call-2")).is_some()), (None, true));
    let out = fs::read_dir(root.join(OUTBOX)).unwrap();
    let mut out: Vec<_> = out.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    out.sort_unstable();
    assert_eq!(out, ["call-1 tmp", "call-2 sha", "call-2 tmp"]);
}

#[test]
fn everything_in_a_workspace_counts_once_however_much_there_is() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    let now = SystemTime::UNIX_EPOCH;
    assert_eq!(size(&root.join("none")).unwrap(), 0);
    let whole = store(root, &call("call-1"), b"saved", now).unwrap();
    let file = place(root, &whole, &root.join("shared/a")).unwrap();
    keep(root, "call-2", &file, now).unwrap();
    assert_eq!(size(root).unwrap(), 5, "one file with three names");
    fs::remove_file(file).unwrap();
    write_for_sending(root, "answer-1", b"an answer", now).unwrap();
    assert_eq!(size(root).unwrap(), 5 + 9, "what is on its way counts");
    for number in 0..10_100 {
        fs::write(root.join("shared").join(number.to_string()), "x").unwrap();
    }
    std::os::unix::fs::symlink(root, root.join("tmp-link")).unwrap();
    assert_eq!(size(root).unwrap(), 5 + 9 + 10_100);
    assert_eq!(paths(root).len(), 10_100);
}

#[test]
fn what_is_still_being_written_does_not_bring_a_removed_workspace_back() {
    let folder = tempfile::tempdir().unwrap();
    let (root, now) = (&folder.path().join("user-alice"), SystemTime::UNIX_EPOCH);
    open(root).unwrap();
    let whole = store(root, &call("call-1"), b"one", now).unwrap();
    let mut export = begin(root, "export-1");
    let mut complete = begin(root, "export-2");
    complete.append(b"one").unwrap();
    // The remains of an interrupted attempt.
    fs::create_dir_all(folder.path().join(".removing-user-alice/shared")).unwrap();
    remove(root).unwrap();

    export.append(b"two").unwrap();
    let gone = |done: io::Result<PathBuf>| assert_eq!(done.unwrap_err().kind(), ErrorKind::NotFound);
    gone(export.complete(now).map(|()| PathBuf::new()));
    gone(complete.complete(now).map(|()| PathBuf::new()));
    gone(store(root, &call("call-2"), b"two", now));
    gone(place(root, &whole, &root.join("shared/a")));
    gone(keep(root, "call-3", &whole, now));
    gone(write_for_sending(root, "answer-1", b"one", now));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "nothing is left");
    remove(root).unwrap();
}

#[test]
fn what_is_rewritten_is_sent_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    fs::create_dir_all(root.join("shared")).unwrap();
    let list = root.join("shared/list.txt");
    fs::write(&list, "oats").unwrap();
    let dated = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000_000);
    let outgoing = keep(root, "call-1", &list, dated).unwrap();
    separate_outgoing(root).unwrap();
    fs::write(&list, "milk").unwrap();
    assert_eq!(fs::read(&outgoing).unwrap(), b"oats");
    assert_eq!(fs::metadata(outgoing.parent().unwrap()).unwrap().modified().unwrap(), dated);
    separate_outgoing(&root.join("none")).unwrap();
}

#[test]
fn folders_that_lie_too_deep_are_lifted_with_all_that_is_in_them() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    let top = root.join("shared");
    fs::create_dir_all(top.join("deep-1")).unwrap();
    let top = Dir::open_ambient_dir(&top, ambient_authority()).unwrap();
    let mut within = top.try_clone().unwrap();
    for level in 0..3_000 {
        within.create_dir("a").unwrap();
        within.write(format!("file-{level}"), "x").unwrap();
        within = within.open_dir("a").unwrap();
    }
    drop(within);
    assert!(size(root).unwrap() < 100, "a walk ends where it is too deep");
    put_in_order(root).unwrap();
    assert_eq!(size(root).unwrap(), 3_000);
    assert!(top.exists("deep-2") && !top.exists("deep-1/a"), "names that are taken stay");
    remove(root).unwrap();
    assert!(!root.exists());
}

#[test]
fn files_of_a_website_stay_as_long_as_it_names_them_and_no_tool_lists_them() {
    use crate::{Blobs, Folder};

    let folder = tempfile::tempdir().unwrap();
    let (files, now) =
        (Folder::new(folder.path().to_owned()), SystemTime::UNIX_EPOCH + Duration::from_hours(9));
    files.open(&alice()).unwrap();
    let blob = |name: &str| Blob::of_site(&alice(), name);
    for (name, hours) in [("a-480.webp", 1), ("b-480.webp", 1), ("c-480.webp", 8)] {
        let at = SystemTime::UNIX_EPOCH + Duration::from_hours(hours);
        files.put(&blob(name), name.as_bytes(), at).unwrap();
    }
    assert_eq!(files.size(&alice()).unwrap(), 30, "they count");
    assert_eq!(files.list(&alice()).unwrap(), []);
    assert!(files.find(&alice(), "/.site/a-480.webp/file").unwrap().is_none());
    files.remove_expired(&alice(), now, &HashSet::new()).unwrap();
    assert!(files.exists(&blob("a-480.webp")).unwrap(), "age alone removes none");

    let kept = HashSet::from(["a-480.webp".to_owned()]);
    files.remove_site_files(&alice(), now - Duration::from_hours(2), &kept).unwrap();
    let left = ["a", "b", "c"].map(|name| files.exists(&blob(&format!("{name}-480.webp"))).unwrap());
    assert_eq!(left, [true, false, true], "the last one is new");
    files.remove(&alice()).unwrap();
    assert!(!files.exists(&blob("a-480.webp")).unwrap());
    files.remove_site_files(&alice(), now, &HashSet::new()).unwrap();
}
