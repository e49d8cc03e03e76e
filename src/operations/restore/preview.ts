import * as z from 'zod/v4';
import { knownBy } from '../../engine/projects/know.ts';
import { type RuleWords, ruleWords } from '../../engine/restore/explained.ts';
import { type Preview, preview as previewOf, type WouldBeTold } from '../../engine/restore/preview.ts';
import { operation } from '../operation.ts';
import { type Line, type Style, toldLines } from '../view.ts';
import { inWords } from '../words.ts';
import { explanationLines } from './explanation.ts';

export const preview = operation({
  name: { command: 'preview', tool: null },
  summary: 'Show what the next session here would be told, and why.',
  about:
    'The text itself, then each session with its score and where it stopped as seen from what is checked out, each pin, task, rule and memory with why it would be told, refused ' +
    'or only counted. Nothing is written and nothing counts as told. With --prompt also what a first prompt of these words ' +
    'would add.',
  effect: 'reads',
  on: 'project',
  input: z.strictObject({ prompt: z.string().max(100_000).optional() }),
  words: [],
  fields: {
    prompt: { value: 'words', short: 'p', help: 'Also what a first prompt of these words would add.' },
  },
  examples: [
    { line: 'cortex preview', says: 'what would my agent know if it started now?' },
    { line: 'cortex preview --prompt "fix the retry of the webhook"', says: 'and what if I asked for this?' },
  ],
  run: async ({ deps, scope, isChosen, location }, { prompt = null }) => {
    const branch = isChosen ? null : location.branch;
    // By which sign the folder is known; a project that was named is known by its name.
    const sign = isChosen || location.place === undefined ? null : await knownBy(deps, location.place);
    const seen = withSign(await previewOf(deps, { scope, branch }, prompt), sign);
    const both = [seen.start, ...(seen.prompt ? [seen.prompt] : [])];
    const rules = await ruleWords(
      deps,
      both.map(({ explanation }) => explanation),
    );
    const { 'session_persistence.enabled': isOn, 'restore.enabled': isRestoring } = deps.config;
    return { scope: scope.label, branch, enabled: isOn && isRestoring, seen, rules };
  },
  lines: ({ scope, enabled, seen: { start, prompt }, rules }, { style }) => [
    ...linesOf(`The next session in ${inWords(scope)} would be told`, start, rules, style),
    ...(prompt ? ['', ...linesOf('The first prompt would add', prompt, rules, style)] : []),
    ...(enabled ? [] : [{ remark: 'Restoring is switched off (restore.enabled): nothing of it is told.' }]),
  ],
  json: ({ scope, branch, enabled, seen }) => ({ scope, branch, enabled, ...seen }),
});

function withSign(seen: Preview, known_by: string | null): Preview {
  if (known_by === null) return seen;
  return { ...seen, start: { ...seen.start, explanation: { ...seen.start.explanation, known_by } } };
}

function linesOf(
  what: string,
  { text, explanation }: WouldBeTold,
  rules: RuleWords,
  style: Style,
): readonly Line[] {
  const { bold } = style;
  return [
    ...(text === null ? [bold(`${what} nothing.`)] : [bold(`${what}:`), '', ...toldLines(text, style)]),
    '',
    bold('Why'),
    ...explanationLines(explanation, rules, style),
  ];
}
