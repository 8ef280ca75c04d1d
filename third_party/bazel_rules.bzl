"""Rule sets that Bazel expects, from the packages of Debian.

Bazel as its authors publish it brings these along or fetches them.  Debian's
Bazel does neither: companion packages install them below /usr/share/bazel,
some with one release and some with another.  Where they are not, nothing is
declared, and Bazel's own defaults hold.
"""

_DEBIAN_RULES = {
    "bazel_features": "/usr/share/bazel/tools/features",
    "bazel_skylib": "/usr/share/bazel/tools/skylib",
    "platforms": "/usr/share/bazel/tools/platforms",
    "rules_cc": "/usr/share/bazel/rules/cc",
    "rules_java": "/usr/share/bazel/rules/java",
    "rules_license": "/usr/share/bazel/rules/license",
    "rules_proto": "/usr/share/bazel/rules/proto",
    "rules_python": "/usr/share/bazel/rules/python",
    "rules_shell": "/usr/share/bazel/rules/shell",
}

def _debian_rules_impl(ctx):
    ctx.file("BUILD.bazel")
    ctx.file("found.bzl", "FOUND = %s\n" % repr({
        name: path
        for name, path in _DEBIAN_RULES.items()
        if ctx.path(path).exists
    }))

debian_rules = repository_rule(
    implementation = _debian_rules_impl,
    doc = "The file found.bzl: where Debian's rule sets are, by name.",
    configure = True,
    local = True,
)

def _stand_in_impl(ctx):
    for folder in ctx.attr.packages:
        ctx.file(folder + "/BUILD.bazel" if folder else "BUILD.bazel")
    for file, path in ctx.attr.files.items():
        ctx.symlink(file, path)

_stand_in = repository_rule(
    implementation = _stand_in_impl,
    doc = "A repository of a few files of this one.",
    attrs = {
        "files": attr.label_keyed_string_dict(doc = "Where each file goes."),
        "packages": attr.string_list(doc = "Folders that get an empty BUILD file."),
    },
)

def bazel_rules(found):
    """Declares the repositories of the rule sets.

    Args:
      found: the folder of each rule set that Debian has, by name.
    """
    own = []
    if not native.bazel_version or native.bazel_version.startswith("4."):
        # Debian 12 and 13 have rules for C++ that are too new for their Bazel,
        # and not the repository that Bazel 4 wants for every test.
        own = ["remote_coverage_tools", "rules_cc"]
        _stand_in(
            name = "remote_coverage_tools",
            files = {
                Label("//third_party/bazel4:remote_coverage_tools.BUILD"): "BUILD.bazel",
            },
        )
        _stand_in(
            name = "rules_cc",
            files = {Label("//third_party/bazel4:rules_cc_defs.bzl"): "cc/defs.bzl"},
            packages = ["", "cc"],
        )
    for name, path in found.items():
        if name not in own:
            native.local_repository(name = name, path = path)
