//! A gateway client that sends plain payloads.

use std::time::Duration;

use adjutant_simulators::{PATIENCE, discord::Discord};
use futures::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::{net::TcpStream, time::timeout};
use tokio_tungstenite::{
    WebSocketStream, client_async,
    tungstenite::{
        Error, Message,
        protocol::{CloseFrame, frame::coding::CloseCode},
    },
};

/// GUILDS, GUILD_MESSAGES, DIRECT_MESSAGES.
pub(crate) const USUAL: u64 = 1 | 1 << 9 | 1 << 12;
/// MESSAGE_CONTENT.
pub(crate) const CONTENT: u64 = 1 << 15;

pub(crate) struct Wire {
    socket: WebSocketStream<TcpStream>,
    token: String,
    /// The sequence number of the newest event.
    pub(crate) seq: u64,
    pub(crate) session: String,
}

impl Wire {
    /// Opens a connection that has sent nothing yet.
    pub(crate) async fn open(discord: &Discord, query: &str) -> Result<Self, Error> {
        let url = discord.url().replace("http", "ws");
        let stream = TcpStream::connect(url.trim_start_matches("ws://")).await.map_err(Error::Io)?;
        let (socket, _) = client_async(format!("{url}/gateway/?{query}"), stream).await?;
        Ok(Self { socket, token: discord.token(), seq: 0, session: String::new() })
    }

    /// Opens a connection and waits for the greeting.
    pub(crate) async fn connect(discord: &Discord) -> Self {
        let mut wire = Self::open(discord, "v=10&encoding=json").await.expect("the gateway is there");
        let hello = wire.next().await;
        assert_eq!(hello["op"], 10, "{hello}");
        wire
    }

    /// Begins a session.
    pub(crate) async fn identified(discord: &Discord, intents: u64) -> Self {
        let mut wire = Self::connect(discord).await;
        wire.identify(intents, Value::Null).await;
        assert_eq!(wire.next().await["t"], "READY");
        wire
    }

    pub(crate) async fn identify(&mut self, intents: u64, shard: Value) {
        let token = self.token.clone();
        let mut data = json!({"token": token, "intents": intents, "properties": {"os": "linux"}});
        if !shard.is_null() {
            data["shard"] = shard;
        }
        self.send(json!({"op": 2, "d": data})).await;
    }

    /// Opens another connection, which asks to resume this one's session.
    pub(crate) async fn resumes(self, discord: &Discord) -> Self {
        let mut wire = Self::connect(discord).await;
        (wire.session, wire.seq) = (self.session, self.seq);
        let data = json!({"token": wire.token, "session_id": wire.session, "seq": wire.seq});
        wire.send(json!({"op": 6, "d": data})).await;
        wire
    }

    pub(crate) async fn send(&mut self, payload: Value) {
        self.say(&payload.to_string()).await;
    }

    /// Sends a text unchanged.
    pub(crate) async fn say(&mut self, text: &str) {
        self.socket.send(Message::text(text)).await.expect("the gateway listens");
    }

    /// Returns the next payload.
    pub(crate) async fn next(&mut self) -> Value {
        let payload = match self.receive().await {
            Some(Ok(Message::Text(text))) => text,
            other => panic!("no payload but {other:?}"),
        };
        let payload: Value = serde_json::from_str(&payload).expect("payloads are JSON");
        self.seq = payload["s"].as_u64().unwrap_or(self.seq);
        if let Some(session) = payload["d"]["session_id"].as_str() {
            self.session = session.to_owned();
        }
        payload
    }

    /// Returns the data of the next payload, which must be this event.
    pub(crate) async fn event(&mut self, name: &str) -> Value {
        let mut payload = self.next().await;
        assert_eq!(payload["t"], name, "{payload}");
        payload["d"].take()
    }

    /// Sends a heartbeat and waits for its acknowledgement. All events that were due have arrived by then.
    pub(crate) async fn heartbeat(&mut self) -> Value {
        self.send(json!({"op": 1, "d": self.seq})).await;
        self.next().await
    }

    /// Closes the connection with a code.
    pub(crate) async fn leave(mut self, code: u16) {
        let frame = CloseFrame { code: CloseCode::from(code), reason: "".into() };
        self.socket.close(Some(frame)).await.expect("the gateway listens");
        while self.receive().await.is_some_and(|message| message.is_ok()) {}
    }

    /// Returns the code with which the gateway closes the connection; `None` if there is no close frame.
    pub(crate) async fn closed(&mut self) -> Option<u16> {
        loop {
            match self.receive().await {
                Some(Ok(Message::Close(frame))) => return frame.map(|frame| frame.code.into()),
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return None,
            }
        }
    }

    /// Checks that nothing arrives for a moment.
    pub(crate) async fn is_silent(&mut self) -> bool {
        timeout(Duration::from_millis(50), self.socket.next()).await.is_err()
    }

    async fn receive(&mut self) -> Option<Result<Message, Error>> {
        timeout(PATIENCE, self.socket.next()).await.expect("the gateway says something in time")
    }
}
