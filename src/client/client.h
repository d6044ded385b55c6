/* client.h -- the room's public header: a client's side of a table on a server. */

#ifndef CLIENT_H
#define CLIENT_H

#include "commitment.h"
#include "deal_log.h"
#include "replica.h"
#include "session.h"
#include "transport.h"

#endif
