"""Files built with -c opt, whatever the compilation mode of the build is.

    optimized_files(
        name = "optimized_programs",
        srcs = ["//cli:spv-val"],
    )
"""

def _to_opt(_settings, _attr):
    return {"//command_line_option:compilation_mode": "opt"}

_opt = transition(
    implementation = _to_opt,
    inputs = [],
    outputs = ["//command_line_option:compilation_mode"],
)

def _optimized_files(ctx):
    files = depset(transitive = [src[DefaultInfo].files for src in ctx.attr.srcs])
    return [DefaultInfo(
        files = files,
        runfiles = ctx.runfiles(transitive_files = files),
    )]

optimized_files = rule(
    implementation = _optimized_files,
    attrs = {
        "srcs": attr.label_list(cfg = _opt),
        "_allowlist_function_transition": attr.label(
            default = "@bazel_tools//tools/allowlists/function_transition_allowlist",
        ),
    },
)
