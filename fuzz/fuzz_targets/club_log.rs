#![no_main]
#![allow(dead_code)]

#[path = "../../tests/foreign/targets.rs"]
mod targets;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| targets::club_log(bytes));
