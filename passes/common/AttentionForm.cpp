#include "passes/common/AttentionForm.h"

#include "llvm/ADT/STLExtras.h"

namespace shardwright::lower {
namespace {

/// Reads or writes the numbers of a form, in one order for both.
struct Numbers {
  llvm::SmallVector<int64_t> written;
  llvm::ArrayRef<int64_t> given;
  bool reads = false, isValid = true;

  void visit(int64_t &number) {
    if (!reads)
      return written.push_back(number);
    isValid = isValid && !given.empty();
    if (isValid) {
      number = given.front();
      given = given.drop_front();
    }
  }
  void visit(bool &flag) {
    int64_t number = flag;
    visit(number);
    flag = number != 0;
  }
  void visit(std::optional<int64_t> &number) {
    bool isKnown = number.has_value();
    visit(isKnown);
    if (!isKnown)
      return;
    number = number.value_or(0);
    visit(*number);
  }
  template <typename T> void visit(llvm::SmallVector<T> &all) {
    auto size = static_cast<int64_t>(all.size());
    visit(size);
    constexpr int64_t kMost = 256;
    isValid = isValid && size >= 0 && size <= kMost;
    if (!isValid)
      return;
    all.resize(static_cast<size_t>(size));
    for (T &each : all)
      visit(each);
  }
  void visit(AttentionForm::Access &access) {
    visit(access.buffer);
    visit(access.strides);
  }
  void visit(AttentionForm::Product &product) {
    visit(product.row);
    visit(product.column);
    visit(product.rowStride);
    visit(product.columnStride);
    visit(product.depth);
  }
  void visit(AttentionForm::Output &output) {
    visit(output.element);
    visit(output.width);
    visit(output.column);
    visit(output.columnStride);
    visit(output.out);
    visit(output.outStride);
    visit(output.parts);
  }
  void visit(AttentionForm &form) {
    visit(form.isSoftmax);
    visit(form.isNormalized);
    visit(form.extents);
    visit(form.numSummed);
    visit(form.products);
    visit(form.reads);
    visit(form.outputs);
    visit(form.maximum);
    visit(form.sum);
    visit(form.first);
    visit(form.last);
    visit(form.limit);
  }
};

} // namespace

llvm::SmallVector<int64_t> AttentionForm::parameters() const {
  Numbers numbers;
  AttentionForm copy = *this;
  numbers.visit(copy);
  return numbers.written;
}

bool AttentionForm::fits(int64_t numInputs, int64_t numOutputs, int64_t numElements) const {
  auto isInput = [&](const Access &access) {
    return access.strides.size() == rank() && access.buffer >= 0 && access.buffer < numInputs;
  };
  auto isOutput = [&](const Access &access) {
    return access.strides.size() == rank() && access.buffer >= numInputs && access.buffer < numInputs + numOutputs;
  };
  if (rank() < 2 || products.empty() || (outputs.empty() && !isSoftmax) || numSummed < 0 ||
      numSummed > static_cast<int64_t>(rank()) - 2 || (first || last) != limit.has_value() ||
      !llvm::all_of(extents, [](int64_t extent) { return extent > 0 && extent < (int64_t{1} << 30); }))
    return false;
  if (isSoftmax ? numElements != 1 || !isOutput(maximum) || !isOutput(sum)
                : (limit && !isInput(maximum)) || (!sum.strides.empty() && !isInput(sum)))
    return false;
  return llvm::all_of(products,
                      [&](const Product &product) {
                        return product.depth > 0 && isInput(product.row) && isInput(product.column);
                      }) &&
         llvm::all_of(reads, isInput) && llvm::all_of(outputs, [&](const Output &output) {
           return output.element >= 0 && output.element < numElements && output.width >= 0 && output.parts >= 1 &&
                  output.parts <= 3 && isOutput(output.out) && (output.width == 0 || isInput(output.column));
         });
}

std::optional<AttentionForm> AttentionForm::of(llvm::ArrayRef<int64_t> parameters) {
  Numbers numbers;
  numbers.given = parameters;
  numbers.reads = true;
  AttentionForm form;
  numbers.visit(form);
  if (!numbers.isValid || !numbers.given.empty() || form.rank() < 2)
    return std::nullopt;
  return form;
}

} // namespace shardwright::lower
