"""Tests depfiles with Make and Ninja.

Tries every printable character at the start, in the middle and at the end of the
name of a source and of an output.  spv-as must either refuse to write the depfile,
with a message and without any output, or Make and Ninja must read exactly the
right dependencies and run no command.

    depfile_test.py SPV_AS
"""

import os
import shutil
import subprocess
import sys
import tempfile
import time

TEXT = ("OpCapability Shader\nOpCapability Linkage\n"
        "OpMemoryModel Logical GLSL450\n")
OLD, OUTPUT, NEW = 1000, 2000, int(time.time()) - 100

# Further names, with several special characters or a meaning of their own.
WORDS = [
    "$(shell touch PWNED)", "${x}", "$$x", "$", "a$", "a\\", "a\\ b", "a\\\\ b",
    "a\\#b", "a\\$b", "a\\:b", "a  b", " a", "a ", "a::b", "~", "~root", "~x",
    "x(y)", "(y)", "x[yz]", "x*", "define", "undefine", "export", "include",
    "include x", "define x", ".PHONY", ".SILENT", ".IGNORE", ".DELETE_ON_ERROR",
    "-x", "--", "x|y", "| x", "a&", "&a", "C:x", "x:", "X!=touch${IFS}PWNED;",
    "X=1", "X+=1", "X:=1", "%", "x%y", "a\tb", "\ta", "a\rb", "a\x0bb", "a\x7fb",
    "a\nb: c", "\u00e9", "\u65e5\u672c", "a,b", "a@b", "@", "x;touch PWNED", ";",
    "`touch PWNED`", "{a,b}", "'", '"', "a'b'c", '"a"', "#", "a#b", "# a",
]


def run(*words, cwd):
    return subprocess.run(words, cwd=cwd, capture_output=True, timeout=60)


def set_time(folder, name, seconds):
    os.utime(os.path.join(folder, name), (seconds, seconds))


class Checker:
    def __init__(self, spv_as):
        self.spv_as = os.path.abspath(spv_as)
        self.failures = []
        self.accepted = 0

    def fail(self, what, *results):
        self.failures.append(what + "".join(
            f"\n    {r.args}: {r.returncode} {r.stdout!r} {r.stderr!r}"
            for r in results))

    def check(self, source, output):
        folder = tempfile.mkdtemp()
        try:
            self.check_in(folder, source, output)
            if os.path.exists(os.path.join(folder, "PWNED")):
                self.fail(f"{source!r} {output!r}: a command was run")
        finally:
            shutil.rmtree(folder)

    def check_in(self, folder, source, output):
        name = f"{source!r} -> {output!r}"
        with open(os.path.join(folder, source), "w") as file:
            file.write(TEXT)
        operand = f"./{source}" if source.startswith("@") else source
        made = run(self.spv_as, "--depfile", "dep.d", f"-o{output}", "--",
                   operand, cwd=folder)
        if made.returncode == 2:
            if b"--depfile: Make and Ninja cannot both read" not in made.stderr:
                self.fail(f"{name}: refused without a reason", made)
            if set(os.listdir(folder)) != {source}:
                self.fail(f"{name}: refused, but something was written")
            return
        if made.returncode != 0:
            self.fail(f"{name}: not assembled", made)
            return
        self.accepted += 1
        set_time(folder, source, OLD)
        set_time(folder, output, OUTPUT)
        self.check_make(folder, name, source, output)
        self.check_ninja(folder, name, source, output)

    def check_make(self, folder, name, source, output):
        if shutil.which("make") is None:
            return
        # A pattern rule makes every target, so only the depfile contains names.
        with open(os.path.join(folder, "Makefile"), "w") as file:
            file.write("-include dep.d\n%:\n\t@:\n")
        # With "./", Make does not read the goal as an option.
        goal = "./" + output
        now = run("make", "-s", "-q", "--", goal, cwd=folder)
        set_time(folder, source, NEW)
        later = run("make", "-s", "-q", "--", goal, cwd=folder)
        os.rename(os.path.join(folder, source), os.path.join(folder, "away"))
        gone = run("make", "-s", "-q", "--", goal, cwd=folder)
        os.rename(os.path.join(folder, "away"), os.path.join(folder, source))
        set_time(folder, source, OLD)
        results = (now, later, gone)
        if ([r.returncode for r in results] != [0, 1, 1] or
                any(r.stdout or r.stderr for r in results)):
            self.fail(f"{name}: make", *results)

    def check_ninja(self, folder, name, source, output):
        if shutil.which("ninja") is None:
            return
        quoted = (output.replace("$", "$$").replace(":", "$:")
                  .replace(" ", "$ "))
        os.rename(os.path.join(folder, "dep.d"),
                  os.path.join(folder, "kept.d"))
        os.rename(os.path.join(folder, output), os.path.join(folder, "made"))
        # A script contains the name, so the command line need not quote it.
        with open(os.path.join(folder, "make_it"), "w") as file:
            file.write("cp kept.d dep.d\ncp made './%s'\n" %
                       output.replace("'", "'\\''"))
        with open(os.path.join(folder, "build.ninja"), "w") as file:
            file.write("rule r\n  command = sh make_it\n  depfile = dep.d\n"
                       f"build {quoted}: r\n")
        first = run("ninja", cwd=folder)
        set_time(folder, output, OUTPUT)
        now = run("ninja", "-n", cwd=folder)
        set_time(folder, source, NEW)
        later = run("ninja", "-n", cwd=folder)
        if (first.returncode != 0 or b"no work to do" not in now.stdout or
                later.returncode != 0 or b"no work to do" in later.stdout):
            self.fail(f"{name}: ninja", first, now, later)


def names():
    for code in range(0x20, 0x7f):
        char = chr(code)
        if char == "/":
            continue
        yield from (f"{char}x", f"x{char}y", f"x{char}", f"x{char}y{char}z")
    yield from WORDS


def main():
    checker = Checker(sys.argv[1])
    for tool in ("make", "ninja"):
        if shutil.which(tool) is None:
            print(f"skipped: {tool} is not installed", file=sys.stderr)
    count = 0
    for name in names():
        count += 1
        checker.check(name, "out.spv")
        checker.check("source.spvasm", f"{name}.spv")
    print(f"{count} names, {checker.accepted} depfiles")
    for failure in checker.failures:
        print(failure)
    # There are two depfiles per name.  spv-as must accept at least half of them.
    sys.exit(bool(checker.failures) or checker.accepted < count)


main()
