/* net.h -- the door of the room: what a server and its clients say to each other. */
#ifndef CN_NET_H
#define CN_NET_H

#include "audit.h"
#include "clean.h"
#include "client.h"
#include "course.h"
#include "fair.h"
#include "message.h"
#include "pledge.h"
#include "seen.h"
#include "world.h"

#endif
