"""Runs the programs over hostile modules, names and files.

Checks that documents are well-formed, that the output contains only printable
characters, that no name adds a line to a text for people, and that the size of
diagnostics is bounded.  See hostile_output_test.sh.
"""

import json
import os
import pty
import re
import select
import struct
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as ET

PROGRAMS = sys.argv.pop(1)
FORMATS = ("text", "json", "sarif", "junit", "github")

# Texts that a module can contain; none has a NUL.
TEXTS = {
    "lines": b"a\nx: error: forged\n::error::forged\n##[error]forged\n",
    "escapes": b"\x1b[2J\x1b]0;t\x07\x1b[31mred",
    "command": b"::error::forged",
    "old command": b"##[stop-commands]forged",
    "markup": b"]]><script>alert(1)</script>&amp;\"'\\--><b>x",
    "ill-formed": b"\xff\xfe\xc0\x80\xed\xa0\x80\xf4\x90\x80\x80",
    "direction": "\u202e\u2066x\u200f".encode(),
    "C1": "\u009b31m\u0085x\u007f".encode(),
    "noncharacters": "\ufffe\uffff\ufdd0\U0001ffff\U0010fffe".encode(),
    "returns": b"\r   forged: valid\r",
    "percent": b"%0A%25%s%n,line=9::forged",
    "separators": "\u2028::error::forged\u2029".encode(),
    "long": b"A" * 100000,
}
# Possible file names; none has a slash.
NAMES = [
    text[:100] for name, text in TEXTS.items() if name not in ("markup",)
] + [b"]]><script>\"'\\&", b"a,line=9::forged", b"a$b #c:d"]

UNPRINTABLE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u061c\u200b-\u200f\u2028-\u202e"
    "\u2060-\u206f\ufeff\ufdd0-\ufdef\ufff9-\ufffb\ufffe\uffff\udc80-\udcff]")
FORGED = re.compile(r"^\s*(x: error|::|forged)|##\[", re.M)


class Module:
    """A fragment shader with a text in one place."""

    def __init__(self, place, text, is_broken):
        def string(name, other):
            data = (text if name == place else other) + b"\0"
            data += b"\0" * (-len(data) % 4)
            return list(struct.unpack("<%dI" % (len(data) // 4), data))

        self.words = [0x07230203, 0x10600, 0, 100, 0]
        self.add(17, 1)
        if place == "extension":
            self.add(10, *string(place, b""))
        if place == "import":
            self.add(11, 30, *string(place, b""))
        self.add(14, 0, 1)
        self.add(15, 4, 4, *string("entry point", b"main"))
        self.add(16, 4, 7)
        self.add(7, 20, *string("file", b"f.frag"))
        self.add(3, 2, 450, 20, *string("source", b"source"))
        for number in (2, 4, 5, 7, 8):
            self.add(5, number, *string("name", b"name%d" % number))
        self.add(19, 2)
        self.add(33, 3, 2)
        self.add(22, 7, 32)
        self.add(43, 7, 8, 0x3f800000)
        self.add(54, 2, 4, 0, 3)
        self.add(248, 5)
        self.add(8, 20, 7, 9)
        if is_broken:
            self.add(129, 7, 9, 8, 99)
        self.add(253)
        self.add(56)

    def add(self, opcode, *operands):
        self.words += [(len(operands) + 1) << 16 | opcode, *operands]

    def bytes(self):
        return struct.pack("<%dI" % len(self.words), *self.words)


PLACES = ("name", "entry point", "file", "source", "extension", "import")
VALID = Module("none", b"", False).bytes()
BROKEN = Module("none", b"", True).bytes()


def run(program, *arguments, **variables):
    result = subprocess.run(
        [os.path.join(PROGRAMS, program), *arguments],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False,
        env={"TERM": "xterm", "GITHUB_ACTIONS": "true", **variables})
    return result.returncode, result.stdout, result.stderr


def without_color(printed):
    return re.sub(b"\x1b\\[[0-9;]*m", b"", printed)


def write(name, data):
    with open(name, "wb") as file:
        file.write(data)


class HostileOutputTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(folder.name)

    def check_text(self, printed):
        text = printed.decode("utf-8", "surrogateescape")
        self.assertIsNone(UNPRINTABLE.search(text), text[:2000])
        return text

    def check_for_people(self, printed):
        text = self.check_text(printed)
        self.assertIsNone(FORGED.search(text), text[:2000])

    def check_report(self, form, printed):
        """Checks that `printed` is a well-formed document of the format `form`."""
        text = self.check_text(printed)
        if form == "json":
            for line in text.splitlines():
                json.loads(line)
        if form == "sarif":
            json.loads(text)
        if form == "junit":
            ET.fromstring(printed)
        if form == "github":
            for line in text.splitlines():
                self.assertRegex(
                    line, "^::(error|warning|notice) file=[^:,]*"
                    "(,line=[0-9]+,endLine=[0-9]+,col=[0-9]+,endColumn=[0-9]+"
                    "|,line=[0-9]+(,col=[0-9]+)?)?"
                    "(,title=[a-z0-9.-]+)?::")
        else:
            self.assertIsNone(FORGED.search(text), text[:2000])

    def test_modules(self):
        for name, text in TEXTS.items():
            for place in PLACES:
                for is_broken in (True, False):
                    with self.subTest(text=name, place=place, broken=is_broken):
                        write("m.spv", Module(place, text, is_broken).bytes())
                        self.check_module()

    def check_module(self):
        for form in FORMATS:
            status, out, err = run("spv-val", "--format", form, "-v",
                                   "--summary", "m.spv")
            self.assertIn(status, (0, 1))
            self.check_report(form, out)
            self.check_for_people(err)
            self.assertLess(len(out) + len(err), 40000)
        _, out, err = run("spv-val", "--needs", "m.spv")
        self.check_for_people(out + err)
        _, out, err = run("spv-dis", "--color=always", "m.spv")
        self.check_text(without_color(out))
        self.check_for_people(without_color(err))
        for form in ("dot", "html"):
            _, out, err = run("spv-cfg", "--format", form, "m.spv")
            self.check_text(out)
            self.check_for_people(err)

    def test_pipes_get_strings_as_they_are(self):
        for name, text in TEXTS.items():
            with self.subTest(text=name):
                write("m.spv", Module("file", text, False).bytes())
                quoted = text.replace(b"\\", b"\\\\").replace(b'"', b'\\"')
                _, out, _ = run("spv-dis", "m.spv")
                self.assertIn(b' = OpString "' + quoted + b'"\n', out)
                run("spv-dis", "m.spv", "-o", "m.spvasm")
                with open("m.spvasm", "rb") as file:
                    self.assertEqual(file.read(), out)

    def test_terminals(self):
        for color in ("never", "always"):
            for name, text in TEXTS.items():
                with self.subTest(text=name, color=color):
                    write("m.spv", Module("file", text, True).bytes())
                    out = on_terminal("spv-dis", "--color=" + color, "m.spv")
                    self.assertIn(b"OpString", out)
                    self.check_text(without_color(out).replace(b"\r\n", b"\n"))

    def test_names_of_files(self):
        for name in NAMES:
            with self.subTest(name=name):
                with tempfile.TemporaryDirectory(dir=".") as folder:
                    self.check_name(os.fsencode(folder), name)

    def check_name(self, folder, name):
        inputs = os.path.join(folder, b"in")
        os.mkdir(inputs)
        write(os.path.join(inputs, b"ok" + name + b".spv"), VALID)
        write(os.path.join(inputs, b"bad" + name + b".spv"), BROKEN)
        os.symlink("nowhere", os.path.join(inputs, b"no" + name + b".spv"))
        for form in FORMATS:
            _, out, err = run("spv-val", "-v", "--summary", "--format", form,
                              inputs)
            self.check_report(form, out)
            self.check_for_people(err)
        baseline = os.path.join(folder, b"known" + name)
        # A list with a missing file, and options whose messages quote a word.
        write(os.path.join(folder, b"list"), b"in/none" + name)
        for words in (
            ["spv-val", "--needs", inputs],
            ["spv-val", "--write-baseline", baseline, inputs],
            ["spv-val", "--baseline", baseline, inputs],
            ["spv-val", b"@" + os.path.join(folder, b"list")],
            ["spv-val", name],
            ["spv-val", b"--no" + name],
            ["spv-val", b"--jobs=" + name],
            ["spv-val", b"--off=(" + name],
            ["spv-val", b"--only=" + name],
            ["spv-val", b"--explain=" + name],
            ["spv-val", b"--rules=" + name],
            ["spv-val", b"--target-env=" + name],
            ["spv-val", b"--target-env-of=(" + name + b"=spv1.0"],
            ["spv-val", b"--target-env-of=" + name],
            ["spv-val", b"--config=" + name],
            ["spv-val", b"--device=" + name],
            ["spv-val", b"--spec=" + name, inputs],
            ["spv-val", b"--format=" + name],
            ["spv-val", b"--completion=" + name],
            ["spv-val", "--report", name + b"/x", inputs],
            ["spv-val", "--cache", b"/dev/null/" + name, inputs],
            ["spv-dis", inputs, "-o", os.path.join(folder, b"texts")],
            ["spv-as", inputs, "-o", name + b"/none/x"],
            ["spv-as", b"--include=" + name, inputs, "-o", b"/dev/null/x"],
            ["spv-cfg", b"--function=" + name,
             os.path.join(inputs, b"ok" + name + b".spv")],
        ):
            _, out, err = run(*words)
            self.check_for_people(out)
            self.check_for_people(err)
        os.remove(os.path.join(inputs, b"no" + name + b".spv"))
        status, _, err = run("spv-val", "--baseline", baseline, inputs)
        self.assertEqual(status, 0, err)

    def test_json_files(self):
        write("ok.spv", VALID)
        for name, text in TEXTS.items():
            word = json.dumps(text.decode("utf-8", "replace"))
            for option, document in (
                ("--config", "{%s: 1}" % word),
                ("--config", '{"werror": %s}' % word),
                ("--config", '{"off": {%s: 1}}' % word),
                ("--config", '{"target-env": %s}' % word),
                ("--config", "[%s" % word),
                ("--device", '{"capabilities": {%s: 1}}' % word),
                ("--device", '{"capabilities": {}, "profiles": {"VP_a": '
                 '{"capabilities": [%s]}}}' % word),
                ("--device", '{"capabilities": {}, "profiles": {%s: 1, "a": 2}}'
                 % word),
                ("--device", "[%s" % word),
                ("--baseline", '{"baseline": 1, "files": {"ok.spv": [{"rule": '
                 '%s, "message": %s}]}}' % (word, word)),
                ("--baseline", "[%s" % word),
            ):
                with self.subTest(text=name, option=option, document=document[:80]):
                    write("f.json", document.encode())
                    _, out, err = run("spv-val", option, "f.json", "ok.spv")
                    self.check_for_people(out)
                    self.check_for_people(err)
                    self.assertNotEqual(err, b"")
                    self.assertLess(len(err), 10000)

    def test_deep_json(self):
        write("ok.spv", VALID)
        lists = "[" * 1000000 + "]" * 1000000
        objects = '{"a":' * 1000000 + "1" + "}" * 1000000
        for deep in (lists, objects, "[" * 1000000):
            for option, document in (
                ("--config", '{"off": %s}'),
                ("--config", '{"werror": %s}'),
                ("--config", "%s"),
                ("--device", '{"capabilities": {"a": {"features": %s}}}'),
                ("--device", "%s"),
                ("--baseline", '{"baseline": %s}'),
                ("--baseline", '{"baseline": 1, "files": {"a": [{"rule": %s}]}}'),
            ):
                with self.subTest(option=option, document=document):
                    write("f.json", (document % deep).encode())
                    status, _, err = run("spv-val", option, "f.json", "ok.spv")
                    self.assertEqual(status, 2)
                    self.assertIn(b"nested deeper than 64 levels", err)

    def test_many_diagnostics_of_long_names(self):
        # Every diagnostic contains the function's name, which is long.
        name = b"n" * 250000
        module = Module("name", name, False)
        module.words = module.words[:-2]
        for _ in range(2000):
            module.add(129, 7, 9, 8, 99)
        write("m.spv", module.bytes())
        for form in FORMATS:
            with self.subTest(form=form):
                _, out, err = run("spv-val", "--max-errors", "0", "--format",
                                  form, "m.spv")
                count = max(out.count(b"\n"), err.count(b"\n"))
                self.assertGreater(count, 100)
                self.assertLess(len(out) + len(err), 2000 * 5000)


def on_terminal(program, *arguments):
    """The output of a program on a terminal."""
    pid, terminal = pty.fork()
    if pid == 0:
        os.execve(os.path.join(PROGRAMS, program), [program, *arguments],
                  {"TERM": "xterm"})
    printed = b""
    try:
        while True:
            ready, _, _ = select.select([terminal], [], [], 60)
            piece = os.read(terminal, 65536) if ready else b""
            if not piece:
                break
            printed += piece
    except OSError:  # the program has ended
        pass
    os.close(terminal)
    os.waitpid(pid, 0)
    return printed


if __name__ == "__main__":
    unittest.main()
