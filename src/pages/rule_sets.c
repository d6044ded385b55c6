/* rule_sets.c -- the rule sets, and house rules over them: forms, errors in a text, and the decks
 * of numbered games. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bots/bots.h"
#include "display/display.h"
#include "house_rules.h"
#include "law_page.h"
#include "pages.h"
#include "parameter_form.h"
#include "protocol/protocol.h"
#include "ruling_page.h"
#include "schema.h"

enum {
    VALUE_SIZE = 1024,
    KEY_SIZE = 96,
    DEAL_MOST = 1000000
};

/* ---- list ---- */

static void put_players(struct cn__text *answer, const struct cn_rules *rules)
{
    cn__json_open(answer, "players", '[');
    for (int players = 2; players <= CN_SEATS_MAX; players++) {
        if (!cn_rules_allow_players(rules, players))
            continue;
        cn__json_int(answer, NULL, players);
    }
    cn__json_close(answer, ']');
}

static void put_house(struct cn__text *answer, const struct cn_words *words, const char *name,
                      const struct cn_rules *rules)
{
    char about[KEY_SIZE];
    (void)snprintf(about, sizeof about, "%s.about", name);
    cn__json_open(answer, NULL, '{');
    cn__json_string(answer, "name", name);
    pages_sentence(answer, "title", words, "house.", name);
    pages_sentence(answer, "about", words, "house.", about);
    pages_house(answer, rules);
    cn__json_close(answer, '}');
}

static void put_houses(struct cn__text *answer, const struct cn_words *words, const char *set)
{
    struct cn_rules rules;
    cn__json_open(answer, "houses", '[');
    for (int i = 0; cn_house_builtin(i) != NULL; i++)
        if (cn_house_load(&rules, cn_house_builtin(i)) && strcmp(rules.name, set) == 0)
            put_house(answer, words, cn_house_builtin(i), &rules);
    cn__json_close(answer, ']');
}

static void put_set(struct cn__text *answer, const struct cn_words *words, const char *name)
{
    struct cn_rules rules;
    char about[KEY_SIZE];
    (void)cn_rules_load(&rules, name);
    (void)snprintf(about, sizeof about, "%s.about", name);
    cn__json_open(answer, NULL, '{');
    cn__json_string(answer, "name", name);
    pages_sentence(answer, "title", words, "set.", name);
    pages_sentence(answer, "about", words, "set.", about);
    put_players(answer, &rules);
    cn__json_int(answer, "target", rules.rounds > 0 ? 0 : rules.target);
    cn__json_int(answer, "rounds", rules.rounds);
    put_houses(answer, words, name);
    cn__json_close(answer, '}');
}

static void list_sets(const json_t *question, struct cn__text *answer)
{
    const struct cn_words words = query_words(question);
    cn__json_open(answer, NULL, '{');
    cn__json_open(answer, "sets", '[');
    for (int i = 0; cn_rules_builtin(i) != NULL; i++) {
        put_set(answer, &words, cn_rules_builtin(i));
    }
    cn__json_close(answer, ']');
    cn__json_close(answer, '}');
}

/* ---- names ---- */

static void list_names(struct cn__text *answer)
{
    cn__json_open(answer, NULL, '{');
    cn__json_string(answer, "default", cn_rules_default());
    cn__json_close(answer, '}');
}

/* ---- parameters ---- */

/* The first parameter of each group; a group continues up to the next one in the table. */
static const struct group {
    enum cn_param first;
    const char *name;
} groups[] = {
    {CN_PARAM_packs, "table"},
    {CN_PARAM_hand_size, "dealing"},
    {CN_PARAM_pile_freeze, "pack"},
    {CN_PARAM_upcard_cover_once, "dealing"},
    {CN_PARAM_pile_taken, "pack"},
    {CN_PARAM_fewest_naturals, "melds"},
    {CN_PARAM_initial_minimum, "opening"},
    {CN_PARAM_discard_wild, "discard"},
    {CN_PARAM_talon, "more"},
    {CN_PARAM_special_hands, "hands"},
    {CN_PARAM_canastas_to_go_out, "out"},
    {CN_PARAM_stock_gone, "end"},
    {CN_PARAM_bonus_kinds, "threes"},
    {CN_PARAM_natural_canasta_bonus, "score"},
    {CN_PARAM_referee, "referee"},
    {CN_PARAM_announce_last_card, "out"},
    {CN_PARAM_cite_frozen, "cite"},
};

static const char *group_of(int param)
{
    const char *name = groups[0].name;
    for (size_t i = 0; i < sizeof groups / sizeof groups[0]; i++)
        if (param >= (int)groups[i].first)
            name = groups[i].name;
    return name;
}

/* Writes the value for this number of players, as a profile may write it. Returns false if it still
 * depends on their number. */
static bool value_for(const struct cn_rules *rules, int param, int players, char *text, size_t size)
{
    const struct cn_param_row *row = cn_param_at(param);
    struct cn_rules alone = *rules;
    if (players != 0 && (row->type == CN_VALUE_INT_BY || row->type == CN_VALUE_WORD_BY)) {
        struct cn_per_players *by = (void *)((char *)&alone + cn_param_offset(param));
        const int32_t value = by->at[cn_players_class(players)];
        for (int i = 0; i < CN_PLAYERS_CLASSES; i++)
            by->at[i] = value;
    }
    (void)cn_rules_value(&alone, param, text, size);
    return text[0] != '{';
}

/* ---- a parameter in a form ---- */

/* Writes a possible value, as in a profile and in words. */
static void put_choice(struct cn__text *answer, const struct cn_words *words, int param,
                       const char *word)
{
    char key[KEY_SIZE], sentence[VALUE_SIZE];
    (void)snprintf(key, sizeof key, "choice.%s.%s", cn_param_name(param), word);
    const bool found = words != NULL && cn_words_lookup(words, key, sentence, sizeof sentence);
    cn__json_string(answer, NULL, found ? sentence : word);
}

static void put_words(struct cn__text *answer, const struct cn_words *words, int param)
{
    char word[KEY_SIZE];
    for (const char *at = cn_param_at(param)->words; *at != '\0';) {
        const size_t length = strcspn(at, " ");
        memcpy(word, at, length);
        word[length] = '\0';
        put_choice(answer, words, param, word);
        at += length + strspn(at + length, " ");
    }
}

static void put_limits(struct cn__text *answer, const struct cn_words *words, int param)
{
    const struct cn_param_row *row = cn_param_at(param);
    char number[16];
    put_choice(answer, words, param, row->words);
    for (int32_t value = row->low; value <= row->high; value++) {
        (void)snprintf(number, sizeof number, "%d", (int)value);
        put_choice(answer, words, param, number);
    }
}

/* If 'words' is NULL, writes values as in a profile. */
static void put_list(struct cn__text *answer, const char *key, const struct cn_words *words,
                     int param)
{
    cn__json_open(answer, key, '[');
    if (cn_param_at(param)->type == CN_VALUE_LIMIT)
        put_limits(answer, words, param);
    else
        put_words(answer, words, param);
    cn__json_close(answer, ']');
}

/* A parameter of more numbers than this is typed, not chosen from a list. */
enum {
    LISTED_MOST = 40
};

static void put_choices(struct cn__text *answer, const struct cn_words *words, int param)
{
    const struct cn_param_row *row = cn_param_at(param);
    if (row->type == CN_VALUE_LIMIT && row->high - row->low > LISTED_MOST) {
        cn__json_string(answer, "form", "limit");
        cn__json_int(answer, "low", row->low);
        cn__json_int(answer, "high", row->high);
        cn__json_open(answer, "choices", '[');
        cn__json_string(answer, NULL, row->words);
        cn__json_close(answer, ']');
        cn__json_open(answer, "choiceTexts", '[');
        put_choice(answer, words, param, row->words);
        cn__json_close(answer, ']');
        return;
    }
    cn__json_string(answer, "form", "choice");
    put_list(answer, "choices", NULL, param);
    put_list(answer, "choiceTexts", words, param);
}

static void put_number_form(struct cn__text *answer, int param)
{
    const struct cn_param_row *row = cn_param_at(param);
    cn__json_string(answer, "form", "number");
    cn__json_int(answer, "low", row->low);
    cn__json_int(answer, "high", row->high);
}

/* 'plain': the value does not depend on the number of players. */
static void put_form(struct cn__text *answer, const struct cn_words *words, int param, bool plain)
{
    const enum cn_value_type type = cn_param_at(param)->type;
    if (type == CN_VALUE_INT || (type == CN_VALUE_INT_BY && plain))
        put_number_form(answer, param);
    else if (type == CN_VALUE_BOOL)
        cn__json_string(answer, "form", "switch");
    else if (type == CN_VALUE_WORD || type == CN_VALUE_CHOICE || type == CN_VALUE_LIMIT ||
             (type == CN_VALUE_WORD_BY && plain))
        put_choices(answer, words, param);
    else if (form_supports(param))
        cn__json_string(answer, "form", "rows");
    else
        cn__json_string(answer, "form", "other");
}

struct params {
    struct cn_words words;
    struct cn_rules rules, standard;
    int players; /* 0: any */
};

static void put_label(struct cn__text *answer, const struct cn_words *words, int param)
{
    char label[VALUE_SIZE];
    (void)cn_words_parameter_label(words, param, label, sizeof label);
    cn__json_string(answer, "label", label);
}

/* Writes a list or table: its fields, and in words its values here and in the base set. */
static void put_table(struct cn__text *answer, const struct params *p, int param)
{
    char says[VALUE_SIZE];
    form_write(answer, &p->words, &p->rules, param);
    form_describe(&p->words, &p->rules, &p->standard, param, says, sizeof says);
    cn__json_string(answer, "says", says);
    form_describe(&p->words, &p->standard, &p->rules, param, says, sizeof says);
    cn__json_string(answer, "defaultSays", says);
}

/* What a parameter is for: in words without those of rules files, where the others have some. */
static void put_explained(struct cn__text *answer, const struct cn_words *words, int param)
{
    char key[KEY_SIZE], sentence[VALUE_SIZE];
    (void)snprintf(key, sizeof key, "web.rules.about.%s", cn_param_name(param));
    if (cn_words_lookup(words, key, sentence, sizeof sentence))
        cn__json_string(answer, "text", sentence);
    else
        pages_sentence(answer, "text", words, "param.", cn_param_name(param));
}

/* A referee is offered where one can rule (R14), and where there is one already. */
static bool is_offered(const struct params *p, int param)
{
    struct cn_rules rules = p->rules;
    struct cn_rules_error error;
    if (param != CN_PARAM_referee || rules.referee != CN_REFEREE_STRICT)
        return true;
    rules.referee = CN_REFEREE_CALLED;
    return cn_rules_check(&rules, &error);
}

static void put_param(struct cn__text *answer, const struct params *p, int param)
{
    char value[CN_RULES_VALUE_SIZE], standard[CN_RULES_VALUE_SIZE];
    const bool plain = value_for(&p->rules, param, p->players, value, sizeof value);
    (void)value_for(&p->standard, param, p->players, standard, sizeof standard);
    cn__json_open(answer, NULL, '{');
    cn__json_string(answer, "name", cn_param_name(param));
    put_label(answer, &p->words, param);
    cn__json_string(answer, "value", value);
    cn__json_string(answer, "default", standard);
    cn__json_string(answer, "article", p->rules.article[param].text);
    put_explained(answer, &p->words, param);
    if (is_offered(p, param))
        put_form(answer, &p->words, param, plain);
    else
        cn__json_string(answer, "form", "other");
    if (form_supports(param))
        put_table(answer, p, param);
    cn__json_string(answer, "group", group_of(param));
    cn__json_close(answer, '}');
}

static void list_params(const json_t *question, struct cn__text *answer)
{
    struct params p = {.words = query_words(question)};
    const bool given = json_object_get(question, "players") != NULL;
    const bool read =
        given ? query_rules_for_players(question, &p.words, &p.rules, &p.players, answer)
              : query_rules(question, &p.words, &p.rules, answer);
    if (!read)
        return;
    (void)cn_rules_load(&p.standard, p.rules.name);
    cn__json_open(answer, NULL, '{');
    cn__json_open(answer, "params", '[');
    for (int param = 0; param < CN_PARAM_COUNT; param++) {
        put_param(answer, &p, param);
    }
    cn__json_close(answer, ']');
    cn__json_close(answer, '}');
}

/* ---- house rules ---- */

static void put_fine(struct cn__text *answer)
{
    cn__json_open(answer, NULL, '{');
    cn__json_bool(answer, "fine", true);
    cn__json_close(answer, '}');
}

static void check_house(const json_t *question, struct cn__text *answer)
{
    enum {
        LENGTH_MOST = sizeof(((struct message *)0)->house) - 1
    };
    const struct cn_words words = query_words(question);
    struct cn_rules rules;
    int players;
    if (!query_rules_for_players(question, &words, &rules, &players, answer))
        return;
    if (strlen(query_text_or_empty(question, "house")) > LENGTH_MOST)
        house_error_write(&words, "house.too_long", LENGTH_MOST, answer);
    else
        put_fine(answer);
}

/* ---- sides ---- */

/* Who plays first and who is idle matters only if a side gets another player each deal. As in a
 * first deal. */
enum {
    FIRST_DEALER = 3,
    FIRST_IDLE = 4
};

static int first_idle(int players)
{
    return players == 5 ? FIRST_IDLE : CN_NO_SEAT;
}

static void put_seats(struct cn__text *answer, const struct cn_board *board, int side)
{
    cn__json_open(answer, NULL, '[');
    for (int seat = 0; seat < board->players; seat++) {
        if (board->side[seat] != side)
            continue;
        cn__json_int(answer, NULL, seat);
    }
    cn__json_close(answer, ']');
}

/* Writes the names that seats without a name have at that table: their places as the viewer sees
 * them. */
static void put_places(const json_t *question, const struct cn_words *words,
                       const struct cn_rules *rules, int players, struct cn__text *answer)
{
    char place[NAME_SIZE];
    const int64_t seat = query_integer(question, "seat");
    const int bottom = seat >= 0 && seat < players ? (int)seat : 0;
    cn__json_open(answer, "places", '[');
    for (int other = 0; other < players; other++) {
        words_compass(words, (enum cn_direction)rules->direction, players, bottom, other, place,
                      sizeof place);
        cn__json_string(answer, NULL, place);
    }
    cn__json_close(answer, ']');
}

static void list_sides(const json_t *question, struct cn__text *answer)
{
    const struct cn_words words = query_words(question);
    struct cn_board board;
    struct cn_rules rules;
    int players;
    if (!query_rules_for_players(question, &words, &rules, &players, answer))
        return;
    cn_board_init(&rules, &board, players, FIRST_DEALER % players, first_idle(players), NULL);
    cn__json_open(answer, NULL, '{');
    cn__json_open(answer, "sides", '[');
    for (int side = 0; side < board.sides; side++) {
        put_seats(answer, &board, side);
    }
    cn__json_close(answer, ']');
    put_places(question, &words, &rules, players, answer);
    cn__json_close(answer, '}');
}

/* ---- numbered games ---- */

/* Lists the deck in the order in which cards leave it, including those put back under the upcard
 * (I2). */
static bool deal_deck(const struct cn_rules *rules, int players, const char *number, int deal,
                      cn_card deck[CN_CARDS_MAX])
{
    struct cn_rng rng;
    struct cn_deal *dealt = calloc(1, sizeof *dealt);
    if (dealt == NULL)
        return false;
    (void)cn_seeded_deck(rules, players, number, deal, deck, &rng);
    const bool good = cn_deal_start(rules, dealt, players, FIRST_DEALER % players,
                                    first_idle(players), NULL, deck, &rng, NULL);
    free(dealt);
    return good;
}

static void put_deck(const cn_card *deck, int count, struct cn__text *answer)
{
    char text[2 * CN_CARDS_MAX + 1];
    for (int i = 0; i < count; i++)
        cn_card_format(deck[i], text + 2 * i);
    cn__json_open(answer, NULL, '{');
    cn__json_string(answer, "deck", text);
    cn__json_close(answer, '}');
}

static void answer_deck(const json_t *question, struct cn__text *answer)
{
    const struct cn_words words = query_words(question);
    const int64_t deal = query_integer(question, "deal");
    const char *number = query_text_or_empty(question, "number");
    const bool given = json_object_get(question, "players") != NULL;
    cn_card deck[CN_CARDS_MAX];
    struct cn_rules rules;
    int players = 4;
    if (deal < 1 || deal > DEAL_MOST)
        return;
    if (given ? !query_rules_for_players(question, &words, &rules, &players, answer)
              : !query_rules(question, &words, &rules, answer))
        return;
    if (!cn_rules_allow_players(&rules, players))
        house_error_write(&words, "house.players", players, answer);
    else if (deal_deck(&rules, players, number, (int)deal, deck))
        put_deck(deck, cn_rules_cards(&rules, players), answer);
}

void pages_brief_sets_query(const json_t *question, struct cn__text *answer)
{
    const size_t before = answer->length;
    if (query_does(question, "names"))
        list_names(answer);
    else if (query_does(question, "deck"))
        answer_deck(question, answer);
    if (answer->length == before)
        query_error(answer, "question");
    SCHEMA_CHECK(question, answer, before);
}

void rule_sets_query(const json_t *question, struct cn__text *answer)
{
    const size_t before = answer->length;
    if (query_does(question, "list"))
        list_sets(question, answer);
    else if (query_does(question, "names"))
        list_names(answer);
    else if (query_does(question, "params"))
        list_params(question, answer);
    else if (query_does(question, "rows"))
        form_update(question, answer);
    else if (query_does(question, "house"))
        check_house(question, answer);
    else if (query_does(question, "sides"))
        list_sides(question, answer);
    else if (query_does(question, "deck"))
        answer_deck(question, answer);
    else if (query_does(question, "law"))
        law_page_list(question, answer);
    else if (query_does(question, "law-search"))
        law_page_search(question, answer);
    else if (query_does(question, "rule"))
        ruling_page_follow(question, answer);
    if (answer->length == before)
        query_error(answer, "question");
    SCHEMA_CHECK(question, answer, before);
}
