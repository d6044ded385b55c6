/* lab_main.c -- the program "canasta-lab", for simulating, tuning and measuring. */
#include "lab_commands.h"

int main(int argc, char **argv)
{
    return command_main(&lab_program, argc, argv);
}
