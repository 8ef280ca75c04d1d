"""A test as it is built with the address sanitizer, beside the test itself.

    sanitized_test(
        name = "x_asan_test",
        size = "large",
        data = [...],
        test = ":x_test",
    )

All that the test is made of is compiled a second time.  Where the compiler has
no sanitizer such a test does not link, so these are `manual`; tools/test runs
them where they do.
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
      test: a test of the same package or another one that it can see.
      **kwargs: as of any test.
    """
    _sanitized_test(
        name = name,
        test = test,
        tags = ["manual", "sanitized"],
        **kwargs
    )
