import type * as z from 'zod/v4';
import { suggestName } from '../../domain/base/text/nearest.ts';
import { Failure } from '../../engine/base/errors.ts';

export { Failure, type Trouble, troubleOf } from '../../engine/base/errors.ts';

/** The input itself is wrong: a command exits with 2. */
export class UsageError extends Failure {}

/** Refuses a name that nothing of a kind has, with the nearest name that there is, else with all of them. */
export function unknownName(kind: string, name: string, known: readonly string[]): UsageError {
  const guess = suggestName(name, known);
  return new UsageError(
    `No ${kind} is called ${name}.`,
    guess ? `Did you mean ${guess}?` : `There are ${known.join(', ')}.`,
  );
}

/** The first thing that is wrong with an input, in a line. */
export function wrongInput({ issues: [issue] }: z.ZodError): string {
  const place = issue!.path.join('.');
  return place === '' ? issue!.message : `${place}: ${issue!.message}`;
}

/** A refusal before anything was done; `data` tells a program why. */
export class Refusal extends Failure {
  readonly data: Readonly<Record<string, unknown>>;

  constructor(message: string, advice: string | null, data: Readonly<Record<string, unknown>>) {
    super(message, advice);
    this.data = data;
  }
}
