/* lab_commands.h -- the commands of the program "canasta-lab", one file each. */
#ifndef LAB_LAB_COMMANDS_H
#define LAB_LAB_COMMANDS_H

int cmd_arena(int argc, char **argv);
int cmd_bench(int argc, char **argv);
int cmd_fit(int argc, char **argv);
int cmd_load(int argc, char **argv);
int cmd_perft(int argc, char **argv);
int cmd_simulate(int argc, char **argv);
int cmd_train(int argc, char **argv);
int cmd_tune(int argc, char **argv);

#endif
