#!/usr/bin/env bash
# Installs the programs that tests/engines/ drive, on Debian, as root:
#   tests/engines/install.sh [tiled] [tiled-new] [godot4] [godot3] [chromium] [phaser] [yaml]     (all of them without arguments)
# Newer ones than the machine's own suite has are unpacked into $LEVELGEN_ENGINES (default ~/.cache/levelgen-engines),
# each into a folder of its own; nothing on the host is upgraded. What is there already is left alone.
set -euo pipefail
engines=${LEVELGEN_ENGINES:-$HOME/.cache/levelgen-engines}
mkdir -p "$engines"
export DEBIAN_FRONTEND=noninteractive

updated=
package() { # program package...: from the machine's own suite
    command -v "$1" >/dev/null && return
    [ -n "$updated" ] || apt-get update -qq
    updated=yes
    apt-get install -y -qq --no-install-recommends "${@:2}" >/dev/null
}

root() { # folder suite package[,package]: from another suite of the same mirror, extracted only
    [ -e "$engines/$1/.done" ] && return
    package mmdebstrap mmdebstrap
    [ -n "$updated" ] || apt-get update -qq
    updated=yes
    local mirror valid lib="usr/lib/x86_64-linux-gnu"
    mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Origin: Debian' "Codename: $(. /etc/os-release; echo "$VERSION_CODENAME")" | sort -u | head -1)
    valid=$(apt-config dump --format '%v' Acquire::Check-Valid-Until)
    rm -rf "${engines:?}/$1"
    mmdebstrap --quiet --variant=extract --include="$3" --components=main --aptopt="Acquire::Check-Valid-Until \"${valid:-true}\"" \
        --aptopt='APT::Install-Recommends "false"' "$2" "$engines/$1" "$mirror"
    cp "$engines/$1/$lib/ld-linux-x86-64.so.2" "$engines/$1/usr/bin/ld.so" # beside the program: /proc/self/exe then names its folder
    touch "$engines/$1/.done"
}

phaser() {
    [ -e "$engines/phaser/phaser.min.js" ] && return
    mkdir -p "$engines/phaser"
    (cd "$engines/phaser" && tar -xzf "$(npm pack --silent phaser@4)" && cp package/dist/phaser.min.js . && rm -rf package ./*.tgz)
}

yaml() { # the language server of VS Code's YAML extension
    [ -e "$engines/yaml/node_modules/.bin/yaml-language-server" ] && return
    npm install --silent --no-fund --no-audit --prefix "$engines/yaml" yaml-language-server@2
}

[ $# -gt 0 ] || set -- tiled tiled-new godot4 godot3 chromium phaser yaml
for engine; do
    case $engine in
        tiled) package tiled tiled ;;
        tiled-new) root tiled-new trixie tiled ;;
        godot4) root godot4 forky godot,libgl1,libegl1,libglx-mesa0,libgl1-mesa-dri; package xvfb-run xvfb xauth ;;
        godot3) package godot3-server godot3-server ;;
        chromium) package chromium chromium ;;
        phaser) phaser ;;
        yaml) yaml ;;
        *) echo "no engine '$engine'" >&2; exit 2 ;;
    esac
done
