// Blocks, tags, catches, clean-up forms, multiple values.
#include "compiler/compiler.hpp"
#include "compiler/generator.hpp"

namespace tessera {

// Undo the dynamic constructs above `depth` before a jump that leaves them.
void Generator::undo_to(std::size_t depth) {
  for (std::size_t i = dynamic_.size(); i-- > depth;) {
    const Dynamic& d = dynamic_[i];
    switch (d.kind) {
      case Dynamic::Kind::binding:
        if (d.operand != 0) emit(Op::UNBIND, d.operand);
        break;
      case Dynamic::Kind::binding_depth: emit(Op::UNBINDTO, d.operand); break;
      case Dynamic::Kind::exit: emit(Op::ENDEXIT, d.operand); break;
      case Dynamic::Kind::catch_: emit(Op::ENDCATCH); break;
    }
  }
}

// A block whose exits are all jumps costs nothing; one with a token has a dynamic record.
void Generator::block(BlockNode* n, Destination d) {
  const int saved = top_;
  ExitPoint* exit = n->exit;
  exit->depth = static_cast<int>(dynamic_.size());
  if (exit->token == nullptr) {
    exits_[exit] = ExitState{d, {}, {}, -1};
    generate(n->body, d);
    bind(exits_[exit].end);
    exits_.erase(exit);
    release_to(saved);
    return;
  }
  // Exits by token land with the values in the token's register.
  const int token = allocate();
  exit->token->reg = token;
  const Destination inner = d.kind == Destination::Kind::effect ? d : Destination::values(allocate());
  exits_[exit] = ExitState{inner, {}, {}, token};
  Label landing, end;
  emit_jump(Op::BLOCK, token, landing);
  dynamic_.push_back({Dynamic::Kind::exit, token});
  generate(n->body, inner);
  dynamic_.pop_back();
  emit(Op::ENDEXIT, token);
  emit_jump(Op::JUMP, 0, end);
  bind(landing);
  if (inner.kind == Destination::Kind::values) emit(Op::MOVE, inner.reg, token);
  bind(end);
  bind(exits_[exit].end);
  if (d.is_tail()) emit(Op::RETURNMV, inner.reg);
  else if (d.kind != Destination::Kind::effect) emit(Op::MOVE, d.reg, inner.reg);
  exits_.erase(exit);
  release_to(saved);
}

void Generator::return_from(ReturnFromNode* n, Destination) {
  const int saved = top_;
  ExitPoint* exit = n->exit;
  if (n->direct) {
    const Destination target = exits_[exit].destination;
    const auto depth = static_cast<std::size_t>(exit->depth);
    if (target.is_tail() && dynamic_.size() > depth) {
      const int reg = allocate();
      generate(n->value, Destination::values(reg));
      undo_to(depth);
      emit(Op::RETURNMV, reg);
    } else {
      generate(n->value, target);
      if (!target.is_tail()) {
        undo_to(depth);
        emit_jump(Op::JUMP, 0, exits_[exit].end);
      }
    }
    release_to(saved);
    return;
  }
  const int reg = allocate();
  generate(n->value, Destination::values(reg));
  const int token = allocate();
  read_variable(exit->token, token);
  emit(Op::EXITBLOCK, token, reg);
  release_to(saved);
}

// Before which statement the loop of a form begins: the first behind a tag, or a GO that leads into it.
static std::size_t entry_of_loop(const TagbodyNode* n) {
  const std::size_t first = n->tags.empty() ? n->statements.size() : n->tag_starts[0];
  for (std::size_t i = 0; i < first; ++i)
    if (n->statements[i]->is<GoNode>()) return i;
  return first;
}

void Generator::tagbody(TagbodyNode* n, Destination d) {
  const int saved = top_;
  ExitPoint* exit = n->exit;
  exit->depth = static_cast<int>(dynamic_.size());
  int token = -1;
  Label landing, end;
  exits_[exit] = ExitState{Destination::effect(), {}, std::vector<Label>(n->tags.size()), -1};
  if (exit->token != nullptr) {
    token = allocate(2);
    exit->token->reg = token + 1;
    emit_jump(Op::TAGBODY, token, landing);
    dynamic_.push_back({Dynamic::Kind::exit, token + 1});
    exit->depth = static_cast<int>(dynamic_.size());
  }
  std::size_t tag = 0;
  const std::size_t entry = entry_of_loop(n);
  for (std::size_t i = 0; i <= n->statements.size(); ++i) {
    if (i == entry) end_variables(n->ended);
    while (tag < n->tags.size() && n->tag_starts[tag] == i) bind(exits_[exit].tags[tag++]);
    if (i < n->statements.size()) generate(n->statements[i], Destination::effect());
  }
  if (token >= 0) {
    dynamic_.pop_back();
    emit(Op::ENDEXIT, token + 1);
    emit_jump(Op::JUMP, 0, end);
    bind(landing);
    for (std::size_t i = 0; i + 1 < n->tags.size(); ++i) {
      Label next;
      emit_jump3(Op::JNNUMEQI, token, static_cast<int>(i), next);
      emit_jump(Op::JUMP, 0, exits_[exit].tags[i]);
      bind(next);
    }
    emit_jump(Op::JUMP, 0, exits_[exit].tags.back());
    bind(end);
  }
  exits_.erase(exit);
  if (d.kind != Destination::Kind::effect) {
    const int reg = target_register(d);
    emit(Op::LOADNIL, reg);
    deliver(reg, d);
  }
  release_to(saved);
}

void Generator::go(GoNode* n, Destination) {
  if (n->direct) {
    undo_to(static_cast<std::size_t>(n->exit->depth));
    emit_jump(Op::JUMP, 0, exits_[n->exit].tags[static_cast<std::size_t>(n->tag)]);
    return;
  }
  const int saved = top_;
  const int token = allocate();
  read_variable(n->exit->token, token);
  emit_wide(Op::EXITTAG, token, n->tag);
  release_to(saved);
}

// The values of the form and those that are thrown arrive in the register that had the tag.
void Generator::catch_(CatchNode* n, Destination d) {
  const int saved = top_;
  const int tag = d.fresh ? d.reg : allocate();
  const bool one_value = d.kind == Destination::Kind::reg || d.kind == Destination::Kind::effect;
  to_register(n->tag, tag);
  Label landing;
  emit_jump(Op::CATCH, tag, landing);
  dynamic_.push_back({Dynamic::Kind::catch_, 0});
  generate(n->body, one_value ? Destination::to_fresh(tag) : Destination::values(tag));
  dynamic_.pop_back();
  emit(Op::ENDCATCH);
  bind(landing);
  if (d.is_tail()) emit(Op::RETURNMV, tag);
  else if (d.kind != Destination::Kind::effect && d.reg != tag) emit(Op::MOVE, d.reg, tag);
  release_to(saved);
}

void Generator::throw_(ThrowNode* n, Destination) {
  const int saved = top_;
  const int tag = allocate(), reg = allocate();
  to_register(n->tag, tag);
  generate(n->value, Destination::values(reg));
  emit(Op::THROW, tag, reg);
  release_to(saved);
}

// Exits out of the protected form go through the dynamic records (the analysis sees to that), so nothing is undone here.
void Generator::unwind_protect(UnwindProtectNode* n, Destination d) {
  const int saved = top_;
  const int state = allocate(4), result = allocate();
  Label cleanup;
  emit_jump(Op::PROTECT, state, cleanup);
  ++protected_forms_;
  generate(n->form, Destination::values(result));
  --protected_forms_;
  emit(Op::UNPROTECT, state, result);
  bind(cleanup);
  generate(n->cleanup, Destination::effect());
  emit(Op::ENDPROTECT, state);
  if (d.is_tail()) emit(Op::RETURNMV, state);
  else if (d.kind != Destination::Kind::effect) emit(Op::MOVE, d.reg, state);
  release_to(saved);
}

void Generator::progv(ProgvNode* n, Destination d) {
  const int saved = top_;
  const int depth = allocate();
  const int symbols = allocate(), values = allocate(), result = allocate();
  to_register(n->symbols, symbols);
  to_register(n->values, values);
  emit(Op::DEPTH, depth);
  emit(Op::PROGV, symbols, values);
  dynamic_.push_back({Dynamic::Kind::binding_depth, depth});
  generate(n->body, Destination::values(result));
  dynamic_.pop_back();
  emit(Op::UNBINDTO, depth);
  if (d.is_tail()) emit(Op::RETURNMV, result);
  else if (d.kind != Destination::Kind::effect) emit(Op::MOVE, d.reg, result);
  release_to(saved);
}

void Generator::multiple_value_prog1(MultipleValueProg1Node* n, Destination d) {
  const int saved = top_;
  const int kept = allocate(2);
  if (d.kind == Destination::Kind::reg || d.kind == Destination::Kind::effect) {
    to_register(n->first, kept);
    generate(n->rest, Destination::effect());
    deliver(kept, d);
  } else {
    generate(n->first, Destination::values(kept));
    emit(Op::MVSAVE, kept);
    generate(n->rest, Destination::effect());
    emit(Op::MVRESTORE, kept);
    if (d.is_tail()) emit(Op::RETURNMV, kept);
    else emit(Op::MOVE, d.reg, kept);
  }
  release_to(saved);
}

void Generator::multiple_value_bind(MultipleValueBindNode* n, Destination d) {
  const int saved = top_;
  const auto count = static_cast<int>(n->variables.size());
  if (count == 0) {
    generate(n->values, Destination::effect());
    generate(n->body, d);
    return;
  }
  const int first = allocate(count);
  generate(n->values, Destination::values(first));
  emit(Op::MVBIND, first, count);
  int specials = 0;
  const std::size_t outer = visible_.size();
  for (int i = 0; i < count; ++i) bind_variable(n->variables[static_cast<std::size_t>(i)], first + i, specials);
  body_with_bindings(n->body, specials, d);
  end_scope(outer);
  release_to(saved);
}

void Generator::multiple_value_list(MultipleValueListNode* n, Destination d) {
  const int saved = top_;
  const int reg = target_register(d);
  generate(n->form, Destination::values(reg));
  emit(Op::MVLIST, reg, reg);
  deliver(reg, d);
  release_to(saved);
}

}  // namespace tessera
