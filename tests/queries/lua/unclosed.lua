local M = {}

function M.broken()
  if x then
    call(
end

function M.after() return 1 end

local function local_after() end

M.assigned = function() end

return M
