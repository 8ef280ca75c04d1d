#!/usr/bin/env python3
"""Writes compile_commands.json: how each C++ source is compiled.

The file is for clang-tidy (tools/lint) and for editors.  The flags are those of
Bazel's actions, from `bazel aquery`, which compiles nothing.  Paths are changed
so that they are valid outside of Bazel's folders: sources are relative to the
tree, everything else is absolute.  Builds the generated sources that compilations
read.

Usage: compile_commands.py [OUTPUT]     (compile_commands.json by default)
"""

import json
import os
import subprocess
import sys

# GCC's flags that Clang does not accept, and outputs and dates that only a build
# needs.  clang-tidy warns about redefined dates even if the warning is disabled.
DROPPED = {"-fno-canonical-system-headers", "-Wno-free-nonheap-object", "-MD",
           "-Wunused-but-set-parameter", "-fPIC", "-fpch-deps"}
# -include names the precompiled header (bazel/precompiled_header.bzl), which is
# only for GCC.
DROPPED_WITH_VALUE = {"-MF", "-o", "-include"}
DROPPED_PREFIXES = ("-frandom-seed=", "-D__DATE__=", "-D__TIME__=",
                    "-D__TIMESTAMP__=")


def bazel(*arguments):
    return subprocess.run(("bazel",) + arguments, check=True, text=True,
                          stdout=subprocess.PIPE,
                          stderr=None if arguments[0] == "build"
                          else subprocess.DEVNULL).stdout.strip()


class Folders:
    """Translates paths relative to Bazel's folders to absolute ones."""

    def __init__(self):
        self.tree = bazel("info", "workspace")
        self.moved = {
            "bazel-out/": bazel("info", "output_path") + "/",
            "external/": bazel("info", "output_base") + "/external/",
        }

    def place(self, path):
        for start, folder in self.moved.items():
            if path.startswith(start):
                return folder + path[len(start):]
        return path


def translated(arguments, folders):
    """The arguments of one compilation, for Clang outside of Bazel."""
    out = ["clang++"]
    rest = iter(arguments[1:])
    for argument in rest:
        if argument in DROPPED_WITH_VALUE:
            next(rest)
        elif argument not in DROPPED and not argument.startswith(
                DROPPED_PREFIXES):
            out.append(folders.place(argument))
    return out


def compilations(actions, folders):
    """One entry per source, from the first action that is not for the host."""
    entries = {}
    for action in actions:
        arguments = action["arguments"]
        source = arguments[arguments.index("-c") + 1]
        if not source.startswith(("bazel-out/", "external/")):
            entries.setdefault(source, {
                "directory": folders.tree,
                "file": source,
                "arguments": translated(arguments, folders),
            })
    return [entries[source] for source in sorted(entries)]


def main():
    os.chdir(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    output = sys.argv[1] if len(sys.argv) > 1 else "compile_commands.json"
    try:
        graph = bazel("aquery", 'mnemonic("CppCompile", //...)',
                      "--output=jsonproto")
        generators = bazel("query", 'kind("genrule", //...)').split()
        bazel("build", "--noshow_progress", "--ui_event_filters=-info",
              *generators)
    except subprocess.CalledProcessError as error:
        sys.exit(f"compile_commands: failed: {' '.join(error.cmd)}")
    entries = compilations(json.loads(graph)["actions"], Folders())
    with open(output, "w", encoding="utf-8") as out:
        json.dump(entries, out, indent=1)
        out.write("\n")


if __name__ == "__main__":
    main()
