/* write.c -- the lines of a record, from the events of a game.
 *
 * One function per event, with keys exactly as RECORD.md names them, in its order.
 */
#include "record.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

void cn_record_write_game(struct cn__text *lines, const struct cn_game_header *game)
{
    static const int32_t zeros[CN_SIDES_MAX] = {0};
    cn__json_open_line(lines, "game");
    cn__json_int(lines, "v", 1);
    if (game->rules_text != NULL)
        cn__json_raw(lines, NULL, game->rules_text);
    else
        cn_record_write_rules(lines, game->rules);
    cn__json_int(lines, "players", game->players);
    cn__json_open(lines, "names", '[');
    for (int seat = 0; seat < game->players; seat++) {
        cn__json_string(lines, NULL, game->names[seat]);
    }
    cn__json_close(lines, ']');
    if (game->seed != NULL)
        cn__json_string(lines, "seed", game->seed);
    cn__json_ints(lines, "scores", game->scores != NULL ? game->scores : zeros,
                  cn_side_count(game->rules, game->players));
    cn__json_close_line(lines);
}

/* ---- events ---- */

void cn_record_write_draws(struct cn__text *lines, int seat, const cn_card *cards, int count)
{
    cn__json_open_line(lines, "draws");
    cn__json_int(lines, "seat", seat);
    cn__json_cards(lines, "cards", cards, count);
    cn__json_close_line(lines);
}

static void put_deal(struct cn__text *lines, const struct cn_event *event,
                     const struct cn_game *game)
{
    cn__json_open_line(lines, "deal");
    cn__json_int(lines, "n", game->deal_number);
    cn__json_int(lines, "dealer", event->seat);
    if (game->players == 5)
        cn__json_int(lines, "idle", game->deal.board.idle);
    cn__json_cards(lines, "deck", event->cards, event->card_count);
}

static void put_take(struct cn__text *lines, const struct cn_event *event)
{
    if (event->card_count > 0)
        cn__json_cards(lines, "with", event->cards, event->card_count);
    else
        cn__json_int(lines, "onto", event->meld);
}

static void put_score(struct cn__text *out, const char *key, const struct cn_score *side,
                      bool refereed)
{
    cn__json_open(out, key, '{');
    for (int i = 0; i < CN_SCORE_ITEM_COUNT; i++) {
        const struct cn_score_row *item = cn_score_item_at(i);
        if (item->written || side->item[i] != 0 || (refereed && i == CN_SCORE_PENALTIES))
            cn__json_int(out, item->name, side->item[i]);
    }
    cn__json_int(out, "total", side->total);
    cn__json_int(out, "score", side->after);
    cn__json_close(out, '}');
}

void cn__json_score(struct cn__text *out, const char *key, const struct cn_score *side)
{
    put_score(out, key, side, false);
}

static void put_ending(struct cn__text *lines, const char *type, const struct cn_event *event)
{
    cn__json_open_line(lines, type);
    cn__json_string(lines, "why", cn_end_name(event->why));
    if (event->seat != CN_NO_SEAT)
        cn__json_int(lines, "seat", event->seat);
    cn__json_bool(lines, "concealed", event->concealed != 0);
}

static bool leads(const struct cn_game *game, int leader)
{
    for (int side = 0; side < game->sides; side++)
        if (side != leader && game->score[side] >= game->score[leader])
            return false;
    return true;
}

/* Who has won follows from the scores, except after a special hand that wins at once (IA17). */
void cn_record_write_ended(struct cn__text *lines, const struct cn_game *game)
{
    const struct cn_board *board = &game->deal.board;
    const struct cn_event event = {
        .seat = board->out_seat, .why = board->end_why, .concealed = board->concealed};
    put_ending(lines, "ended", &event);
    if (game->winner >= 0 && !leads(game, game->winner))
        cn__json_int(lines, "winner", game->winner);
    cn__json_close_line(lines);
}

static void put_end(struct cn__text *lines, const struct cn_event *event,
                    const struct cn_game *game)
{
    put_ending(lines, "end", event);
    cn__json_open(lines, "sides", '[');
    for (int side = 0; side < event->side_count; side++) {
        put_score(lines, NULL, &event->sides[side], cn_law_is_refereed(game->law));
    }
    cn__json_close(lines, ']');
}

static void put_over(struct cn__text *lines, const struct cn_event *event)
{
    cn__json_open_line(lines, "over");
    cn__json_int(lines, "winner", event->winner);
    cn__json_ints(lines, "settlement", event->receives, event->side_count);
}

/* The fields with which all lines of a seat begin. */
static void begin_seat(struct cn__text *lines, const struct cn_event *event)
{
    cn__json_open_line(lines, cn_event_name(event->type));
    cn__json_int(lines, "seat", event->seat);
}

static void put_irregular(struct cn__text *lines, const struct cn_event *event,
                          const struct cn_game *game)
{
    char action[CN_ACTION_TEXT];
    cn_action_format(game->law, event->action, action);
    cn__json_string(lines, "action", action);
    if (event->card_count > 0)
        cn__json_cards(lines, "cards", event->cards, event->card_count);
    cn__json_string(lines, "law", event->law);
    cn__json_string(lines, "what", event->what);
}

/* What only a referee brings about. */
static void put_refereed(struct cn__text *lines, const struct cn_event *event,
                         const struct cn_game *game)
{
    switch ((enum cn_event_type)event->type) {
    case CN_EVENT_IRREGULAR: put_irregular(lines, event, game); break;
    case CN_EVENT_REQUIRE: cn__json_string(lines, "what", event->what); break;
    case CN_EVENT_PEEK:
    case CN_EVENT_STOCK: cn__json_card(lines, "card", event->cards[0]); break;
    case CN_EVENT_HOLD:
    case CN_EVENT_EXPOSE:
    case CN_EVENT_BACK:
    case CN_EVENT_UNLAY:
        cn__json_cards(lines, "cards", event->cards, event->card_count);
        if (event->ruled)
            cn__json_bool(lines, "ruled", true);
        break;
    case CN_EVENT_LAPSE:
    case CN_EVENT_RULING:
        cn__json_string(lines, "law", event->law);
        cn__json_string(lines, "what", event->what);
        if (event->type == CN_EVENT_RULING)
            cn__json_int(lines, "points", event->points);
        break;
    case CN_EVENT_OWE: cn__json_int(lines, "n", event->n); break;
    case CN_EVENT_REOPEN:
        cn__json_cards(lines, "hand", event->cards, event->card_count);
        if (event->pile != NULL)
            cn__json_cards(lines, "pile", event->pile, event->pile_count);
        break;
    default: break;
    }
}

static void put_of_seat(struct cn__text *lines, const struct cn_event *event,
                        const struct cn_game *game)
{
    if (event->seat == CN_NO_SEAT) { /* a watchful referee calls attention */
        cn__json_open_line(lines, cn_event_name(event->type));
        cn__json_null(lines, "seat");
        return;
    }
    begin_seat(lines, event);
    switch ((enum cn_event_type)event->type) {
    case CN_EVENT_FACE:
        cn__json_cards(lines, "cards", event->cards, event->card_count);
        cn__json_cards(lines, "drawn", event->drawn, event->drawn_count);
        break;
    case CN_EVENT_ADD: cn__json_int(lines, "meld", event->meld); /* fall through */
    case CN_EVENT_DRAW:
    case CN_EVENT_PILE:
    case CN_EVENT_TALON:
    case CN_EVENT_PICK:
    case CN_EVENT_MELD: cn__json_cards(lines, "cards", event->cards, event->card_count); break;
    case CN_EVENT_TAKE: put_take(lines, event); break;
    case CN_EVENT_MERGE:
        cn__json_int(lines, "meld", event->meld);
        cn__json_int(lines, "into", event->merged_into);
        break;
    case CN_EVENT_HAND:
        cn__json_string(lines, "name", event->name);
        cn__json_cards(lines, "cards", event->cards, event->card_count);
        break;
    case CN_EVENT_ANSWER: cn__json_bool(lines, "yes", event->yes != 0); break;
    case CN_EVENT_DISCARD: {
        cn__json_card(lines, "card", event->cards[0]);
        break;
    }
    default: put_refereed(lines, event, game); break;
    }
    if (event->irregular)
        cn__json_bool(lines, "irregular", true);
}

void cn_record_write_event(struct cn__text *lines, const struct cn_event *event,
                           const struct cn_game *game)
{
    switch ((enum cn_event_type)event->type) {
    case CN_EVENT_DEAL: put_deal(lines, event, game); break;
    case CN_EVENT_END: put_end(lines, event, game); break;
    case CN_EVENT_OVER: put_over(lines, event); break;
    default: put_of_seat(lines, event, game); break;
    }
    cn__json_close_line(lines);
}

void cn_record_on_event(void *recorder, const struct cn_event *event)
{
    const struct cn_record_writer *r = recorder;
    if (r->lines != NULL)
        cn_record_write_event(r->lines, event, r->game);
    if (r->sheet != NULL && event->type == CN_EVENT_END)
        cn_score_sheet_add(r->sheet, event->sides, event->side_count);
}

/* ---- legal lists ---- */

struct cn_action *cn_actions_legal(const struct cn_view *view, int *count)
{
    struct cn_action first[CN_ACTIONS_TYPICAL];
    *count = cn_legal_list(view, first, CN_ACTIONS_TYPICAL);
    struct cn_action *list = malloc(((size_t)*count + 1) * sizeof *list);
    if (list == NULL)
        *count = 0;
    else if (*count <= CN_ACTIONS_TYPICAL)
        memcpy(list, first, (size_t)*count * sizeof *list);
    else
        cn_legal_list(view, list, *count);
    return list;
}

cn_action_text *cn_actions_texts(const struct cn_law *law, const struct cn_action *list, int count)
{
    cn_action_text *texts = malloc(((size_t)count + 1) * sizeof *texts);
    if (texts == NULL)
        return NULL;
    for (int i = 0; i < count; i++)
        cn_action_format(law, list[i], texts[i]);
    qsort(texts, (size_t)count, sizeof *texts, cn__compare_texts);
    return texts;
}

static void put_action_list(struct cn__text *lines, const char *type, const struct cn_law *law,
                            int seat, const struct cn_action *list, int count)
{
    cn_action_text *texts = cn_actions_texts(law, list, count);
    if (texts == NULL) {
        lines->failed = true;
        return;
    }
    cn__json_open_line(lines, type);
    cn__json_int(lines, "seat", seat);
    cn__json_open(lines, "actions", '[');
    for (int i = 0; i < count; i++)
        cn__json_string(lines, NULL, texts[i]);
    cn__json_close(lines, ']');
    cn__json_close_line(lines);
    free(texts);
}

void cn_record_write_legal(struct cn__text *lines, const struct cn_law *law, int seat,
                           const struct cn_action *list, int count)
{
    put_action_list(lines, "legal", law, seat, list, count);
}

void cn_record_write_actions(struct cn__text *lines, const struct cn_law *law, int seat,
                             const struct cn_action *list, int count)
{
    put_action_list(lines, "actions", law, seat, list, count);
}

/* ---- positions ---- */

static void put_hands(struct cn__text *lines, const struct cn_game *game)
{
    cn__json_open(lines, "hands", '[');
    for (int seat = 0; seat < game->players; seat++) {
        cn_card hand[CN_CARDS_MAX];
        cn__json_cards(lines, NULL, hand, cn_game_hand(game, seat, hand));
    }
    cn__json_close(lines, ']');
}

void cn_record_write_hands(struct cn__text *lines, const struct cn_game *game, int64_t number)
{
    cn__json_open_line(lines, "hands");
    cn__json_int(lines, "at", number);
    put_hands(lines, game);
    cn__json_close_line(lines);
}

/* Melds emptied by combining remain as empty ones, so that all keep their numbers. */
static void put_melds(struct cn__text *lines, const struct cn_game *game)
{
    cn__json_open(lines, "melds", '[');
    for (int side = 0; side < game->sides; side++) {
        cn__json_open(lines, NULL, '[');
        for (int meld = 0; meld < game->deal.board.meld_count[side]; meld++) {
            cn_card laid[CN_CARDS_MAX];
            cn__json_cards(lines, NULL, laid, cn_game_meld(game, side, meld, laid));
        }
        cn__json_close(lines, ']');
    }
    cn__json_close(lines, ']');
}

static void put_red_threes(struct cn__text *lines, const struct cn_game *game)
{
    cn__json_open(lines, "red", '[');
    for (int side = 0; side < game->sides; side++) {
        cn_card red[CN_BONUS_CARDS_MAX];
        int count = 0;
        for (int i = 0; i < game->cards.red_count; i++)
            if (game->cards.red_side[i] == side)
                red[count++] = game->cards.red[i];
        cn__json_cards(lines, NULL, red, count);
    }
    cn__json_close(lines, ']');
}

/* The talons of all seats, and their second hands, if the rule set has them. */
static void put_waiting(struct cn__text *lines, const struct cn_game *game)
{
    const struct cn_deal *deal = &game->deal;
    const struct cn_rules *rules = &game->law->rules;
    if (rules->talon.count > 0) {
        cn__json_open(lines, "talon", '[');
        for (int seat = 0; seat < game->players; seat++)
            cn__json_cards(lines, NULL, deal->stock + deal->talon_from[seat],
                           deal->board.talon[seat]);
        cn__json_close(lines, ']');
    }
    if (rules->second_hand.count == 0)
        return;
    cn__json_open(lines, "second", '[');
    for (int seat = 0; seat < game->players; seat++) {
        int from = deal->second_from[seat];
        cn__json_open(lines, NULL, '[');
        for (int left = deal->board.second[seat]; left > 0; left--) {
            const int size = deal->second_sizes[seat][CN_SECOND_HANDS_MAX - left];
            cn__json_cards(lines, NULL, deal->stock + from, size);
            from += size;
        }
        cn__json_close(lines, ']');
    }
    cn__json_close(lines, ']');
}

static void put_seat_bits(struct cn__text *lines, const char *key, unsigned bits, int players)
{
    cn__json_open(lines, key, '[');
    for (int seat = 0; seat < players; seat++) {
        cn__json_bool(lines, NULL, (bits >> seat & 1) != 0);
    }
    cn__json_close(lines, ']');
}

/* Nothing of a turn that has begun can be written, nor what is open to the referee, nor that a red
 * three came to a seat that has played too late to be faced (L56), nor what rulings and others have
 * changed since the turn began: a debt that does not shorten it, the end of the stock. */
bool cn_record_has_position(const struct cn_game *game)
{
    const struct cn_board *board = &game->deal.board;
    if (!game->in_deal || board->asked)
        return false;
    if (!cn_law_is_refereed(game->law))
        return board->phase == CN_PHASE_START;
    if (board->due != CN_DUE_NOTHING || board->no_take || board->bound ||
        cn_referee_open(game) > 0 || board->stock_was_gone != (board->stock == 0))
        return false;
    for (int seat = 0; seat < game->players; seat++)
        if (game->deal.late_red[seat] > 0 && (board->turned >> seat & 1) != 0)
            return false;
    if (board->phase == CN_PHASE_START)
        return board->owed[board->turn] == 0 || board->stock == 0;
    return board->short_turn && !game->notes.played;
}

/* What rulings have left: exposed cards, debts and points. */
static void put_rulings(struct cn__text *lines, const struct cn_game *game)
{
    cn__json_open(lines, "exposed", '[');
    for (int seat = 0; seat < game->players; seat++) {
        cn_card up[CN_CARDS_MAX];
        int count = 0;
        for (int code = 0; code < CN_CARD_CODES; code++)
            for (int i = game->cards.up[seat][code]; i > 0; i--)
                up[count++] = (cn_card)code;
        cn__json_cards(lines, NULL, up, count);
    }
    cn__json_close(lines, ']');
    cn__json_open(lines, "owed", '[');
    for (int seat = 0; seat < game->players; seat++)
        cn__json_int(lines, NULL, game->deal.board.owed[seat]);
    cn__json_close(lines, ']');
    cn__json_ints(lines, "penalties", game->deal.board.penalties, game->sides);
}

void cn_record_write_position(struct cn__text *lines, const struct cn_game *game)
{
    const struct cn_deal *deal = &game->deal;
    assert(cn_record_has_position(game));
    cn__json_open_line(lines, "position");
    cn__json_int(lines, "dealer", deal->board.dealer);
    cn__json_int(lines, "turn", deal->board.turn);
    if (game->players == 5)
        cn__json_int(lines, "idle", deal->board.idle);
    put_hands(lines, game);
    put_melds(lines, game);
    put_red_threes(lines, game);
    cn__json_cards(lines, "pile", game->cards.pile, game->cards.pile_count);
    cn__json_cards(lines, "stock", deal->stock + deal->drawn, deal->cards - deal->drawn);
    cn__json_ints(lines, "scores", deal->board.score, game->sides);
    put_seat_bits(lines, "turned", deal->board.turned, game->players);
    put_seat_bits(lines, "melded", deal->board.melded, game->players);
    put_waiting(lines, game);
    if (game->law->rules.ask_limit == CN_ASK_ONCE_A_DEAL)
        put_seat_bits(lines, "asked", deal->board.asked_sides, game->sides);
    if (cn_rules_count_deals(&game->law->rules))
        cn__json_int(lines, "n", game->deal_number);
    if (cn_law_is_refereed(game->law))
        put_rulings(lines, game);
    cn__json_close_line(lines);
}
