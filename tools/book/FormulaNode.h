#ifndef TOOLS_BOOK_FORMULANODE_H
#define TOOLS_BOOK_FORMULANODE_H

#include <string>
#include <vector>

namespace shardwright::book {

/// A formula as a tree. What each kind holds:
///   Number  number                       Text  text
///   Name    text                         List  children
///   Negate  child                        Each  text (the loop's name), children: body, list
///   Binary  text (the operator), two     Record  keys, children
///   Call    text (the function), any     Choose  children: condition, value, other value
///   Index   children: what, where
struct FormulaNode {
  enum Kind { Number, Text, Name, Negate, Binary, Call, Index, List, Each, Record, Choose } kind;
  double number = 0;
  std::string text;
  std::vector<FormulaNode> children;
  std::vector<std::string> keys;
  /// Where it stands in the formula.
  size_t begin = 0, end = 0;
};

} // namespace shardwright::book

#endif // TOOLS_BOOK_FORMULANODE_H
