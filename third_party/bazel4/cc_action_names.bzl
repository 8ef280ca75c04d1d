"""The names of actions, as in rules_cc."""

load("@bazel_tools//tools/build_defs/cc:action_names.bzl", _CPP_COMPILE_ACTION_NAME = "CPP_COMPILE_ACTION_NAME")

CPP_COMPILE_ACTION_NAME = _CPP_COMPILE_ACTION_NAME
