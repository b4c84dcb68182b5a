//! The processor time that a bench takes: on a busy machine, the figure that can be compared.

use std::time::Duration;

/// Ticks of the kernel's clock in a second.
const TICKS: f64 = 100.0;

/// The processor time of this process so far, all threads together; nothing where the kernel does not say.
pub fn used() -> Duration {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // The name, which may hold spaces, is in brackets; user and system time are 12 and 13 fields behind it.
    let behind = stat.rsplit(')').next().unwrap_or_default();
    let ticks = behind.split_whitespace().skip(11).take(2).filter_map(|field| field.parse::<f64>().ok());
    Duration::from_secs_f64(ticks.sum::<f64>() / TICKS)
}
