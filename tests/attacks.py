#!/usr/bin/env python3
"""Carries out the attacks that docs/trust.md lists against the built program, and says what finds each.

    python3 tests/attacks.py WARDROOM

WARDROOM is the program. A club with a witness of its dice is made in a temporary folder; its operator plays, holds the database and
the keys, and cheats. Prints a line for each attack; the status is 1 if one of them is not found. Needs Python alone.
"""

import hashlib
import hmac
import http.client
import http.server
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
from datetime import datetime, timedelta

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import check_log

WITNESS = "witness.example/w1"


class Way(http.server.BaseHTTPRequestHandler):
    """The way from the club to its witness. What the operator does to it is in `club.way`."""

    club = None

    def log_message(self, *_):
        pass

    def do_GET(self):
        self.handle_one("GET", b"")

    def do_POST(self):
        self.handle_one("POST", self.rfile.read(int(self.headers["Content-Length"])))

    def handle_one(self, method, body):
        club, way = self.club, self.club.way
        if way == "silent":
            return self.cut()
        address = club.witness_address
        if way == "twice":
            club.asked += 1
            if club.asked == 2:
                return self.answer(500, b"")
            address = address if club.asked == 1 else club.other_address
        connection = http.client.HTTPConnection(address, timeout=30)
        connection.request(method, self.path, body)
        answer = connection.getresponse()
        status, text = answer.status, answer.read()
        connection.close()
        if way == "killed":
            club.playing.kill()
            return self.cut()
        if way == "withheld":
            return self.cut()
        if way == "forged":
            text = text[:-3] + (b"0" if text[-3:-2] != b"0" else b"1") + text[-2:]
        if way == "replayed":
            text, club.last = club.last or text, club.last or text
        self.answer(status, text)

    def answer(self, status, text):
        self.send_response(status)
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def cut(self):
        self.close_connection = True


class Club:
    def __init__(self, program, folder):
        self.program, self.folder = os.path.abspath(program), folder
        self.way, self.last, self.asked, self.playing, self.witness, self.other = "open", None, 0, None, None, None
        Way.club = self
        self.proxy = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Way)
        threading.Thread(target=self.proxy.serve_forever, daemon=True).start()
        self.write("config.toml", '[serve]\nlisten = "127.0.0.1:0"\n[pages]\nlisten = "127.0.0.1:0"\npublic_url = "https://tables.example"\n[club_log]\nname = "tables.example/log"\n')
        self.serve("the club's log is signed")
        self.key = re.search(r"signed key=(\S+)", self.said)[1]
        self.write("witness.toml", f'[witness]\nlisten = "127.0.0.1:0"\nname = "{WITNESS}"\nlogs = ["{self.key}"]\n')
        self.witness = self.start(["--config", "witness.toml", "witness"])
        said = self.until(self.witness, "listening for logs")
        key, dice, address = (re.search(f" {name}=(\\S+)", said)[1] for name in ("key", "dice_key", "address"))
        self.witness_address = address
        near = f"http://127.0.0.1:{self.proxy.server_address[1]}"
        with open(self.path("config.toml"), "a") as config:
            config.write(f'witnesses = [{{ url = "http://{address}", key = "{key}" }}]\n')
            config.write(f'dice_witness = {{ url = "{near}", key = "{dice}" }}\n')

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, text):
        with open(self.path(name), "w") as file:
            file.write(text)

    def start(self, words):
        environment = {"HOME": self.folder, "NO_COLOR": "1"}
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
        return subprocess.Popen([self.program, *words], cwd=self.folder, env=environment, text=True, **pipes)

    def run(self, *words, typed="", db="w.db"):
        self.playing = self.start(["--db", db, "--config", "config.toml", *words])
        try:
            out, _ = self.playing.communicate(typed, timeout=300)
        except BrokenPipeError:
            out = ""
        self.status = self.playing.returncode
        return out

    def until(self, process, what):
        said = ""
        while what not in said:
            line = process.stdout.readline()
            assert line, f"it ended before {what!r}: {said}"
            said += line
        return said

    def serve(self, until, db="w.db"):
        """Serves until this is in the log."""
        process = self.start(["--db", db, "--config", "config.toml", "serve"])
        self.said = self.until(process, until)
        process.send_signal(signal.SIGTERM)
        self.said += process.communicate(timeout=60)[0]

    def play(self, typed, table=None, db="w.db"):
        what = [table or self.table] if table or hasattr(self, "table") else ["goeben", "--option", "dice=witness"]
        return self.run("play", *what, typed=typed + "\nquit\n", db=db)

    def open(self, db="w.db"):
        """Opens a table, whose set-up is rolled, and gives its first orders."""
        said = self.run("play", "goeben", "--new", "--option", "dice=witness", typed="luck seven grey cats\n2\ncollier SIO\nquit\n", db=db)
        return re.search(r"Table (\S+) is open", said)[1]

    def keep(self, name, db="w.db"):
        """A backup."""
        for end in ("", ".head"):
            shutil.copy(self.path(db + end), self.path(name + end))

    def put_back(self, name, db="w.db"):
        for end in ("-wal", "-shm"):
            if os.path.exists(self.path(db + end)):
                os.remove(self.path(db + end))
        self.keep(db, name)

    def export(self, table=None, db="w.db"):
        out = self.run("export", table or self.table, "--full", db=db)
        return [line for line in out.splitlines() if line.startswith("{")]

    def head(self):
        tables = [json.loads(line) for line in self.run("tables", "--json").splitlines() if line.startswith("{")]
        return next(table["head"] for table in tables if table["table"] == self.table)

    def audit(self, lines):
        """What an audit says of these lines; its status is in `status`."""
        self.write("audited.jsonl", "\n".join(lines) + "\n")
        return self.run("audit", "audited.jsonl")

    def checkpoint(self, name, db="w.db"):
        if os.path.exists(self.path("club-log-last")):
            os.remove(self.path("club-log-last"))
        self.serve("cosign", db=db)
        self.write(name, self.run("club-log", db=db))
        self.write(name + ".leaves", self.run("club-log", "--leaves", db=db))

    def fork(self):
        """Starts the same witness once more, with the memory that it has now."""
        os.mkdir(self.path("other"))
        shutil.copy(self.path("witness-key"), self.path("other/witness-key"))
        shutil.copytree(self.path("witness-dice"), self.path("other/witness-dice"), ignore=shutil.ignore_patterns("lock"))
        self.write("other/witness.toml", f'[witness]\nlisten = "127.0.0.1:0"\nname = "{WITNESS}"\nlogs = ["{self.key}"]\n')
        self.other = self.start(["--config", "other/witness.toml", "witness"])
        self.other_address = re.search(r" address=(\S+)", self.until(self.other, "listening for logs"))[1]

    def stop(self):
        self.proxy.shutdown()
        for witness in filter(None, (self.witness, self.other)):
            witness.kill()
            witness.communicate()


def good(lines, change):
    """The log after a change of its entries, with every hash and salt made good: what whoever holds the seed can write."""
    header, pack, seed, entries = json.loads(lines[0]), lines[1], json.loads(lines[2]), [json.loads(line) for line in lines[3:]]
    change(entries)
    key, chain, texts = bytes.fromhex(seed["seed"]), bytes(32), []
    for seq, entry in enumerate(entries, 1):
        entry["seq"] = seq
        entry["salt"] = hmac.new(key, b"salt v1" + seq.to_bytes(8, "big"), hashlib.sha256).hexdigest()[:32]
        text = check_log.canonical(entry)
        chain = hashlib.sha256(chain + hashlib.sha256(text).digest()).digest()
        texts.append(text.decode())
    header["head"] = {"chain": chain.hex(), "seq": len(entries)}
    return [check_log.canonical(header).decode(), pack, lines[2], *texts]


def rolls_of(lines):
    """The values that the seed gives for every roll, by the independent checker."""
    check = check_log.Check(lines_only=True)
    entries = {seq: json.loads(line) for seq, line in enumerate(lines[3:], 1)}
    check.entries = {seq: (0, entry) for seq, entry in entries.items()}
    check.chains, check.seed, check.format = [bytes(32)] * (len(entries) + 1), bytes.fromhex(json.loads(lines[2])["seed"]), 2
    origins, rolled = check.orders(), []
    outputs = {entry["cause"]: bytes.fromhex(entry["body"]["output"]) for entry in entries.values() if entry["kind"] == "DiceWitnessed"}
    for entry in entries.values():
        if entry["kind"] == "Rolled":
            body, cause = entry["body"], entry["cause"]
            origin = origins[cause] + outputs[cause]
            rolled.append(check_log.roll(check.seed, b"roll v2 witness", origin, body["number"], body["form"], body["of"], body["take"]))
    return rolled


def recorded(lines):
    """The values of every roll as the log has them."""
    entries = [json.loads(line) for line in lines[3:]]
    return [entry["body"]["values"] for entry in entries if entry["kind"] == "Rolled"]


class Attacks:
    def __init__(self, club):
        self.club, self.found = club, []

    def named(self, attack, said, *sentences):
        """The attack is found if what was said has one of these sentences."""
        line = next((line.strip() for line in said.splitlines() if any(sentence in line for sentence in sentences)), None)
        self.found.append(line is not None)
        print(f"{attack}: {'found: ' + line if line else 'NOT FOUND in: ' + said}", flush=True)

    def holds(self, attack, fact, what):
        self.found.append(fact)
        print(f"{attack}: {'no effect: ' if fact else 'NOT FOUND: '}{what}", flush=True)

    def all(self):
        club = self.club
        club.table = club.open()
        honest = club.export()
        said = club.audit(honest)
        assert club.status in (0, 3), said
        self.grinding(honest)
        self.answers(honest)
        self.withheld("an answer is withheld", "withheld", "done", "collier NIO")
        self.withheld("the server is killed between answer and order", "killed", "collier NIO", "done")
        self.silence()
        self.two_answers()
        self.looking_ahead()
        self.histories()
        self.thrown_away()
        return all(self.found)

    def grinding(self, honest):
        """The first attack: another time, until the dice suit."""
        before = recorded(honest)

        def later(by):
            def change(entries):
                for entry in entries[1:]:
                    entry["at"] = f"{entry['at'][:-4]}{(int(entry['at'][-4:-1]) + by) % 1000:03}Z"

            return change

        tried = [rolls_of(good(honest, later(by))) for by in range(1, 1000, 37)]
        self.holds("grinding times", before and all(rolls == before for rolls in tried), f"{len(tried)} other times gave the same {len(before)} rolls")

        def an_hour_later(entries):
            for entry in entries[1:]:
                entry["at"] = (datetime.fromisoformat(entry["at"][:-1]) + timedelta(hours=1)).isoformat(timespec="milliseconds") + "Z"

        # The program too derives the same rolls: it has no other verdict than on the honest log.
        self.club.audit(honest)
        expected, changed = self.club.status, good(honest, an_hour_later)
        said = self.club.audit(changed)
        same = changed[0] != honest[0] and self.club.status == expected
        self.holds("grinding times: the program", same, f"status {self.club.status}" if same else said)

    def answers(self, honest):
        """Answers of the witness that are not this order's."""
        club = self.club

        def of(entries):
            return [entry for entry in entries if entry["kind"] == "DiceWitnessed"]

        def replay(entries):
            of(entries)[-1]["body"] = dict(of(entries)[-2]["body"])

        def forge(entries):
            of(entries)[-1]["body"]["output"] = "0" * 128

        self.named("an answer is replayed in the log", club.audit(good(honest, replay)), "not the next one")
        self.named("an answer is forged in the log", club.audit(good(honest, forge)), "does not hold")
        club.way = "forged"
        self.named("the witness answers wrongly", club.play("collier NIO"), "does not fit the key")
        club.way = "replayed"
        club.play("collier NIO")
        self.named("the witness's last answer is replayed", club.play("done"), "gave a wrong answer")
        club.way = "open"
        club.table = club.open()

    def withheld(self, attack, way, order, other):
        """The operator sees the answer, does not like it, and gives another order."""
        club = self.club
        club.way = way
        club.play(order)
        club.way = "open"
        club.play(other)
        self.named(attack, club.run("audit", club.table), "never stored")
        club.table = club.open()

    def silence(self):
        club = self.club
        club.way = "silent"
        before = club.head()
        self.named("the witness does not answer", club.play("done"), "Nothing was done")
        self.holds("the witness does not answer", club.head() == before, "nothing is stored")
        club.way = "open"

    def two_answers(self):
        """The witness answers twice for one number, and not the same: it lost its memory, or its operator plays along."""
        club = self.club
        club.fork()
        club.keep("copy.db")
        club.play("done", db="copy.db")
        before = club.head()
        # The first answer is that the number is used up; after a fault the one without a memory answers for it.
        club.way = "twice"
        said = club.play("collier NIO\ncollier NIO")
        self.named("the witness answers twice differently", said, "gave two different answers")
        self.holds("the witness answers twice differently", club.head() == before, "nothing is stored")
        club.way = "open"
        club.table = club.open()

    def looking_ahead(self):
        """The second and the third attack: two orders tried in a copy, and a backup put back after a bad die."""
        club = self.club
        club.keep("copy.db")
        club.play("done", db="copy.db")
        club.play("collier NIO")
        self.named("two orders are tried in a copy", club.run("audit", club.table), "never stored")
        club.table = club.open()
        club.keep("backup.db")
        club.play("done")
        club.put_back("backup.db")
        said = club.play("collier NIO")
        self.named("a backup is put back: the log", club.run("audit", club.table), "never stored")
        self.named("a backup is put back: the player's terminal", said, "WARNING: this terminal showed you")

    def histories(self):
        """The fourth attack: two players are shown two histories."""
        club = self.club
        club.table = club.open()
        club.keep("other.db")
        club.play("done")
        club.play("collier NIO", db="other.db")
        club.checkpoint("one")
        club.checkpoint("two", db="other.db")
        self.named("two histories: the log of one of them", club.run("audit", club.table, db="other.db"), "never stored")
        self.named("two histories: the witness", club.said, "did not cosign")
        said = club.run("audit", "--checkpoints", "one", "two", "--log-key", club.key)
        self.named("two histories: the checkpoints", said, "two histories")

    def thrown_away(self):
        """A table whose first rolls do not suit is thrown away."""
        club = self.club
        club.keep("before.db")
        bad = club.open()
        club.checkpoint("with")
        club.put_back("before.db")
        club.table = club.open()
        club.checkpoint("without")
        leaves = ["--leaves", "with.leaves", "--leaves", "without.leaves"]
        said = club.run("audit", "--checkpoints", "with", "without", *leaves, "--log-key", club.key)
        self.named(f"a table is thrown away ({bad})", said, "does not extend", "two histories", "went back")
        # The witness has a file for each table, named by the chain of its first entry. It has that of the table thrown away too, and
        # of the tables in its lists none is missing.
        known = {file for _, _, files in os.walk(club.path("witness-dice")) for file in files}
        first, second = ({leaf["opening"] for leaf in map(json.loads, open(club.path(name + ".leaves"))) if leaf["moment"] == "opened"} for name in ("with", "without"))
        gone = first - second
        fact = len(gone) == 1 and len(second - first) == 1 and first | second <= known
        self.holds("a table is thrown away: the witness", fact, "it was asked for the dice of a table that the log does not list" if fact else f"it knows {known}, the lists have {first} and {second}")


def main(arguments):
    if len(arguments) != 1:
        print(__doc__.strip(), file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as folder:
        club = Club(arguments[0], folder)
        try:
            return 0 if Attacks(club).all() else 1
        finally:
            club.stop()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
