module @jit_step attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=1, "y"=1]> {stablehlo.mesh = {axes = [{name = "x", size = 1 : i64}, {name = "y", size = 1 : i64}]}}
  func.func public @main(%arg0: tensor<256x1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>, tf.aliasing_output = 0 : i32}, %arg1: tensor<1024x256xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>, tf.aliasing_output = 1 : i32}, %arg2: tensor<1024x1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>, tf.aliasing_output = 2 : i32}, %arg3: tensor<1024x1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>, tf.aliasing_output = 3 : i32}, %arg4: tensor<1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 4 : i32}, %arg5: tensor<1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 5 : i32}, %arg6: tensor<1024x1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>, tf.aliasing_output = 6 : i32}, %arg7: tensor<1024x512xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>, tf.aliasing_output = 7 : i32}, %arg8: tensor<1024x1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>, tf.aliasing_output = 8 : i32}, %arg9: tensor<1024x1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>, tf.aliasing_output = 9 : i32}, %arg10: tensor<1024x512xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>, tf.aliasing_output = 10 : i32}, %arg11: tensor<1024x1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>, tf.aliasing_output = 11 : i32}, %arg12: tensor<1024x1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>, tf.aliasing_output = 12 : i32}, %arg13: tensor<1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 13 : i32}, %arg14: tensor<1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 14 : i32}, %arg15: tensor<1024x1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>, tf.aliasing_output = 15 : i32}, %arg16: tensor<1024x512xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>, tf.aliasing_output = 16 : i32}, %arg17: tensor<1024x1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>, tf.aliasing_output = 17 : i32}, %arg18: tensor<1024x1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>, tf.aliasing_output = 18 : i32}, %arg19: tensor<1024x512xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>, tf.aliasing_output = 19 : i32}, %arg20: tensor<1024x1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>, tf.aliasing_output = 20 : i32}, %arg21: tensor<1024x1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>, tf.aliasing_output = 21 : i32}, %arg22: tensor<1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 22 : i32}, %arg23: tensor<1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 23 : i32}, %arg24: tensor<1024x1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>, tf.aliasing_output = 24 : i32}, %arg25: tensor<1024x512xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>, tf.aliasing_output = 25 : i32}, %arg26: tensor<1024x1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>, tf.aliasing_output = 26 : i32}, %arg27: tensor<1024x1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>, tf.aliasing_output = 27 : i32}, %arg28: tensor<1024x512xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>, tf.aliasing_output = 28 : i32}, %arg29: tensor<1024x1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>, tf.aliasing_output = 29 : i32}, %arg30: tensor<1024x1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>, tf.aliasing_output = 30 : i32}, %arg31: tensor<1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 31 : i32}, %arg32: tensor<1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 32 : i32}, %arg33: tensor<1024x1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>, tf.aliasing_output = 33 : i32}, %arg34: tensor<1024x512xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>, tf.aliasing_output = 34 : i32}, %arg35: tensor<1024x1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>, tf.aliasing_output = 35 : i32}, %arg36: tensor<1024x1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>, tf.aliasing_output = 36 : i32}, %arg37: tensor<1024x512xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>, tf.aliasing_output = 37 : i32}, %arg38: tensor<1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 38 : i32}, %arg39: tensor<256x1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>, tf.aliasing_output = 39 : i32}, %arg40: tensor<1024x256xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>, tf.aliasing_output = 40 : i32}, %arg41: tensor<1024x1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>, tf.aliasing_output = 41 : i32}, %arg42: tensor<1024x1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>, tf.aliasing_output = 42 : i32}, %arg43: tensor<1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 43 : i32}, %arg44: tensor<1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 44 : i32}, %arg45: tensor<1024x1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>, tf.aliasing_output = 45 : i32}, %arg46: tensor<1024x512xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>, tf.aliasing_output = 46 : i32}, %arg47: tensor<1024x1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>, tf.aliasing_output = 47 : i32}, %arg48: tensor<1024x1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>, tf.aliasing_output = 48 : i32}, %arg49: tensor<1024x512xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>, tf.aliasing_output = 49 : i32}, %arg50: tensor<1024x1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>, tf.aliasing_output = 50 : i32}, %arg51: tensor<1024x1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>, tf.aliasing_output = 51 : i32}, %arg52: tensor<1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 52 : i32}, %arg53: tensor<1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 53 : i32}, %arg54: tensor<1024x1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>, tf.aliasing_output = 54 : i32}, %arg55: tensor<1024x512xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>, tf.aliasing_output = 55 : i32}, %arg56: tensor<1024x1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>, tf.aliasing_output = 56 : i32}, %arg57: tensor<1024x1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>, tf.aliasing_output = 57 : i32}, %arg58: tensor<1024x512xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>, tf.aliasing_output = 58 : i32}, %arg59: tensor<1024x1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>, tf.aliasing_output = 59 : i32}, %arg60: tensor<1024x1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>, tf.aliasing_output = 60 : i32}, %arg61: tensor<1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 61 : i32}, %arg62: tensor<1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 62 : i32}, %arg63: tensor<1024x1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>, tf.aliasing_output = 63 : i32}, %arg64: tensor<1024x512xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>, tf.aliasing_output = 64 : i32}, %arg65: tensor<1024x1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>, tf.aliasing_output = 65 : i32}, %arg66: tensor<1024x1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>, tf.aliasing_output = 66 : i32}, %arg67: tensor<1024x512xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>, tf.aliasing_output = 67 : i32}, %arg68: tensor<1024x1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>, tf.aliasing_output = 68 : i32}, %arg69: tensor<1024x1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>, tf.aliasing_output = 69 : i32}, %arg70: tensor<1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 70 : i32}, %arg71: tensor<1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 71 : i32}, %arg72: tensor<1024x1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>, tf.aliasing_output = 72 : i32}, %arg73: tensor<1024x512xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>, tf.aliasing_output = 73 : i32}, %arg74: tensor<1024x1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>, tf.aliasing_output = 74 : i32}, %arg75: tensor<1024x1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>, tf.aliasing_output = 75 : i32}, %arg76: tensor<1024x512xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>, tf.aliasing_output = 76 : i32}, %arg77: tensor<1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 77 : i32}, %arg78: tensor<256x1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>, tf.aliasing_output = 78 : i32}, %arg79: tensor<1024x256xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>, tf.aliasing_output = 79 : i32}, %arg80: tensor<1024x1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>, tf.aliasing_output = 80 : i32}, %arg81: tensor<1024x1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>, tf.aliasing_output = 81 : i32}, %arg82: tensor<1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 82 : i32}, %arg83: tensor<1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 83 : i32}, %arg84: tensor<1024x1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>, tf.aliasing_output = 84 : i32}, %arg85: tensor<1024x512xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>, tf.aliasing_output = 85 : i32}, %arg86: tensor<1024x1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>, tf.aliasing_output = 86 : i32}, %arg87: tensor<1024x1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>, tf.aliasing_output = 87 : i32}, %arg88: tensor<1024x512xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>, tf.aliasing_output = 88 : i32}, %arg89: tensor<1024x1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>, tf.aliasing_output = 89 : i32}, %arg90: tensor<1024x1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>, tf.aliasing_output = 90 : i32}, %arg91: tensor<1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 91 : i32}, %arg92: tensor<1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 92 : i32}, %arg93: tensor<1024x1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>, tf.aliasing_output = 93 : i32}, %arg94: tensor<1024x512xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>, tf.aliasing_output = 94 : i32}, %arg95: tensor<1024x1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>, tf.aliasing_output = 95 : i32}, %arg96: tensor<1024x1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>, tf.aliasing_output = 96 : i32}, %arg97: tensor<1024x512xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>, tf.aliasing_output = 97 : i32}, %arg98: tensor<1024x1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>, tf.aliasing_output = 98 : i32}, %arg99: tensor<1024x1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>, tf.aliasing_output = 99 : i32}, %arg100: tensor<1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 100 : i32}, %arg101: tensor<1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 101 : i32}, %arg102: tensor<1024x1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>, tf.aliasing_output = 102 : i32}, %arg103: tensor<1024x512xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>, tf.aliasing_output = 103 : i32}, %arg104: tensor<1024x1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>, tf.aliasing_output = 104 : i32}, %arg105: tensor<1024x1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>, tf.aliasing_output = 105 : i32}, %arg106: tensor<1024x512xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>, tf.aliasing_output = 106 : i32}, %arg107: tensor<1024x1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>, tf.aliasing_output = 107 : i32}, %arg108: tensor<1024x1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>, tf.aliasing_output = 108 : i32}, %arg109: tensor<1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 109 : i32}, %arg110: tensor<1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 110 : i32}, %arg111: tensor<1024x1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>, tf.aliasing_output = 111 : i32}, %arg112: tensor<1024x512xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>, tf.aliasing_output = 112 : i32}, %arg113: tensor<1024x1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>, tf.aliasing_output = 113 : i32}, %arg114: tensor<1024x1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>, tf.aliasing_output = 114 : i32}, %arg115: tensor<1024x512xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>, tf.aliasing_output = 115 : i32}, %arg116: tensor<1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 116 : i32}, %arg117: tensor<4x513xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<256x1024xf32> {jax.result_info = "result[0]['embed']", sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>}, tensor<1024x256xf32> {jax.result_info = "result[0]['head']", sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, tensor<1024x1024xf32> {jax.result_info = "result[0]['layers'][0]['down']", sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>}, tensor<1024x1024xf32> {jax.result_info = "result[0]['layers'][0]['gate']", sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, tensor<1024xf32> {jax.result_info = "result[0]['layers'][0]['norm1']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<1024xf32> {jax.result_info = "result[0]['layers'][0]['norm2']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<1024x1024xf32> {jax.result_info = "result[0]['layers'][0]['up']", sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, tensor<1024x512xf32> {jax.result_info = "result[0]['layers'][0]['wk']", sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, tensor<1024x1024xf32> {jax.result_info = "result[0]['layers'][0]['wo']", sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>}, tensor<1024x1024xf32> {jax.result_info = "result[0]['layers'][0]['wq']", sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, tensor<1024x512xf32> {jax.result_info = "result[0]['layers'][0]['wv']", sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, tensor<1024x1024xf32> {jax.result_info = "result[0]['layers'][1]['down']", sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>}, tensor<1024x1024xf32> {jax.result_info = "result[0]['layers'][1]['gate']", sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, tensor<1024xf32> {jax.result_info = "result[0]['layers'][1]['norm1']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<1024xf32> {jax.result_info = "result[0]['layers'][1]['norm2']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<1024x1024xf32> {jax.result_info = "result[0]['layers'][1]['up']", sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, tensor<1024x512xf32> {jax.result_info = "result[0]['layers'][1]['wk']", sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, tensor<1024x1024xf32> {jax.result_info = "result[0]['layers'][1]['wo']", sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>}, tensor<1024x1024xf32> {jax.result_info = "result[0]['layers'][1]['wq']", sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, tensor<1024x512xf32> {jax.result_info = "result[0]['layers'][1]['wv']", sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, tensor<1024x1024xf32> {jax.result_info = "result[0]['layers'][2]['down']", sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>}, tensor<1024x1024xf32> {jax.result_info = "result[0]['layers'][2]['gate']", sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, tensor<1024xf32> {jax.result_info = "result[0]['layers'][2]['norm1']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<1024xf32> {jax.result_info = "result[0]['layers'][2]['norm2']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<1024x1024xf32> {jax.result_info = "result[0]['layers'][2]['up']", sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, tensor<1024x512xf32> {jax.result_info = "result[0]['layers'][2]['wk']", sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, tensor<1024x1024xf32> {jax.result_info = "result[0]['layers'][2]['wo']", sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>}, tensor<1024x1024xf32> {jax.result_info = "result[0]['layers'][2]['wq']", sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, tensor<1024x512xf32> {jax.result_info = "result[0]['layers'][2]['wv']", sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, tensor<1024x1024xf32> {jax.result_info = "result[0]['layers'][3]['down']", sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>}, tensor<1024x1024xf32> {jax.result_info = "result[0]['layers'][3]['gate']", sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, tensor<1024xf32> {jax.result_info = "result[0]['layers'][3]['norm1']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<1024xf32> {jax.result_info = "result[0]['layers'][3]['norm2']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<1024x1024xf32> {jax.result_info = "result[0]['layers'][3]['up']", sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, tensor<1024x512xf32> {jax.result_info = "result[0]['layers'][3]['wk']", sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, tensor<1024x1024xf32> {jax.result_info = "result[0]['layers'][3]['wo']", sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>}, tensor<1024x1024xf32> {jax.result_info = "result[0]['layers'][3]['wq']", sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, tensor<1024x512xf32> {jax.result_info = "result[0]['layers'][3]['wv']", sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, tensor<1024xf32> {jax.result_info = "result[0]['norm']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<256x1024xf32> {jax.result_info = "result[1]['embed']", sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>}, tensor<1024x256xf32> {jax.result_info = "result[1]['head']", sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, tensor<1024x1024xf32> {jax.result_info = "result[1]['layers'][0]['down']", sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>}, tensor<1024x1024xf32> {jax.result_info = "result[1]['layers'][0]['gate']", sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, tensor<1024xf32> {jax.result_info = "result[1]['layers'][0]['norm1']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<1024xf32> {jax.result_info = "result[1]['layers'][0]['norm2']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<1024x1024xf32> {jax.result_info = "result[1]['layers'][0]['up']", sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, tensor<1024x512xf32> {jax.result_info = "result[1]['layers'][0]['wk']", sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, tensor<1024x1024xf32> {jax.result_info = "result[1]['layers'][0]['wo']", sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>}, tensor<1024x1024xf32> {jax.result_info = "result[1]['layers'][0]['wq']", sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, tensor<1024x512xf32> {jax.result_info = "result[1]['layers'][0]['wv']", sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, tensor<1024x1024xf32> {jax.result_info = "result[1]['layers'][1]['down']", sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>}, tensor<1024x1024xf32> {jax.result_info = "result[1]['layers'][1]['gate']", sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, tensor<1024xf32> {jax.result_info = "result[1]['layers'][1]['norm1']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<1024xf32> {jax.result_info = "result[1]['layers'][1]['norm2']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<1024x1024xf32> {jax.result_info = "result[1]['layers'][1]['up']", sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, tensor<1024x512xf32> {jax.result_info = "result[1]['layers'][1]['wk']", sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, tensor<1024x1024xf32> {jax.result_info = "result[1]['layers'][1]['wo']", sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>}, tensor<1024x1024xf32> {jax.result_info = "result[1]['layers'][1]['wq']", sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, tensor<1024x512xf32> {jax.result_info = "result[1]['layers'][1]['wv']", sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, tensor<1024x1024xf32> {jax.result_info = "result[1]['layers'][2]['down']", sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>}, tensor<1024x1024xf32> {jax.result_info = "result[1]['layers'][2]['gate']", sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, tensor<1024xf32> {jax.result_info = "result[1]['layers'][2]['norm1']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<1024xf32> {jax.result_info = "result[1]['layers'][2]['norm2']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<1024x1024xf32> {jax.result_info = "result[1]['layers'][2]['up']", sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, tensor<1024x512xf32> {jax.result_info = "result[1]['layers'][2]['wk']", sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, tensor<1024x1024xf32> {jax.result_info = "result[1]['layers'][2]['wo']", sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>}, tensor<1024x1024xf32> {jax.result_info = "result[1]['layers'][2]['wq']", sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, tensor<1024x512xf32> {jax.result_info = "result[1]['layers'][2]['wv']", sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, tensor<1024x1024xf32> {jax.result_info = "result[1]['layers'][3]['down']", sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>}, tensor<1024x1024xf32> {jax.result_info = "result[1]['layers'][3]['gate']", sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, tensor<1024xf32> {jax.result_info = "result[1]['layers'][3]['norm1']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<1024xf32> {jax.result_info = "result[1]['layers'][3]['norm2']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<1024x1024xf32> {jax.result_info = "result[1]['layers'][3]['up']", sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, tensor<1024x512xf32> {jax.result_info = "result[1]['layers'][3]['wk']", sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, tensor<1024x1024xf32> {jax.result_info = "result[1]['layers'][3]['wo']", sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>}, tensor<1024x1024xf32> {jax.result_info = "result[1]['layers'][3]['wq']", sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, tensor<1024x512xf32> {jax.result_info = "result[1]['layers'][3]['wv']", sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, tensor<1024xf32> {jax.result_info = "result[1]['norm']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<256x1024xf32> {jax.result_info = "result[2]['embed']", sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>}, tensor<1024x256xf32> {jax.result_info = "result[2]['head']", sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, tensor<1024x1024xf32> {jax.result_info = "result[2]['layers'][0]['down']", sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>}, tensor<1024x1024xf32> {jax.result_info = "result[2]['layers'][0]['gate']", sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, tensor<1024xf32> {jax.result_info = "result[2]['layers'][0]['norm1']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<1024xf32> {jax.result_info = "result[2]['layers'][0]['norm2']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<1024x1024xf32> {jax.result_info = "result[2]['layers'][0]['up']", sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, tensor<1024x512xf32> {jax.result_info = "result[2]['layers'][0]['wk']", sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, tensor<1024x1024xf32> {jax.result_info = "result[2]['layers'][0]['wo']", sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>}, tensor<1024x1024xf32> {jax.result_info = "result[2]['layers'][0]['wq']", sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, tensor<1024x512xf32> {jax.result_info = "result[2]['layers'][0]['wv']", sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, tensor<1024x1024xf32> {jax.result_info = "result[2]['layers'][1]['down']", sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>}, tensor<1024x1024xf32> {jax.result_info = "result[2]['layers'][1]['gate']", sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, tensor<1024xf32> {jax.result_info = "result[2]['layers'][1]['norm1']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<1024xf32> {jax.result_info = "result[2]['layers'][1]['norm2']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<1024x1024xf32> {jax.result_info = "result[2]['layers'][1]['up']", sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, tensor<1024x512xf32> {jax.result_info = "result[2]['layers'][1]['wk']", sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, tensor<1024x1024xf32> {jax.result_info = "result[2]['layers'][1]['wo']", sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>}, tensor<1024x1024xf32> {jax.result_info = "result[2]['layers'][1]['wq']", sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, tensor<1024x512xf32> {jax.result_info = "result[2]['layers'][1]['wv']", sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, tensor<1024x1024xf32> {jax.result_info = "result[2]['layers'][2]['down']", sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>}, tensor<1024x1024xf32> {jax.result_info = "result[2]['layers'][2]['gate']", sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, tensor<1024xf32> {jax.result_info = "result[2]['layers'][2]['norm1']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<1024xf32> {jax.result_info = "result[2]['layers'][2]['norm2']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<1024x1024xf32> {jax.result_info = "result[2]['layers'][2]['up']", sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, tensor<1024x512xf32> {jax.result_info = "result[2]['layers'][2]['wk']", sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, tensor<1024x1024xf32> {jax.result_info = "result[2]['layers'][2]['wo']", sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>}, tensor<1024x1024xf32> {jax.result_info = "result[2]['layers'][2]['wq']", sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, tensor<1024x512xf32> {jax.result_info = "result[2]['layers'][2]['wv']", sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, tensor<1024x1024xf32> {jax.result_info = "result[2]['layers'][3]['down']", sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>}, tensor<1024x1024xf32> {jax.result_info = "result[2]['layers'][3]['gate']", sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, tensor<1024xf32> {jax.result_info = "result[2]['layers'][3]['norm1']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<1024xf32> {jax.result_info = "result[2]['layers'][3]['norm2']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<1024x1024xf32> {jax.result_info = "result[2]['layers'][3]['up']", sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, tensor<1024x512xf32> {jax.result_info = "result[2]['layers'][3]['wk']", sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, tensor<1024x1024xf32> {jax.result_info = "result[2]['layers'][3]['wo']", sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>}, tensor<1024x1024xf32> {jax.result_info = "result[2]['layers'][3]['wq']", sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, tensor<1024x512xf32> {jax.result_info = "result[2]['layers'][3]['wv']", sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, tensor<1024xf32> {jax.result_info = "result[2]['norm']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<f32> {jax.result_info = "result[3]", sdy.sharding = #sdy.sharding<@mesh, []>}) {
    %0 = stablehlo.convert %arg0 : (tensor<256x1024xf32>) -> tensor<256x1024xbf16>
    %1 = stablehlo.convert %arg1 : (tensor<1024x256xf32>) -> tensor<1024x256xbf16>
    %2 = stablehlo.convert %arg2 : (tensor<1024x1024xf32>) -> tensor<1024x1024xbf16>
    %3 = stablehlo.convert %arg3 : (tensor<1024x1024xf32>) -> tensor<1024x1024xbf16>
    %4 = stablehlo.convert %arg4 : (tensor<1024xf32>) -> tensor<1024xbf16>
    %5 = stablehlo.convert %arg5 : (tensor<1024xf32>) -> tensor<1024xbf16>
    %6 = stablehlo.convert %arg6 : (tensor<1024x1024xf32>) -> tensor<1024x1024xbf16>
    %7 = stablehlo.convert %arg7 : (tensor<1024x512xf32>) -> tensor<1024x512xbf16>
    %8 = stablehlo.convert %arg8 : (tensor<1024x1024xf32>) -> tensor<1024x1024xbf16>
    %9 = stablehlo.convert %arg9 : (tensor<1024x1024xf32>) -> tensor<1024x1024xbf16>
    %10 = stablehlo.convert %arg10 : (tensor<1024x512xf32>) -> tensor<1024x512xbf16>
    %11 = stablehlo.convert %arg11 : (tensor<1024x1024xf32>) -> tensor<1024x1024xbf16>
    %12 = stablehlo.convert %arg12 : (tensor<1024x1024xf32>) -> tensor<1024x1024xbf16>
    %13 = stablehlo.convert %arg13 : (tensor<1024xf32>) -> tensor<1024xbf16>
    %14 = stablehlo.convert %arg14 : (tensor<1024xf32>) -> tensor<1024xbf16>
    %15 = stablehlo.convert %arg15 : (tensor<1024x1024xf32>) -> tensor<1024x1024xbf16>
    %16 = stablehlo.convert %arg16 : (tensor<1024x512xf32>) -> tensor<1024x512xbf16>
    %17 = stablehlo.convert %arg17 : (tensor<1024x1024xf32>) -> tensor<1024x1024xbf16>
    %18 = stablehlo.convert %arg18 : (tensor<1024x1024xf32>) -> tensor<1024x1024xbf16>
    %19 = stablehlo.convert %arg19 : (tensor<1024x512xf32>) -> tensor<1024x512xbf16>
    %20 = stablehlo.convert %arg20 : (tensor<1024x1024xf32>) -> tensor<1024x1024xbf16>
    %21 = stablehlo.convert %arg21 : (tensor<1024x1024xf32>) -> tensor<1024x1024xbf16>
    %22 = stablehlo.convert %arg22 : (tensor<1024xf32>) -> tensor<1024xbf16>
    %23 = stablehlo.convert %arg23 : (tensor<1024xf32>) -> tensor<1024xbf16>
    %24 = stablehlo.convert %arg24 : (tensor<1024x1024xf32>) -> tensor<1024x1024xbf16>
    %25 = stablehlo.convert %arg25 : (tensor<1024x512xf32>) -> tensor<1024x512xbf16>
    %26 = stablehlo.convert %arg26 : (tensor<1024x1024xf32>) -> tensor<1024x1024xbf16>
    %27 = stablehlo.convert %arg27 : (tensor<1024x1024xf32>) -> tensor<1024x1024xbf16>
    %28 = stablehlo.convert %arg28 : (tensor<1024x512xf32>) -> tensor<1024x512xbf16>
    %29 = stablehlo.convert %arg29 : (tensor<1024x1024xf32>) -> tensor<1024x1024xbf16>
    %30 = stablehlo.convert %arg30 : (tensor<1024x1024xf32>) -> tensor<1024x1024xbf16>
    %31 = stablehlo.convert %arg31 : (tensor<1024xf32>) -> tensor<1024xbf16>
    %32 = stablehlo.convert %arg32 : (tensor<1024xf32>) -> tensor<1024xbf16>
    %33 = stablehlo.convert %arg33 : (tensor<1024x1024xf32>) -> tensor<1024x1024xbf16>
    %34 = stablehlo.convert %arg34 : (tensor<1024x512xf32>) -> tensor<1024x512xbf16>
    %35 = stablehlo.convert %arg35 : (tensor<1024x1024xf32>) -> tensor<1024x1024xbf16>
    %36 = stablehlo.convert %arg36 : (tensor<1024x1024xf32>) -> tensor<1024x1024xbf16>
    %37 = stablehlo.convert %arg37 : (tensor<1024x512xf32>) -> tensor<1024x512xbf16>
    %38 = stablehlo.convert %arg38 : (tensor<1024xf32>) -> tensor<1024xbf16>
    %39 = stablehlo.slice %arg117 [0:4, 0:512] : (tensor<4x513xi32>) -> tensor<4x512xi32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %40 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<4x512xi32>
    %41 = stablehlo.compare LT, %39, %40, SIGNED : (tensor<4x512xi32>, tensor<4x512xi32>) -> tensor<4x512xi1>
    %c_0 = stablehlo.constant dense<256> : tensor<i32>
    %42 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<4x512xi32>
    %43 = stablehlo.add %39, %42 : tensor<4x512xi32>
    %44 = stablehlo.select %41, %43, %39 : tensor<4x512xi1>, tensor<4x512xi32>
    %45 = stablehlo.broadcast_in_dim %44, dims = [0, 1] : (tensor<4x512xi32>) -> tensor<4x512x1xi32>
    %46 = "stablehlo.gather"(%0, %45) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1024>}> : (tensor<256x1024xbf16>, tensor<4x512x1xi32>) -> tensor<4x512x1024xbf16>
    %47 = sdy.sharding_constraint %46 <@mesh, [{"x"}, {}, {}]> : tensor<4x512x1024xbf16>
    %48:37 = call @layer(%47, %2, %3, %4, %5, %6, %7, %8, %9, %10) : (tensor<4x512x1024xbf16>, tensor<1024x1024xbf16>, tensor<1024x1024xbf16>, tensor<1024xbf16>, tensor<1024xbf16>, tensor<1024x1024xbf16>, tensor<1024x512xbf16>, tensor<1024x1024xbf16>, tensor<1024x1024xbf16>, tensor<1024x512xbf16>) -> (tensor<4x512x1024xbf16>, tensor<4x512x1024xf32>, tensor<4x512x1xf32>, tensor<4x512x1xf32>, tensor<1x1x1024xbf16>, tensor<4x512x1024xbf16>, tensor<4x512x1024xbf16>, tensor<1x512x1x64xbf16>, tensor<1x512x1x64xbf16>, tensor<1x512x1x64xbf16>, tensor<1x512x1x64xbf16>, tensor<1x512x1x64xbf16>, tensor<1x512x1x64xbf16>, tensor<1x512x1x64xbf16>, tensor<1x512x1x64xbf16>, tensor<4x512x4x2x128xbf16>, tensor<4x512x4x128xbf16>, tensor<4x4x2x512x512xi1>, tensor<4x4x2x512x512xf32>, tensor<4x4x2x512x512xf32>, tensor<4x4x2x512x1xf32>, tensor<4x4x2x512x1xf32>, tensor<4x4x2x512x512xbf16>, tensor<4x512x4x128xbf16>, tensor<4x512x1024xbf16>, tensor<4x512x1024xf32>, tensor<4x512x1xf32>, tensor<4x512x1xf32>, tensor<1x1x1024xbf16>, tensor<4x512x1024xbf16>, tensor<4x512x1024xbf16>, tensor<4x512x1024xbf16>, tensor<4x512x1024xbf16>, tensor<4x512x1024xbf16>, tensor<4x512x1024xbf16>, tensor<4x512x1024xbf16>, tensor<4x512x1024xbf16>)
    %49:37 = call @layer(%48#0, %11, %12, %13, %14, %15, %16, %17, %18, %19) : (tensor<4x512x1024xbf16>, tensor<1024x1024xbf16>, tensor<1024x1024xbf16>, tensor<1024xbf16>, tensor<1024xbf16>, tensor<1024x1024xbf16>, tensor<1024x512xbf16>, tensor<1024x1024xbf16>, tensor<1024x1024xbf16>, tensor<1024x512xbf16>) -> (tensor<4x512x1024xbf16>, tensor<4x512x1024xf32>, tensor<4x512x1xf32>, tensor<4x512x1xf32>, tensor<1x1x1024xbf16>, tensor<4x512x1024xbf16>, tensor<4x512x1024xbf16>, tensor<1x512x1x64xbf16>, tensor<1x512x1x64xbf16>, tensor<1x512x1x64xbf16>, tensor<1x512x1x64xbf16>, tensor<1x512x1x64xbf16>, tensor<1x512x1x64xbf16>, tensor<1x512x1x64xbf16>, tensor<1x512x1x64xbf16>, tensor<4x512x4x2x128xbf16>, tensor<4x512x4x128xbf16>, tensor<4x4x2x512x512xi1>, tensor<4x4x2x512x512xf32>, tensor<4x4x2x512x512xf32>, tensor<4x4x2x512x1xf32>, tensor<4x4x2x512x1xf32>, tensor<4x4x2x512x512xbf16>, tensor<4x512x4x128xbf16>, tensor<4x512x1024xbf16>, tensor<4x512x1024xf32>, tensor<4x512x1xf32>, tensor<4x512x1xf32>, tensor<1x1x1024xbf16>, tensor<4x512x1024xbf16>, tensor<4x512x1024xbf16>, tensor<4x512x1024xbf16>, tensor<4x512x1024xbf16>, tensor<4x512x1024xbf16>, tensor<4x512x1024xbf16>, tensor<4x512x1024xbf16>, tensor<4x512x1024xbf16>)
    %50:37 = call @layer(%49#0, %20, %21, %22, %23, %24, %25, %26, %27, %28) : (tensor<4x512x1024xbf16>, tensor<1024x1024xbf16>, tensor<1024x1024xbf16>, tensor<1024xbf16>, tensor<1024xbf16>, tensor<1024x1024xbf16>, tensor<1024x512xbf16>, tensor<1024x1024xbf16>, tensor<1024x1024xbf16>, tensor<1024x512xbf16>) -> (tensor<4x512x1024xbf16>, tensor<4x512x1024xf32>, tensor<4x512x1xf32>, tensor<4x512x1xf32>, tensor<1x1x1024xbf16>, tensor<4x512x1024xbf16>, tensor<4x512x1024xbf16>, tensor<1x512x1x64xbf16>, tensor<1x512x1x64xbf16>, tensor<1x512x1x64xbf16>, tensor<1x512x1x64xbf16>, tensor<1x512x1x64xbf16>, tensor<1x512x1x64xbf16>, tensor<1x512x1x64xbf16>, tensor<1x512x1x64xbf16>, tensor<4x512x4x2x128xbf16>, tensor<4x512x4x128xbf16>, tensor<4x4x2x512x512xi1>, tensor<4x4x2x512x512xf32>, tensor<4x4x2x512x512xf32>, tensor<4x4x2x512x1xf32>, tensor<4x4x2x512x1xf32>, tensor<4x4x2x512x512xbf16>, tensor<4x512x4x128xbf16>, tensor<4x512x1024xbf16>, tensor<4x512x1024xf32>, tensor<4x512x1xf32>, tensor<4x512x1xf32>, tensor<1x1x1024xbf16>, tensor<4x512x1024xbf16>, tensor<4x512x1024xbf16>, tensor<4x512x1024xbf16>, tensor<4x512x1024xbf16>, tensor<4x512x1024xbf16>, tensor<4x512x1024xbf16>, tensor<4x512x1024xbf16>, tensor<4x512x1024xbf16>)
    %51:37 = call @layer(%50#0, %29, %30, %31, %32, %33, %34, %35, %36, %37) : (tensor<4x512x1024xbf16>, tensor<1024x1024xbf16>, tensor<1024x1024xbf16>, tensor<1024xbf16>, tensor<1024xbf16>, tensor<1024x1024xbf16>, tensor<1024x512xbf16>, tensor<1024x1024xbf16>, tensor<1024x1024xbf16>, tensor<1024x512xbf16>) -> (tensor<4x512x1024xbf16>, tensor<4x512x1024xf32>, tensor<4x512x1xf32>, tensor<4x512x1xf32>, tensor<1x1x1024xbf16>, tensor<4x512x1024xbf16>, tensor<4x512x1024xbf16>, tensor<1x512x1x64xbf16>, tensor<1x512x1x64xbf16>, tensor<1x512x1x64xbf16>, tensor<1x512x1x64xbf16>, tensor<1x512x1x64xbf16>, tensor<1x512x1x64xbf16>, tensor<1x512x1x64xbf16>, tensor<1x512x1x64xbf16>, tensor<4x512x4x2x128xbf16>, tensor<4x512x4x128xbf16>, tensor<4x4x2x512x512xi1>, tensor<4x4x2x512x512xf32>, tensor<4x4x2x512x512xf32>, tensor<4x4x2x512x1xf32>, tensor<4x4x2x512x1xf32>, tensor<4x4x2x512x512xbf16>, tensor<4x512x4x128xbf16>, tensor<4x512x1024xbf16>, tensor<4x512x1024xf32>, tensor<4x512x1xf32>, tensor<4x512x1xf32>, tensor<1x1x1024xbf16>, tensor<4x512x1024xbf16>, tensor<4x512x1024xbf16>, tensor<4x512x1024xbf16>, tensor<4x512x1024xbf16>, tensor<4x512x1024xbf16>, tensor<4x512x1024xbf16>, tensor<4x512x1024xbf16>, tensor<4x512x1024xbf16>)
    %52 = stablehlo.convert %51#0 : (tensor<4x512x1024xbf16>) -> tensor<4x512x1024xf32>
    %53 = stablehlo.multiply %52, %52 : tensor<4x512x1024xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %54 = stablehlo.reduce(%53 init: %cst) applies stablehlo.add across dimensions = [2] : (tensor<4x512x1024xf32>, tensor<f32>) -> tensor<4x512xf32>
    %55 = stablehlo.broadcast_in_dim %54, dims = [0, 1] : (tensor<4x512xf32>) -> tensor<4x512x1xf32>
    %cst_1 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %56 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<4x512x1xf32>
    %57 = stablehlo.divide %55, %56 : tensor<4x512x1xf32>
    %cst_2 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %58 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<4x512x1xf32>
    %59 = stablehlo.add %57, %58 : tensor<4x512x1xf32>
    %60 = stablehlo.rsqrt %59 : tensor<4x512x1xf32>
    %61 = stablehlo.divide %60, %59 : tensor<4x512x1xf32>
    %cst_3 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %62 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<4x512x1xf32>
    %63 = stablehlo.multiply %62, %61 : tensor<4x512x1xf32>
    %64 = stablehlo.broadcast_in_dim %60, dims = [0, 1, 2] : (tensor<4x512x1xf32>) -> tensor<4x512x1024xf32>
    %65 = stablehlo.multiply %52, %64 : tensor<4x512x1024xf32>
    %66 = stablehlo.convert %65 : (tensor<4x512x1024xf32>) -> tensor<4x512x1024xbf16>
    %67 = stablehlo.broadcast_in_dim %38, dims = [2] : (tensor<1024xbf16>) -> tensor<1x1x1024xbf16>
    %68 = stablehlo.broadcast_in_dim %67, dims = [0, 1, 2] : (tensor<1x1x1024xbf16>) -> tensor<4x512x1024xbf16>
    %69 = stablehlo.multiply %66, %68 : tensor<4x512x1024xbf16>
    %70 = stablehlo.dot_general %69, %1, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x512x1024xbf16>, tensor<1024x256xbf16>) -> tensor<4x512x256xbf16>
    %71 = sdy.sharding_constraint %70 <@mesh, [{"x"}, {}, {"y"}]> : tensor<4x512x256xbf16>
    %72 = stablehlo.slice %arg117 [0:4, 1:513] : (tensor<4x513xi32>) -> tensor<4x512xi32>
    %73 = stablehlo.convert %71 : (tensor<4x512x256xbf16>) -> tensor<4x512x256xf32>
    %cst_4 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %74 = stablehlo.reduce(%73 init: %cst_4) applies stablehlo.maximum across dimensions = [2] : (tensor<4x512x256xf32>, tensor<f32>) -> tensor<4x512xf32>
    %75 = stablehlo.reshape %74 : (tensor<4x512xf32>) -> tensor<4x512x1xf32>
    %76 = stablehlo.broadcast_in_dim %75, dims = [0, 1, 2] : (tensor<4x512x1xf32>) -> tensor<4x512x256xf32>
    %77 = stablehlo.compare EQ, %73, %76, FLOAT : (tensor<4x512x256xf32>, tensor<4x512x256xf32>) -> tensor<4x512x256xi1>
    %78 = stablehlo.convert %77 : (tensor<4x512x256xi1>) -> tensor<4x512x256xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %79 = stablehlo.reduce(%78 init: %cst_5) applies stablehlo.add across dimensions = [2] : (tensor<4x512x256xf32>, tensor<f32>) -> tensor<4x512xf32>
    %cst_6 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %80 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<4x512xf32>
    %81 = stablehlo.maximum %80, %74 : tensor<4x512xf32>
    %82 = stablehlo.compare EQ, %74, %81, FLOAT : (tensor<4x512xf32>, tensor<4x512xf32>) -> tensor<4x512xi1>
    %cst_7 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %83 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<4x512xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %84 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<4x512xf32>
    %85 = stablehlo.select %82, %83, %84 : tensor<4x512xi1>, tensor<4x512xf32>
    %cst_9 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %86 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<4x512xf32>
    %87 = stablehlo.compare EQ, %86, %81, FLOAT : (tensor<4x512xf32>, tensor<4x512xf32>) -> tensor<4x512xi1>
    %cst_10 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %88 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<4x512xf32>
    %cst_11 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %89 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<4x512xf32>
    %90 = stablehlo.select %87, %88, %89 : tensor<4x512xi1>, tensor<4x512xf32>
    %91 = stablehlo.divide %85, %90 : tensor<4x512xf32>
    %92 = stablehlo.is_finite %81 : (tensor<4x512xf32>) -> tensor<4x512xi1>
    %cst_12 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %93 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<4x512xf32>
    %94 = stablehlo.select %92, %81, %93 : tensor<4x512xi1>, tensor<4x512xf32>
    %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %95 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<4x512xf32>
    %96 = stablehlo.broadcast_in_dim %94, dims = [0, 1] : (tensor<4x512xf32>) -> tensor<4x512x1xf32>
    %97 = stablehlo.broadcast_in_dim %96, dims = [0, 1, 2] : (tensor<4x512x1xf32>) -> tensor<4x512x256xf32>
    %98 = stablehlo.subtract %73, %97 : tensor<4x512x256xf32>
    %99 = stablehlo.exponential %98 : tensor<4x512x256xf32>
    %cst_14 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %100 = stablehlo.reduce(%99 init: %cst_14) applies stablehlo.add across dimensions = [2] : (tensor<4x512x256xf32>, tensor<f32>) -> tensor<4x512xf32>
    %101 = stablehlo.sign %100 : tensor<4x512xf32>
    %102 = stablehlo.abs %100 : tensor<4x512xf32>
    %cst_15 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %103 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<4x512xf32>
    %104 = stablehlo.compare GE, %100, %103, FLOAT : (tensor<4x512xf32>, tensor<4x512xf32>) -> tensor<4x512xi1>
    %105 = stablehlo.log %102 : tensor<4x512xf32>
    %106 = stablehlo.add %105, %94 : tensor<4x512xf32>
    %107 = stablehlo.broadcast_in_dim %72, dims = [0, 1] : (tensor<4x512xi32>) -> tensor<4x512x1xi32>
    %108:2 = call @take_along_axis(%73, %107) : (tensor<4x512x256xf32>, tensor<4x512x1xi32>) -> (tensor<4x512x1xf32>, tensor<4x512x1x1xi32>)
    %109 = stablehlo.reshape %108#0 : (tensor<4x512x1xf32>) -> tensor<4x512xf32>
    %110 = stablehlo.subtract %106, %109 : tensor<4x512xf32>
    %cst_16 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %111 = stablehlo.reduce(%110 init: %cst_16) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x512xf32>, tensor<f32>) -> tensor<f32>
    %cst_17 = stablehlo.constant dense<2.048000e+03> : tensor<f32>
    %112 = stablehlo.divide %111, %cst_17 : tensor<f32>
    %cst_18 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_19 = stablehlo.constant dense<2.048000e+03> : tensor<f32>
    %113 = stablehlo.divide %cst_18, %cst_19 : tensor<f32>
    %114 = stablehlo.broadcast_in_dim %113, dims = [] : (tensor<f32>) -> tensor<4x512xf32>
    %115 = stablehlo.negate %114 : tensor<4x512xf32>
    %116 = stablehlo.broadcast_in_dim %115, dims = [0, 1] : (tensor<4x512xf32>) -> tensor<4x512x1xf32>
    %117 = call @take_along_axis_0(%108#1, %116) : (tensor<4x512x1x1xi32>, tensor<4x512x1xf32>) -> tensor<4x512x256xf32>
    %118 = stablehlo.divide %114, %102 : tensor<4x512xf32>
    %cst_20 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %119 = stablehlo.broadcast_in_dim %cst_20, dims = [] : (tensor<f32>) -> tensor<4x512xf32>
    %120 = stablehlo.select %104, %119, %118 : tensor<4x512xi1>, tensor<4x512xf32>
    %121 = stablehlo.select %104, %118, %119 : tensor<4x512xi1>, tensor<4x512xf32>
    %122 = stablehlo.negate %120 : tensor<4x512xf32>
    %123 = stablehlo.add %121, %122 : tensor<4x512xf32>
    %124 = stablehlo.broadcast_in_dim %123, dims = [0, 1] : (tensor<4x512xf32>) -> tensor<4x512x256xf32>
    %125 = stablehlo.multiply %124, %99 : tensor<4x512x256xf32>
    %126 = stablehlo.add %117, %125 : tensor<4x512x256xf32>
    %127 = stablehlo.convert %126 : (tensor<4x512x256xf32>) -> tensor<4x512x256xbf16>
    %128 = sdy.sharding_constraint %127 <@mesh, [{"x"}, {}, {"y"}]> : tensor<4x512x256xbf16>
    %129 = stablehlo.dot_general %128, %69, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x512x256xbf16>, tensor<4x512x1024xbf16>) -> tensor<256x1024xbf16>
    %130 = stablehlo.transpose %129, dims = [1, 0] : (tensor<256x1024xbf16>) -> tensor<1024x256xbf16>
    %131 = stablehlo.dot_general %128, %1, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x512x256xbf16>, tensor<1024x256xbf16>) -> tensor<4x512x1024xbf16>
    %132 = stablehlo.multiply %66, %131 : tensor<4x512x1024xbf16>
    %cst_21 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %133 = stablehlo.reduce(%132 init: %cst_21) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x512x1024xbf16>, tensor<bf16>) -> tensor<1024xbf16>
    %134 = stablehlo.reshape %133 : (tensor<1024xbf16>) -> tensor<1x1x1024xbf16>
    %135 = stablehlo.broadcast_in_dim %67, dims = [0, 1, 2] : (tensor<1x1x1024xbf16>) -> tensor<4x512x1024xbf16>
    %136 = stablehlo.multiply %131, %135 : tensor<4x512x1024xbf16>
    %cst_22 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %137 = stablehlo.reduce(%134 init: %cst_22) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x1024xbf16>, tensor<bf16>) -> tensor<1024xbf16>
    %138 = stablehlo.convert %136 : (tensor<4x512x1024xbf16>) -> tensor<4x512x1024xf32>
    %139 = stablehlo.multiply %52, %138 : tensor<4x512x1024xf32>
    %cst_23 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %140 = stablehlo.reduce(%139 init: %cst_23) applies stablehlo.add across dimensions = [2] : (tensor<4x512x1024xf32>, tensor<f32>) -> tensor<4x512xf32>
    %141 = stablehlo.reshape %140 : (tensor<4x512xf32>) -> tensor<4x512x1xf32>
    %142 = stablehlo.broadcast_in_dim %60, dims = [0, 1, 2] : (tensor<4x512x1xf32>) -> tensor<4x512x1024xf32>
    %143 = stablehlo.multiply %138, %142 : tensor<4x512x1024xf32>
    %144 = stablehlo.multiply %141, %63 : tensor<4x512x1xf32>
    %cst_24 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %145 = stablehlo.broadcast_in_dim %cst_24, dims = [] : (tensor<f32>) -> tensor<4x512x1xf32>
    %146 = stablehlo.divide %144, %145 : tensor<4x512x1xf32>
    %cst_25 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %147 = stablehlo.reduce(%146 init: %cst_25) applies stablehlo.add across dimensions = [2] : (tensor<4x512x1xf32>, tensor<f32>) -> tensor<4x512xf32>
    %148 = stablehlo.broadcast_in_dim %147, dims = [0, 1] : (tensor<4x512xf32>) -> tensor<4x512x1024xf32>
    %149 = stablehlo.multiply %52, %148 : tensor<4x512x1024xf32>
    %150 = stablehlo.add %143, %149 : tensor<4x512x1024xf32>
    %151 = stablehlo.multiply %148, %52 : tensor<4x512x1024xf32>
    %152 = stablehlo.add %150, %151 : tensor<4x512x1024xf32>
    %153 = stablehlo.convert %152 : (tensor<4x512x1024xf32>) -> tensor<4x512x1024xbf16>
    %154:10 = call @layer_1(%51#1, %51#2, %51#3, %51#4, %51#5, %36, %51#6, %34, %37, %51#7, %51#8, %51#9, %51#10, %51#11, %51#12, %51#13, %51#14, %51#15, %51#16, %51#17, %51#18, %51#19, %51#20, %51#21, %51#22, %51#23, %35, %51#24, %51#25, %51#26, %51#27, %51#28, %51#29, %30, %51#30, %51#31, %51#32, %51#33, %33, %51#34, %51#35, %29, %51#36, %153) : (tensor<4x512x1024xf32>, tensor<4x512x1xf32>, tensor<4x512x1xf32>, tensor<1x1x1024xbf16>, tensor<4x512x1024xbf16>, tensor<1024x1024xbf16>, tensor<4x512x1024xbf16>, tensor<1024x512xbf16>, tensor<1024x512xbf16>, tensor<1x512x1x64xbf16>, tensor<1x512x1x64xbf16>, tensor<1x512x1x64xbf16>, tensor<1x512x1x64xbf16>, tensor<1x512x1x64xbf16>, tensor<1x512x1x64xbf16>, tensor<1x512x1x64xbf16>, tensor<1x512x1x64xbf16>, tensor<4x512x4x2x128xbf16>, tensor<4x512x4x128xbf16>, tensor<4x4x2x512x512xi1>, tensor<4x4x2x512x512xf32>, tensor<4x4x2x512x512xf32>, tensor<4x4x2x512x1xf32>, tensor<4x4x2x512x1xf32>, tensor<4x4x2x512x512xbf16>, tensor<4x512x4x128xbf16>, tensor<1024x1024xbf16>, tensor<4x512x1024xbf16>, tensor<4x512x1024xf32>, tensor<4x512x1xf32>, tensor<4x512x1xf32>, tensor<1x1x1024xbf16>, tensor<4x512x1024xbf16>, tensor<1024x1024xbf16>, tensor<4x512x1024xbf16>, tensor<4x512x1024xbf16>, tensor<4x512x1024xbf16>, tensor<4x512x1024xbf16>, tensor<1024x1024xbf16>, tensor<4x512x1024xbf16>, tensor<4x512x1024xbf16>, tensor<1024x1024xbf16>, tensor<4x512x1024xbf16>, tensor<4x512x1024xbf16>) -> (tensor<4x512x1024xbf16>, tensor<1024x1024xbf16>, tensor<1024x1024xbf16>, tensor<1024xbf16>, tensor<1024xbf16>, tensor<1024x1024xbf16>, tensor<1024x512xbf16>, tensor<1024x1024xbf16>, tensor<1024x1024xbf16>, tensor<1024x512xbf16>)
    %155:10 = call @layer_1(%50#1, %50#2, %50#3, %50#4, %50#5, %27, %50#6, %25, %28, %50#7, %50#8, %50#9, %50#10, %50#11, %50#12, %50#13, %50#14, %50#15, %50#16, %50#17, %50#18, %50#19, %50#20, %50#21, %50#22, %50#23, %26, %50#24, %50#25, %50#26, %50#27, %50#28, %50#29, %21, %50#30, %50#31, %50#32, %50#33, %24, %50#34, %50#35, %20, %50#36, %154#0) : (tensor<4x512x1024xf32>, tensor<4x512x1xf32>, tensor<4x512x1xf32>, tensor<1x1x1024xbf16>, tensor<4x512x1024xbf16>, tensor<1024x1024xbf16>, tensor<4x512x1024xbf16>, tensor<1024x512xbf16>, tensor<1024x512xbf16>, tensor<1x512x1x64xbf16>, tensor<1x512x1x64xbf16>, tensor<1x512x1x64xbf16>, tensor<1x512x1x64xbf16>, tensor<1x512x1x64xbf16>, tensor<1x512x1x64xbf16>, tensor<1x512x1x64xbf16>, tensor<1x512x1x64xbf16>, tensor<4x512x4x2x128xbf16>, tensor<4x512x4x128xbf16>, tensor<4x4x2x512x512xi1>, tensor<4x4x2x512x512xf32>, tensor<4x4x2x512x512xf32>, tensor<4x4x2x512x1xf32>, tensor<4x4x2x512x1xf32>, tensor<4x4x2x512x512xbf16>, tensor<4x512x4x128xbf16>, tensor<1024x1024xbf16>, tensor<4x512x1024xbf16>, tensor<4x512x1024xf32>, tensor<4x512x1xf32>, tensor<4x512x1xf32>, tensor<1x1x1024xbf16>, tensor<4x512x1024xbf16>, tensor<1024x1024xbf16>, tensor<4x512x1024xbf16>, tensor<4x512x1024xbf16>, tensor<4x512x1024xbf16>, tensor<4x512x1024xbf16>, tensor<1024x1024xbf16>, tensor<4x512x1024xbf16>, tensor<4x512x1024xbf16>, tensor<1024x1024xbf16>, tensor<4x512x1024xbf16>, tensor<4x512x1024xbf16>) -> (tensor<4x512x1024xbf16>, tensor<1024x1024xbf16>, tensor<1024x1024xbf16>, tensor<1024xbf16>, tensor<1024xbf16>, tensor<1024x1024xbf16>, tensor<1024x512xbf16>, tensor<1024x1024xbf16>, tensor<1024x1024xbf16>, tensor<1024x512xbf16>)
    %156:10 = call @layer_1(%49#1, %49#2, %49#3, %49#4, %49#5, %18, %49#6, %16, %19, %49#7, %49#8, %49#9, %49#10, %49#11, %49#12, %49#13, %49#14, %49#15, %49#16, %49#17, %49#18, %49#19, %49#20, %49#21, %49#22, %49#23, %17, %49#24, %49#25, %49#26, %49#27, %49#28, %49#29, %12, %49#30, %49#31, %49#32, %49#33, %15, %49#34, %49#35, %11, %49#36, %155#0) : (tensor<4x512x1024xf32>, tensor<4x512x1xf32>, tensor<4x512x1xf32>, tensor<1x1x1024xbf16>, tensor<4x512x1024xbf16>, tensor<1024x1024xbf16>, tensor<4x512x1024xbf16>, tensor<1024x512xbf16>, tensor<1024x512xbf16>, tensor<1x512x1x64xbf16>, tensor<1x512x1x64xbf16>, tensor<1x512x1x64xbf16>, tensor<1x512x1x64xbf16>, tensor<1x512x1x64xbf16>, tensor<1x512x1x64xbf16>, tensor<1x512x1x64xbf16>, tensor<1x512x1x64xbf16>, tensor<4x512x4x2x128xbf16>, tensor<4x512x4x128xbf16>, tensor<4x4x2x512x512xi1>, tensor<4x4x2x512x512xf32>, tensor<4x4x2x512x512xf32>, tensor<4x4x2x512x1xf32>, tensor<4x4x2x512x1xf32>, tensor<4x4x2x512x512xbf16>, tensor<4x512x4x128xbf16>, tensor<1024x1024xbf16>, tensor<4x512x1024xbf16>, tensor<4x512x1024xf32>, tensor<4x512x1xf32>, tensor<4x512x1xf32>, tensor<1x1x1024xbf16>, tensor<4x512x1024xbf16>, tensor<1024x1024xbf16>, tensor<4x512x1024xbf16>, tensor<4x512x1024xbf16>, tensor<4x512x1024xbf16>, tensor<4x512x1024xbf16>, tensor<1024x1024xbf16>, tensor<4x512x1024xbf16>, tensor<4x512x1024xbf16>, tensor<1024x1024xbf16>, tensor<4x512x1024xbf16>, tensor<4x512x1024xbf16>) -> (tensor<4x512x1024xbf16>, tensor<1024x1024xbf16>, tensor<1024x1024xbf16>, tensor<1024xbf16>, tensor<1024xbf16>, tensor<1024x1024xbf16>, tensor<1024x512xbf16>, tensor<1024x1024xbf16>, tensor<1024x1024xbf16>, tensor<1024x512xbf16>)
    %157:10 = call @layer_1(%48#1, %48#2, %48#3, %48#4, %48#5, %9, %48#6, %7, %10, %48#7, %48#8, %48#9, %48#10, %48#11, %48#12, %48#13, %48#14, %48#15, %48#16, %48#17, %48#18, %48#19, %48#20, %48#21, %48#22, %48#23, %8, %48#24, %48#25, %48#26, %48#27, %48#28, %48#29, %3, %48#30, %48#31, %48#32, %48#33, %6, %48#34, %48#35, %2, %48#36, %156#0) : (tensor<4x512x1024xf32>, tensor<4x512x1xf32>, tensor<4x512x1xf32>, tensor<1x1x1024xbf16>, tensor<4x512x1024xbf16>, tensor<1024x1024xbf16>, tensor<4x512x1024xbf16>, tensor<1024x512xbf16>, tensor<1024x512xbf16>, tensor<1x512x1x64xbf16>, tensor<1x512x1x64xbf16>, tensor<1x512x1x64xbf16>, tensor<1x512x1x64xbf16>, tensor<1x512x1x64xbf16>, tensor<1x512x1x64xbf16>, tensor<1x512x1x64xbf16>, tensor<1x512x1x64xbf16>, tensor<4x512x4x2x128xbf16>, tensor<4x512x4x128xbf16>, tensor<4x4x2x512x512xi1>, tensor<4x4x2x512x512xf32>, tensor<4x4x2x512x512xf32>, tensor<4x4x2x512x1xf32>, tensor<4x4x2x512x1xf32>, tensor<4x4x2x512x512xbf16>, tensor<4x512x4x128xbf16>, tensor<1024x1024xbf16>, tensor<4x512x1024xbf16>, tensor<4x512x1024xf32>, tensor<4x512x1xf32>, tensor<4x512x1xf32>, tensor<1x1x1024xbf16>, tensor<4x512x1024xbf16>, tensor<1024x1024xbf16>, tensor<4x512x1024xbf16>, tensor<4x512x1024xbf16>, tensor<4x512x1024xbf16>, tensor<4x512x1024xbf16>, tensor<1024x1024xbf16>, tensor<4x512x1024xbf16>, tensor<4x512x1024xbf16>, tensor<1024x1024xbf16>, tensor<4x512x1024xbf16>, tensor<4x512x1024xbf16>) -> (tensor<4x512x1024xbf16>, tensor<1024x1024xbf16>, tensor<1024x1024xbf16>, tensor<1024xbf16>, tensor<1024xbf16>, tensor<1024x1024xbf16>, tensor<1024x512xbf16>, tensor<1024x1024xbf16>, tensor<1024x1024xbf16>, tensor<1024x512xbf16>)
    %158 = sdy.sharding_constraint %157#0 <@mesh, [{"x"}, {}, {}]> : tensor<4x512x1024xbf16>
    %cst_26 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %159 = stablehlo.broadcast_in_dim %cst_26, dims = [] : (tensor<bf16>) -> tensor<256x1024xbf16>
    %160 = "stablehlo.scatter"(%159, %45, %158) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 2>, unique_indices = false}> ({
    ^bb0(%arg118: tensor<bf16>, %arg119: tensor<bf16>):
      %1019 = stablehlo.add %arg118, %arg119 : tensor<bf16>
      stablehlo.return %1019 : tensor<bf16>
    }) : (tensor<256x1024xbf16>, tensor<4x512x1xi32>, tensor<4x512x1024xbf16>) -> tensor<256x1024xbf16>
    %161 = stablehlo.convert %137 : (tensor<1024xbf16>) -> tensor<1024xf32>
    %162 = stablehlo.convert %154#9 : (tensor<1024x512xbf16>) -> tensor<1024x512xf32>
    %163 = stablehlo.convert %154#8 : (tensor<1024x1024xbf16>) -> tensor<1024x1024xf32>
    %164 = stablehlo.convert %154#7 : (tensor<1024x1024xbf16>) -> tensor<1024x1024xf32>
    %165 = stablehlo.convert %154#6 : (tensor<1024x512xbf16>) -> tensor<1024x512xf32>
    %166 = stablehlo.convert %154#5 : (tensor<1024x1024xbf16>) -> tensor<1024x1024xf32>
    %167 = stablehlo.convert %154#4 : (tensor<1024xbf16>) -> tensor<1024xf32>
    %168 = stablehlo.convert %154#3 : (tensor<1024xbf16>) -> tensor<1024xf32>
    %169 = stablehlo.convert %154#2 : (tensor<1024x1024xbf16>) -> tensor<1024x1024xf32>
    %170 = stablehlo.convert %154#1 : (tensor<1024x1024xbf16>) -> tensor<1024x1024xf32>
    %171 = stablehlo.convert %155#9 : (tensor<1024x512xbf16>) -> tensor<1024x512xf32>
    %172 = stablehlo.convert %155#8 : (tensor<1024x1024xbf16>) -> tensor<1024x1024xf32>
    %173 = stablehlo.convert %155#7 : (tensor<1024x1024xbf16>) -> tensor<1024x1024xf32>
    %174 = stablehlo.convert %155#6 : (tensor<1024x512xbf16>) -> tensor<1024x512xf32>
    %175 = stablehlo.convert %155#5 : (tensor<1024x1024xbf16>) -> tensor<1024x1024xf32>
    %176 = stablehlo.convert %155#4 : (tensor<1024xbf16>) -> tensor<1024xf32>
    %177 = stablehlo.convert %155#3 : (tensor<1024xbf16>) -> tensor<1024xf32>
    %178 = stablehlo.convert %155#2 : (tensor<1024x1024xbf16>) -> tensor<1024x1024xf32>
    %179 = stablehlo.convert %155#1 : (tensor<1024x1024xbf16>) -> tensor<1024x1024xf32>
    %180 = stablehlo.convert %156#9 : (tensor<1024x512xbf16>) -> tensor<1024x512xf32>
    %181 = stablehlo.convert %156#8 : (tensor<1024x1024xbf16>) -> tensor<1024x1024xf32>
    %182 = stablehlo.convert %156#7 : (tensor<1024x1024xbf16>) -> tensor<1024x1024xf32>
    %183 = stablehlo.convert %156#6 : (tensor<1024x512xbf16>) -> tensor<1024x512xf32>
    %184 = stablehlo.convert %156#5 : (tensor<1024x1024xbf16>) -> tensor<1024x1024xf32>
    %185 = stablehlo.convert %156#4 : (tensor<1024xbf16>) -> tensor<1024xf32>
    %186 = stablehlo.convert %156#3 : (tensor<1024xbf16>) -> tensor<1024xf32>
    %187 = stablehlo.convert %156#2 : (tensor<1024x1024xbf16>) -> tensor<1024x1024xf32>
    %188 = stablehlo.convert %156#1 : (tensor<1024x1024xbf16>) -> tensor<1024x1024xf32>
    %189 = stablehlo.convert %157#9 : (tensor<1024x512xbf16>) -> tensor<1024x512xf32>
    %190 = stablehlo.convert %157#8 : (tensor<1024x1024xbf16>) -> tensor<1024x1024xf32>
    %191 = stablehlo.convert %157#7 : (tensor<1024x1024xbf16>) -> tensor<1024x1024xf32>
    %192 = stablehlo.convert %157#6 : (tensor<1024x512xbf16>) -> tensor<1024x512xf32>
    %193 = stablehlo.convert %157#5 : (tensor<1024x1024xbf16>) -> tensor<1024x1024xf32>
    %194 = stablehlo.convert %157#4 : (tensor<1024xbf16>) -> tensor<1024xf32>
    %195 = stablehlo.convert %157#3 : (tensor<1024xbf16>) -> tensor<1024xf32>
    %196 = stablehlo.convert %157#2 : (tensor<1024x1024xbf16>) -> tensor<1024x1024xf32>
    %197 = stablehlo.convert %157#1 : (tensor<1024x1024xbf16>) -> tensor<1024x1024xf32>
    %198 = stablehlo.convert %130 : (tensor<1024x256xbf16>) -> tensor<1024x256xf32>
    %199 = stablehlo.convert %160 : (tensor<256x1024xbf16>) -> tensor<256x1024xf32>
    %cst_27 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %200 = stablehlo.broadcast_in_dim %cst_27, dims = [] : (tensor<f32>) -> tensor<256x1024xf32>
    %201 = stablehlo.multiply %200, %arg39 : tensor<256x1024xf32>
    %cst_28 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %202 = stablehlo.broadcast_in_dim %cst_28, dims = [] : (tensor<f32>) -> tensor<256x1024xf32>
    %203 = stablehlo.multiply %202, %199 : tensor<256x1024xf32>
    %204 = stablehlo.add %201, %203 : tensor<256x1024xf32>
    %cst_29 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %205 = stablehlo.broadcast_in_dim %cst_29, dims = [] : (tensor<f32>) -> tensor<1024x256xf32>
    %206 = stablehlo.multiply %205, %arg40 : tensor<1024x256xf32>
    %cst_30 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %207 = stablehlo.broadcast_in_dim %cst_30, dims = [] : (tensor<f32>) -> tensor<1024x256xf32>
    %208 = stablehlo.multiply %207, %198 : tensor<1024x256xf32>
    %209 = stablehlo.add %206, %208 : tensor<1024x256xf32>
    %cst_31 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %210 = stablehlo.broadcast_in_dim %cst_31, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %211 = stablehlo.multiply %210, %arg41 : tensor<1024x1024xf32>
    %cst_32 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %212 = stablehlo.broadcast_in_dim %cst_32, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %213 = stablehlo.multiply %212, %197 : tensor<1024x1024xf32>
    %214 = stablehlo.add %211, %213 : tensor<1024x1024xf32>
    %cst_33 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %215 = stablehlo.broadcast_in_dim %cst_33, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %216 = stablehlo.multiply %215, %arg42 : tensor<1024x1024xf32>
    %cst_34 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %217 = stablehlo.broadcast_in_dim %cst_34, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %218 = stablehlo.multiply %217, %196 : tensor<1024x1024xf32>
    %219 = stablehlo.add %216, %218 : tensor<1024x1024xf32>
    %cst_35 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %220 = stablehlo.broadcast_in_dim %cst_35, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %221 = stablehlo.multiply %220, %arg43 : tensor<1024xf32>
    %cst_36 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %222 = stablehlo.broadcast_in_dim %cst_36, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %223 = stablehlo.multiply %222, %195 : tensor<1024xf32>
    %224 = stablehlo.add %221, %223 : tensor<1024xf32>
    %cst_37 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %225 = stablehlo.broadcast_in_dim %cst_37, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %226 = stablehlo.multiply %225, %arg44 : tensor<1024xf32>
    %cst_38 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %227 = stablehlo.broadcast_in_dim %cst_38, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %228 = stablehlo.multiply %227, %194 : tensor<1024xf32>
    %229 = stablehlo.add %226, %228 : tensor<1024xf32>
    %cst_39 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %230 = stablehlo.broadcast_in_dim %cst_39, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %231 = stablehlo.multiply %230, %arg45 : tensor<1024x1024xf32>
    %cst_40 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %232 = stablehlo.broadcast_in_dim %cst_40, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %233 = stablehlo.multiply %232, %193 : tensor<1024x1024xf32>
    %234 = stablehlo.add %231, %233 : tensor<1024x1024xf32>
    %cst_41 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %235 = stablehlo.broadcast_in_dim %cst_41, dims = [] : (tensor<f32>) -> tensor<1024x512xf32>
    %236 = stablehlo.multiply %235, %arg46 : tensor<1024x512xf32>
    %cst_42 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %237 = stablehlo.broadcast_in_dim %cst_42, dims = [] : (tensor<f32>) -> tensor<1024x512xf32>
    %238 = stablehlo.multiply %237, %192 : tensor<1024x512xf32>
    %239 = stablehlo.add %236, %238 : tensor<1024x512xf32>
    %cst_43 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %240 = stablehlo.broadcast_in_dim %cst_43, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %241 = stablehlo.multiply %240, %arg47 : tensor<1024x1024xf32>
    %cst_44 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %242 = stablehlo.broadcast_in_dim %cst_44, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %243 = stablehlo.multiply %242, %191 : tensor<1024x1024xf32>
    %244 = stablehlo.add %241, %243 : tensor<1024x1024xf32>
    %cst_45 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %245 = stablehlo.broadcast_in_dim %cst_45, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %246 = stablehlo.multiply %245, %arg48 : tensor<1024x1024xf32>
    %cst_46 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %247 = stablehlo.broadcast_in_dim %cst_46, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %248 = stablehlo.multiply %247, %190 : tensor<1024x1024xf32>
    %249 = stablehlo.add %246, %248 : tensor<1024x1024xf32>
    %cst_47 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %250 = stablehlo.broadcast_in_dim %cst_47, dims = [] : (tensor<f32>) -> tensor<1024x512xf32>
    %251 = stablehlo.multiply %250, %arg49 : tensor<1024x512xf32>
    %cst_48 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %252 = stablehlo.broadcast_in_dim %cst_48, dims = [] : (tensor<f32>) -> tensor<1024x512xf32>
    %253 = stablehlo.multiply %252, %189 : tensor<1024x512xf32>
    %254 = stablehlo.add %251, %253 : tensor<1024x512xf32>
    %cst_49 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %255 = stablehlo.broadcast_in_dim %cst_49, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %256 = stablehlo.multiply %255, %arg50 : tensor<1024x1024xf32>
    %cst_50 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %257 = stablehlo.broadcast_in_dim %cst_50, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %258 = stablehlo.multiply %257, %188 : tensor<1024x1024xf32>
    %259 = stablehlo.add %256, %258 : tensor<1024x1024xf32>
    %cst_51 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %260 = stablehlo.broadcast_in_dim %cst_51, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %261 = stablehlo.multiply %260, %arg51 : tensor<1024x1024xf32>
    %cst_52 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %262 = stablehlo.broadcast_in_dim %cst_52, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %263 = stablehlo.multiply %262, %187 : tensor<1024x1024xf32>
    %264 = stablehlo.add %261, %263 : tensor<1024x1024xf32>
    %cst_53 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %265 = stablehlo.broadcast_in_dim %cst_53, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %266 = stablehlo.multiply %265, %arg52 : tensor<1024xf32>
    %cst_54 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %267 = stablehlo.broadcast_in_dim %cst_54, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %268 = stablehlo.multiply %267, %186 : tensor<1024xf32>
    %269 = stablehlo.add %266, %268 : tensor<1024xf32>
    %cst_55 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %270 = stablehlo.broadcast_in_dim %cst_55, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %271 = stablehlo.multiply %270, %arg53 : tensor<1024xf32>
    %cst_56 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %272 = stablehlo.broadcast_in_dim %cst_56, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %273 = stablehlo.multiply %272, %185 : tensor<1024xf32>
    %274 = stablehlo.add %271, %273 : tensor<1024xf32>
    %cst_57 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %275 = stablehlo.broadcast_in_dim %cst_57, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %276 = stablehlo.multiply %275, %arg54 : tensor<1024x1024xf32>
    %cst_58 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %277 = stablehlo.broadcast_in_dim %cst_58, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %278 = stablehlo.multiply %277, %184 : tensor<1024x1024xf32>
    %279 = stablehlo.add %276, %278 : tensor<1024x1024xf32>
    %cst_59 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %280 = stablehlo.broadcast_in_dim %cst_59, dims = [] : (tensor<f32>) -> tensor<1024x512xf32>
    %281 = stablehlo.multiply %280, %arg55 : tensor<1024x512xf32>
    %cst_60 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %282 = stablehlo.broadcast_in_dim %cst_60, dims = [] : (tensor<f32>) -> tensor<1024x512xf32>
    %283 = stablehlo.multiply %282, %183 : tensor<1024x512xf32>
    %284 = stablehlo.add %281, %283 : tensor<1024x512xf32>
    %cst_61 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %285 = stablehlo.broadcast_in_dim %cst_61, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %286 = stablehlo.multiply %285, %arg56 : tensor<1024x1024xf32>
    %cst_62 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %287 = stablehlo.broadcast_in_dim %cst_62, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %288 = stablehlo.multiply %287, %182 : tensor<1024x1024xf32>
    %289 = stablehlo.add %286, %288 : tensor<1024x1024xf32>
    %cst_63 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %290 = stablehlo.broadcast_in_dim %cst_63, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %291 = stablehlo.multiply %290, %arg57 : tensor<1024x1024xf32>
    %cst_64 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %292 = stablehlo.broadcast_in_dim %cst_64, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %293 = stablehlo.multiply %292, %181 : tensor<1024x1024xf32>
    %294 = stablehlo.add %291, %293 : tensor<1024x1024xf32>
    %cst_65 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %295 = stablehlo.broadcast_in_dim %cst_65, dims = [] : (tensor<f32>) -> tensor<1024x512xf32>
    %296 = stablehlo.multiply %295, %arg58 : tensor<1024x512xf32>
    %cst_66 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %297 = stablehlo.broadcast_in_dim %cst_66, dims = [] : (tensor<f32>) -> tensor<1024x512xf32>
    %298 = stablehlo.multiply %297, %180 : tensor<1024x512xf32>
    %299 = stablehlo.add %296, %298 : tensor<1024x512xf32>
    %cst_67 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %300 = stablehlo.broadcast_in_dim %cst_67, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %301 = stablehlo.multiply %300, %arg59 : tensor<1024x1024xf32>
    %cst_68 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %302 = stablehlo.broadcast_in_dim %cst_68, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %303 = stablehlo.multiply %302, %179 : tensor<1024x1024xf32>
    %304 = stablehlo.add %301, %303 : tensor<1024x1024xf32>
    %cst_69 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %305 = stablehlo.broadcast_in_dim %cst_69, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %306 = stablehlo.multiply %305, %arg60 : tensor<1024x1024xf32>
    %cst_70 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %307 = stablehlo.broadcast_in_dim %cst_70, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %308 = stablehlo.multiply %307, %178 : tensor<1024x1024xf32>
    %309 = stablehlo.add %306, %308 : tensor<1024x1024xf32>
    %cst_71 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %310 = stablehlo.broadcast_in_dim %cst_71, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %311 = stablehlo.multiply %310, %arg61 : tensor<1024xf32>
    %cst_72 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %312 = stablehlo.broadcast_in_dim %cst_72, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %313 = stablehlo.multiply %312, %177 : tensor<1024xf32>
    %314 = stablehlo.add %311, %313 : tensor<1024xf32>
    %cst_73 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %315 = stablehlo.broadcast_in_dim %cst_73, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %316 = stablehlo.multiply %315, %arg62 : tensor<1024xf32>
    %cst_74 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %317 = stablehlo.broadcast_in_dim %cst_74, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %318 = stablehlo.multiply %317, %176 : tensor<1024xf32>
    %319 = stablehlo.add %316, %318 : tensor<1024xf32>
    %cst_75 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %320 = stablehlo.broadcast_in_dim %cst_75, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %321 = stablehlo.multiply %320, %arg63 : tensor<1024x1024xf32>
    %cst_76 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %322 = stablehlo.broadcast_in_dim %cst_76, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %323 = stablehlo.multiply %322, %175 : tensor<1024x1024xf32>
    %324 = stablehlo.add %321, %323 : tensor<1024x1024xf32>
    %cst_77 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %325 = stablehlo.broadcast_in_dim %cst_77, dims = [] : (tensor<f32>) -> tensor<1024x512xf32>
    %326 = stablehlo.multiply %325, %arg64 : tensor<1024x512xf32>
    %cst_78 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %327 = stablehlo.broadcast_in_dim %cst_78, dims = [] : (tensor<f32>) -> tensor<1024x512xf32>
    %328 = stablehlo.multiply %327, %174 : tensor<1024x512xf32>
    %329 = stablehlo.add %326, %328 : tensor<1024x512xf32>
    %cst_79 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %330 = stablehlo.broadcast_in_dim %cst_79, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %331 = stablehlo.multiply %330, %arg65 : tensor<1024x1024xf32>
    %cst_80 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %332 = stablehlo.broadcast_in_dim %cst_80, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %333 = stablehlo.multiply %332, %173 : tensor<1024x1024xf32>
    %334 = stablehlo.add %331, %333 : tensor<1024x1024xf32>
    %cst_81 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %335 = stablehlo.broadcast_in_dim %cst_81, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %336 = stablehlo.multiply %335, %arg66 : tensor<1024x1024xf32>
    %cst_82 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %337 = stablehlo.broadcast_in_dim %cst_82, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %338 = stablehlo.multiply %337, %172 : tensor<1024x1024xf32>
    %339 = stablehlo.add %336, %338 : tensor<1024x1024xf32>
    %cst_83 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %340 = stablehlo.broadcast_in_dim %cst_83, dims = [] : (tensor<f32>) -> tensor<1024x512xf32>
    %341 = stablehlo.multiply %340, %arg67 : tensor<1024x512xf32>
    %cst_84 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %342 = stablehlo.broadcast_in_dim %cst_84, dims = [] : (tensor<f32>) -> tensor<1024x512xf32>
    %343 = stablehlo.multiply %342, %171 : tensor<1024x512xf32>
    %344 = stablehlo.add %341, %343 : tensor<1024x512xf32>
    %cst_85 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %345 = stablehlo.broadcast_in_dim %cst_85, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %346 = stablehlo.multiply %345, %arg68 : tensor<1024x1024xf32>
    %cst_86 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %347 = stablehlo.broadcast_in_dim %cst_86, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %348 = stablehlo.multiply %347, %170 : tensor<1024x1024xf32>
    %349 = stablehlo.add %346, %348 : tensor<1024x1024xf32>
    %cst_87 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %350 = stablehlo.broadcast_in_dim %cst_87, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %351 = stablehlo.multiply %350, %arg69 : tensor<1024x1024xf32>
    %cst_88 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %352 = stablehlo.broadcast_in_dim %cst_88, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %353 = stablehlo.multiply %352, %169 : tensor<1024x1024xf32>
    %354 = stablehlo.add %351, %353 : tensor<1024x1024xf32>
    %cst_89 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %355 = stablehlo.broadcast_in_dim %cst_89, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %356 = stablehlo.multiply %355, %arg70 : tensor<1024xf32>
    %cst_90 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %357 = stablehlo.broadcast_in_dim %cst_90, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %358 = stablehlo.multiply %357, %168 : tensor<1024xf32>
    %359 = stablehlo.add %356, %358 : tensor<1024xf32>
    %cst_91 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %360 = stablehlo.broadcast_in_dim %cst_91, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %361 = stablehlo.multiply %360, %arg71 : tensor<1024xf32>
    %cst_92 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %362 = stablehlo.broadcast_in_dim %cst_92, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %363 = stablehlo.multiply %362, %167 : tensor<1024xf32>
    %364 = stablehlo.add %361, %363 : tensor<1024xf32>
    %cst_93 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %365 = stablehlo.broadcast_in_dim %cst_93, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %366 = stablehlo.multiply %365, %arg72 : tensor<1024x1024xf32>
    %cst_94 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %367 = stablehlo.broadcast_in_dim %cst_94, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %368 = stablehlo.multiply %367, %166 : tensor<1024x1024xf32>
    %369 = stablehlo.add %366, %368 : tensor<1024x1024xf32>
    %cst_95 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %370 = stablehlo.broadcast_in_dim %cst_95, dims = [] : (tensor<f32>) -> tensor<1024x512xf32>
    %371 = stablehlo.multiply %370, %arg73 : tensor<1024x512xf32>
    %cst_96 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %372 = stablehlo.broadcast_in_dim %cst_96, dims = [] : (tensor<f32>) -> tensor<1024x512xf32>
    %373 = stablehlo.multiply %372, %165 : tensor<1024x512xf32>
    %374 = stablehlo.add %371, %373 : tensor<1024x512xf32>
    %cst_97 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %375 = stablehlo.broadcast_in_dim %cst_97, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %376 = stablehlo.multiply %375, %arg74 : tensor<1024x1024xf32>
    %cst_98 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %377 = stablehlo.broadcast_in_dim %cst_98, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %378 = stablehlo.multiply %377, %164 : tensor<1024x1024xf32>
    %379 = stablehlo.add %376, %378 : tensor<1024x1024xf32>
    %cst_99 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %380 = stablehlo.broadcast_in_dim %cst_99, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %381 = stablehlo.multiply %380, %arg75 : tensor<1024x1024xf32>
    %cst_100 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %382 = stablehlo.broadcast_in_dim %cst_100, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %383 = stablehlo.multiply %382, %163 : tensor<1024x1024xf32>
    %384 = stablehlo.add %381, %383 : tensor<1024x1024xf32>
    %cst_101 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %385 = stablehlo.broadcast_in_dim %cst_101, dims = [] : (tensor<f32>) -> tensor<1024x512xf32>
    %386 = stablehlo.multiply %385, %arg76 : tensor<1024x512xf32>
    %cst_102 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %387 = stablehlo.broadcast_in_dim %cst_102, dims = [] : (tensor<f32>) -> tensor<1024x512xf32>
    %388 = stablehlo.multiply %387, %162 : tensor<1024x512xf32>
    %389 = stablehlo.add %386, %388 : tensor<1024x512xf32>
    %cst_103 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %390 = stablehlo.broadcast_in_dim %cst_103, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %391 = stablehlo.multiply %390, %arg77 : tensor<1024xf32>
    %cst_104 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %392 = stablehlo.broadcast_in_dim %cst_104, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %393 = stablehlo.multiply %392, %161 : tensor<1024xf32>
    %394 = stablehlo.add %391, %393 : tensor<1024xf32>
    %cst_105 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %395 = stablehlo.broadcast_in_dim %cst_105, dims = [] : (tensor<f32>) -> tensor<256x1024xf32>
    %396 = stablehlo.multiply %395, %arg78 : tensor<256x1024xf32>
    %cst_106 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %397 = stablehlo.broadcast_in_dim %cst_106, dims = [] : (tensor<f32>) -> tensor<256x1024xf32>
    %398 = stablehlo.multiply %397, %199 : tensor<256x1024xf32>
    %399 = stablehlo.multiply %398, %199 : tensor<256x1024xf32>
    %400 = stablehlo.add %396, %399 : tensor<256x1024xf32>
    %cst_107 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %401 = stablehlo.broadcast_in_dim %cst_107, dims = [] : (tensor<f32>) -> tensor<1024x256xf32>
    %402 = stablehlo.multiply %401, %arg79 : tensor<1024x256xf32>
    %cst_108 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %403 = stablehlo.broadcast_in_dim %cst_108, dims = [] : (tensor<f32>) -> tensor<1024x256xf32>
    %404 = stablehlo.multiply %403, %198 : tensor<1024x256xf32>
    %405 = stablehlo.multiply %404, %198 : tensor<1024x256xf32>
    %406 = stablehlo.add %402, %405 : tensor<1024x256xf32>
    %cst_109 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %407 = stablehlo.broadcast_in_dim %cst_109, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %408 = stablehlo.multiply %407, %arg80 : tensor<1024x1024xf32>
    %cst_110 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %409 = stablehlo.broadcast_in_dim %cst_110, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %410 = stablehlo.multiply %409, %197 : tensor<1024x1024xf32>
    %411 = stablehlo.multiply %410, %197 : tensor<1024x1024xf32>
    %412 = stablehlo.add %408, %411 : tensor<1024x1024xf32>
    %cst_111 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %413 = stablehlo.broadcast_in_dim %cst_111, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %414 = stablehlo.multiply %413, %arg81 : tensor<1024x1024xf32>
    %cst_112 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %415 = stablehlo.broadcast_in_dim %cst_112, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %416 = stablehlo.multiply %415, %196 : tensor<1024x1024xf32>
    %417 = stablehlo.multiply %416, %196 : tensor<1024x1024xf32>
    %418 = stablehlo.add %414, %417 : tensor<1024x1024xf32>
    %cst_113 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %419 = stablehlo.broadcast_in_dim %cst_113, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %420 = stablehlo.multiply %419, %arg82 : tensor<1024xf32>
    %cst_114 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %421 = stablehlo.broadcast_in_dim %cst_114, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %422 = stablehlo.multiply %421, %195 : tensor<1024xf32>
    %423 = stablehlo.multiply %422, %195 : tensor<1024xf32>
    %424 = stablehlo.add %420, %423 : tensor<1024xf32>
    %cst_115 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %425 = stablehlo.broadcast_in_dim %cst_115, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %426 = stablehlo.multiply %425, %arg83 : tensor<1024xf32>
    %cst_116 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %427 = stablehlo.broadcast_in_dim %cst_116, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %428 = stablehlo.multiply %427, %194 : tensor<1024xf32>
    %429 = stablehlo.multiply %428, %194 : tensor<1024xf32>
    %430 = stablehlo.add %426, %429 : tensor<1024xf32>
    %cst_117 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %431 = stablehlo.broadcast_in_dim %cst_117, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %432 = stablehlo.multiply %431, %arg84 : tensor<1024x1024xf32>
    %cst_118 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %433 = stablehlo.broadcast_in_dim %cst_118, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %434 = stablehlo.multiply %433, %193 : tensor<1024x1024xf32>
    %435 = stablehlo.multiply %434, %193 : tensor<1024x1024xf32>
    %436 = stablehlo.add %432, %435 : tensor<1024x1024xf32>
    %cst_119 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %437 = stablehlo.broadcast_in_dim %cst_119, dims = [] : (tensor<f32>) -> tensor<1024x512xf32>
    %438 = stablehlo.multiply %437, %arg85 : tensor<1024x512xf32>
    %cst_120 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %439 = stablehlo.broadcast_in_dim %cst_120, dims = [] : (tensor<f32>) -> tensor<1024x512xf32>
    %440 = stablehlo.multiply %439, %192 : tensor<1024x512xf32>
    %441 = stablehlo.multiply %440, %192 : tensor<1024x512xf32>
    %442 = stablehlo.add %438, %441 : tensor<1024x512xf32>
    %cst_121 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %443 = stablehlo.broadcast_in_dim %cst_121, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %444 = stablehlo.multiply %443, %arg86 : tensor<1024x1024xf32>
    %cst_122 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %445 = stablehlo.broadcast_in_dim %cst_122, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %446 = stablehlo.multiply %445, %191 : tensor<1024x1024xf32>
    %447 = stablehlo.multiply %446, %191 : tensor<1024x1024xf32>
    %448 = stablehlo.add %444, %447 : tensor<1024x1024xf32>
    %cst_123 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %449 = stablehlo.broadcast_in_dim %cst_123, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %450 = stablehlo.multiply %449, %arg87 : tensor<1024x1024xf32>
    %cst_124 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %451 = stablehlo.broadcast_in_dim %cst_124, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %452 = stablehlo.multiply %451, %190 : tensor<1024x1024xf32>
    %453 = stablehlo.multiply %452, %190 : tensor<1024x1024xf32>
    %454 = stablehlo.add %450, %453 : tensor<1024x1024xf32>
    %cst_125 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %455 = stablehlo.broadcast_in_dim %cst_125, dims = [] : (tensor<f32>) -> tensor<1024x512xf32>
    %456 = stablehlo.multiply %455, %arg88 : tensor<1024x512xf32>
    %cst_126 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %457 = stablehlo.broadcast_in_dim %cst_126, dims = [] : (tensor<f32>) -> tensor<1024x512xf32>
    %458 = stablehlo.multiply %457, %189 : tensor<1024x512xf32>
    %459 = stablehlo.multiply %458, %189 : tensor<1024x512xf32>
    %460 = stablehlo.add %456, %459 : tensor<1024x512xf32>
    %cst_127 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %461 = stablehlo.broadcast_in_dim %cst_127, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %462 = stablehlo.multiply %461, %arg89 : tensor<1024x1024xf32>
    %cst_128 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %463 = stablehlo.broadcast_in_dim %cst_128, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %464 = stablehlo.multiply %463, %188 : tensor<1024x1024xf32>
    %465 = stablehlo.multiply %464, %188 : tensor<1024x1024xf32>
    %466 = stablehlo.add %462, %465 : tensor<1024x1024xf32>
    %cst_129 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %467 = stablehlo.broadcast_in_dim %cst_129, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %468 = stablehlo.multiply %467, %arg90 : tensor<1024x1024xf32>
    %cst_130 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %469 = stablehlo.broadcast_in_dim %cst_130, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %470 = stablehlo.multiply %469, %187 : tensor<1024x1024xf32>
    %471 = stablehlo.multiply %470, %187 : tensor<1024x1024xf32>
    %472 = stablehlo.add %468, %471 : tensor<1024x1024xf32>
    %cst_131 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %473 = stablehlo.broadcast_in_dim %cst_131, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %474 = stablehlo.multiply %473, %arg91 : tensor<1024xf32>
    %cst_132 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %475 = stablehlo.broadcast_in_dim %cst_132, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %476 = stablehlo.multiply %475, %186 : tensor<1024xf32>
    %477 = stablehlo.multiply %476, %186 : tensor<1024xf32>
    %478 = stablehlo.add %474, %477 : tensor<1024xf32>
    %cst_133 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %479 = stablehlo.broadcast_in_dim %cst_133, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %480 = stablehlo.multiply %479, %arg92 : tensor<1024xf32>
    %cst_134 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %481 = stablehlo.broadcast_in_dim %cst_134, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %482 = stablehlo.multiply %481, %185 : tensor<1024xf32>
    %483 = stablehlo.multiply %482, %185 : tensor<1024xf32>
    %484 = stablehlo.add %480, %483 : tensor<1024xf32>
    %cst_135 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %485 = stablehlo.broadcast_in_dim %cst_135, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %486 = stablehlo.multiply %485, %arg93 : tensor<1024x1024xf32>
    %cst_136 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %487 = stablehlo.broadcast_in_dim %cst_136, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %488 = stablehlo.multiply %487, %184 : tensor<1024x1024xf32>
    %489 = stablehlo.multiply %488, %184 : tensor<1024x1024xf32>
    %490 = stablehlo.add %486, %489 : tensor<1024x1024xf32>
    %cst_137 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %491 = stablehlo.broadcast_in_dim %cst_137, dims = [] : (tensor<f32>) -> tensor<1024x512xf32>
    %492 = stablehlo.multiply %491, %arg94 : tensor<1024x512xf32>
    %cst_138 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %493 = stablehlo.broadcast_in_dim %cst_138, dims = [] : (tensor<f32>) -> tensor<1024x512xf32>
    %494 = stablehlo.multiply %493, %183 : tensor<1024x512xf32>
    %495 = stablehlo.multiply %494, %183 : tensor<1024x512xf32>
    %496 = stablehlo.add %492, %495 : tensor<1024x512xf32>
    %cst_139 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %497 = stablehlo.broadcast_in_dim %cst_139, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %498 = stablehlo.multiply %497, %arg95 : tensor<1024x1024xf32>
    %cst_140 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %499 = stablehlo.broadcast_in_dim %cst_140, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %500 = stablehlo.multiply %499, %182 : tensor<1024x1024xf32>
    %501 = stablehlo.multiply %500, %182 : tensor<1024x1024xf32>
    %502 = stablehlo.add %498, %501 : tensor<1024x1024xf32>
    %cst_141 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %503 = stablehlo.broadcast_in_dim %cst_141, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %504 = stablehlo.multiply %503, %arg96 : tensor<1024x1024xf32>
    %cst_142 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %505 = stablehlo.broadcast_in_dim %cst_142, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %506 = stablehlo.multiply %505, %181 : tensor<1024x1024xf32>
    %507 = stablehlo.multiply %506, %181 : tensor<1024x1024xf32>
    %508 = stablehlo.add %504, %507 : tensor<1024x1024xf32>
    %cst_143 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %509 = stablehlo.broadcast_in_dim %cst_143, dims = [] : (tensor<f32>) -> tensor<1024x512xf32>
    %510 = stablehlo.multiply %509, %arg97 : tensor<1024x512xf32>
    %cst_144 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %511 = stablehlo.broadcast_in_dim %cst_144, dims = [] : (tensor<f32>) -> tensor<1024x512xf32>
    %512 = stablehlo.multiply %511, %180 : tensor<1024x512xf32>
    %513 = stablehlo.multiply %512, %180 : tensor<1024x512xf32>
    %514 = stablehlo.add %510, %513 : tensor<1024x512xf32>
    %cst_145 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %515 = stablehlo.broadcast_in_dim %cst_145, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %516 = stablehlo.multiply %515, %arg98 : tensor<1024x1024xf32>
    %cst_146 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %517 = stablehlo.broadcast_in_dim %cst_146, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %518 = stablehlo.multiply %517, %179 : tensor<1024x1024xf32>
    %519 = stablehlo.multiply %518, %179 : tensor<1024x1024xf32>
    %520 = stablehlo.add %516, %519 : tensor<1024x1024xf32>
    %cst_147 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %521 = stablehlo.broadcast_in_dim %cst_147, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %522 = stablehlo.multiply %521, %arg99 : tensor<1024x1024xf32>
    %cst_148 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %523 = stablehlo.broadcast_in_dim %cst_148, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %524 = stablehlo.multiply %523, %178 : tensor<1024x1024xf32>
    %525 = stablehlo.multiply %524, %178 : tensor<1024x1024xf32>
    %526 = stablehlo.add %522, %525 : tensor<1024x1024xf32>
    %cst_149 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %527 = stablehlo.broadcast_in_dim %cst_149, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %528 = stablehlo.multiply %527, %arg100 : tensor<1024xf32>
    %cst_150 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %529 = stablehlo.broadcast_in_dim %cst_150, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %530 = stablehlo.multiply %529, %177 : tensor<1024xf32>
    %531 = stablehlo.multiply %530, %177 : tensor<1024xf32>
    %532 = stablehlo.add %528, %531 : tensor<1024xf32>
    %cst_151 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %533 = stablehlo.broadcast_in_dim %cst_151, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %534 = stablehlo.multiply %533, %arg101 : tensor<1024xf32>
    %cst_152 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %535 = stablehlo.broadcast_in_dim %cst_152, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %536 = stablehlo.multiply %535, %176 : tensor<1024xf32>
    %537 = stablehlo.multiply %536, %176 : tensor<1024xf32>
    %538 = stablehlo.add %534, %537 : tensor<1024xf32>
    %cst_153 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %539 = stablehlo.broadcast_in_dim %cst_153, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %540 = stablehlo.multiply %539, %arg102 : tensor<1024x1024xf32>
    %cst_154 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %541 = stablehlo.broadcast_in_dim %cst_154, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %542 = stablehlo.multiply %541, %175 : tensor<1024x1024xf32>
    %543 = stablehlo.multiply %542, %175 : tensor<1024x1024xf32>
    %544 = stablehlo.add %540, %543 : tensor<1024x1024xf32>
    %cst_155 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %545 = stablehlo.broadcast_in_dim %cst_155, dims = [] : (tensor<f32>) -> tensor<1024x512xf32>
    %546 = stablehlo.multiply %545, %arg103 : tensor<1024x512xf32>
    %cst_156 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %547 = stablehlo.broadcast_in_dim %cst_156, dims = [] : (tensor<f32>) -> tensor<1024x512xf32>
    %548 = stablehlo.multiply %547, %174 : tensor<1024x512xf32>
    %549 = stablehlo.multiply %548, %174 : tensor<1024x512xf32>
    %550 = stablehlo.add %546, %549 : tensor<1024x512xf32>
    %cst_157 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %551 = stablehlo.broadcast_in_dim %cst_157, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %552 = stablehlo.multiply %551, %arg104 : tensor<1024x1024xf32>
    %cst_158 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %553 = stablehlo.broadcast_in_dim %cst_158, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %554 = stablehlo.multiply %553, %173 : tensor<1024x1024xf32>
    %555 = stablehlo.multiply %554, %173 : tensor<1024x1024xf32>
    %556 = stablehlo.add %552, %555 : tensor<1024x1024xf32>
    %cst_159 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %557 = stablehlo.broadcast_in_dim %cst_159, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %558 = stablehlo.multiply %557, %arg105 : tensor<1024x1024xf32>
    %cst_160 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %559 = stablehlo.broadcast_in_dim %cst_160, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %560 = stablehlo.multiply %559, %172 : tensor<1024x1024xf32>
    %561 = stablehlo.multiply %560, %172 : tensor<1024x1024xf32>
    %562 = stablehlo.add %558, %561 : tensor<1024x1024xf32>
    %cst_161 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %563 = stablehlo.broadcast_in_dim %cst_161, dims = [] : (tensor<f32>) -> tensor<1024x512xf32>
    %564 = stablehlo.multiply %563, %arg106 : tensor<1024x512xf32>
    %cst_162 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %565 = stablehlo.broadcast_in_dim %cst_162, dims = [] : (tensor<f32>) -> tensor<1024x512xf32>
    %566 = stablehlo.multiply %565, %171 : tensor<1024x512xf32>
    %567 = stablehlo.multiply %566, %171 : tensor<1024x512xf32>
    %568 = stablehlo.add %564, %567 : tensor<1024x512xf32>
    %cst_163 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %569 = stablehlo.broadcast_in_dim %cst_163, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %570 = stablehlo.multiply %569, %arg107 : tensor<1024x1024xf32>
    %cst_164 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %571 = stablehlo.broadcast_in_dim %cst_164, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %572 = stablehlo.multiply %571, %170 : tensor<1024x1024xf32>
    %573 = stablehlo.multiply %572, %170 : tensor<1024x1024xf32>
    %574 = stablehlo.add %570, %573 : tensor<1024x1024xf32>
    %cst_165 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %575 = stablehlo.broadcast_in_dim %cst_165, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %576 = stablehlo.multiply %575, %arg108 : tensor<1024x1024xf32>
    %cst_166 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %577 = stablehlo.broadcast_in_dim %cst_166, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %578 = stablehlo.multiply %577, %169 : tensor<1024x1024xf32>
    %579 = stablehlo.multiply %578, %169 : tensor<1024x1024xf32>
    %580 = stablehlo.add %576, %579 : tensor<1024x1024xf32>
    %cst_167 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %581 = stablehlo.broadcast_in_dim %cst_167, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %582 = stablehlo.multiply %581, %arg109 : tensor<1024xf32>
    %cst_168 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %583 = stablehlo.broadcast_in_dim %cst_168, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %584 = stablehlo.multiply %583, %168 : tensor<1024xf32>
    %585 = stablehlo.multiply %584, %168 : tensor<1024xf32>
    %586 = stablehlo.add %582, %585 : tensor<1024xf32>
    %cst_169 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %587 = stablehlo.broadcast_in_dim %cst_169, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %588 = stablehlo.multiply %587, %arg110 : tensor<1024xf32>
    %cst_170 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %589 = stablehlo.broadcast_in_dim %cst_170, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %590 = stablehlo.multiply %589, %167 : tensor<1024xf32>
    %591 = stablehlo.multiply %590, %167 : tensor<1024xf32>
    %592 = stablehlo.add %588, %591 : tensor<1024xf32>
    %cst_171 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %593 = stablehlo.broadcast_in_dim %cst_171, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %594 = stablehlo.multiply %593, %arg111 : tensor<1024x1024xf32>
    %cst_172 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %595 = stablehlo.broadcast_in_dim %cst_172, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %596 = stablehlo.multiply %595, %166 : tensor<1024x1024xf32>
    %597 = stablehlo.multiply %596, %166 : tensor<1024x1024xf32>
    %598 = stablehlo.add %594, %597 : tensor<1024x1024xf32>
    %cst_173 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %599 = stablehlo.broadcast_in_dim %cst_173, dims = [] : (tensor<f32>) -> tensor<1024x512xf32>
    %600 = stablehlo.multiply %599, %arg112 : tensor<1024x512xf32>
    %cst_174 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %601 = stablehlo.broadcast_in_dim %cst_174, dims = [] : (tensor<f32>) -> tensor<1024x512xf32>
    %602 = stablehlo.multiply %601, %165 : tensor<1024x512xf32>
    %603 = stablehlo.multiply %602, %165 : tensor<1024x512xf32>
    %604 = stablehlo.add %600, %603 : tensor<1024x512xf32>
    %cst_175 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %605 = stablehlo.broadcast_in_dim %cst_175, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %606 = stablehlo.multiply %605, %arg113 : tensor<1024x1024xf32>
    %cst_176 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %607 = stablehlo.broadcast_in_dim %cst_176, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %608 = stablehlo.multiply %607, %164 : tensor<1024x1024xf32>
    %609 = stablehlo.multiply %608, %164 : tensor<1024x1024xf32>
    %610 = stablehlo.add %606, %609 : tensor<1024x1024xf32>
    %cst_177 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %611 = stablehlo.broadcast_in_dim %cst_177, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %612 = stablehlo.multiply %611, %arg114 : tensor<1024x1024xf32>
    %cst_178 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %613 = stablehlo.broadcast_in_dim %cst_178, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %614 = stablehlo.multiply %613, %163 : tensor<1024x1024xf32>
    %615 = stablehlo.multiply %614, %163 : tensor<1024x1024xf32>
    %616 = stablehlo.add %612, %615 : tensor<1024x1024xf32>
    %cst_179 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %617 = stablehlo.broadcast_in_dim %cst_179, dims = [] : (tensor<f32>) -> tensor<1024x512xf32>
    %618 = stablehlo.multiply %617, %arg115 : tensor<1024x512xf32>
    %cst_180 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %619 = stablehlo.broadcast_in_dim %cst_180, dims = [] : (tensor<f32>) -> tensor<1024x512xf32>
    %620 = stablehlo.multiply %619, %162 : tensor<1024x512xf32>
    %621 = stablehlo.multiply %620, %162 : tensor<1024x512xf32>
    %622 = stablehlo.add %618, %621 : tensor<1024x512xf32>
    %cst_181 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %623 = stablehlo.broadcast_in_dim %cst_181, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %624 = stablehlo.multiply %623, %arg116 : tensor<1024xf32>
    %cst_182 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %625 = stablehlo.broadcast_in_dim %cst_182, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %626 = stablehlo.multiply %625, %161 : tensor<1024xf32>
    %627 = stablehlo.multiply %626, %161 : tensor<1024xf32>
    %628 = stablehlo.add %624, %627 : tensor<1024xf32>
    %629 = stablehlo.sqrt %400 : tensor<256x1024xf32>
    %cst_183 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %630 = stablehlo.broadcast_in_dim %cst_183, dims = [] : (tensor<f32>) -> tensor<256x1024xf32>
    %631 = stablehlo.add %629, %630 : tensor<256x1024xf32>
    %632 = stablehlo.divide %204, %631 : tensor<256x1024xf32>
    %cst_184 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %633 = stablehlo.broadcast_in_dim %cst_184, dims = [] : (tensor<f32>) -> tensor<256x1024xf32>
    %634 = stablehlo.multiply %633, %arg0 : tensor<256x1024xf32>
    %635 = stablehlo.add %632, %634 : tensor<256x1024xf32>
    %cst_185 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %636 = stablehlo.broadcast_in_dim %cst_185, dims = [] : (tensor<f32>) -> tensor<256x1024xf32>
    %637 = stablehlo.multiply %636, %635 : tensor<256x1024xf32>
    %638 = stablehlo.subtract %arg0, %637 : tensor<256x1024xf32>
    %639 = stablehlo.sqrt %406 : tensor<1024x256xf32>
    %cst_186 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %640 = stablehlo.broadcast_in_dim %cst_186, dims = [] : (tensor<f32>) -> tensor<1024x256xf32>
    %641 = stablehlo.add %639, %640 : tensor<1024x256xf32>
    %642 = stablehlo.divide %209, %641 : tensor<1024x256xf32>
    %cst_187 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %643 = stablehlo.broadcast_in_dim %cst_187, dims = [] : (tensor<f32>) -> tensor<1024x256xf32>
    %644 = stablehlo.multiply %643, %arg1 : tensor<1024x256xf32>
    %645 = stablehlo.add %642, %644 : tensor<1024x256xf32>
    %cst_188 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %646 = stablehlo.broadcast_in_dim %cst_188, dims = [] : (tensor<f32>) -> tensor<1024x256xf32>
    %647 = stablehlo.multiply %646, %645 : tensor<1024x256xf32>
    %648 = stablehlo.subtract %arg1, %647 : tensor<1024x256xf32>
    %649 = stablehlo.sqrt %412 : tensor<1024x1024xf32>
    %cst_189 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %650 = stablehlo.broadcast_in_dim %cst_189, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %651 = stablehlo.add %649, %650 : tensor<1024x1024xf32>
    %652 = stablehlo.divide %214, %651 : tensor<1024x1024xf32>
    %cst_190 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %653 = stablehlo.broadcast_in_dim %cst_190, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %654 = stablehlo.multiply %653, %arg2 : tensor<1024x1024xf32>
    %655 = stablehlo.add %652, %654 : tensor<1024x1024xf32>
    %cst_191 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %656 = stablehlo.broadcast_in_dim %cst_191, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %657 = stablehlo.multiply %656, %655 : tensor<1024x1024xf32>
    %658 = stablehlo.subtract %arg2, %657 : tensor<1024x1024xf32>
    %659 = stablehlo.sqrt %418 : tensor<1024x1024xf32>
    %cst_192 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %660 = stablehlo.broadcast_in_dim %cst_192, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %661 = stablehlo.add %659, %660 : tensor<1024x1024xf32>
    %662 = stablehlo.divide %219, %661 : tensor<1024x1024xf32>
    %cst_193 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %663 = stablehlo.broadcast_in_dim %cst_193, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %664 = stablehlo.multiply %663, %arg3 : tensor<1024x1024xf32>
    %665 = stablehlo.add %662, %664 : tensor<1024x1024xf32>
    %cst_194 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %666 = stablehlo.broadcast_in_dim %cst_194, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %667 = stablehlo.multiply %666, %665 : tensor<1024x1024xf32>
    %668 = stablehlo.subtract %arg3, %667 : tensor<1024x1024xf32>
    %669 = stablehlo.sqrt %424 : tensor<1024xf32>
    %cst_195 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %670 = stablehlo.broadcast_in_dim %cst_195, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %671 = stablehlo.add %669, %670 : tensor<1024xf32>
    %672 = stablehlo.divide %224, %671 : tensor<1024xf32>
    %cst_196 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %673 = stablehlo.broadcast_in_dim %cst_196, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %674 = stablehlo.multiply %673, %arg4 : tensor<1024xf32>
    %675 = stablehlo.add %672, %674 : tensor<1024xf32>
    %cst_197 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %676 = stablehlo.broadcast_in_dim %cst_197, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %677 = stablehlo.multiply %676, %675 : tensor<1024xf32>
    %678 = stablehlo.subtract %arg4, %677 : tensor<1024xf32>
    %679 = stablehlo.sqrt %430 : tensor<1024xf32>
    %cst_198 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %680 = stablehlo.broadcast_in_dim %cst_198, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %681 = stablehlo.add %679, %680 : tensor<1024xf32>
    %682 = stablehlo.divide %229, %681 : tensor<1024xf32>
    %cst_199 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %683 = stablehlo.broadcast_in_dim %cst_199, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %684 = stablehlo.multiply %683, %arg5 : tensor<1024xf32>
    %685 = stablehlo.add %682, %684 : tensor<1024xf32>
    %cst_200 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %686 = stablehlo.broadcast_in_dim %cst_200, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %687 = stablehlo.multiply %686, %685 : tensor<1024xf32>
    %688 = stablehlo.subtract %arg5, %687 : tensor<1024xf32>
    %689 = stablehlo.sqrt %436 : tensor<1024x1024xf32>
    %cst_201 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %690 = stablehlo.broadcast_in_dim %cst_201, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %691 = stablehlo.add %689, %690 : tensor<1024x1024xf32>
    %692 = stablehlo.divide %234, %691 : tensor<1024x1024xf32>
    %cst_202 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %693 = stablehlo.broadcast_in_dim %cst_202, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %694 = stablehlo.multiply %693, %arg6 : tensor<1024x1024xf32>
    %695 = stablehlo.add %692, %694 : tensor<1024x1024xf32>
    %cst_203 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %696 = stablehlo.broadcast_in_dim %cst_203, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %697 = stablehlo.multiply %696, %695 : tensor<1024x1024xf32>
    %698 = stablehlo.subtract %arg6, %697 : tensor<1024x1024xf32>
    %699 = stablehlo.sqrt %442 : tensor<1024x512xf32>
    %cst_204 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %700 = stablehlo.broadcast_in_dim %cst_204, dims = [] : (tensor<f32>) -> tensor<1024x512xf32>
    %701 = stablehlo.add %699, %700 : tensor<1024x512xf32>
    %702 = stablehlo.divide %239, %701 : tensor<1024x512xf32>
    %cst_205 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %703 = stablehlo.broadcast_in_dim %cst_205, dims = [] : (tensor<f32>) -> tensor<1024x512xf32>
    %704 = stablehlo.multiply %703, %arg7 : tensor<1024x512xf32>
    %705 = stablehlo.add %702, %704 : tensor<1024x512xf32>
    %cst_206 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %706 = stablehlo.broadcast_in_dim %cst_206, dims = [] : (tensor<f32>) -> tensor<1024x512xf32>
    %707 = stablehlo.multiply %706, %705 : tensor<1024x512xf32>
    %708 = stablehlo.subtract %arg7, %707 : tensor<1024x512xf32>
    %709 = stablehlo.sqrt %448 : tensor<1024x1024xf32>
    %cst_207 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %710 = stablehlo.broadcast_in_dim %cst_207, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %711 = stablehlo.add %709, %710 : tensor<1024x1024xf32>
    %712 = stablehlo.divide %244, %711 : tensor<1024x1024xf32>
    %cst_208 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %713 = stablehlo.broadcast_in_dim %cst_208, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %714 = stablehlo.multiply %713, %arg8 : tensor<1024x1024xf32>
    %715 = stablehlo.add %712, %714 : tensor<1024x1024xf32>
    %cst_209 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %716 = stablehlo.broadcast_in_dim %cst_209, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %717 = stablehlo.multiply %716, %715 : tensor<1024x1024xf32>
    %718 = stablehlo.subtract %arg8, %717 : tensor<1024x1024xf32>
    %719 = stablehlo.sqrt %454 : tensor<1024x1024xf32>
    %cst_210 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %720 = stablehlo.broadcast_in_dim %cst_210, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %721 = stablehlo.add %719, %720 : tensor<1024x1024xf32>
    %722 = stablehlo.divide %249, %721 : tensor<1024x1024xf32>
    %cst_211 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %723 = stablehlo.broadcast_in_dim %cst_211, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %724 = stablehlo.multiply %723, %arg9 : tensor<1024x1024xf32>
    %725 = stablehlo.add %722, %724 : tensor<1024x1024xf32>
    %cst_212 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %726 = stablehlo.broadcast_in_dim %cst_212, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %727 = stablehlo.multiply %726, %725 : tensor<1024x1024xf32>
    %728 = stablehlo.subtract %arg9, %727 : tensor<1024x1024xf32>
    %729 = stablehlo.sqrt %460 : tensor<1024x512xf32>
    %cst_213 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %730 = stablehlo.broadcast_in_dim %cst_213, dims = [] : (tensor<f32>) -> tensor<1024x512xf32>
    %731 = stablehlo.add %729, %730 : tensor<1024x512xf32>
    %732 = stablehlo.divide %254, %731 : tensor<1024x512xf32>
    %cst_214 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %733 = stablehlo.broadcast_in_dim %cst_214, dims = [] : (tensor<f32>) -> tensor<1024x512xf32>
    %734 = stablehlo.multiply %733, %arg10 : tensor<1024x512xf32>
    %735 = stablehlo.add %732, %734 : tensor<1024x512xf32>
    %cst_215 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %736 = stablehlo.broadcast_in_dim %cst_215, dims = [] : (tensor<f32>) -> tensor<1024x512xf32>
    %737 = stablehlo.multiply %736, %735 : tensor<1024x512xf32>
    %738 = stablehlo.subtract %arg10, %737 : tensor<1024x512xf32>
    %739 = stablehlo.sqrt %466 : tensor<1024x1024xf32>
    %cst_216 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %740 = stablehlo.broadcast_in_dim %cst_216, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %741 = stablehlo.add %739, %740 : tensor<1024x1024xf32>
    %742 = stablehlo.divide %259, %741 : tensor<1024x1024xf32>
    %cst_217 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %743 = stablehlo.broadcast_in_dim %cst_217, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %744 = stablehlo.multiply %743, %arg11 : tensor<1024x1024xf32>
    %745 = stablehlo.add %742, %744 : tensor<1024x1024xf32>
    %cst_218 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %746 = stablehlo.broadcast_in_dim %cst_218, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %747 = stablehlo.multiply %746, %745 : tensor<1024x1024xf32>
    %748 = stablehlo.subtract %arg11, %747 : tensor<1024x1024xf32>
    %749 = stablehlo.sqrt %472 : tensor<1024x1024xf32>
    %cst_219 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %750 = stablehlo.broadcast_in_dim %cst_219, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %751 = stablehlo.add %749, %750 : tensor<1024x1024xf32>
    %752 = stablehlo.divide %264, %751 : tensor<1024x1024xf32>
    %cst_220 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %753 = stablehlo.broadcast_in_dim %cst_220, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %754 = stablehlo.multiply %753, %arg12 : tensor<1024x1024xf32>
    %755 = stablehlo.add %752, %754 : tensor<1024x1024xf32>
    %cst_221 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %756 = stablehlo.broadcast_in_dim %cst_221, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %757 = stablehlo.multiply %756, %755 : tensor<1024x1024xf32>
    %758 = stablehlo.subtract %arg12, %757 : tensor<1024x1024xf32>
    %759 = stablehlo.sqrt %478 : tensor<1024xf32>
    %cst_222 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %760 = stablehlo.broadcast_in_dim %cst_222, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %761 = stablehlo.add %759, %760 : tensor<1024xf32>
    %762 = stablehlo.divide %269, %761 : tensor<1024xf32>
    %cst_223 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %763 = stablehlo.broadcast_in_dim %cst_223, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %764 = stablehlo.multiply %763, %arg13 : tensor<1024xf32>
    %765 = stablehlo.add %762, %764 : tensor<1024xf32>
    %cst_224 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %766 = stablehlo.broadcast_in_dim %cst_224, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %767 = stablehlo.multiply %766, %765 : tensor<1024xf32>
    %768 = stablehlo.subtract %arg13, %767 : tensor<1024xf32>
    %769 = stablehlo.sqrt %484 : tensor<1024xf32>
    %cst_225 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %770 = stablehlo.broadcast_in_dim %cst_225, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %771 = stablehlo.add %769, %770 : tensor<1024xf32>
    %772 = stablehlo.divide %274, %771 : tensor<1024xf32>
    %cst_226 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %773 = stablehlo.broadcast_in_dim %cst_226, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %774 = stablehlo.multiply %773, %arg14 : tensor<1024xf32>
    %775 = stablehlo.add %772, %774 : tensor<1024xf32>
    %cst_227 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %776 = stablehlo.broadcast_in_dim %cst_227, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %777 = stablehlo.multiply %776, %775 : tensor<1024xf32>
    %778 = stablehlo.subtract %arg14, %777 : tensor<1024xf32>
    %779 = stablehlo.sqrt %490 : tensor<1024x1024xf32>
    %cst_228 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %780 = stablehlo.broadcast_in_dim %cst_228, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %781 = stablehlo.add %779, %780 : tensor<1024x1024xf32>
    %782 = stablehlo.divide %279, %781 : tensor<1024x1024xf32>
    %cst_229 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %783 = stablehlo.broadcast_in_dim %cst_229, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %784 = stablehlo.multiply %783, %arg15 : tensor<1024x1024xf32>
    %785 = stablehlo.add %782, %784 : tensor<1024x1024xf32>
    %cst_230 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %786 = stablehlo.broadcast_in_dim %cst_230, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %787 = stablehlo.multiply %786, %785 : tensor<1024x1024xf32>
    %788 = stablehlo.subtract %arg15, %787 : tensor<1024x1024xf32>
    %789 = stablehlo.sqrt %496 : tensor<1024x512xf32>
    %cst_231 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %790 = stablehlo.broadcast_in_dim %cst_231, dims = [] : (tensor<f32>) -> tensor<1024x512xf32>
    %791 = stablehlo.add %789, %790 : tensor<1024x512xf32>
    %792 = stablehlo.divide %284, %791 : tensor<1024x512xf32>
    %cst_232 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %793 = stablehlo.broadcast_in_dim %cst_232, dims = [] : (tensor<f32>) -> tensor<1024x512xf32>
    %794 = stablehlo.multiply %793, %arg16 : tensor<1024x512xf32>
    %795 = stablehlo.add %792, %794 : tensor<1024x512xf32>
    %cst_233 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %796 = stablehlo.broadcast_in_dim %cst_233, dims = [] : (tensor<f32>) -> tensor<1024x512xf32>
    %797 = stablehlo.multiply %796, %795 : tensor<1024x512xf32>
    %798 = stablehlo.subtract %arg16, %797 : tensor<1024x512xf32>
    %799 = stablehlo.sqrt %502 : tensor<1024x1024xf32>
    %cst_234 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %800 = stablehlo.broadcast_in_dim %cst_234, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %801 = stablehlo.add %799, %800 : tensor<1024x1024xf32>
    %802 = stablehlo.divide %289, %801 : tensor<1024x1024xf32>
    %cst_235 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %803 = stablehlo.broadcast_in_dim %cst_235, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %804 = stablehlo.multiply %803, %arg17 : tensor<1024x1024xf32>
    %805 = stablehlo.add %802, %804 : tensor<1024x1024xf32>
    %cst_236 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %806 = stablehlo.broadcast_in_dim %cst_236, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %807 = stablehlo.multiply %806, %805 : tensor<1024x1024xf32>
    %808 = stablehlo.subtract %arg17, %807 : tensor<1024x1024xf32>
    %809 = stablehlo.sqrt %508 : tensor<1024x1024xf32>
    %cst_237 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %810 = stablehlo.broadcast_in_dim %cst_237, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %811 = stablehlo.add %809, %810 : tensor<1024x1024xf32>
    %812 = stablehlo.divide %294, %811 : tensor<1024x1024xf32>
    %cst_238 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %813 = stablehlo.broadcast_in_dim %cst_238, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %814 = stablehlo.multiply %813, %arg18 : tensor<1024x1024xf32>
    %815 = stablehlo.add %812, %814 : tensor<1024x1024xf32>
    %cst_239 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %816 = stablehlo.broadcast_in_dim %cst_239, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %817 = stablehlo.multiply %816, %815 : tensor<1024x1024xf32>
    %818 = stablehlo.subtract %arg18, %817 : tensor<1024x1024xf32>
    %819 = stablehlo.sqrt %514 : tensor<1024x512xf32>
    %cst_240 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %820 = stablehlo.broadcast_in_dim %cst_240, dims = [] : (tensor<f32>) -> tensor<1024x512xf32>
    %821 = stablehlo.add %819, %820 : tensor<1024x512xf32>
    %822 = stablehlo.divide %299, %821 : tensor<1024x512xf32>
    %cst_241 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %823 = stablehlo.broadcast_in_dim %cst_241, dims = [] : (tensor<f32>) -> tensor<1024x512xf32>
    %824 = stablehlo.multiply %823, %arg19 : tensor<1024x512xf32>
    %825 = stablehlo.add %822, %824 : tensor<1024x512xf32>
    %cst_242 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %826 = stablehlo.broadcast_in_dim %cst_242, dims = [] : (tensor<f32>) -> tensor<1024x512xf32>
    %827 = stablehlo.multiply %826, %825 : tensor<1024x512xf32>
    %828 = stablehlo.subtract %arg19, %827 : tensor<1024x512xf32>
    %829 = stablehlo.sqrt %520 : tensor<1024x1024xf32>
    %cst_243 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %830 = stablehlo.broadcast_in_dim %cst_243, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %831 = stablehlo.add %829, %830 : tensor<1024x1024xf32>
    %832 = stablehlo.divide %304, %831 : tensor<1024x1024xf32>
    %cst_244 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %833 = stablehlo.broadcast_in_dim %cst_244, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %834 = stablehlo.multiply %833, %arg20 : tensor<1024x1024xf32>
    %835 = stablehlo.add %832, %834 : tensor<1024x1024xf32>
    %cst_245 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %836 = stablehlo.broadcast_in_dim %cst_245, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %837 = stablehlo.multiply %836, %835 : tensor<1024x1024xf32>
    %838 = stablehlo.subtract %arg20, %837 : tensor<1024x1024xf32>
    %839 = stablehlo.sqrt %526 : tensor<1024x1024xf32>
    %cst_246 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %840 = stablehlo.broadcast_in_dim %cst_246, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %841 = stablehlo.add %839, %840 : tensor<1024x1024xf32>
    %842 = stablehlo.divide %309, %841 : tensor<1024x1024xf32>
    %cst_247 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %843 = stablehlo.broadcast_in_dim %cst_247, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %844 = stablehlo.multiply %843, %arg21 : tensor<1024x1024xf32>
    %845 = stablehlo.add %842, %844 : tensor<1024x1024xf32>
    %cst_248 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %846 = stablehlo.broadcast_in_dim %cst_248, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %847 = stablehlo.multiply %846, %845 : tensor<1024x1024xf32>
    %848 = stablehlo.subtract %arg21, %847 : tensor<1024x1024xf32>
    %849 = stablehlo.sqrt %532 : tensor<1024xf32>
    %cst_249 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %850 = stablehlo.broadcast_in_dim %cst_249, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %851 = stablehlo.add %849, %850 : tensor<1024xf32>
    %852 = stablehlo.divide %314, %851 : tensor<1024xf32>
    %cst_250 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %853 = stablehlo.broadcast_in_dim %cst_250, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %854 = stablehlo.multiply %853, %arg22 : tensor<1024xf32>
    %855 = stablehlo.add %852, %854 : tensor<1024xf32>
    %cst_251 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %856 = stablehlo.broadcast_in_dim %cst_251, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %857 = stablehlo.multiply %856, %855 : tensor<1024xf32>
    %858 = stablehlo.subtract %arg22, %857 : tensor<1024xf32>
    %859 = stablehlo.sqrt %538 : tensor<1024xf32>
    %cst_252 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %860 = stablehlo.broadcast_in_dim %cst_252, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %861 = stablehlo.add %859, %860 : tensor<1024xf32>
    %862 = stablehlo.divide %319, %861 : tensor<1024xf32>
    %cst_253 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %863 = stablehlo.broadcast_in_dim %cst_253, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %864 = stablehlo.multiply %863, %arg23 : tensor<1024xf32>
    %865 = stablehlo.add %862, %864 : tensor<1024xf32>
    %cst_254 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %866 = stablehlo.broadcast_in_dim %cst_254, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %867 = stablehlo.multiply %866, %865 : tensor<1024xf32>
    %868 = stablehlo.subtract %arg23, %867 : tensor<1024xf32>
    %869 = stablehlo.sqrt %544 : tensor<1024x1024xf32>
    %cst_255 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %870 = stablehlo.broadcast_in_dim %cst_255, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %871 = stablehlo.add %869, %870 : tensor<1024x1024xf32>
    %872 = stablehlo.divide %324, %871 : tensor<1024x1024xf32>
    %cst_256 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %873 = stablehlo.broadcast_in_dim %cst_256, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %874 = stablehlo.multiply %873, %arg24 : tensor<1024x1024xf32>
    %875 = stablehlo.add %872, %874 : tensor<1024x1024xf32>
    %cst_257 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %876 = stablehlo.broadcast_in_dim %cst_257, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %877 = stablehlo.multiply %876, %875 : tensor<1024x1024xf32>
    %878 = stablehlo.subtract %arg24, %877 : tensor<1024x1024xf32>
    %879 = stablehlo.sqrt %550 : tensor<1024x512xf32>
    %cst_258 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %880 = stablehlo.broadcast_in_dim %cst_258, dims = [] : (tensor<f32>) -> tensor<1024x512xf32>
    %881 = stablehlo.add %879, %880 : tensor<1024x512xf32>
    %882 = stablehlo.divide %329, %881 : tensor<1024x512xf32>
    %cst_259 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %883 = stablehlo.broadcast_in_dim %cst_259, dims = [] : (tensor<f32>) -> tensor<1024x512xf32>
    %884 = stablehlo.multiply %883, %arg25 : tensor<1024x512xf32>
    %885 = stablehlo.add %882, %884 : tensor<1024x512xf32>
    %cst_260 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %886 = stablehlo.broadcast_in_dim %cst_260, dims = [] : (tensor<f32>) -> tensor<1024x512xf32>
    %887 = stablehlo.multiply %886, %885 : tensor<1024x512xf32>
    %888 = stablehlo.subtract %arg25, %887 : tensor<1024x512xf32>
    %889 = stablehlo.sqrt %556 : tensor<1024x1024xf32>
    %cst_261 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %890 = stablehlo.broadcast_in_dim %cst_261, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %891 = stablehlo.add %889, %890 : tensor<1024x1024xf32>
    %892 = stablehlo.divide %334, %891 : tensor<1024x1024xf32>
    %cst_262 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %893 = stablehlo.broadcast_in_dim %cst_262, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %894 = stablehlo.multiply %893, %arg26 : tensor<1024x1024xf32>
    %895 = stablehlo.add %892, %894 : tensor<1024x1024xf32>
    %cst_263 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %896 = stablehlo.broadcast_in_dim %cst_263, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %897 = stablehlo.multiply %896, %895 : tensor<1024x1024xf32>
    %898 = stablehlo.subtract %arg26, %897 : tensor<1024x1024xf32>
    %899 = stablehlo.sqrt %562 : tensor<1024x1024xf32>
    %cst_264 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %900 = stablehlo.broadcast_in_dim %cst_264, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %901 = stablehlo.add %899, %900 : tensor<1024x1024xf32>
    %902 = stablehlo.divide %339, %901 : tensor<1024x1024xf32>
    %cst_265 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %903 = stablehlo.broadcast_in_dim %cst_265, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %904 = stablehlo.multiply %903, %arg27 : tensor<1024x1024xf32>
    %905 = stablehlo.add %902, %904 : tensor<1024x1024xf32>
    %cst_266 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %906 = stablehlo.broadcast_in_dim %cst_266, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %907 = stablehlo.multiply %906, %905 : tensor<1024x1024xf32>
    %908 = stablehlo.subtract %arg27, %907 : tensor<1024x1024xf32>
    %909 = stablehlo.sqrt %568 : tensor<1024x512xf32>
    %cst_267 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %910 = stablehlo.broadcast_in_dim %cst_267, dims = [] : (tensor<f32>) -> tensor<1024x512xf32>
    %911 = stablehlo.add %909, %910 : tensor<1024x512xf32>
    %912 = stablehlo.divide %344, %911 : tensor<1024x512xf32>
    %cst_268 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %913 = stablehlo.broadcast_in_dim %cst_268, dims = [] : (tensor<f32>) -> tensor<1024x512xf32>
    %914 = stablehlo.multiply %913, %arg28 : tensor<1024x512xf32>
    %915 = stablehlo.add %912, %914 : tensor<1024x512xf32>
    %cst_269 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %916 = stablehlo.broadcast_in_dim %cst_269, dims = [] : (tensor<f32>) -> tensor<1024x512xf32>
    %917 = stablehlo.multiply %916, %915 : tensor<1024x512xf32>
    %918 = stablehlo.subtract %arg28, %917 : tensor<1024x512xf32>
    %919 = stablehlo.sqrt %574 : tensor<1024x1024xf32>
    %cst_270 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %920 = stablehlo.broadcast_in_dim %cst_270, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %921 = stablehlo.add %919, %920 : tensor<1024x1024xf32>
    %922 = stablehlo.divide %349, %921 : tensor<1024x1024xf32>
    %cst_271 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %923 = stablehlo.broadcast_in_dim %cst_271, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %924 = stablehlo.multiply %923, %arg29 : tensor<1024x1024xf32>
    %925 = stablehlo.add %922, %924 : tensor<1024x1024xf32>
    %cst_272 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %926 = stablehlo.broadcast_in_dim %cst_272, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %927 = stablehlo.multiply %926, %925 : tensor<1024x1024xf32>
    %928 = stablehlo.subtract %arg29, %927 : tensor<1024x1024xf32>
    %929 = stablehlo.sqrt %580 : tensor<1024x1024xf32>
    %cst_273 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %930 = stablehlo.broadcast_in_dim %cst_273, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %931 = stablehlo.add %929, %930 : tensor<1024x1024xf32>
    %932 = stablehlo.divide %354, %931 : tensor<1024x1024xf32>
    %cst_274 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %933 = stablehlo.broadcast_in_dim %cst_274, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %934 = stablehlo.multiply %933, %arg30 : tensor<1024x1024xf32>
    %935 = stablehlo.add %932, %934 : tensor<1024x1024xf32>
    %cst_275 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %936 = stablehlo.broadcast_in_dim %cst_275, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %937 = stablehlo.multiply %936, %935 : tensor<1024x1024xf32>
    %938 = stablehlo.subtract %arg30, %937 : tensor<1024x1024xf32>
    %939 = stablehlo.sqrt %586 : tensor<1024xf32>
    %cst_276 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %940 = stablehlo.broadcast_in_dim %cst_276, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %941 = stablehlo.add %939, %940 : tensor<1024xf32>
    %942 = stablehlo.divide %359, %941 : tensor<1024xf32>
    %cst_277 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %943 = stablehlo.broadcast_in_dim %cst_277, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %944 = stablehlo.multiply %943, %arg31 : tensor<1024xf32>
    %945 = stablehlo.add %942, %944 : tensor<1024xf32>
    %cst_278 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %946 = stablehlo.broadcast_in_dim %cst_278, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %947 = stablehlo.multiply %946, %945 : tensor<1024xf32>
    %948 = stablehlo.subtract %arg31, %947 : tensor<1024xf32>
    %949 = stablehlo.sqrt %592 : tensor<1024xf32>
    %cst_279 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %950 = stablehlo.broadcast_in_dim %cst_279, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %951 = stablehlo.add %949, %950 : tensor<1024xf32>
    %952 = stablehlo.divide %364, %951 : tensor<1024xf32>
    %cst_280 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %953 = stablehlo.broadcast_in_dim %cst_280, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %954 = stablehlo.multiply %953, %arg32 : tensor<1024xf32>
    %955 = stablehlo.add %952, %954 : tensor<1024xf32>
    %cst_281 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %956 = stablehlo.broadcast_in_dim %cst_281, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %957 = stablehlo.multiply %956, %955 : tensor<1024xf32>
    %958 = stablehlo.subtract %arg32, %957 : tensor<1024xf32>
    %959 = stablehlo.sqrt %598 : tensor<1024x1024xf32>
    %cst_282 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %960 = stablehlo.broadcast_in_dim %cst_282, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %961 = stablehlo.add %959, %960 : tensor<1024x1024xf32>
    %962 = stablehlo.divide %369, %961 : tensor<1024x1024xf32>
    %cst_283 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %963 = stablehlo.broadcast_in_dim %cst_283, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %964 = stablehlo.multiply %963, %arg33 : tensor<1024x1024xf32>
    %965 = stablehlo.add %962, %964 : tensor<1024x1024xf32>
    %cst_284 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %966 = stablehlo.broadcast_in_dim %cst_284, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %967 = stablehlo.multiply %966, %965 : tensor<1024x1024xf32>
    %968 = stablehlo.subtract %arg33, %967 : tensor<1024x1024xf32>
    %969 = stablehlo.sqrt %604 : tensor<1024x512xf32>
    %cst_285 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %970 = stablehlo.broadcast_in_dim %cst_285, dims = [] : (tensor<f32>) -> tensor<1024x512xf32>
    %971 = stablehlo.add %969, %970 : tensor<1024x512xf32>
    %972 = stablehlo.divide %374, %971 : tensor<1024x512xf32>
    %cst_286 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %973 = stablehlo.broadcast_in_dim %cst_286, dims = [] : (tensor<f32>) -> tensor<1024x512xf32>
    %974 = stablehlo.multiply %973, %arg34 : tensor<1024x512xf32>
    %975 = stablehlo.add %972, %974 : tensor<1024x512xf32>
    %cst_287 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %976 = stablehlo.broadcast_in_dim %cst_287, dims = [] : (tensor<f32>) -> tensor<1024x512xf32>
    %977 = stablehlo.multiply %976, %975 : tensor<1024x512xf32>
    %978 = stablehlo.subtract %arg34, %977 : tensor<1024x512xf32>
    %979 = stablehlo.sqrt %610 : tensor<1024x1024xf32>
    %cst_288 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %980 = stablehlo.broadcast_in_dim %cst_288, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %981 = stablehlo.add %979, %980 : tensor<1024x1024xf32>
    %982 = stablehlo.divide %379, %981 : tensor<1024x1024xf32>
    %cst_289 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %983 = stablehlo.broadcast_in_dim %cst_289, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %984 = stablehlo.multiply %983, %arg35 : tensor<1024x1024xf32>
    %985 = stablehlo.add %982, %984 : tensor<1024x1024xf32>
    %cst_290 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %986 = stablehlo.broadcast_in_dim %cst_290, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %987 = stablehlo.multiply %986, %985 : tensor<1024x1024xf32>
    %988 = stablehlo.subtract %arg35, %987 : tensor<1024x1024xf32>
    %989 = stablehlo.sqrt %616 : tensor<1024x1024xf32>
    %cst_291 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %990 = stablehlo.broadcast_in_dim %cst_291, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %991 = stablehlo.add %989, %990 : tensor<1024x1024xf32>
    %992 = stablehlo.divide %384, %991 : tensor<1024x1024xf32>
    %cst_292 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %993 = stablehlo.broadcast_in_dim %cst_292, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %994 = stablehlo.multiply %993, %arg36 : tensor<1024x1024xf32>
    %995 = stablehlo.add %992, %994 : tensor<1024x1024xf32>
    %cst_293 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %996 = stablehlo.broadcast_in_dim %cst_293, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %997 = stablehlo.multiply %996, %995 : tensor<1024x1024xf32>
    %998 = stablehlo.subtract %arg36, %997 : tensor<1024x1024xf32>
    %999 = stablehlo.sqrt %622 : tensor<1024x512xf32>
    %cst_294 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %1000 = stablehlo.broadcast_in_dim %cst_294, dims = [] : (tensor<f32>) -> tensor<1024x512xf32>
    %1001 = stablehlo.add %999, %1000 : tensor<1024x512xf32>
    %1002 = stablehlo.divide %389, %1001 : tensor<1024x512xf32>
    %cst_295 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %1003 = stablehlo.broadcast_in_dim %cst_295, dims = [] : (tensor<f32>) -> tensor<1024x512xf32>
    %1004 = stablehlo.multiply %1003, %arg37 : tensor<1024x512xf32>
    %1005 = stablehlo.add %1002, %1004 : tensor<1024x512xf32>
    %cst_296 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %1006 = stablehlo.broadcast_in_dim %cst_296, dims = [] : (tensor<f32>) -> tensor<1024x512xf32>
    %1007 = stablehlo.multiply %1006, %1005 : tensor<1024x512xf32>
    %1008 = stablehlo.subtract %arg37, %1007 : tensor<1024x512xf32>
    %1009 = stablehlo.sqrt %628 : tensor<1024xf32>
    %cst_297 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %1010 = stablehlo.broadcast_in_dim %cst_297, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %1011 = stablehlo.add %1009, %1010 : tensor<1024xf32>
    %1012 = stablehlo.divide %394, %1011 : tensor<1024xf32>
    %cst_298 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %1013 = stablehlo.broadcast_in_dim %cst_298, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %1014 = stablehlo.multiply %1013, %arg38 : tensor<1024xf32>
    %1015 = stablehlo.add %1012, %1014 : tensor<1024xf32>
    %cst_299 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %1016 = stablehlo.broadcast_in_dim %cst_299, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %1017 = stablehlo.multiply %1016, %1015 : tensor<1024xf32>
    %1018 = stablehlo.subtract %arg38, %1017 : tensor<1024xf32>
    return %638, %648, %658, %668, %678, %688, %698, %708, %718, %728, %738, %748, %758, %768, %778, %788, %798, %808, %818, %828, %838, %848, %858, %868, %878, %888, %898, %908, %918, %928, %938, %948, %958, %968, %978, %988, %998, %1008, %1018, %204, %209, %214, %219, %224, %229, %234, %239, %244, %249, %254, %259, %264, %269, %274, %279, %284, %289, %294, %299, %304, %309, %314, %319, %324, %329, %334, %339, %344, %349, %354, %359, %364, %369, %374, %379, %384, %389, %394, %400, %406, %412, %418, %424, %430, %436, %442, %448, %454, %460, %466, %472, %478, %484, %490, %496, %502, %508, %514, %520, %526, %532, %538, %544, %550, %556, %562, %568, %574, %580, %586, %592, %598, %604, %610, %616, %622, %628, %112 : tensor<256x1024xf32>, tensor<1024x256xf32>, tensor<1024x1024xf32>, tensor<1024x1024xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<1024x1024xf32>, tensor<1024x512xf32>, tensor<1024x1024xf32>, tensor<1024x1024xf32>, tensor<1024x512xf32>, tensor<1024x1024xf32>, tensor<1024x1024xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<1024x1024xf32>, tensor<1024x512xf32>, tensor<1024x1024xf32>, tensor<1024x1024xf32>, tensor<1024x512xf32>, tensor<1024x1024xf32>, tensor<1024x1024xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<1024x1024xf32>, tensor<1024x512xf32>, tensor<1024x1024xf32>, tensor<1024x1024xf32>, tensor<1024x512xf32>, tensor<1024x1024xf32>, tensor<1024x1024xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<1024x1024xf32>, tensor<1024x512xf32>, tensor<1024x1024xf32>, tensor<1024x1024xf32>, tensor<1024x512xf32>, tensor<1024xf32>, tensor<256x1024xf32>, tensor<1024x256xf32>, tensor<1024x1024xf32>, tensor<1024x1024xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<1024x1024xf32>, tensor<1024x512xf32>, tensor<1024x1024xf32>, tensor<1024x1024xf32>, tensor<1024x512xf32>, tensor<1024x1024xf32>, tensor<1024x1024xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<1024x1024xf32>, tensor<1024x512xf32>, tensor<1024x1024xf32>, tensor<1024x1024xf32>, tensor<1024x512xf32>, tensor<1024x1024xf32>, tensor<1024x1024xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<1024x1024xf32>, tensor<1024x512xf32>, tensor<1024x1024xf32>, tensor<1024x1024xf32>, tensor<1024x512xf32>, tensor<1024x1024xf32>, tensor<1024x1024xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<1024x1024xf32>, tensor<1024x512xf32>, tensor<1024x1024xf32>, tensor<1024x1024xf32>, tensor<1024x512xf32>, tensor<1024xf32>, tensor<256x1024xf32>, tensor<1024x256xf32>, tensor<1024x1024xf32>, tensor<1024x1024xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<1024x1024xf32>, tensor<1024x512xf32>, tensor<1024x1024xf32>, tensor<1024x1024xf32>, tensor<1024x512xf32>, tensor<1024x1024xf32>, tensor<1024x1024xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<1024x1024xf32>, tensor<1024x512xf32>, tensor<1024x1024xf32>, tensor<1024x1024xf32>, tensor<1024x512xf32>, tensor<1024x1024xf32>, tensor<1024x1024xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<1024x1024xf32>, tensor<1024x512xf32>, tensor<1024x1024xf32>, tensor<1024x1024xf32>, tensor<1024x512xf32>, tensor<1024x1024xf32>, tensor<1024x1024xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<1024x1024xf32>, tensor<1024x512xf32>, tensor<1024x1024xf32>, tensor<1024x1024xf32>, tensor<1024x512xf32>, tensor<1024xf32>, tensor<f32>
  }
  func.func private @layer(%arg0: tensor<4x512x1024xbf16>, %arg1: tensor<1024x1024xbf16>, %arg2: tensor<1024x1024xbf16>, %arg3: tensor<1024xbf16>, %arg4: tensor<1024xbf16>, %arg5: tensor<1024x1024xbf16>, %arg6: tensor<1024x512xbf16>, %arg7: tensor<1024x1024xbf16>, %arg8: tensor<1024x1024xbf16>, %arg9: tensor<1024x512xbf16>) -> (tensor<4x512x1024xbf16>, tensor<4x512x1024xf32>, tensor<4x512x1xf32>, tensor<4x512x1xf32>, tensor<1x1x1024xbf16>, tensor<4x512x1024xbf16>, tensor<4x512x1024xbf16>, tensor<1x512x1x64xbf16>, tensor<1x512x1x64xbf16>, tensor<1x512x1x64xbf16>, tensor<1x512x1x64xbf16>, tensor<1x512x1x64xbf16>, tensor<1x512x1x64xbf16>, tensor<1x512x1x64xbf16>, tensor<1x512x1x64xbf16>, tensor<4x512x4x2x128xbf16>, tensor<4x512x4x128xbf16>, tensor<4x4x2x512x512xi1>, tensor<4x4x2x512x512xf32>, tensor<4x4x2x512x512xf32>, tensor<4x4x2x512x1xf32>, tensor<4x4x2x512x1xf32>, tensor<4x4x2x512x512xbf16>, tensor<4x512x4x128xbf16>, tensor<4x512x1024xbf16>, tensor<4x512x1024xf32>, tensor<4x512x1xf32>, tensor<4x512x1xf32>, tensor<1x1x1024xbf16>, tensor<4x512x1024xbf16>, tensor<4x512x1024xbf16>, tensor<4x512x1024xbf16>, tensor<4x512x1024xbf16>, tensor<4x512x1024xbf16>, tensor<4x512x1024xbf16>, tensor<4x512x1024xbf16>, tensor<4x512x1024xbf16>) {
    %0 = stablehlo.convert %arg0 : (tensor<4x512x1024xbf16>) -> tensor<4x512x1024xf32>
    %1 = stablehlo.multiply %0, %0 : tensor<4x512x1024xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.reduce(%1 init: %cst) applies stablehlo.add across dimensions = [2] : (tensor<4x512x1024xf32>, tensor<f32>) -> tensor<4x512xf32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [0, 1] : (tensor<4x512xf32>) -> tensor<4x512x1xf32>
    %cst_0 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<4x512x1xf32>
    %5 = stablehlo.divide %3, %4 : tensor<4x512x1xf32>
    %cst_1 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<4x512x1xf32>
    %7 = stablehlo.add %5, %6 : tensor<4x512x1xf32>
    %8 = stablehlo.rsqrt %7 : tensor<4x512x1xf32>
    %9 = stablehlo.divide %8, %7 : tensor<4x512x1xf32>
    %cst_2 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %10 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<4x512x1xf32>
    %11 = stablehlo.multiply %10, %9 : tensor<4x512x1xf32>
    %12 = stablehlo.broadcast_in_dim %8, dims = [0, 1, 2] : (tensor<4x512x1xf32>) -> tensor<4x512x1024xf32>
    %13 = stablehlo.multiply %0, %12 : tensor<4x512x1024xf32>
    %14 = stablehlo.convert %13 : (tensor<4x512x1024xf32>) -> tensor<4x512x1024xbf16>
    %15 = stablehlo.broadcast_in_dim %arg3, dims = [2] : (tensor<1024xbf16>) -> tensor<1x1x1024xbf16>
    %16 = stablehlo.broadcast_in_dim %15, dims = [0, 1, 2] : (tensor<1x1x1024xbf16>) -> tensor<4x512x1024xbf16>
    %17 = stablehlo.multiply %14, %16 : tensor<4x512x1024xbf16>
    %18 = stablehlo.dot_general %17, %arg8, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x512x1024xbf16>, tensor<1024x1024xbf16>) -> tensor<4x512x1024xbf16>
    %19 = stablehlo.reshape %18 : (tensor<4x512x1024xbf16>) -> tensor<4x512x8x128xbf16>
    %20 = sdy.sharding_constraint %19 <@mesh, [{"x"}, {}, {"y"}, {}]> : tensor<4x512x8x128xbf16>
    %21 = stablehlo.dot_general %17, %arg6, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x512x1024xbf16>, tensor<1024x512xbf16>) -> tensor<4x512x512xbf16>
    %22 = stablehlo.reshape %21 : (tensor<4x512x512xbf16>) -> tensor<4x512x4x128xbf16>
    %23 = sdy.sharding_constraint %22 <@mesh, [{"x"}, {}, {"y"}, {}]> : tensor<4x512x4x128xbf16>
    %24 = stablehlo.dot_general %17, %arg9, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x512x1024xbf16>, tensor<1024x512xbf16>) -> tensor<4x512x512xbf16>
    %25 = stablehlo.reshape %24 : (tensor<4x512x512xbf16>) -> tensor<4x512x4x128xbf16>
    %26 = sdy.sharding_constraint %25 <@mesh, [{"x"}, {}, {"y"}, {}]> : tensor<4x512x4x128xbf16>
    %27 = stablehlo.iota dim = 0 : tensor<512xi32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %28 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<512xi32>
    %29 = stablehlo.add %28, %27 : tensor<512xi32>
    %30 = stablehlo.broadcast_in_dim %29, dims = [0] : (tensor<512xi32>) -> tensor<512x1xi32>
    %31 = stablehlo.iota dim = 0 : tensor<64xi32>
    %32 = stablehlo.negate %31 : tensor<64xi32>
    %33 = stablehlo.convert %32 : (tensor<64xi32>) -> tensor<64xf32>
    %cst_3 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %34 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %35 = stablehlo.divide %33, %34 : tensor<64xf32>
    %cst_4 = stablehlo.constant dense<1.000000e+04> : tensor<f32>
    %36 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %37 = stablehlo.power %36, %35 : tensor<64xf32>
    %38 = stablehlo.convert %30 : (tensor<512x1xi32>) -> tensor<512x1xf32>
    %39 = stablehlo.broadcast_in_dim %37, dims = [1] : (tensor<64xf32>) -> tensor<1x64xf32>
    %40 = stablehlo.broadcast_in_dim %38, dims = [0, 1] : (tensor<512x1xf32>) -> tensor<512x64xf32>
    %41 = stablehlo.broadcast_in_dim %39, dims = [0, 1] : (tensor<1x64xf32>) -> tensor<512x64xf32>
    %42 = stablehlo.multiply %40, %41 : tensor<512x64xf32>
    %43 = stablehlo.cosine %42 : tensor<512x64xf32>
    %44 = stablehlo.broadcast_in_dim %43, dims = [0, 2] : (tensor<512x64xf32>) -> tensor<512x1x64xf32>
    %45 = stablehlo.convert %44 : (tensor<512x1x64xf32>) -> tensor<512x1x64xbf16>
    %46 = stablehlo.sine %42 : tensor<512x64xf32>
    %47 = stablehlo.broadcast_in_dim %46, dims = [0, 2] : (tensor<512x64xf32>) -> tensor<512x1x64xf32>
    %48 = stablehlo.convert %47 : (tensor<512x1x64xf32>) -> tensor<512x1x64xbf16>
    %49 = stablehlo.slice %20 [0:4, 0:512, 0:8, 0:64] : (tensor<4x512x8x128xbf16>) -> tensor<4x512x8x64xbf16>
    %50 = stablehlo.slice %20 [0:4, 0:512, 0:8, 64:128] : (tensor<4x512x8x128xbf16>) -> tensor<4x512x8x64xbf16>
    %51 = stablehlo.broadcast_in_dim %45, dims = [1, 2, 3] : (tensor<512x1x64xbf16>) -> tensor<1x512x1x64xbf16>
    %52 = stablehlo.broadcast_in_dim %51, dims = [0, 1, 2, 3] : (tensor<1x512x1x64xbf16>) -> tensor<4x512x8x64xbf16>
    %53 = stablehlo.multiply %49, %52 : tensor<4x512x8x64xbf16>
    %54 = stablehlo.broadcast_in_dim %48, dims = [1, 2, 3] : (tensor<512x1x64xbf16>) -> tensor<1x512x1x64xbf16>
    %55 = stablehlo.broadcast_in_dim %54, dims = [0, 1, 2, 3] : (tensor<1x512x1x64xbf16>) -> tensor<4x512x8x64xbf16>
    %56 = stablehlo.multiply %50, %55 : tensor<4x512x8x64xbf16>
    %57 = stablehlo.subtract %53, %56 : tensor<4x512x8x64xbf16>
    %58 = stablehlo.broadcast_in_dim %45, dims = [1, 2, 3] : (tensor<512x1x64xbf16>) -> tensor<1x512x1x64xbf16>
    %59 = stablehlo.broadcast_in_dim %58, dims = [0, 1, 2, 3] : (tensor<1x512x1x64xbf16>) -> tensor<4x512x8x64xbf16>
    %60 = stablehlo.multiply %50, %59 : tensor<4x512x8x64xbf16>
    %61 = stablehlo.broadcast_in_dim %48, dims = [1, 2, 3] : (tensor<512x1x64xbf16>) -> tensor<1x512x1x64xbf16>
    %62 = stablehlo.broadcast_in_dim %61, dims = [0, 1, 2, 3] : (tensor<1x512x1x64xbf16>) -> tensor<4x512x8x64xbf16>
    %63 = stablehlo.multiply %49, %62 : tensor<4x512x8x64xbf16>
    %64 = stablehlo.add %60, %63 : tensor<4x512x8x64xbf16>
    %65 = stablehlo.concatenate %57, %64, dim = 3 : (tensor<4x512x8x64xbf16>, tensor<4x512x8x64xbf16>) -> tensor<4x512x8x128xbf16>
    %66 = stablehlo.iota dim = 0 : tensor<512xi32>
    %c_5 = stablehlo.constant dense<0> : tensor<i32>
    %67 = stablehlo.broadcast_in_dim %c_5, dims = [] : (tensor<i32>) -> tensor<512xi32>
    %68 = stablehlo.add %67, %66 : tensor<512xi32>
    %69 = stablehlo.broadcast_in_dim %68, dims = [0] : (tensor<512xi32>) -> tensor<512x1xi32>
    %70 = stablehlo.iota dim = 0 : tensor<64xi32>
    %71 = stablehlo.negate %70 : tensor<64xi32>
    %72 = stablehlo.convert %71 : (tensor<64xi32>) -> tensor<64xf32>
    %cst_6 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %73 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %74 = stablehlo.divide %72, %73 : tensor<64xf32>
    %cst_7 = stablehlo.constant dense<1.000000e+04> : tensor<f32>
    %75 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %76 = stablehlo.power %75, %74 : tensor<64xf32>
    %77 = stablehlo.convert %69 : (tensor<512x1xi32>) -> tensor<512x1xf32>
    %78 = stablehlo.broadcast_in_dim %76, dims = [1] : (tensor<64xf32>) -> tensor<1x64xf32>
    %79 = stablehlo.broadcast_in_dim %77, dims = [0, 1] : (tensor<512x1xf32>) -> tensor<512x64xf32>
    %80 = stablehlo.broadcast_in_dim %78, dims = [0, 1] : (tensor<1x64xf32>) -> tensor<512x64xf32>
    %81 = stablehlo.multiply %79, %80 : tensor<512x64xf32>
    %82 = stablehlo.cosine %81 : tensor<512x64xf32>
    %83 = stablehlo.broadcast_in_dim %82, dims = [0, 2] : (tensor<512x64xf32>) -> tensor<512x1x64xf32>
    %84 = stablehlo.convert %83 : (tensor<512x1x64xf32>) -> tensor<512x1x64xbf16>
    %85 = stablehlo.sine %81 : tensor<512x64xf32>
    %86 = stablehlo.broadcast_in_dim %85, dims = [0, 2] : (tensor<512x64xf32>) -> tensor<512x1x64xf32>
    %87 = stablehlo.convert %86 : (tensor<512x1x64xf32>) -> tensor<512x1x64xbf16>
    %88 = stablehlo.slice %23 [0:4, 0:512, 0:4, 0:64] : (tensor<4x512x4x128xbf16>) -> tensor<4x512x4x64xbf16>
    %89 = stablehlo.slice %23 [0:4, 0:512, 0:4, 64:128] : (tensor<4x512x4x128xbf16>) -> tensor<4x512x4x64xbf16>
    %90 = stablehlo.broadcast_in_dim %84, dims = [1, 2, 3] : (tensor<512x1x64xbf16>) -> tensor<1x512x1x64xbf16>
    %91 = stablehlo.broadcast_in_dim %90, dims = [0, 1, 2, 3] : (tensor<1x512x1x64xbf16>) -> tensor<4x512x4x64xbf16>
    %92 = stablehlo.multiply %88, %91 : tensor<4x512x4x64xbf16>
    %93 = stablehlo.broadcast_in_dim %87, dims = [1, 2, 3] : (tensor<512x1x64xbf16>) -> tensor<1x512x1x64xbf16>
    %94 = stablehlo.broadcast_in_dim %93, dims = [0, 1, 2, 3] : (tensor<1x512x1x64xbf16>) -> tensor<4x512x4x64xbf16>
    %95 = stablehlo.multiply %89, %94 : tensor<4x512x4x64xbf16>
    %96 = stablehlo.subtract %92, %95 : tensor<4x512x4x64xbf16>
    %97 = stablehlo.broadcast_in_dim %84, dims = [1, 2, 3] : (tensor<512x1x64xbf16>) -> tensor<1x512x1x64xbf16>
    %98 = stablehlo.broadcast_in_dim %97, dims = [0, 1, 2, 3] : (tensor<1x512x1x64xbf16>) -> tensor<4x512x4x64xbf16>
    %99 = stablehlo.multiply %89, %98 : tensor<4x512x4x64xbf16>
    %100 = stablehlo.broadcast_in_dim %87, dims = [1, 2, 3] : (tensor<512x1x64xbf16>) -> tensor<1x512x1x64xbf16>
    %101 = stablehlo.broadcast_in_dim %100, dims = [0, 1, 2, 3] : (tensor<1x512x1x64xbf16>) -> tensor<4x512x4x64xbf16>
    %102 = stablehlo.multiply %88, %101 : tensor<4x512x4x64xbf16>
    %103 = stablehlo.add %99, %102 : tensor<4x512x4x64xbf16>
    %104 = stablehlo.concatenate %96, %103, dim = 3 : (tensor<4x512x4x64xbf16>, tensor<4x512x4x64xbf16>) -> tensor<4x512x4x128xbf16>
    %105 = stablehlo.reshape %65 : (tensor<4x512x8x128xbf16>) -> tensor<4x512x4x2x128xbf16>
    %106 = stablehlo.dot_general %104, %105, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [4], precision = [DEFAULT, DEFAULT] : (tensor<4x512x4x128xbf16>, tensor<4x512x4x2x128xbf16>) -> tensor<4x4x512x512x2xf32>
    %107 = stablehlo.transpose %106, dims = [0, 1, 4, 3, 2] : (tensor<4x4x512x512x2xf32>) -> tensor<4x4x2x512x512xf32>
    %cst_8 = stablehlo.constant dense<0.0883883461> : tensor<f32>
    %108 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<4x4x2x512x512xf32>
    %109 = stablehlo.multiply %107, %108 : tensor<4x4x2x512x512xf32>
    %110 = stablehlo.iota dim = 0 : tensor<512xi32>
    %111 = stablehlo.iota dim = 0 : tensor<512xi32>
    %112 = stablehlo.broadcast_in_dim %111, dims = [0] : (tensor<512xi32>) -> tensor<512x1xi32>
    %c_9 = stablehlo.constant dense<0> : tensor<i32>
    %113 = stablehlo.broadcast_in_dim %c_9, dims = [] : (tensor<i32>) -> tensor<512x1xi32>
    %114 = stablehlo.add %113, %112 : tensor<512x1xi32>
    %115 = stablehlo.broadcast_in_dim %110, dims = [1] : (tensor<512xi32>) -> tensor<1x512xi32>
    %116 = stablehlo.broadcast_in_dim %115, dims = [0, 1] : (tensor<1x512xi32>) -> tensor<512x512xi32>
    %117 = stablehlo.broadcast_in_dim %114, dims = [0, 1] : (tensor<512x1xi32>) -> tensor<512x512xi32>
    %118 = stablehlo.compare LE, %116, %117, SIGNED : (tensor<512x512xi32>, tensor<512x512xi32>) -> tensor<512x512xi1>
    %cst_10 = stablehlo.constant dense<-1.000000e+30> : tensor<f32>
    %119:3 = call @_where(%118, %109, %cst_10) : (tensor<512x512xi1>, tensor<4x4x2x512x512xf32>, tensor<f32>) -> (tensor<4x4x2x512x512xf32>, tensor<4x4x2x512x512xi1>, tensor<4x4x2x512x512xf32>)
    %cst_11 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %120 = stablehlo.reduce(%119#0 init: %cst_11) applies stablehlo.maximum across dimensions = [4] : (tensor<4x4x2x512x512xf32>, tensor<f32>) -> tensor<4x4x2x512xf32>
    %cst_12 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %121 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<4x4x2x512xf32>
    %122 = stablehlo.maximum %121, %120 : tensor<4x4x2x512xf32>
    %123 = stablehlo.broadcast_in_dim %122, dims = [0, 1, 2, 3] : (tensor<4x4x2x512xf32>) -> tensor<4x4x2x512x1xf32>
    %124 = stablehlo.broadcast_in_dim %123, dims = [0, 1, 2, 3, 4] : (tensor<4x4x2x512x1xf32>) -> tensor<4x4x2x512x512xf32>
    %125 = stablehlo.subtract %119#0, %124 : tensor<4x4x2x512x512xf32>
    %126 = stablehlo.exponential %125 : tensor<4x4x2x512x512xf32>
    %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %127 = stablehlo.reduce(%126 init: %cst_13) applies stablehlo.add across dimensions = [4] : (tensor<4x4x2x512x512xf32>, tensor<f32>) -> tensor<4x4x2x512xf32>
    %128 = stablehlo.broadcast_in_dim %127, dims = [0, 1, 2, 3] : (tensor<4x4x2x512xf32>) -> tensor<4x4x2x512x1xf32>
    %129 = stablehlo.broadcast_in_dim %128, dims = [0, 1, 2, 3, 4] : (tensor<4x4x2x512x1xf32>) -> tensor<4x4x2x512x512xf32>
    %130 = stablehlo.divide %126, %129 : tensor<4x4x2x512x512xf32>
    %131 = stablehlo.multiply %128, %128 : tensor<4x4x2x512x1xf32>
    %cst_14 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %132 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<4x4x2x512x1xf32>
    %133 = stablehlo.divide %132, %131 : tensor<4x4x2x512x1xf32>
    %134 = stablehlo.convert %130 : (tensor<4x4x2x512x512xf32>) -> tensor<4x4x2x512x512xbf16>
    %135 = stablehlo.dot_general %26, %134, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [4], precision = [DEFAULT, DEFAULT] : (tensor<4x512x4x128xbf16>, tensor<4x4x2x512x512xbf16>) -> tensor<4x4x128x2x512xbf16>
    %136 = stablehlo.transpose %135, dims = [0, 4, 1, 3, 2] : (tensor<4x4x128x2x512xbf16>) -> tensor<4x512x4x2x128xbf16>
    %137 = stablehlo.reshape %136 : (tensor<4x512x4x2x128xbf16>) -> tensor<4x512x1024xbf16>
    %138 = stablehlo.dot_general %137, %arg7, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x512x1024xbf16>, tensor<1024x1024xbf16>) -> tensor<4x512x1024xbf16>
    %139 = stablehlo.add %arg0, %138 : tensor<4x512x1024xbf16>
    %140 = sdy.sharding_constraint %139 <@mesh, [{"x"}, {}, {}]> : tensor<4x512x1024xbf16>
    %141 = stablehlo.convert %140 : (tensor<4x512x1024xbf16>) -> tensor<4x512x1024xf32>
    %142 = stablehlo.multiply %141, %141 : tensor<4x512x1024xf32>
    %cst_15 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %143 = stablehlo.reduce(%142 init: %cst_15) applies stablehlo.add across dimensions = [2] : (tensor<4x512x1024xf32>, tensor<f32>) -> tensor<4x512xf32>
    %144 = stablehlo.broadcast_in_dim %143, dims = [0, 1] : (tensor<4x512xf32>) -> tensor<4x512x1xf32>
    %cst_16 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %145 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<4x512x1xf32>
    %146 = stablehlo.divide %144, %145 : tensor<4x512x1xf32>
    %cst_17 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %147 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f32>) -> tensor<4x512x1xf32>
    %148 = stablehlo.add %146, %147 : tensor<4x512x1xf32>
    %149 = stablehlo.rsqrt %148 : tensor<4x512x1xf32>
    %150 = stablehlo.divide %149, %148 : tensor<4x512x1xf32>
    %cst_18 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %151 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f32>) -> tensor<4x512x1xf32>
    %152 = stablehlo.multiply %151, %150 : tensor<4x512x1xf32>
    %153 = stablehlo.broadcast_in_dim %149, dims = [0, 1, 2] : (tensor<4x512x1xf32>) -> tensor<4x512x1024xf32>
    %154 = stablehlo.multiply %141, %153 : tensor<4x512x1024xf32>
    %155 = stablehlo.convert %154 : (tensor<4x512x1024xf32>) -> tensor<4x512x1024xbf16>
    %156 = stablehlo.broadcast_in_dim %arg4, dims = [2] : (tensor<1024xbf16>) -> tensor<1x1x1024xbf16>
    %157 = stablehlo.broadcast_in_dim %156, dims = [0, 1, 2] : (tensor<1x1x1024xbf16>) -> tensor<4x512x1024xbf16>
    %158 = stablehlo.multiply %155, %157 : tensor<4x512x1024xbf16>
    %159 = stablehlo.dot_general %158, %arg2, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x512x1024xbf16>, tensor<1024x1024xbf16>) -> tensor<4x512x1024xbf16>
    %160:3 = call @silu(%159) : (tensor<4x512x1024xbf16>) -> (tensor<4x512x1024xbf16>, tensor<4x512x1024xbf16>, tensor<4x512x1024xbf16>)
    %161 = stablehlo.dot_general %158, %arg5, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x512x1024xbf16>, tensor<1024x1024xbf16>) -> tensor<4x512x1024xbf16>
    %162 = stablehlo.multiply %160#0, %161 : tensor<4x512x1024xbf16>
    %163 = sdy.sharding_constraint %162 <@mesh, [{"x"}, {}, {"y"}]> : tensor<4x512x1024xbf16>
    %164 = stablehlo.dot_general %163, %arg1, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x512x1024xbf16>, tensor<1024x1024xbf16>) -> tensor<4x512x1024xbf16>
    %165 = stablehlo.add %140, %164 : tensor<4x512x1024xbf16>
    %166 = sdy.sharding_constraint %165 <@mesh, [{"x"}, {}, {}]> : tensor<4x512x1024xbf16>
    return %166, %0, %11, %8, %15, %14, %17, %51, %54, %58, %61, %90, %93, %97, %100, %105, %104, %119#1, %119#2, %126, %128, %133, %134, %26, %137, %141, %152, %149, %156, %155, %158, %160#1, %160#2, %159, %161, %160#0, %163 : tensor<4x512x1024xbf16>, tensor<4x512x1024xf32>, tensor<4x512x1xf32>, tensor<4x512x1xf32>, tensor<1x1x1024xbf16>, tensor<4x512x1024xbf16>, tensor<4x512x1024xbf16>, tensor<1x512x1x64xbf16>, tensor<1x512x1x64xbf16>, tensor<1x512x1x64xbf16>, tensor<1x512x1x64xbf16>, tensor<1x512x1x64xbf16>, tensor<1x512x1x64xbf16>, tensor<1x512x1x64xbf16>, tensor<1x512x1x64xbf16>, tensor<4x512x4x2x128xbf16>, tensor<4x512x4x128xbf16>, tensor<4x4x2x512x512xi1>, tensor<4x4x2x512x512xf32>, tensor<4x4x2x512x512xf32>, tensor<4x4x2x512x1xf32>, tensor<4x4x2x512x1xf32>, tensor<4x4x2x512x512xbf16>, tensor<4x512x4x128xbf16>, tensor<4x512x1024xbf16>, tensor<4x512x1024xf32>, tensor<4x512x1xf32>, tensor<4x512x1xf32>, tensor<1x1x1024xbf16>, tensor<4x512x1024xbf16>, tensor<4x512x1024xbf16>, tensor<4x512x1024xbf16>, tensor<4x512x1024xbf16>, tensor<4x512x1024xbf16>, tensor<4x512x1024xbf16>, tensor<4x512x1024xbf16>, tensor<4x512x1024xbf16>
  }
  func.func private @_where(%arg0: tensor<512x512xi1>, %arg1: tensor<4x4x2x512x512xf32>, %arg2: tensor<f32>) -> (tensor<4x4x2x512x512xf32>, tensor<4x4x2x512x512xi1>, tensor<4x4x2x512x512xf32>) {
    %0 = stablehlo.convert %arg2 : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %arg0, dims = [3, 4] : (tensor<512x512xi1>) -> tensor<4x4x2x512x512xi1>
    %2 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<4x4x2x512x512xf32>
    %3 = stablehlo.select %1, %arg1, %2 : tensor<4x4x2x512x512xi1>, tensor<4x4x2x512x512xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x4x2x512x512xf32>
    return %3, %1, %4 : tensor<4x4x2x512x512xf32>, tensor<4x4x2x512x512xi1>, tensor<4x4x2x512x512xf32>
  }
  func.func private @silu(%arg0: tensor<4x512x1024xbf16>) -> (tensor<4x512x1024xbf16>, tensor<4x512x1024xbf16>, tensor<4x512x1024xbf16>) {
    %0 = stablehlo.negate %arg0 : tensor<4x512x1024xbf16>
    %1 = stablehlo.exponential %0 : tensor<4x512x1024xbf16>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<bf16>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<bf16>) -> tensor<4x512x1024xbf16>
    %3 = stablehlo.add %2, %1 : tensor<4x512x1024xbf16>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<bf16>
    %4 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<bf16>) -> tensor<4x512x1024xbf16>
    %5 = stablehlo.divide %4, %3 : tensor<4x512x1024xbf16>
    %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<bf16>
    %6 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<bf16>) -> tensor<4x512x1024xbf16>
    %7 = stablehlo.subtract %6, %5 : tensor<4x512x1024xbf16>
    %8 = stablehlo.multiply %5, %7 : tensor<4x512x1024xbf16>
    %9 = stablehlo.multiply %arg0, %5 : tensor<4x512x1024xbf16>
    return %9, %8, %5 : tensor<4x512x1024xbf16>, tensor<4x512x1024xbf16>, tensor<4x512x1024xbf16>
  }
  func.func private @take_along_axis(%arg0: tensor<4x512x256xf32>, %arg1: tensor<4x512x1xi32>) -> (tensor<4x512x1xf32>, tensor<4x512x1x1xi32>) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<4x512x1xi32>
    %1 = stablehlo.compare LT, %arg1, %0, SIGNED : (tensor<4x512x1xi32>, tensor<4x512x1xi32>) -> tensor<4x512x1xi1>
    %c_0 = stablehlo.constant dense<256> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<4x512x1xi32>
    %3 = stablehlo.add %arg1, %2 : tensor<4x512x1xi32>
    %4 = stablehlo.select %1, %3, %arg1 : tensor<4x512x1xi1>, tensor<4x512x1xi32>
    %5 = stablehlo.reshape %4 : (tensor<4x512x1xi32>) -> tensor<4x512x1x1xi32>
    %c_1 = stablehlo.constant dense<255> : tensor<1xi32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %6 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<4x512x1x1xi32>
    %7 = stablehlo.compare GE, %5, %6, SIGNED : (tensor<4x512x1x1xi32>, tensor<4x512x1x1xi32>) -> tensor<4x512x1x1xi1>
    %8 = stablehlo.broadcast_in_dim %c_1, dims = [3] : (tensor<1xi32>) -> tensor<1x1x1x1xi32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [0, 1, 2, 3] : (tensor<1x1x1x1xi32>) -> tensor<4x512x1x1xi32>
    %10 = stablehlo.compare LE, %5, %9, SIGNED : (tensor<4x512x1x1xi32>, tensor<4x512x1x1xi32>) -> tensor<4x512x1x1xi1>
    %11 = stablehlo.and %7, %10 : tensor<4x512x1x1xi1>
    %c_3 = stablehlo.constant dense<true> : tensor<i1>
    %12 = stablehlo.reduce(%11 init: %c_3) applies stablehlo.and across dimensions = [3] : (tensor<4x512x1x1xi1>, tensor<i1>) -> tensor<4x512x1xi1>
    %13 = "stablehlo.gather"(%arg0, %5) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [2], operand_batching_dims = [0, 1], start_indices_batching_dims = [0, 1], start_index_map = [2], index_vector_dim = 3>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 1>}> : (tensor<4x512x256xf32>, tensor<4x512x1x1xi32>) -> tensor<4x512x1xf32>
    %cst = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x512x1xf32>
    %15 = stablehlo.select %12, %13, %14 : tensor<4x512x1xi1>, tensor<4x512x1xf32>
    return %15, %5 : tensor<4x512x1xf32>, tensor<4x512x1x1xi32>
  }
  func.func private @take_along_axis_0(%arg0: tensor<4x512x1x1xi32>, %arg1: tensor<4x512x1xf32>) -> tensor<4x512x256xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x512x256xf32>
    %1 = "stablehlo.scatter"(%0, %arg0, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [2], input_batching_dims = [0, 1], scatter_indices_batching_dims = [0, 1], scatter_dims_to_operand_dims = [2], index_vector_dim = 3>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %2 = stablehlo.add %arg2, %arg3 : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) : (tensor<4x512x256xf32>, tensor<4x512x1x1xi32>, tensor<4x512x1xf32>) -> tensor<4x512x256xf32>
    return %1 : tensor<4x512x256xf32>
  }
  func.func private @layer_1(%arg0: tensor<4x512x1024xf32>, %arg1: tensor<4x512x1xf32>, %arg2: tensor<4x512x1xf32>, %arg3: tensor<1x1x1024xbf16>, %arg4: tensor<4x512x1024xbf16>, %arg5: tensor<1024x1024xbf16>, %arg6: tensor<4x512x1024xbf16>, %arg7: tensor<1024x512xbf16>, %arg8: tensor<1024x512xbf16>, %arg9: tensor<1x512x1x64xbf16>, %arg10: tensor<1x512x1x64xbf16>, %arg11: tensor<1x512x1x64xbf16>, %arg12: tensor<1x512x1x64xbf16>, %arg13: tensor<1x512x1x64xbf16>, %arg14: tensor<1x512x1x64xbf16>, %arg15: tensor<1x512x1x64xbf16>, %arg16: tensor<1x512x1x64xbf16>, %arg17: tensor<4x512x4x2x128xbf16>, %arg18: tensor<4x512x4x128xbf16>, %arg19: tensor<4x4x2x512x512xi1>, %arg20: tensor<4x4x2x512x512xf32>, %arg21: tensor<4x4x2x512x512xf32>, %arg22: tensor<4x4x2x512x1xf32>, %arg23: tensor<4x4x2x512x1xf32>, %arg24: tensor<4x4x2x512x512xbf16>, %arg25: tensor<4x512x4x128xbf16>, %arg26: tensor<1024x1024xbf16>, %arg27: tensor<4x512x1024xbf16>, %arg28: tensor<4x512x1024xf32>, %arg29: tensor<4x512x1xf32>, %arg30: tensor<4x512x1xf32>, %arg31: tensor<1x1x1024xbf16>, %arg32: tensor<4x512x1024xbf16>, %arg33: tensor<1024x1024xbf16>, %arg34: tensor<4x512x1024xbf16>, %arg35: tensor<4x512x1024xbf16>, %arg36: tensor<4x512x1024xbf16>, %arg37: tensor<4x512x1024xbf16>, %arg38: tensor<1024x1024xbf16>, %arg39: tensor<4x512x1024xbf16>, %arg40: tensor<4x512x1024xbf16>, %arg41: tensor<1024x1024xbf16>, %arg42: tensor<4x512x1024xbf16>, %arg43: tensor<4x512x1024xbf16>) -> (tensor<4x512x1024xbf16>, tensor<1024x1024xbf16>, tensor<1024x1024xbf16>, tensor<1024xbf16>, tensor<1024xbf16>, tensor<1024x1024xbf16>, tensor<1024x512xbf16>, tensor<1024x1024xbf16>, tensor<1024x1024xbf16>, tensor<1024x512xbf16>) {
    %0 = sdy.sharding_constraint %arg43 <@mesh, [{"x"}, {}, {}]> : tensor<4x512x1024xbf16>
    %1 = stablehlo.dot_general %0, %arg42, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x512x1024xbf16>, tensor<4x512x1024xbf16>) -> tensor<1024x1024xbf16>
    %2 = stablehlo.transpose %1, dims = [1, 0] : (tensor<1024x1024xbf16>) -> tensor<1024x1024xbf16>
    %3 = stablehlo.dot_general %0, %arg41, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x512x1024xbf16>, tensor<1024x1024xbf16>) -> tensor<4x512x1024xbf16>
    %4 = sdy.sharding_constraint %3 <@mesh, [{"x"}, {}, {"y"}]> : tensor<4x512x1024xbf16>
    %5 = stablehlo.multiply %arg40, %4 : tensor<4x512x1024xbf16>
    %6 = stablehlo.multiply %4, %arg39 : tensor<4x512x1024xbf16>
    %7 = stablehlo.dot_general %5, %arg34, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x512x1024xbf16>, tensor<4x512x1024xbf16>) -> tensor<1024x1024xbf16>
    %8 = stablehlo.transpose %7, dims = [1, 0] : (tensor<1024x1024xbf16>) -> tensor<1024x1024xbf16>
    %9 = stablehlo.dot_general %5, %arg38, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x512x1024xbf16>, tensor<1024x1024xbf16>) -> tensor<4x512x1024xbf16>
    %10 = call @silu_2(%arg35, %arg36, %arg37, %6) : (tensor<4x512x1024xbf16>, tensor<4x512x1024xbf16>, tensor<4x512x1024xbf16>, tensor<4x512x1024xbf16>) -> tensor<4x512x1024xbf16>
    %11 = stablehlo.dot_general %10, %arg34, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x512x1024xbf16>, tensor<4x512x1024xbf16>) -> tensor<1024x1024xbf16>
    %12 = stablehlo.transpose %11, dims = [1, 0] : (tensor<1024x1024xbf16>) -> tensor<1024x1024xbf16>
    %13 = stablehlo.dot_general %10, %arg33, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x512x1024xbf16>, tensor<1024x1024xbf16>) -> tensor<4x512x1024xbf16>
    %14 = stablehlo.add %9, %13 : tensor<4x512x1024xbf16>
    %15 = stablehlo.multiply %arg32, %14 : tensor<4x512x1024xbf16>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %16 = stablehlo.reduce(%15 init: %cst) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x512x1024xbf16>, tensor<bf16>) -> tensor<1024xbf16>
    %17 = stablehlo.reshape %16 : (tensor<1024xbf16>) -> tensor<1x1x1024xbf16>
    %18 = stablehlo.broadcast_in_dim %arg31, dims = [0, 1, 2] : (tensor<1x1x1024xbf16>) -> tensor<4x512x1024xbf16>
    %19 = stablehlo.multiply %14, %18 : tensor<4x512x1024xbf16>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %20 = stablehlo.reduce(%17 init: %cst_0) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x1024xbf16>, tensor<bf16>) -> tensor<1024xbf16>
    %21 = stablehlo.convert %19 : (tensor<4x512x1024xbf16>) -> tensor<4x512x1024xf32>
    %22 = stablehlo.multiply %arg28, %21 : tensor<4x512x1024xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %23 = stablehlo.reduce(%22 init: %cst_1) applies stablehlo.add across dimensions = [2] : (tensor<4x512x1024xf32>, tensor<f32>) -> tensor<4x512xf32>
    %24 = stablehlo.reshape %23 : (tensor<4x512xf32>) -> tensor<4x512x1xf32>
    %25 = stablehlo.broadcast_in_dim %arg30, dims = [0, 1, 2] : (tensor<4x512x1xf32>) -> tensor<4x512x1024xf32>
    %26 = stablehlo.multiply %21, %25 : tensor<4x512x1024xf32>
    %27 = stablehlo.multiply %24, %arg29 : tensor<4x512x1xf32>
    %cst_2 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %28 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<4x512x1xf32>
    %29 = stablehlo.divide %27, %28 : tensor<4x512x1xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %30 = stablehlo.reduce(%29 init: %cst_3) applies stablehlo.add across dimensions = [2] : (tensor<4x512x1xf32>, tensor<f32>) -> tensor<4x512xf32>
    %31 = stablehlo.broadcast_in_dim %30, dims = [0, 1] : (tensor<4x512xf32>) -> tensor<4x512x1024xf32>
    %32 = stablehlo.multiply %arg28, %31 : tensor<4x512x1024xf32>
    %33 = stablehlo.add %26, %32 : tensor<4x512x1024xf32>
    %34 = stablehlo.multiply %31, %arg28 : tensor<4x512x1024xf32>
    %35 = stablehlo.add %33, %34 : tensor<4x512x1024xf32>
    %36 = stablehlo.convert %35 : (tensor<4x512x1024xf32>) -> tensor<4x512x1024xbf16>
    %37 = stablehlo.add %0, %36 : tensor<4x512x1024xbf16>
    %38 = sdy.sharding_constraint %37 <@mesh, [{"x"}, {}, {}]> : tensor<4x512x1024xbf16>
    %39 = stablehlo.dot_general %38, %arg27, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x512x1024xbf16>, tensor<4x512x1024xbf16>) -> tensor<1024x1024xbf16>
    %40 = stablehlo.transpose %39, dims = [1, 0] : (tensor<1024x1024xbf16>) -> tensor<1024x1024xbf16>
    %41 = stablehlo.dot_general %38, %arg26, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x512x1024xbf16>, tensor<1024x1024xbf16>) -> tensor<4x512x1024xbf16>
    %42 = stablehlo.reshape %41 : (tensor<4x512x1024xbf16>) -> tensor<4x512x4x2x128xbf16>
    %43 = stablehlo.transpose %42, dims = [0, 2, 4, 3, 1] : (tensor<4x512x4x2x128xbf16>) -> tensor<4x4x128x2x512xbf16>
    %44 = stablehlo.dot_general %43, %arg25, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [3], precision = [DEFAULT, DEFAULT] : (tensor<4x4x128x2x512xbf16>, tensor<4x512x4x128xbf16>) -> tensor<4x4x2x512x512xbf16>
    %45 = stablehlo.dot_general %43, %arg24, batching_dims = [0, 1] x [0, 1], contracting_dims = [3, 4] x [2, 3], precision = [DEFAULT, DEFAULT] : (tensor<4x4x128x2x512xbf16>, tensor<4x4x2x512x512xbf16>) -> tensor<4x4x128x512xbf16>
    %46 = stablehlo.transpose %45, dims = [0, 3, 1, 2] : (tensor<4x4x128x512xbf16>) -> tensor<4x512x4x128xbf16>
    %47 = stablehlo.convert %44 : (tensor<4x4x2x512x512xbf16>) -> tensor<4x4x2x512x512xf32>
    %48 = stablehlo.broadcast_in_dim %arg23, dims = [0, 1, 2, 3, 4] : (tensor<4x4x2x512x1xf32>) -> tensor<4x4x2x512x512xf32>
    %49 = stablehlo.multiply %47, %48 : tensor<4x4x2x512x512xf32>
    %50 = stablehlo.multiply %49, %arg21 : tensor<4x4x2x512x512xf32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %51 = stablehlo.reduce(%50 init: %cst_4) applies stablehlo.add across dimensions = [4] : (tensor<4x4x2x512x512xf32>, tensor<f32>) -> tensor<4x4x2x512xf32>
    %52 = stablehlo.reshape %51 : (tensor<4x4x2x512xf32>) -> tensor<4x4x2x512x1xf32>
    %53 = stablehlo.negate %52 : tensor<4x4x2x512x1xf32>
    %54 = stablehlo.broadcast_in_dim %arg22, dims = [0, 1, 2, 3, 4] : (tensor<4x4x2x512x1xf32>) -> tensor<4x4x2x512x512xf32>
    %55 = stablehlo.divide %47, %54 : tensor<4x4x2x512x512xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %56 = stablehlo.reduce(%53 init: %cst_5) applies stablehlo.add across dimensions = [4] : (tensor<4x4x2x512x1xf32>, tensor<f32>) -> tensor<4x4x2x512xf32>
    %57 = stablehlo.broadcast_in_dim %56, dims = [0, 1, 2, 3] : (tensor<4x4x2x512xf32>) -> tensor<4x4x2x512x512xf32>
    %58 = stablehlo.add %55, %57 : tensor<4x4x2x512x512xf32>
    %59 = stablehlo.multiply %58, %arg21 : tensor<4x4x2x512x512xf32>
    %60 = call @_where_3(%arg19, %arg20, %59) : (tensor<4x4x2x512x512xi1>, tensor<4x4x2x512x512xf32>, tensor<4x4x2x512x512xf32>) -> tensor<4x4x2x512x512xf32>
    %cst_6 = stablehlo.constant dense<0.0883883461> : tensor<f32>
    %61 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<4x4x2x512x512xf32>
    %62 = stablehlo.multiply %60, %61 : tensor<4x4x2x512x512xf32>
    %63 = stablehlo.transpose %62, dims = [0, 1, 4, 3, 2] : (tensor<4x4x2x512x512xf32>) -> tensor<4x4x512x512x2xf32>
    %64 = stablehlo.convert %63 : tensor<4x4x512x512x2xf32>
    %65 = stablehlo.convert %arg18 : (tensor<4x512x4x128xbf16>) -> tensor<4x512x4x128xf32>
    %66 = stablehlo.dot_general %64, %65, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x4x512x512x2xf32>, tensor<4x512x4x128xf32>) -> tensor<4x4x512x2x128xf32>
    %67 = stablehlo.transpose %66, dims = [0, 2, 1, 3, 4] : (tensor<4x4x512x2x128xf32>) -> tensor<4x512x4x2x128xf32>
    %68 = stablehlo.convert %67 : (tensor<4x512x4x2x128xf32>) -> tensor<4x512x4x2x128xbf16>
    %69 = stablehlo.convert %63 : tensor<4x4x512x512x2xf32>
    %70 = stablehlo.convert %arg17 : (tensor<4x512x4x2x128xbf16>) -> tensor<4x512x4x2x128xf32>
    %71 = stablehlo.dot_general %69, %70, batching_dims = [0, 1] x [0, 2], contracting_dims = [3, 4] x [1, 3], precision = [DEFAULT, DEFAULT] : (tensor<4x4x512x512x2xf32>, tensor<4x512x4x2x128xf32>) -> tensor<4x4x512x128xf32>
    %72 = stablehlo.transpose %71, dims = [0, 2, 1, 3] : (tensor<4x4x512x128xf32>) -> tensor<4x512x4x128xf32>
    %73 = stablehlo.convert %72 : (tensor<4x512x4x128xf32>) -> tensor<4x512x4x128xbf16>
    %74 = stablehlo.reshape %68 : (tensor<4x512x4x2x128xbf16>) -> tensor<4x512x8x128xbf16>
    %75 = stablehlo.slice %73 [0:4, 0:512, 0:4, 0:64] : (tensor<4x512x4x128xbf16>) -> tensor<4x512x4x64xbf16>
    %76 = stablehlo.slice %73 [0:4, 0:512, 0:4, 64:128] : (tensor<4x512x4x128xbf16>) -> tensor<4x512x4x64xbf16>
    %77 = stablehlo.broadcast_in_dim %arg16, dims = [0, 1, 2, 3] : (tensor<1x512x1x64xbf16>) -> tensor<4x512x4x64xbf16>
    %78 = stablehlo.multiply %76, %77 : tensor<4x512x4x64xbf16>
    %79 = stablehlo.broadcast_in_dim %arg15, dims = [0, 1, 2, 3] : (tensor<1x512x1x64xbf16>) -> tensor<4x512x4x64xbf16>
    %80 = stablehlo.multiply %76, %79 : tensor<4x512x4x64xbf16>
    %81 = stablehlo.negate %75 : tensor<4x512x4x64xbf16>
    %82 = stablehlo.broadcast_in_dim %arg14, dims = [0, 1, 2, 3] : (tensor<1x512x1x64xbf16>) -> tensor<4x512x4x64xbf16>
    %83 = stablehlo.multiply %81, %82 : tensor<4x512x4x64xbf16>
    %84 = stablehlo.add %80, %83 : tensor<4x512x4x64xbf16>
    %85 = stablehlo.broadcast_in_dim %arg13, dims = [0, 1, 2, 3] : (tensor<1x512x1x64xbf16>) -> tensor<4x512x4x64xbf16>
    %86 = stablehlo.multiply %75, %85 : tensor<4x512x4x64xbf16>
    %87 = stablehlo.add %78, %86 : tensor<4x512x4x64xbf16>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %88 = stablehlo.pad %84, %cst_7, low = [0, 0, 0, 64], high = [0, 0, 0, 0], interior = [0, 0, 0, 0] : (tensor<4x512x4x64xbf16>, tensor<bf16>) -> tensor<4x512x4x128xbf16>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %89 = stablehlo.pad %87, %cst_8, low = [0, 0, 0, 0], high = [0, 0, 0, 64], interior = [0, 0, 0, 0] : (tensor<4x512x4x64xbf16>, tensor<bf16>) -> tensor<4x512x4x128xbf16>
    %90 = stablehlo.add %88, %89 : tensor<4x512x4x128xbf16>
    %91 = stablehlo.slice %74 [0:4, 0:512, 0:8, 0:64] : (tensor<4x512x8x128xbf16>) -> tensor<4x512x8x64xbf16>
    %92 = stablehlo.slice %74 [0:4, 0:512, 0:8, 64:128] : (tensor<4x512x8x128xbf16>) -> tensor<4x512x8x64xbf16>
    %93 = stablehlo.broadcast_in_dim %arg12, dims = [0, 1, 2, 3] : (tensor<1x512x1x64xbf16>) -> tensor<4x512x8x64xbf16>
    %94 = stablehlo.multiply %92, %93 : tensor<4x512x8x64xbf16>
    %95 = stablehlo.broadcast_in_dim %arg11, dims = [0, 1, 2, 3] : (tensor<1x512x1x64xbf16>) -> tensor<4x512x8x64xbf16>
    %96 = stablehlo.multiply %92, %95 : tensor<4x512x8x64xbf16>
    %97 = stablehlo.negate %91 : tensor<4x512x8x64xbf16>
    %98 = stablehlo.broadcast_in_dim %arg10, dims = [0, 1, 2, 3] : (tensor<1x512x1x64xbf16>) -> tensor<4x512x8x64xbf16>
    %99 = stablehlo.multiply %97, %98 : tensor<4x512x8x64xbf16>
    %100 = stablehlo.add %96, %99 : tensor<4x512x8x64xbf16>
    %101 = stablehlo.broadcast_in_dim %arg9, dims = [0, 1, 2, 3] : (tensor<1x512x1x64xbf16>) -> tensor<4x512x8x64xbf16>
    %102 = stablehlo.multiply %91, %101 : tensor<4x512x8x64xbf16>
    %103 = stablehlo.add %94, %102 : tensor<4x512x8x64xbf16>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %104 = stablehlo.pad %100, %cst_9, low = [0, 0, 0, 64], high = [0, 0, 0, 0], interior = [0, 0, 0, 0] : (tensor<4x512x8x64xbf16>, tensor<bf16>) -> tensor<4x512x8x128xbf16>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %105 = stablehlo.pad %103, %cst_10, low = [0, 0, 0, 0], high = [0, 0, 0, 64], interior = [0, 0, 0, 0] : (tensor<4x512x8x64xbf16>, tensor<bf16>) -> tensor<4x512x8x128xbf16>
    %106 = stablehlo.add %104, %105 : tensor<4x512x8x128xbf16>
    %107 = sdy.sharding_constraint %46 <@mesh, [{"x"}, {}, {"y"}, {}]> : tensor<4x512x4x128xbf16>
    %108 = stablehlo.reshape %107 : (tensor<4x512x4x128xbf16>) -> tensor<4x512x512xbf16>
    %109 = stablehlo.dot_general %108, %arg6, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x512x512xbf16>, tensor<4x512x1024xbf16>) -> tensor<512x1024xbf16>
    %110 = stablehlo.transpose %109, dims = [1, 0] : (tensor<512x1024xbf16>) -> tensor<1024x512xbf16>
    %111 = stablehlo.dot_general %108, %arg8, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x512x512xbf16>, tensor<1024x512xbf16>) -> tensor<4x512x1024xbf16>
    %112 = sdy.sharding_constraint %90 <@mesh, [{"x"}, {}, {"y"}, {}]> : tensor<4x512x4x128xbf16>
    %113 = stablehlo.reshape %112 : (tensor<4x512x4x128xbf16>) -> tensor<4x512x512xbf16>
    %114 = stablehlo.dot_general %113, %arg6, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x512x512xbf16>, tensor<4x512x1024xbf16>) -> tensor<512x1024xbf16>
    %115 = stablehlo.transpose %114, dims = [1, 0] : (tensor<512x1024xbf16>) -> tensor<1024x512xbf16>
    %116 = stablehlo.dot_general %113, %arg7, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x512x512xbf16>, tensor<1024x512xbf16>) -> tensor<4x512x1024xbf16>
    %117 = stablehlo.add %111, %116 : tensor<4x512x1024xbf16>
    %118 = sdy.sharding_constraint %106 <@mesh, [{"x"}, {}, {"y"}, {}]> : tensor<4x512x8x128xbf16>
    %119 = stablehlo.reshape %118 : (tensor<4x512x8x128xbf16>) -> tensor<4x512x1024xbf16>
    %120 = stablehlo.dot_general %119, %arg6, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x512x1024xbf16>, tensor<4x512x1024xbf16>) -> tensor<1024x1024xbf16>
    %121 = stablehlo.transpose %120, dims = [1, 0] : (tensor<1024x1024xbf16>) -> tensor<1024x1024xbf16>
    %122 = stablehlo.dot_general %119, %arg5, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x512x1024xbf16>, tensor<1024x1024xbf16>) -> tensor<4x512x1024xbf16>
    %123 = stablehlo.add %117, %122 : tensor<4x512x1024xbf16>
    %124 = stablehlo.multiply %arg4, %123 : tensor<4x512x1024xbf16>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %125 = stablehlo.reduce(%124 init: %cst_11) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x512x1024xbf16>, tensor<bf16>) -> tensor<1024xbf16>
    %126 = stablehlo.reshape %125 : (tensor<1024xbf16>) -> tensor<1x1x1024xbf16>
    %127 = stablehlo.broadcast_in_dim %arg3, dims = [0, 1, 2] : (tensor<1x1x1024xbf16>) -> tensor<4x512x1024xbf16>
    %128 = stablehlo.multiply %123, %127 : tensor<4x512x1024xbf16>
    %cst_12 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %129 = stablehlo.reduce(%126 init: %cst_12) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x1024xbf16>, tensor<bf16>) -> tensor<1024xbf16>
    %130 = stablehlo.convert %128 : (tensor<4x512x1024xbf16>) -> tensor<4x512x1024xf32>
    %131 = stablehlo.multiply %arg0, %130 : tensor<4x512x1024xf32>
    %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %132 = stablehlo.reduce(%131 init: %cst_13) applies stablehlo.add across dimensions = [2] : (tensor<4x512x1024xf32>, tensor<f32>) -> tensor<4x512xf32>
    %133 = stablehlo.reshape %132 : (tensor<4x512xf32>) -> tensor<4x512x1xf32>
    %134 = stablehlo.broadcast_in_dim %arg2, dims = [0, 1, 2] : (tensor<4x512x1xf32>) -> tensor<4x512x1024xf32>
    %135 = stablehlo.multiply %130, %134 : tensor<4x512x1024xf32>
    %136 = stablehlo.multiply %133, %arg1 : tensor<4x512x1xf32>
    %cst_14 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %137 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<4x512x1xf32>
    %138 = stablehlo.divide %136, %137 : tensor<4x512x1xf32>
    %cst_15 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %139 = stablehlo.reduce(%138 init: %cst_15) applies stablehlo.add across dimensions = [2] : (tensor<4x512x1xf32>, tensor<f32>) -> tensor<4x512xf32>
    %140 = stablehlo.broadcast_in_dim %139, dims = [0, 1] : (tensor<4x512xf32>) -> tensor<4x512x1024xf32>
    %141 = stablehlo.multiply %arg0, %140 : tensor<4x512x1024xf32>
    %142 = stablehlo.add %135, %141 : tensor<4x512x1024xf32>
    %143 = stablehlo.multiply %140, %arg0 : tensor<4x512x1024xf32>
    %144 = stablehlo.add %142, %143 : tensor<4x512x1024xf32>
    %145 = stablehlo.convert %144 : (tensor<4x512x1024xf32>) -> tensor<4x512x1024xbf16>
    %146 = stablehlo.add %38, %145 : tensor<4x512x1024xbf16>
    return %146, %2, %12, %129, %20, %8, %115, %40, %121, %110 : tensor<4x512x1024xbf16>, tensor<1024x1024xbf16>, tensor<1024x1024xbf16>, tensor<1024xbf16>, tensor<1024xbf16>, tensor<1024x1024xbf16>, tensor<1024x512xbf16>, tensor<1024x1024xbf16>, tensor<1024x1024xbf16>, tensor<1024x512xbf16>
  }
  func.func private @silu_2(%arg0: tensor<4x512x1024xbf16>, %arg1: tensor<4x512x1024xbf16>, %arg2: tensor<4x512x1024xbf16>, %arg3: tensor<4x512x1024xbf16>) -> tensor<4x512x1024xbf16> {
    %0 = stablehlo.multiply %arg2, %arg3 : tensor<4x512x1024xbf16>
    %1 = stablehlo.multiply %arg3, %arg1 : tensor<4x512x1024xbf16>
    %2 = stablehlo.multiply %0, %arg0 : tensor<4x512x1024xbf16>
    %3 = stablehlo.add %1, %2 : tensor<4x512x1024xbf16>
    return %3 : tensor<4x512x1024xbf16>
  }
  func.func private @_where_3(%arg0: tensor<4x4x2x512x512xi1>, %arg1: tensor<4x4x2x512x512xf32>, %arg2: tensor<4x4x2x512x512xf32>) -> tensor<4x4x2x512x512xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x4x2x512x512xf32>
    %1 = stablehlo.select %arg0, %arg2, %0 : tensor<4x4x2x512x512xi1>, tensor<4x4x2x512x512xf32>
    return %1 : tensor<4x4x2x512x512xf32>
  }
}
