// Packages: chapter 11, with its name conflicts. Layer: builtins. Compiled for size.
#include "data/symbols/packages.hpp"
#include "builtins/arguments.hpp"
#include "builtins/chapters.hpp"
#include "builtins/predicates.hpp"
#include "data/sequences/list_walk.hpp"

namespace tessera {

namespace {

Package* package_of(Value v) { return as<Package>(v); }
StringView name_of(Runtime& rt, Value symbol) { return string_view_of(rt.symbol(symbol)->name); }

Found find_same_name(Runtime& rt, Value package, Value symbol) { return find_symbol(rt, package, name_of(rt, symbol)); }

/// Takes the optional package argument: *PACKAGE* if it is absent.
bool take_optional_package(Runtime& rt, Args a, std::uint32_t i, Value& package) {
  package = current_package(rt);
  return i >= a.size() || take_package(rt, a[i], package);
}

Value fail(Runtime& rt, Value package, std::string_view control, std::initializer_list<Value> arguments) {
  fail_package(rt, package, control, arguments);
  return FAILED;
}

/// Returns the elements of a list, or `v` alone if it is an atom; FAILED for a dotted list.
Value take_designated_list(Runtime& rt, Value v, std::vector<Value>& out) {
  Value end = v;
  if (!walk_conses(&rt, end, [&out](const Cons* c) { return out.push_back(c->car), true; })) return fail_walk(rt, v);
  if (is_nil(end)) return T;
  if (v.is_cons()) return rt.fail_type(end, Known::list);
  out.push_back(v);
  return T;
}

Value take_symbols(Runtime& rt, Value v, std::vector<Value>& out) {
  TESSERA_TRY(take_designated_list(rt, v, out));
  for (Value s : out)
    if (!Runtime::is_symbol(s)) return rt.fail_type(s, Known::symbol);
  return T;
}

Value take_packages(Runtime& rt, Value v, std::vector<Value>& out) {
  TESSERA_TRY(take_designated_list(rt, v, out));
  for (Value& p : out)
    if (!take_package(rt, p, p)) return FAILED;
  return T;
}

/// Returns strings from a list of string designators (one designator stands for a list of itself).
Value take_names(Runtime& rt, Value v, std::vector<Value>& out) {
  TESSERA_TRY(take_designated_list(rt, v, out));
  for (Value& name : out) {
    char32_t buffer;
    StringView s;
    if (!take_string(rt, name, buffer, s)) return FAILED;
    name = make_string(rt, s);
  }
  return T;
}

// --- packages and their parts

Value find_package_of(Runtime& rt, Args a) {
  if (has_type(a[0], Type::package)) return a[0];
  char32_t buffer;
  StringView name;
  return take_string(rt, a[0], buffer, name) ? find_package_here(rt, name) : FAILED;
}

Value package_name(Runtime& rt, Args a) {
  Value p = a[0];
  if (!has_type(p, Type::package) && !take_package(rt, a[0], p)) return FAILED;
  return name_for_scripts(rt, package_of(p)->name);
}

Value copy_of_list(Runtime& rt, Value list) {
  ListBuilder copy(rt);
  for (const Value element : elements_of(list)) copy.add(name_for_scripts(rt, element));
  return copy.finish();
}

template <Value Package::*field> Value package_list(Runtime& rt, Args a) {
  Value p;
  return take_package(rt, a[0], p) ? copy_of_list(rt, package_of(p)->*field) : FAILED;
}

Value list_all_packages(Runtime& rt, Args) { return copy_of_list(rt, rt.packages.all); }

/// Fails if a package other than `self` has one of the names.
Value check_names_free(Runtime& rt, const std::vector<Value>& names, Value self) {
  for (Value name : names) {
    const Value other = find_package(rt, string_view_of(name));
    if (!is_nil(other) && other != self) return fail(rt, other, "there is a package called ~A already", {name});
  }
  return T;
}

Value check_conflicts_of_use(Runtime& rt, Value package, Value used);

Value make_package_of(Runtime& rt, Args a) {
  static constexpr std::string_view keys[] = {"NICKNAMES", "USE"};
  Value given[2];
  std::vector<Value> names, nicknames, uses;
  if (!parse_keys(rt, a.from(1), keys, given)) return FAILED;
  TESSERA_TRY(take_names(rt, is_nil(a[0]) ? rt.symbol(a[0])->name : a[0], names));
  TESSERA_TRY(take_names(rt, given[0] == UNSUPPLIED ? NIL : given[0], nicknames));
  TESSERA_TRY(take_packages(rt, given[1] == UNSUPPLIED ? NIL : given[1], uses));
  if (a[0].is_cons() || names.size() != 1) return rt.fail_type(a[0], Known::string);
  TESSERA_TRY(check_names_free(rt, names, NIL));
  TESSERA_TRY(check_names_free(rt, nicknames, NIL));
  const Value package = make_package(rt, string_view_of(names[0]));
  package_of(package)->nicknames = rt.list(nicknames);
  for (Value used : uses) {
    TESSERA_TRY(check_conflicts_of_use(rt, package, used));
    use_package(rt, package, used);
  }
  return package;
}

Value rename_package(Runtime& rt, Args a) {
  Value package;
  std::vector<Value> names, nicknames;
  if (!take_package(rt, a[0], package)) return FAILED;
  const bool is_system = package == rt.packages.cl_user || package == rt.packages.keyword || package == rt.packages.tessera;
  if (!may_change_package(rt, a, is_system ? rt.packages.cl : package)) return FAILED;  // the host reads names there, too
  TESSERA_TRY(take_names(rt, has_type(a[1], Type::package) ? package_of(a[1])->name : a[1], names));
  TESSERA_TRY(take_names(rt, a.get(2), nicknames));
  if (a[1].is_cons() || names.size() != 1) return rt.fail_type(a[1], Known::string);
  TESSERA_TRY(check_names_free(rt, names, package));
  TESSERA_TRY(check_names_free(rt, nicknames, package));
  rt.heap.write(&package_of(package)->name, names[0]);
  rt.heap.write(&package_of(package)->nicknames, rt.list(nicknames));
  return package;
}

Value delete_package_of(Runtime& rt, Args a) {
  Value package;
  if (has_type(a[0], Type::package) && is_nil(package_of(a[0])->name)) return NIL;
  package = find_package_of(rt, a);
  TESSERA_TRY(package);
  if (is_nil(package) || package_of(package)->used_by.is_cons())  // the library reports this, with a restart
    return rt.tail_call(global_function(rt, rt.tessera("%DELETE-CORRECTABLY")), {is_nil(package) ? a[0] : package});
  if (package == rt.packages.cl || package == rt.packages.cl_user || package == rt.packages.keyword || package == rt.packages.tessera)
    return fail(rt, package, "~S belongs to the system and cannot be deleted", {package});
  if (!may_change_package(rt, a, package)) return FAILED;
  delete_package(rt, package);
  return T;
}

// --- using

Value fail_conflict(Runtime& rt, Value package, Value a, Value b) {
  return fail(rt, package, "a name conflict in ~S between ~S and ~S", {package, a, b});
}

/// True if the external symbols of `used` conflict with symbols accessible in `package`.
Value check_conflicts_of_use(Runtime& rt, Value package, Value used) {
  if (used == rt.packages.keyword) return fail(rt, package, "no package can use ~S", {used});
  for (Value symbol : package_symbols(used, false, true)) {
    const Found found = find_same_name(rt, package, symbol);
    if (found.status == Status::none || found.symbol == symbol) continue;
    if (!list_contains(package_of(package)->shadowing, found.symbol)) return fail_conflict(rt, package, symbol, found.symbol);
  }
  return T;
}

/// Takes the arguments of USE-PACKAGE and UNUSE-PACKAGE. Returns T or FAILED.
Value take_use(Runtime& rt, Args a, Value& package, std::vector<Value>& used) {
  if (!take_optional_package(rt, a, 1, package) || !may_change_package(rt, a, package)) return FAILED;
  return take_packages(rt, a[0], used);
}

Value use_package_of(Runtime& rt, Args a) {
  Value package;
  std::vector<Value> used;
  TESSERA_TRY(take_use(rt, a, package, used));
  for (Value u : used) {
    if (u == package || list_contains(package_of(package)->uses, u)) continue;
    TESSERA_TRY(check_conflicts_of_use(rt, package, u));
    use_package(rt, package, u);
  }
  return T;
}

/// True if `package` may hide the standard's name: the host looks up names in COMMON-LISP-USER, where they are
/// protected as well.
bool may_hide(Runtime& rt, Value package, StringView name) {
  if (package != rt.packages.cl_user || rt.allows(Permission::redefinition)) return true;
  const Found standard = find_present(rt, rt.packages.cl, name, name_hash(name));
  return standard.status != Status::external || may_redefine(rt, standard.symbol);
}

Value unuse_package_of(Runtime& rt, Args a) {
  Value package;
  std::vector<Value> used;
  TESSERA_TRY(take_use(rt, a, package, used));
  for (Value u : used) {
    if (package == rt.packages.cl_user && u == rt.packages.cl && !may_change_package(rt, a, u)) return FAILED;
    unuse_package(rt, package, u);
  }
  return T;
}

// --- finding and making symbols

Value status_keyword(Runtime& rt, Status status) {
  switch (status) {
    case Status::internal: return rt.sym(Known::internal);
    case Status::external: return rt.sym(Known::external);
    case Status::inherited: return rt.sym(Known::inherited);
    default: return NIL;
  }
}

Value find_symbol_of(Runtime& rt, Args a) {
  Value package;
  StringView name;
  if (!string_view_of_any(a[0], name)) return rt.fail_type(a[0], Known::string);
  if (!take_optional_package(rt, a, 1, package)) return FAILED;
  const Found found = find_symbol(rt, package, name);
  return rt.values({found.symbol, status_keyword(rt, found.status)});
}

Value intern_of(Runtime& rt, Args a) {
  const Value found = find_symbol_of(rt, a);
  TESSERA_TRY(found);
  if (!is_nil(rt.mv.all[1])) return found;
  Value package;
  StringView name;
  take_optional_package(rt, a, 1, package);
  string_view_of_any(a[0], name);
  if (rt.allows(Permission::redefinition) && !may_change_package(rt, a, package)) return FAILED;  // a new name alone does not harm the host
  return rt.values({intern(rt, package, name), NIL});
}

Value find_all_symbols(Runtime& rt, Args a) {
  char32_t buffer;
  StringView name;
  if (!take_string(rt, a[0], buffer, name)) return FAILED;
  std::vector<Value> found;
  for (const Value element : elements_of(rt.packages.all)) {
    const Found f = find_present(rt, element, name, name_hash(name));
    const bool known = std::find(found.begin(), found.end(), f.symbol) != found.end();
    if (f.status != Status::none && !known) found.push_back(f.symbol);
  }
  return rt.list(found);
}

/// Makes `symbol` present in `package`, unless another symbol of its name is accessible.
Value import_symbol(Runtime& rt, Value package, Value symbol) {
  const Found found = find_same_name(rt, package, symbol);
  if (found.status != Status::none && found.symbol != symbol) return fail_conflict(rt, package, symbol, found.symbol);
  if (found.status == Status::none || found.status == Status::inherited) add_symbol(rt, package, symbol, false);
  return T;
}

template <class Operation> Value for_symbols(Runtime& rt, Args a, Operation operation) {
  Value package;
  std::vector<Value> symbols;
  TESSERA_TRY(take_symbols(rt, a[0], symbols));
  if (!take_optional_package(rt, a, 1, package)) return FAILED;
  if (!may_change_package(rt, a, package)) return FAILED;
  for (Value symbol : symbols) TESSERA_TRY(operation(rt, package, symbol));
  return T;
}

Value import(Runtime& rt, Args a) { return for_symbols(rt, a, import_symbol); }

// --- exporting

/// True if exporting `symbol` conflicts in a package that uses `package`.
Value check_conflicts_of_export(Runtime& rt, Value package, Value symbol) {
  for (const Value user : elements_of(package_of(package)->used_by)) {
    const Found found = find_same_name(rt, user, symbol);
    if (found.status != Status::none && found.symbol != symbol && !list_contains(package_of(user)->shadowing, found.symbol))
      return fail_conflict(rt, user, symbol, found.symbol);
  }
  return T;
}

Value export_one(Runtime& rt, Value package, Value symbol) {
  const Found found = find_same_name(rt, package, symbol);
  if (found.status == Status::none || found.symbol != symbol) return fail(rt, package, "~S is not accessible in ~S", {symbol, package});
  if (found.status == Status::external) return T;
  TESSERA_TRY(check_conflicts_of_export(rt, package, symbol));
  if (found.status == Status::inherited) add_symbol(rt, package, symbol, false);
  export_symbol(rt, package, symbol);
  return T;
}

Value unexport_one(Runtime& rt, Value package, Value symbol) {
  const Found found = find_same_name(rt, package, symbol);
  if (found.status == Status::none || found.symbol != symbol) return fail(rt, package, "~S is not accessible in ~S", {symbol, package});
  if (package == rt.packages.keyword) return fail(rt, package, "keywords are always external", {});
  unexport_symbol(rt, package, symbol);
  return T;
}

Value export_of(Runtime& rt, Args a) { return for_symbols(rt, a, export_one); }
Value unexport(Runtime& rt, Args a) { return for_symbols(rt, a, unexport_one); }

// --- shadowing

void add_shadowing(Runtime& rt, Value package, Value symbol) {
  Package* p = package_of(package);
  if (!list_contains(p->shadowing, symbol)) rt.heap.write(&p->shadowing, rt.heap.cons(symbol, p->shadowing));
}

Value shadow(Runtime& rt, Args a) {
  Value package;
  std::vector<Value> names;
  TESSERA_TRY(take_names(rt, a[0], names));
  if (!take_optional_package(rt, a, 1, package)) return FAILED;
  if (!may_change_package(rt, a, package)) return FAILED;
  for (Value name : names) {
    if (!may_hide(rt, package, string_view_of(name))) return FAILED;
    Found found = find_present(rt, package, string_view_of(name), name_hash(string_view_of(name)));
    if (found.status == Status::none) {
      found.symbol = make_symbol(rt, name);
      add_symbol(rt, package, found.symbol, false);
    }
    add_shadowing(rt, package, found.symbol);
  }
  return T;
}

Value shadowing_import_one(Runtime& rt, Value package, Value symbol) {
  if (!may_hide(rt, package, name_of(rt, symbol))) return FAILED;
  const Found found = find_present(rt, package, name_of(rt, symbol), name_hash(name_of(rt, symbol)));
  if (found.status != Status::none && found.symbol != symbol) remove_symbol(rt, package, found.symbol);
  if (found.status == Status::none || found.symbol != symbol) add_symbol(rt, package, symbol, false);
  add_shadowing(rt, package, symbol);
  return T;
}

Value shadowing_import(Runtime& rt, Args a) { return for_symbols(rt, a, shadowing_import_one); }

/// Fails if, once a shadowing symbol is removed, two of the used packages export different symbols of its name.
Value check_conflicts_of_unintern(Runtime& rt, Value package, Value symbol) {
  Value seen = UNBOUND;
  for (const Value element : elements_of(package_of(package)->uses)) {
    const Found f = find_present(rt, element, name_of(rt, symbol), name_hash(name_of(rt, symbol)));
    if (f.status != Status::external) continue;
    if (seen != UNBOUND && seen != f.symbol) return fail_conflict(rt, package, seen, f.symbol);
    seen = f.symbol;
  }
  return T;
}

Value unintern(Runtime& rt, Args a) {
  Value package;
  if (!Runtime::is_symbol(a[0])) return rt.fail_type(a[0], Known::symbol);
  if (!take_optional_package(rt, a, 1, package)) return FAILED;
  if (!may_change_package(rt, a, package)) return FAILED;
  if (list_contains(package_of(package)->shadowing, a[0])) TESSERA_TRY(check_conflicts_of_unintern(rt, package, a[0]));
  return boolean(remove_symbol(rt, package, a[0]));
}

// --- for the iteration macros

/// Returns (symbol status package), an element of the lists that WITH-PACKAGE-ITERATOR walks along.
Value symbol_entry(Runtime& rt, Value symbol, Known status, Value package) { return rt.list({symbol, rt.sym(status), package}); }

bool is_shadowed(Runtime& rt, Value package, Value symbol) {
  return find_present(rt, package, name_of(rt, symbol), name_hash(name_of(rt, symbol))).status != Status::none;
}

void add_entries(Runtime& rt, Value package, Value kinds, ListBuilder& out) {
  if (list_contains(kinds, rt.sym(Known::internal)))
    for (Value s : package_symbols(package, true, false)) out.add(symbol_entry(rt, s, Known::internal, package));
  if (list_contains(kinds, rt.sym(Known::external)))
    for (Value s : package_symbols(package, false, true)) out.add(symbol_entry(rt, s, Known::external, package));
  if (!list_contains(kinds, rt.sym(Known::inherited))) return;
  for (const Value element : elements_of(package_of(package)->uses))
    for (Value s : package_symbols(element, false, true))
      if (!is_shadowed(rt, package, s)) out.add(symbol_entry(rt, s, Known::inherited, package));
}

Value package_entries(Runtime& rt, Args a) {
  std::vector<Value> packages;
  TESSERA_TRY(take_packages(rt, a[0], packages));
  ListBuilder out(rt);
  for (Value package : packages) add_entries(rt, package, a[1], out);
  return out.finish();
}

Value package_symbols_of(Runtime& rt, Args a) {
  const Value entries = package_entries(rt, a);
  TESSERA_TRY(entries);
  ListBuilder symbols(rt);
  for (const Value entry : elements_of(entries)) symbols.add(entry.as_cons()->car);
  return symbols.finish();
}

constexpr Builtin packages_table[] = {
    {"PACKAGEP", "object", type_predicate<Type::package>, "Returns true if OBJECT is a package."},
    {"FIND-PACKAGE", "name", find_package_of, "Returns the package called NAME, or NIL."},
    {"PACKAGE-NAME", "package", package_name, "Returns the name of PACKAGE, or NIL if it was deleted."},
    {"PACKAGE-NICKNAMES", "package", package_list<&Package::nicknames>, "Returns the other names of PACKAGE."},
    {"PACKAGE-USE-LIST", "package", package_list<&Package::uses>, "Returns the packages that PACKAGE uses."},
    {"PACKAGE-USED-BY-LIST", "package", package_list<&Package::used_by>, "Returns the packages that use PACKAGE."},
    {"PACKAGE-SHADOWING-SYMBOLS", "package", package_list<&Package::shadowing>, "Returns the shadowing symbols of PACKAGE."},
    {"LIST-ALL-PACKAGES", "", list_all_packages, "Returns a list of all packages."},
    {"MAKE-PACKAGE", "name &key nicknames use", make_package_of,
     "Returns a new package; it uses none if USE is not given. A PACKAGE-ERROR if there is one of that NAME."},
    {"RENAME-PACKAGE", "package new-name &optional new-nicknames", rename_package,
     "Gives PACKAGE new names and returns it; a PACKAGE-ERROR if another one has one of them."},
    {"DELETE-PACKAGE", "package", delete_package_of,
     "Deletes PACKAGE, which no other package may use. Returns true, or NIL if it was deleted before."},
    {"USE-PACKAGE", "packages &optional package", use_package_of,
     "Makes PACKAGE inherit the external symbols of PACKAGES; a PACKAGE-ERROR if names conflict."},
    {"UNUSE-PACKAGE", "packages &optional package", unuse_package_of, "Ends the inheritance of PACKAGE from PACKAGES. Returns T."},
    {"FIND-SYMBOL", "string &optional package", find_symbol_of,
     "Returns the symbol called STRING that is accessible in PACKAGE, and :INTERNAL, :EXTERNAL or :INHERITED; or NIL, NIL."},
    {"INTERN", "string &optional package", intern_of,
     "Like FIND-SYMBOL, but makes the symbol in PACKAGE if there is none; the second value is then NIL."},
    {"FIND-ALL-SYMBOLS", "name", find_all_symbols, "Returns the symbols called NAME of all packages."},
    {"IMPORT", "symbols &optional package", import, "Makes SYMBOLS present in PACKAGE; a PACKAGE-ERROR if names conflict."},
    {"EXPORT", "symbols &optional package", export_of,
     "Makes SYMBOLS, accessible in PACKAGE, external; a PACKAGE-ERROR if names conflict in a package that uses it."},
    {"UNEXPORT", "symbols &optional package", unexport,
     "Makes external SYMBOLS of PACKAGE internal. Returns T; a PACKAGE-ERROR if one is not accessible there."},
    {"SHADOW", "names &optional package", shadow, "Makes symbols called NAMES present in PACKAGE that hide inherited ones. Returns T."},
    {"SHADOWING-IMPORT", "symbols &optional package", shadowing_import,
     "Makes SYMBOLS present in PACKAGE in place of whatever has their names. Returns T."},
    {"UNINTERN", "symbol &optional package", unintern, "Removes SYMBOL from PACKAGE; returns true if it was present."},
    {"%PACKAGE-SYMBOLS", "packages kinds", package_symbols_of,
     "Returns the symbols of PACKAGES whose status is among KINDS: :INTERNAL, :EXTERNAL, :INHERITED."},
    {"%PACKAGE-ENTRIES", "packages kinds", package_entries, "Like %PACKAGE-SYMBOLS, but returns lists of symbol, status and package."},
};

}  // namespace

template <> std::span<const Builtin> builtins_of<Chapter::packages>() { return packages_table; }

}  // namespace tessera
