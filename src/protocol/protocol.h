/* protocol.h -- the one door to the room: what a server and its clients send each other. */

#ifndef PROTOCOL_H
#define PROTOCOL_H

#include "audit.h"
#include "fair.h"
#include "message.h"
#include "plain_text.h"
#include "snapshot.h"

#endif
