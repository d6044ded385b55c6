"""What a server refuses, each without harm to anybody else; run by serve_refusals.sh. The faults'
numbers are those of the list in the issue of the server:

    F17 malformed frames    test_frames, test_messages
    F18 oversize            test_sizes
    F19 floods              test_flood, test_many_floods, test_tables, test_addresses
    F20 slowloris           test_slowloris
    F21 wrong tokens        test_tokens, test_guesses
    F22 replayed tokens     test_replays
    F24 paths                    test_paths
    F25 SQL in texts             test_texts
    F26 markup in texts          test_texts, test_http
    F27 another version          test_versions
    F31 compression              test_compression
    illegal and late actions     test_actions
    foreign origins (F23)        test_origins
"""

import json
import os
import random
import socket
import sqlite3
import struct
import subprocess
import tempfile
import time
import unicodedata

from wire import (
    FULL,
    PATIENCE,
    SEED,
    Closed,
    Refused,
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


def refusal(action):
    try:
        action().cut()
    except Refused as refused:
        return refused.status
    return 101


def unharmed(wire, what):
    """Somebody else at the same server plays on."""
    check(wire.ask("chat", text="unharmed")["t"] == "ok", "nobody else was harmed: " + what)


# ---- HTTP ----


def test_http():
    with Server() as server:
        status, headers, body = server.get("/healthz")
        check((status, body) == (200, b"ok\n"), "healthz")
        check(b"canasta_tables 0" in server.get("/metrics")[2], "metrics")
        for path in ("/healthz", "/metrics", "/nope"):
            headers = server.get(path)[1]
            policy = dict(
                one.split(" ", 1) for one in headers["Content-Security-Policy"].split("; ")
            )
            check(policy["default-src"] == "'none'", "nothing is allowed that is not named")
            check(
                policy["base-uri"]
                == policy["form-action"]
                == policy["frame-ancestors"]
                == "'none'",
                "nor what it omits",
            )
            check(
                all(
                    set(sources.split()) <= {"'self'", "'none'", "'wasm-unsafe-eval'"}
                    for sources in policy.values()
                ),
                "no foreign and no inline source: %s" % policy,
            )
            check(headers["X-Content-Type-Options"] == "nosniff", "nosniff")
            check(headers["Referrer-Policy"] == "no-referrer", "no link is told to others")
        for method in ("POST", "PUT", "DELETE", "OPTIONS", "PATCH"):
            status = server.raw(
                ("%s /healthz HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\r\nx" % method).encode()
            )[0]
            check(status in (405, None), "only GET: %s gave %s" % (method, status))
        check(server.get("/healthz")[0] == 200, "healthy after that")


def http(*lines, method="GET", path="/ws", version="1.1"):
    return (
        "%s %s HTTP/%s\r\n" % (method, path, version)
        + "".join(line + "\r\n" for line in lines)
        + "\r\n"
    ).encode()


UPGRADE = (
    "Host: 127.0.0.1",
    "Upgrade: websocket",
    "Connection: Upgrade",
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
    "Sec-WebSocket-Protocol: canasta",
)
VERSION = "Sec-WebSocket-Version: 13"


def test_requests_that_http_forbids():
    """Requests that a proxy may read in another way than we do, and upgrades that are none."""
    with Server() as server:
        check(server.raw(http(*UPGRADE, VERSION))[0] == 101, "an upgrade as it must be")
        host = "Host: 127.0.0.1"
        bad = [
            (400, http(host, "Host: other", path="/healthz")),
            (400, http(host, "Content-Length: 0", "Content-Length: 0", path="/healthz")),
            (400, http(host, "Content-Length: 5", path="/healthz") + b"12345"),
            (400, http(host, "Transfer-Encoding: chunked", path="/healthz") + b"0\r\n\r\n"),
            (400, http(*UPGRADE, VERSION, "Host: other")),
            (400, http(*UPGRADE, VERSION, version="1.0")),
            (400, http(*UPGRADE, VERSION, "Transfer-Encoding: chunked")),
            (400, http(*UPGRADE[1:], VERSION)),
            (405, http(*UPGRADE, VERSION, method="POST")),
            (426, http(*UPGRADE)),
            (426, http(*UPGRADE, "Sec-WebSocket-Version: 8")),
            (405, http(host, method="TRACE", path="/")),
            (405, http(host, method="BREW", path="/")),
            (405, http(host, method="POST", path="/")),
            (400, b"\x16\x03\x01\x02\x00\x01\r\n\r\n"),
        ]
        for wanted, request in bad:
            status, answer = server.raw(request)
            check(status == wanted, "%r gave %s" % (request, status))
            head = answer.split(b"\r\n\r\n")[0].lower()
            check(
                b"content-security-policy: default-src 'none'" in head,
                "the policy is in every answer: %r" % request,
            )
            check(
                (wanted == 426) == (b"sec-websocket-version: 13" in head),
                "which version, only there: %r" % request,
            )
        upgrade = http(
            "Host: x",
            "Upgrade: h2c",
            "Connection: Upgrade, HTTP2-Settings",
            "HTTP2-Settings: AAMAAABkAAQAAP__",
        )
        check(server.raw(upgrade)[0] in (400, 426), "no HTTP/2")
        check(server.get("/healthz")[0] == 200, "healthy after that")


def test_metrics_are_not_for_everybody():
    """How long bots think tells what they hold."""
    with Server() as server:
        check(server.get("/metrics")[0] == 200, "this machine sees them")
        for header in ("X-Forwarded-For: 192.0.2.1", "Forwarded: for=192.0.2.1"):
            status = server.raw(http("Host: x", header, "Connection: close", path="/metrics"))[0]
            check(status == 404, "not what a proxy passes on: %s" % status)
        server.stop()
        server.config["proxy"] = 1
        server.start()
        check(server.get("/metrics")[0] == 404, "none behind a proxy")
        server.stop()
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        server.config["metrics_listen"] = "127.0.0.1:%d" % port
        server.start()
        check(server.get("/metrics")[0] == 404, "they have a port of their own")
        game, server.port = server.port, port
        check(server.get("/metrics")[0] == 200, "there they are")
        check(server.get("/healthz")[0] == 404 and server.get("/")[0] == 404, "and nothing else")
        check(refusal(lambda: Wire(server)) == 400, "no table either")
        server.port = game
        server.stop()
        server.config["metrics_listen"] = "nowhere"
        status, words = server.start(refused=True)
        check(
            status != 0 and "metrics_listen nowhere" in words,
            "an address that is none is refused: " + words,
        )
        del server.config["metrics_listen"]
        server.start()


def test_masks_and_lengths():
    """Frames without a mask, and frames that announce more than there may be."""
    with Server() as server:
        wire = Wire(server, mask=False)
        wire.say("ping", n=1)
        check(wire.close_code() == 1002, "an unmasked frame is a protocol error")
        for length in (65536 + 1, 2**31, 2**62):
            wire = Wire(server)
            wire.socket.sendall(b"\x81\xff" + struct.pack(">Q", length) + b"\0\0\0\0x")
            check(wire.close_code() == 1009, "a frame of %d bytes is not waited for" % length)
        wire = make(server)[0]
        unharmed(wire, "masks and lengths")


def encodings():
    """Ways to write a path that leads out of the folder."""
    dots = (
        "..",
        "%2e%2e",
        "%2E.",
        ".%2e",
        "%252e%252e",
        "%c0%ae%c0%ae",
        "%e0%80%ae%e0%80%ae",
        "..%00",
        "..;",
        "....",
        "%u002e.",
    )
    slashes = ("/", "%2f", "%5c", "\\", "%252f", "%c0%af", "//", "%ef%bc%8f")
    for dot in dots:
        for slash in slashes:
            yield "/" + dot + slash + "secret.txt"
            yield "/" + dot + slash + "data" + slash + "canasta.db"
            yield "/inner/" + (dot + slash) * 9 + "etc" + slash + "passwd"
            yield "/record/" + (dot + slash) * 2 + "secret.txt"
    for path in (
        "//etc/passwd",
        "/%2fetc/passwd",
        "///etc/passwd",
        "/file:///etc/passwd",
        "file:///etc/passwd",
        "/secret.txt%00.html",
        "/../secret.txt%00",
        "http://127.0.0.1/../secret.txt",
        "/./../secret.txt",
        "/inner/..%2f..%2fsecret.txt",
        "/inner/../../secret.txt",
        "/~root/.bashrc",
        "/.hidden",
        "/%2ehidden",
        "*",
        "/index.html/../../secret.txt",
        "/index.html%00/../../secret.txt",
        "/C:\\secret.txt",
        "../secret.txt",
        "/record/x",
        "/record/" + "a" * 1000,
        "/record/%27%20OR%201=1--",
        "/?file=../secret.txt",
        "/..?/secret.txt",
    ):
        yield path


def test_paths():
    with Server() as server:
        server.stop()
        web = os.path.join(server.folder, "web")
        os.makedirs(os.path.join(web, "inner"))
        for path, text in (
            ("web/index.html", "FRONT"),
            ("web/inner/page.html", "PAGE"),
            ("web/.hidden", "CANARY"),
            ("secret.txt", "CANARY"),
            ("web/secret.unknown", "CANARY"),
        ):
            with open(os.path.join(server.folder, path), "w", encoding="ascii") as file:
                file.write(text)
        server.config["web"] = web
        server.start()
        check(
            server.get("/")[2] == b"FRONT" and server.get("/inner/page.html")[2] == b"PAGE",
            "what is there is served",
        )
        count = 0
        for path in encodings():
            status, answer = server.raw(
                b"GET %s HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" % path.encode("latin-1")
            )
            count += 1
            check(
                all(word not in answer for word in (b"CANARY", b"root:", b"SQLite format")),
                "nothing from outside: " + path,
            )
            check(
                status in (400, 403, 404, None) or answer.endswith(b"FRONT"),
                "path %s: %s" % (path, status),
            )
        check(count >= 100, "only %d paths" % count)
        check(server.get("/")[2] == b"FRONT", "served after that")


def test_origins():
    with Server(origins="https://canasta.example http://other.example:81") as server:
        own = "127.0.0.1:%d" % server.port
        good = [
            (None, None),
            ("http://" + own, None),
            ("https://canasta.example", None),
            ("https://canasta.example", "canasta.example"),
            ("http://other.example:81", None),
        ]
        bad = [
            ("http://evil.example", None),
            ("null", None),
            ("http://%s.evil.example" % own, None),
            ("https://canasta.example.evil.example", None),
            ("http://canasta.example", None),
            ("https://canasta.exampl", None),
            ("https://" + own, None),
            ("ftp://" + own, None),
            ("http://evil.example", "evil.example"),
            ("http://", None),
            ("https://canasta.example:444", None),
            ("https://canasta.example@evil.example", None),
            ("http://127.0.0.1:1", None),
            ("file://", None),
            ("https://CANASTA.example.", None),
            ("http://localhost.evil.example", "localhost.evil.example"),
            ("http://127.0.0.1.evil.example", "127.0.0.1.evil.example"),
            ("https://" + "x" * 600, None),
        ]
        for origin, host in good:
            check(
                refusal(lambda: Wire(server, origin, host)) == 101,
                "let in: %s at %s" % (origin, host),
            )
        for origin, host in bad:
            check(
                refusal(lambda: Wire(server, origin, host)) in (403, 0),
                "refused: %s at %s" % (origin, host),
            )
        check(server.refused("origin") >= len(bad) - 2, "and counted")


def test_compression():
    with Server() as server:
        for offer in (
            "permessage-deflate",
            "permessage-deflate; client_max_window_bits",
            "x-webkit-deflate-frame",
            "permessage-deflate; server_no_context_takeover, permessage-bzip2",
        ):
            wire = Wire(server, headers=("Sec-WebSocket-Extensions: " + offer,))
            check(b"sec-websocket-extensions" not in wire.head.lower(), "declined: " + offer)
            wire.say("ping")
            check(wire.hear()["t"] == "pong", "and talked to without")
            wire.frame(
                b"\xaa\x56\x2a\x51\xb2\x52\x2a\x28\xca\xcc\x4b\x57\xaa\x05\x00", opcode=1 | 0x40
            )
            check(wire.close_code() in (1002, None), "a compressed frame is an error")


# ---- frames ----


def head(first, length, mask=True, form=None):
    """A frame's head with whatever first byte and length, in whatever form of a length."""
    bit = 0x80 if mask else 0
    form = form or (7 if length < 126 else 16 if length < 65536 else 64)
    said = {
        7: lambda: bytes([bit | length]),
        16: lambda: bytes([bit | 126]) + struct.pack(">H", length),
        64: lambda: bytes([bit | 127]) + struct.pack(">Q", length),
    }[form]()
    return bytes([first]) + said + (b"\0\0\0\0" if mask else b"")


def frame(first, payload=b"", **how):
    return head(first, len(payload), **how) + payload


TEXT, BINARY, CLOSE, PING, PONG = 0x81, 0x82, 0x88, 0x89, 0x8A
QUESTION = b'{"t":"ping","id":7}'


def frame_cases():
    """Name, bytes, and what must become of the connection: the codes with which it may be closed
    (None: without one), "answers" where it must live, "any" where only no harm is asked."""
    for rsv in range(1, 8):
        yield "reserved bits %d" % rsv, frame(TEXT | rsv << 4, QUESTION), (1002, None)
    for opcode in (3, 4, 5, 6, 7, 11, 12, 13, 14, 15):
        yield "opcode %d" % opcode, frame(0x80 | opcode, b"x"), (1002, None)
    for opcode in (8, 9, 10):
        yield "control frame %d in pieces" % opcode, frame(opcode, b"\x03\xe8"), (1002, 1000, None)
        yield "control frame %d of 126 bytes" % opcode, frame(
            0x80 | opcode, b"\x03\xe8" + b"x" * 124
        ), (1002, None)
        yield "control frame %d of 64 bits" % opcode, frame(
            0x80 | opcode, b"\x03\xe8" + b"x" * 200, form=64
        ), (1002, None)
    yield "a continuation of nothing", frame(0x80, b"x"), (1002, None)
    yield "a continuation of nothing that goes on", frame(0x00, b"x"), (1002, None)
    yield "a message within another", frame(0x01, b"{") + frame(TEXT, QUESTION), (1002, None)
    yield "binary within text", frame(0x01, b"{") + frame(BINARY, b"x"), (1002, 1003, None)
    yield "binary", frame(BINARY, b"{}"), (1003,)
    yield "binary in pieces", frame(0x02, b"{") + frame(0x80, b"}"), (1003,)
    bad = {
        "lone continuation": b"\x80",
        "overlong slash": b"\xc0\xaf",
        "overlong of three": b"\xe0\x80\xaf",
        "overlong of four": b"\xf0\x80\x80\xaf",
        "a surrogate": b"\xed\xa0\x80",
        "a pair of them": b"\xed\xa0\x80\xed\xb0\x80",
        "above the last": b"\xf4\x90\x80\x80",
        "of five bytes": b"\xf8\x88\x80\x80\x80",
        "ff": b"\xff",
        "fe": b"\xfe\xfe",
        "cut in the middle": b"\xe2\x82",
        "a letter in the middle": b"\xe2x\xac",
    }
    for name, text in bad.items():
        yield "bad UTF-8, " + name, frame(TEXT, b'{"t":"' + text + b'"}'), (1007, None)
    yield "bad UTF-8 at the end", frame(TEXT, b"\xe2\x82"), (1007, None)
    yield "bad UTF-8 across pieces", frame(0x01, b'"\xe2\x82') + frame(0x80, b'"'), (1007, None)
    for code in (0, 1, 999, 1004, 1005, 1006, 1015, 1016, 2999, 5000, 65535):
        yield "close code %d" % code, frame(CLOSE, struct.pack(">H", code)), "closed"
    yield "close of one byte", frame(CLOSE, b"x"), "closed"
    yield "close with bad UTF-8", frame(CLOSE, b"\x03\xe8\xff\xfe"), "closed"
    yield "talk after close", frame(CLOSE, b"\x03\xe8") + frame(TEXT, QUESTION) * 3, "closed"
    for length in (
        1 << 63,
        (1 << 64) - 1,
        (1 << 63) - 1,
        1 << 62,
        1 << 32,
        (1 << 32) - 1,
        1 << 31,
        4097,
    ):
        yield "a length of %d" % length, head(TEXT, length, form=64) + b"x" * 5000, (
            1009,
            1002,
            None,
        )
    yield "a length of 16 bits that 7 hold", frame(TEXT, QUESTION, form=16), "any"
    yield "a length of 64 bits that 7 hold", frame(TEXT, QUESTION, form=64), "any"
    for what, first, payload in (
        ("text", TEXT, QUESTION),
        ("ping", PING, b"x"),
        ("close", CLOSE, b"\x03\xe8"),
        ("pong", PONG, b""),
        ("binary", BINARY, b"x"),
        ("nothing", TEXT, b""),
        ("oversize", TEXT, b"x" * 5000),
    ):
        yield "not masked: " + what, frame(first, payload, mask=False), "any"
    yield "endless pieces", b"".join(
        frame(0x01 if i == 0 else 0x00, b"x" * 100) for i in range(50)
    ), (1009,)
    yield "empty pieces", frame(0x01) + frame(0x00) * 50 + frame(0x80, b"{}"), "answers"
    yield "a ping between pieces", frame(0x01, QUESTION[:5]) + frame(PING, b"x") + frame(
        0x80, QUESTION[5:]
    ), "answers"
    yield "pongs that nobody asked for", frame(PONG, b"x") * 20, "answers"
    yield "pings", frame(PING, b"x" * 125) * 20, "answers"
    yield "an empty message", frame(TEXT), "answers"
    yield "HTTP", b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n", "closed"
    yield "zeros", b"\0" * 64, "any"


def outcome(wire, closes=False):
    """What became of a connection: its close code, or "answers" (if it does not have to close:
    what was said behind a close may still be answered before it)."""
    wire.say("ping", id=next_id())
    if closes:
        return wire.close_code()
    try:
        wire.until(lambda m: m["t"] == "pong" and m["id"] != 7)
    except Closed as closed:
        return closed.code
    return "answers"


def test_frames():
    with Server(messages_burst=1000) as server:
        other, _, _ = start_game(server)
        cases = list(frame_cases())
        check(len(cases) >= 60, "only %d cases" % len(cases))
        for name, data, expected in cases:
            wire = Wire(server)
            wire.raw(data)
            got = outcome(wire, expected == "closed")
            check(expected in ("any", "closed", got) or got in expected, "%s: %s" % (name, got))
            wire.cut()
            unharmed(other, name)
        # Cut off in the middle of whatever: a head, a length, a mask, a payload.
        whole = head(TEXT, 300) + b"x" * 300
        for count in list(range(1, 9)) + [100, 307]:
            wire = Wire(server)
            wire.raw(whole[:count])
            wire.cut()
        # Garbage, by seed.
        rng = random.Random(SEED)
        for _ in range(300 if FULL else 30):
            wire = Wire(server)
            wire.raw(rng.randbytes(rng.randrange(1, 400)))
            wire.cut()
        unharmed(other, "after all of it")
        server.wait_for("connections", lambda n: n == 1)


def test_messages():
    with Server() as server:
        other, _, _ = start_game(server)
        for text in (
            "",
            "{",
            "[]",
            "null",
            "7",
            '"x"',
            '{"t":1}',
            '{"t":"nothing"}',
            "{}",
            '{"t":"ping","x":1}',
            '{"t":"hello","v":2}',
            '{"t":"hello","v":2,"table":"../../x"}',
            '{"t":"ping","t":"ping"}',
            '{"t":"act","id":1,"at":0,"action":"draw","cards":"x"}',
            '{"t":"make","v":99,"name":"x"}',
            "[" * 2000,
            '{"t":"chat","id":1e999,"text":"x"}',
            '{"t":"chat","id":1,"text":"\\u0000"}',
            '{"t":"chat","id":-1,"text":"x"}',
            '{"t":"chat","id":1.5,"text":"x"}',
            '{"t":"ping","id":99999999999999999999}',
            '{"t":"chat","id":1,"text":"\\ud800"}',
            '{"t":"chat","id":9007199254740993,"text":"x"}',
            '{"t":"ping"} x',
            '\ufeff{"t":"ping"}',
            "{" + '"a":{' * 600 + "}" * 601,
            '{"t":"hello","v":2,"table":"%s"}' % ("F" * 32),
        ):
            wire = Wire(server)
            wire.text(text)
            check(wire.hear()["t"] == "no", "answered: %.40s" % text)
            check(outcome(wire) == "answers", "and alive: %.40s" % text)
            wire.cut()
        wire = Wire(server)
        for _ in range(20):
            wire.text("{")
        check(wire.close_code() == 1008, "closed after many of them")
        unharmed(other, "malformed messages")


# ---- too much ----


def test_sizes():
    with Server() as server:
        other, _, _ = start_game(server)
        sizes = [4097, 5000, 65535, 65536, 1 << 20] + ([1 << 24, 1 << 26] if FULL else [])
        for size in sizes:
            wire = Wire(server)
            wire.raw(head(TEXT, size) + b" " * size)
            check(wire.close_code() in (1009, None), "a message of %d bytes" % size)
            unharmed(other, "a message of %d bytes" % size)
        check(server.refused("size") == len(sizes), "each was refused for its size")
        wire = Wire(server)
        text = json.dumps({"t": "ping", "id": 7})
        wire.text(text + " " * (4096 - len(text)))
        check(wire.hear() == {"t": "pong", "id": 7}, "4,096 bytes are not too many")
        line = b"GET /healthz HTTP/1.1\r\nHost: x\r\n"
        for what, request in (
            ("a long URL", b"GET /" + b"a" * 65536 + b" HTTP/1.1\r\nHost: x\r\n\r\n"),
            ("an endless URL", b"GET /" + b"a" * (1 << 20)),
            ("1,000 headers", line + b"".join(b"X-%d: y\r\n" % i for i in range(1000)) + b"\r\n"),
            ("a long header", line + b"Cookie: " + b"a" * 65536 + b"\r\n\r\n"),
            ("a long known header", line + b"Origin: " + b"a" * 65536 + b"\r\n\r\n"),
            ("a long name of a header", line + b"a" * 65536 + b": x\r\n\r\n"),
        ):
            status = server.raw(request)[0]
            check(
                status in (400, 403, 413, 414, 431, None) or (status == 200 and b"X-1:" in request),
                "%s: %s" % (what, status),
            )
            unharmed(other, what)


def test_flood():
    with Server(messages_burst=100, messages_per_second=1) as server:
        ann, link, _ = make(server)
        bob, _, _ = sit(server, link)
        for kind, fields in (("ping", {}), ("chat", {"text": "x"})):
            flooder = Wire(server) if kind == "ping" else bob
            # It floods until it is closed: with a limit of one a second that is soon, and without
            # one never.
            for _ in range(100000):
                if kind == "chat":
                    fields["id"] = next_id()
                flooder.say(kind, **fields)
                if server_closed(flooder):
                    break
            else:
                check(False, "a flood of %s is never closed" % kind)
            check(flooder.close_code() in (1008, None), "a flood of %s is closed as such" % kind)
        check(server.refused("flood") == 2, "and counted")
        unharmed(ann, "a flood")


def server_closed(wire):
    """Has the server closed this connection by now? Reads nothing of it."""
    try:
        data = wire.socket.recv(1 << 20, socket.MSG_DONTWAIT | socket.MSG_PEEK)
        wire.socket.setblocking(True)
        wire.socket.settimeout(PATIENCE)
        if data:  # taken, so that the end is seen behind it
            wire.buffer += wire.socket.recv(len(data))
        return not data
    except BlockingIOError:
        return False
    except ConnectionError:
        return True


def test_many_floods():
    count = 200 if FULL else 40
    with Server(messages_burst=50, messages_per_second=1) as server:
        ann, link, token = make(server)
        many = [Wire(server) for _ in range(count)]
        for wire in many:
            wire.raw(frame(TEXT, b'{"t":"ping"}') * 100)  # twice what it may
        for wire in many:
            check(wire.close_code() in (1008, None), "each that floods is closed")
            wire.cut()
        check(server.refused("flood") == count, "%s closed for flooding" % server.refused("flood"))
        unharmed(ann, "many floods")


def test_tables():
    with Server(limit_loopback=1, tables_per_minute=3) as server:
        ann, _, _ = make(server)
        wire = Wire(server)
        answers = []
        # A slow machine may be given one more for each twenty seconds that it takes.
        while len(answers) < 1000 and "no" not in answers:
            wire.say("make", v=2, name="x", players=4)
            message = wire.until(lambda m: m["t"] in ("made", "no"))
            answers.append(message["t"])
        check(
            message.get("why") == "busy" and len(answers) >= 3,
            "three tables, then no more: %s" % answers[:8],
        )
        unharmed(ann, "too many tables")
    with Server(tables=2) as server:
        made = [make(server) for _ in range(2)]
        wire = Wire(server)
        check(
            wire.ask("make", v=2, name="x", players=4)["why"] == "busy",
            "no more tables than there may be",
        )
        unharmed(made[0][0], "no more tables")


def test_addresses():
    with Server(limit_loopback=1, connections_per_address=12) as server:
        ann, link, token = make(server)
        crowd = []
        try:
            for _ in range(20):
                crowd.append(Wire(server))
                crowd[-1].say("ping")
                crowd[-1].hear()
        except (Closed, Refused):
            pass
        check(
            len(crowd) == 12,
            "eleven besides the first, and the twelfth is refused: %d" % len(crowd),
        )
        check(server.refused("address") == 1, "and counted")
        unharmed(ann, "a crowd")
        for wire in crowd:
            wire.cut()
        server.wait_for("connections", lambda n: n == 1)
        sit(server, link)
    with Server(connections=5) as server:
        crowd = [Wire(server) for _ in range(5)]
        check(refusal(lambda: Wire(server)) == 503, "no more connections than there may be")
        crowd[0].cut()
        server.wait_for("connections", lambda n: n == 4)
        check(refusal(lambda: Wire(server)) == 101, "and another once one has gone")


def test_slowloris():
    """Requests that never end, messages that never begin: all are closed in the end, whatever
    they drip."""
    count = 1000 if FULL else 60
    beginnings = (
        b"G",
        b"GET / HTTP/1.1\r\nX",
        b"GET / HTTP/1.1\r\nHost: x\r\nX: y",
        b"",
        b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n",
    )
    with Server(hello_seconds=2, messages_burst=100000, messages_per_second=100000) as server:
        ann, _, _ = start_game(server)
        mute = [Wire(server) for _ in range(5)]
        slow = []
        for i in range(count):
            one = socket.create_connection(("127.0.0.1", server.port), PATIENCE)
            one.sendall(beginnings[i % len(beginnings)])
            slow.append(one)
        unharmed(ann, "slow requests")
        rounds = 0

        def drip():
            """One byte more for each that is still there."""
            nonlocal rounds
            rounds += 1
            for one in slow[:]:
                try:
                    one.sendall(b"x")
                    if not one.recv(4096, socket.MSG_DONTWAIT):
                        raise ConnectionError
                except BlockingIOError:
                    continue
                except ConnectionError:
                    one.close()
                    slow.remove(one)
            unharmed(ann, "dripping")
            return not slow

        patiently(drip, "the end of a slow request")
        for wire in mute:
            check(wire.close_code() == 1008, "without a hello it is closed")
        check(server.refused("silent") == len(mute), "and counted")


# ---- tokens ----


def hello_with(server, link, token, **fields):
    """The first answer to a hello, and the close code if it was refused."""
    wire = Wire(server)
    wire.say("hello", v=2, table=link, token=token, **fields)
    message = wire.hear()
    code = wire.close_code() if message["t"] == "no" and message["why"] == "token" else None
    wire.cut()
    return message, code


def test_tokens():
    with Server() as server:
        ann, link, token = make(server)
        _, other_link, other_token = make(server)
        bits = int(token, 16)
        wrong = ["0" * 32, "f" * 32, token[::-1], other_token] + [
            "%032x" % (bits ^ 1 << i) for i in range(128)
        ]
        for one in wrong:
            message, code = hello_with(server, link, one)
            check(
                message.get("why") == "token" and code == 4003,
                "a wrong token is refused: %s" % message,
            )
        for one in (
            "",
            token[:-1],
            token + "0",
            token.upper() + "g",
            " " + token,
            None,
            7,
            [token],
            True,
        ):
            message, _ = hello_with(server, link, one)
            check(message["t"] == "no", "what is no token is refused: %r" % one)
        check(hello_with(server, other_link, token)[1] == 4003, "a token of another table")
        wire = Wire(server)
        wire.say("hello", v=2, table="f" * 32, token=token)
        check(wire.until("no")["why"] == "table", "no such table")
        bob, bob_token, seat = sit(server, link)
        check(
            hello_with(server, link, bob_token, seat=0)[0]["seat"] == seat,
            "a token is good for its own seat alone",
        )
        check(bob.close_code() == 4001, "which it takes over")
        carl, _, _ = sit(server, link, "Carl")
        check(carl.ask("bot", seat=3, level="club")["why"] == "host", "only the host")
        wire = Wire(server)
        wire.say("chat", id=1, text="x")
        check(wire.hear()["why"] == "hello", "hello first")
        unharmed(ann, "wrong tokens")


def test_guesses():
    rng = random.Random(SEED)
    with Server(hello_seconds=3600) as server:
        ann, link, _ = make(server)
        accepted = 0
        for _ in range(100000 if FULL else 300):
            message, _ = hello_with(server, link, "%032x" % rng.getrandbits(128))
            accepted += message["t"] != "no"
        check(accepted == 0, "%d guesses were accepted" % accepted)
        unharmed(ann, "guesses")
    with Server(limit_loopback=1) as server:
        ann, link, _ = make(server)
        guesses = 0
        try:
            # One more is allowed for each six seconds, so that it ends on any machine that is
            # faster than that.
            while guesses < 1000:
                hello_with(server, link, "%032x" % rng.getrandbits(128))
                guesses += 1
            check(False, "whoever guesses is never held up")
        except (Closed, Refused):
            check(guesses >= 9, "held up after ten wrong ones, not %d" % guesses)
        check(server.refused("address") >= 1, "for the address")
        unharmed(ann, "an address that guesses")


def test_replays():
    with Server() as server:
        ann, link, token = make(server)
        dead = []
        # A player who leaves the seat loses its token.
        bob, bob_token, seat = sit(server, link)
        check(bob.ask("rise")["t"] == "ok", "rises")
        dead.append(bob_token)
        # So does one whom the host removes.
        carl, carl_token, seat = sit(server, link, "Carl")
        check(ann.ask("free", seat=seat)["t"] == "ok", "the host frees a chair")
        dead.append(carl_token)
        # Another has the seat now, with a token of their own.
        dora, dora_token, _ = sit(server, link, "Dora", seat=seat)
        check(dora_token not in dead, "another token for another holder")
        for restarted in (False, True):
            if restarted:
                server.kill()
                server.start()
            for one in dead:
                check(
                    hello_with(server, link, one)[1] == 4003,
                    "a token that held the chair once (restarted: %s)" % restarted,
                )
            check(
                hello_with(server, link, dora_token)[0]["t"] == "welcome",
                "the holder's own is good",
            )
        # What was said with a hello is that connection's, not the next one's.
        ann = Wire(server)
        hello = json.dumps({"t": "hello", "v": 2, "table": link, "token": token})
        ann.text(hello)
        ann.until("welcome")
        said = json.dumps({"t": "chat", "id": next_id(), "text": "once"})
        ann.text(said)
        ann.until(lambda m: m["t"] == "ok")
        again = Wire(server)
        again.text(hello)
        again.text(said)
        again.until(lambda m: m["t"] == "ok")
        check(ann.close_code() == 4001, "the old connection is told that it was taken over")
        again.settled()
        texts = [line["text"] for line in server.log_of(link) if line["t"] == "chat"]
        check(texts.count("once") == 1, "a captured message does nothing again: %s" % texts)


# ---- texts ----

SQL = (
    "'; DROP TABLE log;--",
    "' OR '1'='1",
    '" OR ""="',
    "1; DELETE FROM tables",
    "') UNION SELECT 1--",
    "%s%n%x",
    "\\'; --",
    "`id`",
    "x' AND 1=1 /*",
    "*/ --",
    "0x27204f52",
    "NULL",
    "'||(SELECT link)||'",
    ";PRAGMA user_version=9",
    "?1 :a @b $c",
    "';VACUUM;'",
    "ATTACH 'x' AS y",
    "a'b''c'''d",
    "%27%20OR%201",
    "\"log\"",
    "[log]",
    "{'$gt':''}",
    "1e1000",
    "-1",
    "' COLLATE x",
    "\\u0027",
)
MARKUP = (
    "<script>alert(1)</script>",
    "<b onclick=x>",
    "<img src=x onerror=y>",
    "&lt;b&gt;",
    "&#60;b&#62;",
    "<!--",
    "]]>",
    "{{7*7}}",
    "${7*7}",
    "javascript:alert(1)",
    "<svg/onload=x>",
    "\"><i>",
    "'><i>",
    "</title><b>",
    "<%= 1 %>",
    "<a href='//x'>",
    "\\x3cb\\x3e",
    "data:text/html,x",
    "<style>*{}",
    "<iframe>",
    "https://evil.example/",
    "[x](javascript:y)",
    "<\u0441cript>",
    "\u2028".join("ab"),
)
HIDDEN = "\u0007\u001b\u007f\u0085\u00ad\u061c\u200b\u200d\u200e\u200f\u202a\u202b\u202c" \
    "\u202d\u202e\u2060\u2066\u2067\u2068\u2069\ufeff\U000e0041"


def shown(text, most):
    """What PROTOCOL.md says becomes of a text: nothing hidden, nothing that turns others around,
    one blank at a time."""
    blanks = "".join(" " if c in "\t\n\r\u2028\u2029" else c for c in text)
    kept = "".join(c for c in blanks if unicodedata.category(c) not in ("Cc", "Cf"))
    return " ".join(kept.split())[:most].rstrip()


def payloads(most):
    made = list(SQL) + list(MARKUP) + [a + b for a in SQL[:8] for b in MARKUP[:8]]
    made += ["Bo%sb%s" % (c, c) for c in HIDDEN] + [
        "\u202eevil",
        "a\u2066b\u2069c",
        "x" * 400,
        "\U0001f0cf" * 300,
        "e\u0301t\u00e9",
    ]
    return [text for text in made if shown(text, most)]


def test_texts():
    with Server(
        messages_burst=100000, messages_per_second=100000, tables_per_minute=100000
    ) as server:
        with sqlite3.connect(server.database) as database:
            schema = database.execute("SELECT group_concat(sql) FROM sqlite_schema").fetchone()
        ann, link, token = make(server)
        watcher, _, _ = sit(server, link, "Eve", watching=True)
        count = 0
        for text in payloads(250):
            check(ann.ask("chat", text=text)["t"] == "ok", "chat: %r" % text)
            told = watcher.until("chat")["text"]
            check(
                told == shown(text, 250),
                "chat as it was written: %r, not %r" % (told, shown(text, 250)),
            )
            count += 1
        for text in payloads(48):
            check(ann.ask("set", title=text)["t"] == "ok", "title: %r" % text)
            check(
                watcher.until("set")["title"] == shown(text, 48),
                "a title as it was written: %r" % text,
            )
            count += 1
        for text in payloads(24):
            bob, _, seat = sit(server, link, text)
            told = watcher.until(lambda m: m["t"] == "seat" and "name" in m)["name"]
            check(
                told == shown(text, 24),
                "a name as it was written: %r, not %r" % (told, shown(text, 24)),
            )
            bob.ask("rise")
            bob.cut()
            count += 1
        check(count > 250, "only %d texts" % count)
        for text in SQL + MARKUP:
            wire = Wire(server)
            wire.say("hello", v=2, table=text, name="x")
            check(wire.hear()["t"] == "no", "a link is no text: %r" % text)
            wire.say("make", v=2, name="x", players=4, rules=text)
            check(wire.hear()["t"] == "no", "nor are rules: %r" % text)
            wire.cut()
        # The texts of last are there after a restart, as they were.
        title = SQL[0]
        ann.ask("set", title=title)
        server.kill()
        server.start()
        wire = Wire(server)
        wire.say("hello", v=2, table=link, token=token)
        check(wire.until("table")["title"] == title, "and as it was after a restart")
        with sqlite3.connect(server.database) as database:
            check(
                database.execute("SELECT group_concat(sql) FROM sqlite_schema").fetchone()
                == schema,
                "the schema is what it was",
            )
            check(
                database.execute("PRAGMA integrity_check").fetchone() == ("ok",),
                "and the database is whole",
            )
            check(
                database.execute("SELECT count(*) FROM tables").fetchone() == (1,), "with one table"
            )
        database.close()


# ---- the table's own refusals ----


def test_versions():
    with Server() as server:
        ann, link, token = make(server)
        for version in (0, 1, 3, 99):
            wire = Wire(server)
            for kind, fields in (
                ("hello", {"table": link, "token": token}),
                ("make", {"name": "x", "players": 4}),
            ):
                wire.say(kind, v=version, **fields)
                check(
                    wire.hear().get("why") == "version", "version %d is refused as such" % version
                )
            check(outcome(wire) == "answers", "once, and not closed")
            wire.cut()
        unharmed(ann, "another version")


def test_daily():
    with Server() as server:
        today = int(time.time() // 86400) - 20454 + 1
        wire = Wire(server)

        def daily(**fields):
            return wire.ask("daily", v=2, token="ab" * 16, **fields)

        for deal in (1, today - 40, today + 3, 2**31 - 1):
            check(daily(deal=deal).get("why") == "day", "deal %d is not compared" % deal)
        for play in ("", ";", "draw", "draw;draw", "meld 4 9 9 9", "x" * 2000, "draw;" * 400):
            check(daily(deal=today, play=play)["why"] == "play", "%.20s is no deal" % play)
        check(daily(deal=today, play="x" * 3000)["why"] == "value", "too long")
        check(daily(deal=today, play=7)["why"] == "value", "no text")
        check(daily(deal=0)["why"] == "value", "no deal 0")
        check(daily(deal=today)["t"] == "ok", "nothing was kept of all that")
        check("why" in wire.ask("daily", v=2, deal=today), "without a token")


def test_actions():
    with Server() as server:
        player = bots_table(server)
        wire = player.wire
        first = player.last
        player.play(3)
        player.turn()
        at = player.last
        refused = wire.ask("act", at=at, action="meld A 1 0 0")
        check(
            refused["t"] == "no" and "law" in refused and refused["text"],
            "illegal: article and sentence: %s" % refused,
        )
        check(wire.ask("act", at=first, action=player.choices[0])["why"] == "late", "a late action")
        check(
            wire.ask("act", at=10**9, action=player.choices[0])["why"] == "late",
            "an action of the future",
        )
        for action in (
            "",
            "fly",
            "draw draw",
            "meld 99 1 0 0",
            "discard",
            "add 9999999999 1 0 0",
            "take onto -1",
        ):
            check(
                wire.ask("act", at=at, action=action)["t"] == "no", "what is no action: %r" % action
            )
        watcher, _, seat = sit(server, player.link, "Eve", watching=True)
        check(seat is None, "a watcher")
        check("hand" not in watcher.until("view"), "sees no hand")
        check(
            watcher.ask("act", at=at, action=player.choices[0])["why"] == "watching",
            "and plays nothing",
        )
        check(
            not [
                one
                for one in server.log_of(player.link)
                if one["t"] == "did" and one.get("action") and one["seat"] == 0
            ][3:],
            "nothing of it was done",
        )
        player.play(3)
        # Out of turn: another seat is to move, and it is nobody's fault but one's own.
        ann, link, token = make(server)
        ben, _, seat = sit(server, link, "Ben", seat=1)
        for one in (2, 3):
            ann.ask("bot", seat=one, level="beginner")
        check(
            ann.ask("act", at=0, action="draw")["why"] == "no-deal", "no act before there is a game"
        )
        check(ann.ask("cut", k=40)["why"] == "no-cut", "no cut either")


def test_tls():
    folder = tempfile.mkdtemp()
    key, certificate = os.path.join(folder, "key.pem"), os.path.join(folder, "certificate.pem")
    subprocess.run(
        [
            "openssl",
            "req",
            "-x509",
            "-newkey",
            "rsa:2048",
            "-nodes",
            "-days",
            "2",
            "-keyout",
            key,
            "-out",
            certificate,
            "-subj",
            "/CN=localhost",
        ],
        check=True,
        capture_output=True,
    )
    with Server(tls_key=key, tls_certificate=certificate) as server:
        ann, _, _ = make(server)
        check(ann.ask("chat", text="over TLS")["t"] == "ok", "TLS of its own")


run_all(globals())
