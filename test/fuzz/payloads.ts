import fc from 'fast-check';
import { allHosts } from '../../src/hosts/all.ts';
import { recordedOf } from '../recorded-payloads.ts';
import { anything, text } from './values.ts';

/** One call of the hook: the host's name on the command line, and the bytes on standard input. */
export interface HookCall {
  readonly host: string;
  readonly input: string;
}

const SESSIONS = Array.from({ length: 30 }, (_, i) => `fuzz-${i}`);
/** Under the names that hosts use. */
const ID_FIELDS = ['session_id', 'sessionId', 'conversation_id', 'sessionID', 'taskId'];

/** Payloads that were really sent, with some fields changed; and fields of one host in those of another. */
function payloadOf(name: string): fc.Arbitrary<unknown> {
  const recorded = recordedOf(name);
  const sent = recorded.length > 0 ? recorded : recordedOf('claude-code');
  const fields = [...new Set(sent.flatMap(Object.keys))];
  return fc
    .record({
      base: fc.constantFrom(...sent),
      session: fc.oneof(
        { weight: 9, arbitrary: fc.constantFrom(...SESSIONS) },
        { weight: 1, arbitrary: anything },
      ),
      changed: fc.dictionary(fc.oneof(fc.constantFrom(...fields), text), anything, { maxKeys: 2 }),
      gone: fc.subarray(fields, { maxLength: 1 }),
      prompt: fc.option(text, { nil: undefined }),
    })
    .map(({ base, session, changed, gone, prompt }) => {
      const made: Record<string, unknown> = { ...base };
      for (const field of ID_FIELDS) if (field in made) made[field] = session;
      if (prompt !== undefined && 'prompt' in made) made['prompt'] = prompt;
      Object.assign(made, changed);
      for (const field of gone) delete made[field];
      return made;
    });
}

/** Bytes that are no JSON, or too much of it. */
const malformed = (json: string) =>
  fc.oneof(
    fc.nat(json.length).map((end) => json.slice(0, end)),
    fc.tuple(fc.nat(json.length), text).map(([at, more]) => json.slice(0, at) + more + json.slice(at)),
    fc.constantFrom(
      '',
      ' ',
      'null',
      '[]',
      '""',
      '0',
      '{',
      '\ufeff{}',
      'NaN',
      `${json}${json}`,
      `${json}\n\u0000`,
    ),
    fc.constantFrom(2000, 100_000).map((levels) => '['.repeat(levels) + ']'.repeat(levels)),
    fc.constant(0).map(() => `{"session_id":"${'x'.repeat(1_000_000)}"}`),
    text,
  );

const NAMES = allHosts().map(({ name }) => name);

export const hookCall: fc.Arbitrary<HookCall> = fc
  .constantFrom(...NAMES)
  .chain((name) =>
    fc.record({
      host: fc.oneof(
        { weight: 12, arbitrary: fc.constant(name) },
        { weight: 1, arbitrary: fc.constantFrom('auto', ...NAMES) },
        { weight: 1, arbitrary: fc.constantFrom('nobody', '__proto__', '') },
      ),
      payload: payloadOf(name),
      isWhole: fc.nat(3).map((n) => n > 0),
    }),
  )
  .chain(({ host, payload, isWhole }) => {
    const json = JSON.stringify(payload);
    return isWhole ? fc.constant({ host, input: json }) : malformed(json).map((input) => ({ host, input }));
  });
