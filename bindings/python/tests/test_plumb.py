"""Tests of the package plumb.

Run from bindings/python: PYTHONPATH=src python3 -m unittest discover tests
"""

import gc
import threading
import unittest

import plumb

VALID = """OpCapability Shader
OpMemoryModel Logical GLSL450
OpEntryPoint Vertex %main "main"
%void = OpTypeVoid
%fn = OpTypeFunction %void
%main = OpFunction %void None %fn
%entry = OpLabel
OpReturn
OpFunctionEnd
"""
INVALID = VALID.replace("OpReturn\n", "%x = OpIAdd %void %void %void\nOpReturn\n")
MALFORMED = VALID.replace("OpTypeVoid", "OpTypeVoyd")


class ValidateTest(unittest.TestCase):

    def test_valid_module(self):
        result = plumb.validate(VALID, env="vulkan1.3")
        self.assertTrue(result)
        self.assertEqual(result.verdict, plumb.Verdict.VALID)
        self.assertEqual(result.diagnostics, ())
        self.assertEqual(result.report, "")

    def test_invalid_module(self):
        result = plumb.validate(INVALID)
        self.assertFalse(result)
        self.assertEqual(result.verdict, plumb.Verdict.INVALID)
        first = result.diagnostics[0]
        self.assertEqual(first.severity, plumb.Severity.ERROR)
        self.assertEqual(first.place.line, 8)
        self.assertIsNotNone(first.place.word)
        self.assertTrue(first.rule and first.section and first.message)
        self.assertIn("OpIAdd", first.place.excerpt)
        self.assertIn("^", first.place.caret)
        self.assertEqual(str(first), f"8:{first.place.column}: error: "
                         f"{first.message} [{first.rule}]")
        self.assertIn(first.message, result.report)
        self.assertEqual(result.errors, len(result.diagnostics))

    def test_errors_of_syntax_have_fixes(self):
        result = plumb.validate(MALFORMED)
        self.assertEqual(result.verdict, plumb.Verdict.MALFORMED)
        fix = result.diagnostics[0].fix
        edit = fix.edits[0]
        self.assertEqual(edit.replacement, "OpTypeVoid")
        text = MALFORMED[:edit.offset] + edit.replacement + MALFORMED[edit.end_offset:]
        self.assertTrue(plumb.validate(text))

    def test_binary_in_any_buffer(self):
        binary = plumb.assemble(VALID)
        for data in (binary, bytearray(binary), memoryview(binary)):
            self.assertTrue(plumb.validate(data))

    def test_options(self):
        self.assertFalse(plumb.validate(INVALID, max_diagnostics=1))
        rule = plumb.validate(INVALID).diagnostics[0].rule
        names = [d.rule for d in plumb.validate(INVALID, off=[rule]).diagnostics]
        self.assertNotIn(rule, names)
        warned = plumb.validate(INVALID, warn=rule)
        self.assertEqual(warned.diagnostics[-1].severity, plumb.Severity.WARNING)
        with self.assertRaisesRegex(plumb.Error, "no-such"):
            plumb.validate(VALID, no_such_option=True)
        with self.assertRaisesRegex(plumb.Error, "vulkan9"):
            plumb.validate(VALID, env="vulkan9")

    def test_spec_constants(self):
        text = VALID.replace("%void = ", "OpDecorate %n SpecId 3\n%void = ", 1)
        text = text.replace("%fn = ", "%int = OpTypeInt 32 0\n"
                            "%n = OpSpecConstant %int 4\n"
                            "%array = OpTypeArray %int %n\n%fn = ")
        self.assertTrue(plumb.validate(text, spec={"3": 5}))
        self.assertFalse(plumb.validate(text, spec={3: 0}))
        with self.assertRaises(plumb.Error):
            plumb.validate(text, spec={"4": 1})


class AssembleTest(unittest.TestCase):

    def test_assembles_and_disassembles(self):
        binary = plumb.assemble(VALID, env="vulkan1.0")
        self.assertEqual(binary[:4], b"\x03\x02\x23\x07")
        text = plumb.disassemble(binary, plumb.TextFlags.NO_HEADER)
        self.assertIn("OpEntryPoint Vertex", text)
        self.assertEqual(plumb.assemble(text, env="vulkan1.0"), binary)

    def test_invalid_text_has_no_binary(self):
        with self.assertRaises(plumb.InvalidModule) as caught:
            plumb.assemble(INVALID)
        self.assertFalse(caught.exception.result)
        self.assertIn("error:", str(caught.exception))
        self.assertTrue(plumb.assemble(INVALID, validate=False))
        with self.assertRaises(plumb.InvalidModule):
            plumb.assemble(MALFORMED, validate=False)
        with self.assertRaises(plumb.InvalidModule):
            plumb.disassemble(b"not a module")

    def test_fixes(self):
        with plumb.Session() as session:
            session.validate(MALFORMED)
            text, count = session.fixed_text(unsafe=True)
        self.assertEqual((text, count), (VALID, 1))

    def test_needs(self):
        with plumb.Session() as session:
            session.validate(VALID)
            self.assertIn("Shader", str(session.needs("a.spv")))


class BadUseTest(unittest.TestCase):

    def test_wrong_types(self):
        for data in (None, 5, [1, 2], object()):
            with self.assertRaisesRegex(TypeError, "must be bytes or str"):
                plumb.validate(data)
        with self.assertRaises(TypeError):
            plumb.validate(VALID, env=5)
        with self.assertRaisesRegex(ValueError, "zero byte"):
            plumb.validate(VALID, env="a\0b")

    def test_closed_session(self):
        session = plumb.Session()
        session.validate(VALID)
        session.close()
        session.close()
        for call in (lambda: session.validate(VALID), session.report,
                     session.fixed_text, session.needs,
                     lambda: session.assemble(VALID),
                     lambda: session.disassemble(VALID)):
            with self.assertRaisesRegex(plumb.Error, "closed"):
                call()

    def test_session_without_an_input(self):
        with plumb.Session() as session:
            for call in (session.report, session.fixed_text, session.needs):
                with self.assertRaises(plumb.Error):
                    call()
            session.validate(VALID)
            self.assertEqual(session.report(), "")

    def test_failed_session(self):
        with self.assertRaises(plumb.Error):
            plumb.Session(jobs=0)
        gc.collect()

    def test_empty_and_odd_inputs(self):
        for data in (b"", "", b"\0", b"\x03\x02\x23\x07", "\0", "\ud7ff", b"\xff" * 99):
            self.assertIsInstance(plumb.validate(data), plumb.Result)


class CancelTest(unittest.TestCase):

    def test_cancelled(self):
        with self.assertRaises(plumb.Cancelled):
            plumb.validate(VALID, cancelled=lambda: True)
        self.assertTrue(plumb.validate(VALID, cancelled=lambda: False))

    def test_interrupt(self):
        def interrupt():
            raise KeyboardInterrupt

        with plumb.Session(cancelled=interrupt) as session:
            for _ in range(2):
                with self.assertRaises(KeyboardInterrupt):
                    session.validate(VALID)


class RulesTest(unittest.TestCase):

    def test_rules(self):
        rules = list(plumb.rules())
        self.assertEqual(rules, sorted(rules, key=lambda rule: rule.id))
        self.assertGreater(len(rules), 3000)
        self.assertTrue(all(rule.message and rule.section for rule in rules))

    def test_versions(self):
        self.assertRegex(plumb.library_version(), r"^\d+\.\d+\.\d+$")
        self.assertEqual(plumb.library_version(), plumb.__version__)
        self.assertTrue(plumb.grammar_release())


class ThreadTest(unittest.TestCase):

    def test_sessions_in_threads(self):
        results = []

        def work():
            with plumb.Session() as session:
                for _ in range(20):
                    results.append(session.validate(VALID).is_valid)
                    results.append(not session.validate(INVALID).is_valid)

        threads = [threading.Thread(target=work) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(results, [True] * 160)



class PipelineTest(unittest.TestCase):

    def test_interface(self):
        with plumb.Session() as session:
            session.validate(VALID)
            entry = session.interface("a")["entry_points"][0]
        self.assertEqual(entry["entry_point"], "main")

    def test_stages_that_fit(self):
        with plumb.Pipeline(env="vulkan1.3") as pipeline:
            pipeline.add("a.vert", VALID, "main")
            self.assertEqual(pipeline.validate(), plumb.Verdict.VALID)
            self.assertEqual(pipeline.report(), "")
            description = pipeline.template()
            self.assertEqual(description["environment"], "vulkan1.3")
            pipeline.describe({**description, "topology": "PATCH_LIST"})
            self.assertEqual(pipeline.validate(), plumb.Verdict.INVALID)
            self.assertIn("pipeline.tessellation.required", pipeline.report())

    def test_errors(self):
        with self.assertRaises(plumb.Error):
            plumb.Pipeline(env="spv1.6")
        pipeline = plumb.Pipeline()
        with self.assertRaisesRegex(plumb.Error, "has no module"):
            pipeline.validate()
        with self.assertRaisesRegex(plumb.Error, "unknown member"):
            pipeline.describe({"x": 1})
        pipeline.close()
        with self.assertRaisesRegex(plumb.Error, "the pipeline is closed"):
            pipeline.validate()


if __name__ == "__main__":
    unittest.main()
