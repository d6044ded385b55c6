/* amounts.c -- how many cards of which kinds: "three sevens, a deuce and a joker". */
#include <string.h>

#include "speech.h"

enum {
    HIGHEST_SPELLED = 12 /* "twelve", then "13" */
};

void cn__number_text(int32_t number, char text[CN__WORD_SIZE])
{
    struct cn__writer out = cn__buffer_of(text, CN__WORD_SIZE);
    cn__write_number(&out, number);
}

/* ---- lists ---- */

void cn__list_add(struct cn__list *list, const char *item)
{
    list->left--;
    if (list->text[0] == '\0') {
        struct cn__writer out = cn__buffer_of(list->text, sizeof list->text);
        cn__write_string(&out, item);
        return;
    }
    char before[CN__LIST_SIZE];
    memcpy(before, list->text, sizeof before);
    const char *const parts[] = {before, item};
    const char *last = list->last != NULL ? list->last : "list.and";
    cn_words_format(list->words, list->left == 0 ? last : "list.comma", parts, 2, list->text,
                    sizeof list->text);
}

static size_t copy(const char *from, char *text, size_t size)
{
    struct cn__writer out = cn__buffer_of(text, size);
    cn__write_string(&out, from);
    return out.length;
}

size_t cn_words_cards(const struct cn_words *words, const cn_card *cards, int count, char *text,
                      size_t size)
{
    struct cn__list list = {.words = words, .left = count};
    for (int i = 0; i < count; i++) {
        char name[CN__WORD_SIZE * 2];
        cn_words_card(words, cards[i], name, sizeof name);
        cn__list_add(&list, name);
    }
    return copy(list.text, text, size);
}

/* ---- amounts ---- */

static void say_number(const struct cn_words *words, int number, char text[CN__WORD_SIZE])
{
    char key[CN__KEY_SIZE], digits[CN__WORD_SIZE];
    cn__number_text(number, digits);
    cn__key(key, "number.", digits);
    if (number > HIGHEST_SPELLED || !cn_words_lookup(words, key, text, CN__WORD_SIZE))
        memcpy(text, digits, CN__WORD_SIZE);
}

size_t cn_words_amount(const struct cn_words *words, int kind, int count, char *text, size_t size)
{
    char key[CN__KEY_SIZE], number[CN__WORD_SIZE], name[CN__WORD_SIZE];
    if (count == 1) {
        struct cn__writer out = cn__buffer_of(text, size);
        cn__key(key, "one.", cn_kind_name(kind));
        cn__words_expand(words, key, NULL, 0, &out);
        return out.length;
    }
    say_number(words, count, number);
    cn_words_kind(words, kind, true, name, sizeof name);
    const char *const parts[] = {number, name};
    return cn_words_format(words, "amount", parts, 2, text, size);
}

size_t cn_words_special_hand(const struct cn_words *words, const char *name, char *text,
                             size_t size)
{
    char key[CN__KEY_SIZE], plain[CN_SPECIAL_NAME_SIZE];
    cn__key(key, "special.", name);
    if (cn__has_key(words, key))
        return cn_words_format(words, key, NULL, 0, text, size);
    const size_t length = copy(name, plain, sizeof plain);
    for (size_t i = 0; i < length && i < sizeof plain; i++)
        if (plain[i] == '_')
            plain[i] = ' ';
    return copy(plain, text, size);
}

/* Black threes, then naturals upwards, deuces and jokers. */
static int kind_in_hand_order(int i)
{
    return i < CN_KINDS - 2 ? i + 2 : i == CN_KINDS - 2 ? CN_DEUCE : CN_JOKER;
}

size_t cn_words_counts(const struct cn_words *words, const int counts[CN_KINDS], char *text,
                       size_t size)
{
    struct cn__list list = {.words = words};
    for (int kind = 0; kind < CN_KINDS; kind++)
        list.left += counts[kind] > 0;
    if (list.left == 0)
        return cn_words_format(words, "nothing", NULL, 0, text, size);
    for (int i = 0; i < CN_KINDS; i++) {
        char item[CN__WORD_SIZE * 2];
        const int kind = kind_in_hand_order(i);
        if (counts[kind] == 0)
            continue;
        cn_words_amount(words, kind, counts[kind], item, sizeof item);
        cn__list_add(&list, item);
    }
    return copy(list.text, text, size);
}
