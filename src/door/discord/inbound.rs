//! What Discord sends, and answering it in time.
//!
//! | part | what it does |
//! |---|---|
//! | [`gateway`], [`endpoint`] | the two ways in |
//! | [`raw`], [`reading`] | what Discord sends, field by field, read into calls |
//! | [`call`] | what came in, by whichever way |
//! | [`answering`] | answers in time, whatever the handlers take |

pub mod answering;
pub mod call;
pub mod endpoint;
pub mod gateway;
pub mod raw;
pub mod reading;
