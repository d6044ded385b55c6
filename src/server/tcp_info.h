/* arrived.h -- how much came to a socket, as the system counts it. Apart, because the system's
 * newer header and the one that libwebsockets includes do not go together. */
#ifndef SERVER_TCP_INFO_H
#define SERVER_TCP_INFO_H

#include <stdint.h>

/* Bytes since it was opened; 0 where the system does not say. */
uint64_t socket_bytes_received(int fd);
/* Of them, those that have not been read. */
uint64_t socket_bytes_unread(int fd);

#endif
