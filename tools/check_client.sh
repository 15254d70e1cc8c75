#!/usr/bin/env bash
# The browser client: its types (JSDoc) by TypeScript, its JavaScript and CSS by Biome, both pinned in package-lock.json. Playing from a
# clone needs no node: where node or the npm registry cannot be had this says so and goes on. In CI (CI=true) it fails: what was not
# checked must not pass.
set -u
cd "$(dirname "$0")/.."
tsc=node_modules/.bin/tsc
biome=node_modules/.bin/biome

unchecked() {
  echo "The client is not checked: $1"
  case "${CI:-}" in '' | 0 | false) exit 0 ;; esac
  exit 1
}

if ! command -v node >/dev/null 2>&1 || ! command -v npm >/dev/null 2>&1; then
  unchecked "node and npm are not installed (as root: apt-get install nodejs npm)."
fi
if [ ! -x "$tsc" ] || [ ! -x "$biome" ] || [ package-lock.json -nt node_modules/.package-lock.json ]; then
  npm ci --silent --no-audit --no-fund >/tmp/trenchline-npm.log 2>&1 ||
    unchecked "npm could not install TypeScript and Biome (see /tmp/trenchline-npm.log)."
fi
[ -x "$tsc" ] && [ -x "$biome" ] || unchecked "npm has installed no TypeScript or no Biome."
"$tsc" --project tsconfig.json || exit
"$biome" check --error-on-warnings || exit
echo "The client: no errors"
