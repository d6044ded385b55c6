/* ruling.h -- a ruling for real cards: the public header of this room.
 *
 * Somebody says what happened and answers at most five questions; the ruling says what is to be
 * done, by which law, and what it costs. data/rulings.json is the whole function, and holds all its
 * English; other languages have their sentences in their catalogues. Terminal, browser and tests
 * read it through this header only.
 */
#ifndef RULING_H
#define RULING_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "words/words.h"

enum {
    RULING_QUESTIONS_MAX = 5, /* on any path, "What happened?" included */
    RULING_FACTS_MAX = 16,    /* more than the file has */
    RULING_NAME_SIZE = 32,    /* of a fact or a value, with its NUL */
    RULING_CODE_SIZE = 64,
    RULING_KEY_SIZE = 96
};

/* The file, read. */
struct rulings; /* opaque */
/* Returns NULL without memory. The caller closes it. */
struct rulings *rulings_open(void);
void rulings_close(struct rulings *rulings);

/* Returns the fact at this index, in the order of the file, or NULL past the last. */
const char *rulings_fact(const struct rulings *rulings, int index);

/* ---- facts ---- */

/* A fact and its value: "cards" and "2"; "dont-know" is a value of every fact. */
struct ruling_fact {
    char name[RULING_NAME_SIZE], value[RULING_NAME_SIZE];
};
/* In any order. Initialise with zeros. */
struct ruling_facts {
    struct ruling_fact at[RULING_FACTS_MAX];
    int count;
};

enum ruling_fault {
    RULING_FINE,
    RULING_FORM, /* it is not FACT=VALUE */
    RULING_NO_FACT,
    RULING_TWICE
};
/* Adds a fact. Whether its value exists is seen when its question comes: a fact that no question
 * asks for has no say. */
enum ruling_fault ruling_facts_add(const struct rulings *rulings, struct ruling_facts *facts,
                                   const char *name, const char *value);
/* Reads "law=L53 what=too-many": words separated by blanks. 'culprit' gets the first word or name
 * with a fault, cut to its size. */
enum ruling_fault ruling_facts_parse(const struct rulings *rulings, struct ruling_facts *facts,
                                     const char *text, char culprit[RULING_CODE_SIZE]);

/* ---- the path ---- */

/* The questions that these facts answer, in order, and what comes after them: another question, or
 * the ruling. */
struct ruling_path {
    const struct rulings *rulings;
    struct ruling_fact at[RULING_QUESTIONS_MAX + 1]; /* the next one has its name, and value "" */
    int count;                                       /* of questions answered */
    bool asks;           /* at[count] is to be asked; else the ruling is found */
    const char *refused; /* the value given for it, which does not exist; else NULL */
    json_t *row;         /* of the ruling */
};
/* Facts must stay as they are while the path is used. */
void ruling_follow(const struct rulings *rulings, const struct ruling_facts *facts,
                   struct ruling_path *path);

/* Writes the question at a place of the path, up to path->count if path->asks. These functions, as
 * all that write text, cut it to its size and return the length. */
size_t ruling_question(const struct ruling_path *path, int place, const struct cn_words *words,
                       char *text, size_t size);
/* Returns whether that question asks for a number, and its bounds. */
bool ruling_asks_number(const struct ruling_path *path, int place, int *low, int *high);
/* Writes the value at this index of that question, the last of which is "dont-know". Returns false
 * past it. */
bool ruling_value(const struct ruling_path *path, int place, int index,
                  char value[RULING_NAME_SIZE]);
/* Writes a value in words; a number is its digits. */
size_t ruling_answer(const struct ruling_path *path, int place, const char *value,
                     const struct cn_words *words, char *text, size_t size);

/* ---- the ruling: path->row is not NULL ---- */

/* Writes the ruling in a few sentences. */
size_t ruling_sentences(const struct ruling_path *path, const struct cn_words *words, char *text,
                        size_t size);
/* Writes the code of what is to be done at this index, with its number: "discard-without-drawing
 * 2". Returns false past the last. */
bool ruling_step(const struct ruling_path *path, int index, char code[RULING_CODE_SIZE]);
/* Writes a step in words. */
size_t ruling_step_words(const struct ruling_path *path, int index, const struct cn_words *words,
                         char *text, size_t size);
/* Returns what the side loses: 0 or negative. */
int32_t ruling_points(const struct ruling_path *path);
/* Returns the article at this index, or NULL past the last. Points are by the last one. */
const char *ruling_article(const struct ruling_path *path, int index);

/* ---- articles ---- */

enum {
    RULING_ABOUT_MAX = 24
};
/* Finds the questions that an article answers, as facts to begin with ("law", and perhaps "what"):
 * of a law that can be chosen, all of its own; of another article, those that can lead to a ruling
 * that cites it. Returns how many. */
int rulings_find_about(const struct rulings *rulings, const char *article,
                       struct ruling_facts about[RULING_ABOUT_MAX]);

/* ---- wording ---- */

/* Returns the English sentence at this index, each different one once, and its key in the
 * catalogues of other languages; NULL past the last. {0} is a number. */
const char *rulings_sentence(const struct rulings *rulings, int index, const char **key);

#endif
