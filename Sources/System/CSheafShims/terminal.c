/* SPDX-License-Identifier: Apache-2.0 */
#include "sheaf_shims.h"

#include <errno.h>
#include <sys/ioctl.h>

int32_t sheaf_terminal_size(int32_t fd, uint16_t *columns, uint16_t *rows, uint16_t *width, uint16_t *height) {
    struct winsize size;
    if (ioctl(fd, TIOCGWINSZ, &size) < 0)
        return -errno;
    *columns = size.ws_col;
    *rows = size.ws_row;
    *width = size.ws_xpixel;
    *height = size.ws_ypixel;
    return 0;
}
