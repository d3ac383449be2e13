/* SPDX-License-Identifier: Apache-2.0
 *
 * vips.c: starts libvips.
 */
#include "internal.h"

#include <errno.h>
#include <pthread.h>
#include <sheaf_vips.h>

static pthread_once_t started = PTHREAD_ONCE_INIT;
static int is_started;

static void start(void)
{
    is_started = sheaf_vips_start("sheaf-images");
    if (is_started)
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
    if (is_started)
        return 0;
    return sheaf_fail(plugin->services, request, -ENOSYS, "cannot start libvips: %s", vips_error_buffer());
}
