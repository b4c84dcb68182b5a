mod frames;
mod read;
