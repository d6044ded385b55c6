#include "audit.h"

#include <string.h>

struct work {
    struct audit audit;
    bool open; /* a deal that has not been reported */
    struct fair_deal fair;
    bool has_fair; /* for the next deal */
    /* of the game in hand */
    uint8_t absent; /* bit s: seat s withheld a part */
    bool has_table;
    uint8_t table[HASH_BYTES];
    enum fair_verdict seats; /* on its pledges and parts */
    int cut, cut_seat;
    int dealer, idle, cutter, cards;
    cn_card deck[CN_CARDS_MAX];
    struct cn_rules rules;
    audit_to *tell;
    void *context;
};

const char *fair_verdict_name(enum fair_verdict verdict)
{
    static const char *const names[] = {[FAIR_UNKNOWN] = "UNKNOWN",  [FAIR_VERIFIED] = "HOLDS",
                                        [FAIR_HASH] = "HASH",        [FAIR_COMMITTED] = "COMMITTED",
                                        [FAIR_PART] = "PART",        [FAIR_PARTS] = "PARTS",
                                        [FAIR_CUT] = "CUT",          [FAIR_DECK] = "DECK",
                                        [FAIR_PLEDGE] = "PLEDGE",    [FAIR_ABSENT] = "ABSENT",
                                        [FAIR_TABLE] = "TABLE",      [FAIR_VOID] = "VOID",
                                        [FAIR_NOT_VOID] = "NOT_VOID"};
    return names[verdict];
}

static void tell(struct work *work)
{
    if (work->open)
        work->tell(work->context, &work->audit);
    work->open = false;
}

/* Whether these seats may have pledged, and at this table: all deals of a game are of one. */
static enum fair_verdict check_seats(struct work *work, const struct fair_deal *fair)
{
    if (fair->version == FAIR_OLD)
        return FAIR_VERIFIED;
    if (work->has_table && memcmp(work->table, fair->table, sizeof work->table) != 0)
        return FAIR_TABLE;
    work->has_table = true;
    memcpy(work->table, fair->table, sizeof work->table);
    return (fair->pledged & work->absent) != 0 ? FAIR_ABSENT : FAIR_VERIFIED;
}

/* Pledges and parts are checked at once: no reveal is needed for them. */
static bool take_fair(struct work *work, const json_t *line, const struct cn_game *game)
{
    tell(work);
    work->has_fair = fair_read(line, game->players, &work->fair);
    work->cut = work->cut_seat = -1;
    work->fair.deal = game->deal_number + 1;
    if (work->has_fair)
        work->seats = check_seats(work, &work->fair);
    if (work->has_fair && work->seats == FAIR_VERIFIED)
        work->seats = fair_check_parts(&work->fair);
    return work->has_fair;
}

static bool take_void(struct work *work, const json_t *line, const struct cn_game *game,
                      int64_t number)
{
    struct audit *audit = &work->audit;
    struct fair_deal fair;
    tell(work);
    *audit = (struct audit){.line = number,
                            .deal = game->deal_number + 1,
                            .is_fair = true,
                            .ended = true,
                            .players = game->players};
    if (!fair_read_void(line, game->players, &fair, &audit->by))
        return false;
    fair.deal = audit->deal;
    audit->version = fair.version;
    audit->given = fair.given;
    audit->verdict = check_seats(work, &fair);
    if (audit->verdict == FAIR_VERIFIED)
        audit->verdict =
            game->in_deal || work->has_fair ? FAIR_NOT_VOID : fair_check_void(&fair, audit->by);
    work->absent |= audit->by;
    work->has_fair = false;
    work->open = true;
    tell(work);
    return true;
}

static bool take_cut(struct work *work, const json_t *line)
{
    int64_t k;
    int64_t seat;
    work->cut = cn__get_int(line, "k", 0, CN_CARDS_MAX, &k, NULL) ? (int)k : 0;
    work->cut_seat =
        cn__get_int(line, "seat", 0, CN_SEATS_MAX - 1, &seat, NULL) ? (int)seat : CN_NO_SEAT;
    return true;
}

/* The replay has played the deal, so it is valid and its deck complete. */
static bool take_deal(struct work *work, const struct cn_game *game, int64_t number)
{
    tell(work);
    work->audit = (struct audit){.line = number,
                                 .deal = game->deal_number,
                                 .is_fair = work->has_fair,
                                 .players = game->players,
                                 .version = work->has_fair ? work->fair.version : 0,
                                 .given = work->has_fair ? work->fair.given : 0};
    if (work->has_fair && work->seats != FAIR_VERIFIED)
        work->audit.verdict = work->seats;
    work->open = true;
    work->has_fair = false;
    work->dealer = game->deal.board.dealer;
    work->idle = game->deal.board.idle;
    work->cutter = cn_game_cutter(game, work->dealer, work->idle);
    work->cards = game->deal.cards;
    cn_deal_deck(&game->law->rules, &game->deal, work->deck);
    work->rules = game->law->rules;
    return true;
}

static bool take_reveal(struct work *work, const json_t *line)
{
    struct audit *audit = &work->audit;
    const struct fair_dealt dealt = {.dealer = work->dealer,
                                     .idle = work->idle,
                                     .cutter = work->cutter,
                                     .cut_seat = work->cut_seat,
                                     .cut = work->cut,
                                     .cards = work->cards,
                                     .deck = work->deck};
    if (!work->open || !audit->is_fair)
        return true;
    audit->ended = true;
    if (audit->verdict == FAIR_UNKNOWN) {
        audit->verdict = FAIR_COMMITTED;
        if (fair_read_reveal(line, &work->fair))
            audit->verdict = fair_check(&work->fair, &work->rules, &dealt);
    }
    tell(work);
    return true;
}

static bool take(struct work *work, const json_t *line, const struct cn_reader *replay)
{
    const char *type = json_string_value(json_object_get(line, "t"));
    const struct cn_game *game = cn_reader_game(replay);
    if (type == NULL || game == NULL || cn_reader_failed(replay))
        return false;
    if (strcmp(type, "game") == 0) {
        work->has_fair = work->has_table = false;
        work->absent = 0;
    }
    if (strcmp(type, "fair") == 0)
        return take_fair(work, line, game);
    if (strcmp(type, "void") == 0)
        return take_void(work, line, game, cn_reader_line(replay));
    if (strcmp(type, "cut") == 0)
        return take_cut(work, line);
    if (strcmp(type, "deal") == 0)
        return take_deal(work, game, cn_reader_line(replay));
    if (strcmp(type, "reveal") == 0)
        return take_reveal(work, line);
    return true;
}

bool fair_audit(const char *text, size_t length, audit_to *to, void *context, int64_t *line)
{
    struct work work = {.tell = to, .context = context, .cut = -1, .cut_seat = -1};
    struct cn_reader *replay = cn_reader_open_text(text, length, NULL, NULL);
    const char *start;
    size_t size;
    bool good = replay != NULL;
    *line = 0;
    for (size_t at = 0; good && cn__next_line(text, length, &at, &start, &size);) {
        json_t *object = json_loadb(start, size, 0, NULL);
        good = cn_reader_step(replay) == CN_STEP_LINE && take(&work, object, replay);
        json_decref(object);
        *line = cn_reader_line(replay);
    }
    tell(&work);
    cn_reader_close(replay);
    return good && *line > 0;
}
