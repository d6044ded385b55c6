#!/usr/bin/env python3
"""A bot for Canasta that needs only Python's standard library.

    canasta-lab simulate --deals 10 --bots "exec:python3 docs/examples/bot.py,greedy"

It follows its own hand, takes the pack when it may, lays cards when it may, and discards a card of
the rank of which it holds fewest. docs/BOTS.md describes the lines that it receives.
"""

import collections
import json
import random
import sys


def kind(card):
    """What the rules tell apart: 7h and 7s are both 7."""
    if card[0] == "3":
        return "3r" if card[1] in "hd" else "3b"
    return card[0]


class Bot:
    def __init__(self):
        self.hand = collections.Counter()
        self.seat = None

    def hear(self, line):
        """Reads a line about the game. This bot keeps only its own hand."""
        what = line["t"]
        if what == "game":
            self.seat = None
        elif what == "deal":
            self.hand = collections.Counter(kind(card) for card in line["hand"])
        elif what in ("draw", "face", "pile") and "cards" in line:
            self.seat = line["seat"]  # of others such lines have a count only
            self.receive(line["drawn" if what == "face" else "cards"])
        elif line.get("seat") == self.seat:
            laid = line.get("cards", []) + line.get("with", [])
            if what == "discard":
                laid = [line["card"]]
            self.hand.subtract(kind(card) for card in laid)

    def receive(self, cards):
        """Red threes are faced, never held."""
        self.hand.update(kind(card) for card in cards)
        del self.hand["3r"]

    def decide(self, line):
        self.seat = line["seat"]
        actions = line["actions"]
        for verb in ("take", "yes", "meld", "add"):
            liked = [action for action in actions if action.startswith(verb)]
            if liked:
                return random.choice(liked)
        discards = [action for action in actions if action.startswith("discard")]
        if discards:
            return min(discards, key=lambda action: (self.dear(action), random.random()))
        return random.choice(actions)

    def dear(self, action):
        """Wild cards are kept, and pairs."""
        thrown = action.split()[1]
        return 100 if thrown in ("X", "2") else self.hand[thrown]


def main():
    bot = Bot()
    for text in sys.stdin:
        line = json.loads(text)
        if line["t"] == "actions":
            print(json.dumps({"action": bot.decide(line)}), flush=True)
        else:
            bot.hear(line)


if __name__ == "__main__":
    main()
