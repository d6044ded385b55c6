#!/usr/bin/env python3
"""Prints the interface that compiled programs depend on, and compares it with abi.txt.

abi.py PREFIX          compares
abi.py PREFIX --write  writes abi.txt, after the version in canasta/version.h was raised

PREFIX is where both libraries are installed. Printed are: every public function with its
declaration, every struct with its size and fields, and every enum value and constant.
"""

import difflib
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
FILE = os.path.join(HERE, "abi.txt")
HEADERS = "#include <canasta/canasta.h>\n#include <canasta/record.h>\n"


def run(*command, **options):
    return subprocess.run(command, check=True, capture_output=True, text=True, **options).stdout


def declarations(prefix):
    """The library's own part of the preprocessed headers, one line per declaration."""
    text = run("cc", "-E", "-I", f"{prefix}/include", "-x", "c", "-", input=HEADERS)
    own, keep = [], False
    for line in text.splitlines():
        marker = re.match(r'# \d+ "([^"]*)"', line)
        if marker:
            keep = marker.group(1).startswith(f"{prefix}/include/")
        elif keep:
            own.append(line)
    text = re.sub(r'__attribute__ *\(\(visibility\("default"\)\)\)', "CN_API", " ".join(own))
    return re.sub(r"\s+", " ", text)


def exported(library):
    symbols = run("nm", "--dynamic", "--defined-only", "--format=posix", library).splitlines()
    return {line.split()[0].split("@")[0] for line in symbols}


def values(prefix, expressions):
    lines = [f'printf("%lld\\n", (long long)({e}));' for e in expressions]
    source = f"#include <stdio.h>\n{HEADERS}int main(void) {{ {' '.join(lines)} return 0; }}\n"
    with tempfile.TemporaryDirectory() as folder:
        program = os.path.join(folder, "values")
        run("cc", "-I", f"{prefix}/include", "-x", "c", "-", "-o", program, input=source)
        return run(program).split()


def describe(prefix, libdir):
    text = declarations(prefix)
    functions = dict()
    for match in re.finditer(r"CN_API ([^;{]*?(\w+)\([^;{]*\));", text):
        functions[match.group(2)] = match.group(1)
    found = exported(f"{libdir}/libcanasta.so") | exported(f"{libdir}/libcanasta-record.so")
    if found != set(functions):
        sys.exit(f"exported but not declared with CN_API: {sorted(found - set(functions))}\n"
                 f"declared but not exported: {sorted(set(functions) - found)}")
    structs = re.findall(r"struct (\w+) \{(.*?)\};", text)
    names = []
    for body in re.findall(r"enum(?: \w+)? \{(.*?)\};", text):
        names += re.findall(r"(CN_\w+)(?: *=[^,]*)?(?:,|$)", body.strip())
    macros = ["CN_NO_CARD", "CN_NO_KIND", "CN_NO_SEAT", "CN_DEFAULT_NODES"]
    sizes = values(prefix, [f"sizeof(struct {name})" for name, _ in structs])
    numbers = values(prefix, names + macros)
    lines = [f"function {functions[name]}" for name in sorted(functions)]
    lines += sorted(f"struct {name} {size} {{{body}}}"
                    for (name, body), size in zip(structs, sizes))
    lines += [f"value {name} {number}" for name, number in zip(names + macros, numbers)]
    return lines


def version(prefix):
    major, minor, _ = values(prefix, [f"CN_VERSION_{part}" for part in ("MAJOR", "MINOR", "PATCH")])
    return f"version {major}.{minor}"


def main():
    prefix = os.path.abspath(sys.argv[1])
    libdir = os.environ.get("LIBDIR", f"{prefix}/lib")
    now = [version(prefix)] + describe(prefix, libdir)
    with open(FILE, encoding="utf-8") as file:
        before = file.read().splitlines()
    if now == before:
        return
    raised = before[:1] != now[:1]
    if "--write" in sys.argv and (raised or not before):
        with open(FILE, "w", encoding="utf-8") as file:
            file.write("\n".join(now) + "\n")
        return
    print("\n".join(difflib.unified_diff(before, now, "abi.txt", "now", lineterm="", n=0)))
    sys.exit("The public interface has changed. " + (
        "Run tests/package/abi.py PREFIX --write." if raised else
        "Raise CN_VERSION_MINOR in include/canasta/version.h first."))


main()
