//! A command from its start to its end.

use std::{path::PathBuf, time::Duration};

use adjutant_config::Config;
use adjutant_domain::{ids::UserId, redact::Filter};
use adjutant_sandbox::{Ending, Failure, Files, Limits, Order, Output, Running, Task};
use adjutant_store::file_usage::{NewFile, Reserved};
use adjutant_texts as texts;
use adjutant_workspace::OnDisk;
use tokio::time::{Instant, MissedTickBehavior, interval, sleep_until};

use super::{Runner, kept::Kept};
use crate::{
    files::{blocking, gone, linked_users, room},
    kit::{Context, ToolError},
    vault::{self, SECRET_COPIES},
};

/// The folders that are searched for programs.
const PATH: [&str; 3] = ["/usr/local/bin", "/usr/bin", "/bin"];
/// The variable with the path of the folder of secrets that commands can read.
pub(crate) const SECRETS: &str = "SECRETS";
/// The variable with the paths of the folders of linked accounts.
const LINKED: &str = "LINKED";
/// The devices that commands may open.
const DEVICES: [&str; 5] = ["/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"];
/// Seconds of processor time for one process.
const CPU: u64 = 600;
/// The most files that one process may have open.
const OPEN_FILES: u64 = 256;
/// The most bytes of output.
const MOST_OUTPUT: usize = 16 << 20;
/// The most files and folders that a person may have while a command runs.
const MOST_FILES: usize = 20_000;
/// The interval of progress lines, and of measuring the person's files.
const EVERY: Duration = Duration::from_secs(1);
/// The most bytes of the end of an output in which its last line is looked for.
const LONGEST_END: usize = 4 << 10;
/// Characters of a line of progress.
const LINE: usize = 60;

/// The folders of a command on the disk.
pub(super) struct Place {
    folders: OnDisk,
    /// The linked users whose folders the command can read, and the paths of those folders.
    pub(super) linked_users: Vec<UserId>,
    linked: Vec<PathBuf>,
    /// The folder in which the command begins.
    begins: PathBuf,
    /// The secrets that its output must not contain, those that the command can read among them.
    pub(super) secrets: Filter,
    pub(super) room: Room,
}

/// How much the person may have in files while a command runs.
#[derive(Clone, Copy)]
pub(super) struct Room {
    bytes: u64,
    /// The most files and folders.
    files: usize,
    /// Whether the files took all the room before. Then the command may only delete: it can write to no file.
    is_full: bool,
}

impl Room {
    /// Returns the end of a message about a command.
    pub(super) fn note(self, config: &Config) -> String {
        match self.is_full {
            true => format!(
                " It could write to no file, because the person's files already took all their room ({}). Deleting some, such \
                 as with rm, makes room.",
                texts::for_model(|| texts::bytes(config.tools.files.max_total))
            ),
            false => String::new(),
        }
    }
}

/// The outcome of a command.
pub(super) struct Ran {
    pub(super) stop: Stop,
    pub(super) out: Kept,
    pub(super) err: Kept,
    pub(super) took: Duration,
}

/// How a command ended.
pub(super) enum Stop {
    Ended(Ending),
    /// The gateway stopped it, for this reason.
    Stopped(String),
    /// Its end is unknown, for this reason.
    Lost(String),
}

impl Stop {
    /// Returns the ending in words for the model.
    pub(super) fn told(&self) -> String {
        match self {
            Self::Ended(ending) => format!("The command ended with {ending}."),
            Self::Stopped(why) => format!("The command was stopped, with all that it had started: {why}."),
            Self::Lost(why) => format!("The command was cut short: {why}."),
        }
    }
}

impl Runner {
    /// Returns the place of a command that begins in a folder of the person.
    ///
    /// # Errors
    /// Returns an error if there is no such folder, or the person is gone.
    pub(super) async fn place(&self, context: &Context, cwd: &str) -> Result<Place, ToolError> {
        let (now, most) = (context.clock.timestamp(), context.config.tools.files.max_total);
        let is_full = match room(context).reserve(NewFile { bytes: 1, room: Some(most) }, now).await? {
            Reserved::Yes => {
                room(context).settle(-1, now).await?;
                false
            }
            Reserved::Full => true,
            Reserved::Gone => return Err(gone()),
        };
        // A person who already has too much may delete some of it.
        let (bytes, files) = taken(context).await?;
        let limit = Room { bytes: most.max(bytes), files: MOST_FILES.max(files), is_full };
        let (blobs, user) = (context.blobs.clone(), context.user.user_id.clone());
        let copied_before = (now - SECRET_COPIES).to_utc().into();
        let folders = blocking(move || {
            blobs.remove_secrets(&user, copied_before)?;
            blobs.on_disk(&user)
        })
        .await?;
        let secrets = vault::filter(context).await?;
        let (folder, rest) = cwd[1..].split_once('/').unwrap_or((&cwd[1..], ""));
        let begins = if folder == "tmp" { folders.tmp.join(rest) } else { folders.shared.join(rest) };
        let found = begins.clone();
        if !blocking(move || Ok(found.is_dir())).await? {
            return Err(ToolError::not_found(format!("there is no folder '{cwd}'")));
        }
        let linked_users = linked_users(context).await?;
        let (blobs, users) = (context.blobs.clone(), linked_users.clone());
        let find = move || users.iter().map(|user| blobs.kept_on_disk(user)).collect::<Result<Vec<_>, _>>();
        let linked = blocking(find).await?.into_iter().flatten().collect();
        Ok(Place { folders, linked_users, linked, begins, secrets, room: limit })
    }

    /// Returns the order to the jail for a person's command.
    pub(super) fn order_of(&self, context: &Context, command: String, place: Place) -> Order {
        let text = |path: &PathBuf| path.display().to_string();
        let Place { folders: OnDisk { shared, tmp, secrets }, linked, begins, room, .. } = place;
        let paths = linked.iter().map(text).collect::<Vec<_>>();
        let paths = (!linked.is_empty()).then(|| (LINKED, paths.join(":")));
        let environment = [
            ("PATH", PATH.join(":")),
            ("HOME", text(&shared)),
            ("TMPDIR", text(&tmp)),
            (SECRETS, text(&secrets)),
            ("LANG", "C.UTF-8".to_owned()),
            ("TZ", context.zone.name().to_owned()),
        ];
        let environment = environment.into_iter().chain(paths);
        let environment = environment.map(|(name, value)| (name.to_owned(), value)).collect();
        let most = if room.is_full { 0 } else { context.config.tools.files.max_total };
        let own = (vec![shared, tmp], [vec![secrets], linked].concat(), most);
        self.order(command, begins, environment, own)
    }

    /// Returns the widest order of any command, without the folders of a person.
    pub(super) fn widest(&self, config: &Config) -> Order {
        let own = (Vec::new(), Vec::new(), config.tools.files.max_total);
        self.order(String::new(), PathBuf::from("/"), Vec::new(), own)
    }

    /// `own`: the folders that the command may change, those that it may read, and the most bytes of a file.
    fn order(
        &self,
        command: String,
        folder: PathBuf,
        environment: Vec<(String, String)>,
        (own, mut readable, file): (Vec<PathBuf>, Vec<PathBuf>, u64),
    ) -> Order {
        let settings = &self.settings;
        readable.extend(settings.readable.iter().cloned());
        let files = Files {
            own,
            readable,
            devices: DEVICES.map(PathBuf::from).into(),
            programs: (!settings.programs.is_empty()).then(|| programs(&settings.programs)),
        };
        let (memory, processes) = (settings.max_memory, settings.max_processes);
        Order {
            task: Task::Shell { command, folder, environment, files, network: settings.network },
            limits: Limits { memory, cpu: CPU, processes, file, open_files: OPEN_FILES },
        }
    }
}

/// Runs a command that needs no files and must succeed; it begins in a folder that it cannot read.
pub(super) async fn check(runner: &Runner, command: String, begins: PathBuf) -> Result<(), ToolError> {
    let order = runner.order(command, begins, Vec::new(), (Vec::new(), Vec::new(), 0));
    let mut running = runner.sandbox.start(&order, Vec::new()).await.map_err(not_run)?;
    loop {
        match running.next().await.map_err(not_run)? {
            Output::Stdout(_) | Output::Stderr(_) => {}
            Output::Ended(Ending::Code(0)) => return Ok(()),
            Output::Ended(ending) => {
                return Err(ToolError::unavailable(format!(
                    "/bin/sh ended with {ending}; see [tools.shell] readable"
                )));
            }
        }
    }
}

/// Returns the files of programs: the real path of each name, after symbolic links.
fn programs(names: &[String]) -> Vec<PathBuf> {
    let found = names.iter().flat_map(|name| PATH.map(|folder| PathBuf::from(folder).join(name)));
    found.filter_map(|path| path.canonicalize().ok()).collect()
}

/// Follows a command until it ends, at the latest after `within`. Shows its last line, and keeps its output in case it
/// is stopped.
pub(super) async fn follow(
    context: &Context,
    mut running: Running,
    (within, secrets, room): (Duration, &Filter, Room),
) -> Result<Ran, ToolError> {
    let (mut out, mut err) = (Kept::default(), Kept::default());
    let (mut out_end, mut err_end) = (End::default(), End::default());
    let until = Instant::now() + within;
    let mut each = interval(EVERY);
    each.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut last = String::new();
    let stop = loop {
        tokio::select! {
            output = running.next() => match output {
                Ok(Output::Ended(ending)) => break Stop::Ended(ending),
                Ok(Output::Stdout(piece)) => {
                    out.push(&piece);
                    last = note(context, secrets, &mut out_end, &piece).unwrap_or(last);
                }
                Ok(Output::Stderr(piece)) => {
                    err.push(&piece);
                    last = note(context, secrets, &mut err_end, &piece).unwrap_or(last);
                }
                Err(Failure::Io(error)) => return Err(ToolError::Internal(error.into())),
                Err(failure @ Failure::Sidecar(_)) => break Stop::Lost(failure.to_string()),
                Err(failure) => break Stop::Stopped(failure.to_string()),
            },
            _ = each.tick() => {
                if !last.is_empty() {
                    context.progress(&std::mem::take(&mut last));
                }
                if let Some(too_much) = too_much(context, room).await? {
                    break Stop::Stopped(too_much);
                }
            }
            () = sleep_until(until) => {
                break Stop::Stopped(Failure::TookTooLong(within).to_string());
            }
        }
        if out.total() + err.total() > MOST_OUTPUT {
            break Stop::Stopped(Failure::TooMuchOutput.to_string());
        }
    };
    Ok(Ran { stop, out, err, took: running.elapsed() })
}

/// Keeps a piece of output in case the command is stopped. Returns the last line so far, for people.
fn note(context: &Context, secrets: &Filter, end: &mut End, piece: &[u8]) -> Option<String> {
    context.keep(&secrets.redact(&String::from_utf8_lossy(piece)));
    end.push(piece);
    end.last_line(secrets)
}

/// The end of an output so far. Its pieces are joined, because a secret may be split between them.
#[derive(Default)]
struct End(Vec<u8>);

impl End {
    fn push(&mut self, piece: &[u8]) {
        self.0.extend(piece);
        self.0.drain(..self.0.len().saturating_sub(LONGEST_END));
    }

    /// Returns the beginning of the last line. An unfinished word is left out: it may be a part of a secret.
    fn last_line(&self, secrets: &Filter) -> Option<String> {
        let text = String::from_utf8_lossy(&self.0);
        let finished = &text[..text.rfind(char::is_whitespace)?];
        let text = secrets.redact(finished);
        let line = text.lines().rev().map(str::trim).find(|line| !line.is_empty())?;
        Some(line.chars().take(LINE).collect())
    }
}

/// Returns the bytes of the person's files, and how many files and folders there are.
async fn taken(context: &Context) -> Result<(u64, usize), ToolError> {
    let (blobs, user) = (context.blobs.clone(), context.user.user_id.clone());
    let taken =
        blocking(move || Ok((blobs.size(&user)?, blobs.list(&user)?.len() + blobs.folders(&user)?.len())));
    Ok(taken.await?)
}

/// Returns which limit the person's files exceed by now; `None` if they exceed none.
async fn too_much(context: &Context, room: Room) -> Result<Option<String>, ToolError> {
    let (bytes, files) = taken(context).await?;
    Ok(match () {
        () if bytes > room.bytes => Some(full(context.config.tools.files.max_total)),
        () if files > room.files => Some(format!("there would be more than {MOST_FILES} files and folders")),
        () => None,
    })
}

fn full(most: u64) -> String {
    let most = texts::for_model(|| texts::bytes(most));
    format!("the person's files would take more than {most}, the most that they may take")
}

/// Returns the error of a command that was not started.
pub(super) fn not_run(failure: Failure) -> ToolError {
    match failure {
        Failure::Io(error) => ToolError::Internal(error.into()),
        failure => ToolError::unavailable(failure.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use adjutant_domain::redact::{Named, Redactor};

    use super::*;

    #[test]
    fn the_last_line_shows_no_secret_that_is_split_between_pieces() {
        let own = Named::new([("github", "own-secret-0815")]).unwrap();
        let secrets = Filter::new(Redactor::new([]).unwrap(), own);
        let mut end = End::default();
        let mut shown = |piece: &str| {
            end.push(piece.as_bytes());
            end.last_line(&secrets)
        };
        assert_eq!(shown("begin\nthe token own-sec").as_deref(), Some("the token"));
        assert_eq!(shown("ret-0815").as_deref(), Some("the token"));
        assert_eq!(shown(" works\n\n").as_deref(), Some("the token [secret github] works"));
        assert_eq!(shown("ghp_0123456789abcdefg").as_deref(), Some("the token [secret github] works"));
        assert_eq!(shown("hijklmnopqrstuvwxyz\n").as_deref(), Some("[secret]"));
        assert_eq!(shown(&"x".repeat(LONGEST_END)), None);
    }
}
