"""The sources of targets, as lists for other build systems.

    source_lists(
        name = "lists",
        out = "lists.cmake",
        targets = {
            "//api": "PLUMB_LIBRARY_SOURCES",
            "//cli": "PLUMB_PROGRAM_SOURCES",
        },
        without = {"PLUMB_PROGRAM_SOURCES": "PLUMB_LIBRARY_SOURCES"},
    )

makes a file with variables of CMake: the .cc files of the targets and of all their
dependencies in this repository that are not generated, sorted.
"""

_Sources = provider(
    doc = "The sources of a target and of its dependencies.",
    fields = {"files": "depset of files"},
)

def _is_listed(file):
    return file.is_source and file.extension == "cc" and not file.short_path.startswith("../")

def _collect_impl(_target, ctx):
    own = []
    for source in getattr(ctx.rule.attr, "srcs", []):
        own += [file for file in source.files.to_list() if _is_listed(file)]
    below = [
        dep[_Sources].files
        for dep in getattr(ctx.rule.attr, "deps", [])
        if _Sources in dep
    ]
    return [_Sources(files = depset(own, transitive = below))]

_collect = aspect(
    implementation = _collect_impl,
    attr_aspects = ["deps"],
)

def _source_lists_impl(ctx):
    paths = {}
    for target, variable in ctx.attr.targets.items():
        files = paths.setdefault(variable, {})
        files.update({file.short_path: None for file in target[_Sources].files.to_list()})
    lines = []
    for variable, files in paths.items():
        without = paths.get(ctx.attr.without.get(variable), {})
        listed = sorted([path for path in files if path not in without])
        lines += ["set(%s" % variable] + ["  " + path for path in listed] + [")"]
    ctx.actions.write(ctx.outputs.out, "\n".join(lines) + "\n")

source_lists = rule(
    implementation = _source_lists_impl,
    doc = "Writes the sources of targets as variables of CMake.",
    attrs = {
        "out": attr.output(mandatory = True),
        "targets": attr.label_keyed_string_dict(
            mandatory = True,
            aspects = [_collect],
            doc = "The variable of each target; several targets can share one.",
        ),
        "without": attr.string_dict(
            doc = "By variable, another one whose files it does not repeat.",
        ),
    },
)
