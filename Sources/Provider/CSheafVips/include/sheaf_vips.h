/* SPDX-License-Identifier: Apache-2.0
 *
 * sheaf_vips.h: libvips as it runs in a host.
 */
#ifndef SHEAF_VIPS_H
#define SHEAF_VIPS_H

#ifdef __cplusplus
extern "C" {
#endif

/* Starts libvips, once: without threads, without a cache, and without code that is made at run time. Whether it could be. */
int sheaf_vips_start(const char *name);

#ifdef __cplusplus
}
#endif

#endif
