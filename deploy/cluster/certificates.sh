#!/bin/sh
# Creates ca.crt, ca.key and, for each database host, its certificate and key in the current folder: db1.crt, db1.key, and so on.
# Replace the hosts and their addresses in the loop below. The certificates are valid for ten years. Whoever has a certificate of this authority may command Patroni and change what etcd stores, so
# keep ca.key away from the hosts, and use the authority for nothing else.
set -eu
umask 077
key='-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes'
openssl req -x509 $key -days 3650 -subj /CN=petstore-cluster -keyout ca.key -out ca.crt
for host in db1=10.20.0.11 db2=10.20.0.12 db3=10.20.0.13; do
  name=${host%=*}
  openssl req $key -subj "/CN=$name" -addext "subjectAltName=IP:${host#*=}" -keyout "$name.key" -out "$name.csr"
  openssl x509 -req -in "$name.csr" -copy_extensions copy -days 3650 -CA ca.crt -CAkey ca.key -CAcreateserial -out "$name.crt"
  rm "$name.csr"
done
