#!/usr/bin/env bash
# Tests a remote cache, served by nginx: if one machine has assembled and tested the
# modules, another machine gets the results of all actions from the cache.
set -euo pipefail
# shellcheck source=testdata/bazel/example.sh
. testdata/bazel/example.sh

nginx=$PWD/../nginx/nginx
[[ -x $nginx ]] || skip 'nginx is not installed; tools/setup.sh fetches it'
"$nginx" -v 2> /dev/null || skip 'nginx does not run here'

readonly cache=$TEST_TMPDIR/cache
mkdir -p "$cache/store"

# The server that Bazel's documentation suggests.  It has one process, so that it
# runs as the user of the test and a signal ends it.
configure() {
  cat << END
daemon off;
master_process off;
pid $cache/pid;
events {}
http {
  access_log $cache/requests;
  client_body_temp_path $cache/body;
  proxy_temp_path $cache/proxy;
  fastcgi_temp_path $cache/fastcgi;
  uwsgi_temp_path $cache/uwsgi;
  scgi_temp_path $cache/scgi;
  client_max_body_size 0;
  server {
    listen 127.0.0.1:$1;
    root $cache/store;
    location / {
      dav_methods PUT;
      create_full_put_path on;
    }
  }
}
END
}

# nginx writes its process id when it listens; if the port is in use, it exits.
serve() {
  local port
  for _ in {1..20}; do
    port=$((20000 + RANDOM % 12000))
    configure "$port" > "$cache/conf"
    "$nginx" -p "$cache" -e "$cache/errors" -c "$cache/conf" 2> /dev/null &
    server=$!
    while [[ ! -s $cache/pid ]] && kill -0 "$server" 2> /dev/null; do
      sleep 0.05
    done
    if [[ -s $cache/pid ]]; then
      url=http://127.0.0.1:$port
      return
    fi
  done
  fail "nginx does not listen: $(cat "$cache/errors")"
}
stop() {
  shut_down
  [[ -z ${server:-} ]] || kill "$server" 2> /dev/null || true
  wait
}
trap stop EXIT
serve

# build_and_test CLIENT OPTION...: sets $actions to the number of actions by mnemonic
# and runner: "3 SpirvModule remote cache hit".
build_and_test() {
  local client=$1 log
  shift
  log=$(on_client "$client" test //... "$@" \
    --execution_log_json_file="$TEST_TMPDIR/$client.json") ||
    fail "the tests of the $client client do not pass: $log"
  grep -q '^Executed .* out of 4 tests: 4 tests pass' <<< "$log" ||
    fail "the $client client did not run four tests: $log"
  actions=$(sed -nE 's/^  "(mnemonic|runner)": "(.*)",$/\2/p' \
    "$TEST_TMPDIR/$client.json" | paste -d ' ' - - | sort | uniq -c | sed 's/^ *//')
}

expect() {
  [[ $actions == "$1" ]] || fail "$2 ran $actions"
}

# Three modules, three tests of the corpus, and two shards of modules_test.
readonly executed='3 SpirvModule processwrapper-sandbox
5 TestRunner processwrapper-sandbox'
readonly cached='3 SpirvModule remote cache hit
5 TestRunner remote cache hit'

make_client first
build_and_test first --remote_cache="$url" --remote_upload_local_results
expect "$executed" 'the first client'

make_client second
build_and_test second --remote_cache="$url"
expect "$cached" 'the second client'
for name in corner fill paint; do
  cmp "$TEST_TMPDIR"/{first,second}/shaders/bazel-bin/$name.spv || fail "$name.spv differs"
done

# Without the cache, the second client runs all actions.
on_client second clean > "$TEST_TMPDIR/log" || fail "$(cat "$TEST_TMPDIR/log")"
build_and_test second
expect "$executed" 'the second client without a cache'
