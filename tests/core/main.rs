//! What lies between the rules and the doors: log, table, audit, options, book, words, reports.
#![allow(clippy::unwrap_used)]

mod agreed;
mod audit;
mod audit_goeben;
mod audit_seats;
mod beyond;
mod book;
mod club_log;
#[path = "../common/mod.rs"]
mod common;
mod computers;
mod entropy;
mod export;
mod fenced;
mod forged;
mod goeben_table;
mod golden_format_2;
mod grand_fleet_logs;
mod grand_fleet_table;
mod lab;
mod lists;
mod log_store;
#[path = "../log_support/mod.rs"]
mod log_support;
mod master;
mod moving;
mod named;
mod officers_table;
mod one_file;
mod options_tree;
mod order_digest;
mod pace;
#[path = "../common/pages.rs"]
mod pages;
mod pinned_players;
#[cfg(feature = "postgres")]
mod postgres;
mod publish;
mod ready;
mod receipts;
mod rematch;
mod remembered;
mod report;
mod retried;
mod seats;
mod small;
mod stand_in;
mod standing;
mod substitutes;
mod table;
mod tamper;
mod time;
mod time_club;
mod time_counted;
mod time_faults;
mod time_golden;
mod time_laws;
#[path = "../toy/mod.rs"]
mod toy;
mod trust;
mod unit;
mod vacancies;
mod wait_ended;
mod witnessed;
mod words;
