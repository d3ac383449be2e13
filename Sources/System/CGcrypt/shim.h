#pragma once
#include <gcrypt.h>

/// Gets libgcrypt ready; done once, by whoever is first. gcry_control has a variable number of arguments, which Swift does not import.
static inline void sheaf_gcrypt_begin(void) {
    if (gcry_control(GCRYCTL_INITIALIZATION_FINISHED_P)) return;
    gcry_check_version(NULL);
    gcry_control(GCRYCTL_DISABLE_SECMEM, 0);
    gcry_control(GCRYCTL_INITIALIZATION_FINISHED, 0);
}
