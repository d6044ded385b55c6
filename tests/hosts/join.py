"""join.py -- people at a server's table, each a canasta join process that is played line by line.
For tests.

Nothing here waits for a time. What comes next is what one of the processes says next; PATIENCE is
only for what hangs.
"""

import os
import re
import selectors
import shlex
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import time

from wire import PATIENCE, Server

# What the program says when it asks for a decision.
TURN = re.compile(
    "Your turn: |(?:Meld|Merge two melds|Discard to end your turn|Lay down a three"
    "|Ask your partner whether you may go out)[,;.]"
    "|Your partner asks|You have taken|The stock has ended"
)


class Line:
    """A line to the server that can be cut: its clients lose the connection and reconnect."""

    def __init__(self, server):
        self.server = server
        self.ends = []
        self.listener = socket.create_server(("127.0.0.1", 0))
        threading.Thread(target=self._accept, daemon=True).start()

    def link(self, link):
        """The same table by this line."""
        return link.replace(":%d/" % self.server.port, ":%d/" % self.listener.getsockname()[1])

    def cut(self):
        for end in self.ends:
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass  # it had ended by itself
        self.ends = []

    def _accept(self):
        while True:
            near, _ = self.listener.accept()
            try:
                far = socket.create_connection(("127.0.0.1", self.server.port))
            except OSError:
                near.close()
                continue
            self.ends += [near, far]
            for a, b in ((near, far), (far, near)):
                threading.Thread(target=self._carry, args=(a, b), daemon=True).start()

    @staticmethod
    def _carry(a, b):
        try:
            while data := a.recv(65536):
                b.sendall(data)
        except OSError:
            pass  # cut
        for end in (a, b):
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass  # the other direction was first


class Player:
    """One canasta join. 'lines' is everything that it has said, 'read' how much of it was looked
    at."""

    def __init__(self, folder, name, *arguments):
        self.name = name
        self.lines = []
        self.read = 0
        self.rest = b""
        self.ended = False
        self.errors = os.path.join(folder, "errors." + name)
        environment = dict(
            os.environ, XDG_DATA_HOME=os.path.join(folder, "home." + name), LC_ALL="C.UTF-8"
        )
        self.process = subprocess.Popen(
            [os.environ["CANASTA"], "join", "--plain", "--name", name, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=open(self.errors, "ab"),
            env=environment,
        )
        os.set_blocking(self.process.stdout.fileno(), False)

    def say(self, text):
        try:
            self.process.stdin.write((text + "\n").encode())
            self.process.stdin.flush()
        except BrokenPipeError:
            pass  # it has left; what it said last can still be read

    def take_in(self):
        """What it has said since; false at its end."""
        try:
            data = os.read(self.process.stdout.fileno(), 65536)
        except BlockingIOError:
            return True
        *whole, self.rest = (self.rest + data).split(b"\n")
        self.lines.extend(line.decode() for line in whole)
        self.ended = not data
        return not self.ended

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.end()

    def state(self):
        with open(self.errors, encoding="utf-8") as file:
            return "(%s) %s" % (self.process.poll(), file.read())

    def end(self):
        """Waits until it ends. Returns its exit status."""
        status = self.process.wait(PATIENCE)
        self.process.stdin.close()
        self.process.stdout.close()
        self.ended = True
        return status


class Table:
    """The server, and all who sit or stand around."""

    def __init__(self):
        self.folder = tempfile.mkdtemp()
        # Limits as they are by default.
        self.server = Server(limits={}, keeps_port=True)
        self.server.start()
        self.players = []

    def join(self, name, *arguments):
        player = Player(self.folder, name, *arguments)
        self.players.append(player)
        return player

    def hear_one(self, players, until):
        """Waits until one of them says something."""
        with selectors.DefaultSelector() as selector:
            for player in players:
                if not player.ended:
                    selector.register(player.process.stdout, selectors.EVENT_READ, player)
            ready = selector.select(max(until - time.monotonic(), 0)) if selector.get_map() else []
        if not ready:
            raise AssertionError("nobody says anything\n" + self.words())
        for key, _ in ready:
            key.data.take_in()

    def next_line(self, players):
        """The next line that one of them says and nobody has looked at: player, line."""
        until = time.monotonic() + PATIENCE
        while True:
            for player in players:
                if player.read < len(player.lines):
                    player.read += 1
                    return player, player.lines[player.read - 1]
            self.hear_one(players, until)

    def expect(self, player, *patterns):
        """Reads on until it has said each of these, in this order; the last match."""
        found = None
        for pattern in patterns:
            until = time.monotonic() + PATIENCE
            while True:
                while player.read == len(player.lines):
                    if player.ended:
                        raise AssertionError(
                            "%s left and never said: %s\n%s" % (player.name, pattern, self.words())
                        )
                    try:
                        self.hear_one([player], until)
                    except AssertionError as error:
                        raise AssertionError(
                            "%s never said: %s\n%s" % (player.name, pattern, error)
                        ) from None
                player.read += 1
                found = re.search(pattern, player.lines[player.read - 1])
                if found:
                    break
        return found

    def notice(self, player, *patterns):
        """Waits until it has said these, in this order, and leaves its lines to be read."""
        until = time.monotonic() + PATIENCE
        while not re.search(".*".join(patterns), "\n".join(player.lines), re.S):
            self.hear_one([player], until)

    def tell(self, player, text, *patterns):
        """Says something and expects what it brings about."""
        player.say(text)
        return self.expect(player, *patterns)

    def play(self, players, seen):
        """Lets these people play, each when the program asks for a decision, until 'seen' of a
        player and its line is true; returns that player. A decision is that of a hint."""
        while True:
            player, line = self.next_line(players)
            if seen(player, line):
                return player
            if line.startswith("You cut the cards"):
                player.say("/cut 40")
            if TURN.match(line):
                found = self.tell(player, "hint", "Type: (.*)")
                self.expect(player, TURN.pattern)  # it asks again after a hint
                player.say(found.group(1))

    def words(self):
        return "".join(
            "--- %s %s\n%s\n" % (p.name, p.state(), "\n".join(p.lines[-25:])) for p in self.players
        )

    def errors(self):
        """What anybody has complained about; an empty text in a program without faults."""
        return "".join(open(player.errors, encoding="utf-8").read() for player in self.players)

    def clear(self):
        for player in self.players:
            if player.process.poll() is None:
                player.kill()
        if self.server.process.poll() is None:
            self.server.kill()
        shutil.rmtree(self.server.folder)
        shutil.rmtree(self.folder)


class Terminals(Table):
    """Terminals at servers that share a PostgreSQL."""

    def __init__(self, server):
        self.folder = tempfile.mkdtemp()
        self.server = server
        self.players = []

    def clear(self):
        for player in self.players:
            if player.process.poll() is None:
                player.kill()
        shutil.rmtree(self.folder)


class Screen:
    """A canasta join on a whole screen, in a terminal emulator of its own (tmux)."""

    def __init__(self, folder, name, *arguments, columns=80, rows=24, **variables):
        self.socket = os.path.join(folder, "tmux." + name)
        self.status = os.path.join(folder, "status." + name)
        self.errors = os.path.join(folder, "errors." + name)
        variables = {
            "LC_ALL": "C.UTF-8",
            "TERM": "tmux-256color",
            "XDG_DATA_HOME": os.path.join(folder, "home." + name),
            **variables,
        }
        words = ["env"] + ["%s=%s" % one for one in variables.items()]
        words += [os.environ["CANASTA"], "join", "--name", name, *arguments]
        command = "%s 2>>%s; echo $? >%s.new; mv %s.new %s" % (
            shlex.join(words),
            shlex.quote(self.errors),
            *[shlex.quote(self.status)] * 3,
        )
        self.tmux(
            "new-session",
            "-d",
            "-x",
            str(columns),
            "-y",
            str(rows),
            ";",
            "set",
            "-g",
            "remain-on-exit",
            "on",
            ";",
            "set",
            "-g",
            "status",
            "off",
            ";",
            "set",
            "-g",
            "window-size",
            "manual",
            ";",
            "set",
            "-g",
            "escape-time",
            "0",
        )
        self.resize(columns, rows)
        self.tmux("respawn-pane", "-k", command)

    def tmux(self, *arguments):
        done = subprocess.run(
            ["tmux", "-f", "/dev/null", "-S", self.socket, *arguments],
            capture_output=True,
            check=False,
        )
        return done.stdout.decode()

    def resize(self, columns, rows):
        self.tmux("resize-window", "-x", str(columns), "-y", str(rows))

    def press(self, *keys):
        self.tmux("send-keys", *keys)

    def type(self, line):
        """A line for the table; each key is waited for until the screen has it."""
        self.press("/")
        self.wait_for(r"/_")
        self.tmux("send-keys", "-l", line)
        self.wait_for(re.escape(line[-20:]) + "_")
        self.press("Enter")

    def look(self):
        return self.tmux("capture-pane", "-p")

    def wait(self, what, wanted):
        """Looks until the screen is as wanted and stays so for another look; what it shows."""
        until = time.monotonic() + PATIENCE
        while True:
            shown = self.look()
            if wanted(shown) and self.look() == shown:
                return shown
            if time.monotonic() > until:
                raise AssertionError("%s: %s\n%s" % (what[0], what[1], shown))
            time.sleep(0.02)

    def wait_for(self, pattern):
        return self.wait(("never seen", pattern), lambda shown: re.search(pattern, shown, re.M))

    def wait_without(self, pattern):
        return self.wait(("never gone", pattern), lambda shown: not re.search(pattern, shown, re.M))

    def ended(self):
        """Waits for the end of the program; its exit status and what it has left on the
        terminal."""
        self.wait(("never ended", self.status), lambda shown: os.path.exists(self.status))
        with open(self.status, encoding="ascii") as file:
            return int(file.read()), self.look()

    def clear(self):
        self.tmux("kill-server")
