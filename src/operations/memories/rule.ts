import * as z from 'zod/v4';
import type { Millis } from '../../domain/base/time.ts';
import type { Memory } from '../../domain/memories/memory.ts';
import { memoryRecord } from '../../engine/memories/memories.ts';
import {
  acceptRule,
  endRule,
  makeRule,
  type RulesHere,
  rulesHere,
} from '../../engine/memories/rules.ts';
import { Failure, UsageError } from '../base/errors.ts';
import { declareOperation } from '../base/operation.ts';
import { findSpeaker } from '../base/speaker.ts';
import type { View, ViewLine } from '../base/view.ts';
import { count, timeAgo } from '../base/words.ts';
import { tooLong } from './change.ts';

export const ruleOperation = declareOperation({
  name: { command: 'rule', tool: null },
  summary: 'Make a rule that later sessions are told, or list the rules.',
  about: [
    'A rule holds until you end it. If you order your agent something for good ("from now on ' +
      '…", "never …"), Cortex makes a rule of the sentence and tells you so once.',
    'Doubtful sentences, those that you say in two sessions, and those that an agent wants ' +
      'are proposals: nobody is told of them until you accept them. The agent asks you once ' +
      'about one of your own. In the shell of an agent the command makes a proposal.',
  ].join('\n\n'),
  effect: 'changes',
  on: 'project',
  input: z.strictObject({
    text: z.string().max(20_000).optional(),
    end: z.string().max(20_000).optional(),
    accept: z.string().max(200).optional(),
  }),
  words: ['text…'],
  fields: {
    text: { value: 'text', help: 'What holds from now on; alone the command lists the rules.' },
    end: { value: 'number|words', help: 'End a rule, or dismiss a proposal.' },
    accept: { value: 'number', help: 'Make a proposal a rule.' },
  },
  examples: [
    { line: 'cortex rule "never push to main"', says: 'one that holds until it is ended' },
    { line: 'cortex rule', says: 'the rules here, with numbers and ages' },
    { line: 'cortex rule --end 1', says: 'the first one no longer holds' },
  ],
  run: async (call, { text, end, accept }) => {
    const { deps, scope } = call;
    if ([text, end, accept].filter((one) => one !== undefined).length > 1)
      throw new UsageError('One at a time: a new rule, --accept or --end.');
    const here = await rulesHere(deps, scope);
    const by = await findSpeaker(call);
    if (text !== undefined) {
      const made = await makeRule(deps, scope, text, by);
      if (made.kind === 'empty')
        throw new UsageError('The rule is empty.', 'Say what holds from now on.');
      if (made.kind === 'too long') throw tooLong(made.max);
      return {
        did: by === 'person' ? 'Rule' : 'Proposed',
        memory: made.memory,
        here,
        now: deps.now(),
      };
    }
    const words = end ?? accept;
    if (words === undefined) return { did: null, memory: null, here, now: deps.now() };
    if (by === 'agent')
      throw new Failure('Only a person ends or accepts rules.', 'Ask the user to do it.');
    const meant = ruleMeant(
      accept === undefined ? [...here.rules, ...here.proposals] : here.proposals,
      here,
      words,
    );
    const memory = await (accept === undefined ? endRule : acceptRule)(deps, meant.id);
    return { did: accept === undefined ? 'Ended' : 'Rule', memory, here, now: deps.now() };
  },
  lines: ({ did, memory, here }, view) =>
    memory === null
      ? listing(here, view)
      : [`${did}: ${view.style.cyan(memory.id)} ${memory.content}`],
  json: ({ memory, here, now }) =>
    memory === null
      ? {
          rules: here.rules.map((one) => numbered(one, here, now)),
          proposals: here.proposals.map((one) => numbered(one, here, now)),
        }
      : { ...memoryRecord(memory, now) },
});

function numbered(memory: Memory, { numbers }: RulesHere, now: Millis) {
  return { number: numbers.get(memory.id)!, ...memoryRecord(memory, now) };
}

/** Finds the rule that a number, an id, its beginning, or words name. */
function ruleMeant(all: readonly Memory[], { numbers }: RulesHere, typed: string): Memory {
  const words = typed.trim().toLowerCase();
  const numbered = all.find(({ id }) => String(numbers.get(id)) === words);
  if (numbered) return numbered;
  const named = all.filter(
    ({ id }) => id === words || id.startsWith(words) || id.startsWith(`mem-${words}`),
  );
  const found =
    named.length > 0 ? named : all.filter(({ content }) => content.toLowerCase().includes(words));
  if (words !== '' && found.length === 1) return found[0]!;
  const lines = (found.length > 0 && words !== '' ? found : all).map(
    ({ id, content }) => `  ${numbers.get(id)}  ${id}  ${content}`,
  );
  throw new Failure(
    found.length > 1 && words !== ''
      ? `Several rules hold these words: ${typed}`
      : `No rule here fits: ${typed}`,
    lines.length > 0
      ? `Name one by its number:\n${lines.slice(0, 20).join('\n')}`
      : 'cortex rule lists them.',
  );
}

function listing(
  { rules, proposals, numbers }: RulesHere,
  { style, now }: View,
): readonly ViewLine[] {
  const line = ({ id, content, updatedAt }: Memory) =>
    `${style.cyan(String(numbers.get(id)))} ${content} ${style.dim(`(${id}, ${timeAgo(updatedAt, now)})`)}`;
  return [
    ...(rules.length === 0
      ? ['No rules here.', style.dim('cortex rule "…" makes one.')]
      : rules.map(line)),
    ...(proposals.length === 0
      ? []
      : [style.dim(`${count(proposals.length, 'proposed rule')}: cortex review`)]),
  ];
}
