# Everything that one does with this repository. `make` lists the targets.
# From the root, Go's patterns are `go build work`, `go test work`; `./...`
# finds nothing, because the root is a workspace and not a module.

SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.NOTPARALLEL:

MODULES  := pkg/domino pkg proto services
PROGRAMS := $(wildcard services/*/cmd/*)
VERSION  := $(shell git describe --tags --always --dirty 2>/dev/null || echo unknown)
ARGS     ?=

# Pinned tools. A new version is a new file name, so a bump reinstalls.
BIN             := $(CURDIR)/.bin
GOLANGCI_LINT   := $(BIN)/golangci-lint@v2.15.0
PROTOC_GEN_GO   := $(BIN)/protoc-gen-go@v1.36.12
PROTOC_GEN_CONN := $(BIN)/protoc-gen-connect-go@v2.0.2
BUF             := proto/node_modules/.bin/buf

# The table for browsers. npm writes the file in node_modules when it is done.
WEB          := services/gateway/web
WITH_NODE    := $(CURDIR)/.ci/with-node
WEB_MODULES  := $(WEB)/node_modules/.package-lock.json
WEB_SOURCES   = $(shell find $(WEB)/src -type f) $(wildcard $(WEB)/*.html $(WEB)/*.json $(WEB)/*.ts)

# The race detector pays where goroutines are; the engine has none and its
# property tests are long, so it runs plain.
RACE_PACKAGES  = go list work | grep -vE '^tranca\.example/(pkg/domino|proto)(/|$$)'
PLAIN_PACKAGES = go list work | grep -E '^tranca\.example/(pkg/domino|proto)(/|$$)'

##@ Use

.PHONY: run
run: build ## Build and start everything in one process (ARGS="--data d")
	exec bin/tranca up $(ARGS)

.PHONY: build
build: ## Put every program into bin/, with the table for browsers where npm is
	@if ! command -v npm >/dev/null; then echo "build: no npm here, so without the table for browsers"; \
	elif ! $(MAKE) --no-print-directory web; then echo "build: going on without the table for browsers"; fi
	@mkdir -p bin
	$(if $(PROGRAMS),go build -ldflags '-X main.version=$(VERSION)' -o bin/ $(addprefix ./,$(PROGRAMS)),@echo "no programs yet")

.PHONY: web
web: $(WEB)/dist/index.html ## Build the table for browsers, which the gateway carries

$(WEB)/dist/index.html: $(WEB_MODULES) $(WEB_SOURCES)
	cd $(WEB) && $(WITH_NODE) npm run --silent build

$(WEB_MODULES): $(WEB)/package-lock.json
	@echo "installing what the web table is built with"
	@cd $(WEB) && $(WITH_NODE) npm ci --ignore-scripts --no-progress --no-audit --no-fund
	@touch $@

##@ Check

.PHONY: test
test: ## Run all tests against real NATS, real Redis and a real browser, with the race detector where goroutines are
	@.ci/need redis-server gcc npm chromium
	@failed=0; \
	go test -timeout 15m $$($(PLAIN_PACKAGES)) || failed=1; \
	go test -race -timeout 15m $$($(RACE_PACKAGES)) || failed=1; \
	$(MAKE) --no-print-directory --keep-going web-test web-e2e || failed=1; \
	exit $$failed

.PHONY: race
race: ## Run all tests, the engine's too, with the race detector
	@.ci/need redis-server gcc
	go test -race -timeout 30m work

.PHONY: lint
lint: $(GOLANGCI_LINT) $(BUF) ## Run golangci-lint on every module and buf on the contracts
	@for m in $(MODULES); do \
	  [ -z "$$(go list ./$$m/... 2>/dev/null)" ] || set -- "$$@" ./$$m/...; \
	done; $(BIN)/golangci-lint run "$$@"
	cd proto && node_modules/.bin/buf lint && node_modules/.bin/buf format --diff --exit-code --path tranca

.PHONY: breaking
breaking: $(BUF) ## Compare the contracts with the newest release (BASE=tag or branch)
	@base=$${BASE:-$$(git describe --tags --abbrev=0 2>/dev/null || true)}; \
	if [ -z "$$base" ]; then echo "breaking: nothing is released yet, so nothing is promised"; exit; fi; \
	cd proto && node_modules/.bin/buf breaking --against "$$(git rev-parse --path-format=absolute --git-common-dir)#ref=$$(git rev-parse "$$base"),subdir=proto,format=git"

.PHONY: web-test
web-test: $(WEB_MODULES) ## Check the types of the table for browsers and test it
	cd $(WEB) && $(WITH_NODE) npm run --silent check && $(WITH_NODE) npm run --silent test

.PHONY: web-e2e
web-e2e: web ## Play at the table for browsers in a real browser, against a real server
	@.ci/need chromium
	cd $(WEB) && $(WITH_NODE) npm run --silent e2e

.PHONY: web-pictures
web-pictures: web ## Take the pictures of the README of the table for browsers again
	@.ci/need chromium
	cd $(WEB) && $(WITH_NODE) npm run --silent pictures

.PHONY: bench-web
bench-web: web ## Load the table until a legal tile can have the focus, on a processor four times slower
	@.ci/need chromium
	cd $(WEB) && $(WITH_NODE) npm run --silent bench

.PHONY: rules-coverage
rules-coverage: ## Fail when a rule has no test that carries its id
	@go run ./pkg/domino/internal/rulescoverage/cmd/rulescoverage pkg services

.PHONY: solo
solo: ## Build and vet every module without the workspace
	@for m in $(MODULES); do \
	  packages=$$(cd $$m && GOWORK=off go list ./...); \
	  [ -n "$$packages" ] || continue; \
	  echo "$$m"; (cd $$m && GOWORK=off go build ./... && GOWORK=off go vet ./...); \
	done

.PHONY: checkgenerate
checkgenerate: ## Fail when generated code or module files are stale
	@digest() { git ls-files -co --exclude-standard -- proto/gen $(WEB)/src/gen '*go.mod' '*go.sum' go.work go.work.sum | sort | xargs -r sha256sum 2>&1 || true; }; \
	before=$$(digest); $(MAKE) --no-print-directory generate tidy; after=$$(digest); \
	if [ "$$before" != "$$after" ]; then \
	  diff <(echo "$$before") <(echo "$$after") | sed -n 's/^[<>] [0-9a-f]*/stale:/p' | sort -u; \
	  echo "run 'make generate tidy' and commit the result"; exit 1; \
	fi

.PHONY: ci
ci: test lint rules-coverage checkgenerate solo breaking ## Everything that must hold before a merge
	@echo "ci: all green"

.PHONY: e2e-big
e2e-big: ## Kill, wipe and compare the real programs in the middle of 200 tables (E2E_TABLES=n)
	@.ci/need redis-server
	E2E_TABLES=$(or $(E2E_TABLES),200) go test -v -count 1 -timeout 60m -run 'OneProcess|TwoReplicas|Killed|EveryMatchEnds|RedisThat|NoLog|AskedToStop' tranca.example/services/e2e
	UPGRADE_TABLES=$(or $(E2E_TABLES),200) go test -v -count 1 -timeout 60m -run Upgrade tranca.example/services/e2e/torture

.PHONY: torture
torture: ## Break what can break under played tables, then check the log (TORTURE_TIME=15m TORTURE_SEED=text TORTURE_TABLES=32 TORTURE_REPORT=file TORTURE_POWER=always TORTURE_REDIS=sentinel)
	@.ci/need redis-server
	TORTURE_TIME=$(or $(TORTURE_TIME),15m) TORTURE_SEED="$(or $(TORTURE_SEED),$(shell date +%s))" TORTURE_TABLES=$(or $(TORTURE_TABLES),32) \
	  go test -v -count 1 -timeout 0 -run Nothing tranca.example/services/e2e/torture

.PHONY: torture-planted
torture-planted: ## Torture programs with a bug of each kind in them: the checker must find each
	@.ci/need redis-server
	TORTURE_PLANTED=1 go test -v -count 1 -timeout 60m -run Planted tranca.example/services/e2e/torture

##@ Measure

.PHONY: bench
bench: ## Run the benchmarks (BENCH=regexp, ARGS="-count 5")
	@go test -list '$(firstword $(subst /, ,$(or $(BENCH),.)))' work | \
	  awk '/^Benchmark/ {found = 1} /^ok/ {if (found) print $$2; found = 0}' | \
	  xargs -r go test -run '^$$' -bench '$(or $(BENCH),.)' -benchmem $(ARGS)

.PHONY: bench-pipeline
bench-pipeline: ## Measure the whole platform beside what the broker alone does (PIPELINE_TIME=4s PIPELINE_TABLES="1 16 64 256" PIPELINE_SETUPS="one r1 r3 r3-always" PIPELINE_EVENTS="10000 100000 1000000" PIPELINE_KILLS=20 PIPELINE_KEPT=10000 PIPELINE_OUT=dir)
	@.ci/need redis-server
	PIPELINE_TIME=$(or $(PIPELINE_TIME),4s) PIPELINE_TABLES="$(PIPELINE_TABLES)" PIPELINE_SETUPS="$(PIPELINE_SETUPS)" \
	  PIPELINE_EVENTS="$(PIPELINE_EVENTS)" PIPELINE_KILLS=$(PIPELINE_KILLS) PIPELINE_KEPT=$(PIPELINE_KEPT) \
	  PIPELINE_OUT="$(abspath $(or $(PIPELINE_OUT),try/pipeline))" \
	  go test -v -count 1 -timeout 0 -run PipelineIsMeasured tranca.example/services/e2e/pipeline

.PHONY: bench-idle
bench-idle: ## Measure what many tables cost on which little happens (IDLE_TABLES=10000 IDLE_EVERY=30s IDLE_TIME=1m IDLE_OUT=dir)
	@.ci/need redis-server
	IDLE_TABLES=$(or $(IDLE_TABLES),10000) IDLE_EVERY=$(IDLE_EVERY) IDLE_TIME=$(IDLE_TIME) IDLE_OUT="$(abspath $(or $(IDLE_OUT),try/pipeline))" \
	  go test -v -count 1 -timeout 0 -run IdleTables tranca.example/services/e2e/pipeline

.PHONY: bench-viewers
bench-viewers: ## Measure what many silent live streams cost a gateway, beside a server that does nothing else (VIEWERS=5000 VIEWERS_TIME=30s VIEWERS_OUT=dir)
	@.ci/need redis-server
	VIEWERS=$(or $(VIEWERS),5000) VIEWERS_TIME=$(VIEWERS_TIME) VIEWERS_OUT="$(abspath $(or $(VIEWERS_OUT),try/pipeline))" \
	  go test -v -count 1 -timeout 0 -run IdleViewers tranca.example/services/e2e/pipeline

.PHONY: fuzz-short
fuzz-short: ## Give every fuzzer some seconds (FUZZTIME=10s)
	@go list work | while read -r package; do \
	  go test -run '^$$' -list '^Fuzz' "$$package" | { grep '^Fuzz' || true; } | while read -r name; do \
	    echo "$$package $$name"; go test -run '^$$' -fuzz "^$$name\$$" -fuzztime $(or $(FUZZTIME),10s) "$$package" </dev/null; \
	  done; \
	done

##@ Change

.PHONY: generate
generate: $(PROTOC_GEN_GO) $(PROTOC_GEN_CONN) $(BUF) ## Write proto/gen and the web table's types from the contracts
	cd proto && node_modules/.bin/buf generate && node_modules/.bin/buf generate --template buf.gen.web.yaml

.PHONY: fmt
fmt: $(GOLANGCI_LINT) $(BUF) ## Format Go and proto files
	$(BIN)/golangci-lint fmt $(MODULES)
	cd proto && node_modules/.bin/buf format --write --path tranca

.PHONY: tidy
tidy: ## Align the workspace, then tidy every module
	go work sync
	@for m in $(MODULES); do (cd $$m && GOWORK=off go mod tidy) || exit 1; done

.PHONY: tools
tools: $(GOLANGCI_LINT) $(PROTOC_GEN_GO) $(PROTOC_GEN_CONN) $(BUF) ## Install the pinned tools into .bin and proto/node_modules

.PHONY: clean
clean: ## Remove what was built (bin/, the web table); tools and data stay
	rm -rf bin $(WEB)/dist/assets $(WEB)/dist/index.html

.PHONY: help
help: ## List the targets
	@awk 'BEGIN { FS = ":.*## " } \
	  /^##@ / { printf "\n%s\n", substr($$0, 5) } \
	  /^[a-z0-9-]+:.*## / { printf "  %-16s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# install PATH: GOBIN works inside a workspace and keeps tools out of go.mod.
define install
	@echo "installing $(notdir $@)"
	@rm -f $(BIN)/$(firstword $(subst @, ,$(notdir $@)))@*
	@GOBIN=$(BIN) GOWORK=off go install $(1)@$(lastword $(subst @, ,$(notdir $@)))
	@touch $@
endef

$(GOLANGCI_LINT):
	$(call install,github.com/golangci/golangci-lint/v2/cmd/golangci-lint)

$(PROTOC_GEN_GO):
	$(call install,google.golang.org/protobuf/cmd/protoc-gen-go)

$(PROTOC_GEN_CONN):
	$(call install,connectrpc.com/connect/v2/cmd/protoc-gen-connect-go)

$(BUF): proto/package-lock.json
	@.ci/need npm
	@echo "installing buf"
	@cd proto && npm ci --ignore-scripts --no-progress
	@touch $@
