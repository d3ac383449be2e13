// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "internal.h"

#include <string.h>

size_t count_descriptors(const json_t *value)
{
    size_t count = 0, index;
    const char *key;
    json_t *inner;
    if (json_is_object(value)) {
        if (json_object_get(value, "fileDescriptor")) count++;
        json_object_foreach((json_t *)value, key, inner) count += count_descriptors(inner);
    } else if (json_is_array(value)) {
        json_array_foreach(value, index, inner) count += count_descriptors(inner);
    }
    return count;
}

char *write_call(const char *method, json_t *parameters, const char *flag, size_t *length)
{
    json_t *call = json_pack("{s:s, s:o}", "method", method, "parameters", parameters ? parameters : json_object());
    if (call && flag) json_object_set_new(call, flag, json_true());
    char *text = call ? json_dumps(call, JSON_COMPACT) : NULL;
    json_decref(call);
    *length = text ? strlen(text) + 1 : 0;
    return text;
}
