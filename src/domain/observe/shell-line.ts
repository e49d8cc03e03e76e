/** The rules that read a command line. Only shell tools need them, so hooks load them as one bundle (`src/lazy.ts`). */
export { checkIn, stashSteps } from '../thread/check-outcome.ts';
export { madeIn, undoneIn } from './made.ts';
export { shellWrites, withoutHeredocs } from './shell.ts';
