/* SPDX-License-Identifier: Apache-2.0
 *
 * small.c: the plain provider as an older one: its table ends after the five functions that must be there. What stands
 * behind the end in memory (a count, a probe) is none of the host's business.
 */
#include <sheaf_provider.h>

#define PLAIN_NAME "small"
#define PLAIN_TABLE_SIZE offsetof(sheaf_provider, config)
#define PLAIN_ABI_VERSION SHEAF_PROVIDER_ABI_VERSION

#include "../Plain/plain.c"
