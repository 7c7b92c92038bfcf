#!/bin/sh
# archive_command = '/opt/clairisque/archive-wal.sh ARCHIVE %p %f': archives one finished WAL file, atomically and
# without overwriting another. PostgreSQL retries after any failure; after a crash it may pass the same file twice.
set -eu
archive=$1 path=$2 name=$3
if [ -f "$archive/$name" ]; then
  cmp -s "$path" "$archive/$name"
  exit
fi
cp "$path" "$archive/$name.part"
sync "$archive/$name.part"
mv "$archive/$name.part" "$archive/$name"
sync "$archive"
