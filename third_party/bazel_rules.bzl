"""Rule sets that Bazel expects and that Debian's bazel-bootstrap leaves out.

Debian's Bazel 4 comes without bundled rules and without network access to
fetch them; its companion packages install them below /usr/share/bazel.  Newer
Bazel releases bundle what is needed here, so nothing is declared for them but
the cc shim, which works with every version.
"""

_DEBIAN_RULES = {
    "bazel_skylib": "/usr/share/bazel/tools/skylib",
    "platforms": "/usr/share/bazel/tools/platforms",
    "rules_java": "/usr/share/bazel/rules/java",
    "rules_proto": "/usr/share/bazel/rules/proto",
}

def bazel_rules():
    """Declares the repositories of the rule sets."""
    native.local_repository(name = "rules_cc", path = "third_party/rules_cc")
    if not native.bazel_version or native.bazel_version.startswith("4."):
        for name, path in _DEBIAN_RULES.items():
            native.local_repository(name = name, path = path)
        native.local_repository(
            name = "remote_coverage_tools",
            path = "third_party/remote_coverage_tools",
        )
