#!/bin/sh
# lighttpd as a reverse proxy drops a header without a value, so that an empty If-Match makes a change unconditional.
#
# Expected: the server gets the header, and refuses it with 400 or 412. HTTP permits a field without a value (RFC 9110, section 5.5), and nginx,
# HAProxy, Apache, Squid and Varnish pass it on.
# Seen: the header is gone, because "empty header-fields are not allowed" (comment of its source). An empty If-Match is what a program sends that
# has read a response without an ETag: headers.get('ETag') ?? ''. So the program asks for a check, the server sees no condition, and the change
# of another client is overwritten. If-None-Match (do not overwrite what exists) is lost in the same way.
#
# Needs Debian or Ubuntu, Node, curl, and root if lighttpd is not installed. Exits with 1 if the behaviour has changed.
set -eu
export LC_ALL=C.UTF-8
command -v lighttpd > /dev/null || apt-get install -y -qq --no-install-recommends lighttpd > /dev/null
folder=$(mktemp -d)
cd "$folder"
lighttpd -v | head -n 1

cat > server.mjs << 'END'
import { createServer } from 'node:http';
const server = createServer(({ headers }, response) => {
  const conditions = Object.entries(headers).filter(([name]) => name.startsWith('if-'));
  response.end(conditions.length > 0 ? conditions.map(([name, value]) => `${name}=[${value}]`).join() : 'no condition');
}).listen(0, '127.0.0.1', () => console.log(server.address().port));
END
node server.mjs > port &
server=$!
trap 'kill $server ${proxy:-}; rm -rf "$folder"' EXIT
until [ -s port ]; do sleep 0.1; done

# A port that is free now.
free=$(node -e "const s = require('net').createServer().listen(0, '127.0.0.1', () => { console.log(s.address().port); s.close() })")
cat > lighttpd.conf << END
server.modules = ("mod_proxy")
server.document-root = "$folder"
server.bind = "127.0.0.1"
server.port = $free
proxy.server = ("" => (("host" => "127.0.0.1", "port" => $(cat port))))
END
lighttpd -D -f lighttpd.conf 2> error.log &
proxy=$!

# $1: header as curl writes it; a semicolon is a header without a value. $2: what the server gets. $3, $4: the port, and whose it is
check() {
  seen=$(curl -s --retry 20 --retry-delay 1 --retry-connrefused -X PUT -H "$1" "http://127.0.0.1:$3/")
  printf '%-18s at port of %-8s arrives as %s\n' "$1" "$4" "$seen"
  [ "$seen" = "$2" ] || { echo "changed: expected $2"; exit 1; }
}

check 'If-Match;' 'if-match=[]' "$(cat port)" server
check 'If-Match: "1"' 'if-match=["1"]' "$free" lighttpd
check 'If-Match;' 'no condition' "$free" lighttpd
check 'If-None-Match;' 'no condition' "$free" lighttpd
