/* tcp_info.h -- bytes received on a socket, as the system counts them. A separate file, because the
 * system's newer header conflicts with the one that libwebsockets includes. */
#ifndef SERVER_TCP_INFO_H
#define SERVER_TCP_INFO_H

#include <stdint.h>

/* Bytes since it was opened; 0 if the system does not report them. */
uint64_t socket_bytes_received(int fd);
/* How many of them have not been read. */
uint64_t socket_bytes_unread(int fd);

#endif
