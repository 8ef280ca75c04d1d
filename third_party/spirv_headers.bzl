"""The SPIRV-Headers tree that the environment variable SPIRV_HEADERS names.

Without SPIRV_HEADERS, the grammar is the pinned snapshot, and the repository
has no files.  With it, the tree is a checkout of SPIRV-Headers or an installed
tree: the folder that contains include/spirv/unified1, spirv/unified1 or
unified1.
"""

def _grammar_folder(ctx, root):
    """The folder with spirv.core.grammar.json below `root`."""
    for below in ["/include/spirv/unified1", "/spirv/unified1", "/unified1", ""]:
        folder = ctx.path(root + below)
        if ctx.path(str(folder) + "/spirv.core.grammar.json").exists:
            return folder
    fail("SPIRV_HEADERS names %s, which has no spirv.core.grammar.json" % root)

def _spirv_headers_impl(ctx):
    tree = ctx.os.environ.get("SPIRV_HEADERS")
    if tree:
        ctx.symlink(_grammar_folder(ctx, tree), "unified1")
    ctx.file("tree.bzl", "HAS_TREE = %s\n" % bool(tree))
    ctx.file("BUILD.bazel", """
package(default_visibility = ["//visibility:public"])

filegroup(
    name = "core_grammar",
    srcs = glob(["unified1/spirv.core.grammar.json"]),
)

filegroup(
    name = "ext_inst_grammars",
    srcs = glob(["unified1/extinst.*.grammar.json"]),
)
""")

spirv_headers_repository = repository_rule(
    implementation = _spirv_headers_impl,
    doc = "The JSON grammar of the tree that SPIRV_HEADERS names.",
    environ = ["SPIRV_HEADERS"],
    local = True,
)
