local text = [[
function not_me() end
]]
-- function not_me_either() end

return {
  start = function(port) end,
  tools = {
    stop = function() end,
  },
  text = text,
}
