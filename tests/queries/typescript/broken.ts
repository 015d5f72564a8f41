export function before(): void {}

export function broken(a: string b): Map<string {
  const x: = 1;
}

export class After {
  private ok = 1;
  method(a: string b): void {}
  last(): void {}
}

export const arrow = (): number => 1;
export interface Final { x: string }
