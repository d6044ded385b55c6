# Makes completions for bash, zsh and fish of what a program's --help prints, so that they cannot
# name an option that it lacks: cmake -DPROGRAM=file -DNAME=canasta -DRULES=a,b -DOUTPUT=folder
# -P completions.cmake
#
# Read are the rows "  command  what it does" of the program's help, and of each command's help the
# rows "  --option VALUE  what it does" and the options in its usage lines.

string(REPLACE "-" "_" function "${NAME}")
string(REPLACE "," " " rules "${RULES}")

# read_help(<variable> <argument>...): the help of a command, with nothing in it that CMake or a
# shell would read as syntax.
function(read_help variable)
  execute_process(COMMAND "${PROGRAM}" ${ARGN} --help
    OUTPUT_VARIABLE help RESULT_VARIABLE status ERROR_VARIABLE errors)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "${PROGRAM} ${ARGN} --help: ${status} ${errors}")
  endif()
  string(REPLACE ";" "," help "${help}")
  string(REPLACE "[" "(" help "${help}")
  string(REPLACE "]" ")" help "${help}")
  string(REPLACE "'" "’" help "${help}") # all three write texts in plain quotes
  set(${variable} "${help}" PARENT_SCOPE)
endfunction()

read_help(help)
string(REGEX MATCHALL "\n  [a-z]+ +[^\n]+" rows "${help}")
set(bash_cases "")
set(zsh_commands "")
set(zsh_cases "")
set(fish "")
set(commands "")
foreach(row IN LISTS rows)
  string(REGEX MATCH "^\n  ([a-z]+) +(.+)$" row "${row}")
  set(command "${CMAKE_MATCH_1}")
  set(about "${CMAKE_MATCH_2}")
  string(APPEND commands " ${command}")
  string(APPEND zsh_commands "        '${command}:${about}'\n")
  string(APPEND fish
    "complete -c ${NAME} -n __fish_use_subcommand -f -a ${command} -d '${about}'\n")

  read_help(help ${command})
  set(options "")
  set(zsh_options "")
  # A row names an option first, and explains it better than a usage line, where several may stand.
  set(value_and_about "( [A-Z][^ ,\n)]*)?(,[A-Z.][^ \n]*)?( +[^- \n][^\n]*)?")
  string(REGEX MATCHALL "\n  +(-[a-z], )?--[a-z][-a-z]*${value_and_about}" found "${help}")
  string(REGEX MATCHALL "[ (]--[a-z][-a-z]*${value_and_about}" more "${help}")
  list(APPEND found ${more})
  foreach(option IN LISTS found)
    string(REGEX MATCH "(--[a-z][-a-z]*)${value_and_about}" option "${option}")
    set(name "${CMAKE_MATCH_1}")
    string(STRIP "${CMAKE_MATCH_2}" value)
    string(STRIP "${CMAKE_MATCH_4}" about)
    string(REGEX REPLACE "^[(]OPTIONS[)].*" "" about "${about}")
    if(" ${options} " MATCHES " ${name} ")
      continue()
    endif()
    set(options "${options} ${name}")
    string(SUBSTRING "${name}" 2 -1 long)
    set(fish_value "")
    set(zsh_value "")
    if(NOT value STREQUAL "")
      string(REPLACE ":" " " value "${value}")
      set(zsh_value ":${value}:_files")
      set(fish_value " -r")
      if(name STREQUAL "--rules" OR name STREQUAL "--diff")
        set(zsh_value ":${value}:_${function}_rules")
        set(fish_value " -r -a '${rules}'")
      endif()
    endif()
    string(APPEND zsh_options " \\\n            '*${name}[${about}]${zsh_value}'")
    string(APPEND fish "complete -c ${NAME} -n '__fish_seen_subcommand_from ${command}' -l ${long}"
      "${fish_value} -d '${about}'\n")
  endforeach()
  string(STRIP "${options}" options)
  string(APPEND bash_cases "        ${command}) words=\"${options}\" ;;\n")
  string(APPEND zsh_cases
    "        ${command}) _arguments${zsh_options} \\\n            '*:file:_files' ;;\n")
endforeach()
string(STRIP "${commands}" commands)

file(WRITE "${OUTPUT}/${NAME}.bash" "# bash completion of ${NAME}, made from its --help
_${function}()
{
    local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD - 1]} words=
    COMPREPLY=()
    if [ \"$COMP_CWORD\" -eq 1 ]; then
        words='${commands} help --help --version'
    elif [ \"$COMP_CWORD\" -eq 2 ] && [ \"$previous\" = help ]; then
        words='${commands}'
    elif [ \"$previous\" = --rules ] || [ \"$previous\" = rules ] && [[ $current != -* ]]; then
        words='${rules}'
    elif [[ $current == -* ]]; then
        case \${COMP_WORDS[1]} in
${bash_cases}        esac
    fi
    # shellcheck disable=SC2207 # words without blanks
    COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))
}
complete -o default -F _${function} ${NAME}
")

file(WRITE "${OUTPUT}/_${NAME}" "#compdef ${NAME}
# zsh completion of ${NAME}, made from its --help
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

file(WRITE "${OUTPUT}/${NAME}.fish" "# fish completion of ${NAME}, made from its --help\n${fish}")
