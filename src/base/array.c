#include "array.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum {
    CAPACITY_LEAST = 16
};

bool cn__array_grow(void *array, size_t *capacity, size_t wanted, size_t each)
{
    void *elements;
    if (wanted <= *capacity)
        return true;
    size_t grown = *capacity <= SIZE_MAX / 2 ? 2 * *capacity : wanted;
    if (grown < CAPACITY_LEAST)
        grown = CAPACITY_LEAST;
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
