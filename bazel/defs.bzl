"""SPIR-V modules as targets: assembled, validated, and tested.

    load("@plumb//bazel:defs.bzl", "spirv_corpus_test", "spirv_module", "spirv_validate_test")

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

Every action has its inputs, its options and Plumb's programs for a key, so that
Bazel's caches, local or remote, know what was done before, and Bazel runs it
where it runs other actions.
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
            doc = "The environment to assemble for and to judge by, as of --target-env.",
        ),
        "flags": attr.string_list(
            doc = "More options of spv-as.",
        ),
        # As everything else is built: in a configuration of its own, Plumb would
        # be compiled a second time.
        "_assembler": attr.label(
            default = Label("//cli:spv-as"),
            executable = True,
            cfg = "target",
        ),
    },
)

def _quoted(word):
    return "'%s'" % word.replace("'", "'\\''")

# A shard takes every so many of the modules; each is a test case of the report.
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
if [[ -z ${XML_OUTPUT_FILE:-} ]]; then
  exec "${validate[@]}"
fi
status=0
"${validate[@]}" --format junit --report "$XML_OUTPUT_FILE" || status=$?
# The same as text, for the log.
((status == 0)) || "${validate[@]}" || true
exit "$status"
"""

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
    doc = "Validates modules; each one is a test case. With shard_count they are split among so many actions, each of which has all modules for inputs.",
    test = True,
    attrs = {
        "modules": attr.label_list(
            doc = "Binaries and texts, and targets that make some, such as spirv_module.",
            allow_files = [".spv", ".spvasm"],
            mandatory = True,
        ),
        "target_env": attr.string(
            doc = "The environment to judge by, as of --target-env.",
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
    """Validates all modules of the package that match, in as many tests as that takes.

    Tests and not shards, because each shard has all modules of its test for
    inputs: one that changes would have all of them validated again. Which test a
    module belongs to depends on its name, so that modules that come or go leave
    the other tests as they are.

    Args:
      name: of the suite of the tests, which are called NAME_0, NAME_1, ...
      globs: patterns as of glob().
      exclude: patterns of what is left out.
      modules_per_test: how many modules a test has at most, more or less. With
        one that changes so many are validated again, so that this should not
        be too many; an action costs as much as a hundred small modules, so
        that it should not be too few. See docs/scaling.md.
      **kwargs: as of spirv_validate_test.
    """
    modules = native.glob(globs, exclude = exclude)
    if not modules:
        fail("spirv_corpus_test %s has no modules" % name)

    # A power of two: it seldom changes, and all tests do where it does.
    count = 1
    for _ in range(32):
        if count * modules_per_test < len(modules):
            count *= 2
    parts = [[] for _ in range(count)]
    for module in modules:
        # The remainder by a prime depends on the whole name; names that are
        # alike have alike last bits.
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
