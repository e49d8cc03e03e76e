import { iso } from '../../domain/time.ts';
import { Failure } from '../../operations/errors.ts';
import type { Call } from '../../operations/operation.ts';
import type { Sop } from '../domain/sop.ts';
import { unclearTrigger } from '../domain/trigger.ts';
import { type SeenSop, seeSops } from '../engine/sop-trust.ts';

/** The file that a word stands for: its name, the end of it, or its path. */
export async function sopMeant({ deps, scope }: Call, typed: string): Promise<SeenSop> {
  const sops = await seeSops(deps, scope);
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

export function unusable({ entry: { file, problem } }: SeenSop): Failure {
  return new Failure(`${file.name} cannot be used: ${problem}.`, `It is in ${file.path}`);
}

/** `Bash: git push|deploy, or *.sql`. */
export function triggerInWords({ tools, match, paths, project }: Sop): string {
  const what = [...(match === null ? [] : [match]), ...paths].join(', or ');
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
