# Short names for commands. CMake does the work (CMakePresets.json), scripts/ the rest.

PREFIX ?= /usr/local
DESTDIR ?=
FUZZ_SECONDS ?= 600

.PHONY: all build play serve web test test-full bench fuzz format tidy clean install help

all: build

build:
	@scripts/deps build
	@cmake --preset release >/dev/null
	@cmake --build --preset release

play:
	@scripts/deps play
	@cmake --preset release >/dev/null
	@cmake --build --preset release --target canasta
	@build/canasta play

# Runs until it is stopped. LISTEN and DATA set where.
serve: web
	@cmake --preset release >/dev/null
	@cmake --build --preset release --target canasta
	@build/canasta serve --web build/web \
		$(if $(LISTEN),--listen $(LISTEN)) $(if $(DATA),--data $(DATA))

web:
	@scripts/deps serve
	@scripts/web

test:
	@scripts/deps test
	@scripts/test

test-full:
	@scripts/deps test
	@FUZZ_SECONDS=$(FUZZ_SECONDS) scripts/test --full

bench:
	@scripts/deps build
	@cmake --preset release >/dev/null
	@cmake --build --preset release --target benches
	@for bench in build/bench/bench_*; do if [ -x "$$bench" ]; then "$$bench" || exit 1; fi; done
	@if [ -e build-wasm/canasta.wasm ]; then node bench/web.mjs build-wasm; fi

fuzz:
	@scripts/deps test
	@FUZZ_SECONDS=$(FUZZ_SECONDS) scripts/fuzz

format:
	@scripts/deps test
	@scripts/format

tidy:
	@scripts/deps test
	@scripts/tidy --all

clean:
	rm -rf build build-debug build-asan build-clang build-clang-asan build-fuzz build-coverage \
		build-hardened build-wasm build-wasm-first build-release build-logs web/built

# The prefix is given when configuring, because it also decides the folders below it.
install:
	@scripts/deps install
	@cmake --preset release -DCMAKE_INSTALL_PREFIX=$(PREFIX) >/dev/null
	@cmake --build --preset release
	@DESTDIR=$(DESTDIR) cmake --install build

help:
	@echo 'make             build the game: build/canasta, and build/canasta-lab'
	@echo 'make play        build it and play in this terminal'
	@echo 'make serve       build it and serve it to browsers and terminals (LISTEN=127.0.0.1:8080)'
	@echo 'make web         build the browser client (build/web); make install then installs it too'
	@echo 'make test        what every commit must pass'
	@echo 'make test-full   all compilers and sanitizers, long counts; fuzzes each target for'
	@echo '                 FUZZ_SECONDS=$(FUZZ_SECONDS)'
	@echo 'make bench       measure'
	@echo 'make fuzz        FUZZ_SECONDS=$(FUZZ_SECONDS) of each fuzz target'
	@echo 'make format      lay out all files'
	@echo 'make tidy        clang-tidy over all rooms'
	@echo 'make install     into PREFIX=$(PREFIX), below DESTDIR; what it leaves out it says'
	@echo 'make clean       remove all build folders'
	@echo 'What Debian packages are missing is installed first, or named if this user may not.'
