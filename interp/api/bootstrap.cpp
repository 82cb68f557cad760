// Loads the library's sources before LOAD exists. Compiled for size.
#include "api/bootstrap.hpp"

#include "builtins/registry.hpp"
#include "compiler/analysis/expansion.hpp"
#include "compiler/analysis/special_operators.hpp"
#include "compiler/compiler.hpp"
#include "data/streams/streams.hpp"
#include "data/symbols/packages.hpp"
#include "runtime/compilation.hpp"
#include "text/printer.hpp"
#include "text/reader.hpp"
#include "text/readtable.hpp"

namespace tessera {

void bootstrap_natives(Vm& vm) {
  bootstrap_symbols(vm);
  for (const SpecialOperator& op : special_operators()) set_flag(vm, vm.sym(op.symbol), symbol_special_operator);
  for (Known k : {Known::handler_clusters, Known::restart_clusters}) {
    set_flag(vm, vm.sym(k), symbol_special);
    vm.symbol_value_slot(k) = NIL;
  }
  set_flag(vm, vm.sym(Known::package_variable), symbol_special);
  vm.symbol_value_slot(Known::package_variable) = vm.packages.tessera;
  install_builtins(vm);
  install_printer_variables(vm);
  install_standard_readtable(vm);
  install_standard_streams(vm);
}

namespace {

/// Reads and evaluates the forms of one file.
class FileLoader {
 public:
  /// Loads the file `name`, relative to `directory` and without the file type.
  FileLoader(Vm& vm, const std::string& directory, const std::string& name)
      : vm_(vm), path_(directory + "/" + name + ".lisp"), name_("stdlib/" + name + ".lisp") {}

  std::string load() {
    Handle stream(vm_.heap, open_file_input(vm_, path_));
    if (is_failed(stream)) return path_ + ": cannot be opened";
    vm_.source_file = vm_.make_string(name_);  // backtraces recognise the library by it
    for (;;) {
      vm_.compilation->positions.clear();
      Handle form(vm_.heap, read_form(vm_, stream, false, UNBOUND, false, {.positions = true}));
      if (is_failed(form)) return complaint("cannot be read");
      if (form.get() == UNBOUND) return "";
      const SourcePosition* const found = form.get().is_cons() ? vm_.compilation->positions.find(form.get().address()) : nullptr;
      position_ = found != nullptr ? *found : SourcePosition{};
      if (is_failed(toplevel(form))) return complaint("failed");
    }
  }

 private:
  std::string complaint(const std::string& what) {
    std::string text = path_ + ":" + std::to_string(position_.line) + ": " + what + ": ";
    if (!is_nil(vm_.failure.type) && is_symbol(vm_.failure.type))
      text += printed(vm_, vm_.failure.type, true) + " " + printed(vm_, vm_.failure.initargs, true);
    return text;
  }
  static bool is_symbol(Value v) { return Runtime::is_symbol(v); }

  /// Evaluates a toplevel PROGN or EVAL-WHEN form by form, so that macros work after their definition.
  Value toplevel(Value f) {
    Handle form(vm_.heap, f);
    for (Expander e; (e = find_expander(vm_, form, nullptr)).kind == MacroKind::macro;) {
      const Value expansion = vm_.call_lisp(e.value, {form.get(), NIL});
      TESSERA_TRY(expansion);
      form = expansion;
    }
    const Value head = form.get().is_cons() ? form.get().as_cons()->car : NIL;
    if (head == vm_.cl("IN-PACKAGE")) return T;
    if (head == vm_.sym(Known::progn)) return each(form.get().as_cons()->cdr);
    if (head == vm_.sym(Known::eval_when)) return each(form.get().as_cons()->cdr.as_cons()->cdr);
    return evaluate_now(vm_, form);
  }

  Value each(Value forms) {
    for (Handle rest(vm_.heap, forms); rest.get().is_cons(); rest = rest.get().as_cons()->cdr)
      TESSERA_TRY(toplevel(rest.get().as_cons()->car));
    return T;
  }

  Vm& vm_;
  std::string path_;
  std::string name_;
  SourcePosition position_;
};

/// Loads the files of `folder`, a list (FOLDER FILE...) of strings.
std::string load_folder(Vm& vm, const std::string& directory, Value folder) {
  const std::string name = vm.to_utf8(folder.as_cons()->car);
  for (Handle files(vm.heap, folder.as_cons()->cdr); files.get().is_cons(); files = files.get().as_cons()->cdr) {
    const std::string complaint = FileLoader(vm, directory, name + "/" + vm.to_utf8(files.get().as_cons()->car)).load();
    if (!complaint.empty()) return complaint;
  }
  return "";
}

}  // namespace

std::string bootstrap_library(Vm& vm, const std::string& directory) {
  vm.bootstrapping = true;
  Handle stream(vm.heap, open_file_input(vm, directory + "/bootstrap.lisp"));
  if (is_failed(stream)) return directory + "/bootstrap.lisp: cannot be opened";
  Handle folders(vm.heap, read_form(vm, stream, true, NIL, false));
  if (is_failed(folders)) return directory + "/bootstrap.lisp: cannot be read";
  for (; folders.get().is_cons(); folders = folders.get().as_cons()->cdr) {
    const std::string complaint = load_folder(vm, directory, folders.get().as_cons()->car);
    if (!complaint.empty()) return complaint;
  }
  vm.bootstrapping = false;
  vm.source_file = NIL;
  vm.compilation->positions.clear();
  vm.symbol_value_slot(Known::package_variable) = vm.packages.cl_user;
  return "";
}

}  // namespace tessera
