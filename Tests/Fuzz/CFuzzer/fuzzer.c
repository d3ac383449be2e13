/* SPDX-License-Identifier: Apache-2.0 */
#include "fuzzer.h"

/* libFuzzer's own main, which is linked and not used, wants this. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    (void)data;
    (void)size;
    return -1;
}
