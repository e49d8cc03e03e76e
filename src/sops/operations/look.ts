import * as z from 'zod/v4';
import { iso } from '../../domain/base/time.ts';
import { isReadOnly } from '../../domain/observe/read-only.ts';
import { Failure } from '../../operations/base/errors.ts';
import { NOTHING_MORE } from '../../operations/base/fields.ts';
import { declareOperation, type OperationCall } from '../../operations/base/operation.ts';
import type { Style, ViewLine } from '../../operations/base/view.ts';
import { sopNote } from '../domain/note.ts';
import type { Sop } from '../domain/sop.ts';
import { type SopOrigin, unclearTrigger } from '../domain/trigger.ts';
import { type Considered, complaintOf, judgeSops, type SeenSop, seeSops } from '../engine/sops.ts';
import { ownFolders } from '../files.ts';

export const FILE_FIELD = { help: 'The name of the file, the end of it, or its path.' } as const;

export const sopList = declareOperation({
  name: { command: 'sop list', tool: null },
  summary: 'List all standing instructions here, with what is wrong with them.',
  about: '',
  effect: 'reads',
  on: 'nothing',
  ...NOTHING_MORE,
  examples: [
    { line: 'cortex sop list', says: 'all instructions here, with what is wrong with them' },
  ],
  run: async ({ deps, scope }) => ({
    sops: await seeSops(deps, scope),
    folder: ownFolders(deps)[0] ?? '',
  }),
  lines: ({ sops, folder }, { style }) => {
    const { dim } = style;
    if (sops.length === 0)
      return [
        'There are no standing instructions here.',
        dim(
          `cortex sop add <file> puts one into ${folder}; cortex sop --help says what it looks like.`,
        ),
      ];
    const isUntrusted = sops.some(({ state }) => state === 'not trusted' || state === 'changed');
    const advice =
      'Read what is not trusted with cortex sop show <file>; cortex sop trust <file> lets it be given.';
    return [
      sopTable(sops, style),
      ...sops.flatMap((seen) => complaints(seen, style)),
      ...(isUntrusted ? [dim(advice)] : []),
    ];
  },
  json: ({ sops }) => ({ sops: sops.map(sopJson) }),
  rows: ({ sops }) => sops.map(sopJson),
});

function sopTable(sops: readonly SeenSop[], { bold, dim, green, red, yellow }: Style): ViewLine {
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

function complaints({ entry }: SeenSop, { red, yellow }: Style): readonly ViewLine[] {
  const wrong = complaintOf(entry);
  const unknown = entry.sop?.unknown.join(', ');
  return [
    ...(wrong ? [`${(entry.sop ? yellow : red)('!')} ${wrong}`] : []),
    ...(unknown ? [`${yellow('!')} ${entry.file.name}: unknown in its head: ${unknown}`] : []),
  ];
}

export const sopTest = declareOperation({
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
    const isCommand = /^(?:bash|powershell|shell|.*(?:run|exec|command|terminal).*)$/i.test(tool);
    const intent = {
      name: tool,
      paths: call === '' || isCommand ? [] : [call],
      command: isCommand && call !== '' ? call : null,
    };
    const onlyLooks = isReadOnly(intent);
    const results = (await judgeSops(deps, scope, intent)).map((one) => ({
      file: one.entry.file,
      given: one.verdict.applies && one.trust !== null && !onlyLooks,
      why: reason(one, { onlyLooks }),
    }));
    return { intent, onlyLooks, results };
  },
  lines: ({ onlyLooks, results }, { style }) => [
    ...(onlyLooks ? ['This call only looks: no instruction is ever given before it.'] : []),
    ...(results.length === 0 ? ['There are no standing instructions here.'] : []),
    ...results.map(({ file, given, why }) => ({
      mark: given ? style.green('given  ') : style.dim('not    '),
      text: `${style.bold(file.name)}: ${why}`,
    })),
  ],
  json: ({ intent, onlyLooks, results }) => ({
    ...intent,
    read_only: onlyLooks,
    sops: results.map(({ file: { name, path }, given, why }) => ({ name, path, given, why })),
  }),
});

function reason(
  { verdict, trust }: Considered,
  { onlyLooks }: { readonly onlyLooks: boolean },
): string {
  if (!verdict.applies) return verdict.why;
  if (trust === null) return `${verdict.why}, but it is not trusted`;
  return onlyLooks ? `${verdict.why}, but the call only looks` : verdict.why;
}

export const sopShow = declareOperation({
  name: { command: 'sop show', tool: null },
  summary: 'Show an instruction as the agent gets it.',
  about: '',
  effect: 'reads',
  on: 'nothing',
  input: z.strictObject({ file: z.string().max(4096) }),
  words: ['file'],
  fields: { file: FILE_FIELD },
  examples: [
    { line: 'cortex sop show .cortex/sops/deploy.md', says: 'the text as the agent gets it' },
  ],
  run: async (call, { file: typed }) => {
    const seen = await findSopNamed(call, typed);
    const { sop, file } = seen.entry;
    if (!sop) throw unusable(seen);
    const text = sopNote(file, sop, call.deps.config['sop.max_chars']);
    return { seen, text, trigger: triggerInWords(sop) };
  },
  lines: ({ seen: { entry, state }, text, trigger }, { style }) => [
    style.dim(`${entry.file.path}, ${state}; for ${trigger}`),
    text,
  ],
  json: ({ seen, text }) => ({ ...sopJson(seen), text }),
});

/** The file that a word stands for: its name, the end of it, or its path. */
export async function findSopNamed(
  { deps, scope }: OperationCall,
  typed: string,
): Promise<SeenSop> {
  const sops = await seeSops(deps, scope);
  const word = typed.replaceAll('\\', '/').replace(/^\.\//, '');
  const named = sops.filter(({ entry: { file } }) => file.name === word || file.path === typed);
  const meant =
    named.length > 0
      ? named
      : sops.filter(({ entry: { file } }) => `/${file.name}`.endsWith(`/${word}`));
  if (meant.length === 1) return meant[0]!;
  if (meant.length === 0)
    throw new Failure(
      `No instruction here has the name ${typed}.`,
      'cortex sop list shows them all.',
    );
  const paths = meant.map(({ entry: { file } }) => `  ${file.path}`);
  throw new Failure(
    [`${typed} is the name of ${meant.length} files:`, ...paths].join('\n'),
    'Name one by its path.',
  );
}

export function unusable({ entry: { file, problem } }: SeenSop): Failure {
  return new Failure(`${file.name} cannot be used: ${problem}.`, `It is in ${file.path}`);
}

/** `Bash: git push|deploy, or *.sql`. */
export function triggerInWords({ tools, match, paths, project }: Sop): string {
  const what = [...(match === null ? [] : [match]), ...paths].join(', or ');
  const where = project === null ? '' : ` in ${project}`;
  return (
    [tools.join(', ') || (what ? '' : 'every change'), what].filter(Boolean).join(': ') + where
  );
}

/** An instruction as programs get it. A type, not an interface: operations answer with records. */
export type SopJson = {
  readonly name: string;
  readonly path: string;
  readonly origin: SopOrigin;
  readonly state: SeenSop['state'];
  readonly title: string | null;
  readonly tools: readonly string[];
  readonly match: string | null;
  readonly paths: readonly string[];
  readonly project: string | null;
  readonly acknowledge: string | null;
  readonly memories: readonly string[];
  readonly problem: string | null;
  readonly unknown_fields: readonly string[];
  readonly trusted_at: string | null;
};

export function sopJson({ entry: { file, sop, problem }, state, trust }: SeenSop): SopJson {
  return {
    name: file.name,
    path: file.path,
    origin: file.origin,
    state,
    title: sop?.title ?? null,
    tools: sop?.tools ?? [],
    match: sop?.match ?? null,
    paths: sop?.paths ?? [],
    project: sop?.project ?? null,
    acknowledge: sop?.acknowledge ?? null,
    memories: sop?.memories ?? [],
    problem: problem ?? (sop && unclearTrigger(sop)),
    unknown_fields: sop?.unknown ?? [],
    trusted_at: trust !== null && trust !== 'own' ? iso(trust.at) : null,
  };
}
