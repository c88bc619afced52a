#ifndef DIALECTS_STABLEHLO_STABLEHLOBASE_TD
#define DIALECTS_STABLEHLO_STABLEHLOBASE_TD

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/OpAsmInterface.td"
include "mlir/IR/OpBase.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Stablehlo_Dialect : Dialect {
  let name = "stablehlo";
  let cppNamespace = "::shardwright::stablehlo";
  let summary = "tensor programs as machine-learning frameworks export them";
  let description = [{
    Every operation of the StableHLO specification, read and written in the text that JAX prints. Integers without a
    sign (`i32`) are signed, `ui32` is unsigned. Two types agree when shape and element type agree: a tensor's
    encoding (bounds, a sharding) never makes two types differ.

    Import brings programs in this dialect, propagation and partitioning rewrite it, lowering removes it.
  }];
  let useDefaultAttributePrinterParser = 1;
  let useDefaultTypePrinterParser = 1;
  let hasConstantMaterializer = 1;
  let extraClassDeclaration = [{
    void registerAttributes();
    void registerTypes();
  }];
}

//===-- Types -----------------------------------------------------------------------------------------------------===//

class Stablehlo_Type<string name, string typeMnemonic> : TypeDef<Stablehlo_Dialect, name> {
  let mnemonic = typeMnemonic;
}

def Stablehlo_Token : Stablehlo_Type<"Token", "token"> {
  let summary = "orders operations that talk to the world outside";
  let builderCall = "::shardwright::stablehlo::TokenType::get($_builder.getContext())";
}

def Stablehlo_Future : Stablehlo_Type<"Future", "future"> {
  let summary = "the results of an operation that was started and not yet awaited";
  let parameters = (ins ArrayRefParameter<"::mlir::Type">:$types);
  let assemblyFormat = "`<` $types `>`";
}

// A ranked tensor whose element type satisfies a predicate of ElementTypes.h.
class Stablehlo_TensorOf<string predicate, string what>
    : Type<And<[IsRankedTensorTypePred, CPred<"::shardwright::stablehlo::" # predicate #
                "(::llvm::cast<::mlir::RankedTensorType>($_self).getElementType())">]>,
           "tensor of " # what, "::mlir::RankedTensorType">;

def Stablehlo_Tensor : Stablehlo_TensorOf<"isElement", "bool, integer, float or complex values">;
def Stablehlo_PredTensor : Stablehlo_TensorOf<"isPred", "bool (i1) values">;
def Stablehlo_IntTensor : Stablehlo_TensorOf<"isInt", "integer values">;
def Stablehlo_SIntTensor : Stablehlo_TensorOf<"isSignedInt", "signed integer values">;
def Stablehlo_UIntTensor : Stablehlo_TensorOf<"isUnsignedInt", "unsigned integer values">;
def Stablehlo_PredOrIntTensor : Stablehlo_TensorOf<"isPredOrInt", "bool or integer values">;
def Stablehlo_FloatTensor : Stablehlo_TensorOf<"isFloat", "float values">;
def Stablehlo_ComplexTensor : Stablehlo_TensorOf<"isComplex", "complex values">;
def Stablehlo_FloatOrComplexTensor : Stablehlo_TensorOf<"isFloatOrComplex", "float or complex values">;
def Stablehlo_NumberTensor : Stablehlo_TensorOf<"isNumber", "integer, float or complex values">;
def Stablehlo_SignedNumberTensor
    : Stablehlo_TensorOf<"isSignedNumber", "signed integer, float or complex values">;
def Stablehlo_ShapeTensor : Stablehlo_TensorOf<"isIntOrIndex", "integer or index values">;
def Stablehlo_Tuple : Type<CPred<"::llvm::isa<::mlir::TupleType>($_self)">, "tuple", "::mlir::TupleType">;
def Stablehlo_TensorOrToken : AnyTypeOf<[Stablehlo_Tensor, Stablehlo_Token]>;
def Stablehlo_AnyValue : AnyTypeOf<[Stablehlo_Tensor, Stablehlo_Token, Stablehlo_Tuple, Stablehlo_Future]>;

//===-- Traits ----------------------------------------------------------------------------------------------------===//

class Stablehlo_Trait<string name> : NativeOpTrait<name> {
  let cppNamespace = "::shardwright::stablehlo";
}
def Stablehlo_Elementwise : Stablehlo_Trait<"Elementwise">;
def Stablehlo_SameElementType : Stablehlo_Trait<"SameElementType">;
def Stablehlo_Collective : Stablehlo_Trait<"Collective">;

//===-- Operations ------------------------------------------------------------------------------------------------===//

class Stablehlo_Op<string mnemonic, list<Trait> traits = []> : Op<Stablehlo_Dialect, mnemonic, traits>;

#endif // DIALECTS_STABLEHLO_STABLEHLOBASE_TD
