"""wire.py -- a WebSocket client, a player, a bad line and a server process, for tests. Written
apart from the program's own client.

No outcome may hang on how fast the machine is: what shall happen is waited for with PATIENCE, and
that something does not happen is known from what comes after it on the same connection.
"""

import base64
import collections
import concurrent.futures
import hashlib
import http.client
import itertools
import json
import os
import random
import re
import resource
import select
import shutil
import signal
import socket
import sqlite3
import ssl
import struct
import subprocess
import sys
import tempfile
import threading
import time
import traceback
import urllib.error
import urllib.request

# How long anything may take: only what hangs takes as long.
PATIENCE = float(os.environ.get("PATIENCE", "120"))
FULL = bool(os.environ.get("CANASTA_FULL"))  # the long form
# All rows of a table's log: the latest are not folded yet.
LINES = """SELECT lines
    FROM (SELECT id, n, lines FROM log UNION ALL SELECT id, n, lines FROM recent)
    JOIN tables USING (id)
    WHERE link = ? ORDER BY n"""
SEED = int(os.environ.get("SEED", "0")) or random.SystemRandom().randrange(1, 1 << 32)

_ids = itertools.count(1000)  # below are those that tests choose
_failures = []


def next_id():
    """Increases over all connections, so that ids stay unique after a reconnection."""
    return next(_ids)


def check(truth, what):
    if not truth:
        _failures.append(what)
        print("FAILED: " + what, flush=True)


def run_all(tests, workers=8):
    """Runs each test_... of a file, some at once, because most of them wait; the names of tests
    may be given as arguments."""
    tests = {name[5:]: test for name, test in tests.items() if name.startswith("test_")}

    def run(name):
        try:
            tests[name]()
        except Exception:  # whatever it is, it is the test's end and not that of the others
            check(False, "%s: %s" % (name, traceback.format_exc()))
        print("%s ended" % name, flush=True)

    print("seed %d" % SEED, flush=True)
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    with concurrent.futures.ThreadPoolExecutor(workers) as pool:
        list(pool.map(run, sys.argv[1:] or tests))
    sys.exit(1 if _failures else 0)


def patiently(wanted, what):
    """Asks until it is so."""
    until = time.monotonic() + PATIENCE
    while not wanted():
        if time.monotonic() > until:
            raise AssertionError("never came: " + what)
        time.sleep(0.02)


# Limits that most tests are not about; tests of limits set their own. Nor are
# time-outs: on a slow machine a busy test may be silent for long.
UNLIMITED = {
    "ping_seconds": 3600,
    "hello_seconds": 3600,
    "queue_seconds": 3600,
    "chat_per_minute": 1000000,
    "chat_burst": 1000000,
    "chat_lines": 100000000,
    "changes_per_minute": 1000000,
    "requests_per_minute": 1000000,
}


class Closed(Exception):
    def __init__(self, code):
        super().__init__("closed with %s" % code)
        self.code = code


class Refused(Exception):
    def __init__(self, status):
        super().__init__("refused with %s" % status)
        self.status = status


class Wire:
    """One WebSocket connection. Frames are read one by one, lines of a frame too."""

    def __init__(
        self,
        server,
        origin=None,
        host=None,
        path="/",
        mask=True,
        receive_buffer=None,
        headers=(),
        port=None,
    ):
        self.mask = mask
        self.buffer = b""
        self.lines = []
        self.pinged = 0  # how often the server asked whether this connection lives
        self.mute = False  # answers no ping
        self.socket = socket.socket()
        server.wires.append(self)
        if receive_buffer:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        self.socket.settimeout(PATIENCE)
        self.socket.connect(("127.0.0.1", port or server.port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if server.tls:
            context = ssl.create_default_context()
            context.check_hostname = False
            context.verify_mode = ssl.CERT_NONE
            self.socket = context.wrap_socket(self.socket)
        lines = [
            "GET %s HTTP/1.1" % path,
            "Host: %s" % (host or "127.0.0.1:%d" % server.port),
            "Upgrade: websocket",
            "Connection: Upgrade",
            "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Key: " + base64.b64encode(os.urandom(16)).decode(),
            "Sec-WebSocket-Protocol: canasta",
        ]
        if origin is not None:
            lines.append("Origin: " + origin)
        lines.extend(headers)
        try:
            self.socket.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
        except ConnectionError:
            pass  # it may have been refused before it was said
        self.head = self._until(b"\r\n\r\n")
        status = int(self.head.split()[1])
        if status != 101:
            raise Refused(status)

    def _more(self):
        try:
            data = self.socket.recv(65536)
        except (ConnectionError, ssl.SSLError):
            data = b""
        except OSError:
            if self.socket.fileno() >= 0:
                raise
            data = b""
        if not data:
            raise Closed(None)
        self.buffer += data

    def _until(self, mark):
        while mark not in self.buffer:
            try:
                self._more()
            except Closed:
                raise Refused(0) from None
        at = self.buffer.index(mark) + len(mark)
        head, self.buffer = self.buffer[:at], self.buffer[at:]
        return head

    def _take(self, count):
        while len(self.buffer) < count:
            self._more()
        taken, self.buffer = self.buffer[:count], self.buffer[count:]
        return taken

    def frame(self, payload, opcode=1, fin=True, mask=None):
        mask = self.mask if mask is None else mask
        head = bytes([(0x80 if fin else 0) | opcode])
        bit = 0x80 if mask else 0
        if len(payload) < 126:
            head += bytes([bit | len(payload)])
        elif len(payload) < 65536:
            head += bytes([bit | 126]) + struct.pack(">H", len(payload))
        else:
            head += bytes([bit | 127]) + struct.pack(">Q", len(payload))
        if mask:
            key = os.urandom(4)
            payload = bytes(b ^ key[i % 4] for i, b in enumerate(payload))
            head += key
        self.raw(head + payload)

    def raw(self, data):
        try:
            self.socket.sendall(data)
        except OSError:
            pass  # what the server said before it closed can still be read

    def text(self, text):
        self.frame(text.encode())

    def say(self, kind, **fields):
        self.text(json.dumps({"t": kind, **fields}))

    def ask(self, kind, **fields):
        """Says something with an id; returns the answer to it."""
        fields.setdefault("id", next_id())
        self.say(kind, **fields)
        return self.until(lambda m: m["t"] in ("ok", "no") and m.get("id") == fields["id"])

    def take_frame(self):
        """One frame: its lines are kept, a ping is answered."""
        first, second = self._take(2)
        length = second & 127
        if length == 126:
            (length,) = struct.unpack(">H", self._take(2))
        elif length == 127:
            (length,) = struct.unpack(">Q", self._take(8))
        payload = self._take(length)
        opcode = first & 15
        if opcode == 8:
            raise Closed(struct.unpack(">H", payload[:2])[0] if len(payload) >= 2 else None)
        if opcode == 9:
            self.pinged += 1
            if not self.mute:
                self.frame(payload, 10)
        if opcode == 1:
            self.lines += payload.decode().split("\n")

    def hear(self):
        """The next line, as an object."""
        limit = time.monotonic() + PATIENCE
        while not self.lines:
            if time.monotonic() > limit:
                raise TimeoutError
            self.take_frame()
        return json.loads(self.lines.pop(0))

    def until(self, wanted):
        if isinstance(wanted, str):
            return self.until(lambda m: m["t"] == wanted)
        limit = time.monotonic() + PATIENCE
        while time.monotonic() < limit:
            message = self.hear()
            if wanted(message):
                return message
        raise TimeoutError

    def settled(self):
        """All that came before the answer to the last message: anything missing did not happen."""
        mark = next_id()
        self.say("ping", id=mark)
        heard = []
        self.until(lambda m: heard.append(m) or (m["t"] == "pong" and m["id"] == mark))
        return heard[:-1]

    def close_code(self):
        """Reads to the end; the code with which the server closed, None without one."""
        try:
            while True:
                self.hear()
        except Closed as closed:
            return closed.code

    def rest(self):
        """What still comes, until the server ends the connection."""
        try:
            while True:
                self._more()
        except Closed:
            return self.buffer

    def cut(self):
        self.socket.close()


class Server:
    """A server process of its own, in a folder of its own, on a free port: another one after each
    start, unless it keeps its port for clients that come back."""

    def __init__(self, wrap=(), limits=UNLIMITED, keeps_port=False, **config):
        self.folder = tempfile.mkdtemp()
        self.config = {**limits, **config}
        self.keeps_port = keeps_port
        self.port = 0
        self.wrap = list(wrap)
        self.tls = "tls_key" in config
        self.process = None
        self.wires = []

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, kind, *_):
        """Whatever was tried, the server is alive, and stops well."""
        self.cut_all()
        if self.process.poll() is not None:
            check(
                False, "the server is gone: %s %s" % (self.process.returncode, self.words()[-2000:])
            )
            self._closed()
        elif kind is None:
            check(self.stop() == 0, "the server stops with 0: " + self.words()[-2000:])
        else:
            self.kill()
            print(self.words()[-2000:])
        shutil.rmtree(self.folder)

    @property
    def data(self):
        return os.path.join(self.folder, "data")

    @property
    def database(self):
        return os.path.join(self.data, "canasta.db")

    def _closed(self):
        self.process.stdout.close()
        self.log.close()

    def start(self, refused=False):
        """Starts the process. If it shall be refused: returns its exit status and what it says."""
        path = os.path.join(self.folder, "serve.conf")
        with open(path, "w", encoding="utf-8") as file:
            for key, value in self.config.items():
                file.write("%s = %s\n" % (key, value))
        self.log = open(os.path.join(self.folder, "log"), "ab")
        before = self.log.tell()
        self.process = subprocess.Popen(
            self.wrap
            + [os.environ["CANASTA"], "serve", "--config", path, "--data", self.data]
            + ["--listen", "127.0.0.1:%d" % (self.port if self.keeps_port else 0)],
            stdout=subprocess.PIPE,
            stderr=self.log,
        )
        line = self.process.stdout.readline().decode()
        found = re.search(r":(\d+)/", line)
        if found:
            self.port = int(found.group(1))
        if refused and not found:
            status = self.process.wait(PATIENCE)
            self._closed()
            return status, self.words(before)
        if not found:
            raise RuntimeError("the server did not start: " + self.words())
        return None

    def words(self, since=0):
        """What it has said, from this byte of its log on."""
        with open(os.path.join(self.folder, "log"), "rb") as file:
            file.seek(since)
            return file.read().decode("utf-8", "replace")

    def url(self, path="/"):
        return "http%s://127.0.0.1:%d%s" % ("s" if self.tls else "", self.port, path)

    def get(self, path, method="GET", data=None, headers=()):
        """Status, headers and body."""
        request = urllib.request.Request(
            self.url(path), method=method, data=data, headers=dict(headers)
        )
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                return answer.status, answer.headers, answer.read()
        except urllib.error.HTTPError as error:
            return error.code, error.headers, error.read()

    def raw(self, request):
        """Sends these bytes and nothing else; status (None: closed without a word), and all that
        came back."""
        with socket.create_connection(("127.0.0.1", self.port), PATIENCE) as wire:
            answer = b""
            try:
                wire.sendall(request)
                while b"\r\n\r\n" not in answer or len(answer) < _length_of(answer):
                    more = wire.recv(65536)
                    if not more:
                        break
                    answer += more
            except ConnectionError:
                pass
        status = re.match(rb"HTTP/1\.[01] (\d{3})", answer)
        return int(status.group(1)) if status else None, answer

    def metric(self, name):
        body = self.get("/metrics")[2].decode()
        for line in body.splitlines():
            if line.startswith("canasta_" + name + " "):
                return float(line.split()[1])
        raise KeyError(name)

    def refused(self, why):
        return self.metric('refused_total{why="%s"}' % why)

    def wait_for(self, name, wanted):
        try:
            patiently(lambda: wanted(self.metric(name)), "metric " + name)
        except AssertionError:
            print(self.get("/metrics")[2].decode(), flush=True)
            raise

    def wait_refused(self, why, wanted):
        self.wait_for('refused_total{why="%s"}' % why, wanted)

    def cut_all(self):
        for wire in self.wires:
            wire.cut()
        self.wires.clear()

    def stop(self, number=signal.SIGTERM):
        self.process.send_signal(number)
        status = self.process.wait(PATIENCE)
        self._closed()
        return status

    def kill(self):
        return self.stop(signal.SIGKILL)

    def command(self, *arguments):
        """Another command of the program, on this server's data."""
        run = [os.environ["CANASTA"], arguments[0], "--data", self.data, *arguments[1:]]
        return subprocess.run(run, check=False, capture_output=True)

    def log_of(self, link):
        """All lines of a table's log, read beside the server."""
        with sqlite3.connect(self.database) as database:
            rows = database.execute(LINES, (link,)).fetchall()
        database.close()
        return [json.loads(line) for (lines,) in rows for line in lines.splitlines()]

    def dids(self, link, seat=0):
        """What the log says that a seat did: pairs of id and action."""
        return [
            (line["id"], line.get("action"))
            for line in self.log_of(link)
            if line["t"] == "did" and line["seat"] == seat and "id" in line
        ]

    def faults_of_record(self, link):
        """What 'canasta check' finds wrong in what the table has played; empty: nothing."""
        record = os.path.join(self.folder, "record.jsonl")
        with open(record, "wb") as file:
            file.write(self.command("export", link).stdout)
        checked = subprocess.run(
            [os.environ["CANASTA"], "check", record], check=False, capture_output=True
        )
        return "" if checked.returncode == 0 else str(checked.stdout[:500] or checked.stderr[:500])

    def check_record(self, link):
        faults = self.faults_of_record(link)
        check(faults == "", "the record is faultless: " + faults)


def _length_of(answer):
    """How many bytes a whole HTTP answer has, as far as its head tells."""
    at = answer.index(b"\r\n\r\n") + 4
    length = re.search(rb"(?i)\r\ncontent-length: *(\d+)", answer[:at])
    return at + (int(length.group(1)) if length else 0)


def hold_log(server):
    """A reader of the database: until it is closed, all that is written stays in the write-ahead
    log."""
    reader = sqlite3.connect(server.database, isolation_level=None)
    reader.execute("BEGIN")
    reader.execute("SELECT count(*) FROM recent").fetchone()
    return reader


# ---- tables ----


def make(server, name="Ann", **fields):
    """A table, and the maker's connection at it: wire, link, token."""
    wire = Wire(server)
    wire.say("make", v=2, name=name, players=fields.pop("players", 4), **fields)
    made = wire.until("made")
    wire.say("hello", v=2, table=made["table"], token=made["token"])
    wire.until("welcome")
    return wire, made["table"], made["token"]


def sit(server, link, name="Bob", **fields):
    wire = Wire(server)
    wire.say("hello", v=2, table=link, name=name, **fields)
    welcome = wire.until("welcome")
    return wire, welcome.get("token"), welcome.get("seat")


def start_game(server, **fields):
    """A table whose other seats are bots, with a deal in play: wire, link, token."""
    wire, link, token = make(server, **fields)
    for seat in (1, 2, 3):
        assert wire.ask("bot", seat=seat, level="beginner")["t"] == "ok"
    deal_on(wire, link)
    return wire, link, token


def blake2b(*texts):
    return hashlib.blake2b(b"".join(texts), digest_size=32).digest()


def pledge_of(link, deal, seat, commitment, part):
    """What a seat sends before its part (docs/PROTOCOL.md)."""
    table = blake2b(b"canasta table", bytes.fromhex(link))
    numbers = deal.to_bytes(4, "little") + bytes([seat])
    text = blake2b(b"canasta pledge", table, numbers, bytes.fromhex(commitment), part)
    return text.hex()


def deal_on(wire, link, seat=0):
    """Is ready, and does what a fair deal asks for, until the cards are dealt."""
    wire.say("ready", id=next_id())
    part = os.urandom(32)
    while True:
        message = wire.hear()
        if message["t"] == "commit":
            pledge = pledge_of(link, message["deal"], seat, message["hash"], part)
            wire.say("pledge", id=next_id(), deal=message["deal"], pledge=pledge)
        elif message["t"] == "pledged" and message["seat"] == seat:
            wire.say("cut", id=next_id(), k=40)
        elif message["t"] == "open":
            wire.say("part", id=next_id(), deal=message["deal"], part=part.hex())
        elif message["t"] == "deal":
            return message


class Player:
    """Holds a seat, does what a game asks of it, plays any legal action when asked to, and
    reconnects when its connection is lost. Keeps what was acknowledged."""

    def __init__(self, server, link, token, seed=SEED, port=None):
        self.server, self.link, self.token, self.port = server, link, token, port
        self.rng = random.Random(seed)
        self.last = None  # the highest number seen
        self.acked = []  # pairs of id and action
        self.choices = None  # the legal actions, while it is this seat's turn
        # the log's length, as far as it is known, when they came and now
        self.choices_at = self.number = 0
        self.pending = None  # an act without an answer
        self.commitment = self.part = None  # of the fair deal in hand
        self.asked = {}  # what a fair deal asked for last, to be said again after a loss
        self.losses = 0
        self.lost = 0  # how often it was told that lines were lost
        self.deals = 0
        self.wire = None
        self.come()

    def come(self):
        limit = time.monotonic() + PATIENCE
        while True:
            try:
                self.wire = Wire(self.server, port=self.port() if self.port else None)
                fields = {} if self.last is None else {"last": self.last}
                self.wire.say(
                    "hello", v=2, table=self.link, token=self.token, actions=True, **fields
                )
                self.choices = None
                welcome = self.wire.until("welcome")
                self.seat, self.number = welcome["seat"], welcome["last"]
                break
            except (Closed, Refused, OSError):
                self.losses += 1
                if time.monotonic() > limit:
                    raise
        for kind, fields in self.asked.values():
            self.wire.say(kind, id=next_id(), **fields)
        if self.pending:
            self.wire.say("act", **self.pending)

    def hear(self):
        """One message, and what follows from it; None if the connection was lost and is back."""
        try:
            message = self.wire.hear()
        except Closed:
            self.losses += 1
            self.come()
            return None
        self.note(message)
        return message

    def _ask(self, kind, **fields):
        self.asked = {kind: (kind, fields)}
        self.wire.say(kind, id=next_id(), **fields)

    def note(self, message):
        kind = message["t"]
        if "#" in message:
            self.last = message["#"] if kind == "table" else max(self.last or 0, message["#"])
            self.number = max(self.number, self.last)
        if kind == "actions" and message["seat"] == self.seat:
            self.choices, self.choices_at = message["actions"], self.number
        elif kind == "over" or (kind == "table" and message.get("stage") == "over"):
            self._ask("rematch")
        elif kind == "here" and message.get("seat") == self.seat and message.get("ready") is False:
            self.wire.say("ready", id=next_id())
        elif kind == "end":
            self.deals += 1
            self.choices = None
            self.wire.say("ready", id=next_id())
        elif kind == "no" and message["why"] == "lost":
            self.lost += 1
        elif kind == "commit":
            deal, commitment = message["deal"], message["hash"]
            if commitment != self.commitment:
                self.commitment, self.part = commitment, self.rng.randbytes(32)
            pledge = pledge_of(self.link, deal, self.seat, commitment, self.part)
            self._ask("pledge", deal=deal, pledge=pledge)
        elif kind == "pledged":
            self.asked = {}
            if message["seat"] == self.seat and message["pledges"][self.seat]:
                self._ask("cut", k=40)
        elif kind == "open":
            self._ask("part", deal=message["deal"], part=self.part.hex())
        elif kind == "deal":
            self.asked = {}
        elif self.pending and kind in ("ok", "no") and message.get("id") == self.pending["id"]:
            self._answered(message)

    def _answered(self, message):
        if message["t"] == "ok":
            self.acked.append((self.pending["id"], self.pending["action"]))
            if message["at"] > self.choices_at:
                self.choices = None  # the list is of the decision before
        else:
            check(
                message["why"] == "late",
                "a legal action is refused only if it is late: %s" % message,
            )
        self.pending = None

    def choose(self):
        """A legal action. Cards are laid down rather than kept, so that deals end."""
        laying = [one for one in self.choices if one.split()[0] in ("meld", "add", "take")]
        return self.rng.choice(laying or self.choices)

    def say_act(self, times=1):
        self.pending = {"id": next_id(), "at": self.last, "action": self.choose()}
        self.choices = None
        for _ in range(times):
            self.wire.say("act", **self.pending)
        return self.pending

    def turn(self):
        """Until this seat has a choice."""
        limit = time.monotonic() + PATIENCE
        while self.choices is None or self.pending:
            self.hear()
            if time.monotonic() > limit:
                raise AssertionError("seat %d never has a turn" % self.seat)

    def play(self, count, times=1):
        """Plays until this many more actions are acknowledged."""
        wanted = len(self.acked) + count
        while len(self.acked) < wanted:
            self.turn()
            self.say_act(times)
            while self.pending:
                self.hear()

    def check_kept(self, stray=0):
        """Whatever was acknowledged is in the log, once, in its order; and nothing else is, but
        what was under way."""
        did = [
            (number, action) for number, action in self.server.dids(self.link, self.seat) if action
        ]
        numbers = [number for number, _ in did]
        check(numbers == sorted(set(numbers)), "no action twice or out of order: seed %d" % SEED)
        lost = [one for one in self.acked if one not in did]
        check(not lost, "acknowledged and lost: %s" % lost[:5])
        extra = [one for one in did if one not in self.acked]
        check(len(extra) <= stray, "done but never acknowledged: %s" % extra[:5])


def bots_table(server, seed=SEED, port=None, **fields):
    """A table of one player and three bots that take no time, and the player at it, with a deal
    in play."""
    fields.setdefault("pace", 0)
    wire, link, token = make(server, **fields)
    for seat in (1, 2, 3):
        assert wire.ask("bot", seat=seat, level="beginner")["t"] == "ok"
    wire.cut()
    player = Player(server, link, token, seed, port)
    player.turn()
    return player


def full_table(server, **fields):
    """A table of four people, in its lobby: the players. Each declares itself ready when it
    is connected."""
    wire, link, token = make(server, **fields)
    wire.cut()
    tokens = [token]
    for seat in (1, 2, 3):
        other, one, _ = sit(server, link, "P%d" % seat, seat=seat)
        other.cut()
        tokens.append(one)
    return [Player(server, link, one, SEED + seat) for seat, one in enumerate(tokens)]


def pump(players, wanted):
    """Lets players receive, each as something comes for it, until it is so."""
    limit = time.monotonic() + PATIENCE
    while not wanted():
        waiting = [p for p in players if p.wire.lines or len(p.wire.buffer) >= 2]
        if not waiting:
            readable = select.select([p.wire.socket for p in players], [], [], 1)[0]
            waiting = [p for p in players if p.wire.socket in readable]
        for player in waiting:
            player.hear()
        if time.monotonic() > limit:
            raise AssertionError("a table stands still")


def play_together(players, count):
    """The table advances by this many actions of these players."""
    done = lambda: sum(len(p.acked) for p in players)
    wanted = done() + count
    while done() < wanted:
        pump(players, lambda: any(p.choices is not None and not p.pending for p in players))
        mover = next(p for p in players if p.choices is not None and not p.pending)
        mover.say_act()
        pump(players, lambda: not mover.pending)


class BadLine:
    """A line between a client and the server that hands on single bytes, or breaks after some,
    as the seed says. What a client loses and what it gets in pieces depends on counts of
    bytes alone."""

    def __init__(self, server, seed, bytewise=False, lives=None):
        self.server, self.bytewise, self.lives = server, bytewise, lives
        self.rng = random.Random(seed)
        self.broken = 0
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.threads = []
        self.thread = threading.Thread(target=self._accept, daemon=True)
        self.thread.start()

    def port(self):
        return self.listener.getsockname()[1]

    def close(self):
        self.listener.close()

    def _accept(self):
        while True:
            try:
                near, _ = self.listener.accept()
                far = socket.create_connection(("127.0.0.1", self.server.port), PATIENCE)
            except OSError:
                return
            for one in (near, far):
                one.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            # Never so early that nobody ever gets through.
            budget = [
                self.rng.randrange(1500, 9000)
                if self.lives is None or self.broken < self.lives
                else None
            ]
            for a, b in ((near, far), (far, near)):
                threading.Thread(target=self._hand_on, args=(a, b, budget), daemon=True).start()

    def _hand_on(self, source, to, budget):
        try:
            while True:
                data = source.recv(65536)
                if not data:
                    break
                if budget[0] is not None and len(data) >= budget[0]:
                    to.sendall(data[: budget[0]])
                    self.broken += 1
                    break
                if budget[0] is not None:
                    budget[0] -= len(data)
                for piece in (
                    [data[i : i + 1] for i in range(len(data))] if self.bytewise else [data]
                ):
                    to.sendall(piece)
        except OSError:
            pass
        for one in (source, to):
            try:
                one.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
