/* play_setup.c -- lines that start something: game, drawing for seats, cut, deal, position.
 *
 * A game line is applied completely or not at all. A deck must hold every copy of every card (L3),
 * because nothing after it could be compared otherwise. A wrong dealer is reported and the deal is
 * played anyway, as at the table (L51).
 */
#include "replay.h"

#include <stdlib.h>
#include <string.h>

static bool fault_of(struct cn__fault *fault, const char *expected, const char *found)
{
    snprintf(fault->expected, sizeof fault->expected, "%s", expected);
    snprintf(fault->found, sizeof fault->found, "%s", found);
    return false;
}

/* ---- the game line ---- */

static bool explain_rules(const struct cn_reader *r, const struct cn_rules_error *error,
                          struct cn__fault *fault)
{
    fault_of(fault, "\"set\": parameters of a rule set", error->name);
    if (r->has_words)
        cn_words_rules_error(&r->words, error, fault->found, sizeof fault->found);
    return false;
}

static bool set_parameter(const struct cn_reader *r, struct cn_rules *rules, const char *name,
                          const json_t *value, struct cn__fault *fault)
{
    struct cn_rules_error error;
    char *text = json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY);
    if (text == NULL)
        return fault_of(fault, "\"set\": a value", "something unreadable");
    const bool is_set = cn_rules_set(rules, name, text, strlen(text), &error);
    free(text);
    return is_set || explain_rules(r, &error, fault);
}

/* "target" is short for set.target; both must agree. */
static bool read_target(const struct cn_reader *r, const json_t *line, const json_t *set,
                        struct cn_rules *rules, struct cn__fault *fault)
{
    const json_t *target = json_object_get(line, "target");
    const json_t *twin = json_object_get(set, "target");
    if (target == NULL)
        return true;
    if (twin != NULL && !json_equal(target, twin)) {
        cn__describe_value(target, fault->found, sizeof fault->found);
        snprintf(fault->expected, sizeof fault->expected, "%s",
                 "\"target\": the same value as in \"set\"");
        return false;
    }
    return set_parameter(r, rules, "target", target, fault);
}

static bool read_rules(const struct cn_reader *r, const json_t *line, struct cn_rules *rules,
                       struct cn__fault *fault)
{
    const char *name;
    if (!cn__get_string(line, "rules", &name, fault))
        return false;
    if (!cn_rules_load(rules, name)) {
        cn__describe_text(name, fault->found, sizeof fault->found);
        snprintf(fault->expected, sizeof fault->expected, "%s", "\"rules\": a rule set");
        return false;
    }
    json_t *set = json_object_get(line, "set");
    if (set != NULL && !json_is_object(set)) {
        cn__describe_value(set, fault->found, sizeof fault->found);
        snprintf(fault->expected, sizeof fault->expected, "%s", "\"set\": an object");
        return false;
    }
    const char *parameter;
    json_t *value;
    json_object_foreach(set, parameter, value)
    {
        if (!set_parameter(r, rules, parameter, value, fault))
            return false;
    }
    if (!read_target(r, line, set, rules, fault))
        return false;
    struct cn_rules_error error;
    return cn_rules_check(rules, &error) || explain_rules(r, &error, fault);
}

static bool read_players(const json_t *line, const struct cn_rules *rules, int *players,
                         struct cn__fault *fault)
{
    int64_t value;
    if (!cn__get_int(line, "players", 2, CN_SEATS_MAX, &value, fault))
        return false;
    *players = (int)value;
    if (cn_rules_allow_players(rules, *players))
        return true;
    char text[24];
    snprintf(text, sizeof text, "%d", *players);
    return fault_of(fault, "\"players\": a number that the rule set allows", text);
}

/* Names are for display. Unnamed players get theirs from the program that displays the game, in the
 * reader's language, not here. */
static bool read_names(const json_t *line, int players, char name[CN_SEATS_MAX][NAME_SIZE],
                       struct cn__fault *fault)
{
    for (int seat = 0; seat < CN_SEATS_MAX; seat++)
        name[seat][0] = '\0';
    if (json_object_get(line, "names") == NULL)
        return true;
    const json_t *names;
    if (!cn__get_array(line, "names", players, &names, fault))
        return false;
    for (int seat = 0; seat < players; seat++) {
        const char *text = json_string_value(json_array_get(names, (size_t)seat));
        if (text == NULL)
            return fault_of(fault, "\"names\": strings", "something else");
        size_t length = strnlen(text, NAME_SIZE - 1);
        while (length > 0 && text[length] != '\0' && (text[length] & 0xc0) == 0x80)
            length--;
        memcpy(name[seat], text, length);
        name[seat][length] = '\0';
    }
    return true;
}

static bool read_seed(const json_t *line, char **seed, struct cn__fault *fault)
{
    const char *text;
    *seed = NULL;
    if (json_object_get(line, "seed") == NULL)
        return true;
    if (!cn__get_string(line, "seed", &text, fault))
        return false;
    *seed = strdup(text);
    return true;
}

/* A note may be anything, and only a text is of use. */
static char *read_note(const json_t *line)
{
    const char *text = json_string_value(json_object_get(line, "note"));
    return text != NULL ? strdup(text) : NULL;
}

static bool read_game(struct cn_reader *r, const json_t *line, struct cn__fault *fault)
{
    struct cn_rules rules;
    int64_t version;
    int players;
    int32_t scores[CN_SIDES_MAX] = {0};
    char name[CN_SEATS_MAX][NAME_SIZE];
    char *seed;
    if (!cn__get_int(line, "v", 1, 1, &version, fault) || !read_rules(r, line, &rules, fault) ||
        !read_players(line, &rules, &players, fault) || !read_names(line, players, name, fault))
        return false;
    if (json_object_get(line, "scores") != NULL &&
        !cn__get_scores(line, "scores", cn_side_count(&rules, players), scores, fault))
        return false;
    if (!read_seed(line, &seed, fault))
        return false;
    free(r->seed);
    free(r->note);
    r->seed = seed;
    r->note = read_note(line);
    memcpy(r->name, name, sizeof name);
    cn_law_init(&r->law, &rules);
    cn_game_init(&r->game, &r->law, players, scores);
    return true;
}

void cn__play_game(struct cn_reader *r, const json_t *line)
{
    if (r->in_game && !r->broken)
        cn__report_missing(r, "a new game");
    cn__queue_clear(r);
    cn_sheet_free(&r->sheet);
    memset(&r->before_deal, 0, sizeof r->before_deal);
    r->history_count = 0;
    r->in_game = r->has_deal = r->broken = false;
    struct cn__fault fault;
    if (!read_game(r, line, &fault)) {
        cn__report_unreadable(r, &fault, true);
        return;
    }
    r->in_game = true;
    r->counts.games++;
}

/* ---- drawing for seats, and the cut ---- */

void cn__play_draws(struct cn_reader *r, const json_t *line)
{
    struct cn__fault fault;
    cn_card cards[CN_CARDS_MAX];
    int seat;
    int count;
    if (!cn__get_seat(r, line, &seat, &fault) ||
        !cn__get_cards(line, "cards", CN_CARDS_MAX, cards, &count, &fault)) {
        cn__report_unreadable(r, &fault, false);
        return;
    }
    cn__report_missing(r, "draws");
    struct before_deal *before = &r->before_deal;
    before->draws[seat] += count;
    if (count > 0)
        before->drew[seat] = cards[count - 1];
}

void cn__play_cut(struct cn_reader *r, const json_t *line)
{
    struct cn__fault fault;
    int seat;
    int64_t k;
    if (!cn__get_seat(r, line, &seat, &fault) ||
        !cn__get_int(line, "k", 0, CN_CARDS_MAX, &k, &fault)) {
        cn__report_unreadable(r, &fault, false);
        return;
    }
    cn__report_missing(r, "cut");
    if (!cn_cut_is_legal(&r->game.law->rules, r->game.players, (int)k)) {
        char expected[80];
        char found[40];
        snprintf(expected, sizeof expected, "at least %d cards in each packet",
                 (int)r->game.law->rules.cut_least);
        snprintf(found, sizeof found, "%d in the upper one", (int)k);
        cn__report_difference(r, "L7", expected, found);
    }
    r->before_deal.cut = true;
    r->before_deal.cut_seat = seat;
}

/* Only the deal shows whether the cut and the draws before it were right. RECORD leaves open how
 * repeated draws are written, so only drawing one card per seat is checked (L5, L6). */
static void check_before_deal(struct cn_reader *r, int dealer, int idle, bool first)
{
    const struct before_deal *before = &r->before_deal;
    if (before->cut)
        cn__compare_ints(r, "L7", "the cut to be made by seat",
                         cn_game_cutter(&r->game, dealer, idle), before->cut_seat);
    int highest = 0;
    bool judged = first;
    for (int seat = 0; seat < r->game.players; seat++) {
        const int order = cn_card_draw_order(before->drew[seat]);
        if (before->draws[seat] != 1)
            judged = false;
        if (judged && order == 0)
            cn__report_difference(r, "L5", "another card drawn for a joker", "a joker");
        if (order > cn_card_draw_order(before->drew[highest]))
            highest = seat;
    }
    if (judged)
        cn__compare_ints(r, "L6", "the first to play, who drew highest, to be seat", highest,
                         r->game.deal.board.turn);
    memset(&r->before_deal, 0, sizeof r->before_deal);
}

/* ---- deals and positions ---- */

/* May a deal begin here? */
static bool is_between_deals(struct cn_reader *r, const char *found)
{
    cn__report_missing(r, found);
    if (r->game.in_deal) {
        cn__abort_game(r, "L41", "the deal to be played to its end", found);
        return false;
    }
    if (r->game.winner >= 0) {
        cn__abort_game(r, "L45", "no more deals, the game is won", found);
        return false;
    }
    return true;
}

static bool read_dealer(const struct cn_reader *r, const json_t *line, int *dealer, int *idle,
                        struct cn__fault *fault)
{
    int64_t value;
    *idle = CN_NO_SEAT;
    if (!cn__get_int(line, "dealer", 0, r->game.players - 1, &value, fault))
        return false;
    *dealer = (int)value;
    if (r->game.players != 5)
        return true;
    if (!cn__get_int(line, "idle", 0, 4, &value, fault))
        return false;
    *idle = (int)value;
    if (*idle == 0 || *idle == 2)
        return fault_of(fault, "\"idle\": a seat of the side of three", *idle == 0 ? "0" : "2");
    return *idle != *dealer || fault_of(fault, "\"dealer\": a seat that plays", "the idle seat");
}

/* After the first deal the dealer follows (L6), and with five players the idle seat (L2). */
static void check_rotation(struct cn_reader *r, int dealer, int idle)
{
    if (r->game.deal_number == 0)
        return;
    int next_dealer;
    int next_idle;
    cn_game_next_dealer(&r->game, &next_dealer, &next_idle);
    if (r->game.players == 5)
        cn__compare_ints(r, "L2", "the idle seat to be", next_idle, idle);
    cn__compare_ints(r, "L6", "the dealer to be seat", next_dealer, dealer);
}

/* Is every copy of every card there (L3)? If fewer jokers are played than the packs have, any of
 * them may be missing. */
static bool check_deck(struct cn_reader *r, const cn_card *deck, int count)
{
    cn_card full[CN_CARDS_MAX];
    int missing[CN_CARD_CODES] = {0};
    const int cards = cn_deck_init(&r->game.law->rules, r->game.players, full);
    char expected[80];
    char found[80];
    if (count != cards) {
        snprintf(expected, sizeof expected, "a deck of %d cards", cards);
        snprintf(found, sizeof found, "%d", count);
        cn__abort_game(r, "L3", expected, found);
        return false;
    }
    for (int i = 0; i < cards; i++) {
        missing[full[i]]++;
        missing[deck[i]]--;
    }
    const int packs = cn_rules_packs(&r->game.law->rules, r->game.players);
    const int jokers = cn_rules_jokers(&r->game.law->rules, r->game.players);
    const bool jokers_agree = missing[CN_JOKER_RED] + missing[CN_JOKER_BLACK] == 0;
    for (int face = 0; face < CN_CARD_CODES; face++) {
        char name[3];
        if (missing[face] == 0)
            continue;
        if (face >= CN_JOKER_RED && jokers_agree && jokers < 2 * packs)
            continue;
        cn_card_format((cn_card)face, name);
        snprintf(expected, sizeof expected, "every copy of every card");
        snprintf(found, sizeof found, missing[face] > 0 ? "too few %s" : "too many %s", name);
        cn__abort_game(r, "L3", expected, found);
        return false;
    }
    return true;
}

static void start_deal(struct cn_reader *r)
{
    r->history_count = 0;
    r->has_deal = true;
    r->counts.deals++;
}

void cn__play_deal(struct cn_reader *r, const json_t *line)
{
    struct cn__fault fault;
    int dealer;
    int idle;
    int64_t n;
    int count;
    cn_card deck[CN_CARDS_MAX];
    if (!is_between_deals(r, "a deal") || cn__is_seat_record(r, line, "deck"))
        return;
    if (!read_dealer(r, line, &dealer, &idle, &fault) ||
        !cn__get_int(line, "n", 1, INT32_MAX, &n, &fault) ||
        !cn__get_cards(line, "deck", CN_CARDS_MAX, deck, &count, &fault)) {
        cn__report_unreadable(r, &fault, true);
        return;
    }
    const bool first = r->game.deal_number == 0;
    cn__compare_ints(r, RECORD_ARTICLE, "n", r->game.deal_number + 1, n);
    check_rotation(r, dealer, idle);
    if (!check_deck(r, deck, count))
        return;
    const struct cn_observer observer = replay_observer(r);
    if (!cn_game_deal(&r->game, dealer, idle, deck, NULL, &observer)) {
        cn__abort_game(r, "I2", "the order in which cards leave the pack for good",
                       "an upcard that would be shuffled back");
        return;
    }
    start_deal(r);
    check_before_deal(r, dealer, idle, first);
    if (r->hooks != NULL)
        r->hooks->deal(r->hooks->context, deck);
}

/* ---- positions ---- */

static bool read_hands(const struct cn_reader *r, const json_t *line, struct cn_position *position,
                       struct cn__fault *fault)
{
    const json_t *hands;
    if (!cn__get_array(line, "hands", r->game.players, &hands, fault))
        return false;
    for (int seat = 0; seat < r->game.players; seat++) {
        int count;
        if (!cn__read_cards(json_array_get(hands, (size_t)seat), "hands", CN_CARDS_MAX,
                            position->hand[seat], &count, fault))
            return false;
        position->hand_count[seat] = count;
    }
    return true;
}

static bool read_meld(const json_t *meld, int side, int index, struct cn_position *position,
                      struct cn__fault *fault)
{
    cn_card cards[CN_CARDS_MAX];
    int count;
    if (!cn__read_cards(meld, "melds", CN_CARDS_MAX, cards, &count, fault))
        return false;
    if (position->laid_count + count > CN_CARDS_MAX)
        return fault_of(fault, "\"melds\": no more cards than three packs have", "more");
    for (int i = 0; i < count; i++) {
        position->laid[position->laid_count] = cards[i];
        position->laid_side[position->laid_count] = (uint8_t)side;
        position->laid_meld[position->laid_count++] = (uint8_t)index;
    }
    return true;
}

static bool read_melds(const struct cn_reader *r, const json_t *line, struct cn_position *position,
                       struct cn__fault *fault)
{
    const json_t *sides;
    if (!cn__get_array(line, "melds", r->game.sides, &sides, fault))
        return false;
    for (int side = 0; side < r->game.sides; side++) {
        const json_t *melds = json_array_get(sides, (size_t)side);
        if (!json_is_array(melds))
            return fault_of(fault, "\"melds\": an array of melds a side", "something else");
        if (json_array_size(melds) > CN_MELDS_MAX)
            return fault_of(fault, "\"melds\": no more melds than cards make", "more");
        position->meld_count[side] = (uint8_t)json_array_size(melds);
        for (size_t meld = 0; meld < json_array_size(melds); meld++)
            if (!read_meld(json_array_get(melds, meld), side, (int)meld, position, fault))
                return false;
    }
    return true;
}

static bool read_red_threes(const struct cn_reader *r, const json_t *line,
                            struct cn_position *position, struct cn__fault *fault)
{
    const json_t *sides;
    if (!cn__get_array(line, "red", r->game.sides, &sides, fault))
        return false;
    for (int side = 0; side < r->game.sides; side++) {
        cn_card cards[CN_CARDS_MAX];
        int count;
        if (!cn__read_cards(json_array_get(sides, (size_t)side), "red", CN_CARDS_MAX, cards, &count,
                            fault))
            return false;
        if (position->red_count + count > CN_BONUS_CARDS_MAX)
            return fault_of(fault, "\"red\": at most four a pack", "more");
        for (int i = 0; i < count; i++) {
            position->red[position->red_count] = cards[i];
            position->red_side[position->red_count++] = (uint8_t)side;
        }
    }
    return true;
}

static bool read_pile_and_stock(const json_t *line, struct cn_position *position,
                                struct cn__fault *fault)
{
    int pile;
    int stock;
    if (!cn__get_cards(line, "pile", CN_CARDS_MAX, position->pile, &pile, fault) ||
        !cn__get_cards(line, "stock", CN_CARDS_MAX, position->stock, &stock, fault))
        return false;
    position->pile_count = pile;
    position->stock_count = stock;
    return true;
}

/* Reads what waits for the seats, whose keys may be left out. */
static bool read_talons(const struct cn_reader *r, const json_t *line, struct cn_position *position,
                        struct cn__fault *fault)
{
    const json_t *talons;
    if (json_object_get(line, "talon") == NULL)
        return true;
    if (!cn__get_array(line, "talon", r->game.players, &talons, fault))
        return false;
    for (int seat = 0; seat < r->game.players; seat++) {
        int count;
        if (!cn__read_cards(json_array_get(talons, (size_t)seat), "talon", CN_CARDS_MAX,
                            position->talon[seat], &count, fault))
            return false;
        position->talon_count[seat] = count;
    }
    return true;
}

static bool read_second_hands(const json_t *hands, struct cn_position *position, int seat,
                              struct cn__fault *fault)
{
    int cards = 0;
    if (!json_is_array(hands) || json_array_size(hands) > CN_SECOND_HANDS_MAX)
        return fault_of(fault, "\"second\": a list of hands a seat", "something else");
    for (size_t i = 0; i < json_array_size(hands); i++) {
        cn_card hand[CN_CARDS_MAX];
        int count;
        if (!cn__read_cards(json_array_get(hands, i), "second", CN_CARDS_MAX, hand, &count, fault))
            return false;
        if (count == 0 || count > UINT8_MAX || cards + count > CN_CARDS_MAX)
            return fault_of(fault, "\"second\": hands of cards", "none, or too many");
        memcpy(position->second[seat] + cards, hand, (size_t)count);
        cards += count;
        position->second_size[seat][i] = (uint8_t)count;
    }
    position->second_count[seat] = (int32_t)json_array_size(hands);
    return true;
}

static bool read_waiting(const struct cn_reader *r, const json_t *line,
                         struct cn_position *position, struct cn__fault *fault)
{
    const json_t *seats;
    int64_t number = 0;
    if (!read_talons(r, line, position, fault))
        return false;
    if (json_object_get(line, "asked") != NULL &&
        !cn__get_seat_bits(line, "asked", r->game.sides, &position->asked, fault))
        return false;
    if (json_object_get(line, "n") != NULL && !cn__get_int(line, "n", 1, INT32_MAX, &number, fault))
        return false;
    position->number = (int32_t)number;
    if (json_object_get(line, "second") == NULL)
        return true;
    if (!cn__get_array(line, "second", r->game.players, &seats, fault))
        return false;
    for (int seat = 0; seat < r->game.players; seat++)
        if (!read_second_hands(json_array_get(seats, (size_t)seat), position, seat, fault))
            return false;
    return true;
}

/* Reads what rulings have left, whose keys may be left out. */
static bool read_exposed(const struct cn_reader *r, const json_t *line,
                         struct cn_position *position, struct cn__fault *fault)
{
    const json_t *exposed;
    if (json_object_get(line, "exposed") == NULL)
        return true;
    if (!cn__get_array(line, "exposed", r->game.players, &exposed, fault))
        return false;
    for (int seat = 0; seat < r->game.players; seat++) {
        int count;
        if (!cn__read_cards(json_array_get(exposed, (size_t)seat), "exposed", CN_CARDS_MAX,
                            position->exposed[seat], &count, fault))
            return false;
        position->exposed_count[seat] = count;
    }
    return true;
}

static bool read_owed(const struct cn_reader *r, const json_t *line, struct cn_position *position,
                      struct cn__fault *fault)
{
    const json_t *owed;
    if (json_object_get(line, "owed") == NULL)
        return true;
    if (!cn__get_array(line, "owed", r->game.players, &owed, fault))
        return false;
    for (int seat = 0; seat < r->game.players; seat++) {
        const json_t *value = json_array_get(owed, (size_t)seat);
        const json_int_t discards = json_integer_value(value);
        if (!json_is_integer(value) || discards < 0 || discards > UINT8_MAX)
            return fault_of(fault, "\"owed\": a number of discards from 0 to 255 a seat",
                            "something else");
        position->owed[seat] = (uint8_t)discards;
    }
    return true;
}

static bool read_rulings(const struct cn_reader *r, const json_t *line,
                         struct cn_position *position, struct cn__fault *fault)
{
    return read_exposed(r, line, position, fault) && read_owed(r, line, position, fault) &&
           (json_object_get(line, "penalties") == NULL ||
            cn__get_scores(line, "penalties", r->game.sides, position->penalties, fault));
}

static bool read_position_seats(const struct cn_reader *r, const json_t *line,
                                struct cn_position *position, struct cn__fault *fault)
{
    const int players = r->game.players;
    int64_t value;
    if (!cn__get_int(line, "dealer", 0, players - 1, &value, fault))
        return false;
    position->dealer = (uint8_t)value;
    if (!cn__get_int(line, "turn", 0, players - 1, &value, fault))
        return false;
    position->turn = (uint8_t)value;
    position->idle = CN_NO_SEAT;
    if (json_object_get(line, "idle") != NULL && players == 5) {
        if (!cn__get_int(line, "idle", 0, players - 1, &value, fault))
            return false;
        position->idle = (uint8_t)value;
    }
    if (!cn__get_seat_bits(line, "turned", players, &position->turned, fault))
        return false;
    position->melded_given = json_object_get(line, "melded") != NULL;
    return !position->melded_given ||
           cn__get_seat_bits(line, "melded", players, &position->melded, fault);
}

void cn__play_position(struct cn_reader *r, const json_t *line)
{
    struct cn__fault fault = {.expected = "a position that can be"};
    struct cn_position position;
    struct cn_position_fault why;
    memset(&position, 0, sizeof position);
    if (!is_between_deals(r, "a position"))
        return;
    if (!read_position_seats(r, line, &position, &fault) ||
        !read_hands(r, line, &position, &fault) || !read_melds(r, line, &position, &fault) ||
        !read_red_threes(r, line, &position, &fault) ||
        !read_pile_and_stock(line, &position, &fault) ||
        !cn__get_scores(line, "scores", r->game.sides, position.score, &fault) ||
        !read_waiting(r, line, &position, &fault) || !read_rulings(r, line, &position, &fault)) {
        cn__report_unreadable(r, &fault, true);
        return;
    }
    const struct cn_observer observer = replay_observer(r);
    if (cn_game_set_position(&r->game, &position, &observer, &why)) {
        start_deal(r);
        memset(&r->before_deal, 0, sizeof r->before_deal);
        return;
    }
    snprintf(fault.found, sizeof fault.found, "fault %d", (int)why.error);
    if (r->has_words)
        cn_words_position_fault(&r->words, &why, fault.found, sizeof fault.found);
    cn__report_unreadable(r, &fault, true);
}
