/* base.h -- shared by every room above the library's core: growing arrays and text, JSON writing
 * and reading, UTF-8, hexadecimal, a clock, exit statuses. It knows nothing of cards or games.
 *
 * The engine, words and bots do not use it, because they allocate nothing. Its names begin with
 * cn__ because libcanasta-record contains it, hidden.
 */
#ifndef BASE_H
#define BASE_H

#include "array.h"
#include "clock.h"
#include "exit_status.h"
#include "growing_text.h"
#include "hex.h"
#include "json_reader.h"
#include "json_writer.h"
#include "strings.h"
#include "utf8.h"
#include "wrap.h"

#endif
