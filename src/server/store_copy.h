/* store_copy.h -- all tables of one store copied into another. */
#ifndef SERVER_STORE_COPY_H
#define SERVER_STORE_COPY_H

#include "store.h"

/* Copies the tables of a folder or a PostgreSQL into another, which must be empty. Returns false
 * and sets *why on failure; what was copied until then stays. */
bool store_copy(const char *from, const char *to, int64_t *tables, char *why, size_t size);
/* Copies the tables of a PostgreSQL into a new file of SQLite. */
bool store_copy_to_file(const char *from, const char *file, char *why, size_t size);

#endif
