-- What Neovim's own client makes of the language server; run by neovim_test.py.
local file, program = vim.fn.argv(0), os.getenv("TESSERA_PROGRAM")

local function check(name, ok, seen)
  io.stdout:write((ok and "ok   " or "FAIL ") .. name .. (ok and "" or ": " .. vim.inspect(seen)) .. "\n")
  if not ok then vim.cmd("cquit") end
end

local function wait(condition)
  return vim.wait(tonumber(os.getenv("TESSERA_PATIENCE") or "60") * 1000, condition, 20)
end

vim.cmd("edit " .. file)
local client = vim.lsp.start_client({ name = "tessera", cmd = { program, "--lsp" }, root_dir = vim.fn.fnamemodify(file, ":h") })
vim.lsp.buf_attach_client(0, client)
check("the server answers", wait(function() return #vim.lsp.buf_get_clients(0) > 0 and vim.lsp.get_client_by_id(client).initialized end))

check("diagnostics", wait(function() return #vim.diagnostic.get(0) == 1 end), vim.diagnostic.get(0))
check("their place", vim.diagnostic.get(0)[1].lnum == 4 and vim.diagnostic.get(0)[1].col == 4, vim.diagnostic.get(0))

local function ask(method, line, column, more)
  vim.api.nvim_win_set_cursor(0, { line, column })
  local params = vim.tbl_extend("force", vim.lsp.util.make_position_params(0, "utf-16"), more or {})
  local answers = vim.lsp.buf_request_sync(0, method, params, 60000)
  return answers and answers[client] and answers[client].result
end

local hover = ask("textDocument/hover", 5, 4)
check("hover", hover and hover.contents.value:find("The square of NUMBER.", 1, true), hover)
local definition = ask("textDocument/definition", 5, 4)
check("definition", definition and definition[1].range.start.line == 0, definition)
local completion = ask("textDocument/completion", 5, 6)
check("completion", completion and completion.items[1].label == "square", completion)

vim.api.nvim_win_set_cursor(0, { 5, 4 })
vim.lsp.buf.rename("second-power")
check("renaming", wait(function() return vim.api.nvim_buf_get_lines(0, 0, 1, true)[1] == "(defun second-power (number)" end),
  vim.api.nvim_buf_get_lines(0, 0, -1, true))

vim.api.nvim_buf_set_lines(0, 4, 5, true, { "(list", "   1)" })
if vim.lsp.buf.format then
  vim.lsp.buf.format({ async = false, timeout_ms = 60000 })
else
  vim.lsp.buf.formatting_sync(nil, 60000)   -- before 0.8
end
check("formatting", vim.api.nvim_buf_get_lines(0, 5, 6, true)[1] == " 1)",
  vim.api.nvim_buf_get_lines(0, 0, -1, true))
check("what was mended is no longer reported", wait(function() return #vim.diagnostic.get(0) == 0 end), vim.diagnostic.get(0))

vim.lsp.stop_client(client)
check("the end", wait(function() return vim.lsp.get_client_by_id(client) == nil end))
vim.cmd("quitall!")
