import type { Guarded } from './guarded.ts';

/**
 * Stands for an expression of many alternatives without groups that are counted. A text is tried against those alone whose
 * words it holds: the others, which would have to be compiled with them, find nothing in it.
 */
class GuardedChoice {
  private readonly choices: readonly Guarded[];
  private readonly made = new Map<string, RegExp>();

  constructor(choices: readonly Guarded[]) {
    this.choices = choices;
  }

  /** The expression of these alternatives. */
  private of(choices: readonly Guarded[]): RegExp {
    const source = choices.map((choice) => choice.source).join('|');
    let real = this.made.get(source);
    if (!real) this.made.set(source, (real = new RegExp(source, choices[0]!.flags)));
    return real;
  }

  private get real(): RegExp {
    return this.of(this.choices);
  }

  test(text: string): boolean {
    return this.choices.some((choice) => choice.test(text));
  }

  exec(text: string): RegExpExecArray | null {
    const possible = this.choices.filter((choice) => choice.mayMatch(text));
    return possible.length === 0 ? null : this.of(possible).exec(text);
  }

  get source(): string {
    return this.real.source;
  }

  get flags(): string {
    return this.choices[0]!.flags;
  }

  get global(): boolean {
    return false;
  }

  get lastIndex(): number {
    return 0;
  }

  [Symbol.match](text: string): RegExpMatchArray | null {
    return this.exec(text);
  }

  [Symbol.matchAll](text: string): Iterable<RegExpMatchArray> {
    return this.real[Symbol.matchAll](text);
  }

  [Symbol.replace](text: string, by: string): string {
    return this.real[Symbol.replace](text, by);
  }

  [Symbol.search](text: string): number {
    return this.exec(text)?.index ?? -1;
  }

  [Symbol.split](text: string, limit?: number): string[] {
    return this.real[Symbol.split](text, limit);
  }
}

export function guardedChoice(...choices: readonly Guarded[]): GuardedChoice {
  return new GuardedChoice(choices);
}
