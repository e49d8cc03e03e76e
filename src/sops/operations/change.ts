import { basename, isAbsolute, join } from 'node:path';
import * as z from 'zod/v4';
import { Failure, UsageError } from '../../operations/base/errors.ts';
import {
  declareOperation,
  type Example,
  type OperationCall,
  type OwnFiles,
} from '../../operations/base/operation.ts';
import { readSop, SOP_FILE } from '../domain/sop.ts';
import { unclearTrigger } from '../domain/trigger.ts';
import { type SeenSop, seeSops, trustSop, untrustSop } from '../engine/sops.ts';
import { ownFolders } from '../files.ts';
import { FILE_FIELD, findSopNamed, sopJson, triggerInWords, unusable } from './look.ts';

export const sopAdd = declareOperation({
  name: { command: 'sop add', tool: null },
  summary: 'Keep a copy of a file among your own instructions, for all projects.',
  about: '',
  effect: 'adds',
  on: 'nothing',
  input: z.strictObject({ file: z.string().max(4096) }),
  words: ['file'],
  fields: { file: { help: 'A markdown file with a head, or an *.ai.sop file.' } },
  examples: [
    { line: 'cortex sop add deploy.md', says: 'keep a copy among your own, for all projects' },
  ],
  run: async (call, { file }) => {
    const { deps } = call;
    const own = ownOf(call);
    const path = isAbsolute(file) ? file : join(call.cwd ?? '', file);
    const name = basename(path);
    if (!SOP_FILE.test(name))
      throw new Failure(`${name} is neither a .md nor an .ai.sop file.`, null);
    const text = own.read(path);
    if (text === null) throw new Failure(`${file} cannot be read as text.`, null);
    const read = deps.yaml && readSop(name, text, deps.yaml);
    const problem = read?.sop ? unclearTrigger(read.sop) : read?.problem;
    if (problem) throw new Failure(`${name} cannot be used: ${problem}.`, null);
    const target = join(ownFolders(deps)[0] ?? join(deps.home, 'sops'), name);
    const present = own.read(target);
    if (present !== null && present !== text)
      throw new Failure(
        `${target} is there already and says something else.`,
        `Remove it first: cortex sop remove ${name}`,
      );
    if (present === null) own.write(target, text);
    const added = (await seeSops(deps, call.scope)).find(({ entry }) => entry.file.path === target);
    if (!added)
      throw new Failure(
        `${target} was written and is not among those that are read.`,
        'See sop.folders.',
      );
    return added;
  },
  lines: ({ entry: { file, sop } }) => [
    `Given from now on: ${basename(file.path)} (${sop ? triggerInWords(sop) : ''})`,
  ],
  json: (seen: SeenSop) => sopJson(seen),
});

export const sopRemove = declareOperation({
  name: { command: 'sop remove', tool: null },
  summary: 'Remove one of your own instructions.',
  about: '',
  effect: 'changes',
  on: 'nothing',
  input: z.strictObject({ file: z.string().max(4096) }),
  words: ['file'],
  fields: { file: FILE_FIELD },
  examples: [{ line: 'cortex sop remove deploy.md', says: 'no agent is given it any more' }],
  run: async (call, { file: typed }) => {
    const own = ownOf(call);
    const seen = await findSopNamed(call, typed);
    const { file } = seen.entry;
    if (file.origin !== 'user')
      throw new Failure(
        `${file.name} belongs to the project.`,
        `cortex sop untrust ${file.name} stops it.`,
      );
    own.remove(file.path);
    return seen;
  },
  lines: ({ entry }) => [`Removed: ${entry.file.path}`],
  json: (seen: SeenSop) => sopJson(seen),
});

function ownOf({ files }: OperationCall): OwnFiles {
  if (files) return files;
  throw new Failure(
    'Instructions are added where their files are.',
    'Run cortex sop in a terminal.',
  );
}

export const sopTrust = trustOperation({
  command: 'sop trust',
  change: trustSop,
  summary: "Let the content of a project's file be given, as it is now.",
  done: ({ entry: { file, sop } }) =>
    `Trusted as it is now: ${file.name} (${triggerInWords(sop!)})`,
  nothing: 'There is nothing to trust here.',
  examples: [
    { line: 'cortex sop trust .cortex/sops/deploy.md', says: 'let that content be given' },
  ],
});

export const sopUntrust = trustOperation({
  command: 'sop untrust',
  change: untrustSop,
  summary: "Let no content of a project's file be given any more.",
  done: ({ entry: { file } }) => `No longer trusted: ${file.name}`,
  nothing: 'Nothing of this was trusted.',
  examples: [
    { line: 'cortex sop untrust --all', says: 'nothing of this project is given any more' },
  ],
});

interface Trusting {
  readonly command: string;
  readonly change: typeof trustSop;
  readonly summary: string;
  readonly done: (seen: SeenSop) => string;
  readonly nothing: string;
  readonly examples: readonly Example[];
}

/** A person lets contents of a project's files count, or no longer. */
function trustOperation({ command, change, summary, done, nothing, examples }: Trusting) {
  return declareOperation({
    name: { command, tool: null },
    summary,
    about: '',
    effect: 'changes',
    on: 'nothing',
    input: z.strictObject({ file: z.string().max(4096).optional(), all: z.boolean().optional() }),
    words: ['file'],
    fields: { file: FILE_FIELD, all: { help: 'Every file of the project.' } },
    examples,
    run: async (call, { file, all = false }) => {
      const { deps, scope } = call;
      if (all === (file !== undefined))
        throw new UsageError('Say which file, or --all.', 'cortex sop list shows them all.');
      const chosen =
        file === undefined
          ? (await seeSops(deps, scope)).filter(({ entry }) => entry.file.origin === 'project')
          : [await findSopNamed(call, file)];
      const changed = new Set<string>();
      for (const seen of chosen) {
        if (seen.entry.file.origin === 'user')
          throw new Failure(
            `${seen.entry.file.name} is yours, and trusted as it is.`,
            'enabled: false in its head switches it off.',
          );
        if (change === trustSop && !seen.entry.sop && !all) throw unusable(seen);
        if (await change(deps, scope, seen.entry)) changed.add(seen.entry.file.path);
      }
      const now = await seeSops(deps, scope);
      return {
        changed: now.filter(({ entry }) => changed.has(entry.file.path)),
        broken: all ? chosen.filter(({ entry }) => !entry.sop) : [],
      };
    },
    lines: ({ changed, broken }) => [
      ...changed.map(done),
      ...broken.map(({ entry: { file, problem } }) => ({ remark: `${file.name}: ${problem}` })),
      ...(changed.length === 0 ? [nothing] : []),
    ],
    json: ({ changed }) => ({ sops: changed.map(sopJson) }),
    rows: ({ changed }) => changed.map(sopJson),
  });
}
