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
fn a_process_that_was_killed_is_gone_for_as_long_as_anything_may_be_its_own() {
    let (_folder, database) = database();
    let witness = Process::register(&database).unwrap();
    let killed = "process-0123456789abcdef";
    let left = witness.folder.join(killed);
    fs::write(&left, "").unwrap();
    // The process ran for a long time.
    let hours_ago = |hours: u32| fs::metadata(&witness.folder).unwrap().modified().unwrap() - hours * KEPT;
    File::options().write(true).open(&left).unwrap().set_modified(hours_ago(48)).unwrap();
    assert_eq!(witness.liveness_of(killed), Liveness::Gone);

    let next = Process::register(&database).unwrap();
    assert_eq!(next.liveness_of(killed), Liveness::Gone, "its leases are still to be taken");
    assert_eq!(next.liveness_of(witness.id()), Liveness::Alive, "and only it is gone");
    File::options().write(true).open(&left).unwrap().set_modified(hours_ago(2)).unwrap();
    let last = Process::register(&database).unwrap();
    assert!(!left.exists(), "its leases have expired by then");
    assert_eq!(last.liveness_of(killed), Liveness::Unknown);
}

#[test]
fn a_process_without_a_file_is_not_taken_for_gone() {
    let (_folder, database) = database();
    let process = Process::register(&database).unwrap();
    assert_eq!(process.liveness_of("process-of-another-machine"), Liveness::Unknown);
    assert!(!process.is_gone("process-of-another-machine"));
}

#[test]
fn no_other_account_can_hold_the_locks() {
    let (_folder, database) = database();
    let locks = database.with_extension("db.lock");
    // The mode that older versions gave the folder.
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
