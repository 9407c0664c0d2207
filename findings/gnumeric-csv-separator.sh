#!/bin/sh
# Gnumeric splits a valid CSV file at the minus signs if a quoted cell stands before a negative number.
#
# Expected: the comma is the separator, as in the other lines and as the name .csv says.
# Seen: of the first line with a quotation mark, Gnumeric takes the character after the closing quotation mark AND the comma. If that is
# punctuation (a minus, a parenthesis, an asterisk), it becomes the separator of the whole file, without a message. The comma is then text.
# So one row decides how all rows are read: 10,000 rows are right until somebody has a comma in a name and a negative number beside it.
#
# Needs Debian or Ubuntu, and root if gnumeric is not installed. Exits with 1 if the behaviour has changed.
set -eu
export LC_ALL=C.UTF-8
command -v ssconvert > /dev/null || apt-get install -y -qq --no-install-recommends gnumeric > /dev/null
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
ssconvert --version | head -n 1

# $1: the first row of data. $2: the first row as Gnumeric saves it.
check() {
  printf 'id,name,balance\n%s\n2,Rex,1\n' "$1" > in.csv
  ssconvert in.csv out.csv 2> error.log || { cat error.log; exit 1; }
  seen=$(sed -n 2p out.csv)
  printf 'row %-20s is saved as %s\n' "$1" "$seen"
  [ "$seen" = "$2" ] || { echo "changed: expected $2"; exit 1; }
}

check '1,"Lady, Bug",7' '1,"Lady, Bug",7'
check '1,Lady,-7' '1,Lady,-7'
check '1,"Lady, Bug",-7' '"1,""Lady, Bug"",",7'
check '1,"Lady, Bug",*7' '"1,""Lady, Bug"",",7'
check '1,"Lady, Bug",(7)' '"1,""Lady, Bug"",",7)'
