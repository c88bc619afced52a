#ifndef SHARDWRIGHT_RUNTIME_BACKENDS_HOST_FOURIERLINE_H
#define SHARDWRIGHT_RUNTIME_BACKENDS_HOST_FOURIERLINE_H

#include "runtime/Simd.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

/// Discrete Fourier transforms of one line of points, or of several side by side. Included by one file, whose vectors
/// it is compiled for.
namespace shardwright::runtime::host {

struct Root {
  double re, im;
};

/// The same point of several lines, which are transformed side by side: V is a vector of doubles, or one.
template <typename V> struct Point { V re, im; };

template <typename V> SW_INLINE Point<V> operator+(const Point<V> &a, const Point<V> &b) {
  return {a.re + b.re, a.im + b.im};
}
template <typename V> SW_INLINE Point<V> operator-(const Point<V> &a, const Point<V> &b) {
  return {a.re - b.re, a.im - b.im};
}
template <typename V> SW_INLINE Point<V> operator*(const Point<V> &a, const Root &root) {
  return {a.re * root.re - a.im * root.im, a.re * root.im + a.im * root.re};
}

/// A transform of `length` points; inverse without the division. By its factors (Stockham), each a sum over that many
/// terms; a length with a large prime factor as a convolution, by transforms of a power of two (Bluestein).
class Line {
public:
  Line(int64_t length, bool inverse);

  int64_t size() const { return length; }
  /// Points that each of run()'s buffers has room for.
  int64_t room() const;

  /// Of the points in `from`; returns where the result lies, there or in `to`.
  template <typename V> SW_INLINE Point<V> *run(Point<V> *from, Point<V> *to, Point<V> *terms) const {
    return chirp ? runChirp(from, to, terms) : runFactors(from, to, terms);
  }

private:
  /// Sums over more terms take longer than the convolution.
  static constexpr int64_t kMostTerms = 61;
  struct Chirp;

  int64_t largestFactor() const { return factors.empty() ? 1 : *std::max_element(factors.begin(), factors.end()); }

  void findFactors() {
    int64_t rest = length;
    for (; rest > 1 && rest % 4 == 0; rest /= 4)
      factors.push_back(4);
    for (int64_t p = 2; rest > 1; ++p) {
      p = p * p > rest ? rest : p;
      for (; rest % p == 0; rest /= p)
        factors.push_back(p);
    }
  }

  /// After the factors whose product is `done`, `from[k * length / done + j]` is the k-th point of the transform of
  /// those `done` points that begin at j and lie length / done apart.
  template <typename V> SW_INLINE Point<V> *runFactors(Point<V> *from, Point<V> *to, Point<V> *terms) const {
    int64_t done = 1;
    for (int64_t p : factors) {
      int64_t rest = length / (done * p);
      for (int64_t k = 0; k != done; ++k)
        for (int64_t j = 0; j != rest; ++j)
          combine(p, from + k * p * rest + j, rest, k * rest, to + k * rest + j, done * rest, terms);
      done *= p;
      std::swap(from, to);
    }
    return from;
  }

  /// The transform of p points, `inStride` apart, of which number i is turned by i times the root `turn` first.
  template <typename V>
  SW_INLINE void combine(int64_t p, const Point<V> *in, int64_t inStride, int64_t turn, Point<V> *out,
                         int64_t outStride, Point<V> *terms) const {
    const Root *root = roots.data();
    if (p == 2) {
      const Point<V> a = in[0], b = in[inStride] * root[turn];
      out[0] = a + b;
      out[outStride] = a - b;
    } else if (p == 4) {
      const Point<V> a = in[0], b = in[inStride] * root[turn], c = in[2 * inStride] * root[2 * turn],
                     d = in[3 * inStride] * root[3 * turn];
      const Point<V> even = a + c, odd = a - c, sum = b + d, gap = b - d;
      const Point<V> quarter = inverse ? Point<V>{-gap.im, gap.re} : Point<V>{gap.im, -gap.re};
      out[0] = even + sum;
      out[outStride] = odd + quarter;
      out[2 * outStride] = even - sum;
      out[3 * outStride] = odd - quarter;
    } else {
      for (int64_t r = 0; r != p; ++r)
        terms[r] = in[r * inStride] * root[r * turn];
      for (int64_t q = 0; q != p; ++q) {
        // Number r is turned by r q / p of a circle. Not by a remainder: divisions take longer than all the rest.
        const int64_t step = q * (length / p);
        int64_t turned = 0;
        Point<V> sum = terms[0];
        for (int64_t r = 1; r != p; ++r) {
          turned += turned < length - step ? step : step - length;
          sum = sum + terms[r] * root[turned];
        }
        out[q * outStride] = sum;
      }
    }
  }

  template <typename V> SW_INLINE Point<V> *runChirp(Point<V> *from, Point<V> *to, Point<V> *terms) const;

  int64_t length;
  bool inverse;
  std::vector<int64_t> factors;
  std::vector<Root> roots;
  std::unique_ptr<Chirp> chirp;
};

/// jk = (j^2 + k^2 - (k - j)^2) / 2: the transform is a convolution with exp(i pi k^2 / n), between two products with
/// its conjugate.
struct Line::Chirp {
  Chirp(int64_t length, bool inverse) : line(powerOfTwo(2 * length - 1), false) {
    const double step = (inverse ? 1 : -1) * std::acos(-1.0) / static_cast<double>(length);
    // k^2 modulo 2n, from one to the next: its square would have more digits than a double.
    for (int64_t k = 0, square = 0; k < length; square = (square + 2 * k + 1) % (2 * length), ++k)
      turns.push_back({std::cos(step * static_cast<double>(square)), std::sin(step * static_cast<double>(square))});
    const size_t room = static_cast<size_t>(line.length);
    std::vector<Point<double>> points(room, {0, 0}), other(room);
    for (size_t k = 0; k < turns.size(); ++k)
      points[k] = points[k == 0 ? 0 : room - k] = {turns[k].re, -turns[k].im};
    Point<double> *spectrum = line.runFactors(points.data(), other.data(), static_cast<Point<double> *>(nullptr));
    for (size_t i = 0; i < room; ++i)
      spectra.push_back({spectrum[i].re, spectrum[i].im});
  }

  static int64_t powerOfTwo(int64_t least) {
    int64_t power = 1;
    while (power < least)
      power *= 2;
    return power;
  }

  Line line;
  std::vector<Root> turns;   ///< by point
  std::vector<Root> spectra; ///< of their conjugates, round in a circle
};

inline Line::Line(int64_t length, bool inverse) : length(length), inverse(inverse) {
  findFactors();
  if (largestFactor() > kMostTerms) {
    chirp = std::make_unique<Chirp>(length, inverse);
    return;
  }
  const double step = (inverse ? 2 : -2) * std::acos(-1.0) / static_cast<double>(std::max<int64_t>(length, 1));
  for (int64_t i = 0; i < length; ++i)
    roots.push_back({std::cos(step * static_cast<double>(i)), std::sin(step * static_cast<double>(i))});
}

inline int64_t Line::room() const { return chirp ? chirp->line.length : std::max(length, largestFactor()); }

template <typename V> SW_INLINE Point<V> *Line::runChirp(Point<V> *from, Point<V> *to, Point<V> *terms) const {
  const int64_t room = chirp->line.length;
  for (int64_t k = 0; k != length; ++k)
    from[k] = from[k] * chirp->turns[k];
  for (int64_t k = length; k != room; ++k)
    from[k] = Point<V>{};
  Point<V> *points = chirp->line.runFactors(from, to, terms);
  // Backwards is forwards of the conjugates.
  for (int64_t k = 0; k != room; ++k) {
    points[k] = points[k] * chirp->spectra[k];
    points[k].im = -points[k].im;
  }
  points = chirp->line.runFactors(points, points == from ? to : from, terms);
  const double share = 1 / static_cast<double>(room);
  for (int64_t k = 0; k != length; ++k) {
    points[k] = Point<V>{points[k].re, -points[k].im} * chirp->turns[k];
    points[k].re *= share;
    points[k].im *= share;
  }
  return points;
}

} // namespace shardwright::runtime::host

#endif // SHARDWRIGHT_RUNTIME_BACKENDS_HOST_FOURIERLINE_H
