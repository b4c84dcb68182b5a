# The witness of the dice: another club's server that has a part in every roll.
refusal-no-witness = The dice of this table have no witness.
refusal-no-witness-here = This club has no witness for dice. Open the table with `dice=players`, or ask the operator to name a witness in the configuration.
refusal-witness-silent = Nothing was done: { $witness }, the witness of the dice, does not answer. Try again later; no deadline passes meanwhile. To go on without the witness, ask the others with `luck club`.
refusal-witness-late = Nothing was done: { $witness }, the witness of the dice, did not answer in time. Try again later; no deadline passes meanwhile. To go on without the witness, ask the others with `luck club`.
refusal-witness-asked = Nothing was done yet: the server is asking { $witness }, the witness of the dice. The server tries the order again after the answer.
refusal-witness-twice = Nothing was done: { $witness }, the witness of the dice, gave two different answers for number { $counter } of this table, so it cannot be trusted here. Tell the operator; no deadline passes meanwhile. To go on without the witness, ask the others with `luck club`.
refusal-witness-forgot = Nothing was done: { $witness }, the witness of the dice, knows only { $known } of the { $ours } rolls that it answered for at this table. Tell the operator; to go on without the witness, ask the others with `luck club`.
refusal-witness-wrong = Nothing was done: { $witness }, the witness of the dice, gave a wrong answer. Tell the operator; no deadline passes meanwhile. To go on without the witness, ask the others with `luck club`.
refusal-witness-forged = Nothing was done: the answer of { $witness }, the witness of the dice, does not fit the key that this table was opened with. Tell the operator; no deadline passes meanwhile. To go on without the witness, ask the others with `luck club`.
refusal-witness-unlisted = Nothing was done: { $witness }, the witness of the dice, does not know this club, or knows another key of it. Tell the operator; no deadline passes meanwhile. To go on without the witness, ask the others with `luck club`.
refusal-witness-other-key-of-club = Nothing was done: the log of this club has another key than when this table was opened; { $witness }, the witness of the dice, was chosen for that key. Tell the operator; no deadline passes meanwhile. To go on without the witness, ask the others with `luck club`.
refusal-witness-elsewhere = Nothing was done: this server does not ask { $witness }, the witness of this table’s dice. Tell the operator; to go on without the witness, ask the others with `luck club`.
refusal-witness-silent-since = No deadline passes at this table now: the witness of the dice does not answer for it, has answered again only recently, or is being asked right now.
refusal-own-dice-already = The dice are the club’s own since entry { $entry }.
request-own-dice = { $seat } asks to go on with the club’s own dice, without the witness.
log-own-dice-proposed = { $seat } asks to go on with the club’s own dice, without the witness. The others must agree.
log-own-dice = From here on the dice are the club’s own, without the witness.
log-witness-asked = { $witness } is the witness of every roll.
log-dice-abandoned = The witness of the dice answered for order { $counter }, which was never stored. After a restart or a restored backup that is nothing; if it happens often, ask the operator why.
trust-witness = Witness of every roll: { $witness }.
trust-own-dice = The club’s own dice, without the witness, since entry { $entry }.
trust-abandoned = { $count ->
    [one] One order that the witness answered for was never stored.
   *[other] { $count } orders that the witness answered for were never stored.
}
audit-witnessed = { $count ->
    [one] Witness of the dice: { $witness } answered for one order.
   *[other] Witness of the dice: { $witness } answered for { $count } orders.
}
audit-abandoned = { $count ->
    [one] One order that the witness answered for was never stored. Ask the operator why.
   *[other] { $count } orders that the witness answered for were never stored. Ask the operator why.
}
audit-own-dice = From entry { $entry } on the dice are the club’s own: the players agreed to that.
due-own-dice = the agreement to go on with the club’s own dice
found-own-dice-so = the other players at the table did not agree to that, or its dice have no witness
found-witness-asked-so = a witness of the dice is named twice, or not in the opening of a table whose set-up waits
found-witnessed-so = an answer of the witness of the dice must come right after the order that it is for
found-not-witnessed = the answer of the witness of the dice is missing after this order
found-roll-not-witnessed = a roll follows from entry { $cause }, for which the witness of the dice did not answer
found-other-counter = the witness of the dice answers with number { $counter }, which is not the next one
found-witness-forged = the proof of the witness of the dice does not hold for number { $counter }
found-other-value = the witness of the dice was asked for another order than entry { $cause }
dice-key-form = the key of a witness’s dice looks like NAME+ID+KEY, as `wardroom check` prints it for the witness (it is “{ $given }”)
dice-answer-form = the answer has another form
dice-answer-forged = { $witness } answered with a proof that does not hold
dice-witness-unreachable = { $witness } cannot be reached: { $why }
dice-witness-late = { $witness } did not answer in time: { $why }
dice-witness-unlisted = { $witness } does not list this club’s log, or lists another key. Give its operator the key of the log; `wardroom check` prints it
dice-witness-wrong = { $witness } answered wrongly, with HTTP status { $status }
config-dice-key = [club_log] dice_witness: { $why }
check-dice-witness = the dice of the witness have the key { $key }; give it to the clubs whose dice it witnesses
page-proofs-unchecked = { $count ->
    [one] One answer of the witness of the dice: that it is in its place was checked, but not its proof. `wardroom audit` checks it.
   *[other] { $count } answers of the witness of the dice: that they are in their places was checked, but not their proofs. `wardroom audit` checks them.
}
