#!/bin/sh
# archive_command = '/opt/clairisque/archive-wal.sh ARCHIVE %p %f': archives one finished WAL file, compressed (a file
# that a minute of an idle product ended is empty but for its first pages), atomically and without overwriting another.
# PostgreSQL retries after any failure; after a crash it may pass the same file twice.
set -eu
archive=$1 path=$2 name=$3
if [ -f "$archive/$name.gz" ]; then
  gzip -dc "$archive/$name.gz" | cmp -s - "$path"
  exit
fi
# PostgreSQL's first file ends before the first backup makes this folder.
mkdir -p "$archive"
gzip -c "$path" > "$archive/$name.part"
sync "$archive/$name.part"
mv "$archive/$name.part" "$archive/$name.gz"
sync "$archive"
