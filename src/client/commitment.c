#include "commitment.h"

#include <sodium.h>
#include <string.h>

void commitment_init(struct commitment *c)
{
    const struct commitment old = *c;
    memset(c, 0, sizeof *c);
    c->heard = old.heard;
    c->absent = old.absent;
    c->whole_game = old.whole_game;
    memcpy(c->table, old.table, sizeof c->table);
    c->cut = c->told_cut = -1;
}

void commitment_change_seat(struct commitment *c)
{
    c->has_part = c->part_sent = c->part_done = false;
    c->state = CONTRIBUTION_NONE;
    c->cuts = c->cut_done = false;
    c->cut = -1;
}

void commitment_on_game(struct commitment *c, bool is_new)
{
    if (is_new)
        c->absent = 0;
    c->whole_game = is_new || (c->whole_game && !c->gap);
}

static void blame(struct commitment *c, enum commitment_fault fault)
{
    if (c->fault == COMMITMENT_FINE && c->again != RECOMMITTED_YES)
        c->fault = (uint8_t)fault;
}

static bool has(uint8_t seats, int seat)
{
    return seat != CN_NO_SEAT && (seats >> seat & 1) != 0;
}

/* ---- what the client sends ---- */

void commitment_give_pledge(struct commitment *c, int64_t id, int seat,
                            const uint8_t random[PART_BYTES], uint8_t pledge[HASH_BYTES])
{
    if (!c->has_part)
        memcpy(c->part, random, sizeof c->part);
    fair_pledge(c->table, c->deal, seat, c->hash, c->part, pledge);
    c->pledge_id = id;
    c->has_part = c->sent = true;
    if (c->state == CONTRIBUTION_NONE)
        c->state = CONTRIBUTION_SENT;
}

static bool is_own(const struct commitment *c, int seat, const uint8_t pledge[HASH_BYTES])
{
    uint8_t own[HASH_BYTES];
    fair_pledge(c->table, c->deal, seat, c->hash, c->part, own);
    return c->has_part && sodium_memcmp(own, pledge, sizeof own) == 0;
}

bool commitment_may_give_part(const struct commitment *c, int seat)
{
    return c->fixed && c->fault == COMMITMENT_FINE && c->again != RECOMMITTED_YES &&
           c->step == COMMITMENT_OPENING && has(c->listed, seat) &&
           is_own(c, seat, c->pledge[seat]);
}

bool commitment_lacks_part(const struct commitment *c, int seat)
{
    return c->fixed && c->fault == COMMITMENT_FINE && c->step == COMMITMENT_OPENING &&
           has(c->listed, seat) && !is_own(c, seat, c->pledge[seat]);
}

void commitment_give_part(struct commitment *c, int64_t id, uint8_t part[PART_BYTES])
{
    memcpy(part, c->part, sizeof c->part);
    c->part_id = id;
    c->part_sent = true;
}

void commitment_cut(struct commitment *c, int64_t id, int k)
{
    if (!c->cuts || c->cut_done)
        return;
    c->cut = (int16_t)k;
    c->cut_id = id;
}

/* ---- a deck is fixed ---- */

/* Called for a new commitment. If this client's pledge was sent and the deck for it was neither
 * revealed nor void, the server has fixed another deck. */
static enum recommitted fixed_again(const struct commitment *c, int deal)
{
    if (!c->fixed || !c->sent)
        return c->fixed ? (enum recommitted)c->again : RECOMMITTED_NO;
    if (!c->gap)
        return RECOMMITTED_YES;
    if (deal != c->deal)
        return RECOMMITTED_NO; /* the end of that deal was missed */
    return c->away && c->again != RECOMMITTED_YES ? RECOMMITTED_PERHAPS : RECOMMITTED_YES;
}

static bool read_absent(const json_t *line, uint8_t *absent)
{
    int64_t seats = 0;
    const bool given = json_object_get(line, "absent") != NULL;
    if (given && !cn__get_int(line, "absent", 0, (1 << CN_SEATS_MAX) - 1, &seats, NULL))
        return false;
    *absent = (uint8_t)seats;
    return true;
}

bool commitment_on_commit(struct commitment *c, const json_t *line, bool *missed)
{
    int64_t deal;
    uint8_t hash[HASH_BYTES];
    uint8_t absent;
    *missed = false;
    if (!cn__get_hex(line, "hash", hash, sizeof hash, NULL) || !read_absent(line, &absent) ||
        !cn__get_int(line, "deal", 1, 1000000, &deal, NULL))
        return false;
    if (c->fixed && memcmp(hash, c->hash, sizeof hash) == 0)
        return true; /* a snapshot repeats it */
    const int number = (int)deal;
    const enum recommitted again = fixed_again(c, number);
    const uint8_t fault = c->fixed ? c->fault : COMMITMENT_FINE;
    *missed = c->fixed && (c->sent || fault != COMMITMENT_FINE);
    commitment_init(c);
    c->fixed = true;
    c->fault = fault;
    c->again = (uint8_t)again;
    c->deal = number;
    if (c->whole_game && (absent & ~c->absent) != 0)
        blame(c, COMMITMENT_VOID); /* no void deal was told */
    c->absent |= absent;           /* what was told once stays */
    memcpy(c->hash, hash, sizeof hash);
    return true;
}

/* ---- pledges ---- */

static bool read_seat(const json_t *line, int *seat)
{
    int64_t number;
    if (!cn__get_int(line, "seat", 0, CN_SEATS_MAX - 1, &number, NULL))
        return false;
    *seat = (int)number;
    return true;
}

static void tell_pledge(struct commitment *c, int of, int seat, const uint8_t pledge[HASH_BYTES])
{
    if (has(c->told, of) && memcmp(c->pledge[of], pledge, HASH_BYTES) != 0)
        blame(c, of == seat && c->state == CONTRIBUTION_COUNTS ? COMMITMENT_LEFT_OUT
                                                               : COMMITMENT_PLEDGES);
    if (has(c->absent, of))
        blame(c, COMMITMENT_PLEDGES);
    memcpy(c->pledge[of], pledge, HASH_BYTES);
    c->told |= (uint8_t)(1u << of);
    if (of != seat)
        return;
    if (is_own(c, seat, pledge))
        c->state = CONTRIBUTION_COUNTS;
    else if (c->state == CONTRIBUTION_COUNTS)
        blame(c, COMMITMENT_LEFT_OUT);
    else
        c->state = CONTRIBUTION_OTHER;
}

bool commitment_on_pledge(struct commitment *c, const json_t *line, int seat)
{
    uint8_t pledge[HASH_BYTES];
    int of;
    if (!read_seat(line, &of) || !cn__get_hex(line, "pledge", pledge, sizeof pledge, NULL))
        return false;
    if (!c->fixed)
        return true;
    if (c->step == COMMITMENT_PLEDGING)
        tell_pledge(c, of, seat, pledge);
    else if (!has(c->listed, of) || memcmp(c->pledge[of], pledge, sizeof pledge) != 0)
        blame(c, COMMITMENT_ORDER); /* a snapshot repeats them */
    return true;
}

/* The list is closed. It has every pledge that was told, and none that was not. */
static void close_list(struct commitment *c, uint8_t listed, uint8_t rows[][HASH_BYTES], int seat)
{
    if (c->state == CONTRIBUTION_COUNTS && !has(listed, seat))
        blame(c, COMMITMENT_LEFT_OUT);
    if ((c->told & ~listed) != 0 || (!c->gap && (listed & ~c->told) != 0))
        blame(c, COMMITMENT_PLEDGES);
    for (int of = 0; of < CN_SEATS_MAX; of++)
        if (has(listed, of))
            tell_pledge(c, of, seat, rows[of]);
    c->listed = listed;
    c->step = COMMITMENT_LISTED;
}

static bool is_list(const struct commitment *c, uint8_t listed, uint8_t rows[][HASH_BYTES])
{
    for (int of = 0; of < CN_SEATS_MAX; of++)
        if (has(listed, of) && memcmp(rows[of], c->pledge[of], HASH_BYTES) != 0)
            return false;
    return listed == c->listed;
}

bool commitment_on_pledged(struct commitment *c, const json_t *line, int seat, int players)
{
    uint8_t rows[CN_SEATS_MAX][HASH_BYTES] = {{0}};
    uint8_t listed;
    int cutter;
    if (!read_seat(line, &cutter) || cutter >= players ||
        !fair_read_list(line, "pledges", players, rows, HASH_BYTES, &listed))
        return false;
    if (!c->fixed)
        return true;
    if (c->step == COMMITMENT_PLEDGING)
        close_list(c, listed, rows, seat);
    else if (!is_list(c, listed, rows))
        blame(c, COMMITMENT_PLEDGES);
    c->cuts = c->cuts || (cutter == seat && has(listed, seat));
    return true;
}

/* ---- parts ---- */

bool commitment_on_open(struct commitment *c, const json_t *line)
{
    int64_t deal;
    int64_t k = -1;
    if (!cn__get_int(line, "deal", 1, 1000000, &deal, NULL) ||
        (json_object_get(line, "k") != NULL && !cn__get_int(line, "k", 0, CN_CARDS_MAX, &k, NULL)))
        return false;
    if (!c->fixed)
        return true;
    if (deal != c->deal || c->step < COMMITMENT_LISTED)
        blame(c, COMMITMENT_ORDER);
    else if (c->step > COMMITMENT_LISTED && c->told_cut != k)
        blame(c, COMMITMENT_CUT);
    else if (c->cuts && c->cut_done && c->cut != k)
        blame(c, COMMITMENT_CUT);
    if (c->fault != COMMITMENT_FINE || c->step > COMMITMENT_LISTED)
        return true;
    c->told_cut = (int16_t)k;
    c->step = COMMITMENT_OPENING;
    return true;
}

static bool fits(const struct commitment *c, int of, const uint8_t part[PART_BYTES])
{
    uint8_t pledge[HASH_BYTES];
    fair_pledge(c->table, c->deal, of, c->hash, part, pledge);
    return has(c->listed, of) && memcmp(pledge, c->pledge[of], sizeof pledge) == 0;
}

bool commitment_on_part(struct commitment *c, const json_t *line, int seat)
{
    uint8_t part[PART_BYTES];
    int of;
    if (!read_seat(line, &of) || !cn__get_hex(line, "part", part, sizeof part, NULL))
        return false;
    if (!c->fixed)
        return true;
    if (c->step != COMMITMENT_OPENING) {
        blame(c, COMMITMENT_ORDER);
        return true;
    }
    if (!fits(c, of, part)) {
        blame(c, COMMITMENT_PARTS);
        return true;
    }
    memcpy(c->told_part[of], part, sizeof part);
    c->opened |= (uint8_t)(1u << of);
    if (of == seat)
        c->part_done = true;
    return true;
}

/* ---- answers and snapshots ---- */

static void answer_pledge(struct commitment *c, bool ok)
{
    if (!ok) {
        if (c->state == CONTRIBUTION_SENT)
            c->state = CONTRIBUTION_REFUSED;
        return;
    }
    if (c->state != CONTRIBUTION_COUNTS && c->step != COMMITMENT_PLEDGING)
        blame(c, COMMITMENT_LEFT_OUT); /* else it would be in the list */
    if (c->state == CONTRIBUTION_OTHER)
        blame(c, COMMITMENT_LEFT_OUT);
    c->state = CONTRIBUTION_COUNTS;
}

void commitment_on_answer(struct commitment *c, const json_t *line, bool ok)
{
    const json_t *value = json_object_get(line, "id");
    const int64_t id = json_is_integer(value) ? json_integer_value(value) : 0;
    if (id <= 0)
        return;
    if (c->has_part && id == c->pledge_id)
        answer_pledge(c, ok);
    if (ok && c->part_sent && id == c->part_id)
        c->part_done = true;
    /* A cut may be refused and a later copy of it accepted. It is the person's either way. */
    if (ok && c->cut >= 0 && id == c->cut_id)
        c->cut_done = true;
}

/* A snapshot begins. If its number is higher than the last one received, lines are missing and
 * their content is unknown. */
void commitment_on_table(struct commitment *c, const json_t *line)
{
    const json_t *number = json_object_get(line, "#");
    if (!json_is_integer(number) || json_integer_value(number) > c->heard)
        c->gap = true;
}

/* ---- the deal ---- */

bool commitment_includes_us(const struct commitment *c, const struct fair_deal *fair, int seat)
{
    return c->has_part && has(fair->given, seat) &&
           sodium_memcmp(c->part, fair->part[seat], PART_BYTES) == 0;
}

/* Whether pledges and parts are those that were told, as far as they were. */
static enum commitment_fault compare(const struct commitment *c, const struct fair_deal *fair,
                                     int seat)
{
    const bool listed = c->step >= COMMITMENT_LISTED;
    if (c->state == CONTRIBUTION_COUNTS && !has(fair->pledged, seat))
        return COMMITMENT_LEFT_OUT;
    if ((fair->pledged & c->absent) != 0 || (listed && fair->pledged != c->listed) ||
        (c->told & ~fair->pledged) != 0 || memcmp(fair->table, c->table, sizeof c->table) != 0)
        return COMMITMENT_PLEDGES;
    for (int of = 0; of < fair->players; of++) {
        if (has(c->told, of) && memcmp(c->pledge[of], fair->pledge[of], HASH_BYTES) != 0)
            return COMMITMENT_PLEDGES;
        if (has(c->opened, of) &&
            (!has(fair->given, of) || memcmp(c->told_part[of], fair->part[of], PART_BYTES) != 0))
            return COMMITMENT_PARTS;
    }
    return COMMITMENT_FINE;
}

/* After missed lines it may be of a later deal, which the caller has found out. */
static bool is_this(const struct commitment *c, const struct fair_deal *fair)
{
    return c->fixed && fair->version == FAIR_PLEDGED &&
           sodium_memcmp(c->hash, fair->hash, sizeof c->hash) == 0;
}

void commitment_on_fair(struct commitment *c, const struct fair_deal *fair, int seat, bool numbered)
{
    if (!is_this(c, fair))
        return; /* commitment_check and the judge of the deal deal with that */
    const enum commitment_fault fault = compare(c, fair, seat);
    if (fault != COMMITMENT_FINE)
        blame(c, fault);
    if (fair_check_parts(fair) != FAIR_VERIFIED)
        blame(c, COMMITMENT_PARTS);
    if (numbered && c->step != COMMITMENT_OPENING && !(c->gap && c->step < COMMITMENT_DEALT))
        blame(c, COMMITMENT_ORDER);
    /* Everybody has seen each part before the deal, so that a server cannot fill one in. */
    if (numbered && !c->gap && c->opened != fair->given)
        blame(c, COMMITMENT_PARTS);
    if (c->step == COMMITMENT_OPENING && (c->told_cut >= 0) == fair->uncut)
        blame(c, COMMITMENT_CUT);
    if (c->step == COMMITMENT_OPENING && c->told_cut >= 0 && c->told_cut != fair->cut)
        blame(c, COMMITMENT_CUT);
    c->step = COMMITMENT_DEALT;
}

void commitment_on_void(struct commitment *c, const struct fair_deal *fair, uint8_t by, int seat)
{
    if (!c->fixed) {
        c->absent |= by;
        return;
    }
    const bool right =
        is_this(c, fair) && fair_check_void(fair, by) == FAIR_VOID &&
        (c->step == COMMITMENT_OPENING || (c->gap && c->step < COMMITMENT_OPENING)) &&
        compare(c, fair, seat) == COMMITMENT_FINE && (c->gap || (c->listed & ~c->opened) == by);
    const bool ours = has(by, seat) && c->state == CONTRIBUTION_COUNTS;
    if (!right || (ours && (c->part_done || (!c->part_sent && !c->away && c->has_part))))
        blame(c, COMMITMENT_VOID);
    if (c->fault == COMMITMENT_FINE && c->again != RECOMMITTED_YES)
        commitment_init(c);
    c->absent |= by;
}

/* ---- judging ---- */

/* Only the cutter knows what it sent, or that it sent nothing. */
static bool cut_stands(const struct commitment *c, const struct fair_deal *fair,
                       const struct cn_rules *rules)
{
    if (!c->cuts)
        return true;
    if (c->cut_done)
        return fair->cut == c->cut && !fair->uncut;
    return (c->cut >= 0 && fair->cut == c->cut) || fair->cut == fair_cut(fair, rules);
}

enum fair_verdict commitment_check(const struct commitment *c, const struct fair_deal *fair,
                                   const struct cn_rules *rules, int seat)
{
    if (!c->fixed)
        return FAIR_VERIFIED;
    if (!is_this(c, fair))
        return FAIR_HASH;
    if (c->state == CONTRIBUTION_COUNTS && !commitment_includes_us(c, fair, seat))
        return FAIR_PART;
    if (compare(c, fair, seat) != COMMITMENT_FINE)
        return FAIR_PARTS;
    return cut_stands(c, fair, rules) ? FAIR_VERIFIED : FAIR_CUT;
}
