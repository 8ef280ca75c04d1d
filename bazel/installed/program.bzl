"""Installed programs as targets that rules can run.

The targets are rules because an executable attribute does not accept a source
file.  The program that a link points to is an ordinary input of the actions, which
Bazel identifies by its content.
"""

def _installed_program_impl(ctx):
    if not ctx.file.src:
        fail("%s is not installed: the folder bin of the prefix has no such program" % ctx.label.name)
    program = ctx.actions.declare_file(ctx.label.name)
    ctx.actions.symlink(
        output = program,
        target_file = ctx.file.src,
        is_executable = True,
    )
    return [DefaultInfo(executable = program)]

_installed_program = rule(
    implementation = _installed_program_impl,
    attrs = {
        "src": attr.label(
            doc = "The program; None if it is not installed.",
            allow_single_file = True,
        ),
    },
    executable = True,
)

def installed_program(name):
    """Defines a target for the program of this name in the folder bin.

    Args:
      name: of the program and of the target.
    """

    # glob() does not find a dangling link.
    found = native.glob(["bin/" + name], allow_empty = True)
    _installed_program(
        name = name,
        src = found[0] if found else None,
        visibility = ["//visibility:public"],
    )
