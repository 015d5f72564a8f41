#!/usr/bin/env lua
--- Text tools.
-- @module text

local json = require("cjson")
local a, b = require "app.a", require "app.b"
local sort = require("pl.tablex").sort
local has_ffi, ffi = pcall(require, "ffi")
require "side.effects"
if jit then
  require("jit.opt").start()
end
setup(require('app.setup'), { plugin = require("app.plugin") })
require "strict" ()
require("busted"):run()
if not pcall(require, "app.optional") then local late = require("app.late") end
local env = dofile("env.lua")

local insert, concat = table.insert, table.concat
local LIMIT <const> = 10
local forward
VERSION = "1.0"
count, total = 0, 0

-- Where everything hangs.
local M = { util = { text = {} }, path = "" }
M.limit = LIMIT
M.DEFAULTS = { deep = true }
M.sub = {}

--- Keep a number in bounds.
-- @param n the number
local function clamp(n) return n < 0 and 0 or n end

--[[
  Opens a thing.
]]
function M.open(path)
  local opened = {}
  local inner = function(x) return x end
  local function deep() end
  self.handler = function() end
  return setmetatable({ path = path }, { __index = function(t, k) return k end })
end

function M:close() self.closed = true end

M.size = function(self)
  return clamp(#self.path)
end

M["kind-of"] = function() return "file" end
M.sub.x = function() end;

-- All of them.
local handlers = {
  read = function(f) return f.path end, -- reads
  ["write-all"] = function(f) return f end,
  [1] = function() end,
  nested = {
    -- far down
    deep = function() end,
    level = 2,
  },
  plain = 1,
}

function M.util.text.trim(s)
  return s
end

local alias = function(...) return ... end
global_function = function() end

do
  local hidden = 1
  function scoped() end
end

if jit then
  function twin() return 1 end
else
  function twin() return 2 end
end

forward = function() end

local Account = setmetatable({}, { __call = function(cls) return cls.new() end })
Account.__index = Account
function Account.new() end
function Account:__tostring() return "account" end
_G.exported_global = function() end

function TestAccount:test_empty() end

return require("app.wrap")
