#include "dialects/interfaces/LocalOpInterface.h"

#include "dialects/interfaces/LocalOpInterface.cpp.inc"
