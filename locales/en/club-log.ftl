# The club's log: its checkpoints, proofs and keys, and what a comparison finds.
club-log-line-holds = ok: { $what }
club-log-line-unchecked = NOT CHECKED: { $what }
club-log-line-fails = FAILED: { $what }
club-log-none = this database has no club's log yet. `wardroom serve` signs the first checkpoint when it starts
club-log-table-not-yet = the club's log has no leaf of { $table } yet. `wardroom serve` adds one at the next checkpoint; `wardroom check` names the key
club-log-proof-done = { $file }: proofs that the opening of { $table } and its entry { $seq } are in the club's log at checkpoint { $checkpoint }.
club-log-signed = checkpoint { $checkpoint } is signed by { $key }
club-log-no-key = no signature was checked. Give the key of the club's log with --log-key; you need it from another place than these files
club-log-same = both checkpoints are { $earlier }
club-log-extends = the log at { $later } extends the log at { $earlier }: nothing was changed or removed
club-log-extends-not = the log at { $later } does not extend the log at { $earlier }: something before that point was changed, removed or put in
club-log-went-back = the log went back, from { $earlier } to { $later }. If you gave the later checkpoint first, give them in the other order
club-log-two-histories = the log has two histories of the same length: { $earlier } and { $later }
club-log-two-logs = these are checkpoints of two logs, “{ $earlier }” and “{ $later }”; compare checkpoints of one
club-log-no-list = without the leaves nobody can tell whether { $later } extends { $earlier }. Get the list from the club (/log/leaves/0, 1, …) and give it with --leaves
club-log-list-of-neither = no list given is the one under { $later }, so it is unknown whether { $later } extends { $earlier }. Get the list from the club
club-log-no-earlier-list = a list of the leaves from the time of the first checkpoint would name what was changed: give it with --leaves too
club-log-lost-table = leaf { $index } is gone: table { $table } was opened, and the later log does not know it
club-log-lost-head = leaf { $index } is gone: table { $table } at entry { $seq }
club-log-lost-more = { $more ->
    [one] one more of this kind
   *[other] { $more } more of this kind
}
club-log-other-order = no leaf is gone, but others were put in between, or their order was changed
club-log-leaf-out-of-place = leaf { $index }, of table { $table } at entry { $seq }, cannot follow the leaves before it: a table is opened once, goes forward, and ends when it is closed
club-log-counted = the list has { $leaves ->
    [one] one leaf
   *[other] { $leaves } leaves
} of { $tables ->
    [one] one table
   *[other] { $tables } tables
}, { $open } of them open
club-log-not-in = table { $table } is not in the log at { $checkpoint }. It was opened after that, or left out
club-log-table-fits = table { $table } passes through { $leaves ->
    [one] its only leaf
   *[other] all { $leaves } leaves of it
}
club-log-table-shorter = the club's log knows { $table } up to entry { $seq }, but this log ends at { $last }. It is an older export, or the table went back
club-log-other-history = the club's log knows another history of { $table }: entry { $seq } has another chain value there
club-log-leaf-fits = { $table } passes through its leaf at entry { $seq }
club-log-proven = { $table } at entry { $seq } is in the log of { $origin } at { $checkpoint }
club-log-proof-of-another = this is a proof for another table than { $table }
club-log-not-included = the proof does not lead from leaf { $index } to the root of { $checkpoint }
page-club-log-differs = the page says something else of the club's log than its proofs
club-log-line = line { $line }: { $why }
club-log-leaf-form = this is no leaf of a club's log: { $line }
club-log-list-long = the list has more than { $most } bytes
club-log-proof-form = this is no file of proofs; `wardroom export TABLE -o FILE --proof PROOF` writes one
club-log-checkpoint-form = this is no checkpoint: it needs the name of a log, a size, a root of 32 bytes in base64, an empty line and a signature
club-log-note-form = this is no signed note: it needs a text, an empty line and at least one line with a signature
club-log-other-origin = this is a checkpoint of “{ $origin }”, and the key is that of “{ $name }”
club-log-other-key = it is not signed by { $key }, but by { $named }
club-log-forged = its signature by { $key } does not hold
club-log-cosigned = { $count } of { $all } witnesses that you named cosigned checkpoint { $checkpoint }, first on { $time }
club-log-not-cosigned = checkpoint { $checkpoint } has no cosignature of { $witness }: { $why }
witness-wrong-answer = the witness { $witness } answered with a cosignature that does not hold: { $why }
witness-wrong-time = the clock of the witness { $witness } is { $apart } seconds off
witness-wrong-size = the witness { $witness } did not give the size that it knows
witness-knows-more = the witness { $witness } cosigned { $known } leaves of this log, but this checkpoint has only { $size }. The database went back, or another server signs with this key
witness-knows-another = the witness { $witness } cosigned another checkpoint over { $size } leaves: the log has two histories
witness-says-two-things = the witness { $witness } says that it knows { $known } leaves, and had cosigned { $cosigned }. It lost its memory; it is asked again
witness-unknown-log = the witness { $witness } does not list this log, { $origin }. Give its operator the key of the log; `wardroom check` prints it
witness-other-key = the witness { $witness } lists this log with another key
witness-refuses = the witness { $witness } refused with HTTP status { $status }
witness-never-content = the witness { $witness } rejected two proofs in a row
witness-late = the witness { $witness } did not answer within { $why } seconds
witness-unreachable = the witness { $witness } cannot be reached: { $why }
witness-no-proof = cannot make a proof for the witness { $witness }: { $why }
witness-key-of-a-log = this is the key of a log; a witness needs one of its own. Move the file away, and a new one is made
witness-key-not-written = the key of the witness cannot be written: { $why }. It is created beside the configuration at the first start. Allow this user to write in that folder, or name another one with [witness] key_file
witness-at-work = another witness remembers in this folder. Stop it first: two that answer in turn could cosign two histories
club-log-key-of-a-witness = this is the key of a witness; a log needs one of its own. Move the file away, and a new one is made
club-log-key-form = a key looks like NAME+ID+KEY, not { $given }
club-log-key-id = the ID in { $given } is not that of the key: part of it was lost or changed
club-log-name = the name of a log has 1 to { $most } bytes without spaces and +, not { $given }
club-log-signer-form = it holds no key. It needs one line `PRIVATE+KEY+…`. Restore the file: a new key is a new log to everyone who reads it
club-log-key-variable = { $name }: { $why }
club-log-key-not-written = the key of the club's log cannot be written: { $why }. It is created beside the configuration at the first start. Allow this user to write in that folder, name another one with [club_log] key_file, or set { $variable }
club-log-key-changed = the club's log in this database is not signed by this server's key: { $why }. Put the old key back; if it is lost, set [club_log] replaces_key = "{ $id }"
club-log-store-went-back = the club's log in this database has { $found } leaves, but a checkpoint over { $signed } was signed already. A backup was restored, or it is another database. Nothing is signed, because everyone with that checkpoint would see it; docs/club-log.md says what to do
club-log-store-differs = the club's log in this database is not the one for which the checkpoint at { $size } was signed. Nothing is signed; docs/club-log.md says what to do
club-log-shrunk = the club's log in this database ends after { $found } leaves, before its last checkpoint
