/* look.h -- the options on how a table looks in a terminal, which play and join share. */
#ifndef CLI_LOOK_H
#define CLI_LOOK_H

#include "command/options.h"
#include "terminal/terminal.h"

extern const struct option_row look_rows[];
/* Copies what they say on this command line, and the language. */
void look_apply(struct terminal_options *options);

#endif
