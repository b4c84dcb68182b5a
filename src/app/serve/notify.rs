//! What a service manager is told: that the program is ready, alive, and stopping. systemd hands over the name of a socket for it
//! (`Type=notify`, `sd_notify(3)`); without one nothing is told.

use std::os::linux::net::SocketAddrExt;
use std::os::unix::net::{SocketAddr, UnixDatagram};
use std::time::Duration;

/// The variable that names the socket: a path, or a name after `@` that stands in no folder.
const SOCKET_VARIABLE: &str = "NOTIFY_SOCKET";
/// The variable with the microseconds within which the manager wants to hear that the program is alive.
const WATCHDOG_VARIABLE: &str = "WATCHDOG_USEC";
/// The variable with the process that this is asked of, where it is not every one that has the other.
const WATCHED_VARIABLE: &str = "WATCHDOG_PID";

/// A service manager that wants to be told.
#[derive(Debug, Default)]
pub struct Supervisor {
    socket: Option<(UnixDatagram, SocketAddr)>,
    /// How long the program may be silent, where that matters.
    patience: Option<Duration>,
}

impl Supervisor {
    /// The one that the environment names. A socket that cannot be used is as none: nobody waits at it.
    pub fn of_environment(vars: &dyn Fn(&str) -> Option<String>) -> Supervisor {
        let address = vars(SOCKET_VARIABLE).and_then(|name| match name.strip_prefix('@') {
            Some(name) => SocketAddr::from_abstract_name(name).ok(),
            None => SocketAddr::from_pathname(name).ok(),
        });
        let socket = address.and_then(|address| Some((UnixDatagram::unbound().ok()?, address)));
        let for_us = vars(WATCHED_VARIABLE).is_none_or(|process| process == std::process::id().to_string());
        let micros = vars(WATCHDOG_VARIABLE).and_then(|micros| micros.parse().ok());
        let patience = micros.filter(|micros| for_us && *micros > 0).map(Duration::from_micros);
        Supervisor { socket, patience }
    }

    /// Says that calls are taken.
    pub fn ready(&self) {
        self.tell("READY=1");
    }

    /// Says that the program stops.
    pub fn stopping(&self) {
        self.tell("STOPPING=1");
    }

    /// Says again and again that the program is alive, twice as often as it is waited for; for ever in silence where nobody waits.
    /// The threads that do the work say it: where they are stuck, nothing is said.
    pub async fn stay_alive(&self) {
        let Some(patience) = self.patience else { return std::future::pending().await };
        let mut beats = tokio::time::interval(patience / 2);
        loop {
            beats.tick().await;
            self.tell("WATCHDOG=1");
        }
    }

    fn tell(&self, what: &str) {
        if let Some((socket, address)) = &self.socket {
            // A manager that does not listen finds out by itself.
            let _ = socket.send_to_addr(what.as_bytes(), address);
        }
    }
}
