#include "card.h"

static const char rank_letters[] = "23456789TJQKA";
static const char suit_letters[] = "shdc";
static const char *const kind_names[CN_KINDS] = {"X", "2", "3r", "3b", "4", "5", "6", "7",
                                                 "8", "9", "T",  "J",  "Q", "K", "A"};

/* A table, since it is read for every card dealt and drawn. */
#define FOUR_OF(kind) kind, kind, kind, kind
static const uint8_t kinds[CN_CARD_CODES] = {
    FOUR_OF(CN_DEUCE), CN_BLACK_THREE,   CN_RED_THREE,     CN_RED_THREE,      CN_BLACK_THREE,
    FOUR_OF(CN_FOUR),  FOUR_OF(CN_FIVE), FOUR_OF(CN_SIX),  FOUR_OF(CN_SEVEN), FOUR_OF(CN_EIGHT),
    FOUR_OF(CN_NINE),  FOUR_OF(CN_TEN),  FOUR_OF(CN_JACK), FOUR_OF(CN_QUEEN), FOUR_OF(CN_KING),
    FOUR_OF(CN_ACE),   CN_JOKER,         CN_JOKER};
#undef FOUR_OF

int cn_card_kind(cn_card card)
{
    return kinds[card];
}

int cn_card_draw_order(cn_card card)
{
    if (card >= CN_JOKER_RED)
        return 0;
    return card / 4 * 4 + (3 - card % 4) + 1;
}

void cn_card_format(cn_card card, char text[3])
{
    if (card >= CN_JOKER_RED) {
        text[0] = 'X';
        text[1] = card == CN_JOKER_RED ? 'r' : 'b';
    } else {
        text[0] = rank_letters[card / 4];
        text[1] = suit_letters[card % 4];
    }
    text[2] = '\0';
}

/* Returns the index of a character in a string of letters, or -1; the terminating NUL does not
 * count. */
static int letter_index(const char *letters, char wanted)
{
    for (int i = 0; letters[i] != '\0'; i++)
        if (letters[i] == wanted)
            return i;
    return -1;
}

cn_card cn_card_parse(const char *text)
{
    if (text[0] == 'X') {
        if (text[1] == 'r')
            return CN_JOKER_RED;
        return text[1] == 'b' ? CN_JOKER_BLACK : CN_NO_CARD;
    }
    const int rank = letter_index(rank_letters, text[0]);
    if (rank < 0)
        return CN_NO_CARD;
    const int suit = letter_index(suit_letters, text[1]);
    return suit < 0 ? CN_NO_CARD : (cn_card)(rank * 4 + suit);
}

const char *cn_kind_name(int kind)
{
    return kind >= 0 && kind < CN_KINDS ? kind_names[kind] : "?";
}

int cn_kind_parse(const char *text, size_t length)
{
    for (int kind = 0; kind < CN_KINDS; kind++) {
        const char *name = kind_names[kind];
        size_t i = 0;
        while (i < length && name[i] != '\0' && name[i] == text[i])
            i++;
        if (i == length && name[i] == '\0')
            return kind;
    }
    return CN_NO_KIND;
}
