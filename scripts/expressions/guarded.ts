/**
 * Stands for a regular expression in the bundles of hooks: it is made when a text can match it, and not before. V8 parses a
 * literal where it stands and compiles it at its first try, in every process anew; most of a hook's expressions find
 * nothing that they could match. `begins` and `holds` are the words that `guards.ts` found, or empty.
 */
export class Guarded {
  private readonly make: () => RegExp;
  private readonly begins: string;
  private readonly holds: string;
  private readonly anyCase: boolean;
  private made: RegExp | null = null;

  constructor(make: () => RegExp, begins: string, holds: string, anyCase: boolean) {
    this.make = make;
    this.begins = begins;
    this.holds = holds;
    this.anyCase = anyCase;
  }

  private get real(): RegExp {
    return (this.made ??= this.make());
  }

  mayMatch(value: string): boolean {
    if (this.made !== null) return true;
    const text = this.anyCase ? value.toLowerCase() : value;
    return (
      (this.begins === '' || this.begins.split('\n').some((word) => text.startsWith(word))) &&
      (this.holds === '' || this.holds.split('\n').some((word) => text.includes(word)))
    );
  }

  test(text: string): boolean {
    return this.mayMatch(text) && this.real.test(text);
  }

  exec(text: string): RegExpExecArray | null {
    return this.mayMatch(text) ? this.real.exec(text) : null;
  }

  get source(): string {
    return this.real.source;
  }

  get flags(): string {
    return this.real.flags;
  }

  get global(): boolean {
    return this.real.global;
  }

  get sticky(): boolean {
    return this.real.sticky;
  }

  get lastIndex(): number {
    return this.real.lastIndex;
  }
  set lastIndex(index: number) {
    this.real.lastIndex = index;
  }

  [Symbol.match](text: string): RegExpMatchArray | null {
    return this.mayMatch(text) ? this.real[Symbol.match](text) : null;
  }

  [Symbol.matchAll](text: string): Iterable<RegExpMatchArray> {
    return this.mayMatch(text) ? this.real[Symbol.matchAll](text) : [].values();
  }

  [Symbol.replace](text: string, by: string): string {
    return this.mayMatch(text) ? this.real[Symbol.replace](text, by) : text;
  }

  [Symbol.search](text: string): number {
    return this.mayMatch(text) ? this.real[Symbol.search](text) : -1;
  }

  [Symbol.split](text: string, limit?: number): string[] {
    return this.real[Symbol.split](text, limit);
  }
}

export function guarded(make: () => RegExp, begins: string, holds: string, anyCase: boolean): Guarded {
  return new Guarded(make, begins, holds, anyCase);
}
