"""The built-in provider, as in rules_cc."""

load(":cc_builtins.bzl", "BuiltinCcInfo")

CcInfo = BuiltinCcInfo
