"""C++ libraries of the system, found with pkg-config.

Each repository has one cc_library.  Its linker options, defines and header folders
all come from pkg-config, so they fit any release of the packages.
"""

# Parts of the C library and of the compiler, which are linked as the compiler links
# them.
_TOOLCHAIN_LIBRARIES = ["atomic", "c", "dl", "gcc_s", "m", "pthread", "rt", "stdc++"]

_BUILD = """
cc_library(
    name = "{target}",
    hdrs = glob(["include_*/**"]) + ["version.h"],
    defines = {defines},
    includes = {includes},
    linkopts = {linkopts},
    visibility = ["//visibility:public"],
)
"""

def _fail_missing(ctx, reason):
    fail("%s: %s. Install it (Debian's package: %s), or run tools/setup.sh, which installs everything that a build needs." %
         (ctx.attr.library, reason, ctx.attr.debian_package))

def _pkg_config(ctx, arguments):
    """The words that pkg-config prints for the packages of the library."""
    program = ctx.os.environ.get("PKG_CONFIG") or ctx.which("pkg-config") or ctx.which("pkgconf")
    if not program:
        fail("pkg-config is missing. Install it (Debian's package: pkgconf), or run tools/setup.sh.")
    result = ctx.execute([program] + arguments + ctx.attr.packages)
    if result.return_code != 0:
        said = result.stderr.strip().split("\n")
        _fail_missing(ctx, said[-1] if said[-1] else "pkg-config does not know it")
    return [word for word in result.stdout.replace("\n", " ").split(" ") if word]

def _unique(words):
    return {word: None for word in words}.keys()

def _archive_options(ctx, options):
    """Replaces each library that has an archive by the archive.

    Libraries are linked statically, because loading Abseil's dozens of shared
    libraries would take longer than validating a small module.
    """
    folders = [option[2:] for option in options if option.startswith("-L")]
    folders = _unique(folders + _pkg_config(ctx, ["--variable=libdir"]))
    result = []
    for option in options:
        name = option[2:]
        archive = "lib%s.a" % name
        if (option.startswith("-l") and name not in _TOOLCHAIN_LIBRARIES and
            [None for folder in folders if ctx.path(folder + "/" + archive).exists]):
            option = "-l:" + archive
        result.append(option)
    return result

def _system_library_impl(ctx):
    version = _pkg_config(ctx, ["--modversion"])
    cflags = _pkg_config(ctx, ["--cflags"])
    linkopts = _archive_options(ctx, _pkg_config(ctx, ["--static", "--libs"]))
    if linkopts:
        linkopts = ["-Wl,--start-group"] + linkopts + ["-Wl,--end-group", "-pthread"]

    # Folders that the compiler does not search by itself.
    includes = []
    for folder in _unique([flag[2:] for flag in cflags if flag.startswith("-I")]):
        name = "include_%d" % len(includes)
        ctx.symlink(folder, name)
        includes.append(name)

    # No source includes this header.  Bazel does not track the system's headers;
    # this file changes with the version, so that Bazel compiles the sources again.
    ctx.file("version.h", "// %s %s\n" % (ctx.attr.library, " ".join(version)))
    ctx.file("BUILD.bazel", _BUILD.format(
        target = ctx.attr.target,
        defines = repr([flag[2:] for flag in cflags if flag.startswith("-D")]),
        includes = repr(includes),
        linkopts = repr(linkopts),
    ))

system_library = repository_rule(
    implementation = _system_library_impl,
    doc = "One library of the system as a cc_library.",
    attrs = {
        "debian_package": attr.string(
            mandatory = True,
            doc = "The Debian package to install if the library is missing.",
        ),
        "library": attr.string(
            mandatory = True,
            doc = "The library's name in messages.",
        ),
        "packages": attr.string_list(
            mandatory = True,
            doc = "The pkg-config packages whose headers Plumb includes.",
        ),
        "target": attr.string(
            mandatory = True,
            doc = "The name of the cc_library.",
        ),
    },
    environ = ["PATH", "PKG_CONFIG", "PKG_CONFIG_LIBDIR", "PKG_CONFIG_PATH"],
    configure = True,
    local = True,
)
