"""The list of all families of rules, as a library and as a table in C++."""

load("@rules_cc//cc:defs.bzl", "cc_library")

def _variable(path):
    """The Family that a file defines: kModuleLayout of layout/module_layout."""
    words = path.split("/")[1].split("_")
    return "k" + "".join([word.capitalize() for word in words])

def rule_families(name, families, srcs, hdrs, deps):
    """A library of all families, and the generated Families() (families.h).

    Args:
      name: of the library.
      families: paths below this package, without ".cc", in the order of the
        specification.  Each file defines the Family that is named as the file.
      srcs: sources, those of the families included.
      hdrs: headers that families share.
      deps: what the families depend on.
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
        deps = deps,
    )
