//! `[site] deploy`: a program of the operator that copies the published site to its web server.

use std::path::Path;

use adjutant_config::SiteSettings;

use super::program::{Failure, run};

/// The placeholder in the command for the folder of the published files.
const FOLDER: &str = "{folder}";
/// The placeholder in the command for the site's name.
const NAME: &str = "{name}";
/// The variables of the gateway's environment that the program sees. None is a secret.
const PASSED_ON: [&str; 2] = ["PATH", "HOME"];

/// Runs the operator's program on the current version of the site in `root`. Returns the program's name and its
/// outcome; `None` if no program is set.
pub(super) async fn deploy(
    settings: &SiteSettings,
    root: &Path,
    name: &str,
) -> Option<(String, Result<(), Failure>)> {
    let (program, arguments) = settings.deploy.split_first()?;
    let called = Path::new(program)
        .file_name()
        .map_or_else(|| program.clone(), |it| it.to_string_lossy().into_owned());
    // A version does not change while the next one is published.
    let done = match tokio::fs::canonicalize(root.join("current")).await {
        Ok(folder) => {
            let folder = folder.to_string_lossy().into_owned();
            let filled = |word: &String| word.replace(NAME, name).replace(FOLDER, &folder);
            run((program, arguments.iter().map(filled)), &PASSED_ON, settings.deploy_timeout).await
        }
        Err(error) => Err(Failure::NotStarted(error.kind())),
    };
    if let Err(failure) = &done {
        tracing::warn!(site = name, program = called, %failure, "the program that copies a published site has failed");
    }
    Some((called, done))
}

#[cfg(test)]
mod tests {
    use std::{fs, time::Duration};

    use super::*;

    /// Runs a shell script on a published site; returns its outcome, and the folder of the site.
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
        // The shell adds some variables of its own.
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
        // A process that it leaves running delays nothing.
        assert_eq!(runs("sleep 600 & exit 0", LONG).await.0, "done");
    }
}
