"""Finds a SPIRV-Headers tree and makes its JSON grammar a repository.

The first of these that exists is taken:
  1. the tree that SPIRV_HEADERS in the environment names: a checkout of
     SPIRV-Headers, or an installed tree (the folder that has
     include/spirv/unified1, spirv/unified1 or unified1 in it);
  2. the newest release, which tools/setup.sh fetches into the cache folder;
  3. the system's own package, older, with a message.
"""

load(":cache_folder.bzl", "CACHE_FOLDER_ENVIRON", "cache_folder")

_SYSTEM_TREE = "/usr/include"

def _grammar_folder(ctx, root):
    """The folder with spirv.core.grammar.json below `root`, or None."""
    for below in ["/include/spirv/unified1", "/spirv/unified1", "/unified1", ""]:
        folder = ctx.path(str(root) + below)
        if ctx.path(str(folder) + "/spirv.core.grammar.json").exists:
            return folder
    return None

def _find_tree(ctx):
    named = ctx.os.environ.get("SPIRV_HEADERS")
    if named:
        folder = _grammar_folder(ctx, named)
        if not folder:
            fail("SPIRV_HEADERS names %s, which has no spirv.core.grammar.json" % named)
        return folder
    fetched = cache_folder(ctx) + "/spirv-headers"
    if ctx.path(fetched).exists:
        folder = _grammar_folder(ctx, fetched)
        if folder:
            return folder
    folder = _grammar_folder(ctx, _SYSTEM_TREE)
    if not folder:
        fail("no SPIRV-Headers tree: run tools/quickstart, or set SPIRV_HEADERS")

    # buildifier: disable=print
    print("building with the system's SPIRV-Headers: instructions newer than " +
          "that package will be unknown (tools/setup.sh fetches the newest)")
    return folder

def _spirv_headers_impl(ctx):
    ctx.symlink(_find_tree(ctx), "unified1")
    ctx.file("BUILD.bazel", """
package(default_visibility = ["//visibility:public"])

filegroup(
    name = "core_grammar",
    srcs = ["unified1/spirv.core.grammar.json"],
)

filegroup(
    name = "ext_inst_grammars",
    srcs = glob(["unified1/extinst.*.grammar.json"]),
)
""")

spirv_headers_repository = repository_rule(
    implementation = _spirv_headers_impl,
    doc = "The grammar of SPIR-V from a SPIRV-Headers tree.",
    environ = ["SPIRV_HEADERS"] + CACHE_FOLDER_ENVIRON,
    local = True,
)
