#!/bin/sh
# curl behind HAProxy sends one POST twice if the server ends before it answers. Only the second POST of a connection: the first one is a 502.
#
# Expected: HAProxy answers 502, and curl prints it: a POST may have been executed, so nobody repeats it.
# Seen: if the client has used its connection before, HAProxy does not answer at all and closes it, so that "the client retries" (comment of
# its source). curl takes that for an idle connection that has timed out, and sends the POST again, without --retry and without a message.
# The server has executed it twice. A test with one request per connection never shows it. Apache httpd does the same as HAProxy.
#
# Needs Debian or Ubuntu, Node, curl, and root if haproxy is not installed. Exits with 1 if the behaviour has changed.
set -eu
export LC_ALL=C.UTF-8
command -v haproxy > /dev/null || apt-get install -y -qq --no-install-recommends haproxy > /dev/null
folder=$(mktemp -d)
cd "$folder"
/usr/sbin/haproxy -v | head -n 1
curl --version | head -n 1 | cut -d ' ' -f 1-2

# A server that ends the connection as a process does that is killed after it has executed a POST.
cat > server.mjs << 'END'
import { createServer } from 'node:http';
let posts = 0;
const server = createServer((request, response) => {
  if (request.method === 'GET') return response.end(String(posts));
  posts++;
  request.resume().on('end', () => request.socket.destroy());
}).listen(0, '127.0.0.1', () => console.log(server.address().port));
END
node server.mjs > port &
server=$!
trap 'kill $server ${proxy:-}; rm -rf "$folder"' EXIT
until [ -s port ]; do sleep 0.1; done

# A port that is free now.
free=$(node -e "const s = require('net').createServer().listen(0, '127.0.0.1', () => { console.log(s.address().port); s.close() })")
cat > haproxy.cfg << END
defaults
  mode http
  timeout connect 1s
  timeout client 10s
  timeout server 10s
listen proxy
  bind 127.0.0.1:$free
  server only 127.0.0.1:$(cat port)
END
/usr/sbin/haproxy -f haproxy.cfg 2> error.log &
proxy=$!
url=http://127.0.0.1:$free
curl -sS --retry 20 --retry-delay 1 --retry-connrefused -o started "$url" 2> waiting.log

# $1: a name. $2: how many POSTs the server has received since the start. Others: arguments of curl
check() {
  name=$1 expected=$2
  shift 2
  status=$(curl -sS -w '%{http_code} ' "$@")
  posts=$(curl -sS "http://127.0.0.1:$(cat port)")
  printf '%s: curl prints status %s, the server has received %s in total\n' "$name" "$status" "$posts"
  [ "$posts" = "$expected" ] || { echo "changed: expected $expected"; exit 1; }
}

check 'one POST on a new connection ' 1 -o /dev/null -d x "$url/create"
check 'one POST on a used connection' 3 -o /dev/null "$url" --next -sS -w '%{http_code} ' -o /dev/null -d x "$url/create"
