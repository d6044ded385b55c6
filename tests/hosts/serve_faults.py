"""What goes wrong around a server; run by serve_faults.sh. The faults' numbers are those of the
list in the issue of the server:

    F1 kill -9             test_kill (serve_kill.sh: under load)
    F3 full disk           test_full_disk, test_full_tmpfs, test_killed_while_full
    F4 locked disk         test_locked_disk
    F9 slow client         test_slow_reader, test_slow_for_long
    F10 half-open          test_half_open
    F11 reconnect storm    test_storm
    F12 the server pauses  test_pause, test_pause_of_connections
    F30 stop during play   test_stop, test_newer_database
    tables put away, backups       test_put_away
    one server for each folder     test_second_server, test_busy_port
    files that disappear           test_files_go

F5, a damaged database, is in serve_damage.py.
"""

import contextlib
import os
import random
import resource
import shutil
import signal
import socket
import sqlite3
import subprocess
import time

from wire import (
    FULL,
    PATIENCE,
    SEED,
    Closed,
    Player,
    Server,
    Wire,
    bots_table,
    check,
    make,
    next_id,
    patiently,
    run_all,
    sit,
    start_game,
)

FREE = {
    "messages_burst": 1000000,
    "messages_per_second": 1000000,
}  # where floods are not what is tried


# ---- death and restart ----


def test_kill():
    """F1: killed after random counts of acknowledged actions, each time with another under way."""
    rng = random.Random(SEED)
    kills = 300 if FULL else 20
    with Server() as server:
        player = bots_table(server)
        for _ in range(kills):
            player.play(rng.randrange(1, 5))
            player.turn()
            player.say_act()
            if rng.randrange(2):
                player.hear()
            server.kill()
            server.start()
        player.play(3)
        check(player.losses >= kills, "each kill was noticed")
        player.check_kept()
        server.check_record(player.link)


def test_stop():
    """F30: stopped in the middle of play. All are notified, the log is whole, and everybody
    continues."""
    with Server() as server:
        players = [bots_table(server, SEED + i) for i in range(5)]
        watcher, _, _ = sit(server, players[0].link, "Eve", watching=True)
        for _ in range(3):
            for player in players:
                player.play(2)
                player.turn()
                player.say_act()
            check(server.stop() == 0, "a graceful stop")
            bye = watcher.until("bye")
            check(
                bye["code"] == 1012 and watcher.close_code() == 1012,
                "clients are told that it starts again: %s" % bye,
            )
            check('"stopped"' in server.words(), "the log says so")
            server.start()
            watcher, _, _ = sit(server, players[0].link, "Eve", watching=True)
        for player in players:
            player.play(2)
            player.check_kept()
            server.check_record(player.link)


def test_newer_database():
    """F30: a database of a version that this program does not know is left alone."""
    with Server() as server:
        player = bots_table(server)
        player.play(2)
        server.cut_all()
        server.stop()
        with sqlite3.connect(server.database) as database:
            (version,) = database.execute("PRAGMA user_version").fetchone()
            database.execute("PRAGMA user_version = %d" % (version + 1))
        database.close()
        status, words = server.start(refused=True)
        check(
            status == 3 and "version %d" % (version + 1) in words,
            "refused, and it is said why: %s %s" % (status, words),
        )
        with sqlite3.connect(server.database) as database:
            check(
                database.execute("PRAGMA user_version").fetchone() == (version + 1,),
                "it is not touched",
            )
            database.execute("PRAGMA user_version = %d" % version)
        database.close()
        server.start()
        player.come()
        player.play(2)
        player.check_kept()


def test_put_away():
    with Server(idle_seconds=1) as server:
        ann, link, token = start_game(server)
        last = next_id()
        check(ann.ask("chat", id=last, text="before")["t"] == "ok", "chat")
        ann.cut()
        server.wait_for("tables", lambda n: n == 0)
        # While the table is read, messages wait, also those of who asks for it at the same time,
        # and of who does not wait for it.
        gone = Wire(server)
        gone.say("hello", v=2, table=link)
        gone.cut()
        bob = Wire(server)
        bob.say("list", id=1, table=link)
        ann = Wire(server)
        ann.say("hello", v=2, table=link, token=token)
        asked = [next_id() for _ in range(3)]
        for number in asked:
            ann.say("chat", id=number, text="at once %d" % number)
        check(ann.until("welcome")["seat"] == 0, "the seat is still held")
        for number in asked:
            check(
                ann.until(lambda m: m["t"] in ("ok", "no"))["id"] == number,
                "what was said while the table was read is answered in its order",
            )
        check(bob.until("listed")["table"] == link and bob.until("ok")["id"] == 1, "and listed")
        bob.cut()
        ann.cut()
        ann = Wire(server)
        ann.say("hello", v=2, table=link, token=token)
        check(ann.until("welcome")["seat"] == 0, "the seat is held")
        check(ann.until("view")["t"] == "view", "a table that was put away comes back")
        check(
            ann.ask("chat", id=asked[-1], text="at once")["t"] == "ok", "what was done stays done"
        )
        chats = [line for line in server.log_of(link) if line["t"] == "chat"]
        check(len(chats) == 4, "and is not done again")
        check(ann.ask("share")["t"] == "ok", "shared")
        copy = os.path.join(server.folder, "copy.db")
        check(server.command("backup", copy).returncode == 0, "backup")
        with sqlite3.connect(copy) as database:
            check(database.execute("SELECT count(*) FROM recent").fetchone()[0] > 0, "has rows")
            check(database.execute("PRAGMA integrity_check").fetchone()[0] == "ok", "is whole")
        database.close()
        check(server.command("backup", copy).returncode == 3, "a backup overwrites nothing")
        record = server.command("export", link)
        check(record.returncode == 0 and record.stdout.startswith(b'{"t":"game"'), "export")
        check(server.command("export", "x").returncode == 1, "export of nothing")


# ---- one server a folder ----


def start_beside(data, port=0):
    """Another server on this folder, which must not start: its status and its words."""
    run = [os.environ["CANASTA"], "serve", "--listen", "127.0.0.1:%d" % port, "--data", data]
    ended = subprocess.run(run, check=False, capture_output=True, timeout=PATIENCE)
    check(not ended.stdout, "it does not say that it serves: %s" % ended.stdout)
    return ended.returncode, ended.stderr.decode()


def bytes_of(data):
    """All files of the folder but the lock, as they are."""
    return {
        name: open(os.path.join(data, name), "rb").read()
        for name in sorted(os.listdir(data))
        if name != "canasta.lock"
    }


def test_second_server():
    """A folder belongs to one server for as long as that lives, however it ends; what reads
    beside it is not kept out."""
    with Server() as server:
        player = bots_table(server)
        player.play(2)
        for port in (0, server.port):
            status, words = start_beside(server.data, port)
            check(status == 3, "a second server ends with 3: %s" % status)
            check(
                server.data in words and "process %d)" % server.process.pid in words,
                "it says which folder and who has it: " + words,
            )
        check(
            server.command("export", "--whole", player.link).returncode == 0,
            "export beside a server",
        )
        check(
            server.command("backup", os.path.join(server.folder, "copy.db")).returncode == 0,
            "backup beside a server",
        )
        player.play(2)
        pid = server.process.pid
        server.kill()
        check(
            open(os.path.join(server.data, "canasta.lock")).read().split() == [str(pid)],
            "a lock is left",
        )
        server.start()
        player.play(2)
        # Removing the lock does not give the folder away: the next server to take it is refused
        # too.
        server.stop()
        os.unlink(os.path.join(server.data, "canasta.lock"))
        server.start()
        check(start_beside(server.data)[0] == 3, "and locked again")
        player.play(2)
        player.check_kept()
        server.check_record(player.link)


def test_busy_port():
    """Who cannot listen has touched nothing: neither what a dead server left, nor what is
    another's."""
    with Server() as server, Server() as other:
        player = bots_table(server)
        player.play(3)
        server.kill()
        before = bytes_of(server.data)
        check(len(before["canasta.db-wal"]) > 0, "there is something to fold")
        status, words = start_beside(server.data, other.port)
        check(
            status == 3 and "127.0.0.1:%d" % other.port in words, "refused: %s %s" % (status, words)
        )
        check(bytes_of(server.data) == before, "the database is as it was")
        server.start()
        player.play(2)
        player.check_kept()


# ---- the disk ----


class Talk:
    """Says one thing after the other, and keeps what was acknowledged."""

    def __init__(self, wire):
        self.wire = wire
        self.done, self.asked, self.refused = set(), set(), []

    def hear(self, messages):
        for message in messages:
            if message["t"] == "ok" and message["id"] in self.asked:
                self.done.add(message["id"])
            if message["t"] == "no" and message["id"] in self.asked:
                self.asked.remove(message["id"])
                self.refused.append(message["why"])

    def say(self, count=1):
        """More of them; returns when a later ping was answered."""
        for _ in range(count):
            number = next_id()
            self.asked.add(number)
            self.wire.say("chat", id=number, text="y" * 200)
        self.hear(self.wire.settled())

    def wait_for_all(self):
        """Until each has its answer."""
        while len(self.done) < len(self.asked):
            self.hear([self.wire.hear()])


def disk_fills(server, ann, link, give_space):
    """Talks until the disk refuses for good (not only until a checkpoint makes room), gives
    space, and looks whether all went well."""
    talk = Talk(ann)
    while len(talk.done) < 100000:
        talk.say(20)  # one transaction, so that the disk fills in seconds
        if talk.refused and server.get("/healthz")[0] == 503:
            break
    check(set(talk.refused) == {"storage"}, "refused while the disk is full: %s" % talk.refused[:3])
    check(server.get("/healthz")[0] == 503, "not healthy with a full disk")
    check(ann.settled() is not None, "it answers all the same")
    give_space()
    talk.wait_for_all()
    patiently(lambda: server.get("/healthz")[0] == 200, "health after there is space again")
    talk.refused.clear()
    talk.say()
    talk.wait_for_all()
    check(not talk.refused, "goes on when there is space: %s" % talk.refused[:3])
    return talk


def check_talk(server, link, talk):
    kept = {number for number, _ in server.dids(link)}
    check(
        talk.done <= kept,
        "acknowledged, and lost: %d of %d" % (len(talk.done - kept), len(talk.done)),
    )
    check(len(talk.done) > 10, "hardly anything was acknowledged")


def let_grow(server, more):
    """From here on no file of the server may grow by more than this."""
    _, most = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
    size = max(os.path.getsize(server.database + end) for end in ("", "-wal"))
    resource.prlimit(
        server.process.pid, resource.RLIMIT_FSIZE, (most if more is None else size + more, most)
    )


def test_full_disk():
    """F3: files may not grow, as on a full disk or with a quota; no rights are needed to try that.
    The -wal meets the limit of a small database, the database that of a large one."""
    for filler in (0, 5000000):
        with Server(queue_bytes=16777216, **FREE) as server:
            if filler > 0:
                server.stop()
                with contextlib.closing(sqlite3.connect(server.database)) as database, database:
                    database.execute("CREATE TABLE filler AS SELECT zeroblob(%d)" % filler)
                server.start()
            ann, link, _ = make(server)
            let_grow(server, 200000)
            check_talk(server, link, disk_fills(server, ann, link, lambda: let_grow(server, None)))


def test_killed_while_full():
    """F3 and F1."""
    with Server(queue_bytes=16777216, **FREE) as server:
        ann, link, _ = make(server)
        let_grow(server, 200000)
        talk = Talk(ann)
        while not talk.refused:
            talk.say()
        server.kill()
        server.start()
        check_talk(server, link, talk)


def test_full_tmpfs():
    """F3: a disk that is full, where a small one may be mounted. Where not, test_full_disk
    stands for it."""
    if (
        subprocess.run(["unshare", "-Urm", "true"], check=False, capture_output=True).returncode
        != 0
    ):
        print("no disk of its own here (no namespaces): test_full_disk alone")
        return
    script = """mkdir -p "$0/data" && mount -t tmpfs -o size=9200k tmpfs "$0/data" || exit 9
dd if=/dev/zero of="$0/data/filler" bs=1k count=8600 2>/dev/null
exec "$@" """
    with Server(queue_bytes=16777216, **FREE) as server:
        server.stop()
        server.wrap = ["unshare", "-Urm", "sh", "-c", script, server.folder]
        server.start()
        inside = "/proc/%d/root%s" % (server.process.pid, server.data)
        ann, link, _ = make(server)
        talk = disk_fills(server, ann, link, lambda: os.unlink(os.path.join(inside, "filler")))
        # Everything has its answer, so nothing is written any more. The disk goes with its process.
        for end in ("", "-wal"):
            shutil.copyfile(
                os.path.join(inside, "canasta.db" + end), os.path.join(server.folder, "copy" + end)
            )
        server.cut_all()
        check(server.stop() == 0, "stops with 0")
        server.wrap = []
        for end in ("", "-wal"):
            os.replace(os.path.join(server.folder, "copy" + end), server.database + end)
        server.start()
        check_talk(server, link, talk)


def test_locked_disk():
    """F4: another process holds the database."""
    with Server(queue_bytes=16777216, **FREE) as server:
        ann, link, _ = make(server)
        other = sqlite3.connect(server.database, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        talk = Talk(ann)
        talk.say()
        check(not talk.done and not talk.refused, "nothing is acknowledged before it is durable")
        server.wait_for("commit_failures_total", lambda n: n > 0)
        check(server.get("/healthz")[0] == 503, "not healthy meanwhile")
        while not talk.refused:
            talk.say()
        check(not talk.done, "nothing was acknowledged while it was locked")
        check(set(talk.refused) == {"storage"}, "refused while the disk refuses")
        other.execute("ROLLBACK")
        other.close()
        talk.wait_for_all()
        patiently(lambda: server.get("/healthz")[0] == 200, "health after that")
        talk.say()
        talk.wait_for_all()
        check_locked = {number for number, _ in server.dids(link)}
        check(
            talk.done == check_locked, "what was acknowledged is kept, and nothing that was refused"
        )


def ends_by_itself(server, file):
    status = server.process.wait(PATIENCE)
    server._closed()
    check(status == 3, "%s is gone: ends with 3: %s" % (file, status))
    check(": %s in " % file in server.words(), "and says which: " + server.words()[-500:])


def replace_by_copy(path, aside):
    os.rename(path, aside)
    shutil.copyfile(aside, path)


def acts_into_nothing(player):
    """Sends an action, and reads until the connection ends: it was not acknowledged."""
    player.turn()
    acked = player.say_act()
    try:
        while True:
            message = player.wire.hear()
            check(
                not (message["t"] == "ok" and message.get("id") == acked["id"]),
                "acknowledged into nothing",
            )
    except Closed:
        pass
    player.pending = None


def test_files_go():
    """Files are taken away under a server that uses them: nothing is acknowledged after that, in
    play or not."""
    with Server(**FREE) as server:
        player = bots_table(server)
        aside = os.path.join(server.folder, "aside")
        for name in ("canasta.db", "canasta.db-wal", "canasta.lock"):
            path = os.path.join(server.data, name)
            for harm in (os.rename, replace_by_copy):
                player.play(2)
                player.turn()
                harm(path, aside)
                acts_into_nothing(player)
                ends_by_itself(server, name)
                os.replace(aside, path)
                server.start()
                player.come()
                check(player.lost == 0, "what was acknowledged is in the file that was put aside")
                player.check_kept(stray=100)
        os.unlink(os.path.join(server.data, "canasta.db-shm"))
        ends_by_itself(server, "canasta.db-shm")  # also where nothing happens
        server.start()
        os.rename(server.data, aside)
        ends_by_itself(server, "canasta.db")
        os.rename(aside, server.data)
        server.start()
        player.come()
        player.play(1)
        player.check_kept(stray=100)


# ---- clients that do not read, or are not there ----


def slow_table(server):
    """Ann, and Bob who has little room for what comes."""
    ann, link, _ = make(server)
    bob = Wire(server, receive_buffer=1024)
    bob.say("hello", v=2, table=link, name="Bob")
    bob.until("welcome")
    return ann, bob


def talk_until_slow(server, ann, most, meanwhile=lambda: None):
    """How many bytes were said until Bob was closed as a slow reader, or it was enough. No pings
    can have closed him: there are none."""
    said = 0
    while server.refused("slow") == 0 and said < most:
        for _ in range(20):
            check(ann.ask("chat", text="x" * 240)["t"] == "ok", "others go on")
            said += 240
        meanwhile()
    return said


def test_slow_reader():
    """F9: one that stops reading, and one that reads a few bytes now and then."""
    for count in (0, 10):
        with Server(queue_bytes=8192, **FREE) as server:
            ann, bob = slow_table(server)
            said = talk_until_slow(server, ann, 4000000, lambda: count and bob.socket.recv(count))
            check(said < 400000, "what waits for a slow reader is bounded: %d bytes" % said)
            server.wait_for("connections", lambda n: n == 1)
            check(ann.ask("chat", text="on")["t"] == "ok", "and the table goes on")


def test_slow_for_long():
    """F9: much may wait, but not for long: less is sent than may wait, and the rest waits for
    it."""
    with Server(queue_bytes=16777216, queue_seconds=1, **FREE) as server:
        ann, _ = slow_table(server)
        talk_until_slow(server, ann, 9000000)
        server.wait_refused("slow", lambda n: n == 1)
        server.wait_for("connections", lambda n: n == 1)


def test_half_open():
    """F10: a connection whose other end is gone without a word; and one that lives, though
    nothing happens on it."""
    with Server(ping_seconds=4, **FREE) as server:
        ann, link, _ = make(server)
        bob, token, seat = sit(server, link)
        bob.mute = True
        carl, carl_token, carl_seat = sit(server, link, "Carl")
        # A holder who reconnects has the seat immediately, before the loss is noticed.
        again = Wire(server)
        again.say("hello", v=2, table=link, token=carl_token)
        check(
            again.until("welcome")["seat"] == carl_seat,
            "the seat is there for its holder's next connection",
        )
        again.cut()
        ann.until(lambda m: m["t"] == "here" and m.get("seat") == seat and m["here"] == "away")
        check(server.refused("silent") >= 1, "closed because it was silent")
        bob = Wire(server)
        bob.say("hello", v=2, table=link, token=token)
        check(bob.until("welcome")["seat"] == seat, "and comes back")
        while ann.pinged < 2:
            ann.take_frame()
        ann.settled()  # a second ping comes only after the answer to the first


def test_storm():
    """F11: all connections are lost at once, and all come back at once."""
    tables = 1000 if FULL else 40
    with Server(connections=20000, tables_per_minute=100000, **FREE) as server:
        seats = []
        for _ in range(tables):
            wire, link, token = make(server)
            seats.append((link, token, 0))
            for seat in (1, 2, 3):
                _, one, _ = sit(server, link, "P%d" % seat, seat=seat)
                seats.append((link, one, seat))
        for killed in (False, True):
            if killed:
                server.kill()
                server.start()
            server.cut_all()
            back = [Wire(server) for _ in seats]
            for wire, (link, token, _) in zip(back, seats):
                wire.say("hello", v=2, table=link, token=token)
            for wire, (link, _, seat) in zip(back, seats):
                welcome = wire.until("welcome")
                check(
                    (welcome["table"], welcome["seat"]) == (link, seat),
                    "each has its own seat again",
                )
                check(wire.until("table")["stage"] == "lobby", "and its table")
            check(back[0].ask("chat", text="all here")["t"] == "ok", "and goes on")
            back[3].until("chat")
        server.wait_for("connections", lambda n: n == len(seats))


# ---- pauses ----


def pause(server, seconds):
    """Stops the process for so long; returns how long it surely stood."""
    os.kill(server.process.pid, signal.SIGSTOP)
    os.waitid(os.P_PID, server.process.pid, os.WSTOPPED | os.WNOWAIT)
    from_ = time.monotonic()
    time.sleep(seconds)
    stood = time.monotonic() - from_
    os.kill(server.process.pid, signal.SIGCONT)
    return stood


def test_pause():
    """F12: nobody's time runs while the server stands still. The two clocks are compared, so
    that it does not matter how fast this machine is: on the server's no more time may have
    passed than on ours without the pause."""
    with Server() as server:
        player = bots_table(server, timer="brisk")
        wire = player.wire

        def left():
            wire.say("hello", v=2, table=player.link, token=player.token)
            wire.until("welcome")
            clock = wire.until("clock")
            check(clock["seat"] == player.seat, "the clock is the player's")
            return clock["ms"] / 1000

        from_ = time.monotonic()
        before = left()
        stood = pause(server, 40 if FULL else 3)
        after = left()
        passed = time.monotonic() - from_ - stood
        check(
            before - after <= passed + 0.26,
            "the turn lost %.2f s by a pause" % (before - after - passed),
        )
        check(
            wire.ask("act", at=player.last, action=player.choices[0])["t"] == "ok",
            "and the turn goes on",
        )


def test_pause_of_connections():
    """F12: nor is a connection closed because the server could not read its answer."""
    ping = 6
    with Server(ping_seconds=ping) as server:
        wires = [make(server)[0] for _ in range(4)]
        for wire in wires:
            wire.mute = True
            while wire.pinged == 0:
                wire.take_frame()
        pause(server, 2 * ping + 1)
        for wire in wires:
            try:
                wire.settled()
            except Closed:
                check(False, "a connection is lost by a pause")
        check(server.refused("silent") == 0, "nobody was taken for silent")


run_all(globals())
