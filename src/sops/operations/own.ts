import { basename, isAbsolute, join } from 'node:path';
import * as z from 'zod/v4';
import { Failure } from '../../operations/errors.ts';
import { type Call, type OwnFiles, operation } from '../../operations/operation.ts';
import { SOP_FILE } from '../domain/sop.ts';
import { unclearTrigger } from '../domain/trigger.ts';
import { type SeenSop, seeSops } from '../engine/sop-trust.ts';
import { ownFolders, sopFiles } from '../files.ts';
import { sopJson, sopMeant, triggerInWords } from './named.ts';

export const sopAdd = operation({
  name: { command: 'sop add', tool: null },
  summary: 'Keep a copy of a file among your own instructions, for all projects.',
  about: '',
  effect: 'adds',
  on: 'nothing',
  input: z.strictObject({ file: z.string().max(4096) }),
  words: ['file'],
  fields: { file: { help: 'A markdown file with a head, or an *.ai.sop file.' } },
  examples: [{ line: 'cortex sop add deploy.md', says: 'keep a copy among your own, for all projects' }],
  run: async (call, { file }) => {
    const own = ownOf(call);
    const path = isAbsolute(file) ? file : join(call.cwd ?? '', file);
    const name = basename(path);
    if (!SOP_FILE.test(name)) throw new Failure(`${name} is neither a .md nor an .ai.sop file.`, null);
    const text = own.read(path);
    if (text === null) throw new Failure(`${file} cannot be read as text.`, null);
    check(call, path, text);
    const target = join(ownFolder(call), name);
    const present = own.read(target);
    if (present !== null && present !== text)
      throw new Failure(
        `${target} is there already and says something else.`,
        `Remove it first: cortex sop remove ${name}`,
      );
    if (present === null) own.write(target, text);
    const added = (await seeSops(call.deps, call.scope)).find(({ entry }) => entry.file.path === target);
    if (!added)
      throw new Failure(`${target} was written and is not among those that are read.`, 'See sop.folders.');
    return added;
  },
  lines: ({ entry: { file, sop } }) => [
    `Given from now on: ${basename(file.path)} (${sop ? triggerInWords(sop) : ''})`,
  ],
  json: (seen: SeenSop) => sopJson(seen),
});

export const sopRemove = operation({
  name: { command: 'sop remove', tool: null },
  summary: 'Remove one of your own instructions.',
  about: '',
  effect: 'changes',
  on: 'nothing',
  input: z.strictObject({ file: z.string().max(4096) }),
  words: ['file'],
  fields: { file: { help: 'The name of the file, the end of it, or its path.' } },
  examples: [{ line: 'cortex sop remove deploy.md', says: 'no agent is given it any more' }],
  run: async (call, { file: typed }) => {
    const own = ownOf(call);
    const seen = await sopMeant(call, typed);
    const { file } = seen.entry;
    if (file.origin !== 'user')
      throw new Failure(`${file.name} belongs to the project.`, `cortex sop untrust ${file.name} stops it.`);
    own.remove(file.path);
    return seen;
  },
  lines: ({ entry }) => [`Removed: ${entry.file.path}`],
  json: (seen: SeenSop) => sopJson(seen),
});

function ownFolder({ deps }: Call): string {
  return ownFolders(deps)[0] ?? join(deps.home, 'sops');
}

function ownOf({ files }: Call): OwnFiles {
  if (files) return files;
  throw new Failure('Instructions are added where their files are.', 'Run cortex sop in a terminal.');
}

function check({ deps }: Call, path: string, text: string): void {
  const name = basename(path);
  const read = sopFiles(deps).forms()({ path, name, origin: 'user' }, text);
  const problem = read?.sop ? unclearTrigger(read.sop) : read?.problem;
  if (problem) throw new Failure(`${name} cannot be used: ${problem}.`, null);
}
