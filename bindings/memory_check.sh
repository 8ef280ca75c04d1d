# The command that runs a program and fails if it uses memory wrongly or leaks.
# shellcheck shell=bash disable=SC2034  # used by the scripts that source this file
memory_check=(
  valgrind --quiet --leak-check=full --show-leak-kinds=definite
  --errors-for-leak-kinds=definite --error-exitcode=9
)
