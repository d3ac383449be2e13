/* SPDX-License-Identifier: Apache-2.0
 *
 * vips.c: starts libvips.
 */
#include "sheaf_vips.h"

#include <pthread.h>
#include <vips/vips.h>
/* vector.h takes it for included. */
#include <vips/vector.h>

static pthread_once_t started = PTHREAD_ONCE_INIT;
static const char *program;
static int is_started;

/* Whether libvips's vector code was compiled with it, by Highway. What ORC compiles at run time goes into memory that may not be
 * executed here. */
static gboolean has_compiled_vectors(void)
{
#if VIPS_MAJOR_VERSION == 8 && VIPS_MINOR_VERSION < 15
    return FALSE;
#else
    return vips_vector_get_builtin_targets() != 0;
#endif
}

static void start(void)
{
    vips_vector_set_enabled(has_compiled_vectors());
    is_started = vips_init(program) == 0;
    if (!is_started)
        return;
    vips_vector_set_enabled(has_compiled_vectors());
    /* Nothing is computed by its threads, and no operation is done twice. */
    vips_concurrency_set(1);
    vips_cache_set_max(0);
    vips_cache_set_max_mem(0);
}

int sheaf_vips_start(const char *name)
{
    program = name;
    pthread_once(&started, start);
    return is_started;
}
