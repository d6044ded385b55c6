"""join_deal.py -- a whole deal by four people; see join_deal.sh. Who is to move is who was
asked, whatever that takes."""

import re
import sys

from join import TURN, Line, Table

# the decisions after which one client is killed, one's line is cut, and the server is killed
KILLED, CUT, LOST = 12, 18, 24
GONE, BACK = "Connection lost|There is no connection", "Connected again"


def choose(actions):
    """Takes and melds whatever can be: no deal ends without such, and any legal action must be
    good."""
    for begin in (("take", "meld", "add"), ("discard",), ("draw", "yes")):
        fitting = [one for one in actions if one.startswith(begin)]
        if fitting:
            return fitting[-1]
    return actions[-1]


def decide(table, player):
    player.say("legal all")
    actions = []
    while True:
        _, line = table.next_line([player])
        if line.startswith("That is all: "):
            break
        if " = " in line:
            actions.append(line.split(" = ")[0])
    table.expect(player, TURN.pattern)
    player.say(choose(actions))


def err(table, people, player, decisions):
    """Somebody else does what the law forbids, and the one to decide calls attention."""
    other = people[(people.index(player) + 1) % 4]
    done = False
    while not done:  # it may not have seen the last act yet
        other.say({6: "peek", 9: "! draw"}[decisions])
        said = table.expect(other, "You (look at|draw) |The game moved on first")
        done = said.group(1) is not None
    table.expect(player, other.name + " (looks at|draws) ")
    player.say("call")
    table.expect(player, "L5[37]: ", TURN.pattern)


def play(table, people, line_to_two, errs):
    """To the end of the deal; how many decisions that took."""
    decisions = 0
    ended = set()
    while len(ended) < len(people):
        player, line = table.next_line(people)
        if line.startswith("You cut the cards"):
            player.say("/cut 40")
        if line.startswith("Press Enter for the next deal"):
            ended.add(player)
        if not TURN.match(line):
            continue
        if errs and decisions in (6, 9):
            err(table, people, player, decisions)
        decide(table, player)
        decisions += 1
        if decisions == KILLED:
            people[1].kill()
            people[1] = table.join(people[1].name, people[1].link)
        if decisions == CUT:
            line_to_two.cut()
            table.notice(people[2], GONE, BACK)
        if decisions == LOST:
            table.server.kill()
            table.server.start()
    return decisions


def main(*made):
    table = Table()
    try:
        people = [table.join("Player 0", "--make", *made, table.server.url())]
        link = table.expect(people[0], "Others join it with: canasta join (.*)").group(1)
        table.expect(people[0], "You are in seat 1")
        line_to_two = Line(table.server)
        for seat in (1, 2, 3):
            people.append(
                table.join("Player %d" % seat, line_to_two.link(link) if seat == 2 else link)
            )
            table.expect(people[seat], "You are in seat %d" % (seat + 1))
        for player in people:
            player.link = link
            player.say("/ready")
        decisions = play(table, people, line_to_two, len(made) > 0)
        assert decisions > LOST, "only %d decisions" % decisions
        for player in people:
            verdict = [
                line for line in player.lines if re.match("The deal was |Not verified", line)
            ]
            verdict = verdict or [table.expect(player, "(The deal was|Not verified).*").group(0)]
            # A client that restarted in mid-deal missed the commitment, and must not claim that it
            # was kept.
            late = player is people[1]
            expected = (
                "Not verified: the server committed to the deck before you came"
                if late
                else "The deal was fair"
            )
            assert len(verdict) == 1 and verdict[0].startswith(expected), verdict
        said = "\n".join(people[0].lines)
        assert re.search(GONE + ".*" + BACK, said, re.S), "nobody noticed the loss"
        faults = table.server.faults_of_record(link.split("/")[-1])
        assert faults == "", faults
        assert table.errors() == "", table.errors()
    finally:
        table.clear()


main()
main("--set", "referee=called")
sys.exit(0)
