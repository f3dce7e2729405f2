use std::{fs, sync::Barrier, thread};

use super::*;

fn database() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("adjutant.db");
    (folder, database)
}

#[test]
fn a_process_is_gone_when_it_ended_and_not_before() {
    let (_folder, database) = database();
    let first = Process::register(&database).unwrap();
    let second = Process::register(&database).unwrap();
    let id = first.id().to_owned();
    assert!(!second.is_gone(&id));
    assert!(!first.is_gone(&id), "nobody takes themselves for gone");
    drop(first);
    assert!(second.is_gone(&id));
}

#[test]
fn a_process_that_was_killed_is_gone_though_its_file_is_there() {
    let (_folder, database) = database();
    let witness = Process::register(&database).unwrap();
    let left = witness.folder.join("process-0123456789abcdef");
    fs::write(&left, "").unwrap();
    assert!(witness.is_gone("process-0123456789abcdef"));

    let next = Process::register(&database).unwrap();
    assert!(!left.exists(), "the next process sweeps the file");
    assert!(next.is_gone("process-0123456789abcdef"));
    assert!(!next.is_gone(witness.id()), "and only that one");
}

#[test]
fn no_other_account_can_hold_the_locks() {
    let (_folder, database) = database();
    let locks = database.with_extension("db.lock");
    // As older versions made it.
    fs::create_dir(&locks).unwrap();
    fs::set_permissions(&locks, Permissions::from_mode(0o755)).unwrap();
    let _process = Process::register(&database).unwrap();
    assert_eq!(fs::metadata(&locks).unwrap().permissions().mode() & 0o777, 0o700);
}

#[test]
fn processes_that_start_at_the_same_time_all_count_as_alive() {
    const PROCESSES: usize = 8;
    for _ in 0..50 {
        let (_folder, database) = database();
        let start = Barrier::new(PROCESSES);
        let register = || {
            start.wait();
            Process::register(&database).unwrap()
        };
        let processes: Vec<_> = thread::scope(|scope| {
            let threads: Vec<_> = (0..PROCESSES).map(|_| scope.spawn(register)).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        let witness = &processes[0];
        let gone: Vec<_> = processes.iter().filter(|process| witness.is_gone(process.id())).collect();
        assert!(gone.is_empty(), "{} of {PROCESSES} were taken for gone", gone.len());
    }
}

#[test]
fn a_folder_that_cannot_be_written_is_named() {
    let (folder, database) = database();
    fs::write(folder.path().join("adjutant.db.lock"), "a file where the folder should be").unwrap();
    let error = format!("{:#}", Process::register(&database).err().unwrap());
    assert!(error.contains("adjutant.db.lock, where processes register"), "{error}");
}
