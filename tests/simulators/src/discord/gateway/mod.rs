//! The gateway: WebSocket connections, each from `HELLO` to its end.

mod protocol;

use std::{collections::VecDeque, convert::Infallible, sync::Arc, time::Duration};

use axum::{
    body::Body,
    extract::Request,
    http::{
        HeaderMap, StatusCode,
        header::{CONNECTION, SEC_WEBSOCKET_ACCEPT, SEC_WEBSOCKET_KEY, UPGRADE},
    },
    response::{IntoResponse, Response},
};
use futures::{SinkExt, StreamExt};
use hyper::upgrade::{OnUpgrade, Upgraded};
use hyper_util::rt::TokioIo;
use serde_json::{Value, json};
use tokio::{
    select,
    sync::{mpsc::UnboundedReceiver, watch},
    time::{Instant, sleep_until, timeout},
};
use tokio_tungstenite::{
    WebSocketStream,
    tungstenite::{
        self, Message,
        handshake::derive_accept_key,
        protocol::{CloseFrame, Role, frame::coding::CloseCode},
    },
};

use super::{
    Shared,
    sessions::{GatewayStep, NotResumed, Order},
};
use protocol::{Command, Handshake};

/// Heartbeat intervals without a heartbeat after which a connection is dead.
const INTERVALS: f64 = 1.5;
/// The most payloads that a client may send in [`WINDOW`].
const MAX_SENDS: usize = 120;
const WINDOW: Duration = Duration::from_secs(60);
/// How long a client may take to acknowledge that its connection is closed.
const GOODBYE: Duration = Duration::from_secs(1);

/// Answers a request to `/gateway`: upgrades it to a WebSocket.
pub(crate) async fn serve(shared: Arc<Shared>, mut request: Request) -> Response {
    let upgrade = hyper::upgrade::on(&mut request);
    let Some(key) = websocket_key(request.headers()) else {
        shared.lock().complaints.push("request to the gateway that is no WebSocket handshake".into());
        return StatusCode::UPGRADE_REQUIRED.into_response();
    };
    let asked = Handshake::read(request.uri().query().unwrap_or_default());
    tokio::spawn(converse(shared, upgrade, asked));
    let headers = [
        (CONNECTION, "Upgrade".to_owned()),
        (UPGRADE, "websocket".to_owned()),
        (SEC_WEBSOCKET_ACCEPT, derive_accept_key(key.as_bytes())),
    ];
    (StatusCode::SWITCHING_PROTOCOLS, headers, Body::empty()).into_response()
}

fn websocket_key(headers: &HeaderMap) -> Option<String> {
    let is_websocket = headers.get(UPGRADE)?.to_str().ok()?.eq_ignore_ascii_case("websocket");
    let key = headers.get(SEC_WEBSOCKET_KEY)?.to_str().ok()?;
    is_websocket.then(|| key.to_owned())
}

async fn converse(shared: Arc<Shared>, upgrade: OnUpgrade, asked: Handshake) {
    // A client that disconnects during the handshake was never connected.
    let Ok(upgraded) = upgrade.await else { return };
    let socket = WebSocketStream::from_raw_socket(TokioIo::new(upgraded), Role::Server, None).await;
    let (number, orders, news) = {
        let mut state = shared.lock();
        if state.offline {
            return;
        }
        let (number, orders) = state.sessions.connect();
        (number, orders, state.events.subscribe())
    };
    shared.note_traffic();
    let mut connection = Connection {
        shared,
        number,
        socket,
        orders,
        news,
        last_heartbeat: Instant::now(),
        sends: VecDeque::new(),
        is_silent: false,
    };
    let end = match connection.talk(&asked).await {
        Ok(never) => match never {},
        Err(end) => end,
    };
    connection.end(end).await;
}

/// The reason why a connection ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    /// The gateway closes it because of the client's behaviour.
    Close { code: u16, reason: &'static str },
    /// The test requested that it is closed with this code.
    Ordered(u16),
    /// The client closed it, with a code or without a close frame.
    Left(Option<u16>),
    /// The test cut it.
    Cut,
}

/// Returns the end of a connection whose client breaks the protocol, with the platform's reason.
fn close(code: u16, reason: &'static str) -> End {
    End::Close { code, reason }
}

struct Connection {
    shared: Arc<Shared>,
    number: u64,
    socket: WebSocketStream<TokioIo<Upgraded>>,
    orders: UnboundedReceiver<Order>,
    news: watch::Receiver<u64>,
    last_heartbeat: Instant,
    /// The times at which the client sent payloads within the last [`WINDOW`].
    sends: VecDeque<Instant>,
    is_silent: bool,
}

impl Connection {
    async fn talk(&mut self, asked: &Handshake) -> Result<Infallible, End> {
        asked.check()?;
        let interval = self.shared.lock().settings.heartbeat;
        self.send(10, json!({"heartbeat_interval": interval.as_millis() as u64})).await?;
        loop {
            self.dispatch().await?;
            let deadline = self.last_heartbeat + interval.mul_f64(INTERVALS);
            select! {
                biased;
                order = self.orders.recv() => self.obey(order.unwrap_or(Order::Cut)).await?,
                message = self.socket.next() => self.hear(message.and_then(Result::ok)).await?,
                Ok(()) = self.news.changed() => {}
                () = sleep_until(deadline), if !self.is_silent => return Err(close(4009, "Session timed out.")),
            }
        }
    }

    /// Sends the events that are due.
    async fn dispatch(&mut self) -> Result<(), End> {
        loop {
            self.news.mark_unchanged();
            let event = self.shared.lock().sessions.next(self.number);
            let Some(event) = event else { return Ok(()) };
            self.write(&event).await?;
        }
    }

    async fn obey(&mut self, order: Order) -> Result<(), End> {
        match order {
            Order::Cut => return Err(End::Cut),
            Order::Close(code) => return Err(End::Ordered(code)),
            Order::Invalidate { resumable } => self.invalidate(resumable).await?,
            Order::Reconnect => {
                self.note(GatewayStep::ReconnectRequested);
                self.send(7, Value::Null).await?;
            }
            Order::Heartbeat => self.send(1, Value::Null).await?,
            Order::Silence => self.is_silent = true,
        }
        Ok(())
    }

    async fn hear(&mut self, message: Option<Message>) -> Result<(), End> {
        let command = match message {
            None => return Err(End::Left(None)),
            Some(Message::Close(frame)) => return Err(End::Left(frame.map(|frame| frame.code.into()))),
            // The library answers pings; pongs have no effect here.
            Some(Message::Ping(_) | Message::Pong(_) | Message::Frame(_)) => return Ok(()),
            Some(_) if self.is_silent => return Ok(()),
            Some(Message::Text(text)) => Command::read(&text)?,
            Some(Message::Binary(bytes)) => {
                let text =
                    str::from_utf8(&bytes).map_err(|_| close(4002, "Error while decoding payload."))?;
                Command::read(text)?
            }
        };
        self.count_send()?;
        match command {
            Command::Heartbeat => self.heartbeat().await,
            Command::Identify { token, intents, shard } => self.identify(&token, intents, shard).await,
            Command::Resume { token, session, seq } => self.resume(&token, &session, seq).await,
            Command::Other if self.shared.lock().sessions.is_authenticated(self.number) => Ok(()),
            Command::Other => Err(close(4003, "Not authenticated.")),
        }
    }

    fn count_send(&mut self) -> Result<(), End> {
        let now = Instant::now();
        self.sends.retain(|at| now < *at + WINDOW);
        self.sends.push_back(now);
        if self.sends.len() > MAX_SENDS { Err(close(4008, "Rate limited.")) } else { Ok(()) }
    }

    async fn heartbeat(&mut self) -> Result<(), End> {
        self.last_heartbeat = Instant::now();
        self.note(GatewayStep::Heartbeat);
        self.send(11, Value::Null).await
    }

    async fn identify(&mut self, token: &str, intents: u64, shard: Option<(u64, u64)>) -> Result<(), End> {
        self.authenticate(token)?;
        let (shard, is_admitted) = {
            let mut state = self.shared.lock();
            if !state.count_session_start() {
                return Err(close(4004, "Authentication failed."));
            }
            let shard = protocol::check_shard(&state.settings, shard)?;
            protocol::check_intents(&state.settings, intents)?;
            let slot = shard.0 % state.settings.max_concurrency.max(1);
            let is_admitted = state.sessions.admit(slot);
            if is_admitted {
                state.identify(self.number, shard, intents);
            }
            (shard, is_admitted)
        };
        if is_admitted {
            self.welcome(GatewayStep::Identified { shard, intents }).await
        } else {
            self.invalidate(false).await
        }
    }

    async fn resume(&mut self, token: &str, session: &str, seq: u64) -> Result<(), End> {
        self.authenticate(token)?;
        if self.shared.lock().sessions.ignores_resume() {
            return Ok(());
        }
        let resumed = self.shared.lock().sessions.resume(self.number, session, seq);
        match resumed {
            Ok(missed) => self.welcome(GatewayStep::Resumed { missed }).await,
            Err(NotResumed::Unknown) => self.invalidate(false).await,
            Err(NotResumed::BadSequence) => Err(close(4007, "Invalid seq.")),
        }
    }

    /// Sends the events that begin or resume a session, and only then records the step for the test.
    async fn welcome(&mut self, step: GatewayStep) -> Result<(), End> {
        self.dispatch().await?;
        self.shared.lock().sessions.welcome(self.number, step);
        self.shared.note_traffic();
        Ok(())
    }

    fn authenticate(&self, token: &str) -> Result<(), End> {
        let state = self.shared.lock();
        if state.sessions.is_authenticated(self.number) {
            return Err(close(4005, "Already authenticated."));
        }
        let is_right = token.strip_prefix("Bot ").unwrap_or(token) == state.settings.token;
        if is_right && !state.token_is_reset { Ok(()) } else { Err(close(4004, "Authentication failed.")) }
    }

    async fn invalidate(&mut self, resumable: bool) -> Result<(), End> {
        self.note(GatewayStep::Invalidated { resumable });
        self.send(9, json!(resumable)).await
    }

    async fn send(&mut self, op: u8, data: Value) -> Result<(), End> {
        if self.is_silent {
            return Ok(());
        }
        self.write(&json!({"op": op, "d": data, "s": null, "t": null})).await
    }

    async fn write(&mut self, payload: &Value) -> Result<(), End> {
        self.socket.send(Message::text(payload.to_string())).await.map_err(|_| End::Left(None))
    }

    async fn end(mut self, end: End) {
        self.record(end);
        match end {
            End::Close { code, reason } => self.say_goodbye(code, reason).await,
            End::Ordered(code) => self.say_goodbye(code, "Closed by the simulator.").await,
            End::Left(_) | End::Cut => {}
        }
    }

    fn record(&self, end: End) {
        let (step, ends_session) = match end {
            // A client that times out or closes normally ends its session.
            End::Close { code, .. } => (GatewayStep::Closed(code), code == 4009),
            End::Ordered(code) => (GatewayStep::Closed(code), false),
            End::Left(code) => (GatewayStep::Left(code), matches!(code, Some(1000 | 1001))),
            End::Cut => (GatewayStep::Cut, false),
        };
        let mut state = self.shared.lock();
        state.sessions.leave(self.number, ends_session);
        state.sessions.note(step);
        if let End::Close { code, reason } = end
            && protocol::is_bug(code)
        {
            state.complaints.push(format!("gateway: closed with {code}: {reason}"));
        }
        drop(state);
        self.shared.note_traffic();
    }

    async fn say_goodbye(&mut self, code: u16, reason: &'static str) {
        let frame = CloseFrame { code: CloseCode::from(code), reason: reason.into() };
        let goodbye = async {
            self.socket.close(Some(frame)).await?;
            // Closing the socket with unread data would discard the frame.
            while self.socket.next().await.transpose()?.is_some() {}
            Ok::<_, tungstenite::Error>(())
        };
        // The client may be gone already or may stay connected; the connection ends here in both cases.
        let _ = timeout(GOODBYE, goodbye).await;
    }

    fn note(&self, step: GatewayStep) {
        self.shared.lock().sessions.note(step);
        self.shared.note_traffic();
    }
}
