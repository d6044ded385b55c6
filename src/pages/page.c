#include "page.h"

#include <stdlib.h>
#include <string.h>

#include "query.h"

enum {
    LAST_COLUMNS =
        120 /* characters of what a seat did in its last turn; the page cuts them to fit */
};

/* ---- seats and sides ---- */

static void put_seat(struct cn__text *out, const struct display *face, int seat)
{
    char last[SAY_SIZE];
    const bool plays = face->viewer != CN_NO_SEAT;
    cn__json_open(out, NULL, '{');
    cn__json_int(out, "seat", seat);
    cn__json_int(out, "side", face->board.side[seat]);
    cn__json_string(out, "name", face->given_names[seat]);
    cn__json_string(out, "level", face->level_ids[seat]);
    cn__json_bool(out, "isPerson", (face->people >> seat & 1) != 0);
    cn__json_bool(out, "isPartner",
                  plays && seat != face->viewer && face->board.side[seat] == face->side);
    cn__json_int(out, "cards", face->board.hand_size[seat]);
    last_turn_text(face, seat, false, LAST_COLUMNS, last, sizeof last);
    cn__json_string(out, "last", last);
    cn__json_string(out, "lastEnd", turn_end_text(face, seat, false, last, sizeof last));
    turn_start_text(face, seat, false, LAST_COLUMNS, last, sizeof last);
    cn__json_string(out, "lastBefore", last);
    cn__json_int(out, "talon", face->board.talon[seat]);
    cn__json_int(out, "second", face->board.second[seat]);
    words_waiting(face, seat, last, sizeof last);
    cn__json_string(out, "waiting", words_capitalize(last, sizeof last));
    cn__json_close(out, '}');
}

static void put_meld(struct cn__text *out, const struct display *face, int side, int meld)
{
    const cn_packed_meld m = face->board.melds[side][meld];
    const int size = cn_meld_size(m);
    cn_card cards[CN_CARDS_MAX];
    char says[SAY_SIZE];
    const int count = display_meld(face, side, meld, cards);
    cn__json_open(out, NULL, '{');
    cn__json_int(out, "meld", meld);
    cn__json_string(out, "rank", cn_kind_name(cn_meld_kind(m)));
    cn__json_cards(out, "cards", cards, count);
    cn__json_int(out, "naturals", cn_meld_naturals(m));
    cn__json_int(out, "wilds", cn_meld_wilds(m));
    cn__json_string(out, "canasta",
                    cn_meld_is_canasta(m) ? cn_canasta_class_name(cn_meld_class(m)) : "");
    cn__json_card(out, "top",
                  cn_meld_is_canasta(m) ? display_top_of_canasta(face, side, meld) : CN_NO_CARD);
    cn__json_int(out, "missing", size < CN_CANASTA_SIZE ? CN_CANASTA_SIZE - size : 0);
    cn__json_string(out, "says", words_meld(face, side, meld, says, sizeof says));
    cn__json_string(out, "state", display_meld_state_name(display_meld_state(face, side, meld)));
    cn__json_string(out, "stateSays", words_meld_state(face, side, meld, says, sizeof says));
    cn__json_close(out, '}');
}

static void put_melds(struct cn__text *out, const struct display *face, int side)
{
    cn__json_open(out, "melds", '[');
    for (int meld = 0; meld < face->board.meld_count[side]; meld++)
        if (face->board.melds[side][meld] != 0)
            put_meld(out, face, side, meld);
    cn__json_close(out, ']');
}

static int melded_points(const struct display *face, int side)
{
    int points = 0;
    for (int i = 0; i < face->laid_count; i++)
        if (face->laid_side[i] == side)
            points += points_of_cards(face, &face->laid[i], 1);
    return points;
}

static void put_red(struct cn__text *out, const struct display *face, int side)
{
    cn_card red[2 * CN_PACKS_MAX];
    int count = 0;
    for (int i = 0; i < face->red_count; i++)
        if (face->red_side[i] == side)
            red[count++] = face->red[i];
    cn__json_cards(out, "red", red, count);
}

static void put_so_far(struct cn__text *out, const struct display *face, int side)
{
    struct cn_score score;
    if (display_score_so_far(face, side, &score))
        cn__json_score(out, "soFar", &score);
    else
        cn__json_null(out, "soFar");
}

static void put_side(struct cn__text *out, const struct display *face, int side)
{
    const struct cn_board *board = &face->board;
    char name[SAY_SIZE];
    char contract[SAY_SIZE];
    cn__json_open(out, NULL, '{');
    cn__json_int(out, "score", face->score[side]);
    cn__json_string(out, "name", words_side(face, side, name, sizeof name));
    cn__json_open(out, "seats", '[');
    for (int seat = 0; seat < board->players; seat++)
        if (board->side[seat] == side)
            cn__json_int(out, NULL, seat);
    cn__json_close(out, ']');
    cn__json_bool(out, "hasMelded", cn_side_has_melded(board, side));
    cn__json_int(out, "minimum", board->minimum[side]);
    cn__json_int(out, "canastas", board->canastas[side]);
    cn__json_int(out, "canastasNeeded", cn_board_canastas_needed(&face->law->rules, board));
    cn__json_string(out, "contract", words_contract(face, side, contract, sizeof contract));
    words_out_missing(face, side, contract, sizeof contract);
    cn__json_string(out, "outMissing", contract);
    cn__json_int(out, "points", melded_points(face, side));
    cn__json_string(out, "standing", words_standing(face, side, contract, sizeof contract));
    put_so_far(out, face, side);
    put_red(out, face, side);
    put_melds(out, face, side);
    cn__json_close(out, '}');
}

/* ---- the middle ---- */

static void put_pile(struct cn__text *out, const struct display *face)
{
    char says[SAY_SIZE];
    cn__json_open(out, "pile", '{');
    cn__json_int(out, "count", face->board.pile);
    cn__json_card(out, "top", face->pile_top);
    cn__json_bool(out, "frozen", face->board.frozen != 0);
    cn__json_bool(out, "closed",
                  face->stage == CN_STAGE_IN_DEAL && display_pile_is_frozen_to_us(face));
    cn__json_bool(out, "stopped", face->board.pile > 0 && cn_pile_is_stopped(&face->board));
    cn__json_bool(out, "takeable", face->stage == CN_STAGE_IN_DEAL && display_can_take(face));
    cn__json_card(out, "crosswise", face->freezing_card);
    cn__json_string(out, "says",
                    words_capitalize(display_pile_text(face, says, sizeof says), sizeof says));
    words_pack_parts(face, says, sizeof says);
    if (says[0] == '\0')
        words_empty_pack(face, says, sizeof says);
    cn__json_string(out, "also", words_capitalize(says, sizeof says));
    cn__json_close(out, '}');
}

void page_write_opening(struct cn__text *out, const char *key, const struct display *face, int more)
{
    const struct cn_board *board = &face->board;
    const int need = board->minimum[face->side];
    char have[16];
    char needed[16];
    char says[SAY_SIZE];
    const bool turn = face->stage == CN_STAGE_IN_DEAL && board->side[board->turn] == face->side;
    const bool owes = turn ? board->owes_opening || board->phase == CN_PHASE_TAKING
                           : !cn_side_has_melded(board, face->side);
    if (face->viewer == CN_NO_SEAT || need == 0 || !owes) {
        cn__json_null(out, key);
        return;
    }
    const struct cn_rules *rules = &face->law->rules;
    const int points = (turn ? cn_opening_count(rules, board) : 0) + more;
    snprintf(have, sizeof have, "%d", points);
    snprintf(needed, sizeof needed, "%d", need);
    cn__json_open(out, key, '{');
    cn__json_int(out, "need", need);
    cn__json_int(out, "have", points);
    const bool met = points >= need || (turn && board->laid && !cn_owes_minimum(rules, board));
    char missing[16];
    snprintf(missing, sizeof missing, "%d", need - points);
    if (points == 0 || met)
        WORDS2(face->words, says, "ui.meter", have, needed);
    else
        words_format(face->words, says, sizeof says, "ui.meter.missing", 3, have, needed, missing);
    cn__json_string(out, "says", words_capitalize(says, sizeof says));
    words_opening_needs(face, false, says, sizeof says);
    cn__json_string(out, "needs", words_capitalize(says, sizeof says));
    cn__json_close(out, '}');
}

/* What buttons and dragged cards can do. */
static void put_may(struct cn__text *out, const struct display *face)
{
    const unsigned may = face->stage == CN_STAGE_IN_DEAL ? display_may(face) : 0;
    cn__json_bool(out, "mayLay", (may & CN_TYPES_LAY) != 0);
    cn__json_bool(out, "mayDiscard", (may & 1u << CN_ACTION_DISCARD) != 0);
}

static void put_acts(struct cn__text *out, const char *key, const struct display *face,
                     const struct cn_actions *legal, int type)
{
    cn__json_open(out, key, '[');
    for (int i = 0; legal != NULL && i < legal->count; i++)
        if (legal->at[i].type == type)
            page_write_full_choice(out, NULL, face, legal->at[i]);
    cn__json_close(out, ']');
}

static void put_legal(struct cn__text *out, const struct display *face)
{
    struct cn_actions *actions = malloc(sizeof *actions);
    cn_action_text *texts = NULL;
    cn__json_open(out, "legal", '[');
    if (actions != NULL && display_legal(face, actions) > 0)
        texts = cn_actions_texts(face->law, actions);
    for (int i = 0; texts != NULL && i < actions->count; i++)
        cn__json_string(out, NULL, texts[i]);
    cn__json_close(out, ']');
    free(texts);
    put_acts(out, "hands", face, actions, CN_ACTION_HAND);
    put_acts(out, "faces", face, actions, CN_ACTION_FACE);
    free(actions);
}

/* What the hand itself does not show of its cards: ranks that are dead, and cards that may not be
 * discarded now. */
static void put_marks(struct cn__text *out, const struct display *face)
{
    const cn_card *cards = face->cards;
    cn__json_open(out, "marks", '[');
    for (int i = 0; i < face->card_count; i++) {
        struct cn_refusal why;
        char says[SAY_SIZE];
        const int kind = cn_card_kind(cards[i]);
        if (i > 0 && cn_card_kind(cards[i - 1]) == kind)
            continue;
        const bool dead = display_rank_is_dead(face, kind);
        const bool barred = display_discard_is_barred(face, kind, &why);
        if (!dead && !barred)
            continue;
        cn__json_open(out, NULL, '{');
        cn__json_string(out, "kind", cn_kind_name(kind));
        words_dead_rank(face, kind, says, sizeof says);
        cn__json_string(out, "dead", words_capitalize(says, sizeof says));
        if (barred)
            page_write_refusal(out, "barred", face, &why);
        cn__json_close(out, '}');
    }
    cn__json_close(out, ']');
}

/* ---- what happened ---- */

static void put_news(struct cn__text *out, const struct display *face, int at)
{
    enum {
        FRESH = 16 /* events; screen readers have long read the older ones */
    };
    const struct news_item *news = &face->news[at];
    char text[SAY_SIZE];
    char aloud[SAY_SIZE] = "";
    const bool nobody = news->seat >= face->board.players || news->type == CN_EVENT_OVER;
    cn__json_open(out, NULL, '{');
    cn__json_int(out, "id", news->id);
    cn__json_int(out, "turn", news->turn);
    cn__json_int(out, "seat", nobody ? -1 : news->seat);
    cn__json_string(out, "type", scene_news_name(news->type));
    cn__json_string(out, "text", display_news_text(face, news, text, sizeof text));
    if (at >= face->news_count - FRESH)
        words_aloud(face, at, aloud, sizeof aloud);
    cn__json_string(out, "aloud", aloud);
    cn__json_cards(out, "cards", news->cards, news->card_count);
    cn__json_cards(out, "red", news->red, news->red_count);
    cn__json_int(out, "count", news->count);
    cn__json_int(out, "meld", news->meld == CN_NO_MELD ? -1 : news->meld);
    cn__json_close(out, '}');
}

static void put_sheet(struct cn__text *out, const struct display *face)
{
    cn__json_open(out, "sheet", '[');
    for (int i = 0; i < face->sheet.count; i++) {
        cn__json_open(out, NULL, '{');
        cn__json_int(out, "deal", face->sheet_first + i + 1);
        cn__json_open(out, "sides", '[');
        for (int side = 0; side < face->board.sides; side++)
            cn__json_score(out, NULL, &face->sheet.deal[i][side]);
        cn__json_close(out, ']');
        cn__json_close(out, '}');
    }
    cn__json_close(out, ']');
}

/* What a side must have for its bonus cards to count for it. */
static const char *threes_need(const struct cn_rules *rules)
{
    const int needs = rules->red_three_needs;
    if (rules->red_three_without_meld == CN_RED_ADD)
        return "nothing";
    return needs >= CN_BONUS_NEEDS_FOUR      ? cn_kind_name(CN_FOUR + needs - CN_BONUS_NEEDS_FOUR)
           : needs == CN_BONUS_NEEDS_CANASTA ? "canasta"
                                             : "meld";
}

void page_write_ways(struct cn__text *out, const struct cn_rules *rules)
{
    cn__json_open(out, "ways", '{');
    cn__json_bool(out, "black", cn_black_threes_are_bonus(rules));
    cn__json_bool(out, "swing", rules->score_by_canastas != 0);
    cn__json_int(out, "rounds", rules->rounds);
    cn__json_string(out, "needs", threes_need(rules));
    cn__json_bool(out, "beside", rules->talon.count > 0 || rules->second_hand.count > 0);
    cn__json_close(out, '}');
}

/* Who has won, and what each side receives or pays (L46, C8). */
static void put_over(struct cn__text *out, const struct display *face)
{
    int32_t receives[CN_SIDES_MAX];
    char side[SAY_SIZE];
    char says[SAY_SIZE];
    if (face->stage != CN_STAGE_OVER) {
        cn__json_null(out, "over");
        return;
    }
    const bool ours = face->viewer != CN_NO_SEAT && face->winner == face->side;
    cn_score_settlement(&face->law->rules, face->score, face->board.sides, receives);
    cn__json_open(out, "over", '{');
    cn__json_int(out, "winner", face->winner);
    cn__json_open(out, "receives", '[');
    for (int i = 0; i < face->board.sides; i++)
        cn__json_int(out, NULL, receives[i]);
    cn__json_close(out, ']');
    cn__json_bool(out, "hundreds", face->law->rules.settlement == CN_SETTLE_HUNDREDS);
    words_side(face, face->winner, side, sizeof side);
    cn__json_string(out, "says", WORDS1(face->words, says, ours ? "ui.won.we" : "ui.won", side));
    cn__json_close(out, '}');
}

/* ---- all of it ---- */

static void put_state(struct cn__text *out, const struct display *face)
{
    const bool plays = face->stage == CN_STAGE_IN_DEAL;
    char says[SAY_SIZE] = "";
    cn__json_string(out, "rules", face->law->rules.name);
    cn__json_int(out, "target", face->law->rules.rounds > 0 ? 0 : face->law->rules.target);
    page_write_ways(out, &face->law->rules);
    cn__json_int(out, "players", face->board.players);
    cn__json_string(out, "direction",
                    face->law->rules.direction == CN_CLOCKWISE ? "clockwise" : "counterclockwise");
    cn__json_string(out, "stage", cn_stage_name((int)face->stage));
    cn__json_int(out, "deal", face->deal);
    cn__json_int(out, "dealer", face->board.dealer);
    cn__json_seat(out, "idle", face->board.idle);
    cn__json_seat(out, "self", face->viewer);
    cn__json_int(out, "seat", face->bottom_seat);
    cn__json_seat(out, "actor", plays ? face->actor : CN_NO_SEAT);
    cn__json_seat(out, "inTurn", plays ? face->board.turn : CN_NO_SEAT);
    cn__json_bool(out, "mine", plays && display_is_my_turn(face));
    cn__json_string(
        out, "phase",
        cn_phase_name(face->stage == CN_STAGE_IN_DEAL ? face->board.phase : CN_PHASE_ENDED));
    cn__json_int(out, "turn", face->turn);
    cn__json_string(out, "says", plays ? words_turn(face, says, sizeof says) : says);
}

void page_write(struct cn__text *out, const struct display *face)
{
    struct goal goals[CN_SPECIAL_HANDS_MAX];
    put_state(out, face);
    cn__json_open(out, "seats", '[');
    for (int seat = 0; seat < face->board.players; seat++)
        put_seat(out, face, seat);
    cn__json_close(out, ']');
    cn__json_open(out, "sides", '[');
    for (int side = 0; side < face->board.sides; side++)
        put_side(out, face, side);
    cn__json_close(out, ']');
    cn__json_cards(out, "hand", face->cards, face->card_count);
    cn__json_int(out, "handPoints", points_of_cards(face, face->cards, face->card_count));
    put_pile(out, face);
    cn__json_open(out, "stock", '{');
    cn__json_int(out, "count", face->board.stock);
    cn__json_close(out, '}');
    page_write_opening(out, "minimum", face, 0);
    cn__json_int(out, "undoable", face->undo_count);
    put_may(out, face);
    put_legal(out, face);
    put_marks(out, face);
    cn__json_bool(out, "goals", display_goals(face, goals) > 0);
    cn__json_open(out, "news", '[');
    for (int i = 0; i < face->news_count; i++)
        put_news(out, face, i);
    cn__json_close(out, ']');
    put_sheet(out, face);
    put_over(out, face);
}

/* ---- parts that answers share ---- */

static void put_choice(struct cn__text *out, const struct display *face, struct cn_action action,
                       const cn_card *cards, int count)
{
    char string[CN_ACTION_TEXT];
    char text[SAY_SIZE];
    cn_action_format(face->law, action, string);
    cn__json_string(out, "action", string);
    cn__json_string(out, "text", words_action(face, action, text, sizeof text));
    if (count > 0)
        cn__json_cards(out, "cards", cards, count);
}

void page_write_choice(struct cn__text *out, const struct display *face, struct cn_action action,
                       const cn_card *cards, int count)
{
    cn__json_open(out, NULL, '{');
    put_choice(out, face, action, cards, count);
    cn__json_close(out, '}');
}

void page_write_full_choice(struct cn__text *out, const char *key, const struct display *face,
                            struct cn_action action)
{
    cn_card cards[CN_CARDS_MAX];
    const int count = display_pick_cards(face, action, cards);
    const bool lays = (CN_TYPES_LAY | 1 << CN_ACTION_DISCARD) >> action.type & 1;
    cn__json_open(out, key, '{');
    put_choice(out, face, action, cards, count);
    if (lays && count == face->card_count)
        cn__json_bool(out, "out", true);
    cn__json_close(out, '}');
}

void page_write_refusal(struct cn__text *out, const char *key, const struct display *face,
                        const struct cn_refusal *why)
{
    struct cn_refusal uncited = *why;
    char text[SAY_SIZE];
    uncited.article[0] = '\0';
    cn__json_open(out, key, '{');
    if (why->article[0] != '\0')
        cn__json_string(out, "law", why->article);
    cn__json_string(out, "id", cn_refusal_name(why->id));
    words_refusal(face, &uncited, text, sizeof text);
    cn__json_string(out, "text", words_capitalize(text, sizeof text));
    cn__json_close(out, '}');
}

void page_write_all_hands(struct cn__text *out, const struct cn_game *game)
{
    cn_card hand[CN_CARDS_MAX];
    const struct cn_deal *deal = &game->deal;
    cn__json_open(out, "open", '{');
    cn__json_open(out, "hands", '[');
    for (int seat = 0; seat < game->players; seat++) {
        const int count = cn_placement_hand(&game->cards, seat, hand);
        cards_sort(hand, count);
        cn__json_cards(out, NULL, hand, count);
    }
    cn__json_close(out, ']');
    cn__json_cards(out, "pile", game->cards.pile, game->cards.pile_count);
    cn__json_cards(out, "stock", deal->stock + deal->drawn, deal->board.stock);
    cn__json_close(out, '}');
}
