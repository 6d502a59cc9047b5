#!/bin/sh
# What the GitHub Action runs: memory check on the changes of a pull request, as annotations, and as SARIF where a file is asked for.
# Reads MEMORY_BASE (branch or commit; "" = everything) and MEMORY_SARIF (file; "" = none). Ends with the status of the check.
set -eu

base="${MEMORY_BASE:-}"
if [ -n "$base" ] && ! git rev-parse --verify --quiet "$base^{commit}" >/dev/null; then
	# Workflows clone one commit deep: the base and the history up to it are fetched.
	git fetch --quiet --no-tags origin "$base"
	base="$(git rev-parse FETCH_HEAD)"
fi
if [ -n "$base" ] && [ "$(git rev-parse --is-shallow-repository)" = true ]; then
	git fetch --quiet --no-tags --unshallow origin
fi
set --
[ -n "$base" ] && set -- --base "$base"
if [ -n "${MEMORY_SARIF:-}" ]; then
	memory check "$@" --format sarif --out "$MEMORY_SARIF" || true
fi
exec memory check "$@" --format github
