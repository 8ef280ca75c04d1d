"""Runs tools/new_rule in small trees and checks what it writes and refuses.

Usage: new_rule_test.py NEW_RULE
"""

import os
import shutil
import subprocess
import sys
import tempfile
import unittest

NEW_RULE = None

FAMILIES = """\
    families = [
        "arith/arithmetic",
        "arith/shifts",
        "bit/bits",
    ],
"""

ARITHMETIC = """\
constexpr RuleTable R({
    {"arith.add.type", "3.3.13",
     "the type must be }, not {0}"},  // }
    Also("arith.add.old-name arith.add.older-name",
         {"arith.add.count", "3.3.13", "text"}),
});
"""

SHIFTS = """\
constexpr RuleTable R(
    {
        {"arith.shift.type", "3.3.14", "text"},
    },
    kOps);
"""

# The tree of each test.
TREE = {
    "validate/rules/BUILD.bazel": FAMILIES,
    "validate/rules/arith/arithmetic.cc": ARITHMETIC,
    "validate/rules/arith/shifts.cc": SHIFTS,
    "validate/rules/bit/bits.cc": "// Its rules are rows of tables.\n",
    "parse/rules.cc": '"bit.parse.form"\n',
    "testdata/rules/arith/arith.add.type.spvasm": "",
    "testdata/rules/bit/bit.count.left-over.ok.spvasm": "",
}


class NewRuleTest(unittest.TestCase):
    def setUp(self):
        self.root = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.root)
        for path, text in TREE.items():
            os.makedirs(os.path.dirname(self.path(path)), exist_ok=True)
            with open(self.path(path), "w", encoding="utf-8") as file:
                file.write(text)
        os.makedirs(self.path("tools"))
        shutil.copy(NEW_RULE, self.path("tools/new_rule"))

    def path(self, name):
        return os.path.join(self.root, name)

    def read(self, name):
        with open(self.path(name), encoding="utf-8") as file:
            return file.read()

    def contents(self):
        return {os.path.relpath(os.path.join(folder, name), self.root):
                self.read(os.path.join(folder, name))
                for folder, _, names in os.walk(self.root) for name in names}

    def run_script(self, *arguments):
        return subprocess.run((sys.executable, self.path("tools/new_rule")) + arguments,
                              text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def add(self, *arguments):
        result = self.run_script(*arguments)
        self.assertEqual(result.returncode, 0, result.stderr)
        return result.stdout

    def test_adds_a_row_to_the_family_of_the_subject(self):
        out = self.add("arith.add.sign", "3.3.13", "the sign must be {0}")
        self.assertEqual(
            self.read("validate/rules/arith/arithmetic.cc"),
            ARITHMETIC.replace("\n});", '\n    {"arith.add.sign", "3.3.13",\n'
                               '     "the sign must be {0}"},\n});'))
        violating = self.read("testdata/rules/arith/arith.add.sign.spvasm")
        valid = self.read("testdata/rules/arith/arith.add.sign.ok.spvasm")
        self.assertEqual(violating, "; module: error arith.add.sign\n" + valid)
        self.assertIn("OpFunctionEnd", valid)
        self.assertEqual(self.read("validate/rules/BUILD.bazel"), FAMILIES)
        self.assertIn("PLUMB_REWRITE=$PWD bazel run //testdata:snapshot_test", out)

    def test_adds_a_row_to_a_table_with_arguments(self):
        self.add("arith.shift.count", "3.3.14", "text")
        self.assertEqual(
            self.read("validate/rules/arith/shifts.cc"),
            SHIFTS.replace("\n    },", '\n        {"arith.shift.count", "3.3.14",\n'
                           '         "text"},\n    },'))

    def test_breaks_long_messages_and_escapes_quotes(self):
        self.add("arith.add.sign", "SPV_EXT_example", 'a "quoted" word ' + "and more " * 20)
        text = self.read("validate/rules/arith/arithmetic.cc")
        self.assertIn('a \\"quoted\\" word', text)
        self.assertLessEqual(max(map(len, text.splitlines())), 80)

    def test_makes_a_family(self):
        self.add("arith.new-subject.sign", "3.3.13", "text")
        text = self.read("validate/rules/arith/new_subject.cc")
        self.assertIn('{"arith.new-subject.sign", "3.3.13",\n     "text"},\n});', text)
        self.assertIn("extern constinit const Family kNewSubject(R);", text)
        self.assertEqual(
            self.read("validate/rules/BUILD.bazel"),
            FAMILIES.replace('"arith/shifts",\n',
                             '"arith/shifts",\n        "arith/new_subject",\n'))

    def test_takes_the_family_that_is_named(self):
        self.add("--family", "shifts", "arith.add.sign", "3.3.13", "text")
        self.assertIn("arith.add.sign", self.read("validate/rules/arith/shifts.cc"))
        self.assertEqual(self.read("validate/rules/arith/arithmetic.cc"), ARITHMETIC)

    def test_refuses_and_changes_nothing(self):
        with open(self.path("validate/rules/arith/copy.cc"), "w",
                  encoding="utf-8") as file:
            file.write('"arith.shift.sign"\n')
        rows = (
            ("is not an id", ["arith.add", "3.3.13", "text"]),
            ("is not an id", ["Arith.add.sign", "3.3.13", "text"]),
            ("is not an id", ["arith.add.sign-", "3.3.13", "text"]),
            ("is not an id", ["arith.add.sign.more", "3.3.13", "text"]),
            ("is not an id", ["../arith.add.sign", "3.3.13", "text"]),
            ("there is no area 'arithm': it must be one of arith, bit",
             ["arithm.add.sign", "3.3.13", "text"]),
            ("already has the id", ["arith.add.type", "3.3.13", "text"]),
            ("already has the id", ["arith.add.older-name", "3.3.13", "text"]),
            ("already has the id", ["bit.parse.form", "3.3.13", "text"]),
            ("is neither a section", ["arith.add.sign", "three", "text"]),
            ("without a full stop", ["arith.add.sign", "3.3.13", "Text."]),
            ("without a full stop", ["arith.add.sign", "3.3.13", ""]),
            ("must be one line", ["arith.add.sign", "3.3.13", "a\nb"]),
            ("is not a name of a family",
             ["--family", "../x", "arith.add.sign", "3.3.13", "text"]),
            ("choose one by --family: copy, shifts",
             ["arith.shift.count", "3.3.13", "text"]),
            ("has no table",
             ["--family", "bits", "bit.count.sign", "3.3.13", "text"]),
            ("already exists", ["bit.count.left-over", "3.3.13", "text"]),
        )
        before = self.contents()
        for message, arguments in rows:
            with self.subTest(arguments=arguments):
                result = self.run_script(*arguments)
                self.assertEqual(result.returncode, 2)
                self.assertIn(message, result.stderr)
                self.assertEqual(result.stdout, "")
                self.assertEqual(self.contents(), before)

    def test_undoes_what_it_cannot_finish(self):
        modules = "testdata/rules/arith/arith.add.sign"
        os.symlink(self.path("none/none"), self.path(modules + ".ok.spvasm"))
        result = self.run_script("arith.add.sign", "3.3.13", "text")
        self.assertEqual(result.returncode, 2)
        self.assertIn("No such file", result.stderr)
        self.assertEqual(self.read("validate/rules/arith/arithmetic.cc"), ARITHMETIC)
        self.assertFalse(os.path.exists(self.path(modules + ".spvasm")))


if __name__ == "__main__":
    NEW_RULE = os.path.abspath(sys.argv.pop(1))
    unittest.main()
