/* trainer.h -- the net during training: real numbers, Adam, and the conversion to whole numbers. */
#ifndef LAB_TRAINER_H
#define LAB_TRAINER_H

#include "dataset.h"

/* Creates a net with random weights from 'seed'. Returns NULL without memory. */
struct trainer *trainer_open(uint64_t seed);
/* Sets the weights to those of a net in whole numbers, to train it further. */
void trainer_set(struct trainer *learner, const struct cn_value_net *net);
void trainer_close(struct trainer *learner);
/* Takes one step towards the results of these positions, at this rate. Returns the mean square of
 * the errors, in points squared. */
double trainer_step(struct trainer *learner, const struct dataset_sample *const *positions,
                    int count, double rate);
/* Returns the expected result of the deal, in points. */
double trainer_predict(const struct trainer *learner, const struct dataset_sample *position);
/* Converts the net to whole numbers. No sum of its first layer can exceed 16 bits. */
void trainer_quantize(const struct trainer *learner, struct cn_value_net *net);

#endif
