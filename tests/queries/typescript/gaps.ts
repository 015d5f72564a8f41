// What the grammar cannot read, and the language can.
export interface Sink<in Input, out Output = unknown, in out Both = never> {
  read(): Output
}

export interface Factory extends Annotation {
  // nameless
  <T extends Function>(made: T): T
  // named
  <T>(name: string, made: T): T

  (options: { strict: boolean }): void
  after: string
}

export type * from './all';
export type * as all from './some';
type Message<Usage extends string> = `Write \`${Usage}\``;

export const last = (out: number): unknown => [1, out as unknown];
