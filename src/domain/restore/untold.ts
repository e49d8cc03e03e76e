import { agentsWords } from '../answer/last-time.ts';
import type { Stopped } from '../session/stopped.ts';
import { fingerprint } from '../text/fingerprint.ts';
import { oneLine } from '../text/safe-text.ts';

/** A text that is never to be told again is known by this; its words may be forgotten elsewhere. */
export function untoldIdentity(text: string): string {
  return fingerprint(oneLine(text));
}

/** Where a session stopped, without the texts that a person never wants told. */
export function withoutUntold(stopped: Stopped, untold: ReadonlySet<string>): Stopped {
  const isTold = (text: string) => !untold.has(untoldIdentity(text));
  const orNull = (text: string | null) => (text !== null && isTold(text) ? text : null);
  const { asked, said, question } = stopped;
  const isAsked = question === null || isTold(question);
  return {
    ...stopped,
    asked: asked && isTold(asked.text) ? asked : null,
    told: stopped.told.filter(isTold),
    // A question stands within the agent's last words as well.
    said: orNull(said) && (isAsked ? said : agentsWords(stopped).said),
    question: orNull(question),
    noted: stopped.noted.filter(isTold),
    afterwards: orNull(stopped.afterwards),
    next: stopped.next.filter(isTold),
    made: stopped.made.filter(({ text }) => isTold(text)),
    touched: stopped.touched.filter(isTold),
  };
}

/** The texts that where a session stopped is told by. */
export function textsOf(stopped: Stopped): readonly string[] {
  const { asked, told, said, noted, afterwards, question, next, made, touched } = stopped;
  const lists = [told, noted, next, made.map(({ text }) => text), touched];
  return [
    ...[asked?.text, said, afterwards, question].filter((text) => typeof text === 'string'),
    ...lists.flat(),
  ];
}
