import * as z from 'zod/v4';
import { shortId } from '../../domain/ids.ts';
import { iso } from '../../domain/time.ts';
import { type Explained, type RuleWords, ruleWords } from '../../engine/restore/explained.ts';
import { restoresOf } from '../../engine/session/record.ts';
import type { RestoreRecord } from '../../store.ts';
import { id, SESSION_FIELD } from '../fields.ts';
import { sessionOrLatest } from '../meant.ts';
import { operation } from '../operation.ts';
import type { Line, Style } from '../view.ts';
import { count, inWords, when } from '../words.ts';
import { explanationLines } from './explanation.ts';

export const explain = operation({
  name: { command: 'explain', tool: null },
  summary: 'Say why a session was told what it was told.',
  about:
    'Every restore of a session, from what was stored when it happened: each earlier session with the three parts of its ' +
    'score, why it was taken or left, where it stopped as seen from what was checked out, each pin, task and rule with why it was taken, refused or only counted, and each ' +
    'memory with its confidence then and now. Without an id: the latest session here.',
  chat: { summary: 'why this session was told what it was told', words: [], session: 'begun' },
  effect: 'reads',
  on: 'project',
  input: z.strictObject({ session_id: id.optional(), preamble: z.boolean().optional() }),
  words: ['session_id'],
  fields: {
    session_id: SESSION_FIELD,
    preamble: { help: 'Also show the text that the agent was given.' },
  },
  examples: [
    { line: 'cortex explain', says: 'the latest session here' },
    { line: 'cortex explain a1b2c3d4 --preamble', says: 'with the text itself' },
  ],
  run: async (call, { session_id, preamble: withText = false }) => {
    const { deps } = call;
    const state = await sessionOrLatest(call, session_id);
    const restores = await restoresOf(deps, state.session_id);
    return { state, restores, withText, rules: await ruleWords(deps, restores.map(storedIn)) };
  },
  lines: ({ state, restores, withText, rules }, { style }) => [
    `${style.bold(`Session ${shortId(state.session_id)}`)} in ${inWords(state.scope)}, started ${when(state.start_time)}`,
    ...(restores.length === 0 ? ['Nothing was restored into it, and nothing was tried.'] : []),
    ...restores.flatMap((record) => [
      '',
      ...linesOf(record, rules, style),
      ...(withText && record.preamble ? ['', { mark: '  ', text: record.preamble }] : []),
    ]),
  ],
  json: ({ restores }) => ({ restores: restores.map(asJson) }),
  rows: ({ restores }) => restores.map(asJson),
});

function asJson({ sessionId, epoch, phase, at, preamble, explanation }: RestoreRecord) {
  return { session_id: sessionId, epoch, phase, at: iso(at), preamble, explanation };
}

type Stored = Explained & { readonly resumption?: string; readonly brief?: true; readonly forgotten?: true };

function linesOf(record: RestoreRecord, rules: RuleWords, style: Style): readonly Line[] {
  const { bold, dim } = style;
  const stored = storedIn(record);
  const took = !stored.took_ms || stored.resumption ? '' : dim(` (took ${stored.took_ms.toFixed(1)} ms)`);
  const length = record.preamble?.length ?? stored.preamble_chars ?? 0;
  const told = length > 0 ? `told ${count(length, 'character')}` : 'told nothing';
  return [
    `${bold(occasion(record.phase))}, ${when(record.at)}: ${told}${took}`,
    ...(stored.resumption
      ? [{ mark: '  ', text: stored.resumption }]
      : stored.brief
        ? [
            {
              mark: '  ',
              text: dim(
                stored.forgotten
                  ? 'The text told of something that was forgotten since.'
                  : 'The text and the reasons are kept for the newest 20 restores of a project.',
              ),
            },
          ]
        : explanationLines(stored, rules, style)),
  ];
}

function storedIn({ explanation }: RestoreRecord): Stored {
  return (explanation ?? {}) as Stored;
}

function occasion(phase: RestoreRecord['phase']): string {
  switch (phase) {
    case 'start':
      return 'At its start';
    case 'prompt':
      return 'With the first prompt';
    case 'compact':
      return 'After the context began anew';
    case 'resume':
      return 'When it was resumed';
    default:
      return `Continued from ${shortId(phase.slice('continue:'.length))}`;
  }
}
