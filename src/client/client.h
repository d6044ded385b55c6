/* client.h -- the one door to the room: a client's side of a table at a server. */

#ifndef CLIENT_H
#define CLIENT_H

#include "commitment.h"
#include "deal_log.h"
#include "replica.h"
#include "session.h"
#include "transport.h"

#endif
