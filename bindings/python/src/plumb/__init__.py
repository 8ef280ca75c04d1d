"""Assembles, validates and disassembles SPIR-V.

    import plumb

    result = plumb.validate(open("shader.spv", "rb").read(), env="vulkan1.3")
    for diagnostic in result.diagnostics:
        print(diagnostic)

Inputs are bytes, with a binary or an assembly text, or a str with a text.
"""

import ctypes
import json
from dataclasses import dataclass
from enum import IntEnum, IntFlag
from typing import (Any, Callable, Dict, Iterator, Mapping, Optional,
                    Sequence, Tuple, TypeVar, Union)

from . import _library
from ._library import library as _lib
from ._version import __version__

__all__ = [
    "Cancelled", "Diagnostic", "Edit", "Error", "Fix", "InvalidModule", "Note",
    "Pipeline", "Place", "ReportFormat", "Result", "Rule", "Session", "Severity",
    "TextFlags", "Verdict", "__version__", "assemble", "disassemble",
    "grammar_release", "library_version", "rules", "validate"
]

Input = Union[bytes, bytearray, memoryview, str]
OptionValue = Union[str, int, bool, Sequence[str]]
_T = TypeVar("_T", bound="_Owner")


class Error(Exception):
    """A call failed: the text says why.  An invalid module is not a failure."""


class Cancelled(Error):
    """The `cancelled` callback returned true."""


class InvalidModule(Error):
    """assemble() or disassemble() got a module that it cannot process."""

    def __init__(self, result: "Result") -> None:
        super().__init__(result.report)
        self.result = result


class Severity(IntEnum):
    PEDANTIC = 0
    WARNING = 1
    ERROR = 2


class Verdict(IntEnum):
    VALID = 0
    INVALID = 1  # it violates a rule
    MALFORMED = 2  # it is not a module: errors of syntax or form


class ReportFormat(IntEnum):
    TEXT = 0
    CONCISE = 1
    JSON = 2
    SARIF = 3
    JUNIT = 4
    GITHUB = 5


class TextFlags(IntFlag):
    """How disassemble() writes the text."""
    NONE = 0
    NO_HEADER = 1
    NO_INDENT = 2
    RAW_IDS = 4
    OFFSETS = 8
    COMMENTS = 16
    COLOR = 32
    PRINTABLE = 64
    KEEP_LINE_ENDS = 128
    NESTED_INDENT = 256
    REORDER_BLOCKS = 512
    UNKNOWN_AS_NUMBERS = 1024
    BAD_IDS_AS_WORDS = 2048


@dataclass(frozen=True)
class Place:
    """Where something is.

    Lines and columns of a text count from 1, columns in bytes, and the end is
    excluded; they are None for a binary.  Words count from 0, and are None if a
    text was not assembled.
    """
    line: Optional[int]
    column: Optional[int]
    end_line: Optional[int]
    end_column: Optional[int]
    word: Optional[int]
    end_word: Optional[int]
    instruction: Optional[int]
    excerpt: str
    caret: str


@dataclass(frozen=True)
class Note:
    message: str
    place: Place


@dataclass(frozen=True)
class Edit:
    """Replaces the bytes [offset, end_offset) of the text."""
    offset: int
    end_offset: int
    line: int
    column: int
    replacement: str


@dataclass(frozen=True)
class Fix:
    edits: Tuple[Edit, ...]
    is_safe: bool  # it can only be what was meant


@dataclass(frozen=True)
class Diagnostic:
    severity: Severity
    rule: str
    section: str
    reference: str
    vuid: str
    message: str
    function: str
    block: str
    is_follow_up: bool
    place: Place
    notes: Tuple[Note, ...]
    fix: Optional[Fix]

    def __str__(self) -> str:
        place = self.place
        where = ""
        if place.line is not None:
            where = f"{place.line}:{place.column}: "
        elif place.instruction is not None:
            where = f"instruction {place.instruction}: "
        name = self.severity.name.lower()
        return f"{where}{name}: {self.message} [{self.rule}]"


@dataclass(frozen=True)
class Result:
    """What validation found."""
    verdict: Verdict
    diagnostics: Tuple[Diagnostic, ...]
    errors: int  # all that were found, also those that are not kept
    warnings: int
    follow_ups: int
    report: str  # all of it as text

    @property
    def is_valid(self) -> bool:
        return self.verdict == Verdict.VALID

    def __bool__(self) -> bool:
        return self.is_valid


@dataclass(frozen=True)
class Rule:
    id: str
    area: str
    severity: Severity
    section: str
    message: str
    gist: str
    vuid: str
    link: str


def _check(result: int) -> None:
    if result == _library.OK:
        return
    text = _lib.plumb_last_failure().decode("utf-8", "replace")
    if not text:
        text = _lib.plumb_result_text(result).decode()
    raise (Cancelled if result == _library.E_CANCELLED else Error)(text)


def _bytes_of(data: Input) -> bytes:
    if isinstance(data, str):
        return data.encode("utf-8")
    if isinstance(data, (bytes, bytearray, memoryview)):
        return bytes(data)
    raise TypeError("an input must be bytes or str, not " +
                    type(data).__name__)


def _name(text: str) -> bytes:
    if not isinstance(text, str):
        raise TypeError("a name must be str, not " + type(text).__name__)
    name = text.encode("utf-8")
    if b"\0" in name:
        raise ValueError("a name must not contain a zero byte")
    return name


def _known(number: int) -> Optional[int]:
    return None if number == _library.NONE else number


class _Options:
    """Options of the library, for the time that a session is made."""

    def __init__(self) -> None:
        self.handle = ctypes.c_void_p()
        _check(_lib.plumb_options_new(ctypes.byref(self.handle)))

    def __enter__(self) -> "_Options":
        return self

    def __exit__(self, *unused: Any) -> None:
        _lib.plumb_options_free(self.handle)

    def set(self, name: str, value: OptionValue) -> None:
        if isinstance(value, bool):
            value = "true" if value else "false"
        values = [value] if isinstance(value, (str, int)) else value
        for item in values:
            _check(_lib.plumb_options_set(self.handle, _name(name),
                                          _name(str(item))))


class _Owner:
    """What a session and a pipeline have in common: a handle of the library
    that is made with options, and a callback that may raise."""

    def __init__(self, make: Callable[[Any, Any], int],
                 free: Callable[[Any], None], *,
                 env: Optional[str] = None,
                 spec: Optional[Mapping[str, Any]] = None,
                 device: Optional[str] = None, profile: Optional[str] = None,
                 cancelled: Optional[Callable[[], bool]] = None,
                 **options: OptionValue) -> None:
        self._handle = ctypes.c_void_p()
        self._free = free
        self._raised: Optional[BaseException] = None
        self._callback = self._make_callback(cancelled)
        with _Options() as made:
            if env is not None:
                _check(_lib.plumb_options_set(made.handle, b"target-env",
                                              _name(env)))
            for name, value in options.items():
                made.set(name.replace("_", "-"), value)
            for constant, number in (spec or {}).items():
                if isinstance(number, bool):
                    number = str(number).lower()
                made.set("spec", f"{constant}={number}")
            if device is not None:
                text = _bytes_of(device)
                _check(_lib.plumb_options_set_device(
                    made.handle, text, len(text),
                    None if profile is None else _name(profile)))
            if self._callback is not None:
                _check(_lib.plumb_options_set_cancelled(
                    made.handle, self._callback, None))
            _check(make(made.handle, ctypes.byref(self._handle)))

    def _make_callback(self, cancelled: Optional[Callable[[], bool]]) -> Any:
        if cancelled is None:
            return None

        def call(_: Any) -> int:
            try:
                return 1 if cancelled() else 0
            except BaseException as error:  # KeyboardInterrupt, too
                self._raised = error
                return 1

        return _library.CANCELLED(call)

    def close(self) -> None:
        """Frees the memory.  The object cannot be used any more."""
        handle, self._handle = self._handle, ctypes.c_void_p()
        if handle:
            self._free(handle)

    def __enter__(self: _T) -> _T:
        return self

    def __exit__(self, *unused: Any) -> None:
        self.close()

    def __del__(self) -> None:
        if getattr(self, "_handle", None):
            self.close()

    def _open(self) -> ctypes.c_void_p:
        if not self._handle:
            raise Error(f"the {type(self).__name__.lower()} is closed")
        return self._handle

    def _check_call(self, result: int) -> None:
        """Raises what the callback raised, or the failure of a call."""
        raised, self._raised = self._raised, None
        if raised is not None:
            raise raised
        _check(result)


class Session(_Owner):
    """Processes inputs one after the other, and reuses its memory.

    Options have the names of plumb_options_set() in plumb.h, with underscores:
    Session(env="vulkan1.3", max_diagnostics=10, off=["cfg.*"], werror=True).
    `spec` maps specialization constants to values, `device` is the JSON of a
    Vulkan profile, and `cancelled` a function that is called now and then, and
    returns whether to stop.

    A session is for one thread at a time.  It can be used in a with statement.
    """

    def __init__(self, **options: Any) -> None:
        super().__init__(
            lambda made, out: _lib.plumb_session_new(made, None, out),
            _lib.plumb_session_free, **options)

    def validate(self, data: Input) -> Result:
        """Reads a module in any format and validates it."""
        return self._result(self._run(_lib.plumb_session_validate, data))

    def assemble(self, text: Input, *, validate: bool = True) -> bytes:
        """The binary of a text; InvalidModule if it has none."""
        run = _lib.plumb_session_validate if validate else _lib.plumb_session_read
        verdict = self._run(run, text)
        if verdict != Verdict.VALID:
            raise InvalidModule(self._result(verdict))
        out = _library.String()
        _check(_lib.plumb_binary(self._open(), 0, ctypes.byref(out)))
        return out.bytes()

    def disassemble(self, data: Input,
                    flags: TextFlags = TextFlags.NONE) -> str:
        """The text of a module, which need not be valid."""
        verdict = self._run(_lib.plumb_session_read, data)
        if verdict != Verdict.VALID:
            raise InvalidModule(self._result(verdict))
        out = _library.String()
        _check(_lib.plumb_text(self._open(), int(flags), ctypes.byref(out)))
        return out.text()

    def report(self, format: ReportFormat = ReportFormat.TEXT,
               file: str = "") -> str:
        """A report on the last input, which has the name `file` there."""
        out = _library.String()
        _check(_lib.plumb_report(self._open(), int(format), _name(file),
                                 ctypes.byref(out)))
        return out.text()

    def fixed_text(self, *, unsafe: bool = False) -> Tuple[str, int]:
        """The last input, a text, after its safe fixes (with `unsafe`, all),
        and their number."""
        out, count = _library.String(), ctypes.c_size_t()
        _check(_lib.plumb_fixed_text(self._open(), int(unsafe),
                                     ctypes.byref(out), ctypes.byref(count)))
        return out.text(), count.value

    def needs(self, file: str = "") -> Dict[str, Any]:
        """What the last input needs: version, capabilities, extensions."""
        out = _library.String()
        _check(_lib.plumb_needs_json(self._open(), _name(file),
                                     ctypes.byref(out)))
        found: Dict[str, Any] = json.loads(out.text())
        return found

    def interface(self, file: str = "") -> Dict[str, Any]:
        """What the entry points of the last input take and give."""
        out = _library.String()
        _check(_lib.plumb_interface_json(self._open(), _name(file),
                                         ctypes.byref(out)))
        found: Dict[str, Any] = json.loads(out.text())
        return found

    def _run(self, function: Any, data: Input) -> Verdict:
        handle = self._open()
        # The library reads the bytes until the next input.
        self._input = _bytes_of(data)
        verdict = ctypes.c_int32()
        result = function(handle, self._input, len(self._input),
                          ctypes.byref(verdict))
        self._check_call(result)
        return Verdict(verdict.value)

    def _result(self, verdict: Verdict) -> Result:
        counts = _library.Counts(size=ctypes.sizeof(_library.Counts))
        _check(_lib.plumb_counts_get(self._handle, ctypes.byref(counts)))
        return Result(
            verdict=verdict,
            diagnostics=tuple(self._diagnostic(i) for i in range(counts.kept)),
            errors=counts.errors,
            warnings=counts.warnings,
            follow_ups=counts.follow_ups,
            report=self.report())

    def _get(self, function: Any, kind: Any, *indices: int) -> Any:
        value = kind(size=ctypes.sizeof(kind))
        _check(function(self._handle, *indices, ctypes.byref(value)))
        return value

    def _diagnostic(self, index: int) -> Diagnostic:
        found = self._get(_lib.plumb_diagnostic_get, _library.Diagnostic, index)
        edits = tuple(self._edit(index, e) for e in range(found.edit_count))
        return Diagnostic(
            severity=Severity(found.severity),
            rule=found.rule.text(),
            section=found.section.text(),
            reference=found.reference.text(),
            vuid=found.vuid.text(),
            message=found.message.text(),
            function=found.function.text(),
            block=found.block.text(),
            is_follow_up=bool(found.is_follow_up),
            place=self._place(index, _library.NO_NOTE),
            notes=tuple(self._note(index, n) for n in range(found.note_count)),
            fix=Fix(edits, bool(found.is_fix_safe)) if edits else None)

    def _note(self, index: int, note: int) -> Note:
        found = self._get(_lib.plumb_note_get, _library.Note, index, note)
        return Note(found.message.text(), self._place(index, note))

    def _edit(self, index: int, edit: int) -> Edit:
        found = self._get(_lib.plumb_edit_get, _library.Edit, index, edit)
        return Edit(found.offset, found.end_offset, found.line, found.column,
                    found.replacement.text())

    def _place(self, index: int, note: int) -> Place:
        found = self._get(_lib.plumb_place_get, _library.Place, index, note)
        has_line = found.line != 0
        return Place(
            line=found.line if has_line else None,
            column=found.column if has_line else None,
            end_line=found.end_line if has_line else None,
            end_column=found.end_column if has_line else None,
            word=_known(found.word),
            end_word=_known(found.end_word),
            instruction=_known(found.instruction),
            excerpt=found.excerpt.text(),
            caret=found.caret.text())


class Pipeline(_Owner):
    """The stages of one Vulkan pipeline: validates their modules, and whether
    they fit together and fit a description.

    Options are those of Session; the environment must be one of Vulkan.  A
    pipeline is for one thread at a time.  It can be used in a with statement.
    """

    def __init__(self, **options: Any) -> None:
        super().__init__(_lib.plumb_pipeline_new, _lib.plumb_pipeline_free,
                         copy_input=True, **options)

    def add(self, file: str, data: Input,
            entry_point: Optional[str] = None) -> None:
        """Adds a module: its stage `entry_point`, or all of its entry points."""
        module = _bytes_of(data)
        entry = None if entry_point is None else _name(entry_point)
        _check(_lib.plumb_pipeline_add(self._open(), _name(file), module,
                                       len(module), entry))

    def describe(self, description: Union[str, Mapping[str, Any]]) -> None:
        """Sets the description, JSON as docs/user/pipelines.md describes it."""
        if not isinstance(description, str):
            description = json.dumps(description)
        text = description.encode("utf-8")
        _check(_lib.plumb_pipeline_describe(self._open(), text, len(text)))

    def validate(self) -> Verdict:
        """Validates the modules and the pipeline."""
        verdict = ctypes.c_int32()
        self._check_call(_lib.plumb_pipeline_validate(self._open(),
                                                      ctypes.byref(verdict)))
        return Verdict(verdict.value)

    def report(self, format: ReportFormat = ReportFormat.TEXT) -> str:
        """A report on the modules and the pipeline, after validate()."""
        out = _library.String()
        _check(_lib.plumb_pipeline_report(self._open(), int(format),
                                          ctypes.byref(out)))
        return out.text()

    def template(self) -> Dict[str, Any]:
        """A description that fits the pipeline, which must be valid."""
        out = _library.String()
        _check(_lib.plumb_pipeline_template(self._open(), ctypes.byref(out)))
        found: Dict[str, Any] = json.loads(out.text())
        return found


def validate(data: Input, env: Optional[str] = None, **options: Any) -> Result:
    """Validates a module; options are those of Session."""
    with Session(env=env, **options) as session:
        return session.validate(data)


def assemble(text: Input, env: Optional[str] = None, *, validate: bool = True,
             **options: Any) -> bytes:
    """Assembles and validates a text, and returns the binary."""
    with Session(env=env, **options) as session:
        return session.assemble(text, validate=validate)


def disassemble(data: Input, flags: TextFlags = TextFlags.NONE) -> str:
    """Returns the text of a module, which need not be valid."""
    with Session() as session:
        return session.disassemble(data, flags)


def rules() -> Iterator[Rule]:
    """All rules, sorted by id."""
    for index in range(_lib.plumb_rule_count()):
        found = _library.Rule(size=ctypes.sizeof(_library.Rule))
        _check(_lib.plumb_rule_get(index, ctypes.byref(found)))
        yield Rule(found.id.text(), found.area.text(),
                   Severity(found.severity), found.section.text(),
                   found.message.text(), found.gist.text(), found.vuid.text(),
                   found.link.text())


def library_version() -> str:
    """The version of the library."""
    return str(_lib.plumb_version_text().decode())


def grammar_release() -> str:
    """The release of SPIRV-Headers that the instructions are from."""
    return str(_lib.plumb_grammar_release().decode())
