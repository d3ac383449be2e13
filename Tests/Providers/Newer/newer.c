/* SPDX-License-Identifier: Apache-2.0
 *
 * newer.c: the plain provider as one built for the next version of the ABI. A host of this version refuses it.
 */
#include <sheaf_provider.h>

#define PLAIN_NAME "newer"
#define PLAIN_TABLE_SIZE (sizeof(sheaf_provider) + 64)
#define PLAIN_ABI_VERSION (SHEAF_PROVIDER_ABI_VERSION + 1)

#include "../Plain/plain.c"
