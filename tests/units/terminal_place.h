/* terminal_place.h -- a game of the terminal in a temporary folder, and displays of it. */
#ifndef CN_TESTS_TERMINAL_PLACE_H
#define CN_TESTS_TERMINAL_PLACE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "terminal/local_game_internal.h"

struct place {
    char folder[64], file[96], other[96];
    struct terminal_options options;
};

static inline int set_up(void **state)
{
    struct place *place = calloc(1, sizeof *place);
    if (place == NULL)
        return -1;
    strcpy(place->folder, "/tmp/canasta-XXXXXX");
    if (mkdtemp(place->folder) == NULL)
        return -1;
    snprintf(place->file, sizeof place->file, "%s/game.jsonl", place->folder);
    snprintf(place->other, sizeof place->other, "%s/torn.jsonl", place->folder);
    cn_rules_init(&place->options.rules);
    cn_rules_load(&place->options.rules, "laws1950");
    place->options.players = 4;
    place->options.humans = 1;
    strcpy(place->options.bots[0], "greedy");
    place->options.bot_count = 1;
    place->options.seed = "units";
    place->options.file = place->file;
    place->options.language = "en";
    *state = place;
    return 0;
}

static inline int tear_down(void **state)
{
    struct place *place = *state;
    unlink(place->file);
    unlink(place->other);
    rmdir(place->folder);
    free(place);
    return 0;
}

static inline struct local_game *begin(const struct place *place)
{
    struct io_error trouble = {NULL, ""};
    struct local_game *session = local_game_new(&place->options, &trouble);
    if (session == NULL)
        fail_msg("%s: %s", trouble.key, trouble.detail);
    return session;
}

/* Plays one action. People play as the expert. Returns false when the deal is over. */
static inline bool move(struct local_game *session, struct display *display)
{
    const int actor = game_source_actor(&session->source);
    if (game_source_stage(&session->source) != CN_STAGE_IN_DEAL)
        return false;
    if (!game_source_is_here(&session->source, actor)) {
        local_game_bot_move(session);
        return true;
    }
    struct cn_rng rng;
    cn_rng_init(&rng, 1);
    display_of(&session->source.scene, actor, display);
    const struct cn_view view = cn_game_view(&session->source.scene.game, actor);
    const struct cn_action action = cn_bot_find("expert")->decide(&view, &rng);
    assert_true(local_game_play(session, actor, action, NULL, NULL));
    return true;
}

/* Makes a display with these cards in hand, about to meld, and two sevens and a joker on the
 * table. */
static inline void face_with(struct local_game *session, struct display *display, const char *cards)
{
    static const char *const laid[] = {"7s", "7h", "Xr"};
    display_of(&session->source.scene, 0, display);
    struct cn_board *board = &display->board;
    board->turn = 0;
    board->phase = CN_PHASE_MELD;
    board->drew_from = CN_DREW_STOCK;
    board->owes_opening = 0;
    board->melds[0][0] = cn_meld_of(CN_SEVEN, 2, 0, 1);
    board->ranks[0] = cn_kind_mask(CN_SEVEN);
    board->meld_count[0] = 1;
    display->actor = 0;
    display->hand = CN_NO_CARDS;
    display->laid_count = 3;
    for (int i = 0; i < 3; i++)
        display->laid[i] = cn_card_parse(laid[i]);
    display->card_count = 0;
    for (; *cards != '\0'; cards += cards[2] == ' ' ? 3 : 2) {
        const cn_card card = cn_card_parse(cards);
        display->cards[display->card_count++] = card;
        display->hand = cn_hand_add(display->hand, cn_hand_single(cn_card_kind(card), 1));
    }
    board->hand_size[0] = (uint16_t)display->card_count;
}

/* A test with a place of its own. */
#define PLACE_TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)

#endif
