"""cc_library, for what every module goes through.

    load("//bazel:library.bzl", "cc_library")

With -c opt its sources are compiled with -O3 in place of -O2: the loops of the
readers, of the engine and of the analyses gain by it.  Rules do not, each being
a little code that is soon left; they are better for being small.
"""

load("@rules_cc//cc:defs.bzl", _cc_library = "cc_library")

def cc_library(name, copts = [], **kwargs):
    """A cc_library that is optimized further where anything is.

    Args:
      name: of the library.
      copts: as of cc_library.
      **kwargs: as of cc_library.
    """
    _cc_library(
        name = name,
        copts = select({
            # g++ 12 takes texts that are joined for overlapping ones at -O3.
            "//bazel:opt": ["-O3", "-Wno-restrict"],
            "//conditions:default": [],
        }) + copts,
        **kwargs
    )
