//! A program with the child role. Its computations, and the attempts that commands make with it, try to do what a jail
//! must prevent.

mod attempts;

use std::{env, fs, net::TcpListener, process::ExitCode, time::Instant};

use adjutant_sandbox::child;

fn main() -> ExitCode {
    let given: Vec<String> = env::args().skip(1).collect();
    if let [name, with] = given.as_slice() {
        return match attempts::attempt(name, with) {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => {
                eprintln!("{name}: {error}");
                ExitCode::FAILURE
            }
        };
    }
    child::enter(&[
        ("echo", |input| input.to_vec()),
        ("loop", |_| {
            let mut rounds = 0_u64;
            loop {
                rounds = std::hint::black_box(rounds.wrapping_add(1));
            }
        }),
        ("wait", |_| {
            // Waits without using processor time, whose limit would end the process.
            let (_open, waits) = std::sync::mpsc::channel::<()>();
            let _ = waits.recv();
            Vec::new()
        }),
        ("memory", |_| {
            let mut held: Vec<Vec<u8>> = Vec::new();
            loop {
                held.push(vec![1; 1 << 20]);
            }
        }),
        ("flood", |_| vec![b'x'; 8 << 20]),
        ("panic", |_| panic!("as asked")),
        ("recursion", |_| deeper(0).to_string().into_bytes()),
        ("read", |path| tried(fs::read(String::from_utf8_lossy(path).as_ref()).map(|_| ()))),
        ("write", |path| tried(fs::write(String::from_utf8_lossy(path).as_ref(), "x"))),
        ("listen", |_| tried(TcpListener::bind("127.0.0.1:0").map(|_| ()))),
        ("process", |_| tried(std::process::Command::new("/bin/true").status().map(|_| ()))),
        ("thread", |_| tried(std::thread::Builder::new().spawn(|| {}).map(|_| ()))),
        ("environment", |_| env::vars_os().count().to_string().into_bytes()),
        ("clock", |_| format!("{}", Instant::now().elapsed().as_secs()).into_bytes()),
    ])
}

/// Recurses until the stack is full: each call takes up a part of it.
fn deeper(depth: u64) -> u64 {
    if depth == u64::MAX {
        return depth;
    }
    let own = std::hint::black_box([depth; 64]);
    deeper(depth + 1) + own.iter().sum::<u64>()
}

fn tried(done: std::io::Result<()>) -> Vec<u8> {
    match done {
        Ok(()) => b"it worked".to_vec(),
        Err(error) => error.kind().to_string().into_bytes(),
    }
}
