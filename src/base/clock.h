/* clock.h -- time. Not in the module for browsers, which is told the time. */
#ifndef BASE_CLOCK_H
#define BASE_CLOCK_H

#include <stdint.h>

/* A clock that only goes forward, from an arbitrary start. */
int64_t cn__clock_ns(void);
int64_t cn__clock_ms(void);
/* The time of day, since 1970 (UTC). */
int64_t cn__wall_clock_us(void);

#endif
