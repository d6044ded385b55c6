"""nodes_nginx.py -- see nodes_nginx.sh."""

import os
import re
import shutil
import signal
import subprocess
import tempfile

from join import Terminals
from nodes_database import SOURCE, Node, Postgres, canasta, free_port
from wire import PATIENCE, check, patiently, run_all

postgres = Postgres()
NGINX = shutil.which("nginx") or "/usr/sbin/nginx"


class Nginx:
    """nginx with configurations of docs/hosting, whose ports and certificate are replaced."""

    def __init__(self, *files):
        self.folder = tempfile.mkdtemp()
        certificate = os.path.join(self.folder, "certificate.pem")
        key = os.path.join(self.folder, "key.pem")
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"]
            + ["-subj", "/CN=canasta.example.org", "-keyout", key, "-out", certificate],
            check=True,
            capture_output=True,
        )
        text = "".join(self.adapted(*file) for file in files)
        text = re.sub(r"ssl_certificate .*;", "ssl_certificate %s;" % certificate, text)
        text = re.sub(r"ssl_certificate_key .*;", "ssl_certificate_key %s;" % key, text)
        self.file = os.path.join(self.folder, "nginx.conf")
        with open(self.file, "w", encoding="utf-8") as file:
            file.write("pid %s/pid; daemon off; master_process off;\n" % self.folder)
            file.write("error_log stderr warn;\nevents {}\nhttp {\naccess_log off;\n")
            for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"):
                file.write("%s_temp_path %s/%s;\n" % (name, self.folder, name))
            file.write(text + "}\n")
        self.process = None

    @staticmethod
    def adapted(name, replaced):
        """A file of docs/hosting with this text replaced by that: each must be there."""
        with open(os.path.join(SOURCE, "docs", "hosting", name), encoding="utf-8") as file:
            text = file.read()
        for old, new in replaced.items():
            check(old in text, "%s has %s" % (name, old))
            text = text.replace(old, new)
        return text

    def __enter__(self):
        run = [NGINX, "-c", self.file, "-e", "stderr", "-p", self.folder]
        tried = subprocess.run(run + ["-t"], check=False, capture_output=True, text=True)
        if tried.returncode != 0:
            raise AssertionError("nginx -t: " + tried.stderr)
        self.log = open(os.path.join(self.folder, "log"), "ab")
        self.process = subprocess.Popen(run, stderr=self.log)
        return self

    def __exit__(self, *_):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(PATIENCE)
        self.log.close()
        shutil.rmtree(self.folder)


def apart():
    """Where a node's metrics are: behind a proxy they have a port of their own."""
    return "127.0.0.1:%d" % free_port()


def get(url):
    """Status and headers, or 0."""
    run = ["curl", "-ksi", "-m", "5", url]
    head = subprocess.run(run, check=False, capture_output=True, text=True).stdout
    found = re.match(r"HTTP/\S+ (\d+)", head)
    return (int(found.group(1)) if found else 0), head.lower()


def meet(terminals, made_at, comes_to):
    """Ann makes a table at one address, Bob comes with its link to another."""
    ann = terminals.join("Ann", "--insecure", "--make", made_at)
    link = terminals.expect(ann, "Others join it with: canasta join (.*)").group(1)
    bob = terminals.join("Bob", "--insecure", comes_to + link.rsplit("/", 1)[1])
    terminals.expect(bob, "Ann is in seat 1", "You are in seat 2")
    terminals.expect(ann, "Bob is in seat 2")
    terminals.tell(bob, "/chat hello", "Bob says: hello")
    terminals.expect(ann, "Bob says: hello")
    return ann, bob


def test_one_name():
    """Nodes that cannot be reached from outside, each under its path."""
    store = postgres.database("one")
    port = free_port()
    site = "https://127.0.0.1:%d/" % port
    common = {"proxy": 1, "origins": site[:-1]}
    with Node(
        store, "a", public=site + "node/a/", metrics_listen=apart(), **common
    ) as a, Node(
        store, "b", public=site + "node/b/", metrics_listen=apart(), **common
    ) as b, Nginx(
        (
            "nginx-nodes.conf",
            {
                "listen 443 ssl": "listen 127.0.0.1:%d ssl" % port,
                "127.0.0.1:8081": "127.0.0.1:%d" % a.port,
                "127.0.0.1:8082": "127.0.0.1:%d" % b.port,
            },
        )
    ):
        patiently(lambda: get(site + "healthz")[0] == 200, "nginx")
        for name in ("a", "b"):
            check(get("%snode/%s/healthz" % (site, name))[0] == 200, "the path of " + name)
            check(get("%snode/%s/metrics" % (site, name))[0] == 404, "no metrics from outside")
        terminals = Terminals(a)
        try:
            ann, bob = meet(terminals, site + "node/a/", site + "node/b/")
            check(b.metric("sent_elsewhere_total") >= 1, "b has sent Bob on")
            check((a.metric("tables"), b.metric("tables")) == (1, 0), "the table is at a")
            # A node dies: nginx asks the other, which takes the table.
            a.kill()
            patiently(lambda: get(site + "healthz")[0] == 200, "the other answers")
            b.wait_for("tables", lambda tables: tables == 1)
            terminals.tell(bob, "/chat still here", "Bob says: still here")
            terminals.expect(ann, "Bob says: still here")
            a.start()
        finally:
            terminals.clear()


def test_own_names():
    """Each node under a name of its own, which clients reach."""
    store = postgres.database("own")
    ports = {"a": free_port(), "b": free_port(), "plain": free_port(), "plainer": free_port()}
    sites = {name: "https://127.0.0.1:%d/" % ports[name] for name in "ab"}
    common = {"proxy": 1, "origins": " ".join(site[:-1] for site in sites.values())}
    with Node(
        store, "a", public=sites["a"], metrics_listen=apart(), **common
    ) as a, Node(
        store, "b", public=sites["b"], metrics_listen=apart(), **common
    ) as b, Nginx(
        *[
            (
                "nginx.conf",
                {
                    "listen 443 ssl http2;\n    listen [::]:443 ssl http2": (
                        "listen 127.0.0.1:%d ssl http2" % ports[node.config["node"]]
                    ),
                    "listen 80;\n    listen [::]:80": "listen 127.0.0.1:%d" % plain,
                    "zone=canasta:": "zone=canasta_%s:" % node.config["node"],
                    "limit_conn canasta ": "limit_conn canasta_%s " % node.config["node"],
                    "127.0.0.1:8080": "127.0.0.1:%d" % node.port,
                },
            )
            for node, plain in ((a, ports["plain"]), (b, ports["plainer"]))
        ]
    ):
        for name, other in (("a", "b"), ("b", "a")):
            patiently(lambda name=name: get(sites[name] + "healthz")[0] == 200, "nginx")
            policy = re.search(
                "content-security-policy: (.*)", get(sites[name] + "healthz")[1]
            ).group(1)
            allowed = re.search("connect-src ([^;]*)", policy).group(1).split()
            check("'self'" in allowed, "a page may come back: " + policy)
            check(
                "wss" + sites[other][5:-1] in allowed, "a page may go to the other: " + policy
            )
        moved = get("http://127.0.0.1:%d/x" % ports["plain"])
        check(moved[0] == 301 and "location: https://" in moved[1], "http is sent to https")
        terminals = Terminals(a)
        try:
            meet(terminals, sites["a"], sites["b"])
            check(b.metric("sent_elsewhere_total") >= 1, "b has sent Bob on")
            check((a.metric("tables"), b.metric("tables")) == (1, 0), "the table is at a")
            check(canasta("drain", "--store", store, "a").returncode == 0, "a is retired")
            a.process.wait()
            b.wait_for("tables", lambda tables: tables == 1)
            a.start()
        finally:
            terminals.clear()


with postgres:
    run_all(globals(), workers=2)
