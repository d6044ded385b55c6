/* heap.h -- objects of the library from malloc, for programs that use it anyway.
 *
 * The library allocates nothing. These functions are compiled into your program: they call malloc
 * there and return NULL if it fails. Release each object with free.
 */
#ifndef CANASTA_HEAP_H
#define CANASTA_HEAP_H

#include <stdlib.h>

#include <canasta/bot.h>
#include <canasta/game.h>
#include <canasta/rules.h>
#include <canasta/view.h>

/* Returns a rule set that holds the Laws of 1950, or NULL without memory. */
static inline struct cn_rules *cn_rules_new(void)
{
    void *memory = malloc(cn_rules_size());
    return memory == NULL ? NULL : cn_rules_init(memory);
}

/* Returns the law of checked rules, or NULL without memory or if 'rules' is NULL. See
 * cn_law_init. */
static inline struct cn_law *cn_law_new(const struct cn_rules *rules)
{
    void *memory = rules == NULL ? NULL : malloc(cn_law_size());
    return memory == NULL ? NULL : cn_law_init(memory, rules);
}

/* Returns a game before its first deal, or NULL without memory or if 'law' is NULL. See
 * cn_game_init. */
static inline struct cn_game *cn_game_new(const struct cn_law *law, int players,
                                          const int32_t *scores)
{
    void *memory = law == NULL ? NULL : malloc(cn_game_size());
    return memory == NULL ? NULL : cn_game_init(memory, law, players, scores);
}

/* Returns the same game once more, with the same law, or NULL without memory. */
static inline struct cn_game *cn_game_clone(const struct cn_game *game)
{
    void *memory = malloc(cn_game_size());
    if (memory != NULL)
        cn_game_copy(memory, game);
    return (struct cn_game *)memory;
}

/* Returns memory for cn_view_of, or NULL without memory. */
static inline void *cn_view_new(void)
{
    return malloc(cn_view_size());
}

/* Returns memory for the decisions of a bot, or NULL without memory. */
static inline void *cn_bot_memory_new(const struct cn_bot *bot)
{
    return malloc(cn_bot_memory(bot));
}

#endif
