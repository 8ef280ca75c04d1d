"""SPIR-V modules as targets: assembled, validated, and tested.

    load(
        "@plumb//bazel:defs.bzl",
        "spirv_corpus_test",
        "spirv_module",
        "spirv_pipeline_test",
        "spirv_validate_test",
    )

    spirv_module(
        name = "blur",
        src = "blur.spvasm",
        target_env = "vulkan1.2",
    )

    spirv_validate_test(
        name = "shaders_test",
        modules = [":blur"] + glob(["*.spv"]),
        shard_count = 4,
        target_env = "vulkan1.2",
    )

    spirv_corpus_test(
        name = "corpus_test",
        globs = ["corpus/**/*.spv"],
    )

    spirv_pipeline_test(
        name = "scene_test",
        description = "scene.json",
        modules = ["scene.vert.spv", "scene.frag.spv"],
    )

The key of every action consists of its inputs, its options and Plumb's programs,
so Bazel's local and remote caches work, and the actions can run wherever Bazel
runs other actions.
"""

def _options(target_env, flags):
    return (["--target-env", target_env] if target_env else []) + flags

def _spirv_module_impl(ctx):
    out = ctx.actions.declare_file(ctx.label.name + ".spv")
    ctx.actions.run(
        executable = ctx.executable._assembler,
        arguments = [ctx.file.src.path, "-o", out.path, "--jobs", "1"] +
                    _options(ctx.attr.target_env, ctx.attr.flags),
        inputs = [ctx.file.src],
        outputs = [out],
        mnemonic = "SpirvModule",
        progress_message = "Assembling and validating %s" % ctx.file.src.short_path,
    )
    return [DefaultInfo(files = depset([out]))]

spirv_module = rule(
    implementation = _spirv_module_impl,
    doc = "Assembles a text and validates the module. Building it fails with the diagnostics if it is invalid.",
    attrs = {
        "src": attr.label(
            doc = "The text.",
            allow_single_file = [".spvasm"],
            mandatory = True,
        ),
        "target_env": attr.string(
            doc = "The environment to assemble and validate for, as for --target-env.",
        ),
        "flags": attr.string_list(
            doc = "More options of spv-as.",
        ),
        # "target", because Plumb would be compiled a second time for another
        # configuration.
        "_assembler": attr.label(
            default = Label("//cli:spv-as"),
            executable = True,
            cfg = "target",
        ),
    },
)

def _quoted(word):
    return "'%s'" % word.replace("'", "'\\''")

# Runs ${validate[@]}, and writes the report that Bazel asks for.
_REPORT = """if [[ -z ${XML_OUTPUT_FILE:-} ]]; then
  exec "${validate[@]}"
fi
status=0
"${validate[@]}" --format junit --report "$XML_OUTPUT_FILE" || status=$?
# Print the diagnostics as text, for the log.
((status == 0)) || "${validate[@]}" || true
exit "$status"
"""

# With N shards, a shard validates every Nth module.  Each module is a test case of
# the report.
_TEST = """#!/usr/bin/env bash
set -euo pipefail
modules=(%s)
shards=${TEST_TOTAL_SHARDS:-1} shard=${TEST_SHARD_INDEX:-0}
[[ -z ${TEST_SHARD_STATUS_FILE:-} ]] || touch "$TEST_SHARD_STATUS_FILE"
mine=()
for ((i = shard; i < ${#modules[@]}; i += shards)); do
  mine+=("${modules[i]}")
done
((${#mine[@]} > 0)) || exit 0
list=${TEST_TMPDIR:-/tmp}/modules.$$
printf '%%s\\n' "${mine[@]}" > "$list"
validate=(%s "@$list" %s)
""" + _REPORT

_PIPELINE_TEST = """#!/usr/bin/env bash
set -euo pipefail
validate=(%s --pipeline %s)
""" + _REPORT

def _spirv_validate_test_impl(ctx):
    script = ctx.actions.declare_file(ctx.label.name + ".sh")
    words = _options(ctx.attr.target_env, ctx.attr.flags)
    ctx.actions.write(
        script,
        _TEST % (
            " ".join([_quoted(file.short_path) for file in ctx.files.modules]),
            _quoted(ctx.executable._validator.short_path),
            " ".join([_quoted(word) for word in words]),
        ),
        is_executable = True,
    )
    return [DefaultInfo(
        executable = script,
        runfiles = ctx.runfiles(files = ctx.files.modules + [ctx.executable._validator]),
    )]

spirv_validate_test = rule(
    implementation = _spirv_validate_test_impl,
    doc = "Validates modules; each one is a test case. shard_count splits them among that many actions; all modules are inputs of each action.",
    test = True,
    attrs = {
        "modules": attr.label_list(
            doc = "Binaries, texts, and targets that make them, such as spirv_module.",
            allow_files = [".spv", ".spvasm"],
            mandatory = True,
        ),
        "target_env": attr.string(
            doc = "The environment to validate for, as for --target-env.",
        ),
        "flags": attr.string_list(
            doc = "More options of spv-val.",
        ),
        "_validator": attr.label(
            default = Label("//cli:spv-val"),
            executable = True,
            cfg = "target",
        ),
    },
)

def _spirv_pipeline_test_impl(ctx):
    script = ctx.actions.declare_file(ctx.label.name + ".sh")
    files = ctx.files.description + ctx.files.modules
    words = [file.short_path for file in files] + _options(ctx.attr.target_env, ctx.attr.flags)
    ctx.actions.write(
        script,
        _PIPELINE_TEST % (
            _quoted(ctx.executable._validator.short_path),
            " ".join([_quoted(word) for word in words]),
        ),
        is_executable = True,
    )
    return [DefaultInfo(
        executable = script,
        runfiles = ctx.runfiles(files = files + ctx.files.data + [ctx.executable._validator]),
    )]

spirv_pipeline_test = rule(
    implementation = _spirv_pipeline_test_impl,
    doc = "Validates modules as the stages of one Vulkan pipeline: whether they fit together, and fit its description.",
    test = True,
    attrs = {
        "modules": attr.label_list(
            doc = "The stages: binaries, texts, and targets that make them. All their entry points are stages. Empty if the description names the stages.",
            allow_files = [".spv", ".spvasm"],
        ),
        "description": attr.label(
            doc = "The description of the pipeline (docs/user/pipelines.md).",
            allow_single_file = [".json"],
        ),
        "data": attr.label_list(
            doc = "What the description names: modules, a device.",
            allow_files = True,
        ),
        "target_env": attr.string(
            doc = "The environment to validate for, as for --target-env; one of Vulkan.",
        ),
        "flags": attr.string_list(
            doc = "More options of spv-val.",
        ),
        "_validator": attr.label(
            default = Label("//cli:spv-val"),
            executable = True,
            cfg = "target",
        ),
    },
)

def spirv_corpus_test(name, globs, exclude = [], modules_per_test = 500, **kwargs):
    """Validates all modules of the package that match, in several tests.

    The modules are split into tests, not shards, because all modules of a test
    are inputs of each of its shards: if one changed, all would be validated again.
    The name of a module selects its test, so adding or removing a module does not
    change the other tests.

    Args:
      name: of the suite. The tests are called NAME_0, NAME_1, ...
      globs: patterns as for glob().
      exclude: patterns of modules to leave out.
      modules_per_test: the approximate maximum of modules in a test. If a module
        changes, all modules of its test are validated again, so the number should
        not be too large; an action costs as much as a hundred small modules, so it
        should not be too small. See docs/user/scaling.md.
      **kwargs: as for spirv_validate_test.
    """
    modules = native.glob(globs, exclude = exclude)
    if not modules:
        fail("spirv_corpus_test %s has no modules" % name)

    # A power of two, so that it seldom changes: if it does, all tests change.
    count = 1
    for _ in range(32):
        if count * modules_per_test < len(modules):
            count *= 2
    parts = [[] for _ in range(count)]
    for module in modules:
        # Hashes of similar names have similar last bits; the remainder modulo a
        # prime depends on the whole name.
        parts[hash(module) % 1000003 % count].append(module)
    tests = []
    for i, part in enumerate(parts):
        if part:
            tests.append("%s_%d" % (name, i))
            spirv_validate_test(
                name = tests[-1],
                modules = part,
                **kwargs
            )
    native.test_suite(
        name = name,
        tags = kwargs.get("tags", []),
        tests = tests,
        visibility = kwargs.get("visibility"),
    )
