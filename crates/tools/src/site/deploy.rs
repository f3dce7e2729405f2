//! `[site] deploy`: a program of the operator's that copies what has been published to where it is served from.

use std::{
    env,
    ffi::OsString,
    io::{self, ErrorKind},
    path::Path,
    process::{ExitStatus, Stdio},
    time::Duration,
};

use adjutant_config::SiteSettings;
use rustix::process::{Pid, Signal, kill_process_group};
use tokio::{
    io::{AsyncRead, AsyncReadExt as _},
    process::Command,
    time::timeout,
};

/// What stands for the published files, and for the site's name, in the words of the command.
const FOLDER: &str = "{folder}";
const NAME: &str = "{name}";
/// The variables of the gateway's environment that the program sees: no secret among them.
const PASSED_ON: [&str; 2] = ["PATH", "HOME"];
/// The most that is kept of what the program says, in bytes.
const MAX_SAID: u64 = 4 << 10;

/// Why a copy was not made.
#[derive(Debug, thiserror::Error)]
pub(super) enum Failure {
    #[error("it cannot be started ({0})")]
    NotStarted(ErrorKind),
    #[error("exit code {0}")]
    Code(i32),
    #[error("it was ended by a signal")]
    Ended,
    #[error("it was not done within {} s", .0.as_secs())]
    Late(Duration),
}

/// Runs the operator's program on the current version of the site in `root`. Returns its name and what came of it; nothing if
/// none is set. It ends with all that it started, also when this is dropped.
pub(super) async fn deploy(
    settings: &SiteSettings,
    root: &Path,
    name: &str,
) -> Option<(String, Result<(), Failure>)> {
    let (program, arguments) = settings.deploy.split_first()?;
    let called = Path::new(program)
        .file_name()
        .map_or_else(|| program.clone(), |it| it.to_string_lossy().into_owned());
    // A version stays as it is while the next one is published.
    let done = match tokio::fs::canonicalize(root.join("current")).await {
        Ok(folder) => {
            let folder = folder.to_string_lossy().into_owned();
            let filled = |word: &String| word.replace(NAME, name).replace(FOLDER, &folder);
            run(program, arguments.iter().map(filled), settings.deploy_timeout).await
        }
        Err(error) => Err(Failure::NotStarted(error.kind())),
    };
    if let Err(failure) = &done {
        tracing::warn!(site = name, program = called, %failure, "the program that copies a published site has failed");
    }
    Some((called, done))
}

async fn run(
    program: &str,
    arguments: impl Iterator<Item = String>,
    patience: Duration,
) -> Result<(), Failure> {
    let not_started = |error: io::Error| Failure::NotStarted(error.kind());
    let passed_on = PASSED_ON.iter().filter_map(|name| Some((name, env::var_os(name)?)));
    let environment: Vec<(&&str, OsString)> = passed_on.collect();
    let mut command = Command::new(program);
    command.args(arguments).env_clear().envs(environment);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut process = command.process_group(0).kill_on_drop(true).spawn().map_err(not_started)?;
    let group = process.id().and_then(|id| Pid::from_raw(id.cast_signed())).map(Group);
    let said = [
        process.stdout.take().map(|it| tokio::spawn(read(it))),
        process.stderr.take().map(|it| tokio::spawn(read(it))),
    ];
    let ended = timeout(patience, process.wait()).await;
    // What it left running would hold its output open.
    drop(group);
    for said in said.into_iter().flatten() {
        if let Ok(said) = said.await
            && !said.is_empty()
        {
            tracing::debug!(program, said, "the program that copies a published site has said something");
        }
    }
    match ended {
        Err(_) => Err(Failure::Late(patience)),
        Ok(ended) => outcome(ended.map_err(not_started)?),
    }
}

fn outcome(status: ExitStatus) -> Result<(), Failure> {
    match status.code() {
        Some(0) => Ok(()),
        Some(code) => Err(Failure::Code(code)),
        None => Err(Failure::Ended),
    }
}

/// Returns the beginning of what a program says, and reads the rest, so that nothing holds it up.
async fn read(mut output: impl AsyncRead + Unpin) -> String {
    let mut said = Vec::new();
    let taken = (&mut output).take(MAX_SAID).read_to_end(&mut said).await;
    if taken.is_ok() {
        // It may end in any way.
        let _ = tokio::io::copy(&mut output, &mut tokio::io::sink()).await;
    }
    String::from_utf8_lossy(&said).trim().to_owned()
}

/// A process group, which ends when this is dropped.
struct Group(Pid);

impl Drop for Group {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = kill_process_group(self.0, Signal::KILL);
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// Runs a shell script on a site that is published; returns what came of it, and the folder of the site.
    async fn runs(script: &str, patience: Duration) -> (String, tempfile::TempDir) {
        let root = tempfile::tempdir().unwrap();
        fs::create_dir_all(root.path().join("versions/1")).unwrap();
        std::os::unix::fs::symlink("versions/1", root.path().join("current")).unwrap();
        fs::write(root.path().join("current/index.html"), "Hello").unwrap();
        let mut settings = adjutant_config::Config::default().site;
        settings.deploy = ["/bin/sh", "-c", script, "sh", "{folder}", "{name}"].map(str::to_owned).to_vec();
        settings.deploy_timeout = patience;
        let (program, done) = deploy(&settings, root.path(), "club").await.unwrap();
        assert_eq!(program, "sh");
        (done.map_or_else(|failure| failure.to_string(), |()| "done".to_owned()), root)
    }

    const LONG: Duration = Duration::from_mins(1);

    #[tokio::test]
    async fn a_program_copies_what_is_published_and_sees_no_secrets() {
        let script =
            "cp \"$1/index.html\" \"$1/../$2.html\" && env > \"$1/../environment\" && yes | head -c 200000";
        let (done, root) = runs(script, LONG).await;
        assert_eq!(done, "done");
        assert_eq!(fs::read_to_string(root.path().join("versions/club.html")).unwrap(), "Hello");
        let environment = fs::read_to_string(root.path().join("versions/environment")).unwrap();
        // The shell adds some of its own.
        let known = ["PATH", "HOME", "PWD", "OLDPWD", "SHLVL", "_"];
        let others = environment.lines().filter(|line| !known.contains(&line.split('=').next().unwrap()));
        assert_eq!(others.count(), 0, "{environment}");
    }

    #[tokio::test]
    async fn what_fails_is_told() {
        assert_eq!(runs("echo no >&2; exit 23", LONG).await.0, "exit code 23");
        assert_eq!(runs("kill -9 $$", LONG).await.0, "it was ended by a signal");
        let mut settings = adjutant_config::Config::default().site;
        assert!(deploy(&settings, Path::new("/none"), "club").await.is_none(), "none is set");
        settings.deploy = vec!["/no/such/program".to_owned()];
        let (program, done) = deploy(&settings, Path::new("/none"), "club").await.unwrap();
        assert_eq!(
            (program.as_str(), done.unwrap_err().to_string().as_str()),
            ("program", "it cannot be started (entity not found)")
        );
    }

    #[tokio::test]
    async fn a_program_that_takes_too_long_ends_with_all_that_it_started() {
        let (done, _root) = runs("sleep 600 & sleep 600", Duration::from_millis(50)).await;
        assert_eq!(done, "it was not done within 0 s");
        // What it leaves behind holds nothing up.
        assert_eq!(runs("sleep 600 & exit 0", LONG).await.0, "done");
    }
}
