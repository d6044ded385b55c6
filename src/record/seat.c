/* seat.c -- what one seat, or a spectator, may be sent of a game.
 *
 * Written as a list of what is allowed. An event is written only if its type is named here; where
 * cards are hidden, only the fields named here are computed, and none is copied from the complete
 * record's line. tests/units/seat_record_test.c verifies it: two games that differ only in what a
 * seat cannot see give it the same bytes.
 */
#include "record.h"

void cn_record_write_seat_game(struct cn__text *lines, const struct cn_game_header *game)
{
    struct cn_game_header known = *game;
    known.seed = NULL;
    cn_record_write_game(lines, &known);
}

/* ---- the deal ---- */

static int dealt_to(const struct cn_game *game, int seat)
{
    const struct cn_board *board = &game->deal.board;
    return seat == board->idle ? 0 : game->law->rules.hand_size.at[board->players_class];
}

/* The dealt hand in the order of faces, including red threes that the first turn will lay down. */
static void put_hand(struct cn__text *lines, const struct cn_game *game, int seat)
{
    cn_card hand[CN_CARDS_MAX];
    const int count = cn_game_hand(game, seat, hand);
    cn__json_cards(lines, "hand", hand, count);
}

static int put_sizes(struct cn__text *lines, const struct cn_game *game)
{
    int dealt = 0;
    cn__json_open(lines, "sizes", '[');
    for (int seat = 0; seat < game->players; seat++) {
        cn__json_int(lines, NULL, dealt_to(game, seat));
        dealt += dealt_to(game, seat);
    }
    cn__json_close(lines, ']');
    return dealt;
}

static int put_second_sizes(struct cn__text *lines, const struct cn_game *game)
{
    const struct cn_ints *second = &game->law->rules.second_hand;
    int dealt = 0;
    if (second->count == 0)
        return 0;
    cn__json_open(lines, "second", '[');
    for (int seat = 0; seat < game->players; seat++) {
        cn__json_open(lines, NULL, '[');
        for (int i = 0; i < second->count && seat != game->deal.board.idle; i++) {
            cn__json_int(lines, NULL, second->of[i]);
            dealt += second->of[i];
        }
        cn__json_close(lines, ']');
    }
    cn__json_close(lines, ']');
    return dealt;
}

static void put_deal(struct cn__text *lines, const struct cn_event *event,
                     const struct cn_game *game, int seat)
{
    cn__json_open_line(lines, "deal");
    cn__json_int(lines, "n", game->deal_number);
    cn__json_int(lines, "dealer", event->seat);
    if (game->players == 5)
        cn__json_int(lines, "idle", game->deal.board.idle);
    if (seat != CN_NO_SEAT)
        put_hand(lines, game, seat);
    const int dealt = put_sizes(lines, game) + put_second_sizes(lines, game);
    cn__json_cards(lines, "upcards", event->cards + dealt, game->starting_pile);
    cn__json_int(lines, "stock", event->card_count - dealt - game->starting_pile);
    cn__json_close_line(lines);
}

/* ---- cards that others receive ---- */

/* How many cards a seat kept, and the bonus cards that it showed. */
static void put_received(struct cn__text *lines, const char *type, const struct cn_event *event)
{
    const int faced = event->type == CN_EVENT_FACE ? event->card_count : 0;
    const int came = event->type == CN_EVENT_FACE ? event->drawn_count : event->card_count;
    cn__json_open_line(lines, type);
    cn__json_int(lines, "seat", event->seat);
    cn__json_int(lines, "n", came - (event->shown_count - faced));
    cn__json_cards(lines, "red", event->shown, event->shown_count);
    if (event->irregular)
        cn__json_bool(lines, "irregular", true);
    cn__json_close_line(lines);
}

/* A seat faces one red three by its decision; 'shown' is one that the stock ended with (R4). */
static void put_faced(struct cn__text *lines, const struct cn_event *event)
{
    cn__json_open_line(lines, cn_event_name(event->type));
    cn__json_int(lines, "seat", event->seat);
    cn__json_cards(lines, "cards", event->cards, event->card_count);
    cn__json_int(lines, "n", event->drawn_count - event->shown_count);
    cn__json_cards(lines, "red", event->shown, event->shown_count);
    cn__json_close_line(lines);
}

static void put_seat(struct cn__text *lines, const struct cn_event *event)
{
    cn__json_open_line(lines, cn_event_name(event->type));
    cn__json_int(lines, "seat", event->seat);
    cn__json_close_line(lines);
}

/* How many cards wait, or came into a hand. */
static void put_number(struct cn__text *lines, const struct cn_event *event)
{
    cn__json_open_line(lines, cn_event_name(event->type));
    cn__json_int(lines, "seat", event->seat);
    cn__json_int(lines, "n", event->card_count);
    cn__json_close_line(lines);
}

/* ---- events ---- */

void cn_record_write_seat_event(struct cn__text *lines, const struct cn_event *event,
                                const struct cn_game *game, int seat)
{
    switch ((enum cn_event_type)event->type) {
    case CN_EVENT_DEAL: put_deal(lines, event, game, seat); break;
    case CN_EVENT_FACE:
    case CN_EVENT_DRAW:
    case CN_EVENT_PILE:
    case CN_EVENT_HOLD:
        if (seat != CN_NO_SEAT && event->seat == seat)
            cn_record_write_event(lines, event, game);
        else if (event->type == CN_EVENT_FACE && cn_law_is_refereed(game->law))
            put_faced(lines, event);
        else
            put_received(lines, cn_event_name(event->type), event);
        break;
    case CN_EVENT_PICK:
        if (seat != CN_NO_SEAT && event->seat == seat)
            cn_record_write_event(lines, event, game);
        else
            put_number(lines, event);
        break;
    case CN_EVENT_TALON: put_number(lines, event); break; /* its own seat does not see it either */
    case CN_EVENT_PEEK:
    case CN_EVENT_STOCK: /* one that lay face up goes back before all eyes */
        if ((seat != CN_NO_SEAT && event->seat == seat) || event->shown_count > 0)
            cn_record_write_event(lines, event, game);
        else
            put_seat(lines, event);
        break;
    /* Visible to everyone. */
    case CN_EVENT_TAKE:
    case CN_EVENT_MELD:
    case CN_EVENT_ADD:
    case CN_EVENT_MERGE:
    case CN_EVENT_ASK:
    case CN_EVENT_ANSWER:
    case CN_EVENT_DISCARD:
    case CN_EVENT_STOP:
    case CN_EVENT_HAND:
    case CN_EVENT_IRREGULAR:
    case CN_EVENT_CALL:
    case CN_EVENT_REQUIRE:
    case CN_EVENT_EXPOSE:
    case CN_EVENT_LAPSE:
    case CN_EVENT_BACK:
    case CN_EVENT_RULING:
    case CN_EVENT_OWE:
    case CN_EVENT_REOPEN:
    case CN_EVENT_UNLAY:
    case CN_EVENT_BOUND:
    case CN_EVENT_END:
    case CN_EVENT_OVER: cn_record_write_event(lines, event, game); break;
    case CN_EVENT_TYPES: break; /* none */
    }
}

void cn_seat_record_event(void *recorder, const struct cn_event *event)
{
    const struct cn_seat_record_writer *r = recorder;
    cn_record_write_seat_event(r->lines, event, r->game, r->seat);
}
