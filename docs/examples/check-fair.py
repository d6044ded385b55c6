#!/usr/bin/env python3
"""check-fair.py FILE [LINK] -- checks fair deals, written from docs/PROTOCOL.md alone.

FILE has JSON lines: a record ("canasta export"), or what one seat was sent and has sent itself, in
order. With the table's LINK, the table in pledges is checked too. Prints what is wrong, and exits
with 1 then; 2: FILE is not what it should be. It knows no rules of the game: whether the play fits
the deck is for "canasta fair" and "canasta check".
"""

import hashlib
import json
import struct
import sys

NO_PART = bytes(32)
CUT_LEAST = 4  # cards in each packet, if the rules do not say otherwise


def h(*texts):
    return hashlib.blake2b(b"".join(texts), digest_size=32).digest()


def words(key):
    """The ChaCha20 stream of a key, nonce zeros, counter from 0, as 32-bit words."""

    def quarter(x, a, b, c, d):
        for one, two, three, bits in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
            x[one] = (x[one] + x[two]) & 0xFFFFFFFF
            mixed = x[three] ^ x[one]
            x[three] = (mixed << bits | mixed >> (32 - bits)) & 0xFFFFFFFF

    counter = 0
    while True:
        start = list(struct.unpack("<4I", b"expand 32-byte k") + struct.unpack("<8I", key))
        start += [counter & 0xFFFFFFFF, counter >> 32, 0, 0]
        x = start[:]
        for _ in range(10):
            for column in range(4):
                quarter(x, column, 4 + column, 8 + column, 12 + column)
            for i in range(4):
                quarter(x, i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4)
        yield from ((a + b) & 0xFFFFFFFF for a, b in zip(x, start))
        counter += 1


def below(stream, most):
    limit = (1 << 32) - (1 << 32) % most
    while True:
        word = next(stream)
        if word < limit:
            return word % most


def shuffled(deck, key):
    deck, stream = deck[:], words(key)
    for i in range(len(deck) - 1, 0, -1):
        j = below(stream, i + 1)
        deck[i], deck[j] = deck[j], deck[i]
    return deck


def cut_of(key, cards, least):
    stream = words(h(b"canasta cut", key))
    while True:
        k = 1 + below(stream, cards - 1)
        if least <= k <= cards - least:
            return k


class Deal:
    """A deal from "commit" to "reveal", or what a record says of it."""

    def __init__(self, number=None, commitment=None):
        self.number, self.hash = number, commitment
        self.heard = {}  # seat: the pledge that it was told to have sent
        self.own = {}  # what this seat has sent itself: pledge, part, k
        self.pledges = self.cutter = self.opened = self.fair = self.dealt = None
        self.k = None
        self.parts = {}


class Checker:
    def __init__(self, link=None):
        self.table = h(b"canasta table", bytes.fromhex(link)).hex() if link else None
        self.faults = []
        self.least = CUT_LEAST
        self.seat = None  # of whom the lines are; a record is of nobody
        self.deal = None
        self.absent = set()
        self.live = False
        self.checked = self.void = 0

    def fault(self, what):
        number = self.deal.number if self.deal else None
        self.faults.append("deal %s: %s" % (number, what))

    def check(self, truth, what):
        if not truth:
            self.fault(what)

    def line(self, line):
        if line["t"] == "pledge" and "seat" not in line:
            line = {**line, "t": "send_pledge"}
        elif line["t"] == "part" and "seat" not in line:
            line = {**line, "t": "send_part"}
        elif line["t"] == "cut" and "seat" not in line:
            line = {**line, "t": "send_cut"}
        getattr(self, "on_" + line["t"], lambda _: None)(line)

    # ---- the game ----

    def on_game(self, line):
        self.absent = set()
        self.deal = None
        self.least = line.get("set", {}).get("cut_least", CUT_LEAST)

    def on_welcome(self, line):
        self.seat = line.get("seat", self.seat)

    # ---- told to a seat, in this order ----

    def on_commit(self, line):
        self.live = True
        self.deal = Deal(line["deal"], line["hash"])
        absent = {seat for seat in range(8) if line.get("absent", 0) >> seat & 1}
        self.check(absent <= self.absent, "seats are absent that have withheld nothing")

    def on_pledge(self, line):
        self.check(self.deal and self.deal.pledges is None, "a pledge after the list")
        self.check(line["seat"] not in self.absent, "a pledge of a seat that has withheld")
        if self.deal:
            before = self.deal.heard.setdefault(line["seat"], line["pledge"])
            self.check(before == line["pledge"], "a second pledge of a seat")

    def on_send_pledge(self, line):
        self.deal.own["pledge"] = line["pledge"]

    def on_pledged(self, line):
        deal = self.deal
        deal.pledges, deal.cutter = line["pledges"], line["seat"]
        told = {seat: one for seat, one in enumerate(line["pledges"]) if one is not None}
        self.check(told == deal.heard, "the list is not what was told before")
        if self.seat in told:
            self.check(told[self.seat] == deal.own.get("pledge"), "another pledge for this seat")

    def on_send_cut(self, line):
        self.deal.own["k"] = line["k"]

    def on_open(self, line):
        deal = self.deal
        self.check(deal.pledges is not None, "open before the list")
        deal.opened, deal.k = True, line.get("k")
        if deal.cutter == self.seat and "k" in deal.own:
            self.check(deal.k == deal.own["k"], "not the cut that this seat has made")

    def on_send_part(self, line):
        self.check(self.deal.opened, "a part is sent before open")
        if "part" in line:
            self.deal.own["part"] = line["part"]

    def on_part(self, line):
        deal, seat = self.deal, line["seat"]
        self.check(deal.opened, "a part before open")
        self.check(deal.parts.setdefault(seat, line["part"]) == line["part"], "a second part")
        self.check_part(deal, deal.pledges or [], seat, line["part"])
        if seat == self.seat:
            self.check(line["part"] == deal.own.get("part"), "another part for this seat")

    # ---- in records too ----

    def check_part(self, deal, pledges, seat, part, table=None):
        table = self.table or table
        if seat >= len(pledges) or pledges[seat] is None:
            self.fault("a part of seat %d, which has not pledged" % seat)
        elif table is not None and deal.number is not None:
            text = [bytes.fromhex(table), deal.number.to_bytes(4, "little"), bytes([seat])]
            text += [bytes.fromhex(deal.hash), bytes.fromhex(part)]
            pledge = h(b"canasta pledge", *text).hex()
            self.check(pledge == pledges[seat], "the part of seat %d does not fit" % seat)

    def on_fair(self, line):
        if line.get("v") != 2:
            self.deal = None
            self.fault("not made by version 2")
            return
        if not self.live or self.deal is None:
            self.deal = Deal(None, line["hash"])
        deal = self.deal
        deal.fair = line
        if self.live:
            told = [deal.parts.get(seat) for seat in range(len(line["pledges"]))]
            self.check(line["hash"] == deal.hash, "another commitment than was told")
            self.check(line["pledges"] == deal.pledges, "other pledges than were told")
            self.check(line["parts"] == told, "other parts than were told")
            self.check(
                line["cut"] == deal.k if deal.k is not None else line.get("uncut") is True,
                "another cut than was told",
            )
        if self.table:
            self.check(line["table"] == self.table, "the pledges are of another table")

    def on_void(self, line):
        missing = [
            seat
            for seat, pledge in enumerate(line["pledges"])
            if pledge is not None and line["parts"][seat] is None
        ]
        self.check(line["by"] == missing and missing, "void, but not by whom it says")
        if self.live and self.deal:
            self.check(self.deal.opened, "void before open")
            self.check(
                all(seat not in self.deal.parts for seat in missing), "void for a part that came"
            )
        self.absent |= set(line["by"])
        self.void += 1
        self.deal = None

    def on_cut(self, line):
        fair = self.deal and self.deal.fair
        if fair:
            self.check(line["k"] == fair["cut"], "the line of the cut has another k")

    def on_deal(self, line):
        deal = self.deal
        if deal is None or deal.fair is None:
            self.fault("a deal that is not fair")
            return
        self.check(deal.number in (None, line["n"]), "another number than was told")
        deal.number, deal.dealt = line["n"], line
        fair = deal.fair
        pledged = {seat for seat, one in enumerate(fair["pledges"]) if one is not None}
        given = {seat for seat, one in enumerate(fair["parts"]) if one is not None}
        self.check(pledged == given, "it goes on without a pledged part")
        self.check(not pledged & self.absent, "a pledge of a seat that has withheld")
        for seat in given:
            self.check_part(deal, fair["pledges"], seat, fair["parts"][seat], fair["table"])

    def on_reveal(self, line):
        deal = self.deal
        if deal is None or deal.dealt is None:
            self.fault("a deck is revealed that was not dealt")
            return
        deck, nonce, fair = line["committed"], bytes.fromhex(line["nonce"]), deal.fair
        self.check(h(nonce, "".join(deck).encode()).hex() == deal.hash, "not the committed deck")
        parts = [bytes.fromhex(part) if part else NO_PART for part in fair["parts"]]
        key = h(b"canasta deal", nonce, *parts)
        k = fair["cut"]
        if fair.get("uncut"):
            k = cut_of(key, len(deck), self.least)
            self.check(k == fair["cut"], "nobody has cut, and the cut is not the key's")
        mixed = shuffled(deck, key)
        self.check_dealt(deal.dealt, mixed[k:] + mixed[:k])
        self.checked += 1
        self.deal = None

    def check_dealt(self, dealt, deck):
        """A record has the whole deck; a seat its own hand, if each card goes to the next seat."""
        if "deck" in dealt:
            self.check(dealt["deck"] == deck, "the deck that was dealt does not follow")
        sizes = dealt.get("sizes", [])
        if "hand" not in dealt or "second" in dealt or len(set(sizes)) != 1:
            return
        first = (self.seat - dealt["dealer"] - 1) % len(sizes)
        hand = deck[first : len(sizes) * sizes[0] : len(sizes)]
        self.check(sorted(dealt["hand"]) == sorted(hand), "the hand does not follow from the deck")

    def end(self):
        if self.deal is not None and self.deal.dealt is not None:
            self.faults.append("deal %s: not revealed yet" % self.deal.number)
        if self.checked == 0:
            self.faults.append("no fair deal")


def main():
    if len(sys.argv) not in (2, 3):
        print("usage: check-fair.py FILE [LINK]", file=sys.stderr)
        return 2
    checker = Checker(sys.argv[2] if len(sys.argv) == 3 else None)
    try:
        with open(sys.argv[1], encoding="utf-8") as file:
            for number, text in enumerate(file, 1):
                checker.line(json.loads(text))
    except (OSError, KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
        where = "%s:%d" % (sys.argv[1], number) if isinstance(error, (KeyError, ValueError)) else ""
        print("%s: not a line of a fair deal: %r" % (where or sys.argv[1], error), file=sys.stderr)
        return 2
    checker.end()
    for fault in checker.faults:
        print(fault)
    if not checker.faults:
        print("%d fair, %d void" % (checker.checked, checker.void))
    return 1 if checker.faults else 0


if __name__ == "__main__":
    sys.exit(main())
