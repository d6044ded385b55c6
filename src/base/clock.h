/* clock.h -- time. Not in the WebAssembly module, which receives the time from its page. */
#ifndef BASE_CLOCK_H
#define BASE_CLOCK_H

#include <stdint.h>

/* Returns the time of a clock that only goes forward, from an arbitrary start. */
int64_t cn__clock_ns(void);
int64_t cn__clock_ms(void);
/* Returns the time of day, since 1970 (UTC). */
int64_t cn__wall_clock_us(void);

#endif
