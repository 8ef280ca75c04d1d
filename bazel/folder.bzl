"""One library and its tests for a folder of sources.

    load("//bazel:folder.bzl", "plumb_folder")

    plumb_folder(
        name = "text",
        visibility = ["//bazel:sees_parse"],
        deps = ["//core:module", "@absl//:absl"],
    )

makes
  * :text, a library of every *.cc and *.h file of the folder but those of tests;
  * :x_test for every x_test.cc, which may include all that the library may;
  * :testing, a library for tests alone, of the files that `testing` lists.

A new file needs no line here, and only a dependency on a folder that none of
its neighbours includes needs one.
"""

load("@rules_cc//cc:defs.bzl", "cc_test")
load("//bazel:library.bzl", "cc_library")

def plumb_folder(
        name,
        deps,
        visibility,
        srcs = [],
        test_deps = [],
        testing = [],
        tests = {},
        exclude = [],
        linkopts = []):
    """Defines the targets of a folder; see above.

    Args:
      name: of the library; the folder's own, for "//parse/text" to mean it.
      deps: what the library includes.
      visibility: of :name and :testing.
      srcs: sources of the library that are made, not written.
      test_deps: what the tests include beside that.
      testing: files that only tests include, those of other folders too.
      tests: by the name of a test, what cc_test is to be told of it; one that
        is not mentioned is small and has no data.
      exclude: files that belong to other targets of the folder.
      linkopts: as of cc_library.
    """
    others = ["*_test.cc"] + testing + exclude
    cc_library(
        name = name,
        srcs = native.glob(["*.cc"], exclude = others) + srcs,
        hdrs = native.glob(["*.h"], exclude = others),
        linkopts = linkopts,
        visibility = visibility,
        deps = deps,
    )
    own = [":" + name]
    if testing:
        cc_library(
            name = "testing",
            testonly = True,
            srcs = [file for file in testing if file.endswith(".cc")],
            hdrs = [file for file in testing if file.endswith(".h")],
            visibility = visibility,
            deps = own + deps,
        )
        own.append(":testing")
    for source in native.glob(["*_test.cc"], exclude = exclude):
        test = source[:-len(".cc")]
        settings = dict(tests.get(test, {}))
        cc_test(
            name = test,
            size = settings.pop("size", "small"),
            srcs = [source],
            deps = own + deps + test_deps + ["@googletest//:gtest_main"],
            **settings
        )
