//! The gateway's websocket: frames of JSON, each with an opcode.

use std::{sync::Arc, time::Duration};

use futures::{SinkExt as _, StreamExt as _};
use serde::Serialize;
use serde_json::json;
use tokio::{net::TcpStream, time::timeout};
use tokio_tungstenite::{
    Connector, MaybeTlsStream, WebSocketStream, connect_async_tls_with_config,
    tungstenite::{
        Message, Utf8Bytes,
        protocol::{CloseFrame, WebSocketConfig, frame::coding::CloseCode},
    },
};
use url::Url;

use super::disconnect::Disconnect;

/// How long connecting may take.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(15);
/// How long sending a frame, or closing, may take.
const SEND_TIMEOUT: Duration = Duration::from_secs(10);
/// The largest accepted frame, in bytes: a guild with many channels and threads arrives in one frame.
const MAX_FRAME: usize = 64 << 20;

/// <https://discord.com/developers/docs/topics/opcodes-and-status-codes#gateway-gateway-opcodes>
pub(super) mod op {
    pub(in super::super) const EVENT: u8 = 0;
    pub(in super::super) const HEARTBEAT: u8 = 1;
    pub(in super::super) const IDENTIFY: u8 = 2;
    pub(in super::super) const RESUME: u8 = 6;
    pub(in super::super) const RECONNECT: u8 = 7;
    pub(in super::super) const INVALID_SESSION: u8 = 9;
    pub(in super::super) const HELLO: u8 = 10;
    pub(in super::super) const ACKNOWLEDGED: u8 = 11;
}

pub(super) struct Socket(WebSocketStream<MaybeTlsStream<TcpStream>>);

impl Socket {
    pub(super) async fn connect(url: &Url, tls: &Arc<rustls::ClientConfig>) -> Result<Self, Disconnect> {
        let mut url = url.clone();
        url.set_query(Some("v=10&encoding=json"));
        let config =
            WebSocketConfig::default().max_message_size(Some(MAX_FRAME)).max_frame_size(Some(MAX_FRAME));
        let connector = Connector::Rustls(Arc::clone(tls));
        let connecting = connect_async_tls_with_config(url.as_str(), Some(config), true, Some(connector));
        match timeout(CONNECT_TIMEOUT, connecting).await {
            Ok(Ok((stream, _))) => Ok(Self(stream)),
            Ok(Err(error)) => Err(Disconnect::lost(format!("cannot connect to Discord's gateway: {error}"))),
            Err(_) => Err(Disconnect::lost("Discord's gateway does not answer")),
        }
    }

    /// Returns the next frame. Cancel-safe: no frame is lost.
    pub(super) async fn next(&mut self) -> Result<Utf8Bytes, Disconnect> {
        loop {
            match self.0.next().await {
                Some(Ok(Message::Text(text))) => return Ok(text),
                Some(Ok(Message::Close(frame))) => {
                    return Err(Disconnect::from_close_code(frame.map(|frame| frame.code.into())));
                }
                // The websocket library answers pings; the bot does not ask for binary frames.
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return Err(Disconnect::from_close_code(None)),
            }
        }
    }

    pub(super) async fn send(&mut self, op: u8, data: impl Serialize) -> Result<(), Disconnect> {
        let frame = json!({"op": op, "d": data}).to_string();
        match timeout(SEND_TIMEOUT, self.0.send(Message::text(frame))).await {
            Ok(Ok(())) => Ok(()),
            // Discord's last frame, if there is one, says more than the failed send.
            Ok(Err(_)) => match timeout(SEND_TIMEOUT, self.next()).await {
                Ok(Err(disconnect)) => Err(disconnect),
                Ok(Ok(_)) | Err(_) => Err(Disconnect::from_close_code(None)),
            },
            Err(_) => Err(Disconnect::lost("the connection to Discord is stalled")),
        }
    }

    /// Closes the websocket, which ends the session: Discord shows the bot as offline at once.
    pub(super) async fn leave(mut self) {
        let frame = CloseFrame { code: CloseCode::Normal, reason: Utf8Bytes::default() };
        // Without the close frame, Discord notices after a while.
        let _ = timeout(SEND_TIMEOUT, self.0.close(Some(frame))).await;
    }
}
