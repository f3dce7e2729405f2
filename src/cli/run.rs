//! `adjutant run`: the gateway, until a signal ends it.

use std::{
    env, fs, future,
    process::{self, ExitCode},
    sync::Arc,
    time::Duration,
};

use adjutant_channel::Channel as _;
use adjutant_clock::{SystemClock, TrustedClock};
use adjutant_config::Config;
use adjutant_domain::{clock::Clock, redact::Redactor};
use adjutant_memory::embedder;
use adjutant_sandbox::Sandbox;
use adjutant_speech::{Speech, Voice};
use adjutant_store::{
    db::{Db, Scope},
    people,
    process::Registering,
};
use adjutant_telegram::Telegram;
use adjutant_tools::decoders::documents;
use anyhow::{Context, Result, bail};
use tokio::{
    signal::unix::{Signal, SignalKind, signal},
    task::JoinHandle,
    time::timeout,
};
use tokio_util::sync::CancellationToken;

use super::{
    logging::log_beside,
    say,
    traces::{self, Export},
};
use crate::{
    app::{
        App,
        wiring::{OWNER_ON_THE_PAGE, models, web_token, wire, zone},
    },
    core::{Core, Parts},
    health::service::Service,
};

/// The longest time for sending the last traces.
const FLUSH: Duration = Duration::from_secs(2);

/// Runs the gateway until a signal or a failure ends it.
pub(super) async fn run(config: Config) -> Result<ExitCode> {
    let path = config.database.url.as_path().to_owned();
    let token = web_token(&config)?;
    let redactor = Redactor::new(config.secrets().chain([token.expose()]))?;
    let clock = Arc::new(TrustedClock::new(Arc::new(SystemClock)));
    let (beside, export) = match traces::set_up(&config, clock.clone()) {
        Ok(traces) => traces.unzip(),
        Err(error) => {
            eprintln!("{error:#}");
            return Ok(ExitCode::from(super::BAD_CONFIG));
        }
    };
    let log = log_beside(beside, &config, &redactor);
    let mut signals = Signals::catch()?;
    // Beside the opening of the database, because each takes a good part of the start.
    tokio::task::spawn_blocking(adjutant_texts::prepare);
    let registering = Registering::begin(&path)?;
    let db = Db::open_to_run(&path, &registering).await?;
    let stands_by = registering.others_run();
    let process = Arc::new(registering.finish()?);
    let wired = wire(&config, token)?;
    let zone = zone(&config);
    let embedder = embedder::configured(&config, clock.clone()).context("memory.embeddings")?;
    let speech = Speech::configured(&config).context("media.speech")?;
    let voice = Voice::configured(&config).context("media.voice")?;
    if let Some(folder) = &config.site.templates {
        adjutant_site::template::install(folder).context("site.templates")?;
    }
    let sandbox = Sandbox::own().decoding_without(!config.media.require_sandbox);
    warn_of_gaps(&config, &sandbox).await;
    let parts = Parts {
        models: models(&config, clock.clone())?,
        db,
        clock,
        zone,
        process,
        channels: wired.channels.clone(),
        embedder,
        speech,
        voice,
        redactor,
        sandbox,
        config: Arc::new(config),
    };
    if let Some(web) = &wired.web {
        match web.bind() {
            Ok(_) if stands_by => {
                say(&format!(
                    "Standby: another process serves the chat. Chat page once it has ended: {}",
                    web.url()
                ))?;
            }
            Ok(_) => say(&format!("Chat page: {}", web.url()))?,
            Err(error) if wired.channels.len() == 1 => return Err(error),
            // The listener retries; the other channels need not wait for it.
            Err(error) => tracing::error!(error = format!("{error:#}"), "chat page not available; retrying"),
        }
    }
    let mut app = App::start(parts, &[(adjutant_web::CHANNEL, OWNER_ON_THE_PAGE)]).await?;
    let traces = Traces::begin(export, app.core());
    wired.console.show(app.core(), log);
    wired.door.lead_to(app.health());
    match Service::of(|name| env::var(name).ok(), process::id()) {
        Ok(Some(service)) => app.report_to(service),
        Ok(None) => {}
        Err(error) => tracing::error!(%error, "cannot reach the service manager that NOTIFY_SOCKET names"),
    }
    // The person at the chat page is the owner in any case.
    if wired.channels.iter().any(|channel| channel.name() != adjutant_web::CHANNEL) {
        offer_ownership(&app, wired.telegram).await?;
    }
    tokio::select! {
        () = signals.next() => {}
        why = app.broken() => {
            app.shut_down(signals.next()).await;
            traces.end().await;
            bail!("{why}");
        }
    }
    tracing::info!("shutting down; draining running work");
    app.shut_down(signals.next()).await;
    traces.end().await;
    Ok(ExitCode::SUCCESS)
}

/// The signals that end the gateway. A second one during the shutdown cuts running work off.
struct Signals {
    terminate: Signal,
    interrupt: Signal,
    /// SIGHUP, unless it is ignored.
    hangup: Option<Signal>,
}

impl Signals {
    fn catch() -> Result<Self> {
        let (terminate, interrupt) = (signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?);
        let hangup = match ignores_hangup(&fs::read_to_string("/proc/self/status").unwrap_or_default()) {
            // As `nohup` wants it: the gateway survives its terminal.
            true => None,
            false => Some(signal(SignalKind::hangup())?),
        };
        Ok(Self { terminate, interrupt, hangup })
    }

    /// Waits for the next signal.
    async fn next(&mut self) {
        let hung_up = async {
            match &mut self.hangup {
                Some(signal) => signal.recv().await,
                None => future::pending().await,
            }
        };
        tokio::select! {
            _ = self.terminate.recv() => {}
            _ = self.interrupt.recv() => {}
            _ = hung_up => {}
        }
    }
}

/// Returns whether the process was started with SIGHUP ignored, as its `/proc/self/status` says.
fn ignores_hangup(status: &str) -> bool {
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).is_some_and(|mask| mask & 1 == 1)
}

/// The task that sends spans to the collector.
struct Traces {
    stop: CancellationToken,
    exporting: Option<JoinHandle<()>>,
}

impl Traces {
    fn begin(export: Option<Export>, core: &Arc<Core>) -> Self {
        let stop = CancellationToken::new();
        let exporting = export.map(|export| tokio::spawn(export(core.clone(), stop.clone())));
        Self { stop, exporting }
    }

    /// Sends the remaining spans within [`FLUSH`].
    async fn end(self) {
        let Some(exporting) = self.exporting else { return };
        self.stop.cancel();
        if timeout(FLUSH, exporting).await.is_err() {
            tracing::warn!("the collector takes too long; the last traces are lost");
        }
    }
}

/// Prints the owner code, which makes its sender the owner, unless it has been used.
async fn offer_ownership(app: &App, telegram: Option<Arc<Telegram>>) -> Result<()> {
    let (core, now) = (app.core().clone(), SystemClock.timestamp());
    let Some(code) =
        core.db.write(Scope::Global, async move |tx| people::renew_owner_code(tx, now).await).await?
    else {
        return Ok(());
    };
    say(&format!("Owner code: {code} (send “/start {code}” to the bot in a direct chat; it works once)"))?;
    let Some(telegram) = telegram else { return Ok(()) };
    tokio::spawn(async move {
        // The link needs the bot's name, which only Telegram knows; the code works without the link.
        if let Ok(name) = telegram.check().await
            && let Some(name) = name.split_whitespace().find_map(|word| word.strip_prefix('@'))
        {
            let _ = say(&format!("Or open https://t.me/{name}?start={code}"));
        }
    });
    Ok(())
}

/// Warns if documents and pictures are read without the full jail.
async fn warn_of_gaps(config: &Config, sandbox: &Sandbox) {
    if config.media.require_sandbox {
        return;
    }
    match documents::lacking(sandbox).await {
        Ok(Some(lacking)) => tracing::warn!(
            %lacking,
            "documents and pictures are read UNPROTECTED: [media] require_sandbox is false, and the kernel lacks a part of the \
             jail"
        ),
        Ok(None) => {}
        Err(failure) => tracing::warn!(%failure, "documents and pictures cannot be read"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_process_under_nohup_ignores_the_end_of_its_terminal() {
        let status = |mask: &str| format!("Name:\tadjutant\nSigBlk:\t0000000000000001\nSigIgn:\t{mask}\n");
        assert!(ignores_hangup(&status("0000000000001001")));
        assert!(!ignores_hangup(&status("0000000000001000")));
        assert!(!ignores_hangup(""));
    }
}
