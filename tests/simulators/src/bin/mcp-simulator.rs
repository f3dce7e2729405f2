//! An MCP server with a tool for each fault, for tests and experiments.

use std::{
    env,
    io::{self, Write},
};

use adjutant_simulators::mcp::{Mcp, odd, serve_stdio};
use clap::Parser;

/// An MCP server over its standard input and output, or over streamable HTTP.
#[derive(Parser)]
struct Args {
    /// Serve HTTP on this port of 127.0.0.1; 0 for a free one.
    #[arg(long)]
    http: Option<u16>,
    /// Over the standard input and output, only speak the version of the protocol without a handshake.
    #[arg(long, conflicts_with = "http")]
    newest: bool,
    /// Over the standard input and output, be a server with these tools, results and habits, in JSON.
    #[arg(long, conflicts_with = "http")]
    odd: Option<String>,
    /// Say which variables the environment has, and end.
    #[arg(long)]
    environment: bool,
}

#[tokio::main]
async fn main() -> io::Result<()> {
    let args = Args::parse();
    if args.environment {
        let mut names: Vec<_> = env::vars().map(|(name, _)| name).collect();
        names.sort();
        writeln!(io::stderr(), "{}", names.join(" "))?;
        std::process::exit(5);
    }
    if let Some(odd) = args.odd {
        return odd::serve(serde_json::from_str(&odd)?).await;
    }
    match args.http {
        Some(port) => {
            let server = Mcp::start_at(port).await;
            writeln!(io::stdout(), "url = \"{}\"", server.url())?;
            tokio::signal::ctrl_c().await
        }
        None => serve_stdio(args.newest).await,
    }
}
