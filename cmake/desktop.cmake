# What is installed with the programs: completions of shells, the menu entry with its icon, and the
# systemd service.

# ---- completions, from the options that the programs list ----

set(completion_rules "")
foreach(path IN LISTS data_files)
  if(path MATCHES "^(rules|houses)/(.*)\\.rules$")
    list(APPEND completion_rules "${CMAKE_MATCH_2}")
  endif()
endforeach()
list(JOIN completion_rules "," completion_rules)
set(completions "${PROJECT_BINARY_DIR}/completions")
if(CMAKE_CROSSCOMPILING AND NOT CMAKE_CROSSCOMPILING_EMULATOR)
  set(left_out_completions
    "Left out: completions for shells, because this machine cannot run the programs that it builds")
  message(STATUS "${left_out_completions}")
  install(CODE "message(NOTICE [[${left_out_completions}]])" ALL_COMPONENTS)
else()
  set(made "")
  foreach(program canasta canasta-lab)
    if(NOT TARGET ${program})
      continue()
    endif()
    set(files "${completions}/${program}.bash" "${completions}/_${program}"
      "${completions}/${program}.fish")
    add_custom_command(
      OUTPUT ${files}
      COMMAND "${CMAKE_COMMAND}" "-DPROGRAM=$<TARGET_FILE:${program}>" -DNAME=${program}
        "-DRULES=${completion_rules}" "-DOUTPUT=${completions}"
        -P "${PROJECT_SOURCE_DIR}/cmake/completions.cmake"
      DEPENDS ${program} cmake/completions.cmake
      VERBATIM)
    list(APPEND made ${files})
    install(FILES "${completions}/${program}.bash" RENAME ${program}
      DESTINATION "${CMAKE_INSTALL_DATADIR}/bash-completion/completions")
    install(FILES "${completions}/_${program}"
      DESTINATION "${CMAKE_INSTALL_DATADIR}/zsh/site-functions")
    install(FILES "${completions}/${program}.fish"
      DESTINATION "${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d")
  endforeach()
  add_custom_target(completions ALL DEPENDS ${made})
endif()

# ---- desktop ----

set(epoch "$ENV{SOURCE_DATE_EPOCH}")
set(ENV{SOURCE_DATE_EPOCH} "${released}")
string(TIMESTAMP released_day "%Y-%m-%d" UTC) # that of SOURCE_DATE_EPOCH
set(ENV{SOURCE_DATE_EPOCH} "${epoch}")
configure_file(packaging/canasta.metainfo.xml.in
  "${PROJECT_BINARY_DIR}/packaging/canasta.metainfo.xml" @ONLY)
install(FILES packaging/canasta.desktop DESTINATION "${CMAKE_INSTALL_DATADIR}/applications")
install(FILES "${PROJECT_BINARY_DIR}/packaging/canasta.metainfo.xml"
  DESTINATION "${CMAKE_INSTALL_DATADIR}/metainfo")
install(FILES web/public/icons/icon.svg RENAME canasta.svg
  DESTINATION "${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps")

# ---- the server as a service ----

# The documentation's unit file, with the path of the installed program.
file(READ docs/hosting/canasta.service unit)
string(REPLACE "/usr/local/bin" "${CMAKE_INSTALL_FULL_BINDIR}" unit "${unit}")
string(REGEX REPLACE "^#[^\n]*\n" "" unit "${unit}") # it names another place
file(CONFIGURE OUTPUT "${PROJECT_BINARY_DIR}/packaging/canasta.service" CONTENT "${unit}" @ONLY)
install(FILES "${PROJECT_BINARY_DIR}/packaging/canasta.service"
  DESTINATION "lib/systemd/system")
