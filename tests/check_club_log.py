#!/usr/bin/env python3
"""Checks checkpoints and proofs of a club's log, from docs/club-log.md and the specifications that it names.

    check_club_log.py compare KEY EARLIER LATER LEAVES   the later checkpoint extends the earlier one
    check_club_log.py proof KEY PROOFS EXPORT            the table of an export is in the log
    check_club_log.py cosigned KEY CHECKPOINT            a cosignature holds; prints its time

Status 0: it holds; 1: it does not. Needs Python alone. The signatures are those of RFC 8032, the tree is that of RFC 6962, and
consistency proofs are those of RFC 9162.
"""

import base64
import hashlib
import json
import sys

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
ROOT_OF_MINUS_ONE = pow(2, (P - 1) // 4, P)


class Wrong(Exception):
    """What does not hold."""


def need(holds, what):
    if not holds:
        raise Wrong(what)


# RFC 8032, section 6: points as (X, Y, Z, T) with x = X/Z, y = Y/Z, x * y = T/Z.


def added(p, q):
    a, b = (p[1] - p[0]) * (q[1] - q[0]) % P, (p[1] + p[0]) * (q[1] + q[0]) % P
    c, d = 2 * p[3] * q[3] * D % P, 2 * p[2] * q[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def times(s, p):
    q = (0, 1, 1, 0)
    while s > 0:
        if s & 1:
            q = added(q, p)
        p, s = added(p, p), s >> 1
    return q


def same(p, q):
    return (p[0] * q[2] - q[0] * p[2]) % P == 0 and (p[1] * q[2] - q[1] * p[2]) % P == 0


def point(text):
    y = int.from_bytes(text, "little")
    sign, y = y >> 255, y & ((1 << 255) - 1)
    if y >= P:
        return None
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * ROOT_OF_MINUS_ONE % P
    if (x * x - square) % P or (x == 0 and sign):
        return None
    x = P - x if x & 1 != sign else x
    return x, y, 1, x * y % P


BASE = point((4 * pow(5, P - 2, P) % P).to_bytes(32, "little"))


def verifies(key, message, signature):
    if len(key) != 32 or len(signature) != 64:
        return False
    a, r, s = point(key), point(signature[:32]), int.from_bytes(signature[32:], "little")
    if a is None or r is None or s >= L:
        return False
    h = int.from_bytes(hashlib.sha512(signature[:32] + key + message).digest(), "little") % L
    return same(times(s, BASE), added(r, times(h, a)))


# RFC 6962, section 2.1, and RFC 9162, section 2.1.3.


def leaf_hash(data):
    return hashlib.sha256(b"\0" + data).digest()


def node(left, right):
    return hashlib.sha256(b"\1" + left + right).digest()


def root(hashes):
    if not hashes:
        return hashlib.sha256(b"").digest()
    if len(hashes) == 1:
        return hashes[0]
    half = 1
    while half * 2 < len(hashes):
        half *= 2
    return node(root(hashes[:half]), root(hashes[half:]))


def included(leaf, index, size, path):
    need(index < size, "the leaf is not within the tree")
    at, last, found = index, size - 1, leaf
    for beside in path:
        need(last > 0, "the proof is too long")
        if at & 1 or at == last:
            found = node(beside, found)
            while not at & 1 and at:
                at, last = at >> 1, last >> 1
        else:
            found = node(found, beside)
        at, last = at >> 1, last >> 1
    need(last == 0, "the proof is too short")
    return found


# RFC 9162, section 2.1.4.


def consistency_proof(size, hashes, whole=True):
    """PROOF(size, hashes) of section 2.1.4.1; `whole` is the flag of SUBPROOF."""
    if size == len(hashes):
        return [] if whole else [root(hashes)]
    half = 1
    while half * 2 < len(hashes):
        half *= 2
    if size <= half:
        return consistency_proof(size, hashes[:half], whole) + [root(hashes[half:])]
    return consistency_proof(size - half, hashes[half:], False) + [root(hashes[:half])]


def consistent(size, top, new_size, new_top, proof):
    """Verifies a proof by the steps of section 2.1.4.2, for 0 < size < new_size."""
    if not 0 < size < new_size or not proof:
        return False
    path = [top, *proof] if size & (size - 1) == 0 else list(proof)
    at, last = size - 1, new_size - 1
    while at & 1:
        at, last = at >> 1, last >> 1
    old = new = path[0]
    for beside in path[1:]:
        if last == 0:
            return False
        if at & 1 or at == last:
            old, new = node(beside, old), node(beside, new)
            while not at & 1 and at:
                at, last = at >> 1, last >> 1
        else:
            new = node(new, beside)
        at, last = at >> 1, last >> 1
    return old == top and new == new_top and last == 0


def test_consistency():
    """The worked example of section 2.1.5: seven leaves, with the names that the RFC gives to the nodes."""
    a, b, c, d, e, f, j = hashes = [leaf_hash(bytes([leaf])) for leaf in range(7)]
    g, h, i = node(a, b), node(c, d), node(e, f)
    k, l = node(g, h), node(i, j)
    top = node(k, l)
    need(root(hashes) == top, "self-test: the root of seven leaves")
    for size, expected in ((3, [c, d, g, l]), (4, [l]), (6, [i, j, k])):
        old = root(hashes[:size])
        need(consistency_proof(size, hashes) == expected, f"self-test: the proof from {size} to 7 leaves")
        need(consistent(size, old, 7, top, expected), f"self-test: from {size} to 7 leaves")
        wrong = [(old, top, expected[:-1]), (old, top, [*expected, a]), (a, top, expected), (old, a, expected)]
        wrong += [(old, top, [*expected[:at], a, *expected[at + 1 :]]) for at in range(len(expected))]
        for one, other, proof in wrong:
            need(not consistent(size, one, 7, other, proof), f"self-test: a wrong proof from {size} to 7 leaves")


# Notes, keys and checkpoints (C2SP signed-note, tlog-checkpoint, tlog-cosignature).


def read_key(text):
    name, key_id, key = text.split("+", 2)
    key = base64.b64decode(key, validate=True)
    need(len(key) == 33 and key[0] in (1, 4), "a key of another form")
    expected = hashlib.sha256(name.encode() + b"\n" + key).digest()[:4]
    need(expected.hex() == key_id, "the id is not the key's")
    return name, expected, key[0], key[1:]


def signed(note, key):
    """The text of a note that this key signed, and the time of a cosignature."""
    name, key_id, form, bytes_of_key = key
    text, lines = note.rsplit("\n\n", 1)
    text += "\n"
    need(lines.endswith("\n"), "the last line has no end")
    for line in lines[:-1].split("\n"):
        need(line.startswith("\u2014 "), "a line that is no signature")
        signer, signature = line[2:].split(" ")
        signature = base64.b64decode(signature, validate=True)
        if signer != name or signature[:4] != key_id:
            continue
        if form == 1:
            need(verifies(bytes_of_key, text.encode(), signature[4:]), "the signature does not hold")
            return text, None
        time = int.from_bytes(signature[4:12], "big")
        message = f"cosignature/v1\ntime {time}\n{text}".encode()
        need(verifies(bytes_of_key, message, signature[12:]), "the cosignature does not hold")
        return text, time
    raise Wrong("no signature of this key")


def checkpoint(note, key):
    text, _ = signed(note, key)
    origin, size, top, *more = text[:-1].split("\n")
    need(origin == key[0], "a checkpoint of another log")
    need(str(int(size)) == size and all(more), "a checkpoint of another form")
    return int(size), base64.b64decode(top, validate=True)


def read_leaf(line):
    leaf = json.loads(line)
    need(sorted(leaf) == ["chain", "moment", "opening", "seq"], "a leaf of another form")
    need(json.dumps(leaf, sort_keys=True, separators=(",", ":")) == line, "a leaf that is not canonical")
    return leaf


def compare(key, earlier, later, lines):
    (size, top), (new_size, new_top) = checkpoint(earlier, key), checkpoint(later, key)
    need(size <= new_size, "the log went back")
    leaves = [read_leaf(line) for line in lines]
    hashes = [leaf_hash(line.encode()) for line in lines]
    need(len(hashes) >= new_size, "the list is shorter than the tree")
    need(root(hashes[:new_size]) == new_top, "the list is not that of the later checkpoint")
    need(root(hashes[:size]) == top, "the later checkpoint does not extend the earlier one")
    # RFC 9162 has no proof from an empty tree, or to the same size.
    if 0 < size < new_size:
        proof = consistency_proof(size, hashes[:new_size])
        need(consistent(size, top, new_size, new_top, proof), "no proof of consistency between the checkpoints")
    last = {}
    for leaf in leaves[:new_size]:
        before = last.get(leaf["opening"])
        if before is None:
            opened = leaf["moment"] == "opened" and leaf["seq"] == 1 and leaf["chain"] == leaf["opening"]
            need(opened, "a table that was never opened")
        else:
            need(before["moment"] != "closed" and before["seq"] < leaf["seq"], "a table that went back")
        last[leaf["opening"]] = leaf
    return f"{new_size} leaves of {len(last)} tables"


# docs/log-format.md: digest and chain, through sealed lines too.


def chains(export):
    chain, found = bytes(32), []
    for line in export.splitlines():
        entry = json.loads(line)
        if "seq" not in entry:
            continue
        digest = bytes.fromhex(entry["digest"]) if entry.get("sealed") else hashlib.sha256(line.encode()).digest()
        chain = hashlib.sha256(chain + digest).digest()
        found.append(chain.hex())
    return found


def check_proofs(key, proofs, export):
    first = "c2sp.org/tlog-proof@v1\n"
    need(proofs.startswith(first), "no file of proofs")
    found, moments = chains(export), []
    for proof in proofs[len(first) :].split("\n" + first):
        head, note = proof.rstrip("\n").split("\n\n", 1)
        extra, index, *path = head.split("\n")
        need(extra.startswith("extra ") and index.startswith("index "), "a proof of another form")
        line = base64.b64decode(extra[6:], validate=True).decode()
        leaf, path = read_leaf(line), [base64.b64decode(part, validate=True) for part in path]
        size, top = checkpoint(note + "\n", key)
        need(included(leaf_hash(line.encode()), int(index[6:]), size, path) == top, "the leaf is not in the tree")
        need(leaf["opening"] == found[0], "a proof of another table")
        need(leaf["seq"] <= len(found), "the log ends before the leaf")
        need(leaf["chain"] == found[leaf["seq"] - 1], "another history of the table")
        moments.append(f"{leaf['moment']} {leaf['seq']}")
    return ", ".join(moments)


def text_of(path):
    with open(path, encoding="utf-8", newline="") as file:
        return file.read()


def main(what, key, *paths):
    test_consistency()
    texts = [text_of(path) for path in paths]
    key = read_key(key)
    if what == "compare":
        return compare(key, texts[0], texts[1], texts[2].splitlines())
    if what == "proof":
        return check_proofs(key, *texts)
    need(what == "cosigned", "compare, proof or cosigned")
    return str(signed(texts[0], key)[1])


if __name__ == "__main__":
    try:
        print(main(*sys.argv[1:]))
    except (Wrong, ValueError, KeyError, IndexError, TypeError) as wrong:
        print(f"wrong: {wrong}")
        sys.exit(1)
