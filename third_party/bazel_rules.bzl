"""Rule sets that Bazel needs, from Debian's packages.

The upstream Bazel contains or fetches these rule sets.  Debian's Bazel does neither:
other packages install them below /usr/share/bazel, and which ones exist depends on
the release.  A rule set that is not installed is not declared, so that Bazel's
defaults apply.
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
    doc = "The file found.bzl with the paths of Debian's rule sets, by name.",
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
    doc = "A repository with a few files of this repository.",
    attrs = {
        "files": attr.label_keyed_string_dict(doc = "The path of each file in the repository."),
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
        # The rules for C++ in Debian 12 and 13 are too new for their Bazel, and
        # the repository that Bazel 4 needs for every test is missing.
        own = ["remote_coverage_tools", "rules_cc"]
        _stand_in(
            name = "remote_coverage_tools",
            files = {
                Label("//third_party/bazel4:remote_coverage_tools.BUILD"): "BUILD.bazel",
            },
        )
        _stand_in(
            name = "rules_cc",
            files = {
                Label("//third_party/bazel4:cc_action_names.bzl"): "cc/action_names.bzl",
                Label("//third_party/bazel4:cc_builtins.bzl"): "cc/common/cc_builtins.bzl",
                Label("//third_party/bazel4:cc_common.bzl"): "cc/common/cc_common.bzl",
                Label("//third_party/bazel4:cc_defs.bzl"): "cc/defs.bzl",
                Label("//third_party/bazel4:cc_info.bzl"): "cc/common/cc_info.bzl",
                Label("//third_party/bazel4:find_cc_toolchain.bzl"): "cc/find_cc_toolchain.bzl",
            },
            packages = ["", "cc", "cc/common"],
        )
    if "rules_shell" not in found:
        _stand_in(
            name = "rules_shell",
            files = {
                Label("//third_party/bazel4:sh_binary.bzl"): "shell/sh_binary.bzl",
                Label("//third_party/bazel4:sh_test.bzl"): "shell/sh_test.bzl",
            },
            packages = ["", "shell"],
        )
    for name, path in found.items():
        if name not in own:
            native.local_repository(name = name, path = path)
