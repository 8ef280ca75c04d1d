# shellcheck shell=bash
# Functions for the tests of the example workspace, which source this file.  The tests
# run the system's Bazel inside Bazel, with separate workspaces and servers.

fail() {
  printf '%s: %s\n' "$(basename "$0")" "$1" >&2
  exit 1
}

source tools/skip.sh

command -v bazel > /dev/null || skip 'bazel is not installed'

readonly prefix=$TEST_TMPDIR/prefix options=$TEST_TMPDIR/options.bazelrc
tools/install "$prefix" > /dev/null

# Bazel 4 fetches this repository if there is a test.
mkdir "$TEST_TMPDIR/coverage"
cp third_party/bazel4/remote_coverage_tools.BUILD "$TEST_TMPDIR/coverage/BUILD.bazel"
touch "$TEST_TMPDIR/coverage/WORKSPACE"

{
  [[ ! -r version.bazelrc ]] || cat version.bazelrc
  cat << END
build --override_repository=remote_coverage_tools=$TEST_TMPDIR/coverage
build --spawn_strategy=processwrapper-sandbox
build --incompatible_strict_action_env
build --color=no --curses=no --noshow_progress
END
} > "$options"

# make_client NAME: makes a client, which stands for a separate machine: a copy of the
# example in a new folder, without outputs.
make_client() {
  local client=$TEST_TMPDIR/$1
  mkdir "$client"
  cp --recursive --dereference testdata/bazel/example "$client/shaders"
  chmod --recursive u+w "$client/shaders"
  mv "$client/shaders/BUILD.example" "$client/shaders/BUILD.bazel"
  sed "s|/usr/local|$prefix|" "$client/shaders/WORKSPACE.example" \
    > "$client/shaders/WORKSPACE"
}

# Options that make short-lived Java programs faster.
readonly short_lived=(
  --host_jvm_args=-XX:TieredStopAtLevel=1
  --host_jvm_args=-XX:+UseSerialGC
)

# on_client NAME COMMAND...: runs Bazel in a client; prints both outputs to stdout.
on_client() {
  local client=$TEST_TMPDIR/$1
  shift
  (
    cd "$client/shaders" || exit
    unset TEST_TMPDIR  # Bazel would use it as the root of its outputs
    exec bazel --nohome_rc --bazelrc="$options" --max_idle_secs=15 \
      --output_user_root="$client/root" "${short_lived[@]}" "$@" 2>&1
  )
}

# Bazel's servers outlive the commands, but must not outlive the test.
shut_down() {
  local root
  for root in "$TEST_TMPDIR"/*/root; do
    [[ ! -d $root ]] || on_client "$(basename "${root%/root}")" shutdown || true
  done
}
trap shut_down EXIT
