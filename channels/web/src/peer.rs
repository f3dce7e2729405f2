//! Identifies the server that already listens on this channel's address.

use std::{io, net::SocketAddr, time::Duration};

use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
    time::timeout,
};

use crate::page;

/// How long an answer may take; it comes from this machine.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(2);
/// The longest answer that is read, in bytes; the icon is smaller.
const MAX_ANSWER: u64 = 64 * 1024;

/// Returns whether a gateway serves its page at the address. A gateway is recognised by its icon, so that an unknown
/// server is sent no secret.
pub(crate) async fn is_gateway(address: SocketAddr) -> bool {
    let answer = timeout(ANSWER_TIMEOUT, ask_for_icon(address)).await;
    answer.is_ok_and(|answer| answer.is_ok_and(|answer| answer.ends_with(page::ICON.as_bytes())))
}

async fn ask_for_icon(address: SocketAddr) -> io::Result<Vec<u8>> {
    let mut connection = TcpStream::connect(address).await?;
    connection.write_all(b"GET /icon.svg HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n").await?;
    let mut answer = Vec::new();
    connection.take(MAX_ANSWER).read_to_end(&mut answer).await?;
    Ok(answer)
}
