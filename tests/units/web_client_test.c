/* web_client_test.c -- the browser's side of a table: a page has exactly what its seat may see.
 *
 * Clients of every seat and of a spectator read a game line by line and are compared with the game
 * itself. At every decision the hidden cards that a client makes up are exchanged, and no byte of
 * its page or of any answer may change. seat_record_test.c, and snapshots here, exchange the true
 * hidden cards. */
#include "web_pages.h"

#include "effort.h"

/* ---- hints ---- */

/* Returns the question about an action. Free it with json_decref. */
static json_t *ask_about(struct table_page *client, const char *what, const char *key,
                         struct cn_action action)
{
    char text[CN_ACTION_TEXT];
    char question[120];
    cn_action_format(NULL, action, text);
    snprintf(question, sizeof question, "{\"do\":\"%s\",\"%s\":\"%s\",\"why\":\"\"}", what, key,
             text);
    return answer_to(client, question);
}

/* Reads the cards that the page would send. Returns how many. */
static int cards_of(const json_t *choice, cn_card cards[CN_CARDS_MAX])
{
    const json_t *list = json_object_get(choice, "cards");
    const int count = (int)json_array_size(list);
    for (int i = 0; i < count; i++)
        cards[i] = cn_card_parse(json_string_value(json_array_get(list, (size_t)i)));
    return count;
}

/* The choice must be the hinted action, with cards that fit it, and a warning if it goes out. */
static void assert_choice(const json_t *choice, int seat, struct cn_action action)
{
    static struct cn_game after;
    char text[CN_ACTION_TEXT];
    cn_card cards[CN_CARDS_MAX];
    const int count = cards_of(choice, cards);
    cn_action_format(NULL, action, text);
    assert_string_equal(json_string_value(json_object_get(choice, "action")), text);
    assert_true(count == 0 || table_cards_fit(&w.game, seat, action, cards, count));
    assert_int_equal(count, cn_game_pick_cards(&w.game, seat, action, cards));
    cards_of(choice, cards);
    after = w.game;
    assert_true(cn_game_play(&after, seat, action, count > 0 ? cards : NULL, NULL, NULL));
    const bool out =
        after.deal.board.phase == CN_PHASE_ENDED && after.deal.board.end_why == CN_END_OUT;
    assert_int_equal(json_is_true(json_object_get(choice, "out")), out);
    w.hint_outs += out;
}

/* Every hint can be played at one press, and is in the list of possible actions. */
static void assert_hint(struct table_page *client, int seat, struct cn_action action)
{
    char text[CN_ACTION_TEXT];
    size_t i;
    json_t *one;
    int found = 0;
    json_t *hint = ask_about(client, "hint", "action", action);
    json_t *options = ask_about(client, "options", "also", action);
    json_t *plain = answer_to(client, "{\"do\":\"options\"}");
    assert_choice(json_object_get(hint, "choice"), seat, action);
    cn_action_format(NULL, action, text);
    json_array_foreach(json_object_get(options, "can"), i, one)
    {
        const bool same = strcmp(json_string_value(json_object_get(one, "action")), text) == 0;
        if (same)
            assert_choice(one, seat, action);
        found += same;
    }
    assert_int_equal(found, 1);
    w.hints++;
    w.hidden += json_array_size(json_object_get(plain, "can")) <
                json_array_size(json_object_get(options, "can"));
    json_decref(hint);
    json_decref(options);
    json_decref(plain);
}

/* Every legal action can be a hint. An illegal one, or one for another seat, gives no choice. */
static void assert_hints(int seat, struct cn_action moved)
{
    cn_board_legal_list(w.game.law, &w.game.deal.board, w.game.deal.hands[seat], &w.list);
    assert_hint(w.client[seat], seat, moved);
    for (int i = 0; i < 3; i++)
        assert_hint(w.client[seat], seat, w.list.at[chance_below(&w.chance, w.list.count)]);
    const int other = (seat + 1) % w.game.players;
    const struct cn_action none = cn_action_of(CN_ACTION_MELD, CN_KING, 15, 0, 0);
    struct table_page *const clients[] = {w.client[seat], w.client[other],
                                          w.client[w.game.players]};
    for (int i = 0; i < 3; i++) {
        json_t *hint = ask_about(clients[i], "hint", "action", i == 0 ? none : moved);
        assert_null(json_object_get(hint, "choice"));
        json_decref(hint);
    }
}

/* ---- why something cannot be done ---- */

static const char *why_of(const json_t *answer, const char *part)
{
    return json_string_value(json_object_get(json_object_get(answer, "why"), part));
}

/* A frozen pack that cannot be taken is refused for being frozen, whatever else is missing. */
static void assert_frozen_refused(struct table_page *client, int seat)
{
    const struct cn_board *board = &w.game.deal.board;
    if (board->phase != CN_PHASE_START || board->pile == 0 || cn_pile_is_stopped(board) ||
        !cn_pile_is_frozen(&w.game.law->rules, board, board->side[seat]))
        return;
    json_t *answer = answer_to(client, "{\"do\":\"take-options\"}");
    const char *id = why_of(answer, "id");
    if (json_array_size(json_object_get(answer, "takes")) == 0) {
        assert_non_null(id);
        assert_string_not_equal(id, "CLAIM_NEEDS_PAIR");
        w.frozen += strncmp(id, "FROZEN", strlen("FROZEN")) == 0;
    }
    json_decref(answer);
}

/* A card of another rank put onto a meld is refused for its rank. */
static void assert_rank_refused(struct table_page *client, int seat)
{
    const struct cn_board *board = &w.game.deal.board;
    const cn_packed_meld meld = board->melds[board->side[seat]][0];
    cn_card hand[CN_CARDS_MAX];
    char card[3];
    char question[80];
    const int held = cn_placement_hand(&w.game.cards, seat, hand);
    const int kind = cn_card_kind(hand[chance_below(&w.chance, held)]);
    if (board->phase != CN_PHASE_MELD || board->meld_count[board->side[seat]] == 0 || meld == 0 ||
        cn_kind_is_wild(cn_meld_kind(meld)) || cn_kind_is_wild(kind) || kind == cn_meld_kind(meld))
        return;
    for (int i = 0; i < held; i++)
        if (cn_card_kind(hand[i]) == kind)
            cn_card_format(hand[i], card);
    snprintf(question, sizeof question, "{\"do\":\"plans\",\"onto\":0,\"cards\":[\"%s\"]}", card);
    json_t *answer = answer_to(client, question);
    assert_int_equal(json_array_size(json_object_get(answer, "plans")), 0);
    assert_non_null(strstr(why_of(answer, "text"), "and wild cards may be added to"));
    json_decref(answer);
    w.other_ranks++;
}

/* ---- all that can be asked ---- */

/* Writes some cards, mostly of the seat's hand. */
static void put_some_cards(struct cn__text *question, const struct cn_game *game, int seat)
{
    cn_card hand[CN_CARDS_MAX];
    cn_card some[8];
    int count = 0;
    const int held = seat == CN_NO_SEAT ? 0 : cn_placement_hand(&game->cards, seat, hand);
    const int from = held > 0 ? chance_below(&w.chance, held) : 0;
    for (int i = 0; i < 3 && held > 0; i++)
        some[count++] = hand[(from + i) % held];
    if (held == 0 || chance_percent(&w.chance, 10))
        some[count++] = (cn_card)chance_below(&w.chance, CN_CARD_CODES);
    cn__json_cards(question, NULL, some, count);
}

static void put_text(struct cn__text *lines, const char *text)
{
    cn__text_append(lines, text, strlen(text));
}

/* Collects the page and the answers to every question. */
static void ask_all(struct table_page *client, int seat, struct cn__text *all)
{
    static const char *const about_cards[] = {"plans", "take-for-cards", "points"};
    struct cn__text question = {NULL, 0, 0, false};
    char text[CN_ACTION_TEXT];
    cn__text_clear(all);
    ask(client, "{\"do\":\"page\"}", all);
    ask(client, "{\"do\":\"options\"}", all);
    ask(client, "{\"do\":\"take-options\"}", all);
    ask(client, "{\"do\":\"cut-range\"}", all);
    for (int i = 0; i < 6; i++) {
        cn__text_clear(&question);
        put_text(&question, "{\"do\":\"");
        put_text(&question, about_cards[i % 3]);
        put_text(&question, i == 3 ? "\",\"onto\":0,\"cards\":" : "\",\"cards\":");
        put_some_cards(&question, &w.game, seat);
        cn__text_append(&question, "}", 2);
        ask(client, question.text, all);
    }
    for (int i = 0; i < 4; i++) {
        cn__text_clear(&question);
        cn_action_format(NULL, witness_any_action(&w.chance), text);
        put_text(&question, "{\"do\":\"check\",\"action\":\"");
        put_text(&question, text);
        cn__text_append(&question, "\"}", 3);
        ask(client, question.text, all);
    }
    for (int kind = 0; kind < CN_CARD_CODES; kind += 5) {
        char asked[64];
        char card[3];
        cn_card_format((cn_card)kind, card);
        snprintf(asked, sizeof asked, "{\"do\":\"discard\",\"card\":\"%s\"}", card);
        ask(client, asked, all);
    }
    cn__text_free(&question);
}

static void assert_same_answers(struct table_page *one, struct table_page *two, int seat)
{
    const struct chance kept = w.chance;
    ask_all(one, seat, &w.answer);
    w.chance = kept;
    ask_all(two, seat, &w.other);
    if (w.answer.length == w.other.length &&
        memcmp(w.answer.text, w.other.text, w.answer.length) == 0)
        return;
    size_t at = 0;
    while (w.answer.text[at] == w.other.text[at])
        at++;
    at = at < 100 ? 0 : at - 100;
    fail_msg("seat %d sees\n%.300s\n---\n%.300s\n", seat, w.answer.text + at, w.other.text + at);
}

/* ---- cards that are not seen ---- */

/* Exchanges as many cards as possible between another seat and the stock. Returns how many. */
static int exchange_hidden(struct cn_game *game, int seat)
{
    struct cn_deal *deal = &game->deal;
    struct cn_placement *cards = &game->cards;
    int exchanged = 0;
    for (int at = deal->drawn; at < deal->cards; at++) {
        const cn_card drawn = deal->stock[at];
        const int kind = cn_card_kind(drawn);
        const int face = chance_below(&w.chance, CN_CARD_CODES);
        const int held = cn_card_kind((cn_card)face);
        if (kind == CN_RED_THREE || cards->hand[seat][face] == 0 || held == kind ||
            held == CN_RED_THREE || cn_hand_count(deal->memory.known[seat], held) > 0)
            continue;
        cards->hand[seat][face]--;
        cards->hand[seat][drawn]++;
        deal->hands[seat] = cn_hand_add(cn_hand_remove(deal->hands[seat], cn_hand_single(held, 1)),
                                        cn_hand_single(kind, 1));
        deal->stock[at] = (cn_card)face;
        exchanged++;
    }
    return exchanged;
}

static int exchange_others(struct cn_game *game, int viewer)
{
    int exchanged = 0;
    for (int seat = 0; seat < game->players; seat++)
        if (seat != viewer)
            exchanged += exchange_hidden(game, seat);
    return exchanged;
}

/* The hidden cards that a client makes up must not be shown. */
static void assert_nothing_imagined(struct table_page *client, int seat)
{
    static struct scene before;
    static struct table_page twin;
    twin = *client; /* shares its pointers, and is only read */
    before = client->scene;
    w.twins += exchange_others(&twin.scene.game, seat) > 0;
    /* The cards that others drew are made up in the news as well. */
    for (int i = 0; i < twin.scene.news_count; i++) {
        struct news_item *news = &twin.scene.news[i];
        if ((news->type == CN_EVENT_DRAW || news->type == CN_EVENT_FACE) && news->seat != seat)
            for (int n = 0; n < news->card_count; n++)
                news->cards[n] = (cn_card)chance_below(&w.chance, CN_CARD_CODES);
    }
    assert_same_answers(client, &twin, seat);
    assert_memory_equal(&before, &client->scene, sizeof before);
}

/* Snapshots of two games that differ only in what the seat cannot see. */
static void assert_same_snapshots(int seat)
{
    static const char *const names[CN_SEATS_MAX] = {"A", "B", "C", "D", "E", "F"};
    static struct cn_game twin;
    static struct snapshot snapshot;
    const struct cn_game_header line = {.rules = &w.game.law->rules,
                                        .players = w.game.players,
                                        .names = names,
                                        .scores = w.game.score};
    struct table_page *clients[2] = {client_of(seat), client_of(seat)};
    twin = w.game;
    exchange_others(&twin, seat);
    for (int i = 0; i < 2; i++) {
        cn__text_clear(&w.line);
        cn_record_write_seat_game(&w.line, &line);
        snapshot_of(i == 0 ? &w.game : &twin, seat, &snapshot);
        snapshot_write(&w.line, &snapshot, &w.game.law->rules, 7);
        if (strcmp(take(clients[i], w.line.text, w.line.length, NULL), "ok") != 0)
            fail_msg("%d, seat %d cannot take %.*s", i, seat, (int)w.line.length, w.line.text);
    }
    assert_page(clients[0], seat);
    assert_same_answers(clients[0], clients[1], seat);
    w.snapshots++;
    table_page_close(clients[0]);
    table_page_close(clients[1]);
}

/* ---- games ---- */

/* All viewers see the same end of the deal. */
static void assert_ended(const struct table_page *client)
{
    const struct cn_board *told = &client->session.replica.game.deal.board;
    const struct cn_board *board = &w.game.deal.board;
    assert_int_equal(told->phase, CN_PHASE_ENDED);
    assert_int_equal(told->end_why, board->end_why);
    assert_int_equal(told->out_seat, board->out_seat);
    assert_int_equal(told->concealed, board->concealed);
    w.ends[board->end_why]++;
}

static void hear(void *context, const struct cn_event *event)
{
    (void)context;
    for (int viewer = 0; viewer <= w.game.players; viewer++) {
        cn__text_clear(&w.line);
        cn_record_write_seat_event(&w.line, event, &w.game, seat_of(viewer));
        if (w.line.length > 0 &&
            strcmp(take(w.client[viewer], w.line.text, w.line.length, NULL), "ok") != 0)
            fail_msg("%s: viewer %d cannot take %.*s", w.game.law->rules.name, viewer,
                     (int)w.line.length, w.line.text);
        if (event->type == CN_EVENT_END)
            assert_ended(w.client[viewer]);
    }
}

static void begin_game(const struct cn_rules *rules, int players)
{
    static const char *const names[CN_SEATS_MAX] = {"A", "B", "C", "D", "E", "F"};
    const struct cn_game_header line = {.rules = rules, .players = players, .names = names};
    cn_game_init(&w.game, law_of(rules), players, NULL);
    for (int viewer = 0; viewer <= players; viewer++) {
        w.client[viewer] = client_of(seat_of(viewer));
        cn__text_clear(&w.line);
        cn_record_write_seat_game(&w.line, &line);
        assert_string_equal(take(w.client[viewer], w.line.text, w.line.length, NULL), "ok");
        assert_page(w.client[viewer], seat_of(viewer));
    }
}

static void look_at_all(void)
{
    for (int viewer = 0; viewer <= w.game.players; viewer++)
        assert_page(w.client[viewer], seat_of(viewer));
    const int viewer = chance_below(&w.chance, w.game.players + 1);
    assert_nothing_imagined(w.client[viewer], seat_of(viewer));
    if (w.game.in_deal && chance_percent(&w.chance, 20))
        assert_same_snapshots(seat_of(viewer));
}

typedef bool dealing(struct cn_game *game, struct chance *c, const struct cn_observer *observer);

/* A shuffled deck whose last card is a red three and whose last but one is another card. */
static bool deal_last_red(struct cn_game *game, struct chance *c,
                          const struct cn_observer *observer)
{
    cn_card deck[CN_CARDS_MAX];
    struct cn_rng rng;
    int dealer, idle;
    const int count = cn_deck_init(&game->law->rules, game->players, deck);
    cn_rng_init(&rng, chance_seed(c));
    cn_rng_shuffle(&rng, deck, count);
    for (int i = 0, to = count - 1; to >= count - 2; i++) {
        if ((cn_card_kind(deck[i]) == CN_RED_THREE) != (to == count - 1))
            continue;
        const cn_card card = deck[i];
        deck[i] = deck[to];
        deck[to--] = card;
    }
    cn_game_next_dealer(game, &dealer, &idle);
    return cn_game_deal(game, dealer, idle, deck, &rng, observer);
}

static void play_deals(const struct cn_rules *rules, int players, dealing *deals, int count)
{
    const struct cn_observer observer = {.event = hear};
    begin_game(rules, players);
    for (int deal = 0; deal < count && w.game.winner < 0; deal++) {
        assert_true(deals(&w.game, &w.chance, &observer));
        while (w.game.in_deal) {
            const int seat = cn_game_actor(&w.game);
            const struct cn_view view = cn_game_view(&w.game, seat);
            const struct cn_action action =
                mover_move(cn_bot_at(chance_percent(&w.chance, 30) ? 0 : 1), &view, &w.chance.rng);
            if (chance_percent(&w.chance, 12))
                look_at_all();
            assert_out(w.client[seat], seat);
            if (chance_percent(&w.chance, 10)) {
                assert_frozen_refused(w.client[seat], seat);
                assert_rank_refused(w.client[seat], seat);
            }
            if (chance_percent(&w.chance, 15) || w.game.deal.board.hand_size[seat] < 3)
                assert_hints(seat, action);
            assert_true(cn_game_play(&w.game, seat, action, NULL, NULL, &observer));
            w.decisions++;
        }
        look_at_all();
    }
    for (int viewer = 0; viewer <= players; viewer++)
        table_page_close(w.client[viewer]);
}

static void pages_hold_what_seats_see(void **state)
{
    const char *full = getenv("CANASTA_FULL");
    const int seeds = full != NULL && full[0] == '1' ? 20 : 1;
    const int deals = seeds == 1 && is_sanitized() ? 1 : 2;
    struct cn_rules rules;
    for (int seed = 1; seed <= seeds; seed++)
        for (int set = 0; cn_rules_builtin(set) != NULL; set++) {
            memset(&rules, 0, sizeof rules);
            assert_true(cn_rules_load(&rules, cn_rules_builtin(set)));
            for (int players = 2; players <= CN_SEATS_MAX; players++)
                if (cn_rules_allow_players(&rules, players)) {
                    chance_from_seed(&w.chance, (uint64_t)(seed * 100 + players));
                    play_deals(&rules, players, witness_deal, deals);
                }
        }
    print_message("%lld decisions, %lld twins, %lld snapshots, %lld legal actions\n",
                  (long long)w.decisions, (long long)w.twins, (long long)w.snapshots,
                  (long long)w.legal);
    print_message("%lld hints, %lld of them not in the short list, %lld by which a seat goes out\n",
                  (long long)w.hints, (long long)w.hidden, (long long)w.hint_outs);
    assert_true(w.twins > 100 && w.snapshots > 30 && w.outs > 0 && w.owing > 0);
    assert_true(w.frozen > 20 && w.other_ranks > 20);
    assert_true(w.hints > 500 && w.hidden > 20 && w.hint_outs > 10);
}

/* If the last two cards are drawn together, others do not learn which was last. The turn of the
 * last red three (L44) must still end correctly for them, both if it may still meld and if it may
 * not. */
static void the_last_of_two_cards_may_be_a_red_three(void **state)
{
    const char *full = getenv("CANASTA_FULL");
    const int games = full != NULL && full[0] == '1' ? 600 : 30;
    struct cn_rules rules;
    memset(w.ends, 0, sizeof w.ends);
    for (int n = 0; n < games; n++) {
        memset(&rules, 0, sizeof rules);
        assert_true(cn_rules_load(&rules, "laws1950"));
        for (size_t i = 0; i < sizeof rules.draw_count.at / sizeof rules.draw_count.at[0]; i++)
            rules.draw_count.at[i] = 2;
        rules.last_red_three_meld = n % 2 == 0;
        chance_from_seed(&w.chance, (uint64_t)n);
        play_deals(&rules, n % 3 == 0 ? 2 : 4, deal_last_red, 1);
    }
    print_message(
        "%lld of %lld ends by the last red three\n", (long long)w.ends[CN_END_RED_THREE],
        (long long)(w.ends[CN_END_OUT] + w.ends[CN_END_STOCK] + w.ends[CN_END_RED_THREE]));
    assert_true(w.ends[CN_END_RED_THREE] > games / 2);
}

/* ---- what cannot be asked ---- */

static void nonsense_is_answered(void **state)
{
    static const char *const questions[] = {"{}",
                                            "[]",
                                            "{\"do\":7}",
                                            "{\"do\":\"nothing\"}",
                                            "{\"do\":\"page\"}",
                                            "{\"do\":\"options\"}",
                                            "{\"do\":\"heard\"}",
                                            "{\"do\":\"want\"}",
                                            "{\"do\":\"want\",\"message\":\"{}\"}",
                                            "{\"do\":\"token\",\"token\":\"00\"}",
                                            "{\"do\":\"begin\",\"seat\":9}",
                                            "{\"do\":\"begin\",\"token\":\"zz\"}",
                                            "{\"do\":\"begin\",\"make\":\"{}\"}",
                                            "{\"do\":\"begin\"}",
                                            "{\"do\":\"language\",\"language\":\"xx\"}",
                                            "{\"do\":\"plans\",\"cards\":[\"zz\"]}",
                                            "{\"do\":\"check\",\"action\":\"fly\"}"};
    struct table_page *client = table_page_open();
    for (size_t i = 0; i < sizeof questions / sizeof questions[0]; i++) {
        cn__text_clear(&w.answer);
        ask(client, questions[i], &w.answer);
        json_t *answer = json_loadb(w.answer.text, w.answer.length, 0, NULL);
        assert_true(json_is_object(answer));
        json_decref(answer);
    }
    table_page_close(client);
}

/* A person alone without a name is "You" in the page's language; others are named by their
 * places. */
static void who_has_no_name_is_you(void **state)
{
    static const char lines[] =
        "{\"#\":1,\"t\":\"seat\",\"seat\":0,\"host\":true}\n"
        "{\"#\":2,\"t\":\"seat\",\"seat\":1,\"level\":\"club\"}\n"
        "{\"#\":3,\"t\":\"game\",\"v\":1,\"rules\":\"laws1950\",\"set\":{},\"players\":2,"
        "\"names\":[\"\",\"club\"],\"scores\":[0,0]}\n";
    struct table_page *client = client_of(0);
    assert_string_equal(take(client, lines, sizeof lines - 1, NULL), "ok");
    for (int german = 0; german < 2; german++) {
        speak(client, german ? "de" : "en");
        json_t *page = answer_to(client, "{\"do\":\"page\"}");
        const json_t *seats = json_object_get(page, "seats");
        const json_t *own = json_array_get(seats, 0);
        assert_string_equal(json_string_value(json_object_get(own, "name")),
                            german ? "Sie" : "You");
        assert_true(json_is_true(json_object_get(own, "isPerson")));
        assert_string_equal(json_string_value(json_object_get(json_array_get(seats, 1), "name")),
                            german ? "Nord" : "North");
        json_decref(page);
    }
    table_page_close(client);
}

/* A server may send anything, such as a seat that the game on screen does not have. */
static void a_seat_that_no_game_has_names_nobody(void **state)
{
    static const char line[] = "{\"t\":\"seat\",\"seat\":0,\"level\":\"club\"}\n";
    struct table_page *client = client_of(0);
    take(client, w.line.text, w.line.length, NULL);
    welcome(client, 5);
    take(client, line, sizeof line - 1, NULL);
    json_decref(answer_to(client, "{\"do\":\"language\",\"language\":\"en\"}"));
    json_t *page = answer_to(client, "{\"do\":\"page\"}");
    assert_true(json_is_false(json_object_get(page, "has")));
    json_decref(page);
    table_page_close(client);
}

static void a_deal_ended_as_deals_can(void **state)
{
    static const char *const lines[][2] = {
        {"wrong", "{\"t\":\"ended\",\"why\":\"stock\",\"concealed\":false}\n"}, /* of no game */
        {"ok", "{\"t\":\"game\",\"v\":1,\"rules\":\"laws1950\",\"players\":4,\"scores\":[5,0]}\n"},
        {"wrong", "{\"t\":\"ended\"}\n"},
        {"wrong", "{\"t\":\"ended\",\"why\":\"flood\"}\n"},
        {"wrong", "{\"t\":\"ended\",\"why\":\"out\",\"concealed\":true}\n"},
        {"wrong", "{\"t\":\"ended\",\"why\":\"out\",\"seat\":4}\n"},
        {"ok", "{\"t\":\"ended\",\"why\":\"out\",\"seat\":3,\"concealed\":true}\n"},
        {"ok", "{\"t\":\"ended\",\"why\":\"red3\",\"seat\":9,\"concealed\":7}\n"}};
    struct table_page *client = client_of(0);
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        assert_string_equal(take(client, lines[i][1], strlen(lines[i][1]), NULL), lines[i][0]);
        if (strcmp(lines[i][0], "wrong") == 0)
            welcome(client, 0);
        if (strcmp(lines[i][0], "wrong") == 0 && i > 0)
            take(client, lines[1][1], strlen(lines[1][1]), NULL);
        json_decref(answer_to(client, "{\"do\":\"page\"}"));
    }
    /* Who has won need not follow from the scores (IA17). */
    welcome(client, 0);
    take(client, lines[1][1], strlen(lines[1][1]), NULL);
    static const char wins[] = "{\"t\":\"ended\",\"why\":\"stock\",\"concealed\":false,"
                               "\"winner\":1}\n";
    assert_string_equal(take(client, wins, sizeof wins - 1, NULL), "ok");
    json_t *page = answer_to(client, "{\"do\":\"page\"}");
    assert_int_equal(number_at(json_object_get(page, "over"), "winner"), 1);
    json_decref(page);
    /* While a deal is in play, there is no end to show. */
    const char *half =
        (const char *)memchr(w.line.text + w.line.length / 2, '\n', w.line.length / 2);
    take(client, w.line.text, (size_t)(half + 1 - w.line.text), NULL);
    assert_string_equal(take(client, lines[6][1], strlen(lines[6][1]), NULL), "wrong");
    table_page_close(client);
}

/* Lines with a changed byte or two. The client must still answer questions. */
static void damaged_lines_do_no_harm(void **state)
{
    static struct cn__text spoilt;
    const char *full = getenv("CANASTA_FULL");
    const int rounds = full != NULL && full[0] == '1' ? 100 : 6;
    for (int round = 0; round < rounds; round++) {
        chance_from_seed(&w.chance, (uint64_t)round);
        struct table_page *client = client_of(chance_below(&w.chance, 4));
        for (size_t at = 0; at < w.line.length;) {
            const size_t rest = w.line.length - at;
            const size_t length =
                (size_t)((const char *)memchr(w.line.text + at, '\n', rest) - w.line.text) + 1 - at;
            cn__text_clear(&spoilt);
            cn__text_append(&spoilt, w.line.text + at, length);
            if (chance_percent(&w.chance, 8)) {
                static const char bytes[] = "0123456789,[]{}\"sKXr-";
                const int spot = chance_below(&w.chance, (int)length - 1);
                spoilt.text[spot] = bytes[chance_below(&w.chance, (int)sizeof bytes - 1)];
            }
            take(client, spoilt.text, spoilt.length, NULL);
            if (chance_percent(&w.chance, 10))
                ask_all(client, client->session.replica.seat, &w.other);
            at += length;
        }
        table_page_close(client);
    }
    cn__text_free(&spoilt);
}

static int make_lines(void **state)
{
    struct cn_rules rules;
    static const char *const names[] = {"A", "B", "C", "D"};
    struct cn_seat_record_writer recorder = {.lines = &w.line, .game = &w.game, .seat = 1};
    const struct cn_observer observer = {cn_seat_record_event, &recorder};
    memset(&rules, 0, sizeof rules);
    if (!cn_rules_load(&rules, "laws1950"))
        return -1;
    const struct cn_game_header line = {.rules = &rules, .players = 4, .names = names};
    chance_from_seed(&w.chance, 77);
    cn__text_clear(&w.line);
    cn_record_write_seat_game(&w.line, &line);
    cn_game_init(&w.game, law_of(&rules), 4, NULL);
    witness_deal(&w.game, &w.chance, &observer);
    while (w.game.in_deal) {
        const struct cn_view view = cn_game_view(&w.game, cn_game_actor(&w.game));
        const struct cn_action action = mover_move(cn_bot_at(1), &view, &w.chance.rng);
        cn_game_play(&w.game, view.seat, action, NULL, NULL, &observer);
    }
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pages_hold_what_seats_see),
        cmocka_unit_test(the_last_of_two_cards_may_be_a_red_three),
        cmocka_unit_test(nonsense_is_answered),
        cmocka_unit_test(who_has_no_name_is_you),
        cmocka_unit_test_setup(a_seat_that_no_game_has_names_nobody, make_lines),
        cmocka_unit_test_setup(a_deal_ended_as_deals_can, make_lines),
        cmocka_unit_test_setup(damaged_lines_do_no_harm, make_lines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
