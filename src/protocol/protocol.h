/* protocol.h -- the one door to the room: what a server and its clients send each other. */

#ifndef CN_PROTOCOL_H
#define CN_PROTOCOL_H

#include "audit.h"
#include "fair.h"
#include "message.h"
#include "plain_text.h"
#include "snapshot.h"

#endif
