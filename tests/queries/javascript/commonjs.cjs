'use strict';
const fs = require('fs'), debug = require('debug')('app');
const { join, resolve: full, sep = '/' } = require('node:path');
const inspect = require('util').inspect;
require('./setup');
app.use(require('./routes'));
const plugins = { a: require('./a') };
module.exports = require('./impl');
exports.kit = require('./kit');
module.exports.tools = require('./tools');
import('./lazy').then(run);
async function late() {
  const page = await import('./page.mjs');
  const { show, hide: conceal } = await import('./view.mjs');
}

exports.parse = function (text) {};
exports.print = print;
exports.VERSION = '1.0';
module.exports.format = (x) => x;
exports.options = { strict: true, check() {} };
exports.create = exports.make = function make() {};
const inner = exports.inner = function () {};
exports.Model = class { save() {} };

function Reply() {
  this.sent = false;
  this.end = function () {};
  request.onload = function () {};
}
Reply.prototype.send = function send(payload) {
  function done() {}
};
Reply.prototype.close = async () => {};
Reply.of = function (x) {};
Reply.Error = class extends Error {};
Reply.defaults = { log() {}, deep: { stop() {} } };
Reply.prototype = {
  head() {},
  get tail() {},
};
Object.assign(Reply.prototype, { mixed() {} });
a.b.c.d.e = function () {};
lib.kit.tool.use = function () {};

module.exports = {
  join2() {},
  arrow: () => 1,
  nested: { fn() {} },
};
