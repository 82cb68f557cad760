# Compiles for AArch64 Linux on another processor; qemu runs the programs. On Debian:
#     dpkg --add-architecture arm64 && apt update
#     apt install g++-aarch64-linux-gnu qemu-user-static libgmp-dev:arm64 libutf8proc-dev:arm64 \
#       libffi-dev:arm64 libasmjit-dev:arm64
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_ASM_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64-static)
set(ENV{PKG_CONFIG_LIBDIR} /usr/lib/aarch64-linux-gnu/pkgconfig)
