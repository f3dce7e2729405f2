//! Webhook: Telegram posts updates, and gets a 200 only when the gateway has stored them.

use std::{io, net::SocketAddr, sync::Arc, time::Duration};

use adjutant_channel::Gateway;
use adjutant_net::Backoff;
use anyhow::Context as _;
use axum::{
    Router,
    extract::{DefaultBodyLimit, Request, State},
    http::StatusCode,
    middleware::{self, Next},
    response::Response,
    routing::post,
};
use serde::de::IgnoredAny;
use subtle::ConstantTimeEq as _;
use teloxide_core::payloads::{SetWebhook, SetWebhookSetters as _};
use tokio::{
    net::{TcpListener, TcpSocket},
    time::sleep,
};
use tokio_util::sync::CancellationToken;
use url::Url;

use crate::{
    CHANNEL, Telegram,
    errors::CallError,
    update_handler::{self, ALLOWED_UPDATES},
    wire::Update,
};

const SECRET_HEADER: &str = "x-telegram-bot-api-secret-token";
/// The longest secret that Telegram accepts, in characters.
const MAX_SECRET: usize = 256;
/// The largest accepted update, in bytes; real ones are a few kilobytes.
const MAX_UPDATE: usize = 1 << 20;
/// The most connections that wait to be accepted.
const BACKLOG: u32 = 1024;
/// How long another process may take to say that it serves the same bot.
const ASK_TIMEOUT: Duration = Duration::from_secs(2);
/// The longest pause between attempts to register the webhook.
const MAX_PAUSE: Duration = Duration::from_secs(60);

/// Rejects a secret that Telegram would not accept, above all an empty one: it would match a missing header.
pub(crate) fn check_secret(secret: &str) -> anyhow::Result<()> {
    let fits = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
    anyhow::ensure!(
        (1..=MAX_SECRET).contains(&secret.len()) && secret.chars().all(fits),
        "the webhook's secret must be 1 to {MAX_SECRET} letters, digits, _ and -"
    );
    Ok(())
}

/// Registers the webhook, and listens until `shutdown`; then finishes the requests in flight.
///
/// # Errors
/// Returns an error if the address cannot be listened on.
#[tracing::instrument(name = "webhook", skip_all, fields(channel = CHANNEL))]
pub(crate) async fn run_webhook(
    telegram: &Telegram,
    gateway: &Arc<dyn Gateway>,
    shutdown: &CancellationToken,
    listen: SocketAddr,
    public_url: &Url,
    secret: &str,
) -> anyhow::Result<()> {
    let listener = bind(listen, secret).await?;
    let serving = serve(telegram, gateway, listener, shutdown.clone(), secret);
    tokio::join!(serving, register_webhook(telegram, &**gateway, shutdown, public_url, secret));
    Ok(())
}

/// Accepts Telegram's posts to this process though another one has registered the webhook, as behind a proxy that
/// distributes the posts.
///
/// # Errors
/// Returns an error if the address cannot be listened on.
pub(crate) async fn serve_posts(
    telegram: &Telegram,
    gateway: &Arc<dyn Gateway>,
    listen: SocketAddr,
    secret: &str,
) -> anyhow::Result<()> {
    let forever = CancellationToken::new();
    serve(telegram, gateway, bind(listen, secret).await?, forever, secret).await;
    Ok(())
}

async fn serve(
    telegram: &Telegram,
    gateway: &Arc<dyn Gateway>,
    listener: TcpListener,
    shutdown: CancellationToken,
    secret: &str,
) {
    let state =
        WebhookState { telegram: telegram.clone(), gateway: Arc::clone(gateway), secret: secret.into() };
    adjutant_listen::serve(listener, router(state), adjutant_listen::Limits::default(), shutdown).await;
}

/// Listens, if need be together with other processes on this machine that serve the same bot: the process that gets a
/// post stores it.
///
/// # Errors
/// Returns an error if the address is in use by another program, or cannot be used.
async fn bind(listen: SocketAddr, secret: &str) -> anyhow::Result<TcpListener> {
    let context = || format!("cannot listen on {listen} for Telegram");
    // Another bot could share the address too, and each bot would get posts for the other.
    if let Err(error) = socket(listen, false)
        && !is_shared_with_own(listen, secret).await
    {
        return Err(error).with_context(context);
    }
    socket(listen, true).with_context(context)
}

fn socket(listen: SocketAddr, shared: bool) -> io::Result<TcpListener> {
    let socket = if listen.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() }?;
    #[cfg(unix)]
    {
        socket.set_reuseaddr(true)?;
        socket.set_reuseport(shared)?;
    }
    socket.bind(listen)?;
    socket.listen(BACKLOG)
}

/// Returns whether the program that listens on the address accepts this bot's posts. It is sent a post without an
/// update.
async fn is_shared_with_own(listen: SocketAddr, secret: &str) -> bool {
    let ask = async {
        let client = reqwest::Client::builder().tls_backend_preconfigured(adjutant_net::tls()?).no_proxy();
        let request = client.timeout(ASK_TIMEOUT).build()?.post(format!("http://{listen}/"));
        anyhow::Ok(request.header(SECRET_HEADER, secret).send().await?.status())
    };
    ask.await.is_ok_and(|status| status == StatusCode::BAD_REQUEST)
}

/// Registers the webhook with Telegram, retrying until it is accepted.
async fn register_webhook(
    telegram: &Telegram,
    gateway: &dyn Gateway,
    shutdown: &CancellationToken,
    public_url: &Url,
    secret: &str,
) {
    let request = SetWebhook::new(public_url.clone()).allowed_updates(ALLOWED_UPDATES).secret_token(secret);
    let mut backoff = Backoff::new();
    while let Some(answer) = shutdown.run_until_cancelled(telegram.api.call::<_, IgnoredAny>(&request)).await
    {
        let Err(error) = answer else {
            telegram.record_progress(gateway.now());
            return;
        };
        tracing::warn!(%error, "cannot register the webhook with Telegram");
        telegram.set_problem(format!("cannot register the webhook with Telegram: {error}"));
        let asked = match &error {
            CallError::Refused(refusal) => refusal.pause(),
            CallError::NotSent(_) | CallError::Unknown(_) => None,
        };
        let pause = asked.unwrap_or_else(|| backoff.pause(MAX_PAUSE));
        if shutdown.run_until_cancelled(sleep(pause)).await.is_none() {
            return;
        }
    }
}

#[derive(Clone)]
struct WebhookState {
    telegram: Telegram,
    gateway: Arc<dyn Gateway>,
    secret: Arc<str>,
}

fn router(state: WebhookState) -> Router {
    // Serves every path, since the proxy in front may strip the public one; the secret is what counts.
    Router::new()
        .fallback(post(receive_update))
        .layer(DefaultBodyLimit::max(MAX_UPDATE))
        .layer(middleware::from_fn_with_state(state.clone(), check_sender))
        .with_state(state)
}

/// Refuses every client but Telegram before reading the body.
async fn check_sender(
    State(state): State<WebhookState>,
    request: Request,
    next: Next,
) -> Result<Response, StatusCode> {
    let given = request.headers().get(SECRET_HEADER).map_or(&[][..], |value| value.as_bytes());
    if !bool::from(given.ct_eq(state.secret.as_bytes())) {
        return Err(StatusCode::UNAUTHORIZED);
    }
    Ok(next.run(adjutant_listen::admit(request)).await)
}

async fn receive_update(State(state): State<WebhookState>, body: String) -> StatusCode {
    let Ok(update) = Update::parse(&body) else { return StatusCode::BAD_REQUEST };
    let update_id = update.id;
    match update_handler::handle_update(&state.telegram, &*state.gateway, update).await {
        Ok(()) => {
            state.telegram.record_progress(state.gateway.now());
            StatusCode::OK
        }
        Err(error) => {
            tracing::error!(
                update_id,
                error = format!("{error:#}"),
                "cannot store an update; Telegram will repeat it"
            );
            StatusCode::INTERNAL_SERVER_ERROR
        }
    }
}
