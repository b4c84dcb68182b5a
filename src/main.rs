//! The `wardroom` binary.

use std::ffi::OsString;
use std::io::{BufRead, BufReader, BufWriter, IsTerminal};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use wardroom::app::lines::EditedLines;
use wardroom::app::registry::GAMES;
use wardroom::app::{self, deliver, process::ProcessContext, usage};
use wardroom::door::terminal::screen::Cleaned;
use wardroom::table::System;

/// The interval at which an idle terminal polls for others' actions: soon enough for a person.
const POLL_INTERVAL: Duration = Duration::from_millis(500);

/// The default number of columns of a terminal.
const USUAL_COLUMNS: usize = 80;

fn columns() -> usize {
    terminal_size::terminal_size().map_or(USUAL_COLUMNS, |(terminal_size::Width(columns), _)| columns.into())
}

fn main() -> ExitCode {
    let args: Vec<OsString> = std::env::args_os().collect();
    if let Some(status) = deliver::status(&args) {
        return ExitCode::from(status);
    }
    let (stdin, stdout) = (std::io::stdin(), std::io::stdout());
    let mut out = Cleaned::new(BufWriter::new(stdout.lock()));
    let mut err = Cleaned::new(std::io::stderr());
    let edited = (stdin.is_terminal() && stdout.is_terminal())
        .then(|| EditedLines::of(std::env::var("TERM").ok().as_deref()))
        .flatten();
    let interactive = stdin.is_terminal();
    let typing = edited.as_ref().map(EditedLines::typing);
    let input: Box<dyn BufRead + Send> = match edited {
        Some(edited) => Box::new(edited),
        None => Box::new(BufReader::new(stdin)),
    };
    let mut process = ProcessContext {
        typing,
        vars: &|name| std::env::var(name).ok(),
        interactive,
        terminal: stdout.is_terminal().then(columns),
        input,
        poll_interval: POLL_INTERVAL,
        out: &mut out,
        err: &mut err,
        platform: Arc::new(System),
    };
    let cli = match usage::read(&args, GAMES, &process) {
        Ok(cli) => cli,
        Err(said) if said.status == 0 => {
            // Whoever reads it may have gone.
            let _ = process.out.write_all(said.text.as_bytes()).and_then(|()| process.out.flush());
            return ExitCode::SUCCESS;
        }
        Err(said) => {
            eprint!("{}", said.text);
            return ExitCode::from(said.status);
        }
    };
    let outcome =
        app::run(cli, GAMES, &mut process).and_then(|well| Ok(process.out.flush().map(|()| well)?));
    match outcome {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) if error.is_broken_pipe() => ExitCode::SUCCESS,
        Err(error) => {
            // Output from before the error comes before it.
            let _ = process.out.flush();
            let told = error.render(usage::language_of(&args, &process));
            // If this cannot be written either, nobody is left to tell.
            let _ = writeln!(process.err, "wardroom: {told}");
            ExitCode::from(error.status())
        }
    }
}
