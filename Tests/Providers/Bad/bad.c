/* SPDX-License-Identifier: Apache-2.0
 *
 * bad.c: the plain provider with text, annotations, links, an outline and metadata, each of which can go wrong by itself.
 */
#define PLAIN_NAME "bad"
#define PLAIN_TABLE_SIZE sizeof(sheaf_provider)
#define PLAIN_ABI_VERSION SHEAF_PROVIDER_ABI_VERSION
#define PLAIN_CONTENTS

#include "../Plain/plain.c"
