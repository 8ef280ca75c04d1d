-- A session in Neovim, without a screen: the test of the plugin and of spv-lsp.
-- Errors end it with status 1.
local function fail(message)
  io.stderr:write("session: " .. message .. "\n")
  vim.cmd("cquit")
end

local function expect(condition, message)
  if not condition then
    fail(message)
  end
end

local function expect_equal(found, expected, what)
  expect(
    vim.deep_equal(found, expected),
    what .. " must be " .. vim.inspect(expected) .. ", not " .. vim.inspect(found)
  )
end

local function lines()
  return vim.api.nvim_buf_get_lines(0, 0, -1, true)
end

-- Waits until the diagnostics of the buffer are those of these rules.
local function expect_rules(expected)
  local found
  vim.wait(10000, function()
    found = vim.tbl_map(function(d)
      return d.code or (d.user_data and d.user_data.lsp and d.user_data.lsp.code)
    end, vim.diagnostic.get(0))
    return vim.deep_equal(found, expected)
  end, 20)
  expect_equal(found, expected, "the rules")
end

local function client()
  -- get_clients is new in Neovim 0.10.
  return (vim.lsp.get_clients or vim.lsp.get_active_clients)()[1]
end

local function request(method, line, character, more)
  local params = {
    textDocument = { uri = vim.uri_from_bufnr(0) },
    position = { line = line, character = character },
  }
  for key, value in pairs(more or {}) do
    params[key] = value
  end
  local answers = vim.lsp.buf_request_sync(0, method, params, 10000)
  expect(answers, method .. " must be answered")
  for _, answer in pairs(answers) do
    expect(answer.error == nil, method .. ": " .. vim.inspect(answer.error))
    return answer.result
  end
end

vim.opt.runtimepath:prepend(vim.env.PLUGIN)
vim.cmd("filetype plugin on | syntax on")
vim.cmd("edit " .. vim.fn.fnameescape(vim.env.TEXT))
expect_equal(vim.bo.filetype, "spirv", "the file type")
expect_equal(vim.bo.commentstring, "; %s", "the comment string")
expect(
  vim.wait(10000, function()
    return client() ~= nil
  end, 20),
  "the server must start"
)

-- Diagnostics of the file, and after an edit.
expect_rules({})
vim.api.nvim_buf_set_lines(0, 4, 5, true, { "%void = OpTypeViod" })
expect_rules({ "asm.opcode.unknown" })

-- A fix.
local diagnostic = vim.diagnostic.get(0)[1]
local range = {
  start = { line = diagnostic.lnum, character = diagnostic.col },
  ["end"] = { line = diagnostic.end_lnum, character = diagnostic.end_col },
}
local actions = request("textDocument/codeAction", 4, 0, {
  range = range,
  context = { diagnostics = {} },
})
expect_equal(actions[1].title, "Replace OpTypeViod by OpTypeVoid", "the fix")
vim.lsp.util.apply_workspace_edit(actions[1].edit, client().offset_encoding)
expect_equal(lines()[5], "%void = OpTypeVoid", "the fixed line")
expect_rules({})

-- Hover, definition, completion.
local hover = request("textDocument/hover", 6, 10)
expect(hover.contents.value:find("OpFunction"), "the hover must name OpFunction")
local place = request("textDocument/definition", 2, 25)
expect_equal(place.range.start, { line = 6, character = 0 }, "the definition")
local completion = request("textDocument/completion", 2, 17)
local labels = vim.tbl_map(function(item)
  return item.label
end, completion.items)
expect(vim.tbl_contains(labels, "GLCompute"), "completion must offer GLCompute")

-- Renaming, and undoing it.
local before = lines()
local edit = request("textDocument/rename", 6, 2, { newName = "start" })
vim.lsp.util.apply_workspace_edit(edit, client().offset_encoding)
expect_equal(lines()[3], 'OpEntryPoint GLCompute %start "main"', "the renamed use")
expect_equal(lines()[7], "%start = OpFunction %void None %fn", "the renamed result")
expect_rules({})
vim.cmd("undo")
expect_equal(lines(), before, "the text after undo")

-- Formatting.
local edits = request("textDocument/formatting", 0, 0, { options = { tabSize = 2, insertSpaces = true } })
vim.lsp.util.apply_text_edits(edits, vim.api.nvim_get_current_buf(), client().offset_encoding)
expect_equal(lines()[1], "               OpCapability Shader", "the formatted line")
expect_rules({})

-- :make with the compiler, which reads the file.
if vim.fn.executable("spv-val") == 1 then
  vim.api.nvim_buf_set_lines(0, 4, 5, true, { "%void = OpTypeViod" })
  vim.cmd("silent write | silent make!")
  local entry = vim.fn.getqflist()[1]
  expect_equal(entry.lnum, 5, "the line of the error")
  expect_equal(entry.type, "e", "the type of the error")
end
io.stdout:write("passed\n")
vim.cmd("qall!")
