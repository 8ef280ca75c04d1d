"""A header that g++ compiles once for many sources.

    precompiled_header(
        name = "family_pch",
        header = "validate/engine/family.h",
        deps = [":engine"],
    )
    cc_library(
        copts = including("//validate/engine:family_pch"),
        deps = including_deps("//validate/engine:family_pch"),
    )

family_pch.h includes the header, and family_pch.h.gch beside it is its compiled
form, made with the flags of a cc_library.  g++ ignores it if a source is compiled
with other flags.  Clang compiles sources as usual, so they must include the
header themselves.
"""

load("@rules_cc//cc:action_names.bzl", "CPP_COMPILE_ACTION_NAME")
load("@rules_cc//cc:find_cc_toolchain.bzl", "find_cpp_toolchain")
load("@rules_cc//cc/common:cc_common.bzl", "cc_common")
load("@rules_cc//cc/common:cc_info.bzl", "CcInfo")

def including(label):
    """The copts of sources that use a precompiled header.

    Args:
      label: "//package:name" of the precompiled header.
    """
    path = label[len("//"):].replace(":", "/") + ".h"
    return select({
        "//bazel:clang": [],
        # The last flag makes the dependencies of a source complete.
        "//conditions:default": ["-include", path, "-fpch-deps"],
    })

def including_deps(label):
    """The deps of sources that use a precompiled header.

    Args:
      label: "//package:name" of the precompiled header.
    """
    return select({
        "//bazel:clang": [],
        "//conditions:default": [label],
    })

def _precompiled_header_impl(ctx):
    toolchain = find_cpp_toolchain(ctx)
    header = ctx.actions.declare_file(ctx.label.name + ".h")
    compiled = ctx.actions.declare_file(ctx.label.name + ".h.gch")
    ctx.actions.write(header, "#include \"%s\"\n" % ctx.attr.header)
    context = cc_common.merge_cc_infos(
        cc_infos = [dep[CcInfo] for dep in ctx.attr.deps],
    ).compilation_context
    features = cc_common.configure_features(
        ctx = ctx,
        cc_toolchain = toolchain,
        requested_features = ctx.features,
        unsupported_features = ctx.disabled_features,
    )
    variables = cc_common.create_compile_variables(
        feature_configuration = features,
        cc_toolchain = toolchain,
        source_file = header.path,
        output_file = compiled.path,
        # -MD stores the dependencies in the compiled form, for -fpch-deps.
        user_compile_flags = ctx.fragments.cpp.copts + ctx.fragments.cpp.cxxopts +
                             ["-x", "c++-header", "-MD", "-MF", "/dev/null"],
        include_directories = context.includes,
        quote_include_directories = context.quote_includes,
        system_include_directories = context.system_includes,
        preprocessor_defines = context.defines,
        # As cc_library compiles, with --force_pic (.bazelrc).
        use_pic = True,
    )
    ctx.actions.run(
        mnemonic = "CppPrecompile",
        progress_message = "Precompiling " + header.short_path,
        executable = cc_common.get_tool_for_action(
            feature_configuration = features,
            action_name = CPP_COMPILE_ACTION_NAME,
        ),
        arguments = cc_common.get_memory_inefficient_command_line(
            feature_configuration = features,
            action_name = CPP_COMPILE_ACTION_NAME,
            variables = variables,
        ),
        env = cc_common.get_environment_variables(
            feature_configuration = features,
            action_name = CPP_COMPILE_ACTION_NAME,
            variables = variables,
        ),
        inputs = depset([header], transitive = [context.headers, toolchain.all_files]),
        outputs = [compiled],
    )
    files = [header, compiled]
    return [
        DefaultInfo(files = depset(files)),
        CcInfo(compilation_context = cc_common.create_compilation_context(
            # The compiled form names all headers that it was made of.
            headers = depset(files, transitive = [context.headers]),
        )),
    ]

precompiled_header = rule(
    implementation = _precompiled_header_impl,
    doc = "A header that g++ compiles once for many sources.",
    attrs = {
        "header": attr.string(
            mandatory = True,
            doc = "the header, by its path in the tree",
        ),
        "deps": attr.label_list(
            providers = [CcInfo],
            doc = "the libraries of the header",
        ),
        "_cc_toolchain": attr.label(
            default = "@bazel_tools//tools/cpp:current_cc_toolchain",
        ),
    },
    fragments = ["cpp"],
    toolchains = ["@bazel_tools//tools/cpp:toolchain_type"],
)
