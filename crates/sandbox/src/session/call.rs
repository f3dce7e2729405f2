//! The gateway's side of a connection.

use std::{io, path::Path, time::Duration};

use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::UnixStream,
    time::{Instant, timeout},
};

use super::{Event, FolderId, Frame, Request, check_peer, encode, own_user};
use crate::{Failure, Order, Output, Task, parent::START, places::Place, process::PIECE};

/// A command in the sidecar. The sidecar ends it when this is dropped.
#[derive(Debug)]
pub(crate) struct Call {
    stream: UnixStream,
    /// Received bytes that are not a whole frame yet.
    came: Vec<u8>,
    started: Instant,
    _place: Place,
}

impl Call {
    /// Sends an order and returns once the jail holds.
    pub(crate) async fn start(
        socket: &Path,
        place: Place,
        order: &Order,
        input: &[u8],
    ) -> Result<Self, Failure> {
        let started = async {
            let stream = connect(socket).await.map_err(|error| {
                Failure::Sidecar(format!(
                    "cannot be reached at {}: {error}. The operator has to see to `adjutant shell serve`; try again \
                     later",
                    socket.display()
                ))
            })?;
            let mut call = Self { stream, came: Vec::new(), started: Instant::now(), _place: place };
            let request = Request { order: order.clone(), begins: begins(order).await? };
            let request = encode(&request, input)?;
            call.stream.write_all(&request).await.map_err(gone)?;
            match call.frame().await? {
                Frame::Event(Event::Ready) => Ok(call),
                Frame::Event(Event::Failed(failure)) => Err(failure),
                _ => Err(out_of_turn()),
            }
        };
        timeout(START, started).await.unwrap_or(Err(Failure::TookTooLong(START)))
    }

    /// Returns how long the command has been running.
    pub(crate) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Waits for the command's next output or its end. The future may be dropped and the method called again.
    pub(crate) async fn next(&mut self) -> Result<Output, Failure> {
        match self.frame().await? {
            Frame::Stdout(piece) => Ok(Output::Stdout(piece)),
            Frame::Stderr(piece) => Ok(Output::Stderr(piece)),
            Frame::Event(Event::Ended(ending)) => Ok(Output::Ended(ending)),
            Frame::Event(Event::Failed(failure)) => Err(failure),
            Frame::Event(Event::Ready) => Err(out_of_turn()),
        }
    }

    async fn frame(&mut self) -> Result<Frame, Failure> {
        loop {
            if let Some(frame) = Frame::take(&mut self.came)? {
                return Ok(frame);
            }
            self.came.reserve(PIECE);
            if self.stream.read_buf(&mut self.came).await.map_err(gone)? == 0 {
                return Err(gone(io::ErrorKind::UnexpectedEof.into()));
            }
        }
    }
}

async fn connect(socket: &Path) -> io::Result<UnixStream> {
    let stream = UnixStream::connect(socket).await?;
    check_peer(&stream, own_user()?)?;
    Ok(stream)
}

/// Returns the identity of the folder in which a command begins.
async fn begins(order: &Order) -> Result<Option<FolderId>, Failure> {
    match &order.task {
        Task::Shell { folder, .. } if folder.parent().is_some() => Ok(Some(FolderId::of(folder).await?)),
        _ => Ok(None),
    }
}

/// Returns the failure of a command whose sidecar ended.
fn gone(error: io::Error) -> Failure {
    Failure::Sidecar(format!(
        "ended before the command did ({error}); look at what the command has done until then"
    ))
}

fn out_of_turn() -> Failure {
    Failure::Sidecar("is another version: the operator has to start both again".to_owned())
}
