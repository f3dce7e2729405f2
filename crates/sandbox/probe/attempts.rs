//! Attempts that a program makes inside the jail of a command. Each reports its result, or the reason for its failure.

use std::{
    io,
    net::{TcpListener, TcpStream, UdpSocket},
    os::{
        linux::net::SocketAddrExt,
        unix::net::{SocketAddr, UnixListener, UnixStream},
    },
};

use nix::{
    sched::{CloneFlags, setns, unshare},
    sys::{
        ptrace,
        signal::{Signal, kill},
    },
    unistd::{Pid, Uid, setsid, setuid},
};

/// Makes an attempt; returns whether it worked.
pub(crate) fn attempt(name: &str, with: &str) -> io::Result<()> {
    let process = || Pid::from_raw(with.parse().unwrap_or_default());
    match name {
        "connect" => TcpStream::connect(with).map(drop),
        "listen" => TcpListener::bind("127.0.0.1:0").map(drop),
        "datagram" => UdpSocket::bind("127.0.0.1:0").map(drop),
        "socket" => UnixStream::connect(with).map(drop),
        "abstract" => UnixStream::connect_addr(&SocketAddr::from_abstract_name(with)?).map(drop),
        "serve" => UnixListener::bind(with).map(drop),
        "trace" => Ok(ptrace::attach(process())?),
        "seize" => Ok(ptrace::seize(process(), ptrace::Options::empty())?),
        "stop" => Ok(kill(process(), Signal::SIGSTOP)?),
        "probe" => Ok(kill(process(), None)?),
        "session" => Ok(setsid().map(drop)?),
        "user" => Ok(setuid(Uid::from_raw(65_534))?),
        "namespaces" => Ok(unshare(CloneFlags::CLONE_NEWUSER | CloneFlags::CLONE_NEWNS)?),
        "network" => Ok(unshare(CloneFlags::CLONE_NEWNET)?),
        "join" => Ok(setns(io::stdin(), CloneFlags::empty())?),
        _ => Err(io::ErrorKind::Unsupported.into()),
    }
}
