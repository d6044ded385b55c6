/* page.h -- what a seat sees, as the browser's Page. */
#ifndef PAGES_PAGE_H
#define PAGES_PAGE_H

#include "display/display.h"

/* The letters on the cards of pages, in each language (struct display). */
/* Writes the answer to "luck" for a side of the scene, or for none: -1. */
void page_write_luck(struct cn__text *out, const json_t *question, const struct scene *scene,
                     int side);

#define PAGES_LETTERS "web.index."

/* Appends a display as a page: the members of an object that the caller opens and closes. It reads
 * only the display, so no page can show what its seat does not know. */
void page_write(struct cn__text *out, const struct display *display);
/* Describes an action that is legal or could be: its string, what it does, and the cards of the
 * hand for it. */
void page_write_choice(struct cn__text *out, const struct display *display, struct cn_action action,
                       const cn_card *cards, int count);
/* The same for a legal action with cards chosen from the hand, and "out" if the seat would go out
 * by it. */
void page_write_full_choice(struct cn__text *out, const char *key, const struct display *display,
                            struct cn_action action);
void page_write_refusal(struct cn__text *out, const char *key, const struct display *display,
                        const struct cn_refusal *why);
/* The same, with what can be done instead where a referee rules: these plans … */
void page_write_refused_plans(struct cn__text *out, const char *key, const struct display *display,
                              const struct cn_refusal *why, const struct card_plays *anyway);
/* … or what stands for the action that was refused. */
void page_write_refused(struct cn__text *out, const char *key, const struct display *display,
                        const struct cn_refusal *why, struct cn_action refused);
/* A few actions to play one after the other. */
void page_write_plan(struct cn__text *out, const struct display *display,
                     const struct card_play *plan);
/* The initial meld that the viewer's side still needs, or null. 'more': points of cards that might
 * be laid. */
void page_write_opening(struct cn__text *out, const char *key, const struct display *display,
                        int more);
/* How deals are scored and games end, as far as sheets say it in other words: "ways". */
void page_write_ways(struct cn__text *out, const struct cn_rules *rules);
/* Every hand, the pile and the stock. */
void page_write_all_hands(struct cn__text *out, const struct cn_game *game);

#endif
