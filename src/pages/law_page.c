/* law_page.c -- the law book as pages show it: articles and search results. */
#include "law_page.h"

#include <string.h>

#include "house_rules.h"
#include "query.h"
#include "ruling_page.h"
#include "words/words.h"

enum {
    FOUND_MOST = 20,
    NAME_SIZE = 64
};

static void put_article(struct cn__text *out, const struct rulings *rulings,
                        const struct cn_words *words, const struct cn_law_article *article)
{
    char name[NAME_SIZE] = "";
    if (article->name_length < sizeof name)
        memcpy(name, article->name, article->name_length);
    cn__json_open(out, NULL, '{');
    cn__json_string_n(out, "name", article->name, article->name_length);
    cn__json_string_n(out, "title", article->title, article->title_length);
    cn__json_string_n(out, "book", article->file, article->file_length);
    cn__json_string_n(out, "bookTitle", article->book, article->book_length);
    cn__json_string_n(out, "source", article->source, article->source_length);
    cn__json_string_n(out, "language", article->language, article->language_length);
    cn__json_string_n(out, "text", article->body, article->body_length);
    ruling_page_about(rulings, words, name, out);
    cn__json_close(out, '}');
}

void law_page_list(const json_t *question, struct cn__text *answer)
{
    const char *language = query_text_or_empty(question, "language");
    const struct cn_words words = query_words(question);
    struct rulings *rulings = rulings_open();
    struct cn_law_article article;
    if (rulings == NULL) {
        query_error(answer, "memory");
        return;
    }
    cn__json_open(answer, NULL, '{');
    cn__json_open(answer, "articles", '[');
    for (size_t cursor = 0; cn_law_next(language, &cursor, &article);)
        put_article(answer, rulings, &words, &article);
    cn__json_close(answer, ']');
    cn__json_close(answer, '}');
    rulings_close(rulings);
}

static void put_found(struct cn__text *out, const struct cn_law_found *found)
{
    cn__json_open(out, NULL, '{');
    cn__json_string_n(out, "article", found->article.name, found->article.name_length);
    cn__json_string_n(out, "match", found->match != NULL ? found->match : "", found->match_length);
    cn__json_close(out, '}');
}

void law_page_search(const json_t *question, struct cn__text *answer)
{
    struct cn_law_found found[FOUND_MOST];
    const size_t count = cn_law_search(query_text_or_empty(question, "language"),
                                       query_text_or_empty(question, "book"),
                                       query_text_or_empty(question, "words"), found, FOUND_MOST);
    cn__json_open(answer, NULL, '{');
    cn__json_open(answer, "found", '[');
    for (size_t i = 0; i < count; i++)
        put_found(answer, &found[i]);
    cn__json_close(answer, ']');
    cn__json_close(answer, '}');
}
