// The grammar does not know `export type *`; what is exported is found all the same.
export type * from './all.js';
export * from './some.js';
export const after = 1;
