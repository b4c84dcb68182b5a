#!/usr/bin/env python3
"""Checks an exported Wardroom log, from docs/log-format.md alone and with nothing but Python.

    python3 tests/check_log.py [--lines] FILE [--head SEQ:HEX] [--luck SEAT WORDS]

Checks canonical form, chain, head, data pack, changes of the rules, who sits, asks, agrees and leaves, game masters, the law of time, seed
commitment, salts and every roll. Prints what was checked, or the first
line that does not hold. Exit status: 0 all that can be checked is right, 1 something is wrong, 2 bad usage, or a log
under a law of time that this checker does not know, 3 the given head is lost, as the log itself says. With --lines nothing is checked of
who sits, asks, agrees and leaves. With --luck it says whether a seat added these words to the dice.
"""

import base64
import hashlib
import hmac
import json
import re
import struct
import sys

MAX_LINE = 4_194_304 + 1024
MAX_ENTRY = 262_144
MAX_DEPTH = 32
MAX_OF = 10_000
MAX_TAKE = 10_000
MAX_DELAY = 10_000
ENTRY_KEYS = ["at", "audience", "body", "by", "cause", "door", "key", "kind", "salt", "seq", "table", "v"]
TABLE_EVENT_KEYS = {
    "TableOpened": ["format", "game", "options", "pack", "practice", "rules_version", "seats", "seed_commitment"],
    "SeatOffered": ["player", "seat"],
    "OfferWithdrawn": ["seat"],
    "SeatTaken": ["seat"],
    "OrderGiven": ["order", "prompt"],
    "Rolled": ["about", "form", "number", "of", "purpose", "rule", "side", "take", "values"],
    "TakeBackAsked": ["to"],
    "CloseProposed": [],
    "PublishProposed": ["delay"],
    "Answered": ["agrees", "request"],
    "TakenBack": ["to"],
    "Opened": ["entries", "to"],
    "Resigned": ["seat"],
    "TableClosed": ["why"],
    "SeedRevealed": ["seed"],
    "Peeked": ["by", "what"],
    "RulesChanged": ["from", "to"],
    "LogRestored": ["chain", "seq"],
    "TablePublished": ["delay"],
    "TableUnpublished": [],
    "NameProposed": ["name"],
    "NameChanged": ["name"],
    "TimeProposed": ["change"],
    "TimeChanged": ["change"],
    "TimeStopped": [],
    "TimeExpired": ["deadline", "prompt", "seat"],
    "AbsenceBooked": ["from", "until"],
    "AbsenceEnded": ["booked"],
    "ClaimProposed": ["seat"],
    "PlayersSought": ["sought"],
    "ReadyAsked": [],
    "ReadySaid": ["ready"],
    "WaitEnded": ["deadline"],
    "PlayBegan": [],
    "EntropyAsked": [],
    "EntropyPromised": ["digest"],
    "EntropyGiven": ["digest", "source"],
    "WitnessAsked": ["log", "witness"],
    "DiceWitnessed": ["counter", "output", "proof", "value"],
    "DiceAbandoned": ["counter", "output", "proof", "value"],
    "OwnDiceProposed": [],
    "OwnDiceAgreed": [],
    "MasterProposed": ["player"],
    "MasterChanged": ["player"],
    "SeatVacated": ["seat"],
    "TimeExtended": ["hours", "prompt", "seat"],
    "LawChanged": ["law"],
    "DeadlineMoved": ["deadline", "prompt", "seat"],
    "ClockSet": [],
}
OLDER_KEYS = {("AbsenceEnded", 1): [], ("Peeked", 1): ["what"]}
VERSIONS = {"AbsenceEnded": 2, "Peeked": 2}
SOMEBODYS = ["SeatOffered", "OfferWithdrawn", "SeatTaken", "OrderGiven", "TakeBackAsked", "CloseProposed", "PublishProposed", "Answered", "Resigned", "TableUnpublished", "TimeProposed", "TimeStopped", "AbsenceBooked", "AbsenceEnded", "ClaimProposed", "PlayersSought", "ReadySaid", "EntropyPromised", "EntropyGiven", "MasterProposed", "NameProposed", "OwnDiceProposed", "SeatVacated", "TimeExtended"]
REASONS = ["over", "abandoned", "resigned", "agreed", "manager", "claimed", "master"]
TIME_LAW = 2
STOPS = 2
ABSENCE_DAYS = 28
TERMS = ["absence_days", "big", "grace_hours", "overdue", "small"]
EITHERS = ["TakenBack", "TableClosed", "TablePublished", "TimeChanged", "MasterChanged", "NameChanged", "OwnDiceAgreed"]
DAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
STANDING_DOOR = "standing-order/"
# What players write to each other, by game: the kinds of its events and the verbs of its orders.
LETTERS = {"goeben": (["MessageSent", "LetterWritten", "LetterRead"], ["message", "letter"]), "grand_fleet": ([], [])}
# The digits of a head that bind whoever writes the log.
BINDING_DIGITS = 32
# The formats of logs, and the verbs of orders that have no part in the dice from format 2 on.
FORMATS = [1, 2]
# What the opening of a table may consist of, beside the facts of its set-up.
OPENING = ["TableOpened", "SeatTaken", "ReadyAsked", "WitnessAsked", "EntropyAsked"]
ENTROPY_SOURCES = ["words", "message", "drawn"]
TALK = ["letter", "message"]


class Wrong(Exception):
    pass


def require(holds, what):
    if not holds:
        raise Wrong(what)


# Canonical JSON


def refuse_number(text):
    raise Wrong(f"{text} is not an integer")


def check_value(value, depth=1):
    if type(value) is int:
        require(-(2**63) <= value < 2**63, f"{value} does not fit 64 bits")
    elif isinstance(value, (dict, list)):
        require(depth <= MAX_DEPTH, f"nested deeper than {MAX_DEPTH} levels")
        if isinstance(value, dict):
            require(all(key.isascii() for key in value), "a key is not ASCII")
            value = value.values()
        for inner in value:
            check_value(inner, depth + 1)


def canonical(value):
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError:
        raise Wrong("a string is not Unicode text")


def parse(line):
    try:
        value = json.loads(line.decode("utf-8"), parse_float=refuse_number, parse_constant=refuse_number)
    except UnicodeDecodeError:
        raise Wrong("not UTF-8")
    except (ValueError, RecursionError) as error:
        raise Wrong(f"not JSON: {error}")
    check_value(value)
    require(canonical(value) == line, "not in canonical form")
    return value


def is_whole(line):
    """Whether a line is in canonical form."""
    try:
        parse(line)
    except Wrong:
        return False
    return True


def is_hex(text, digits):
    return isinstance(text, str) and re.fullmatch(f"[0-9a-f]{{{digits}}}", text) is not None


def is_count(value, low=0):
    return type(value) is int and value >= low


def keys_are(value, keys):
    return isinstance(value, dict) and sorted(value) == keys


# Entries


def is_id(text):
    return isinstance(text, str) and re.fullmatch("[!-~]{1,64}", text) is not None


def is_version(text):
    return is_id(text) and re.fullmatch("[1-9][0-9]*", text) is not None


def is_table(text):
    return isinstance(text, str) and re.fullmatch("[a-z0-9_-]{1,64}", text) is not None


def is_seats(value):
    return isinstance(value, list) and 1 <= len(value) <= 64 and all(map(is_id, value)) and sorted(set(value)) == value


def is_name(text):
    """A table's name: 1 to 40 characters that can be seen, without links, mentions and outer spaces."""
    if not isinstance(text, str) or not 1 <= len(text) <= 40 or text != text.strip():
        return False
    unseen = "[\\x00-\\x1f\\x7f-\\x9f\\xad\\u061c\\ufeff\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufff9-\\ufffb\U000e0000-\U000e007f]"
    link = "[@\uff20<>]|://|[^\\s.]\\.[A-Za-z]{2}"
    return not re.search(unseen, text) and not re.search(link, text)


def is_time(text):
    match = isinstance(text, str) and re.fullmatch(
        r"([0-9]{4})-([0-9]{2})-([0-9]{2})T([0-9]{2}):([0-9]{2}):([0-9]{2})\.[0-9]{3}Z", text
    )
    if not match:
        return False
    year, month, day, hour, minute, second = map(int, match.groups())
    leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    days = [31, 29 if leap else 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    return 1 <= month <= 12 and 1 <= day <= days[month - 1] and hour < 24 and minute < 60 and second < 60


def check_entry(entry):
    require(isinstance(entry, dict), "an entry is an object")
    without = {key: value for key, value in entry.items() if key != "receipt"}
    require(keys_are(without, ENTRY_KEYS), "an entry has exactly the keys " + ", ".join(ENTRY_KEYS) + ", and perhaps receipt")
    if "receipt" in entry:
        require(is_hex(entry["receipt"], 64) and entry["door"] is not None, "receipt has a wrong form, or there is no door")
    require(is_time(entry["at"]), "at is not a time")
    audience = entry["audience"]
    require(audience in ("everyone", "nobody") or is_seats(audience), "audience has a wrong form")
    require(isinstance(entry["body"], dict), "body is not an object")
    by = entry["by"]
    require(by is None or (keys_are(by, ["player", "seat"]) and all(map(is_id, by.values()))), "by has a wrong form")
    cause = entry["cause"]
    require(cause is None or (is_count(cause, 1) and cause < entry["seq"]), "cause is no earlier entry")
    require(entry["door"] is None or is_id(entry["door"]), "door has a wrong form")
    require(entry["key"] is None or is_hex(entry["key"], 64), "key has a wrong form")
    kind = entry["kind"]
    require(isinstance(kind, str) and re.fullmatch("[A-Z][A-Za-z0-9]{0,63}", kind), "kind is not PascalCase")
    require(is_hex(entry["salt"], 32), "salt has a wrong form")
    require(is_count(entry["v"], 1) and entry["v"] < 2**32, "v is not a version")
    check_maker(entry, kind)
    if kind in TABLE_EVENT_KEYS:
        check_table_event(entry, kind, entry["body"], entry["v"])
    # What a table event names stands before it.
    named = {"TakenBack": "to", "TakeBackAsked": "to", "Answered": "request", "OrderGiven": "prompt", "TimeExtended": "prompt", "DeadlineMoved": "prompt"}
    if kind in named:
        to = entry["body"][named[kind]]
        require(is_count(to, 1) and to < entry["seq"], "it names no earlier entry")
    if kind == "Opened":
        opened = entry["body"]["entries"]
        require(isinstance(opened, list) and all(is_count(seq, 1) for seq in opened), "entries has a wrong form")
        require(opened and sorted(set(opened)) == opened, "it opens no entries in order")
        require(opened[-1] < entry["seq"], "it opens no earlier entries")


def check_maker(entry, kind):
    """Who did it, what it follows from, and by what door it came in."""
    follows, came_in = entry["cause"] is not None, entry["key"] is not None
    sits_down = kind == "SeatTaken" and follows
    done = not follows if kind in EITHERS else kind in SOMEBODYS
    require(done == (entry["by"] is not None), "by names somebody for what is nobody's doing, or nobody for what is somebody's")
    begins = kind in ("TableOpened", "Peeked", "LogRestored", "RulesChanged", "TimeExpired", "WaitEnded", "LawChanged", "DeadlineMoved", "ClockSet", "DiceAbandoned") or (done and not sits_down)
    require(not (begins and follows), "it follows from nothing, and has a cause")
    came_in = came_in or (entry["door"] is not None and not (sits_down and entry["cause"] == 1))
    require(not ((follows or kind in ("RulesChanged", "TimeExpired", "WaitEnded", "LawChanged", "DeadlineMoved", "DiceAbandoned")) and came_in), "it has a door or a key")
    stands = entry["door"] is not None and entry["door"].startswith(STANDING_DOOR)
    require(kind == "OrderGiven" or not stands, "a standing order gives orders and nothing else")


def ascend(items):
    return all(one < other for one, other in zip(items, items[1:]))


def is_pace(text, weekends_off):
    """The grammar of paces in docs/log-format.md."""
    if text == "none":
        return True
    length = isinstance(text, str) and re.fullmatch("([1-9][0-9]{0,2})([hd])", text)
    if length:
        number = int(length[1])
        return number <= 30 if length[2] == "d" else number <= 720 and number % 24 > 0
    times = isinstance(text, str) and re.fullmatch("([A-Za-z,]+) ([0-9:,]+) ([A-Za-z0-9_+/-]{1,64})", text)
    if not times:
        return False
    days = list(range(7)) if times[1] == "daily" else [DAYS.index(day) if day in DAYS else 7 for day in times[1].split(",")]
    at = times[2].split(",")
    clocks = ascend(at) and all(re.fullmatch("([01][0-9]|2[0-3]):[0-5][0-9]", time) for time in at)
    weekend = weekends_off == times[3] and all(day in (5, 6) for day in days)
    return clocks and ascend(days) and 7 not in days and (times[1] == "daily" or len(days) < 7) and not weekend


def check_change(entry, kind, change):
    """How time is to pass otherwise: other terms, a pause, or going on."""
    if change == "resume":
        return
    require(isinstance(change, dict) and list(change) in (["terms"], ["pause"]), "change has a wrong form")
    if "pause" in change:
        require(keys_are(change["pause"], ["until"]), "a pause has other keys")
        until = change["pause"]["until"]
        require(until is None or is_time(until), "a time has a wrong form")
        require(until is None or kind == "TimeChanged" or until > entry["at"], "a pause that ends before it begins")
        return
    terms = change["terms"]
    optional = [key for key in ("stops", "weekends_off") if isinstance(terms, dict) and key in terms]
    require(keys_are(terms, TERMS + optional), "the terms have other keys")
    require(is_u16(terms.get("stops", STOPS)), "stops has a wrong form")
    paces = [terms["big"], terms["small"]]
    zone = terms.get("weekends_off", "-")
    require(isinstance(zone, str) and re.fullmatch("[A-Za-z0-9_+/-]{1,64}", zone), "weekends_off has a wrong form")
    require(all(is_pace(pace, zone) for pace in paces), "a pace has a wrong form")
    require(terms["overdue"] in ("wait", "claim", "substitute", "stand-in", "standing-orders", "midshipman", "lieutenant", "captain"), "overdue has a wrong form")
    require(is_count(terms["grace_hours"], 0) and terms["grace_hours"] <= 720, "grace_hours has a wrong form")
    require(is_count(terms["absence_days"], 0) and terms["absence_days"] < 2**16, "absence_days has a wrong form")


def is_u16(value):
    return is_count(value) and value < 2**16


def check_table_event(entry, kind, body, version):
    require(version <= VERSIONS.get(kind, 1), f"{kind} has no version {version}")
    require(keys_are(body, OLDER_KEYS.get((kind, version), TABLE_EVENT_KEYS[kind])), f"the body of {kind} has other keys")
    require(kind in ("OrderGiven", "Rolled") or entry["audience"] == "everyone", "it is for everyone to see")
    words = [body[key] for key in ("seat", "game", "rules_version", "purpose", "rule", "what", "why") if key in body]
    words += [body["player"]] if body.get("player") is not None or kind == "SeatOffered" else []
    words += body.get("about", []) if isinstance(body.get("about", []), list) else [None]
    words += [body[key] for key in ("side",) if body.get(key) is not None]
    words += [body["by"]] if kind == "Peeked" and body.get("by") is not None else []
    words += [body["from"], body["to"]] if kind == "RulesChanged" else []
    require(all(map(is_id, words)), "text stands where a word belongs")
    versions = [body[key] for key in {"TableOpened": ["rules_version"], "RulesChanged": ["from", "to"]}.get(kind, [])]
    require(all(map(is_version, versions)), "a version of the rules is a number from 1 on, in digits")
    if kind == "TableOpened":
        seats = body["seats"]
        require(isinstance(seats, list) and is_seats(sorted(seats, key=str)), "the seats have a wrong form")
        require(is_hex(body["pack"], 64) and is_hex(body["seed_commitment"], 64), "a hash has a wrong form")
        require(type(body["practice"]) is bool, "practice has a wrong form")
    if kind == "LogRestored":
        require(entry["key"] is None, "it has a key")
        require(is_hex(body["chain"], 64) and is_count(body["seq"], 1) and body["seq"] < 2**53, "the lost head has a wrong form")
        require(body["seq"] >= entry["seq"], "it comes after what was lost")
    if kind in ("SeatTaken", "Resigned"):
        require(entry["by"]["seat"] == body["seat"], "the seat in by is not the one it names")
    if kind in ("PublishProposed", "TablePublished"):
        require(is_count(body["delay"], 0) and body["delay"] <= MAX_DELAY, "delay has a wrong form")
    if kind in ("NameProposed", "NameChanged"):
        require(is_name(body["name"]), "name has a wrong form")
    if kind in ("DiceWitnessed", "DiceAbandoned"):
        require(is_count(body["counter"], 1) and body["counter"] < 2**53, "counter has a wrong form")
        fits = is_hex(body["value"], 64) and is_hex(body["output"], 128) and is_hex(body["proof"], 160)
        require(fits, "an answer of the witness has a wrong form")
    if kind == "WitnessAsked":
        keys = (body["log"], body["witness"])
        require(all(isinstance(key, str) and re.fullmatch("[!-~]{1,400}", key) for key in keys), "a key has a wrong form")
    if kind in ("TimeProposed", "TimeChanged"):
        check_change(entry, kind, body["change"])
    if kind == "TimeExtended":
        require(is_count(body["hours"], 1) and body["hours"] <= 720, "hours has a wrong form")
    if kind == "AbsenceEnded" and version > 1:
        require(is_count(body["booked"], 1), "it does not say which absence ends")
    if kind == "LawChanged":
        # A newer program may write a law that is not known here.
        require(is_count(body["law"], 2) and body["law"] < 2**32, "no such law of time")
    if kind == "DeadlineMoved":
        require(is_time(body["deadline"]), "a time has a wrong form")
    if kind == "PlayersSought":
        require(type(body["sought"]) is bool, "sought has a wrong form")
    if kind == "ReadySaid":
        require(type(body["ready"]) is bool, "ready has a wrong form")
    if kind in ("EntropyPromised", "EntropyGiven"):
        require(is_hex(body["digest"], 64), "digest has a wrong form")
    if kind == "EntropyGiven":
        require(body["source"] in ENTROPY_SOURCES, "source has a wrong form")
    if kind in ("TimeExpired", "WaitEnded"):
        require(is_time(body["deadline"]) and body["deadline"] <= entry["at"], "a decision whose time is not up")
    if kind == "TimeExpired":
        require(is_count(body["prompt"], 1) and body["prompt"] < entry["seq"], "it names no earlier entry")
    if kind == "AbsenceBooked":
        require(is_time(body["from"]) and is_time(body["until"]), "a time has a wrong form")
        require(entry["at"] <= body["from"] < body["until"], "an absence that begins before it was booked, or ends before it begins")
    if kind == "Answered":
        require(type(body["agrees"]) is bool, "agrees has a wrong form")
    if kind == "TableClosed":
        require(body["why"] in REASONS, "closed for an unknown reason")
    if kind == "Opened":
        require(body["to"] in ("everyone", "nobody") or is_seats(body["to"]), "to has a wrong form")
    if kind == "SeedRevealed":
        require(is_hex(body["seed"], 64), "the seed has a wrong form")


# Dice


def chacha20_words(key):
    """The words of the key stream: 20 rounds, 64-bit counter from 0, nonce 0."""
    start = [0x61707865, 0x3320646E, 0x79622D32, 0x6B206574, *struct.unpack("<8I", key)]
    counter = 0
    while True:
        state = [*start, counter & 0xFFFFFFFF, counter >> 32, 0, 0]
        block = list(state)
        for _ in range(10):
            for a, b, c, d in (
                (0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15),
                (0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14),
            ):  # fmt: skip
                for target, other, turned, bits in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
                    block[target] = (block[target] + block[other]) & 0xFFFFFFFF
                    mixed = block[turned] ^ block[target]
                    block[turned] = (mixed << bits | mixed >> (32 - bits)) & 0xFFFFFFFF
        yield from ((x + y) & 0xFFFFFFFF for x, y in zip(block, state))
        counter += 1


def below(words, n):
    while True:
        word = next(words)
        if word < 2**32 - 2**32 % n:
            return word % n


def sha256(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


def unordered(value):
    """The same with each list sorted."""
    if isinstance(value, dict):
        return {key: unordered(inner) for key, inner in value.items()}
    return sorted(map(unordered, value), key=canonical) if isinstance(value, list) else value


class Orders:
    """The order digest of a log of format 2, entry by entry."""

    def __init__(self, opened):
        keys = ["game", "options", "seats", "seed_commitment"]
        self.base = sha256(b"wardroom orders v2", canonical({key: opened[key] for key in keys}))
        self.seats, self.given = {}, []

    def digest(self):
        seats = sorted(self.seats.items())
        return sha256(b"orders v2", self.base, *(sha256(seat.encode()) + orders for seat, orders in seats))

    def begin_anew(self, tag, what):
        self.base, self.seats = sha256(tag, self.digest(), what), {}

    def give(self, seat, content):
        self.seats[seat] = sha256(self.seats.get(seat, bytes(32)), content)

    def follow(self, entry, is_cause):
        """Follows an entry after the first; is_cause says whether a roll names it as its cause."""
        kind, body, by = entry["kind"], entry["body"], entry["by"]
        if kind == "OrderGiven":
            order = body["order"]
            if not is_talk(order):
                self.give(by["seat"], sha256(canonical(unordered(order))))
                self.given.append(entry["seq"])
                return
        if kind == "EntropyGiven":
            self.give(by["seat"], sha256(b"entropy v2", bytes.fromhex(body["digest"])))
            return
        if kind == "TakenBack":
            back = sum(seq > body["to"] for seq in self.given)
            if back > 0:
                self.begin_anew(b"back v2", struct.pack(">Q", back))
                return
        if is_cause:
            seat = body.get("seat")
            if not isinstance(seat, str):
                seat = by["seat"] if by else None
            self.begin_anew(b"cause v2", canonical({"kind": kind, "seat": seat}))


# The witness of the dice: RFC 9381, ECVRF-EDWARDS25519-SHA512-TAI


P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
ROOT = pow(2, (P - 1) // 4, P)
KEY_TYPE = b"\xffECVRF-EDWARDS25519-SHA512-TAI"


def sha512(*parts):
    return hashlib.sha512(b"".join(parts)).digest()


def added(p, q):
    """The sum of two points, each as (X, Y, Z, T) with x = X/Z, y = Y/Z and xy = T/Z."""
    a, b = (p[1] - p[0]) * (q[1] - q[0]) % P, (p[1] + p[0]) * (q[1] + q[0]) % P
    c, d = 2 * p[3] * q[3] * D % P, 2 * p[2] * q[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def minus(p):
    return P - p[0], p[1], p[2], P - p[3]


def times(number, p):
    total = (0, 1, 1, 0)
    while number:
        if number & 1:
            total = added(total, p)
        p, number = added(p, p), number >> 1
    return total


def encoded(p):
    inverse = pow(p[2], P - 2, P)
    x, y = p[0] * inverse % P, p[1] * inverse % P
    return (y | (x & 1) << 255).to_bytes(32, "little")


def point(text):
    """The point with this encoding (RFC 8032, section 5.1.3); None if there is none."""
    number = int.from_bytes(text, "little")
    sign, y = number >> 255, number & (1 << 255) - 1
    u, v = (y * y - 1) % P, (D * y * y + 1) % P
    x = u * pow(v, 3, P) * pow(u * pow(v, 7, P), (P - 5) // 8, P) % P
    if v * x * x % P == -u % P:
        x = x * ROOT % P
    if y >= P or v * x * x % P != u or (x == 0 and sign):
        return None
    x = x if x & 1 == sign else P - x
    return x, y, 1, x * y % P


BASE = point((4 * pow(5, P - 2, P) % P).to_bytes(32, "little"))


def vrf_output(key, message, proof):
    """The output that a proof shows for a message; None if it shows none."""
    public, gamma = point(key), point(proof[:32])
    challenge, response = int.from_bytes(proof[32:48], "little"), int.from_bytes(proof[48:], "little")
    if public is None or gamma is None or response >= L or times(8, public)[0] == 0:
        return None
    tries = (point(sha512(b"\x03\x01", key, message, bytes([i]), b"\x00")[:32]) for i in range(256))
    start = next(p for p in (times(8, found) for found in tries if found) if p[0] != 0)
    u = added(times(response, BASE), minus(times(challenge, public)))
    v = added(times(response, start), minus(times(challenge, gamma)))
    found = sha512(b"\x03\x02", key, *(encoded(p) for p in (start, gamma, u, v)), b"\x00")[:16]
    if int.from_bytes(found, "little") != challenge:
        return None
    return sha512(b"\x03\x03", encoded(times(8, gamma)), b"\x00")


def witness_key(text):
    """The key of a witness's dice, written NAME+ID+KEY."""
    parts = text.split("+", 2)
    require(len(parts) == 3, "the key of the witness has a wrong form")
    try:
        key = base64.b64decode(parts[2], validate=True)
    except ValueError:
        raise Wrong("the key of the witness has a wrong form")
    named = hashlib.sha256(parts[0].encode() + b"\n" + key).hexdigest()[:8] == parts[1]
    require(named and key.startswith(KEY_TYPE) and len(key) == len(KEY_TYPE) + 32, "the key of the witness has a wrong form")
    return key[len(KEY_TYPE) :]


class Witness:
    """The witness of the dice: its answers, line by line."""

    def __init__(self, opening, waits):
        self.opening, self.waits, self.in_opening = opening, waits, True
        self.log, self.key, self.own, self.last = None, None, False, 0
        # The entry that is to be answered next, or may be where it is sealed: its seq, its time, and whether it must be.
        self.before, self.answered, self.counted = None, {}, 0

    def witnessed(self):
        return self.key is not None and not self.own

    def not_due(self):
        require(self.before is None or not self.before[2], f"the answer of the witness is missing after entry {self.before and self.before[0]}")

    def sealed_line(self, seq):
        self.not_due()
        self.in_opening, self.before = False, (seq, None, False)

    def entry(self, entry):
        seq, kind, body, cause = entry["seq"], entry["kind"], entry["body"], entry["cause"]
        if kind == "DiceWitnessed":
            before, self.before = self.before, None
            fits = before is not None and cause == before[0] and before[1] in (None, entry["at"])
            require(fits, "an answer of the witness does not come right after its order")
            self.answer(body)
            self.answered[cause] = bytes.fromhex(body["output"])
            return
        self.not_due()
        self.before = None
        self.in_opening = self.in_opening and kind in OPENING and (seq == 1 or cause == 1)
        if kind == "WitnessAsked":
            require(self.in_opening and self.key is None and self.waits, "a witness is named twice, or not in the opening of a table whose set-up waits")
            self.log, self.key = body["log"], witness_key(body["witness"])
        elif kind == "DiceAbandoned":
            self.answer(body)
        elif kind in ("OwnDiceProposed", "OwnDiceAgreed"):
            require(self.witnessed(), "the dice have no witness")
            self.own = kind == "OwnDiceAgreed"
        elif kind == "Rolled":
            require(not self.witnessed() or cause in self.answered, "the witness did not answer for this roll")
        elif self.witnessed() and (kind == "PlayBegan" or (kind == "OrderGiven" and not is_talk(body["order"]))):
            self.before = (seq, entry["at"], True)

    def answer(self, body):
        require(self.witnessed(), "the dice have no witness")
        self.last += 1
        require(body["counter"] == self.last, f"number {self.last} of the witness was to come")
        log, value = sha256(self.log.encode()), bytes.fromhex(body["value"])
        message = b"wardroom dice v1" + log + self.opening + struct.pack(">Q", self.last) + value
        output = vrf_output(self.key, message, bytes.fromhex(body["proof"]))
        require(output == bytes.fromhex(body["output"]), "the proof of the witness does not hold")
        self.counted += 1


def is_talk(order):
    verb = order.get("verb") if isinstance(order, dict) else None
    return isinstance(verb, str) and verb in TALK


def roll(seed, tag, origin, number, form, of, take):
    key = hmac.new(seed, tag + origin + struct.pack(">I", number), hashlib.sha256).digest()
    words = chacha20_words(key)
    if form == "dice":
        return [below(words, of) + 1 for _ in range(take)]
    if form == "draw":
        moved, drawn = {}, []
        for i in range(take):
            j = i + below(words, of - i)
            drawn.append(moved.get(j, j))
            moved[j] = moved.get(i, i)
        return drawn
    places = list(range(of))
    for i in range(of - 1, 0, -1):
        j = below(words, i + 1)
        places[i], places[j] = places[j], places[i]
    return places


def check_roll_form(body):
    numbers = [body["number"], body["of"], body["take"]]
    require(all(is_count(n) and n < 2**32 for n in numbers) and body["of"] > 0, "the roll has a wrong form")
    require(body["of"] <= MAX_OF and body["take"] <= MAX_TAKE, "of or take is over the limit")
    values = body["values"]
    require(isinstance(values, list) and len(values) == body["take"], "the roll has not take values")
    require(body["form"] in ("dice", "draw", "shuffle"), "the roll has an unknown form")
    require(body["form"] == "dice" or body["take"] <= body["of"], "more is drawn than there is")
    require(body["form"] != "dice" or body["of"] > 1, "a die has two sides at least")
    low = 1 if body["form"] == "dice" else 0
    require(all(is_count(v, low) and v - low < body["of"] for v in values), "a value is out of range")
    require(body["form"] == "dice" or len(set(values)) == len(values), "a position came up twice")
    require(body["form"] != "shuffle" or body["take"] == body["of"], "a shuffle takes all")


# Who sits, asks, agrees and leaves


HOUR = 3_600_000
DAY = 24 * HOUR


def millis(text):
    """The milliseconds since 1970, of any year."""
    year, month, day, hour, minute, second = map(int, re.split("[-T:.]", text)[:6])
    year -= month <= 2
    era, of_era = divmod(year, 400)
    of_year = (153 * (month + (-3 if month > 2 else 9)) + 2) // 5 + day - 1
    days = era * 146_097 + of_era * 365 + of_era // 4 - of_era // 100 + of_year - 719_468
    return ((days * 24 + hour) * 60 + minute) * 60_000 + second * 1000 + int(text[20:23])


def year_of(millis):
    """The calendar year in UTC."""
    year = 1970 + millis // (366 * DAY)
    while year_begins(year + 1) <= millis:
        year += 1
    while year_begins(year) > millis:
        year -= 1
    return year


def year_begins(year):
    before = year - 1
    return (365 * (year - 1970) + before // 4 - before // 100 + before // 400 - 477) * DAY


def is_in(span, at):
    return span[0] <= at < span[1]


class Pace:
    """How time passes, as far as lines alone tell it: a sealed entry may have raised a question, only the game says how big it is,
    and no database of zones is at hand. What is found is the earliest end that the time of a question can have."""

    NOTICE, STOP, PAUSE, APART = 12 * HOUR, 72 * HOUR, 90 * DAY, 2 * HOUR
    # From Saturday 12:00 to Sunday 10:00 UTC it is Saturday or Sunday in every zone.
    WEEKEND, WEEKEND_LENGTH, WEEK = 60 * HOUR, 22 * HOUR, 7 * DAY

    def __init__(self):
        self.terms, self.terms_since, self.pauses, self.stop = None, None, [], None
        self.seated, self.expired, self.moved, self.set_backs = {}, {}, {}, []
        # False under a law of time that is not known here: then nothing is checked that hangs on time.
        self.known = True

    def overdue(self):
        return self.terms["overdue"] if self.terms else "wait"

    def when(self, entry):
        """When an entry was written, as far as no later one set the clock back before that."""
        return min([millis(entry["at"]), *(at for seq, at in self.set_backs if seq > entry["seq"])])

    def sit(self, seat, at):
        self.seated[seat] = at
        self.expired.pop(seat, None)

    def leave(self, seat):
        self.seated.pop(seat, None)
        self.expired.pop(seat, None)

    def change(self, change, at):
        if change != "resume" and "terms" in change:
            self.terms, self.terms_since, self.expired = change["terms"], at, {}
            return
        self.go_on(at)
        if change != "resume":
            until = change["pause"]["until"]
            self.pauses.append((at, at + self.PAUSE if until is None else millis(until)))

    def go_on(self, at):
        self.stop = None
        self.pauses = [(span[0], at) if is_in(span, at) else span for span in self.pauses if span[0] < at]

    def stop_at(self, seq, at):
        require(not self.known or not any(is_in(span, at) for span in self.pauses), "the clock stands already")
        self.go_on(at)
        self.pauses.append((at, at + self.STOP))
        self.stop = seq

    def set_back(self, seq, before, at):
        if not self.known:
            return
        self.set_backs.append((seq, at))
        self.terms_since = None if self.terms_since is None else min(self.terms_since, at)
        self.seated = {seat: min(since, at) for seat, since in self.seated.items()}
        stays = [span for span in self.pauses if span[0] <= at or span[0] <= before < span[1]]
        self.pauses = [span if span[0] <= at else (at, at + span[1] - before) for span in stays]
        self.expired = {seat: told for seat, told in self.expired.items() if told[1] <= at}
        for key, moved in self.moved.items():
            self.moved[key] = [("by", min(since, at), hours) for how, since, hours in moved if how == "by"]

    def after(self, since, length, off):
        """When so much time has counted at the earliest."""
        at, left = since, length
        while True:
            spans = [span for span in off if span[1] > max(at, span[0])]
            if "weekends_off" in self.terms:
                begins = self.WEEKEND + ((at - self.WEEKEND - self.WEEKEND_LENGTH) // self.WEEK + 1) * self.WEEK
                spans.append((begins, begins + self.WEEKEND_LENGTH))
            if not spans:
                return at + left
            begins, ends = min(spans)
            runs = max(0, begins - at)
            if left <= runs:
                return at + left
            left -= runs
            at = ends

    def least(self, pace):
        """The least counted time of a decision at a pace, and whether the pace is a length."""
        length = re.fullmatch("([0-9]+)([hd])", pace)
        counts = int(length[1]) * (DAY if length[2] == "d" else HOUR) if length else self.NOTICE
        return counts, length is not None

    def end_wait(self, deadline, at, offs, dark):
        """The end of the wait for players, with what does not count for each: when the last of them would have had to decide something
        big, from the last seat that was taken or the terms on."""
        if not self.known:
            return
        require(self.terms is not None and self.terms["big"] != "none", "no pace ends the wait")
        if dark:
            return
        counts, length = self.least(self.terms["big"])
        begun = max([*self.seated.values(), self.terms_since])
        first = max(self.after(begun, counts, off) for off in offs)
        exact = length and "weekends_off" not in self.terms
        require(deadline == first if exact else deadline >= first, "by what is agreed the wait ended at another time")
        for off in offs:
            over = self.after(deadline, self.terms["grace_hours"] * HOUR, off)
            require(at >= over and not any(is_in(span, at) for span in off), "the grace after the deadline is not over")

    def ends(self, seat, prompt, raised, exact, off):
        """The end of the time of a big question and that of a small one, as far as they have one: each with whether it is the end
        and not only the earliest."""
        if self.terms is None:
            return []
        begun = max(time for time in (raised, self.seated.get(seat), self.terms_since) if time is not None)

        def end(pace):
            counts, length = self.least(pace)
            at = self.after(begun, counts, off)
            for how, since, what in self.moved.get((seat, prompt), []):
                if how == "by":
                    at = self.after(max(at, since), what * HOUR, off)
                elif since >= begun:
                    at = max(at, what)
            return at, bool(exact and length and "weekends_off" not in self.terms)

        return [end(pace) for pace in (self.terms["big"], self.terms["small"]) if pace != "none"]

    def knows_zones(self):
        paces = [self.terms[size] for size in ("big", "small") if self.terms and self.terms[size] != "none"]
        return bool(paces) and ("weekends_off" in self.terms or any(" " in pace for pace in paces))

    def expire(self, seen, deadline, at, dark):
        seat, prompt, _, _, off = seen
        if not self.known:
            self.expired[seat] = (prompt, at)
            return
        ends = self.ends(*seen)
        require(ends, f"nothing is due from {seat}")
        if not dark:
            fits = [deadline == end if exact else deadline >= end for end, exact in ends]
            require(any(fits), "by what is agreed it was due at another time")
            over = self.after(deadline, self.terms["grace_hours"] * HOUR, off)
            require(at >= over and not any(is_in(span, at) for span in off), "the grace after the deadline is not over")
        require(self.expired.get(seat, (None,))[0] != prompt, "the log says so already")
        self.expired[seat] = (prompt, at)


class Seating:
    """Who sits, asks, agrees and leaves: public, and so checked through sealed lines. An order that not everyone may see may be
    words between players, so it is taken for a sealed one."""

    SILENCE = 72 * HOUR
    COMPUTERS = ("midshipman", "lieutenant", "captain")

    def __init__(self, opened):
        self.seats, self.practice = opened["seats"], opened["practice"]
        self.holders, self.offers, self.request = {}, {}, None
        self.sought, self.master, self.published = False, None, False
        self.ready, self.begun = None, False
        # What seats promised, and None for those that gave theirs; and whether a promise was shown. None where none is asked for.
        self.entropy, self.shown = None, False
        self.opening, self.unclear = True, False
        self.law, self.pace = TimeLaw(), Pace()
        # The entry from which on none is earlier than the one before it; and whether the clock was set back from a time that a
        # sealed line hides.
        self.ordered_since, self.dark = None, False
        # Entries that can be read, and those that may have raised a question.
        self.read, self.raising = [], set()
        # People by the doors they came by; computers by theirs, or because they stood in.
        self.humans, self.computers, self.stood_in = set(), set(), set()
        self.next, self.root = None, (0, "", "")
        self.closed, self.revealed = False, False
        self.line_, self.sealed = set(), set()
        self.orders, self.last_orders, self.bars = {}, {}, set()
        self.hidden, self.openings = set(), {}

    # People

    def players(self):
        return set(self.holders.values())

    def by(self, entry):
        by = entry["by"]
        require(by is not None, "nobody is named who did it")
        require(self.holders.get(by["seat"]) == by["player"], f"{by['player']} does not hold the seat {by['seat']}")
        return by

    def mastered(self, entry):
        by = entry["by"]
        require(by["seat"] == "master" and by["player"] == self.master is not None, "whoever did it is not the game master")

    def is_masters(self, entry):
        return entry["by"] is not None and entry["by"]["seat"] == "master"

    def may_be_master(self, player):
        require(player != self.master and (player is None or player not in self.players()), "no such game master")

    def is_seat(self, seat):
        require(seat in self.seats, f"the table has no seat {seat}")

    def holds_game(self):
        return self.ready is not None and not self.begun

    def lapse(self):
        self.request = None

    def unanswered(self, kind, what, at):
        asked = self.request is not None and (self.request["kind"], self.request["what"]) == (kind, what)
        return asked and (not self.pace.known or millis(at) - millis(self.request["at"]) >= self.SILENCE)

    # Lines

    def sealed_line(self, seq):
        self.line_.add(seq)
        require(self.next is None, "what the entry before it leads to has to stand here")
        self.sealed.add(seq)
        self.raising.add(seq)
        self.opening, self.unclear = False, True

    def end(self):
        require(self.next is None, "what it leads to is missing")
        require(not self.closed or self.revealed, "the table is closed, and its seed is not revealed")

    def entry(self, entry):
        self.handle(entry)
        self.law.follow(entry)
        self.read.append(entry)

    def handle(self, entry):
        seq, kind, body, cause = entry["seq"], entry["kind"], entry["body"], entry["cause"]
        self.line_.add(seq)
        if kind not in TABLE_EVENT_KEYS or kind in ("TableOpened", "OrderGiven", "Rolled", "TakenBack", "PlayBegan"):
            self.raising.add(seq)
        if entry["audience"] != "everyone":
            self.hidden.add(seq)
        if self.next is not None:
            (wanted, what, of, at), self.next = self.next, None
            fits = body == what or (kind == "TableClosed" and what == {"why": "agreed"} and body == {"why": "over"})
            fits = kind == wanted and fits and (cause, entry["at"], entry["by"]) == (of, at, None)
            require(fits, f"what the entry before it leads to has to stand here: {wanted}")
            self.follow(entry, kind, body)
            return
        if cause is None:
            self.root = (seq, kind, entry["at"])
        self.see_door(entry)
        self.opening = self.opening and (seq == 1 or (kind in OPENING[1:] and cause == 1))
        if kind == "Rolled":
            self.bars.add(seq)
        if kind == "Rolled" or kind not in TABLE_EVENT_KEYS:
            self.fact(entry)
        elif kind not in ("TableOpened", "Peeked", "RulesChanged", "LogRestored", "WitnessAsked", "DiceWitnessed", "DiceAbandoned"):
            require(not (kind in EITHERS and kind != "TableClosed" and cause is not None), "it follows from nothing")
            getattr(self, kind)(entry, **body)

    def then(self, entry, kind, body):
        self.next = (kind, body, entry["seq"], entry["at"])

    def see_door(self, entry):
        """By which door a player comes tells people from computers. Who stood in as a computer comes by no other than theirs. By
        whose door others sit down in the opening says nothing of them."""
        by, door = entry["by"], entry["door"]
        if by is None or entry["cause"] is not None or door is None:
            return
        if door == "computer":
            self.computers.add(by["player"])
            return
        require(by["player"] not in self.stood_in, "who stood in as a computer is a person")
        self.humans.add(by["player"])

    def follow(self, entry, kind, body):
        if kind == "TakenBack":
            self.go_back(entry["seq"], body["to"])
        elif kind == "TablePublished":
            self.published = True
        elif kind == "TimeChanged":
            self.change_time(entry, body["change"])
        elif kind == "MasterChanged":
            self.master = body["player"]
            self.lapse()
        elif kind == "TableClosed":
            self.closed = True
        elif kind == "PlayBegan":
            self.begun = True
            self.raising = {entry["seq"]}
            self.root = (entry["seq"], kind, entry["at"])

    def fact(self, entry):
        """What follows from an order, the opening or a delayed beginning stands right behind it, and has its time."""
        (root, kind, at), cause = self.root, entry["cause"] or 0
        if cause > root and cause in self.sealed:
            self.root = (root, kind, at) = (cause, "OrderGiven", entry["at"])
        sets_up = "TableOpened" if self.entropy is None else "PlayBegan"
        require(cause == root and kind in ("OrderGiven", sets_up), "it follows from no order before it")
        require(at == entry["at"], "what follows from an entry has its time")
        # The last of what follows raises the next questions.
        self.raising.difference_update(range(root, entry["seq"]))

    # Seats

    def SeatTaken(self, entry, seat):
        self.is_seat(seat)
        player, held = entry["by"]["player"], self.holders.get(seat)
        if entry["cause"] == 1:
            require(self.opening and not self.holds_game(), "it was not taken within the opening of the table")
        if entry["cause"] in (None, 1):
            require(player != self.master, "the game master takes a seat")
            kept = self.offers.pop(seat, None)
            require(kept in (None, player), "the seat is kept for another player")
            left = self.pace.overdue() == "substitute" and self.is_up(seat) and held != player
            require(kept is not None or held is None or left, "the seat was taken before")
        else:
            root, kind, at = self.root
            behind = entry["cause"] == root and entry["seq"] == root + 1 and kind == "TimeExpired" and at == entry["at"]
            sits, overdue = player in self.players(), self.pace.overdue()
            # Who holds another seat is a computer only where the log shows it.
            shown = player not in self.humans and (not sits or player in self.computers)
            computer = overdue in self.COMPUTERS and shown and player != self.master
            may = held != player and (sits if overdue == "stand-in" else computer)
            require(behind and self.is_up(seat) and may, "nobody stands in so")
            kept = self.offers.pop(seat, held)
            if overdue != "stand-in":
                self.computers.add(player)
                self.stood_in.add(player)
                if kept not in (None, player):
                    self.offers[seat] = kept
        self.holders[seat] = player
        self.lapse()
        self.pace.sit(seat, millis(entry["at"]))
        if held is not None:
            self.forget_promise(seat)
        if self.ready is not None:
            self.ready = set() if held is not None else self.ready - {player}

    def SeatOffered(self, entry, seat, player):
        self.is_seat(seat)
        if self.is_masters(entry):
            self.mastered(entry)
            by = "master"
        else:
            by = self.by(entry)["seat"]
        held = self.holders.get(seat)
        require(held is None or (by == seat and held != player), "the seat cannot be offered so")
        self.offers[seat] = player

    def OfferWithdrawn(self, entry, seat):
        require(seat in self.offers, "the seat is offered to nobody")
        to = self.offers.pop(seat)
        if entry["by"] != {"player": to, "seat": seat}:
            require(self.by(entry)["seat"] == seat or seat not in self.holders, "the offer is another player's")

    def PlayersSought(self, entry, sought):
        self.by(entry)
        free = any(seat not in self.holders for seat in self.seats)
        require(self.sought != sought and (free or not sought), "players are sought already, or no seat is free")
        self.sought = sought

    def ReadyAsked(self, entry):
        require(self.opening, "it stands outside the opening of the table")
        require(self.ready is None, "the players were asked before")
        self.ready = set()

    def ReadySaid(self, entry, ready):
        player = self.by(entry)["player"]
        require(self.holds_game() and (player in self.ready) != ready, "the game has begun, or it was so already")
        self.ready ^= {player}
        if all(self.holders.get(seat) in self.ready for seat in self.seats):
            self.then(entry, "PlayBegan", {})

    def WaitEnded(self, entry, deadline):
        """The time of the players who are not ready is up, at a table whose set-up waits for nobody else."""
        held = all(seat in self.holders for seat in self.seats)
        unready = [seat for seat in self.seats if held and self.holds_game() and self.holders[seat] not in self.ready]
        require(self.entropy is not None and unready, "the set-up does not wait, or not for players who are not ready")
        self.pace.end_wait(millis(deadline), millis(entry["at"]), [self.off(seat) for seat in unready], self.dark)
        self.then(entry, "PlayBegan", {})

    def PlayBegan(self, entry):
        raise Wrong("it follows from nothing")

    # Entropy

    def forget_promise(self, seat):
        """Another player has the seat, or none: only what was given stays."""
        if self.entropy is not None and self.entropy.get(seat) is not None:
            del self.entropy[seat]

    def EntropyAsked(self, entry):
        require(self.opening, "it stands outside the opening of the table")
        require(self.entropy is None and self.ready is not None, "entropy was asked for before, or there is no ready check")
        self.entropy = {}

    def EntropyPromised(self, entry, digest):
        seat = self.by(entry)["seat"]
        may = self.holds_game() and self.entropy is not None and not self.shown and seat not in self.entropy
        require(may, "no entropy is taken here, or not any more")
        self.entropy[seat] = digest

    def EntropyGiven(self, entry, digest, source):
        """At once, or what was promised: that comes when all other seats can add nothing any more."""
        by = self.by(entry)
        seat, player = by["seat"], by["player"]
        require(self.holds_game() and self.entropy is not None, "no entropy is taken here")
        if self.entropy.get(seat) is None:
            require(not self.shown and seat not in self.entropy, "no entropy is taken here any more")
        else:
            holders = {other: self.holders.get(other) for other in self.seats}
            settled = [holder == player or other in self.entropy or holder in self.ready for other, holder in holders.items()]
            require(self.entropy[seat] == sha256(digest.encode()).hex(), "it is not what was promised")
            require(None not in holders.values() and all(settled), "it is shown before the others can add nothing any more")
            self.shown = True
        # A promise that was shown leaves nothing to show.
        self.entropy[seat] = None

    def SeatVacated(self, entry, seat):
        # A player leaves a seat of their own.
        self.by(entry) if entry["by"]["seat"] == seat else self.mastered(entry)
        require(seat in self.holders, "the seat has no player")
        self.offers.pop(seat, None)
        del self.holders[seat]
        self.sought = True
        self.lapse()
        self.pace.leave(seat)
        self.forget_promise(seat)
        self.ready = self.ready and set()

    # Orders

    def OrderGiven(self, entry, prompt, order):
        seat = self.by(entry)["seat"]
        asked = prompt > self.last_orders.get(seat, 0) and prompt in self.raising and prompt in self.line_
        require(not self.holds_game() and asked, "the seat is not asked that")
        if entry["audience"] != "everyone":
            self.unclear = True
            return
        self.lapse()
        self.orders[entry["seq"]] = seat
        self.last_orders[seat] = entry["seq"]

    def step(self, to):
        at = to + 1
        order = at in self.orders or (at in self.line_ and (at in self.sealed or at in self.hidden))
        require(to in self.line_ and order, f"no order that counts stands behind entry {to}")

    def go_back(self, seq, to):
        self.lapse()
        self.line_ = {at for at in self.line_ if at <= to} | {seq}
        self.orders = {at: seat for at, seat in self.orders.items() if at <= to}
        self.bars = {at for at in self.bars if at <= to}
        self.openings = {at: opened for at, opened in self.openings.items() if at <= to}

    def TakenBack(self, entry, to):
        player = self.by(entry)["player"]
        self.step(to)
        for at, seat in sorted(self.orders.items()):
            require(at <= to or self.holders.get(seat) == player, f"nobody agreed to take back entry {at}")
        lifted = self.practice and len(self.players()) <= 1
        require(lifted or all(at <= to for at in self.bars), "it goes back past a roll, or what was shown")
        self.go_back(entry["seq"], to)

    def Opened(self, entry, entries, to):
        opened = {seq for seqs in self.openings.values() for seq in seqs}
        for seq in entries:
            hidden, counts = seq in self.hidden or seq in self.sealed, self.closed or seq in self.line_
            require(hidden and counts and seq not in opened, f"entry {seq} was not hidden, counts no longer, or was opened before")
        self.bars.add(entry["seq"])
        self.openings[entry["seq"]] = entries

    # Requests

    def ask(self, entry, kind, what):
        if self.unclear:
            self.lapse()
        self.unclear = False
        player = self.by(entry)["player"]
        require(len(self.players()) > 1, "there is nobody else at the table to agree")
        require(self.request is None, "another request is still open")
        self.request = {"seq": entry["seq"], "at": entry["at"], "kind": kind, "what": what, "agreed": {player}}

    def TakeBackAsked(self, entry, to):
        self.step(to)
        self.ask(entry, "TakenBack", {"to": to})

    def CloseProposed(self, entry):
        self.ask(entry, "TableClosed", {"why": "agreed"})

    def PublishProposed(self, entry, delay):
        require(not self.published, "the table is published already")
        self.ask(entry, "TablePublished", {"delay": delay})

    def NameProposed(self, entry, name):
        self.ask(entry, "NameChanged", {"name": name})

    def OwnDiceProposed(self, entry):
        self.ask(entry, "OwnDiceAgreed", {})

    def TimeProposed(self, entry, change):
        self.ask(entry, "TimeChanged", {"change": change})

    def TimeStopped(self, entry):
        self.lapse()
        self.ask(entry, "stop", None)
        self.pace.stop_at(entry["seq"], millis(entry["at"]))

    def claimable(self, entry, seat):
        theirs = entry["by"]["player"] != self.holders.get(seat)
        return theirs and self.pace.overdue() == "claim" and self.is_up(seat)

    def ClaimProposed(self, entry, seat):
        self.by(entry)
        require(len(self.players()) > 2 and self.claimable(entry, seat), "the game cannot be claimed here")
        self.ask(entry, "claim", seat)

    def MasterProposed(self, entry, player):
        self.may_be_master(player)
        self.ask(entry, "MasterChanged", {"player": player})

    def Answered(self, entry, request, agrees):
        player, asked = self.by(entry)["player"], self.request
        require(asked is not None and asked["seq"] == request, "no such request is open")
        if not agrees:
            self.lapse()
            if self.pace.stop == request:
                self.pace.go_on(millis(entry["at"]))
            return
        require(player not in asked["agreed"], "the player has agreed before")
        asked["agreed"].add(player)
        against = self.holders.get(asked["what"]) if asked["kind"] == "claim" else None
        require(against is None or player != against, "who is claimed from is not asked")
        if not all(player in asked["agreed"] for player in self.players() - {against}):
            return
        self.lapse()
        if asked["kind"] == "stop":
            self.then(entry, "TimeChanged", {"change": {"pause": {"until": None}}})
        elif asked["kind"] == "claim":
            self.then(entry, "TableClosed", {"why": "claimed"})
        else:
            self.then(entry, asked["kind"], asked["what"])

    # Alone

    def TablePublished(self, entry, delay):
        self.by(entry)
        require(not self.published, "the table is published already")
        require(len(self.players()) == 1, "others sit at the table, and nobody asked them")
        self.published = True

    def NameChanged(self, entry, name):
        self.by(entry)
        require(len(self.players()) == 1, "others sit at the table, and nobody asked them")

    def OwnDiceAgreed(self, entry):
        self.by(entry)
        require(len(self.players()) == 1, "others sit at the table, and nobody asked them")

    def TableUnpublished(self, entry):
        self.by(entry)
        require(self.published, "the table is not published")
        self.published = False

    def change_time(self, entry, change):
        self.pace.change(change, millis(entry["at"]))
        if change != "resume" and "terms" in change:
            self.ready = self.ready and set()

    def TimeChanged(self, entry, change):
        if self.is_masters(entry):
            self.mastered(entry)
            alone = change == "resume" or "pause" in change
        else:
            self.by(entry)
            silent = self.unanswered("TimeChanged", {"change": "resume"}, entry["at"])
            alone = len(self.players()) < 2 or (change == "resume" and (self.pace.stop is not None or silent))
        require(alone, "others sit at the table, and nobody asked them about the time")
        self.change_time(entry, change)
        self.lapse()

    def MasterChanged(self, entry, player):
        self.may_be_master(player)
        if self.is_masters(entry):
            self.mastered(entry)
            alone = player is None
        else:
            self.by(entry)
            silent = self.unanswered("MasterChanged", {"player": None}, entry["at"])
            alone = len(self.players()) < 2 or (player is None and silent)
        require(alone, "others sit at the table, and nobody asked them")
        self.master = player
        self.lapse()

    def Resigned(self, entry, seat):
        self.by(entry)
        self.is_seat(seat)
        self.then(entry, "TableClosed", {"why": "resigned"})

    def TableClosed(self, entry, why):
        by, (root, kind, _), cause = entry["by"], self.root, entry["cause"] or 0
        if by is None:
            order = (cause == root and kind == "OrderGiven") or (cause > root and cause in self.sealed)
            right = why == "over" and order
        elif by["seat"] == "manager":
            right = why in ("manager", "over")
        elif self.is_masters(entry):
            self.mastered(entry)
            right = why in ("master", "over")
        elif why == "claimed":
            self.by(entry)
            alone = lambda seat: len(self.players()) == 2 or self.unanswered("claim", seat, entry["at"])
            right = any(alone(seat) and self.claimable(entry, seat) for seat in self.seats)
        else:
            self.by(entry)
            right = len(self.players()) == 1 and why in ("abandoned", "over")
        require(right, f"nothing closes the table as {why} here")
        self.closed = True

    def SeedRevealed(self, entry, seed):
        require(self.closed, "the table was not closed")
        self.revealed = True

    # Time

    def is_up(self, seat):
        return seat in self.pace.expired and self.pace.expired[seat][0] > self.last_orders.get(seat, 0)

    def question(self, seat, prompt):
        """A question that may be open, to a seat that has a player: seat, prompt, when it was raised, whether at that very time, and
        what does not count. Where a sealed line raised it under the law by which times stand in order, it was no earlier than the
        entry before that."""
        self.is_seat(seat)
        raised = prompt > self.last_orders.get(seat, 0) and prompt in self.raising and prompt in self.line_
        require(seat in self.holders and not self.holds_game() and raised, f"{seat} is not asked anything here")
        before = [entry for entry in self.read if entry["seq"] <= prompt][-1]
        exact = before["seq"] == prompt
        known = exact or (self.ordered_since is not None and self.ordered_since < prompt)
        return seat, prompt, self.pace.when(before) if known else None, exact, self.off(seat)

    def off(self, seat):
        """What does not count of the time of a seat's player."""
        return self.pace.pauses + [held[1:] for held in self.law.away.get(self.holders[seat], [])]

    def TimeExpired(self, entry, seat, prompt, deadline):
        self.pace.expire(self.question(seat, prompt), millis(deadline), millis(entry["at"]), self.dark)

    def TimeExtended(self, entry, seat, prompt, hours):
        self.mastered(entry)
        due = self.pace.ends(*self.question(seat, prompt))
        require(due or not self.pace.known, f"nothing is due from {seat}")
        self.pace.expired.pop(seat, None)
        self.pace.moved.setdefault((seat, prompt), []).append(("by", millis(entry["at"]), hours))

    def DeadlineMoved(self, entry, seat, prompt, deadline):
        ends, told = self.pace.ends(*self.question(seat, prompt)), millis(deadline)
        if not self.pace.known:
            return
        may = any(self.dark or told >= end - self.pace.APART for end, _ in ends)
        require(self.pace.knows_zones() and may, "no deadline could move to this time")
        self.pace.moved.setdefault((seat, prompt), []).append(("to", millis(entry["at"]), told))

    def LawChanged(self, entry, law):
        if self.ordered_since is None and law > 1:
            self.ordered_since = entry["seq"]
        self.pace.known = law <= TIME_LAW

    def ClockSet(self, entry):
        at, last = millis(entry["at"]), self.read[-1]
        # What was written last before it may be sealed.
        self.dark = self.dark or last["seq"] + 1 != entry["seq"]
        self.pace.set_back(entry["seq"], millis(last["at"]), at)
        if self.request is not None and millis(self.request["at"]) > at:
            self.request["at"] = entry["at"]

    def AbsenceBooked(self, entry, **body):
        player = self.by(entry)["player"]
        # Under the second law its lines alone tell whether it may be booked.
        if self.law.law > 1:
            return
        begins, ends = millis(body["from"]), millis(body["until"])
        others = [held for held in self.law.away.get(player, []) if year_of(held[1]) == year_of(begins)]
        taken = ends - begins + sum(until - since for _, since, until in others)
        days = self.law.terms.get("absence_days", ABSENCE_DAYS)
        require(taken <= days * DAY, f"only {days} days of absence a year are agreed")

    def AbsenceEnded(self, entry, **_):
        player, at = self.by(entry)["player"], millis(entry["at"])
        lasts = any(until > at for _, _, until in self.law.away.get(player, []))
        require(lasts or not self.pace.known, "no absence could end")


# Time


class Stops:
    """Emergency stops of the clock: how many each player used, the one that is not agreed, and the last that was refused."""

    def __init__(self):
        self.used, self.open, self.refused = {}, None, {}

    def stop(self, seq, player, at, most):
        require(self.used.get(player, 0) < most, f"only {most} emergency stops for each player are agreed")
        refused = self.refused.get(player)
        require(refused is None or at >= refused + 3 * DAY, "the others refused the last emergency stop less than three days before")
        self.used[player] = self.used.get(player, 0) + 1
        self.open = (seq, player, at)

    def go_on(self, by, at):
        if self.open:
            (_, player, since), self.open = self.open, None
            if by not in (None, player) and at < since + 72 * HOUR:
                self.refused[player] = at

    def set_back(self, at):
        self.refused = {player: min(refused, at) for player, refused in self.refused.items()}
        self.open = self.open and (*self.open[:2], min(self.open[2], at))


def book(booked, new, days):
    """The absences of a player with one more: those that it touches become one with it."""
    number, begins, ends = new
    require(not any(held[1] <= begins and ends <= held[2] for held in booked), "this absence is booked already")
    spans = united([held[1:] for held in [*booked, new]])
    for year in range(year_of(begins), year_of(ends) + 1):
        first, last = year_begins(year), year_begins(year + 1)
        taken = sum(max(0, min(until, last) - max(since, first)) for since, until in spans)
        require(taken <= days * DAY, f"only {days} days of absence a year are agreed")
    touched = [held for held in booked if held[1] <= ends and begins <= held[2]]
    begins, ends = min([begins, *(held[1] for held in touched)]), max([ends, *(held[2] for held in touched)])
    return [*(held for held in booked if held not in touched), (number, begins, ends)]


def united(spans):
    joined = []
    for since, until in sorted(spans):
        if joined and joined[-1][1] >= since:
            joined[-1] = (joined[-1][0], max(joined[-1][1], until))
        else:
            joined.append((since, until))
    return joined


def end_absence(booked, number, at):
    """The absences of a player once one has ended, or all where no number is named."""
    ends = [held for held in booked if held[2] > at and number in (None, held[0])]
    require(number is None or ends, "it names no absence of this player that is not over")
    rest = [held for held in booked if held not in ends]
    return rest + [(seq, since, at) for seq, since, _ in ends if since < at]


def set_back(booked, before, at):
    stays = [held for held in booked if held[1] <= at]
    lasted = [held for held in booked if at < held[1] <= before < held[2]]
    return stays + [(seq, at, at + (until - before)) for seq, _, until in lasted]


class TimeLaw:
    """The law of time: the order of times, emergency stops, absences, and deadlines that were told anew."""

    def __init__(self):
        self.law, self.before, self.terms = 1, "", {}
        self.stops, self.away, self.told = Stops(), {}, {}

    def follow(self, entry):
        kind, body, at = entry["kind"], entry["body"], entry["at"]
        before, self.before = self.before, at
        player = entry["by"] and entry["by"]["player"]
        if kind == "LawChanged":
            require(body["law"] > self.law, "that law of time is in force already, or was before")
            self.law = body["law"]
        # A law that is not known here may ask something else of every line from here on.
        if self.law > TIME_LAW:
            return
        if kind == "ClockSet":
            require(at < before, "the log was not ahead of the clock")
            self.stops.set_back(millis(at))
            self.away = {who: set_back(booked, millis(before), millis(at)) for who, booked in self.away.items()}
            self.told = {}
        else:
            require(self.law < 2 or at >= before, "it is earlier than the entry before it")
        if kind == "TimeChanged":
            self.change(body["change"], player, millis(at))
        if kind == "Answered" and not body["agrees"] and self.stops.open and self.stops.open[0] == body["request"]:
            self.stops.go_on(player, millis(at))
        if kind == "TimeStopped" and self.law >= 2:
            self.stops.stop(entry["seq"], player, millis(at), self.terms.get("stops", STOPS))
        if kind == "AbsenceBooked":
            new = (entry["seq"], millis(body["from"]), millis(body["until"]))
            booked, days = self.away.setdefault(player, []), self.terms.get("absence_days", ABSENCE_DAYS)
            self.away[player] = book(booked, new, days) if self.law >= 2 else [*booked, new]
        if kind == "AbsenceEnded":
            require(self.law < 2 or entry["v"] > 1, "it does not say which absence ends")
            self.away[player] = end_absence(self.away.get(player, []), body.get("booked"), millis(at))
        if kind in ("SeatTaken", "SeatVacated"):
            self.told = {key: deadline for key, deadline in self.told.items() if key[0] != body["seat"]}
        if kind in ("DeadlineMoved", "TimeExpired"):
            key = (body["seat"], body["prompt"])
            require(body["deadline"] >= self.told.get(key, ""), "the deadline is earlier than was told")
            if kind == "DeadlineMoved":
                self.told[key] = body["deadline"]

    def change(self, change, player, at):
        if change == "resume":
            self.stops.go_on(player, at)
        elif "pause" in change:
            self.stops.go_on(None, at)
        else:
            self.terms, self.told = change["terms"], {}


# The file


def is_letter(entry, kinds, verbs):
    """Whether an entry holds what a player wrote for others to read."""
    if entry["kind"] != "OrderGiven":
        return entry["kind"] in kinds
    order = entry["body"]["order"]
    verb = order.get("verb") if isinstance(order, dict) else None
    return not isinstance(verb, str) or verb in verbs


class Check:
    def __init__(self, lines_only=False):
        self.lines_only = lines_only
        self.seating = None
        self.line = 0
        self.seq = None
        self.table = None
        self.chains = [bytes(32)]
        self.entries = {}
        self.seed = None
        self.format = None
        self.keys = set()
        self.closed = False
        self.revealed = False
        self.time_law = TimeLaw()
        self.outputs = {}

    def place(self):
        return f"line {self.line}" + ("" if self.seq is None else f", entry {self.seq}")

    def lines(self, file):
        while line := file.readline(MAX_LINE + 2):
            self.line += 1
            self.unedited(line)
            require(line.endswith(b"\n"), "the line is too long, or cut off")
            yield line[:-1]

    def unedited(self, line):
        how = None
        if self.line == 1 and line[:2] in (b"\xff\xfe", b"\xfe\xff"):
            how = "it was saved as UTF-16"
        elif self.line == 1 and line.startswith(b"\xef\xbb\xbf"):
            how = "it begins with a byte order mark (BOM)"
        elif line.rstrip(b"\n").endswith(b"\r"):
            how = "the lines end with CR LF"
        elif self.line > 1 and not line.strip(b" \t\n"):
            how = "it has an empty line"
        elif line.rstrip(b" \t\n") != line.rstrip(b"\n") and is_whole(line.rstrip(b" \t\n")):
            how = "there are spaces at the end of a line"
        elif not line.endswith(b"\n") and len(line) <= MAX_LINE and is_whole(line):
            how = "it was cut off behind the last line, whose end is missing"
        if how:
            raise Wrong(f"this file was changed by an editor: {how}")

    def read(self, file):
        lines = self.lines(file)
        header = parse(next(lines, b""))
        require(keys_are(header, ["audience", "format", "head", "table", "wardroom"]), "not an export of Wardroom")
        known = type(header["format"]) is int and header["format"] in FORMATS
        require(header["wardroom"] == "export" and known, "not an export of a format that is known")
        self.format = header["format"]
        require(keys_are(header["head"], ["chain", "seq"]), "the head has a wrong form")
        require(is_count(header["head"]["seq"], 1) and is_hex(header["head"]["chain"], 64), "the head has a wrong form")
        require(is_table(header["table"]), "the table has a wrong form")
        self.full, self.table, self.viewer = header["audience"] == "full", header["table"], header["audience"]
        require(self.full or header["audience"] == "everyone" or is_seats(header["audience"]), "audience has a wrong form")
        pack = parse(next(lines, b""))
        require(keys_are(pack, ["hash", "pack"]), "the second line is not the data pack")
        require(hashlib.sha256(canonical(pack["pack"])).hexdigest() == pack["hash"], "the data pack has another hash")
        self.pack = pack["hash"]
        for line in lines:
            if self.line == 3 and line.startswith(b'{"seed":'):
                seed = parse(line)
                require(self.full and keys_are(seed, ["seed"]) and is_hex(seed["seed"], 64), "not a seed line")
                self.seed = bytes.fromhex(seed["seed"])
            else:
                self.entry(line)
        self.seq = None
        require(not self.full or self.seed is not None, "a full export without a seed")
        self.head = header["head"]
        if 1 in self.entries:
            self.view()

    def head_of_header(self):
        self.check_head(self.head["seq"], self.head["chain"], "the header")
        require(self.head["seq"] == len(self.chains) - 1, "there are entries after the head")

    def entry(self, line):
        self.seq = seq = len(self.chains)
        require(len(line) <= MAX_ENTRY, "the entry is too long")
        value = parse(line)
        require(isinstance(value, dict) and value.get("table") == self.table, "it is of another table")
        require(type(value.get("seq")) is int and value["seq"] == seq, "its seq does not follow")
        if "sealed" in value:
            require(keys_are(value, ["digest", "sealed", "seq", "table"]) and value["sealed"] is True, "not a sealed line")
            open_still = not self.full and seq > 1 and not self.closed
            require(is_hex(value["digest"], 64) and open_still, "a sealed line cannot stand here")
            digest = bytes.fromhex(value["digest"])
            if self.seating:
                self.seating.sealed_line(seq)
        else:
            check_entry(value)
            if value["kind"] == "Rolled":
                require(value["cause"] is not None, "a roll without a cause")
                check_roll_form(value["body"])
            require("receipt" not in value or self.format > 1, "it names a receipt, which no log of format 1 does")
            require(value["key"] is None or value["key"] not in self.keys, "its key stands twice")
            self.keys.add(value["key"])
            ends = value["kind"] in ("Opened", "SeedRevealed")
            require(not self.closed or ends, "it stands after the end of the table")
            require(not self.revealed, "it stands after the end of the table")
            self.closed = self.closed or value["kind"] == "TableClosed"
            self.revealed = value["kind"] == "SeedRevealed"
            require(self.full or not self.revealed, "a table whose seed is revealed is exported in full")
            self.entries[seq] = (self.line, value)
            digest = hashlib.sha256(line).digest()
            require((value["kind"] == "TableOpened") == (seq == 1), "entry 1 and no other is TableOpened")
        if seq == 1:
            require(value["audience"] == "everyone", "entry 1 is for everyone")
            same = type(value["body"]["format"]) is int and value["body"]["format"] == self.format
            require(same, "not a log of the format that the header names")
            require(value["body"]["pack"] == self.pack, "the data pack is not the one entry 1 names")
            mine = self.viewer if isinstance(self.viewer, list) else []
            require(all(seat in value["body"]["seats"] for seat in mine), "the header names a seat that the table has not")
            self.seating = None if self.lines_only else Seating(value["body"])
        if "sealed" not in value:
            self.versions(value)
            self.time_law.follow(value)
            if self.seating:
                self.seating.entry(value)
        self.chains.append(hashlib.sha256(self.chains[-1] + digest).digest())

    def versions(self, entry):
        """A change of the rules leads to a later version."""
        if entry["kind"] == "RulesChanged":
            before, after = entry["body"]["from"], entry["body"]["to"]
            require(int(after) > int(before), "a change of the rules leads to no later version")

    def view(self):
        """A view shows what its reader may see, and seals nothing that was opened to them. Letters are for those who sat there
        then."""
        if self.full:
            return
        line, at = set(), len(self.chains) - 1
        while at > 0:
            line.add(at)
            back = at in self.entries and self.entries[at][1]["kind"] == "TakenBack"
            at = self.entries[at][1]["body"]["to"] if back else at - 1
        mine = self.viewer if isinstance(self.viewer, list) else []
        sees = lambda audience: audience == "everyone" or (isinstance(audience, list) and any(seat in audience for seat in mine))
        opened = set()
        for seq, (_, entry) in self.entries.items():
            if seq in line and entry["kind"] == "Opened" and sees(entry["body"]["to"]):
                opened.update(entry["body"]["entries"])
        game = self.entries[1][1]["body"]["game"]
        taken = {entry["body"]["seat"]: seq for seq, (_, entry) in sorted(self.entries.items()) if entry["kind"] == "SeatTaken"}
        reads = lambda seq, audience: any(seat in audience and taken.get(seat, 0) < seq for seat in mine)

        def shown(seq, entry):
            letter = game in LETTERS and entry["audience"] != "everyone" and is_letter(entry, *LETTERS[game])
            return sees(entry["audience"]) and (not letter or reads(seq, entry["audience"]))

        top = 2
        for self.seq in range(1, len(self.chains)):
            self.line = top + self.seq
            if self.seq not in self.entries:
                require(self.seq not in opened, "it is sealed, and an entry that counts opens it")
            else:
                entry = self.entries[self.seq][1]
                require(shown(self.seq, entry) or self.seq in opened, "it is shown to whom it is not for")
        self.seq = None

    def check_head(self, seq, chain, who):
        require(seq < len(self.chains), f"{who} says there is an entry {seq}, and there is none")
        found = self.chains[seq].hex()
        require(found.startswith(chain), f"the chain at entry {seq} is {found}, {who} says {chain}")

    def lost(self, seq, chain):
        """The entry that declares a head lost because a backup was put back, if one does: it names the head, or the log has no
        entry there yet."""
        if seq < len(self.chains) and self.chains[seq].hex().startswith(chain):
            return None
        for at, last, digits in self.restored():
            if (seq == last and digits.startswith(chain)) or (at <= seq < last and seq >= len(self.chains)):
                return at
        return None

    def restored(self):
        """Everything that is declared lost: by which entry, up to which, and the head there."""
        for at, (_, entry) in sorted(self.entries.items()):
            if entry["kind"] == "LogRestored":
                yield at, entry["body"]["seq"], entry["body"]["chain"]

    def check_noted(self, seq, chain):
        """A head from elsewhere. One in a part that is declared lost is no excuse where the log goes on another way."""
        around = [(at, last) for at, last, _ in self.restored() if at <= seq < last]
        if around and seq < len(self.chains) and not self.chains[seq].hex().startswith(chain):
            at, last = around[0]
            require(False, f"the chain at entry {seq} is {self.chains[seq].hex()}, the witnessed head says {chain}. Entry {at} declares {at} to {last} lost, and does not name this head: it is lost only if it was noted before entry {at} was written")
        self.check_head(seq, chain, "the witnessed head")

    def ends(self):
        """The log may end where it does."""
        self.seq = len(self.chains) - 1
        if self.seating:
            self.seating.end()

    def witness(self):
        """Checks the answers of the witness of the dice. Returns how many there are; None without a witness."""
        kinds = {entry["kind"] for _, entry in self.entries.values()}
        witness = Witness(self.chains[1], "EntropyAsked" in kinds)
        for self.seq in range(1, len(self.chains)):
            if self.seq in self.entries:
                self.line, entry = self.entries[self.seq]
                witness.entry(entry)
            else:
                witness.sealed_line(self.seq)
        witness.not_due()
        self.outputs = witness.answered
        return None if witness.key is None else witness.counted

    def values(self):
        """Checks what the witness was asked with, with the seed and all orders."""
        digests = self.orders()
        for self.seq, (self.line, entry) in sorted(self.entries.items()):
            if entry["kind"] == "DiceWitnessed":
                value = hmac.new(self.seed, b"witness v2" + digests[entry["cause"]], hashlib.sha256).hexdigest()
                require(value == entry["body"]["value"], "the witness was asked for another order")

    def seeds(self):
        """Checks every seed shown against the commitment."""
        commitment = self.entries[1][1]["body"]["seed_commitment"]
        for self.seq, (self.line, entry) in sorted(self.entries.items()):
            if entry["kind"] == "SeedRevealed":
                require(is_hex(entry["body"]["seed"], 64), "the seed has a wrong form")
                revealed = bytes.fromhex(entry["body"]["seed"])
                require(self.seed in (None, revealed), "two different seeds")
                self.seed = revealed
        if self.seed is not None:
            self.line, self.seq = self.entries[1][0], 1
            found = hashlib.sha256(b"wardroom seed v1" + self.seed).hexdigest()
            require(found == commitment, "the seed does not fit the commitment")

    def rules(self):
        """Checks that each change of the rules leads on from those in force, and to an order."""
        in_force = self.entries[1][1]["body"]["rules_version"]
        for self.seq, (self.line, entry) in sorted(self.entries.items()):
            if entry["kind"] != "RulesChanged":
                continue
            before, after = entry["body"]["from"], entry["body"]["to"]
            require(before == in_force, f"version {in_force} of the rules is in force")
            require(entry["by"] is None and entry["cause"] is None, "a change of the rules is nobody's doing")
            require(entry["audience"] == "everyone", "a change of the rules is for everyone")
            require(self.seq + 1 < len(self.chains), "no order follows a change of the rules")
            following = self.entries.get(self.seq + 1)
            require(following is None or following[1]["kind"] == "OrderGiven", "no order follows a change of the rules")
            in_force = after

    def masters(self):
        """Checks that a game master's entries are the one's in office, and what only one may do no other's."""
        master = None
        for self.seq, (self.line, entry) in sorted(self.entries.items()):
            by, kind = entry["by"], entry["kind"]
            if by is not None and by["seat"] == "master":
                require(by["player"] == master, "whoever did it is not the game master")
            else:
                leaves = kind == "SeatVacated" and by is not None and by["seat"] == entry["body"]["seat"]
                require(leaves or kind not in ("SeatVacated", "TimeExtended"), "only a game master does that")
            if kind == "MasterChanged":
                master = entry["body"]["player"]
            require(kind != "SeatTaken" or by["player"] != master, "the game master takes a seat")

    def unknown_law(self):
        """The first entry that puts a law of time in force which is not known here, and that law."""
        laws = [(seq, entry["body"]["law"]) for seq, (_, entry) in sorted(self.entries.items()) if entry["kind"] == "LawChanged"]
        return next(((seq, law) for seq, law in laws if law > TIME_LAW), None)

    def salts(self):
        for self.seq, (self.line, entry) in sorted(self.entries.items()):
            mac = hmac.new(self.seed, b"salt v1" + struct.pack(">Q", self.seq), hashlib.sha256)
            require(mac.hexdigest()[:32] == entry["salt"], "the salt does not follow from the seed")

    def rolls(self, with_values):
        """Checks numbers always, values with the seed where they are wanted. Returns how many rolls there are."""
        count, next_number = 0, {}
        sealed = [seq for seq in range(1, len(self.chains)) if seq not in self.entries]
        origins = self.orders() if self.seed is not None and self.format > 1 else self.chains
        tag = b"roll v1" if self.format == 1 else b"roll v2"
        for self.seq, (self.line, entry) in sorted(self.entries.items()):
            if entry["kind"] != "Rolled":
                continue
            body, cause = entry["body"], entry["cause"]
            expected = next_number.get(cause, 0)
            hidden = any(cause < seq < self.seq for seq in sealed)
            fits = body["number"] == expected or (hidden and body["number"] > expected)
            require(fits, f"roll {expected} of cause {cause} was to come, not {body['number']}")
            next_number[cause] = body["number"] + 1
            count += 1
            if self.seed is not None and with_values:
                form, of, take = body["form"], body["of"], body["take"]
                witnessed = self.outputs.get(cause)
                values = (
                    roll(self.seed, tag, origins[cause], body["number"], form, of, take)
                    if witnessed is None
                    else roll(self.seed, b"roll v2 witness", origins[cause] + witnessed, body["number"], form, of, take)
                )
                require(values == body["values"], f"the seed rolls {values}, the log says {body['values']}")
        return count

    def gave(self, seat, words):
        """Says in a line what a seat did with these words as its entropy, and whether that is as it should be."""
        of_seat = {entry["kind"]: entry["body"]["digest"] for _, entry in self.entries.values() if entry["kind"].startswith("Entropy") and entry["by"] and entry["by"]["seat"] == seat}
        given, promised = of_seat.get("EntropyGiven"), of_seat.get("EntropyPromised")
        digest = sha256(words.encode())
        promise = sha256(digest.hex().encode()).hex()
        if given is None:
            if promised == promise:
                return f"{seat} promised these words and did not show them: they are no part of the dice", False
            return f"{seat} gave no words", False
        if promised == sha256(given.encode()).hex():
            well = given == digest.hex()
            return f"{seat} promised {'these' if well else 'other'} words and showed them", well
        if self.seed is None:
            return "not checkable: the seed is not revealed", True
        message = b"entropy v2" + sha256(seat.encode()) + digest
        if given == hmac.new(self.seed, message, hashlib.sha256).hexdigest():
            return f"{seat} gave these words", True
        return f"{seat} gave other words", False

    def orders(self):
        """The order digest at every entry."""
        entries = {seq: entry for seq, (_, entry) in self.entries.items()}
        causes = {entry["cause"] for entry in entries.values() if entry["kind"] == "Rolled"}
        orders, digests = Orders(entries[1]["body"]), [bytes(32)]
        for seq in range(1, len(self.chains)):
            if seq > 1 and seq in entries:
                orders.follow(entries[seq], seq in causes)
            digests.append(orders.digest())
        return digests


def usage(what):
    print(what, file=sys.stderr)
    print(__doc__.strip(), file=sys.stderr)
    return 2


def main(arguments):
    head, luck = None, None
    lines_only = arguments[:1] == ["--lines"]
    arguments = arguments[int(lines_only) :]
    if len(arguments) > 3 and arguments[-3] == "--luck":
        luck, arguments = arguments[-2:], arguments[:-3]
    if len(arguments) == 3 and arguments[1] == "--head":
        head = re.fullmatch("([0-9]{1,19}):([0-9a-f]{16,64})", arguments[2])
        if not head:
            return usage(f"{arguments[2]} is not SEQ:HEX with 32 to 64 digits (16 or more from older reports)")
    elif len(arguments) != 1:
        return usage("one file, please")
    check = Check(lines_only)
    wrongs, rolls = [], 0

    def attempt(step):
        """A step that fails says where; the steps after it still look, so that a changed die is named by its entry."""
        try:
            return step()
        except Wrong as wrong:
            wrongs.append(f"failed: {check.place()}: {wrong}")

    try:
        with open(arguments[0], "rb") as file:
            attempt(lambda: check.read(file))
    except OSError as error:
        return usage(str(error))
    if not wrongs:
        attempt(check.ends)
    if not wrongs:
        end = check.line
        attempt(check.rules)
        attempt(check.masters)
        attempt(check.seeds)
        before = len(wrongs)
        witnessed = attempt(check.witness)
        # Without the witness's part nobody knows what the seed rolls.
        is_known = len(wrongs) == before
        if check.seed is not None and witnessed is not None and len(check.entries) == len(check.chains) - 1 and not wrongs:
            attempt(check.values)
        if check.seed is not None and not wrongs:
            attempt(check.salts)
        rolls = attempt(lambda: check.rolls(is_known))
        check.line, check.seq = end, None
        attempt(check.head_of_header)
        lost = check.lost(int(head[1]), head[2]) if head and not wrongs else None
        if head and lost is None:
            attempt(lambda: check.check_noted(int(head[1]), head[2]))
    if wrongs:
        print("\n".join(wrongs))
        return 1
    beyond = check.unknown_law()
    if beyond:
        print(f"NOT CHECKED: from entry {beyond[0]} on the log is under law of time {beyond[1]}, and this checker knows laws up to {TIME_LAW}: nothing that hangs on time was checked from there on")
    entries, sealed = len(check.chains) - 1, len(check.chains) - 1 - len(check.entries)
    print(f"integrity: ok, {check.table}, {entries} entries, {sealed} of them sealed, head {entries}:{check.chains[-1].hex()}")
    for at, last, digits in check.restored():
        print(f"RESTORED: a backup was put back: entry {at} declares {at} to {last} lost, up to {last}:{digits}")
    if check.lines_only:
        print("seats: not asked for")
    if not head:
        print("head: only the file's own; give --head SEQ:HEX from elsewhere, a wholly forged log would pass")
    elif lost is not None:
        print(f"NOT CHECKED: {head[1]}:{head[2]} is lost, as entry {lost} says: a backup was put back")
    else:
        print(f"head: through {head[1]}:{head[2]}, {len(head[2])} of 64 digits compared")
        if len(head[2]) < BINDING_DIGITS:
            print(f"WARNING: whoever writes a log can make two with the same {len(head[2])} digits; compare {BINDING_DIGITS}")
    if luck:
        said, well = check.gave(*luck)
        print(f"luck: {said}")
        if not well:
            return 1
    if check.seed is None:
        print(f"dice: not checkable, {rolls} rolls shown: the seed is not revealed")
    else:
        print(f"dice: ok, {rolls} rolls, and all salts")
    if witnessed is not None:
        print(f"witness: ok, {witnessed} answers with their proofs")
    return 2 if beyond else 3 if head and lost is not None else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
