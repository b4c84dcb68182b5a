//! What Discord sends, and answering it in time.
//!
//! | part | what it does |
//! |---|---|
//! | [`gateway`], [`endpoint`] | the two ways in |
//! | [`raw`], [`decode`] | what Discord sends, field by field, decoded into interactions |
//! | [`interaction`] | what came in, by whichever way |
//! | [`answering`] | answers in time, whatever the handlers take |

pub mod answering;
pub mod decode;
pub mod endpoint;
pub mod gateway;
pub mod interaction;
pub mod raw;
