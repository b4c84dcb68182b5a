# Why a command did not do what was asked.
trouble-no-database = there is no database at { $path }; `wardroom play GAME` makes one
trouble-no-home = neither HOME nor XDG_DATA_HOME is set: name a database with --db
trouble-unknown-game = this program does not play `{ $game }`; it plays { $known }
trouble-no-seat = this table has no seat { $seat }; its seats are: { $seats }
trouble-seat-free = nobody holds the seat { $seat } yet; what it sees is shown to whoever takes it
trouble-held-by-another = the seat { $seat } is held by another player of this machine; if you are that player, say so with --player NAME
trouble-held-elsewhere = the seat { $seat } is held through { $door }; it is played and seen there
trouble-not-seated = you hold no seat at table { $table }; all are taken; if one is yours, say who you are with --player NAME
trouble-not-seated-free = you hold no seat at table { $table }; free: { $seats }; `--as SEAT` takes one
trouble-not-seated-offered = you hold no seat at table { $table }; kept for you: { $seats }; `--as SEAT` takes it, `wardroom decline { $table }` declines it
trouble-seat-kept = the seat { $seat } is kept for another player; if you are that player, say so with --player NAME
trouble-nothing-offered = no seat of table { $table } is kept for you; if one is, say who you are with --player NAME
trouble-offered-are = kept for you: { $seats }; say which with --as SEAT
trouble-closed = table { $table } is closed: its seats are no more taken; `show`, `log`, `dice` and `replay` look at it
trouble-nobody-of-that-name = nobody here has the id or the name { $name }; `wardroom people` lists everybody
trouble-several-of-that-name = several players have that name; say which by the id: { $ids }
trouble-refused = refused: { $why }
trouble-page-of-another-version = another version of the program wrote this page, and its words and pictures were not checked; `audit` ends with status 2 then
trouble-partly-checked = nothing is wrong with what can be checked, and not all of it can be; `audit` and `import --check` end with status 3 then
trouble-unknown-law = the log is under a law of time that this program does not know; `audit` and `import --check` end with status 2 then. A newer Wardroom checks it
trouble-unknown-rules = the log is under rules that this program does not know; `audit` and `import --check` end with status 2 then. A newer Wardroom checks it
trouble-head-file = the heads of the logs cannot be noted: { $why }. Nothing that was stored is lost by that, and the next command tries again
trouble-output = cannot write: { $why }
trouble-import = the file cannot be imported: { $why }
trouble-evidence = there is nothing to audit: { $why }
fault-no-room = there is no room to write: { $what }. Nothing was stored; it works again once there is room.
fault-busy = another process keeps the database locked: { $what }
fault-lost-tail = table { $table } lost its tail: the head file notes { $noted }, the database has { $found }. Restore a backup, or remove the table’s line from the head file to go on without what is lost.
fault-read-only = table { $table } came from a partial export: no position can be made of it; `log`, `dice` and `audit` read it
fault-archived = table { $table } was archived to { $file }: `replay`, `show`, `log`, `dice`, `picture` and `audit` read that file in place of the table, and `import` puts it back
fault-no-table = there is no table { $table } here
fault-table-exists = there is a table { $table } here already
fault-other-than-archived = table { $table } was archived to { $file } up to { $noted }, and this file leads to { $found }: it is not the log that was archived, but another, a changed or an earlier one. Nothing was imported
fault-part-of-archived = table { $table } was archived to { $file }, and this file is a view of a part of its log: only the whole log puts it back. Nothing was imported
fault-entry = table { $table }, entry { $entry } does not fit: { $what }
fault-not-ours = { $path } is not a Wardroom database: { $what }
fault-newer-schema = { $path } was written by a newer Wardroom (its schema is { $found }, this program knows up to { $known })
fault-strange-schema = { $path } says that its schema is { $found }, and what is in it is not that (this program knows 1 to { $known }): it is damaged, or something else has changed it. It is left as it is; go back to a backup
fault-older-schema = { $path } is of an earlier Wardroom (its schema is { $found }, this program writes { $known }). Bring it up to date with `wardroom migrate`, which makes a copy of it first; `serve` and `play` do the same
fault-cannot-write = nothing can be stored in { $path }: { $what }. What is in it is read all the same by `tables`, `show`, `log`, `dice`, `replay`, `audit`, `export` and `backup`, but not with `--all` and `--full`, which leave a note in its log
fault-unknown = the database was lost while it stored this, which may be stored or not: { $what }
fault-unreachable = { $path } cannot be reached: { $what }
fault-not-migrated = { $path } has the schema { $found } and this program needs { $known }: run `wardroom migrate` as the role that owns it
fault-powerful = the role { $role } owns the log in { $path } or may change it: play as a role that `wardroom migrate --serving ROLE` gave its rights, or say `single_role = true`
fault-moved = this database was moved to { $other }, which is played on in its place; it can still be read and audited
fault-leaving = this database is being moved to { $other }: nothing is stored in it. `wardroom copy --from … --to …` goes on with that, and with --give-up this one is played on again
fault-arriving = this database is being made a copy of { $other }: nothing is stored in it before that is done. `wardroom copy --from … --to …` goes on with it
copy-occupied = the database to move to has tables or people of its own, or what an earlier move left in it: name an empty one
copy-overtaken = { $place } is not as this move left it: another `copy` has begun meanwhile, or the move was given up. Nothing more was done; the same command says how it stands
copy-same = both are the same database: name another one to move to
copy-too-late = it is too late to give up: the first database was left, and the other is played on. `wardroom copy` can be typed the other way round, to an empty one
copy-differs = what was brought is not what is in the first database ({ $what }): nothing was moved. Give the move up with --give-up, and try another target
trouble-no-such-seat = the seats of { $game } are: { $seats }
trouble-for-new-tables = --new, --practice, --data, --against and --option are for a new table; name a game
option-unknown = { $game } has no option `{ $option }`; its options are: { $known }
option-unknown-none = { $game } has no option `{ $option }`; it is opened without options
option-twice = the option `{ $option }` is given twice
option-takes-no-value = the option `{ $option }` takes no value
option-needs-value = the option `{ $option }` takes a value: { $shape }
option-not-one-of = the option `{ $option }` takes one of: { $known }
option-alone = `{ $option }` is the game without optional rules, and does not go with: { $without }
option-needs = `{ $option }` needs `{ $needed }`
trouble-pack = the data pack does not fit { $game }: { $why }
trouble-config = this configuration cannot be used: { $why }
trouble-file = { $path }: { $why }
file-trouble = { $why }
file-unreadable = it cannot be read: { $why }
file-exposed = other accounts of this machine can use a file that is not meant for them. Type as its owner: { $chmod }
line-too-long = a line has more than the { $most } bytes allowed
line-not-utf8 = a line is not UTF-8
data-too-much = a data folder has at most { $files } files of { $bytes } bytes
data-unreadable = the data folder cannot be read: { $why }; name another as `data` in the configuration or with --data
data-none = there is no data file (*.toml) in this folder
secret-no-home = HOME is not set: name a configuration with --config
secret-in-environment = the secret is in { $now }: move it to { $before } and put 64 new hexadecimal digits in its place
secret-no-bytes = no random bytes for a secret: { $why }
secret-digits = { $name } must be { $digits } hexadecimal digits
secret-not-written = the server’s secret cannot be written: { $why }. It is made there, beside the configuration, at the first start: give this user the right to write in that folder, or set { $variable } to 64 hexadecimal digits
secret-open = other accounts may read this secret: type `{ $chmod }` as its owner, or write secrets_readable_by_others = true in the configuration
secret-none = it holds no secret: `now` and 64 hexadecimal digits, then perhaps lines of `before`, 64 digits, `until` and a time; put the file back as it was, or remove it to have a new one made
secret-too-many = { $most } earlier secrets are still valid, and no more are kept. Rotate again when the oldest has ended
rehearse-nobody-asked = nobody is asked anything here
rehearse-dice-ran-out = the script of dice ran out: roll { $number } ({ $purpose }, rule { $rule }) asked for { $take } of 1 to { $of }
rehearse-dice-impossible = the script of dice has { $value } for roll { $number } ({ $purpose }, rule { $rule }), which takes 1 to { $limit }; positions of a draw are taken once each
rehearse-defect = the rules stopped on a defect: { $why }
rehearse-no-state = there is no `state` in it: print the position with --all
rehearse-no-number = --dice: `{ $given }` is not a number from 1
rehearse-many-dice = --dice: at most { $most } values
rehearse-long-script = line { $line }: a script has at most { $lines } lines of { $bytes } bytes
rehearse-not-utf8 = line { $line } is not UTF-8
rehearse-no-order = `{ $verb }` is not an order of the game
rehearse-number = a number picks from a list; here an order is needed
rehearse-empty = an order is needed
serve-no-logs = logging cannot begin: { $why }
serve-no-numbers = nothing can be counted: { $why }
serve-no-threads = cannot start threads: { $why }
serve-cannot-listen = cannot listen on { $address }: { $why }; name another address as [serve] listen
serve-cannot-listen-pages = cannot listen for pages on { $address }: { $why }; name another address as [pages] listen
serve-other-application = [discord] application_id is { $written }, but the token is of the application { $found }; copy both from the same application
serve-ended = { $part } ended by itself; the log says more
serve-no-signals = cannot listen for signals to stop: { $why }
rejected-token = Discord refuses the bot's token: copy it anew from the Developer Portal (your application, Bot, Reset Token)
rejected-shards = Discord refuses the shards (close code { $code }); check `shards` in the [discord] section
rejected-connection = Discord refuses the connection (close code { $code }); a newer version of this program may be needed
config-form = { $what }
config-at = line { $line }, column { $column }: { $what }
config-key-form = { $key }: { $what }
config-secret-form = { $key } must be a text in quotation marks
config-one-of = { $key } = { $given } is none of what it can be: { $allowed }
config-listen = [serve] listen = "{ $given }" is no address with a port; write "{ $usual }" for instance
config-log = [serve] log = "{ $given }" is no filter ({ $why }); write "{ $usual }" or "warn,wardroom=debug"
config-portal = Discord's Developer Portal shows it under your application, Bot, Reset Token
config-shards-elsewhere = [discord] shards belong to way = "gateway"; take them out, or change the way
config-endpoint-needs = [discord] way = "endpoint" needs { $key }, from the Developer Portal, General Information
config-public-key = [discord] public_key is not the application's key: it has 64 hexadecimal digits; copy it anew from the Developer Portal, General Information
config-two-tokens = [discord] has both token and token_file; take one of them out
config-no-token = [discord] has no token; name a file that holds it with token_file = "…", or set { $variable }: { $portal }
config-the-file = the file { $file }
config-contact = [discord] contact_url = "{ $given }" is no address of a page such as "https://example.org/our-club", without brackets and commas; leave it out, and Discord is shown the bot's own page
config-api = [discord] api = "{ $given }" is no base address such as "http://127.0.0.1:1234"; it is for tests, leave it out to reach Discord
config-shards = [discord] shards: of { $total } shards, { $count } from number { $first } on cannot be run; first counts from 0, and first + count is at most total, which is at most { $most }
config-token-file = [discord] token_file = "{ $file }": { $why }; the file holds the token and nothing else
config-secret-open = other accounts of this machine can read it: type `{ $chmod }` as its owner, or write secrets_readable_by_others = true at the top of the configuration
config-quoted-token = { $place } has the token in quotation marks; take them away: it is the token and nothing else
config-empty-token = { $place } holds no token: a token is one word of letters, digits, dots, dashes and underscores; { $portal }
config-none = [{ $section }] { $key } = 0 would allow none; write 1 or more
config-no-door = the configuration has neither a [discord], nor a [mail], nor a [pages] section. For Discord it needs one with token_file = "…", or the token in { $variable }: { $portal }. For e-mail and for pages, see [mail] and [pages] in config.example.toml
config-mail-no-address = [mail] has no address; write the bot's own, such as address = "wardroom@example.org"
config-mail-address = [mail] address = "{ $given }" is no address such as "wardroom@example.org", of plain letters, digits, dots, dashes and underscores; the part behind a + is put in by the bot
config-mail-maildir-alone = [mail] maildir stands for imap, smtp and spool together; take it out, or them
config-mail-no-way-in = [mail] says nowhere that mail comes from: it needs imap = …, spool = "…" or maildir = "…"
config-mail-no-way-out = [mail] says nowhere that mail goes to: it needs smtp = … or maildir = "…"
config-mail-no-user = [mail] imap has no user
config-mail-folder = [mail] folder = "{ $given }" is no name for the folder of read mail; write one of plain letters that is not the inbox, such as "Wardroom" or "INBOX.Wardroom"
config-mail-days = [mail] keep_days = { $given } is too long; write at most { $most }
config-mail-url = [mail] url = "{ $given }" is no public address such as "https://wardroom.example.org"; it begins with https://
config-pages-listen = [pages] listen = "{ $given }" is no address with a port; write "{ $usual }" for instance
config-pages-same = [pages] listen = "{ $given }" is where [serve] listen has health and numbers, which are not for the world; name another port, "{ $usual }" for instance
config-pages-no-url = [pages] has no public_url; write what the links begin with, such as public_url = "https://tables.example.org"
config-pages-url = [pages] public_url = "{ $given }" is nothing that a link could begin with, such as "https://tables.example.org": it begins with https://, or http:// for trying, and has no space, "?" or "#"
config-mail-domain = [mail] { $key } = "{ $given }" is no name of a server such as "mx.example.org"
config-mail-host = [mail] { $server } host = "{ $given }" is no name of a server such as "{ $server }.example.org"
config-mail-plain = [mail] { $server } security = "plain" sends everything readable to whoever is in between, so it is for this machine itself only (localhost, 127.0.0.1, ::1), not for "{ $host }"; write "tls" or "starttls"
config-mail-two-proofs = [mail] { $server } has more than one of password, password_file and token_command; leave one
config-mail-nobody = [mail] { $server } has a password or a token_command and no user
config-mail-user = [mail] { $server } user is empty or more than one line
config-mail-command = [mail] { $server } token_command names no program; write it with its arguments, as in ["/usr/local/bin/mail-token", "wardroom"]
config-mail-password = [mail] { $server }: the password is empty or more than one line
config-mail-no-proof = [mail] { $server } has a user and no password; name a file that holds it with password_file = "…", or set { $variable }, or name a token_command
config-mail-password-file = [mail] { $server } password_file = "{ $file }": { $why }; the file holds the password and nothing else
config-mail-no-spool = the configuration names no spool; it needs [mail] spool = "…", or --spool
config-postgres-file = [postgres] { $key } = "{ $file }": { $why }
config-postgres-password = the password of the database is empty or more than one line
database-of-no-kind = { $given } is no kind of database that this program knows: it is a file, or postgres://role@host:port/database
database-below-a-file = { $given } cannot be a database: { $file } above it is a file and no folder
without-postgres = this program was built without PostgreSQL; build it with --features postgres, or take one from a release archive
migrate-serving-of-a-file = --serving names a role of a PostgreSQL server; a database in a file has none
migrate-no-copy = no copy was made of the database as it was before: on a PostgreSQL server that is done by whoever runs it, with pg_dump or pg_basebackup
archive-of-a-server = the tables of a database on a PostgreSQL server stay in it; `export TABLE` writes one to a file
archive-not-finished = table { $table } is not finished; only a table that is closed can be archived
archive-other-file = it is there already and is not this table: { $why }. It is left as it is; take it away, or name another folder
archive-holds = it holds table { $table } up to { $head }
archive-at-work = another command is writing it
archive-done = table { $table } is in { $file } and no longer in the database; its head is { $head }
archive-waiting = table { $table } stays: something of it is still to be told. Named, it is archived all the same
archive-none = there is no finished table to archive
archive-vacuumed = the database had { $before } bytes and has { $now }
set-clock-done = { $table }: entry { $entry } sets the log right; every decision has its whole time from here on
set-clock-none = no log is ahead of the clock
backup-of-a-server = a database on a PostgreSQL server is backed up by its own tools, such as pg_dump and pg_basebackup
heads-of-a-server = no heads are noted beside a database on a PostgreSQL server; `audit TABLE --head` checks one that you noted
migrated = the schema was { $before } and is { $now }; programs made for { $oldest } or newer work on it
migrated-file = { $file } had the schema { $before } and has { $now } now. A copy from before is in { $copy }
migrated-already = { $file } is up to date: its schema is { $now }
copy-leaving = { $place }: nothing is played any more
copy-leased = somebody may still be sending; this is waited for until { $until }
copy-brought = { $part }: { $rows }
copy-moved = { $place }: moved
copy-played-on = { $place }: played on from now on
copy-given-up = given up: { $from } is played on
pack-in-file = { $file }: { $why }
pack-in-key = { $file }, `{ $key }`: { $why }
pack-at-place = { $file }, line { $line }, column { $column }: { $why }
pack-at-key = { $file }, line { $line }, column { $column }, `{ $key }`: { $why }
pack-unreadable = { $what }
pack-out-of-range = { $value } is out of range; { $least } to { $most } is possible
pack-too-many = there are { $count }; the limit is { $limit }
pack-twice = { $item } stands here twice
pack-text-empty = the text is empty
pack-text-long = { $chars } characters; the limit is { $limit }
pack-text-control = the text holds a line break or another control character
pack-same-id = { $other } has the same id, capitals aside
pack-same-name = { $other } has the same name
pack-file-long = the file has { $found } bytes; the limit is { $limit }
pack-file-twice = the file is given twice
pack-no-file-near = no such file in a pack; did you mean { $file }?
pack-no-file = no such file in a pack; its files are { $files }
pack-no-object = a pack is a JSON object
pack-format = format { $format } is unknown; this version reads format { $known }
pack-format-missing = the key is missing; this version reads format { $known }
pack-no-key = no such key in a pack
pack-key-missing = the key is missing
