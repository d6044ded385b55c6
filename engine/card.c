#include "card.h"

static const char rank_letters[] = "23456789TJQKA";
static const char suit_letters[] = "shdc";
static const char *const kind_names[CN_KINDS] = {"X", "2", "3r", "3b", "4", "5", "6", "7",
                                                 "8", "9", "T",  "J",  "Q", "K", "A"};

int cn_card_kind(cn_card card)
{
    if (card >= CN_JOKER_RED)
        return CN_JOKER;
    const int rank = card / 4;
    if (rank == 0)
        return CN_DEUCE;
    if (rank > 1)
        return CN_FOUR + rank - 2;
    const int suit = card % 4;
    return suit == 1 || suit == 2 ? CN_RED_THREE : CN_BLACK_THREE;
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

/* Index of a character in a string of letters, or -1; the terminating NUL does not count. */
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
