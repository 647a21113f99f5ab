#!/bin/sh
# Makes the base of the image: a small Debian, as a tar that Jib reads. Needs mmdebstrap, and the packages of Debian.
# base.sh FILE SUITE TIME: TIME is that of all files, in seconds since 1970
set -eu
file=$1
suite=$2
export SOURCE_DATE_EPOCH=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

mmdebstrap --quiet --variant=essential --include=libstdc++6 --format=tar \
  --dpkgopt=path-exclude=/usr/share/doc/* --dpkgopt=path-include=/usr/share/doc/*/copyright \
  --dpkgopt=path-exclude=/usr/share/man/* --dpkgopt=path-exclude=/usr/share/locale/* --dpkgopt=path-exclude=/usr/share/info/* \
  --customize-hook='echo "messina:x:8420:8420:Messina:/data:/usr/sbin/nologin" >>"$1/etc/passwd"' \
  --customize-hook='echo "messina:x:8420:" >>"$1/etc/group"' \
  --customize-hook='mkdir "$1/data" && chown 8420:8420 "$1/data"' \
  --customize-hook='rm -rf "$1"/var/lib/apt/lists/* "$1"/var/cache/* "$1"/var/log/* "$1"/etc/machine-id' \
  "$suite" "$work/layer.tar"

sum=$(sha256sum "$work/layer.tar")
cat >"$work/config.json" <<END
{
  "architecture": "amd64",
  "os": "linux",
  "created": "$(date -u -d "@$SOURCE_DATE_EPOCH" +%Y-%m-%dT%H:%M:%SZ)",
  "config": {
    "Env": ["PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL=C.UTF-8"]
  },
  "rootfs": {"type": "layers", "diff_ids": ["sha256:${sum%% *}"]},
  "history": [{"created": "$(date -u -d "@$SOURCE_DATE_EPOCH" +%Y-%m-%dT%H:%M:%SZ)", "created_by": "mmdebstrap"}]
}
END
echo '[{"Config": "config.json", "RepoTags": ["debian:messina"], "Layers": ["layer.tar"]}]' >"$work/manifest.json"
tar -C "$work" --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner -cf "$file" config.json layer.tar manifest.json
