#!/usr/bin/env python3
"""Checks an exported Wardroom log, from docs/log-format.md alone and with nothing but Python.

    python3 tests/check_log.py FILE [--head SEQ:HEX]

Checks canonical form, chain, head, data pack, changes of the rules, who sits, asks, agrees and leaves, game masters, the law of time, seed
commitment, salts and every roll. Prints what was checked, or the first
line that does not hold. Exit status: 0 all that can be checked is right, 1 something is wrong, 2 bad usage.
"""

import datetime
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
    "TablePublished": ["delay"],
    "TableUnpublished": [],
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
    "PlayBegan": [],
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
SOMEBODYS = ["SeatOffered", "OfferWithdrawn", "SeatTaken", "OrderGiven", "TakeBackAsked", "CloseProposed", "PublishProposed", "Answered", "Resigned", "TableUnpublished", "TimeProposed", "TimeStopped", "AbsenceBooked", "AbsenceEnded", "ClaimProposed", "PlayersSought", "ReadySaid", "MasterProposed", "SeatVacated", "TimeExtended"]
REASONS = ["over", "abandoned", "resigned", "agreed", "manager", "claimed", "master"]
TIME_LAW = 2
STOPS = 2
TERMS = ["absence_days", "big", "grace_hours", "overdue", "small"]
EITHERS = ["TakenBack", "TableClosed", "TablePublished", "TimeChanged", "MasterChanged"]
DAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
STANDING_DOOR = "standing-order/"


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


def is_hex(text, digits):
    return isinstance(text, str) and re.fullmatch(f"[0-9a-f]{{{digits}}}", text) is not None


def is_count(value, low=0):
    return type(value) is int and value >= low


def keys_are(value, keys):
    return isinstance(value, dict) and sorted(value) == keys


# Entries


def is_id(text):
    return isinstance(text, str) and re.fullmatch("[!-~]{1,64}", text) is not None


def is_table(text):
    return isinstance(text, str) and re.fullmatch("[a-z0-9_-]{1,64}", text) is not None


def is_seats(value):
    return isinstance(value, list) and 1 <= len(value) <= 64 and all(map(is_id, value)) and sorted(set(value)) == value


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
    require(keys_are(entry, ENTRY_KEYS), "an entry has exactly the keys " + ", ".join(ENTRY_KEYS))
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
    begins = kind in ("TableOpened", "Peeked", "RulesChanged", "TimeExpired", "LawChanged", "DeadlineMoved", "ClockSet") or (done and not sits_down)
    require(not (begins and follows), "it follows from nothing, and has a cause")
    came_in = came_in or (entry["door"] is not None and not (sits_down and entry["cause"] == 1))
    require(not ((follows or kind in ("RulesChanged", "TimeExpired", "LawChanged", "DeadlineMoved")) and came_in), "it has a door or a key")
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
    if kind == "TableOpened":
        seats = body["seats"]
        require(isinstance(seats, list) and is_seats(sorted(seats, key=str)), "the seats have a wrong form")
        require(is_hex(body["pack"], 64) and is_hex(body["seed_commitment"], 64), "a hash has a wrong form")
        require(type(body["practice"]) is bool, "practice has a wrong form")
    if kind in ("SeatTaken", "Resigned"):
        require(entry["by"]["seat"] == body["seat"], "the seat in by is not the one it names")
    if kind in ("PublishProposed", "TablePublished"):
        require(is_count(body["delay"], 0) and body["delay"] <= MAX_DELAY, "delay has a wrong form")
    if kind in ("TimeProposed", "TimeChanged"):
        check_change(entry, kind, body["change"])
    if kind == "TimeExtended":
        require(is_count(body["hours"], 1) and body["hours"] <= 720, "hours has a wrong form")
    if kind == "AbsenceEnded" and version > 1:
        require(is_count(body["booked"], 1), "it does not say which absence ends")
    if kind == "LawChanged":
        require(is_count(body["law"], 2) and body["law"] <= TIME_LAW, "no such law of time")
    if kind == "DeadlineMoved":
        require(is_time(body["deadline"]), "a time has a wrong form")
    if kind == "PlayersSought":
        require(type(body["sought"]) is bool, "sought has a wrong form")
    if kind == "ReadySaid":
        require(type(body["ready"]) is bool, "ready has a wrong form")
    if kind == "TimeExpired":
        require(is_time(body["deadline"]) and body["deadline"] <= entry["at"], "a decision whose time is not up")
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


def roll(seed, chain, number, form, of, take):
    key = hmac.new(seed, b"roll v1" + chain + struct.pack(">I", number), hashlib.sha256).digest()
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


def moment(text):
    return datetime.datetime.strptime(text, "%Y-%m-%dT%H:%M:%S.%fZ")


class Seating:
    """Who sits, asks, agrees and leaves: public, and so checked through sealed lines. An order that not everyone may see may be
    words between players, so it is taken for a sealed one."""

    SILENCE = datetime.timedelta(hours=72)
    COMPUTERS = ("midshipman", "lieutenant", "captain")

    def __init__(self, opened):
        self.seats, self.practice = opened["seats"], opened["practice"]
        self.holders, self.offers, self.request = {}, {}, None
        self.sought, self.master, self.published = False, None, False
        self.ready, self.begun = None, False
        self.opening, self.unclear = True, False
        self.overdue, self.has_pace, self.stop = "wait", False, None
        self.expired, self.absences, self.humans = {}, {}, set()
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
        return asked and moment(at) - moment(self.request["at"]) >= self.SILENCE

    # Lines

    def sealed_line(self, seq):
        self.line_.add(seq)
        require(self.next is None, "what the entry before it leads to has to stand here")
        self.sealed.add(seq)
        self.opening, self.unclear = False, True

    def end(self):
        require(self.next is None, "what it leads to is missing")
        require(not self.closed or self.revealed, "the table is closed, and its seed is not revealed")

    def entry(self, entry):
        seq, kind, body, cause = entry["seq"], entry["kind"], entry["body"], entry["cause"]
        self.line_.add(seq)
        if entry["audience"] != "everyone":
            self.hidden.add(seq)
        if self.next is not None:
            (wanted, what, of, at), self.next = self.next, None
            fits = body == what or (kind == "TableClosed" and what == {"why": "agreed"} and body == {"why": "over"})
            fits = kind == wanted and fits and (cause, entry["at"], entry["by"]) == (of, at, None)
            require(fits, f"what the entry before it leads to has to stand here: {wanted}")
            self.follow(seq, kind, body)
            return
        if cause is None:
            self.root = (seq, kind, entry["at"])
        # By whose door others sit down in the opening says nothing of them.
        if entry["by"] is not None and cause is None and entry["door"] not in (None, "computer"):
            self.humans.add(entry["by"]["player"])
        self.opening = self.opening and (seq == 1 or (kind in ("SeatTaken", "ReadyAsked") and cause == 1))
        if kind == "Rolled":
            self.bars.add(seq)
        if kind == "Rolled" or kind not in TABLE_EVENT_KEYS:
            self.fact(entry)
        elif kind not in ("TableOpened", "Peeked", "RulesChanged", "LawChanged", "DeadlineMoved", "ClockSet"):
            require(not (kind in EITHERS and kind != "TableClosed" and cause is not None), "it follows from nothing")
            getattr(self, kind)(entry, **body)

    def then(self, entry, kind, body):
        self.next = (kind, body, entry["seq"], entry["at"])

    def follow(self, seq, kind, body):
        if kind == "TakenBack":
            self.go_back(seq, body["to"])
        elif kind == "TablePublished":
            self.published = True
        elif kind == "TimeChanged":
            self.change_time(body["change"])
        elif kind == "MasterChanged":
            self.master = body["player"]
            self.lapse()
        elif kind == "TableClosed":
            self.closed = True
        elif kind == "PlayBegan":
            self.begun = True

    def fact(self, entry):
        """What follows from an order or the opening stands right behind it, and has its time."""
        (root, kind, at), cause = self.root, entry["cause"] or 0
        if cause > root and cause in self.sealed:
            self.root = (cause, "OrderGiven", entry["at"])
            return
        require(cause == root and kind in ("OrderGiven", "TableOpened"), "it follows from no order before it")
        require(at == entry["at"], "what follows from an entry has its time")

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
            left = self.overdue == "substitute" and seat in self.expired and held != player
            require(kept is not None or held is None or left, "the seat was taken before")
        else:
            root, kind, at = self.root
            behind = entry["cause"] == root and entry["seq"] == root + 1 and kind == "TimeExpired" and at == entry["at"]
            sits = player in self.players()
            computer = self.overdue in self.COMPUTERS and player not in self.humans and player != self.master
            may = sits and held != player if self.overdue == "stand-in" else computer
            require(behind and seat in self.expired and may, "nobody stands in so")
            kept = self.offers.pop(seat, held)
            if self.overdue != "stand-in" and kept not in (None, player):
                self.offers[seat] = kept
        self.holders[seat] = player
        self.lapse()
        self.expired.pop(seat, None)
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

    def PlayBegan(self, entry):
        raise Wrong("it follows from nothing")

    def SeatVacated(self, entry, seat):
        # A player leaves a seat of their own.
        self.by(entry) if entry["by"]["seat"] == seat else self.mastered(entry)
        require(seat in self.holders, "the seat has no player")
        self.offers.pop(seat, None)
        del self.holders[seat]
        self.sought = True
        self.lapse()
        self.expired.pop(seat, None)
        self.ready = self.ready and set()

    # Orders

    def OrderGiven(self, entry, prompt, order):
        seat = self.by(entry)["seat"]
        require(not self.holds_game() and prompt > self.last_orders.get(seat, 0), "the seat is not asked that")
        if entry["audience"] != "everyone":
            self.unclear = True
            return
        self.lapse()
        self.expired.pop(seat, None)
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

    def TimeProposed(self, entry, change):
        self.ask(entry, "TimeChanged", {"change": change})

    def TimeStopped(self, entry):
        self.lapse()
        self.ask(entry, "stop", None)
        self.stop = entry["seq"]

    def claimable(self, entry, seat):
        theirs = entry["by"]["player"] != self.holders.get(seat)
        return theirs and self.overdue == "claim" and seat in self.expired

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
            self.stop = None if self.stop == request else self.stop
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

    def TableUnpublished(self, entry):
        self.by(entry)
        require(self.published, "the table is not published")
        self.published = False

    def change_time(self, change):
        self.stop = None
        if change != "resume" and "terms" in change:
            terms = change["terms"]
            self.overdue, self.has_pace = terms["overdue"], (terms["big"], terms["small"]) != ("none", "none")
            self.expired = {}
            self.ready = self.ready and set()

    def TimeChanged(self, entry, change):
        if self.is_masters(entry):
            self.mastered(entry)
            alone = change == "resume" or "pause" in change
        else:
            self.by(entry)
            silent = self.unanswered("TimeChanged", {"change": "resume"}, entry["at"])
            alone = len(self.players()) < 2 or (change == "resume" and (self.stop is not None or silent))
        require(alone, "others sit at the table, and nobody asked them about the time")
        self.change_time(change)
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

    def TimeExpired(self, entry, seat, prompt, deadline):
        self.is_seat(seat)
        asked = seat in self.holders and not self.holds_game() and prompt > self.last_orders.get(seat, 0)
        require(asked, f"{seat} is not asked anything here")
        require(self.has_pace, f"nothing is due from {seat}")
        require(self.expired.get(seat) != prompt, "the log says so already")
        self.expired[seat] = prompt

    def TimeExtended(self, entry, seat, prompt, hours):
        self.mastered(entry)
        require(seat in self.holders and self.has_pace, f"nothing is due from {seat}")
        self.expired.pop(seat, None)

    def AbsenceBooked(self, entry, until, **_):
        self.absences.setdefault(self.by(entry)["player"], []).append(until)

    def AbsenceEnded(self, entry, **_):
        player = self.by(entry)["player"]
        require(any(until > entry["at"] for until in self.absences.get(player, [])), "no absence could end")
        # Later versions of the entry end one of them.
        if entry["v"] == 1:
            self.absences[player] = []


# Time


def moment(text):
    return datetime.datetime.fromisoformat(text.replace("Z", "+00:00"))


class Stops:
    """Emergency stops of the clock: how many each player used, the one that is not agreed, and the last that was refused."""

    def __init__(self):
        self.used, self.open, self.refused = {}, None, {}

    def stop(self, seq, player, at, most):
        require(self.used.get(player, 0) < most, f"only {most} emergency stops for each player are agreed")
        refused = self.refused.get(player)
        require(refused is None or at >= refused + datetime.timedelta(days=3), "the others refused the last emergency stop less than three days before")
        self.used[player] = self.used.get(player, 0) + 1
        self.open = (seq, player, at)

    def go_on(self, by, at):
        if self.open:
            (_, player, since), self.open = self.open, None
            if by not in (None, player) and at < since + datetime.timedelta(hours=72):
                self.refused[player] = at

    def set_back(self, at):
        self.refused = {player: min(refused, at) for player, refused in self.refused.items()}
        self.open = self.open and (*self.open[:2], min(self.open[2], at))


def book(booked, new, days):
    """The absences of a player with one more: those that it touches become one with it."""
    number, begins, ends = new
    require(not any(held[1] <= begins and ends <= held[2] for held in booked), "this absence is booked already")
    spans = united([held[1:] for held in [*booked, new]])
    for year in range(begins.year, ends.year + 1):
        first, last = moment(f"{year:04}-01-01T00:00:00.000Z"), moment(f"{year + 1:04}-01-01T00:00:00.000Z") if year < 9999 else ends
        zero = datetime.timedelta(0)
        taken = sum((max(zero, min(until, last) - max(since, first)) for since, until in spans), zero)
        require(taken <= datetime.timedelta(days=days), f"only {days} days of absence a year are agreed")
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


# The file


class Check:
    def __init__(self):
        self.line = 0
        self.seq = None
        self.table = None
        self.chains = [bytes(32)]
        self.entries = {}
        self.seed = None
        self.keys = set()
        self.closed = False
        self.revealed = False

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
        elif not line.endswith(b"\n") and len(line) <= MAX_LINE:
            try:
                parse(line)
                how = "it was cut off behind the last line, whose end is missing"
            except Wrong:
                pass
        if how:
            raise Wrong(f"this file was changed by an editor: {how}")

    def read(self, file):
        lines = self.lines(file)
        header = parse(next(lines, b""))
        require(keys_are(header, ["audience", "format", "head", "table", "wardroom"]), "not an export of Wardroom")
        require(header["wardroom"] == "export" and header["format"] == 1, "not an export of format 1")
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
            require(value["body"]["format"] == 1, "not a log of format 1")
            require(value["body"]["pack"] == self.pack, "the data pack is not the one entry 1 names")
            mine = self.viewer if isinstance(self.viewer, list) else []
            require(all(seat in value["body"]["seats"] for seat in mine), "the header names a seat that the table has not")
            # Versions are numbers: under anything else a log is of no table that could be known.
            numbered = value["body"]["rules_version"].isdecimal()
            self.seating = Seating(value["body"]) if numbered else None
        if "sealed" not in value:
            self.versions(value)
            if self.seating:
                self.seating.entry(value)
        self.chains.append(hashlib.sha256(self.chains[-1] + digest).digest())

    def versions(self, entry):
        """A change of the rules leads to a later version."""
        if entry["kind"] == "RulesChanged":
            before, after = entry["body"]["from"], entry["body"]["to"]
            numbers = before.isascii() and before.isdigit() and after.isascii() and after.isdigit()
            require(not numbers or int(after) >= int(before), "a change of the rules goes back to an older version")

    def view(self):
        """A view shows what its reader may see, and seals nothing that was opened to them."""
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
        top = 2
        for self.seq in range(1, len(self.chains)):
            self.line = top + self.seq
            if self.seq not in self.entries:
                require(self.seq not in opened, "it is sealed, and an entry that counts opens it")
            else:
                require(sees(self.entries[self.seq][1]["audience"]) or self.seq in opened, "it is shown to whom it is not for")
        self.seq = None

    def check_head(self, seq, chain, who):
        require(seq < len(self.chains), f"{who} says there is an entry {seq}, and there is none")
        found = self.chains[seq].hex()
        require(found.startswith(chain), f"the chain at entry {seq} is {found}, {who} says {chain}")

    def ends(self):
        """The log may end where it does."""
        self.seq = len(self.chains) - 1
        if self.seating:
            self.seating.end()

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
            require(isinstance(before, str) and isinstance(after, str), "a version of the rules is a string")
            require(before == in_force and after != in_force, f"version {in_force} of the rules is in force")
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

    def times(self):
        """Checks the law of time: the order of times, emergency stops, absences, and deadlines that were told anew."""
        law, before, terms = 1, "", {}
        stops, away, told = Stops(), {}, {}
        for self.seq, (self.line, entry) in sorted(self.entries.items()):
            kind, body, at = entry["kind"], entry["body"], entry["at"]
            player = entry["by"] and entry["by"]["player"]
            if kind == "LawChanged":
                require(body["law"] > law, "that law of time is in force already, or was before")
                law = body["law"]
            if kind == "ClockSet":
                require(at < before, "the log was not ahead of the clock")
                stops.set_back(moment(at))
                away = {who: set_back(booked, moment(before), moment(at)) for who, booked in away.items()}
                told = {}
            else:
                require(law < 2 or at >= before, "it is earlier than the entry before it")
            if kind == "TimeChanged":
                change = body["change"]
                if change == "resume":
                    stops.go_on(player, moment(at))
                elif "pause" in change:
                    stops.go_on(None, moment(at))
                else:
                    terms, told = change["terms"], {}
            if kind == "Answered" and not body["agrees"] and stops.open and stops.open[0] == body["request"]:
                stops.go_on(player, moment(at))
            if kind == "TimeStopped" and law >= 2:
                stops.stop(self.seq, player, moment(at), terms.get("stops", STOPS))
            if kind == "AbsenceBooked":
                new = (self.seq, moment(body["from"]), moment(body["until"]))
                booked = away.setdefault(player, [])
                away[player] = book(booked, new, terms.get("absence_days", 28)) if law >= 2 else [*booked, new]
            if kind == "AbsenceEnded":
                require(law < 2 or entry["v"] > 1, "it does not say which absence ends")
                away[player] = end_absence(away.get(player, []), body.get("booked"), moment(at))
            if kind in ("SeatTaken", "SeatVacated"):
                told = {key: deadline for key, deadline in told.items() if key[0] != body["seat"]}
            if kind in ("DeadlineMoved", "TimeExpired"):
                key = (body["seat"], body["prompt"])
                require(body["deadline"] >= told.get(key, ""), "the deadline is earlier than was told")
                if kind == "DeadlineMoved":
                    told[key] = body["deadline"]
            before = at

    def salts(self):
        for self.seq, (self.line, entry) in sorted(self.entries.items()):
            mac = hmac.new(self.seed, b"salt v1" + struct.pack(">Q", self.seq), hashlib.sha256)
            require(mac.hexdigest()[:32] == entry["salt"], "the salt does not follow from the seed")

    def rolls(self):
        """Checks numbers always, values with the seed. Returns how many rolls there are."""
        count, next_number = 0, {}
        sealed = [seq for seq in range(1, len(self.chains)) if seq not in self.entries]
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
            if self.seed is not None:
                form, of, take = body["form"], body["of"], body["take"]
                values = roll(self.seed, self.chains[cause], body["number"], form, of, take)
                require(values == body["values"], f"the seed rolls {values}, the log says {body['values']}")
        return count


def usage(what):
    print(what, file=sys.stderr)
    print(__doc__.strip(), file=sys.stderr)
    return 2


def main(arguments):
    head = None
    if len(arguments) == 3 and arguments[1] == "--head":
        head = re.fullmatch("([0-9]{1,19}):([0-9a-f]{16,64})", arguments[2])
        if not head:
            return usage(f"{arguments[2]} is not SEQ:HEX with 16 to 64 digits")
    elif len(arguments) != 1:
        return usage("one file, please")
    check = Check()
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
        attempt(check.times)
        attempt(check.seeds)
        if check.seed is not None and not wrongs:
            attempt(check.salts)
        rolls = attempt(check.rolls)
        check.line, check.seq = end, None
        attempt(check.head_of_header)
        if head:
            attempt(lambda: check.check_head(int(head[1]), head[2], "the witnessed head"))
    if wrongs:
        print("\n".join(wrongs))
        return 1
    entries, sealed = len(check.chains) - 1, len(check.chains) - 1 - len(check.entries)
    print(f"integrity: ok, {check.table}, {entries} entries, {sealed} of them sealed, head {entries}:{check.chains[-1].hex()}")
    if not check.seating:
        print("seats: not checkable, the version of the rules is no number")
    if not head:
        print("head: only the file's own; give --head SEQ:HEX from elsewhere, a wholly forged log would pass")
    else:
        print(f"head: through {head[1]}:{head[2]}, {len(head[2])} of 64 digits compared")
    if check.seed is None:
        print(f"dice: not checkable, {rolls} rolls shown: the seed is not revealed")
    else:
        print(f"dice: ok, {rolls} rolls, and all salts")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
