import type { T } from './t';
import { type U, V as W } from './u';
import fs = require('fs');
import Alias = Outer.Inner;
export type { X } from './x';

declare function format(value: string): string;
declare function format(value: number): string;
declare const VERSION: string, build: number;
declare let changed: boolean;
declare class Client extends Base {
  constructor(url: string);
  send(body: string): void;
  readonly open: boolean;
  static connect(): Client;
}

export namespace Outer {
  export const limit: number;
  const hidden: string;
  export interface Options { deep: boolean }
  namespace Inner {
    function run(): void;
  }
}
declare namespace A.B.C {
  let inside: string;
}
declare module 'package' {
  export const settings: { on: boolean };
  var plain: string;
  export default class Thing {}
}
declare module '*.svg';
module Older.Still {}
module Old {
  export function legacy(): void;
}
declare global {
  interface Window { app: Client }
  var registry: Map<string, string>;
  function helper(): void;
}
export as namespace Lib;
export {};
