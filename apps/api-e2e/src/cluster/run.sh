#!/bin/sh
# Runs the cluster test with Jest's arguments, such as `-t switchover`, in its own network: nothing is reachable from outside, and
# the kernel removes it with its last process.
set -eu

packages='patroni python3-etcd etcd-server pgbouncer haproxy postgresql-15 iproute2'
missing=
for package in $packages; do
  dpkg-query --show --showformat='${Status}' "$package" 2>/dev/null | grep -q ' installed$' || missing="$missing $package"
done
if [ -n "$missing" ]; then
  echo "Debian packages are missing: apt-get install --no-install-recommends$missing" >&2
  exit 2
fi
if [ "$(id -u)" != 0 ]; then
  echo 'The cluster test needs root, because it creates namespaces: sudo npm run test:cluster' >&2
  exit 2
fi

# The clients are part of the cluster's network, 10.20.0.0/24 in deploy/cluster.
exec unshare --net sh -euc '
  ip link set lo up
  ip link add petstore type bridge
  ip address add 10.20.0.1/24 dev petstore
  ip link set petstore up
  exec node_modules/.bin/jest --config apps/api-e2e/cluster.config.mjs "$@"
' sh "$@"
