#!/bin/sh
# Known faults of the locked packages, by pip-audit; it says so where the advisories cannot be reached.
cd "$(dirname "$0")/.." || exit 1
.venv/bin/python -m venv .venv/audit && .venv/audit/bin/pip install --quiet --disable-pip-version-check pip-audit || {
	echo "pip-audit cannot be installed: nothing was audited. Is the package index reachable?"
	exit 2
}
for service in pypi osv; do
	said=$(.venv/audit/bin/pip-audit --vulnerability-service $service --disable-pip --require-hashes -r requirements/dev.txt 2>&1)
	code=$?
	case "$said" in
	*"could not be audited"* | *"Connection"* | *"Max retries"* | *"HTTPError"* | *"Traceback"*) continue ;;
	esac
	echo "$said"
	exit $code
done
echo "Neither PyPI's nor OSV's advisories can be reached from here: nothing was audited."
exit 2
