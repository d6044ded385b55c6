"""join_people.py -- the commands of people at a table, each tried by people who may use it and
by people who may not; see join_people.sh."""

import sqlite3
import urllib.request

from join import Player, Table

ALONE = "target=100"  # so that one deal decides a game, as a rule
# what others read of a draw: red threes, but no other card
DRAWN = r"draws (?:a card|and lays down [\w ]*threes?[\w ]*, and draws another card)\."


def gather(table):
    """Ann makes a table, Bob sits down at it, and Will watches."""
    ann = table.join("Ann", "--make", "--set", ALONE, table.server.url())
    link = table.expect(ann, "Others join it with: canasta join (.*)").group(1)
    table.expect(ann, "You are in seat 1", "You are the host")
    bob = table.join("Bob", link)
    table.expect(bob, "Ann is in seat 1", "Ann is the host", "You are in seat 2")
    table.expect(ann, "Bob is in seat 2")
    will = table.join("Will", "--watch", link)
    table.expect(will, "You are watching this table", "Bob is in seat 2")
    table.expect(ann, "1 person is watching")
    return ann, bob, will, link


def in_the_waiting_room(table, ann, bob, will, link):
    for player in (ann, bob, will):
        table.tell(player, "/help", "^/ready, or Enter")
        begun = player.read
        table.expect(player, "^/rematch", "^The host: /set")
        for line in player.lines[begun : player.read]:
            assert line.startswith(("/", "The host: /")) and line.endswith("."), line
        table.tell(player, "draw", "The game has not begun")
        table.tell(player, "/link", link)
        table.tell(player, "/nonsense", "There is no command /nonsense")
    table.tell(
        bob,
        "/who",
        "Seat 1: Ann, host, not ready",
        "Seat 2: Bob, you",
        "Seat 3: free",
        "1 person is watching",
    )
    # talk
    table.tell(will, "/chat grüße & <b>dank</b>", "Will says: grüße & <b>dank</b>")
    table.expect(ann, "Will says: grüße & <b>dank</b>")
    table.tell(bob, "/phrase good-luck", "Bob says: Good luck!")
    table.expect(will, "Bob says: Good luck!")
    table.tell(bob, "/phrase", "/phrase NAME", "/phrase goodbye says: Goodbye")
    table.tell(bob, "/chat", "/chat TEXT")
    # what is the host's alone
    for line in ("/bot 3 club", "/free 1", "/set timer brisk", "/seats"):
        table.tell(bob, line, "Only the host of the table can do that")
        table.tell(will, line, "You are only watching")
    # choices, and who is notified
    table.tell(bob, "/tables", "This server lists no tables")
    table.tell(ann, "/set listed yes", "The table is listed")
    table.tell(bob, "/tables", "laws1950, 2 free seats: canasta join " + link)
    for line, sentence in (
        ("timer brisk", "Turns are brisk"),
        ("timer relaxed", "Turns are relaxed"),
        ("timer none", "as long as you like"),
        ("hints no", "Hints are not allowed"),
        ("hints yes", "Hints are allowed"),
        ("title Tea & cards", 'called “Tea & cards”'),
        ("pace 0", "at least 0 thousandths"),
        ("listed no", "The table is not listed"),
        ("listed yes", "The table is listed"),
    ):
        table.tell(ann, "/set " + line, sentence)
        table.expect(bob, sentence)
        table.expect(will, sentence)
    table.tell(ann, "/set", "as long as you like", "Hints are allowed", "^The host: /set")
    table.tell(ann, "/set timer never", "^The host: /set")
    table.tell(bob, "/tables", "Tea & cards, 2 free seats: canasta join " + link)
    # what makes no sense yet
    for line, why in (
        ("/pause", "There is no game in play"),
        ("/rematch", "The game is not over yet"),
        ("/back", "No deal is being played"),
        ("/cut 40", "The cards are not being cut"),
    ):
        table.tell(ann, line, why)
    table.tell(ann, "/yes", "Nobody has asked you anything")
    # seats
    table.tell(ann, "/bot 3 beginner", r"A bot \(beginner\) plays in seat 3")
    table.expect(will, r"A bot \(beginner\) plays in seat 3")
    table.tell(ann, "/bot 3 none", "Seat 3 is free")
    table.tell(ann, "/bot 3 genius", "no bot of that level")
    table.tell(ann, "/bot", "^The host: /bot")
    table.tell(ann, "/seats", "There is still an empty seat")
    table.tell(bob, "/sit 1", "That seat isn't available")
    table.tell(bob, "/sit 4", "You are in seat 4")
    table.tell(bob, "/sit 2", "You are in seat 2")
    table.tell(bob, "/rise", "You are watching this table")
    table.expect(ann, "Bob has left seat 2", "Seat 2 is free")
    table.tell(bob, "/ready", "You are watching this table")
    table.tell(bob, "/sit 2", "You are in seat 2")
    table.expect(ann, "Bob is in seat 2")


def letting_in(table, ann, bob, will, link):
    """Who may sit down, and who may watch."""
    table.tell(ann, "/set join none", "Nobody else can sit down")
    table.tell(will, "/sit 3", "closed this table to new players")
    table.tell(ann, "/set join ask", "The host is asked before")
    will.say("/sit 3")
    table.expect(bob, "Will would like to sit down; the host is asked")
    table.tell(bob, "/yes", "Nobody has asked you anything")
    table.expect(ann, "Will would like to sit down. You are the host")
    table.tell(ann, "/no", "The host did not agree")
    table.expect(will, "The host did not agree")
    # everyone learns that spectators see the hands, also people who come later
    shown = "Spectators see all hands as they were at least 60 seconds ago"
    table.tell(ann, "/set open 60", shown)
    table.expect(bob, shown)
    dora = table.join("Dora", link)
    table.expect(dora, "The host is being asked whether you may sit down", shown)
    table.expect(ann, "Dora would like to sit down")
    table.tell(ann, "/set open 0", "Spectators see no hand")
    table.tell(ann, "/yes", "Dora is in seat 3")
    table.expect(dora, "You are in seat 3")
    table.tell(ann, "/free 3", "Dora has left seat 3")
    table.expect(dora, "You are watching this table")
    table.tell(ann, "/set watch no", "Nobody can watch")
    for player in (dora, will):
        table.expect(player, "This table has no spectators")
        assert player.end() == 1, "%s was not sent away" % player.name
    late = table.join("Late", "--watch", link)
    table.expect(late, "This table has no spectators")
    assert late.end() == 1
    table.tell(ann, "/set watch yes", "Anyone with the link can watch")
    table.tell(ann, "/set join all", "Anyone with the link can sit down")
    # a connection that never was is not lost
    early = table.join("Early", "http://127.0.0.1:9/" + 32 * "a")
    table.expect(early, "The server does not answer yet")
    early.kill()


def begin(table, ann, bob, will):
    for seat in (3, 4):
        table.tell(ann, "/bot %d beginner" % seat, r"A bot \(beginner\) plays in seat %d" % seat)
    table.tell(bob, "", "You are ready. Waiting for the others")
    table.expect(ann, "Bob is ready")
    # a restarted server has forgotten who was ready; the clients send it again
    table.server.kill()
    table.expect(ann, "Connection lost")
    table.server.start()
    # a client that comes back later finds the deal begun
    for player in (ann, bob, will):
        table.expect(player, "Connected again")
    ann.say("/ready")


def the_disk_loses(table, mover, other):
    """After a crash the last acknowledged action is gone: everyone who knew it is notified, and it
    is the same seat's turn as before."""
    table.tell(mover, "draw", "You draw")
    table.expect(other, mover.name + " draws ")
    table.server.kill()
    with sqlite3.connect(table.server.database) as database:
        database.execute("DELETE FROM recent WHERE seq = (SELECT max(seq) FROM recent)")
    database.close()
    table.server.start()
    table.expect(mover, "Connected again", "The server has lost the latest moves", "Your turn: ")
    table.expect(other, "Connected again", "The server has lost the latest moves")
    table.tell(mover, "draw", "You draw")
    table.tell(mover, "/back", "undo this: You draw")
    table.expect(other, "Do you agree")
    table.tell(other, "/yes", "All agreed")
    table.expect(mover, "All agreed", "Your turn: ")


def in_the_deal(table, ann, bob, will):
    """One of the two is in turn, the other waits."""
    mover = table.play([ann, bob], lambda player, line: line.startswith("Your turn: "))
    other = bob if mover is ann else ann
    table.expect(will, "Deal 1 begins")
    assert not [
        line for line in will.lines if line.startswith("You ") and "watching" not in line
    ], "a watcher plays"
    table.tell(will, "hand", "You are watching, and hold no cards")
    table.tell(will, "draw", "You are watching, and hold no cards")
    table.tell(
        will,
        "table",
        r"Ann and Bot 3 \(|Ann and Bot 3: score",
        "You are watching, and hold no cards",
    )
    table.tell(will, "/hint", "You are only watching")
    # out of turn, and not legal: a sentence and the article
    table.tell(other, "draw", "L14: it's not your turn: %s" % mover.name)
    table.tell(other, "", "It's %s's turn" % mover.name)
    table.tell(other, "/hint", "It's not your turn")
    table.tell(other, "hint", "It's not your turn")
    table.tell(mover, "discard a king", r"L\d+: ")
    table.tell(mover, "/hint", "Hint: ")
    # the host does not change the others' deal alone
    for line in ("/set hints no", "/set timer brisk", "/bot 3 master"):
        table.tell(ann, line, "That can't be changed in the middle of a deal")
    table.tell(
        ann,
        "/set open 60",
        "the others are asked whether spectators may see all hands, 60 seconds late",
    )
    table.expect(will, "Ann asks that spectators see all hands of this deal, 60 seconds late")
    table.expect(bob, "Ann would like spectators to see all hands of this deal, 60 seconds late")
    table.tell(bob, "/no", "Not everyone agreed")
    table.expect(ann, "Not everyone agreed")
    table.tell(ann, "/set open 90", "the others are asked")
    table.expect(bob, "Ann would like spectators to see all hands of this deal, 90 seconds late")
    table.tell(
        bob,
        "/yes",
        "All agreed to show the hands",
        "Spectators see all hands as they were at least 90 seconds ago",
    )
    table.tell(ann, "/set open 0", "Spectators see no hand")
    table.expect(bob, "Spectators see no hand")
    # pause
    table.tell(other, "/pause", "You have paused the game")
    table.expect(mover, other.name + " has paused the game")
    table.tell(mover, "draw", "The game is paused")
    table.tell(mover, "/go", "The game continues")
    table.expect(other, mover.name + " resumes the game")
    # taking back, which the other person has to agree to
    table.tell(other, "/back", "You can't undo that many actions in this deal")
    table.tell(mover, "draw", "iscard to end your turn")
    table.tell(mover, "/back", "The others are asked whether you may undo this: You draw ")
    asks = "%s asks to undo this: %s " % (mover.name, mover.name) + DRAWN
    table.expect(will, asks + "$")
    table.expect(other, asks + " Do you agree")
    table.tell(mover, "/yes", "Nobody has asked you anything")
    table.tell(other, "/no", "Nothing is undone")
    table.expect(mover, "Nothing is undone")
    table.tell(mover, "undo", "There is nothing that you can undo alone")
    # it goes back to before one's own last decision, whatever the bots have played since
    table.play([ann, bob], lambda player, line: player is other and line.startswith("Your turn: "))
    table.tell(other, "draw", "iscard to end your turn")
    table.tell(
        mover,
        "/back",
        r"undo this: You discard the .*\. "
        r"This also undoes what came after it: [0-9]+ actions? \(.*%s"
        % other.name,
    )
    table.expect(
        other, r"undo this: %s discards the .* [0-9]+ actions? \(.*\)\. Do you agree" % mover.name
    )
    table.tell(other, "/yes", "All agreed")
    table.expect(mover, "All agreed", "iscard to end your turn")
    # what was melded goes first, and that needs nobody's consent
    alone = "You undo the last action"
    asked = r"undo this: You (?:draw|take)"
    while table.tell(mover, "/back", "%s|%s" % (alone, asked)).group() == alone:
        pass
    table.tell(other, "/yes", "All agreed")
    table.expect(mover, "All agreed")
    table.tell(mover, "/back 99", "You can't undo that many actions in this deal")
    the_disk_loses(table, mover, other)
    # a person leaves, a bot plays on, the person returns to the seat
    mover.kill()
    table.expect(other, mover.name + " is away")
    again = Player(table.folder, mover.name, mover.link)
    table.players.append(again)
    table.expect(
        again,
        "You are in seat",
        "Deal 1 is being played",
        "Your hand, 11 cards|Your hand, 1",
        "Your turn: ",
    )
    table.expect(other, mover.name + " is back")
    return (again, bob) if mover is ann else (ann, again)


def another_sits_in(table, ann, bob, will):
    """Substitution: Bob gives up his seat to a bot, Will takes it over and gives it back."""
    table.tell(bob, "/rise", "You are watching this table")
    table.expect(ann, "Bob has left seat 2", r"A bot \(club\) plays in seat 2")
    table.tell(will, "/sit 2", "You are in seat 2")
    table.expect(bob, "Will is in seat 2")
    table.tell(bob, "/sit 2", "There is no free seat")
    table.tell(ann, "/free 2", "Will has left seat 2")
    table.expect(bob, "Will has left seat 2")
    table.tell(bob, "/sit 4", "You may have seen another hand")
    table.tell(bob, "/sit 2", "You are in seat 2")
    table.expect(ann, "Bob is in seat 2")


def to_the_end(table, ann, bob):
    """Deal after deal until the game is over."""
    over = set()

    def seen(player, line):
        if line.startswith("Press Enter for the next deal"):
            player.say("")
        if line.startswith("The game is over. Press Enter"):
            over.add(player)
        return len(over) == 2

    for player in (ann, bob):
        player.say("")  # who is asked for a decision is asked again
    table.play([ann, bob], seen)


def after_the_game(table, ann, bob, will, link):
    table.tell(ann, "draw", "L41: the deal is over")
    shared = table.tell(ann, "/share", "Anyone can read the finished deals at (.*)").group(1)
    table.expect(bob, "Anyone can read the finished deals at " + shared)
    with urllib.request.urlopen(shared) as answer:
        assert b'"t":"over"' in answer.read()
    # who comes now sees how it ended, and what each deal brought
    late = table.join("Late", "--watch", link)
    table.expect(
        late,
        "The score",
        "canastas",
        "The game is over",
        "Settlement",
        "Total after deal 1",
        "The game is over. Press Enter",
    )
    table.tell(ann, "/set hints no", "Hints are not allowed")
    table.expect(bob, "Hints are not allowed")
    table.tell(bob, "/rematch", "The others are asked for another game")
    table.expect(ann, "Bob asks for another game")
    table.expect(late, "Bob asks for another game")
    table.tell(ann, "/no", "There will be no other game now")
    table.tell(ann, "/rematch", "The others are asked for another game")
    table.expect(bob, "There will be no other game now", "Ann asks for another game")
    table.tell(bob, "/yes", "All agreed: a new game begins")
    table.play([ann, bob], lambda player, line: line.startswith("Deal 1 begins"))
    table.tell(ann, "score", "No deal has been scored")
    table.tell(ann, "/hint", "The host has turned hints off")
    table.tell(ann, "hint", "The host has turned hints off")
    newcomer = table.join("New", "--watch", link)
    table.expect(newcomer, "Deal 1 is being played")
    table.tell(newcomer, "score", "No deal has been scored")


def ready_house_rules(table):
    """The server gets the rule set, and what the house rules change."""
    arguments = ("--rules", "pagat", "--set", "target=5000")
    pat = table.join("Pat", "--make", *arguments, table.server.url())
    table.expect(pat, "Others join it with: canasta join ")
    with sqlite3.connect(table.server.database) as database:
        logs = [lines for (lines,) in database.execute("SELECT lines FROM recent")]
    database.close()
    (made,) = (lines for lines in logs if "Pat" in lines)
    for part in ('"american"', "opening_needs = natural_or_wild_meld", "target = 5000"):
        assert part in made, (part, made)
    table.tell(pat, "/quit")
    assert pat.end() == 0


def the_host_leaves(table, ann, bob):
    table.tell(ann, "/rise", "You are watching this table")
    table.expect(bob, "Ann has left seat 1", "You are the host of this table")
    table.tell(bob, "/set join none", "Nobody else can sit down")
    table.tell(ann, "/sit 1", "closed this table to new players")
    table.tell(bob, "/quit")
    assert bob.end() == 0


def main():
    table = Table()
    try:
        ann, bob, will, link = gather(table)
        in_the_waiting_room(table, ann, bob, will, link)
        letting_in(table, ann, bob, will, link)
        will = table.join("Will", "--watch", link)
        table.expect(will, "You are watching this table")
        for player in (ann, bob):
            player.link = link
        begin(table, ann, bob, will)
        ann, bob = in_the_deal(table, ann, bob, will)
        another_sits_in(table, ann, bob, will)
        to_the_end(table, ann, bob)
        after_the_game(table, ann, bob, will, link)
        the_host_leaves(table, ann, bob)
        ready_house_rules(table)
        assert table.errors() == "", table.errors()
    finally:
        table.clear()


main()
