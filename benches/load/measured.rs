//! What a load is measured by: how long answers took, by kind, and what it cost the processes that gave them.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::Mutex;
use std::time::Duration;

use hdrhistogram::Histogram;

/// Ticks a second of the times in `/proc`, which Linux has on every machine that this runs on.
const TICKS: f64 = 100.0;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    Open,
    Order,
    Suggestion,
    Status,
    Board,
    Log,
    List,
    Map,
    Mail,
}

/// What came of one question.
#[derive(Debug, Default, Clone, Copy)]
pub struct Answer {
    pub took: Duration,
    /// How long after its moment it was sent: the generator's own fault, and part of `took`.
    pub late: Duration,
    pub refused: bool,
    pub deferred: bool,
    pub sent: usize,
    pub received: usize,
}

/// The answers since the last time they were told.
#[derive(Default)]
pub struct Measured(Mutex<BTreeMap<Kind, OfKind>>);

struct OfKind {
    micros: Histogram<u64>,
    late: Histogram<u64>,
    deferred: u64,
    refused: u64,
    sent: u64,
    received: u64,
}

impl Default for OfKind {
    fn default() -> OfKind {
        let histogram = || Histogram::new(3).expect("a histogram");
        OfKind { micros: histogram(), late: histogram(), deferred: 0, refused: 0, sent: 0, received: 0 }
    }
}

impl Measured {
    pub fn note(&self, kind: Kind, answer: Answer) {
        let mut measured = self.0.lock().expect("a lock");
        let of_kind = measured.entry(kind).or_default();
        of_kind.micros.record(answer.took.as_micros() as u64).expect("a time");
        of_kind.late.record(answer.late.as_micros() as u64).expect("a time");
        of_kind.deferred += u64::from(answer.deferred);
        of_kind.refused += u64::from(answer.refused);
        of_kind.sent += answer.sent as u64;
        of_kind.received += answer.received as u64;
    }

    /// Prints what was measured and forgets it. In a `closed` loop, where who waits for an answer asks nothing meanwhile, what
    /// was not asked is put in, one question in each mean time of its kind.
    pub fn tell(&self, what: &str, took: Duration, closed: bool) {
        let measured = std::mem::take(&mut *self.0.lock().expect("a lock"));
        let count: u64 = measured.values().map(|it| it.micros.len()).sum();
        println!("{what}: {count} answers in {took:.0?}, {:.0} a second", count as f64 / took.as_secs_f64());
        let mut late = Histogram::<u64>::new(3).expect("a histogram");
        for (kind, of_kind) in &measured {
            late.add(&of_kind.late).expect("times");
            let OfKind { micros, deferred, refused, sent, received, .. } = of_kind;
            let count = micros.len();
            println!(
                "  {kind:?}: {count} answers, {}; {deferred} deferred, {refused} refused; {} bytes asked, {} answered",
                quantiles(micros),
                sent / count.max(1),
                received / count.max(1)
            );
            if closed {
                println!("    corrected: {}", quantiles(&micros.clone_correct(micros.mean() as u64)));
            }
        }
        println!("  the generator was late by {}", quantiles(&late));
    }
}

fn quantiles(micros: &Histogram<u64>) -> String {
    let ms = |micros: u64| micros as f64 / 1000.0;
    let [p50, p99, p999] = [0.5, 0.99, 0.999].map(|share| ms(micros.value_at_quantile(share)));
    format!("p50 {p50:.1} ms, p99 {p99:.1} ms, p99.9 {p999:.1} ms, most {:.1} ms", ms(micros.max()))
}

/// Seconds of a processor that a process has used; those of children that ended too.
pub fn cpu_seconds(process: u32) -> f64 {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    // The name, in brackets, may hold anything.
    let after_name = stat.rsplit_once(") ").map_or("", |(_, rest)| rest);
    let ticks = after_name.split(' ').skip(11).take(4).filter_map(|ticks| ticks.parse::<f64>().ok());
    ticks.sum::<f64>() / TICKS
}

/// A number of KiB that the kernel says of a process; 0 where it does not.
pub fn kib(process: u32, file: &str, name: &str) -> u64 {
    let said = fs::read_to_string(format!("/proc/{process}/{file}")).unwrap_or_default();
    let line = said.lines().find(|line| line.starts_with(name));
    line.and_then(|line| line.split_whitespace().nth(1)).and_then(|kib| kib.parse().ok()).unwrap_or(0)
}

/// The processes that another has started and that run now.
pub fn children(process: u32) -> Vec<u32> {
    let said = fs::read_to_string(format!("/proc/{process}/task/{process}/children")).unwrap_or_default();
    said.split_whitespace().filter_map(|child| child.parse().ok()).collect()
}

/// The bytes of a file, or of all files below a folder.
pub fn bytes(path: &Path) -> u64 {
    match fs::read_dir(path) {
        Ok(inside) => inside.flatten().map(|it| bytes(&it.path())).sum(),
        Err(_) => fs::metadata(path).map_or(0, |it| it.len()),
    }
}

pub fn mib(bytes: u64) -> f64 {
    bytes as f64 / 1048576.0
}
