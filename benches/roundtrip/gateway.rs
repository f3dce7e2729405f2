//! The gateway as a process, started as by an operator and watched through /proc.

use std::{
    fs::{self, File},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

use anyhow::{Context, Result, bail};

/// The longest time that the process may take to end after SIGTERM.
const ENDS_WITHIN: Duration = Duration::from_secs(15);
/// Clock ticks per second in /proc, on every architecture that Linux supports.
const TICKS: f64 = 100.0;

/// A running gateway. Dropping it kills the process.
pub struct Gateway {
    child: Child,
    log: PathBuf,
    pub spawned: Instant,
}

/// The gateway's configuration, besides its defaults.
pub struct Setup<'a> {
    /// The folder of the database and the log.
    pub folder: &'a Path,
    /// The configuration section of the channel.
    pub channel: String,
    pub model_url: String,
    /// The people who may use the bot, as in `[access] allow`.
    pub users: Vec<String>,
}

/// Memory in MB.
#[derive(Clone, Copy, Debug, Default)]
pub struct Memory {
    pub rss: f64,
    pub pss: f64,
}

impl Gateway {
    /// Starts the release binary.
    ///
    /// # Errors
    /// Returns an error if the binary cannot be started, or its folder cannot be written.
    pub fn start(setup: &Setup<'_>) -> Result<Self> {
        let config = setup.folder.join("config.toml");
        fs::write(&config, setup.config())?;
        let log = setup.folder.join("log");
        let stderr = File::options().create(true).append(true).open(&log)?;
        let spawned = Instant::now();
        let child = Command::new(env!("CARGO_BIN_EXE_adjutant"))
            .arg("--config")
            .arg(&config)
            .current_dir(setup.folder)
            // The proxies and settings of the current user must not interfere.
            .env_clear()
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(stderr)
            .spawn()
            .context("cannot start the gateway")?;
        Ok(Self { child, log, spawned })
    }

    /// Ends the gateway with SIGTERM, as a service manager does.
    pub fn stop(mut self) -> Result<()> {
        let told = Command::new("kill").arg("-TERM").arg(self.child.id().to_string()).status()?;
        anyhow::ensure!(told.success(), "the gateway ended too early\n{}", self.log());
        let begun = Instant::now();
        while begun.elapsed() < ENDS_WITHIN {
            if let Some(status) = self.child.try_wait()? {
                anyhow::ensure!(status.success(), "the gateway ended with {status}\n{}", self.log());
                return Ok(());
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        bail!("the gateway does not end after SIGTERM\n{}", self.log())
    }

    /// Returns the last lines of the log.
    pub fn log(&self) -> String {
        let log = fs::read_to_string(&self.log).unwrap_or_default();
        let lines: Vec<_> = log.lines().collect();
        lines[lines.len().saturating_sub(20)..].join("\n")
    }

    /// Returns the present memory use.
    pub fn memory(&self) -> Result<Memory> {
        let rollup = fs::read_to_string(self.proc("smaps_rollup"))?;
        let field = |name: &str| -> Result<f64> {
            let line = rollup.lines().find_map(|line| line.strip_prefix(name)).context("no such field")?;
            let kilobytes: f64 = line.trim_start_matches(':').trim().trim_end_matches(" kB").parse()?;
            Ok(kilobytes / 1024.0)
        };
        Ok(Memory { rss: field("Rss")?, pss: field("Pss")? })
    }

    /// Returns the CPU seconds used so far.
    pub fn cpu(&self) -> Result<f64> {
        cpu_seconds(&self.proc("stat"))
    }

    /// Returns how often the threads have gone to sleep so far, which is how often they were woken.
    pub fn sleeps(&self) -> Result<u64> {
        let mut sum = 0;
        for thread in fs::read_dir(self.proc("task"))? {
            let status = fs::read_to_string(thread?.path().join("status"))?;
            let count = status.lines().find_map(|line| line.strip_prefix("voluntary_ctxt_switches:"));
            sum += count.context("no such field")?.trim().parse::<u64>()?;
        }
        Ok(sum)
    }

    fn proc(&self, file: &str) -> PathBuf {
        PathBuf::from(format!("/proc/{}/{file}", self.child.id()))
    }
}

impl Drop for Gateway {
    fn drop(&mut self) {
        // Both fail if the process has ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Setup<'_> {
    fn config(&self) -> String {
        let Self { folder, channel, model_url, .. } = self;
        let allow: Vec<_> = self.users.iter().map(|identity| format!("\"{identity}\"")).collect();
        format!(
            "[database]\nurl = \"file:{}/adjutant.db\"\n\
             {channel}\
             [channels.web]\nbind = \"127.0.0.1:0\"\n\
             [hooks]\nbind = \"127.0.0.1:0\"\n[mcp_server]\nbind = \"127.0.0.1:0\"\n\
             [model]\nprovider = \"openai\"\nname = \"simulated-model\"\nbase_url = \"{model_url}\"\n\
             api_key = \"simulated\"\n\
             # The limit is looked at in every turn, and never reached.\n\
             [agent]\nuser_daily_tokens = 1000000000000\n\
             [access]\nallow = [{}]\n",
            folder.display(),
            allow.join(", ")
        )
    }
}

/// Returns the CPU seconds that this process has used so far.
pub fn own_cpu() -> Result<f64> {
    cpu_seconds(Path::new("/proc/self/stat"))
}

fn cpu_seconds(stat: &Path) -> Result<f64> {
    let stat = fs::read_to_string(stat)?;
    // The second field is the program's name in parentheses; utime and stime are the 14th and 15th.
    let fields = stat.rsplit_once(')').context("no process name")?.1.split_whitespace();
    let ticks = fields.skip(11).take(2).map(str::parse::<f64>).sum::<Result<f64, _>>()?;
    Ok(ticks / TICKS)
}
