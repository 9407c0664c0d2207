#!/bin/sh
# PostgreSQL finds the sequence again for each row in `nextval(pg_get_serial_sequence('table', 'column'))`.
#
# Expected: the function is STABLE and its arguments are constants, so that it is called once for a statement.
# Seen: it is called for each row, and its text is looked up again as regclass. That takes several times as long as drawing the number: an
# INSERT of many rows spent more time on finding the sequence than on writing the rows. In a subquery it is executed once (an InitPlan).
# The plan of the first form shows no function at all, so that only a measurement shows it.
#
# Needs Debian or Ubuntu with postgresql-15, and root. Exits with 1 if the behaviour has changed.
set -eu
export LC_ALL=C.UTF-8
programs=/usr/lib/postgresql/15/bin
[ -x "$programs/initdb" ] || apt-get install -y -qq --no-install-recommends postgresql-15 > /dev/null
folder=$(mktemp -d)
chown postgres "$folder"
as_postgres() { su postgres -c "$1"; }
trap 'as_postgres "$programs/pg_ctl -D $folder/data -m immediate stop" > /dev/null; rm -rf "$folder"' EXIT
as_postgres "$programs/initdb -D $folder/data" > /dev/null
as_postgres "$programs/pg_ctl -D $folder/data -w -l $folder/log -o \"-c listen_addresses= -k $folder\" start" > /dev/null
query() { as_postgres "psql -h $folder -XAtq -c \"$1\""; }
query 'SHOW server_version'
query 'CREATE TABLE pets (id bigint GENERATED ALWAYS AS IDENTITY)'

# $1: expression of the id. Prints the milliseconds of 200,000 rows: the smallest of three.
milliseconds() {
  for _ in 1 2 3; do
    query "EXPLAIN (ANALYZE, TIMING OFF) SELECT $1 FROM generate_series(1, 200000)" | sed -n 's/^Execution Time: \([0-9]*\).*/\1/p'
  done | sort -n | head -n 1
}

per_row=$(milliseconds "nextval(pg_get_serial_sequence('pets', 'id'))")
once=$(milliseconds "nextval((SELECT pg_get_serial_sequence('pets', 'id')::regclass))")
echo "200,000 rows: $per_row ms with the function in each row, $once ms with the function in a subquery"
[ "$per_row" -gt $((2 * once)) ] || { echo 'changed: the function no longer takes long'; exit 1; }
