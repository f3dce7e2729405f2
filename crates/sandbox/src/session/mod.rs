//! The protocol for commands in a sidecar, over its socket. One connection is one command.
//!
//! The gateway sends a request and the input of the command. The sidecar answers with frames: that the jail holds,
//! pieces of output, the end. Closing the connection ends the command.

mod call;
mod serve;

use std::{io, os::unix::fs::MetadataExt, path::Path};

use serde::{Deserialize, Serialize, de::DeserializeOwned};
use tokio::{
    io::{AsyncRead, AsyncReadExt},
    net::UnixStream,
};

pub(crate) use self::call::Call;
pub use self::serve::{Service, serve};
use crate::{Ending, Failure, Order};

/// The largest request, and the largest frame, in bytes.
const MOST: usize = 64 * 1024;
/// The largest input of a command, in bytes.
const MOST_INPUT: usize = 1 << 20;

/// The gateway's request to the sidecar.
#[derive(Debug, Serialize, Deserialize)]
struct Request {
    order: Order,
    /// The folder in which the command begins, as the gateway sees it; `None` if it has no folder.
    begins: Option<FolderId>,
}

/// The identity of a folder on the machine: two containers may have different folders at the same path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct FolderId {
    device: u64,
    inode: u64,
}

impl FolderId {
    async fn of(path: &Path) -> io::Result<Self> {
        let found = tokio::fs::metadata(path).await?;
        Ok(Self { device: found.dev(), inode: found.ino() })
    }
}

/// A message from the sidecar.
#[derive(Debug)]
enum Frame {
    Stdout(Vec<u8>),
    Stderr(Vec<u8>),
    Event(Event),
}

/// A change in a command's state.
#[derive(Debug, Serialize, Deserialize)]
enum Event {
    /// The jail holds, and the command runs.
    Ready,
    Ended(Ending),
    Failed(Failure),
}

const STDOUT: u8 = 1;
const STDERR: u8 = 2;
const EVENT: u8 = 3;

impl Frame {
    /// Returns the frame as it is sent: its kind, its length and its content.
    fn encode(&self) -> io::Result<Vec<u8>> {
        let event;
        let (kind, bytes) = match self {
            Self::Stdout(piece) => (STDOUT, piece),
            Self::Stderr(piece) => (STDERR, piece),
            Self::Event(it) => {
                event = serde_json::to_vec(it)?;
                (EVENT, &event)
            }
        };
        Ok([&[kind], length(bytes, MOST)?.as_slice(), bytes].concat())
    }

    /// Takes a frame from the beginning of the received bytes; `None` until it is complete.
    fn take(came: &mut Vec<u8>) -> io::Result<Option<Self>> {
        let [kind, a, b, c, d, rest @ ..] = came.as_slice() else { return Ok(None) };
        let length = u32::from_le_bytes([*a, *b, *c, *d]) as usize;
        if length > MOST {
            return Err(too_long());
        }
        let Some(bytes) = rest.get(..length) else { return Ok(None) };
        let frame = match *kind {
            STDOUT => Self::Stdout(bytes.to_vec()),
            STDERR => Self::Stderr(bytes.to_vec()),
            EVENT => Self::Event(serde_json::from_slice(bytes)?),
            _ => return Err(io::Error::other("an unknown kind of frame")),
        };
        came.drain(..5 + length);
        Ok(Some(frame))
    }
}

/// Returns the length of bytes as it is sent.
fn length(bytes: &[u8], most: usize) -> io::Result<[u8; 4]> {
    let length = u32::try_from(bytes.len()).ok().filter(|_| bytes.len() <= most);
    Ok(length.ok_or_else(too_long)?.to_le_bytes())
}

fn too_long() -> io::Error {
    io::Error::other("it is longer than may be sent")
}

/// Returns a request and the input of its command as they are sent.
fn encode(request: &Request, input: &[u8]) -> io::Result<Vec<u8>> {
    let request = serde_json::to_vec(request)?;
    Ok([&length(&request, MOST)?, request.as_slice(), &length(input, MOST_INPUT)?, input].concat())
}

/// Reads a request and the input of its command.
async fn read_request(source: &mut (impl AsyncRead + Unpin)) -> io::Result<(Request, Vec<u8>)> {
    let request = json(&read_bytes(source, MOST).await?)?;
    Ok((request, read_bytes(source, MOST_INPUT).await?))
}

fn json<T: DeserializeOwned>(bytes: &[u8]) -> io::Result<T> {
    Ok(serde_json::from_slice(bytes)?)
}

async fn read_bytes(source: &mut (impl AsyncRead + Unpin), most: usize) -> io::Result<Vec<u8>> {
    let length = source.read_u32_le().await? as usize;
    if length > most {
        return Err(too_long());
    }
    let mut bytes = vec![0; length];
    source.read_exact(&mut bytes).await?;
    Ok(bytes)
}

/// Checks that the other side of a connection is a process of this user.
fn check_peer(stream: &UnixStream, own: u32) -> io::Result<()> {
    let peer = stream.peer_cred()?.uid();
    match peer == own {
        true => Ok(()),
        false => {
            Err(io::Error::other(format!("user {peer} is at the other side, not {own}, as this process is")))
        }
    }
}

/// Returns the user of this process.
fn own_user() -> io::Result<u32> {
    Ok(std::fs::metadata("/proc/self")?.uid())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_come_in_pieces_of_any_size() {
        let frames = [
            Frame::Stdout(b"out".to_vec()),
            Frame::Stderr(Vec::new()),
            Frame::Event(Event::Failed(Failure::Memory)),
            Frame::Event(Event::Ended(Ending::Signal(9))),
        ];
        let (mut came, mut read) = (Vec::new(), Vec::new());
        for byte in frames.iter().flat_map(|frame| frame.encode().expect("short")) {
            came.push(byte);
            read.extend(Frame::take(&mut came).expect("a frame"));
        }
        assert!(came.is_empty());
        assert_eq!(format!("{read:?}"), format!("{frames:?}"));
    }

    #[test]
    fn what_is_too_long_is_refused_before_it_comes() {
        let mut came = [&[STDOUT], (MOST as u32 + 1).to_le_bytes().as_slice()].concat();
        Frame::take(&mut came).expect_err("too long");
        Frame::take(&mut vec![9, 0, 0, 0, 0]).expect_err("no such kind");
        Frame::Stdout(vec![0; MOST + 1]).encode().expect_err("too long");
    }

    #[tokio::test]
    async fn only_a_process_of_the_same_user_is_heard() {
        let (one, _other) = UnixStream::pair().expect("a pair of sockets");
        let own = own_user().expect("the own user");
        check_peer(&one, own).expect("the own user");
        let refused = check_peer(&one, own + 1).expect_err("another user");
        assert_eq!(
            refused.to_string(),
            format!("user {own} is at the other side, not {}, as this process is", own + 1)
        );
    }
}
