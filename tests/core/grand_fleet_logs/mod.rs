//! *Grand Fleet 1.2* with logs: tables of two, ways of playing them, and what a log can show.
#![allow(dead_code)]

pub mod alike;
pub mod table;
