"""The current toolchain for C++, as in rules_cc."""

load("@bazel_tools//tools/cpp:toolchain_utils.bzl", _find_cpp_toolchain = "find_cpp_toolchain")

find_cpp_toolchain = _find_cpp_toolchain
