//! Messages to the service manager according to `sd_notify(3)`: that the process is ready, its status, that it makes
//! progress, and that it ends. Only progress feeds the watchdog: a hanging process is restarted, but one whose platform
//! is unreachable is not.

#[cfg(target_os = "linux")]
use std::os::linux::net::SocketAddrExt as _;
use std::{
    io,
    os::unix::net::{SocketAddr, UnixDatagram},
    sync::Arc,
    time::Duration,
};

use adjutant_texts::readiness as texts;

use super::Health;

/// How often the health is checked, unless the watchdog needs more.
const LOOK_EVERY: Duration = Duration::from_secs(10);
/// How often the health is checked until the process is ready.
const BEFORE_READY: Duration = Duration::from_millis(200);

/// The connection to the service manager that started this process.
pub(crate) struct Service {
    socket: UnixDatagram,
    /// The watchdog's interval for signs of progress.
    watchdog: Option<Duration>,
}

impl Service {
    /// Opens the connection that the environment names; `None` if no service manager listens. `own` is the id of this
    /// process.
    ///
    /// # Errors
    /// Returns an error if the socket cannot be used.
    pub(crate) fn of(env: impl Fn(&str) -> Option<String>, own: u32) -> io::Result<Option<Self>> {
        let Some(path) = env("NOTIFY_SOCKET").filter(|path| !path.is_empty()) else { return Ok(None) };
        let address = match path.strip_prefix('@') {
            #[cfg(target_os = "linux")]
            Some(name) => SocketAddr::from_abstract_name(name)?,
            _ => SocketAddr::from_pathname(&path)?,
        };
        let socket = UnixDatagram::unbound()?;
        socket.connect_addr(&address)?;
        // The process must not wait for a manager that does not read.
        socket.set_nonblocking(true)?;
        let is_ours = env("WATCHDOG_PID").is_none_or(|pid| pid == own.to_string());
        let watchdog = env("WATCHDOG_USEC").filter(|_| is_ours).and_then(|micros| micros.parse().ok());
        let watchdog = watchdog.filter(|micros| *micros > 0).map(Duration::from_micros);
        Ok(Some(Self { socket, watchdog }))
    }

    fn tell(&self, what: &str) {
        if let Err(error) = self.socket.send(what.as_bytes()) {
            tracing::debug!(%error, "cannot reach the service manager");
        }
    }
}

/// Reports the health of the process to the service manager, until it ends.
pub(crate) async fn report(health: Arc<Health>, service: Service) {
    let core = &health.core;
    let every = service.watchdog.map_or(LOOK_EVERY, |watchdog| (watchdog / 4).min(LOOK_EVERY));
    let (mut is_ready, mut said) = (false, String::new());
    loop {
        let readiness = health.look().await;
        if !is_ready && readiness.parts.database.ok && readiness.is_settled {
            is_ready = true;
            service.tell("READY=1");
        }
        if is_ready && service.watchdog.is_some() && readiness.gets_on() {
            service.tell("WATCHDOG=1");
        }
        let status = readiness.status();
        if said != status {
            service.tell(&format!("STATUS={status}"));
            said = status;
        }
        tokio::select! {
            () = core.shutdown.cancelled() => break,
            () = core.clock.sleep(if is_ready { every } else { BEFORE_READY.min(every) }) => {}
        }
    }
    service.tell(&format!("STOPPING=1\nSTATUS={}", texts::ends()));
}
