#!/bin/sh
# PostgreSQL's image runs this script once, as the superuser, when the data directory is empty. It creates the role and the
# database of the service. The role is no superuser. Its password is the one in DATABASE_URL, which must contain only
# characters that a URL does not encode.
set -eu
url=$(cat /run/secrets/database-url)
password=${url#postgresql://petstore:}
password=${password%%@*}
export password # psql gets it in its environment, because every user of the host can read the arguments of a process.
psql --set=ON_ERROR_STOP=1 --username=postgres --dbname=postgres <<'SQL'
\getenv password password
CREATE ROLE petstore LOGIN PASSWORD :'password';
CREATE DATABASE petstore OWNER petstore ENCODING 'UTF8' TEMPLATE template0;
SQL
