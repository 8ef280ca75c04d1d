"""Repositories for builds with MODULE.bazel that no registry has."""

load("//third_party:libraries.bzl", "test_libraries")
load("//third_party:nginx.bzl", "nginx_repository")
load("//third_party:spirv_headers.bzl", "spirv_headers_repository")

# The libraries of Abseil that Plumb includes; third_party/libraries.bzl has their
# names for pkg-config.
_ABSL = [
    "algorithm:container",
    "base:core_headers",
    "container:flat_hash_map",
    "container:flat_hash_set",
    "container:inlined_vector",
    "functional:function_ref",
    "hash",
    "memory",
    "numeric:bits",
    "numeric:int128",
    "status",
    "status:statusor",
    "strings",
    "strings:str_format",
    "types:optional",
    "types:span",
]

_ABSL_BUILD = """
load("@rules_cc//cc:defs.bzl", "cc_library")

cc_library(
    name = "absl",
    visibility = ["//visibility:public"],
    deps = {deps},
)
"""

def _absl_impl(ctx):
    deps = ["@abseil-cpp//absl/" + library for library in _ABSL]
    ctx.file("BUILD.bazel", _ABSL_BUILD.format(deps = repr(deps)))

_absl = repository_rule(
    implementation = _absl_impl,
    doc = "One library for all of Abseil that Plumb uses, as in a WORKSPACE.",
)

def _repositories_impl(_ctx):
    _absl(name = "absl")
    spirv_headers_repository(name = "spirv_headers")

repositories = module_extension(
    implementation = _repositories_impl,
    doc = "What the libraries and programs depend on.",
)

def _test_repositories_impl(_ctx):
    nginx_repository(name = "nginx")
    test_libraries()

test_repositories = module_extension(
    implementation = _test_repositories_impl,
    doc = "What only tests and benchmarks depend on.",
)
