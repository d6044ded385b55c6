"""Follows docs/FIRST-CHANGE.md in a copy of the sources: applies its diffs, writes its record,
builds, and runs its commands.

The tests of the tutorial's first step must fail before its data is there, and the last ones must
find the engine's list if the tutorial's change of it is left out.

usage: first_change.py SOURCE_DIR WORK_DIR
"""

import pathlib
import re
import subprocess
import sys

source, work = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])
copy = work / "canasta"
build = copy / "build-debug"
# Only what the tutorial runs is built, and without optimisation: that is a third of the time.
TARGETS = ["canasta", "canasta-lab", "contract", "unit_rules_test", "unit_text_test",
           "unit_legal_oracle_test"]


def fail(text):
    sys.exit(f"FAILED: {text}")


def run(*command, **options):
    return subprocess.run(command, cwd=copy, capture_output=True, text=True, check=False, **options)


def must(*command):
    done = run(*command)
    if done.returncode != 0:
        fail(f"{' '.join(map(str, command))}\n{done.stdout[-3000:]}{done.stderr[-3000:]}")
    return done.stdout


def blocks(text):
    """Yields (kind, lines, the line before the block)."""
    lines = text.split("\n")
    at = 0
    while at < len(lines):
        if lines[at].startswith("```"):
            end = lines.index("```", at + 1)
            before = next((line for line in reversed(lines[:at]) if line), "")
            yield lines[at][3:], lines[at + 1:end], before
            at = end
        at += 1


def hunks(lines):
    """Yields (file, line number, old lines, new lines) for each hunk of a block of diffs."""
    file, number, old, new = None, 0, [], []
    for line in lines + ["@@ -0"]:
        if line.startswith(("--- ", "@@ ")) and (old or new):
            yield file, number, old, new
            old, new = [], []
        if line.startswith("--- "):
            file = line.removeprefix("--- a/")
        elif line.startswith("@@ "):
            number = int(re.match(r"@@ -(\d+)", line).group(1))
        elif not line.startswith("+++ "):
            if not line.startswith("+"):
                old.append(line[1:])
            if not line.startswith("-"):
                new.append(line[1:])


def apply(file, number, old, new):
    """Replaces the old lines, at the place that is nearest to the hunk's line number."""
    path = copy / file
    lines = path.read_text().split("\n")
    places = [at for at in range(len(lines)) if lines[at:at + len(old)] == old]
    if not places:
        fail(f"the diff of {file} at line {number} does not fit any more")
    at = min(places, key=lambda place: abs(place + 1 - number))
    path.write_text("\n".join(lines[:at] + new + lines[at + len(old):]))


def make():
    must("cmake", "--build", str(build), "--target", *TARGETS)


def test(name):
    return run(str(build / "tests" / name))


def must_fail(name, *texts):
    done = test(name)
    said = done.stdout + done.stderr
    if done.returncode == 0:
        fail(f"{name} passes too early")
    for text in texts:
        if text not in said:
            fail(f"{name} does not say: {text}\n{said[-3000:]}")


def must_pass(name):
    done = test(name)
    if done.returncode != 0:
        fail(f"{name}\n{done.stdout[-3000:]}{done.stderr[-3000:]}")


def run_commands(lines):
    """Runs each "$ COMMAND"; the lines after it, if any, are what it must print."""
    commands = "\n".join(lines).split("$ ")[1:]
    for text in commands:
        command, _, wanted = text.partition("\n")
        printed = must("bash", "-c", command)
        if wanted.strip() and printed.strip() != wanted.strip():
            fail(f"{command} prints:\n{printed}and not:\n{wanted}")


def main():
    copy.mkdir()
    must("tar", "-C", str(source), "--exclude=./build*", "--exclude=./.git",
         "--exclude=./web/node_modules", "-cf", str(work / "copy.tar"), ".")
    must("tar", "-xf", str(work / "copy.tar"))
    diffs, commands, oracle_says = [], [], None
    for kind, lines, before in blocks((copy / "docs/FIRST-CHANGE.md").read_text()):
        if kind == "diff":
            diffs += hunks(lines)
        elif lines[0].startswith('{"t":'):
            file = re.search(r"`(tests/laws/[^`]*)`", before).group(1)
            (copy / file).write_text("\n".join(lines) + "\n")
        elif lines[0].startswith("$ build-debug"):
            commands.append(lines)
        elif lines[0].startswith("DIFFERENCE"):
            oracle_says = lines[0]
    if not diffs or not commands or oracle_says is None:
        fail("the tutorial has lost its diffs, its commands or the oracle's report")
    must("cmake", "-S", ".", "-B", str(build), "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Debug",
         "-DCMAKE_C_FLAGS_DEBUG=-O0", "-DCANASTA_LIBRARY=OFF", "-DCANASTA_TESTS=ON",
         "-DCANASTA_WERROR=ON")

    data = [diff for diff in diffs if diff[0].startswith("data/")]
    for diff in diffs:
        if diff not in data:
            apply(*diff)
    make()
    must_fail("unit_rules_test", "laws1950_lists_every_parameter")
    must_fail("unit_text_test", "no sentence for ")

    for diff in data:
        apply(*diff)
    make()
    for name in TARGETS[3:]:
        must_pass(name)
    for lines in commands:
        run_commands(lines)
    settings = [f"CANASTA={build}/canasta", f"BUILD_DIR={build}", f"SOURCE_DIR={copy}"]
    for script in "docs.sh", "contract.sh":
        must("env", *settings, "bash", f"tests/hosts/{script}", "--renew")
    if "discard_jokers" not in (copy / "docs/RULES.md").read_text():
        fail("docs.sh --renew leaves the parameter out")
    must("clang-format", "--dry-run", "-Werror",
         *sorted({diff[0] for diff in diffs if diff[0].endswith((".c", ".h"))}))

    for file, number, old, new in diffs:
        if file == "src/engine/legal.c":
            apply(file, number, new, old)
    make()
    must_fail("unit_legal_oracle_test", oracle_says)


main()
