#!/bin/sh
# Copies what is installed into the tree of the image, and makes its caches, which fit files of one time only.
# tree.sh FROM TO TIME: TIME is that of all files, in seconds since 1970
set -eu
rm -rf "$2"
mkdir -p "$2/usr/lib"
cp -a "$1" "$2/usr/lib/messina"
cp "$(dirname "$0")/healthy" "$2/usr/lib/messina/libexec/healthy"
find "$2" -exec touch -h -d "@$3" {} +
"$2/usr/lib/messina/bin/messina" prepare
rm -f "$2/usr/lib/messina/cache/log"
