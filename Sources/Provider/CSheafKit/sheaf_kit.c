#include "sheaf_kit.h"
