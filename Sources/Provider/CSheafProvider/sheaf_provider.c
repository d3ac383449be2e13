#include "sheaf_provider.h"
