//! Measures the time that the pipeline adds to a tool call, for look-up, validation, policy, security, time limit,
//! redaction and so on, both when the model requests the call and when it runs.
//!
//! The tools do nothing, and the policy lets them run without approval, so that nothing is read from a database or a
//! disk. The log is discarded.

mod tools;

use std::{
    hint::black_box,
    io::{self, Write},
    process::ExitCode,
    sync::Arc,
    time::{Duration, Instant},
};

use adjutant::{
    agent::{Evaluation, Stage, pass, turn::Job},
    core::{Core, Parts},
};
use adjutant_channel::{ChatKind, ChatRef};
use adjutant_clock::{SystemClock, TrustedClock};
use adjutant_config::Config;
use adjutant_domain::{clock::Clock as _, ids::CallId, redact::Redactor};
use adjutant_provider::{
    models::{ModelTokens, Models},
    offline::Offline,
};
use adjutant_sandbox::Sandbox;
use adjutant_store::{
    db::{Db, Scope},
    leases, people,
    process::Process,
    sessions, turns,
};
use adjutant_tools::kit::{Context, NoResources, Progress, Registry, SessionView, Tool, WithinServer};
use adjutant_workspace::Folder;
use anyhow::{Context as _, Result};
use tempfile::TempDir;
use tokio_util::sync::CancellationToken;
use tools::{Args, Change, Look, Tools};

/// The number of measured calls.
const CALLS: usize = 50_000;
/// The number of calls before the measurement.
const WARM_UP: usize = 5_000;
/// The greatest median time that the pipeline may add to a call.
const BAR: Duration = Duration::from_micros(50);

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    match measure().await {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => {
            eprintln!("the bar was missed");
            ExitCode::FAILURE
        }
        Err(error) => {
            eprintln!("{error:#}");
            ExitCode::FAILURE
        }
    }
}

async fn measure() -> Result<bool> {
    let folder = TempDir::new()?;
    let (core, job, context) = turn(&folder).await?;
    let arguments = tools::arguments();
    let mut out = io::stdout().lock();
    let (calls, bytes) = (CALLS, arguments.len());
    writeln!(out, "{calls} calls of each, with {bytes} bytes of arguments")?;
    writeln!(out, "{:<34}{:>10}{:>10}", "", "p50 us", "p99 us")?;
    let mut all_hold = true;
    for (name, bare) in
        [(Look::META.name, bare(&context, &Look).await?), (Change::META.name, bare(&context, &Change).await?)]
    {
        let piped = piped(&core, &job, &context, (name, &arguments)).await?;
        line(&mut out, &format!("{name}, the function alone"), &bare)?;
        line(&mut out, &format!("{name}, checked and run"), &piped)?;
        let added = piped.p50.saturating_sub(bare.p50);
        all_hold &= added < BAR;
        let verdict = if added < BAR { "holds" } else { "MISSED" };
        writeln!(
            out,
            "{:<34}{:>10.2}{:>10}  bar {} us: {verdict}",
            "  added",
            micros(added),
            "",
            BAR.as_micros()
        )?;
    }
    Ok(all_hold)
}

/// Calls the function itself.
async fn bare<T: Tool<Args = Args>>(context: &Context, tool: &T) -> Result<Figures> {
    let mut took = Vec::with_capacity(CALLS);
    for i in 0..WARM_UP + CALLS {
        let arguments = tools::parsed()?;
        let start = Instant::now();
        black_box(tool.execute(context, arguments).await?);
        if i >= WARM_UP {
            took.push(start.elapsed());
        }
    }
    Ok(Figures::of(took))
}

/// Calls the tool as the agent does: checks the call when the model requests it, then runs it.
async fn piped(core: &Arc<Core>, job: &Job, context: &Context, call: (&str, &str)) -> Result<Figures> {
    let mut took = Vec::with_capacity(CALLS);
    for i in 0..WARM_UP + CALLS {
        let start = Instant::now();
        let checked = pass(core, job, context, call, Stage::Check).await;
        let run = pass(core, job, context, call, Stage::Run).await;
        if i >= WARM_UP {
            took.push(start.elapsed());
        }
        let ran = matches!(&run, Evaluation::Done(done) if done.error_code.is_none());
        anyhow::ensure!(checked == Evaluation::Ready && ran, "a call did not pass: {checked:?}, {run:?}");
    }
    Ok(Figures::of(took))
}

/// Returns a turn that is offered the tools, and the context of one of its calls.
async fn turn(folder: &TempDir) -> Result<(Arc<Core>, Job, Context)> {
    let path = folder.path().join("adjutant.db");
    let db = Db::open(&path).await?;
    let process = Arc::new(Process::register(&path)?);
    let (clock, zone) =
        (Arc::new(TrustedClock::new(Arc::new(SystemClock))), adjutant_domain::zones::Zone::UTC);
    let (holder, now) = (process.clone(), clock.timestamp());
    let (user, session, turn, lease) = db
        .write(Scope::Global, async move |tx| {
            let user = people::add_member(tx, "alice", now).await?;
            let chat = ChatRef { channel: "none".to_owned(), chat: "alice".to_owned(), thread: None };
            let session = sessions::open(tx, &chat, ChatKind::Direct, &user.user_id, now).await?;
            let turn = turns::open(tx, &session.session_id, None, now).await?.turn_id;
            let of = leases::LeaseName::Session(session.session_id.clone());
            let lease = leases::acquire(tx, &holder, of).await?.context("it is taken")?;
            Ok((user, session, turns::load(tx, &turn).await?, lease))
        })
        .await?;
    let config = Config::default();
    let offline = Arc::new(Offline { clock: clock.clone() });
    let mut core = Core::new(Parts {
        db,
        clock,
        models: Models::only(offline, &config.model),
        config: Arc::new(config),
        zone,
        process,
        channels: Vec::new(),
        embedder: None,
        speech: None,
        voice: None,
        redactor: Redactor::new(["a-secret-of-the-operators", "and-another-one"])?,
        sandbox: Sandbox::own(),
    });
    let mut registry = Registry::default();
    registry.add(Tools);
    Arc::get_mut(&mut core).context("the core is shared already")?.tools = registry;
    let turn_id = turn.head.turn_id.clone();
    let mut job =
        Job::new(user.clone(), session.clone(), turn, (lease, core.clock.uptime()), CancellationToken::new());
    let preparation = SessionView::new(&core.db, &core.config, (&user, &session), now);
    job.offered = core.tools.tools(preparation, |_| true).await?;
    let context = Context {
        db: core.db.clone(),
        clock: core.clock.clone(),
        model: ModelTokens::of(&core.config.model),
        config: core.config.clone(),
        channels: core.channels.clone(),
        memory: core.memory.clone(),
        zone,
        host_zone: zone,
        blobs: Arc::new(Folder::new(folder.path().to_owned())),
        sites_address: "http://127.0.0.1:8768/".to_owned(),
        shared_site: None,
        vault: Arc::new(adjutant_vault::Vault::new(folder.path().join("key"))),
        redactor: core.redactor.clone(),
        user,
        session,
        turn_id: turn_id.clone(),
        message_id: None,
        call_id: CallId::generate(),
        trace_id: turn_id,
        agent: "adjutant".into(),
        untrusted: adjutant_domain::origin::Sources::OWN,
        own_words: "".into(),
        redirects: Arc::new(WithinServer),
        resources: Arc::new(NoResources),
        approved: false,
        basis: None,
        answer: None,
        tools: Arc::default(),
        toolsets: Arc::default(),
        cancel: CancellationToken::new(),
        progress: Progress::default(),
    };
    Ok((core, job, context))
}

struct Figures {
    p50: Duration,
    p99: Duration,
}

impl Figures {
    fn of(mut took: Vec<Duration>) -> Self {
        took.sort_unstable();
        Self { p50: took[took.len() / 2], p99: took[took.len() * 99 / 100] }
    }
}

fn line(out: &mut impl Write, what: &str, figures: &Figures) -> io::Result<()> {
    writeln!(out, "{what:<34}{:>10.2}{:>10.2}", micros(figures.p50), micros(figures.p99))
}

fn micros(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1e6
}
