//! Requests from Discord, and answering them in time.
//!
//! | part | what it does |
//! |---|---|
//! | [`gateway`], [`endpoint`] | the two ways in |
//! | [`decode`] | what Discord sends, decoded into interactions |
//! | [`answering`] | answers in time, whatever the handlers take |

pub mod answering;
pub mod decode;
pub mod endpoint;
pub mod gateway;
