/** A shape. */
export class Shape extends Base {
  static count = 0;
  static MAX = 3;
  #secret = 1;
  name;
  'quoted field' = 2;
  [computed] = 3;
  onClick = (event) => {
    const close = () => event;
  };
  old = function () {};

  static {
    Shape.count = 1;
  }

  constructor(name) {
    super();
    this.name = name;
    this.reset = () => {};
  }

  // area of it
  area() {}
  get size() { return 1; }
  set size(v) {}
  static get all() {}
  static async make() {}
  async *walk() {}
  #hidden() {}
  'quoted method'() {}
  [Symbol.iterator]() {}
}

const Anonymous = class { run() {} };
const Named = class Inner { run() {} };
export default class Main {}

function mixin(Base) {
  return class extends Base { mixed() {} };
}
function typed(Base) {
  return class Typed extends Base { mixed() {} };
}
customElements.define('x-y', class XY extends HTMLElement { connect() {} });

@register
@configure({ a: 1 })
class Decorated {
  @observable value = 1;
  @action.bound
  run() {}
}

export @late class Late {}

/** @deprecated */
@deprecated('since 2')
export class Old {}

export function painted(
  red, // first
  green = '// no comment',
) {}
class Odd { async() {} static() {} get() {} set() {} }
export const left = 1, right = 2;
