/* learner.h -- the net while it learns: real numbers, Adam, and the way from there to whole numbers. */
#ifndef CN_STUDY_LEARNER_H
#define CN_STUDY_LEARNER_H

#include "dataset.h"

/* A fresh net; its first weights are rolled from 'seed'. NULL without memory. */
struct cn_learner *cn_learner_open(uint64_t seed);
void cn_learner_close(struct cn_learner *learner);
/* One step towards the ends of these positions, at this rate. Returns the mean square of the errors, in
 * points squared. */
double cn_learner_step(struct cn_learner *learner, const struct cn_sample *const *positions,
                       int count, double rate);
/* What it expects at the end of the deal, in points. */
double cn_learner_guess(const struct cn_learner *learner, const struct cn_sample *position);
/* The net in whole numbers. No sum of its first layer can leave 16 bits. */
void cn_learner_round(const struct cn_learner *learner, struct cn_net *net);

#endif
