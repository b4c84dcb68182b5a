//! Pages in a browser: Chromium and chromedriver have to be installed, so every test is asked for.
#![allow(clippy::unwrap_used)]

mod activity;
mod board;
mod chromium;
#[allow(unused_imports, unused_macros)]
#[path = "../common/mod.rs"]
mod common;
mod one_file;
#[path = "../common/pages.rs"]
mod pages;
mod spectators;
mod tour;
#[path = "../toy/mod.rs"]
mod toy;
