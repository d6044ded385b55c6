# The module for browsers: the rooms that need no system, and web/wasm/*.c, which alone exports
# anything.

add_compile_options(
  # The engine is so fast that size counts first: with -O2 a bot needs two thirds of the time, and
  # the module is an eighth larger (bench/web.mjs).
  -Oz -flto -fvisibility=hidden -ffunction-sections -fdata-sections
  # Features that every browser has had for years.
  -mbulk-memory -msign-ext -mnontrapping-fptoint)

# --- libraries, from sources that scripts/sources gets

set(libraries "${PROJECT_SOURCE_DIR}/build-sources" CACHE PATH "Sources of jansson and libsodium")
execute_process(COMMAND "${PROJECT_SOURCE_DIR}/scripts/sources" "${libraries}"
  RESULT_VARIABLE status)
if(status)
  message(FATAL_ERROR "no sources of jansson and libsodium in ${libraries}")
endif()

set(jansson "${libraries}/jansson/src")
set(json_inline inline)
set(json_have_long_long 1)
set(json_have_localeconv 0)
set(json_have_atomic_builtins 1)
set(json_have_sync_builtins 0)
configure_file("${jansson}/jansson_config.h.in" generated/jansson/jansson_config.h @ONLY)
# web/wasm/libc.c has its numbers with fractions and its seed.
set(jansson_files dump error hashtable load memory pack_unpack strbuffer utf value)
list(TRANSFORM jansson_files REPLACE "(.+)" "${jansson}/\\1.c")
add_library(jansson STATIC ${jansson_files})
target_include_directories(jansson SYSTEM PUBLIC
  "${jansson}" "${PROJECT_BINARY_DIR}/generated/jansson")
file(CONFIGURE OUTPUT "${PROJECT_BINARY_DIR}/generated/jansson/jansson_private_config.h"
  CONTENT "#define HAVE_STDINT_H 1\n")

target_compile_definitions(jansson PRIVATE HAVE_CONFIG_H)

set(sodium "${libraries}/libsodium/src/libsodium")
set(VERSION 1)
set(SODIUM_LIBRARY_VERSION_MAJOR 1)
set(SODIUM_LIBRARY_VERSION_MINOR 0)
configure_file("${sodium}/include/sodium/version.h.in" generated/sodium/sodium/version.h @ONLY)
# web/wasm/libc.c replaces its utilities.
add_library(sodium STATIC
  "${sodium}/crypto_generichash/crypto_generichash.c"
  "${sodium}/crypto_generichash/blake2b/generichash_blake2.c"
  "${sodium}/crypto_generichash/blake2b/ref/blake2b-compress-ref.c"
  "${sodium}/crypto_generichash/blake2b/ref/blake2b-ref.c"
  "${sodium}/crypto_generichash/blake2b/ref/generichash_blake2b.c"
  "${sodium}/crypto_stream/chacha20/stream_chacha20.c"
  "${sodium}/crypto_stream/chacha20/ref/chacha20_ref.c")
target_include_directories(sodium SYSTEM PUBLIC
  "${sodium}/include" "${sodium}/include/sodium" "${PROJECT_BINARY_DIR}/generated/sodium")
target_include_directories(sodium PRIVATE "${PROJECT_BINARY_DIR}/generated/sodium/sodium")
target_compile_definitions(sodium PRIVATE NATIVE_LITTLE_ENDIAN CONFIGURED)
foreach(library jansson sodium)
  target_compile_options(${library} PRIVATE -w)
endforeach()

# --- rooms

# Laws that only a plan decides are wide here, so that their code is compiled once (hand.h).
add_compile_definitions(CN_SMALL)
set(left_out "src/engine/(plan_[a-z]+|(turn|legal)_plan)_narrow\\.c")
if(CANASTA_FIRST)
  # One copy, for laws of up to three packs in strict play that nothing need be planned for. The
  # linker drops what only the others call.
  add_compile_definitions(CN_NARROW_HANDS CN_NARROW_ALONE)
  set(left_out "[a-z_]+_narrow\\.c")
endif()
canasta_room(engine PURE)
set(left_out "none")
canasta_room(words PURE engine data)
# What was trained and fitted is loaded when a bot needs it.
set(left_out "src/bots/(value_net|recognise)_data\\.c")
if(CANASTA_FIRST)
  set(left_out "[a-z_]+_narrow\\.c|src/bots/(value_net|recognise)_data\\.c")
endif()
canasta_room(bots PURE engine)
set(left_out "src/base/clock\\.c") # the page has the clock
canasta_room(base HOST)
target_link_libraries(canasta_base PUBLIC jansson)
canasta_room(record HOST base engine words)
canasta_room(ruling HOST base engine words)
canasta_room(protocol HOST engine words bots record)
target_link_libraries(canasta_protocol PUBLIC sodium)
set(left_out "client/transport\\.c") # browsers have WebSockets
canasta_room(client HOST engine words bots record protocol)
canasta_room(display HOST engine words bots record)
canasta_room(table HOST engine words bots record protocol)
canasta_room(pages HOST engine words bots record ruling protocol client display)

file(GLOB web_sources CONFIGURE_DEPENDS web/wasm/*.c web/wasm/*.h)
add_executable(canasta ${web_sources})
set_target_properties(canasta PROPERTIES SUFFIX .wasm)
target_compile_definitions(canasta PRIVATE _GNU_SOURCE)
# These replace functions that compilers treat specially.
set_source_files_properties(web/wasm/printf.c PROPERTIES COMPILE_OPTIONS "-fno-builtin;-fno-lto")
target_link_libraries(canasta PRIVATE ${rooms} canasta_data)
target_link_options(canasta PRIVATE
  # Loops are smaller without the transformations meant for processors with few registers.
  -mexec-model=reactor -flto -Wl,-mllvm,-disable-lsr
  # The stack is below all data, so that an overflow traps instead of overwriting data.
  -Wl,--stack-first,-z,stack-size=1048576)
if(CANASTA_FIRST)
  # scripts/web splits this module by functions. With all answers inlined into one function, most of
  # it would be needed for the first cards. Bots and what they call most stay as they are.
  foreach(target canasta canasta_base canasta_record canasta_ruling canasta_protocol canasta_client
      canasta_display canasta_table canasta_pages canasta_words jansson)
    target_compile_options(${target} PRIVATE -fno-inline-functions)
  endforeach()
  file(GLOB seldom_called "src/engine/*.c")
  list(FILTER seldom_called EXCLUDE REGEX
    "/(legal|legal_set|moves|turn_end|board|hand|laying|play|tally)\\.c$")
  set_source_files_properties(${seldom_called} PROPERTIES COMPILE_OPTIONS -fno-inline-functions)
  set(inline_once --one-caller-inline-max-function-size=20)
endif()
find_program(WASM_OPT wasm-opt)
if(WASM_OPT)
  # It reads no module of clang 14 that is stripped, so it strips: some 2 % smaller, packed.
  target_link_options(canasta PRIVATE -Wl,--strip-debug)
  add_custom_command(TARGET canasta POST_BUILD
    COMMAND "${WASM_OPT}" -Oz ${inline_once} --converge --strip-debug --strip-producers
      --enable-bulk-memory --enable-sign-ext --enable-nontrapping-float-to-int
      canasta.wasm -o canasta.wasm
    VERBATIM)
else()
  target_link_options(canasta PRIVATE -Wl,--strip-all)
endif()

# --- what was trained and fitted: the nets, then the table of styles, as laid out in memory

find_program(OBJCOPY NAMES llvm-objcopy objcopy REQUIRED)
add_custom_command(
  OUTPUT "${PROJECT_BINARY_DIR}/value.net"
  COMMAND "${CMAKE_C_COMPILER}" -std=c17
    -I "${PROJECT_SOURCE_DIR}/include" -I "${PROJECT_SOURCE_DIR}/src"
    -c "${PROJECT_SOURCE_DIR}/src/bots/value_net_data.c" -o value.o
  COMMAND "${CMAKE_C_COMPILER}" -std=c17
    -I "${PROJECT_SOURCE_DIR}/include" -I "${PROJECT_SOURCE_DIR}/src"
    -c "${PROJECT_SOURCE_DIR}/src/bots/recognise_data.c" -o recognise.o
  COMMAND "${OBJCOPY}" -O binary --only-section=.rodata value.o nets.bin
  COMMAND "${OBJCOPY}" -O binary --only-section=.rodata recognise.o styles.bin
  COMMAND "${CMAKE_COMMAND}" -E cat nets.bin styles.bin > value.net
  DEPENDS src/bots/value_net_data.c src/bots/value_net.weights
    src/bots/value_net_by_canastas.weights src/bots/value_net_wild_melds.weights
    src/bots/value_net_two_hands.weights src/bots/value_net_six_seats.weights
    src/bots/value_net_two.weights src/bots/value_net_six.weights
    src/bots/value_net_three.weights
    src/bots/value_net.h
    src/bots/recognise_data.c src/bots/recognise.table src/bots/recognise.h
  WORKING_DIRECTORY "${PROJECT_BINARY_DIR}"
  COMMENT "Weights of the nets"
  VERBATIM)
add_custom_target(weights ALL DEPENDS "${PROJECT_BINARY_DIR}/value.net")

# --- tests: plain node, no packages

if(BUILD_TESTING AND CANASTA_TESTS)
  find_program(NODE node REQUIRED)
  add_executable(signature tests/web/signature.c web/wasm/data.c web/wasm/printf.c web/wasm/libc.c
    web/wasm/wasm.c src/bots/value_net_data.c src/bots/recognise_data.c)
  target_include_directories(signature PRIVATE "${PROJECT_SOURCE_DIR}")
  set_target_properties(signature PROPERTIES SUFFIX .wasm)
  target_compile_definitions(signature PRIVATE _GNU_SOURCE)
  target_link_libraries(signature PRIVATE ${rooms} canasta_data)
  target_link_options(signature PRIVATE
    -mexec-model=reactor -flto -Wl,--stack-first,-z,stack-size=1048576)
  add_test(NAME wasm_signature
    COMMAND "${NODE}" "${PROJECT_SOURCE_DIR}/tests/web/signature.mjs" $<TARGET_FILE:signature>)
  add_test(NAME wasm_table
    COMMAND "${NODE}" "${PROJECT_SOURCE_DIR}/tests/web/table.mjs" "${PROJECT_BINARY_DIR}")
  set_tests_properties(wasm_signature wasm_table PROPERTIES LABELS web)
  add_test(NAME wasm_sheet
    COMMAND "${NODE}" "${PROJECT_SOURCE_DIR}/tests/web/sheet.mjs" "${PROJECT_BINARY_DIR}")
  set_tests_properties(wasm_sheet PROPERTIES LABELS web)
endif()
