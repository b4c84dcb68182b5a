mod calendar;
mod limits;
