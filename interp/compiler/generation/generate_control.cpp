// Blocks, tags, catches, cleanup forms, PROGV.
#include "compiler/generation/generator.hpp"

namespace tessera::codegen {

using Undo = DynamicConstruct::Undo;

namespace {

/// Generates a block that is left through a token: it has a dynamic record, and exits store the values in the token's
/// register.
void block_with_token(Generator& g, BlockNode* n, Destination d) {
  ExitPoint* const exit = n->exit;
  const int token = g.registers.allocate();
  exit->token->reg = token;
  const Destination inner = d.is_effect() ? d : Destination::values(g.registers.allocate());
  g.exits[exit] = ExitLabels{inner, {}, {}};
  Label landing, end;
  g.code.emit_jump(Op::BLOCK, token, landing);
  g.constructs.push_back({Undo::exit, token});
  g.generate(n->body, inner);
  g.constructs.pop_back();
  g.code.emit(Op::ENDEXIT, token);
  g.code.emit_jump(end);
  g.code.bind(landing);
  if (inner.kind == DestinationKind::values) g.code.emit(Op::MOVE, inner.reg, token);
  g.code.bind(end);
  g.code.bind(g.exits[exit].end);
  g.deliver_values(inner.reg, d);
}

}  // namespace

/// Generates a block. It costs nothing if its exits are all jumps.
void block(Generator& g, BlockNode* n, Destination d) {
  const Temporaries temporaries(g.registers);
  ExitPoint* const exit = n->exit;
  exit->depth = static_cast<int>(g.constructs.size());
  if (exit->token != nullptr) {
    block_with_token(g, n, d);
  } else {
    g.exits[exit] = ExitLabels{d, {}, {}};
    g.generate(n->body, d);
    g.code.bind(g.exits[exit].end);
  }
  g.exits.erase(exit);
}

void return_from(Generator& g, ReturnFromNode* n, Destination) {
  const Temporaries temporaries(g.registers);
  ExitPoint* const exit = n->exit;
  if (!n->direct) {
    const int reg = g.registers.allocate();
    g.generate(n->value, Destination::values(reg));
    const int token = g.registers.allocate();
    g.read_variable(exit->token, token);
    g.code.emit(Op::EXITBLOCK, token, reg);
    return;
  }
  const Destination target = g.exits[exit].destination;
  const auto depth = static_cast<std::size_t>(exit->depth);
  if (target.is_tail() && g.constructs.size() > depth) {
    const int reg = g.registers.allocate();
    g.generate(n->value, Destination::values(reg));
    g.undo_to(depth);
    g.code.emit(Op::RETURNMV, reg);
    return;
  }
  g.generate(n->value, target);
  if (target.is_tail()) return;
  g.undo_to(depth);
  g.code.emit_jump(g.exits[exit].end);
}

namespace {

/// Returns the index of the statement at which the loop begins: the first after a tag, or a GO that leads into the
/// loop.
std::size_t loop_entry(const TagbodyNode* n) {
  const std::size_t first = n->tags.empty() ? n->statements.size() : n->tag_starts[0];
  for (std::size_t i = 0; i < first; ++i)
    if (n->statements[i]->is<GoNode>()) return i;
  return first;
}

void statements(Generator& g, TagbodyNode* n, std::vector<Label>& tags) {
  std::size_t tag = 0;
  const std::size_t entry = loop_entry(n);
  for (std::size_t i = 0; i <= n->statements.size(); ++i) {
    if (i == entry) g.clear_dead(n->dead);
    while (tag < n->tags.size() && n->tag_starts[tag] == i) g.code.bind(tags[tag++]);
    if (i < n->statements.size()) g.generate(n->statements[i], Destination::effect());
  }
}

/// Generates a tagbody that is left through a token: exits store the number of the tag in a register.
void tagbody_with_token(Generator& g, TagbodyNode* n, std::vector<Label>& tags) {
  Label landing, end;
  const int number = g.registers.allocate(2), token = number + 1;
  n->exit->token->reg = token;
  g.code.emit_jump(Op::TAGBODY, number, landing);
  g.constructs.push_back({Undo::exit, token});
  n->exit->depth = static_cast<int>(g.constructs.size());
  statements(g, n, tags);
  g.constructs.pop_back();
  g.code.emit(Op::ENDEXIT, token);
  g.code.emit_jump(end);
  g.code.bind(landing);
  for (std::size_t i = 0; i + 1 < tags.size(); ++i) {
    Label next;
    g.code.emit_compare_and_jump(Op::JNNUMEQI, number, static_cast<int>(i), next);
    g.code.emit_jump(tags[i]);
    g.code.bind(next);
  }
  g.code.emit_jump(tags.back());
  g.code.bind(end);
}

}  // namespace

void tagbody(Generator& g, TagbodyNode* n, Destination d) {
  const Temporaries temporaries(g.registers);
  n->exit->depth = static_cast<int>(g.constructs.size());
  std::vector<Label>& tags = (g.exits[n->exit] = ExitLabels{Destination::effect(), {}, std::vector<Label>(n->tags.size())}).tags;
  if (n->exit->token != nullptr) tagbody_with_token(g, n, tags);
  else statements(g, n, tags);
  g.exits.erase(n->exit);
  if (d.is_effect()) return;
  const int reg = g.target_register(d);
  g.code.emit(Op::LOADNIL, reg);
  g.deliver(reg, d);
}

void go(Generator& g, GoNode* n, Destination) {
  if (n->direct) {
    g.undo_to(static_cast<std::size_t>(n->exit->depth));
    return g.code.emit_jump(g.exits[n->exit].tags[static_cast<std::size_t>(n->tag)]);
  }
  const Temporaries temporaries(g.registers);
  const int token = g.registers.allocate();
  g.read_variable(n->exit->token, token);
  g.code.emit_wide(Op::EXITTAG, token, n->tag);
}

/// Generates CATCH. The values of the body, and values that are thrown, arrive in the tag's register.
void catch_(Generator& g, CatchNode* n, Destination d) {
  const Temporaries temporaries(g.registers);
  const int tag = d.fresh ? d.reg : g.registers.allocate();
  g.to_register(n->tag, tag);
  Label landing;
  g.code.emit_jump(Op::CATCH, tag, landing);
  g.constructs.push_back({Undo::catch_, 0});
  g.generate(n->body, d.wants_values() ? Destination::values(tag) : Destination::to_fresh(tag));
  g.constructs.pop_back();
  g.code.emit(Op::ENDCATCH);
  g.code.bind(landing);
  g.deliver_values(tag, d);
}

void throw_(Generator& g, ThrowNode* n, Destination) {
  const Temporaries temporaries(g.registers);
  const int tag = g.registers.allocate(), reg = g.registers.allocate();
  g.to_register(n->tag, tag);
  g.generate(n->value, Destination::values(reg));
  g.code.emit(Op::THROW, tag, reg);
}

/// Generates UNWIND-PROTECT. Exits out of the protected form go through the dynamic records, so no jump has to undo it.
void unwind_protect(Generator& g, UnwindProtectNode* n, Destination d) {
  const Temporaries temporaries(g.registers);
  const int state = g.registers.allocate(4), result = g.registers.allocate();
  Label cleanup;
  g.code.emit_jump(Op::PROTECT, state, cleanup);
  ++g.protected_forms;
  g.generate(n->form, Destination::values(result));
  --g.protected_forms;
  g.code.emit(Op::UNPROTECT, state, result);
  g.code.bind(cleanup);
  g.generate(n->cleanup, Destination::effect());
  g.code.emit(Op::ENDPROTECT, state);
  g.deliver_values(state, d);
}

void progv(Generator& g, ProgvNode* n, Destination d) {
  const Temporaries temporaries(g.registers);
  const int depth = g.registers.allocate();
  const int symbols = g.registers.allocate(), values = g.registers.allocate(), result = g.registers.allocate();
  g.to_register(n->symbols, symbols);
  g.to_register(n->values, values);
  g.code.emit(Op::DEPTH, depth);
  g.code.emit(Op::PROGV, symbols, values);
  g.constructs.push_back({Undo::bindings_to_depth, depth});
  g.generate(n->body, Destination::values(result));
  g.constructs.pop_back();
  g.code.emit(Op::UNBINDTO, depth);
  g.deliver_values(result, d);
}

}  // namespace tessera::codegen
