-- Starts spv-lsp for SPIR-V buffers, in Neovim 0.7 and later.
local M = {}

-- The program and its settings; set them before a buffer is opened:
--   require("plumb").config.settings.targetEnv = "vulkan1.3"
M.config = {
  cmd = { "spv-lsp" },
  settings = {},
}

-- The folder that belongs to a file: of plumb.json, of the repository, or its own.
local function root_of(file)
  local folder = vim.fn.fnamemodify(file, ":p:h")
  for _, mark in ipairs({ "plumb.json", ".git" }) do
    local found = vim.fn.findfile(mark, folder .. ";")
    if found == "" then
      found = vim.fn.finddir(mark, folder .. ";")
    end
    if found ~= "" then
      return vim.fn.fnamemodify(found, ":p:h"):gsub("/%.git$", "")
    end
  end
  return folder
end

local clients = {} -- by root, where vim.lsp.start is missing

local function start(config, buffer)
  if vim.lsp.start then
    return vim.lsp.start(config, { bufnr = buffer })
  end
  local id = clients[config.root_dir]
  if not id or not vim.lsp.get_client_by_id(id) then
    id = vim.lsp.start_client(config)
    clients[config.root_dir] = id
  end
  vim.lsp.buf_attach_client(buffer, id)
  return id
end

-- Attaches the server to a buffer, the current one by default.  Returns the client's
-- number, or nil if the server is not installed.
function M.attach(buffer)
  buffer = buffer or vim.api.nvim_get_current_buf()
  if vim.fn.executable(M.config.cmd[1]) == 0 then
    return nil
  end
  return start({
    name = "spv-lsp",
    cmd = M.config.cmd,
    root_dir = root_of(vim.api.nvim_buf_get_name(buffer)),
    init_options = M.config.settings,
  }, buffer)
end

return M
