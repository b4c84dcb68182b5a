mod courier;
mod letter;
mod token;
mod wording;
