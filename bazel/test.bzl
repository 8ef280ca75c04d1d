"""cc_test for sources that include GoogleTest.

    load("//bazel:test.bzl", "cc_test")

g++ compiles the headers that most tests include once.
"""

load("@rules_cc//cc:defs.bzl", _cc_test = "cc_test")
load("//bazel:precompiled_header.bzl", "including", "including_deps")

_HEADERS = "//bazel/precompiled:test_pch"

def cc_test(name, copts = [], deps = [], **kwargs):
    """A cc_test with precompiled headers.

    Args:
      name: of the test.
      copts: as for cc_test.
      deps: as for cc_test.
      **kwargs: as for cc_test.
    """
    _cc_test(
        name = name,
        copts = including(_HEADERS) + copts,
        deps = deps + including_deps(_HEADERS),
        **kwargs
    )
