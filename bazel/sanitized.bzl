"""A copy of a test that is built with the address sanitizer.

    sanitized_test(
        name = "x_asan_test",
        size = "large",
        data = [...],
        test = ":x_test",
    )

All sources of the test are compiled a second time.  These tests are `manual`,
because they do not link if the compiler has no address sanitizer.  tools/test runs
them if it has.
"""

_FLAGS = ["-fsanitize=address"]

def _to_sanitized(settings, _attr):
    copt = settings["//command_line_option:copt"]
    linkopt = settings["//command_line_option:linkopt"]
    if [flag for flag in copt if flag.startswith("-fsanitize=")]:
        return {
            "//command_line_option:copt": copt,
            "//command_line_option:linkopt": linkopt,
        }
    return {
        "//command_line_option:copt": copt + _FLAGS + [
            "-O1",
            "-fno-omit-frame-pointer",
            "-D_GLIBCXX_ASSERTIONS",
        ],
        "//command_line_option:linkopt": linkopt + _FLAGS,
    }

_sanitized = transition(
    implementation = _to_sanitized,
    inputs = [
        "//command_line_option:copt",
        "//command_line_option:linkopt",
    ],
    outputs = [
        "//command_line_option:copt",
        "//command_line_option:linkopt",
    ],
)

def _sanitized_test_impl(ctx):
    test = ctx.attr.test[0][DefaultInfo]
    program = ctx.actions.declare_file(ctx.label.name)
    ctx.actions.symlink(
        output = program,
        target_file = test.files_to_run.executable,
        is_executable = True,
    )
    return [DefaultInfo(executable = program, runfiles = test.default_runfiles)]

_sanitized_test = rule(
    implementation = _sanitized_test_impl,
    attrs = {
        "test": attr.label(cfg = _sanitized, mandatory = True),
        "_allowlist_function_transition": attr.label(
            default = "@bazel_tools//tools/allowlists/function_transition_allowlist",
        ),
    },
    test = True,
)

def sanitized_test(name, test, **kwargs):
    """Defines a test.

    Args:
      name: of the test; ends with _asan_test.
      test: the test to copy; it must be visible to this package.
      **kwargs: as for any test.
    """
    _sanitized_test(
        name = name,
        test = test,
        tags = ["manual", "sanitized"],
        **kwargs
    )
