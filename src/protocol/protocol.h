/* protocol.h -- the room's public header: the messages between a server and its clients. */

#ifndef PROTOCOL_H
#define PROTOCOL_H

#include "audit.h"
#include "fair.h"
#include "message.h"
#include "plain_text.h"
#include "snapshot.h"

#endif
