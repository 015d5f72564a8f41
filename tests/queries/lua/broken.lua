local M = {}

function M.before() end

function M.broken(
  local x = = 1
end

function M.after() end

return M
