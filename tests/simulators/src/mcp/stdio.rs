//! Standard input and output of a program: one message per line.

use std::{io, process, sync::Arc};

use serde_json::Value;
use tokio::{
    io::{AsyncBufReadExt, AsyncWriteExt, BufReader, stdin, stdout},
    sync::mpsc::unbounded_channel,
};

use super::engine::{After, Engine, Session};

/// Serves the client over standard input and output until the input ends; with `is_newest`, only in the version of the
/// protocol without a handshake.
///
/// # Errors
/// Returns an error if the input cannot be read.
pub async fn serve(is_newest: bool) -> io::Result<()> {
    let engine = Arc::new(Engine::new(is_newest));
    let session = Arc::new(Session::default());
    let (out, mut said) = unbounded_channel::<Value>();
    engine.listen(out.clone());
    tokio::spawn(async move {
        let mut output = stdout();
        while let Some(message) = said.recv().await {
            let line = match message {
                Value::String(garbage) => garbage,
                message => message.to_string(),
            };
            if output.write_all(format!("{line}\n").as_bytes()).await.is_err()
                || output.flush().await.is_err()
            {
                return;
            }
        }
    });
    let mut lines = BufReader::new(stdin()).lines();
    while let Some(line) = lines.next_line().await? {
        let Ok(message) = serde_json::from_str::<Value>(&line) else {
            eprintln!("this is no message: {line}");
            process::exit(4);
        };
        let (engine, session, out) = (engine.clone(), session.clone(), out.clone());
        tokio::spawn(async move {
            match engine.handle(&session, message, &out).await {
                After::Open => {}
                After::Death => {
                    eprintln!("fatal: the shed burns");
                    process::exit(3);
                }
                // Nobody reads the output of a program that ends.
                After::Garbage => _ = out.send(Value::String("this is no JSON".to_owned())),
            }
            if let Some(violation) = engine.state().violations.first() {
                eprintln!("against the protocol: {violation}");
                process::exit(4);
            }
        });
    }
    Ok(())
}
