/* terminal_test.c -- the terminal's middle: what a face shows, what picked cards and typed words
 * mean, and that a record cut off anywhere is gone on with.
 *
 * A face must not change when cards change places that its seat cannot see (the twins): the front
 * ends draw from a face alone, so what holds here holds for the screen.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "terminal/cell.h"
#include "terminal/command_parser.h"
#include "terminal/frontend.h"
#include "terminal/local_game_internal.h"
#include "terminal/screen.h"
#include "tests/fuzz/driver/thinker.h"

struct place {
    char folder[64], file[96], other[96];
    struct terminal_options options;
};

static int set_up(void **state)
{
    struct place *place = calloc(1, sizeof *place);
    if (place == NULL)
        return -1;
    strcpy(place->folder, "/tmp/canasta-XXXXXX");
    if (mkdtemp(place->folder) == NULL)
        return -1;
    snprintf(place->file, sizeof place->file, "%s/game.jsonl", place->folder);
    snprintf(place->other, sizeof place->other, "%s/torn.jsonl", place->folder);
    cn_rules_init(&place->options.rules);
    cn_rules_load(&place->options.rules, "laws1950");
    place->options.players = 4;
    place->options.humans = 1;
    strcpy(place->options.bots[0], "greedy");
    place->options.bot_count = 1;
    place->options.seed = "units";
    place->options.file = place->file;
    place->options.language = "en";
    *state = place;
    return 0;
}

static int tear_down(void **state)
{
    struct place *place = *state;
    unlink(place->file);
    unlink(place->other);
    rmdir(place->folder);
    free(place);
    return 0;
}

static struct local_game *begin(const struct place *place)
{
    struct io_error trouble = {NULL, ""};
    struct local_game *session = local_game_new(&place->options, &trouble);
    if (session == NULL)
        fail_msg("%s: %s", trouble.key, trouble.detail);
    return session;
}

/* One action of whoever decides; people play as the expert. False when the deal is over. */
static bool move(struct local_game *session, struct display *face)
{
    const int actor = local_game_actor(session);
    if (local_game_stage(session) != CN_STAGE_IN_DEAL)
        return false;
    if (!local_game_is_human(session, actor)) {
        local_game_bot_move(session);
        return true;
    }
    struct cn_rng rng;
    cn_rng_init(&rng, 1);
    display_of(&session->scene, actor, face);
    const struct cn_view view = cn_game_view(&session->scene.game, actor);
    const struct cn_action action = cn_bot_find("expert")->decide(&view, &rng);
    assert_true(local_game_play(session, actor, action, NULL, NULL));
    return true;
}

/* ---- twins ---- */

/* Another seat and the stock exchange a card of different kinds; false if they cannot. */
static bool exchange_hidden(struct local_game *session, int seat)
{
    struct cn_deal *deal = &session->scene.game.deal;
    struct cn_placement *cards = &session->scene.game.cards;
    for (int at = deal->drawn; at < deal->cards; at++) {
        const cn_card drawn = deal->stock[at];
        const int kind = cn_card_kind(drawn);
        if (kind == CN_RED_THREE)
            continue;
        for (int face = 0; face < CN_CARD_CODES; face++) {
            const int held = cn_card_kind((cn_card)face);
            if (cards->hand[seat][face] == 0 || held == kind || held == CN_RED_THREE)
                continue;
            cards->hand[seat][face]--;
            cards->hand[seat][drawn]++;
            deal->hands[seat] =
                cn_hand_add(cn_hand_remove(deal->hands[seat], cn_hand_single(held, 1)),
                            cn_hand_single(kind, 1));
            deal->stock[at] = (cn_card)face;
            return true;
        }
    }
    return false;
}

static void assert_same_face(const struct local_game *a, const struct local_game *b, int seat)
{
    static struct display one, two;
    display_of(&a->scene, seat, &one);
    display_of(&b->scene, seat, &two);
    assert_memory_equal(one.law, two.law, sizeof *one.law);
    one.law = two.law = NULL;
    one.words = two.words = NULL;
    assert_memory_equal(&one, &two, sizeof one);
}

static void a_face_shows_nothing_hidden(void **state)
{
    struct local_game *session = begin(*state);
    struct local_game *twin = malloc(sizeof *twin);
    static struct display face;
    int compared = 0;
    assert_non_null(twin);
    assert_true(local_game_deal(session));
    while (move(session, &face)) {
        for (int seat = 0; seat < session->scene.game.players; seat++) {
            memcpy(twin, session, sizeof *twin);
            if (!exchange_hidden(twin, (seat + 1) % session->scene.game.players))
                continue;
            assert_same_face(session, twin, seat);
            compared++;
        }
    }
    assert_true(compared > 50);
    free(twin);
    local_game_free(session);
}

/* ---- the record ---- */

static size_t read_file(const char *path, char **text)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    fseek(file, 0, SEEK_END);
    const size_t size = (size_t)ftell(file);
    rewind(file);
    *text = malloc(size + 1);
    assert_non_null(*text);
    assert_int_equal(fread(*text, 1, size, file), size);
    (*text)[size] = '\0';
    fclose(file);
    return size;
}

static void write_file(const char *path, const char *text, size_t length)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(text, 1, length, file), length);
    assert_int_equal(fclose(file), 0);
}

/* Whatever a killed program left, the table goes on as part of the same game, and whole lines
 * are not lost. */
static void go_on_from(const struct place *place, const char *text, size_t length, size_t cut)
{
    struct terminal_options options = place->options;
    struct io_error trouble = {NULL, ""};
    char *after;
    size_t whole = cut;
    write_file(place->other, text, cut);
    options.file = place->other;
    struct local_game *session = local_game_resume(&options, &trouble);
    if (session == NULL)
        fail_msg("cut at %zu: %s: %s", cut, trouble.key, trouble.detail);
    if (session->scene.game.deals > 0)
        assert_null(cn_game_check(&session->scene.game));
    local_game_free(session);
    const size_t size = read_file(place->other, &after);
    while (whole > 0 && text[whole - 1] != '\n')
        whole--;
    /* A cut without its deal is made again. */
    assert_in_range(size, whole > 64 ? whole - 64 : 0, length);
    assert_memory_equal(after, text, size);
    free(after);
}

static void a_record_cut_off_anywhere_is_gone_on_with(void **state)
{
    const struct place *place = *state;
    struct local_game *session = begin(place);
    static struct display face;
    char *text;
    assert_true(local_game_deal(session));
    while (move(session, &face))
        continue;
    local_game_free(session);
    const size_t length = read_file(place->file, &text);
    const size_t first = (size_t)((char *)memchr(text, '\n', length) - text) + 1;
    for (size_t cut = first; cut < length; cut += 23)
        go_on_from(place, text, length, cut);
    for (size_t cut = first; cut < length; cut++)
        if (text[cut - 1] == '\n')
            go_on_from(place, text, length, cut);
    free(text);
}

/* A record that does not hold what the law says is refused, not continued. */
static void a_forged_record_is_refused(void **state)
{
    const struct place *place = *state;
    struct local_game *session = begin(place);
    static struct display face;
    struct io_error trouble = {NULL, ""};
    char *text;
    assert_true(local_game_deal(session));
    for (int i = 0; i < 20 && move(session, &face); i++)
        continue;
    local_game_free(session);
    const size_t length = read_file(place->file, &text);
    char *turn = strstr(text, "{\"t\":\"draw\",\"seat\":");
    assert_non_null(turn);
    turn[strlen("{\"t\":\"draw\",\"seat\":")] ^= 1;
    write_file(place->file, text, length);
    assert_null(local_game_resume(&place->options, &trouble));
    assert_string_equal(trouble.key, "record");
    assert_non_null(strstr(trouble.detail, ": the move is not legal (L14: "));
    free(text);
}

static void two_programs_do_not_play_one_file(void **state)
{
    const struct place *place = *state;
    struct local_game *session = begin(place);
    struct io_error trouble = {NULL, ""};
    assert_null(local_game_resume(&place->options, &trouble));
    assert_string_equal(trouble.key, "busy");
    local_game_free(session);
}

/* ---- taking back ---- */

static void melds_are_taken_back_until_a_card_is_seen(void **state)
{
    struct local_game *session = begin(*state);
    static struct display face;
    struct cn_game before = session->scene.game;
    int taken_back = 0;
    assert_true(local_game_deal(session));
    for (int i = 0; i < 2000 && taken_back < 3; i++) {
        if (local_game_stage(session) == CN_STAGE_BETWEEN_DEALS && !local_game_deal(session))
            break;
        const int undoable = local_game_undoable(session, 0);
        before = session->scene.game;
        if (!move(session, &face))
            break;
        if (local_game_undoable(session, 0) <= undoable)
            continue;
        local_game_undo(session);
        assert_memory_equal(&session->scene.game, &before, sizeof before);
        assert_int_equal(local_game_undoable(session, 0), undoable);
        taken_back++;
        assert_true(move(session, &face));
    }
    assert_true(taken_back > 0);
    local_game_free(session);
}

/* ---- picks and words ---- */

/* A face that holds these cards and is about to meld, with two sevens and a joker on the table. */
static void face_with(struct local_game *session, struct display *face, const char *cards)
{
    static const char *const laid[] = {"7s", "7h", "Xr"};
    display_of(&session->scene, 0, face);
    struct cn_board *table = &face->table;
    table->turn = 0;
    table->phase = CN_PHASE_MELD;
    table->drew = CN_DREW_STOCK;
    table->initial = 0;
    table->melds[0][0] = cn_meld_of(CN_SEVEN, 2, 0, 1);
    table->ranks[0] = cn_kind_mask(CN_SEVEN);
    table->meld_count[0] = 1;
    face->actor = 0;
    face->hand = CN_NO_CARDS;
    face->laid_count = 3;
    for (int i = 0; i < 3; i++)
        face->laid[i] = cn_card_parse(laid[i]);
    face->card_count = 0;
    for (; *cards != '\0'; cards += cards[2] == ' ' ? 3 : 2) {
        const cn_card card = cn_card_parse(cards);
        face->cards[face->card_count++] = card;
        face->hand = cn_hand_add(face->hand, cn_hand_single(cn_card_kind(card), 1));
    }
    table->hand_size[0] = (uint16_t)face->card_count;
}

static int pick(const struct display *face, const char *cards, struct card_plays *plans)
{
    cn_card picked[CN_CARDS_MAX];
    int count = 0;
    for (; *cards != '\0'; cards += cards[2] == ' ' ? 3 : 2)
        picked[count++] = cn_card_parse(cards);
    plays_for_cards(face, picked, count, plans);
    return plans->count;
}

static void assert_step(const struct card_plays *plans, int plan, int step, const char *text)
{
    char is[CN_ACTION_TEXT];
    assert_in_range(plan, 0, plans->count - 1);
    assert_in_range(step, 0, plans->at[plan].count - 1);
    cn_action_format(plans->at[plan].step[step].action, is);
    assert_string_equal(is, text);
}

static void picked_cards_mean_what_they_can(void **state)
{
    struct local_game *session = begin(*state);
    static struct display face;
    static struct card_plays plans;
    assert_true(local_game_deal(session));
    face_with(session, &face, "7d 7c 7c 9s 9h 9d 2s 2h Xr Ks Kh 4s 5d 3s");
    /* One meaning: a new meld; the seven can only be added; wild cards alone go on the one meld. */
    assert_int_equal(pick(&face, "9s 9h 9d", &plans), 1);
    assert_step(&plans, 0, 0, "meld 9 3 0 0");
    assert_int_equal(pick(&face, "7d", &plans), 1);
    assert_step(&plans, 0, 0, "add 0 1 0 0");
    assert_int_equal(pick(&face, "2s", &plans), 1);
    assert_step(&plans, 0, 0, "add 0 0 1 0");
    /* Three sevens: on the meld there, or a meld of their own (L24). */
    assert_int_equal(pick(&face, "7d 7c 7c", &plans), 2);
    assert_step(&plans, 0, 0, "add 0 3 0 0");
    assert_step(&plans, 1, 0, "meld 7 3 0 0");
    /* Two ranks and a deuce: it makes the kings a meld, the nines need none. */
    assert_true(pick(&face, "9s 9h 9d Ks Kh 2s", &plans) >= 1);
    assert_step(&plans, plans.count - 1, 0, "meld 9 3 0 0");
    assert_step(&plans, plans.count - 1, 1, "meld K 2 1 0");
    /* Nothing legal: the law says why. */
    assert_int_equal(pick(&face, "9s 9h", &plans), 0);
    assert_string_equal(plans.why.article, "L18");
    assert_int_equal(pick(&face, "4s 5d", &plans), 0);
    local_game_free(session);
}

static enum parsed_command speak(const struct display *face, int verb, const char *line,
                                 struct card_plays *plans)
{
    const char *rest = strchr(line, ' ');
    return parse_command(face, verb, line, rest != NULL ? rest + 1 : "", plans);
}

static void words_mean_actions(void **state)
{
    static const struct {
        int verb;
        const char *line, *action;
    } said[] = {
        {CN_ACTION_MELD, "meld 9 3 0 0", "meld 9 3 0 0"},
        {CN_ACTION_MELD, "meld nines", "meld 9 3 0 0"},
        {CN_ACTION_MELD, "meld three nines", "meld 9 3 0 0"},
        {CN_ACTION_MELD, "meld 9 9 9", "meld 9 3 0 0"},
        {CN_ACTION_MELD, "meld two kings and a deuce", "meld K 2 1 0"},
        {CN_ACTION_MELD, "meld all kings, one joker", "meld K 2 0 1"},
        {CN_ACTION_MELD, "meld all the kings and one joker", "meld K 2 0 1"},
        {CN_ACTION_MELD, "meld Ks Kh 2h", "meld K 2 1 0"},
        {CN_ACTION_ADD, "add seven", "add 0 1 0 0"},
        {CN_ACTION_ADD, "add 7", "add 0 1 0 0"},
        {CN_ACTION_ADD, "add joker to sevens", "add 0 0 0 1"},
        {CN_ACTION_ADD, "add two sevens to the sevens", "add 0 2 0 0"},
        {CN_ACTION_ADD, "add 0 1 0 0", "add 0 1 0 0"},
        {CN_ACTION_ADD, "add #1 1 0 0", "add 0 1 0 0"},
        {CN_ACTION_DISCARD, "discard 4", "discard 4"},
        {CN_ACTION_DISCARD, "discard four", "discard 4"},
        {CN_ACTION_DISCARD, "discard the four of spades", "discard 4"},
        {CN_ACTION_DISCARD, "discard Ks", "discard K"},
        {CN_ACTION_DISCARD, "discard black three", "discard 3b"},
        {CN_ACTION_DISCARD, "discard joker", "discard X"},
    };
    struct local_game *session = begin(*state);
    static struct display face;
    static struct card_plays plans;
    assert_true(local_game_deal(session));
    face_with(session, &face, "7d 7c 7c 9s 9h 9d 2s 2h Xr Ks Kh 4s 5d 3s");
    for (size_t i = 0; i < sizeof said / sizeof said[0]; i++) {
        assert_int_equal(speak(&face, said[i].verb, said[i].line, &plans), COMMAND_PLANS);
        assert_step(&plans, 0, 0, said[i].action);
    }
    assert_int_equal(speak(&face, CN_ACTION_MELD, "meld bananas", &plans), COMMAND_UNCLEAR);
    assert_int_equal(speak(&face, CN_ACTION_DISCARD, "discard", &plans), COMMAND_UNCLEAR);
    assert_int_equal(speak(&face, CN_ACTION_DISCARD, "discard eight", &plans), COMMAND_REFUSED);
    assert_string_equal(plans.why.article, "L16");
    assert_int_equal(speak(&face, CN_ACTION_MELD, "meld three kings", &plans), COMMAND_REFUSED);
    assert_string_equal(plans.why.article, "L19");
    local_game_free(session);
}

static void words_mean_actions_in_every_language(void **state)
{
    static const struct {
        const char *language;
        int verb;
        const char *line, *action;
    } said[] = {
        {"es", CN_ACTION_MELD, "bajar nueves", "meld 9 3 0 0"},
        {"es", CN_ACTION_MELD, "bajar tres nueves", "meld 9 3 0 0"},
        {"es", CN_ACTION_MELD, "bajar dos reyes y un dos", "meld K 2 1 0"},
        {"es", CN_ACTION_MELD, "bajo todos los reyes y un joker", "meld K 2 0 1"},
        {"es", CN_ACTION_MELD, "bajar dos reyes y dos doses", "meld K 2 2 0"},
        {"es", CN_ACTION_ADD, "añadir siete", "add 0 1 0 0"},
        {"es", CN_ACTION_ADD, "añadir un joker a los sietes", "add 0 0 0 1"},
        {"es", CN_ACTION_ADD, "agrego dos sietes al juego de sietes", "add 0 2 0 0"},
        {"es", CN_ACTION_DISCARD, "descartar cuatro", "discard 4"},
        {"es", CN_ACTION_DISCARD, "descartar el cuatro de picas", "discard 4"},
        {"es", CN_ACTION_DISCARD, "tirar un tres negro", "discard 3b"},
        {"es", CN_ACTION_DISCARD, "descartar comodín", "discard X"},
        {"es", CN_ACTION_DISCARD, "discard 4", "discard 4"},
        {"de", CN_ACTION_MELD, "auslegen neunen", "meld 9 3 0 0"},
        {"de", CN_ACTION_MELD, "lege drei Neunen aus", "meld 9 3 0 0"},
        {"de", CN_ACTION_MELD, "auslegen zwei Könige und eine Zwei", "meld K 2 1 0"},
        {"de", CN_ACTION_MELD, "melde alle Könige und einen Joker", "meld K 2 0 1"},
        {"de", CN_ACTION_MELD, "auslegen zwei könige und zwei zweien", "meld K 2 2 0"},
        {"de", CN_ACTION_ADD, "anlegen sieben", "add 0 1 0 0"},
        {"de", CN_ACTION_ADD, "anlegen einen Joker an die Siebenen", "add 0 0 0 1"},
        {"de", CN_ACTION_ADD, "lege zwei Siebenen an die Siebenen", "add 0 2 0 0"},
        {"de", CN_ACTION_DISCARD, "abwerfen vier", "discard 4"},
        {"de", CN_ACTION_DISCARD, "wirf die Pik-Vier ab", "discard 4"},
        {"de", CN_ACTION_DISCARD, "abwerfen pik vier", "discard 4"},
        {"de", CN_ACTION_DISCARD, "abwerfen vier von pik", "discard 4"},
        {"de", CN_ACTION_DISCARD, "abwerfen eine schwarze Drei", "discard 3b"},
        {"de", CN_ACTION_DISCARD, "wirf den König ab", "discard K"},
        {"de", CN_ACTION_DISCARD, "abwerfen joker", "discard X"},
        {"de", CN_ACTION_DISCARD, "discard 4", "discard 4"},
        {"fr", CN_ACTION_MELD, "étaler neuf", "meld 9 3 0 0"},
        {"fr", CN_ACTION_MELD, "étaler trois neuf", "meld 9 3 0 0"},
        {"fr", CN_ACTION_MELD, "étale les neuf", "meld 9 3 0 0"},
        {"fr", CN_ACTION_MELD, "poser deux rois et un deux", "meld K 2 1 0"},
        {"fr", CN_ACTION_MELD, "étaler tous les rois et un joker", "meld K 2 0 1"},
        {"fr", CN_ACTION_MELD, "étaler deux rois et deux deux", "meld K 2 2 0"},
        {"fr", CN_ACTION_ADD, "ajouter sept", "add 0 1 0 0"},
        {"fr", CN_ACTION_ADD, "ajouter un joker aux sept", "add 0 0 0 1"},
        {"fr", CN_ACTION_ADD, "ajoute deux sept à la combinaison de sept", "add 0 2 0 0"},
        {"fr", CN_ACTION_DISCARD, "jeter quatre", "discard 4"},
        {"fr", CN_ACTION_DISCARD, "jeter le roi de pique", "discard K"},
        {"fr", CN_ACTION_DISCARD, "défausser un trois noir", "discard 3b"},
        {"fr", CN_ACTION_DISCARD, "jeter neuf", "discard 9"},
        {"fr", CN_ACTION_DISCARD, "jeter un joker", "discard X"},
        {"fr", CN_ACTION_MELD, "étaler deux as et un deux", "meld A 2 1 0"},
        {"fr", CN_ACTION_DISCARD, "jeter un as", "discard A"},
        {"fr", CN_ACTION_DISCARD, "jeter l'as de cœur", "discard A"},
    };
    struct local_game *session = begin(*state);
    static struct display face;
    static struct card_plays plans;
    assert_true(local_game_deal(session));
    for (size_t i = 0; i < sizeof said / sizeof said[0]; i++) {
        struct cn_words words;
        face_with(session, &face, "7d 7c 7c 9s 9h 9d 2s 2h Xr Ks Kh 4s 5d 3s As Ah");
        assert_true(cn_words_find(said[i].language, &words));
        face.words = &words;
        assert_int_equal(speak(&face, said[i].verb, said[i].line, &plans), COMMAND_PLANS);
        assert_step(&plans, 0, 0, said[i].action);
    }
    local_game_free(session);
}

/* ---- counting from 1 ---- */

/* What is shown to be typed means what it was shown for, and names melds as the table does. */
static void typed_actions_count_melds_from_one(void **state)
{
    static const char *const wrong[] = {"add #0 1 0 0",  "add # 1 0 0",  "add #99 1 0 0",
                                        "meld #7 3 0 0", "combine 0 #1", "discard #4",
                                        "add #1 #1 0 0", "draw #1",      "#1"};
    char text[CN_ACTION_TEXT];
    struct cn_action action;
    for (int at = 0; at < CN_MELDS_MAX; at++) {
        for (int other = at + 1; other < CN_MELDS_MAX; other++) {
            const struct cn_action actions[] = {cn_action_of(CN_ACTION_TAKE_ONTO, at, 0, 0, 0),
                                                cn_action_of(CN_ACTION_MERGE, at, other, 0, 0),
                                                cn_action_of(CN_ACTION_ADD, at, 2, 0, 1)};
            for (int i = 0; i < 3; i++) {
                char first[16];
                snprintf(first, sizeof first, " #%d", at + 1);
                command_format_action(actions[i], text);
                assert_non_null(strstr(text, first));
                assert_true(command_parse_action(text, &action));
                assert_true(cn_action_equal(action, actions[i]));
                cn_action_format(actions[i], text); /* as records have it */
                assert_true(command_parse_action(text, &action));
                assert_true(cn_action_equal(action, actions[i]));
            }
        }
    }
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        assert_false(command_parse_action(wrong[i], &action));
    struct local_game *session = begin(*state);
    static struct display face;
    static struct text_page page;
    assert_true(local_game_deal(session));
    face_with(session, &face, "7d 7c 9s");
    text_page_table(&page, &face, 100);
    bool first = false;
    for (int i = 0; i < page.count; i++) {
        first |= strstr(page.line[i], "meld 1: ") != NULL;
        assert_null(strstr(page.line[i], "meld 0"));
    }
    assert_true(first);
    local_game_free(session);
}

/* ---- numbers ---- */

/* web/tests/numbers.test.ts has the same for pages. */
static void numbers_are_written_as_in_the_language(void **state)
{
    static const struct {
        const char *language;
        int points;
        const char *text;
    } written[] = {
        {"en", 995, "995"},     {"en", 5000, "5,000"},   {"en", -10000, "-10,000"},
        {"de", 5000, "5.000"},  {"de", 10000, "10.000"}, {"es", 5000, "5000"},
        {"es", -9995, "-9995"}, {"es", 10000, "10.000"}, {"fr", 5000, "5\u00a0000"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof written / sizeof written[0]; i++) {
        struct cn_words words;
        char text[32];
        assert_true(cn_words_find(written[i].language, &words));
        assert_string_equal(words_number(&words, written[i].points, text, sizeof text),
                            written[i].text);
    }
}

/* ---- bots that think ---- */

/* Needs several slices of a session for a decision. */
static bool think_slowly(void *mind, int64_t nodes)
{
    return thinker_think(mind, nodes / 10);
}

static struct local_game *begin_with_thinkers(const struct place *place, const struct cn_bot *bot)
{
    struct local_game *session = begin(place);
    for (int seat = 1; seat < 4; seat++)
        assert_true(local_game_seat(session, seat, bot, 7000));
    assert_true(local_game_deal(session));
    return session;
}

/* Thinks in slices, looks at the table between them, and plays what it would have played at once.
 */
static void a_bot_thinks_while_the_table_is_looked_at(void **state)
{
    struct place *place = *state;
    static struct display face;
    struct cn_bot bot = thinker;
    bot.think = think_slowly;
    struct local_game *one = begin_with_thinkers(place, &bot);
    place->options.file = place->other;
    struct local_game *other = begin_with_thinkers(place, &bot);
    int slices = 0;
    for (int i = 0; i < 200 && local_game_stage(one) == CN_STAGE_IN_DEAL; i++) {
        const int actor = local_game_actor(one);
        while (!local_game_is_human(one, actor) && !local_game_bot_think(one)) {
            display_of(&one->scene, 0, &face);
            slices++;
        }
        assert_true(move(one, &face));
        assert_true(move(other, &face));
        assert_memory_equal(&one->scene.game.deal, &other->scene.game.deal,
                            sizeof one->scene.game.deal);
    }
    assert_true(slices > 30);
    local_game_free(one);
    local_game_free(other);
}

/* ---- advice ---- */

/* All lines of a page in one row. */
static void join_page(const struct text_page *page, char *text, size_t size)
{
    size_t at = 0;
    text[0] = '\0';
    for (int i = 0; i < page->count && at < size; i++)
        at += (size_t)snprintf(text + at, size - at, "%s ", page->line[i]);
}

/* Weighed moves as a bot might give them: the first is its choice, the others stand by points,
 * some of them above it. */
static void make_moves(struct cn_rng *rng, struct advice *advice)
{
    static const int kinds[] = {CN_FOUR, CN_KING, CN_QUEEN, CN_DEUCE, CN_ACE, CN_JOKER};
    advice->count = 2 + (int)cn_rng_below(rng, 5);
    for (int i = 0; i < advice->count; i++)
        advice->moves[i] =
            (struct cn_candidate){.action = cn_action_of(CN_ACTION_DISCARD, kinds[i], 0, 0, 0),
                                  .points = (int32_t)cn_rng_below(rng, 200) - 100,
                                  .error = (int32_t)cn_rng_below(rng, 60),
                                  .worlds = 1 + (int32_t)cn_rng_below(rng, 64)};
    for (int i = 1; i < advice->count; i++)
        for (int j = 2; j < advice->count; j++)
            if (advice->moves[j].points > advice->moves[j - 1].points) {
                const struct cn_candidate move = advice->moves[j];
                advice->moves[j] = advice->moves[j - 1];
                advice->moves[j - 1] = move;
            }
    advice->action = advice->moves[0].action;
}

/* Every move estimated above the hint stands below the heading that says why it is not advised,
 * and no other does. */
static int expect_reasons(const struct display *face, const struct advice *advice)
{
    static struct text_page page;
    static char text[20000];
    char heading[SAY_SIZE], gain[SAY_SIZE];
    int unsure = 0;
    text_page_advice(&page, face, advice, 78);
    join_page(&page, text, sizeof text);
    WORDS0(face->words, heading, "ui.why.unsure");
    const char *below = strstr(text, heading);
    for (int i = 1; i < advice->count; i++) {
        char action[SAY_SIZE], line[2 * SAY_SIZE];
        const int more = advice->moves[i].points - advice->moves[0].points;
        words_action(face, advice->moves[i].action, action, sizeof action);
        snprintf(line, sizeof line, more > 0 ? "%+d " : "%+d %s.", more, action);
        const char *at = strstr(more > 0 && below != NULL ? below : text, line);
        assert_non_null(at);
        if ((more > 0) != (below != NULL && at > below))
            fail_msg("%s: %s", line, text);
        unsure += more > 0;
    }
    if (unsure == 0)
        assert_null(below);
    words_gain(face, advice, gain, sizeof gain);
    if (unsure > 0) { /* neither "worth -41 points more" nor "about as good" */
        char next[SAY_SIZE], close[SAY_SIZE];
        words_action(face, advice->moves[1].action, next, sizeof next);
        WORDS2(face->words, close, "ui.hint.close", "", next);
        assert_string_not_equal(gain, close);
        assert_null(strchr(gain, '-'));
    }
    return unsure;
}

/* In every position of a deal: what is advised is legal and in words, the same again, and says
 * by how much. */
static void advice_is_legal_and_in_words(void **state)
{
    struct place *place = *state;
    struct local_game *session = begin(place);
    static struct display face;
    static struct text_page page;
    int weighed = 0;
    assert_true(local_game_deal(session));
    do {
        struct advice advice;
        struct advice again;
        char text[SAY_SIZE];
        if (!local_game_is_human(session, local_game_actor(session)))
            continue;
        display_of(&session->scene, local_game_actor(session), &face);
        advise(&face, &advice);
        advise(&face, &again);
        assert_true(cn_action_equal(advice.action, again.action));
        assert_int_equal(advice.count, again.count);
        assert_true(display_check(&face, advice.action, NULL));
        for (int i = 0; i < advice.count; i++)
            assert_true(display_check(&face, advice.moves[i].action, NULL));
        if (advice.count > 0)
            assert_true(cn_action_equal(advice.moves[0].action, advice.action));
        weighed += advice.count > 1;
        words_advice(&face, &advice, text, sizeof text);
        assert_non_null(strstr(text, "Hint: "));
        assert_int_equal(text[strlen(text) - 1], '.');
        text_page_advice(&page, &face, &advice, 78);
        assert_true(page.count >= advice.count + 1);
        if (advice.count > 1)
            expect_reasons(&face, &advice);
    } while (face.turn < 20 && move(session, &face));
    if (cn_bot_find(cn_level_best()->bot)->decide == NULL)
        assert_true(weighed > 0);
    local_game_free(session);
}

static void no_choice_is_shown_above_the_hint_unexplained(void **state)
{
    static const char *const languages[] = {"en", "es", "de", "fr"};
    struct local_game *session = begin(*state);
    static struct display face;
    struct advice advice;
    struct cn_rng rng;
    int unsure = 0;
    cn_rng_init(&rng, 11);
    assert_true(local_game_deal(session));
    face_with(session, &face, "4s Ks Qs 2s As Xr 9h");
    for (int i = 0; i < 400; i++) {
        struct cn_words words;
        assert_true(cn_words_find(languages[i % 4], &words));
        face.words = &words;
        make_moves(&rng, &advice);
        unsure += expect_reasons(&face, &advice);
    }
    assert_true(unsure > 200);
    local_game_free(session);
}

/* ---- the screen ---- */

/* "It's not your turn." is gone when it is. */
static void a_message_of_waiting_ends_with_it(void **state)
{
    struct local_game *session = begin(*state);
    struct screen *screen = calloc(1, sizeof *screen);
    static struct display face;
    int waits = 0;
    assert_non_null(screen);
    screen->session = session;
    assert_true(local_game_deal(session));
    do {
        screen_refresh(screen);
        const bool mine = display_is_my_turn(&screen->face);
        if (mine && waits > 0)
            assert_string_equal(screen->message, "");
        waits = mine ? 0 : waits + 1;
        screen_say(screen, "ui.hint.wait", "");
        screen_refresh(screen); /* as long as nothing changes it stays */
        assert_string_equal(screen->message, "It's not your turn.");
    } while (face.turn < 12 && move(session, &face));
    free(screen);
    local_game_free(session);
}

static void names_of_people_can_be_seen(void **state)
{
    static const char *const bad[] = {
        "",
        "   ",
        "An\nn",
        "\033[2J",
        "A\xc2\x9bn",
        "\xff",
        "\xc3",
        "\xc0\xaf",
        "\xed\xa0\x80",
        "a\342\200\256b", /* an octal escape ends after three digits */
        "\xe2\x80\x8b",
        "1234567890123456789012345"};
    static const char *const good[][2] = {{" Ann ", "Ann"},
                                          {"José María", "José María"},
                                          {"éééééééééééééééééééééééé", "éééééééééééééééééééééééé"},
                                          {"王", "王"}};
    char name[PERSON_SIZE];
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_false(terminal_person_name(bad[i], name));
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        assert_true(terminal_person_name(good[i][0], name));
        assert_string_equal(name, good[i][1]);
    }
}

static void sides_are_called_as_people_call_them(void **state)
{
    static const char *const wanted[][3] = {
        [2] = {"You", "North"}, [3] = {"You", "West", "East"}, [4] = {"We", "They"}};
    struct place *place = *state;
    static struct display face;
    for (int players = 2; players <= 4; players++) {
        place->options.players = players;
        struct local_game *session = begin(place);
        char text[SAY_SIZE];
        display_of(&session->scene, 0, &face);
        for (int side = 0; side < (players == 3 ? 3 : 2); side++)
            assert_string_equal(words_side(&face, side, text, sizeof text), wanted[players][side]);
        words_won(&face, 0, text, sizeof text);
        assert_string_equal(text, players == 4 ? "The game is over: we have won!"
                                               : "The game is over: you have won!");
        words_won(&face, 1, text, sizeof text);
        if (players == 2)
            assert_string_equal(text, "The game is over. North won.");
        local_game_free(session);
        unlink(place->file);
    }
}

/* ---- melds in little room ---- */

/* Puts one meld on the own side's table, its cards of any suit. */
static void lay(struct display *face, cn_packed_meld m)
{
    const int counts[3] = {cn_meld_naturals(m), cn_meld_deuces(m), cn_meld_jokers(m)};
    const int kinds[3] = {cn_meld_kind(m), CN_DEUCE, CN_JOKER};
    face->laid_count = 0;
    for (int i = 0; i < 3; i++)
        for (int card = 0, left = counts[i]; left > 0; card = (card + 1) % CN_CARD_CODES) {
            if (cn_card_kind((cn_card)card) != kinds[i])
                continue;
            face->laid_side[face->laid_count] = (uint8_t)face->side;
            face->laid_meld[face->laid_count] = 0;
            face->laid[face->laid_count++] = (cn_card)card;
            left--;
        }
    face->table.melds[face->side][0] = m;
    face->table.meld_count[face->side] = 1;
}

static int tokens_of(const char *text)
{
    int count = 0;
    for (const char *at = text; *at != '\0'; at += strcspn(at, " "), at += strspn(at, " "))
        count++;
    return count;
}

/* In any room a meld shows its cards or says how many they are, and nothing in signs that must
 * be learnt. */
static void expect_cell(const struct display *face, cn_packed_meld m, int columns)
{
    struct meld_cell cell;
    char size[16];
    cell_of(face, face->side, 0, columns, columns > 50 ? 6 : 4, &cell);
    snprintf(size, sizeof size, "%d", cn_meld_size(m));
    assert_null(strchr(cell.words, '+'));
    assert_true(cn__columns(cell.ranks) <= columns);
    if (cell.words[0] != '\0' && columns >= 16)
        assert_true(cell.at + cn__columns(cell.words) <= columns);
    if (cell.ranks[0] != '\0')
        assert_true(cn__columns(cell.ranks) < cell.at || cell.words[0] == '\0');
    const bool shown =
        cell.card_count == cn_meld_size(m) || tokens_of(cell.ranks) == cn_meld_size(m);
    if (!shown && strstr(cell.words, size) == NULL)
        fail_msg("%d columns: \"%s\" \"%s\"", columns, cell.ranks, cell.words);
}

static void melds_are_plain_in_little_room(void **state)
{
    static const char *const languages[] = {"en", "es", "de", "fr"};
    struct local_game *session = begin(*state);
    static struct display face;
    assert_true(local_game_deal(session));
    display_of(&session->scene, 0, &face);
    for (int i = 0; i < 4; i++) {
        struct cn_words words;
        assert_true(cn_words_find(languages[i], &words));
        face.words = &words;
        for (int naturals = 2; naturals <= 8; naturals++)
            for (int wilds = 0; wilds <= 3; wilds++)
                for (int columns = 10; columns <= 60; columns++)
                    for (int kind = CN_NINE; kind <= CN_TEN; kind++) {
                        const cn_packed_meld m =
                            cn_meld_of(kind, naturals, wilds / 2, wilds - wilds / 2);
                        if (cn_meld_size(m) < 3)
                            continue;
                        lay(&face, m);
                        expect_cell(&face, m, columns);
                    }
    }
    local_game_free(session);
}

/* ---- levels ---- */

/* The pace that was asked for is the game's; one that was not asked for is nobody's. */
static void the_pace_is_kept_with_the_game(void **state)
{
    struct place *place = *state;
    for (int given = 0; given < 2; given++) {
        struct terminal_options options = place->options;
        struct io_error trouble = {NULL, ""};
        options.file = given ? place->file : place->other;
        options.pace = PACE_SLOW;
        options.pace_given = given != 0;
        local_game_free(local_game_new(&options, &trouble));
        options.pace = PACE_NORMAL;
        options.pace_given = false;
        struct local_game *session = local_game_resume(&options, &trouble);
        assert_non_null(session);
        assert_int_equal(session->pace_given, given);
        assert_int_equal(session->pace, given ? PACE_SLOW : PACE_NORMAL);
        local_game_free(session);
    }
}

static void levels_are_kept_with_the_game(void **state)
{
    struct place *place = *state;
    struct io_error trouble = {NULL, ""};
    static struct display face;
    strcpy(place->options.bots[0], "level:beginner");
    strcpy(place->options.bots[1], "random");
    strcpy(place->options.bots[2], "level:club");
    place->options.bot_count = 3;
    local_game_free(begin(place));
    struct local_game *session = local_game_resume(&place->options, &trouble);
    assert_non_null(session);
    assert_ptr_equal(session->bots[1], cn_bot_find("greedy"));
    assert_ptr_equal(session->bots[2], cn_bot_find("random"));
    assert_ptr_equal(session->bots[3], cn_bot_find("patient"));
    display_of(&session->scene, 0, &face);
    assert_string_equal(face.levels[1], "beginner");
    assert_string_equal(face.levels[2], "");
    assert_string_equal(face.levels[3], "club");
    local_game_free(session);
    unlink(place->file);
    strcpy(place->options.bots[1], "level:greedy");
    assert_null(local_game_new(&place->options, &trouble));
    assert_string_equal(trouble.key, "level");
    assert_string_equal(trouble.detail, "greedy");
}

/* ---- programs that play ---- */

/* A program that takes the first legal action, and keeps what it was told. */
struct fake {
    const struct cn_game *game;
    int seat;
    struct cn__text told;
    bool fails;
};
static struct fake fakes[CN_SEATS_MAX];
static int opened;

static void *fake_open(void *context, const char *command)
{
    (void)context;
    struct fake *fake = &fakes[opened++];
    cn__text_free(&fake->told);
    memset(fake, 0, sizeof *fake);
    fake->fails = strcmp(command, "fails") == 0;
    return fake;
}

static void fake_close(void *program)
{
    (void)program;
}

static bool fake_begin(void *program, const struct cn_game_header *line, const struct cn_game *game,
                       int seat)
{
    struct fake *fake = program;
    assert_int_equal(line->players, 4);
    fake->game = game;
    fake->seat = seat;
    return true;
}

static void fake_tell(void *program, const char *lines, size_t length)
{
    cn__text_append(&((struct fake *)program)->told, lines, length);
}

static bool fake_wait(void *program, int ms, struct cn_action *action)
{
    static struct cn_actions list;
    const struct fake *fake = program;
    const struct cn_deal *deal = &fake->game->deal;
    assert_true(ms > 0 && cn_game_actor(fake->game) == fake->seat);
    cn_board_legal_list(fake->game->law, &deal->table, deal->hands[fake->seat], &list);
    *action = list.at[0];
    return true;
}

static void fake_fault(void *program, char *text, size_t size)
{
    snprintf(text, size, "%s", ((struct fake *)program)->fails ? "tired" : "");
}

static const struct program_hooks fake_programs = {.open = fake_open,
                                                   .close = fake_close,
                                                   .begin = fake_begin,
                                                   .tell = fake_tell,
                                                   .wait = fake_wait,
                                                   .fault = fake_fault};

static void seat_fakes(struct place *place, const char *bot)
{
    place->options.programs = &fake_programs;
    place->options.humans = 1;
    place->options.bot_count = 1;
    snprintf(place->options.bots[0], BOT_NAME_SIZE, "%s", bot);
    opened = 0;
}

/* A deal in which the person takes everything back once that can be taken back, or nothing.
 * Returns how much it was. */
static int play_with_fakes(struct place *place, bool takes_back, struct cn__text *told)
{
    static struct display face;
    int taken = 0;
    seat_fakes(place, "exec:first, \"of\" all%");
    struct local_game *session = begin(place);
    assert_string_equal(session->seats[2].command, "first, \"of\" all%");
    assert_true(local_game_deal(session));
    while (move(session, &face)) {
        if (!takes_back || local_game_undoable(session, 0) == 0)
            continue;
        const struct cn_action action = session->scene.action;
        local_game_undo(session);
        taken++;
        assert_true(local_game_play(session, 0, action, NULL, NULL));
    }
    local_game_free(session);
    *told = fakes[1].told;
    memset(&fakes[1].told, 0, sizeof fakes[1].told);
    cn__text_free(&fakes[0].told);
    cn__text_free(&fakes[2].told);
    unlink(place->file);
    return taken;
}

/* A program hears nothing of what was taken back, and the whole deal. */
static void programs_hear_what_stands(void **state)
{
    struct place *place = *state;
    struct cn__text straight;
    struct cn__text taken;
    assert_int_equal(play_with_fakes(place, false, &straight), 0);
    assert_true(play_with_fakes(place, true, &taken) > 0);
    assert_int_equal(straight.length, taken.length);
    assert_memory_equal(straight.text, taken.text, straight.length);
    assert_memory_equal(straight.text, "{\"t\":\"deal\"", 11);
    assert_non_null(memmem(straight.text, straight.length, "{\"t\":\"end\"", 10));
    cn__text_free(&straight);
    cn__text_free(&taken);
}

/* What fails plays nothing, and loses nothing; from elsewhere nothing is started. */
static void a_program_that_fails_ends_the_table(void **state)
{
    static struct display face;
    struct io_error trouble = {NULL, ""};
    struct place *place = *state;
    seat_fakes(place, "exec:tires");
    struct local_game *session = begin(place);
    assert_true(local_game_deal(session));
    while (session->trouble.key == NULL) {
        fakes[0].fails = session->scene.turn > 8;
        const int actions = session->actions;
        assert_true(move(session, &face));
        assert_int_equal(session->actions, actions + (session->trouble.key == NULL));
    }
    assert_string_equal(session->trouble.key, "program");
    assert_string_equal(session->trouble.detail, "tires: tired");
    const struct cn_game stood = session->scene.game;
    local_game_free(session);

    seat_fakes(place, "expert");
    assert_null(local_game_resume(&place->options, &trouble));
    assert_string_equal(trouble.key, "unnamed");
    assert_string_equal(trouble.detail, "exec:tires");
    seat_fakes(place, "exec:tires");
    session = local_game_resume(&place->options, &trouble);
    assert_non_null(session);
    assert_memory_equal(&session->scene.game.deal, &stood.deal, sizeof stood.deal);
    while (move(session, &face))
        continue;
    assert_null(session->trouble.key);
    local_game_free(session);
    seat_fakes(place, "exec:fails");
    unlink(place->file);
    assert_null(local_game_new(&place->options, &trouble));
    assert_string_equal(trouble.key, "program");
    for (int i = 0; i < CN_SEATS_MAX; i++)
        cn__text_free(&fakes[i].told);
}

/* ---- read aloud ---- */

/* What is read aloud of the news after 'heard'; returns how many pieces. */
static int listen(const struct display *face, int32_t *heard, int *owner, char *text, size_t size)
{
    int count = 0;
    text[0] = '\0';
    for (int i = 0; i < face->news_count; i++) {
        char one[SAY_SIZE];
        if (face->news[i].id <= *heard)
            continue;
        *heard = face->news[i].id;
        if (words_aloud(face, i, one, sizeof one)[0] == '\0')
            continue;
        count++;
        *owner = face->news[i].seat;
        snprintf(text, size, "%s", one);
    }
    return count;
}

static int occurrences(const char *text, const char *part)
{
    int count = 0;
    for (const char *at = strstr(text, part); at != NULL; at = strstr(at + 1, part))
        count++;
    return count;
}

/* In another's turn nothing before its end, then one sentence with all of it; the own turn piece
 * by piece. */
static void another_s_turn_is_one_sentence(void **state)
{
    static struct display face;
    struct local_game *session = begin(*state);
    char text[SAY_SIZE];
    int owner = CN_NO_SEAT;
    int long_ones = 0;
    int32_t heard = 0;
    assert_true(local_game_deal(session));
    display_of(&session->scene, 0, &face);
    listen(&face, &heard, &owner, text, sizeof text);
    for (;;) {
        const int actor = local_game_actor(session);
        const int turn = session->scene.turn;
        if (!move(session, &face))
            break;
        display_of(&session->scene, 0, &face);
        const bool over = session->scene.turn > turn || face.stage != CN_STAGE_IN_DEAL;
        const int count = listen(&face, &heard, &owner, text, sizeof text);
        if (actor == 0 || session->scene.game.deal.table.phase == CN_PHASE_ANSWER) {
            assert_true(count > 0);
            continue;
        }
        if (face.stage != CN_STAGE_IN_DEAL)
            break; /* the end of the deal is told too */
        assert_int_equal(count, over ? 1 : 0);
        if (!over)
            continue;
        assert_int_equal(occurrences(text, face.names[actor]), 1);
        assert_ptr_equal(strstr(text, face.names[actor]), text);
        assert_int_equal(occurrences(text, "."), 1);
        assert_non_null(strstr(text, "discards"));
        long_ones += strstr(text, ", ") != NULL && strstr(text, " and discards") != NULL;
    }
    assert_true(long_ones > 3);
    local_game_free(session);
}

/* ---- the table in words ---- */

static bool page_has(const struct text_page *page, const char *line)
{
    for (int i = 0; i < page->count; i++)
        if (strcmp(page->line[i], line) == 0)
            return true;
    return false;
}

/* Three canastas of two that are needed are enough, not a part. */
static void canastas_say_whether_they_are_enough(void **state)
{
    static const char *const lines[] = {
        "We: 0 canastas; to go out 2 are needed.", "We: 1 canasta; to go out 2 are needed.",
        "We: 2 canastas, enough to go out.", "We: 3 canastas, enough to go out."};
    static struct text_page page;
    static struct display face;
    struct place *place = *state;
    struct cn_rules_error error;
    assert_true(cn_rules_set(&place->options.rules, "canastas_to_go_out", "2", 1, &error));
    struct local_game *session = begin(place);
    assert_true(local_game_deal(session));
    display_of(&session->scene, 0, &face);
    text_page_table(&page, &face, 100);
    assert_false(page_has(&page, lines[0]));
    face.table.meld_count[face.side] = 1;
    for (uint8_t count = 0; count < 4; count++) {
        face.table.canastas[face.side] = count;
        text_page_table(&page, &face, 100);
        assert_true(page_has(&page, lines[count]));
    }
    local_game_free(session);
}

/* ---- ASCII ---- */

static void sentences_begin_with_a_capital(void **state)
{
    char text[16] = "\u00e9l roba";
    assert_string_equal(words_capitalize(text, sizeof text), "\u00c9l roba.");
    strcpy(text, "\u00c9l");
    assert_string_equal(words_capitalize(text, sizeof text), "\u00c9l.");
    (void)state;
}

static void ascii_is_ascii(void **state)
{
    char text[] = "7\u2665 \u201cPumpa!\u201d \u2014 \u00e9 \u2592";
    char letters[] =
        "\u00a1Comod\u00edn, \u00c1s, a\u00f1o! Gro\u00df \u00ab c\u0153ur \u00bb \u20ac";
    utf8_to_ascii(text);
    assert_string_equal(text, "7h \"Pumpa!\" - e #");
    utf8_to_ascii(letters);
    assert_string_equal(letters, "!Comodin, As, ano! Gross \" coeur \" ?");
    (void)state;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_face_shows_nothing_hidden, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_record_cut_off_anywhere_is_gone_on_with, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(a_forged_record_is_refused, set_up, tear_down),
        cmocka_unit_test_setup_teardown(two_programs_do_not_play_one_file, set_up, tear_down),
        cmocka_unit_test_setup_teardown(melds_are_taken_back_until_a_card_is_seen, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(picked_cards_mean_what_they_can, set_up, tear_down),
        cmocka_unit_test_setup_teardown(words_mean_actions, set_up, tear_down),
        cmocka_unit_test_setup_teardown(words_mean_actions_in_every_language, set_up, tear_down),
        cmocka_unit_test_setup_teardown(typed_actions_count_melds_from_one, set_up, tear_down),
        cmocka_unit_test(numbers_are_written_as_in_the_language),
        cmocka_unit_test_setup_teardown(a_bot_thinks_while_the_table_is_looked_at, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(advice_is_legal_and_in_words, set_up, tear_down),
        cmocka_unit_test_setup_teardown(no_choice_is_shown_above_the_hint_unexplained, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(a_message_of_waiting_ends_with_it, set_up, tear_down),
        cmocka_unit_test(names_of_people_can_be_seen),
        cmocka_unit_test_setup_teardown(sides_are_called_as_people_call_them, set_up, tear_down),
        cmocka_unit_test_setup_teardown(melds_are_plain_in_little_room, set_up, tear_down),
        cmocka_unit_test_setup_teardown(levels_are_kept_with_the_game, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_pace_is_kept_with_the_game, set_up, tear_down),
        cmocka_unit_test_setup_teardown(programs_hear_what_stands, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_program_that_fails_ends_the_table, set_up, tear_down),
        cmocka_unit_test_setup_teardown(another_s_turn_is_one_sentence, set_up, tear_down),
        cmocka_unit_test_setup_teardown(canastas_say_whether_they_are_enough, set_up, tear_down),
        cmocka_unit_test(sentences_begin_with_a_capital),
        cmocka_unit_test(ascii_is_ascii),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
