"""cc_library for the code that processes every module.

    load("//bazel:library.bzl", "cc_library")

With -c opt, its sources are compiled with -O3 instead of -O2, which makes the loops
of the readers, the engine and the analyses faster.  Rules do not use it: each is
little code that runs briefly, so small code is better for them.

g++ compiles the headers that most sources include once.
"""

load("@rules_cc//cc:defs.bzl", _cc_library = "cc_library")
load("//bazel:precompiled_header.bzl", "including", "including_deps")

_HEADERS = "//bazel/precompiled:common_pch"

def cc_library(name, copts = [], deps = [], **kwargs):
    """A cc_library that is compiled with -O3 if the compilation mode is opt.

    Args:
      name: of the library.
      copts: as for cc_library.
      deps: as for cc_library.
      **kwargs: as for cc_library.
    """
    _cc_library(
        name = name,
        copts = select({
            # At -O3, g++ 12 wrongly warns that concatenated strings overlap.
            "//bazel:opt": ["-O3", "-Wno-restrict"],
            "//conditions:default": [],
        }) + including(_HEADERS) + copts,
        deps = deps + including_deps(_HEADERS),
        **kwargs
    )
