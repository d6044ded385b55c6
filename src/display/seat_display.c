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

static void see_own_cards(const struct scene *scene, struct display *display)
{
    if (display->viewer == CN_NO_SEAT)
        return; /* a spectator's hands are imagined */
    display->card_count =
        cn_placement_hand(&scene->game.cards, display->bottom_seat, display->cards);
    cards_sort(display->cards, display->card_count);
    display->hand = scene->game.deal.hands[display->bottom_seat];
}

static cn_card freezing_card(const struct scene *scene)
{
    const struct cn_placement *cards = &scene->game.cards;
    for (int i = 0; i < cards->pile_count && scene->game.deal.board.frozen != 0; i++)
        if ((scene->game.law->rules.pile_freeze >> cn_card_kind(cards->pile[i]) & 1) != 0)
            return cards->pile[i];
    return CN_NO_CARD;
}

static void see_open_cards(const struct scene *scene, struct display *display)
{
    const struct cn_placement *cards = &scene->game.cards;
    display->laid_count = cards->laid_count;
    memcpy(display->laid, cards->laid, cards->laid_count);
    memcpy(display->laid_side, cards->laid_side, cards->laid_count);
    memcpy(display->laid_meld, cards->laid_meld, cards->laid_count);
    display->red_count = cards->red_count;
    memcpy(display->red, cards->red, cards->red_count);
    memcpy(display->red_side, cards->red_side, cards->red_count);
    memcpy(display->up, cards->up, sizeof display->up);
    display->pile_top = cards->pile_count > 0 ? cards->pile[cards->pile_count - 1] : CN_NO_CARD;
    display->freezing_card = freezing_card(scene);
}

/* The cards that another seat drew are hidden; their number and the red threes are not. */
static void hide(struct news_item *news, int seat)
{
    if (news->seat == seat)
        return;
    if (news->type != CN_EVENT_DRAW && news->type != CN_EVENT_FACE && news->type != CN_EVENT_PICK &&
        news->type != CN_EVENT_PEEK && news->type != CN_EVENT_STOCK)
        return;
    memset(news->cards, 0, sizeof news->cards);
    news->card_count = 0;
}

static void see_news(const struct scene *scene, struct display *display)
{
    const int skip = scene->news_count > DISPLAY_NEWS ? scene->news_count - DISPLAY_NEWS : 0;
    display->news_count = scene->news_count - skip;
    for (int i = 0; i < display->news_count; i++) {
        display->news[i] = scene->news[skip + i];
        hide(&display->news[i], display->viewer);
    }
}

static void see_level(const struct scene *scene, struct display *display, int seat)
{
    char key[40];
    if (scene->levels[seat] == NULL)
        return;
    snprintf(key, sizeof key, "level.%s", scene->levels[seat]->name);
    cn_words_lookup(display->words, key, display->levels[seat], NAME_SIZE);
}

/* People of the same name are distinguished by their seats. */
static void see_name(const struct scene *scene, struct display *display, int seat)
{
    const char *name = scene->names[seat];
    char number[12];
    bool same = false;
    for (int other = 0; other < scene->game.players; other++)
        same |= other != seat && name[0] != '\0' && strcmp(name, scene->names[other]) == 0;
    snprintf(number, sizeof number, "%d", seat + 1);
    if (same)
        cn_words_format(display->words, "ui.same_name", (const char *[]){name, number}, 2,
                        display->given_names[seat], NAME_SIZE);
    else
        memcpy(display->given_names[seat], name, NAME_SIZE);
}

static void see_names(const struct scene *scene, struct display *display)
{
    for (int seat = 0; seat < scene->game.players; seat++) {
        if ((scene->bots >> seat & 1) == 0)
            display->people |= 1u << seat;
        see_name(scene, display, seat);
        if (seat == display->viewer)
            cn_words_lookup(display->words, "ui.you", display->names[seat], NAME_SIZE);
        else
            memcpy(display->names[seat], display->given_names[seat], NAME_SIZE);
        display->level_ids[seat] = scene->levels[seat] != NULL ? scene->levels[seat]->name : "";
        see_level(scene, display, seat);
    }
}

/* Between deals the board is still that of the last deal, but the minimum shown is that of the next
 * one (L26). */
static void see_next_minimum(struct display *display)
{
    for (int side = 0; side < display->board.sides && display->stage == CN_STAGE_BETWEEN_DEALS;
         side++)
        display->board.minimum[side] = (uint16_t)cn_rules_minimum(
            &display->law->rules, display->deal + 1, display->score[side]);
}

/* Before the first deal the table is empty, but the partners are known. */
static void see_table(const struct scene *scene, struct display *display)
{
    int dealer;
    int idle;
    display->board = scene->game.deal.board;
    display->memory = scene->game.deal.memory;
    display->pile = scene->game.deal.pile;
    if (display->board.sides > 0)
        return;
    cn_game_next_dealer(&scene->game, &dealer, &idle);
    cn_board_init(&display->law->rules, &display->board, scene->game.players, dealer, idle,
                  scene->game.score);
    cn_board_set_number(&display->law->rules, &display->board, scene->game.deal_number + 1);
}

void display_of(const struct scene *scene, int seat, struct display *display)
{
    memset(display, 0, sizeof *display);
    display->law = scene->game.law;
    display->words = &scene->words;
    display->bottom_seat = seat;
    display->viewer = scene->self == SCENE_ALL_SEATS ? seat : scene->self;
    display->stage = cn_game_stage(&scene->game);
    display->actor = cn_game_actor(&scene->game);
    display->deal = scene->game.deal_number;
    display->turn = scene->turn;
    memcpy(display->score, scene->game.score, sizeof display->score);
    display->winner = scene->game.winner;
    display->sheet = scene->sheet;
    display->sheet_first = scene->sheet_first;
    see_table(scene, display);
    see_next_minimum(display);
    display->side = display->board.side[seat];
    display->undo_count =
        seat == display->actor && !cn_law_is_refereed(display->law) ? scene->undoable : 0;
    see_names(scene, display);
    display->shared =
        scene->self == SCENE_ALL_SEATS && (display->people & (display->people - 1)) != 0;
    see_own_cards(scene, display);
    see_open_cards(scene, display);
    see_news(scene, display);
}

/* ---- asking ---- */

int display_meld(const struct display *display, int side, int meld, cn_card out[CN_CARDS_MAX])
{
    int count = 0;
    for (int i = 0; i < display->laid_count; i++)
        if (display->laid_side[i] == side && display->laid_meld[i] == meld)
            out[count++] = display->laid[i];
    cards_sort(out, count);
    return count;
}

int display_up(const struct display *display, int seat, cn_card out[CN_CARDS_MAX],
               bool exposed[CN_CARDS_MAX])
{
    int count = 0;
    int left[CN_KINDS];
    const cn_hand ruled = cn_hand_remove(display->board.exposed[seat], display->board.shown[seat]);
    for (int kind = 0; kind < CN_KINDS; kind++)
        left[kind] = cn_hand_count(ruled, kind);
    for (int card = 0; card < CN_CARD_CODES; card++)
        for (int i = 0; i < display->up[seat][card]; i++)
            out[count++] = (cn_card)card;
    cards_sort(out, count);
    for (int i = 0; i < count; i++)
        exposed[i] = left[cn_card_kind(out[i])]-- > 0;
    return count;
}

static bool is_red(cn_card card)
{
    if (card >= CN_JOKER_RED)
        return card == CN_JOKER_RED;
    return card % 4 == 1 || card % 4 == 2;
}

cn_card display_top_of_canasta(const struct display *display, int side, int meld)
{
    cn_card cards[CN_CARDS_MAX];
    const int count = display_meld(display, side, meld, cards);
    const bool want_red = cn_meld_wilds(display->board.melds[side][meld]) == 0;
    for (int i = 0; i < count; i++)
        if (is_red(cards[i]) == want_red)
            return cards[i];
    return count > 0 ? cards[0] : CN_NO_CARD;
}

void display_seat_names(const struct display *display, const char *names[CN_SEATS_MAX])
{
    for (int seat = 0; seat < CN_SEATS_MAX; seat++)
        names[seat] = seat < display->board.players ? display->names[seat] : NULL;
}

struct cn_view display_view(const struct display *display)
{
    return (struct cn_view){display->law,  &display->board, &display->memory,
                            display->hand, display->pile,   (uint8_t)display->bottom_seat};
}

struct cn_action *display_legal(const struct display *display, int *count)
{
    *count = 0;
    if (!display_is_my_turn(display))
        return calloc(1, sizeof(struct cn_action));
    const struct cn_view view = display_view(display);
    return cn_actions_legal(&view, count);
}

unsigned display_may(const struct display *display)
{
    struct cn_action list[CN_ACTIONS_TYPICAL];
    const struct cn_view view = display_view(display);
    unsigned types = 0;
    int count = display_is_my_turn(display) ? 1 : 0;
    for (int first = 0; first < count; first += CN_ACTIONS_TYPICAL) {
        count = cn_legal_list_from(&view, first, list, CN_ACTIONS_TYPICAL);
        for (int i = 0; i < CN_ACTIONS_TYPICAL && first + i < count; i++)
            types |= 1u << list[i].type;
    }
    return types;
}

bool display_check(const struct display *display, struct cn_action action, struct cn_refusal *why)
{
    const struct cn_view view = display_view(display);
    struct cn_noted noted;
    if (cn_law_is_refereed(display->law))
        return cn_view_insists(&view, action, &noted, why);
    return cn_board_legal_check(display->law, &display->board, display->bottom_seat, display->hand,
                                action, why);
}

static bool choose_kind(const struct display *display, int kind, int wanted, cn_card *out,
                        int *count)
{
    for (int i = 0; i < display->card_count && wanted > 0; i++) {
        if (cn_card_kind(display->cards[i]) != kind)
            continue;
        out[(*count)++] = display->cards[i];
        wanted--;
    }
    return wanted == 0;
}

int display_pick_cards(const struct display *display, struct cn_action action,
                       cn_card out[CN_CARDS_MAX])
{
    int count = 0;
    int kind = action.place;
    int naturals = action.amount;
    int deuces = cn_action_deuces(action);
    int jokers = cn_action_jokers(action);
    switch ((enum cn_action_type)cn_action_plain(action).type) {
    case CN_ACTION_TAKE_PAIR:
    case CN_ACTION_TAKE_DEUCE:
    case CN_ACTION_TAKE_JOKER:
        kind = display->board.pile_top;
        naturals = cn_action_plain(action).type == CN_ACTION_TAKE_PAIR ? 2 : 1;
        deuces = cn_action_plain(action).type == CN_ACTION_TAKE_DEUCE;
        jokers = cn_action_plain(action).type == CN_ACTION_TAKE_JOKER;
        break;
    case CN_ACTION_ADD:
        kind = action.place < CN_MELDS_MAX
                   ? cn_meld_kind(display->board.melds[display->side][action.place])
                   : CN_NO_KIND;
        break;
    case CN_ACTION_DISCARD:
    case CN_ACTION_EXPOSE:
    case CN_ACTION_FACE: naturals = 1; break;
    case CN_ACTION_HAND:
        memcpy(out, display->cards, (size_t)display->card_count * sizeof out[0]);
        return display->card_count;
    case CN_ACTION_MELD: break;
    default: return 0;
    }
    if (!choose_kind(display, kind, naturals, out, &count) ||
        !choose_kind(display, CN_DEUCE, deuces, out, &count) ||
        !choose_kind(display, CN_JOKER, jokers, out, &count))
        return -1;
    return count;
}
