# The toolchain for WebAssembly: clang with wasi-libc, from Debian's packages.

set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_C_COMPILER clang)
set(CMAKE_C_COMPILER_TARGET wasm32-wasi)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)

# How far to optimise is said file by file (cmake/web.cmake): an -O on the line that links makes
# clang call wasm-opt where that is installed, which does not know what clang 14 leaves in a
# stripped module.
set(CMAKE_C_FLAGS_RELEASE_INIT "-DNDEBUG")
set(CMAKE_C_FLAGS_RELEASE "-DNDEBUG" CACHE STRING "")
