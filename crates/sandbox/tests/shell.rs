//! Tests what a command can and cannot do in its jail. Each attempt runs in a real one.
#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, reason = "these are tests")]

use std::{
    collections::BTreeMap,
    fs,
    os::{
        fd::AsRawFd,
        linux::net::SocketAddrExt,
        unix::{
            fs::{MetadataExt, PermissionsExt},
            net::{SocketAddr, UnixListener},
        },
    },
    path::PathBuf,
    process::{Child, Command},
    time::Duration,
};

use adjutant_sandbox::{Ending, Failure, Files, Limits, Order, Output, Sandbox, Task};
use libc::c_long;

const PROBE: &str = env!("CARGO_BIN_EXE_adjutant-jail-probe");
/// The text that no command may show.
const CANARY: &str = "canary-4711";
/// The library lacks this on some architectures.
const SYS_FCHMODAT2: c_long = 452;
const LIMITS: Limits = Limits { memory: 256 << 20, cpu: 5, processes: 24, file: 8 << 20, open_files: 64 };

/// A person's folder, beside files that are not theirs.
struct Stage {
    everything: tempfile::TempDir,
    network: bool,
    programs: Option<Vec<PathBuf>>,
    limits: Limits,
}

/// The outcome of a command.
#[derive(Debug)]
struct Done {
    ending: Ending,
    out: String,
    err: String,
}

impl Stage {
    fn new() -> Self {
        let everything = tempfile::tempdir().unwrap();
        for folder in ["alice/shared", "alice/tmp", "bob/shared"] {
            fs::create_dir_all(everything.path().join(folder)).unwrap();
        }
        for file in ["adjutant.db", "bob/shared/secret.txt", "config.toml"] {
            fs::write(everything.path().join(file), format!("{CANARY}\n")).unwrap();
        }
        fs::write(everything.path().join("alice/shared/own.txt"), "mine\n").unwrap();
        Self { everything, network: false, programs: None, limits: LIMITS }
    }

    fn path(&self, within: &str) -> PathBuf {
        self.everything.path().join(within)
    }

    /// Returns the outcome of the command. `$OUT` is the folder of everything, `$PROBE` a program that makes attempts.
    async fn try_run(&self, command: &str, input: &str) -> Result<Done, Failure> {
        let environment = [
            ("PATH", "/usr/local/bin:/usr/bin:/bin".to_owned()),
            ("OUT", self.everything.path().display().to_string()),
            ("PROBE", PROBE.to_owned()),
            ("TMPDIR", self.path("alice/tmp").display().to_string()),
        ];
        let readable = ["/usr", "/bin", "/lib", "/lib64", "/etc/ld.so.cache", "/etc/alternatives", PROBE];
        let devices = ["/dev/null", "/dev/zero", "/dev/urandom"];
        let order = Order {
            task: Task::Shell {
                command: command.to_owned(),
                folder: self.path("alice/shared"),
                environment: environment.map(|(name, value)| (name.to_owned(), value)).into(),
                files: Files {
                    own: vec![self.path("alice/shared"), self.path("alice/tmp")],
                    readable: readable.map(PathBuf::from).into(),
                    devices: devices.map(PathBuf::from).into(),
                    programs: self.programs.clone(),
                },
                network: self.network,
            },
            limits: self.limits,
        };
        let ends = async {
            let mut running = Sandbox::new(PROBE).start(&order, input.as_bytes().to_vec()).await?;
            let (mut out, mut err) = (Vec::new(), Vec::new());
            loop {
                match running.next().await? {
                    Output::Stdout(piece) => out.extend(piece),
                    Output::Stderr(piece) => err.extend(piece),
                    Output::Ended(ending) => {
                        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
                        return Ok(Done { ending, out: text(&out), err: text(&err) });
                    }
                }
            }
        };
        tokio::time::timeout(Duration::from_secs(60), ends).await.expect("it ends")
    }

    async fn run(&self, command: &str) -> Done {
        self.try_run(command, "").await.unwrap_or_else(|failure| panic!("{command}: {failure}"))
    }

    /// Returns the permissions, times and content of everything outside alice's folder.
    fn others(&self) -> BTreeMap<PathBuf, (u32, u32, i64, Vec<u8>)> {
        let mut found = BTreeMap::new();
        let mut folders = vec![self.everything.path().to_owned()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).unwrap() {
                let (path, about) = entry.map(|entry| (entry.path(), entry.metadata().unwrap())).unwrap();
                if path == self.path("alice") {
                    continue;
                }
                if about.is_dir() {
                    folders.push(path.clone());
                }
                let content = fs::read(&path).unwrap_or_default();
                found.insert(path, (about.mode(), about.uid(), about.mtime_nsec(), content));
            }
        }
        found
    }

    /// Checks that a command fails, shows no secret, and changes nothing outside alice's folder.
    async fn fails(&self, command: &str) {
        let before = self.others();
        let done = self.run(command).await;
        assert_ne!(done.ending, Ending::Code(0), "{command}: {done:?}");
        for shown in [&done.out, &done.err] {
            assert!(!shown.contains(CANARY), "{command}: {done:?}");
        }
        assert_ne!(done.ending, Ending::Code(127), "{command}: the program is missing: {done:?}");
        assert_eq!(self.others(), before, "{command}");
    }
}

/// A process of the machine that does not belong to the command.
struct Bystander(Child);

impl Bystander {
    fn new() -> Self {
        Self(Command::new("/bin/sleep").arg("1000").spawn().unwrap())
    }

    fn state(&self) -> String {
        let state = fs::read_to_string(format!("/proc/{}/stat", self.0.id())).unwrap();
        state.rsplit_once(") ").unwrap().1[..1].to_owned()
    }
}

impl Drop for Bystander {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Returns whether a process of the machine has this text in its command line.
fn is_running(words: &str) -> bool {
    let processes = fs::read_dir("/proc").unwrap().filter_map(Result::ok);
    processes
        .filter_map(|it| fs::read(it.path().join("cmdline")).ok())
        .any(|line| String::from_utf8_lossy(&line).replace('\0', " ").contains(words))
}

/// Waits until no process of the machine has this text in its command line. A killed process takes a moment to end.
async fn has_ended(words: &str) {
    while is_running(words) {
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn a_command_works_in_its_own_folders() {
    let stage = Stage::new();
    let done = stage.run("echo one > a; mkdir -p b; mv a b/; cat b/a own.txt | sort -r; ls; exit 3").await;
    assert_eq!(
        (done.ending, done.out.as_str(), done.err.as_str()),
        (Ending::Code(3), "one\nmine\nb\nown.txt\n", "")
    );
    let done = stage.run("printf '#!/bin/sh\\necho ran\\n' > run; cp /bin/true ok; sh run && $TMPDIR/../shared/ok; echo $?").await;
    assert_eq!(done.out, "ran\n0\n", "{done:?}");
    let done = stage.try_run("read first; echo \"$first\"; cat", "one\ntwo\nthree").await.unwrap();
    assert_eq!(done.out, "one\ntwo\nthree");
    let done = stage
        .run("echo x > /dev/null; head -c 3 /dev/zero | od -An -c; touch new; ls new; kill -TERM $$")
        .await;
    assert_eq!((done.ending, done.out.as_str()), (Ending::Signal(15), "  \\0  \\0  \\0\nnew\n"));
    let done = stage.run("env | sort | cut -d= -f1 | tr '\\n' ' '").await;
    assert_eq!(done.out, "OUT PATH PROBE PWD TMPDIR ", "nothing of the gateway's environment");
    let done = stage.run("(sleep 98764 & ) ; echo done").await;
    assert_eq!(done.out, "done\n");
    has_ended("sleep 98764").await;
}

#[tokio::test]
async fn files_that_are_not_its_own_stay_closed() {
    let stage = Stage::new();
    for command in [
        "cat $OUT/adjutant.db",
        "cd $OUT && cat adjutant.db",
        "cd ../.. && ls",
        "cat ../../adjutant.db",
        "cat ../../bob/shared/secret.txt",
        "ls ../../bob/shared",
        "ls $OUT",
        "ln -s $OUT/adjutant.db link && cat link",
        "ln -s $OUT folder && ls folder/",
        "ln $OUT/adjutant.db hard",
        "ln ../../bob/shared/secret.txt hard",
        "cp $OUT/adjutant.db copy",
        "cp -r ../../bob copy",
        "tar -cf out.tar -C $OUT adjutant.db",
        "exec 3< $OUT/adjutant.db",
        ". $OUT/config.toml",
        "sh $OUT/config.toml",
        "dd if=$OUT/adjutant.db",
        "find $OUT -name '*.db' | grep .",
        "cat /proc/self/root$OUT/adjutant.db",
        "cat /proc/self/environ",
        "cat /proc/1/environ",
        "cat /proc/$PPID/environ",
        "ls /proc/$PPID/fd",
        "cat /proc/version",
        "cat /sys/kernel/uevent_seqnum",
        "cat /etc/passwd",
        "cat /etc/shadow",
        "ls /",
        "ls /root",
        "ls /tmp",
        "ls /home",
    ] {
        stage.fails(command).await;
    }
}

#[tokio::test]
async fn what_is_not_its_own_does_not_change() {
    let stage = Stage::new();
    for command in [
        "echo x > $OUT/new",
        "echo x >> $OUT/adjutant.db",
        "mkdir $OUT/new",
        "rm -f $OUT/adjutant.db",
        "rm -rf ../../bob",
        "rmdir ../tmp",
        "mv $OUT/adjutant.db .",
        "mv own.txt $OUT/",
        "mv own.txt ../../bob/shared/",
        "truncate -s 0 $OUT/adjutant.db",
        "ln -s $OUT/adjutant.db through && echo x > through",
        "ln -s ../../bob/shared in && echo x > in/new",
        "chmod 777 $OUT/adjutant.db",
        "chmod 777 $OUT",
        "chmod u+s own.txt",
        "chown 65534 $OUT/adjutant.db",
        "chgrp 65534 own.txt",
        "touch $OUT/adjutant.db",
        "touch -d 2001-01-01 $OUT/adjutant.db",
        "touch -d 2001-01-01 own.txt",
        "touch -r $OUT/adjutant.db own.txt",
        "echo x > /usr/bin/new",
        "echo x > /etc/new",
        "echo x > /tmp/new",
        "echo x > /var/tmp/new",
        "echo x > /dev/shm/new",
        "mkfifo pipe",
        "mknod disk b 8 0",
        "mknod memory c 1 1",
        "$PROBE serve here.socket",
    ] {
        stage.fails(command).await;
    }
    let own = stage.path("alice/shared/own.txt");
    assert_eq!(
        (fs::read(&own).unwrap().as_slice(), fs::metadata(own).unwrap().permissions().mode() & 0o7777),
        (b"mine\n".as_slice(), 0o644)
    );
}

#[tokio::test]
async fn what_the_gateway_has_open_is_not_inherited() {
    let stage = Stage::new();
    // Unlike a file that Rust opens, a duplicate stays open when a program is executed.
    let leaked = nix::unistd::dup(fs::File::open(stage.path("adjutant.db")).unwrap()).unwrap();
    stage.fails(&format!("bash -c 'cat <&{}'", leaked.as_raw_fd())).await;
}

#[tokio::test]
async fn devices_and_the_terminal_stay_closed() {
    let stage = Stage::new();
    for command in [
        "head -c 1 /dev/mem",
        "head -c 1 /dev/kmsg",
        "head -c 1 /dev/vda",
        "echo x > /dev/tty",
        "cat /dev/ptmx",
        "ls /dev",
        "ls /dev/pts",
        "cat /dev/stdin < /dev/fd/3",
    ] {
        stage.fails(command).await;
    }
}

#[tokio::test]
async fn no_connection_leads_out_but_where_the_settings_allow_it() {
    let mut stage = Stage::new();
    let server = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let (address, port) = (server.local_addr().unwrap(), server.local_addr().unwrap().port());
    let (path, name) = (stage.path("alice/shared/service.socket"), format!("adjutant-{port}"));
    let _service = UnixListener::bind(&path).unwrap();
    let _hidden = UnixListener::bind_addr(&SocketAddr::from_abstract_name(&name).unwrap()).unwrap();
    let to_services = [
        format!("$PROBE socket {}", path.display()),
        format!("$PROBE abstract {name}"),
        "$PROBE socket /run/dbus/system_bus_socket".to_owned(),
    ];
    for command in [
        format!("$PROBE connect {address}"),
        "$PROBE listen x".to_owned(),
        "$PROBE datagram x".to_owned(),
        format!("bash -c 'echo > /dev/tcp/127.0.0.1/{port}'"),
    ] {
        stage.fails(&command).await;
    }
    for command in &to_services {
        stage.fails(command).await;
    }
    stage.network = true;
    let done = stage.run(&format!("$PROBE connect {address} && $PROBE datagram x")).await;
    assert_eq!(done.ending, Ending::Code(0), "{done:?}");
    for command in &to_services {
        stage.fails(command).await;
    }
}

#[tokio::test]
async fn other_processes_are_out_of_reach() {
    let (stage, other) = (Stage::new(), Bystander::new());
    let (id, own) = (other.0.id(), std::process::id());
    for command in [
        format!("kill -STOP {id}"),
        format!("kill -9 {own}"),
        "kill -9 $PPID".to_owned(),
        "kill -0 1".to_owned(),
        format!("$PROBE stop {id}"),
        format!("$PROBE probe {own}"),
        format!("$PROBE trace {id}"),
        format!("$PROBE seize {id}"),
        format!("renice -n 19 -p {id}"),
        format!("prlimit --pid {id} --nofile=1:1"),
        format!("taskset -p 1 {id}"),
        format!("ionice -c 3 -p {id}"),
        format!("chrt -i -p 0 {id}"),
    ] {
        stage.fails(&command).await;
    }
    assert_eq!(other.state(), "S", "it still sleeps");
}

#[tokio::test]
async fn no_more_rights_and_no_other_view_of_the_machine() {
    let stage = Stage::new();
    for command in [
        "unshare -r true",
        "unshare -n true",
        "$PROBE namespaces x",
        "$PROBE network x",
        "$PROBE join x",
        "nsenter -t 1 -m true",
        "mount -t tmpfs none ../tmp",
        "mount --bind / ../tmp",
        "umount /proc",
        "/usr/sbin/chroot .. /bin/true",
        "$PROBE user x",
        "su -c true",
        "$PROBE session x",
        "setsid -f sleep 98765 || exit 1; exit 1",
        "hostname evil",
        "date -s 2001-01-01",
        "dmesg",
    ] {
        stage.fails(command).await;
    }
    has_ended("sleep 98765").await;
}

#[tokio::test]
async fn each_refused_system_call_is_refused_under_both_of_its_numbers() {
    let calls: &[c_long] = &[
        libc::SYS_ptrace,
        libc::SYS_process_vm_readv,
        libc::SYS_process_vm_writev,
        libc::SYS_pidfd_getfd,
        libc::SYS_kcmp,
        libc::SYS_unshare,
        libc::SYS_setns,
        libc::SYS_mount,
        libc::SYS_umount2,
        libc::SYS_pivot_root,
        libc::SYS_chroot,
        libc::SYS_open_tree,
        libc::SYS_move_mount,
        libc::SYS_fsopen,
        libc::SYS_mount_setattr,
        libc::SYS_open_by_handle_at,
        libc::SYS_fchmodat,
        SYS_FCHMODAT2,
        libc::SYS_fchownat,
        libc::SYS_setxattr,
        libc::SYS_lsetxattr,
        libc::SYS_removexattr,
        libc::SYS_mknodat,
        libc::SYS_inotify_add_watch,
        libc::SYS_fanotify_init,
        libc::SYS_shmget,
        libc::SYS_msgget,
        libc::SYS_semget,
        libc::SYS_mq_open,
        libc::SYS_memfd_create,
        libc::SYS_add_key,
        libc::SYS_request_key,
        libc::SYS_keyctl,
        libc::SYS_bpf,
        libc::SYS_userfaultfd,
        libc::SYS_perf_event_open,
        libc::SYS_io_uring_setup,
        libc::SYS_io_uring_enter,
        libc::SYS_personality,
        libc::SYS_reboot,
        libc::SYS_kexec_load,
        libc::SYS_init_module,
        libc::SYS_finit_module,
        libc::SYS_swapon,
        libc::SYS_clock_settime,
        libc::SYS_setsid,
        libc::SYS_socket,
    ];
    let numbers = calls.iter().flat_map(|call| {
        let second = cfg!(target_arch = "x86_64").then_some(call | 0x4000_0000);
        [Some(*call), second].into_iter().flatten()
    });
    let numbers: Vec<_> = numbers.map(|number| number.to_string()).collect();
    let refused = "my $r = syscall($_, 0, 0, 0, 0, 0, 0); print \"$_: $r $!\\n\" if $r != -1 || $! != 1";
    let done =
        Stage::new().run(&format!("perl -e 'for (@ARGV) {{ {refused} }}' {}", numbers.join(" "))).await;
    assert_eq!((done.ending, done.out.as_str(), done.err.as_str()), (Ending::Code(0), "", ""));
    let done = Stage::new()
        .run(&format!("perl -e '$r = syscall({}, 0, 0); print \"$r $!\"'", libc::SYS_clone3))
        .await;
    assert_eq!(done.out, "-1 Function not implemented");
}

#[tokio::test]
async fn what_takes_too_much_is_ended_with_all_that_it_started() {
    let mut stage = Stage::new();
    // Either the kernel, which does not count for root, or the gateway counts first.
    let bomb = stage.try_run("bomb() { bomb | bomb & }; bomb; sleep 2; sleep 98766 & true", "").await;
    let is_refused = |done: &Done| done.err.contains("fork");
    assert!(matches!(&bomb, Err(Failure::Processes)) || bomb.as_ref().is_ok_and(is_refused), "{bomb:?}");
    has_ended("sleep 98766").await;
    // One process that is too large fails; several that are too large together are ended.
    let done = stage.run("perl -e '$x = \"x\" x 500_000_000; print 1'").await;
    assert_ne!((done.ending, done.out.as_str()), (Ending::Code(0), "1"));
    let hold = "perl -e '$x = \"x\" x 100_000_000; sleep 98767' & ";
    let together = stage.try_run(&format!("{} wait", hold.repeat(4)), "").await;
    assert!(matches!(together, Err(Failure::Memory)), "{together:?}");
    has_ended("sleep 98767").await;
    stage.fails("head -c 100M /dev/zero > large").await;
    assert_eq!(fs::metadata(stage.path("alice/shared/large")).unwrap().len(), LIMITS.file);
    // Nobody would find deleted files.
    let hides =
        "for i in 3 4; do eval \"exec $i> hidden\"; rm hidden; head -c 6M /dev/zero >& $i; done; sleep 98771";
    let hidden = stage.try_run(hides, "").await;
    assert!(matches!(hidden, Err(Failure::Nameless)), "{hidden:?}");
    has_ended("sleep 98771").await;
    stage.limits.cpu = 1;
    let done = stage.run("while :; do :; done").await;
    assert_eq!(done.ending, Ending::Signal(libc::SIGXCPU));
    let done = stage.run("trap '' XCPU; while :; do :; done").await;
    assert_eq!(done.ending, Ending::Signal(libc::SIGKILL), "a second later there is no way out");
    stage.fails("ulimit -n 100000").await;
    stage.fails("ulimit -v unlimited").await;
}

#[tokio::test]
async fn dropping_a_command_ends_all_of_it() {
    let stage = Stage::new();
    let left = tokio::time::timeout(
        Duration::from_secs(2),
        stage.try_run("sleep 98768 & (sleep 98769 &) ; sleep 98770", ""),
    );
    assert!(left.await.is_err(), "it had not ended");
    for sleeper in ["sleep 98768", "sleep 98769", "sleep 98770"] {
        has_ended(sleeper).await;
    }
}

#[tokio::test]
async fn only_the_programs_of_the_settings_are_executed() {
    let mut stage = Stage::new();
    fs::copy("/bin/ls", stage.path("alice/shared/own")).unwrap();
    stage.programs = Some(vec![fs::canonicalize("/bin/cat").unwrap()]);
    let done = stage.run("cat own.txt; echo built in").await;
    assert_eq!((done.ending, done.out.as_str()), (Ending::Code(0), "mine\nbuilt in\n"), "{done:?}");
    for command in ["ls", "./own", "perl -e 1", "/bin/date", "cat own.txt | sort"] {
        let done = stage.run(command).await;
        assert_eq!(done.ending, Ending::Code(126), "{command}: {done:?}");
    }
}

#[tokio::test]
async fn a_folder_that_is_missing_is_no_jail() {
    let stage = Stage::new();
    fs::remove_dir(stage.path("alice/tmp")).unwrap();
    let failed = stage.try_run("true", "").await;
    assert!(matches!(&failed, Err(Failure::Unavailable(why)) if why.contains("Landlock")), "{failed:?}");
}

/// The program plays a child whose command writes an error before anybody has read that the jail holds.
#[tokio::test]
async fn what_a_command_says_at_once_is_not_lost() {
    let stage = Stage::new();
    let program = stage.path("child");
    fs::write(&program, "#!/bin/sh\necho at once >&2\necho ready\necho out\n").unwrap();
    fs::set_permissions(&program, fs::Permissions::from_mode(0o700)).unwrap();
    let order = Order { task: Task::Compute { name: "nothing".to_owned(), may_lack: false }, limits: LIMITS };
    for _ in 0..20 {
        let mut running = Sandbox::new(&program).start(&order, Vec::new()).await.unwrap();
        let (mut out, mut err) = (Vec::new(), Vec::new());
        loop {
            match running.next().await.unwrap() {
                Output::Stdout(piece) => out.extend(piece),
                Output::Stderr(piece) => err.extend(piece),
                Output::Ended(_) => break,
            }
        }
        assert_eq!((&out[..], &err[..]), (&b"out\n"[..], &b"at once\n"[..]));
    }
}
