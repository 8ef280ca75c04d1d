"""The functions of libplumb, through ctypes.  plumb.h documents them."""

import ctypes
import os
from ctypes import (POINTER, Structure, c_char_p, c_int, c_int32, c_size_t,
                    c_uint32, c_void_p)

OK = 0
E_CANCELLED = -3
NONE = 0xFFFFFFFF
NO_NOTE = ctypes.c_size_t(-1).value


class String(Structure):
    _fields_ = [("data", c_void_p), ("size", c_size_t)]

    def bytes(self) -> bytes:
        return ctypes.string_at(self.data, self.size) if self.size else b""

    def text(self) -> str:
        return self.bytes().decode("utf-8", "replace")


class Counts(Structure):
    _fields_ = [(name, c_size_t)
                for name in ("size", "kept", "fixes", "errors", "warnings",
                             "pedantic", "follow_ups", "suppressed")]


class Diagnostic(Structure):
    _fields_ = ([("size", c_size_t), ("severity", c_int32),
                 ("is_follow_up", c_int32)] +
                [(name, String)
                 for name in ("rule", "section", "reference", "vuid", "message",
                              "function", "function_name", "block")] +
                [(name, c_size_t)
                 for name in ("note_count", "source_count", "edit_count")] +
                [("is_fix_safe", c_int32), ("reserved", c_int32)])


class Place(Structure):
    _fields_ = ([("size", c_size_t)] +
                [(name, c_uint32)
                 for name in ("line", "column", "end_line", "end_column",
                              "character", "end_character", "offset",
                              "end_offset", "word", "end_word", "instruction",
                              "instruction_word")] +
                [("excerpt", String), ("caret", String)])


class Note(Structure):
    _fields_ = [("size", c_size_t), ("message", String)]


class Edit(Structure):
    _fields_ = ([("size", c_size_t)] +
                [(name, c_uint32)
                 for name in ("line", "column", "end_line", "end_column",
                              "offset", "end_offset")] +
                [("replacement", String)])


class Rule(Structure):
    _fields_ = ([("size", c_size_t), ("severity", c_int32),
                 ("can_be_disabled", c_int32)] +
                [(name, String)
                 for name in ("id", "area", "section", "message", "gist",
                              "vuid", "aliases", "link", "since", "until")])


CANCELLED = ctypes.CFUNCTYPE(c_int, c_void_p)

_RESULT = c_int32
# The types of the results and of the arguments.
_FUNCTIONS = {
    "plumb_result_text": (c_char_p, [c_int32]),
    "plumb_last_failure": (c_char_p, []),
    "plumb_version": (c_uint32, []),
    "plumb_version_text": (c_char_p, []),
    "plumb_grammar_release": (c_char_p, []),
    "plumb_options_new": (_RESULT, [POINTER(c_void_p)]),
    "plumb_options_free": (None, [c_void_p]),
    "plumb_options_set": (_RESULT, [c_void_p, c_char_p, c_char_p]),
    "plumb_options_set_flag": (_RESULT, [c_void_p, c_int32, c_int]),
    "plumb_options_set_device":
        (_RESULT, [c_void_p, c_char_p, c_size_t, c_char_p]),
    "plumb_options_set_cancelled": (_RESULT, [c_void_p, CANCELLED, c_void_p]),
    "plumb_session_new": (_RESULT, [c_void_p, c_void_p, POINTER(c_void_p)]),
    "plumb_session_free": (None, [c_void_p]),
    "plumb_session_validate":
        (_RESULT, [c_void_p, c_char_p, c_size_t, POINTER(c_int32)]),
    "plumb_session_read":
        (_RESULT, [c_void_p, c_char_p, c_size_t, POINTER(c_int32)]),
    "plumb_counts_get": (_RESULT, [c_void_p, POINTER(Counts)]),
    "plumb_diagnostic_get": (_RESULT, [c_void_p, c_size_t, POINTER(Diagnostic)]),
    "plumb_note_get": (_RESULT, [c_void_p, c_size_t, c_size_t, POINTER(Note)]),
    "plumb_place_get": (_RESULT, [c_void_p, c_size_t, c_size_t, POINTER(Place)]),
    "plumb_edit_get": (_RESULT, [c_void_p, c_size_t, c_size_t, POINTER(Edit)]),
    "plumb_report": (_RESULT, [c_void_p, c_int32, c_char_p, POINTER(String)]),
    "plumb_binary": (_RESULT, [c_void_p, c_int32, POINTER(String)]),
    "plumb_text": (_RESULT, [c_void_p, c_uint32, POINTER(String)]),
    "plumb_fixed_text":
        (_RESULT, [c_void_p, c_int, POINTER(String), POINTER(c_size_t)]),
    "plumb_needs_json": (_RESULT, [c_void_p, c_char_p, POINTER(String)]),
    "plumb_interface_json": (_RESULT, [c_void_p, c_char_p, POINTER(String)]),
    "plumb_pipeline_new": (_RESULT, [c_void_p, POINTER(c_void_p)]),
    "plumb_pipeline_free": (None, [c_void_p]),
    "plumb_pipeline_add":
        (_RESULT, [c_void_p, c_char_p, c_char_p, c_size_t, c_char_p]),
    "plumb_pipeline_describe": (_RESULT, [c_void_p, c_char_p, c_size_t]),
    "plumb_pipeline_validate": (_RESULT, [c_void_p, POINTER(c_int32)]),
    "plumb_pipeline_report": (_RESULT, [c_void_p, c_int32, POINTER(String)]),
    "plumb_pipeline_template": (_RESULT, [c_void_p, POINTER(String)]),
    "plumb_rule_count": (c_size_t, []),
    "plumb_rule_get": (_RESULT, [c_size_t, POINTER(Rule)]),
}


def _names():
    """Where the library can be, in the order of preference."""
    chosen = os.environ.get("PLUMB_LIBRARY")
    if chosen:
        return [chosen]
    bundled = os.path.join(os.path.dirname(__file__), "libplumb.so.1")
    return ([bundled] if os.path.exists(bundled) else []) + ["libplumb.so.1"]


def _load():
    failures = []
    for name in _names():
        try:
            return ctypes.CDLL(name)
        except OSError as error:
            failures.append(str(error))
    raise ImportError(
        "libplumb cannot be loaded: install it, or set PLUMB_LIBRARY to its "
        "path (" + "; ".join(failures) + ")")


library = _load()
for _name, (_result, _arguments) in _FUNCTIONS.items():
    _function = getattr(library, _name)
    _function.restype = _result
    _function.argtypes = _arguments
