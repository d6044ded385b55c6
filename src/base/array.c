#include "array.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum {
    ELEMENTS_LEAST = 4,
    BYTES_LEAST = 64
};

bool cn__array_grow(void *array, size_t *capacity, size_t wanted, size_t each)
{
    void *elements;
    if (wanted <= *capacity)
        return true;
    size_t grown = *capacity <= SIZE_MAX / 2 ? 2 * *capacity : wanted;
    if (grown < ELEMENTS_LEAST)
        grown = each < BYTES_LEAST / ELEMENTS_LEAST ? BYTES_LEAST / each : ELEMENTS_LEAST;
    if (grown < wanted)
        grown = wanted;
    if (grown > SIZE_MAX / each)
        return false;
    /* A T ** must not be read as a void **, but its bytes may be copied. */
    memcpy(&elements, array, sizeof elements);
    elements = realloc(elements, grown * each);
    if (elements == NULL)
        return false;
    memcpy(array, &elements, sizeof elements);
    *capacity = grown;
    return true;
}
