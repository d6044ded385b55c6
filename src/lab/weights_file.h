/* weights_file.h -- the expert's weights as a file: ".name = value," lines, as
 * src/bots/expert.weights has them.
 *
 * Such a file is also what the compiler reads between the braces of a struct cn_weights. Every
 * weight stands in it once, in any order; comments are those of C.
 */
#ifndef LAB_WEIGHTS_FILE_H
#define LAB_WEIGHTS_FILE_H

#include <stdio.h>

#include "bots/bots.h"

enum {
    WEIGHTS_FAULT = 200
};

const char *weight_name(int weight);
/* What a weight may be. */
void weight_range(int weight, int32_t *low, int32_t *high);
int32_t *weight_at(struct cn_weights *weights, int weight);

/* Reads text; false, with *weights unchanged and "LINE:COLUMN: expected …, found …" in the
 * fault, if it is not as it should be. */
bool weights_parse(const char *text, size_t length, struct cn_weights *weights,
                   char fault[WEIGHTS_FAULT]);
/* The same of a file; the fault then begins with its path. */
bool weights_load(const char *path, struct cn_weights *weights, char fault[WEIGHTS_FAULT]);
/* Writes the lines of all weights. */
void weights_print(FILE *to, const struct cn_weights *weights);

#endif
