# libcanasta and libcanasta-record: what `make install` installs for other programs.
#
# The rooms are compiled a second time for this, as position-independent code with hidden symbols
# and without link time optimisation, so that any compiler and linker can use the archives.

set(library_headers "${PROJECT_SOURCE_DIR}/include")
set(library_generated "${PROJECT_BINARY_DIR}/include")
if(PROJECT_VERSION_MAJOR EQUAL 0)
  set(library_soversion "0.${PROJECT_VERSION_MINOR}") # every minor version may change anything
else()
  set(library_soversion "${PROJECT_VERSION_MAJOR}")
endif()

# The flat structs for programs that search: the engine's own headers, each with a guard.
file(GLOB unstable_headers CONFIGURE_DEPENDS src/engine/*.h)
list(FILTER unstable_headers EXCLUDE REGEX "/(engine|legal_set|lister|plan)\\.h$")
foreach(path IN LISTS unstable_headers)
  cmake_path(GET path FILENAME name)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${path}")
  file(READ "${path}" unstable_content)
  configure_file(cmake/unstable.h.in "${library_generated}/canasta/unstable/${name}" @ONLY)
endforeach()

# canasta_library(<name> <objects>...) makes canasta_<name>_shared and canasta_<name>_static.
function(canasta_library name output)
  add_library(canasta_${name}_objects OBJECT ${ARGN})
  target_include_directories(canasta_${name}_objects PRIVATE "${library_headers}"
    "${PROJECT_SOURCE_DIR}/src")
  target_compile_options(canasta_${name}_objects PRIVATE -Wpedantic)
  set_target_properties(canasta_${name}_objects PROPERTIES
    POSITION_INDEPENDENT_CODE ON
    INTERPROCEDURAL_OPTIMIZATION OFF
    C_VISIBILITY_PRESET hidden)
  foreach(kind SHARED STATIC)
    string(TOLOWER ${kind} suffix)
    add_library(canasta_${name}_${suffix} ${kind} $<TARGET_OBJECTS:canasta_${name}_objects>)
    target_include_directories(canasta_${name}_${suffix} INTERFACE
      "$<BUILD_INTERFACE:${library_headers}>" "$<BUILD_INTERFACE:${library_generated}>"
      "$<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>")
    set_target_properties(canasta_${name}_${suffix} PROPERTIES
      OUTPUT_NAME ${output}
      INTERPROCEDURAL_OPTIMIZATION OFF
      VERSION ${PROJECT_VERSION}
      SOVERSION ${library_soversion})
  endforeach()
  # The record library may use only what libcanasta exports.
  if(NOT CANASTA_SANITIZE)
    target_link_options(canasta_${name}_shared PRIVATE -Wl,-z,defs)
  endif()
endfunction()

file(GLOB library_sources CONFIGURE_DEPENDS src/engine/*.c src/words/*.c src/bots/*.c)
canasta_library(library canasta ${library_sources} "${PROJECT_BINARY_DIR}/generated/data.c")
add_dependencies(canasta_library_objects canasta_data_file)
set_target_properties(canasta_library_shared PROPERTIES EXPORT_NAME canasta)
set_target_properties(canasta_library_static PROPERTIES EXPORT_NAME canasta_static)
set(library_targets canasta_library_shared canasta_library_static)
set(library_packages canasta)

# Records, if jansson is installed
find_package(PkgConfig QUIET)
if(PkgConfig_FOUND)
  pkg_check_modules(library_jansson QUIET IMPORTED_TARGET jansson)
endif()
if(library_jansson_FOUND)
  file(GLOB record_sources CONFIGURE_DEPENDS src/record/*.c)
  foreach(part IN ITEMS array growing_text hex json_reader json_writer strings utf8)
    list(APPEND record_sources src/base/${part}.c)
  endforeach()
  canasta_library(record canasta-record ${record_sources})
  target_compile_definitions(canasta_record_objects PRIVATE _GNU_SOURCE)
  target_link_libraries(canasta_record_objects PRIVATE PkgConfig::library_jansson)
  target_link_libraries(canasta_record_shared
    PUBLIC canasta_library_shared PRIVATE PkgConfig::library_jansson)
  target_link_libraries(canasta_record_static PUBLIC canasta_library_static jansson)
  set_target_properties(canasta_record_shared PROPERTIES EXPORT_NAME record)
  set_target_properties(canasta_record_static PROPERTIES EXPORT_NAME record_static)
  list(APPEND library_targets canasta_record_shared canasta_record_static)
  list(APPEND library_packages canasta-record)
else()
  set(left_out_record
    "Left out: libcanasta-record, because jansson is missing "
    "(Debian: apt-get install libjansson-dev)")
  message(STATUS "${left_out_record}")
  install(CODE "message(NOTICE [[${left_out_record}]])" ALL_COMPONENTS)
endif()

# For add_subdirectory: the names that find_package gives. A program inside another project's build
# tree links statically, unless that project asks for shared libraries.
set(library_kind static)
if(BUILD_SHARED_LIBS)
  set(library_kind shared)
endif()
add_library(canasta::canasta ALIAS canasta_library_${library_kind})
add_library(canasta::canasta_static ALIAS canasta_library_static)
if(TARGET canasta_record_static)
  add_library(canasta::record ALIAS canasta_record_${library_kind})
  add_library(canasta::record_static ALIAS canasta_record_static)
endif()

# ---- install ----

include(CMakePackageConfigHelpers)
set(library_cmake "${CMAKE_INSTALL_LIBDIR}/cmake/canasta")
install(TARGETS ${library_targets} EXPORT canasta
  LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}"
  ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}")
install(DIRECTORY "${library_headers}/canasta" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")
if(NOT TARGET canasta_record_static)
  install(CODE "file(REMOVE \"\$ENV{DESTDIR}${CMAKE_INSTALL_FULL_INCLUDEDIR}/canasta/record.h\")")
endif()
install(DIRECTORY "${library_generated}/canasta/unstable"
  DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/canasta")
install(EXPORT canasta NAMESPACE canasta:: FILE canastaTargets.cmake DESTINATION "${library_cmake}")
configure_package_config_file(cmake/canastaConfig.cmake.in
  "${PROJECT_BINARY_DIR}/cmake/canastaConfig.cmake" INSTALL_DESTINATION "${library_cmake}")
write_basic_package_version_file("${PROJECT_BINARY_DIR}/cmake/canastaConfigVersion.cmake"
  COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/cmake/canastaConfig.cmake"
  "${PROJECT_BINARY_DIR}/cmake/canastaConfigVersion.cmake" DESTINATION "${library_cmake}")

# pkg-config: paths relative to the file, so that an installed tree can be moved
file(RELATIVE_PATH library_prefix
  "/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/")
string(REGEX REPLACE "/$" "" library_prefix "${library_prefix}")
foreach(package IN LISTS library_packages)
  configure_file("cmake/${package}.pc.in" "${PROJECT_BINARY_DIR}/cmake/${package}.pc" @ONLY)
  install(FILES "${PROJECT_BINARY_DIR}/cmake/${package}.pc"
    DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
endforeach()
install(FILES docs/LIBRARY.md DESTINATION "${CMAKE_INSTALL_DOCDIR}")
install(DIRECTORY examples DESTINATION "${CMAKE_INSTALL_DOCDIR}")

# ---- examples ----

# They are also built here, so that they cannot fall behind the headers.
if(PROJECT_IS_TOP_LEVEL)
  include(CheckLanguage)
  check_language(CXX)
  if(CMAKE_CXX_COMPILER)
    enable_language(CXX)
  endif()
  file(GLOB examples CONFIGURE_DEPENDS examples/*.c examples/*.cpp)
  foreach(example IN LISTS examples)
    cmake_path(GET example STEM name)
    cmake_path(GET example EXTENSION extension)
    if((extension STREQUAL ".cpp" AND NOT CMAKE_CXX_COMPILER) OR
       (name MATCHES "record" AND NOT TARGET canasta_record_static))
      continue()
    endif()
    add_executable(example_${name} ${example})
    set_target_properties(example_${name} PROPERTIES
      RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/examples"
      INTERPROCEDURAL_OPTIMIZATION OFF CXX_STANDARD 17)
    if(name MATCHES "record")
      target_link_libraries(example_${name} PRIVATE canasta_record_static)
    else()
      target_link_libraries(example_${name} PRIVATE canasta_library_static)
    endif()
  endforeach()
endif()
