"""What a server refuses, each without harm to anybody else; run by serve.sh."""

import json
import os
import re
import shutil
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time

from wire import PATIENCE, Closed, Refused, Server, Wire, make, sit, start_game

failures = []


def check(truth, what):
    if not truth:
        failures.append(what)
        print("FAILED: " + what)


def refusal(action):
    try:
        action().cut()
    except Refused as refused:
        return refused.status
    return 101


def test_http():
    server = Server()
    status, headers, body = server.get("/healthz")
    check((status, body) == (200, b"ok\n"), "healthz")
    policy = headers["Content-Security-Policy"]
    check("default-src 'none'" in policy and "unsafe-inline" not in policy, "the policy is strict")
    check(headers["X-Content-Type-Options"] == "nosniff", "nosniff")
    check(b"canasta_tables 0" in server.get("/metrics")[2], "metrics")
    for path in ("/nope", "/..%2f..%2fetc/passwd", "/%2e%2e/serve.conf", "//etc/passwd", "/record/x",
                 "/record/" + "a" * 1000, "/record/../metrics%00", "/healthz%00", "/%c0%ae%c0%ae/x", "/..%5cx"):
        status, _, body = server.get(path)
        check(status in (400, 403, 404) and b"root:" not in body, "path %s: %s" % (path, status))
    check(server.get("/healthz", method="POST", data=b"x")[0] == 405, "only GET")
    # A request line without end, and half a head, are given up without harm.
    with socket.create_connection(("127.0.0.1", server.port), PATIENCE) as raw:
        raw.sendall(b"GET /" + b"a" * 70000 + b" HTTP/1.1\r\n\r\n")
        try:
            check(b"200" not in raw.recv(100), "an endless line")
        except ConnectionError:
            pass
    check(server.get("/healthz")[0] == 200, "healthy after that")
    check(server.stop() == 0, "stops with 0")
    server.clear()


def test_origins():
    server = Server(origins="https://canasta.example http://other.example:81")
    own = "127.0.0.1:%d" % server.port
    good = [(None, None), ("http://" + own, None), ("https://canasta.example", None),
            ("https://canasta.example", "canasta.example"), ("http://other.example:81", None)]
    bad = [("http://evil.example", None), ("null", None), ("http://%s.evil.example" % own, None),
           ("https://canasta.example.evil.example", None), ("http://canasta.example", None),
           ("https://canasta.exampl", None), ("http://evil.example", "evil.example"), ("http://", None),
           ("https://" + "x" * 600, None)]
    for origin, host in good:
        check(refusal(lambda: Wire(server, origin, host)) == 101, "let in: %s at %s" % (origin, host))
    for origin, host in bad:
        check(refusal(lambda: Wire(server, origin, host)) in (403, 0), "refused: %s at %s" % (origin, host))
    server.clear()


def test_malformed():
    server = Server()
    other, _, _ = start_game(server)
    for text in ("", "{", "[]", "null", "7", '"x"', '{"t":1}', '{"t":"nothing"}', "{}", '{"t":"ping","x":1}',
                 '{"t":"hello","v":1}', '{"t":"hello","v":1,"table":"../../x"}', '{"t":"ping","t":"ping"}',
                 '{"t":"act","id":1,"at":0,"action":"draw","cards":"x"}', '{"t":"make","v":99,"name":"x"}',
                 "[" * 2000, '{"t":"chat","id":1e999,"text":"x"}', '{"t":"chat","id":1,"text":"\\u0000"}'):
        wire = Wire(server)
        wire.text(text)
        check(wire.hear()["t"] == "no", "answered: %.40s" % text)
        wire.say("ping")
        check(wire.until(lambda m: m["t"] in ("pong", "no"))["t"] == "pong", "and alive: %.40s" % text)
        wire.cut()
    wire = Wire(server)
    for _ in range(20):
        wire.text("{")
    check(wire.close_code() == 1008, "closed after many of them")
    for frames, codes, what in (
        ([(b"\xff\xfe", 1)], (1007, None), "bad UTF-8"),
        ([(b"{}", 2)], (1003,), "binary"),
        ([(b"x" * 4097, 1)], (1009,), "oversize"),
        ([(b"x" * 1000000, 1)], (1009, None), "much too large"),
        ([(b"x", 3)], (1002, None), "an opcode that there is not"),
        ([(b"x" * 126, 9)], (1002, None), "a long ping"),
        ([(b"x", 0)], (1002, None), "a continuation of nothing"),
    ):
        wire = Wire(server)
        for payload, opcode in frames:
            wire.frame(payload, opcode)
        code = wire.close_code()
        check(code in codes, "%s: closed with %s" % (what, code))
    wire = Wire(server)
    for _ in range(50):
        wire.frame(b"x" * 100, opcode=1 if _ == 0 else 0, fin=False)
    check(wire.close_code() == 1009, "oversize in pieces")
    wire = Wire(server, mask=False)
    wire.say("ping")
    try:
        wire.hear()
    except Closed:
        pass
    # Cut into single bytes it is the same message.
    wire = Wire(server)
    bits = json.dumps({"t": "ping", "id": 5}).encode()
    head = bytes([0x81, 0x80 | len(bits), 0, 0, 0, 0])
    for byte in head + bits:
        wire.raw(bytes([byte]))
    check(wire.until("pong")["id"] == 5, "byte by byte")
    wire = Wire(server)
    wire.raw(bytes([0x81, 0xFE]))
    wire.cut()
    other.say("ping")
    check(other.until("pong")["t"] == "pong", "nobody else was harmed")
    check(server.stop() == 0, "stops with 0 after all that: " + server.words()[-300:])
    server.clear()


def test_tokens():
    server = Server()
    ann, link, token = make(server)
    for wrong in ("0" * 32, token[:-1] + ("0" if token[-1] != "0" else "1")):
        wire = Wire(server)
        wire.say("hello", v=1, table=link, token=wrong)
        check(wire.until("no")["why"] == "token", "a wrong token is refused")
        check(wire.close_code() == 4003, "and closed")
    other, other_link, _ = make(server)
    wire = Wire(server)
    wire.say("hello", v=1, table=other_link, token=token)
    check(wire.close_code() == 4003, "a token of another table")
    wire = Wire(server)
    wire.say("hello", v=1, table="f" * 32, token=token)
    check(wire.until("no")["why"] == "table", "no such table")
    second = Wire(server)
    second.say("hello", v=1, table=link, token=token)
    check(second.until("welcome")["seat"] == 0, "a second tab")
    check(ann.close_code() == 4001, "takes over from the first")
    bob, bob_token, seat = sit(server, link, "<b onclick=x>\u202eBob'; DROP TABLE log;--")
    check(seat != 0, "another seat")
    name = bob.until(lambda m: m["t"] == "seat" and m["seat"] == seat)["name"]
    check("\u202e" not in name and "<b onclick" in name, "a hostile name is text: " + name)
    check(bob.ask("bot", seat=2, level="club")["why"] == "host", "only the host")
    check(second.ask("free", seat=seat)["t"] == "ok", "the host frees a chair")
    wire = Wire(server)
    wire.say("hello", v=1, table=link, token=bob_token)
    check(wire.close_code() == 4003, "a token that held the chair once")
    second.text(json.dumps({"t": "chat", "id": second.id + 9, "text": "<script>\u0007alert(1)</script>"}))
    check(second.until("chat")["text"] == "<script>alert(1)</script>", "chat is text")
    wire = Wire(server)
    wire.say("chat", id=1, text="x")
    check(wire.hear()["why"] == "hello", "hello first")
    other.cut()
    server.clear()


def test_game():
    server = Server()
    ann, link, token = start_game(server)
    ann.say("hello", v=1, table=link, token=token)
    view = ann.until("view")
    at = view["#"]
    while True:  # until it is our turn: bots play by themselves
        answer = ann.ask("act", at=at, action="draw")
        if answer["t"] == "ok":
            break
        check(answer["why"] in ("late", "NOT_YOUR_TURN", "TURN"), "out of turn: %s" % answer)
        at = answer["at"]
        time.sleep(0.02)
    drawn = ann.id
    check(ann.ask("act", id=drawn, at=at, action="draw")["t"] == "ok", "a repeated action is answered again")
    refused = ann.ask("act", at=answer["at"], action="draw")
    check(refused["t"] == "no" and "law" in refused and refused["text"], "illegal: article and sentence")
    check(ann.ask("act", at=at - 5, action="discard 4")["why"] == "late", "a late action")
    check(ann.ask("act", at=10 ** 9, action="discard 4")["why"] == "late", "an action of the future")
    watcher, _, seat = sit(server, link, "Eve", watching=True)
    check(seat is None, "a watcher")
    seen = watcher.until("view")
    check("hand" not in seen, "sees no hand")
    check(watcher.ask("act", at=answer["at"], action="draw")["t"] == "no", "and plays nothing")
    server.clear()


def test_limits():
    server = Server(hello_seconds=1, ping_seconds=1, messages_burst=100, messages_per_second=10,
                    limit_loopback=1, connections_per_address=12, tables_per_minute=1)
    ann, link, token = make(server)

    def still_here():
        """The table has felt nothing of it."""
        wire = Wire(server)
        wire.id = ann.id = ann.id + 1
        wire.say("hello", v=1, table=link, token=token)
        wire.until("welcome")
        check(wire.ask("chat", text="still here")["t"] == "ok", "the table goes on")
        wire.cut()

    flooder = Wire(server)
    for _ in range(500):
        flooder.say("ping")
    check(flooder.close_code() in (1008, None), "a flood is closed")
    mute = Wire(server)
    check(mute.close_code() == 1008, "without a hello it is closed")
    bob, _, _ = sit(server, link)
    bob.frame = lambda *_: None  # answers no ping
    check(bob.close_code() is None, "whoever answers no ping is gone")
    still_here()
    # Whoever answers pings stays, however long nothing happens.
    eve, _, _ = sit(server, link, "Eve", watching=True)
    eve.until("here")
    eve.deadline = time.monotonic() + 4
    try:
        eve.until("bye")
    except TimeoutError:
        pass
    eve.cut()
    wire = Wire(server)
    wire.say("make", v=1, name="x", players=4)
    check(wire.until("no")["why"] == "busy", "too many tables")
    crowd = []
    try:
        for _ in range(20):
            crowd.append(Wire(server))
            crowd[-1].say("ping")
            crowd[-1].hear()
        check(False, "no limit for an address")
    except (Closed, Refused):
        check(len(crowd) <= 12, "a limit for an address")
    for wire in crowd:
        wire.cut()
    server.wait_for("connections", lambda n: n < 8)
    still_here()
    server.clear()


def test_slow_reader():
    server = Server(messages_burst=100000, messages_per_second=100000, queue_bytes=8192)
    ann, link, _ = make(server)
    slow, _, _ = sit(server, link)
    slow.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
    before = server.metric("connections")
    rounds = 0
    while server.metric("connections") >= before:
        for _ in range(200):
            check(ann.ask("chat", text="x" * 240)["t"] == "ok", "chat")
        rounds += 1
        if rounds > 300:
            check(False, "a slow reader is never closed")
            break
    page = server.get("/metrics")[2]
    check(b'why="slow"} 1' in page or b'why="silent"} 1' in page, "a slow reader is closed as such")
    server.clear()


def test_restart():
    server = Server(idle_seconds=1)
    ann, link, token = start_game(server)
    ann.ask("chat", text="before")
    last = ann.id
    check(server.stop() == 0, "a graceful stop")
    check(ann.close_code() == 1012, "clients are told that it starts again")
    check('"stopped"' in server.words(), "the log says so")
    server.start()
    ann = Wire(server)
    ann.id = last
    ann.say("hello", v=1, table=link, token=token)
    check(ann.until("welcome")["seat"] == 0, "the seat is still held")
    check(ann.until("view")["t"] == "view", "the game is still there")
    check(ann.ask("chat", id=last, text="before")["t"] == "ok", "what was done stays done")
    ann.cut()
    server.wait_for("tables", lambda n: n == 0)
    ann = Wire(server)
    ann.say("hello", v=1, table=link, token=token)
    check(ann.until("view")["t"] == "view", "a table that was put away comes back")
    share = ann.ask("share")
    check(share["t"] == "ok", "shared")
    copy = os.path.join(server.folder, "copy.db")
    run = [os.environ["CANASTA"]]
    data = ["--data", os.path.join(server.folder, "data")]
    check(subprocess.run(run + ["backup"] + data + [copy], check=False).returncode == 0, "backup")
    rows = sqlite3.connect(copy).execute("SELECT count(*) FROM log").fetchone()[0]
    check(rows > 0 and sqlite3.connect(copy).execute("PRAGMA integrity_check").fetchone()[0] == "ok", "is whole")
    again = subprocess.run(run + ["backup"] + data + [copy], check=False, stderr=subprocess.DEVNULL)
    check(again.returncode == 3, "a backup overwrites nothing")
    record = subprocess.run(run + ["export"] + data + [link], check=False, capture_output=True)
    check(record.returncode == 0 and record.stdout.startswith(b'{"t":"game"'), "export")
    nothing = subprocess.run(run + ["export"] + data + ["x"], check=False, capture_output=True)
    check(nothing.returncode == 1, "export of nothing")
    server.clear()


def test_busy_disk():
    server = Server()
    ann, link, _ = make(server)
    other = sqlite3.connect(os.path.join(server.folder, "data", "canasta.db"), isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    ann.id += 1
    first = ann.id
    ann.say("chat", id=first, text="while it is locked")
    server.wait_for("commit_failures_total", lambda n: n > 0)
    check(server.get("/healthz")[0] == 503, "not healthy meanwhile")
    until = time.monotonic() + PATIENCE
    refused = None
    while refused is None and time.monotonic() < until:
        ann.id += 1
        ann.say("chat", id=ann.id, text="later")
        ann.say("ping")
        while True:
            message = ann.hear()
            check(not (message["t"] == "ok" and message["id"] == first), "acknowledged before it is durable")
            if message["t"] == "no":
                refused = message
            if message["t"] in ("pong", "no"):
                break
    check(refused and refused["why"] == "storage", "refused while the disk refuses")
    other.execute("ROLLBACK")
    check(ann.until(lambda m: m["t"] == "ok" and m["id"] == first) is not None, "acknowledged after that")
    check(ann.ask("chat", text="again")["t"] == "ok", "and it goes on")
    check(server.get("/healthz")[0] == 200, "healthy again")
    server.clear()


def test_full_disk():
    if subprocess.run(["unshare", "-Urm", "true"], check=False, stderr=subprocess.DEVNULL).returncode != 0:
        print("skipped: a full disk (no namespaces here)")
        return
    script = """mkdir -p "$0/data" && mount -t tmpfs -o size=900k tmpfs "$0/data" || exit 9
dd if=/dev/zero of="$0/data/filler" bs=1k count=500 2>/dev/null
(while [ ! -e "$0/go" ]; do sleep 0.05; done; rm "$0/data/filler") >/dev/null &
"$@" &
server=$!
trap 'kill $server' TERM
wait $server || wait $server
status=$?
cp "$0/data/canasta.db" "$0/after.db"
exit $status"""

    folder = tempfile.mkdtemp()
    server = Server(folder=folder, wrap=["unshare", "-Urm", "sh", "-c", script, folder],
                    messages_burst=100000, messages_per_second=100000)
    ann, link, token = make(server)
    done = set()
    asked = set()
    refused = False
    while not refused and len(asked) < 20000:
        ann.id += 1
        asked.add(ann.id)
        ann.say("chat", id=ann.id, text="y" * 200)
        ann.say("ping")
        while True:
            message = ann.hear()
            if message["t"] == "ok":
                done.add(message["id"])
            if message["t"] == "no":
                refused = message["why"] == "storage"
            if message["t"] in ("pong", "no"):
                break
    check(refused, "the disk was never full")
    check(server.get("/healthz")[0] == 503, "not healthy with a full disk")
    open(os.path.join(folder, "go"), "w", encoding="utf-8").close()
    until = time.monotonic() + PATIENCE
    while server.get("/healthz")[0] != 200 and time.monotonic() < until:
        time.sleep(0.05)
    answer = ann.ask("chat", text="there is space again")
    check(answer["t"] == "ok", "goes on when there is space: %s" % answer)
    back = Wire(server)
    back.say("hello", v=1, table=link, token=token)
    back.until("welcome")
    back.id = ann.id
    check(back.ask("chat", id=ann.id, text="there is space again")["t"] == "ok", "and is kept")
    check(server.stop() == 0, "stops with 0")
    log = sqlite3.connect(os.path.join(folder, "after.db")).execute("SELECT group_concat(lines, '') FROM log")
    kept = {int(one) for one in re.findall(r'"t":"did","id":(\d+)', log.fetchone()[0])}
    check(done and done <= kept, "acknowledged, and lost: %d of %d" % (len(done - kept), len(done)))
    server.clear()
    shutil.rmtree(folder)


def test_tls():
    folder = tempfile.mkdtemp()
    key, certificate = os.path.join(folder, "key.pem"), os.path.join(folder, "certificate.pem")
    made = subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-keyout", key,
                           "-out", certificate, "-subj", "/CN=localhost"], check=False, capture_output=True)
    if made.returncode != 0:
        print("skipped: TLS (no openssl)")
        return
    server = Server(tls_key=key, tls_certificate=certificate)
    ann, _, _ = make(server)
    check(ann.ask("chat", text="over TLS")["t"] == "ok", "TLS of its own")
    check(server.stop() == 0, "stops with 0")
    server.clear()
    shutil.rmtree(folder)


tests = {name[5:]: test for name, test in list(globals().items()) if name.startswith("test_")}
for wanted in sys.argv[1:] or tests:
    print(wanted, flush=True)
    tests[wanted]()
sys.exit(1 if failures else 0)
