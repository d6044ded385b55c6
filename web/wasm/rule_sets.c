/* sets.c -- the rule sets, and house rules over them: what forms show, what is wrong with a text, and the decks of numbered
 * games. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bots/bots.h"
#include "display/display.h"
#include "house_rules.h"
#include "parameter_form.h"
#include "protocol/protocol.h"

enum {
    VALUE_SIZE = 1024,
    KEY_SIZE = 96,
    DEAL_MOST = 1000000
};

static void separate(struct cn_record_lines *answer, bool first)
{
    if (!first)
        cn_web_put(answer, ",");
}

/* ---- list ---- */

static void put_players(struct cn_record_lines *answer, const struct cn_rules *rules)
{
    bool first = true;
    cn_web_put(answer, "\"players\":[");
    for (int players = 2; players <= CN_SEATS_MAX; players++) {
        if (!cn_rules_allow_players(rules, players))
            continue;
        separate(answer, first);
        cn_record_lines_put_number(answer, players);
        first = false;
    }
    cn_web_put(answer, "]");
}

static void put_set(struct cn_record_lines *answer, const struct cn_words *words, const char *name)
{
    struct cn_rules rules;
    char about[KEY_SIZE];
    (void)cn_rules_load(&rules, name);
    (void)snprintf(about, sizeof about, "%s.about", name);
    cn_web_put(answer, "{");
    cn_web_put_text(answer, "name", name);
    cn_web_put(answer, ",");
    cn_web_put_sentence(answer, "title", words, "set.", name);
    cn_web_put(answer, ",");
    cn_web_put_sentence(answer, "about", words, "set.", about);
    cn_web_put(answer, ",");
    put_players(answer, &rules);
    cn_web_put(answer, ",");
    cn_web_put_number(answer, "target", rules.target);
    cn_web_put(answer, "}");
}

static void list_sets(const json_t *question, struct cn_record_lines *answer)
{
    const struct cn_words words = cn_web_words(question);
    cn_web_put(answer, "{\"sets\":[");
    for (int i = 0; cn_rules_builtin(i) != NULL; i++) {
        separate(answer, i == 0);
        put_set(answer, &words, cn_rules_builtin(i));
    }
    cn_web_put(answer, "]}");
}

/* ---- names ---- */

static const char *level_name(int index)
{
    const struct cn_level *level = cn_level_at(index);
    return level != NULL ? level->name : NULL;
}

static void put_names(struct cn_record_lines *answer, const char *key,
                      const char *(*name)(int index))
{
    cn_web_put(answer, ",");
    cn_record_lines_put_string(answer, key);
    cn_web_put(answer, ":[");
    for (int i = 0; name(i) != NULL; i++) {
        separate(answer, i == 0);
        cn_record_lines_put_string(answer, name(i));
    }
    cn_web_put(answer, "]");
}

/* What pages would else have to know by heart. */
static void list_names(struct cn_record_lines *answer)
{
    cn_web_put(answer, "{");
    cn_web_put_text(answer, "usual", cn_rules_default());
    put_names(answer, "levels", level_name);
    put_names(answer, "phrases", phrase_at);
    cn_web_put(answer, "}");
}

/* ---- parameters ---- */

/* The first parameter of each group; those after it in the table belong to it too. */
static const struct group {
    enum cn_param first;
    const char *name;
} groups[] = {
    {CN_PARAM_packs, "table"},
    {CN_PARAM_hand_size, "dealing"},
    {CN_PARAM_pile_freeze, "pack"},
    {CN_PARAM_upcard_cover_once, "dealing"},
    {CN_PARAM_frozen_before_initial_meld, "pack"},
    {CN_PARAM_fewest_naturals, "melds"},
    {CN_PARAM_canastas_to_go_out, "out"},
    {CN_PARAM_stock_gone, "end"},
    {CN_PARAM_red_three_bonus, "score"},
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

/* The value for so many players alone, as a profile may write it too; false if it still goes by their number. */
static bool value_for(const struct cn_rules *rules, int param, int players, char *text, size_t size)
{
    const struct cn_param_row *row = cn_param_at(param);
    struct cn_rules alone = *rules;
    if (players != 0 && (row->type == CN_VALUE_INT_BY || row->type == CN_VALUE_WORD_BY)) {
        struct cn_per_players *by = (void *)((char *)&alone + cn_param_offset(param));
        const int32_t value = by->at[cn_players_class(players)];
        *by = (struct cn_per_players){{value, value, value}};
    }
    (void)cn_rules_value(&alone, param, text, size);
    return text[0] != '{';
}

/* ---- a parameter in a form ---- */

static void put_choice(struct cn_record_lines *texts, const struct cn_words *words, int param,
                       const char *word)
{
    char key[KEY_SIZE], sentence[VALUE_SIZE];
    (void)snprintf(key, sizeof key, "choice.%s.%s", cn_param_name(param), word);
    const bool found = cn_words_lookup(words, key, sentence, sizeof sentence);
    cn_record_lines_put_string(texts, found ? sentence : word);
}

static void put_word(struct cn_record_lines *answer, struct cn_record_lines *texts,
                     const struct cn_words *words, int param, const char *word)
{
    separate(answer, texts->length == 0);
    separate(texts, texts->length == 0);
    cn_record_lines_put_string(answer, word);
    put_choice(texts, words, param, word);
}

static void put_words(struct cn_record_lines *answer, struct cn_record_lines *texts,
                      const struct cn_words *words, int param)
{
    char word[KEY_SIZE];
    for (const char *at = cn_param_at(param)->words; *at != '\0';) {
        const size_t length = strcspn(at, " ");
        memcpy(word, at, length);
        word[length] = '\0';
        put_word(answer, texts, words, param, word);
        at += length + strspn(at + length, " ");
    }
}

static void put_limits(struct cn_record_lines *answer, struct cn_record_lines *texts,
                       const struct cn_words *words, int param)
{
    const struct cn_param_row *row = cn_param_at(param);
    char number[16];
    put_word(answer, texts, words, param, "none");
    for (int32_t value = row->low; value <= row->high; value++) {
        (void)snprintf(number, sizeof number, "%d", (int)value);
        put_word(answer, texts, words, param, number);
    }
}

static void put_choices(struct cn_record_lines *answer, const struct cn_words *words, int param)
{
    struct cn_record_lines texts = {.text = NULL};
    cn_web_put(answer, "\"form\":\"choice\",\"choices\":[");
    if (cn_param_at(param)->type == CN_VALUE_LIMIT)
        put_limits(answer, &texts, words, param);
    else
        put_words(answer, &texts, words, param);
    cn_web_put(answer, "],\"choiceTexts\":[");
    cn_record_lines_put(answer, texts.text, texts.length);
    cn_web_put(answer, "],");
    answer->failed = answer->failed || texts.failed;
    cn_record_lines_free(&texts);
}

static void put_number_form(struct cn_record_lines *answer, int param)
{
    const struct cn_param_row *row = cn_param_at(param);
    cn_web_put(answer, "\"form\":\"number\",");
    cn_web_put_number(answer, "low", row->low);
    cn_web_put(answer, ",");
    cn_web_put_number(answer, "high", row->high);
    cn_web_put(answer, ",");
}

/* 'plain': its value is one, not one by number of players. */
static void put_form(struct cn_record_lines *answer, const struct cn_words *words, int param,
                     bool plain)
{
    const enum cn_value_type type = cn_param_at(param)->type;
    if (type == CN_VALUE_INT || (type == CN_VALUE_INT_BY && plain))
        put_number_form(answer, param);
    else if (type == CN_VALUE_BOOL)
        cn_web_put(answer, "\"form\":\"switch\",");
    else if (type == CN_VALUE_WORD || type == CN_VALUE_LIMIT || (type == CN_VALUE_WORD_BY && plain))
        put_choices(answer, words, param);
    else if (cn_web_has_rows(param))
        cn_web_put(answer, "\"form\":\"rows\",");
    else
        cn_web_put(answer, "\"form\":\"other\",");
}

struct params {
    struct cn_words words;
    struct cn_rules rules, usual;
    int players; /* 0: any */
};

static void put_label(struct cn_record_lines *answer, const struct cn_words *words, int param)
{
    char label[VALUE_SIZE];
    (void)cn_words_parameter_label(words, param, label, sizeof label);
    cn_web_put_text(answer, "label", label);
}

/* A list or a table: the fields, and in words what stands in them, here and usually. */
static void put_table(struct cn_record_lines *answer, const struct params *p, int param)
{
    char says[VALUE_SIZE];
    cn_web_put_rows(answer, &p->words, &p->rules, param);
    cn_web_say_rows(&p->words, &p->rules, &p->usual, param, says, sizeof says);
    cn_web_put(answer, ",");
    cn_web_put_text(answer, "says", says);
    cn_web_say_rows(&p->words, &p->usual, &p->rules, param, says, sizeof says);
    cn_web_put(answer, ",");
    cn_web_put_text(answer, "usualSays", says);
    cn_web_put(answer, ",");
}

static void put_param(struct cn_record_lines *answer, const struct params *p, int param)
{
    char value[VALUE_SIZE], usual[VALUE_SIZE];
    const bool plain = value_for(&p->rules, param, p->players, value, sizeof value);
    (void)value_for(&p->usual, param, p->players, usual, sizeof usual);
    cn_web_put(answer, "{");
    cn_web_put_text(answer, "name", cn_param_name(param));
    cn_web_put(answer, ",");
    put_label(answer, &p->words, param);
    cn_web_put(answer, ",");
    cn_web_put_text(answer, "value", value);
    cn_web_put(answer, ",");
    cn_web_put_text(answer, "usual", usual);
    cn_web_put(answer, ",");
    cn_web_put_text(answer, "article", p->rules.article[param].text);
    cn_web_put(answer, ",");
    cn_web_put_sentence(answer, "text", &p->words, "param.", cn_param_name(param));
    cn_web_put(answer, ",");
    put_form(answer, &p->words, param, plain);
    if (cn_web_has_rows(param))
        put_table(answer, p, param);
    cn_web_put_text(answer, "group", group_of(param));
    cn_web_put(answer, "}");
}

static void list_params(const json_t *question, struct cn_record_lines *answer)
{
    struct params p = {.words = cn_web_words(question)};
    const bool given = json_object_get(question, "players") != NULL;
    const bool read = given ? cn_web_rules_for(question, &p.words, &p.rules, &p.players, answer)
                            : cn_web_rules(question, &p.words, &p.rules, answer);
    if (!read)
        return;
    (void)cn_rules_load(&p.usual, p.rules.name);
    cn_web_put(answer, "{\"params\":[");
    for (int param = 0; param < CN_PARAM_COUNT; param++) {
        separate(answer, param == 0);
        put_param(answer, &p, param);
    }
    cn_web_put(answer, "]}");
}

/* ---- house rules ---- */

static void check_house(const json_t *question, struct cn_record_lines *answer)
{
    enum {
        LENGTH_MOST = sizeof(((struct message *)0)->house) - 1
    };
    const struct cn_words words = cn_web_words(question);
    struct cn_rules rules;
    int players;
    if (!cn_web_rules_for(question, &words, &rules, &players, answer))
        return;
    if (strlen(cn_web_text(question, "house")) > LENGTH_MOST)
        cn_web_house_error(&words, "house.too_long", LENGTH_MOST, answer);
    else
        cn_web_put(answer, "{\"fine\":true}");
}

/* ---- sides ---- */

/* Who plays first and who is idle matters only where a side gets another player each deal: as in a first deal. */
enum {
    FIRST_DEALER = 3,
    FIRST_IDLE = 4
};

static int first_idle(int players)
{
    return players == 5 ? FIRST_IDLE : CN_NO_SEAT;
}

static void put_seats(struct cn_record_lines *answer, const struct cn_board *table, int side)
{
    bool first = true;
    cn_web_put(answer, "[");
    for (int seat = 0; seat < table->players; seat++) {
        if (table->side[seat] != side)
            continue;
        separate(answer, first);
        cn_record_lines_put_number(answer, seat);
        first = false;
    }
    cn_web_put(answer, "]");
}

/* How whoever has no name is called at that table, by where it sits for the seat that looks. */
static void put_places(const json_t *question, const struct cn_words *words,
                       const struct cn_rules *rules, int players, struct cn_record_lines *answer)
{
    char place[NAME_SIZE];
    const int64_t seat = cn_web_number(question, "seat");
    const int bottom = seat >= 0 && seat < players ? (int)seat : 0;
    cn_web_put(answer, "\"places\":[");
    for (int other = 0; other < players; other++) {
        separate(answer, other == 0);
        words_compass(words, (enum cn_direction)rules->direction, players, bottom, other, place,
                      sizeof place);
        cn_record_lines_put_string(answer, place);
    }
    cn_web_put(answer, "]");
}

static void list_sides(const json_t *question, struct cn_record_lines *answer)
{
    const struct cn_words words = cn_web_words(question);
    struct cn_board table;
    struct cn_rules rules;
    int players;
    if (!cn_web_rules_for(question, &words, &rules, &players, answer))
        return;
    cn_board_init(&rules, &table, players, FIRST_DEALER % players, first_idle(players), NULL);
    cn_web_put(answer, "{\"sides\":[");
    for (int side = 0; side < table.sides; side++) {
        separate(answer, side == 0);
        put_seats(answer, &table, side);
    }
    cn_web_put(answer, "],");
    put_places(question, &words, &rules, players, answer);
    cn_web_put(answer, "}");
}

/* ---- numbered games ---- */

/* The deck in the order in which the cards leave it, those put back under the upcard included (I2). */
static bool deal_deck(const struct cn_rules *rules, int players, const char *number, int deal,
                      cn_card deck[CN_CARDS_MAX])
{
    struct cn_rng rng;
    struct cn_deal *dealt = calloc(1, sizeof *dealt);
    if (dealt == NULL)
        return false;
    (void)cn_seeded_deck(rules, number, deal, deck, &rng);
    const bool good = cn_deal_start(rules, dealt, players, FIRST_DEALER % players,
                                    first_idle(players), NULL, deck, &rng, NULL);
    free(dealt);
    return good;
}

static void put_deck(const cn_card *deck, int count, struct cn_record_lines *answer)
{
    char text[2 * CN_CARDS_MAX + 1];
    for (int i = 0; i < count; i++)
        cn_card_format(deck[i], text + 2 * i);
    cn_web_put(answer, "{");
    cn_web_put_text(answer, "deck", text);
    cn_web_put(answer, "}");
}

static void answer_deck(const json_t *question, struct cn_record_lines *answer)
{
    const struct cn_words words = cn_web_words(question);
    const int64_t deal = cn_web_number(question, "deal");
    const char *number = cn_web_text(question, "number");
    const bool given = json_object_get(question, "players") != NULL;
    cn_card deck[CN_CARDS_MAX];
    struct cn_rules rules;
    int players = 4;
    if (deal < 1 || deal > DEAL_MOST)
        return;
    if (given ? !cn_web_rules_for(question, &words, &rules, &players, answer)
              : !cn_web_rules(question, &words, &rules, answer))
        return;
    if (!cn_rules_allow_players(&rules, players))
        cn_web_house_error(&words, "house.players", players, answer);
    else if (deal_deck(&rules, players, number, (int)deal, deck))
        put_deck(deck, cn_rules_cards(&rules), answer);
}

static void answer_sets(const json_t *question, struct cn_record_lines *answer)
{
    if (cn_web_does(question, "list"))
        list_sets(question, answer);
    else if (cn_web_does(question, "names"))
        list_names(answer);
    else if (cn_web_does(question, "params"))
        list_params(question, answer);
    else if (cn_web_does(question, "rows"))
        cn_web_answer_rows(question, answer);
    else if (cn_web_does(question, "house"))
        check_house(question, answer);
    else if (cn_web_does(question, "sides"))
        list_sides(question, answer);
    else if (cn_web_does(question, "deck"))
        answer_deck(question, answer);
    else if (cn_web_does(question, "law"))
        cn_web_put_law(question, answer);
    else if (cn_web_does(question, "law-search"))
        cn_web_search_law(question, answer);
}

CN_WEB_DOOR(sets, answer_sets)
