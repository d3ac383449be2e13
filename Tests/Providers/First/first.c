/* SPDX-License-Identifier: Apache-2.0
 *
 * first.c: the plain provider as it was built for version 1 of the ABI. The header beside it is the one of then: nothing in
 * this folder is ever changed.
 */
#include <sheaf_provider.h>

#define PLAIN_NAME "first"
#define PLAIN_TABLE_SIZE sizeof(sheaf_provider)
#define PLAIN_ABI_VERSION 1u

#include "../Plain/plain.c"
