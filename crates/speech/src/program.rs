//! A program on this machine. To transcribe, it gets the recording as a file and writes the transcript to its output;
//! to speak, it reads the text from its input and writes the sound to a file.

use std::{
    env,
    io::{self, Read as _, Write as _},
    os::unix::fs::PermissionsExt as _,
    path::Path,
    process::{ExitStatus, Stdio},
    time::Duration,
};

use tempfile::NamedTempFile;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    process::Command,
    time::timeout,
};

use crate::{LARGEST_SOUND, LONGEST, Recording, SpeechError};

/// The placeholder for the file in the arguments.
const FILE: &str = "{file}";
/// The variables of the gateway's environment that the program receives. None of them holds a secret.
const PASSED_ON: [&str; 6] = ["PATH", "HOME", "LANG", "LC_ALL", "TMPDIR", "LD_LIBRARY_PATH"];

/// A program.
#[derive(Debug)]
pub(crate) struct Program {
    command: Vec<String>,
    patience: Duration,
}

impl Program {
    pub(crate) fn new(command: &[String], patience: Duration) -> Self {
        Self { command: command.to_vec(), patience }
    }

    pub(crate) async fn transcribe(&self, recording: Recording) -> Result<String, SpeechError> {
        let file = file(move || keep(&recording)).await?;
        let said = self.run(&file, b"", LONGEST as u64).await?;
        Ok(String::from_utf8_lossy(&said).into_owned())
    }

    pub(crate) async fn speak(&self, text: &str) -> Result<Vec<u8>, SpeechError> {
        let sound = file(|| tempfile::Builder::new().prefix("speech-").suffix(".ogg").tempfile()).await?;
        self.run(&sound, text.as_bytes(), 0).await?;
        file(move || {
            let mut bytes = Vec::new();
            // Opens the path again, because the program may have replaced the file.
            std::fs::File::open(sound.path())?.take(LARGEST_SOUND + 1).read_to_end(&mut bytes)?;
            Ok(bytes)
        })
        .await
        .and_then(|bytes| match bytes.len() as u64 {
            0..=LARGEST_SOUND => Ok(bytes),
            _ => Err(SpeechError::Refused("the sound is too large".to_owned())),
        })
    }

    /// Checks that the program exists, without running it. Returns a sentence about it.
    ///
    /// # Errors
    /// Returns an error if there is no such executable file.
    pub(crate) fn check(&self) -> Result<String, SpeechError> {
        let program = self.command.first().map_or("", String::as_str);
        let folders = env::var_os("PATH").unwrap_or_default();
        let is_there = match program.contains('/') {
            true => is_program(Path::new(program)),
            false => env::split_paths(&folders).any(|folder| is_program(&folder.join(program))),
        };
        match is_there {
            true => Ok(format!("the program {program} is there")),
            false => Err(SpeechError::Misconfigured(format!("the program {program} is not found"))),
        }
    }

    /// Runs the program with a file and an input. Returns up to `most` bytes of its output.
    async fn run(&self, file: &NamedTempFile, input: &[u8], most: u64) -> Result<Vec<u8>, SpeechError> {
        let path = file.path().to_string_lossy();
        let Some((program, arguments)) = self.command.split_first() else {
            return Err(SpeechError::Misconfigured("no program is named".to_owned()));
        };
        let mut command = Command::new(program);
        command.args(arguments.iter().map(|argument| argument.replace(FILE, &path))).env_clear();
        command.envs(PASSED_ON.iter().filter_map(|name| Some((name, env::var_os(name)?))));
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut process = command.kill_on_drop(true).spawn().map_err(|error| {
            SpeechError::Misconfigured(format!("the program {program} cannot be started: {error}"))
        })?;
        let (given, output) = (process.stdin.take(), process.stdout.take());
        let give = async {
            if let Some(mut given) = given {
                // A program may leave its input unread.
                let _ = given.write_all(input).await;
            }
        };
        let take = async {
            let mut said = Vec::new();
            if let Some(mut output) = output {
                (&mut output).take(most).read_to_end(&mut said).await?;
                // Discards the rest of the output, so that the program does not block on it.
                tokio::io::copy(&mut output, &mut tokio::io::sink()).await?;
            }
            io::Result::Ok(said)
        };
        let work = async {
            let ((), said) = tokio::join!(give, take);
            Ok::<_, io::Error>((said?, process.wait().await?))
        };
        self.outcome(program, timeout(self.patience, work).await)
    }

    fn outcome(
        &self,
        program: &str,
        ended: Result<io::Result<(Vec<u8>, ExitStatus)>, tokio::time::error::Elapsed>,
    ) -> Result<Vec<u8>, SpeechError> {
        match ended {
            Err(_) => Err(SpeechError::Refused(format!(
                "the program {program} was not done within {} s",
                self.patience.as_secs()
            ))),
            Ok(Err(error)) => Err(unavailable(&format!("the program {program} failed"), error)),
            Ok(Ok((_, status))) if !status.success() => {
                Err(SpeechError::Refused(format!("the program {program} ended with {status}")))
            }
            Ok(Ok((said, _))) => Ok(said),
        }
    }
}

fn is_program(path: &Path) -> bool {
    path.metadata().is_ok_and(|file| file.is_file() && file.permissions().mode() & 0o111 != 0)
}

/// Works on a file in a thread for blocking work.
async fn file<T: Send + 'static>(
    work: impl FnOnce() -> io::Result<T> + Send + 'static,
) -> Result<T, SpeechError> {
    match tokio::task::spawn_blocking(work).await {
        Ok(Ok(done)) => Ok(done),
        Ok(Err(error)) => Err(unavailable("the file for the program cannot be used", error)),
        Err(error) => Err(unavailable("the file for the program cannot be used", error)),
    }
}

/// Writes a recording to a temporary file that only this user can read and that is deleted when dropped.
fn keep(recording: &Recording) -> io::Result<NamedTempFile> {
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

    fn program(command: &[&str], seconds: u64) -> Program {
        let command: Vec<_> = command.iter().map(|part| (*part).to_owned()).collect();
        Program::new(&command, Duration::from_secs(seconds))
    }

    async fn transcribed(command: &[&str], seconds: u64) -> Result<String, SpeechError> {
        let recording = Recording { bytes: b"oats and tea".to_vec(), ending: "ogg" };
        program(command, seconds).transcribe(recording).await
    }

    async fn spoken(command: &[&str]) -> Result<Vec<u8>, SpeechError> {
        program(command, 60).speak("oats and tea").await
    }

    #[tokio::test]
    async fn a_program_reads_the_file_and_its_output_is_the_transcript() {
        assert_eq!(transcribed(&["cat", "{file}"], 60).await.unwrap(), "oats and tea");
        let named = transcribed(&["echo", "{file}"], 60).await.unwrap();
        assert!(named.trim().ends_with(".ogg"), "{named}");
        assert!(!Path::new(named.trim()).exists(), "the file is deleted");
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

    #[test]
    fn a_program_is_looked_for_without_running_it() {
        assert_eq!(program(&["sh"], 0).check().unwrap(), "the program sh is there");
        assert_eq!(program(&["/bin/sh"], 0).check().unwrap(), "the program /bin/sh is there");
        let no_program = NamedTempFile::new().unwrap();
        for missing in [no_program.path().to_str().unwrap(), "/bin", "no-such-program", ""] {
            assert!(program(&[missing], 0).check().is_err(), "{missing}");
        }
    }

    #[tokio::test]
    async fn a_program_reads_the_text_and_the_file_is_the_sound() {
        assert_eq!(spoken(&["sh", "-c", "cat > $0; echo done", "{file}"]).await.unwrap(), b"oats and tea");
        // A program that reads nothing, and replaces the file with its own.
        assert_eq!(spoken(&["sh", "-c", "rm $0; echo hum > $0", "{file}"]).await.unwrap(), b"hum\n");
        assert_eq!(spoken(&["true", "{file}"]).await.unwrap(), b"");
        let gone = spoken(&["rm", "{file}"]).await.unwrap_err();
        assert!(matches!(gone, SpeechError::Unavailable(_)), "{gone}");
    }
}
