//! `adjutant init` with the real binary: at a terminal, and with options.

use std::{
    fs::{self, File, Permissions},
    io::{Read as _, Write as _},
    os::{
        fd::{AsFd as _, OwnedFd},
        unix::fs::PermissionsExt as _,
    },
    path::Path,
    process::{Child, Command, Stdio},
    sync::mpsc::{Receiver, channel},
    thread,
    time::Duration,
};

use adjutant_simulators::{
    discord::Discord,
    model::{Model, Turn},
    telegram::Telegram,
};
use nix::{
    pty::openpty,
    sys::{
        signal::{Signal, kill},
        termios::{LocalFlags, tcgetattr},
    },
    unistd::Pid,
};
use tempfile::TempDir;

/// The longest wait for output of the program.
const PATIENCE: Duration = Duration::from_secs(60);

fn init(folder: &TempDir, arguments: &[&str], env: &[(&str, &str)]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_adjutant"));
    command.current_dir(folder.path()).env_clear().envs(env.iter().copied()).arg("init").args(arguments);
    command
}

/// Returns the exit code and the output of both streams, without the notes about the user who runs the test.
fn said(folder: &TempDir, arguments: &[&str], env: &[(&str, &str)], input: &str) -> (Option<i32>, String) {
    let mut command = init(folder, arguments, env);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // The program need not read its input.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let output = child.wait_with_output().unwrap();
    (output.status.code(), plain(&String::from_utf8([output.stderr, output.stdout].concat()).unwrap()))
}

fn plain(said: &str) -> String {
    let lines = said.lines().filter(|line| !line.starts_with("Note: the files belong to root."));
    lines.collect::<Vec<_>>().join("\n")
}

fn read(folder: &TempDir, name: &str) -> String {
    fs::read_to_string(folder.path().join(name)).unwrap()
}

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o777
}

/// A person at a terminal with the program.
struct Person {
    child: Child,
    /// The person's end of the terminal, and the program's end.
    keyboard: File,
    terminal: OwnedFd,
    shown: Receiver<Vec<u8>>,
    said: String,
    seen: usize,
}

impl Person {
    fn runs(folder: &TempDir, arguments: &[&str], env: &[(&str, &str)]) -> Self {
        let pair = openpty(None, None).unwrap();
        let end = || Stdio::from(pair.slave.try_clone().unwrap());
        let child = init(folder, arguments, env).stdin(end()).stdout(end()).stderr(end()).spawn().unwrap();
        let keyboard = File::from(pair.master);
        let mut screen = keyboard.try_clone().unwrap();
        let (shows, shown) = channel();
        thread::spawn(move || {
            let mut piece = [0; 1024];
            // Reading fails once the program has closed the terminal.
            while let Ok(read) = screen.read(&mut piece) {
                if read == 0 || shows.send(piece[..read].to_vec()).is_err() {
                    break;
                }
            }
        });
        Self { child, keyboard, terminal: pair.slave, shown, said: String::new(), seen: 0 }
    }

    /// Waits until the program prints this text, after all texts that were awaited before.
    fn reads(&mut self, text: &str) {
        loop {
            if let Some(at) = self.said[self.seen..].find(text) {
                self.seen += at + text.len();
                return;
            }
            let Ok(piece) = self.shown.recv_timeout(PATIENCE) else {
                panic!("waited in vain for {text:?}; the terminal shows:\n{}", self.said)
            };
            self.said.push_str(&String::from_utf8_lossy(&piece));
        }
    }

    fn answers(&mut self, question: &str, answer: &str) {
        self.reads(question);
        self.keyboard.write_all(format!("{answer}\n").as_bytes()).unwrap();
    }

    fn sees_what_is_typed(&self) -> bool {
        tcgetattr(self.terminal.as_fd()).unwrap().local_flags.contains(LocalFlags::ECHO)
    }

    fn ends(&mut self) -> Option<i32> {
        self.child.wait().unwrap().code()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_is_asked_and_the_answers_are_tried() {
    let (folder, model, telegram) = (TempDir::new().unwrap(), Model::start().await, Telegram::start().await);
    model.require_key("sk-right");
    model.answer_with(|_| Turn::text("ok"));
    let (url, api, token) = (model.url(), telegram.url(), telegram.token());
    let env = [("ADJUTANT__CHANNELS__TELEGRAM__API_URL", &*api)];

    let mut person = Person::runs(&folder, &[], &env);
    person.answers("Who answers [offline]: ", "gpt");
    person.answers("gpt is none of them.\r\nWho answers [offline]: ", "openai");
    person.answers("Model, such as gpt-5-mini: ", "gpt-5-mini");
    person.answers("for the usual one [the usual one]: ", &url);
    person.answers("Key; it is not shown [none]: ", "sk-wrong");
    person.reads("FAILURE  model: openai gpt-5-mini: ");
    person.answers("Take it all the same? [y/N]: ", "");
    person.answers("Who answers [openai]: ", "");
    person.answers("Model, such as gpt-5-mini [gpt-5-mini]: ", "");
    person.answers(&format!("for the usual one [{url}]: "), "");
    person.answers("Key; it is not shown [set]: ", "sk-right");
    person.reads("ok       model: openai gpt-5-mini answers");
    person.answers("from @BotFather; it is not shown [none]: ", "1:wrong");
    person.reads("FAILURE  channel telegram: ");
    person.answers("Take it all the same? [y/N]: ", "n");
    person.answers("from @BotFather; it is not shown [none]: ", &token);
    person.reads("ok       channel telegram: ");
    person.answers("under Bot; it is not shown [none]: ", "");
    person.reads("Wrote config.toml");
    person.reads("Next: start it with `adjutant`.");
    person.reads("Chat page: http://127.0.0.1:8765.");
    person.reads("`/start CODE`");
    assert_eq!(person.ends(), Some(0));
    for secret in ["sk-wrong", "sk-right", &token] {
        assert!(!person.said.contains(secret), "{}", person.said);
    }

    let written = read(&folder, "config.toml");
    insta::assert_snapshot!(written.replace(&url, "MODEL"), @r#"
    # Settings that differ from the defaults; `adjutant config --reference` prints all. `adjutant init` changes these.

    [model]
    provider = "openai"
    name = "gpt-5-mini"
    base_url = "MODEL"
    api_key = { file = "config.secrets/model-key" }

    [channels.telegram]
    token = { file = "config.secrets/telegram-token" }
    "#);
    let secrets = folder.path().join("config.secrets");
    assert_eq!(mode(&secrets), 0o700);
    for (name, secret) in [("model-key", "sk-right"), ("telegram-token", &*token)] {
        assert_eq!(mode(&secrets.join(name)), 0o600);
        assert_eq!(fs::read_to_string(secrets.join(name)).unwrap().trim(), secret);
    }
    assert_eq!(folder.path().read_dir().unwrap().count(), 2, "nothing else is left");
    assert_eq!(secrets.read_dir().unwrap().count(), 2, "nothing else is left");

    // The existing settings are tried again, and kept.
    let mut again = Person::runs(&folder, &[], &env);
    again.answers("Who answers [openai]: ", "");
    again.answers("[gpt-5-mini]: ", "");
    again.answers(&format!("[{url}]: "), "");
    again.answers("[set, from the file config.secrets/model-key]: ", "");
    again.answers("[set, from the file config.secrets/telegram-token]: ", "");
    again.answers("[none]: ", "");
    again.reads("config.toml stays as it is.");
    assert_eq!(again.ends(), Some(0));
    assert_eq!(read(&folder, "config.toml"), written);

    // A change asks before the file is replaced.
    let mut change = Person::runs(&folder, &[], &env);
    change.answers("Who answers [openai]: ", "offline");
    change.answers("telegram-token]: ", "");
    change.answers("[none]: ", "");
    change.answers("Change config.toml? [Y/n]: ", "n");
    change.reads("Nothing was changed.");
    assert_eq!(change.ends(), Some(1));
    assert_eq!(read(&folder, "config.toml"), written);
    model.take_complaints();
    telegram.take_complaints();
}

#[test]
fn an_interrupt_leaves_the_terminal_and_the_folder_as_they_were() {
    let folder = TempDir::new().unwrap();
    for signal in [Signal::SIGINT, Signal::SIGTERM] {
        let mut person = Person::runs(&folder, &[], &[]);
        person.answers("Who answers [offline]: ", "anthropic");
        person.answers("Model, such as claude-sonnet-4-5: ", "claude-sonnet-4-5");
        person.reads("Key; it is not shown [none]: ");
        assert!(!person.sees_what_is_typed());
        kill(Pid::from_raw(person.child.id().cast_signed()), signal).unwrap();
        person.reads("Ended; nothing was changed.");
        assert_eq!(person.ends(), Some(130));
        assert!(person.sees_what_is_typed());
        assert_eq!(folder.path().read_dir().unwrap().count(), 0);
    }
}

#[test]
fn a_key_for_an_option_is_not_shown_and_an_interrupt_ends_the_wait_for_it() {
    let folder = TempDir::new().unwrap();
    let key = ["--model", "gpt-5-mini", "--key-file", "-"];
    let mut person = Person::runs(&folder, &key, &[]);
    person.reads("model.api_key; it is not shown: ");
    assert!(!person.sees_what_is_typed());
    kill(Pid::from_raw(person.child.id().cast_signed()), Signal::SIGINT).unwrap();
    person.reads("Ended; nothing was changed.");
    assert_eq!(person.ends(), Some(130));
    assert!(person.sees_what_is_typed());
    assert_eq!(folder.path().read_dir().unwrap().count(), 0);

    let mut person = Person::runs(&folder, &key, &[]);
    person.answers("model.api_key; it is not shown: ", "sk-typed");
    person.reads("Wrote config.toml");
    assert_eq!(person.ends(), Some(0));
    assert!(!person.said.contains("sk-typed"), "{}", person.said);
    assert_eq!(read(&folder, "config.secrets/model-key"), "sk-typed\n");
}

#[tokio::test(flavor = "multi_thread")]
async fn options_are_tried_and_a_file_keeps_its_comments() {
    let (folder, model, discord) = (TempDir::new().unwrap(), Model::start().await, Discord::start().await);
    model.require_key("sk-right");
    model.answer_with(|_| Turn::text("ok"));
    let (url, api) = (model.url(), discord.url());
    let env = [("ADJUTANT__CHANNELS__DISCORD__API_URL", &*api), ("TOKEN", &*discord.token())];
    let of_model = ["--provider", "openai", "--model", "gpt-5-mini", "--base-url", &url, "--key-file", "-"];

    let (code, refused) = said(&folder, &of_model, &env, "sk-wrong\n");
    assert!(refused.starts_with("FAILURE  model: openai gpt-5-mini: "), "{refused}");
    assert_eq!(code, Some(1));
    assert_eq!(folder.path().read_dir().unwrap().count(), 0);

    fs::write(folder.path().join("config.toml"), "# Mine.\n[agent]\nmax_steps = 7 # enough\n# The end.\n")
        .unwrap();
    let (code, refused) = said(&folder, &of_model, &env, "sk-right\n");
    assert!(refused.ends_with("config.toml would be changed; --yes agrees to it"), "{refused}");
    assert_eq!(code, Some(1));
    assert_eq!(folder.path().read_dir().unwrap().count(), 1);

    let (code, told) = said(&folder, &[&of_model[..], &["--yes"]].concat(), &env, "sk-right\n");
    insta::assert_snapshot!(told, @r"
    ok       model: openai gpt-5-mini answers
    Wrote config.secrets/model-key
    Wrote config.toml

    Next: start it with `adjutant`.
    Chat page: http://127.0.0.1:8765. At the start it prints the address with the access token; whoever opens that is the owner.
    `adjutant doctor` checks everything.
    ");
    assert_eq!(code, Some(0), "{told}");
    let (code, told) = said(&folder, &["--discord-token-env", "TOKEN", "--yes"], &env, "");
    assert!(told.contains("ok       channel discord: ") && told.contains("`/start CODE`"), "{told}");
    assert_eq!(code, Some(0));
    insta::assert_snapshot!(read(&folder, "config.toml").replace(&url, "MODEL"), @r#"
    # Mine.
    [agent]
    max_steps = 7 # enough
    # The end.

    [model]
    provider = "openai"
    name = "gpt-5-mini"
    base_url = "MODEL"
    api_key = { file = "config.secrets/model-key" }

    [channels.discord]
    token = { env = "TOKEN" }
    "#);
    let (code, told) = said(&folder, &["--yes"], &env, "");
    assert!(told.starts_with("config.toml stays as it is."), "{told}");
    assert_eq!(code, Some(0));
    model.take_complaints();
    discord.take_complaints();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_secret_whose_file_is_lost_is_set_again() {
    let (folder, model) = (TempDir::new().unwrap(), Model::start().await);
    model.require_key("sk-new");
    model.answer_with(|_| Turn::text("ok"));
    let url = model.url();
    let env = [("ADJUTANT__MODEL__BASE_URL", &*url)];
    let [key, token] =
        ["model-key", "telegram-token"].map(|name| folder.path().join("config.secrets").join(name));
    let written = "[model]\nprovider = \"openai\"\nname = \"gpt-5-mini\"\napi_key = { file = \"config.secrets/model-key\" }\n";
    fs::write(folder.path().join("config.toml"), written).unwrap();

    let (code, told) = said(&folder, &["--yes"], &env, "");
    let lost =
        "config.toml line 4: [model] api_key names the file config.secrets/model-key, which cannot be read: ";
    assert!(told.starts_with(lost), "{told}");
    assert_eq!(code, Some(2));
    let (code, told) = said(&folder, &["--key-file", "-", "--yes"], &env, "sk-new\n");
    assert!(
        told.starts_with("ok       model: openai gpt-5-mini answers\nWrote config.secrets/model-key"),
        "{told}"
    );
    assert_eq!(code, Some(0));
    assert_eq!(read(&folder, "config.toml"), written);

    let telegram = "\n[channels.telegram]\ntoken = { file = \"config.secrets/telegram-token\" }\n";
    fs::write(folder.path().join("config.toml"), format!("{written}{telegram}")).unwrap();
    fs::remove_file(&key).unwrap();
    fs::write(&token, "\n").unwrap();
    let mut person = Person::runs(&folder, &[], &env);
    person.reads("model.api_key names the file config.secrets/model-key, which cannot be read: No such file");
    person.reads("channels.telegram.token names the file config.secrets/telegram-token, which is empty.");
    person.answers("Who answers [openai]: ", "");
    person.answers("[gpt-5-mini]: ", "");
    person.answers("[the usual one]: ", "");
    person.answers("Key; it is not shown [none]: ", "sk-new");
    person.reads("ok       model: openai gpt-5-mini answers");
    person.answers("from @BotFather; it is not shown [none]: ", "");
    person.answers("under Bot; it is not shown [none]: ", "");
    person.answers("Change config.toml? [Y/n]: ", "");
    person.reads("Wrote config.toml");
    assert_eq!(person.ends(), Some(0));
    assert_eq!(fs::read_to_string(&key).unwrap(), "sk-new\n");
    assert_eq!(read(&folder, "config.toml").trim(), format!("{written}\n[channels.telegram]"));

    // Other mistakes must be corrected by the person.
    fs::remove_file(&key).unwrap();
    fs::write(folder.path().join("config.toml"), format!("{written}colour = \"red\"\n")).unwrap();
    let mut person = Person::runs(&folder, &[], &env);
    person.reads("What stands in config.toml must be mended first:\r\nconfig.toml line 5: ");
    assert_eq!(person.ends(), Some(2));
    model.take_complaints();
}

#[test]
fn a_named_file_names_its_secrets_wherever_the_gateway_is_started() {
    let folder = TempDir::new().unwrap();
    // A process's working directory is a path without links.
    let here = folder.path().canonicalize().unwrap();
    fs::write(here.join("key"), "sk-2\n").unwrap();
    fs::set_permissions(here.join("key"), Permissions::from_mode(0o600)).unwrap();
    let given = ["--config", "conf/config.toml", "--key-file", "-"];
    let (code, told) = said(&folder, &given, &[], "sk-1\n");
    assert_eq!(code, Some(0), "{told}");
    insta::assert_snapshot!(read(&folder, "conf/config.toml").replace(here.to_str().unwrap(), "HERE"), @r#"
    # Settings that differ from the defaults; `adjutant config --reference` prints all. `adjutant init` changes these.

    [model]
    api_key = { file = "HERE/conf/config.secrets/model-key" }
    "#);
    assert_eq!(read(&folder, "conf/config.secrets/model-key"), "sk-1\n");

    // The path of a file in an option is absolute as well, even in the configuration of the working directory.
    let (code, told) = said(&folder, &["--key-file", "key"], &[], "");
    assert_eq!(code, Some(0), "{told}");
    let written = read(&folder, "config.toml").replace(here.to_str().unwrap(), "HERE");
    assert!(written.ends_with("\n[model]\napi_key = { file = \"HERE/key\" }\n"), "{written}");
}

#[test]
fn what_cannot_be_done_is_said() {
    let folder = TempDir::new().unwrap();
    let refused = |arguments: &[&str], input: &str| said(&folder, arguments, &[], input);
    insta::assert_snapshot!(refused(&[], "").1, @"adjutant: nobody can be asked here: this is no terminal. Say it with options: --provider, --model, --base-url, --key-file or --key-env, --telegram-token-file or --telegram-token-env, --discord-token-file or --discord-token-env, --yes");
    insta::assert_snapshot!(refused(&["--provider", "gpt"], "").1, @r#"--provider must be one of offline, openai, anthropic, gemini, ollama, openrouter, groq, deepseek, mistral, xai, cohere, together, fireworks, moonshot, zai, not "gpt""#);
    assert_eq!(refused(&["--provider", "gpt"], "").0, Some(2));
    insta::assert_snapshot!(refused(&["--telegram-token-env", "NOT_SET"], "").1, @"adjutant: the variable NOT_SET is not set or empty");
    insta::assert_snapshot!(refused(&["--key-file", "-", "--discord-token-file", "-"], "sk").1, @"adjutant: only one secret can come from standard input");
    assert_eq!(folder.path().read_dir().unwrap().count(), 0);
    fs::write(folder.path().join("config.toml"), "[model]\nprovider = \"gpt\"\n").unwrap();
    let (code, told) = refused(&["--telegram-token-env", "NOT_SET"], "");
    assert!(told.starts_with("config.toml line 2: [model] provider must be one of "), "{told}");
    assert_eq!(code, Some(2));
    fs::write(folder.path().join("config.toml"), "[model\n").unwrap();
    let (code, told) = refused(&["--yes"], "");
    assert!(told.starts_with("config.toml cannot be changed before it is mended"), "{told}");
    assert_eq!(code, Some(2));
}
