// Makes the machine code of one function: for each instruction what the loop does, its operands filled in. Layer: machine.
//
// What is common stands in line, what is seldom behind the function (`later`). What has no machine code, and each case that is not for it,
// is executed by run_instruction; then all registers are on the Lisp stack, and machine code goes on behind the instruction.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <type_traits>
#include <vector>

#include "compiler/instruction_table.hpp"
#include "data/objects/kinds.hpp"
#include "machine/call_table.hpp"
#include "machine/loop_program.hpp"
#include "machine/registers.hpp"

namespace tessera {

/// What makes some code later: a lambda that holds labels and numbers, kept without a word of the heap's.
class LaterCode {
 public:
  template <class Make> LaterCode(Make make)  // NOLINT: lambdas become this by themselves
      requires(!std::is_same_v<Make, LaterCode>)
      : call_([](const void* held) { (*static_cast<const Make*>(held))(); }),
        copy_([](void* to, const void* from) { new (to) Make(*static_cast<const Make*>(from)); }) {
    static_assert(sizeof make <= sizeof held_ && alignof(Make) <= 8 && std::is_trivially_destructible_v<Make>);
    copy_(held_, &make);
  }
  LaterCode(const LaterCode& other) : call_(other.call_), copy_(other.copy_) { copy_(held_, other.held_); }
  LaterCode& operator=(const LaterCode&) = delete;
  void operator()() const { call_(held_); }

 private:
  void (*call_)(const void* held);
  void (*copy_)(void* to, const void* from);
  alignas(8) std::byte held_[112];
};

class Translator {
 public:
  static constexpr std::size_t head_bytes = 16;  ///< before the first instruction: where the MachineFunction stands

  /// What is made is written to `logger`, too, if there is one. `program`: what has been laid out for a loop already.
  Translator(Vm& vm, const MachineLayout& layout, CallTable& calls, const Code* code, asmjit::StringLogger* logger = nullptr,
             const LoopProgram* program = nullptr);
  virtual ~Translator() = default;
  Translator(const Translator&) = delete;
  Translator& operator=(const Translator&) = delete;
  /// False if the function cannot have machine code, or not yet.
  bool translate();
  std::size_t size() const { return holder_.textSection()->buffer().size(); }
  const char* code() const { return reinterpret_cast<const char*>(holder_.textSection()->buffer().data()); }
  void put_head(MachineFunction* function);
  std::vector<std::uint32_t> take_places() { return std::move(places_); }
  /// The loops that have been found, now that the code stands at `place`: their rounds are counted from now on.
  std::vector<std::unique_ptr<MachineLoop>> take_loops(const char* place);

 protected:
  using Gp = machine::x86::Gp;
  using Mem = machine::x86::Mem;
  using Label = asmjit::Label;
  using Condition = machine::x86::CondCode;

  // --- translate.cpp
  bool constants_have_settled();
  void begin_instruction(std::size_t n);
  /// Some jump leads to the label, which is not bound yet.
  bool is_used(const Label& label) const { return holder_.labelEntry(label)->links() != nullptr; }
  void note(const char* before);
  void translate_entry();
  void translate_at(std::size_t n);
  void translate_one();
  /// Put this behind the function, with the instruction that is being translated as it is now.
  /// If there is a label `way`, only when some jump leads there, and behind that.
  virtual void later(LaterCode emit, Label way = Label()) { later_.push_back({at_, emit, way}); }
  void emit_later();
  bool emit_later(std::size_t n);
  virtual void begin_later(std::size_t) {}
  void begin_code();
  bool finish();
  /// A label from which run_instruction executes the instruction; machine code goes on where that leads.
  virtual Label slow();
  void step();
  bool translate_dynamic();
  void end_record(bool is_catch);
  void bind();
  void unbind();
  template <class Result> void serve(Result (*function)(Vm&, Value*, const Instruction*));
  void push_landing(Record::Kind kind, void (*function)(Vm&, Value*, const Instruction*, const void*));
  void serve_landing(void (*function)(Vm&, Value*, const Instruction*, const void*));
  /// Where exits land before the instruction: in the function's code.
  virtual void load_landing(Gp to, std::ptrdiff_t instruction) { a_.lea(to, machine::x86::ptr(label_of(instruction))); }
  void after_step();
  Label new_label() { return a_.newLabel(); }
  virtual Label label_of(std::ptrdiff_t instruction) { return labels_[static_cast<std::size_t>(instruction)]; }
  /// Behind the instruction and its operand words.
  std::ptrdiff_t behind() const;
  /// Go on behind the instructions that are only for what this one could not do at once: they stand behind the function.
  virtual void pass_over() {}
  Label next() { return label_of(behind()); }
  void jump_if(Condition condition, std::ptrdiff_t target);
  void jump(std::ptrdiff_t target);
  void poll_before(std::ptrdiff_t target);
  void count_step(const Label& on);
  /// The way to the head of a loop, by way of a safepoint.
  virtual void next_round(std::ptrdiff_t head);
  MachineLoop& loop_of(std::ptrdiff_t head);

  // --- operands
  const Instruction& i() const { return program_[at_]; }
  const Instruction& word(std::size_t n) const { return program_[at_ + n]; }
  Value constant(std::int32_t n) const { return program_.constant(at_, n); }
  /// The instruction as the rest of the machine knows it.
  std::size_t real() const { return program_.real(at_); }
  Mem at(std::int32_t field) { return machine::x86::qword_ptr(machine::vm, field); }
  Mem at32(std::int32_t field) { return machine::x86::dword_ptr(machine::vm, field); }
  virtual void load(Gp to, std::size_t n) { a_.mov(to, machine::reg(n)); }
  virtual void store(std::size_t n, Gp from) { a_.mov(machine::reg(n), from); }
  void load_value(Gp to, Value v);
  // These spoil rsi.
  void store_value(Mem to, Value v);
  void compare_value(Gp with, Value v);
  void put(Gp from) { store(i().a, from); }
  void put_value(Value v) { store_value(machine::reg(i().a), v); }
  std::uint64_t address_of(Value object) const { return reinterpret_cast<std::uint64_t>(object.as_object()); }
  std::uint64_t address_of_instruction(std::ptrdiff_t n) const { return reinterpret_cast<std::uint64_t>(instructions_ + n); }
  /// Shows the rest of the machine where it is, as the loop's `save`.
  void save();
  template <class Result, class... Parameters> void call(Result (*function)(Parameters...)) {
    before_call();
    a_.mov(machine::x86::rax, reinterpret_cast<std::uint64_t>(function));
    a_.call(machine::x86::rax);
    after_call();
  }
  virtual void before_call() {}
  virtual void after_call() {}

  // --- translate_tests.cpp
  void unless_cons(Gp v, Gp scratch, const Label& otherwise);
  void unless_object(Gp v, Gp scratch, const Label& otherwise);
  void unless_type(Gp v, Type type, Gp scratch, const Label& otherwise);
  void unless_fixnums(Gp x, Gp y, Gp scratch, const Label& otherwise);
  bool translate_test();
  /// Of which condition a jump depends, if the numbers are fixnums; `sense`: whether it must hold.
  struct Comparison {
    Condition fixnums;
    bool sense, with_constant;
  };
  static Comparison comparison_of(Op op);
  void compare(Comparison comparison);
  void compare_doubles(Condition fixnums, bool sense);
  void jump_on_doubles(machine::x86::Xmm x, machine::x86::Xmm y, Condition fixnums, bool sense);
  void test_kind(bool sense);
  void test_types(KindMask mask, bool sense);
  void test_instance(bool sense);
  void test_eql(bool sense);

  // --- translate_numbers.cpp
  bool translate_number();
  void arithmetic(Op op);
  void to_double(machine::x86::Xmm to, Gp from);
  void from_double(Gp to, machine::x86::Xmm from, const Label& otherwise);
  void to_any_double(machine::x86::Xmm to, Gp from, bool may_be_fixnum, const Label& otherwise);
  void from_any_double(const Label& otherwise);
  void divide_fixnums(const Label& others, const Label& otherwise);
  void several(std::string_view program);
  /// What an instruction of several operations computes: operands are b, c and those of its words, as x, y and z; operations follow what
  /// they are of. "" if it is none.
  static std::string_view program_of(Op op);
  static bool is_operand(char c) { return c != '+' && c != '-' && c != '*'; }
  std::size_t operand_of(char letter) const;
  /// safe: which of the operations cannot overflow, a bit for each.
  void combine_fixnums(std::string_view program, const Label& otherwise, unsigned safe = 0);
  void combine_doubles(std::string_view program, const std::function<void(std::size_t reg, machine::x86::Xmm to)>& fetch);
  void several_fixnums(std::string_view program, const Label& singly);
  void several_doubles(std::string_view program, const Label& singly);
  void logical(Op op);
  void shift();
  void divide_integers(Op op);
  void divide();
  void extreme(Condition condition);

  // --- translate_words.cpp
  Label by_words();
  /// A loop takes for granted that integers are fixnums.
  virtual bool takes_words() const { return true; }
  std::optional<std::size_t> mask_of_result();
  bool is_dead(std::size_t reg, std::size_t at);

  // --- translate_objects.cpp
  bool translate_object();
  void write(Gp slot, Gp value);
  void allocate(std::size_t bytes);
  void unless_slot(Gp instance, std::uint32_t slot, const Label& otherwise);
  void car_or_cdr(Gp list, bool car, const Label& wrong);
  void path(std::string_view letters);
  void cons();
  void list();
  void closure();
  void slot_of_class(bool set);
  void gethash(bool with_default);
  void puthash();
  template <class Function> void cached(Function function, bool two_objects);

  // --- translate_elements.cpp
  bool translate_element();
  void unless_index(Gp vector, Gp index, const Label& otherwise);
  void find_integers(Gp object, const Label& octets, const Label& words);
  void take_integer(Gp value, int bits, const Label& otherwise);
  void element();
  void element_at(std::int64_t index);
  void set_element();
  void store_at_once(bool (*store)(Runtime&, Value, Value, Value), const Label& otherwise);
  void character();
  void set_character();
  void get_character(const Label& general);
  void to_wide(Gp string, const Label& otherwise);
  void length();

  // --- translate_calls.cpp
  bool translate_call();
  void find_closure(Gp function, const Label& otherwise, const Label& others);
  bool call_native(Value symbol);
  bool call_operation(Value symbol);
  void call_continuation();
  void move_own_arguments();
  void operate(MachineLayout::Operation operation);
  void call_by(MachineCall* by);
  MachineCall* call_of_symbol(Value symbol);
  MachineCall* call_of_object();
  std::vector<Value> keywords_from(std::uint32_t first);
  Value constant_loaded(std::size_t to) const;
  void unless_keywords(const MachineCall& by, const Label& otherwise);
  void unless_known(const MachineCall& by, const Label& otherwise);
  void enter_by_call();
  void make_frame(Gp function, const Label& back);
  void enter_machine_code();
  void come_back(const Label& back);
  void take_place(std::uint32_t count, std::size_t window);
  Label any_call(const Label& back, const Label& done, MachineCall* by = nullptr, const Label& connecting = Label());
  void return_value();
  /// The native that the symbol names now, if it takes so many arguments and is called just so.
  const Native* plain_native(Value symbol, std::uint32_t count) const;

  Vm& vm_;
  const MachineLayout& l_;
  CallTable& calls_;
  const Code* code_;
  const Instruction* instructions_;
  const std::size_t count_;
  asmjit::StringLogger* const logger_;
  LoopProgram program_;
  std::size_t at_ = 0;  ///< the instruction that is being translated
  asmjit::CodeHolder holder_;
  machine::x86::Assembler a_;
  std::vector<Label> labels_, polls_;
  Label entry_;
  Label slow_;                         ///< what `slow` gave last for the instruction, if it did
  Label go_on_, go_back_, interpret_;  ///< jumps to what MachineLinks has by these names
  struct Later {
    std::size_t at;
    LaterCode emit;
    Label way;
    bool is_made = false;
  };
  std::vector<Later> later_;
  std::vector<std::uint32_t> places_;
  std::vector<RegisterSet> live_;  ///< the registers that matter before each instruction; empty until it is asked for
  std::vector<std::unique_ptr<MachineLoop>> loops_;
  std::vector<Label> counts_;  ///< where the rounds of each are counted
};

}  // namespace tessera
