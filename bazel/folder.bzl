"""One library and its tests for a folder of sources.

    load("//bazel:folder.bzl", "plumb_folder")

    plumb_folder(
        name = "text",
        visibility = ["//bazel:sees_parse"],
        deps = ["//core", "@absl"],
    )

makes
  * :text, a library of the *.cc and *.h files of the folder except those of tests;
  * :x_test for each x_test.cc, with the dependencies of the library;
  * :testing, a library only for tests, of the files that `testing` lists.

A new file needs no line here; only a dependency on a folder that no other file of
the folder includes does.
"""

load("//bazel:library.bzl", "cc_library")
load("//bazel:test.bzl", "cc_test")

def plumb_folder(
        name,
        deps,
        visibility,
        srcs = [],
        test_deps = [],
        testing = [],
        tests = {},
        exclude = [],
        linkopts = [],
        alwayslink = False,
        local_defines = []):
    """Defines the targets of a folder.

    Args:
      name: of the library, which is that of the folder: "//parse/text".
      deps: of the library.
      visibility: of :name and :testing.
      srcs: generated sources of the library.
      test_deps: further dependencies of the tests.
      testing: files that only tests include, also those of other folders.
      tests: the arguments of cc_test, by the name of the test; one that
        is not listed is small and has no data.
      exclude: files that belong to other targets of the folder.
      linkopts: as of cc_library.
      alwayslink: as of cc_library.
      local_defines: as of cc_library.
    """
    others = ["*_test.cc"] + testing + exclude
    cc_library(
        name = name,
        srcs = native.glob(["*.cc"], exclude = others) + srcs,
        hdrs = native.glob(["*.h"], exclude = others),
        alwayslink = alwayslink,
        linkopts = linkopts,
        local_defines = local_defines,
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
