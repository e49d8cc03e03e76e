import { text, type Untrusted, words } from '../../domain/text/json.ts';
import { millis } from '../../domain/time.ts';
import type { Spoken } from '../../transcripts.ts';
import { spokenIn, type Utterance } from '../shape/turns.ts';
import type { TranscriptLine } from './wire.ts';

/** Messages in the end of a transcript. No hook is told the person's words, so these count. */
export function spokenInAgy(tail: string): readonly Spoken[] {
  return spokenIn<TranscriptLine>(tail, utterances).map((one) =>
    one.by === 'person' ? { ...one, isUnsent: true } : one,
  );
}

function* utterances(line: Untrusted<TranscriptLine>): Generator<Utterance> {
  const where = { at: millis(text(line.created_at)), session: '', cwd: null };
  const said = text(line.content) ?? '';
  const asked = line.type === 'USER_INPUT' ? words(REQUEST.exec(said)?.[1] ?? said) : null;
  if (asked !== null) yield { ...where, says: 'person', text: asked };
  const answered = line.type === 'PLANNER_RESPONSE' ? words(said) : null;
  if (answered !== null) yield { ...where, says: 'agent', text: answered };
}

/** Some versions put what else they know behind the request. */
const REQUEST = /<USER_REQUEST>\s*([\s\S]*?)\s*<\/USER_REQUEST>/;
