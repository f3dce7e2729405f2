//! Who has the address that this channel would listen on.

use std::{io, net::SocketAddr, time::Duration};

use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
    time::timeout,
};

use crate::page;

/// How long an answer may take: it comes from this machine.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(2);
/// What is read of an answer, in bytes; the icon is smaller.
const MAX_ANSWER: u64 = 64 * 1024;

/// Whether a gateway serves its page there. It is known by its icon, so that no secret goes to whoever else it is.
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
