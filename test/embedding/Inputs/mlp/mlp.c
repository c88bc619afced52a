// Runs the two layers of mlp.mlir on eight devices and compares with loops.
#include <shardwright-c/Compiler.h>
#include <shardwright-c/Runtime.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void check(SwStatus *status) {
  if (status) exit((fprintf(stderr, "%s\n", swStatusMessage(status)), 1));
}

int main(int argc, char **argv) {
  static char text[4096];
  FILE *file = fopen(argv[argc - 1], "r");
  if (!file || !fread(text, 1, sizeof(text) - 1, file)) return 2;
  static float x[16][8], w1[8][32], w2[32][4], want[16][4];
  for (int i = 0; i < 16 * 8; ++i) (&x[0][0])[i] = i % 7 - 3;
  for (int i = 0; i < 8 * 32; ++i) (&w1[0][0])[i] = i % 5 - 2;
  for (int i = 0; i < 32 * 4; ++i) (&w2[0][0])[i] = i % 3 - 1;
  for (int i = 0; i < 16; ++i)
    for (int h = 0; h < 32; ++h) {
      float sum = 0;
      for (int k = 0; k < 8; ++k) sum += x[i][k] * w1[k][h];
      for (int o = 0; o < 4; ++o) want[i][o] += fmaxf(sum, 0) * w2[h][o];
    }
  SwSession *session; SwExecutable *executable; SwClientOptions *options; SwClient *client; SwProgram *program;
  SwSource source = swSourceOfText(text, "mlp.mlir");
  check(swSessionCreate(&session));
  check(swSessionCompile(session, &source, NULL, &executable));
  check(swClientOptionsCreate(&options));
  check(swClientOptionsSet(options, "devices", "8"));
  check(swClientCreate(options, &client));
  check(swClientLoad(client, executable, &program));
  SwArray *result;
  check(swProgramRun(program, (const void *[]){x, w1, w2}, (size_t[]){sizeof x, sizeof w1, sizeof w2}, 3, &result, 1));
  float off = 0;
  for (int i = 0; i < 16 * 4; ++i) off = fmaxf(off, fabsf(((float *)swArrayData(result))[i] - (&want[0][0])[i]));
  printf("%d devices, off by %g\n", (int)swExecutableNumDevices(executable), off);
}
