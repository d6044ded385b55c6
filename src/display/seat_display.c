#include "seat_display.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- sorting ---- */

int card_hand_order(cn_card card)
{
    static const int suit_order[4] = {0, 1, 3, 2}; /* spades hearts clubs diamonds */
    if (card >= CN_JOKER_RED)
        return 1000 + card;
    const int rank = card / 4;
    const int suit = suit_order[card % 4];
    return (rank == 0 ? 900 : 10 * rank) + suit;
}

static int compare_cards(const void *a, const void *b)
{
    return card_hand_order(*(const cn_card *)a) - card_hand_order(*(const cn_card *)b);
}

void cards_sort(cn_card *cards, int count)
{
    qsort(cards, (size_t)count, sizeof cards[0], compare_cards);
}

/* ---- filling in ---- */

static void see_own_cards(const struct scene *scene, struct display *face)
{
    if (face->viewer == CN_NO_SEAT)
        return; /* a spectator's hands are imagined */
    face->card_count = cn_placement_hand(&scene->game.cards, face->bottom_seat, face->cards);
    cards_sort(face->cards, face->card_count);
    face->hand = scene->game.deal.hands[face->bottom_seat];
}

static cn_card freezing_card(const struct scene *scene)
{
    const struct cn_placement *cards = &scene->game.cards;
    for (int i = 0; i < cards->pile_count && scene->game.deal.board.frozen != 0; i++)
        if ((scene->game.law->rules.pile_freeze >> cn_card_kind(cards->pile[i]) & 1) != 0)
            return cards->pile[i];
    return CN_NO_CARD;
}

static void see_open_cards(const struct scene *scene, struct display *face)
{
    const struct cn_placement *cards = &scene->game.cards;
    face->laid_count = cards->laid_count;
    memcpy(face->laid, cards->laid, cards->laid_count);
    memcpy(face->laid_side, cards->laid_side, cards->laid_count);
    memcpy(face->laid_meld, cards->laid_meld, cards->laid_count);
    face->red_count = cards->red_count;
    memcpy(face->red, cards->red, cards->red_count);
    memcpy(face->red_side, cards->red_side, cards->red_count);
    face->pile_top = cards->pile_count > 0 ? cards->pile[cards->pile_count - 1] : CN_NO_CARD;
    face->freezing_card = freezing_card(scene);
}

/* The cards that another seat drew are hidden; their number and the red threes are not. */
static void hide(struct news_item *news, int seat)
{
    if (news->seat == seat)
        return;
    if (news->type != CN_EVENT_DRAW && news->type != CN_EVENT_FACE && news->type != CN_EVENT_PICK)
        return;
    memset(news->cards, 0, sizeof news->cards);
    news->card_count = 0;
}

static void see_news(const struct scene *scene, struct display *face)
{
    const int skip = scene->news_count > DISPLAY_NEWS ? scene->news_count - DISPLAY_NEWS : 0;
    face->news_count = scene->news_count - skip;
    for (int i = 0; i < face->news_count; i++) {
        face->news[i] = scene->news[skip + i];
        hide(&face->news[i], face->viewer);
    }
}

static void see_level(const struct scene *scene, struct display *face, int seat)
{
    char key[40];
    if (scene->levels[seat] == NULL)
        return;
    snprintf(key, sizeof key, "level.%s", scene->levels[seat]->name);
    cn_words_lookup(face->words, key, face->levels[seat], NAME_SIZE);
}

/* People of the same name are distinguished by their seats. */
static void see_name(const struct scene *scene, struct display *face, int seat)
{
    const char *name = scene->names[seat];
    char number[12];
    bool same = false;
    for (int other = 0; other < scene->game.players; other++)
        same |= other != seat && name[0] != '\0' && strcmp(name, scene->names[other]) == 0;
    snprintf(number, sizeof number, "%d", seat + 1);
    if (same)
        cn_words_format(face->words, "ui.same_name", (const char *[]){name, number}, 2,
                        face->given_names[seat], NAME_SIZE);
    else
        memcpy(face->given_names[seat], name, NAME_SIZE);
}

static void see_names(const struct scene *scene, struct display *face)
{
    for (int seat = 0; seat < scene->game.players; seat++) {
        if ((scene->bots >> seat & 1) == 0)
            face->people |= 1u << seat;
        see_name(scene, face, seat);
        if (seat == face->viewer)
            cn_words_lookup(face->words, "ui.you", face->names[seat], NAME_SIZE);
        else
            memcpy(face->names[seat], face->given_names[seat], NAME_SIZE);
        face->level_ids[seat] = scene->levels[seat] != NULL ? scene->levels[seat]->name : "";
        see_level(scene, face, seat);
    }
}

/* Between deals the board is still that of the last deal, but the minimum shown is that of the next
 * one (L26). */
static void see_next_minimum(struct display *face)
{
    for (int side = 0; side < face->board.sides && face->stage == CN_STAGE_BETWEEN_DEALS; side++)
        face->board.minimum[side] =
            (uint16_t)cn_rules_minimum(&face->law->rules, face->deal + 1, face->score[side]);
}

/* Before the first deal the table is empty, but the partners are known. */
static void see_table(const struct scene *scene, struct display *face)
{
    int dealer;
    int idle;
    face->board = scene->game.deal.board;
    face->memory = scene->game.deal.memory;
    face->pile = scene->game.deal.pile;
    if (face->board.sides > 0)
        return;
    cn_game_next_dealer(&scene->game, &dealer, &idle);
    cn_board_init(&face->law->rules, &face->board, scene->game.players, dealer, idle,
                  scene->game.score);
    cn_board_set_number(&face->law->rules, &face->board, scene->game.deal_number + 1);
}

void display_of(const struct scene *scene, int seat, struct display *face)
{
    memset(face, 0, sizeof *face);
    face->law = scene->game.law;
    face->words = &scene->words;
    face->bottom_seat = seat;
    face->viewer = scene->self == SCENE_ALL_SEATS ? seat : scene->self;
    face->stage = cn_game_stage(&scene->game);
    face->actor = cn_game_actor(&scene->game);
    face->deal = scene->game.deal_number;
    face->turn = scene->turn;
    memcpy(face->score, scene->game.score, sizeof face->score);
    face->winner = scene->game.winner;
    face->sheet = scene->sheet;
    face->sheet_first = scene->sheet_first;
    see_table(scene, face);
    see_next_minimum(face);
    face->side = face->board.side[seat];
    face->undo_count = seat == face->actor ? scene->undoable : 0;
    see_names(scene, face);
    face->shared = scene->self == SCENE_ALL_SEATS && (face->people & (face->people - 1)) != 0;
    see_own_cards(scene, face);
    see_open_cards(scene, face);
    see_news(scene, face);
}

/* ---- asking ---- */

int display_meld(const struct display *face, int side, int meld, cn_card out[CN_CARDS_MAX])
{
    int count = 0;
    for (int i = 0; i < face->laid_count; i++)
        if (face->laid_side[i] == side && face->laid_meld[i] == meld)
            out[count++] = face->laid[i];
    cards_sort(out, count);
    return count;
}

static bool is_red(cn_card card)
{
    if (card >= CN_JOKER_RED)
        return card == CN_JOKER_RED;
    return card % 4 == 1 || card % 4 == 2;
}

cn_card display_top_of_canasta(const struct display *face, int side, int meld)
{
    cn_card cards[CN_CARDS_MAX];
    const int count = display_meld(face, side, meld, cards);
    const bool want_red = cn_meld_wilds(face->board.melds[side][meld]) == 0;
    for (int i = 0; i < count; i++)
        if (is_red(cards[i]) == want_red)
            return cards[i];
    return count > 0 ? cards[0] : CN_NO_CARD;
}

void display_seat_names(const struct display *face, const char *names[CN_SEATS_MAX])
{
    for (int seat = 0; seat < CN_SEATS_MAX; seat++)
        names[seat] = seat < face->board.players ? face->names[seat] : NULL;
}

int display_legal(const struct display *face, struct cn_actions *actions)
{
    actions->count = 0;
    if (!display_is_my_turn(face))
        return 0;
    return cn_board_legal_list(face->law, &face->board, face->hand, actions);
}

unsigned display_may(const struct display *face)
{
    if (!display_is_my_turn(face))
        return 0;
    struct cn_actions *actions = malloc(sizeof *actions);
    if (actions == NULL)
        abort();
    display_legal(face, actions);
    const unsigned types = cn_actions_types(actions);
    free(actions);
    return types;
}

bool display_check(const struct display *face, struct cn_action action, struct cn_refusal *why)
{
    return cn_board_legal_check(face->law, &face->board, face->bottom_seat, face->hand, action,
                                why);
}

static bool choose_kind(const struct display *face, int kind, int wanted, cn_card *out, int *count)
{
    for (int i = 0; i < face->card_count && wanted > 0; i++) {
        if (cn_card_kind(face->cards[i]) != kind)
            continue;
        out[(*count)++] = face->cards[i];
        wanted--;
    }
    return wanted == 0;
}

int display_pick_cards(const struct display *face, struct cn_action action,
                       cn_card out[CN_CARDS_MAX])
{
    int count = 0;
    int kind = action.place;
    int naturals = action.amount;
    int deuces = cn_action_deuces(action);
    int jokers = cn_action_jokers(action);
    switch ((enum cn_action_type)action.type) {
    case CN_ACTION_TAKE_PAIR:
    case CN_ACTION_TAKE_DEUCE:
    case CN_ACTION_TAKE_JOKER:
        kind = face->board.pile_top;
        naturals = action.type == CN_ACTION_TAKE_PAIR ? 2 : 1;
        deuces = action.type == CN_ACTION_TAKE_DEUCE;
        jokers = action.type == CN_ACTION_TAKE_JOKER;
        break;
    case CN_ACTION_ADD:
        kind = action.place < CN_MELDS_MAX
                   ? cn_meld_kind(face->board.melds[face->side][action.place])
                   : CN_NO_KIND;
        break;
    case CN_ACTION_DISCARD:
    case CN_ACTION_FACE: naturals = 1; break;
    case CN_ACTION_HAND:
        memcpy(out, face->cards, (size_t)face->card_count * sizeof out[0]);
        return face->card_count;
    case CN_ACTION_MELD: break;
    default: return 0;
    }
    if (!choose_kind(face, kind, naturals, out, &count) ||
        !choose_kind(face, CN_DEUCE, deuces, out, &count) ||
        !choose_kind(face, CN_JOKER, jokers, out, &count))
        return -1;
    return count;
}
