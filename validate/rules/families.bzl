"""The list of all families of rules, as a library and as a table in C++."""

load("@rules_cc//cc:defs.bzl", "cc_library")
load("//bazel:precompiled_header.bzl", "including", "including_deps")

# Each family includes this header first; compiling it takes most of the time.
_HEADER = "//validate/engine:family_pch"

def _variable(path):
    """The Family of a file: kModuleLayout for layout/module_layout."""
    words = path.split("/")[1].split("_")
    return "k" + "".join([word.capitalize() for word in words])

def rule_families(name, families, srcs, hdrs, deps):
    """Defines a library of all families and of the generated Families() (families.h).

    Args:
      name: of the library.
      families: paths below this package, without ".cc", in the order of the
        specification.  Each file defines the Family with the name of the file.
      srcs: sources, including those of the families.
      hdrs: headers that families share.
      deps: the dependencies of the families.
    """
    variables = [_variable(path) for path in families]
    for i, variable in enumerate(variables):
        if variable in variables[:i]:
            fail("two families are called " + variable)
    lines = [
        "#include \"validate/rules/families.h\"",
        "namespace plumb {",
    ]
    lines += ["extern const Family %s;" % v for v in variables]
    lines += ["namespace { constexpr ListedFamily kFamilies[] = {"]
    lines += [
        "{\"%s\", &%s}," % (path, variable)
        for path, variable in zip(families, variables)
    ]
    lines += [
        "}; }",
        "absl::Span<const ListedFamily> Families() { return kFamilies; }",
        "}",
    ]
    native.genrule(
        name = name + "_list",
        outs = ["families.cc"],
        cmd = "cat > $@ <<'END'\n" + "\n".join(lines) + "\nEND",
    )
    cc_library(
        name = name,
        srcs = srcs + ["families.cc"],
        hdrs = hdrs,
        copts = including(_HEADER),
        deps = deps + including_deps(_HEADER),
    )
