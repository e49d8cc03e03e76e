import type * as z from 'zod/v4';
import { Failure } from '../../engine/base/errors.ts';

export { Failure, type Trouble, troubleOf } from '../../engine/base/errors.ts';

/** The input itself is wrong: a command exits with 2. */
export class UsageError extends Failure {}

/** The first thing that is wrong with an input, in a line. */
export function wrongInput({ issues: [issue] }: z.ZodError): string {
  const place = issue!.path.join('.');
  return place === '' ? issue!.message : `${place}: ${issue!.message}`;
}

/** Nothing was done, and a program can read why. */
export class Refusal extends Failure {
  readonly data: Readonly<Record<string, unknown>>;

  constructor(message: string, advice: string | null, data: Readonly<Record<string, unknown>>) {
    super(message, advice);
    this.data = data;
  }
}
