"""nodes_together.py -- see nodes_together.sh."""

import os
import re
import signal

from join import Terminals
from nodes_database import SOURCE, Node, Postgres, canasta, listed, until_listed
from wire import Closed, Server, Wire, bots_table, check, make, next_id, patiently, run_all, sit

postgres = Postgres()


def test_list():
    """Every node lists the open tables of all, and says where they are."""
    store = postgres.database("list")
    with Node(store, "a") as a, Node(store, "b") as b:
        ann, first, _ = make(a, "Ann")
        bob, second, _ = make(b, "Bob")
        check(listed(a) == {}, "a table that is not listed is in no list")
        assert ann.ask("set", listed=True, title="Tea & “cards”")["t"] == "ok"
        assert bob.ask("set", listed=True)["t"] == "ok"
        for node, own, other, far in ((a, first, second, b), (b, second, first, a)):
            found = listed(node)
            check(set(found) == {first, second}, "both are listed: %s" % found)
            check("url" not in found[own], "a node's own table is here: %s" % found[own])
            check(
                found[other].get("url") == "http://127.0.0.1:%d/" % far.port,
                "the other's table has its address: %s" % found[other],
            )
            check(found[first].get("title") == "Tea & “cards”", "the title")
            check((found[first]["n"], found[first]["players"]) == (3, 4), "free seats")
        sit(a, first, "Cat", seat=2)[0].cut()
        until_listed(b, lambda found: found[first]["n"] == 2)
        assert bob.ask("set", listed=False)["t"] == "ok"
        check(set(listed(a)) == {first}, "one is not listed any more")
        assert bob.ask("set", listed=True)["t"] == "ok"
        check(list(listed(a)) == [second, first], "the one listed last comes first")
        # What a node has left is still listed, and goes to the node that is asked.
        a.kill()
        until_listed(b, lambda found: "url" not in found[first])
        sit(b, first, "Dan", seat=1)[0].cut()
        until_listed(b, lambda found: found[first]["n"] == 1 and "url" not in found[first])
        a.start()
        until_listed(a, lambda found: found[first].get("url", "").endswith(":%d/" % b.port))


def test_idle_tables_leave_the_list():
    store = postgres.database("idle")
    with Node(store, "a", idle_seconds=1) as a, Node(store, "b") as b:
        wire, link, _ = make(a)
        assert wire.ask("set", listed=True)["t"] == "ok"
        check(set(listed(b)) == {link}, "it is listed")
        wire.cut()
        a.wait_for("tables", lambda tables: tables == 0)
        until_listed(b, lambda found: found == {})
        sit(a, link)[0].cut()
        until_listed(b, lambda found: set(found) == {link})


def test_limits():
    """What one address may do is shared out among the nodes."""
    store = postgres.database("limits")
    limits = {"limit_loopback": 1, "connections_per_address": 10, "tables_per_minute": 6}

    def connect(node):
        wires = [Wire(node) for _ in range(15)]
        allowed = 0
        for wire in wires:
            try:
                wire.settled()
                allowed += 1
            except Closed:
                pass
        return allowed

    with Node(store, "a", limits=limits) as a:
        a.knows_nodes(1)
        check(connect(a) == 10, "alone it allows all")
        a.cut_all()
        with Node(store, "b", limits=limits) as b:
            for node in (a, b):
                node.knows_nodes(2)
                node.wait_for("connections", lambda count: count == 0)
                check(connect(node) == 5, "each allows half")
                node.cut_all()
                node.wait_for("connections", lambda count: count == 0)
                wire = Wire(node)
                made = 0
                while True:
                    wire.say("make", v=2, name="Ann", id=made + 1)
                    answer = wire.until(lambda m: m["t"] in ("made", "no"))
                    if answer["t"] == "no":
                        check(answer["why"] == "busy", "no more tables: %s" % answer)
                        break
                    made += 1
                check(3 <= made < 6, "new tables are shared out: %d" % made)
                wire.cut()
        a.knows_nodes(1)


def test_metrics():
    store = postgres.database("metrics")
    with Node(store, "a") as a, Node(store, "b") as b:
        for node, count in ((a, 3), (b, 2)):
            for _ in range(count):
                make(node)[0].cut()
        for node in (a, b):
            node.wait_for("cluster_nodes", lambda nodes: nodes == 2)
            node.wait_for("cluster_tables", lambda tables: tables == 5)
            check(node.metric('cluster_node_tables{node="a"}') == 3, "tables of a")
            check(node.metric('cluster_node_tables{node="b"}') == 2, "tables of b")
            check(node.metric('cluster_node_lives{node="a"}') == 1, "a lives")
            check(node.metric("cluster_tables_free") == 0, "every table has a node")
        check((a.metric("tables"), b.metric("tables")) == (3, 2), "each node's own")
        a.kill()
        b.wait_for("cluster_nodes", lambda nodes: nodes == 1)
        check(b.metric('cluster_node_lives{node="a"}') == 0, "a does not live")
        check(b.metric("cluster_tables_free") == 3, "its tables are free")
        a.start()
        b.wait_for("cluster_nodes", lambda nodes: nodes == 2)


def test_join_is_sent_on():
    """A terminal that comes to the wrong node, or whose node is retired, goes where its table
    is."""
    store = postgres.database("sent")
    with Node(store, "a") as a, Node(store, "b") as b:
        table = Terminals(a)
        try:
            ann = table.join("Ann", "--make", a.url())
            link = table.expect(ann, "Others join it with: canasta join (.*)").group(1)
            wrong = link.replace(":%d/" % a.port, ":%d/" % b.port)
            bob = table.join("Bob", wrong)
            table.expect(bob, "Ann is in seat 1", "You are in seat 2")
            table.expect(ann, "Bob is in seat 2")
            check(b.metric("sent_elsewhere_total") >= 1, "b has sent Bob on")
            check(b.metric("tables") == 0, "b has not taken the table")
            table.tell(ann, "/set listed yes", "The table is listed")
            eve = table.join("Eve", "--make", b.url())
            table.expect(eve, "Others join it with")
            table.tell(eve, "/tables", "2 free seats: canasta join " + re.escape(link))
            check(canasta("drain", "--store", store, "a").returncode == 0, "a is retired")
            a.process.wait()
            table.tell(bob, "/chat still here", "Bob says: still here|still here")
            table.expect(ann, "Bob says: still here")
            check(b.metric("tables") == 2, "b has the table")
            a.start()
        finally:
            table.clear()


def serves_again(node):
    def answers():
        try:
            return node.get("/healthz")[0] == 200
        except OSError:
            return False  # the same process begins again

    patiently(answers, "it serves again")


def test_replaced_node_refuses_nobody():
    """A node that stood still does not know who has come to its tables elsewhere: it refuses no
    token until it is sure that it still has the table."""
    store = postgres.database("stale")
    with Node(store, "a") as a, Node(store, "b") as b:
        ann, link, token = make(a)
        late = Wire(a)
        late.say("hello", v=2, table=link, token="00" * 16)
        check(late.until("no")["why"] == "token", "an unknown token is refused")
        late = Wire(a)
        a.process.send_signal(signal.SIGSTOP)
        taken = []

        def sits():
            wire = Wire(b)
            wire.say("hello", v=2, table=link, name="Bob", seat=1)
            try:
                taken.append(wire.until("welcome")["token"])
            except Closed:
                pass
            return len(taken) > 0

        patiently(sits, "a seat at the other node")
        late.say("hello", v=2, table=link, token=taken[0])
        a.process.send_signal(signal.SIGCONT)
        try:
            said = late.until(lambda message: True)
            check(False, "a node that was replaced said: %s" % said)
        except Closed:
            pass
        bob = Wire(b)
        bob.say("hello", v=2, table=link, token=taken[0])
        check(bob.until("welcome")["seat"] == 1, "the seat is kept")
        serves_again(a)


def test_outage():
    """Without a database tables say so, refuse, lose nothing, and go on when it is back."""
    with Postgres() as own:
        with Node(own.address, "a") as a:
            player = bots_table(a)
            player.play(3)
            table = Terminals(a)
            try:
                ann = table.join("Ann", "--make", a.url())
                table.expect(ann, "Others join it with")
                own.script("crash")

                # What comes before the server knows waits; then all is refused at once.
                player.wire.say("chat", text="hello", id=next_id())
                patiently(lambda: a.get("/healthz")[0] == 503, "503")
                check(a.get("/healthz")[2] == b"storage\n", "it says why")
                check(a.metric("commit_failures_total") > 0, "failures are counted")

                def refused():
                    player.wire.say("chat", text="too late", id=next_id())
                    heard = player.wire.settled()
                    return any(m["t"] == "no" and m["why"] == "storage" for m in heard)

                patiently(refused, "a refusal")
                table.tell(ann, "/chat anybody there", "cannot save anything at the moment")
                try:
                    other = Wire(a)
                    other.say("make", v=2, name="Bob")
                    check(other.until("no")["why"] == "storage", "no new table")
                except Closed:
                    check(False, "a connection is refused")
                own.script("revive")
                patiently(lambda: a.get("/healthz")[0] == 200, "200 again")
                table.tell(ann, "/chat here again", "here again")
                player.wire.cut()
                player.come()  # what it was sent meanwhile was not looked at
                player.play(3)
                words = a.words()
                check("the database refuses; tables wait" in words, "the log says it")
                check("the database takes again" in words, "and that it is over")
                player.check_kept()
            finally:
                table.clear()


def test_import_and_backup():
    """Tables move from SQLite to PostgreSQL and back, and a backup is a database of SQLite: all
    exports are the same."""
    store = postgres.database("moved")
    with Server() as server:
        links = []
        for seed in (1, 2, 3):
            player = bots_table(server, seed)
            player.play(10)
            player.wire.cut()
            links.append(player.link)
        wire, link, _ = make(server, "Zoë", title="“quoted” \\ back")
        wire.cut()
        links.append(link)
        server.stop()
        before = [server.command("export", "--whole", one).stdout.decode() for one in links]
        check(all(before[:3]) and '"t":"game"' in before[0], "there is something to move")
        moved = canasta("import", "--store", store, server.data)
        check(moved.stdout == "4 tables\n", "moved: %s %s" % (moved.stdout, moved.stderr))
        again = canasta("import", "--store", store, server.data)
        check(
            again.returncode == 3 and "the database is not empty" in again.stderr,
            "only into an empty one: " + again.stderr,
        )

        def exports(*where):
            return [canasta("export", "--whole", *where, one).stdout for one in links]

        check(exports("--store", store) == before, "the exports of the PostgreSQL")
        with Node(store, "a") as a:  # it can be played there, by the same link
            check(sit(a, links[3], "Bob")[2] == 1, "a seat at a table that was moved")
        back = os.path.join(server.folder, "back")
        os.mkdir(back)
        moved = canasta("import", "--data", back, store)
        check(moved.stdout == "4 tables\n", "moved back: %s %s" % (moved.stdout, moved.stderr))
        check(exports("--data", back)[:3] == before[:3], "the exports of the folder")
        file = os.path.join(server.folder, "copy", "canasta.db")
        os.mkdir(os.path.dirname(file))
        saved = canasta("backup", "--store", store, file)
        check(saved.returncode == 0, "backup: " + saved.stderr)
        check(os.stat(file).st_mode & 0o077 == 0, "nobody else can read a backup")
        check(exports("--data", os.path.dirname(file))[:3] == before[:3], "those of the backup")
        twice = canasta("backup", "--store", store, file)
        check(twice.returncode == 3 and "File exists" in twice.stderr, "a backup replaces nothing")
        server.start()


def test_migration():
    """A schema of an older program is migrated, with all that is in it; one of a newer program is
    refused."""
    store = postgres.database("migrated")
    with Node(store, "a") as a:
        player = bots_table(a)
        player.play(5)
        player.wire.cut()
        a.stop()
        before = a.exported(player.link)
        postgres.sql(
            "ALTER TABLE tables DROP listed, DROP listed_at; DROP TABLE daily;"
            "UPDATE canasta_version SET version = 1",
            "migrated",
            "canasta",
        )
        backup = canasta("export", "--store", store, player.link)
        check("of version 1; this program knows version 3" in backup.stderr, backup.stderr)
        a.start()
        check(postgres.sql("SELECT version FROM canasta_version", "migrated") == "3", "migrated")
        check(a.exported(player.link) == before, "the table is as it was")
        player.come()
        player.play(2)
        check(player.wire.ask("set", listed=True)["t"] == "ok", "what is new can be used")
        check(set(listed(a)) == {player.link}, "it is listed")
        player.wire.cut()
        a.stop()
        postgres.sql("UPDATE canasta_version SET version = 99", "migrated", "canasta")
        status, words = a.start(refused=True)
        check(status == 3 and "of version 99; this program knows version 3" in words, words)
        check(postgres.sql("SELECT version FROM canasta_version", "migrated") == "99", "untouched")
        postgres.sql("UPDATE canasta_version SET version = 3", "migrated", "canasta")
        a.start()


def test_role():
    """The role of HOSTING.md is enough for a node's whole life, and may do nothing else."""
    with open(os.path.join(SOURCE, "docs", "HOSTING.md"), encoding="utf-8") as file:
        block = re.search(r"```\n(CREATE ROLE canasta.*?)```", file.read(), re.S).group(1)
    block = re.sub(r"\bcanasta\b", "limited", block).replace("…", "secret")
    for statement in block.strip().splitlines():
        postgres.sql(statement)
    rights = postgres.sql(
        "SELECT rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls "
        "FROM pg_roles WHERE rolname = 'limited'"
    )
    check(rights == "f|f|f|f|f", "no rights: " + rights)
    store = postgres.address.replace("canasta@", "limited:secret@").replace("/canasta", "/limited")
    with Node(store, "a") as a, Node(store, "b") as b:
        wire, link, _ = make(a)
        assert wire.ask("set", listed=True)["t"] == "ok"
        check(set(listed(b)) == {link}, "it is listed")
        # A node that stands still is given up, and its connections are ended.
        a.process.send_signal(signal.SIGSTOP)

        def taken():
            try:
                other, _, seat = sit(b, link, "Bob", seat=1)
            except Closed:
                return False  # sent to the other, which still has its lease
            other.cut()
            return seat == 1

        patiently(taken, "the table is taken")
        a.process.send_signal(signal.SIGCONT)
        patiently(lambda: "beginning again" in a.words(), "it notices")
        serves_again(a)
        b.wait_for("cluster_nodes", lambda nodes: nodes == 2)
        saved = canasta("backup", "--store", store, os.path.join(b.folder, "backup.db"))
        check(saved.returncode == 0, "backup: " + saved.stderr)
        check("secret" not in a.words() + b.words(), "the log has no password")


with postgres:
    run_all(globals(), workers=4)
