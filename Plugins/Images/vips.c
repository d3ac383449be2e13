/* SPDX-License-Identifier: Apache-2.0
 *
 * vips.c: starts libvips.
 */
#include "internal.h"

#include <errno.h>
#include <pthread.h>
#include <vips/vector.h>

static pthread_once_t started = PTHREAD_ONCE_INIT;
static int start_status;

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
    start_status = vips_init("sheaf-images");
    if (start_status != 0)
        return;
    vips_vector_set_enabled(has_compiled_vectors());
    /* Nothing is computed by its threads, and no operation is done twice. */
    vips_concurrency_set(1);
    vips_cache_set_max(0);
    vips_cache_set_max_mem(0);
    messages_attach();
}

VipsImage *vips_rgba(const void *pixels, int width, int height, const void *profile, size_t length)
{
    VipsImage *image = NULL;
    VipsImage *plain = vips_image_new_from_memory_copy(pixels, (size_t)width * (size_t)height * 4, width, height, 4, VIPS_FORMAT_UCHAR);
    if (plain == NULL)
        return NULL;
    if (vips_copy(plain, &image, "interpretation", VIPS_INTERPRETATION_sRGB, NULL) == 0 && length > 0)
        vips_image_set_blob_copy(image, VIPS_META_ICC_NAME, profile, length);
    g_object_unref(plain);
    return image;
}

void profile_copy(VipsImage *image, VipsImage *from)
{
    const void *data = NULL;
    size_t size = 0;
    vips_image_remove(image, VIPS_META_ICC_NAME);
    if (vips_image_get_typeof(from, VIPS_META_ICC_NAME) != 0 && vips_image_get_blob(from, VIPS_META_ICC_NAME, &data, &size) == 0)
        vips_image_set_blob_copy(image, VIPS_META_ICC_NAME, data, size);
}

int32_t vips_begin(const sheaf_plugin *plugin, sheaf_request *request)
{
    pthread_once(&started, start);
    if (start_status == 0)
        return 0;
    return sheaf_fail(plugin->services, request, -ENOSYS, "cannot start libvips: %s", vips_error_buffer());
}
