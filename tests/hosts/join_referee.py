"""join_referee.py -- what the law refuses, done over a network; see join_referee.sh."""

import re
import sys

from join import TURN, Table


def first_in_turn(table, people):
    """Reads on until one of them is asked to play; cuts the cards if that is asked."""
    while True:
        player, line = table.next_line(people)
        if line.startswith("You cut the cards"):
            player.say("/cut 40")
        if TURN.match(line):
            return player


def card_of(table, player):
    """A card of the hand that can be discarded: "four of hearts"."""
    cards = table.tell(player, "hand", "One by one: (.*)").group(1)
    table.expect(player, TURN.pattern)
    found = re.findall(r"the (\w+ of \w+)", cards)
    return next(card for card in found if not card.startswith("three"))


def main():
    table = Table()
    try:
        anna = table.join(
            "Anna", "--make", "--players", "2", "--set", "referee=called", table.server.url()
        )
        link = table.expect(anna, "Others join it with: canasta join (.*)").group(1)
        table.expect(anna, "You are in seat 1")
        ben = table.join("Ben", link)
        table.expect(ben, "You are in seat 2")
        for player in (anna, ben):
            player.say("/ready")
        errs = first_in_turn(table, [anna, ben])
        calls = ben if errs is anna else anna

        # refused, and done all the same; nobody is asked to continue a turn that is over
        card = card_of(table, errs)
        table.tell(errs, "discard " + card, "L14: ", "At this table you can do it all the same")
        table.tell(errs, "anyway", "You discard the " + card)
        table.expect(calls, "%s discards the %s" % (errs.name, card), TURN.pattern)
        mine = "\n".join(errs.lines)
        after = mine[mine.rindex("You discard the") :]
        assert not TURN.search(after), after

        # called and decided, by who is in turn; the offender reads it out of turn
        ruling = "L53: %s has discarded without drawing; you may require a draw" % errs.name
        table.tell(calls, "call", "You call attention", ruling, "Must %s take" % errs.name)
        table.expect(calls, "If you say nothing for 60 seconds, nothing is required")
        table.expect(errs, "%s calls attention" % calls.name, "L53: you have discarded without")
        table.tell(calls, "1", "You require the draw", TURN.pattern)
        table.expect(errs, "%s requires the draw" % calls.name, "You draw ")

        # out of turn
        table.tell(errs, "! draw", "You draw ")
        table.expect(calls, "%s draws a card" % errs.name)
        table.tell(errs, "call", "L53: you have drawn out of turn; the card goes back")
        for player in (anna, ben):
            player.say("quit")
            assert player.end() == 0, player.state()
        faults = table.server.faults_of_record(link.split("/")[-1])
        assert faults == "", faults
        assert table.errors() == "", table.errors()
    except Exception as failure:
        print("%s\n%s" % (failure, table.words()))
        raise
    finally:
        table.clear()


if __name__ == "__main__":
    sys.exit(main())
