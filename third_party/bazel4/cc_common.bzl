"""The built-in module, as in rules_cc."""

load(":cc_builtins.bzl", "builtin_cc_common")

cc_common = builtin_cc_common
