# Writes the data files into one C file: cmake -DROOT=dir -DLIST=file -DOUTPUT=file.c
# [-DNAME=function] -P embed.cmake
#
# LIST names one file per line, relative to ROOT; the program finds it by the same name. NAME is
# the function that returns the file at an index. The bytes are read as hexadecimal
# digits, so nothing in a text (semicolons, brackets, quotes, UTF-8) can mean anything to CMake or
# C.

if(NOT NAME)
  set(NAME cn_data_at)
endif()
file(STRINGS "${LIST}" names)

set(bodies "")
set(rows "")
set(count 0)
foreach(name IN LISTS names)
  file(READ "${ROOT}/${name}" hex HEX)
  string(LENGTH "${hex}" digits)
  math(EXPR size "${digits} / 2")
  # Thirty-two bytes per line, because editors are slow with long lines.
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${hex}")
  string(REPEAT "0x..," 32 line)
  string(REGEX REPLACE "(${line})" "\\1\n    " bytes "${bytes}")
  string(APPEND bodies
    "/* ${name} */\nstatic const unsigned char text_${count}[] = {\n    ${bytes}0x00};\n\n")
  string(APPEND rows "    {\"${name}\", (const char *)text_${count}, ${size}},\n")
  math(EXPR count "${count} + 1")
endforeach()

# The row of nulls at the end keeps the array legal C when there is no data at all.
file(WRITE "${OUTPUT}"
  "/* Made by cmake/embed.cmake from data/; do not edit. */\n\n"
  "#include \"words/data.h\"\n\n${bodies}"
  "static const struct cn_data files[] = {\n${rows}    {0, 0, 0},\n};\n\n"
  "const struct cn_data *${NAME}(int index)\n{\n"
  "    return index >= 0 && index < ${count} ? &files[index] : 0;\n}\n")
