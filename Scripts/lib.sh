# What the scripts share; to be sourced by bash. Not a script of its own.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

# Installs Debian packages, if any are missing: as root, or with sudo; otherwise says what to install.
install_packages() {
    local missing=() package
    command -v dpkg-query >/dev/null || return 0
    for package in "$@"; do
        dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing+=("$package")
    done
    ((${#missing[@]})) || return 0
    local sudo=()
    if [ "$(id -u)" != 0 ]; then
        if ! command -v sudo >/dev/null || ! sudo -n true 2>/dev/null; then
            echo "these packages are missing; install them and start again: apt-get install ${missing[*]}" >&2
            return 1
        fi
        sudo=(sudo -n)
    fi
    echo "installing ${missing[*]}" >&2
    if ! { "${sudo[@]}" apt-get update && DEBIAN_FRONTEND=noninteractive \
        "${sudo[@]}" apt-get install -y --no-install-recommends "${missing[@]}"; } >/tmp/modelgen-apt.log 2>&1; then
        cat /tmp/modelgen-apt.log >&2
        echo "could not install ${missing[*]}" >&2
        return 1
    fi
}

# What the package is built with beside Swift.
install_libraries() { install_packages libsqlite3-dev libjson-c-dev pkg-config; }

require_swift() {
    if ! command -v swift >/dev/null; then
        echo "there is no 'swift' in the path: install Swift 6.1 or newer from https://swift.org/install" >&2
        return 1
    fi
}

# Compiles generated code against the runtime that was built into BIN, as strictly as a user's package may ask for.
# compile_generated BIN FILE...
compile_generated() {
    local bin=$1
    shift
    swiftc -typecheck -swift-version 6 -warnings-as-errors -default-isolation MainActor -module-name Generated \
        -enable-upcoming-feature ExistentialAny -enable-upcoming-feature InternalImportsByDefault \
        -enable-upcoming-feature MemberImportVisibility -I "$bin/Modules" -I "$root/Sources/CSQLite" "$@"
}
