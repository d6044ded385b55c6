"""fair_checker.py -- see fair_checker.sh."""

import copy
import json
import os
import subprocess
import sys
import tempfile

from wire import Player, Server, check, make, pump, run_all, sit

SOURCE = os.environ.get("SOURCE_DIR", ".")
CHECKER = os.path.join(SOURCE, "docs", "examples", "check-fair.py")


def checked(lines, *link):
    """Status and words of the checker."""
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl", encoding="utf-8") as file:
        file.write("".join(json.dumps(line) + "\n" for line in lines))
        file.flush()
        run = [sys.executable, CHECKER, file.name, *link]
        done = subprocess.run(run, check=False, capture_output=True, text=True)
        return done.returncode, done.stdout + done.stderr


class Witness(Player):
    """A player that keeps what it was sent and what it sent of fair deals."""

    KEPT = ("welcome", "game", "commit", "pledge", "pledged", "open", "part")
    KEPT += ("fair", "void", "cut", "deal", "reveal")

    def come(self):
        self.lines = getattr(self, "lines", [])
        super().come()
        self.lines.append({"t": "welcome", "seat": self.seat})

    def note(self, message):
        if message["t"] in self.KEPT:
            self.lines.append(message)
        super().note(message)

    def _ask(self, kind, **fields):
        if kind in ("pledge", "part", "cut"):
            self.lines.append({"t": kind, **fields})
        super()._ask(kind, **fields)


def sit_down(server, link):
    wire, token, _ = sit(server, link, "Bob", seat=2)
    wire.cut()
    return Witness(server, link, token)


def play_deals(server):
    """Two people and two bots play until a deal is revealed; they, and the link."""
    wire, link, token = make(server, pace=0)
    for seat in (1, 3):
        assert wire.ask("bot", seat=seat, level="beginner")["t"] == "ok"
    wire.cut()
    ann = Witness(server, link, token)
    other = sit_down(server, link)
    players = [ann, other]
    over = lambda: all(any(line["t"] == "reveal" for line in one.lines) for one in players)
    mover = lambda: next((p for p in players if p.choices is not None and not p.pending), None)
    while not over():
        if mover():
            mover().say_act()
        pump(players, lambda: mover() or over())
    return players, link


def find(lines, kind, seat=None):
    """The first line of this kind, of this seat if one is given; 'own': that the seat sent."""
    for line in lines:
        if line["t"] == kind and (
            seat is None or line.get("seat") == seat or (seat == "own" and "seat" not in line)
        ):
            return line
    raise AssertionError("no line %s" % kind)


def other_hex(text):
    return ("1" if text[0] == "0" else "0") + text[1:]


def swap(lines, first, second):
    i, j = lines.index(first), lines.index(second)
    lines[i], lines[j] = lines[j], lines[i]


def forge_key(kind, key, seat=None):
    def forge(lines):
        line = find(lines, kind, seat)
        line[key] = other_hex(line[key])

    return forge


def forge_row(kind, key, row, value=None):
    def forge(lines):
        line = find(lines, kind)
        line[key][row] = value and other_hex(line[key][row])

    return forge


def forge_order(first, second, seat=None):
    def forge(lines):
        swap(lines, find(lines, first), find(lines, second, seat))

    return forge


def forge_deck(lines):
    deck = find(lines, "reveal")["committed"]
    deck[0], deck[1] = (deck[1], deck[0]) if deck[0] != deck[1] else (deck[2], deck[0])


def forge_cut(kind):
    def forge(lines):
        line = find(lines, kind)
        key = "cut" if kind == "fair" else "k"
        line[key] = line.get(key, 20) + 1

    return forge


def forge_hand(lines):
    hand = find(lines, "deal")["hand"]
    hand[0] = "Xr" if hand[0] != "Xr" else "Xb"


def forge_dealt(lines):
    deck = find(lines, "deal")["deck"]
    i = next(i for i in range(1, len(deck)) if deck[i] != deck[0])
    deck[0], deck[i] = deck[i], deck[0]


def forge_absent(lines):
    find(lines, "commit")["absent"] = 1


def forge_late_pledge(lines):
    late = copy.deepcopy(find(lines, "pledge", 2))
    lines.insert(lines.index(find(lines, "pledged")) + 1, late)


def forge_void(lines):
    fair = find(lines, "fair")
    line = {key: fair[key] for key in ("v", "hash", "table", "pledges", "parts")}
    lines.insert(lines.index(fair), {"t": "void", **line, "by": [0]})


SENT = {
    "another commitment": forge_key("commit", "hash"),
    "a list with another pledge": forge_row("pledged", "pledges", 2, True),
    "a list without a pledge": forge_row("pledged", "pledges", 2),
    "a list with another own pledge": forge_row("pledged", "pledges", 0, True),
    "a part that does not fit": forge_key("part", "part", 2),
    "another own part": forge_key("part", "part", 0),
    "a pledge after the list": forge_late_pledge,
    "a part before it is opened": forge_order("open", "part", 2),
    "opened before the list": forge_order("pledged", "open"),
    "a seat that is absent without reason": forge_absent,
    "another cut when it is opened": forge_cut("open"),
    "another cut in the record": forge_cut("fair"),
    "another hand": forge_hand,
    "void without a missing part": forge_void,
    "another hash in the record": forge_key("fair", "hash"),
    "other parts in the record": forge_row("fair", "parts", 2, True),
    "other pledges in the record": forge_row("fair", "pledges", 2, True),
    "another table": forge_key("fair", "table"),
    "another nonce": forge_key("reveal", "nonce"),
    "another deck": forge_deck,
}
KEPT = {
    "a part that does not fit": forge_row("fair", "parts", 0, True),
    "a part that is missing": forge_row("fair", "parts", 0),
    "another pledge": forge_row("fair", "pledges", 0, True),
    "a pledge that is missing": forge_row("fair", "pledges", 0),
    "another hash": forge_key("fair", "hash"),
    "another table": forge_key("fair", "table"),
    "another cut": forge_cut("fair"),
    "another cut in its line": forge_cut("cut"),
    "another nonce": forge_key("reveal", "nonce"),
    "another deck": forge_deck,
    "another deal": forge_dealt,
    "void without a missing part": forge_void,
}


def expect_forged(lines, forgeries, *link):
    for name, forge in forgeries.items():
        forged = copy.deepcopy(lines)
        forge(forged)
        check(forged != lines, "%s: changes nothing" % name)
        status, words = checked(forged, *link)
        check(status == 1, "%s passes: %d %s" % (name, status, words))


def test_served_deal():
    with Server() as server:
        players, link = play_deals(server)
        for player in players:
            status, words = checked(player.lines, link)
            check((status, words[:6]) == (0, "1 fair"), "seat %d: %s" % (player.seat, words))
        expect_forged(players[0].lines, SENT, link)
        exported = server.command("export", link).stdout.decode()
        record = [json.loads(line) for line in exported.splitlines()]
        status, words = checked(record, link)
        check(status == 0, "the record: " + words)
        expect_forged(record, KEPT, link)
        wrong = checked(record, other_hex(link))
        check(wrong[0] == 1 and "another table" in wrong[1], "another link: " + wrong[1])


def test_example():
    with open(os.path.join(SOURCE, "docs", "examples", "fair.jsonl"), encoding="utf-8") as file:
        record = [json.loads(line) for line in file]
    check(checked(record)[0] == 0, "the example")
    expect_forged(record, KEPT)


def test_no_record():
    for text in ("nonsense\n", "[]\n", '{"t":"fair"}\n', '{"t":"reveal","x":1}\n'):
        with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as file:
            file.write(text)
            file.flush()
            run = [sys.executable, CHECKER, file.name]
            done = subprocess.run(run, check=False, capture_output=True, text=True)
            check(done.returncode != 0 and "Traceback" not in done.stderr, text + done.stderr)


run_all(globals(), workers=2)
