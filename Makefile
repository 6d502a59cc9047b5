# make check is the only gate, the same here and in CI. make check PKG=./recall/... while working.

PKG        ?= ./...
FUZZTIME   ?= 5s
BENCH      ?= .
GO         ?= go
STATICCHECK = $(GO) run honnef.co/go/tools/cmd/staticcheck@v0.8.2
GITLEAKS    = $(shell $(GO) env GOMODCACHE)/github.com/zricethezav/gitleaks/v8@v8.30.1/config/gitleaks.toml

# Files that a program writes. They are committed, and check fails when they are out of date.
GENERATED   = secrets/rules_gitleaks.go docs/cli.md docs/json.md

# The race detector needs cgo and a C compiler. RACE= runs without it.
RACE       ?= -race

.PHONY: check fmt vet lint test cross generated generate build install bench fuzz

check: fmt vet lint test cross generated

fmt:
	@out="$$(gofmt -l $$(git ls-files --cached --others --exclude-standard '*.go'))"; \
	if [ -n "$$out" ]; then echo "not formatted, run gofmt -w on:"; echo "$$out"; exit 1; fi

vet:
	$(GO) vet $(PKG)

lint:
	$(STATICCHECK) $(PKG)

# Without the setting every process under the race detector sleeps for a second before it ends.
test: export GORACE ?= atexit_sleep_ms=0
test:
	$(GO) test $(RACE) -shuffle=on -timeout 15m $(PKG)

cross:
	CGO_ENABLED=0 GOOS=linux   GOARCH=arm64 $(GO) build $(PKG)
	CGO_ENABLED=0 GOOS=darwin  GOARCH=arm64 $(GO) build $(PKG)
	CGO_ENABLED=0 GOOS=windows GOARCH=amd64 $(GO) build $(PKG)

# generate writes the generated files anew. The rule table needs the gitleaks module, which is not a dependency:
# go mod download github.com/zricethezav/gitleaks/v8@v8.30.1 fetches it; without it the table is left as it is.
generate:
	@if [ -f "$(GITLEAKS)" ]; then \
		(cd internal/gen/secretrules && $(GO) run . -in "$(GITLEAKS)") > secrets/rules_gitleaks.go.new && mv secrets/rules_gitleaks.go.new secrets/rules_gitleaks.go; \
	else echo "generate: gitleaks is not in the module cache, secrets/rules_gitleaks.go left as it is"; fi

# docs/cli.md and docs/json.md are compared with what the commands say by tests of cmd/memory; UPDATE=1 go test ./cmd/memory writes it.
# secrets/keywords.bin likewise: UPDATE=1 go test ./secrets.
generated: generate
	@for f in $(GENERATED); do \
		if git ls-files --error-unmatch "$$f" >/dev/null 2>&1; then git diff --exit-code -- "$$f" || { echo "$$f is out of date: commit what make generate wrote"; exit 1; }; fi; \
	done

# What a hook pays at each start: the tag leaves the writer of manual pages, and with it a Markdown reader, out of the command library (80 to 100
# page faults), and without cgo no C library is linked and looked up (60 to 90).
RELEASE     = CGO_ENABLED=0 $(GO)
TRIM        = -trimpath -tags urfave_cli_no_docs

build:
	$(RELEASE) build $(TRIM) -o bin/memory ./cmd/memory

install:
	$(RELEASE) install $(TRIM) ./cmd/memory

bench:
	$(GO) test -run '^$$' -bench '$(BENCH)' -benchmem $(PKG)

fuzz:
	@set -e; for pkg in $$($(GO) list $(PKG)); do \
		for target in $$($(GO) test -list '^Fuzz' $$pkg | grep '^Fuzz' || true); do \
			echo "$$pkg $$target"; $(GO) test -run '^$$' -fuzz "^$$target\$$" -fuzztime $(FUZZTIME) $$pkg; \
		done; \
	done
