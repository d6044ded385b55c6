/* deal_luck.h -- what a side's cards were worth in the deal that has just ended, and what it made.
 *
 * A host that knows the order of the stock after the deal sets scene->meter (bots/meter.h): one
 * that has played the deal, or followed it up to the reveal of a fair deck.
 */
#ifndef DISPLAY_DEAL_LUCK_H
#define DISPLAY_DEAL_LUCK_H

#include "scene.h"

struct deal_luck {
    int32_t worth, made; /* points */
};

/* Returns false if it is not known. 'table' is the text of data/luck.table. */
bool display_luck(const struct scene *scene, const char *table, int side, struct deal_luck *luck);

/* "Your cards were worth 310, you made 420: 110 more.", or "" if it is not known. */
char *words_luck(const struct scene *scene, const char *table, int side, char *text, size_t size);

/* Returns the text of data/luck.table where it is built in, else "". */
const char *display_luck_table(void);

#endif
