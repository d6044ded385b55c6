"""Seats under bad luck; run by serve_seats.sh. The faults' numbers are those of the list in the
issue of the server:

    F14 repeated messages   test_repeats
    F15 late, reordered     test_late, test_reordered
    F16 cut, in pieces      test_pieces, test_cuts
    F27 a stale client       test_stale
    F28 two tabs             test_two_tabs, test_tabs_race
    F29 all leave, one never returns    test_leave, test_never_returns

What a player was told and what the log says at the end is compared: each acknowledged action is in
it once, in its order.
"""

import json
import random
import struct

from wire import (
    FULL,
    SEED,
    BadLine,
    Closed,
    Player,
    Server,
    Wire,
    bots_table,
    check,
    full_table,
    make,
    next_id,
    play_together,
    pump,
    run_all,
)

FREE = {"messages_burst": 1000000, "messages_per_second": 1000000}


# ---- messages that come twice, late, out of order ----


def test_repeats():
    """F14: every message comes up to three times; each is done once and answered as often as it
    came."""
    rng = random.Random(SEED)
    with Server(**FREE) as server:
        player = bots_table(server)
        for _ in range(400 if FULL else 60):
            player.turn()
            times = rng.randrange(1, 4)
            act = player.say_act(times)
            answers = []
            while len(answers) < times:
                message = player.hear()
                if message["t"] in ("ok", "no") and message.get("id") == act["id"]:
                    answers.append(message["t"])
            check(answers == ["ok"] * times, "a repeated action is answered again: %s" % answers)
            number = next_id()
            for _ in range(times):
                player.wire.say("chat", id=number, text="once %d" % number)
            player.wire.until(lambda m: player.note(m) or (m["t"] == "ok" and m["id"] == number))
        player.play(2)
        player.check_kept()
        texts = [line["text"] for line in server.log_of(player.link) if line["t"] == "chat"]
        check(len(texts) == len(set(texts)) > 0, "nothing is said twice")
        server.check_record(player.link)


def answer_to(player, number):
    """The answer to what was said with this id; the player takes note of all else."""
    while True:
        message = player.wire.hear()
        player.note(message)
        if message["t"] in ("ok", "no") and message.get("id") == number:
            return message


def test_late():
    """F15: an action is held up while others are done, also over a new connection: it never
    falls into a later turn."""
    rng = random.Random(SEED)
    with Server(**FREE) as server:
        player = bots_table(server)
        for i in range(300 if FULL else 40):
            player.turn()
            held = {"id": next_id(), "at": player.last, "action": player.choose()}
            player.play(rng.randrange(1, 4))
            if rng.randrange(2):
                player.wire.cut()
                player.come()
            player.turn()
            # With its own id it is old; said again as something new it is late.
            player.wire.say("act", **held)
            answer = answer_to(player, held["id"])
            check(
                (answer["t"], answer["why"]) == ("no", "old"), "held up behind others: %s" % answer
            )
            held["id"] = next_id()
            player.wire.say("act", **held)
            answer = answer_to(player, held["id"])
            check(
                (answer["t"], answer["why"]) == ("no", "late"),
                "held up under a new id: %s" % answer,
            )
            check("at" in answer, "and it is said how far things are")
        player.check_kept()
        server.check_record(player.link)


def test_reordered():
    """F15: messages of one player come in another order than they were sent: the older ones are
    refused, nothing is done twice."""
    rng = random.Random(SEED)
    with Server(**FREE) as server:
        player = bots_table(server)
        for _ in range(100 if FULL else 20):
            player.turn()
            act = {"id": next_id(), "at": player.last, "action": player.choose()}
            others = [(next_id(), "chat") for _ in range(4)]
            batch = [(act["id"], "act")] + others
            rng.shuffle(batch)
            player.choices = None
            player.pending = act if batch[0][0] == act["id"] else None
            highest = 0
            expected = {}
            for number, kind in batch:
                expected[number] = "ok" if number > highest else "no"
                highest = max(highest, number)
                player.wire.say(
                    kind, **(act if kind == "act" else {"id": number, "text": "said %d" % number})
                )
            done = {}
            while len(done) < len(batch):
                message = player.wire.hear()
                player.note(message)
                if message["t"] in ("ok", "no") and message.get("id") in expected:
                    done[message["id"]] = message["t"]
            check(
                done == expected,
                "what is older than what was done is refused: %s, not %s" % (done, expected),
            )
            if expected[act["id"]] == "no":
                # Nothing was decided: the turn is as it was, and so is the list.
                player.wire.say("hello", v=2, table=player.link, token=player.token, actions=True)
                player.wire.until(lambda m: player.note(m) or m["t"] == "actions")
        player.play(2)
        player.check_kept()


# ---- a bad line ----


def test_pieces():
    """F16: bytes come one by one, both ways."""
    with Server(**FREE) as server:
        line = BadLine(server, SEED, bytewise=True, lives=0)
        player = bots_table(server, port=line.port)
        player.play(60 if FULL else 12)
        check(player.losses == 0, "nobody noticed")
        player.check_kept()
        line.close()


def test_cuts():
    """F16: the line breaks after a number of bytes, anywhere, again and again."""
    with Server(**FREE) as server:
        for bytewise in (False, True):
            cuts = 200 if FULL else 15
            line = BadLine(server, SEED, bytewise=bytewise, lives=cuts)
            player = bots_table(server, port=line.port)
            while line.broken < cuts:
                player.play(1)
            player.play(3)
            check(player.losses > cuts / 2, "only %d losses" % player.losses)
            player.check_kept()
            server.check_record(player.link)
            line.close()


# ---- coming back ----

PASSING = {"here", "clock", "actions", "proposal", "pong"}


def hello_again(server, player, **fields):
    """What the holder of a seat who sends this receives: a frame's lines, up to the answer of a
    ping."""
    wire = Wire(server)
    wire.say("hello", v=2, table=player.link, token=player.token, **fields)
    told = wire.settled()
    check(told[0]["t"] == "welcome", "welcome: %s" % told[0])
    wire.cut()
    return told[0]["last"], [m for m in told[1:] if m["t"] not in PASSING]


def test_stale():
    """F27: a client that was away briefly receives what happened; after a long absence it
    receives the present state."""
    with Server(**FREE) as server:
        player = bots_table(server)
        lines, note = [], player.note
        player.note = lambda m: (lines.append(m), note(m))  # all that this seat is ever told
        player.play(120)
        player.turn()
        numbered = sorted({m["#"]: m for m in lines if "#" in m}.items())
        near = numbered[-8][0]
        last, told = hello_again(server, player, last=near)
        wanted = [m for number, m in numbered if near < number <= last]
        check(
            told == wanted and len(wanted) == 7,
            "the lines after the last that was seen: %s, not %s" % (told, wanted),
        )
        _, fresh = hello_again(server, player)
        check(
            fresh[0]["t"] == "table" and any(m["t"] == "view" for m in fresh),
            "a snapshot: %s" % [m["t"] for m in fresh],
        )
        for far in (0, 1, 5):
            _, told = hello_again(server, player, last=far)
            check(told == fresh, "from too long ago: the snapshot, the same as for somebody new")
        _, told = hello_again(server, player, last=last)
        check(told == [], "who has seen all is told nothing: %s" % told)
        for wrong in (10**6, 2**53 - 1):
            _, told = hello_again(server, player, last=wrong)
            check(told[:-1] == fresh, "lines that there are not: the snapshot")
            check(
                told[-1]["t"] == "no" and told[-1]["why"] == "lost",
                "and that they are lost: %s" % told[-1],
            )
        player.come()
        player.play(3)
        player.check_kept()


def test_two_tabs():
    with Server(**FREE) as server:
        ann, link, token = make(server)
        for _ in range(5):
            second = Wire(server)
            second.say("hello", v=2, table=link, token=token)
            check(second.until("welcome")["seat"] == 0, "a second tab is the same seat")
            bye = ann.until("bye")
            check(
                (bye["code"], ann.close_code()) == (4001, 4001),
                "and takes over from the first: %s" % bye,
            )
            ann.say("chat", id=next_id(), text="from the old tab")
            ann = second
        ann.settled()
        check(
            not [line for line in server.log_of(link) if line["t"] == "chat"],
            "an old tab says nothing any more",
        )
        names = [line for line in server.log_of(link) if line["t"] == "seat" and "name" in line]
        check(len(names) == 1, "one person, one seat")


def test_said_once():
    with Server(**FREE) as server:
        ann, link, token = make(server)
        second = Wire(server)
        second.say("hello", v=2, table=link, token=token)
        second.until("welcome")
        code = ann.close_code()
        ann.frame(struct.pack(">H", code), 8)
        check(ann.rest() == b"", "the answer to a close is not answered")


def test_tabs_race():
    """F28: two tabs move at once: of each decision at most one is done, and the seat goes on."""
    rng = random.Random(SEED)
    with Server(**FREE) as server:
        player = bots_table(server)
        done = []
        for _ in range(1000 if FULL else 40):
            player.turn()
            first, at, choices = player.wire, player.last, player.choices
            second = Wire(server)
            hello = lambda wire: wire.say("hello", v=2, table=player.link, token=player.token)
            act = lambda wire: wire.say("act", id=next_id(), at=at, action=rng.choice(choices))
            steps = [(act, first), (hello, second), (act, second)]
            # Any order that each tab for itself keeps.
            steps.insert(rng.randrange(4), (act, first))
            steps.insert(rng.randrange(4), (hello, first))
            for what, wire in steps:
                what(wire)
            player.choices = None
            for wire in (first, second):
                try:
                    wire.settled()
                except Closed:
                    pass
            player.come()
            player.turn()
            log = [
                line
                for line in server.log_of(player.link)
                if line["t"] == "did" and line["seat"] == 0 and line.get("action")
            ]
            check(
                len(log) - len(done) <= 1,
                "one decision was made by both tabs: %s" % log[len(done) :],
            )
            done = log
            first.cut()
            second.cut()
        check(len(done) > 10, "hardly anything was done")
        player.acked.clear()
        player.play(2)
        server.check_record(player.link)


# ---- people who leave ----


def at_stage(players, stage):
    """Takes the table to this stage, and stops there; returns what each was told and has not
    answered."""
    held, told = [], []
    waits = {"pledges": "commit", "cut": "pledged", "parts": "open"}

    def note(player, message):
        told.append(message["t"])
        if message["t"] == waits.get(stage):
            held.append((player, message))
        else:
            Player.note(player, message)

    if stage == "lobby":
        return held
    for player in players:
        player.note = lambda message, player=player: note(player, message)
        player.wire.say("ready", id=next_id())
    pump(
        players,
        lambda: told.count(waits.get(stage, "deal")) == len(players),
    )
    for player in players:
        del player.note
    return held


def test_leave():
    """F29: some or all go at some stage, and come back: the table is as it was, and goes on to
    its cards."""
    for stage in ("lobby", "pledges", "cut", "parts", "play"):
        for count in (1, 4):
            with Server(idle_seconds=1, **FREE) as server:
                players = full_table(server)
                held = at_stage(players, stage)
                gone = players[4 - count :]
                for player in gone:
                    player.wire.cut()
                if count == 4:
                    server.wait_for("tables", lambda n: n == 0)  # it is even put away meanwhile
                for player in gone:
                    player.last = None
                    player.come()
                for player, message in held:
                    if player not in gone:
                        player.note(message)
                if stage == "lobby":
                    for player in players:
                        player.wire.say("ready", id=next_id())
                play_together(players, 6)
                for player in players:
                    player.check_kept()
                server.check_record(players[0].link)


def test_records():
    """A record goes to the tokens that hold a seat at its table, shared or not, and to no other."""
    with Server(**FREE) as server:
        player = bots_table(server)
        _, other_link, other_token = make(server)
        path = "/record/" + player.link

        def asked(path, *values):
            return server.get(path, headers=[("Authorization", value) for value in values])

        while not any(line["t"] == "end" for line in server.log_of(player.link)):
            player.play(1)
        status, head, record = asked(path, "Bearer " + player.token)
        check(status == 200 and head["Cache-Control"] == "no-store", "a seat's token: %d" % status)
        lines = [json.loads(line) for line in record.splitlines()]
        kinds = [line["t"] for line in lines]
        check(kinds.count("deal") == kinds.count("end") >= 1, "finished deals alone: %s" % kinds)
        check(asked(path)[0] == 404, "the link alone")
        check(asked(path, "Bearer " + other_token)[0] == 404, "a token of another table")
        check(asked("/record/" + other_link, "Bearer " + player.token)[0] == 404, "another table")
        for value in ("Bearer " + player.token[1:], "Bearer " + player.token + "0", "Basic x", "x"):
            check(asked(path, value)[0] == 400, "what is no token is refused: " + value)

        player.wire.ask("rise")
        check(asked(path, "Bearer " + player.token)[0] == 404, "a seat that was given up")


def test_never_returns():
    """F29: a player does not return. The others are notified, a bot plays, the deal continues,
    and the seat stays its holder's."""
    with Server(**FREE) as server:
        players = full_table(server, timer="brisk", pace=0)
        gone, others = players[3], players[:3]
        for player in players:
            player.wire.say("ready", id=next_id())
        play_together(players, 2)
        gone.wire.cut()
        heres = []
        note = others[0].note
        others[0].note = lambda m: (
            heres.append(m) if m["t"] == "here" and m.get("seat") == 3 else None,
            note(m),
        )
        bots = []
        while not bots:
            play_together(others, 1)
            bots = [
                line
                for line in server.log_of(gone.link)
                if line["t"] == "did" and line["seat"] == 3 and "id" not in line
            ]
        states = [m["here"] for m in heres]
        check(states == ["away", "bot"], "the others are told: %s" % states)
        gone.come()
        pump(others, lambda: any(m["here"] == "yes" for m in heres))
        had = len(gone.acked)
        while len(gone.acked) == had:
            play_together(players, 1)
        for player in players:
            player.check_kept()
        server.check_record(gone.link)


# ---- a deal whose cards somebody chose ----


def faces():
    return [rank + suit for rank in "A23456789TJQK" for suit in "cdhs"] * 2 + [
        "Xr",
        "Xr",
        "Xb",
        "Xb",
    ]


def test_arranged():
    """All are notified; these are the cards, also after the server restarts; the next deal is a
    fair one."""
    deck = faces()
    random.Random(SEED).shuffle(deck)
    with Server(**FREE) as server:
        for wrong in (
            deck[1:],
            deck[1:] + ["Xr"] * (deck[0] != "Xr") + ["Xb"] * (deck[0] == "Xr"),
            deck + deck,
        ):
            wire = Wire(server)
            wire.say("make", v=2, name="Ann", deck="".join(wrong))
            answer = wire.hear()
            check(
                (answer["t"], answer["why"]) in (("no", "deck"), ("no", "value")),
                "no deck of these rules: %s" % answer,
            )
            wire.cut()
        player = bots_table(server, deck="".join(deck), listed=True)
        wire = Wire(server)
        wire.say("list", id=next_id())
        check(
            [m["arranged"] for m in (wire.until("listed"),)] == [True],
            "whoever looks for a table is told",
        )
        wire.cut()
        watcher = Wire(server)
        watcher.say("hello", v=2, table=player.link, name="Bo", watching=True)
        check(watcher.until("table")["arranged"] is True, "whoever comes is told")
        told = watcher.settled()
        check(
            not any(m["t"] == "fair" or "deck" in m for m in told),
            "but neither the deck nor that the deal is a fair one",
        )
        player.play(2)
        server.kill()
        server.start()
        player.come()
        player.play(2)
        lines = server.log_of(player.link)
        dealt = [line for line in lines if line["t"] == "deal"]
        check(
            dealt[0]["deck"] == deck or dealt[0]["deck"][44] != deck[44], "these cards were dealt"
        )
        check(
            [line["t"] for line in lines].count("secret") == len(dealt) - 1,
            "the deals after it are fair ones",
        )
        player.check_kept()
        server.check_record(player.link)


run_all(globals())
