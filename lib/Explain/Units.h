#ifndef LIB_EXPLAIN_UNITS_H
#define LIB_EXPLAIN_UNITS_H

#include <string>

namespace shardwright::explanation {

// Amounts for people, with three digits: `768 bytes`, `12.0 KiB`; `8.41 us`; `2.63 MFLOP`.
std::string bytesText(double bytes);
std::string secondsText(double seconds);
std::string flopsText(double flops);

} // namespace shardwright::explanation

#endif // LIB_EXPLAIN_UNITS_H
