/* canasta.h -- the card game Canasta as a library: includes every stable header of libcanasta.
 *
 * The library allocates no memory and makes no system call. It has no global state: one thread at
 * a time may use an object, and any number of threads may use different objects, or call functions
 * that take the same object as const. docs/LIBRARY.md has a first program.
 *
 * Not included: canasta/record.h (needs libcanasta-record), canasta/heap.h (wrappers that call
 * malloc) and canasta/unstable/ (the flat structs, for programs that search).
 */
#ifndef CANASTA_CANASTA_H
#define CANASTA_CANASTA_H

#include <canasta/action.h>
#include <canasta/bot.h>
#include <canasta/card.h>
#include <canasta/game.h>
#include <canasta/law.h>
#include <canasta/referee.h>
#include <canasta/rng.h>
#include <canasta/rules.h>
#include <canasta/version.h>
#include <canasta/view.h>
#include <canasta/words.h>

#endif
