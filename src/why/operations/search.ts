import type { EventRoom } from '../../engine/base/deps.ts';
import { PLAIN, renderPlain } from '../../operations/base/view.ts';
import { explainLines } from '../engine/answer.ts';
import { answerLines } from './lines.ts';
import { fullPath, parsePlace } from './place.ts';

/** A search for `src/store/store.ts:42` asks why that line is so. */
export const answersLine: NonNullable<EventRoom['answersLine']> = async (
  deps,
  { query, scope, cwd, by, covers },
) => {
  const here = { deps, scope, cwd };
  const place = parsePlace(here, query);
  if (place?.from == null) return null;
  const file = fullPath(here, place.file);
  if (!covers(deps.scopeOfFile(file).key)) return null;
  const answer = await explainLines(deps, { ...place, file, covers });
  if (answer === null || answer.blocks.length === 0) return null;
  return renderPlain(answerLines(answer, place, { style: PLAIN, by, now: deps.now() })).split('\n');
};
