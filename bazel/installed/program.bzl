"""Installed programs as targets that rules can run.

A source file would not do: where a rule wants something executable, it wants a
rule that makes it.  What the link leads to is an input of the actions like any
other, known by its content.
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
            doc = "The program; none if there is none.",
            allow_single_file = True,
        ),
    },
    executable = True,
)

def installed_program(name):
    """The program of this name in the folder bin.

    Args:
      name: of the target, too.
    """

    # No glob finds a link that leads nowhere.
    found = native.glob(["bin/" + name], allow_empty = True)
    _installed_program(
        name = name,
        src = found[0] if found else None,
        visibility = ["//visibility:public"],
    )
