import type { LineAnswers } from '../../operations/operation.ts';
import { PLAIN } from '../../operations/view.ts';
import { answerFor } from '../engine/answer.ts';
import { answerLines } from './lines.ts';
import { fullPath, placeIn } from './place.ts';

/** A search for `src/store.ts:42` asks why that line is so. */
export const lineAnswer: LineAnswers = async (call, query) => {
  const place = placeIn(call, query);
  if (place?.from == null) return null;
  const { deps, reach, by } = call;
  const file = fullPath(call, place.file);
  if (!reach.covers(deps.scopeOfFile(file).key)) return null;
  const answer = await answerFor(deps, { ...place, file, covers: reach.covers });
  return answer === null || answer.blocks.length === 0
    ? null
    : answerLines(answer, place, { style: PLAIN, by, now: deps.now() });
};
