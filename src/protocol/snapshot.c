#include "snapshot.h"

#include <stdio.h>
#include <string.h>

/* Numbers of the table that do not follow from the rest: the field of struct cn_board, its key in
 * the line, its maximum. */
#define NUMBERS(X)                                   \
    X(turned, "turned", 63)                          \
    X(melded, "melded", 63)                          \
    X(pile_top, "pile_top", CN_NO_KIND)              \
    X(phase, "phase", CN_PHASE_LAST_RED_THREE)       \
    X(asked_in, "asked_in", CN_PHASE_LAST_RED_THREE) \
    X(asked, "asked", 1)                             \
    X(answer, "answer", CN_ANSWER_NO)                \
    X(drew_from, "drew", CN_DREW_PILE)               \
    X(laid, "laid", 1)                               \
    X(owes_opening, "initial", 1)                    \
    X(black_laid, "black_laid", 1)                   \
    X(seat_had_melded, "had_melded", 1)              \
    X(melds_before, "melds_before", CN_MELDS_MAX)    \
    X(added_to_older, "added_to_old", 1)             \
    X(take_meld, "claim_meld", 255)                  \
    X(stock_was_gone, "stock_was_gone", 1)           \
    X(canastas_before, "canastas_before", 255)       \
    X(asked_sides, "asked_sides", 7)                 \
    X(opening_points, "count", 65535)

/* The same where a referee rules, of struct cn_board and struct cn_notes. */
#define RULED_NUMBERS(X)                \
    X(board, short_turn, "short", 1)    \
    X(board, no_take, "no_take", 59)    \
    X(board, bound, "bound", 1)         \
    X(board, count_waived, "waived", 1) \
    X(board, due, "due", CN_DUE_ACCEPT) \
    X(board, due_seat, "due_seat", 5)   \
    X(board, due_law, "due_law", 59)    \
    X(board, waiting, "waiting", 1)     \
    X(notes, played, "played", 1)       \
    X(notes, over, "over", 1)           \
    X(notes, passed, "passed", 1)       \
    X(notes, ending, "ending", CN_END_RED_THREE + 1)

/* What all have seen at a refereed table. Only the seat in turn sees that it cannot obey an
 * answer or a bond any more (R20). */
static void see_rulings(const struct cn_game *game, struct snapshot *snapshot)
{
    const struct cn_notes *notes = &game->notes;
    struct cn_notes *seen = &snapshot->notes;
    memcpy(snapshot->up, game->cards.up, sizeof snapshot->up);
    for (int at = 0; at < notes->open_count; at++) {
        seen->open[at].seat = notes->open[at].seat;
        seen->open[at].what = notes->open[at].what;
    }
    seen->open_count = notes->open_count;
    memcpy(seen->hidden_again, notes->hidden_again, sizeof seen->hidden_again);
    seen->played = notes->played;
    seen->over = notes->over;
    seen->passed = notes->passed;
    seen->ending = notes->ending;
    if (snapshot->seat == snapshot->board.turn)
        return;
    if (notes->fallen_answer != CN_ANSWER_NONE)
        snapshot->board.answer = notes->fallen_answer;
    snapshot->board.bound |= notes->fallen_bound;
}

void snapshot_of(const struct cn_game *game, int seat, struct snapshot *snapshot)
{
    memset(snapshot, 0, sizeof *snapshot);
    snapshot->board = game->deal.board;
    snapshot->memory = game->deal.memory;
    memcpy(snapshot->second_sizes, game->deal.second_sizes, sizeof snapshot->second_sizes);
    memcpy(snapshot->score, game->score, sizeof snapshot->score);
    snapshot->deals = game->deal_number;
    snapshot->players = game->players;
    snapshot->seat = (uint8_t)seat;
    snapshot->upcards = game->starting_pile;
    if (seat != CN_NO_SEAT)
        snapshot->hand_count = (uint16_t)cn_placement_hand(&game->cards, seat, snapshot->hand);
    snapshot->pile_count = game->cards.pile_count;
    memcpy(snapshot->pile, game->cards.pile, sizeof snapshot->pile);
    snapshot->laid_count = game->cards.laid_count;
    memcpy(snapshot->laid, game->cards.laid, sizeof snapshot->laid);
    memcpy(snapshot->laid_side, game->cards.laid_side, sizeof snapshot->laid_side);
    memcpy(snapshot->laid_meld, game->cards.laid_meld, sizeof snapshot->laid_meld);
    snapshot->red_count = game->cards.red_count;
    memcpy(snapshot->red, game->cards.red, sizeof snapshot->red);
    memcpy(snapshot->red_side, game->cards.red_side, sizeof snapshot->red_side);
    if (cn_law_is_refereed(game->law))
        see_rulings(game, snapshot);
}

/* ---- writing ---- */

static void put_melds(struct cn__text *lines, const struct snapshot *snapshot)
{
    cn__json_open(lines, "melds", '[');
    for (int side = 0; side < snapshot->board.sides; side++) {
        cn__json_open(lines, NULL, '[');
        for (int meld = 0; meld < snapshot->board.meld_count[side]; meld++) {
            cn_card cards[CN_CARDS_MAX];
            int count = 0;
            for (int i = 0; i < snapshot->laid_count; i++)
                if (snapshot->laid_side[i] == side && snapshot->laid_meld[i] == meld)
                    cards[count++] = snapshot->laid[i];
            cn__json_cards(lines, NULL, cards, count);
        }
        cn__json_close(lines, ']');
    }
    cn__json_close(lines, ']');
}

static void put_reds(struct cn__text *lines, const struct snapshot *snapshot)
{
    cn__json_open(lines, "red", '[');
    for (int side = 0; side < snapshot->board.sides; side++) {
        cn_card cards[CN_BONUS_CARDS_MAX];
        int count = 0;
        for (int i = 0; i < snapshot->red_count; i++)
            if (snapshot->red_side[i] == side)
                cards[count++] = snapshot->red[i];
        cn__json_cards(lines, NULL, cards, count);
    }
    cn__json_close(lines, ']');
}

static void put_known(struct cn__text *lines, cn_hand known)
{
    cn__json_open(lines, NULL, '[');
    for (int kind = 0; kind < CN_NO_KIND; kind++)
        for (int n = cn_hand_count(known, kind); n > 0; n--)
            cn__json_string(lines, NULL, cn_kind_name(kind));
    cn__json_close(lines, ']');
}

static void put_state(struct cn__text *lines, const struct snapshot *snapshot)
{
    const struct cn_board *board = &snapshot->board;
    cn__json_open(lines, "state", '{');
#define X(name, key, most) \
    if (board->name != 0)  \
        cn__json_int(lines, key, board->name);
    NUMBERS(X)
#undef X
#define X(of, name, key, most)  \
    if (snapshot->of.name != 0) \
        cn__json_int(lines, key, snapshot->of.name);
    RULED_NUMBERS(X)
#undef X
    cn__json_close(lines, '}');
}

static void put_face_up(struct cn__text *lines, const struct snapshot *snapshot)
{
    cn__json_open(lines, "up", '[');
    for (int seat = 0; seat < snapshot->players; seat++) {
        cn_card cards[CN_CARDS_MAX];
        int count = 0;
        for (int face = 0; face < CN_CARD_CODES; face++)
            for (int copy = 0; copy < snapshot->up[seat][face]; copy++)
                cards[count++] = (cn_card)face;
        cn__json_cards(lines, NULL, cards, count);
    }
    cn__json_close(lines, ']');
    cn__json_open(lines, "shown", '[');
    for (int seat = 0; seat < snapshot->players; seat++)
        put_known(lines, snapshot->board.shown[seat]);
    cn__json_close(lines, ']');
    cn__json_open(lines, "hidden", '[');
    for (int seat = 0; seat < snapshot->players; seat++)
        put_known(lines, snapshot->notes.hidden_again[seat]);
    cn__json_close(lines, ']');
}

static void put_open(struct cn__text *lines, const struct cn_notes *notes)
{
    cn__json_open(lines, "open", '[');
    for (int at = 0; at < notes->open_count; at++) {
        cn__json_open(lines, NULL, '[');
        cn__json_int(lines, NULL, notes->open[at].seat);
        cn__json_string(lines, NULL, cn_irregular_law(notes->open[at].what));
        cn__json_string(lines, NULL, cn_irregular_name(notes->open[at].what));
        cn__json_close(lines, ']');
    }
    cn__json_close(lines, ']');
}

static void put_ruled(struct cn__text *lines, const struct snapshot *snapshot)
{
    put_face_up(lines, snapshot);
    cn__json_open(lines, "owed", '[');
    for (int seat = 0; seat < snapshot->players; seat++)
        cn__json_int(lines, NULL, snapshot->board.owed[seat]);
    cn__json_close(lines, ']');
    cn__json_ints(lines, "penalties", snapshot->board.penalties, snapshot->board.sides);
    put_open(lines, &snapshot->notes);
}

static void put_kind_masks(struct cn__text *lines, const char *key, const uint64_t *masks,
                           int players)
{
    cn__json_open(lines, key, '[');
    for (int seat = 0; seat < players; seat++)
        cn__json_int(lines, NULL, (int64_t)masks[seat]);
    cn__json_close(lines, ']');
}

static void put_memory(struct cn__text *lines, const struct snapshot *snapshot)
{
    cn__json_open(lines, "known", '[');
    for (int seat = 0; seat < snapshot->players; seat++)
        put_known(lines, snapshot->memory.known[seat]);
    cn__json_close(lines, ']');
    put_kind_masks(lines, "threw", snapshot->memory.discarded, snapshot->players);
    put_kind_masks(lines, "passed", snapshot->memory.declined, snapshot->players);
}

/* How many cards wait for each seat, if any do. */
static void put_waiting(struct cn__text *lines, const struct snapshot *snapshot,
                        const struct cn_rules *rules)
{
    if (rules->talon.count > 0) {
        cn__json_open(lines, "talon", '[');
        for (int seat = 0; seat < snapshot->players; seat++)
            cn__json_int(lines, NULL, snapshot->board.talon[seat]);
        cn__json_close(lines, ']');
    }
    if (rules->second_hand.count == 0)
        return;
    cn__json_open(lines, "second", '[');
    for (int seat = 0; seat < snapshot->players; seat++) {
        cn__json_open(lines, NULL, '[');
        for (int left = snapshot->board.second[seat]; left > 0; left--)
            cn__json_int(lines, NULL, snapshot->second_sizes[seat][CN_SECOND_HANDS_MAX - left]);
        cn__json_close(lines, ']');
    }
    cn__json_close(lines, ']');
}

void snapshot_write(struct cn__text *lines, const struct snapshot *snapshot,
                    const struct cn_rules *rules, int64_t number)
{
    const struct cn_board *board = &snapshot->board;
    cn__json_open(lines, NULL, '{');
    cn__json_int(lines, "#", number);
    cn__json_string(lines, "t", "view");
    cn__json_int(lines, "n", snapshot->deals);
    cn__json_int(lines, "dealer", board->dealer);
    if (snapshot->players == 5)
        cn__json_int(lines, "idle", board->idle);
    cn__json_int(lines, "turn", board->turn);
    cn__json_ints(lines, "scores", snapshot->score, board->sides);
    cn__json_open(lines, "sizes", '[');
    for (int seat = 0; seat < snapshot->players; seat++)
        cn__json_int(lines, NULL, board->hand_size[seat]);
    cn__json_close(lines, ']');
    cn__json_int(lines, "stock", board->stock);
    if (snapshot->seat != CN_NO_SEAT)
        cn__json_cards(lines, "hand", snapshot->hand, snapshot->hand_count);
    put_melds(lines, snapshot);
    put_reds(lines, snapshot);
    cn__json_cards(lines, "pile", snapshot->pile, snapshot->pile_count);
    cn__json_int(lines, "upcards", snapshot->upcards);
    cn__json_int(lines, "frozen", board->frozen);
    put_state(lines, snapshot);
    put_memory(lines, snapshot);
    put_waiting(lines, snapshot, rules);
    if (rules->derived.refereed)
        put_ruled(lines, snapshot);
    cn__json_close_line(lines);
}

void snapshot_write_due(struct cn__text *lines, const struct cn_board *board)
{
    static const char *const names[] = {"", "draw", "out", "accept"};
    char law[8];
    cn__json_open_line(lines, "due");
    cn__json_int(lines, "seat", board->due_seat);
    cn__json_string(lines, "what", names[board->due]);
    if (board->due_law != 0) {
        snprintf(law, sizeof law, "L%d", board->due_law);
        cn__json_string(lines, "law", law);
    }
    cn__json_close_line(lines);
}

/* ---- reading ---- */

/* Appends the cards of an array to 'cards'. Returns -1 if it is not an array of cards, or too
 * long. */
static int cards_of(const json_t *array, cn_card *cards, int room)
{
    int count;
    return cn__read_cards(array, "", room, cards, &count, NULL) ? count : -1;
}

static bool read_who(const json_t *line, const struct cn_rules *rules, int players,
                     struct snapshot *snapshot)
{
    int64_t dealer;
    int64_t idle = CN_NO_SEAT;
    int64_t turn;
    int64_t deals;
    if (!cn__get_int(line, "n", 1, 1000000, &deals, NULL) ||
        !cn__get_int(line, "dealer", 0, players - 1, &dealer, NULL) ||
        !cn__get_int(line, "turn", 0, players - 1, &turn, NULL))
        return false;
    if (players == 5 && (!cn__get_int(line, "idle", 1, 4, &idle, NULL) || idle == 2))
        return false;
    if (!cn__get_scores(line, "scores", cn_side_count(rules, players), snapshot->score, NULL))
        return false;
    cn_board_init(rules, &snapshot->board, players, (int)dealer, (int)idle, snapshot->score);
    cn_board_set_number(rules, &snapshot->board, (int32_t)deals);
    snapshot->board.turn = (uint8_t)turn;
    snapshot->deals = (int32_t)deals;
    snapshot->players = (uint8_t)players;
    return dealer != idle && turn != idle;
}

static bool read_sizes(const json_t *line, struct snapshot *snapshot)
{
    const json_t *sizes = json_object_get(line, "sizes");
    int64_t stock;
    if (json_array_size(sizes) != snapshot->players ||
        !cn__get_int(line, "stock", 0, CN_CARDS_MAX, &stock, NULL))
        return false;
    for (int seat = 0; seat < snapshot->players; seat++) {
        int64_t size;
        if (!cn__read_int(json_array_get(sizes, (size_t)seat), "sizes", 0, CN_CARDS_MAX, &size,
                          NULL))
            return false;
        snapshot->board.hand_size[seat] = (uint16_t)size;
    }
    snapshot->board.stock = (uint16_t)stock;
    return true;
}

static bool read_hand(const json_t *line, struct snapshot *snapshot, int seat)
{
    const json_t *hand = json_object_get(line, "hand");
    snapshot->seat = (uint8_t)seat;
    if (seat == CN_NO_SEAT)
        return hand == NULL;
    const int count = cards_of(hand, snapshot->hand, CN_CARDS_MAX);
    snapshot->hand_count = (uint16_t)(count < 0 ? 0 : count);
    return count == snapshot->board.hand_size[seat];
}

int snapshot_meld_counts(const cn_card *cards, int count, int counts[3])
{
    int kind = CN_NO_KIND;
    counts[0] = counts[1] = counts[2] = 0;
    for (int i = 0; i < count; i++) {
        const int k = cn_card_kind(cards[i]);
        counts[k == CN_DEUCE ? 1 : k == CN_JOKER ? 2 : 0]++;
        if (cn_kind_is_wild(k))
            continue;
        if (kind != CN_NO_KIND && kind != k)
            return -1;
        kind = k;
    }
    const bool too_many =
        counts[0] > CN_NATURALS_MAX || counts[1] > CN_DEUCES_MAX || counts[2] > CN_JOKERS_MAX;
    return too_many ? -1 : kind;
}

/* A meld's cards as counts. Returns false if they are not one kind with wilds, or too many. */
static bool meld_of(const struct cn_rules *rules, const cn_card *cards, int count,
                    cn_packed_meld *meld)
{
    int counts[3];
    int kind = snapshot_meld_counts(cards, count, counts);
    if (kind == CN_NO_KIND && rules->wild_melds != CN_WILD_MELDS_NONE)
        kind = CN_JOKER;
    if (kind < 0 || kind == CN_NO_KIND || cn_is_bonus(rules, kind))
        return false;
    *meld = cn_meld_of(kind, counts[0], counts[1], counts[2]);
    return true;
}

static bool read_meld(const struct cn_rules *rules, const json_t *array, struct snapshot *snapshot,
                      int side, int at)
{
    const int room = CN_CARDS_MAX - snapshot->laid_count;
    cn_card *cards = snapshot->laid + snapshot->laid_count;
    const int count = cards_of(array, cards, room);
    struct cn_board *board = &snapshot->board;
    if (count < 0)
        return false;
    board->meld_count[side]++;
    if (count == 0)
        return true; /* emptied when melds were combined */
    cn_packed_meld meld;
    if (!meld_of(rules, cards, count, &meld))
        return false;
    board->ranks[side] |= cn_kind_mask(cn_meld_kind(meld));
    cn_board_set_meld(board, side, at, meld);
    memset(snapshot->laid_side + snapshot->laid_count, side, (size_t)count);
    memset(snapshot->laid_meld + snapshot->laid_count, at, (size_t)count);
    snapshot->laid_count = (uint16_t)(snapshot->laid_count + count);
    return true;
}

static bool read_sides(const struct cn_rules *rules, const json_t *line, struct snapshot *snapshot)
{
    const json_t *melds = json_object_get(line, "melds");
    const json_t *reds = json_object_get(line, "red");
    if (json_array_size(melds) != snapshot->board.sides ||
        json_array_size(reds) != snapshot->board.sides)
        return false;
    for (int side = 0; side < snapshot->board.sides; side++) {
        const json_t *of_side = json_array_get(melds, (size_t)side);
        if (!json_is_array(of_side) || json_array_size(of_side) > CN_MELDS_MAX)
            return false;
        for (size_t at = 0; at < json_array_size(of_side); at++)
            if (!read_meld(rules, json_array_get(of_side, at), snapshot, side, (int)at))
                return false;
        cn_card *red = snapshot->red + snapshot->red_count;
        const int count = cards_of(json_array_get(reds, (size_t)side), red,
                                   CN_BONUS_CARDS_MAX - snapshot->red_count);
        if (count < 0)
            return false;
        int black = 0;
        for (int i = 0; i < count; i++) {
            if (!cn_is_bonus(rules, cn_card_kind(red[i])))
                return false;
            black += cn_card_kind(red[i]) == CN_BLACK_THREE;
        }
        memset(snapshot->red_side + snapshot->red_count, side, (size_t)count);
        snapshot->red_count = (uint16_t)(snapshot->red_count + count);
        snapshot->board.red[side] = (uint8_t)(count - black);
        snapshot->board.black[side] = (uint8_t)black;
    }
    return true;
}

static bool read_pile(const struct cn_rules *rules, const json_t *line, struct snapshot *snapshot)
{
    struct cn_board *board = &snapshot->board;
    int64_t frozen;
    int64_t upcards;
    const int count = cards_of(json_object_get(line, "pile"), snapshot->pile, CN_CARDS_MAX);
    if (count < 0 || !cn__get_int(line, "frozen", 0, 3, &frozen, NULL) ||
        !cn__get_int(line, "upcards", 0, CN_CARDS_MAX, &upcards, NULL))
        return false;
    snapshot->pile_count = board->pile = (uint16_t)count;
    for (int i = 0; i < count; i++) {
        const int kind = cn_card_kind(snapshot->pile[i]);
        board->pile_red = (uint8_t)(board->pile_red + cn_is_bonus(rules, kind));
        if (rules->pile_taken != CN_UNLIMITED)
            cn_memory_set_pile_at(&snapshot->memory, i, kind);
    }
    board->frozen = (uint8_t)frozen;
    snapshot->upcards = (uint8_t)upcards;
    return true;
}

static bool read_ruled_state(const json_t *state, bool refereed, struct snapshot *snapshot)
{
    int64_t value;
#define X(of, name, key, most)                                            \
    if (json_object_get(state, key) != NULL) {                            \
        if (!refereed || !cn__get_int(state, key, 0, most, &value, NULL)) \
            return false;                                                 \
        snapshot->of.name = (uint8_t)value;                               \
    }
    RULED_NUMBERS(X)
#undef X
    const struct cn_board *board = &snapshot->board;
    return board->due == CN_DUE_NOTHING ||
           (board->due_seat < board->players && board->next[board->due_seat] != board->due_seat);
}

static bool read_state(const json_t *line, bool refereed, struct snapshot *snapshot)
{
    struct cn_board *board = &snapshot->board;
    const json_t *state = json_object_get(line, "state");
    int64_t value;
    if (!json_is_object(state))
        return false;
    board->pile_top = 0; /* zeros are not written */
#define X(name, key, most)                                   \
    if (json_object_get(state, key) != NULL) {               \
        if (!cn__get_int(state, key, 0, most, &value, NULL)) \
            return false;                                    \
        board->name = (__typeof__(board->name))value;        \
    }
    NUMBERS(X)
#undef X
    const int side = board->side[board->turn];
    const bool claims = board->phase == CN_PHASE_TAKING;
    return read_ruled_state(state, refereed, snapshot) &&
           (board->asked_in == CN_PHASE_START || board->asked_in == CN_PHASE_MELD) &&
           (!claims || board->take_meld < board->meld_count[side]) &&
           board->melds_before <= board->meld_count[side];
}

/* Kinds as bits, in three groups of sixteen (src/engine/memory.h). */
static bool kinds_of(const json_t *value, uint64_t *kinds)
{
    int64_t bits;
    if (!cn__read_int(value, "", 0, (INT64_C(1) << 48) - 1, &bits, NULL))
        return false;
    *kinds = (uint64_t)bits;
    return true;
}

static bool read_memory(const json_t *line, struct snapshot *snapshot)
{
    const json_t *known = json_object_get(line, "known");
    const json_t *threw = json_object_get(line, "threw");
    const json_t *passed = json_object_get(line, "passed");
    if (json_array_size(known) != snapshot->players ||
        json_array_size(threw) != snapshot->players || json_array_size(passed) != snapshot->players)
        return false;
    for (size_t seat = 0; seat < snapshot->players; seat++) {
        const json_t *kinds = json_array_get(known, seat);
        if (!json_is_array(kinds) || json_array_size(kinds) > snapshot->board.hand_size[seat])
            return false;
        for (size_t i = 0; i < json_array_size(kinds); i++) {
            const json_t *name = json_array_get(kinds, i);
            const int kind = json_is_string(name)
                                 ? cn_kind_parse(json_string_value(name), json_string_length(name))
                                 : CN_NO_KIND;
            if (kind == CN_NO_KIND ||
                cn_hand_count(snapshot->memory.known[seat], kind) >= CN_NATURALS_MAX)
                return false;
            snapshot->memory.known[seat] =
                cn_hand_add(snapshot->memory.known[seat], cn_hand_single(kind, 1));
        }
        if (!kinds_of(json_array_get(threw, seat), &snapshot->memory.discarded[seat]) ||
            !kinds_of(json_array_get(passed, seat), &snapshot->memory.declined[seat]))
            return false;
    }
    return true;
}

static bool read_talons(const struct cn_rules *rules, const json_t *line, struct snapshot *snapshot)
{
    const json_t *talons = json_object_get(line, "talon");
    if (rules->talon.count == 0 || talons == NULL)
        return talons == NULL;
    for (int seat = 0; seat < snapshot->players; seat++) {
        int64_t size;
        if (!cn__read_int(json_array_get(talons, (size_t)seat), "talon", 0, UINT8_MAX, &size, NULL))
            return false;
        snapshot->board.talon[seat] = (uint8_t)size;
    }
    return json_array_size(talons) == snapshot->players;
}

static bool read_second(const struct cn_rules *rules, const json_t *line, struct snapshot *snapshot)
{
    const json_t *seats = json_object_get(line, "second");
    if (rules->second_hand.count == 0 || seats == NULL)
        return seats == NULL;
    for (int seat = 0; seat < snapshot->players; seat++) {
        const json_t *sizes = json_array_get(seats, (size_t)seat);
        const int count = (int)json_array_size(sizes);
        if (!json_is_array(sizes) || count > rules->second_hand.count)
            return false;
        snapshot->board.second[seat] = (uint8_t)count;
        for (int i = 0; i < count; i++) {
            int64_t size;
            if (!cn__read_int(json_array_get(sizes, (size_t)i), "second", 1, UINT8_MAX, &size,
                              NULL))
                return false;
            snapshot->second_sizes[seat][CN_SECOND_HANDS_MAX - count + i] = (uint8_t)size;
        }
        snapshot->board.second_size[seat] =
            snapshot->second_sizes[seat][CN_SECOND_HANDS_MAX - count];
    }
    return json_array_size(seats) == snapshot->players;
}

/* ---- what a referee adds ---- */

static bool read_up(const json_t *line, struct snapshot *snapshot)
{
    const json_t *up = json_object_get(line, "up");
    struct cn_board *board = &snapshot->board;
    if (json_array_size(up) != snapshot->players)
        return false;
    for (int seat = 0; seat < snapshot->players; seat++) {
        cn_card cards[CN_CARDS_MAX];
        uint8_t held[CN_CARD_CODES] = {0};
        const int count = cards_of(json_array_get(up, (size_t)seat), cards, board->hand_size[seat]);
        for (int i = 0; i < snapshot->hand_count && seat == snapshot->seat; i++)
            held[snapshot->hand[i]]++;
        if (count < 0)
            return false;
        for (int i = 0; i < count; i++) {
            const int kind = cn_card_kind(cards[i]);
            if (kind == CN_RED_THREE || (seat == snapshot->seat && held[cards[i]]-- == 0) ||
                cn_hand_count(board->exposed[seat], kind) == CN_NATURALS_MAX)
                return false;
            snapshot->up[seat][cards[i]]++;
            cn_hand_add_card(&board->exposed[seat], kind);
        }
    }
    return true;
}

/* Reads a list of kinds for each seat, at most these of each if that is not NULL. */
static bool read_kinds(const json_t *line, const char *key, int players, const cn_hand *most,
                       cn_hand *hands)
{
    const json_t *lists = json_object_get(line, key);
    if (json_array_size(lists) != (size_t)players)
        return false;
    for (int seat = 0; seat < players; seat++) {
        const json_t *kinds = json_array_get(lists, (size_t)seat);
        for (size_t i = 0; i < json_array_size(kinds); i++) {
            const json_t *name = json_array_get(kinds, i);
            const int kind = json_is_string(name)
                                 ? cn_kind_parse(json_string_value(name), json_string_length(name))
                                 : CN_NO_KIND;
            if (kind == CN_NO_KIND)
                return false;
            const int room = most != NULL ? cn_hand_count(most[seat], kind) : CN_NATURALS_MAX;
            if (cn_hand_count(hands[seat], kind) >= room)
                return false;
            cn_hand_add_card(&hands[seat], kind);
        }
    }
    return true;
}

/* Some of the cards that lie face up are shown; and known cards may have been before. */
static bool read_shown(const json_t *line, struct snapshot *snapshot)
{
    struct cn_board *board = &snapshot->board;
    return read_kinds(line, "shown", snapshot->players, board->exposed, board->shown) &&
           read_kinds(line, "hidden", snapshot->players, NULL, snapshot->notes.hidden_again);
}

static int irregularity_of(const json_t *law, const json_t *name)
{
    for (int what = 0; what < CN_IRREGULAR_COUNT; what++)
        if (json_is_string(law) && json_is_string(name) &&
            strcmp(json_string_value(law), cn_irregular_law(what)) == 0 &&
            strcmp(json_string_value(name), cn_irregular_name(what)) == 0)
            return what;
    return -1;
}

static bool read_open(const json_t *line, struct snapshot *snapshot)
{
    const json_t *open = json_object_get(line, "open");
    struct cn_notes *notes = &snapshot->notes;
    const size_t count = json_array_size(open);
    if (!json_is_array(open) || count > CN_OPEN_MAX)
        return false;
    for (size_t at = 0; at < count; at++) {
        const json_t *one = json_array_get(open, at);
        int64_t seat;
        const int what = irregularity_of(json_array_get(one, 1), json_array_get(one, 2));
        if (what < 0 ||
            !cn__read_int(json_array_get(one, 0), "open", 0, snapshot->players - 1, &seat, NULL))
            return false;
        notes->open[at].seat = (uint8_t)seat;
        notes->open[at].what = (uint8_t)what;
    }
    notes->open_count = (uint8_t)count;
    return true;
}

static bool read_ruled(const json_t *line, const struct cn_rules *rules, struct snapshot *snapshot)
{
    const json_t *owed = json_object_get(line, "owed");
    if (!rules->derived.refereed)
        return true;
    if (!read_up(line, snapshot) || !read_shown(line, snapshot) || !read_open(line, snapshot) ||
        json_array_size(owed) != snapshot->players ||
        !cn__get_scores(line, "penalties", snapshot->board.sides, snapshot->board.penalties, NULL))
        return false;
    for (size_t seat = 0; seat < snapshot->players; seat++) {
        int64_t n;
        if (!cn__read_int(json_array_get(owed, seat), "owed", 0, UINT8_MAX, &n, NULL))
            return false;
        snapshot->board.owed[seat] = (uint8_t)n;
    }
    return true;
}

bool snapshot_read(const json_t *line, const struct cn_rules *rules, int players, int seat,
                   struct snapshot *snapshot)
{
    memset(snapshot, 0, sizeof *snapshot);
    return (seat == CN_NO_SEAT || seat < players) && read_who(line, rules, players, snapshot) &&
           read_sizes(line, snapshot) && read_hand(line, snapshot, seat) &&
           read_sides(rules, line, snapshot) && read_pile(rules, line, snapshot) &&
           read_talons(rules, line, snapshot) && read_second(rules, line, snapshot) &&
           read_state(line, rules->derived.refereed, snapshot) && read_memory(line, snapshot) &&
           read_ruled(line, rules, snapshot);
}
