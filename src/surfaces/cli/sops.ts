import type { Scope } from '../../domain/scope.ts';
import type { Sop } from '../../domain/sop.ts';
import type { Deps } from '../../engine/deps.ts';
import { readSops, type SopEntry, storedPath, type Trust, trustOf } from '../../engine/sop-files.ts';
import type { Cli } from './context.ts';
import { Failure, UsageError } from './errors.ts';

/** `changed`: another content of the file was trusted. */
export type SopState = 'ready' | 'off' | 'not trusted' | 'changed' | 'broken';

export interface SeenSop {
  readonly entry: SopEntry;
  readonly state: SopState;
  readonly trust: Trust;
}

/** Every instruction that concerns a scope, with how it stands with it. */
export async function seeSops(deps: Deps, scope: Scope): Promise<SeenSop[]> {
  const trusts = await deps.store.trustedSops(scope.key);
  return readSops(deps, scope).map((entry) => {
    const trust = trustOf(deps, entry, trusts);
    const wasTrusted = trusts.some(({ path }) => path === storedPath(deps, entry.file.name));
    return { entry, trust, state: stateOf(entry, trust !== null, wasTrusted) };
  });
}

function stateOf({ sop }: SopEntry, isTrusted: boolean, wasTrusted: boolean): SopState {
  if (!sop) return 'broken';
  if (!isTrusted) return wasTrusted ? 'changed' : 'not trusted';
  return sop.enabled ? 'ready' : 'off';
}

/** The file that a word stands for: its name, the end of it, or its path. */
export function pickSop(sops: readonly SeenSop[], typed: string): SeenSop {
  const word = typed.replaceAll('\\', '/').replace(/^\.\//, '');
  const named = sops.filter(({ entry: { file } }) => file.name === word || file.path === typed);
  const ending =
    named.length > 0 ? named : sops.filter(({ entry: { file } }) => `/${file.name}`.endsWith(`/${word}`));
  if (ending.length === 1) return ending[0]!;
  if (ending.length > 1) {
    const names = ending.map(({ entry: { file } }) => `  ${file.path}`);
    throw new Failure(
      [`${typed} is the name of ${ending.length} files:`, ...names].join('\n'),
      'Name one by its path.',
    );
  }
  throw new Failure(`No instruction here has the name ${typed}.`, 'cortex sop list shows them all.');
}

/** `Bash: git push|deploy, or *.sql`. */
export function triggerInWords({ trigger: { tools, match, paths, project } }: Sop): string {
  const what = [match?.source, ...paths.map(({ source }) => source)]
    .filter((text) => text !== undefined)
    .join(', or ');
  const where = project === null ? '' : ` in ${project}`;
  return [tools.join(', ') || (what ? '' : 'every change'), what].filter(Boolean).join(': ') + where;
}

export function sopJson({ entry: { file, sop, problem }, state, trust }: SeenSop) {
  return {
    name: file.name,
    path: file.path,
    origin: file.origin,
    state,
    title: sop?.title ?? null,
    tools: sop?.trigger.tools ?? [],
    match: sop?.trigger.match?.source ?? null,
    paths: sop?.trigger.paths.map(({ source }) => source) ?? [],
    project: sop?.trigger.project ?? null,
    acknowledge: sop?.acknowledge ?? null,
    memories: sop?.memories ?? [],
    problem,
    unknown_fields: sop?.unknown ?? [],
    trusted_at: trust !== null && trust !== 'own' ? new Date(trust.at).toISOString() : null,
  };
}

export function scopeHere(cli: Cli, deps: Deps) {
  return deps.locate(cli.cwd()).scope;
}

export async function namedSop(cli: Cli, deps: Deps, words: readonly string[]): Promise<SeenSop> {
  if (words.length !== 1) throw new UsageError('Say which file.', 'cortex sop list shows them all.');
  return pickSop(await seeSops(deps, scopeHere(cli, deps)), words[0]!);
}
