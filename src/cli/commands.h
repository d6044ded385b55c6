/* commands.h -- the commands of the program "canasta", one file each. */
#ifndef CLI_COMMANDS_H
#define CLI_COMMANDS_H

int cmd_analyze(int argc, char **argv);
int cmd_backup(int argc, char **argv);
int cmd_check(int argc, char **argv);
int cmd_export(int argc, char **argv);
int cmd_fair(int argc, char **argv);
int cmd_join(int argc, char **argv);
int cmd_law(int argc, char **argv);
int cmd_legal(int argc, char **argv);
int cmd_play(int argc, char **argv);
int cmd_rules(int argc, char **argv);
int cmd_serve(int argc, char **argv);
int cmd_show(int argc, char **argv);

#endif
