"""wire.py -- a WebSocket client and a server process, for tests. Written apart from the program's own client."""

import base64
import http.client
import json
import os
import re
import shutil
import signal
import socket
import ssl
import struct
import subprocess
import tempfile
import time
import urllib.error
import urllib.request

PATIENCE = 30.0  # how long anything may take: only what hangs takes as long


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

    def __init__(self, server, origin=None, host=None, path="/", mask=True, receive_buffer=None, headers=()):
        self.mask = mask
        self.buffer = b""
        self.lines = []
        self.deadline = None  # until when is listened, if not for ever
        self.id = int(time.time() * 1000)
        self.socket = socket.socket()
        if receive_buffer:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        self.socket.settimeout(PATIENCE)
        self.socket.connect(("127.0.0.1", server.port))
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
        self.socket.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
        head = self._until(b"\r\n\r\n")
        status = int(head.split()[1])
        if status != 101:
            raise Refused(status)

    def _more(self):
        if self.deadline is not None:
            if time.monotonic() >= self.deadline:
                raise TimeoutError
            self.socket.settimeout(max(self.deadline - time.monotonic(), 0.01))
        try:
            data = self.socket.recv(65536)
        except (ConnectionError, ssl.SSLError):
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
        except ConnectionError:
            pass  # what the server said before it closed can still be read

    def text(self, text):
        self.frame(text.encode())

    def say(self, kind, **fields):
        self.text(json.dumps({"t": kind, **fields}))

    def ask(self, kind, **fields):
        """Says something with an id; returns the answer to it."""
        self.id += 1
        fields.setdefault("id", self.id)
        self.say(kind, **fields)
        return self.until(lambda m: m["t"] in ("ok", "no") and m.get("id") == fields["id"])

    def hear(self):
        """The next line, as an object."""
        while not self.lines:
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
                self.frame(payload, 10)
            if opcode == 1:
                self.lines = payload.decode().split("\n")
        return json.loads(self.lines.pop(0))

    def until(self, wanted):
        if isinstance(wanted, str):
            return self.until(lambda m: m["t"] == wanted)
        while True:
            message = self.hear()
            if wanted(message):
                return message

    def close_code(self):
        """Reads to the end; the code with which the server closed, None without one."""
        try:
            while True:
                self.hear()
        except Closed as closed:
            return closed.code

    def cut(self):
        self.socket.close()


class Server:
    """A server process of its own, in a folder of its own, on a free port."""

    def __init__(self, folder=None, wrap=(), **config):
        self.folder = folder or tempfile.mkdtemp()
        self.own = folder is None
        self.config = config
        self.wrap = list(wrap)
        self.tls = "tls_key" in config
        self.process = None
        self.start()

    def start(self):
        path = os.path.join(self.folder, "serve.conf")
        with open(path, "w", encoding="utf-8") as file:
            for key, value in self.config.items():
                file.write("%s = %s\n" % (key, value))
        self.log = open(os.path.join(self.folder, "log"), "ab")
        self.process = subprocess.Popen(
            self.wrap
            + [os.environ["CANASTA"], "serve", "--listen", "127.0.0.1:0", "--config", path]
            + ["--data", os.path.join(self.folder, "data")],
            stdout=subprocess.PIPE,
            stderr=self.log,
        )
        line = self.process.stdout.readline().decode()
        found = re.search(r":(\d+)/", line)
        if not found:
            raise RuntimeError("the server did not start: " + self.words())
        self.port = int(found.group(1))

    def words(self):
        with open(os.path.join(self.folder, "log"), encoding="utf-8") as file:
            return file.read()

    def url(self, path="/"):
        return "http%s://127.0.0.1:%d%s" % ("s" if self.tls else "", self.port, path)

    def get(self, path, method="GET", data=None):
        """Status, headers and body."""
        request = urllib.request.Request(self.url(path), method=method, data=data)
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                return answer.status, answer.headers, answer.read()
        except urllib.error.HTTPError as error:
            return error.code, error.headers, error.read()
        except (http.client.HTTPException, ConnectionError):
            return 400, {}, b""  # closed without a word

    def metric(self, name):
        body = self.get("/metrics")[2].decode()
        for line in body.splitlines():
            if line.startswith("canasta_" + name + " "):
                return float(line.split()[1])
        raise KeyError(name)

    def wait_for(self, name, wanted):
        until = time.monotonic() + PATIENCE
        while not wanted(self.metric(name)):
            if time.monotonic() > until:
                raise AssertionError("%s is %s" % (name, self.metric(name)))
            time.sleep(0.02)

    def stop(self, number=signal.SIGTERM):
        self.process.send_signal(number)
        status = self.process.wait(PATIENCE)
        self.process.stdout.close()
        self.log.close()
        return status

    def clear(self):
        if self.process.poll() is None:
            self.stop(signal.SIGKILL)
        if self.own:
            shutil.rmtree(self.folder)


def make(server, name="Ann", **fields):
    """A table, and the maker's connection at it: wire, link, token."""
    wire = Wire(server)
    wire.say("make", v=1, name=name, players=fields.pop("players", 4), **fields)
    made = wire.until("made")
    wire.say("hello", v=1, table=made["table"], token=made["token"])
    wire.until("welcome")
    return wire, made["table"], made["token"]


def sit(server, link, name="Bob", **fields):
    wire = Wire(server)
    wire.say("hello", v=1, table=link, name=name, **fields)
    welcome = wire.until("welcome")
    return wire, welcome.get("token"), welcome.get("seat")


def start_game(server, **fields):
    """A table whose other seats are bots, with a deal in play: wire, link, token."""
    wire, link, token = make(server, **fields)
    for seat in (1, 2, 3):
        assert wire.ask("bot", seat=seat, level="beginner")["t"] == "ok"
    deal_on(wire)
    return wire, link, token


def deal_on(wire, seat=0):
    """Is ready, and does what a fair deal asks for, until the cards are dealt."""
    wire.say("ready", id=wire.id + 1)
    wire.id += 1
    while True:
        message = wire.hear()
        if message["t"] == "commit":
            wire.id += 1
            wire.say("part", id=wire.id, deal=message["deal"], part=os.urandom(16).hex())
        elif message["t"] == "shuffled" and message["seat"] == seat:
            wire.id += 1
            wire.say("cut", id=wire.id, k=40)
        elif message["t"] == "deal":
            return message
