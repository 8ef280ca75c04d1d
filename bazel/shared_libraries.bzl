"""Dependencies of a shared library.

    load("//bazel:shared_libraries.bzl", "with_shared_libraries")

    with_shared_libraries(
        name = "plumb_shared_deps",
        deps = [":plumb"],
    )

Programs are linked with the archives of the system's libraries
(third_party/system_library.bzl).  Debian's archives are not position independent, so
a shared library is linked with their shared libraries instead.
"""

load("@rules_cc//cc/common:cc_common.bzl", "cc_common")
load("@rules_cc//cc/common:cc_info.bzl", "CcInfo")

def _shared(option):
    """-l:libabsl_hash.a -> -labsl_hash."""
    if option.startswith("-l:lib") and option.endswith(".a"):
        return "-l" + option[len("-l:lib"):-len(".a")]
    return option

def _with_shared_libraries_impl(ctx):
    merged = cc_common.merge_cc_infos(cc_infos = [dep[CcInfo] for dep in ctx.attr.deps])
    inputs = [
        cc_common.create_linker_input(
            owner = linked.owner,
            libraries = depset(linked.libraries),
            user_link_flags = depset([_shared(option) for option in linked.user_link_flags]),
            additional_inputs = depset(linked.additional_inputs),
        )
        for linked in merged.linking_context.linker_inputs.to_list()
    ]
    return [CcInfo(
        compilation_context = merged.compilation_context,
        linking_context = cc_common.create_linking_context(linker_inputs = depset(inputs, order = "topological")),
    )]

with_shared_libraries = rule(
    implementation = _with_shared_libraries_impl,
    doc = "The dependencies, linked with the shared libraries of the system.",
    attrs = {
        "deps": attr.label_list(
            doc = "Libraries.",
            providers = [CcInfo],
        ),
    },
)
