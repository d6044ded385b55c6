/* learner.h -- the net while it learns: real numbers, Adam, and the way from there to whole
 * numbers. */
#ifndef LAB_TRAINER_H
#define LAB_TRAINER_H

#include "dataset.h"

/* A fresh net; its first weights are rolled from 'seed'. NULL without memory. */
struct trainer *trainer_open(uint64_t seed);
void trainer_close(struct trainer *learner);
/* One step towards the ends of these positions, at this rate. Returns the mean square of the
 * errors, in points squared. */
double trainer_step(struct trainer *learner, const struct dataset_sample *const *positions,
                    int count, double rate);
/* What it expects at the end of the deal, in points. */
double trainer_predict(const struct trainer *learner, const struct dataset_sample *position);
/* The net in whole numbers. No sum of its first layer can leave 16 bits. */
void trainer_quantize(const struct trainer *learner, struct cn_value_net *net);

#endif
