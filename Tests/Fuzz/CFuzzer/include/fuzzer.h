/* SPDX-License-Identifier: Apache-2.0
 *
 * libFuzzer's entry for programs with a main of their own, as LLVM's FuzzerInterface.h has it.
 */
#ifndef SHEAF_FUZZER_H
#define SHEAF_FUZZER_H

#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*test)(const uint8_t *data, size_t size));

#endif
