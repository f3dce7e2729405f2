# Short names for daily commands: run `just NAME`. `just` lists the names. CONTRIBUTING.md has the full commands.

[private]
default:
    @{{ just_executable() }} --list --unsorted

# Run the bot, or one of its commands: just run doctor
run *ARGUMENTS:
    cargo run --release -- {{ARGUMENTS}}

# Check that everything compiles
check:
    cargo check --workspace --all-targets

# Run all tests
test:
    cargo test --workspace

# Run the unit tests of all crates whose names contain FILTER
test-one FILTER:
    cargo test --workspace --lib {{FILTER}}

# Run the conversation tests (tests/it) whose names contain FILTER
it FILTER:
    cargo test --test it {{FILTER}}

# Check formatting and lints
lint:
    cargo fmt --all --check && cargo clippy --workspace --all-targets -- -D warnings

# Build the documentation of the crates
docs:
    RUSTDOCFLAGS='-D warnings' cargo doc --workspace --no-deps

# Check licences, sources and known vulnerabilities of the dependencies (needs cargo-deny and network)
deny:
    cargo deny check

# Run everything that CI checks
ci:
    .ci/run

# Run a benchmark: roundtrip, pipeline, memory, scheduler, recall, site
bench NAME *ARGUMENTS:
    cargo bench --bench {{NAME}} -- {{ARGUMENTS}}

# Regenerate the table of docs/TOOLS.md
tools-doc:
    { sed '/^|/d' docs/TOOLS.md; cargo run --quiet -- tools --markdown; } >target/TOOLS.md && mv target/TOOLS.md docs/TOOLS.md

# Build the book in target/book
book:
    mdbook build docs

# Regenerate docs/CONFIG.md and docs/config.schema.json
config-doc:
    cargo run --quiet -- config --reference >docs/CONFIG.md && cargo run --quiet -- config --schema >docs/config.schema.json
