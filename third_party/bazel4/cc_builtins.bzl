"""Built-in modules under other names: no file can give a built-in its own name."""

builtin_cc_common = cc_common
BuiltinCcInfo = CcInfo
