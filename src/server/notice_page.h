/* notice_page.h -- the pages that the server writes itself, when it has no file to send. */
#ifndef SERVER_NOTICE_PAGE_H
#define SERVER_NOTICE_PAGE_H

#include "words/words.h"

enum text_page_about {
    TEXT_PAGE_NOTHING, /* at an unknown address */
    TEXT_PAGE_NO_FILES /* at any address, if the browser's files are not served */
};

enum {
    TEXT_PAGE_SIZE = 4096
};

/* The path of its style sheet, because the policy allows no style inside a page. */
extern const char notice_page_style_path[];
extern const char notice_page_style[];

/* Writes the page in that language, which must have a catalogue. 'path' is the requested path; the
 * page contains none of it, only the relative path to the front page. Returns the length. */
size_t notice_page_write(enum text_page_about about, const char *language, const char *path,
                         char page[TEXT_PAGE_SIZE]);

#endif
