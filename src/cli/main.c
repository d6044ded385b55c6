/* main.c -- the program "canasta", for players, hosts and judges. src/lab/ has the other. */
#include "commands.h"

int main(int argc, char **argv)
{
    return command_main(&canasta_program, argc, argv);
}
