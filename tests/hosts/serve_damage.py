"""F5: a damaged database; run by serve_damage.sh. Bytes of the database, its -wal and its -shm are
flipped, overwritten or cut off, and the server is started. It starts, or says why not. Each
table is then refused with its reason, or is what a prefix of its log makes it: the same lines or
the same view as from a database that holds just this prefix and is whole.

    test_flips      F5, by seed: 40 cases, or 10,000 in the long form
    test_one_table  F5: damage within one table's log leaves all others alone, and is never taken
    for what was said
    test_links      F5: a link never leads to another table
    test_lost_end   what a damaged or missing -wal has lost is noticed by clients that knew it
    test_short_wal  where nothing happens, nothing hangs on the -wal
"""

import os
import random
import shutil
import sqlite3

from wire import (
    FULL,
    LINES,
    SEED,
    Closed,
    Refused,
    Server,
    Wire,
    bots_table,
    check,
    hold_log,
    make,
    patiently,
    run_all,
)

WORDS = {"table", "damaged", "storage"}
FILES = ("", "-wal", "-shm")
FREE = {"messages_burst": 1000000, "messages_per_second": 1000000}


class Reference:
    """Some tables as they were: a copy of the files, and what a client receives for each prefix of
    each log."""

    def __init__(self, server, folder):
        self.folder = folder
        self.tables = []
        self.known = {}
        reader = hold_log(server)
        for i in range(3):
            player = bots_table(server, SEED + i, title="Table %d" % i)
            player.play(4 + 3 * i)
            player.wire.ask("chat", text="words that mean something, %d" % i)
            self.tables.append((player.link, player.token))
        server.cut_all()
        # Killed, so that what is in the -wal is damaged too and not only what a good end has moved
        # to the database.
        server.kill()
        os.mkdir(folder)
        for end in FILES:
            shutil.copyfile(server.database + end, os.path.join(folder, "canasta.db" + end))
        # Beside another reader nobody looks at what was written and not told of any more; who comes
        # first does.
        reader.close()
        put_back(server, self)
        copy = os.path.join(folder, "whole.db")
        with sqlite3.connect(server.database) as database, sqlite3.connect(copy) as to:
            database.backup(to)
            self.rows = {
                link: [line for (line,) in database.execute(LINES, (link,))]
                for link, _ in self.tables
            }
        database.close()
        to.close()
        put_back(server, self)
        server.start()

    def lengths(self, link):
        """How long a log may be: whole rows of it."""
        total = 0
        for row in self.rows[link]:
            total += row.count("\n")
            yield total

    def of(self, link, token, length, since):
        """What a client receives of this table if its log has this many lines."""
        if (link, length, since) not in self.known:
            self.known[link, length, since] = self._ask(link, token, length, since)
        return self.known[link, length, since]

    def _ask(self, link, token, length, since):
        with Server(**FREE) as server:
            server.stop()
            for end in FILES:
                if os.path.exists(server.database + end):
                    os.unlink(server.database + end)
            shutil.copyfile(os.path.join(self.folder, "whole.db"), server.database)
            rows = list(self.lengths(link)).index(length) + 1
            with sqlite3.connect(server.database) as database:
                database.execute(
                    "DELETE FROM recent"
                    " WHERE id = (SELECT id FROM tables WHERE link = ?) AND n > ?",
                    (link, rows),
                )
            database.close()
            server.start()
            return told_of(server, link, token, since)[1]


PASSING = {
    "here",
    "clock",
    "actions",
    "proposal",
    "pong",
}  # how things stand now, which is no part of the log


def told_of(server, link, token, since):
    """The length of a table's log and all that its first seat receives: a snapshot, or what
    happened since a number. Or None, and why it is refused. Once somebody is there bots play
    on, so nothing is asked twice, and what they do is left out."""
    wire = Wire(server)
    wire.say("hello", v=2, table=link, token=token, **({} if since is None else {"last": since}))
    first = wire.until(lambda m: m["t"] in ("welcome", "no"))
    if first["t"] == "no":
        return None, first["why"]
    told = [m for m in wire.settled() if m["t"] not in PASSING and m.get("#", 0) <= first["last"]]
    wire.cut()
    return first["last"], told


def damage(rng, path):
    """Flips bits, writes rubbish or cuts; says what it did."""
    size = os.path.getsize(path)
    kind = rng.choice(("flip", "flip", "rubbish", "zeros", "cut"))
    count = min(rng.choice((1, 1, 8, 100, 1000, 4096)), size)
    at = rng.randrange(0, size - count + 1)
    with open(path, "r+b") as file:
        if kind == "cut":
            file.truncate(size - rng.randrange(1, min(4096, size) + 1))
            return "cut to %d of %d" % (os.path.getsize(path), size)
        file.seek(at)
        old = file.read(count)
        file.seek(at)
        if kind == "flip":
            file.write(bytes(b ^ 1 << rng.randrange(8) for b in old))
        else:
            file.write(rng.randbytes(count) if kind == "rubbish" else bytes(count))
    return "%s %d at %d of %d" % (kind, count, at, size)


def put_back(server, reference, closed=False):
    """The files as they were: after a kill, when most is in the -wal, or after a good end, when
    all is in the database."""
    for end in FILES:
        if closed and os.path.exists(server.database + end):
            os.unlink(server.database + end)
        elif not closed:
            shutil.copyfile(
                os.path.join(reference.folder, "canasta.db" + end), server.database + end
            )
    if closed:
        shutil.copyfile(os.path.join(reference.folder, "whole.db"), server.database)


def look(server, reference, rng, what):
    """All tables: how many are whole, how many a prefix, how many refused."""
    counts = {"whole": 0, "prefix": 0, "refused": 0}
    for link, token in reference.tables:
        since = rng.choice((None, 0))
        length, told = told_of(server, link, token, since)
        lengths = list(reference.lengths(link))
        if length is None:
            check(told in WORDS, "%s: refused without a reason: %s" % (what, told))
            counts["refused"] += 1
            continue
        if length not in lengths:
            check(False, "%s: a log of %d lines never was" % (what, length))
            continue
        check(
            told == reference.of(link, token, length, since),
            "%s: the table is not what its log made it" % what,
        )
        counts["whole" if length == lengths[-1] else "prefix"] += 1
    return counts


def settle_down(server, what):
    """Ends a server that may have met the damage meanwhile: then it says so."""
    server.cut_all()
    if server.process.poll() is None:
        status = server.stop()
    else:
        status = server.process.returncode
        server._closed()
    check(status in (0, 3), "%s: ended with %s: %s" % (what, status, server.words()[-1000:]))
    check(status == 0 or '"the store failed' in server.words(), "%s: and said why" % what)


def test_flips():
    cases = int(os.environ.get("CASES", 10000 if FULL else 40))
    rng = random.Random(SEED)
    sums = {"whole": 0, "prefix": 0, "refused": 0, "no start": 0}
    with Server(**FREE) as server:
        reference = Reference(server, os.path.join(server.folder, "reference"))
        for _ in range(5):
            check(
                look(server, reference, rng, "untouched")["whole"] == 3,
                "without damage all are whole",
            )
            server.cut_all()
            server.kill()
            put_back(server, reference)
            server.start()
        for i in range(cases):
            server.cut_all()
            server.kill()
            end = rng.choice(("", "", "-wal", "-wal", "-shm"))
            put_back(server, reference, closed=end == "" and rng.randrange(3) > 0)
            what = "seed %d, case %d: %s: %s" % (
                SEED,
                i,
                end or "database",
                damage(rng, server.database + end),
            )
            refused = server.start(refused=True)
            if refused:
                status, words = refused
                check(
                    status == 3 and "canasta serve: " in words,
                    "%s: no start: %s %s" % (what, status, words),
                )
                check(
                    words.replace("\n", "").isprintable() and words.isascii(),
                    "%s: bytes of the file: %r" % (what, words),
                )
                sums["no start"] += 1
            else:
                try:
                    for kind, count in look(server, reference, rng, what).items():
                        sums[kind] += count
                except (Closed, Refused, OSError):
                    pass  # it met the damage, and must have said so
                settle_down(server, what)
            put_back(server, reference)
            server.start()
        check(
            sums["whole"] > 0 and sums["prefix"] + sums["refused"] + sums["no start"] > 0,
            "nothing was tried: %s" % sums,
        )
        print("damage: %s" % sums)


# Where another letter makes a log that could well have been written.
PLAUSIBLE = (
    "words that mean something",
    '"name":"',
    '"title":"',
    '"hash":"',
    '"t":"did","id":',
    '"level":"',
    '"pledge":"',
    '"part":"',
    '"pace":',
)


def spoilt(rng, rows, i):
    """Which row of a log, and what it says instead; None: it is gone."""
    n = rng.randrange(1, len(rows) + 1)
    if i < 2 * len(PLAUSIBLE):
        mark = PLAUSIBLE[i % len(PLAUSIBLE)]
        n = rng.choice([n for n, row in enumerate(rows, 1) if mark in row])
        at = rows[n - 1].index(mark) + len(mark) - (mark[0] != '"')
    else:
        at = rng.randrange(len(rows[n - 1]))
    if i % 5 == 4:
        return n, None
    if i % 5 == 3 and n > 1:
        return n, rows[n - 2]
    text = rows[n - 1]
    letter = rng.choice([c for c in "abcdef0123456789" if c != text[at]])
    return n, text[:at] + letter + text[at + 1 :]


def test_one_table():
    """Letters of one log change, as a bad disk changes them: in chat, names, cards and
    tokens; or a row is gone."""
    rng = random.Random(SEED)
    with Server(**FREE) as server:
        reference = Reference(server, os.path.join(server.folder, "reference"))
        for i in range(300 if FULL else 30):
            server.cut_all()
            server.kill()
            put_back(server, reference)
            victim = rng.randrange(3)
            link = reference.tables[victim][0]
            rows = reference.rows[link]
            n, text = spoilt(rng, rows, i)
            where = "WHERE id = (SELECT id FROM tables WHERE link = ?) AND n = ?"
            with sqlite3.connect(server.database) as database:
                if text is None:
                    database.execute("DELETE FROM recent " + where, (link, n))
                else:
                    database.execute("UPDATE recent SET lines = ? " + where, (text, link, n))
            database.close()
            server.start()
            what = "seed %d, case %d: table %d, row %d of %d: %.60r" % (
                SEED,
                i,
                victim,
                n,
                len(rows),
                text,
            )
            counts = look(server, reference, rng, what)
            check(counts["whole"] == 2, "%s: the others are whole: %s" % (what, counts))
            last = text is None and n == len(rows)
            check(
                counts["prefix" if last else "refused"] == 1,
                "%s: it is noticed: %s" % (what, counts),
            )
            wire = make(server)[0]
            check(wire.ask("chat", text="on")["t"] == "ok", what + ": and new tables are made")


def test_links():
    with Server(**FREE) as server:
        reference = Reference(server, os.path.join(server.folder, "reference"))
        a, b = reference.tables[0][0], reference.tables[1][0]
        for link, token in reference.tables[:2]:
            wire = Wire(server)
            wire.say("hello", v=2, table=link, token=token)
            wire.until("welcome")
            check(wire.ask("share")["t"] == "ok", "shared")
        server.cut_all()
        server.kill()
        with sqlite3.connect(server.database) as database:
            (id_a,), (id_b,) = (
                database.execute("SELECT id FROM tables WHERE link = ?", (one,)).fetchone()
                for one in (a, b)
            )
            shares = dict(database.execute("SELECT id, link FROM shares"))
            database.execute("UPDATE tables SET link = 'x' WHERE id = ?", (id_b,))
            database.execute("UPDATE tables SET link = ? WHERE id = ?", (b, id_a))
            database.execute("UPDATE shares SET id = ? WHERE link = ?", (id_a, shares[id_b]))
        database.close()
        server.start()
        for link, why in ((a, "table"), (b, "damaged")):
            wire = Wire(server)
            wire.say("hello", v=2, table=link, name="Eve")
            check(wire.hear().get("why") == why, "a link that leads elsewhere: " + why)
        check(
            server.get("/record/" + shares[id_a])[0] == 200, "a record's link leads to its record"
        )
        check(server.get("/record/" + shares[id_b])[0] == 404, "and to no other")


def wal_of(server):
    return server.database + "-wal"


def test_short_wal():
    """Soon after the last action the -wal is empty: without it everything is there."""
    with Server(**FREE) as server:
        player = bots_table(server)
        player.play(3)
        player.turn()
        patiently(lambda: os.path.getsize(wal_of(server)) == 0, "an empty -wal")
        server.kill()
        os.unlink(wal_of(server))
        server.start()
        player.play(2)
        check(player.lost == 0 and server.metric("clients_ahead_total") == 0, "nothing is lost")
        player.check_kept()
        server.check_record(player.link)


def flip_in_middle(path):
    with open(path, "r+b") as file:
        at = os.path.getsize(path) // 2
        file.seek(at)
        byte = file.read(1)[0]
        file.seek(at)
        file.write(bytes([byte ^ 1]))


def test_lost_end():
    """The last acknowledged action is only in the -wal, and is lost with it. Clients that knew it,
    the log and the metrics report it, and the table continues."""
    for harm in (flip_in_middle, os.unlink):
        with Server(**FREE) as server:
            player = bots_table(server)
            player.play(2)
            patiently(lambda: os.path.getsize(wal_of(server)) == 0, "an empty -wal")
            reader = hold_log(server)
            player.play(6)
            player.turn()
            server.kill()
            copies = {end: open(server.database + end, "rb").read() for end in FILES}
            reader.close()  # which would move it all to the database
            for end, data in copies.items():
                with open(server.database + end, "wb") as file:
                    file.write(data)
            harm(wal_of(server))
            acked = len(player.acked)
            known = player.last
            server.start()
            player.come()
            player.turn()
            check(
                player.lost == 1 and player.last < known,
                "told that lines were lost: %d, %s of %s" % (player.lost, player.last, known),
            )
            check(server.metric("clients_ahead_total") == 1, "counted")
            check(
                server.words().count("a client knows later lines than the log has") == 1,
                "logged once",
            )
            player.play(2)
            check(len(player.acked) == acked + 2, "and the table goes on")
            # Who comes later, when the log is as long again, is not taken for one who knows what is
            # in it.
            player.play(12)
            wire = Wire(server)
            wire.say("hello", v=2, table=player.link, token=player.token, last=known)
            wire.until("welcome")
            check(
                any(line["t"] == "table" for line in wire.settled()),
                "a snapshot, not what comes after other lines",
            )
            wire.cut()
            server.kill()
            server.start()
            player.come()
            player.play(1)
            check(player.lost == 1, "nothing more is lost")
            server.check_record(player.link)


run_all(globals())
