# Why something typed is no pace, no ladder of reminders and no quiet hours.
pace-none-such = “{ $given }” is no pace. Write `none`, a length such as `36h` or `2d`, or days, times and a zone: `Mon,Wed,Fri 20:00 Asia/Tokyo`, `daily 21:00 Europe/Berlin`.
pace-zero = That is no time at all. The least is one hour, `1h`; `none` is for no limit.
pace-no-whole-hours = “{ $given }” is no length in whole hours or days. Write it as `36h` or `2d`; the least is `1h`.
pace-too-long = “{ $given }” is longer than { $days } days, which is the most.
pace-no-day = “{ $given }” is no day of the week. Write `Mon`, `Mon,Wed,Fri`, `Mon-Fri` or `daily`.
pace-no-day-nearest = “{ $given }” is no day of the week. Did you mean `{ $nearest }`?
pace-no-such-time = “{ $given }” is no time of day: they go from `00:00` to `23:59`.
pace-no-time = The days are { $read }; the time of day is missing, such as `{ $read } 20:00 Asia/Tokyo`.
pace-no-zone = { $read } is understood; whose clocks is it by? Name the time zone behind it, such as `{ $read } Asia/Tokyo`.
pace-no-such-zone = There is no time zone “{ $given }”. Write its name in the IANA database, or its city: `Europe/London`, `Tokyo`.
pace-no-such-zone-nearest = There is no time zone “{ $given }”. Did you mean `{ $nearest }`?
pace-never-due = With weekends off nothing would ever be due at `{ $pace }`: all these times are on weekends. Add another day, or let weekends count.
ladder-no-step = “{ $given }” is no reminder. Write after how long, or how long before the deadline: `1d, 3d, 6h before`; `none` is for no reminders.
ladder-too-many = { $steps } reminders of one decision are too many: the most are { $most }.
quiet-none-such = “{ $given }” is not understood as quiet hours. Write when they begin and end: `22:00-08:00 Asia/Tokyo`; `none` is for no quiet hours.
quiet-too-long = “{ $given }” leaves too little of the day: quiet hours take { $most } hours a day at most.
