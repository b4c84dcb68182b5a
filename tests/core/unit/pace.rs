mod absence;
mod suggest;
mod zone;
