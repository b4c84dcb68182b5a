mod courier;
mod letter;
mod pictures;
mod token;
mod wording;
