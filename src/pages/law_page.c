/* law_page.c -- the law book as pages show it: its articles, and those that a search finds. */
#include "law_page.h"

#include "house_rules.h"
#include "json.h"
#include "words/words.h"

enum {
    FOUND_MOST = 20
};

static void put_article(struct cn__text *out, const struct cn_law_article *article)
{
    pages_begin(out, NULL, '{');
    pages_bytes(out, "name", article->name, article->name_length);
    pages_bytes(out, "title", article->title, article->title_length);
    pages_bytes(out, "book", article->file, article->file_length);
    pages_bytes(out, "bookTitle", article->book, article->book_length);
    pages_bytes(out, "source", article->source, article->source_length);
    pages_bytes(out, "language", article->language, article->language_length);
    pages_bytes(out, "text", article->body, article->body_length);
    pages_end(out, '}');
}

void law_page_list(const json_t *question, struct cn__text *answer)
{
    const char *language = query_text_or_empty(question, "language");
    struct cn_law_article article;
    pages_begin(answer, NULL, '{');
    pages_begin(answer, "articles", '[');
    for (size_t cursor = 0; cn_law_next(language, &cursor, &article);)
        put_article(answer, &article);
    pages_end(answer, ']');
    pages_end(answer, '}');
}

static void put_found(struct cn__text *out, const struct cn_law_found *found)
{
    pages_begin(out, NULL, '{');
    pages_bytes(out, "article", found->article.name, found->article.name_length);
    pages_bytes(out, "match", found->match != NULL ? found->match : "", found->match_length);
    pages_end(out, '}');
}

void law_page_search(const json_t *question, struct cn__text *answer)
{
    struct cn_law_found found[FOUND_MOST];
    const size_t count = cn_law_search(query_text_or_empty(question, "language"),
                                       query_text_or_empty(question, "book"),
                                       query_text_or_empty(question, "words"), found, FOUND_MOST);
    pages_begin(answer, NULL, '{');
    pages_begin(answer, "found", '[');
    for (size_t i = 0; i < count; i++)
        put_found(answer, &found[i]);
    pages_end(answer, ']');
    pages_end(answer, '}');
}
