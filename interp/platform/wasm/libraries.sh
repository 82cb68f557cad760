#!/usr/bin/env bash
# Makes what a build for WebAssembly needs: installs emscripten by apt, and compiles GMP and utf8proc from Debian's
# sources to build/wasm-libraries. Takes some minutes once; later calls do nothing.
set -euo pipefail
cd "$(dirname "$0")/../../.."
. interp/setup.sh

out=$PWD/build/wasm-libraries
work=$out/work
[ -e "$out/done" ] && exit 0
install_missing emscripten node-acorn cmake ninja-build pkg-config dpkg-dev gcc make python3
export NODE_PATH=/usr/share/nodejs  # for a node that is not Debian's
mkdir -p "$work/lists/partial" "$out/lib/pkgconfig" "$out/include"
cd "$work"

# fetch_source PACKAGE...: unpacks the sources of the release that apt installs from, without root and without a change
# to apt's lists.
fetch_source() {
  apt-get indextargets --format '$(ORIGIN) deb-src $(SITE) $(RELEASE) $(COMPONENT)' 'Created-By: Packages' |
    sed -nE 's/^(Debian|Ubuntu) //p' | sort -u > sources.list
  local options=(-qq -o "Dir::Etc::SourceList=$work/sources.list" -o Dir::Etc::SourceParts=/dev/null -o "Dir::State::Lists=$work/lists"
    -o APT::Sandbox::User= -o Dir::Cache::pkgcache= -o Dir::Cache::srcpkgcache=)
  apt-get "${options[@]}" update && apt-get "${options[@]}" source "$@" > fetch.log 2>&1
}

# describe NAME VERSION: writes the file by which pkg-config finds the library.
describe() {
  printf '%s\n' "Name: $1" "Description: $1 for WebAssembly" "Version: $2" "Libs: -L$out/lib -l${1#lib}" "Cflags: -I$out/include" \
    > "$out/lib/pkgconfig/$1.pc"
}

# GMP with limbs of 64 bits, as the engine assumes. Its configuration refuses them for an unknown processor of 32 bits,
# so that they are set afterwards, as is the format of doubles, which it does not find out. Debian's source lacks the
# manual.
make_gmp() {
  mkdir -p doc && printf 'all:\n' > doc/Makefile.in
  CC_FOR_BUILD=gcc emconfigure ./configure --host=none --disable-assembly --disable-shared CFLAGS=-O2
  sed -i 's/^#define GMP_LIMB_BITS .*/#define GMP_LIMB_BITS 64/; s/^.*#undef _LONG_LONG_LIMB.*/#define _LONG_LONG_LIMB 1/' gmp.h
  sed -i 's/SIZEOF_MP_LIMB_T 4/SIZEOF_MP_LIMB_T 8/; s/^.*#undef HAVE_DOUBLE_IEEE_LITTLE_ENDIAN.*/#define HAVE_DOUBLE_IEEE_LITTLE_ENDIAN 1/' config.h
  local make=(nice emmake make -j2 GMP_LIMB_BITS=64)
  "${make[@]}" fac_table.h fib_table.h mp_bases.h trialdivtab.h mpn/jacobitab.h mpn/perfsqr.h mpn/fib_table.c mpn/mp_bases.c
  "${make[@]}" -C mpn
  "${make[@]}" -C mpz
  "${make[@]}" -C mpq
  "${make[@]}" memory.lo errno.lo assert.lo extract-dbl.lo invalid.lo mp_bpl.lo mp_clz_tab.lo mp_dv_tab.lo mp_minv_tab.lo \
    mp_get_fns.lo mp_set_fns.lo primesieve.lo tal-reent.lo
  emar qcs "$out/lib/libgmp.a" mpn/*.o mpz/*.o mpq/*.o ./*.o
  cp gmp.h "$out/include"
}

make_utf8proc() {
  emcc -O2 -DUTF8PROC_STATIC -c utf8proc.c
  emar rcs "$out/lib/libutf8proc.a" utf8proc.o
  cp utf8proc.h "$out/include"
}

say "Fetching the sources of GMP and utf8proc"
fetch_source gmp utf8proc || { cat fetch.log >&2; fail "The sources could not be fetched."; }
say "Compiling them for WebAssembly; this takes some minutes"
(cd gmp-*/ && make_gmp) > gmp.log 2>&1 || { tail -n 20 gmp.log >&2; fail "Compiling GMP failed."; }
(cd utf8proc-*/ && make_utf8proc) > utf8proc.log 2>&1 || { tail -n 20 utf8proc.log >&2; fail "Compiling utf8proc failed."; }
describe gmp "$(echo gmp-*/ | sed 's/[^0-9]*\([0-9.]*\).*/\1/')"
describe libutf8proc "$(echo utf8proc-*/ | sed 's/[^-]*-\([0-9.]*\).*/\1/')"
touch "$out/done"
