//! The local chat page: one page, served by the gateway itself, for its operator.
//!
//! This channel stores no messages. A page reads [`Gateway::history`] whenever it (re)connects, and then follows a live
//! feed; a message sent while no page is open is read from the history later. Only the person's files are stored, in a
//! folder of their own, since no platform behind the page stores them.

#![warn(missing_docs)]

mod guard;
mod token;

mod api;
mod feed;
mod file_type;
mod files;
mod recent_media;
mod state;
mod uploads;

mod error;
mod page;
mod peer;
mod standby;
mod texts;
mod wire;

#[cfg(test)]
mod tests;

use std::{
    io::ErrorKind,
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener},
    path::PathBuf,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use adjutant_channel::{
    Attachment, Channel, ChatRef, Command, Content, DownloadError, Found, Gateway, Health, Limits, LostSend,
    Menu, MessageId, Outgoing, Rich, SendError, SentIds, rich,
};
use adjutant_listen::Source;
use anyhow::{Context as _, anyhow};
use async_trait::async_trait;
use axum::{Router, serve::ListenerExt as _};
use chrono::{DateTime, Utc};
use tokio_util::sync::CancellationToken;

use crate::{feed::Feed, guard::Guard, recent_media::RecentMedia, state::AppState, uploads::Uploads};
pub use crate::{
    page::Pages,
    token::{AccessToken, InvalidToken},
};

/// The channel's name, as in [`ChatRef::channel`].
pub const CHANNEL: &str = "web";

/// The only chat of this channel.
pub const CHAT: &str = "main";

/// The longest message of the bot, in UTF-16 code units; the page has no limit, but readers have.
const MAX_PART: usize = 100_000;

/// The largest file of the bot, in bytes; it is streamed from disk, so the only limit is a person's patience.
const MAX_MEDIA: u64 = 50 * 1024 * 1024;

/// The request limit. No network lies between the gateway and this channel, so nothing needs pacing.
const PER_SECOND: f64 = 10_000.0;

/// The shortest time between two edits of a streaming answer; ten a second look like a steady flow.
const DRAFT_INTERVAL: Duration = Duration::from_millis(100);

/// How long a shutdown waits for requests in flight.
const DRAIN_TIMEOUT: Duration = Duration::from_secs(5);

/// The settings of the page.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The address to listen on. Port 0 takes any free one.
    pub bind: SocketAddr,
    /// The token that opens the page.
    pub token: AccessToken,
    /// The sender id of the person behind the page.
    pub identity: String,
    /// The bot's name on the page.
    pub title: String,
    /// The commands that the page offers while a message begins with a slash.
    pub commands: &'static [Command],
    /// The same commands with descriptions in other languages.
    pub translations: &'static [Menu],
    /// Host names, without port, that serve the page besides the loopback and the bound address: those of a reverse
    /// proxy or of the local network.
    pub hosts: Vec<String>,
    /// The folder for files that the person sends, readable by this process alone. It is created when needed, holds at
    /// most 1 GiB, and keeps a file for at most 30 days.
    pub files: PathBuf,
    /// The limits of connections to the page.
    pub connections: adjutant_listen::Limits,
    /// The gateway's routes beside the page.
    pub routes: Routes,
}

/// Routes of the gateway at the page's address.
#[derive(Clone, Debug, Default)]
pub struct Routes {
    /// Routes that need no token and are also served while another process serves the page. Requests under a foreign
    /// host name are refused here, too.
    pub always: Router,
    /// Other pages, which need no token.
    pub pages: Pages,
    /// Routes that check their callers themselves: a request that carries the access token has the extension
    /// [`KeyHolder`](adjutant_listen::KeyHolder), any other may come from anybody.
    pub self_guarded: Router,
    /// Routes that need the access token. Browsers send the cookie for paths that begin with `/api/`.
    pub with_token: Router,
}

impl Settings {
    /// Returns the default settings: the owner's page, reached by address.
    pub fn new(bind: SocketAddr, token: AccessToken, files: PathBuf) -> Self {
        let (identity, title) = ("owner".to_owned(), "Adjutant".to_owned());
        let connections = adjutant_listen::Limits::default();
        let (hosts, routes) = (Vec::new(), Routes::default());
        Self {
            bind,
            token,
            identity,
            title,
            commands: &[],
            translations: &[],
            hosts,
            files,
            connections,
            routes,
        }
    }
}

/// The web channel.
pub struct Web {
    settings: Settings,
    socket: Mutex<Socket>,
    feed: Feed,
    recent_media: RecentMedia,
    uploads: Uploads,
    /// Set while [`Channel::run`] runs.
    gateway: Mutex<Option<Arc<dyn Gateway>>>,
}

impl Web {
    /// Returns a channel that does not listen yet.
    pub fn new(settings: Settings) -> Self {
        let socket = Mutex::new(Socket { address: settings.bind, listener: None });
        let uploads = Uploads::new(settings.files.clone());
        let (feed, recent_media) = (Feed::new(), RecentMedia::default());
        Self { settings, socket, feed, recent_media, uploads, gateway: Mutex::new(None) }
    }

    /// Binds the address, so that [`Web::url`] is correct and a port in use is noticed at start. [`Channel::run`] binds
    /// it too; earlier connections wait for that.
    ///
    /// # Errors
    /// Returns why the address cannot be bound and what to do.
    pub fn bind(&self) -> anyhow::Result<SocketAddr> {
        let mut socket = lock(&self.socket);
        if socket.listener.is_none() && lock(&self.gateway).is_none() {
            let listener = bind_listener(socket.address)?;
            socket.address = listener.local_addr().context("cannot read the chat page's address")?;
            socket.listener = Some(listener);
        }
        Ok(socket.address)
    }

    /// Returns the URL that opens the page. It carries the access token, so it is for the person's eyes, not for a log.
    /// The token is in the fragment, which browsers never send, and the page removes it after use.
    pub fn url(&self) -> String {
        let address = local_address(lock(&self.socket).address);
        format!("http://{address}/#token={}", self.settings.token.expose())
    }

    fn state(&self, gateway: Arc<dyn Gateway>, address: SocketAddr, shutdown: CancellationToken) -> AppState {
        AppState {
            gateway,
            feed: self.feed.clone(),
            recent_media: self.recent_media.clone(),
            uploads: self.uploads.clone(),
            guard: Guard::new(self.settings.token.clone(), address, self.settings.hosts.clone()),
            identity: self.settings.identity.clone(),
            title: self.settings.title.clone(),
            commands: self.settings.commands,
            translations: self.settings.translations,
            shutdown,
        }
    }

    /// Returns a second handle on the socket; dropping it leaves the socket bound.
    fn standby_listener(&self) -> anyhow::Result<tokio::net::TcpListener> {
        self.bind()?;
        let socket = lock(&self.socket);
        let listener = socket.listener.as_ref().context("the chat page is already served")?.try_clone()?;
        Ok(tokio::net::TcpListener::from_std(listener)?)
    }

    fn now(&self) -> Option<DateTime<Utc>> {
        lock(&self.gateway).as_ref().map(|gateway| gateway.now())
    }
}

#[async_trait]
impl Channel for Web {
    fn name(&self) -> &'static str {
        CHANNEL
    }

    fn limits(&self) -> Limits {
        Limits {
            per_second: PER_SECOND,
            per_chat_second: PER_SECOND,
            per_group_minute: PER_SECOND,
            draft_interval: DRAFT_INTERVAL,
            group_draft_interval: DRAFT_INTERVAL,
            in_flight: Duration::ZERO,
            upload_bytes: MAX_MEDIA,
            max_parts: usize::MAX,
            counts_files: false,
            private_answers: false,
        }
    }

    fn layout(&self, _: &ChatRef, markdown: &str) -> Vec<Rich> {
        rich::from_markdown(markdown).split(MAX_PART, rich::Unit::Utf16)
    }

    #[tracing::instrument(name = "serve", skip_all, fields(channel = CHANNEL))]
    async fn run(&self, gateway: Arc<dyn Gateway>, shutdown: CancellationToken) -> anyhow::Result<()> {
        let address = self.bind()?;
        let listener = lock(&self.socket).listener.take().context("the chat page is already served")?;
        let listener = tokio::net::TcpListener::from_std(listener).context("cannot serve the chat page")?;
        let _serving = Serving::begin(self, gateway.clone());
        let state = self.state(gateway.clone(), address, shutdown.clone());
        let router = api::router(state, self.settings.routes.clone());
        tracing::info!(%address, "serving the chat page");
        let listener = listener.tap_io(|connection| {
            if let Err(error) = connection.set_nodelay(true) {
                tracing::debug!(%error, "cannot set TCP_NODELAY; small packets may be delayed");
            }
        });
        let server = adjutant_listen::serve(listener, router, self.settings.connections, shutdown.clone());
        let overdue = async {
            shutdown.cancelled().await;
            tokio::time::sleep(DRAIN_TIMEOUT).await;
        };
        tokio::select! {
            () = server => {}
            () = overdue => tracing::warn!("shutdown cut off requests to the chat page"),
        }
        Ok(())
    }

    /// Serves a page that says that another process serves the chat.
    async fn stand_by(&self, _gateway: Arc<dyn Gateway>) {
        match self.standby_listener() {
            Ok(listener) => {
                let (limits, forever) = (self.settings.connections, CancellationToken::new());
                let source = Source::new(lock(&self.socket).address, self.settings.hosts.clone());
                let router = standby::router(self.settings.routes.always.clone(), source);
                adjutant_listen::serve(listener, router, limits, forever).await;
            }
            Err(error) => {
                tracing::debug!(error = format!("{error:#}"), "no page says that this process stands by");
            }
        }
        std::future::pending::<()>().await;
    }

    #[tracing::instrument(name = "send_message", skip_all, fields(channel = CHANNEL, chat = %message.chat, key = message.key))]
    async fn send(&self, message: &Outgoing) -> Result<SentIds, SendError> {
        check_chat(&message.chat)?;
        let id = MessageId(message.key.clone());
        if message.content.media.is_some() {
            self.recent_media.remember(&id, message.content.files().cloned().collect());
        }
        if let Some(at) = self.now() {
            let content = wire::Content::of_bot(&id, &message.content);
            self.feed.message(&wire::Message { id: &id, from_bot: true, at, content });
        }
        Ok(id.into())
    }

    #[tracing::instrument(name = "edit_message", skip_all, fields(channel = CHANNEL, %chat, %message))]
    async fn edit(
        &self,
        chat: &ChatRef,
        message: &MessageId,
        content: &Content,
        _handle: Option<&str>,
    ) -> Result<(), SendError> {
        check_chat(chat)?;
        self.feed.edit(message, content);
        Ok(())
    }

    async fn typing(&self, _chat: &ChatRef) -> Result<(), SendError> {
        self.feed.typing();
        Ok(())
    }

    /// The history holds only messages that the gateway has stored.
    async fn remove(&self, _chat: &ChatRef, message: &MessageId) -> Result<bool, SendError> {
        self.feed.removed(message);
        Ok(true)
    }

    /// The id is the key and a repeat replaces the message on the page, so a lost send counts as sent.
    async fn find(&self, lost: &LostSend) -> Result<Found, SendError> {
        Ok(Found::Message(MessageId(lost.message.key.clone())))
    }

    async fn download(&self, attachment: &Attachment, max_bytes: u64) -> Result<Vec<u8>, DownloadError> {
        self.uploads.read(&attachment.file_id, max_bytes).await
    }

    /// The page belongs to one person, so all of its files are theirs.
    async fn forget(&self, sender: &str) -> anyhow::Result<()> {
        if sender == self.settings.identity {
            self.recent_media.clear();
            self.uploads.clear().await.context("cannot delete the files of the chat page")?;
        }
        Ok(())
    }

    async fn remove_expired(&self, now: DateTime<Utc>) {
        self.uploads.remove_expired(now).await;
    }

    async fn check(&self) -> anyhow::Result<String> {
        let (address, is_ours) = {
            let socket = lock(&self.socket);
            (socket.address, socket.listener.is_some() || lock(&self.gateway).is_some())
        };
        if is_ours {
            return Ok(texts::listening(address));
        }
        let Err(error) = bind_listener(address) else { return Ok(texts::can_listen(address)) };
        if peer::is_gateway(local_address(address)).await {
            return Ok(texts::served_already(address));
        }
        Err(error)
    }

    /// A listening socket counts as progress: no platform behind it could fall silent.
    fn health(&self) -> Health {
        let now = self.now();
        Health { connected: now.is_some(), last_progress: now, ..Health::default() }
    }
}

/// The address, and its socket while it is bound and not yet served.
struct Socket {
    address: SocketAddr,
    listener: Option<TcpListener>,
}

/// Holds the gateway while pages are served; releases it even if the serving future is dropped.
struct Serving<'a>(&'a Web);

impl<'a> Serving<'a> {
    fn begin(web: &'a Web, gateway: Arc<dyn Gateway>) -> Self {
        *lock(&web.gateway) = Some(gateway);
        Self(web)
    }
}

impl Drop for Serving<'_> {
    fn drop(&mut self) {
        *lock(&self.0.gateway) = None;
    }
}

/// Returns the address by which this machine itself reaches the page.
fn local_address(address: SocketAddr) -> SocketAddr {
    let ip = match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    SocketAddr::new(ip, address.port())
}

fn bind_listener(address: SocketAddr) -> anyhow::Result<TcpListener> {
    let listener = TcpListener::bind(address).map_err(|error| match error.kind() {
        ErrorKind::AddrNotAvailable => anyhow!(texts::no_such_address(address)),
        _ => anyhow!(error).context(texts::cannot_listen(address)),
    })?;
    listener.set_nonblocking(true).with_context(|| texts::cannot_listen(address))?;
    Ok(listener)
}

fn check_chat(chat: &ChatRef) -> Result<(), SendError> {
    if chat.channel == CHANNEL && chat.chat == CHAT && chat.thread.is_none() {
        Ok(())
    } else {
        Err(SendError::ChatGone(texts::no_such_chat()))
    }
}

/// Locks a mutex. A panic elsewhere leaves nothing half-written under these locks.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
