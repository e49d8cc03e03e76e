export { Failure, type Trouble, troubleOf } from '../../engine/trouble.ts';

/** The command line itself is wrong: exit code 2. */
export class UsageError extends Error {
  readonly hint: string | null;

  constructor(message: string, hint: string | null = null) {
    super(message);
    this.hint = hint;
  }
}
