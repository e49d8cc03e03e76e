import { basename, isAbsolute, join } from 'node:path';
import { readSop, SopProblem } from '../../domain/sop.ts';
import { SOP_FILE } from '../../domain/sop-name.ts';
import type { Deps } from '../../engine/deps.ts';
import type { Cli } from './context.ts';
import { Failure, UsageError } from './errors.ts';
import { namedSop, scopeHere, seeSops, sopJson, triggerInWords } from './sops.ts';

/** Puts a copy of a file among the person's own instructions, where it counts at once. */
export async function addSop(cli: Cli, deps: Deps, words: readonly string[], json: boolean): Promise<number> {
  const [typed, ...more] = words;
  if (typed === undefined || more.length > 0) throw new UsageError('Say which file: cortex sop add <file>');
  const path = isAbsolute(typed) ? typed : join(cli.cwd(), typed);
  const name = basename(path);
  if (!SOP_FILE.test(name)) throw new Failure(`${name} is no .md and no .ai.sop file.`, null);
  const text = cli.machine.read(path)?.text ?? null;
  if (text === null) throw new Failure(`${typed} cannot be read as text.`, null);
  check(name, text);
  const target = join(cli.home().sopFolder, name);
  const present = cli.machine.read(target)?.text ?? null;
  if (present !== null && present !== text)
    throw new Failure(
      `${target} is there already and says something else.`,
      `Remove it first: cortex sop remove ${name}`,
    );
  cli.machine.makeFolders(cli.home().sopFolder);
  if (present === null) cli.machine.write(target, text, 0o600);
  const added = (await seeSops(deps, scopeHere(cli, deps))).find(({ entry }) => entry.file.path === target);
  if (!added)
    throw new Failure(`${target} was written and is not among those that are read.`, 'See sop.folders.');
  if (json) cli.out.json(sopJson(added));
  else cli.out.block(`Given from now on: ${name} (${triggerInWords(added.entry.sop!)})`);
  return 0;
}

function check(name: string, text: string): void {
  try {
    readSop(name, text);
  } catch (error) {
    if (error instanceof SopProblem) throw new Failure(`${name} cannot be used: ${error.message}.`, null);
    throw error;
  }
}

/** Takes one of the person's own files away. */
export async function removeSop(
  cli: Cli,
  deps: Deps,
  words: readonly string[],
  json: boolean,
): Promise<number> {
  const seen = await namedSop(cli, deps, words);
  const { file } = seen.entry;
  if (file.origin !== 'user')
    throw new Failure(`${file.name} belongs to the project.`, `cortex sop untrust ${file.name} stops it.`);
  cli.machine.remove(file.path);
  if (json) cli.out.json(sopJson(seen));
  else cli.out.block(`Removed: ${file.path}`);
  return 0;
}
