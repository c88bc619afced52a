// Whole kernels, against plain arithmetic.
#include "test/cuda-double/unit/Device.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <numeric>
#include <random>

using namespace shardwright::cudadouble::test;

namespace {

void passes(const Outcome &outcome) { EXPECT_EQ(outcome.status, 0) << outcome.messages; }

float valueOfBfloat(uint16_t bits) {
  uint32_t wide = uint32_t(bits) << 16;
  float value;
  std::memcpy(&value, &wide, 4);
  return value;
}

} // namespace

TEST(Programs, SumsThroughSharedMemoryAndShuffles) {
  // Every block sums 256 words: each warp by shuffles, the warps' sums through shared memory, in a loop that halves.
  std::string text = entry(2, R"(
    mul.wide.u32 %d0, %i, 4; add.u64 %d0, %p0, %d0; ld.global.u32 %r0, [%d0]; mov.u32 %r1, 16;
    warp: shfl.sync.down.b32 %r2, %r0, %r1, 31, -1; add.u32 %r0, %r0, %r2; shr.u32 %r1, %r1, 1; setp.ne.u32 %q0, %r1, 0; @%q0 bra warp;
    mov.u32 %r3, sums; shr.u32 %r4, %t, 5; mad.lo.u32 %r3, %r4, 4, %r3; and.b32 %r5, %t, 31; setp.eq.u32 %q1, %r5, 0;
    @%q1 st.shared.u32 [%r3], %r0; bar.sync 0; setp.ge.u32 %q2, %t, 8; @%q2 bra end;
    mov.u32 %r3, sums; mad.lo.u32 %r3, %t, 4, %r3; ld.shared.u32 %r0, [%r3]; redux.sync.add.u32 %r0, %r0, 0xff;
    setp.ne.u32 %q3, %t, 0; @%q3 bra end; mul.wide.u32 %d1, %c, 4; add.u64 %d1, %p1, %d1; st.global.u32 [%d1], %r0; end:)",
                           ".shared .align 4 .u32 sums[8];\n");
  passes(run([&](Device &device) {
    std::vector<uint32_t> values(2048);
    for (size_t i = 0; i < values.size(); ++i)
      values[i] = static_cast<uint32_t>(i * i + 3);
    Pointer in = device.upload(values), out = device.allocate(32);
    device.launch(device.kernel(text), 8, 256, {in, out});
    std::vector<uint32_t> sums = device.download<uint32_t>(out, 8);
    for (size_t block = 0; block < 8; ++block)
      expectEqual(std::accumulate(values.begin() + 256 * static_cast<int>(block),
                                  values.begin() + 256 * static_cast<int>(block + 1), 0u),
                  sums[block], "sum");
  }));
}

TEST(Programs, LanesOfDifferentPaths) {
  // Collatz: every lane loops for as long as it takes, with a branch within.
  std::string text = entry(1, R"(
    add.u32 %r0, %i, 1; mov.u32 %r1, 0;
    loop: setp.eq.u32 %q0, %r0, 1; @%q0 bra end; and.b32 %r2, %r0, 1; setp.eq.u32 %q1, %r2, 0; @%q1 bra even;
    mad.lo.u32 %r0, %r0, 3, 1; bra.uni next; even: shr.u32 %r0, %r0, 1; next: add.u32 %r1, %r1, 1; bra.uni loop;
    end: mul.wide.u32 %d0, %i, 4; add.u64 %d0, %p0, %d0; st.global.u32 [%d0], %r1;)");
  passes(run([&](Device &device) {
    Pointer out = device.allocate(4 * 1000);
    device.launch(device.kernel(text), 10, 100, {out}); // warps that are not full
    std::vector<uint32_t> steps = device.download<uint32_t>(out, 1000);
    for (uint32_t i = 0; i < 1000; ++i) {
      uint32_t n = i + 1, count = 0;
      for (; n != 1; ++count)
        n = n % 2 ? 3 * n + 1 : n / 2;
      expectEqual(count, steps[i], "steps from " + std::to_string(i + 1));
    }
  }));
}

TEST(Programs, LanesThatWaitForEachOther) {
  // A lock that a lane of the same warp holds: the others go on waiting while it works.
  std::string text = entry(1, R"(
    again: atom.global.cas.b32 %r0, [%p0], 0, 1; setp.ne.u32 %q0, %r0, 0; @%q0 bra again;
    fence.acq_rel.gpu; ld.relaxed.gpu.global.u32 %r1, [%p0+4]; add.u32 %r1, %r1, 1; st.relaxed.gpu.global.u32 [%p0+4], %r1; fence.acq_rel.gpu;
    atom.global.exch.b32 %r0, [%p0], 0;)");
  passes(run([&](Device &device) {
    Pointer data = device.upload<uint32_t>({0, 0});
    device.launch(device.kernel(text), 2, 40, {data});
    expectEqual(80, device.download<uint32_t>(data, 2)[1], "count");
  }));
}

TEST(Programs, Recursion) {
  std::string text = R"(.func (.param .b32 result) fib(.param .b32 n);
.func (.param .b32 result) fib(.param .b32 n)
{
  .reg .b32 %r<8>; .reg .pred %p; .local .align 4 .b8 kept[4];
  ld.param.b32 %r0, [n]; setp.lt.u32 %p, %r0, 2; @%p bra SMALL;
  sub.u32 %r1, %r0, 1;
  { .param .b32 a; .param .b32 r; st.param.b32 [a], %r1; call.uni (r), fib, (a); ld.param.b32 %r2, [r]; }
  st.local.u32 [kept], %r2; sub.u32 %r1, %r0, 2;
  { .param .b32 a; .param .b32 r; st.param.b32 [a], %r1; call.uni (r), fib, (a); ld.param.b32 %r3, [r]; }
  ld.local.u32 %r2, [kept]; add.u32 %r0, %r2, %r3;
SMALL:
  st.param.b32 [result], %r0; ret;
}
)";
  text +=
      entry(1, "{ .param .b32 a; .param .b32 r; st.param.b32 [a], %t; call.uni (r), fib, (a); ld.param.b32 %r0, [r]; } "
               "mul.wide.u32 %d0, %t, 4; add.u64 %d0, %p0, %d0; st.global.u32 [%d0], %r0;");
  passes(run([&](Device &device) {
    Pointer out = device.allocate(4 * 12);
    device.launch(device.kernel(text), 1, 12, {out});
    std::vector<uint32_t> numbers = device.download<uint32_t>(out, 12);
    uint32_t a = 0, b = 1;
    for (uint32_t i = 0; i < 12; ++i) {
      expectEqual(a, numbers[i], "number " + std::to_string(i));
      uint32_t next = a + b;
      a = b;
      b = next;
    }
  }));
}

TEST(Programs, ProductByTensorCores) {
  // 16 x 16 times 16 x 8 of bf16: A through cp.async, shared memory and ldmatrix, B by loads, against sums in double.
  std::string text = entry(3, R"(
    mov.u32 %r0, tile; mad.lo.u32 %r1, %t, 16, %r0; mul.wide.u32 %d0, %t, 16; add.u64 %d0, %p0, %d0;
    cp.async.cg.shared.global [%r1], [%d0], 16; cp.async.commit_group; cp.async.wait_group 0; bar.warp.sync -1;
    and.b32 %r2, %t, 15; shr.u32 %r3, %t, 4; mad.lo.u32 %r4, %r2, 32, %r0; mad.lo.u32 %r4, %r3, 16, %r4;
    ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r10, %r11, %r12, %r13}, [%r4];
    shr.u32 %r5, %t, 2; and.b32 %r6, %t, 3; mad.lo.u32 %r7, %r6, 16, %r5; mul.wide.u32 %d1, %r7, 2; add.u64 %d1, %p1, %d1;
    ld.global.nc.b16 %h0, [%d1]; ld.global.nc.b16 %h1, [%d1+16]; ld.global.nc.b16 %h2, [%d1+128]; ld.global.nc.b16 %h3, [%d1+144];
    mov.b32 %r14, {%h0, %h1}; mov.b32 %r15, {%h2, %h3}; mov.f32 %f0, 0f00000000;
    mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%f1, %f2, %f3, %f4}, {%r10, %r11, %r12, %r13}, {%r14, %r15}, {%f0, %f0, %f0, %f0};
    mad.lo.u32 %r8, %r5, 8, %r6; add.u32 %r8, %r8, %r6; mul.wide.u32 %d2, %r8, 4; add.u64 %d2, %p2, %d2;
    st.global.v2.f32 [%d2], {%f1, %f2}; st.global.v2.f32 [%d2+256], {%f3, %f4};)",
                           ".shared .align 16 .b8 tile[512];\n");
  passes(run([&](Device &device) {
    std::mt19937 random(7);
    std::vector<uint16_t> a(256), b(128);
    for (std::vector<uint16_t> *each : {&a, &b})
      for (uint16_t &bits : *each)
        bits = static_cast<uint16_t>(0x3f00 | (random() & 0x80ff)); // from 0.5 to 2, either sign
    Pointer left = device.upload(a), right = device.upload(b), out = device.allocate(4 * 128);
    device.launch(device.kernel(text), 1, 32, {left, right, out});
    std::vector<float> product = device.download<float>(out, 128);
    for (size_t row = 0; row < 16; ++row)
      for (size_t column = 0; column < 8; ++column) {
        double sum = 0;
        for (size_t k = 0; k < 16; ++k)
          sum += static_cast<double>(valueOfBfloat(a[16 * row + k])) *
                 static_cast<double>(valueOfBfloat(b[8 * k + column]));
        expect(std::fabs(sum - static_cast<double>(product[8 * row + column])) < 1e-5,
               "element " + std::to_string(row) + ", " + std::to_string(column));
      }
  }));
}

// No GPU of that kind has run these: plain arithmetic has to do.
TEST(Programs, PairsAndMixedTypesOfNewArchitectures) {
  std::string text = ".version 8.8\n.target sm_100\n.address_size 64\n" + entry(2, R"(
    mul.wide.u32 %d0, %t, 8; add.u64 %d0, %p0, %d0; ld.global.v2.f32 {%f0, %f1}, [%d0]; ld.global.b64 %d1, [%d0];
    cvt.rn.bf16.f32 %h0, %f0; cvt.rn.f16.f32 %h1, %f1; cvt.rn.f16.f32 %h2, %f0;
    add.rn.f32.bf16 %f2, %h0, %f1; sub.rn.f32.f16 %f3, %h1, %f0; fma.rn.f32.f16 %f4, %h1, %h2, %f1;
    fma.rn.f32x2 %d2, %d1, %d1, %d1; mul.rn.f32x2 %d3, %d1, %d2; add.rn.f32x2 %d4, %d3, %d1; max.f32 %f5, %f0, %f1, %f2;
    mul.wide.u32 %d5, %t, 32; add.u64 %d5, %p1, %d5; st.global.v4.f32 [%d5], {%f2, %f3, %f4, %f5}; st.global.v2.b64 [%d5+16], {%d2, %d4};)");
  passes(run(
      [&](Device &device) {
        // Multiples of 1/8 up to 2: exact in all of the types.
        std::vector<float> values(64);
        for (size_t i = 0; i < values.size(); ++i)
          values[i] = static_cast<float>(static_cast<int>(i * 7 % 33) - 16) / 8;
        Pointer in = device.upload(values), out = device.allocate(32 * 32);
        device.launch(device.kernel(text), 1, 32, {in, out});
        std::vector<float> results = device.download<float>(out, 32 * 8);
        for (size_t i = 0; i < 32; ++i) {
          float a = values[2 * i], b = values[2 * i + 1];
          float expected[] = {a + b,     b - a,     b * a + b,           std::max(std::max(a, b), a + b),
                              a * a + a, b * b + b, a * (a * a + a) + a, b * (b * b + b) + b};
          for (size_t j = 0; j < 8; ++j)
            expectEqual(static_cast<double>(expected[j]), static_cast<double>(results[8 * i + j]),
                        "result " + std::to_string(j) + " of thread " + std::to_string(i));
        }
      },
      {{"SHARDWRIGHT_DOUBLE_ARCHITECTURE", "100"}}));
}

TEST(Programs, DynamicSharedMemory) {
  std::string text = entry(1,
                           "mov.u32 %r0, d; mad.lo.u32 %r0, %t, 4, %r0; st.shared.u32 [%r0], %t; bar.sync 0; xor.b32 "
                           "%r1, %t, 255; mov.u32 %r2, d; "
                           "mad.lo.u32 %r2, %r1, 4, %r2; ld.shared.u32 %r3, [%r2]; mul.wide.u32 %d0, %t, 4; add.u64 "
                           "%d0, %p0, %d0; st.global.u32 [%d0], %r3;",
                           ".extern .shared .align 16 .b8 d[];\n.shared .align 4 .b8 fixed[20];\n");
  passes(run([&](Device &device) {
    void *kernel = device.kernel(text);
    device.must("cuFuncSetAttribute", kernel, 8, 100000);
    Pointer out = device.allocate(1024);
    device.launch(kernel, 1, 256, {out}, 100000);
    std::vector<uint32_t> words = device.download<uint32_t>(out, 256);
    for (uint32_t i = 0; i < 256; ++i)
      expectEqual(255 - i, words[i], "word");
  }));
}
