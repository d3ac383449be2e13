# What a person types. `make help` lists it.

# What is made goes by nobody's language.
export LC_ALL := C.UTF-8

PREFIX ?= /usr/local
DESTDIR ?=
BOOK ?=
# What `make bench` measures, and which tests `make test` runs, as a regular expression; everything where it is empty.
ONLY ?=
# Of Debian.
RELEASE ?= trixie
SWIFT ?= swift
# Package.swift is told what this machine's libraries need.
PACKAGE = SHEAF_LIBRARIES="$$(tools/libraries)" $(SWIFT)
# How long each fuzzer runs.
SECONDS ?= 30
# How many commands of the whole service `make torture` makes at least (some 900 a second), how long each of its other random tests
# runs, the sequence it does again, and which of its steps, where not all.
COMMANDS ?= 1000000
MINUTES ?= 20
SEED ?=
STEPS ?=
# How many provider hosts it kills under load (some 20 a second).
KILLS ?= 10000
# How many broken documents it opens (some 30 a second).
DOCUMENTS ?= 2000
# What the leak sanitizer takes for a leak and is none.
LEAKS = LSAN_OPTIONS=suppressions=$(CURDIR)/Tests/sanitizers/leaks:print_suppressions=0

# How the tests are built and run under a sanitizer. What it finds in any of their programs goes to a file of that.
REPORTS = $(CURDIR)/.build/$(1)/reports
SANITIZED = --sanitize=$(1) --scratch-path .build/$(1) -Xswiftc -use-ld=lld
LOGGED = log_path=$(call REPORTS,$(1))/report:log_exe_name=1
# Providers in Swift find the thread sanitizer in the program that loads them.
THREADS = $(call SANITIZED,thread) -Xlinker --export-dynamic-symbol='__tsan_*'
# What it takes for a race and is none. A host ends with the threads that its provider has, and by signals that are sent to it.
RACES = suppressions=$(CURDIR)/Tests/sanitizers/threads:report_thread_leaks=0:handle_segv=0

# Only the hand-over is compared with memcached and Redis.
RIVALS = $(if $(ONLY),$(filter hand-over,$(ONLY)),hand-over)

# What is done at random is done again by its seed where sets and dictionaries are walked in the same order each time.
TEST = SWIFT_DETERMINISTIC_HASHING=1 tools/test

SOURCES = Package.swift Sources Plugins Tests Benchmarks
# An installed program finds Swift's runtime beside itself, not in the toolchain.
INSTALL_BUILD = --scratch-path .build/install -c release -Xswiftc -no-toolchain-stdlib-rpath \
	-Xlinker '-rpath=$$ORIGIN/../lib/sheaf/swift' -Xlinker '-rpath=$$ORIGIN/../swift'

# The methods whose calls are read in place: those of a viewer's every turn, and those that test it.
SCAN = --scan org.sheaf.Reader.Navigate --scan org.sheaf.Reader.Drag \
	--parse org.sheaf.Reader.Navigate.format --parse org.sheaf.Reader.Navigate.quality \
	--scan org.example.Library.Echo --scan org.example.Library.Find

# Writes what is generated of interfaces, or with --check compares it.
VERSION = $(shell sed -nE 's/.*current = "([^"]+)".*/\1/p' Sources/Interface/SheafInterface/SheafVersion.swift)
define GENERATE
.build/debug/varlink-generate $(1) $(SCAN) $$(find Sources Tests -name '*.varlink')
.build/debug/varlink-generate $(1) --python clients/python/sheaf/interfaces --version $(VERSION) \
	Sources/System/Varlink/Server/org.varlink.service.varlink \
	$(patsubst %,Sources/Interface/SheafInterface/org.sheaf.%.varlink,Reader Document Manager)
endef

# The part of `make corpora` that is made; all where it is empty.
PART ?=

.PHONY: help deps deps-build deps-bench deps-deb build generate run test quick test-build test-run format lint arrows pictures check check-all \
	test-address test-thread test-release test-bookworm test-trixie fuzz torture corpora bench scale http install deb

help: ## what can be made
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

deps: ## install what building, running and testing need (Debian's packages, with sudo; PyPI's in .venv)
	@tools/deps build run test

deps-build:
	@tools/deps build run

deps-bench: deps-build
	@tools/deps bench $(if $(RIVALS),rivals)

deps-deb:
	@tools/deps build deb

build: deps-build ## build everything, optimized
	$(PACKAGE) build -c release

generate: ## write anew the Swift and Python types of the .varlink files, the reference of the kit in Swift, and the lines for the formats
	$(PACKAGE) build --product varlink-generate
	$(call GENERATE)
	@tools/kit-reference
	@tools/formats --write

run: build ## show what Sheaf does, on a real document (BOOK=FILE: on that one)
	@tools/demo .build/release $(BOOK)

test: ## build and run all tests, those of the Debian packages too, the quick ones first (ONLY=WebTests: those alone)
	@MAKE='$(MAKE)' ONLY='$(ONLY)' tools/check --stop deps $(if $(ONLY),,deb) test-build test-run

quick: deps test-build ## build, and run the quick tests, for every commit
	QUICK=yes $(TEST)

test-build:
	$(PACKAGE) build --build-tests

test-run:
	$(if $(ONLY),ONLY='$(ONLY)') $(TEST)

format: ## format the sources
	$(SWIFT) format format --in-place --recursive --parallel $(SOURCES)

lint: deps ## check format and style, what is generated, which folder or file names which, how doc comments begin, the man pages and the sandbox of the unit
	$(SWIFT) format lint --strict --recursive --parallel $(SOURCES)
	@tools/lint-shipped
	$(PACKAGE) build
	$(call GENERATE,--check)
	@tools/arrows
	@tools/circles
	@tools/modules
	@tools/comments

arrows: ## list and draw anew which folder of Sources names which, after a debug build
	@tools/deps pictures
	@tools/arrows --write
	@tools/arrows --draw
	@tools/modules --draw

pictures: deps build ## take the pictures of docs/pictures anew
	@tools/deps pictures
	@tools/pictures .build/release docs/pictures

check: ## all that must hold: lint, test, fuzz, test-address, test-thread; says at the end what failed
	@MAKE='$(MAKE)' tools/check lint test fuzz test-address test-thread

check-all: ## check, both releases of Debian (needs root) and the long runs; docs/results/ gets the summary
	@MAKE='$(MAKE)' SUMMARY=docs/results/$$(date +%F).txt tools/check lint test fuzz test-bookworm test-trixie test-address test-thread torture

test-address: deps ## build and run the tests under the address and leak sanitizers (LIMIT=7200)
	$(PACKAGE) build --build-tests $(call SANITIZED,address)
	$(LEAKS) ASAN_OPTIONS=$(call LOGGED,address) REPORTS=$(call REPORTS,address) LIMIT=$${LIMIT:-7200} $(TEST) .build/address/debug

test-thread: deps ## build and run the tests under the thread sanitizer (LIMIT=7200)
	$(PACKAGE) build --build-tests $(THREADS)
	TSAN_OPTIONS=$(RACES):$(call LOGGED,thread) REPORTS=$(call REPORTS,thread) LIMIT=$${LIMIT:-7200} $(TEST) .build/thread/debug

test-release: ## run README's two commands, and the packages' tests, in a fresh root of RELEASE=trixie or bookworm (needs root)
	@tools/test-release $(RELEASE)

test-bookworm test-trixie:
	@tools/test-release $(@:test-%=%)

fuzz: ## feed random calls, answers, files and notes to what reads them (SECONDS=30)
	SHEAF_FUZZ=1 $(PACKAGE) build --product sheaf-fuzz --scratch-path .build/fuzz \
		--sanitize=address -Xswiftc -sanitize=fuzzer
	mkdir -p .build/fuzz/corpus
	$(LEAKS) SWIFT_BACKTRACE=enable=no .build/fuzz/debug/sheaf-fuzz -max_total_time=$(SECONDS) -max_len=16384 -timeout=10 \
		-dict=Tests/Fuzz/sheaf.dict -artifact_prefix=.build/fuzz/ .build/fuzz/corpus \
		Tests/Fuzz/seeds Tests/Fuzz/crashes

# Sets and dictionaries are walked in the same order each time, so that a seed does the same again.
torture: ## do anything at random: the whole service (COMMANDS=1000000), turns and all there is at once (MINUTES=20), or SEED=…: that again, kill hosts (KILLS=10000), break documents (DOCUMENTS=2000)
	$(PACKAGE) build --build-tests
	SHEAF_TORTURE_COMMANDS=$(COMMANDS) SHEAF_TORTURE_SECONDS=$$(($(MINUTES) * 60)) $(if $(SEED),SHEAF_TORTURE_SEED=$(SEED)) \
		$(if $(STEPS),SHEAF_TORTURE_STEPS="$(STEPS)") SWIFT_DETERMINISTIC_HASHING=1 \
		ONLY='NavigationTests.ModelTests|SheafServiceTests.ServiceModelTests|SystemTests.(SoakTests|BadPagesTests)' tools/test
	SHEAF_TORTURE_KILLS=$(KILLS) ONLY='SystemTests.KillTests|SystemTests.WarmthOverKillsTests' tools/test
	SHEAF_TORTURE_DOCUMENTS=$(DOCUMENTS) $(if $(SEED),SHEAF_TORTURE_SEED=$(SEED)) \
		ONLY='SystemTests.((Bad|Broken)DocumentTests|MadeBookTests)' tools/test

corpora: build ## open what others wrote, documents, text files, encodings, beside other programs; docs/results/ gets what came of it (PART=documents: that alone)
	@tools/deps corpora
	.venv/bin/python Tests/Corpora/corpora.py .build/release \
		$(if $(PART),--part $(PART),--result docs/results/$$(date +%F)-corpora.txt)

# The parts "browser", "own", "comics" and "levels" are programs of their own.
BENCH_SERVICE = $(if $(ONLY),$(filter-out browser own comics levels,$(ONLY)),all)
BENCH_BROWSER = $(if $(ONLY),$(filter browser,$(ONLY)),all)
BENCH_OWN = $(if $(ONLY),$(filter own,$(ONLY)),all)
BENCH_COMICS = $(if $(ONLY),$(filter comics,$(ONLY)),all)
BENCH_LEVELS = $(if $(ONLY),$(filter levels,$(ONLY)),all)

bench: deps-bench ## measure, side by side with the floor and with what else one could use (ONLY="turn count": that alone)
	$(if $(RIVALS),SHEAF_BENCH=1) $(PACKAGE) build -c release
	cp Plugins/*/*.provider .build/release/
	$(if $(BENCH_SERVICE),.build/release/sheaf-bench --build-folder .build/release $(patsubst %,--only %,$(filter-out browser own comics levels,$(ONLY))))
	$(if $(BENCH_BROWSER),python3 Benchmarks/browser/keys.py .build/release)
	$(if $(BENCH_OWN),python3 Benchmarks/own/start.py .build/release)
	$(if $(BENCH_COMICS),python3 Benchmarks/comics/comics.py .build/release)
	$(if $(BENCH_LEVELS),tools/deps http && python3 Benchmarks/levels/levels.py .build/release)

scale: build ## lose one of three machines with sheaf-web behind Varnish, under load (needs root)
	@tools/deps scaling
	python3 Benchmarks/scaling/cluster.py .build/release

http: build ## tiles and pages over HTTP, side by side with iipsrv and with files from nginx; 100 peers, one of them hostile
	@tools/deps http
	python3 Benchmarks/http/compare.py .build/release
	python3 Benchmarks/http/peers.py .build/release

install: deps-build ## install under PREFIX (/usr/local), below DESTDIR
	$(PACKAGE) build $(INSTALL_BUILD)
	@tools/install .build/install/release "$(DESTDIR)" "$(PREFIX)"

deb: deps-deb ## make Debian packages of the same build, in .build/deb
	$(PACKAGE) build $(INSTALL_BUILD)
	@tools/deb
