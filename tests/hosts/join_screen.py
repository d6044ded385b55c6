"""join_screen.py -- canasta join on a whole screen, with Bob line by line at the same table; see
join_screen.sh."""

import re

from join import Screen, Table


def sit_down(table, screens, *arguments, **variables):
    """Ann makes a table on a screen, Bob joins; two bots that do not dawdle."""
    ann = Screen(table.folder, "Ann", "--make", *arguments, table.server.url(), **variables)
    screens.append(ann)
    shown = ann.wait_for("You are the host")
    link = re.search(r"canasta join\s+(\S+)", shown).group(1)
    bob = table.join("Bob", link)
    table.expect(bob, "You are in seat 2")
    ann.wait_for("Seat 2: Bob, not ready yet")
    return ann, bob, link


def waiting_room(table, ann, bob):
    for seat in (3, 4):
        ann.type("bot %d beginner" % seat)
        ann.wait_for("Seat %d: a bot, beginner" % seat)
    ann.type("set pace 0")
    table.expect(bob, "at least 0 thousandths")
    ann.type("chat grüße")
    table.expect(bob, "Ann says: grüße")
    table.tell(bob, "/chat und zurück", "Bob says")
    ann.wait_for("Bob says: und zurück")
    ann.type("help")
    ann.wait_for("^ *Said at the table")
    ann.wait_for("/ready, or Enter alone")
    ann.press("Enter")
    ann.wait_for("The waiting room")
    ann.press("f")
    ann.wait_for(r"Leave the table\?")
    ann.press("Escape")
    ann.wait_without(r"Leave the table\?")
    for columns, rows in ((120, 40), (80, 24)):
        ann.resize(columns, rows)
        # a window in the middle, and the line at the bottom of the window as wide as there is room
        ann.wait_for("^ {%d}The waiting room" % (2 if columns == 80 else (columns - 78) // 2))
    ann.press("Enter")
    ann.wait_for("Seat 1: Ann, you, host, ready")
    ann.wait_for("You are ready. Waiting for the others")
    table.expect(bob, "Ann is ready")
    bob.say("")


def cut_if_asked(table, ann, bob):
    """Until the cards are dealt: cuts for each person who is asked. A bot may cut instead."""
    table.play(
        [bob],
        lambda player, line: re.match(
            "Deal [0-9]+ begins|You cut the cards|Ann cuts the cards", line
        ),
    )
    if bob.lines[bob.read - 1].startswith("You cut"):
        table.tell(bob, "/cut 40", "Deal [0-9]+ begins")
    elif bob.lines[bob.read - 1].startswith("Ann cuts"):
        ann.wait_for("You cut the cards: type /cut 40")
        ann.type("cut 40")
        table.expect(bob, "Deal [0-9]+ begins")
    ann.wait_for("Your hand: ")


def at_the_table(table, ann, bob):
    """Commands in mid-deal, in any player's turn; other sizes; and a lost connection."""
    table.tell(bob, "/chat are you there?", "Bob says")
    ann.wait_for("Bob says: are you there")
    table.tell(bob, "/phrase good-luck", "Good luck")
    ann.wait_for("Bob says: are you there.*\n.*Bob says: Good luck!")
    ann.type("who")
    ann.wait_for("Seat 1: Ann, you, host")
    ann.press("Enter")
    ann.wait_without("Seat 1: Ann")
    ann.press("m")
    ann.wait_for("What happened in this deal")
    ann.press("End")
    shown = ann.wait_for("^  Bob says: Good luck!")
    assert "/ready, or Enter" not in shown, shown  # answers are not said again
    ann.press("Enter")
    ann.wait_without("Enter: (continue|back)")
    ann.type("nonsense")
    ann.wait_for("There is no command /nonsense")
    ann.press("/", "x", "BSpace", "Escape")
    ann.wait_without("/x|no command")
    ann.type("pause")
    ann.wait_for("paused$")
    table.expect(bob, "Ann has paused the game")
    if "▶ You" in ann.look():
        ann.press("p")
        ann.wait_for("The game is paused. Someone has to resume it")
    table.tell(bob, "/go", "The game continues")
    ann.wait_for("Bob resumes the game")
    ann.type("set timer relaxed")
    ann.wait_for("That can't be changed in the middle of a deal with other players")
    for columns, rows, pattern in (
        (120, 40, "^.{119}"),
        (60, 10, "too small"),
        (80, 24, "Your hand: "),
    ):
        ann.resize(columns, rows)
        ann.wait_for(pattern)
    shown = ann.wait_for("h hint")
    assert len(shown.splitlines()) == 24, shown
    table.server.kill()
    ann.wait_for("no connection$")
    ann.type("chat hello?")
    ann.wait_for("There is no connection right now")
    ann.press("s")
    ann.wait_for("No deal has been scored")
    ann.press("Enter")
    table.server.start()
    table.expect(bob, "Connected again")
    ann.wait_without("no connection$")
    table.expect(bob, "Ann says: hello")


# What Ann sees when she may do something, when she may not, and when there is nothing left to do.
DRAW, DISCARD, STOP = "p draw", "e discard", "z stop"
SHEET = "Enter: ready for the next deal|Enter: leave"


def play_turn(ann):
    """One turn on the screen, if it comes: draws, and discards the card under the cursor. True
    at the end of the deal."""
    shown = ann.wait_for("%s|%s|%s|y yes" % (DRAW, STOP, SHEET))
    if re.search(SHEET, shown):
        return True
    if "y yes" in shown:
        ann.press("n", "n")
    elif DRAW in shown:
        ann.press("p")
        ann.wait_for("%s|%s|%s" % (DISCARD, STOP, SHEET))
        ann.press("e")
        ann.wait_without(DISCARD)
    else:
        ann.press("z", "y")
        ann.wait_without(STOP)
    return False


def play_deal(table, ann, bob):
    """To the sheet, turn by turn; Bob's by hints, in between."""
    bob.say("")  # who is asked for a decision is asked again
    while not re.search(SHEET, ann.look()):
        shown = ann.wait(
            ("nobody", "'s turn"), lambda shown: re.search("▶ (You|Bob)|" + SHEET, shown)
        )
        if "▶ You" in shown:
            play_turn(ann)
        elif "▶ Bob" in shown:
            table.play(
                [bob],
                lambda player, line: re.match("You discard|You go out|You stop|The score", line),
            )
            ann.wait_without("▶ Bob")


def between_deals(table, ann, bob):
    shown = ann.wait_for("Enter: ready for the next deal")
    assert "cards melded" in shown and (
        "Total after deal" in shown or "Arrows: scroll" in shown
    ), shown
    ann.type("chat well played")
    table.expect(bob, "Ann says: well played")
    table.tell(bob, "/chat thank you", "Bob says")
    ann.wait_for("Bob says: thank you")
    ann.wait_for("Enter: ready for the next deal")
    ann.press("Enter")
    ann.wait_for("You are ready")
    bob.say("")


def leave(ann):
    ann.press("f")
    ann.wait_for(r"Leave the table\?")
    ann.press("y")
    status, shown = ann.ended()
    with open(ann.errors, encoding="utf-8") as file:
        assert status == 0, shown + file.read()


def after_the_game(table, ann, bob):
    shown = ann.wait_for("Enter: leave")
    assert "The game is over" in shown or "Arrows: scroll" in shown, shown
    table.tell(bob, "/rematch", "The others are asked for another game")
    ann.wait_for("Bob asks for another game")
    ann.type("no")
    table.expect(bob, "There will be no other game now")
    ann.type("rematch")
    table.expect(bob, "Ann asks for another game")
    table.tell(bob, "/yes", "All agreed: a new game begins")
    cut_if_asked(table, ann, bob)
    ann.wait_for("deal 1 ")
    ann.press("s")
    ann.wait_for("No deal has been scored")
    ann.press("Enter")


def watch(table, screens, link):
    """A watcher on a small terminal without colours and UTF-8 sees everything but hands."""
    will = Screen(table.folder, "Will", "--watch", link, LC_ALL="C", TERM="vt100")
    screens.append(will)
    shown = will.wait_for("You are watching, and hold no cards")
    assert re.search("Ann and Bot 3", shown) and not re.search("You +[0-9]+ cards", shown), shown
    assert not re.search("[^ -~\n]", shown), shown
    will.type("chat hello")
    will.wait_for("Will says: hello")
    will.press("p")
    will.wait_for("You are watching")
    return will


def one_deal(table, screens):
    """A deal, and what is between it and the next."""
    ann, bob, link = sit_down(table, screens)
    waiting_room(table, ann, bob)
    cut_if_asked(table, ann, bob)
    at_the_table(table, ann, bob)
    will = watch(table, screens, link)
    play_deal(table, ann, bob)
    will.wait_for("Enter: ready for the next deal")
    between_deals(table, ann, bob)
    cut_if_asked(table, ann, bob)
    ann.wait_for("deal 2 ")
    leave(ann)
    table.expect(bob, "Ann is away")


def one_game(table, screens):
    """A game that one point decides, and another; on a large screen, and Ann's second table."""
    ann, bob, _ = sit_down(table, screens, "--set", "target=1", columns=100, rows=36)
    for seat in (3, 4):
        ann.type("bot %d beginner" % seat)
    ann.type("set pace 0")
    table.expect(bob, "at least 0 thousandths")
    ann.press("Enter")
    table.expect(bob, "Ann is ready")
    bob.say("")
    cut_if_asked(table, ann, bob)
    play_deal(table, ann, bob)
    while "next deal" in ann.look():  # when neither side has got a point
        between_deals(table, ann, bob)
        cut_if_asked(table, ann, bob)
        play_deal(table, ann, bob)
    after_the_game(table, ann, bob)
    leave(ann)


def main():
    for story in (one_deal, one_game):
        table = Table()
        screens = []
        try:
            story(table, screens)
            for screen in screens:
                with open(screen.errors, encoding="utf-8") as file:
                    said = file.read()
                assert said == "", said
            assert table.errors() == "", table.errors()
        finally:
            for screen in screens:
                screen.clear()
            table.clear()


main()
