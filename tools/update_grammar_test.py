#!/usr/bin/env python3
"""Tests tools/update_grammar on a copy of the tree with a small grammar."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

WRITER = os.path.abspath(os.environ.get("WRITE_SNAPSHOT", ""))
SCRIPT = os.path.abspath("tools/update_grammar")


def core(instructions=(), capabilities=()):
    """A core grammar with OpNop, Shader and the given entries."""
    return {
        "instruction_printing_class": [{"tag": "Memory"}],
        "instructions": [{"opname": "OpNop", "class": "Memory", "opcode": 0}]
                        + list(instructions),
        "operand_kinds": [
            {"category": "ValueEnum", "kind": "Capability", "enumerants":
             [{"enumerant": "Shader", "value": 1}] + list(capabilities)},
            {"category": "Id", "kind": "IdResult"},
            {"category": "Id", "kind": "IdResultType"}]}


class UpdateGrammarTest(unittest.TestCase):

    def setUp(self):
        self.root = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.root)
        for folder in ("tools", "grammar", "validate/rules", "tree/unified1"):
            os.makedirs(os.path.join(self.root, folder))
        self.script = shutil.copy(SCRIPT, os.path.join(self.root, "tools"))
        self.write("validate/rules/a.cc", "case Op::kLoad: Capability::kKernel")

    def path(self, name):
        return os.path.join(self.root, name)

    def write(self, name, text):
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(text)

    def write_tree(self, grammar):
        self.write("tree/unified1/spirv.core.grammar.json", json.dumps(grammar))

    def snapshot(self):
        with open(self.path("grammar/snapshot.txt"), encoding="utf-8") as file:
            return file.read()

    def run_script(self, *arguments):
        return subprocess.run(
            [sys.executable, self.script, "--writer", WRITER, *arguments],
            capture_output=True, text=True, check=False)

    def update(self, *arguments):
        return self.run_script(*arguments, self.path("tree"), "Test 1")

    def test_lists_the_difference(self):
        self.write_tree(core([{"opname": "OpOld", "class": "Memory",
                               "opcode": 9}]))
        self.assertEqual(self.update().returncode, 0)
        self.assertIn("release Test 1\n", self.snapshot())
        self.write_tree(core(
            [{"opname": "OpLoad", "class": "Memory", "opcode": 1},
             {"opname": "OpStore", "class": "Memory", "opcode": 2}],
            [{"enumerant": "Kernel", "value": 6, "version": "1.1"},
             {"enumerant": "Matrix", "value": 0}]))
        result = self.update()
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(result.stdout, """\
new: core enumerant Capability Kernel
new: core enumerant Capability Matrix (no rule)
new: core instruction OpLoad
new: core instruction OpStore (no rule)
gone: core instruction OpOld
grammar/snapshot.txt is that of Test 1
""")
        self.write_tree(core(
            [{"opname": "OpLoad", "class": "Memory", "opcode": 1},
             {"opname": "OpStore", "class": "Memory", "opcode": 2}],
            [{"enumerant": "Kernel", "value": 6},
             {"enumerant": "Matrix", "value": 0}]))
        before = self.snapshot()
        result = self.update("--dry-run")
        self.assertEqual(result.stdout, """\
changed: core enumerant Capability Kernel
  from: core enumerant Capability 6 Kernel version=1.1
    to: core enumerant Capability 6 Kernel
""")
        self.assertEqual(self.snapshot(), before)

    def test_keeps_the_snapshot_if_the_tree_is_malformed(self):
        self.write("grammar/snapshot.txt", "as it was\n")
        self.write_tree({"instructions": 1})
        result = self.update()
        self.assertEqual(result.returncode, 1)
        self.assertIn("spirv.core.grammar.json: document: 'instructions' must "
                      "be a list", result.stderr)
        self.assertIn("the snapshot is unchanged", result.stderr)
        self.assertEqual(self.snapshot(), "as it was\n")

    def test_reports_bad_arguments(self):
        result = self.run_script(self.path("tree"), "Test 1")
        self.assertEqual(result.returncode, 1)
        self.assertIn("has no spirv.core.grammar.json", result.stderr)
        result = self.run_script(self.path("tree"))
        self.assertEqual(result.returncode, 2)
        self.assertIn("RELEASE must name the release of TREE", result.stderr)


if __name__ == "__main__":
    unittest.main()
