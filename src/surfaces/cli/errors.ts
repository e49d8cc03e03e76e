export { Failure, Refusal, type Trouble, troubleOf, UsageError } from '../../operations/errors.ts';
