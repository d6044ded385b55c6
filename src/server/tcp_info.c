#include "tcp_info.h"

#include <netinet/in.h>
#include <stddef.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#ifdef __linux__
#include <linux/tcp.h>
#endif

uint64_t socket_bytes_received(int fd)
{
#ifdef __linux__
    struct tcp_info info;
    socklen_t size = sizeof info;
    if (getsockopt(fd, IPPROTO_TCP, TCP_INFO, &info, &size) == 0 &&
        size >= offsetof(struct tcp_info, tcpi_bytes_received) + sizeof info.tcpi_bytes_received)
        return info.tcpi_bytes_received;
#endif
    (void)fd;
    return 0;
}

uint64_t socket_bytes_unread(int fd)
{
    int unread = 0;
    return ioctl(fd, FIONREAD, &unread) == 0 && unread > 0 ? (uint64_t)unread : 0;
}
