#!/usr/bin/env bash
# The things beside Python that the tests want, from Debian's packages: a browser, a PostgreSQL server, nginx, and node for the types of the client.
# Where they cannot be had this says so, and the tests and checks that need them are skipped with the same words.
set -u
missing=()
command -v chromium-headless-shell >/dev/null 2>&1 || missing+=(chromium-headless-shell)      # or chromium, which is slower
compgen -G '/usr/lib/postgresql/*/bin/initdb' >/dev/null || missing+=(postgresql)
command -v node >/dev/null 2>&1 || missing+=(nodejs)
command -v npm >/dev/null 2>&1 || missing+=(npm)
[ -x /usr/sbin/nginx ] || command -v nginx >/dev/null 2>&1 || missing+=(nginx-light)
[ ${#missing[@]} -eq 0 ] && exit 0
if [ "$(id -u)" -ne 0 ] || ! command -v apt-get >/dev/null 2>&1; then
  command -v chromium >/dev/null 2>&1 && missing=("${missing[@]/chromium-headless-shell/}")
  [ -z "${missing[*]// /}" ] || echo "Not installed: ${missing[*]}. The tests that need them are skipped; install them as root with: apt-get install ${missing[*]}"
  exit 0
fi
echo "Installing ${missing[*]} from Debian's packages ..."
export DEBIAN_FRONTEND=noninteractive
log=/tmp/trenchline-apt.log
apt-get update -qq >"$log" 2>&1
for package in "${missing[@]}"; do
  apt-get install -y -qq --no-install-recommends "$package" >>"$log" 2>&1 && continue
  [ "$package" = chromium-headless-shell ] && { command -v chromium || apt-get install -y -qq --no-install-recommends chromium; } >>"$log" 2>&1 && continue
  echo "Could not install $package (see $log); the tests that need it are skipped."
done
exit 0
