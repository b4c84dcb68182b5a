#!/usr/bin/env python3
"""Types at a program in a terminal of its own: `typist.py PROGRAM ARG... -- KEYS...`, where KEYS may have Python's escapes.
Each KEYS is typed when the program waits for a line. Prints what the terminal showed."""

import os
import pty
import sys

READY = b"\x1b[?2004h"  # what the line editor sends when it begins to read


def main():
    cut = sys.argv.index("--")
    command, keys = sys.argv[1:cut], sys.argv[cut + 1:]
    pid, terminal = pty.fork()
    if pid == 0:
        os.environ["TERM"] = "xterm"
        os.execv(command[0], command)
    shown, read = b"", 0
    while True:
        try:
            some = os.read(terminal, 65536)
        except OSError:  # the program has ended
            break
        if not some:
            break
        shown += some
        while keys and (at := shown.find(READY, read)) >= 0:
            read = at + len(READY)
            os.write(terminal, keys.pop(0).encode().decode("unicode_escape").encode())
    os.waitpid(pid, 0)
    sys.stdout.buffer.write(shown)


main()
