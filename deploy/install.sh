#!/bin/sh
# Installs adjutant from a release, without root: downloads the archive for this machine, checks it against SHA256SUMS,
# and puts the program, its manual pages and its completions below PREFIX. It first writes each file as FILE.new and
# starts the program once; a failure until then changes no existing file, and leaves only empty folders. Then it renames
# all files, the program last: if it is interrupted there, the old program stays, and the next attempt completes the
# update.
#
#   curl -fsSL https://…/install.sh | sh
#   curl -fsSL https://…/install.sh | sh -s -- --prefix /opt/adjutant
#
# The server of the release also serves SHA256SUMS, so the checksums detect only damaged or truncated downloads. HTTPS
# proves that the server is the right one. Plain HTTP is accepted only from this machine. curl follows redirections only
# from HTTPS to HTTPS, wget follows none.

# Everything is in functions, and only the last line calls one, so that a truncated script does nothing.
set -eu

# The address of the archives and SHA256SUMS. `deploy/release publish URL` fills it in.
RELEASE_URL=

usage() {
    cat <<'END'
usage: install.sh [--prefix FOLDER] [--base-url URL]
       install.sh -h | --help

  --prefix FOLDER    install below FOLDER: FOLDER/bin/adjutant and so on; by default ~/.local
  --base-url URL     where the archives and SHA256SUMS are; also BASE_URL in the environment
END
}

say() {
    printf '%s\n' "$1"
}

fail() {
    printf 'install.sh: %s\n' "$1" >&2
    exit 1
}

has() {
    command -v "$1" >/dev/null 2>&1
}

# Prints the name of this machine's archive, without its suffix.
archive_name() {
    case $(uname -s) in
    Linux) ;;
    *) fail "there is no release for $(uname -s): Adjutant needs Linux" ;;
    esac
    case $(uname -m) in
    x86_64 | amd64) say adjutant-x86_64-unknown-linux-musl ;;
    aarch64 | arm64) say adjutant-aarch64-unknown-linux-musl ;;
    *) fail "there is no release for $(uname -m): build it from source, as README.md says" ;;
    esac
}

check_tools() {
    if ! has curl; then
        has wget || fail 'curl or wget is needed'
        # BusyBox's wget cannot limit redirections, and does not check certificates.
        case $(wget --help 2>&1) in
        *--max-redirect*) ;;
        *) fail 'the wget of this machine follows redirections to anywhere: install curl, which follows redirections safely' ;;
        esac
    fi
    has sha256sum || has shasum || has openssl || fail 'sha256sum, shasum or openssl is needed'
    has tar || fail 'tar is needed'
}

check_url() {
    case $1 in
    '') fail 'the address of the release is needed: --base-url URL' ;;
    *@*) fail 'the address of the release may hold no name or password' ;;
    https://*) ;;
    http://127.0.0.1[:/]* | http://localhost[:/]* | http://\[::1\][:/]*) ;;
    *) fail "the address of the release must begin with https://, not $1" ;;
    esac
}

# download URL FILE. Redirections may lead only from HTTPS to HTTPS.
download() {
    if has curl; then
        case $1 in
        https://*) curl -fsSL --proto '=https' --proto-redir '=https' -o "$2" "$1" ;;
        *) curl -fsSL --proto '=http' --max-redirs 0 -o "$2" "$1" ;;
        esac || fail "cannot download $1"
    else
        # wget cannot be limited to HTTPS.
        wget -q --max-redirect=0 -O "$2" "$1" ||
            fail "cannot download $1: check the address, or install curl, which follows redirections safely"
    fi
}

# Prints the checksum of a file.
checksum() {
    if has sha256sum; then
        sha256sum <"$1" | cut -d ' ' -f 1
    elif has shasum; then
        shasum -a 256 <"$1" | cut -d ' ' -f 1
    else
        openssl dgst -sha256 <"$1" | sed 's/.*= *//'
    fi
}

# verify FILE NAME SUMS: fails unless SUMS has exactly one checksum for NAME, which matches FILE.
verify() {
    expected=$(sed -n "s/^\([0-9a-f]\{64\}\) [ *]$2\$/\1/p" "$3")
    [ "${#expected}" -eq 64 ] || fail "SHA256SUMS has no checksum for $2, or several"
    actual=$(checksum "$1")
    [ "$actual" = "$expected" ] || fail "the checksum of $2 is wrong: $actual instead of $expected; nothing was installed"
}

# with_each ACTION UNPACKED PREFIX: runs ACTION FILE PLACE MODE for each file of a release, the program last.
with_each() {
    for page in "$2"/man/*.1; do
        "$1" "$page" "$3/share/man/man1/${page##*/}" 644
    done
    "$1" "$2/completions/adjutant.bash" "$3/share/bash-completion/completions/adjutant" 644
    "$1" "$2/completions/_adjutant" "$3/share/zsh/site-functions/_adjutant" 644
    "$1" "$2/completions/adjutant.fish" "$3/share/fish/vendor_completions.d/adjutant.fish" 644
    "$1" "$2/adjutant" "$3/bin/adjutant" 755
}

# stage FILE PLACE MODE: copies the file to PLACE.new, if the release has it.
stage() {
    [ -f "$1" ] || return 0
    [ ! -d "$2" ] || fail "cannot write $2: it is a folder"
    { mkdir -p "$(dirname "$2")" && cp "$1" "$2.new" && chmod "$3" "$2.new"; } || fail "cannot write $2"
}

# move FILE PLACE: renames PLACE.new to PLACE. This one step never leaves a partial file there.
move() {
    [ -f "$1" ] || return 0
    mv -f "$2.new" "$2" || fail "cannot write $2; try again"
}

# unstage FILE PLACE: removes PLACE.new if it is still there.
unstage() {
    rm -f "$2.new"
}

# install_files UNPACKED PREFIX
install_files() {
    [ -f "$1/adjutant" ] || fail 'the archive has no program'
    staged=yes
    with_each stage "$1" "$2"
    version=$("$2/bin/adjutant.new" --version) ||
        fail 'the program of this release does not start on this machine; nothing was installed'
    with_each move "$1" "$2"
}

# Removes the downloaded files, and the staged files of a failed attempt.
clean_up() {
    [ -z "$staged" ] || with_each unstage "$temporary/$name" "$prefix"
    rm -rf "$temporary"
}

# finish FOLDER: prints what was installed in the folder, and what to do next.
finish() {
    say "Installed $version as $1/adjutant."
    case :$PATH: in
    *:"$1":*)
        found=$(command -v adjutant || :)
        [ "$found" = "$1/adjutant" ] || say "Your shell finds another one first: $found"
        say 'Next: adjutant init'
        ;;
    *)
        say "That folder is not in your PATH: export PATH=\"$1:\$PATH\""
        say "Next: $1/adjutant init"
        ;;
    esac
}

main() {
    prefix=${HOME:+$HOME/.local}
    base_url=${BASE_URL:-$RELEASE_URL}
    while [ $# -gt 0 ]; do
        case $1 in
        --prefix | --base-url)
            [ $# -gt 1 ] || fail "$1 needs a value"
            if [ "$1" = --prefix ]; then prefix=$2; else base_url=$2; fi
            shift
            ;;
        -h | --help)
            usage
            return
            ;;
        *)
            usage >&2
            fail "unknown argument: $1"
            ;;
        esac
        shift
    done
    [ -n "$prefix" ] || fail 'HOME is not set: say where to install, with --prefix'
    base_url=${base_url%/}
    check_url "$base_url"
    check_tools
    name=$(archive_name)

    temporary=$(mktemp -d) || fail 'cannot make a temporary folder'
    staged=
    trap clean_up EXIT
    trap 'exit 130' INT
    trap 'exit 143' HUP TERM
    download "$base_url/SHA256SUMS" "$temporary/SHA256SUMS"
    download "$base_url/$name.tar.gz" "$temporary/$name.tar.gz"
    verify "$temporary/$name.tar.gz" "$name.tar.gz" "$temporary/SHA256SUMS"
    tar -xzf "$temporary/$name.tar.gz" -C "$temporary" || fail "cannot unpack $name.tar.gz"
    install_files "$temporary/$name" "$prefix"
    finish "$prefix/bin"
}

main "$@"
