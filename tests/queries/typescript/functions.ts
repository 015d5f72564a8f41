export function parse(text: string): Node;
export function parse(text: string, options: { strict: boolean }): Node;
/** Parses. */
export function parse(text: string, options?: unknown): Node {
  return build(text);
}

export default function main(): asserts this is Main {}

export async function* pages<T>(
  start: number,
  { limit = 10 }: Options = {},
): AsyncGenerator<T> {}

function assertIsString(value: unknown): asserts value is string {}
