"""Selects the snapshot of the grammar from which the tables are generated."""

load("@spirv_headers//:tree.bzl", "HAS_TREE")

def grammar_snapshot(name, pinned):
    """Defines a target for the pinned snapshot, or for one of the SPIRV_HEADERS tree.

    Args:
      name: of the target, which is one file.
      pinned: the pinned snapshot; a tree must have all its entries.
    """
    if not HAS_TREE:
        native.filegroup(name = name, srcs = [pinned])
        return
    native.genrule(
        name = name,
        srcs = [
            pinned,
            "@spirv_headers//:core_grammar",
            "@spirv_headers//:ext_inst_grammars",
        ],
        outs = ["tree_snapshot.txt"],
        cmd = "$(execpath //grammar/generator:write_snapshot)" +
              " --core=$(execpath @spirv_headers//:core_grammar)" +
              " $$(printf -- '--ext_inst=%s ' $(execpaths @spirv_headers//:ext_inst_grammars))" +
              " --release='another tree than the pinned one'" +
              " --not_older_than=$(execpath " + pinned + ")" +
              " --output=$@",
        message = "Reading the grammar that SPIRV_HEADERS names",
        tools = ["//grammar/generator:write_snapshot"],
    )
