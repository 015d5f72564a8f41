/** A user. */
export interface User<T = string> extends Base, Other<T> {
  /** Its key. */
  id: number;
  readonly name?: string;
  'quoted-name': string;
  [Symbol.toStringTag]: string;
  greet(other: User): void;
  optional?(): void;
  get full(): string;
  set full(value: string);
  callback: (error: Error | null) => void;
  address: {
    street: string;
    geo: { lat: number };
  };
  (call: string): void;
  new (made: string): User;
  [key: string]: unknown;
}

interface Merged { a: 1 }
interface Merged { b: 2, c(): void }

export type Id = string | number;
type Pair<A, B> = { first: A; second: B; swap(): Pair<B, A> };
type Handler = (event: { type: string }) => void;
type Lazy = import('./lazy').Lazy;

export enum Color {
  Red,
  // the second
  Green = 'green',
  'light-blue' = 3,
}
const enum Level { Low = 1, High }
declare enum Outside { One }

export const enums = { a: Color.Red } as const;
export const routes = {
  home() {},
  about: () => 1,
  deep: { far() {} },
} as const;
const checked = { run() {} } satisfies Runner;
const cast = ((x) => x) as Mapper;
const fits = (async (x: string) => x) satisfies Handler;
const named = function named() {} as Mapper;
const bare = <T,>(x: T): T => x;
let typed: { inline: number };

export const handler: RequestHandler<{ id: string }> = async (request, reply): Promise<void> => {
  const local: number = 1;
  const helper = (x: number): number => x;
};

function local(): void {
  const kept = { method() {} } as const;
  type Inside = string;
  interface Within { member: number }
  enum Small { One }
}
