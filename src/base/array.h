/* array.h -- arrays that grow. */
#ifndef BASE_ARRAY_H
#define BASE_ARRAY_H

#include <stdbool.h>
#include <stddef.h>

/* Makes room for 'wanted' elements of 'each' bytes. 'array' is the address of the pointer to them,
 * which malloc made or which is NULL; *capacity counts elements. Grows at least to double, so that
 * appending n elements copies O(n). Returns false, with nothing changed, if memory runs out or the
 * size does not fit into size_t. */
bool cn__array_grow(void *array, size_t *capacity, size_t wanted, size_t each);

#endif
