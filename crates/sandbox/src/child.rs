//! The child: it jails itself, reports the result, and does its task.

use std::{
    fs::File,
    io::{self, Read, Write},
    os::{fd::AsFd, unix::process::CommandExt},
    process::{Command, ExitCode},
};

use anyhow::{Context, Result, bail};

use crate::{Order, Task};

/// The argument that gives the program the child role.
pub const ROLE: &str = "jailed";

/// The first line of a child whose jail is complete.
pub(crate) const READY: &str = "ready";
/// The prefix of the first line of a child whose jail lacks some parts, which follow.
pub(crate) const LACKING: &str = "ready, but ";
/// The prefix of the first line of a child that refuses its task; the reason follows.
pub(crate) const REFUSED: &str = "refused: ";

/// The exit code of a shell for a command that cannot be executed.
const NOT_EXECUTABLE: u8 = 126;

/// A function of the program: its name, and a function from input to answer.
pub type Computation = (&'static str, fn(&[u8]) -> Vec<u8>);

/// Does the work of the child role, and ends. The process must be single-threaded.
pub fn enter(known: &[Computation]) -> ExitCode {
    let jailed = begin(known);
    let first = match &jailed {
        Ok((_, lacking)) if lacking.is_empty() => READY.to_owned(),
        Ok((_, lacking)) => format!("{LACKING}{}", lacking.join("; ").replace('\n', " ")),
        Err(error) => format!("{REFUSED}{}", format!("{error:#}").replace('\n', " ")),
    };
    // Without a reader for this line, the rest is useless, too.
    if writeln!(io::stdout(), "{first}").is_err() {
        return ExitCode::FAILURE;
    }
    match jailed {
        Ok((Work::Compute(compute), _)) => answer(compute).map_or(ExitCode::FAILURE, |()| ExitCode::SUCCESS),
        Ok((Work::Execute(mut shell), _)) => {
            // Returns only on failure.
            let error = shell.exec();
            let _ = writeln!(io::stderr(), "/bin/sh: {error}");
            ExitCode::from(NOT_EXECUTABLE)
        }
        Err(_) => ExitCode::FAILURE,
    }
}

/// The work that is left once the jail holds.
enum Work {
    Compute(fn(&[u8]) -> Vec<u8>),
    Execute(Command),
}

/// Reads the order and enters the jail. Returns the work, and the parts that the jail lacks.
fn begin(known: &[Computation]) -> Result<(Work, Vec<String>)> {
    // Unlike `io::stdin`, a file is not read ahead: the bytes after the order are for the work.
    let input = File::from(io::stdin().as_fd().try_clone_to_owned()?);
    let order = Order::read_from(input).context("only the gateway starts this role")?;
    let work = match &order.task {
        Task::Compute { name, .. } => {
            let Some((_, compute)) = known.iter().find(|(known, _)| known == name) else {
                bail!("the program cannot compute {name:?}")
            };
            Work::Compute(*compute)
        }
        Task::Shell { command, folder, environment, .. } => {
            let mut shell = Command::new("/bin/sh");
            shell.arg("-c").arg(command).env_clear().current_dir(folder);
            shell.envs(environment.iter().map(|(name, value)| (name, value)));
            Work::Execute(shell)
        }
    };
    let lacking = jail(&order)?;
    Ok((work, lacking))
}

fn answer(compute: fn(&[u8]) -> Vec<u8>) -> io::Result<()> {
    let mut given = Vec::new();
    io::stdin().read_to_end(&mut given)?;
    let mut out = io::stdout();
    out.write_all(&compute(&given))?;
    out.flush()
}

#[cfg(target_os = "linux")]
fn jail(order: &Order) -> Result<Vec<String>> {
    crate::jail::enter(order)
}

#[cfg(not(target_os = "linux"))]
fn jail(_: &Order) -> Result<Vec<String>> {
    bail!("only Linux has what the jail is made of")
}
