"""The native rule, as in rules_shell."""

sh_binary = native.sh_binary
