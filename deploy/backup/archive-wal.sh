#!/bin/sh
# archive_command = '/opt/clairisque/archive-wal.sh ARCHIVE %p %f': keeps one finished WAL file.
# Whole or absent, never another in the place of one: PostgreSQL tries again after any failure, and after a crash
# it may give the same file twice.
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
