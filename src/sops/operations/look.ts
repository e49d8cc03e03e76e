import * as z from 'zod/v4';
import type { ToolIntent } from '../../domain/event.ts';
import { shortId } from '../../domain/ids.ts';
import { NOTHING_MORE } from '../../operations/fields.ts';
import { operation } from '../../operations/operation.ts';
import type { Line, Style } from '../../operations/view.ts';
import { count } from '../../operations/words.ts';
import { sopNote } from '../domain/text.ts';
import { complaintOf, type SeenSop, type SopTrial, seeSops, trySops } from '../engine/sop-trust.ts';
import { sopFiles } from '../files.ts';
import { sopJson, sopMeant, triggerInWords, unusable } from './named.ts';

export const sopList = operation({
  name: { command: 'sop list', tool: null },
  summary: 'List all standing instructions here, with what is wrong with them.',
  about: '',
  effect: 'reads',
  on: 'nothing',
  ...NOTHING_MORE,
  examples: [{ line: 'cortex sop list', says: 'all instructions here, with what is wrong with them' }],
  run: async ({ deps, scope, places }) => ({
    sops: await seeSops(deps, scope),
    leftOut: sopFiles(deps).list(scope).leftOut,
    folder: `${places.home}/sops`,
  }),
  lines: ({ sops, leftOut, folder }, { style }) => {
    const { dim, yellow } = style;
    if (sops.length === 0)
      return [
        'There are no standing instructions here.',
        dim(`cortex sop add <file> puts one into ${folder}; cortex sop --help says what it looks like.`),
      ];
    const isUntrusted = sops.some(({ state }) => state === 'not trusted' || state === 'changed');
    return [
      sopTable(sops, style),
      ...sops.flatMap((seen) => complaints(seen, style)),
      ...(leftOut > 0
        ? [`${yellow('!')} ${count(leftOut, 'file')} more than are read; they are left out.`]
        : []),
      ...(isUntrusted
        ? [
            dim(
              'Read what is not trusted with cortex sop show <file>; cortex sop trust <file> lets it be given.',
            ),
          ]
        : []),
    ];
  },
  json: ({ sops }) => ({ sops: sops.map(sopJson) }),
  rows: ({ sops }) => sops.map(sopJson),
});

function sopTable(sops: readonly SeenSop[], { bold, dim, green, red, yellow }: Style): Line {
  const paint = { ready: green, off: dim, 'not trusted': yellow, changed: yellow, broken: red };
  const columns = [
    { title: 'file', least: 16, keep: 'end' },
    { title: 'state' },
    { title: 'title', least: 12, spare: 2 },
    { title: 'for', least: 12, spare: 1 },
  ] as const;
  const rows = sops.map(({ entry: { file, sop }, state }) => [
    { text: file.name, paint: bold },
    { text: state, paint: paint[state] },
    { text: sop?.title ?? '' },
    { text: sop ? triggerInWords(sop) : '', paint: dim },
  ]);
  return { table: { columns, rows } };
}

function complaints({ entry }: SeenSop, { red, yellow }: Style): readonly Line[] {
  const wrong = complaintOf(entry);
  const unknown = entry.sop?.unknown.join(', ');
  return [
    ...(wrong ? [`${(entry.sop ? yellow : red)('!')} ${wrong}`] : []),
    ...(unknown ? [`${yellow('!')} ${entry.file.name}: unknown in its head: ${unknown}`] : []),
  ];
}

export const sopTest = operation({
  name: { command: 'sop test', tool: null },
  summary: 'Say which instructions would be given before a tool call, and why.',
  about: '',
  effect: 'reads',
  on: 'nothing',
  input: z.strictObject({ tool: z.string().max(200), call: z.string().max(20_000).optional() }),
  words: ['tool', 'call…'],
  fields: {
    tool: { help: 'The tool, as the agent calls it.' },
    call: { value: 'command|path', help: 'Its command or path.', choices: [] },
  },
  examples: [
    {
      line: 'cortex sop test Bash "git push origin main"',
      says: 'which would be given before that call, and why',
    },
  ],
  run: async ({ deps, scope }, { tool, call = '' }) => {
    const intent = intentOf(tool, call);
    const trial = await trySops(deps, scope, intent);
    const results = trial.considered.map((considered) => ({
      file: considered.one.entry.file,
      given: considered.choice?.outcome === 'given',
      why: reason(trial, considered),
    }));
    return { intent, isReadOnly: trial.isReadOnly, results };
  },
  lines: ({ isReadOnly, results }, { style }) => [
    ...(isReadOnly ? ['This call only looks: no instruction is ever given before it.'] : []),
    ...(results.length === 0 ? ['There are no standing instructions here.'] : []),
    ...results.map(({ file, given, why }) => ({
      mark: given ? style.green('given  ') : style.dim('not    '),
      text: `${style.bold(file.name)}: ${why}`,
    })),
  ],
  json: ({ intent, isReadOnly, results }) => ({
    ...intent,
    read_only: isReadOnly,
    sops: results.map(({ file: { name, path }, given, why }) => ({ name, path, given, why })),
  }),
});

function intentOf(name: string, text: string): ToolIntent {
  if (text === '') return { name, paths: [], command: null };
  return /^(?:bash|powershell|shell|.*(?:run|exec|command|terminal).*)$/i.test(name)
    ? { name, paths: [], command: text }
    : { name, paths: [text], command: null };
}

function reason(
  { isReadOnly, session }: SopTrial,
  { one: { verdict, trust }, choice }: SopTrial['considered'][number],
): string {
  if (!verdict.applies) return verdict.why;
  if (trust === null) return `${verdict.why}, but it is not trusted`;
  if (isReadOnly) return `${verdict.why}, but the call only looks`;
  if (choice?.outcome === 'had')
    return `${verdict.why}, but session ${shortId(session!.id)} was given it already`;
  if (choice?.outcome === 'waits')
    return `${verdict.why}, but others come first: it waits for the next such call`;
  return verdict.why;
}

export const sopShow = operation({
  name: { command: 'sop show', tool: null },
  summary: 'Show an instruction as the agent gets it.',
  about: '',
  effect: 'reads',
  on: 'nothing',
  input: z.strictObject({ file: z.string().max(4096) }),
  words: ['file'],
  fields: { file: { help: 'The name of the file, the end of it, or its path.' } },
  examples: [{ line: 'cortex sop show .cortex/sops/deploy.md', says: 'the text as the agent gets it' }],
  run: async (call, { file: typed }) => {
    const seen = await sopMeant(call, typed);
    const { sop, file } = seen.entry;
    if (!sop) throw unusable(seen);
    const text = sopNote({ ...sop, name: file.name, path: file.path }, call.deps.config['sop.max_chars']);
    return { seen, text, trigger: triggerInWords(sop) };
  },
  lines: ({ seen: { entry, state }, text, trigger }, { style }) => [
    style.dim(`${entry.file.path}, ${state}; for ${trigger}`),
    text,
  ],
  json: ({ seen, text }) => ({ ...sopJson(seen), text }),
});
