//! A program on this machine: it is given the recording as a file, and writes to its output what it says.

use std::{env, io::Write as _, process::Stdio, time::Duration};

use adjutant_config::SpeechSettings;
use tempfile::NamedTempFile;
use tokio::{io::AsyncReadExt as _, process::Command, time::timeout};

use crate::{LONGEST, Recording, SpeechError};

/// What stands for the recording in the arguments.
const FILE: &str = "{file}";
/// The variables of the gateway's environment that the program sees: no secret among them.
const PASSED_ON: [&str; 6] = ["PATH", "HOME", "LANG", "LC_ALL", "TMPDIR", "LD_LIBRARY_PATH"];

/// A program.
#[derive(Debug)]
pub(crate) struct Program {
    command: Vec<String>,
    patience: Duration,
}

impl Program {
    pub(crate) fn new(settings: &SpeechSettings) -> Self {
        Self { command: settings.command.clone(), patience: settings.timeout }
    }

    pub(crate) async fn transcribe(&self, recording: Recording) -> Result<String, SpeechError> {
        let kept = tokio::task::spawn_blocking(move || keep(&recording)).await;
        let file = match kept {
            Ok(Ok(file)) => file,
            Ok(Err(error)) => return Err(unavailable("the recording cannot be written to a file", error)),
            Err(error) => return Err(unavailable("the recording cannot be written to a file", error)),
        };
        let path = file.path().to_string_lossy();
        let Some((program, arguments)) = self.command.split_first() else {
            return Err(SpeechError::Misconfigured("no program is named".to_owned()));
        };
        let mut command = Command::new(program);
        command.args(arguments.iter().map(|argument| argument.replace(FILE, &path))).env_clear();
        command.envs(PASSED_ON.iter().filter_map(|name| Some((name, env::var_os(name)?))));
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut process = command.kill_on_drop(true).spawn().map_err(|error| {
            SpeechError::Misconfigured(format!("the program {program} cannot be started: {error}"))
        })?;
        let output = process.stdout.take();
        let work = async {
            let mut said = Vec::new();
            if let Some(mut output) = output {
                (&mut output).take(LONGEST as u64).read_to_end(&mut said).await?;
                // What is beyond that is not wanted, and must not hold the program up.
                tokio::io::copy(&mut output, &mut tokio::io::sink()).await?;
            }
            Ok::<_, std::io::Error>((said, process.wait().await?))
        };
        match timeout(self.patience, work).await {
            Err(_) => Err(SpeechError::Refused(format!(
                "the program {program} was not done within {} s",
                self.patience.as_secs()
            ))),
            Ok(Err(error)) => Err(unavailable(&format!("the program {program} failed"), error)),
            Ok(Ok((_, status))) if !status.success() => {
                Err(SpeechError::Refused(format!("the program {program} ended with {status}")))
            }
            Ok(Ok((said, _))) => Ok(String::from_utf8_lossy(&said).into_owned()),
        }
    }
}

/// Writes a recording to a file that only this user can read, and that is deleted when dropped.
fn keep(recording: &Recording) -> std::io::Result<NamedTempFile> {
    let suffix = format!(".{}", recording.ending);
    let mut file = tempfile::Builder::new().prefix("recording-").suffix(&suffix).tempfile()?;
    file.write_all(&recording.bytes)?;
    file.flush()?;
    Ok(file)
}

fn unavailable(what: &str, error: impl std::fmt::Display) -> SpeechError {
    SpeechError::Unavailable(format!("{what}: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn transcribed(command: &[&str], seconds: u64) -> Result<String, SpeechError> {
        let command = command.iter().map(|part| (*part).to_owned()).collect();
        let program = Program { command, patience: Duration::from_secs(seconds) };
        program.transcribe(Recording { bytes: b"oats and tea".to_vec(), ending: "ogg" }).await
    }

    #[tokio::test]
    async fn a_program_reads_the_file_and_its_output_is_the_transcript() {
        assert_eq!(transcribed(&["cat", "{file}"], 60).await.unwrap(), "oats and tea");
        let named = transcribed(&["echo", "{file}"], 60).await.unwrap();
        assert!(named.trim().ends_with(".ogg"), "{named}");
        assert!(!std::path::Path::new(named.trim()).exists(), "the file is deleted");
    }

    #[tokio::test]
    async fn a_program_that_fails_floods_or_is_missing_is_told_apart() {
        let failed = transcribed(&["sh", "-c", "exit 3", "{file}"], 60).await.unwrap_err();
        assert_eq!(failed, SpeechError::Refused("the program sh ended with exit status: 3".to_owned()));
        let missing = transcribed(&["/no/such/program", "{file}"], 60).await.unwrap_err();
        assert!(matches!(missing, SpeechError::Misconfigured(_)), "{missing}");
        let slow = transcribed(&["sh", "-c", "exec sleep 600", "{file}"], 0).await.unwrap_err();
        assert_eq!(slow, SpeechError::Refused("the program sh was not done within 0 s".to_owned()));
        let flood = transcribed(&["head", "-c", "1000000", "/dev/zero"], 60).await.unwrap();
        assert_eq!(flood.len(), LONGEST);
    }
}
