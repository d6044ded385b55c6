/* reason.h -- which principle of good play a move follows, as an id; the sentences are in the
 * catalogue (reason.ID).
 *
 * This is not why a bot chose the move, which may depend on worlds that nobody can list, but what a
 * good player would say about it, from what the seat itself can see.
 */
#ifndef CN_BOTS_REASON_H
#define CN_BOTS_REASON_H

#include "canasta/bot.h"

#include "engine/engine.h"

#endif
