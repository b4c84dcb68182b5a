mod input;
mod page;
mod screen;
mod wording;
