# The toolchain for WebAssembly: clang with wasi-libc, from Debian's packages.

set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_C_COMPILER clang)
set(CMAKE_C_COMPILER_TARGET wasm32-wasi)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)

# Each file sets its own optimisation (cmake/web.cmake). An -O on the linker's command makes clang
# call wasm-opt if it is installed, which cannot read a stripped module of clang 14.
set(CMAKE_C_FLAGS_RELEASE_INIT "-DNDEBUG")
set(CMAKE_C_FLAGS_RELEASE "-DNDEBUG" CACHE STRING "")
