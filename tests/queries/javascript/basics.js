#!/usr/bin/env node
// Licence of the file.

/**
 * Adds two numbers.
 * @param {number} a
 */
function add(a, b = 2) {
  const local = a;
  let sum = local + b, other;
  function inner() {}
  class Local { m() {} }
  return sum;
}

async function load(path) {}
function* numbers() { yield 1; }
async function* stream() {}

// one line
const square = (x) => x * x;
const later = async x => {
  const step = () => x;
  return step();
};
export const shout = function (text) { return text; };
const ids = function* () {};
const named = function inside() {};
let counter = 0, LIMIT = 10,
  twice = (n) => n * 2;
var old = 'x';
export let flag = true;
export var legacy;
export const MAX_SIZE = 1;

const { a, b: renamed, c = 1, d: { e, ...deep }, f: g = 2, ...rest } = window.things;
export const { inject, provide } = kit();
const [first, second = 2, , ...others] = list;
export const [head] = list;
const { join } = require('path');

const table = {
  plain: 1,
  'quoted-key'() {},
  arrow: (x) => x,
  fn: async function () {},
  gen: function* () {},
  *items() {},
  async wait() {},
  get size() { return 1; },
  set size(value) {},
  [Symbol.iterator]() {},
  [computed]: () => 1,
  404() {},
  Inner: class { run() {} },
  nested: { deep: { far() {} }, data: { x: 1 } },
  'dotted.key': { go() {} },
};

const Clock = defineWidget({
  start() {},
  parts: { stop: () => 1 },
});

function setup() {
  const handlers = {
    click() {},
    data: 1,
  };
  const data = { x: 1, sub: { y: 2 } };
  const far = { near: { act() {} } };
  return handlers;
}

describe('block', () => {
  const ignored = 1;
  const helper = () => 2;
  it('does', function () { const alsoIgnored = { on() {} }; });
  register({ handler(req) {} });
});

setTimeout(function tick() {}, 10);
(function main() {
  var hidden = 1;
  function visible() {}
  jQuery.fn.plugin = function (options) {};
})();
(() => {
  Tools.open = () => 1;
})();
function outer() {
  return function wrapped() {};
}

if (condition) {
  function twin() {}
} else {
  function twin() {}
}
label: for (const item of items) { const each = () => item; }
register(function* steps() {});
