#!/usr/bin/env bash
# Checks that a clean clone starts with only `npm ci && npm start`: as root in a home folder that other users cannot enter,
# and as an unprivileged user. If the caller is not root, it checks only the second. For each user it also starts the service
# on a port that is in use, kills the database, and kills npm with SIGTERM and SIGKILL.
set -uo pipefail
# Job control gives each `npm start` its own process group, so that Ctrl-C reaches all its processes.
set -m

SECONDS_TO_ANSWER=60
SHARED=/var/lib/plenum
source_folder=$(cd "$(dirname "$0")/.." && pwd)
copies_before=$(ls -d "$SHARED"/postgresql-* 2>/dev/null)
homes=()
failures=0
service=

main() {
  if [ "$(id -u)" = 0 ]; then
    show 'as root under a home folder of mode 700' 'my plenum'
    show 'as nobody' plenum setpriv --reuid=nobody "--regid=$(id -g nobody)" --clear-groups
  else
    show "as $(id -un)" 'my plenum'
  fi
  [ "$failures" = 0 ] && echo 'All checks passed.' || echo "$failures of the checks failed."
  [ "$failures" = 0 ]
}

# show <title> <name of the clone> [command that changes the user…]
show() {
  local title=$1 name=$2
  shift 2
  echo "== $title"
  home=$(mktemp -d /tmp/plenum-fresh-XXXXXX)
  homes+=("$home")
  clone="$home/$name"
  port=$(free_port)
  git clone --quiet "$source_folder" "$clone" || { fail 'git clone'; return; }
  [ $# -gt 0 ] && chown -R nobody "$home"
  as=("$@" env -u DATABASE_URL -u DATA_DIR "HOME=$home" "npm_config_cache=$home/.npm" "PORT=$port")

  if ! (cd "$clone" && "${as[@]}" npm ci --no-audit --no-fund >"$home/ci.log" 2>&1); then
    fail 'npm ci' "$home/ci.log"
    return
  fi
  check_taken_port
  start_npm
  check_answer
  check_killed_database
  check_ctrl_c
  start_npm
  check_answer
  check_killed_npm TERM
  start_npm
  check_answer
  check_killed_npm KILL
}

start_npm() {
  (cd "$clone" && exec "${as[@]}" npm start >"$home/start.log" 2>&1) &
  service=$!
}

# A start that cannot serve must not create anything.
check_taken_port() {
  node -e "require('net').createServer().listen($port, '127.0.0.1')" &
  local other=$!
  until (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; do sleep 0.1; done
  if (cd "$clone" && "${as[@]}" npm start >"$home/start.log" 2>&1); then fail 'it started on a port that was in use'
  elif ! grep -q "Port $port on .* is already in use.* PORT=" "$home/start.log"; then fail 'port in use' "$home/start.log"
  elif [ -e "$clone/data" ]; then fail 'a start on a port that was in use created a data folder'
  else grep 'is already in use' "$home/start.log"
  fi
  kill "$other"
  wait "$other" 2>/dev/null
}

check_killed_database() {
  local place
  place=$(realpath "$clone/data/postgres")
  kill -KILL "$(head -n 1 "$place/data/postmaster.pid")"
  sleep 1
  echo 'the database was killed'
  check_answer
}

# check_killed_npm <signal>: kills only npm, not its process group.
check_killed_npm() {
  local place npm=$service
  place=$(realpath "$clone/data/postgres")
  kill "-$1" "$npm"
  wait "$npm" 2>/dev/null
  service=
  for _ in $(seq 100); do { [ -z "$(servers_of "$place")" ] && ! answers; } || sleep 0.2; done
  if answers; then fail "the service still runs after SIG$1 of npm" "$home/start.log"
  elif [ -n "$(servers_of "$place")" ]; then fail "PostgreSQL still runs after SIG$1 of npm: $(servers_of "$place")"
  else echo "SIG$1 of npm ended the service and its database"
  fi
}

answers() {
  curl --silent --max-time 5 "http://127.0.0.1:$port/healthz" >/dev/null
}

check_answer() {
  local start=$SECONDS answer
  while [ $((SECONDS - start)) -lt $SECONDS_TO_ANSWER ] && kill -0 "$service" 2>/dev/null; do
    if answer=$(curl --silent --fail --max-time 5 "http://127.0.0.1:$port/health-check"); then
      echo "responded after $((SECONDS - start)) s: $answer"
      return
    fi
    sleep 0.2
  done
  fail "no response on port $port within $((SECONDS - start)) s" "$home/start.log"
}

check_ctrl_c() {
  local place
  place=$(realpath "$clone/data/postgres")
  echo "database in $place, served by: $(servers_of "$place" | wc -l) process"
  kill -INT -- "-$service"
  wait "$service"
  echo "npm start ended with exit code $?"
  service=
  for _ in $(seq 50); do [ -z "$(servers_of "$place")" ] || sleep 0.2; done
  if [ -n "$(servers_of "$place")" ]; then fail "PostgreSQL still runs: $(servers_of "$place")"
  elif [ ! -d "$place/data" ]; then fail "there is no database in $place" "$home/start.log"
  else echo 'no PostgreSQL is left'
  fi
}

servers_of() {
  pgrep -f "bin/postgres -D $1/data "
}

free_port() {
  node -e "const s = require('net').createServer().listen(0, '127.0.0.1', () => { console.log(s.address().port); s.close() })"
}

# fail <what> [file with the reason]
fail() {
  echo "FAILED: $1"
  [ $# -gt 1 ] && grep -vE '^npm (warn|notice)' "$2" | head -n 30
  failures=$((failures + 1))
}

clean_up() {
  local home place copy
  [ -n "$service" ] && kill -INT -- "-$service" && wait "$service"
  for home in "${homes[@]}"; do
    for place in $(grep -ls "^$home/" "$SHARED"/data-*/link); do rm -rf "$(dirname "$place")"; done
    rm -rf "$home"
  done
  for copy in "$SHARED"/postgresql-*; do
    grep -qxF "$copy" <<<"$copies_before" || pgrep -f "$copy/native/bin/postgres" >/dev/null || rm -rf "$copy"
  done
}

trap clean_up EXIT
main
