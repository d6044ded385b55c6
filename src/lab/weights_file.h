/* weights_file.h -- the expert's weights as a file: ".name = value," lines, as in
 * src/bots/expert.weights.
 *
 * The compiler also reads such a file as the initializer of a struct cn_weights. Every weight
 * appears once, in any order; comments are those of C.
 */
#ifndef LAB_WEIGHTS_FILE_H
#define LAB_WEIGHTS_FILE_H

#include <stdio.h>

#include "bots/bots.h"

enum {
    WEIGHTS_FAULT = 200
};

const char *weight_name(int weight);
/* Returns the range of a weight. */
void weight_range(int weight, int32_t *low, int32_t *high);
int32_t *weight_at(struct cn_weights *weights, int weight);

/* Reads text. On failure returns false, leaves *weights unchanged and writes "LINE:COLUMN: expected
 * …, found …" to the fault. */
bool weights_parse(const char *text, size_t length, struct cn_weights *weights,
                   char fault[WEIGHTS_FAULT]);
/* The same for a file; the fault then begins with its path. */
bool weights_load(const char *path, struct cn_weights *weights, char fault[WEIGHTS_FAULT]);
/* Writes the lines of all weights. */
void weights_print(FILE *to, const struct cn_weights *weights);
/* Writes " OPTION TEXT", quoted for a shell where it has to be, into a comment that says by which
 * command the file was made. No text ends the comment. */
void weights_print_option(FILE *to, const char *option, const char *text);

#endif
