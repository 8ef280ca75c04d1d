"""The native rule, as in rules_shell."""

sh_test = native.sh_test
