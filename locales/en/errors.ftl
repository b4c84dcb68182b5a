# Why a command did not do what was asked.
error-no-database = there is no database at { $path }; `wardroom play GAME` creates one
error-no-home = neither HOME nor XDG_DATA_HOME is set: name a database with --db
error-unknown-game = this program does not play `{ $game }`; it plays { $known }
error-no-seat = this table has no seat { $seat }; its seats are: { $seats }
error-seat-free = nobody holds the seat { $seat } yet; its view is shown to the player who takes it
error-held-by-another = another player on this machine holds the seat { $seat }; if that is you, add --player NAME
error-held-elsewhere = the seat { $seat } is held through { $door }; play it there
error-not-seated = you hold no seat at table { $table }, and all are taken; if one is yours, add --player NAME
error-not-seated-free = you hold no seat at table { $table }; free: { $seats }; `--as SEAT` takes one
error-not-seated-offered = you hold no seat at table { $table }; kept for you: { $seats }; `--as SEAT` takes it, `wardroom decline { $table }` declines it
error-seat-kept = the seat { $seat } is kept for another player; if that is you, add --player NAME
error-nothing-offered = no seat of table { $table } is kept for you; if one is, add --player NAME
error-offered-are = these seats are kept for you: { $seats }; choose one with --as SEAT
error-closed = table { $table } is closed and its seats can no longer be taken; `show`, `log`, `dice` and `replay` still read it
error-nobody-of-that-name = nobody here has the id or name { $name }; `wardroom people` lists everybody
error-several-of-that-name = several players have that name; give the id instead: { $ids }
error-refused = refused: { $why }
error-page-of-another-version = another version of the program wrote this page, so its words and pictures were not checked; `audit` then exits with status 2
error-partly-checked = nothing is wrong with what was checked, but some of it was not; `audit` and `import --check` then exit with status 3
error-unknown-law = the log uses rules of time that this program does not know; `audit` and `import --check` then exit with status 2. Check it with a newer Wardroom
error-unknown-rules = the log uses rules that this program does not know; `audit` and `import --check` then exit with status 2. Check it with a newer Wardroom
error-head-file = the heads of the logs cannot be written: { $why }. Nothing stored is lost; the next command tries again
error-output = cannot write: { $why }
error-import = the file cannot be imported: { $why }
error-evidence = nothing can be audited: { $why }
fault-no-room = the disk is full: { $what }. Nothing was stored; try again when there is room.
fault-busy = another process has the database locked: { $what }
fault-lost-tail = table { $table } lost its last entries: the head file notes { $noted }, the database has { $found }. Restore a backup; or, to continue without them, move the head file away and give it to `wardroom restore`, which tells the players.
fault-read-only = table { $table } came from a partial export, so it has no position; `log`, `dice` and `audit` can read it
fault-archived = table { $table } was archived to { $file }: name that file for `replay`, `show`, `log`, `dice`, `picture` and `audit`; `import` puts the table back
fault-no-table = there is no table { $table } here
fault-table-exists = a table { $table } exists here already
fault-other-than-archived = table { $table } was archived to { $file } up to { $noted }, and this file leads to { $found }: it is not the log that was archived, but another, a changed or an earlier one. Nothing was imported
fault-part-of-archived = table { $table } was archived to { $file }, and this file is a view of a part of its log: only the whole log puts it back. Nothing was imported
fault-entry = table { $table }, entry { $entry } does not fit: { $what }
fault-not-ours = { $path } is not a Wardroom database: { $what }
fault-newer-schema = a newer Wardroom wrote { $path } (its schema is { $found }; this program knows up to { $known })
fault-strange-schema = { $path } claims schema { $found }, but its contents do not match (this program knows 1 to { $known }). It is damaged, or another program changed it. Nothing was changed; restore a backup
fault-older-schema = { $path } was written by an earlier Wardroom (its schema is { $found }; this program writes { $known }). Upgrade it with `wardroom migrate`, which makes a copy first; `serve` and `play` do the same
fault-cannot-write = nothing can be stored in { $path }: { $what }. `tables`, `show`, `log`, `dice`, `replay`, `audit`, `export` and `backup` can still read it, but not with `--all` or `--full`, which write a note to the log
fault-unknown = the connection to the database was lost while storing this; it may or may not be stored: { $what }
fault-unreachable = { $path } cannot be reached: { $what }
fault-not-migrated = { $path } has schema { $found }, but this program needs { $known }: run `wardroom migrate` as the role that owns it
fault-powerful = the role { $role } owns the log in { $path } or may change it. Play as a role set up with `wardroom migrate --serving ROLE`, or set `single_role = true`
fault-moved = this database was moved to { $other }, where play continues; this one can still be read and audited
fault-leaving = this database is being moved to { $other }, so nothing is stored in it. Continue with `wardroom copy --from … --to …`; with --give-up, play resumes here
fault-arriving = this database is being filled from { $other }; nothing else is stored in it until that is done. Continue with `wardroom copy --from … --to …`
copy-occupied = the target database has tables or people of its own, or the remains of an earlier move: name an empty one
copy-overtaken = { $place } is not as this move left it: another `copy` has started, or the move was given up. Nothing more was done; run the same command again to see the state
copy-same = both names are the same database: name another target
copy-too-late = it is too late to give up: play has moved to the other database. To move back, run `wardroom copy` in the other direction, to an empty database
copy-differs = the copy differs from the first database ({ $what }): nothing was moved. Give the move up with --give-up, and try another target
error-no-such-seat = the seats of { $game } are: { $seats }
error-for-new-tables = --new, --practice, --data, --against and --option only apply to a new table; name a game
option-unknown = { $game } has no option `{ $option }`; its options are: { $known }
option-unknown-none = { $game } has no option `{ $option }`; it has no options
option-twice = the option `{ $option }` is given twice
option-takes-no-value = the option `{ $option }` takes no value
option-needs-value = the option `{ $option }` takes a value: { $shape }
option-not-one-of = the option `{ $option }` takes one of: { $known }
option-alone = `{ $option }` is the game without optional rules and cannot be combined with: { $without }
option-needs = `{ $option }` needs `{ $needed }`
error-pack = the data pack does not fit { $game }: { $why }
error-config = this configuration cannot be used: { $why }
error-file = { $path }: { $why }
file-trouble = { $why }
file-there = there is a file of that name already; it is not overwritten
file-unreadable = it cannot be read: { $why }
file-exposed = other accounts on this machine can use a private file. As its owner, run: { $chmod }
line-too-long = a line has more than the { $most } bytes allowed
line-not-utf8 = a line is not UTF-8
data-too-much = a data folder has at most { $files } files of { $bytes } bytes
data-unreadable = the data folder cannot be read: { $why }; name another with `data` in the configuration or with --data
data-none = this folder has no data file (*.toml)
secret-no-home = HOME is not set: name a configuration with --config
secret-in-environment = the secret is in { $now }: move it to { $before }, and put 64 new hexadecimal digits in its place
secret-no-bytes = no random bytes for a secret: { $why }
secret-digits = { $name } must be { $digits } hexadecimal digits
secret-not-written = the server’s secret cannot be written: { $why }. It is created next to the configuration at the first start. Allow this user to write in that folder, or set { $variable } to 64 hexadecimal digits
secret-open = other accounts can read this secret; run `{ $chmod }` as its owner, or set secrets_readable_by_others = true in the configuration
secret-none = it holds no secret. It needs a line with `now` and 64 hexadecimal digits, then optional lines of `before`, 64 digits, `until` and a time. Restore the file, or remove it to create a new one
secret-too-many = { $most } earlier secrets are still valid, which is the limit. Rotate again when the oldest has expired
rehearse-nobody-asked = nobody has a decision to make here
rehearse-dice-ran-out = the script has no dice left: roll { $number } ({ $purpose }, rule { $rule }) needs { $take } of 1 to { $of }
rehearse-dice-impossible = the script gives { $value } for roll { $number } ({ $purpose }, rule { $rule }), which takes 1 to { $limit }; in a draw each position is taken once
rehearse-defect = the rules stopped at a defect: { $why }
rehearse-no-state = there is no `state` in it: print the position with --all
rehearse-no-number = --dice: `{ $given }` is not a number from 1
rehearse-many-dice = --dice: at most { $most } values
rehearse-long-script = line { $line }: a script has at most { $lines } lines of { $bytes } bytes
rehearse-not-utf8 = line { $line } is not UTF-8
rehearse-no-order = `{ $verb }` is not an order of the game
rehearse-number = a number picks from a list; type the order itself here
rehearse-empty = an order is needed
serve-no-logs = logging cannot start: { $why }
serve-no-numbers = metrics cannot start: { $why }
serve-no-threads = cannot start threads: { $why }
serve-cannot-listen = cannot listen on { $address }: { $why }; set another address in [serve] listen
serve-cannot-listen-pages = cannot listen for pages on { $address }: { $why }; set another address in [pages] listen
serve-other-application = [discord] application_id is { $written }, but the token belongs to application { $found }; copy both from the same application
serve-ended = { $part } stopped unexpectedly; see the log
serve-no-signals = cannot listen for stop signals: { $why }
rejected-token = Discord rejects the bot's token: copy it again from the Developer Portal (your application, Bot, Reset Token)
rejected-shards = Discord rejects the shards (close code { $code }); check `shards` in the [discord] section
rejected-connection = Discord rejects the connection (close code { $code }); you may need a newer version of this program
config-form = { $what }
config-at = line { $line }, column { $column }: { $what }
config-key-form = { $key }: { $what }
config-secret-form = { $key } must be a text in quotation marks
config-club-log-name = [club_log] name must be 1 to { $most } printable ASCII characters without spaces and +, such as "example.org/log" (it is "{ $given }")
config-club-log-every = [club_log] every_minutes must be from 1 to { $most } (it is { $given })
config-club-log-replaces = [club_log] replaces_key must be the 8 hexadecimal digits of the lost key's id (it is "{ $given }")
config-witnesses-many = [club_log] witnesses may have { $most } entries at most
config-witnesses-url = [club_log] witnesses: url must be an address like "https://witness.example.org" (it is "{ $given }")
config-witnesses-key = [club_log] witnesses: { $why }
config-witnesses-other-key = [club_log] witnesses: key must be the key of a witness, whose last part begins with B (it is "{ $given }")
config-witnesses-twice = [club_log] witnesses has the key { $given } twice
config-witness-listen = [witness] listen must be an address and port like "{ $usual }" (it is "{ $given }")
config-witness-name = [witness] name is missing: the name of the witness, such as "witness.example.org/w1"
config-witness-log = [witness] logs: { $why }
config-witness-log-key = [witness] logs must have the keys of logs, not that of a witness ({ $given })
config-witness-no-log = [witness] logs is empty: it needs the key of each log that is to be cosigned
config-no-witness = the configuration has no section [witness]. Add one with name and logs; see docs/club-log.md
serve-cannot-listen-witness = cannot listen for witness requests on { $address }: { $why }; set another address in [witness] listen
config-one-of = { $key } = { $given } is none of what it can be: { $allowed }
config-listen = [serve] listen = "{ $given }" is not an address with a port; write for instance "{ $usual }"
config-log = [serve] log = "{ $given }" is not a filter ({ $why }); write "{ $usual }" or "warn,wardroom=debug"
config-portal = in Discord's Developer Portal it is under your application, Bot, Reset Token
config-shards-elsewhere = [discord] shards only apply to way = "gateway"; remove them, or change the way
config-endpoint-needs = [discord] way = "endpoint" needs { $key }: copy it from the Developer Portal, General Information
config-public-key = [discord] public_key is not the application's key, which has 64 hexadecimal digits; copy it again from the Developer Portal, General Information
config-two-tokens = [discord] has both token and token_file; remove one of them
config-no-token = [discord] has no token; name a file that holds it with token_file = "…", or set { $variable }: { $portal }
config-the-file = the file { $file }
config-contact = [discord] contact_url = "{ $given }" is not a page address such as "https://example.org/our-club", without brackets and commas; leave it out to show Discord the bot's own page
config-api = [discord] api = "{ $given }" is not a base address such as "http://127.0.0.1:1234"; it is for tests, so leave it out to reach Discord
config-shards = [discord] shards: cannot run { $count } of { $total } shards from number { $first } on; first counts from 0, first + count is at most total, and total is at most { $most }
config-token-file = [discord] token_file = "{ $file }": { $why }; the file must hold the token and nothing else
config-secret-open = other accounts on this machine can read it: run `{ $chmod }` as its owner, or set secrets_readable_by_others = true at the top of the configuration
config-quoted-token = { $place } has the token in quotation marks; remove them: it must hold the token and nothing else
config-empty-token = { $place } holds no token, which is one word of letters, digits, dots, dashes and underscores; { $portal }
config-none = [{ $section }] { $key } = 0 would allow none; write 1 or more
config-no-door = the configuration has no [discord], [mail], [pages] or [play] section. For Discord, add [discord] with token_file = "…", or put the token in { $variable }: { $portal }. For e-mail, pages and the board in the browser, see [mail], [pages] and [play] in config.example.toml
config-mail-no-address = [mail] has no address; set the bot's own, such as address = "wardroom@example.org"
config-mail-address = [mail] address = "{ $given }" is not an address such as "wardroom@example.org", of plain letters, digits, dots, dashes and underscores; the bot adds the part after a + itself
config-mail-maildir-alone = [mail] maildir replaces imap, smtp and spool; remove it, or them
config-mail-no-way-in = [mail] has no way to receive mail: add imap = …, spool = "…" or maildir = "…"
config-mail-no-way-out = [mail] has no way to send mail: add smtp = … or maildir = "…"
config-mail-no-user = [mail] imap has no user
config-mail-folder = [mail] folder = "{ $given }" is not a name for the folder of read mail; write one of plain letters that is not the inbox, such as "Wardroom" or "INBOX.Wardroom"
config-mail-days = [mail] keep_days = { $given } is too long; write at most { $most }
config-mail-url = [mail] url = "{ $given }" is not a public address such as "https://wardroom.example.org"; it must begin with https://
config-pages-listen = [pages] listen = "{ $given }" is not an address with a port; write for instance "{ $usual }"
config-pages-same = [pages] listen = "{ $given }" is the address of [serve] listen, whose health and metrics must stay private; use another port, for instance "{ $usual }"
config-pages-no-url = [pages] has no public_url; set the beginning of the links, such as public_url = "https://tables.example.org"
config-operator = [operator] { $key } = "{ $given }": write one line of text, { $most } characters at most
config-pages-url = [pages] public_url = "{ $given }" cannot begin a link. Write one such as "https://tables.example.org": it begins with https:// (http:// for a trial) and has no space, "?" or "#"
config-play-listen = [play] listen = "{ $given }" is not an address with a port; write for instance "{ $usual }"
config-play-same = [play] listen = "{ $given }" is the address of another listener; use another port, for instance "{ $usual }"
config-play-no-url = [play] has no public_url; set the address of the board, such as public_url = "https://play.example.org"
config-play-url = [play] public_url = "{ $given }" is not the address of a host. Write one such as "https://play.example.org": https:// and a host of its own, without a path (http:// only for 127.0.0.1)
config-play-activity = [play] activity = true needs the Discord bot with application_id in [discord], and the client secret of that application: client_secret_file in [play], or the environment variable { $variable }
config-play-secret-file = [play] client_secret_file = "{ $file }": { $why }; the file must hold the client secret and nothing else
serve-cannot-listen-play = the board in the browser cannot be at { $address }: { $why }
config-mail-domain = [mail] { $key } = "{ $given }" is not a server name such as "mx.example.org"
config-mail-host = [mail] { $server } host = "{ $given }" is not a server name such as "{ $server }.example.org"
config-mail-plain = [mail] { $server } security = "plain" sends everything unencrypted, so it is allowed only for this machine (localhost, 127.0.0.1, ::1), not for "{ $host }"; write "tls" or "starttls"
config-mail-two-proofs = [mail] { $server } has more than one of password, password_file and token_command; keep one
config-mail-nobody = [mail] { $server } has a password or a token_command but no user
config-mail-user = [mail] { $server } user is empty or more than one line
config-mail-command = [mail] { $server } token_command names no program; write it with its arguments, such as ["/usr/local/bin/mail-token", "wardroom"]
config-mail-password = [mail] { $server }: the password is empty or more than one line
config-mail-no-proof = [mail] { $server } has a user but no password; set password_file = "…", { $variable }, or a token_command
config-mail-password-file = [mail] { $server } password_file = "{ $file }": { $why }; the file must hold the password and nothing else
config-mail-no-spool = the configuration names no spool; set [mail] spool = "…", or use --spool
config-postgres-file = [postgres] { $key } = "{ $file }": { $why }
config-postgres-password = the password of the database is empty or more than one line
database-of-no-kind = { $given } is not a database this program knows; write a file, or postgres://role@host:port/database
database-below-a-file = { $given } cannot be a database: { $file } above it is a file and no folder
without-postgres = this program was built without PostgreSQL; build it with --features postgres, or use a release archive
migrate-serving-of-a-file = --serving names a role of a PostgreSQL server; a database in a file has none
migrate-no-copy = no copy of the old database was made: on a PostgreSQL server, make one yourself with pg_dump or pg_basebackup
archive-of-a-server = tables on a PostgreSQL server cannot be archived; `export TABLE` writes one to a file
archive-not-finished = table { $table } is not finished; only a closed table can be archived
archive-other-file = the file exists and is not this table: { $why }. It was not changed; move it away, or name another folder
archive-holds = it holds table { $table } up to { $head }
archive-at-work = another command is writing it
archive-done = table { $table } is in { $file } and no longer in the database; its head is { $head }
archive-waiting = table { $table } stays: some of its notifications are still to be sent. To archive it anyway, name it
archive-none = there is no finished table to archive
archive-vacuumed = the database shrank from { $before } to { $now } bytes
set-clock-done = { $table }: entry { $entry } corrects the log; every decision has its full time from now on
set-clock-none = no log is ahead of the clock
backup-of-a-server = back up a database on a PostgreSQL server with its own tools, such as pg_dump and pg_basebackup
heads-of-a-server = there is no head file for a database on a PostgreSQL server; `audit TABLE --head` checks a head that you noted
migrated = the schema was { $before } and is now { $now }; programs made for { $oldest } or newer can use it
migrated-file = { $file } had schema { $before } and now has { $now }. The copy made before is { $copy }
migrated-already = { $file } is up to date: its schema is { $now }
copy-leaving = { $place }: closed for play
copy-leased = another process may still be sending; waiting until { $until }
copy-brought = { $part }: { $rows }
copy-moved = { $place }: moved
copy-played-on = { $place }: play continues here
copy-given-up = the move was given up: play continues on { $from }
pack-in-file = { $file }: { $why }
pack-in-key = { $file }, `{ $key }`: { $why }
pack-at-place = { $file }, line { $line }, column { $column }: { $why }
pack-at-key = { $file }, line { $line }, column { $column }, `{ $key }`: { $why }
pack-unreadable = { $what }
pack-out-of-range = { $value } is out of range; it must be { $least } to { $most }
pack-too-many = there are { $count }; the limit is { $limit }
pack-twice = { $item } is here twice
pack-text-empty = the text is empty
pack-text-long = { $chars } characters; the limit is { $limit }
pack-text-control = the text holds a line break or another control character
pack-same-id = { $other } has the same id (capitals do not count)
pack-same-name = { $other } has the same name
pack-file-long = the file has { $found } bytes; the limit is { $limit }
pack-file-twice = the file is given twice
pack-no-file-near = a pack has no such file; did you mean { $file }?
pack-no-file = a pack has no such file; its files are { $files }
pack-no-object = a pack must be a JSON object
pack-format = format { $format } is unknown; this version reads format { $known }
pack-format-missing = the key is missing; this version reads format { $known }
pack-no-key = a pack has no such key
pack-key-missing = the key is missing
