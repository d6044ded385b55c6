"""nodes_database.py -- a PostgreSQL of its own, and servers that share a database in it, for
tests."""

import json
import os
import shutil
import socket
import subprocess
import tempfile
import urllib.request

from wire import UNLIMITED, Server, Wire, next_id, patiently

SOURCE = os.environ.get("SOURCE_DIR", ".")


class Postgres:
    """A PostgreSQL in a scratch folder (scripts/postgres). Each test has a database of its own."""

    def __init__(self):
        self.scratch = tempfile.mkdtemp()
        os.chmod(self.scratch, 0o711)  # PostgreSQL may be another user
        self.folder = os.path.join(self.scratch, "postgres")

    def __enter__(self):
        self.address = self.script("start")
        return self

    def __exit__(self, *_):
        self.script("stop")
        shutil.rmtree(self.scratch)

    def script(self, what):
        run = [os.path.join(SOURCE, "scripts", "postgres"), what, self.folder]
        return subprocess.run(run, check=True, stdout=subprocess.PIPE, text=True).stdout.strip()

    def sql(self, statements, database="postgres", user="postgres"):
        """Runs statements as an operator would; returns what psql prints, without a frame."""
        server = self.address.rsplit("/", 1)[0].replace("canasta@", user + "@")
        address = "%s/%s" % (server, database)
        run = ["psql", "-qXAt", "-v", "ON_ERROR_STOP=1", address]
        done = subprocess.run(
            run, check=False, input=statements, capture_output=True, text=True
        )
        if done.returncode != 0:
            raise AssertionError("%s: %s" % (statements, done.stderr))
        return done.stdout.strip()

    def database(self, name):
        """A new empty database that belongs to canasta; its address."""
        self.sql("CREATE DATABASE %s OWNER canasta" % name)
        return "%s/%s" % (self.address.rsplit("/", 1)[0], name)


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as one:
        return one.getsockname()[1]


class Node(Server):
    """A server that shares a PostgreSQL. Its address is known before it starts, as it must be."""

    def __init__(self, store, name, limits=UNLIMITED, **config):
        super().__init__(limits=limits, keeps_port=True, store=store, node=name, **config)

    def start(self, refused=False):
        for _ in range(10):
            if self.port == 0:
                self.port = free_port()
                self.config.setdefault("public", "http://127.0.0.1:%d/" % self.port)
            try:
                return super().start(refused)
            except RuntimeError as error:
                # A busy machine may not even answer a connection in the time that a server waits.
                if "timeout expired" in str(error).splitlines()[-2:][0]:
                    continue
                if "cannot listen" not in str(error):
                    raise
                self.port = 0
                self.config.pop("public")
        raise RuntimeError("no free port")

    def get(self, path, *arguments, **fields):
        if path == "/metrics" and "metrics_listen" in self.config:
            url = "http://%s/metrics" % self.config["metrics_listen"]
            with urllib.request.urlopen(url) as page:
                return page.status, page.headers, page.read()
        return super().get(path, *arguments, **fields)

    def log_of(self, link):
        query = "SELECT lines FROM log JOIN tables USING (id) WHERE link = '%s' ORDER BY n" % link
        run = ["psql", "-qXAt", self.config["store"], "-c", query]
        lines = subprocess.run(run, check=True, capture_output=True).stdout.decode().splitlines()
        return [json.loads(line) for line in lines if line]

    def exported(self, link):
        return canasta("export", "--whole", "--store", self.config["store"], link).stdout

    def knows_nodes(self, count):
        """Waits until it knows how many share the database."""
        self.wait_for("limits_nodes", lambda nodes: nodes == count)


def canasta(*arguments):
    return subprocess.run(
        [os.environ["CANASTA"], *arguments], check=False, capture_output=True, text=True
    )


def listed(server):
    """The list of open tables, by link."""
    wire = Wire(server)
    mark = next_id()
    found = {}
    wire.say("list", v=2, id=mark)
    while True:
        message = wire.hear()
        if message["t"] == "listed":
            found[message["table"]] = message
        elif message["t"] in ("ok", "no") and message.get("id") == mark:
            wire.cut()
            return found if message["t"] == "ok" else message["why"]


def until_listed(server, wanted):
    patiently(lambda: wanted(listed(server)), "a list")
