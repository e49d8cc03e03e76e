import type { LineAnswers } from '../operations/operation.ts';
import { lineAnswer } from '../why/operations/search.ts';

/** Rooms that answer a search for a line of a file, as `src/store.ts:42`. */
export const LINE_ANSWERS: readonly LineAnswers[] = [lineAnswer];
