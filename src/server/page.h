/* page.h -- the pages that the server writes itself, where it has no file to send. */
#ifndef CN_PAGE_OF_SERVER_H
#define CN_PAGE_OF_SERVER_H

#include "words/words.h"

enum cn_page_about {
    CN_PAGE_NOTHING, /* at a wrong address */
    CN_PAGE_NO_FILES /* at any address, if the browser's files are not served */
};

enum {
    CN_PAGE_SIZE = 4096
};

/* Where its style is served: the policy allows no style inside a page. */
extern const char cn_page_style_path[];
extern const char cn_page_style[];

/* Writes the page in that language, which must have a catalogue. 'path' is what was asked for; nothing of it is
 * written, only the way up from it to the front page. Returns the length. */
size_t cn_page_write(enum cn_page_about about, const char *language, const char *path,
                     char page[CN_PAGE_SIZE]);

#endif
