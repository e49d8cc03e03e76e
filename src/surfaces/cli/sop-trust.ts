import type { Deps } from '../../engine/deps.ts';
import { storedPath } from '../../engine/sop-files.ts';
import type { Cli } from './context.ts';
import { Failure, UsageError } from './errors.ts';
import { namedSop, type SeenSop, scopeHere, seeSops, sopJson, triggerInWords } from './sops.ts';

/** A person lets contents of a project's files count, or no longer. */
export async function changeTrust(
  cli: Cli,
  deps: Deps,
  action: 'trust' | 'untrust',
  words: readonly string[],
  flags: { readonly all: boolean; readonly json: boolean },
): Promise<number> {
  const scope = scopeHere(cli, deps);
  if (flags.all && words.length > 0) throw new UsageError('Name a file, or say --all.');
  const here = await seeSops(deps, scope);
  const chosen = flags.all
    ? here.filter(({ entry }) => entry.file.origin === 'project')
    : [await namedSop(cli, deps, words)];
  for (const { entry } of chosen) {
    if (entry.file.origin === 'user')
      throw new Failure(
        `${entry.file.name} is yours, and trusted as it is.`,
        'enabled: false in its head switches it off.',
      );
    if (action === 'trust' && !entry.sop && !flags.all)
      throw new Failure(
        `${entry.file.name} cannot be used: ${entry.problem}.`,
        `It is in ${entry.file.path}`,
      );
  }
  const done: SeenSop[] = [];
  for (const seen of chosen) {
    const { file, text, sop: read } = seen.entry;
    const path = storedPath(deps, file.name);
    if (action === 'untrust') {
      if ((await deps.store.untrustSop(scope.key, path)) > 0) done.push(seen);
    } else if (read && text !== null) {
      await deps.store.trustSop(scope.key, { path, hash: deps.sops.hash(text), at: deps.now() });
      done.push(seen);
    }
  }
  if (flags.json) {
    const now = new Map((await seeSops(deps, scope)).map((seen) => [seen.entry.file.path, seen]));
    cli.out.json(done.map((seen) => sopJson(now.get(seen.entry.file.path) ?? seen)));
    return 0;
  }
  for (const { entry } of done) {
    if (action === 'trust')
      cli.out.block(`Trusted as it is now: ${entry.file.name} (${triggerInWords(entry.sop!)})`);
    else cli.out.block(`No longer trusted: ${entry.file.name}`);
  }
  for (const { entry } of chosen)
    if (!entry.sop && flags.all) cli.err.block(`${entry.file.name}: ${entry.problem}`);
  if (done.length === 0)
    cli.out.block(action === 'trust' ? 'There is nothing to trust here.' : 'Nothing of this was trusted.');
  return 0;
}
