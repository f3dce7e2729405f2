//! The sidecar's side: it listens, and runs the gateway's commands in a jail.

use std::{
    fs, io,
    os::unix::fs::{DirBuilderExt, FileTypeExt, MetadataExt, PermissionsExt},
    path::{Path, PathBuf},
    pin::pin,
    sync::Arc,
};

use anyhow::{Context, Result, ensure};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{UnixListener, UnixStream, unix::OwnedReadHalf, unix::OwnedWriteHalf},
    sync::Semaphore,
    task::JoinSet,
    time::timeout,
};

use super::{Event, FolderId, Frame, Request, check_peer, own_user, read_request};
use crate::{Failure, Files, Order, Output, Sandbox, Task, parent::START};

/// The most connections at once; more wait to be accepted.
const CONNECTIONS: usize = 32;

/// The limits that the sidecar sets for commands, whatever the gateway asks for.
#[derive(Clone, Debug)]
pub struct Service {
    pub sandbox: Sandbox,
    /// The folder of people's files. Commands may change only files below it.
    pub root: PathBuf,
    /// The most that any command may use: its limits, network, devices, programs and readable files. The other fields
    /// are ignored.
    pub widest: Order,
}

/// Listens at a socket, which only processes of this user can reach, until `shutdown` completes; then every command
/// ends. Calls `ready` once it listens.
///
/// # Errors
/// Returns an error if it cannot listen, or the folder of the socket is open to others.
pub async fn serve(
    service: Service,
    socket: &Path,
    ready: impl FnOnce(),
    shutdown: impl Future<Output = ()>,
) -> Result<()> {
    let listener = listen(socket).await.with_context(|| format!("cannot listen at {}", socket.display()))?;
    ready();
    let (service, own) = (Arc::new(service), own_user()?);
    let places = Arc::new(Semaphore::new(CONNECTIONS));
    let mut calls = JoinSet::new();
    let mut shutdown = pin!(shutdown);
    loop {
        let accepted = async {
            let place = places.clone().acquire_owned().await?;
            Ok::<_, anyhow::Error>((place, listener.accept().await.context("cannot accept a connection")?.0))
        };
        let (place, stream) = tokio::select! {
            accepted = accepted => accepted?,
            () = &mut shutdown => break,
        };
        if check_peer(&stream, own).is_ok() {
            let service = service.clone();
            calls.spawn(async move {
                // A closed connection needs no answer.
                let _ = answer(&service, stream).await;
                drop(place);
            });
        }
        while calls.try_join_next().is_some() {}
    }
    let _ = fs::remove_file(socket);
    calls.shutdown().await;
    Ok(())
}

/// Creates the socket, in a folder of this user that nobody else can enter.
async fn listen(socket: &Path) -> Result<UnixListener> {
    let folder = socket.parent().context("it has no folder")?;
    if !folder.exists() {
        fs::DirBuilder::new().recursive(true).mode(0o700).create(folder)?;
    }
    let found = fs::metadata(folder)?;
    ensure!(
        found.uid() == own_user()? && found.mode() & 0o077 == 0,
        "the folder {} has to be this user's, with mode 0700",
        folder.display()
    );
    if let Ok(before) = fs::symlink_metadata(socket) {
        ensure!(before.file_type().is_socket(), "there is something else");
        ensure!(UnixStream::connect(socket).await.is_err(), "another process listens there");
        fs::remove_file(socket)?;
    }
    let listener = UnixListener::bind(socket)?;
    fs::set_permissions(socket, fs::Permissions::from_mode(0o600))?;
    Ok(listener)
}

/// Handles the request of a connection. The command ends with the connection.
async fn answer(service: &Service, stream: UnixStream) -> io::Result<()> {
    let (mut from, mut to) = stream.into_split();
    let order = match timeout(START, read_request(&mut from)).await {
        Ok(Ok((request, input))) => service.order(request).await.map(|order| (order, input)),
        Ok(Err(error)) => Err(format!("does not understand the order: {error}")),
        Err(_) => Err("waited in vain for the order".to_owned()),
    };
    match order {
        Ok((order, input)) => tokio::select! {
            done = run(service, &order, input, &mut to) => done,
            // The gateway is gone, or no longer needs the command.
            () = closed(&mut from) => Ok(()),
        },
        Err(why) => send(&mut to, Frame::Event(Event::Failed(Failure::Sidecar(why)))).await,
    }
}

/// Waits until the other side closes the connection, or sends unexpected bytes.
async fn closed(from: &mut OwnedReadHalf) {
    let _ = from.read_u8().await;
}

async fn run(service: &Service, order: &Order, input: Vec<u8>, to: &mut OwnedWriteHalf) -> io::Result<()> {
    let mut running = match service.sandbox.start(order, input).await {
        Ok(running) => running,
        Err(failure) => return send(to, failed(failure)).await,
    };
    send(to, Frame::Event(Event::Ready)).await?;
    loop {
        let (frame, is_last) = match running.next().await {
            Ok(Output::Stdout(piece)) => (Frame::Stdout(piece), false),
            Ok(Output::Stderr(piece)) => (Frame::Stderr(piece), false),
            Ok(Output::Ended(ending)) => (Frame::Event(Event::Ended(ending)), true),
            Err(failure) => (failed(failure), true),
        };
        send(to, frame).await?;
        if is_last {
            return Ok(());
        }
    }
}

/// Sends a frame. Fails if the gateway does not read it for long: nobody watches the command meanwhile.
async fn send(to: &mut OwnedWriteHalf, frame: Frame) -> io::Result<()> {
    timeout(START, to.write_all(&frame.encode()?)).await?
}

fn failed(failure: Failure) -> Frame {
    Frame::Event(Event::Failed(match failure {
        // Such an error concerns only this process.
        Failure::Io(error) => Failure::Unavailable(error.to_string()),
        failure => failure,
    }))
}

impl Service {
    /// Returns the order for a request, reduced to the limits of this service.
    ///
    /// # Errors
    /// Returns the reason for a refusal.
    async fn order(&self, Request { order, begins }: Request) -> Result<Order, String> {
        let Order { task: Task::Shell { command, folder, environment, files, network }, limits } = order
        else {
            return Err("runs nothing but commands".to_owned());
        };
        let Task::Shell { files: most, network: may_connect, .. } = &self.widest.task else {
            return Err("is not set up for commands".to_owned());
        };
        if let Some(begins) = begins
            && FolderId::of(&folder).await.ok() != Some(begins)
        {
            return Err(format!(
                "does not see the gateway's folder {}. The operator has to give both the folder of people's files \
                 ([tools] workspace) at the same path",
                folder.display()
            ));
        }
        let mut readable = most.readable.clone();
        // Paths in the gateway's settings that do not exist here, or are outside the folder, are left out.
        for path in files.readable.iter().filter(|path| path.exists()) {
            readable.extend(self.within(path).ok());
        }
        let own = files.own.iter().map(|path| self.within(path)).collect::<Result<_, _>>()?;
        let files = Files { own, readable, devices: most.devices.clone(), programs: most.programs.clone() };
        let network = network && *may_connect;
        Ok(Order {
            task: Task::Shell { command, folder, environment, files, network },
            limits: limits.at_most(self.widest.limits),
        })
    }

    /// Returns the target of a path if it is below the folder of people's files.
    fn within(&self, path: &Path) -> Result<PathBuf, String> {
        let found = path.canonicalize().and_then(|path| Ok((path, self.root.canonicalize()?)));
        match found {
            Ok((path, root)) if path.starts_with(&root) && path != root => Ok(path),
            _ => Err(format!("opens nothing but people's files, which {} is not", path.display())),
        }
    }
}
