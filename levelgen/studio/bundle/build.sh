#!/usr/bin/env bash
# Bundles CodeMirror from the packages that package-lock.json pins into one module:
#   levelgen/studio/bundle/build.sh [FILE]      (../page/codemirror.js without it)
# The same bytes every time, so a test can compare the committed file with a fresh one. Needs node and npm.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
out=$(realpath -m "${1:-$here/../page/codemirror.js}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp "$here"/package.json "$here"/package-lock.json "$here"/codemirror.js "$work"
cd "$work"
npm ci --silent --no-audit --no-fund
npx esbuild codemirror.js --bundle --format=esm --minify --target=es2022 --charset=utf8 --legal-comments=none \
    --banner:js='// CodeMirror 6 and Lezer, MIT licence, (c) Marijn Haverbeke and others; made by ../bundle/build.sh, not by hand.' \
    --log-level=warning --outfile="$out"
