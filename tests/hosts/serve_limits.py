"""How much one client may ask of a server, and what is nobody's to see; run by serve_limits.sh."""

import os
import resource
import signal
import socket
import sqlite3
import subprocess
import threading
import time

from wire import (
    PATIENCE,
    Closed,
    Refused,
    Server,
    Wire,
    check,
    deal_on,
    make,
    next_id,
    patiently,
    run_all,
    sit,
    start_game,
)


def plain(server):
    return socket.create_connection(("127.0.0.1", server.port), PATIENCE)


def ends(raw):
    """Waits until the server has closed a plain connection; what it said before."""
    said = b""
    try:
        while True:
            data = raw.recv(65536)
            if not data:
                return said
            said += data
    except ConnectionError:
        return said


def flood(wire, piece):
    """Sends it again and again until the server closes; the code, None if the end came before it
    was read."""
    sent = threading.Event()

    def send():
        try:
            while not sent.is_set():
                wire.socket.sendall(piece)
        except OSError:
            pass

    sender = threading.Thread(target=send)
    sender.start()
    try:
        return wire.close_code()
    except TimeoutError:
        return "nothing"
    finally:
        sent.set()
        try:
            wire.socket.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
        wire.cut()
        sender.join()


def test_idle_sockets():
    """Sockets that ask for nothing keep nobody else out, and do not stay."""
    with Server(connections=100, hello_seconds=3600) as server:
        idle = [plain(server) for _ in range(400)]
        check(server.get("/healthz")[0] == 200, "healthy with 400 idle sockets")
        ann, _, _ = make(server)
        check(ann.ask("chat", text="hello")["t"] == "ok", "and tables are made")
        ends(idle[0])
        check(server.refused("idle") >= 400 - 100 - 256, "those that waited longest made room")
        for raw in idle:
            raw.close()


def cpu_seconds(server):
    with open("/proc/%d/stat" % server.process.pid, encoding="ascii") as file:
        fields = file.read().rsplit(") ", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def test_out_of_descriptors():
    """If no descriptor is left, new connections are closed, and the loop does not spin."""
    with Server() as server:
        ann, _, _ = make(server)
        open_files = len(os.listdir("/proc/%d/fd" % server.process.pid))
        limits = resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE)
        resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE, (open_files + 3, limits[1]))
        before = cpu_seconds(server)
        callers = [plain(server) for _ in range(20)]
        for caller in callers[8:]:
            check(ends(caller) == b"", "who comes too late is closed, not left waiting")
        spent = cpu_seconds(server) - before
        check(spent < 2, "closing them took %.2f s of a processor" % spent)
        before, begun = cpu_seconds(server), time.monotonic()
        time.sleep(1)
        share = (cpu_seconds(server) - before) / (time.monotonic() - begun)
        check(share < 0.5, "the loop spins: %.2f of a processor" % share)
        check(ann.ask("chat", text="hello")["t"] == "ok", "those who are there play on")
        resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE, limits)
        for caller in callers:
            caller.close()
        check(server.get("/healthz")[0] == 200, "healthy again")


def test_silence_costs_nothing():
    """Connections are looked at when they are due, not all of them at every tick."""
    with Server(ping_seconds=2, hello_seconds=3600) as server:
        wires = [Wire(server) for _ in range(60)]
        begun, before = time.monotonic(), server.metric("connection_checks_total")
        patiently(
            lambda: server.metric("connection_checks_total") - before >= len(wires),
            "every one was due",
        )
        seconds = time.monotonic() - begun
        checks = server.metric("connection_checks_total") - before
        check(checks <= len(wires) * (seconds / 2 + 2), "%d looks in %.1f s" % (checks, seconds))


def test_a_folder_that_cannot_be_written():
    """It is refused when the server starts, not when somebody plays."""
    with Server() as server:
        make(server)
        server.stop()
        run = subprocess.run(
            [os.environ["CANASTA"], "serve", "--listen", "127.0.0.1:0", "--data", "/proc/canasta"],
            check=False,
            capture_output=True,
        )
        check(
            run.returncode == 3 and b"/proc/canasta" in run.stderr,
            "%d %s" % (run.returncode, run.stderr),
        )
        if os.geteuid() == 0:  # else it would be the owner's, who may change that
            os.chmod(server.folder, 0o755)
            os.chmod(server.data, 0o755)
            os.chmod(os.path.join(server.data, "canasta.lock"), 0o666)
            server.wrap = ["setpriv", "--reuid=65534", "--clear-groups", "--"]
            status, words = server.start(refused=True)
            check(
                status == 3 and server.data + ": cannot be written" in words,
                "%s %s" % (status, words),
            )
            server.wrap = []
        server.start()


def test_half_a_head():
    """Half a request is given up after hello_seconds, however slowly more of it comes."""
    with Server(hello_seconds=1) as server:
        mute = plain(server)
        half = plain(server)
        half.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n")
        kept = plain(server)
        kept.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
        check(ends(mute) == b"", "nothing said: closed")
        check(ends(half) == b"", "half a head: closed")
        check(b"ok" in ends(kept), "a connection that is kept alive is closed later")
        slow = plain(server)
        slow.settimeout(0.05)
        rounds = 0
        while rounds < PATIENCE / 0.05:
            try:
                slow.sendall(b"G" if rounds == 0 else b"X")
                if not slow.recv(1):
                    break
            except TimeoutError:
                pass
            except ConnectionError:
                break
            rounds += 1
        check(rounds < PATIENCE / 0.05, "a byte now and then does not help")
        check(server.get("/healthz")[0] == 200, "healthy after that")


def test_sockets_of_an_address():
    with Server(limit_loopback=1, connections_per_address=4, hello_seconds=3600) as server:
        idle = [plain(server) for _ in range(20)]
        last = plain(server)
        check(ends(last) == b"", "one more than an address may have")
        idle.pop().close()
        until_free(server)
        check(server.refused("address") >= 1, "and it is counted")
        for raw in idle:
            raw.close()


def until_free(server):
    """Until a socket that was closed here is known to be gone there."""
    while True:
        raw = plain(server)
        try:
            raw.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        except ConnectionError:
            continue
        if b"ok" in ends(raw):
            return


def test_floods():
    with Server(ping_seconds=3600, hello_seconds=3600) as server:
        ann, link, _ = make(server)
        for piece, what in (
            (b"\x89\x80\0\0\0\0" * 5000, "empty pings"),
            (b"\x89\x84\0\0\0\0ping" * 5000, "pings"),
            (b"\x8a\x80\0\0\0\0" * 5000, "empty pongs"),
            (b"\x8a\x84\0\0\0\0pong" * 5000, "pongs"),
        ):
            before = server.refused("flood")
            code = flood(Wire(server), piece)
            check(code in (1008, None), "%s: closed with %s" % (what, code))
            server.wait_refused("flood", lambda count, before=before: count == before + 1)
        for first, piece, what in (
            (b"\x01\x80\0\0\0\0", b"\x00\x80\0\0\0\0" * 5000, "empty pieces"),
            (b"\x01\x81\0\0\0\0{", b"\x00\x80\0\0\0\0" * 5000, "empty pieces of something"),
        ):
            before = server.refused("flood")
            wire, _, _ = sit(server, link, "Flo", watching=True)
            wire.raw(first)
            code = flood(wire, piece)
            check(code in (1008, None), "%s: closed with %s" % (what, code))
            server.wait_refused("flood", lambda count, before=before: count == before + 1)
        # A ping now and then is nothing.
        for _ in range(500):
            ann.frame(b"here", 9)
        check(ann.ask("chat", text="hello")["t"] == "ok", "the table goes on")
        # A message in pieces is a message.
        mark = next_id()
        text = ('{"t":"chat","id":%d,"text":"%s"}' % (mark, "x" * 200)).encode()
        for _ in range(50):
            ann.frame(b"{", 1, fin=False)
            for at in range(1, 10):
                ann.frame(b" ", 0, fin=False)
            ann.frame(b'"t":"ping"}', 0)
        ann.frame(text[:100], 1, fin=False)
        ann.frame(text[100:], 0)
        check(ann.until(lambda m: m.get("id") == mark)["t"] == "ok", "pieces are put together")


def until_refused(action, is_refused, most=1000):
    """How often it goes well before it is refused. A bucket fills up meanwhile, so it may be
    more often than it holds."""
    for count in range(most):
        if is_refused(action()):
            return count
    return None


def test_requests():
    with Server(limit_loopback=1, requests_per_minute=40) as server:
        count = until_refused(lambda: server.get("/nothing")[0], lambda status: status == 429)
        check(count is not None and count >= 40, "as many requests as there may be, then no more")
        check(server.get("/healthz")[0] == 200, "/healthz is not counted")
    with Server(requests_per_minute=40) as server:
        check(
            {server.get("/nothing")[0] for _ in range(60)} == {404}, "this machine's own are exempt"
        )
    with Server(limit_loopback=1, requests_per_minute=40) as server:
        count = until_refused(
            lambda: server.get("/record/" + "0" * 32)[0], lambda status: status == 429
        )
        check(count is not None and 4 <= count < 40, "a record costs as much as ten")


def forwarded(name):
    return [("X-Forwarded-For", name)]


def test_proxied_addresses():
    """What a proxy says of an address decides whose limit it is."""
    with Server(proxy=1, requests_per_minute=10) as server:

        def ask(name):
            return server.get("/nothing", headers=forwarded(name))[0]

        def use_up(name):
            count = until_refused(lambda: ask(name), lambda status: status == 429)
            check(count is not None and count >= 10, "a limit for %.60s" % name)

        def is_used_up(name):
            """A bucket that nobody has used would last for ten."""
            return 429 in [ask(name) for _ in range(9)]

        use_up("203.0.113.7")
        check(ask("203.0.113.8") == 404, "another has its own")
        check(ask("203.0.113.7, 203.0.113.9") == 404, "the last one counts")
        use_up("2001:db8:1:2:3:4:5:6")
        check(is_used_up("2001:db8:1:2:ffff::1"), "the same 64 bits, the same limit")
        check(ask("2001:db8:1:3::1") == 404, "other ones, another limit")
        check(is_used_up("::ffff:203.0.113.7"), "IPv4 in IPv6 is that of IPv4")
        use_up("9" * 60)
        check(is_used_up("1" * 300), "what is no address is one, and not exempt")
        check(is_used_up("nonsense"), "nonsense too")
        check({ask("127.0.0.1") for _ in range(20)} == {404}, "this machine is exempt")
    # WebSockets: each counts for the address that the proxy names, not for that of the socket.
    with Server(proxy=1, connections_per_address=2, hello_seconds=3600) as server:
        many = []
        for number in range(30):
            many.append(Wire(server, headers=["X-Forwarded-For: 198.51.100.%d" % number]))
            many[-1].say("ping")
            check(many[-1].until("pong") is not None, "a connection for each address")
        for _ in range(2):
            many.append(Wire(server, headers=["X-Forwarded-For: 2001:db8::%d" % len(many)]))
        try:
            third = Wire(server, headers=["X-Forwarded-For: 2001:db8::ffff"])
            third.say("ping")
            third.until("pong")
            check(False, "a third connection of the same network")
        except (Closed, Refused):
            pass


def say_much(wire, kind, **fields):
    """Asks until it is refused: how often it was not, and the refusal."""
    heard = []

    def once():
        heard.append(wire.ask(kind, **fields))
        return heard[-1]

    count = until_refused(once, lambda answer: answer["t"] == "no")
    check(count is not None, kind + " is never refused")
    return len(heard) - 1, heard[-1]


def test_chat():
    with Server(chat_per_minute=1, chat_burst=5) as server:
        ann, link, _ = make(server)
        count, no = say_much(ann, "chat", text="hello")
        check(count >= 5 and no["why"] == "slow", "chat is refused when it is much")
        _, no = say_much(ann, "chat", phrase="hello")
        check(no["why"] == "slow", "phrases too")
        check(ann.ask("bot", seat=1, level="beginner")["t"] == "ok", "the rest goes on")
        bob, _, _ = sit(server, link)
        check(bob.ask("chat", text="hello")["t"] == "ok", "others may speak")
        watcher, _, _ = sit(server, link, "Eve", watching=True)
        count, no = say_much(watcher, "chat", text="hello")
        check(count >= 5 and no["why"] == "slow", "watchers too")
    # A table keeps so much and no more.
    with Server(chat_lines=12) as server:
        ann, link, _ = make(server)
        bob, _, _ = sit(server, link)
        count, no = say_much(ann, "chat", text="hello")
        check(count == 12 and no["why"] == "chat", "as many lines as a table keeps")
        check(bob.ask("chat", text="hello")["why"] == "chat", "whoever says it")
        check(bob.ask("rise")["t"] == "ok", "the rest goes on")
        server.stop()
        server.start()
        dan, _, _ = sit(server, link, "Dan", watching=True)
        check(
            dan.ask("chat", text="hello")["why"] == "chat",
            "a restart does not forget how many there are",
        )
    # A client that reconnects has the address's bucket, which is not refilled each time.
    with Server(chat_per_minute=1, chat_burst=2, limit_loopback=1) as server:
        ann, link, _ = make(server)

        def come_and_say():
            wire = Wire(server)
            wire.say("hello", v=2, table=link, name="Eve", watching=True)
            wire.until("welcome")
            said = wire.ask("chat", text="hello")
            wire.cut()
            return said

        count = until_refused(come_and_say, lambda answer: answer["t"] == "no")
        check(count is not None and count >= 16, "the address has a limit")


def test_changes():
    with Server(changes_per_minute=10) as server:
        ann, _, _ = make(server)
        count, no = say_much(ann, "set", title="x")
        check(count >= 9 and no["why"] == "slow", "as many changes as there may be")
        check(ann.ask("chat", text="hello")["t"] == "ok", "chat is not counted with them")
        check(ann.ask("ready")["t"] == "ok", "nor is the game")


def listed(wire):
    mark = next_id()
    wire.say("list", id=mark)
    found = []
    while True:
        message = wire.hear()
        if message["t"] == "listed":
            found.append(message["table"])
        if message["t"] == "ok" and message["id"] == mark:
            return found


def invitation(wire, link):
    mark = next_id()
    wire.say("list", id=mark, table=link)
    found = wire.hear()
    check(wire.hear() == {"t": "ok", "id": mark}, "one table, and no other")
    return found


# Who invites, and to which game; nothing about who is there.
def check_invitation(wire, hidden):
    told = invitation(wire, hidden[1])
    wanted = {
        "t": "listed",
        "table": hidden[1],
        "name": "Ann",
        "rules": "laws1950",
        "players": 4,
        "timer": "none",
        "n": 3,
        "stage": "lobby",
    }
    check(told == wanted, f"an invitation: {told}")
    check(hidden[0].ask("set", title="Friday")["t"] == "ok", "set")
    check(invitation(wire, hidden[1])["title"] == "Friday", "its title")


def test_list():
    with Server(idle_seconds=1, hello_seconds=3600) as server:
        wire = Wire(server)
        check(listed(wire) == [], "no table")
        hosts = [make(server, listed=True) for _ in range(3)]
        hidden = make(server)
        links = [link for _, link, _ in hosts]
        check(listed(wire) == links[::-1], "those that want it, the latest first")
        check(wire.ask("list", table=hidden[1])["t"] == "ok", "one that is not listed is there")
        check(wire.ask("list", table="f" * 32).get("why") == "table", "none is there")
        check_invitation(wire, hidden)
        check(hosts[1][0].ask("set", listed=False)["t"] == "ok", "set")
        check(listed(wire) == [links[2], links[0]], "one no more")
        check(hosts[1][0].ask("set", listed=True, title="again")["t"] == "ok", "set")
        check(hidden[0].ask("set", listed=True)["t"] == "ok", "set")
        check(sorted(listed(wire)) == sorted(links + [hidden[1]]), "and again, and another")
        for host, _, _ in hosts[:2]:
            host.cut()
        server.wait_for("tables", lambda n: n == 2)
        check(
            sorted(listed(wire)) == sorted([links[2], hidden[1]]), "those that are put away are not"
        )
        back, _, _ = sit(server, links[0])
        check(back.ask("chat", text="back")["t"] == "ok", "it comes back")
        check(links[0] in listed(wire), "brought back it is")
        check(invitation(wire, links[1])["title"] == "again", "one that was put away invites too")
    with Server(tables_per_minute=1000000, hello_seconds=3600) as server:
        wire = Wire(server)
        for _ in range(120):
            wire.say("make", v=2, name="x", players=4, listed=True)
            wire.until("made")
        check(len(listed(wire)) == 100, "a hundred at most")


def lock(server):
    """The database, as another program might; until it is closed nothing is written."""
    other = sqlite3.connect(server.database, isolation_level=None, timeout=PATIENCE)
    other.execute("BEGIN IMMEDIATE")
    return other


def gone(wire):
    """Ends a connection, and waits until the server has let go of it."""
    wire.frame(b"", 8)
    ends(wire.socket)
    wire.cut()


def test_held_frames():
    """What waits for the disk is for the connection that it was meant for, whichever comes after
    it."""
    with Server(hello_seconds=3600, ping_seconds=3600) as server:
        ann, link, _ = make(server)
        bob, _, _ = sit(server, link)
        bob.settled()
        other = lock(server)
        bob.say("chat", id=next_id(), text="never answered")
        bob.settled()  # it waits for the disk now
        gone(bob)
        # Numbers of connections come again after 4,095 uses of a place.
        for _ in range(4094):
            gone(Wire(server))
        strangers = [Wire(server) for _ in range(3)]
        for one in strangers:
            check(one.settled() == [], "nothing yet")
        other.execute("ROLLBACK")
        other.close()
        ann.until(lambda m: m["t"] == "chat")
        for one in strangers:
            heard = one.settled()
            check(heard == [], "a stranger hears %s" % heard)


def test_last_flush():
    """The disk refuses only when the server has begun to stop: it stops all the same, and says
    what is lost."""
    with Server() as server:
        ann, link, _ = make(server)
        server.process.send_signal(signal.SIGSTOP)
        other = lock(server)
        ann.say("chat", id=next_id(), text="the last word")
        ann.cut()
        server.process.send_signal(signal.SIGTERM)
        server.process.send_signal(signal.SIGCONT)
        check(server.process.wait(PATIENCE) == 3, "it ends with 3")
        check("the disk refuses" in server.words(), "and says why")
        other.execute("ROLLBACK")
        other.close()
        server._closed()
        server.start()
        sit(server, link, "Bob")


def test_bot_queue():
    """/metrics tells bots that think from those that wait for a thread."""
    with Server(threads=1, bot_nodes=10000000, hello_seconds=3600) as server:
        hosts = []
        for _ in range(8):
            host, link, _ = make(server, pace=0)
            for seat in (1, 2, 3):
                host.ask("bot", seat=seat, level="master")
            hosts.append((host, link))
        for host, link in hosts:
            deal_on(host, link)
        for host, _ in hosts:  # a bot takes the chair, so that nobody is waited for
            host.say("rise", id=next_id())
        server.wait_for("bot_queue", lambda n: n > 0)
        server.wait_for("bots_thinking", lambda n: n == 1)


def test_export():
    """An export shows the cards of a running deal only when it is asked to."""
    with Server() as server:
        ann, link, _ = start_game(server)
        closed = server.command("export", link)
        check(closed.returncode == 0 and closed.stdout.startswith(b'{"t":"game"'), "a record")
        check(
            closed.stdout.count(b"\n") == 1, "nothing of the deal in play: %s" % closed.stdout[:200]
        )
        whole = server.command("export", "--whole", link)
        check(whole.returncode == 0 and b'"t":"deal"' in whole.stdout, "with --whole all of it")
        check(
            server.command("export", "--all", link).returncode == 2, "an option that there is not"
        )
        check(
            server.command("backup", "--whole", os.path.join(server.folder, "x")).returncode == 2,
            "nor here",
        )


def test_private_files():
    """What is stored is its owner's alone, whatever the umask."""
    with Server(wrap=["sh", "-c", 'umask 0; exec "$0" "$@"']) as server:
        make(server)
        os.chmod(server.database, 0o644)  # as an earlier version left it
        check(server.stop() == 0, "stops")
        server.start()
        make(server)
        old = os.umask(0)
        copy = os.path.join(server.folder, "copy.db")
        check(server.command("backup", copy).returncode == 0, "a backup")
        os.umask(old)
        modes = {
            name: os.stat(os.path.join(server.data, name)).st_mode & 0o777
            for name in os.listdir(server.data)
        }
        check(os.stat(server.data).st_mode & 0o777 == 0o700, "the folder")
        check(len(modes) >= 2 and set(modes.values()) == {0o600}, "the files: %s" % modes)
        check(os.stat(copy).st_mode & 0o777 == 0o600, "the backup")


run_all(globals())
