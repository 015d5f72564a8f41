-- Writes down which function each call of a running program reached: one line a pair of place and function, with tabs
-- between: path and line of the call, the name that is called, path and line of the function.
--
--     TRACED=calls.tsv LUA_INIT=@benchmarks/tracing/trace.lua lua program.lua
local out = assert(io.open(os.getenv("TRACED"), "a"))
out:setvbuf("line")
local seen, getinfo = {}, debug.getinfo

local function hook()
  local callee = getinfo(2, "Snt")
  if callee.istailcall or callee.what ~= "Lua" or not callee.name then return end
  local caller = getinfo(3, "Sl")
  if not caller or caller.what == "C" or caller.currentline < 1 then return end
  local key = table.concat({caller.source, caller.currentline, callee.name, callee.source, callee.linedefined}, "\t")
  if not seen[key] then
    seen[key] = true
    out:write(key, "\n")
  end
end

debug.sethook(hook, "c")
local create, wrap = coroutine.create, coroutine.wrap
coroutine.create = function(...)
  local made = create(...)
  debug.sethook(made, hook, "c")
  return made
end
coroutine.wrap = function(run)
  return wrap(function(...)
    debug.sethook(hook, "c")
    return run(...)
  end)
end
