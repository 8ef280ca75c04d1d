#include "api/c/plumb.h"
