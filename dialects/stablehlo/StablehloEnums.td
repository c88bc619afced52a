#ifndef DIALECTS_STABLEHLO_STABLEHLOENUMS_TD
#define DIALECTS_STABLEHLO_STABLEHLOENUMS_TD

include "dialects/stablehlo/StablehloBase.td"

class Stablehlo_Enum<string name, string what, list<I32EnumAttrCase> cases> : I32EnumAttr<name, what, cases> {
  let cppNamespace = "::shardwright::stablehlo";
  let genSpecializedAttr = 0;
}

// Inside a generic operation: #stablehlo<comparison_direction EQ>; in a pretty one: EQ. The attribute prints a space
// before its value, which formats of operations cancel.
class Stablehlo_EnumAttr<EnumInfo info, string mnemonic> : EnumAttr<Stablehlo_Dialect, info, mnemonic>;

def Stablehlo_ComparisonDirection : Stablehlo_Enum<"ComparisonDirection", "which comparison",
    [I32EnumAttrCase<"EQ", 0>, I32EnumAttrCase<"NE", 1>, I32EnumAttrCase<"GE", 2>, I32EnumAttrCase<"GT", 3>,
     I32EnumAttrCase<"LE", 4>, I32EnumAttrCase<"LT", 5>]>;
def Stablehlo_ComparisonDirectionAttr : Stablehlo_EnumAttr<Stablehlo_ComparisonDirection, "comparison_direction">;

def Stablehlo_ComparisonType : Stablehlo_Enum<"ComparisonType", "how values are ordered",
    [I32EnumAttrCase<"NOTYPE", 0>, I32EnumAttrCase<"FLOAT", 1>, I32EnumAttrCase<"TOTALORDER", 2>,
     I32EnumAttrCase<"SIGNED", 3>, I32EnumAttrCase<"UNSIGNED", 4>]>;
def Stablehlo_ComparisonTypeAttr : Stablehlo_EnumAttr<Stablehlo_ComparisonType, "comparison_type">;

def Stablehlo_Precision : Stablehlo_Enum<"Precision", "how exact a product must be",
    [I32EnumAttrCase<"DEFAULT", 0>, I32EnumAttrCase<"HIGH", 1>, I32EnumAttrCase<"HIGHEST", 2>]>;
def Stablehlo_PrecisionAttr : Stablehlo_EnumAttr<Stablehlo_Precision, "precision">;
def Stablehlo_PrecisionConfig : TypedArrayAttrBase<Stablehlo_PrecisionAttr, "one precision per operand">;

def Stablehlo_Transpose : Stablehlo_Enum<"Transpose", "how a matrix is read",
    [I32EnumAttrCase<"TRANSPOSE_INVALID", 0>, I32EnumAttrCase<"NO_TRANSPOSE", 1>, I32EnumAttrCase<"TRANSPOSE", 2>,
     I32EnumAttrCase<"ADJOINT", 3>]>;
def Stablehlo_TransposeAttr : Stablehlo_EnumAttr<Stablehlo_Transpose, "transpose">;

def Stablehlo_FftType : Stablehlo_Enum<"FftType", "which Fourier transform",
    [I32EnumAttrCase<"FFT", 0>, I32EnumAttrCase<"IFFT", 1>, I32EnumAttrCase<"RFFT", 2>, I32EnumAttrCase<"IRFFT", 3>]>;
def Stablehlo_FftTypeAttr : Stablehlo_EnumAttr<Stablehlo_FftType, "fft_type">;

def Stablehlo_RngDistribution : Stablehlo_Enum<"RngDistribution", "distribution of random numbers",
    [I32EnumAttrCase<"UNIFORM", 1>, I32EnumAttrCase<"NORMAL", 2>]>;
def Stablehlo_RngDistributionAttr : Stablehlo_EnumAttr<Stablehlo_RngDistribution, "rng_distribution">;

def Stablehlo_RngAlgorithm : Stablehlo_Enum<"RngAlgorithm", "generator of random bits",
    [I32EnumAttrCase<"DEFAULT", 0>, I32EnumAttrCase<"THREE_FRY", 1>, I32EnumAttrCase<"PHILOX", 2>]>;
def Stablehlo_RngAlgorithmAttr : Stablehlo_EnumAttr<Stablehlo_RngAlgorithm, "rng_algorithm">;

def Stablehlo_ResultAccuracyMode : Stablehlo_Enum<"ResultAccuracyMode", "how accurate a function must be",
    [I32EnumAttrCase<"DEFAULT", 0>, I32EnumAttrCase<"HIGHEST", 1>, I32EnumAttrCase<"TOLERANCE", 2>]>;
def Stablehlo_ResultAccuracyModeAttr : Stablehlo_EnumAttr<Stablehlo_ResultAccuracyMode, "result_accuracy_mode"> {
  let assemblyFormat = "`<` $value `>`";
}

#endif // DIALECTS_STABLEHLO_STABLEHLOENUMS_TD
