/* law_search.c -- finds the article that answers a question, in the words of players.
 *
 * A language's index, law/<language>/words.index, has lines "key = value"; "#" begins a comment:
 *
 *   stop = the a of ...              words that say nothing about the subject
 *   ends = ing ed s ...              endings that are taken off a word, longest first
 *   same = pile pack heap            words that mean the same here; as many lines as are needed
 *   game pennies = pennies ...       words that name the game of the book pennies.law
 *   L26 = how many to open, ...      what players call the subject of an article, or ask about it
 *
 * law/kin.index is for all languages: "L26 = B:minimum H:initial" names the articles of other books
 * on the subject of L26, which share its line of the index. "american = IA1 ..." names the articles
 * of other books on the game of american.law.
 *
 * A rare word weighs more than a common one. The score depends first on how near the question comes
 * to a title or a phrase of the index, then on how much of it the article's text contains.
 *
 * Most questions are about the classic game. A book with a "game" line is about another one: its
 * articles count for less unless the question names that game or the game is being played.
 */
#include <string.h>

#include "data.h"
#include "speech.h"

enum {
    WORD_SIZE = 32, /* a longer word is cut off */
    STEM_LEAST = 3, /* letters that stay when an ending is taken off */
    TERMS_MOST = 20,
    SAME_MOST = 16,
    PHRASE_MOST = 24, /* words of a phrase or title that are looked at */
    KEYS_MOST = 6,
    STOPS_MOST = 256,
    ENDINGS_MOST = 64,
    PREFIX_LEAST = 4, /* letters with which a word typed may begin a longer one ... */
    PREFIX_MORE = 3,  /* ... that has at most this many more */
    WORD_WEIGHT = 24,
    STOP_WEIGHT = 2,
    WHOLE = 1000 /* score of a question that is a title or a phrase of the index, word for word */
};

struct word {
    char text[WORD_SIZE];
    size_t length;
};

/* A word that is looked for, with those that mean the same. */
struct term {
    struct word word[SAME_MOST];
    int words;
    int articles; /* that have it */
    int weight;
    bool found; /* in what is being read */
    bool stop;  /* says little: it only decides between answers that are else alike */
};

struct search {
    const char *language, *book;
    const struct cn_data *index, *kin;                  /* NULL: there is none */
    struct word stop[STOPS_MOST], ending[ENDINGS_MOST]; /* of the index */
    int stops, endings;
    const char *asked;
    struct term term[TERMS_MOST];
    int terms;
    int plain;  /* terms that are not stop words */
    int weight; /* of all terms that any article has */
    int articles;
};

/* ---- words ---- */

/* The length of the letter or digit at the start, 0 if something else stands there. */
static size_t letter_length(const char *text, size_t length)
{
    const unsigned char c = (unsigned char)text[0];
    if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'))
        return 1;
    return c >= 0xc3 && c <= 0xdf && length > 1 ? 2 : 0;
}

/* Reads the next word at *at, in small letters without accents. Returns false at the end; sets
 * 'from' to where it begins. */
static bool next_word(const char *text, size_t length, size_t *at, size_t *from, struct word *word)
{
    size_t size;
    word->length = 0;
    while (*at < length && letter_length(text + *at, length - *at) == 0)
        ++*at;
    *from = *at;
    while (*at < length && (size = letter_length(text + *at, length - *at)) > 0) {
        const char bare = size == 2 ? cn__strip_accent(text + *at) : text[*at];
        const char small = bare >= 'A' && bare <= 'Z' ? (char)(bare - 'A' + 'a') : bare;
        if (small != '\0' && word->length < WORD_SIZE)
            word->text[word->length++] = small;
        else if (small == '\0' && word->length + 1 < WORD_SIZE) {
            word->text[word->length++] = text[*at];
            word->text[word->length++] = text[*at + 1];
        }
        *at += size;
    }
    return *at > *from;
}

static bool same_text(const struct word *a, const struct word *b)
{
    return a->length == b->length && memcmp(a->text, b->text, a->length) == 0;
}

/* ---- the index ---- */

/* Reads the next entry of the file at *at; false at the end, or without a file. */
static bool next_line(const struct cn_data *file, size_t *at, struct cn__span *key,
                      struct cn__span *value)
{
    return file != NULL && cn__next_entry(file->text, file->size, at, key, value);
}

static bool is(struct cn__span span, const char *text)
{
    return span.length == strlen(text) && memcmp(span.text, text, span.length) == 0;
}

static bool same_span(struct cn__span a, struct cn__span b)
{
    return a.length == b.length && memcmp(a.text, b.text, a.length) == 0;
}

static bool is_stop(const struct search *search, const struct word *word)
{
    for (int i = 0; i < search->stops; i++)
        if (same_text(&search->stop[i], word))
            return true;
    return false;
}

/* Takes off the first ending that leaves a stem. */
static void take_off_ending(const struct search *search, struct word *word)
{
    for (int i = 0; i < search->endings; i++) {
        const struct word *end = &search->ending[i];
        if (word->length < end->length + STEM_LEAST ||
            memcmp(word->text + word->length - end->length, end->text, end->length) != 0)
            continue;
        word->length -= end->length;
        return;
    }
}

/* Appends the words of the value, as far as there is room. */
static void read_words(struct cn__span value, struct word *words, int most, int *count)
{
    size_t at = 0, from;
    while (*count < most && next_word(value.text, value.length, &at, &from, &words[*count]))
        ++*count;
}

static void read_index(struct search *search)
{
    struct cn__span name, value;
    size_t at = 0;
    while (next_line(search->index, &at, &name, &value)) {
        if (is(name, "stop"))
            read_words(value, search->stop, STOPS_MOST, &search->stops);
        else if (is(name, "ends"))
            read_words(value, search->ending, ENDINGS_MOST, &search->endings);
    }
}

/* ---- what is asked ---- */

static void add_word(struct term *term, const struct word *word)
{
    for (int i = 0; i < term->words; i++)
        if (same_text(&term->word[i], word))
            return;
    if (term->words < SAME_MOST)
        term->word[term->words++] = *word;
}

/* Adds the words of equal meaning to the word, which the index may have with its ending or
 * without. */
static void add_same(const struct search *search, struct term *term, const struct word *word)
{
    struct cn__span name, value;
    struct word other;
    size_t line = 0;
    while (next_line(search->index, &line, &name, &value)) {
        bool meant = false;
        size_t at = 0, from;
        while (is(name, "same") && next_word(value.text, value.length, &at, &from, &other)) {
            meant = meant || same_text(&other, word);
            take_off_ending(search, &other);
            meant = meant || same_text(&other, &term->word[0]);
        }
        for (at = 0; meant && next_word(value.text, value.length, &at, &from, &other);) {
            take_off_ending(search, &other);
            add_word(term, &other);
        }
    }
}

static bool is_of_term(const struct term *term, const struct word *word)
{
    for (int i = 0; i < term->words; i++)
        if (same_text(&term->word[i], word))
            return true;
    /* The last word may not be typed to its end yet. */
    const struct word *typed = &term->word[0];
    return !term->stop && typed->length >= PREFIX_LEAST && word->length > typed->length &&
           word->length <= typed->length + PREFIX_MORE &&
           memcmp(word->text, typed->text, typed->length) == 0;
}

/* Returns the index of the term that a word of a text belongs to, or -1. */
static int term_of(const struct search *search, const struct word *word)
{
    struct word stem = *word;
    take_off_ending(search, &stem);
    for (int i = 0; i < search->terms; i++)
        if (is_of_term(&search->term[i], search->term[i].stop ? word : &stem))
            return i;
    return -1;
}

static void add_term(struct search *search, const struct word *word)
{
    struct term *term = &search->term[search->terms];
    struct word stem = *word;
    if (search->terms == TERMS_MOST || term_of(search, word) >= 0)
        return;
    memset(term, 0, sizeof *term);
    term->stop = is_stop(search, word);
    if (!term->stop)
        take_off_ending(search, &stem);
    add_word(term, &stem);
    search->terms++;
    if (term->stop)
        return;
    add_same(search, term, word);
    search->plain++;
}

static const struct cn_data *file_at(const char *folder, const char *language, const char *name)
{
    const size_t start = strlen(folder), middle = strlen(language);
    const struct cn_data *file;
    for (int i = 0; (file = cn_data_at(i)) != NULL; i++)
        if (strncmp(file->path, folder, start) == 0 &&
            strncmp(file->path + start, language, middle) == 0 &&
            strcmp(file->path + start + middle, name) == 0)
            return file;
    return NULL;
}

static void begin(struct search *search, const char *language, const char *book, const char *asked)
{
    struct word word;
    size_t at = 0, from;
    memset(search, 0, sizeof *search);
    search->language = language;
    search->book = book;
    search->asked = asked;
    search->index = file_at("law/", language, "/words.index");
    search->kin = file_at("law/", "", "kin.index");
    read_index(search);
    while (next_word(asked, strlen(asked), &at, &from, &word))
        add_term(search, &word);
}

/* ---- an article ---- */

static bool is_blank(char c)
{
    return c == ' ' || c == '\n';
}

/* Returns whether the name is one of those in an entry of kin.index, which may have several
 * lines. */
static bool lists(struct cn__span names, struct cn__span name)
{
    for (size_t i = 0; i + name.length <= names.length; i++) {
        const size_t end = i + name.length;
        const bool starts = i == 0 || is_blank(names.text[i - 1]);
        const bool ends = end == names.length || is_blank(names.text[end]);
        if (starts && ends && memcmp(names.text + i, name.text, name.length) == 0)
            return true;
    }
    return false;
}

/* Returns the keys of the index lines about the article: its own name, and the articles that
 * list it as kin. */
static int keys_of(const struct search *search, struct cn__span name,
                   struct cn__span keys[KEYS_MOST])
{
    struct cn__span key, value;
    int count = 0;
    size_t at = 0;
    keys[count++] = name;
    while (count < KEYS_MOST && next_line(search->kin, &at, &key, &value))
        if (lists(value, name))
            keys[count++] = key;
    return count;
}

static bool is_key(const struct cn__span *keys, int count, struct cn__span name)
{
    for (int i = 0; i < count; i++)
        if (same_span(keys[i], name))
            return true;
    return false;
}

/* Counts the terms that the text contains. */
static void mark(struct search *search, const char *text, size_t length, int counts[TERMS_MOST])
{
    struct word word;
    size_t at = 0, from;
    while (next_word(text, length, &at, &from, &word)) {
        const int term = term_of(search, &word);
        if (term >= 0)
            counts[term]++;
    }
}

struct counts {
    int title[TERMS_MOST], index[TERMS_MOST], body[TERMS_MOST];
};

static void count_terms(struct search *search, const struct cn_law_article *article,
                        struct counts *counts)
{
    struct cn__span keys[KEYS_MOST], name, value;
    const int known = keys_of(search, (struct cn__span){article->name, article->name_length}, keys);
    size_t at = 0;
    memset(counts, 0, sizeof *counts);
    mark(search, article->title, article->title_length, counts->title);
    mark(search, article->body, article->body_length, counts->body);
    while (next_line(search->index, &at, &name, &value))
        if (is_key(keys, known, name))
            mark(search, value.text, value.length, counts->index);
}

/* In eighths: how often a number can be halved. */
static int halvings(int number, int among)
{
    int eighths = 0;
    while (2 * number <= among) {
        number *= 2;
        eighths += 8;
    }
    return eighths + 8 * (among - number) / (number > 0 ? number : 1);
}

static void weigh(struct search *search)
{
    struct cn_law_article article;
    struct counts counts;
    for (size_t cursor = 0; cn_law_next(search->language, &cursor, &article);) {
        count_terms(search, &article, &counts);
        search->articles++;
        for (int i = 0; i < search->terms; i++)
            if (counts.title[i] + counts.index[i] + counts.body[i] > 0)
                search->term[i].articles++;
    }
    for (int i = 0; i < search->terms; i++) {
        struct term *term = &search->term[i];
        term->weight = term->articles > 0 ? 4 + halvings(term->articles, search->articles) : 0;
        if (term->stop)
            term->weight = STOP_WEIGHT;
        search->weight += term->weight;
    }
}

/* Returns how near the question is to a phrase: WHOLE if both have the same words, 0 if no
 * common one. */
static int nearness(struct search *search, const char *text, size_t length)
{
    struct word word;
    int met = 0, other = 0;
    bool plain = false;
    size_t at = 0, from;
    for (int i = 0; i < search->terms; i++)
        search->term[i].found = false;
    for (int words = 0; words < PHRASE_MOST && next_word(text, length, &at, &from, &word);
         words++) {
        const int place = term_of(search, &word);
        struct term *term = place >= 0 ? &search->term[place] : NULL;
        if (term == NULL)
            other += is_stop(search, &word) ? STOP_WEIGHT : WORD_WEIGHT;
        else if (!term->found)
            met += term->weight;
        if (term != NULL)
            term->found = true;
        plain = plain || (term != NULL && !term->stop);
    }
    if (!plain)
        return 0;
    return (int)((int64_t)WHOLE * met * met / ((int64_t)(met + other) * search->weight));
}

/* Returns the nearness of the nearest phrase of the index; a line of another article on the subject
 * counts a little less. */
static int nearest_phrase(struct search *search, const struct cn_law_article *article)
{
    struct cn__span keys[KEYS_MOST], name, value;
    const struct cn__span own = {article->name, article->name_length};
    const int known = keys_of(search, own, keys);
    int best = 0;
    size_t at = 0;
    while (next_line(search->index, &at, &name, &value)) {
        if (!is_key(keys, known, name))
            continue;
        while (value.length > 0) {
            const char *comma = memchr(value.text, ',', value.length);
            const size_t length = comma != NULL ? (size_t)(comma - value.text) : value.length;
            int near = nearness(search, value.text, length);
            near = same_span(name, own) ? near : near * 9 / 10;
            best = near > best ? near : best;
            value.text += comma != NULL ? length + 1 : length;
            value.length -= comma != NULL ? length + 1 : length;
        }
    }
    return best;
}

/* Returns how much of the question the article contains at all: 0 to WHOLE. */
static int coverage(struct search *search, const struct cn_law_article *article)
{
    enum {
        MOST = 8
    };
    struct counts counts;
    int64_t sum = 0;
    count_terms(search, article, &counts);
    for (int i = 0; i < search->terms; i++) {
        if (search->term[i].stop)
            continue;
        int value = counts.body[i] > 3 ? 3 : counts.body[i];
        value += (counts.title[i] > 0 ? 3 : 0) + (counts.index[i] > 0 ? 3 : 0);
        sum += (int64_t)search->term[i].weight * (value < MOST ? value : MOST);
    }
    return search->weight > 0 ? (int)(WHOLE * sum / ((int64_t)MOST * search->weight)) : 0;
}

static bool contains(const char *text, size_t length, const char *wanted)
{
    return cn_law_find_text(text, length, wanted) < length;
}

static bool is_called(const struct cn_law_article *article, const char *asked)
{
    const size_t length = strlen(asked);
    return length == article->name_length && contains(article->name, length, asked);
}

static bool is_listed(const struct search *search, struct cn__span game, struct cn__span name)
{
    struct cn__span key, names;
    size_t at = 0;
    while (next_line(search->kin, &at, &key, &names))
        if (same_span(key, game) && lists(names, name))
            return true;
    return false;
}

/* Finds the book of the game that the article is about, and the words that name the game. Returns
 * false if it is the classic game. */
static bool find_game(const struct search *search, const struct cn_law_article *article,
                      struct cn__span *game, struct cn__span *words)
{
    static const char prefix[] = "game ";
    const size_t length = sizeof prefix - 1;
    const struct cn__span file = {article->file, article->file_length};
    const struct cn__span name = {article->name, article->name_length};
    size_t at = 0;
    while (next_line(search->index, &at, game, words)) {
        if (game->length <= length || memcmp(game->text, prefix, length) != 0)
            continue;
        game->text += length;
        game->length -= length;
        if (same_span(*game, file) || is_listed(search, *game, name))
            return true;
    }
    return false;
}

static bool is_asked_for(const struct search *search, struct cn__span words)
{
    struct word word;
    size_t at = 0, from;
    while (next_word(words.text, words.length, &at, &from, &word)) {
        const int term = term_of(search, &word);
        if (term >= 0 && !search->term[term].stop)
            return true;
    }
    return false;
}

/* Prefers the book of the game that is played or asked about. */
static int weigh_book(const struct search *search, const struct cn_law_article *article, int points)
{
    struct cn__span game, words;
    const bool other = find_game(search, article, &game, &words);
    if (!other)
        game = (struct cn__span){article->file, article->file_length};
    const bool played = search->book != NULL && search->book[0] != '\0' && is(game, search->book);
    if (played || (other && is_asked_for(search, words)))
        return points + points / 4;
    return other ? points - points / 4 : points;
}

static int score(struct search *search, const struct cn_law_article *article)
{
    enum {
        NAMED = 100 * WHOLE
    };
    const int titled = nearness(search, article->title, article->title_length);
    const int phrased = nearest_phrase(search, article);
    int all = (titled > phrased ? titled : phrased) + coverage(search, article) * 2 / 5;
    if (contains(article->title, article->title_length, search->asked))
        all += WHOLE / 2;
    else if (contains(article->body, article->body_length, search->asked))
        all += strchr(search->asked, ' ') != NULL ? WHOLE / 2 : WHOLE / 5;
    return is_called(article, search->asked) ? NAMED : weigh_book(search, article, all);
}

/* Finds the place in the body to show: the words as they were typed, otherwise the first
 * occurrence of the term with the greatest weight. */
static void find_place(struct search *search, struct cn_law_found *found)
{
    const struct cn_law_article *article = &found->article;
    const char *body = article->body;
    const size_t whole = cn_law_find_text(body, article->body_length, search->asked);
    struct word word;
    int best = 0;
    size_t at = 0, from;
    found->match = NULL;
    found->match_length = 0;
    if (whole < article->body_length) {
        found->match = body + whole;
        found->match_length =
            cn_law_begins(body + whole, article->body_length - whole, search->asked);
        return;
    }
    while (next_word(body, article->body_length, &at, &from, &word)) {
        const int term = term_of(search, &word);
        if (term < 0 || search->term[term].weight <= best)
            continue;
        best = search->term[term].weight;
        found->match = body + from;
        found->match_length = at - from;
    }
}

/* Keeps the list sorted; articles of equal score keep the order of the books. */
static size_t insert(struct cn_law_found *found, size_t count, size_t room,
                     const struct cn_law_article *article, int points)
{
    size_t at = count;
    while (at > 0 && found[at - 1].score < points)
        at--;
    if (at == room)
        return count;
    const size_t kept = count < room ? count : room - 1;
    memmove(found + at + 1, found + at, (kept - at) * sizeof *found);
    found[at] = (struct cn_law_found){.article = *article, .score = points};
    return kept + 1;
}

size_t cn_law_search(const char *language, const char *book, const char *asked,
                     struct cn_law_found *found, size_t room)
{
    enum {
        PART = 2 /* answers with less than this part of the best score are left out */
    };
    struct search search;
    struct cn_law_article article;
    size_t count = 0, kept = 0;
    while (*asked != '\0' && strchr(" \t\r\n", *asked) != NULL)
        asked++;
    if (*asked == '\0' || room == 0)
        return 0;
    begin(&search, language, book, asked);
    weigh(&search);
    for (size_t cursor = 0; cn_law_next(language, &cursor, &article);) {
        const int points = score(&search, &article);
        if (points > 0)
            count = insert(found, count, room, &article, points);
    }
    while (kept < count && (search.plain <= 1 || found[kept].score * PART >= found[0].score))
        find_place(&search, &found[kept++]);
    return kept;
}
