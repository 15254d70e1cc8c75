#!/usr/bin/env bash
# The things beside Python that the tests want, from Debian's packages: a browser, a PostgreSQL server, nginx, and node for the types of the client.
# Where they cannot be had this says so, and the tests and checks that need them are skipped with the same words.
set -u
missing=()
command -v chromium >/dev/null 2>&1 || missing+=(chromium)
compgen -G '/usr/lib/postgresql/*/bin/initdb' >/dev/null || missing+=(postgresql)
command -v node >/dev/null 2>&1 || missing+=(nodejs)
command -v npm >/dev/null 2>&1 || missing+=(npm)
[ -x /usr/sbin/nginx ] || command -v nginx >/dev/null 2>&1 || missing+=(nginx-light)
[ ${#missing[@]} -eq 0 ] && exit 0
if [ "$(id -u)" -ne 0 ] || ! command -v apt-get >/dev/null 2>&1; then
  echo "Not installed: ${missing[*]}. The tests that need them are skipped; install them as root with: apt-get install ${missing[*]}"
  exit 0
fi
echo "Installing ${missing[*]} from Debian's packages ..."
export DEBIAN_FRONTEND=noninteractive
if ! { apt-get update -qq && apt-get install -y -qq --no-install-recommends "${missing[@]}"; } >/tmp/trenchline-apt.log 2>&1; then
  echo "Could not install ${missing[*]} (see /tmp/trenchline-apt.log); the tests that need them are skipped."
fi
exit 0
