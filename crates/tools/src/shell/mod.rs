//! `shell_exec`: a command in a jail, on this machine or in a sidecar.

mod kept;
pub(super) mod run;

use std::{
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use adjutant_config::{Config, ShellMode, ShellSettings};
use adjutant_domain::{
    origin::Sources,
    tools::{ErrorCode, Risk},
};
use adjutant_sandbox::{Ending, Sandbox, Service};
use adjutant_texts::tools::shell as words;
use adjutant_workspace::Listed;
use async_trait::async_trait;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use self::run::Stop;
use super::{
    files,
    kit::{
        ApprovalMode, CallAssessment, Category, Context, DynTool, FilePath, Meta, OnDemand, Outcome,
        Permission, SessionView, Tier, Tool, ToolError, Toolset, ToolsetOffer,
    },
};

/// Words of a message that plainly needs a command.
const OPENED_BY: [&str; 6] =
    ["bash", "command line", "run a command", "run the command", "shell", "terminal"];

/// Search words for the uses of commands.
const TAGS: &str = "\
    awk bash build compile command convert execute git grep install linux make pipe program python run script sed \
    shell terminal unix zip";

/// The most changed files that a result names.
const MOST_CHANGED: usize = 100;

/// The toolset for commands.
pub(super) struct Shell(Arc<Runner>);

/// The place and the settings for commands.
struct Runner {
    sandbox: Sandbox,
    settings: ShellSettings,
}

impl Shell {
    pub(super) fn new(config: &Config, sandbox: Sandbox) -> Self {
        let settings = config.tools.shell.clone();
        let sandbox = match settings.mode {
            ShellMode::Session => sandbox.with_sidecar(&settings.socket),
            ShellMode::Host | ShellMode::Disabled => sandbox,
        };
        Self(Arc::new(Runner { sandbox, settings }))
    }

    fn is_on(&self) -> bool {
        self.0.settings.mode != ShellMode::Disabled
    }
}

#[async_trait]
impl Toolset for Shell {
    fn name(&self) -> &'static str {
        "shell"
    }

    fn on_demand(&self) -> Option<OnDemand> {
        let known = OnDemand::new("run commands with the person's files").tags(TAGS).opened_by(OPENED_BY);
        Some(known.lacks_settings(!self.is_on()))
    }

    fn tools(&self) -> Vec<Arc<dyn DynTool>> {
        vec![Arc::new(ShellExec(self.0.clone()))]
    }

    async fn prepare(&self, _: &SessionView<'_>, offer: &mut ToolsetOffer) -> anyhow::Result<()> {
        offer.only("commands are off in the operator's settings", |_| self.is_on());
        Ok(())
    }
}

/// Names the setting that would let commands read the database or people's files; `None` if there is none.
fn exposed(config: &Config) -> Option<String> {
    let real = |path: &Path| path.canonicalize().or_else(|_| std::path::absolute(path)).unwrap_or_default();
    let (database, files) = (real(config.database.url.as_path()), real(&super::workspace_root(config)));
    let holds = |readable: &&PathBuf| {
        let readable = real(readable);
        database.starts_with(&readable) || files.starts_with(&readable) || readable.starts_with(&files)
    };
    let found = config.tools.shell.readable.iter().find(holds)?;
    Some(format!(
        "[tools.shell] readable names {}, where the database or people's files are",
        found.display()
    ))
}

/// Returns whether commands are offered to people.
pub(super) fn is_on(config: &Config) -> bool {
    config.tools.shell.mode != ShellMode::Disabled && is_permitted(config)
}

/// Returns whether the operator permits commands at all.
pub fn is_permitted(config: &Config) -> bool {
    config.tools.permissions.contains(&Permission::Execute)
}

/// Checks that a command can run in a jail: on this machine, or in the sidecar, which must see the same folder of
/// people's files.
///
/// # Errors
/// Returns why no command can run.
pub async fn check(config: &Config, sandbox: &Sandbox) -> Result<(), ToolError> {
    let runner = Shell::new(config, sandbox.clone()).0;
    let command = "exit 0".to_owned();
    runner.check(config, &command)?;
    let root = super::workspace_root(config);
    // The folder is created with the first file.
    let begins = if root.is_dir() { root } else { PathBuf::from("/") };
    run::check(&runner, command, begins).await
}

/// Runs the commands of gateways with the mode “session”, until `shutdown`. Calls `ready` once it listens.
///
/// # Errors
/// Returns an error if no command can be jailed here, or the socket cannot be opened.
pub async fn serve(
    config: &Config,
    sandbox: Sandbox,
    ready: impl FnOnce(),
    shutdown: impl Future<Output = ()>,
) -> anyhow::Result<()> {
    let mut settings = config.tools.shell.clone();
    settings.mode = ShellMode::Host;
    let socket = settings.socket.clone();
    let runner = Runner { sandbox: sandbox.clone(), settings };
    run::check(&runner, "exit 0".to_owned(), PathBuf::from("/")).await?;
    let root = super::workspace_root(config);
    let service = Service { sandbox, root, widest: runner.widest(config) };
    adjutant_sandbox::serve(service, &socket, ready, shutdown).await
}

struct ShellExec(Arc<Runner>);

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ShellArgs {
    /// The command, for /bin/sh.
    #[schemars(length(min = 1, max = 4000))]
    command: String,
    /// The folder in which it begins; /shared unless given.
    cwd: Option<FilePath>,
    /// Seconds after which it is stopped.
    #[serde(default = "timeout")]
    #[schemars(range(min = 1, max = 600))]
    timeout: u64,
    /// What it reads as its input.
    #[serde(default)]
    #[schemars(length(max = 65_536))]
    stdin: String,
}

impl ShellArgs {
    fn cwd(&self) -> &str {
        self.cwd.as_deref().unwrap_or("/shared")
    }
}

fn timeout() -> u64 {
    30
}

#[derive(Serialize, JsonSchema)]
struct Ran {
    #[serde(skip_serializing_if = "Option::is_none")]
    exit_code: Option<i32>,
    /// The signal that ended it.
    #[serde(skip_serializing_if = "Option::is_none")]
    signal: Option<i32>,
    stdout: String,
    stderr: String,
    seconds: f64,
    /// Files that were not there before, are no longer, or are others now.
    changed: Vec<Changed>,
    /// The sources of words in the person's files that are not their own.
    #[serde(skip_serializing_if = "Option::is_none")]
    words_of: Option<String>,
}

#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
struct Changed {
    path: String,
    change: Change,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Change {
    Made,
    Changed,
    Deleted,
}

#[async_trait]
impl Tool for ShellExec {
    type Args = ShellArgs;
    type Output = Ran;
    const META: Meta = Meta::new(
        "shell_exec",
        "Run a shell command among the person's files; it begins in /shared.",
        Category::Code,
        Tier::Privileged,
    )
    .details(include_str!("exec.txt").trim_ascii_end())
    .risk(Risk::High)
    .needs(&[Permission::Execute])
    .may_use(&[Permission::Network])
    .tags(&["shell", "command", "execute"])
    .timeout(Duration::from_secs(610))
    .asks(ApprovalMode::Always);

    async fn requirement(
        &self,
        context: &Context,
        arguments: &ShellArgs,
    ) -> Result<CallAssessment, ToolError> {
        let ShellArgs { command, stdin, .. } = arguments;
        self.0.check(&context.config, command)?;
        let cwd = files::folder_path(context, arguments.cwd())?;
        let first = command.lines().next().unwrap_or_default();
        let is_whole = first.len() == command.len();
        let mut preview = if is_whole { String::new() } else { command.clone() };
        if !stdin.is_empty() {
            preview.push_str(&format!("\n\n{}", words::input(stdin)));
        }
        let reason = words::reaches_files(self.0.settings.network);
        let asks = CallAssessment::must_ask(words::run(&cwd, first, is_whole), reason);
        Ok(files::of_the_person(context, asks.preview(preview.trim_start())))
    }

    async fn execute(&self, context: &Context, arguments: ShellArgs) -> Result<Outcome<Ran>, ToolError> {
        let cwd = files::folder_path(context, arguments.cwd())?;
        let ShellArgs { command, timeout, stdin, .. } = arguments;
        self.0.check(&context.config, &command)?;
        let place = self.0.place(context, &cwd).await?;
        let (mut untrusted, before) = files::of_all(context).await?;
        untrusted = untrusted.and(&files::of_linked(context, &place.linked_users).await?);
        if self.0.settings.network {
            untrusted = untrusted.and(&Sources::from(words::RECEIVED));
        }
        let (secrets, room) = (place.secrets.clone(), place.room);
        let order = self.0.order_of(context, command, place);
        let sandbox = context.sandbox(&self.0.sandbox);
        let running = sandbox.start(&order, stdin.into_bytes()).await.map_err(run::not_run)?;
        let run::Ran { stop, out, err, took } =
            run::follow(context, running, (Duration::from_secs(timeout), &secrets, room)).await?;
        let (blobs, user) = (context.blobs.clone(), context.user.user_id.clone());
        files::blocking(move || blobs.take_back(&user)).await?;
        files::room(context).count(context.clock.timestamp()).await?;
        let (_, after) = files::of_all(context).await?;
        let (exit_code, signal) = match stop {
            Stop::Ended(Ending::Code(code)) => (Some(code), None),
            Stop::Ended(Ending::Signal(signal)) => (None, Some(signal)),
            Stop::Stopped(_) | Stop::Lost(_) => (None, None),
        };
        let ran = Ran {
            exit_code,
            signal,
            stdout: secrets.redact(&out.into_text()).into_owned(),
            stderr: secrets.redact(&err.into_text()).into_owned(),
            seconds: (took.as_secs_f64() * 10.0).round() / 10.0,
            changed: changes(&before, &after),
            words_of: (!untrusted.is_empty()).then(|| untrusted.to_string()),
        };
        Ok(Outcome { untrusted, ..Outcome::new(stop.told() + &room.note(&context.config), ran) })
    }
}

impl Runner {
    /// Returns an error if the operator's settings do not let a command run.
    fn check(&self, config: &Config, command: &str) -> Result<(), ToolError> {
        if self.settings.mode == ShellMode::Disabled {
            return Err(ToolError::rejected("the operator has switched off commands"));
        }
        if let Some(exposed) = exposed(config) {
            return Err(ToolError::unavailable(format!("no command can be run: {exposed}")));
        }
        match self.settings.refuse.iter().find(|pattern| pattern.0.is_match(command)) {
            Some(pattern) => Err(ToolError::Rejected(
                ErrorCode::Rejected,
                format!(
                    "the operator allows no command that matches {:?}; do it in another way",
                    pattern.0.as_str()
                ),
            )),
            None => Ok(()),
        }
    }
}

/// Returns which files were made, changed or deleted, by their paths.
fn changes(before: &[Listed], after: &[Listed]) -> Vec<Changed> {
    let find = |files: &[Listed], path: &str| files.iter().find(|file| file.path == path).cloned();
    let gone = before.iter().filter(|file| find(after, &file.path).is_none());
    let gone = gone.map(|file| Changed { path: file.path.clone(), change: Change::Deleted });
    let there = after.iter().filter_map(|file| {
        let change = match find(before, &file.path) {
            None => Change::Made,
            Some(same) if same == *file => return None,
            Some(_) => Change::Changed,
        };
        Some(Changed { path: file.path.clone(), change })
    });
    let mut changed: Vec<_> = gone.chain(there).collect();
    changed.sort();
    changed.truncate(MOST_CHANGED);
    changed
}
