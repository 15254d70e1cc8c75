#!/usr/bin/env bash
# The types of the browser client (JSDoc) by TypeScript, pinned in package-lock.json. The client itself needs no build and no node:
# where node or the npm registry cannot be had this says so and goes on.
set -u
cd "$(dirname "$0")/.."
if ! command -v npm >/dev/null 2>&1; then
  echo "The client's types are not checked: node and npm are not installed (as root: apt-get install nodejs npm)."
  exit 0
fi
if [ ! -x node_modules/.bin/tsc ] || [ package-lock.json -nt node_modules/.package-lock.json ]; then
  if ! npm ci --silent --no-audit --no-fund >/tmp/trenchline-npm.log 2>&1; then
    echo "The client's types are not checked: npm could not install TypeScript (see /tmp/trenchline-npm.log)."
    exit 0
  fi
fi
node_modules/.bin/tsc --project tsconfig.json && echo "The client's types: no errors"
