//! `wardroom serve`: configuration, the two ways in, answers in time, operation.

mod answers;
mod bench;
mod calls;
mod club_log;
mod configuration;
mod endpoint;
mod mail_configuration;
mod pages;
mod program;
mod running;
mod settings;
mod stand_in;
mod witness;

use std::sync::OnceLock;

use bench::Logged;
use wardroom::config::serving::LogFormat;

/// What all tests of this program log, at the most telling filter there is.
fn logs() -> &'static Logged {
    static LOGS: OnceLock<Logged> = OnceLock::new();
    LOGS.get_or_init(|| {
        let logged = Logged::default();
        let writer = logged.clone();
        let subscriber = wardroom::observe::logs("trace", LogFormat::Json, move || writer.clone()).unwrap();
        tracing::subscriber::set_global_default(subscriber).unwrap();
        logged
    })
}
