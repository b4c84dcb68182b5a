//! The `wardroom` binary.

use std::io::{BufReader, IsTerminal, Write};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use clap::Parser;
use wardroom::app::{self, cli::Cli, edge::Edge};
use wardroom::table::System;

/// How often a terminal that nobody types at looks what others did: soon enough for a person.
const BEAT: Duration = Duration::from_millis(500);

fn main() -> ExitCode {
    let cli = Cli::parse();
    let (stdin, stdout) = (std::io::stdin(), std::io::stdout());
    let mut out = std::io::BufWriter::new(stdout.lock());
    let mut edge = Edge {
        vars: &|name| std::env::var(name).ok(),
        interactive: stdin.is_terminal(),
        terminal: stdout.is_terminal(),
        input: Box::new(BufReader::new(stdin)),
        beat: BEAT,
        out: &mut out,
        world: Arc::new(System),
    };
    let outcome = app::run(cli, &mut edge).and_then(|well| Ok(out.flush().map(|()| well)?));
    match outcome {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(trouble) if trouble.is_broken_pipe() => ExitCode::SUCCESS,
        Err(trouble) => {
            // What was printed before the trouble belongs before it.
            let _ = out.flush();
            eprintln!("wardroom: {trouble}");
            ExitCode::from(trouble.status())
        }
    }
}
