# Makes completions for bash, zsh and fish from a program's --list-options, so that they cannot
# name an option that it lacks: cmake -DPROGRAM=file -DNAME=canasta -DRULES=a,b
# -DOUTPUT=folder -P completions.cmake

cmake_minimum_required(VERSION 3.25)
string(REPLACE "-" "_" function "${NAME}")
string(REPLACE "," " " rules "${RULES}")

# read_lines(<variable> <argument>): the lines that the program prints, as a list, without
# characters that are syntax in CMake or a shell.
function(read_lines variable argument)
  execute_process(COMMAND "${PROGRAM}" ${argument}
    OUTPUT_VARIABLE text RESULT_VARIABLE status ERROR_VARIABLE errors)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "${PROGRAM} ${argument}: ${status} ${errors}")
  endif()
  string(REPLACE ";" "," text "${text}")
  string(REPLACE "[" "(" text "${text}")
  string(REPLACE "]" ")" text "${text}")
  string(REPLACE "'" "’" text "${text}") # all three write texts in plain quotes
  string(STRIP "${text}" text)
  string(REPLACE "\n" ";" text "${text}")
  set(${variable} "${text}" PARENT_SCOPE)
endfunction()

set(commands "")
set(zsh_commands "")
set(fish "")
read_lines(help --help)
foreach(line IN LISTS help)
  if(line MATCHES "^  ([a-z]+) +(.+)$")
    list(APPEND commands "${CMAKE_MATCH_1}")
    string(APPEND zsh_commands "        '${CMAKE_MATCH_1}:${CMAKE_MATCH_2}'\n")
    string(APPEND fish "complete -c ${NAME} -n __fish_use_subcommand -f -a ${CMAKE_MATCH_1}"
      " -d '${CMAKE_MATCH_2}'\n")
    set(bash_${CMAKE_MATCH_1} "")
    set(zsh_${CMAKE_MATCH_1} "")
  endif()
endforeach()

set(bash_values "")
read_lines(options --list-options)
foreach(line IN LISTS options)
  string(REPLACE "\t" ";" line "${line}")
  list(GET line 0 command)
  list(GET line 1 name)
  list(GET line 2 letter)
  list(GET line 3 argument)
  list(GET line 4 values)
  list(GET line 6 about)
  string(REPLACE ":" " " argument "${argument}")
  string(APPEND bash_${command} " ${name}")
  if(argument STREQUAL "")
    set(zsh_value "")
    set(fish_value "")
  elseif(values STREQUAL "file")
    set(zsh_value ":${argument}:_files")
    set(fish_value " -r -F")
  elseif(values STREQUAL "rules")
    set(zsh_value ":${argument}:_${function}_rules")
    set(fish_value " -r -F -a '${rules}'")
    set(values "${rules}")
  elseif(values STREQUAL "")
    set(zsh_value ":${argument}: ")
    set(fish_value " -x")
  else()
    set(zsh_value ":${argument}:(${values})")
    set(fish_value " -x -a '${values}'")
  endif()
  if(NOT values MATCHES "^(file)?$")
    string(APPEND bash_values "        '${command} ${name}') words='${values}' ;;\n")
  endif()
  foreach(spelling IN ITEMS ${name} ${letter})
    string(APPEND zsh_${command} " \\\n            '*${spelling}[${about}]${zsh_value}'")
  endforeach()
  string(SUBSTRING "${name}" 2 -1 long)
  string(REPLACE "-" " -s " short "${letter}")
  string(APPEND fish "complete -c ${NAME} -n '__fish_seen_subcommand_from ${command}'${short}"
    " -l ${long}${fish_value} -d '${about}'\n")
endforeach()

set(bash_cases "")
set(zsh_cases "")
foreach(command IN LISTS commands)
  set(operands _files)
  if(command STREQUAL "rules")
    set(operands _${function}_rules)
  endif()
  string(APPEND bash_cases "        ${command}) words='--help${bash_${command}}' ;;\n")
  string(APPEND zsh_cases
    "        ${command}) _arguments '(- *)'{-h,--help}'[show the options]'${zsh_${command}}"
    " \\\n            '*:file:${operands}' ;;\n")
endforeach()
list(JOIN commands " " commands)

file(WRITE "${OUTPUT}/${NAME}.bash" "# bash completion of ${NAME}, made from its options
_${function}()
{
    local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD - 1]} words=
    COMPREPLY=()
    if [ \"$COMP_CWORD\" -eq 1 ]; then
        words='${commands} help --help --version'
    elif [ \"$COMP_CWORD\" -eq 2 ] && [ \"$previous\" = help ]; then
        words='${commands}'
    elif [[ $current == -* ]]; then
        case \${COMP_WORDS[1]} in
${bash_cases}        esac
    else
        case \"\${COMP_WORDS[1]} $previous\" in
${bash_values}        'rules '*) words='${rules}' ;;
        esac
    fi
    # shellcheck disable=SC2207 # words without blanks
    COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))
}
complete -o default -F _${function} ${NAME}
")

file(WRITE "${OUTPUT}/_${NAME}" "#compdef ${NAME}
# zsh completion of ${NAME}, made from its options
_${function}_rules()
{
    _alternative 'rules:rule set:(${rules})' 'files:file:_files'
}
_${function}()
{
    local -a commands
    commands=(
${zsh_commands}    )
    if (( CURRENT == 2 )); then
        _describe command commands
        return
    fi
    case $words[2] in
${zsh_cases}    esac
}
_${function} \"$@\"
")

file(WRITE "${OUTPUT}/${NAME}.fish" "# fish completion of ${NAME}, made from its options
complete -c ${NAME} -s h -l help -d 'show the options'
${fish}")
